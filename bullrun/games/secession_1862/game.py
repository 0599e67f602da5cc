"""Second Bull Run 1862: names, scenarios, and which chapter answers what. No rules here."""

from __future__ import annotations

from random import Random

from bullrun.engine.outlook import CERTAIN
from bullrun.engine.plan import Plan
from bullrun.games.published import PublishedGame
from bullrun.games.secession_1862 import judgment, outlook, planning, reports, showing, table
from bullrun.games.secession_1862.battlefield import Battle, Battlefield, load_board
from bullrun.games.secession_1862.chapters import CHAPTERS
from bullrun.games.secession_1862.explain import GUIDE
from bullrun.games.secession_1862.given import given_position
from bullrun.games.secession_1862.prospects import WEIGHTS
from bullrun.games.secession_1862.roster import load_roster
from bullrun.games.secession_1862.setup import prepare
from bullrun.games.secession_1862.state import BattleState
from bullrun.games.secession_1862.words import words


class Secession1862(PublishedGame):
    """The `Game` of VaeVictis 148."""

    id = "secession-1862"
    title = "Second Bull Run 1862"
    credits = (
        "After Second Bull Run 1862 (Secession), designed by Laurent Martin, published in VaeVictis 148."
    )
    package = "bullrun.games.secession_1862"
    version = 5
    scenario_names = ("29-august", "30-august", "both-days")

    chapters = CHAPTERS
    make_rules = Battlefield
    prepare = staticmethod(prepare)
    put_together = staticmethod(given_position)
    state_from_json = BattleState.from_json
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
    moods = ()
    whims = 16
    has_parts = True
    stake = CERTAIN // 1000
    """Most battles are drawn: what is done moves the chance to win by little."""
    weights = WEIGHTS
    sign_names = outlook.SIGNS
    plain_signs = outlook.PLAIN
    deciding_signs = ("enough",)
    signs = staticmethod(outlook.signs)
    credit = staticmethod(outlook.credit)

    def best_plan(self, position: Battle, side: str, random: Random, temper: int = 0) -> Plan | None:
        """The plan that promises most, without working out the others."""
        return next(planning.proposals(position, self.sides.index(side), temper), None)

    def settled(self, position: Battle, side: str, plan: Plan) -> list[Plan]:
        """A plan under each of the corps commanders."""
        return planning.settled(position, self.sides.index(side), plan)

    def decision_group(self, position: Battle) -> tuple[str, str]:
        """What one plan covers: a side's part of an action phase."""
        turn, side, _ = table.phase(position)
        return f"{turn}.{position.state.action_phase}", side

    def parts_left(self, position: Battle) -> int:
        """The divisions that may still be activated."""
        frame = position.state.frames[-1]
        return int(frame[1]) if frame[0] == "divisions" else 0


GAME = Secession1862()
