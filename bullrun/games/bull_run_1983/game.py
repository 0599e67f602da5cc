"""Bull Run (1983): names, sides, scenarios, options and where to find each chapter. No rules here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from random import Random
from typing import Any

from bullrun.board.hex_grid import HexBoard
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision
from bullrun.engine.events import Event
from bullrun.engine.frames import Procedure
from bullrun.engine.game import Option, PieceInfo, Scenario, UnknownItem
from bullrun.engine.options import complete_options, load_options
from bullrun.engine.plan import Plan
from bullrun.engine.rules import Ledger, load_ledger
from bullrun.games.bull_run_1983 import artillery, judgment, movement, planning, showing
from bullrun.games.bull_run_1983.battlefield import Battlefield, BullRun, data_toml, load_board
from bullrun.games.bull_run_1983.explain import explain
from bullrun.games.bull_run_1983.given import given_position
from bullrun.games.bull_run_1983.hidden import imagine
from bullrun.games.bull_run_1983.procedures import all_procedures
from bullrun.games.bull_run_1983.roster import SIDES, load_roster
from bullrun.games.bull_run_1983.setup import prepare
from bullrun.games.bull_run_1983.state import BullRunState
from bullrun.games.bull_run_1983.table import describe, phase, place_of, public
from bullrun.games.bull_run_1983.words import words

SCENARIOS = ("july-21", "july-20")


class BullRun1983:
    """The `Game` of Avalon Hill's Bull Run."""

    id = "bull-run-1983"
    version = 1
    title = "Bull Run"
    sides = SIDES
    side_names: Mapping[str, str] = {"union": "Union", "confederate": "Confederate"}
    credits = (
        "After Bull Run, designed by Richard Hamblen, published by The Avalon Hill Game Company in 1983."
    )

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
        """Optional rules, disputed rulings and kinds of set-up."""
        return load_options(files("bullrun.games.bull_run_1983") / "data" / "options.toml")

    @cached_property
    def ledger(self) -> Ledger:
        """Every rule in our words."""
        return load_ledger(files("bullrun.games.bull_run_1983") / "data" / "rules.toml")

    @cached_property
    def procedures(self) -> Mapping[str, Procedure]:
        """Frame name -> procedure."""
        return all_procedures()

    @property
    def pieces(self) -> Sequence[PieceInfo]:
        """The counters by piece number."""
        return load_roster().infos

    @property
    def board(self) -> HexBoard:
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
        unknown = sorted(set(extra) - {"abatis", "trestle"})
        if unknown:
            raise UnknownItem(
                f"{unknown[0]!r}: unknown key; this game knows abatis and trestle besides the pieces"
            )
        return given_position(rules, turn=turn, side=side, phase=phase, pieces=pieces, **extra)

    # --- what viewers, umpire and bots ask --------------------------------------------------------

    def phase(self, position: BullRun) -> tuple[str, str, str]:
        """(turn, side, phase) in the game's words."""
        return phase(position)

    def place_of(self, state: BullRunState, piece: int) -> str | None:
        """The hex or box where a counter lies open or face down; None when it is not to be seen."""
        return place_of(state, piece)

    def describe(self, position: BullRun, piece: int) -> Mapping[str, Any]:
        """A piece's present state."""
        return describe(position, piece)

    def public(self, position: BullRun) -> Mapping[str, Any]:
        """Markers, boxes and clock."""
        return public(position)

    def words(self, event: Event) -> str:
        """One sentence for an event."""
        return words(event)

    def explain(self, position: BullRun, side: str, action: Action) -> Refusal | None:
        """Why an action is not possible."""
        return explain(position, side, action)

    def imagine(self, position: BullRun, viewer: str, random: Random) -> BullRunState:
        """A state the viewer cannot tell from the real one."""
        return imagine(position, viewer, random)

    def reach(self, position: BullRun, piece: str) -> list[dict[str, Any]]:
        """Where a piece can move, with costs and ways."""
        return movement.reach_report(position, self._piece(piece))

    def sight(self, position: BullRun, a: str, b: str) -> dict[str, Any]:
        """Whether a battery in one hex sees the other."""
        return artillery.sight_report(position, self.board.place(a), self.board.place(b))

    def combat(self, position: BullRun, attackers: Sequence[str], defenders: Sequence[str]) -> dict[str, Any]:
        """Strengths, modifiers, column and exact chances of an attack."""
        return showing.attack_report(
            position, [self._piece(p) for p in attackers], [self._piece(p) for p in defenders]
        )

    # --- what a page shows ------------------------------------------------------------------------

    overlays = showing.OVERLAYS

    def outline(self, position: BullRun) -> dict[str, Any]:
        """Turns, phases and boxes."""
        return showing.outline(position)

    def option_words(self, position: BullRun, action: Action) -> str | Mapping[str, Any]:
        """What a button says."""
        return showing.option_words(position, action)

    def overlay(self, position: BullRun, name: str, side: str, at: str | None) -> dict[str, Any]:
        """A wash over the map."""
        return showing.overlay(position, name, side, at)

    def place_facts(self, position: BullRun, place: str) -> list[dict[str, Any]]:
        """The facts of a hex."""
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
        """The battles of the timeline."""
        return showing.battle(event)

    def luck(self, question: str, facts: Mapping[str, Any], action: Action) -> dict[str, Any] | None:
        """Whose luck a roll is."""
        return showing.luck(question, facts, action)

    def hides(self, position: BullRun) -> bool:
        """Whether anything is hidden."""
        return showing.hides(position)

    weights = planning.WEIGHTS
    """The numbers of the judgment, which tuning may change."""

    # --- what bots think ----------------------------------------------------------------------------

    def worth(self, position: BullRun, side: str) -> int:
        """How good the position is for a side."""
        return judgment.worth(position, SIDES.index(side))

    def gains(self, position: BullRun, side: str, decision: Decision) -> Sequence[int] | None:
        """What each option is worth at once, where that can be said without trying it."""
        return judgment.gains(position, SIDES.index(side), decision)

    def plans(self, position: BullRun, side: str, random: Random, temper: int = 0) -> list[Plan]:
        """Plans worth trying this turn."""
        return planning.make_plans(position, SIDES.index(side), random, temper)

    def outlook(self, position: BullRun, side: str) -> int:
        """How a position stands between two turns."""
        return planning.outlook(position, SIDES.index(side))

    def serve(self, position: BullRun, side: str, decision: Decision, plan: Plan) -> Action | None:
        """What a plan answers to a question; None where it says nothing about it."""
        if position.state.frames[-1][0] == "movement":
            return planning.serve_movement(position, SIDES.index(side), decision, plan)
        return None

    def _piece(self, piece: str) -> int:
        number = load_roster().number.get(piece)
        if number is None:
            raise UnknownItem(f"unknown piece {piece!r}")
        return number


GAME = BullRun1983()
