"""Bull Run 1861: names, scenarios, and which chapter answers what. No rules here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bullrun.games.bull_run_1861 import judgment, outlook, planning, reports, showing, table
from bullrun.games.bull_run_1861.battlefield import Battlefield, BullRun, load_board
from bullrun.games.bull_run_1861.chapters import CHAPTERS
from bullrun.games.bull_run_1861.explain import explain
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
    scenario_names = ("historical", "free")

    chapters = CHAPTERS
    make_rules = Battlefield
    prepare = staticmethod(prepare)
    put_together = staticmethod(given_position)
    state_from_json = BullRunState.from_json
    load_roster = staticmethod(load_roster)
    load_board = staticmethod(load_board)

    phase = staticmethod(table.phase)
    place_of = staticmethod(table.place_of)
    describe = staticmethod(table.describe)
    public = staticmethod(table.public)
    words = staticmethod(words)
    explain = staticmethod(explain)

    def reach(self, position: BullRun, piece: str) -> list[dict[str, Any]]:
        """Where a piece can move, with costs and ways."""
        return reports.reach_report(position, self.piece(piece))

    def combat(self, position: BullRun, attackers: Sequence[str], defenders: Sequence[str]) -> dict[str, Any]:
        """Strengths, modifiers and exact chances of an attack."""
        return showing.attack_report(
            position, [self.piece(p) for p in attackers], [self.piece(p) for p in defenders]
        )

    # --- what a page shows --------------------------------------------------------------------------

    overlays = showing.OVERLAYS
    outline = staticmethod(showing.outline)
    option_words = staticmethod(showing.option_words)
    overlay = staticmethod(showing.overlay)
    place_facts = staticmethod(showing.place_facts)
    tables = staticmethod(showing.tables)
    threats = staticmethod(showing.threats)
    score = staticmethod(showing.score)
    battle = staticmethod(showing.battle)
    luck = staticmethod(showing.luck)

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


GAME = BullRun1861()
