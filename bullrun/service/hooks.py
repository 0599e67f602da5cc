"""What a game may offer beyond the `Game` protocol, so that a client can show more than the bare options.

Every hook is optional: the service asks with `isinstance` and leaves the feature out when a game has no such
method. All results are plain JSON values; pieces stand by id, places by name, numbers that may be broken as
fraction strings ("4/3"). The service passes results through the redaction gate, but a hook must also never
let an option, a number or a length depend on what its viewer may not know: where a position is said to be
*known*, it is already blanked for the viewer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from bullrun.art import Badge, CounterFace
from bullrun.engine.action import Action
from bullrun.engine.events import Event
from bullrun.engine.game import PieceInfo
from bullrun.engine.position import Position

AnyPosition = Position[Any, Any]
Json = Mapping[str, Any]


@runtime_checkable
class Reaching(Protocol):
    """Where a piece can go."""

    def reach(self, position: AnyPosition, piece: str) -> list[dict[str, Any]]:
        """`[{place, cost, path, stops, terms}]`: `cost` of arriving, `path` of place names from where it
        stands, `stops` true when it must end there, `terms` `[{at, says, cost, rule}]` that add up to the
        cost."""


@runtime_checkable
class Sighting(Protocol):
    """Lines of sight."""

    def sight(self, position: AnyPosition, a: str, b: str) -> dict[str, Any]:
        """`{result, reason, place, rule}` for the line between two places."""


@runtime_checkable
class Fighting(Protocol):
    """The arithmetic of an attack before it is made. The position is known to the viewer."""

    def combat(
        self, position: AnyPosition, attackers: Sequence[str], defenders: Sequence[str]
    ) -> dict[str, Any]:
        """The umpire's report: strengths, modifiers with rules, column or totals, exact chances as fractions.
        The client shows any of these keys it finds, in this order:
        `figures` `[{value, says}]` at most three headline numbers; `terms` `[{says, value, rule, sum}]`;
        `ladder` `[{name, needs, on}]` the columns; `says` one line under it;
        `results` or `outcomes`: `{name: fraction}` or `[{name, says, chance, faces, tone}]` with tone
        good, fair, even, poor or bad for the attacker; `notes` `[{says, rule}]`."""


@runtime_checkable
class Threatening(Protocol):
    """What the other side could do to mine. The position is known to the side."""

    def threats(self, position: AnyPosition, side: str) -> list[dict[str, Any]]:
        """`[{at, says, odds, chance, attackers, defenders}]`, one for each place of the side under threat."""


@runtime_checkable
class Outlined(Protocol):
    """The clock and the sequence of play, for the top bar."""

    def outline(self, position: AnyPosition) -> dict[str, Any]:
        """`{turns: [names], turn: index, phases: [{id, title}], boxes: [{id, title, rule}]}`; phase ids are
        those of `phase()`, boxes are the places beside the map that `place_of` names."""


@runtime_checkable
class Wording(Protocol):
    """Options in words."""

    def option_words(self, position: AnyPosition, action: Action) -> str | Mapping[str, Any]:
        """What a button says, a verb with its object ("End the movement phase"); or
        `{says, confirm, rule, attack}` where `confirm` is the question to ask before an act that cannot be
        undone, and `attack` `{attackers, defenders, after}` is the fight that the option is about, as a
        question about `combat` (see `Fighting`): with `after`, the option itself, one that it prepares;
        without, one that stands already."""


@runtime_checkable
class Foretelling(Protocol):
    """What an option sets off at once, because nothing is left to decide before the dice."""

    def begins(self, position: AnyPosition, action: Action) -> Sequence[Event]:
        """The battles that begin with this option of the present decision, as the log will tell them. The
        viewer is shown them as he is shown the log, and asked before the option is taken."""


@runtime_checkable
class Overlaid(Protocol):
    """Washes over the map on demand."""

    @property
    def overlays(self) -> Sequence[Json]:
        """`[{id, title, says, key, rule, from_place, sides}]`: `from_place` true when it is asked for one
        place, `sides` true when it is asked for one side."""

    def overlay(self, position: AnyPosition, name: str, side: str, at: str | None) -> dict[str, Any]:
        """`{places: {name: {tone, text}}, lines: [{path, tone}], says}` with tone one of a, b, c, d. The
        position is known to the viewer."""


@runtime_checkable
class Grounded(Protocol):
    """The facts of a place."""

    def place_facts(self, position: AnyPosition, place: str) -> list[dict[str, Any]]:
        """`[{says, value, rule}]`: terrain, borders, limits, points. The position is known to the viewer."""


@runtime_checkable
class Tabled(Protocol):
    """The tables as the game uses them."""

    def tables(self) -> list[dict[str, Any]]:
        """`[{id, title, rule, head: [words], rows: [[words]], note}]`."""


@runtime_checkable
class Scored(Protocol):
    """What a report plots over time."""

    def score(self, position: AnyPosition) -> list[dict[str, Any]]:
        """`[{id, title, rule, values: {side: number}}]`, the same ids at every position."""


@runtime_checkable
class Chronicled(Protocol):
    """Which events are battles."""

    def battle(self, event: Event) -> dict[str, Any] | None:
        """`{at, attackers, defenders, by, won, says}` for the event that settles a battle; None for all
        others. `by` is the attacking side; `won` true, false or None. Where the result comes later:
        `{settles: true, won, says}` for the event that tells how the battle before it ended."""


@runtime_checkable
class Lucky(Protocol):
    """Whose luck a chance outcome is."""

    def luck(self, question: str, facts: Json, action: Action) -> dict[str, Any] | None:
        """`{side, measure, value}` for one outcome of a chance decision, higher is better for the side, which
        may be `attacker` (whose phase it is) or `defender` (the other); None when it says nothing. It is
        asked for every outcome, so that expectation and rarity are exact."""


class Look(Protocol):
    """Faces of the counters, as the module `look` beside a game's `game.py` offers them. A game without one
    gets plain faces made from its pieces' facts. A game that hides pieces also has `states(piece)`: every
    described state in which the piece shows another face, so that all faces can be named at once."""

    MARKERS: Mapping[str, str]
    """Keys of the public table whose lists of places hold a marker, and the marker's symbol."""

    def face(self, piece: PieceInfo, shown: Json) -> CounterFace:
        """What a known piece shows in the state that `describe` gave."""

    def hidden_face(self, side: str) -> CounterFace:
        """The back of a counter."""

    def badges(self, shown: Json) -> list[Badge]:
        """Badges on its rim."""

    def marker_face(self, kind: str) -> CounterFace:
        """A marker."""
