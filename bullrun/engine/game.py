"""What a game is: one value made of small values that its folder fills in. What a game does not have is None.

`Game` is loaded once; `Rules` is the game under one scenario and its settings, shared by every position
played under them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bullrun.engine.action import Action, action_text
from bullrun.engine.charts import ChartError, Charts, Owners, canonical
from bullrun.engine.decision import Decision, Fight, Said
from bullrun.engine.display import Display, Marker
from bullrun.engine.events import Event
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import Ledger
from bullrun.engine.memory import Memory
from bullrun.engine.settings import Setting, complete_settings
from bullrun.engine.state import State
from bullrun.engine.vocabulary import Vocabulary, spoken
from bullrun.errors import UnknownItem

if TYPE_CHECKING:
    from bullrun.engine.position import Position
    from bullrun.engine.why_not import Guide

    AnyPosition = Position[Any, Any]

NEUTRAL = ""
"""The side of a chit or marker that belongs to neither."""
MOST_CHARTED = 16
"""Rules with an owner's charts that are kept at hand; those without are few, and all kept."""


NOBODY = "nobody"
"""Among the ways to win: when nobody does."""


class Scenario(NamedTuple):
    """A battle to play."""

    id: str
    title: str
    says: str
    rule: str
    board: str = "map"
    """The name of its map."""
    pieces: str = "pieces"
    """The name of its set of counters."""
    length: str = ""
    """How long it is, in turns and about how many hours."""
    wins: Mapping[str, str] = {}
    """How each side wins, in a sentence by side, and under `NOBODY` when nobody does."""
    balance: str = ""
    """How often each side won where it was measured."""
    first: Mapping[str, Any] | None = None
    """Where it is the game to begin with: `side` of the newcomer and `options`; None elsewhere."""


class PieceInfo(NamedTuple):
    """What any viewer may read on a counter; `facts` are the printed values by name."""

    id: str
    side: str
    kind: str
    name: str
    facts: Mapping[str, Any]


class Rules(Protocol):
    """A game under one scenario and its settings. Immutable."""

    @property
    def procedures(self) -> Mapping[str, Procedure]:
        """Frame name -> procedure."""

    @property
    def board(self) -> Any:
        """The scenario's map; None in a game without one."""

    @property
    def pieces(self) -> Sequence[PieceInfo]:
        """The scenario's counters by piece number."""

    def concealed_by_side(self, state: Any) -> tuple[int, ...]:
        """For each side in order, the bit set of pieces whose identity it may not know."""


class Fought(NamedTuple):
    """What an event tells of a battle: that it is fought, or how the one before it ended."""

    says: str
    fight: Fight | None = None
    """None for the event that tells how it ended."""
    by: str = ""
    """The attacking side."""
    won: bool | None = None
    """By the attacker; None while it is open, or where nobody won."""


class Data(NamedTuple):
    """What a game has in its files; each is read when it is first asked for, and kept."""

    scenarios: Callable[[], Mapping[str, Scenario]]
    settings: Callable[[], Mapping[str, Setting]]
    ledger: Callable[[], Ledger]
    """Every rule in our words."""
    pieces: Callable[[str], Sequence[PieceInfo]]
    """A set of counters by its name, by piece number."""
    board: Callable[[str], Any]
    """A map by its name; None in a game without one."""
    charts: Charts | None = None
    """What of its tables and counters a player who owns the printed game may change."""


class Play(NamedTuple):
    """How it is played."""

    rules: Callable[[str, Mapping[str, str], Owners], Any]
    """The rules in force under a scenario, completed settings and an owner's charts."""
    start: Callable[[Any], AnyPosition]
    """The position under some rules before anything is decided."""
    given: Callable[..., AnyPosition]
    """A position put together by hand, under some rules; `turn`, `side`, `phase`, `pieces`, more by name."""
    state: type[State]
    phase: Callable[[Any], tuple[str, str, str]]
    """(turn, side, phase) in the words the game uses; the side is "" where both act."""
    guide: Guide
    """Why not."""
    imagine: Callable[[Any, str, Random], Any] | None = None
    """A state that looks the same to a viewer, with what it cannot know shuffled; None in a game where
    nothing is ever hidden."""
    draws_in_secret: bool = False
    """Whether chance ever decides what nobody may see: then the machine has a key for it even where people
    roll the dice."""
    windows: Mapping[str, str] = {}
    """Moments in which a side is asked whether it plays something, in words a player reads: a seat may say
    once and for all that it never does."""


