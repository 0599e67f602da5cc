"""What every published game does in the same way: data files, rules by scenario and options, positions, and
the bots' questions by side. A game's own module adds its names and says which chapter answers what."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from random import Random
from types import ModuleType
from typing import Any, ClassVar, NamedTuple, TypeVar

from bullrun.board.map_file import load_map
from bullrun.board.places import Board
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.data_file import read_toml
from bullrun.engine.decision import Decision
from bullrun.engine.events import Event, Join
from bullrun.engine.frames import Procedure
from bullrun.engine.game import Option, PieceInfo, Scenario, UnknownItem
from bullrun.engine.options import complete_options, load_options
from bullrun.engine.outlook import CERTAIN, Outlook, load_outlook
from bullrun.engine.plan import Plan
from bullrun.engine.position import Position
from bullrun.engine.rules import Ledger, load_ledger
from bullrun.engine.why_not import Guide, why_not
from bullrun.errors import BullrunError

Place = Position[Any, Any]
SomeBoard = TypeVar("SomeBoard", bound=Board)


def data_toml(package: str, name: str) -> dict[str, Any]:
    """A data file of a game, parsed."""
    return read_toml(files(package) / "data" / name)


def scenario_toml(package: str, name: str) -> dict[str, Any]:
    """A scenario of a game, completed by the one it is like."""
    data = data_toml(package, f"scenarios/{name}.toml")
    if "like" in data:
        data = {**data_toml(package, f"scenarios/{data['like']}.toml"), **data}
    return data


def data_map(package: str, kind: type[SomeBoard]) -> SomeBoard:
    """The map of a game."""
    board = load_map(files(package) / "data" / "map.toml")
    assert isinstance(board, kind)
    return board


def collected(chapters: Iterable[ModuleType], table: str) -> dict[str, Any]:
    """One table of what the chapters have under its name; each key belongs to one chapter."""
    found: dict[str, Any] = {}
    for chapter in chapters:
        for key, value in getattr(chapter, table, {}).items():
            if key in found:
                raise ValueError(f"two chapters have {key!r} in their {table}")
            found[key] = value
    return found


class Agreed(NamedTuple):
    """What players agree on before the game, with the scenario's data and the procedures that play it."""

    scenario: str
    data: Mapping[str, Any]
    options: Mapping[str, str]
    procedures: Mapping[str, Procedure]


class RulesInForce:
    """The common part of a `Rules`. One object for each scenario and set of options, shared by all positions;
    a game adds what follows from them and never changes during play."""

    def __init__(self, agreed: Agreed) -> None:
        self.scenario, self.data, options, self.procedures = agreed
        self.options = dict(options)

    def has(self, option: str, value: str = "on") -> bool:
        """Whether an option is set to a value."""
        return self.options[option] == value

    def concealed_by_side(self, state: Any) -> tuple[int, int]:
        """Nothing is hidden, unless a game says otherwise."""
        return (0, 0)


