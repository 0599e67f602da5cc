"""Bull Run 1861: names, scenarios, and which chapter answers what. No rules here."""

from __future__ import annotations

from bullrun.engine.decision import Decision
from bullrun.games.bull_run_1861 import judgment, outlook, planning, reports, showing, table
from bullrun.games.bull_run_1861.battlefield import Battlefield, BullRun, load_board
from bullrun.games.bull_run_1861.chapters import CHAPTERS
from bullrun.games.bull_run_1861.explain import GUIDE
from bullrun.games.bull_run_1861.given import given_position
from bullrun.games.bull_run_1861.roster import SIDES, load_roster
from bullrun.games.bull_run_1861.setup import prepare
from bullrun.games.bull_run_1861.state import BullRunState
from bullrun.games.bull_run_1861.words import words
from bullrun.games.published import PublishedGame


class BullRun1861(PublishedGame):
    """The `Game` of VaeVictis 89."""

    id = "bull-run-1861"
    title = "Bull Run 1861"
    credits = "After Bull Run 1861, designed by Laurent Martin, published in VaeVictis 89."
    package = "bullrun.games.bull_run_1861"
    version = 4
    scenario_names = ("historical", "free")

    chapters = CHAPTERS
    make_rules = Battlefield
    prepare = staticmethod(prepare)
    put_together = staticmethod(given_position)
    state_from_json = BullRunState.from_json
    load_roster = staticmethod(load_roster)
    load_board = staticmethod(load_board)

    table = table
    showing = showing
    guide = GUIDE
    words = staticmethod(words)
    reach_report = staticmethod(reports.reach_report)

    # --- what bots think ----------------------------------------------------------------------------

    judgment = judgment
    planning = planning
    look_ahead = 2
    moods = (-4, -2, -1, 1, 2, 4)
    whims = 8
    weights = judgment.WEIGHTS
    sign_names = outlook.SIGNS
    plain_signs = outlook.PLAIN
    signs = staticmethod(outlook.signs)

    def decision_group(self, position: BullRun) -> tuple[str, str]:
        """What one plan covers: a side's part of a movement phase."""
        state = position.state
        return f"{state.turn}.{state.movement_phase}", SIDES[state.active]

    def rolled_for(self, position: BullRun, decision: Decision) -> object:
        """A battle is known by the zones attacked, whoever attacks."""
        frame = position.state.frames[-1]
        if frame[0] == "battle":
            return frame[2], decision.question
        return super().rolled_for(position, decision)


GAME = BullRun1861()
