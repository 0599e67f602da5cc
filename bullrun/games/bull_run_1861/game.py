"""Bull Run 1861: names, sides, scenarios, options and where to find each chapter. No rules here."""

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
from bullrun.games.bull_run_1861 import judgment, planning, reports, showing
from bullrun.games.bull_run_1861.battlefield import Battlefield, BullRun, data_toml, load_board
from bullrun.games.bull_run_1861.explain import explain
from bullrun.games.bull_run_1861.given import given_position
from bullrun.games.bull_run_1861.procedures import all_procedures
from bullrun.games.bull_run_1861.roster import SIDES, load_roster
from bullrun.games.bull_run_1861.setup import prepare
from bullrun.games.bull_run_1861.state import BullRunState
from bullrun.games.bull_run_1861.table import describe, phase, place_of, public
from bullrun.games.bull_run_1861.words import words

SCENARIOS = ("historical", "free")


class BullRun1861:
    """The `Game` of VaeVictis 89."""

    id = "bull-run-1861"
    version = 1
    title = "Bull Run 1861"
    sides = SIDES
    side_names: Mapping[str, str] = {"union": "Union", "confederate": "Confederate"}
    credits = "After Bull Run 1861, designed by Laurent Martin, published in VaeVictis 89."

    def __init__(self) -> None:
        self._fields: dict[tuple[str, tuple[tuple[str, str], ...]], Battlefield] = {}

    # --- what exists ----------------------------------------------------------------------------

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The battles to play."""
        found = {}
        for name in SCENARIOS:
            data = data_toml(f"scenarios/{name}.toml")
            found[name] = Scenario(name, data["title"], data["says"], data["rule"])
        return found

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """Optional rules and disputed rulings."""
        return load_options(files("bullrun.games.bull_run_1861") / "data" / "options.toml")

    @cached_property
    def ledger(self) -> Ledger:
        """Every rule in our words."""
        return load_ledger(files("bullrun.games.bull_run_1861") / "data" / "rules.toml")

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
            data = data_toml(f"scenarios/{scenario}.toml")
            found = self._fields[key] = Battlefield(scenario, data, chosen, self.procedures)
        return found

    def start(self, scenario: str, options: Mapping[str, str]) -> BullRun:
        """The position before set-up."""
        return prepare(self.battlefield(scenario, options))

    def state_from_json(self, data: dict[str, Any]) -> BullRunState:
        """A state from its JSON form."""
        return BullRunState.from_json(data)

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
    ) -> BullRun:
        """A position put together by hand."""
        rules = self.battlefield(scenario, options)
        return given_position(rules, turn=turn, side=side, phase=phase, pieces=pieces, **extra)

    # --- what viewers, umpire and bots ask --------------------------------------------------------

    def phase(self, position: BullRun) -> tuple[str, str, str]:
        """(turn, side, phase) in the game's words."""
        return phase(position)

    def place_of(self, state: BullRunState, piece: int) -> str | None:
        """The zone where a counter lies."""
        return place_of(state, piece)

    def describe(self, position: BullRun, piece: int) -> Mapping[str, Any]:
        """A piece's present state."""
        return describe(position, piece)

    def public(self, position: BullRun) -> Mapping[str, Any]:
        """Clock, control and points."""
        return public(position)

    def words(self, event: Event) -> str:
        """One sentence for an event."""
        return words(event)

    def explain(self, position: BullRun, side: str, action: Action) -> Refusal | None:
        """Why an action is not possible."""
        return explain(position, side, action)

    def imagine(self, position: BullRun, viewer: str, random: Random) -> BullRunState:
        """Nothing is hidden: the state as it is."""
        return position.state.copy()

    def reach(self, position: BullRun, piece: str) -> list[dict[str, Any]]:
        """Where a piece can move, with costs and ways."""
        return reports.reach_report(position, self._piece(piece))

    def sight(self, position: BullRun, a: str, b: str) -> dict[str, Any]:
        """There are no lines of sight in this game."""
        raise BullrunError(f"sight: {self.id} has no lines of sight")

    def combat(self, position: BullRun, attackers: Sequence[str], defenders: Sequence[str]) -> dict[str, Any]:
        """Strengths, modifiers and exact chances of an attack."""
        return showing.attack_report(
            position, [self._piece(p) for p in attackers], [self._piece(p) for p in defenders]
        )

    # --- what a page shows ------------------------------------------------------------------------

    overlays = showing.OVERLAYS

    def outline(self, position: BullRun) -> dict[str, Any]:
        """Turns and phases."""
        return showing.outline(position)

    def option_words(self, position: BullRun, action: Action) -> str | Mapping[str, Any]:
        """What a button says."""
        return showing.option_words(position, action)

    def overlay(self, position: BullRun, name: str, side: str, at: str | None) -> dict[str, Any]:
        """A wash over the map."""
        return showing.overlay(position, name, side, at)

    def place_facts(self, position: BullRun, place: str) -> list[dict[str, Any]]:
        """The facts of a zone."""
        return showing.place_facts(position, place)

    def tables(self) -> list[dict[str, Any]]:
        """The printed tables."""
        return showing.tables()

    def threats(self, position: BullRun, side: str) -> list[dict[str, Any]]:
        """What the enemy could do to a side's stacks."""
        return showing.threats(position, side)

    def score(self, position: BullRun) -> list[dict[str, Any]]:
        """What a report plots."""
        return showing.score(position)

    def battle(self, event: Event) -> dict[str, Any] | None:
        """The combats of the timeline."""
        return showing.battle(event)

    def luck(self, question: str, facts: Mapping[str, Any], action: Action) -> dict[str, Any] | None:
        """Whose luck a roll is."""
        return showing.luck(question, facts, action)

    def hides(self, position: BullRun) -> bool:
        """Nothing is hidden in this game."""
        return False

    # --- what bots think ----------------------------------------------------------------------------

    def worth(self, position: BullRun, side: str) -> int:
        """How good the position is for a side."""
        return judgment.worth(position, SIDES.index(side))

    def plans(self, position: BullRun, side: str, random: Random, temper: int = 0) -> list[Plan]:
        """Plans worth trying."""
        return planning.make_plans(position, SIDES.index(side), temper)

    def serve(self, position: BullRun, side: str, decision: Decision, plan: Plan) -> Action | None:
        """What a plan answers to a question; None where it says nothing about it."""
        return planning.serve(position, SIDES.index(side), decision, plan)

    def _piece(self, piece: str) -> int:
        number = load_roster().number.get(piece)
        if number is None:
            raise UnknownItem(f"unknown piece {piece!r}")
        return number


GAME = BullRun1861()