class PublishedGame:
    """The common part of a `Game`. The attributes without a value are a game's own."""

    id: str
    version = 1
    sides = ("union", "confederate")
    side_names: Mapping[str, str] = {"union": "Union", "confederate": "Confederate"}
    package: ClassVar[str]
    """The package with the game's chapters and data."""
    scenario_names: ClassVar[tuple[str, ...]]

    # --- the chapters that everything else leans on -------------------------------------------------
    chapters: Sequence[ModuleType]
    """In rulebook order."""
    make_rules: Callable[[Agreed], RulesInForce]
    prepare: Callable[[Any], Any]
    """The first position under some rules."""
    put_together: Callable[..., Any]
    """A position made by hand."""
    state_from_json: Callable[[dict[str, Any]], Any]
    load_roster: Callable[[], Any]
    load_board: Callable[[], Any]

    # --- the chapters of the players ----------------------------------------------------------------
    table: Any
    """The counters, tracks and markers as they lie."""
    showing: Any
    """What a page shows besides."""
    guide: Guide
    """Why not."""
    words: Callable[[Event], str]
    """One sentence for an event."""
    reach_report: Callable[[Any, int], list[dict[str, Any]]]
    """Where a piece can move, with costs and ways."""

    # --- the chapters of the bots -------------------------------------------------------------------
    judgment: Any
    planning: Any
    look_ahead: int
    moods: Sequence[int] = (-1, 1)
    whims = 0
    has_parts = False
    stake = CERTAIN // 100
    sign_names: Mapping[str, str]
    plain_signs: Collection[str] = ()
    deciding_signs: Collection[str] = ()
    signs: Callable[[Any], Any]

    def __init__(self) -> None:
        self._rules: dict[tuple[str, tuple[tuple[str, str], ...]], Any] = {}

    # --- what exists --------------------------------------------------------------------------------

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The battles to play."""
        found = {}
        for name in self.scenario_names:
            data = scenario_toml(self.package, name)
            found[name] = Scenario(name, data["title"], data["says"], data["rule"])
        return found

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """Optional rules, kinds of set-up and disputed rulings."""
        return load_options(files(self.package) / "data" / "options.toml")

    @cached_property
    def ledger(self) -> Ledger:
        """Every rule in our words."""
        return load_ledger(files(self.package) / "data" / "rules.toml")

    @cached_property
    def procedures(self) -> Mapping[str, Procedure]:
        """Frame name -> procedure."""
        return collected(self.chapters, "PROCEDURES")

    @cached_property
    def joins(self) -> Mapping[str, Join]:
        """Events that are told together when they come in runs."""
        return collected(self.chapters, "JOINED")

    @property
    def pieces(self) -> Sequence[PieceInfo]:
        """The counters by piece number."""
        found: Sequence[PieceInfo] = self.load_roster().infos
        return found

    @property
    def board(self) -> Any:
        """The map."""
        return self.load_board()

    # --- positions ----------------------------------------------------------------------------------

    def battlefield(self, scenario: str, options: Mapping[str, str]) -> Any:
        """The rules under a scenario and options."""
        if scenario not in self.scenario_names:
            raise UnknownItem(f"scenario {scenario!r}: {self.id} has {', '.join(self.scenario_names)}")
        chosen = complete_options(self.id, self.options, options)
        key = (scenario, tuple(sorted(chosen.items())))
        found = self._rules.get(key)
        if found is None:
            agreed = Agreed(scenario, scenario_toml(self.package, scenario), chosen, self.procedures)
            found = self._rules[key] = self.make_rules(agreed)
        return found

    def start(self, scenario: str, options: Mapping[str, str]) -> Any:
        """The position before anything is decided."""
        return self.prepare(self.battlefield(scenario, options))

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
    ) -> Any:
        """A position put together by hand."""
        rules = self.battlefield(scenario, options)
        return self.put_together(rules, turn=turn, side=side, phase=phase, pieces=pieces, **extra)

    # --- hidden things: none, unless a game says otherwise ------------------------------------------

    def imagine(self, position: Place, viewer: str, random: Random) -> Any:
        """Nothing is hidden: the state as it is."""
        return position.state.copy()

    def hides(self, position: Place) -> bool:
        """Whether anything is hidden."""
        return False

    # --- what players ask ---------------------------------------------------------------------------

    def phase(self, position: Place) -> tuple[str, str, str]:
        """(turn, side, phase) in the words the game uses."""
        turn, side, phase = self.table.phase(position)
        return turn, side, phase

    def place_of(self, state: Any, piece: int) -> Any:
        """The name of the place or box where a piece stands; None when it is out of play."""
        return self.table.place_of(state, piece)

    def describe(self, position: Place, piece: int) -> Any:
        """A piece's present state."""
        return self.table.describe(position, piece)

    def public(self, position: Place) -> Any:
        """What lies open on the table beside the pieces."""
        return self.table.public(position)

    def explain(self, position: Place, side: str, action: Action) -> Refusal | None:
        """The first reason against an action; None when it is an option of this side now."""
        return why_not(self.guide, position, side, action)

    def reason(self, position: Place, action: Action) -> Refusal | None:
        """What speaks against an action in the position as it stands, without playing on."""
        reason = self.guide.reasons.get(action[0])
        return reason(position, action) if reason is not None else None

    def reach(self, position: Place, piece: str) -> list[dict[str, Any]]:
        """Where a piece can move, with costs and ways."""
        return self.reach_report(position, self.piece(piece))

    def combat(self, position: Place, attackers: Sequence[str], defenders: Sequence[str]) -> dict[str, Any]:
        """Strengths, modifiers and exact chances of an attack."""
        found: dict[str, Any] = self.showing.attack_report(
            position, [self.piece(p) for p in attackers], [self.piece(p) for p in defenders]
        )
        return found

    def sight(self, position: Place, a: str, b: str) -> dict[str, Any]:
        """Whether one place sees another, in a game that asks."""
        raise BullrunError(f"sight: {self.id} has no lines of sight")

    # --- what a page shows: plain data from the chapter of that name --------------------------------

    @property
    def overlays(self) -> Sequence[Mapping[str, Any]]:
        """The washes over the map that can be asked for."""
        found: Sequence[Mapping[str, Any]] = self.showing.OVERLAYS
        return found

    def overlay(self, position: Place, name: str, side: str, at: str | None) -> Any:
        """A wash over the map."""
        return self.showing.overlay(position, name, side, at)

    def outline(self, position: Place) -> Any:
        """The clock and the sequence of play."""
        return self.showing.outline(position)

    def option_words(self, position: Place, action: Action) -> Any:
        """What a button says."""
        return self.showing.option_words(position, action)

    def place_facts(self, position: Place, place: str) -> Any:
        """The facts of a place."""
        return self.showing.place_facts(position, place)

    def tables(self) -> Any:
        """The printed tables."""
        return self.showing.tables()

    def threats(self, position: Place, side: str) -> Any:
        """What the other side could do to a side's pieces."""
        return self.showing.threats(position, side)

    def score(self, position: Place) -> Any:
        """What a report plots over time."""
        return self.showing.score(position)

    def battle(self, event: Event) -> Any:
        """An event that settles a battle; None for all others."""
        return self.showing.battle(event)

    def luck(self, question: str, facts: Mapping[str, Any], action: Action) -> Any:
        """Whose luck a chance outcome is."""
        return self.showing.luck(question, facts, action)

    # --- what bots think ----------------------------------------------------------------------------

    def worth(self, position: Place, side: str) -> int:
        """How good the position is for a side."""
        found: int = self.judgment.worth(position, self.sides.index(side))
        return found

    def gains(self, position: Place, side: str, decision: Decision) -> Sequence[int] | None:
        """What each option is worth at once, where that can be said without trying it."""
        found: Sequence[int] | None = self.judgment.gains(position, self.sides.index(side), decision)
        return found

    def daring(self, position: Place, side: str, decision: Decision) -> Sequence[int] | None:
        """How much more each option is worth to a bold player; None where nothing seeks a fight."""
        found: Sequence[int] | None = self.judgment.daring(position, self.sides.index(side), decision)
        return found

    def plans(self, position: Place, side: str, random: Random, temper: int = 0) -> list[Plan]:
        """Plans worth trying."""
        found: list[Plan] = self.planning.make_plans(position, self.sides.index(side), temper)
        return found

    def best_plan(self, position: Place, side: str, random: Random, temper: int = 0) -> Plan | None:
        """The plan that promises most."""
        return max(self.plans(position, side, random, temper), key=lambda plan: plan.promise, default=None)

    def serve(self, position: Place, side: str, decision: Decision, plan: Plan) -> Any:
        """What a plan answers to a question; None where it says nothing about it."""
        return self.planning.serve(position, self.sides.index(side), decision, plan)

    def contenders(self, position: Any, side: str, plans: Sequence[Plan]) -> Sequence[Plan]:
        """The plans worth comparing by play-outs: all of them, unless a game knows better."""
        return plans

    def settled(self, position: Any, side: str, plan: Plan) -> Sequence[Plan]:
        """A plan with what it leaves open settled one way or the other."""
        return ()

    def parts_left(self, position: Place) -> int:
        """No stretch of play has parts."""
        return 0

    def rolled_for(self, position: Place, decision: Decision) -> object:
        """What chance is to decide: the procedure, what it is about, and which of its dice."""
        return position.state.frames[-1][:2], decision.question

    @cached_property
    def fitted_outlook(self) -> Outlook:
        """What the signs are worth."""
        return load_outlook(files(self.package) / "data" / "outlook.toml", tuple(self.sign_names))

    def outlook(self, position: Place, side: str) -> int:
        """The side's chance to win, in parts of CERTAIN."""
        outcome = position.state.outcome
        if outcome is not None:
            return CERTAIN if outcome[0] == side else 0 if outcome[0] in self.sides else CERTAIN // 2
        found = self.fitted_outlook.chance(self.signs(position))
        return found if side == self.sides[0] else CERTAIN - found

    # --- names --------------------------------------------------------------------------------------

    def piece(self, name: str) -> int:
        """The number of a piece."""
        number: int | None = self.load_roster().number.get(name)
        if number is None:
            raise UnknownItem(f"unknown piece {name!r}")
        return number
