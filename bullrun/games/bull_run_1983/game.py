"""Bull Run (1983): names, scenarios, and which chapter answers what. No rules here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bullrun.engine.decision import Decision
from bullrun.engine.plan import Plan
from bullrun.games.bull_run_1983 import artillery, judgment, movement, outlook, planning, showing, table
from bullrun.games.bull_run_1983.battle import Battle
from bullrun.games.bull_run_1983.battlefield import Battlefield, BullRun, load_board
from bullrun.games.bull_run_1983.chapters import CHAPTERS
from bullrun.games.bull_run_1983.explain import GUIDE
from bullrun.games.bull_run_1983.given import given_position
from bullrun.games.bull_run_1983.hidden import imagine
from bullrun.games.bull_run_1983.roster import UNION, load_roster
from bullrun.games.bull_run_1983.setup import prepare
from bullrun.games.bull_run_1983.state import BullRunState
from bullrun.games.bull_run_1983.words import words
from bullrun.games.published import PublishedGame


class BullRun1983(PublishedGame):
    """The `Game` of Avalon Hill's Bull Run."""

    id = "bull-run-1983"
    title = "Bull Run"
    credits = (
        "After Bull Run, designed by Richard Hamblen, published by The Avalon Hill Game Company in 1983."
    )
    package = "bullrun.games.bull_run_1983"
    version = 3
    scenario_names = ("july-21", "july-20")

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
    reach_report = staticmethod(movement.reach_report)
    imagine = staticmethod(imagine)
    hides = staticmethod(showing.hides)
    begins = staticmethod(showing.begins)

    def sight(self, position: BullRun, a: str, b: str) -> dict[str, Any]:
        """Whether a battery in one hex sees the other."""
        return artillery.sight_report(position, self.board.place(a), self.board.place(b))

    # --- what bots think ----------------------------------------------------------------------------

    judgment = judgment
    planning = planning
    look_ahead = 6
    weights = planning.WEIGHTS
    sign_names = outlook.SIGNS
    plain_signs = outlook.PLAIN
    signs = staticmethod(outlook.signs)

    def contenders(self, position: BullRun, side: str, plans: Sequence[Plan]) -> Sequence[Plan]:
        """A superior Union tries no main effort that promises far less than the best."""
        if side == self.sides[UNION] and planning.is_superior(position):
            return planning.promising(plans)
        return plans

    def decision_group(self, position: BullRun) -> tuple[str, str]:
        """What one plan covers: a player-turn."""
        return table.phase(position)[:2]

    def rolled_for(self, position: BullRun, decision: Decision) -> object:
        """A battle is known by its kind and its hexes, whatever the odds."""
        frame = position.state.frames[-1]
        if frame[0] == "battle":
            battle = Battle(*frame[2:])
            return battle.kind, battle.targets
        return super().rolled_for(position, decision)


GAME = BullRun1983()