class Counters(NamedTuple):
    """What counters and markers look like, from what a viewer knows of them: functions of a game's
    `table/counters.py`. Faces are those of `bullrun.art.counters`, of which the engine knows nothing."""

    face: Callable[[PieceInfo, Mapping[str, Any]], Any]
    """(piece, its state as `describe` gave it): the side that lies up."""
    back: Callable[[str], Any]
    """(side): a counter that lies face down."""
    badges: Callable[[Mapping[str, Any]], Sequence[tuple[str, str]]] = lambda shown: ()
    """(state as `describe` gave it): `(badge, value)` for each state that a player must see at a glance."""
    wears: Mapping[str, Any] = {}
    """Every badge of `badges` and `under`, with the plate and spot of `bullrun.art.badges` that it has."""
    under: Callable[[PieceInfo], str] = lambda piece: ""
    """(piece): where it lies at the bottom of its stack, the badge that the top counter wears for it; "" for
    all that lie in the order of the roster."""
    marker: Callable[[Marker], Any] | None = None
    """(marker): its face. None in a game without markers."""
    states: Callable[[PieceInfo], Sequence[Mapping[str, Any]]] = lambda piece: ({},)
    """(piece): every described state in which it shows another face, in a game that hides pieces: all faces
    are then named at once, and which of them has been seen tells nothing."""


class Table(NamedTuple):
    """What players see. Results are plain JSON values: pieces by id, places by name, numbers that may be
    broken as fraction strings ("4/3"). Where a position is said to be *known*, it is already blanked for
    the viewer; whatever is made from it may depend on nothing else."""

    place_of: Callable[[Any, int], str | None]
    """(position, piece): the name of the place or box where it stands; None when it is out of play."""
    describe: Callable[[Any, int], Mapping[str, Any]]
    """(known position, piece): its present state in words a player reads."""
    display: Callable[[Any], Display]
    """(known position): what lies open on the table besides the pieces: clock, tracks, boxes, markers, rows.
    The ids of its phases are those of `phase`, its boxes the places beside the map that `place_of` names."""
    words: Callable[[Any, Event], str]
    """(rules, event): one sentence for an event whose facts the reader may know."""
    counters: Counters | None = None
    """What counters and markers look like. Plain ones without."""
    apart: bool = False
    """Whether the counters of the sides in one place lie side by side; in one stack otherwise."""
    option: Callable[[Any, Action], Said] | None = None
    """(known position, option): what a button says and what it is about; as the vocabulary has it without."""
    sets_off: Callable[[Any, Action], Sequence[Event]] | None = None
    """The battles that begin with this option of the present decision, because nothing is left to decide
    before the dice: as the log will report them."""
    reach: Callable[[Any, int], list[dict[str, Any]]] | None = None
    """`[{place, cost, path, stops, terms, sets_off}]`: `cost` of arriving, `path` of place names from where
    it stands, `stops` true when it must end there, `terms` `[{at, says, cost, rule}]` that add up to the
    cost, `sets_off` what comes of going there (`SetsOff`), if anything does, from what its side may know."""
    way: Callable[[Any, int, str], list[str]] | None = None
    """(known position, piece, place): the cheapest way there over any number of turns, from where it stands,
    as if nobody stood in it; empty where none leads there."""
    bodies: Callable[[PieceInfo], Sequence[str]] = lambda piece: ()
    """The bodies of troops that a piece belongs to, the smallest first, as a player calls them."""
    sight: Callable[[Any, str, str], dict[str, Any]] | None = None
    """`{result, reason, place, rule}` for the line between two places."""
    combat: Callable[[Any, Fight], dict[str, Any]] | None = None
    """The arithmetic of a fight before it is fought, from a known position. Shown, as far as they are there
    and in this order: `figures` `[{value, chance, says}]` at most three headline numbers, `chance` where one
    is a chance; `terms` `[{says, value, rule, sum}]`; `ladder` `[{name, needs, on}]` the columns; `says` one
    line under it; `results` or `outcomes`: `{name: fraction}` or `[{name, says, chance, faces, tone}]` with
    tone good, fair, even, poor or bad for the attacker; `stages` `[{says, rule, outcomes}]` of which it is
    made up; `notes` `[{says, rule}]`."""
    threats: Callable[[Any, str], list[dict[str, Any]]] | None = None
    """`[{at, says, odds, chance, attackers, defenders}]`, one for each place of the side under threat, from
    a position known to the side."""
    overlays: Sequence[Mapping[str, Any]] = ()
    """`[{id, title, says, key, rule, from_place, sides}]`: `from_place` true when it is asked for one
    place, `sides` true when it is asked for one side."""
    overlay: Callable[[Any, str, str, str | None], dict[str, Any]] | None = None
    """`{places: {name: {tone, text}}, lines: [{path, tone}], says}` with tone one of a, b, c, d, from a
    known position."""
    ground: Callable[[Any, str], list[dict[str, Any]]] | None = None
    """`[{says, value, rule}]` of a place: terrain, borders, limits, points, from a known position."""
    tables: Callable[[Any], list[dict[str, Any]]] | None = None
    """(rules): `[{id, title, rule, head: [words], rows: [[words]], note, charts}]` as they are in force;
    `charts` are the paths of the charts that it shows."""
    score: Callable[[Any], list[dict[str, Any]]] | None = None
    """`[{id, title, rule, values: {side: number}}]`, the same ids at every position."""
    battle: Callable[[Event], Fought | None] | None = None
    """What an event tells of a battle; None for all that tell nothing of one."""
    luck: Callable[[Any, Decision, Action], dict[str, Any] | None] | None = None
    """(rules, decision, outcome): `{side, measure, value}` for one outcome of a chance decision, higher is
    better for the side, which may be `attacker` (whose phase it is, or whose attack in a phase of both) or
    `defender` (the other); None when it says nothing. It is asked for every outcome, so that expectation and
    rarity are exact."""


