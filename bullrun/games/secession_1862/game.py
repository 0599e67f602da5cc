"""Second Bull Run 1862: names, sides, scenarios, options and where to find each chapter. No rules here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from random import Random
from typing import Any

from bullrun.board.zone_graph import ZoneBoard
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision
from bullrun.engine.events import Event
from bullrun.engine.frames import Procedure
from bullrun.engine.game import Option, PieceInfo, Scenario, UnknownItem
from bullrun.engine.options import complete_options, load_options
from bullrun.engine.plan import Plan
from bullrun.engine.rules import Ledger, load_ledger
from bullrun.errors import BullrunError
from bullrun.games.secession_1862 import judgment, planning, reports, showing
from bullrun.games.secession_1862.battlefield import Battle, Battlefield, load_board, scenario_toml
from bullrun.games.secession_1862.explain import explain
from bullrun.games.secession_1862.given import given_position
from bullrun.games.secession_1862.procedures import all_procedures
from bullrun.games.secession_1862.prospects import WEIGHTS
from bullrun.games.secession_1862.roster import SIDES, load_roster
from bullrun.games.secession_1862.setup import prepare
from bullrun.games.secession_1862.state import BattleState
from bullrun.games.secession_1862.table import describe, phase, place_of, public
from bullrun.games.secession_1862.words import words

SCENARIOS = ("29-august", "30-august", "both-days")
DATA = files("bullrun.games.secession_1862") / "data"


class Secession1862:
    """The `Game` of VaeVictis 148."""

    id = "secession-1862"
    version = 1
    title = "Second Bull Run 1862"
    sides = SIDES
    side_names: Mapping[str, str] = {"union": "Union", "confederate": "Confederate"}
    credits = (
        "After Second Bull Run 1862 (Secession), designed by Laurent Martin, published in VaeVictis 148."
    )

    def __init__(self) -> None:
        self._fields: dict[tuple[str, tuple[tuple[str, str], ...]], Battlefield] = {}

    # --- what exists ----------------------------------------------------------------------------

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The battles to play."""
        found = {}
        for name in SCENARIOS:
            data = scenario_toml(name)
            found[name] = Scenario(name, data["title"], data["says"], data["rule"])
        return found

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """Optional rules, kinds of set-up and disputed rulings."""
        return load_options(DATA / "options.toml")

    @cached_property
    def ledger(self) -> Ledger:
        """Every rule in our words."""
        return load_ledger(DATA / "rules.toml")

    @cached_property
    def procedures(self) -> Mapping[str, Procedure]:
        """Frame name -> procedure."""
        return all_procedures()

    @property
    def pieces(self) -> Sequence[PieceInfo]:
        """The counters by piece number."""
        return load_roster().infos

    @property
    def board(self) -> ZoneBoard:
        """The map."""
        return load_board()

    # --- positions ------------------------------------------------------------------------------

    def battlefield(self, scenario: str, options: Mapping[str, str]) -> Battlefield:
        """The rules under a scenario and options."""
        if scenario not in SCENARIOS:
            raise UnknownItem(f"scenario {scenario!r}: {self.id} has {', '.join(SCENARIOS)}")
        chosen = complete_options(self.id, self.options, options)
        key = (scenario, tuple(sorted(chosen.items())))
        found = self._fields.get(key)
        if found is None:
            data = scenario_toml(scenario)
            found = self._fields[key] = Battlefield(scenario, data, chosen, self.procedures)
        return found

    def start(self, scenario: str, options: Mapping[str, str]) -> Battle:
        """The position before the first turn."""
        return prepare(self.battlefield(scenario, options))

    def state_from_json(self, data: dict[str, Any]) -> BattleState:
        """A state from its JSON form."""
        return BattleState.from_json(data)

    def given(
        self,
        scenario: str,
        options: Mapping[str, str],
        *,
        turn: int | str,
        side: str,
        phase: str,
        pieces: Sequence[Mapping[str, Any]],
        **extra: Any,
    ) -> Battle:
        """A position put together by hand."""
        rules = self.battlefield(scenario, options)
        return given_position(rules, turn=turn, side=side, phase=phase, pieces=pieces, **extra)

    # --- what viewers, umpire and bots ask --------------------------------------------------------

    def phase(self, position: Battle) -> tuple[str, str, str]:
        """(turn, side, phase) in the game's words."""
        return phase(position)

    def place_of(self, state: BattleState, piece: int) -> str | None:
        """The zone or box where a counter lies."""
        return place_of(state, piece)

    def describe(self, position: Battle, piece: int) -> Mapping[str, Any]:
        """A piece's present state."""
        return describe(position, piece)

    def public(self, position: Battle) -> Mapping[str, Any]:
        """Clock, control, arrivals and points."""
        return public(position)

    def words(self, event: Event) -> str:
        """One sentence for an event."""
        return words(event)

    def explain(self, position: Battle, side: str, action: Action) -> Refusal | None:
        """Why an action is not possible."""
        return explain(position, side, action)

    def imagine(self, position: Battle, viewer: str, random: Random) -> BattleState:
        """Nothing is hidden: the state as it is."""
        return position.state.copy()

    def reach(self, position: Battle, piece: str) -> list[dict[str, Any]]:
        """Where a piece can move, with costs and ways."""
        return reports.reach_report(position, self._piece(piece))

    def sight(self, position: Battle, a: str, b: str) -> dict[str, Any]:
        """There are no lines of sight in this game."""
        raise BullrunError(f"sight: {self.id} has no lines of sight")

    def combat(self, position: Battle, attackers: Sequence[str], defenders: Sequence[str]) -> dict[str, Any]:
        """Strengths, modifiers and exact chances of an attack."""
        return showing.attack_report(
            position, [self._piece(p) for p in attackers], [self._piece(p) for p in defenders]
        )

    # --- what a page shows ------------------------------------------------------------------------

    overlays = showing.OVERLAYS

    def outline(self, position: Battle) -> dict[str, Any]:
        """Turns, phases and boxes."""
        return showing.outline(position)

    def option_words(self, position: Battle, action: Action) -> str | Mapping[str, Any]:
        """What a button says."""
        return showing.option_words(position, action)

    def overlay(self, position: Battle, name: str, side: str, at: str | None) -> dict[str, Any]:
        """A wash over the map."""
        return showing.overlay(position, name, side, at)

    def place_facts(self, position: Battle, place: str) -> list[dict[str, Any]]:
        """The facts of a zone."""
        return showing.place_facts(position, place)

    def tables(self) -> list[dict[str, Any]]:
        """The printed tables."""
        return showing.tables()

    def threats(self, position: Battle, side: str) -> list[dict[str, Any]]:
        """What the enemy could do to a side's stacks."""
        return showing.threats(position, side)

    def score(self, position: Battle) -> list[dict[str, Any]]:
        """What a report plots."""
        return showing.score(position)

    def battle(self, event: Event) -> dict[str, Any] | None:
        """The combats of the timeline."""
        return showing.battle(event)

    def luck(self, question: str, facts: Mapping[str, Any], action: Action) -> dict[str, Any] | None:
        """Whose luck a roll is."""
        return showing.luck(question, facts, action)

    def hides(self, position: Battle) -> bool:
        """Nothing is hidden in this game."""
        return False

    # --- what bots think --------------------------------------------------------------------------

    def worth(self, position: Battle, side: str) -> int:
        """How good the position is for a side."""
        return judgment.worth(position, SIDES.index(side))

    def gains(self, position: Battle, side: str, decision: Decision) -> Sequence[int] | None:
        """What each option is worth at once, where that can be said without trying it."""
        return judgment.gains(position, SIDES.index(side), decision)

    def plans(self, position: Battle, side: str, random: Random, temper: int = 0) -> list[Plan]:
        """Plans worth trying."""
        return planning.make_plans(position, SIDES.index(side), temper)

    def decision_group(self, position: Battle) -> tuple[str, str]:
        """What one plan covers: a side's part of an action phase."""
        turn, side, _ = phase(position)
        return f"{turn}.{position.state.action_phase}", side

    weights = WEIGHTS

    def serve(self, position: Battle, side: str, decision: Decision, plan: Plan) -> Action | None:
        """What a plan answers to a question; None where it says nothing about it."""
        return planning.serve(position, SIDES.index(side), decision, plan)

    def _piece(self, piece: str) -> int:
        number = load_roster().number.get(piece)
        if number is None:
            raise UnknownItem(f"unknown piece {piece!r}")
        return number


GAME = Secession1862()