@dataclass(frozen=True, eq=False)
class Game:
    """A published rule system."""

    id: str
    version: int
    title: str
    credits: str
    sides: tuple[str, ...]
    side_names: Mapping[str, str]
    home: str
    """The module whose `GAME` this is."""
    data: Data
    vocabulary: Vocabulary
    """What its verbs do and what its events tell."""
    play: Play
    table: Table
    thinking: Any = None
    """What bots know, a `Thinking` of `bullrun.thinking.contract`; without it only `random` plays it."""
    _in_force: dict[object, Any] = field(default_factory=dict, init=False, repr=False)
    _with_charts: Memory[object, Any] = field(
        default_factory=lambda: Memory(MOST_CHARTED), init=False, repr=False
    )

    def __repr__(self) -> str:
        return f"Game({self.id!r})"

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Games travel to other processes by name: functions of theirs need not."""
        return game_at, (self.home,)

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The battles to play."""
        return self.data.scenarios()

    @property
    def settings(self) -> Mapping[str, Setting]:
        """Optional rules, kinds of set-up and disputed rulings."""
        return self.data.settings()

    @property
    def ledger(self) -> Ledger:
        """Every rule in our words."""
        return self.data.ledger()

    @property
    def boards(self) -> Mapping[str, Any]:
        """The maps of its scenarios by name, the first scenario's first; none in a game without a map."""
        names = dict.fromkeys(scenario.board for scenario in self.scenarios.values())
        found = {name: self.data.board(name) for name in names}
        return {name: board for name, board in found.items() if board is not None}

    @property
    def counters(self) -> Mapping[str, PieceInfo]:
        """All counters of all scenarios, by id."""
        names = dict.fromkeys(scenario.pieces for scenario in self.scenarios.values())
        return {piece.id: piece for name in names for piece in self.data.pieces(name)}

    def charted(self, owners: Owners) -> dict[str, Any]:
        """An owner's charts in their one form; an error names the item that cannot stand."""
        if self.data.charts is not None:
            return self.data.charts.checked(owners)
        for path in sorted(owners):
            raise ChartError(path, f"{self.id} has no charts that could be changed")
        return {}

    def rules(self, scenario: str, options: Mapping[str, str], charts: Owners | None = None) -> Any:
        """The rules in force under a scenario, settings and an owner's charts; unknown ones raise an error
        that names them."""
        if scenario not in self.scenarios:
            raise UnknownItem(f"scenario {scenario!r}: {self.id} has {', '.join(self.scenarios)}")
        chosen = complete_settings(self.id, self.settings, options)
        owners = self.charted(charts or {})
        key: tuple[Any, ...] = (scenario, tuple(sorted(chosen.items())))
        known = self._in_force
        if owners:
            key, known = (*key, canonical(owners)), self._with_charts
        found = known.get(key)
        if found is None:
            found = known[key] = self.play.rules(scenario, chosen, owners)
        return found

    def start(
        self, scenario: str, options: Mapping[str, str], charts: Owners | None = None
    ) -> Position[Any, Any]:
        """A fresh position, before anything is decided."""
        return self.play.start(self.rules(scenario, options, charts))

    def given(
        self, scenario: str, options: Mapping[str, str], charts: Owners | None = None, **what: Any
    ) -> Position[Any, Any]:
        """A position put together by hand."""
        return self.play.given(self.rules(scenario, options, charts), **what)

    def phase(self, position: AnyPosition) -> tuple[str, str, str]:
        """(turn, side, phase) in the words the game uses."""
        return self.play.phase(position)

    def said(self, position: AnyPosition, action: Action) -> Said:
        """An option of a known position in words."""
        if self.table.option is not None:
            return self.table.option(position, action)
        form = self.vocabulary.form(action)
        return Said(spoken(form, list(action[1:])) if form is not None else action_text(action))


def game_at(home: str) -> Game:
    """The game that a module holds."""
    game: Game = import_module(home).GAME
    return game
