"""What a game must say about itself. `Game` is loaded once; `Rules` is the game under one scenario and
one set of options, shared by every position played under them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.events import Event
from bullrun.engine.frames import Procedure
from bullrun.engine.rules import Ledger
from bullrun.errors import BullrunError

if TYPE_CHECKING:
    from bullrun.engine.position import Position


class Choice(NamedTuple):
    """One value of an option, with what it means."""

    id: str
    says: str


class Option(NamedTuple):
    """A setting chosen before play: an optional rule, a disputed ruling, the kind of set-up."""

    id: str
    title: str
    says: str
    rule: str
    default: str
    choices: tuple[Choice, ...]


class Scenario(NamedTuple):
    """A battle to play."""

    id: str
    title: str
    says: str
    rule: str


class PieceInfo(NamedTuple):
    """What any viewer may read on a counter; `facts` are the printed values by name."""

    id: str
    side: str
    kind: str
    name: str
    facts: Mapping[str, Any]


class UnknownItem(BullrunError):
    """An id that the game does not have."""


class Rules(Protocol):
    """A game under one scenario and one set of options. Immutable."""

    @property
    def procedures(self) -> Mapping[str, Procedure]:
        """Frame name -> procedure."""

    def concealed_by_side(self, state: Any) -> tuple[int, ...]:
        """For each side in order, the bit set of pieces whose identity it may not know."""


class Game(Protocol):
    """A published rule system."""

    id: str
    version: int
    title: str
    sides: tuple[str, ...]
    side_names: Mapping[str, str]
    credits: str

    @property
    def scenarios(self) -> Mapping[str, Scenario]: ...
    @property
    def options(self) -> Mapping[str, Option]: ...
    @property
    def pieces(self) -> Sequence[PieceInfo]: ...
    @property
    def board(self) -> Any: ...
    @property
    def ledger(self) -> Ledger: ...

    def start(self, scenario: str, options: Mapping[str, str]) -> Position[Any, Any]:
        """A fresh position; unknown scenarios and options raise an error that names them."""

    def state_from_json(self, data: dict[str, Any]) -> Any:
        """A state of this game from its JSON form."""

    def phase(self, position: Position[Any, Any]) -> tuple[str, str, str]:
        """(turn, side, phase) in the words the game uses."""

    def explain(self, position: Position[Any, Any], side: str, action: Action) -> Refusal | None:
        """Why this action of this side is not possible now; None when it is an option."""

    def imagine(self, position: Position[Any, Any], viewer: str, random: Random) -> Any:
        """A state that looks the same to `viewer`, with what it cannot know shuffled."""

    def describe(self, position: Position[Any, Any], piece: int) -> Mapping[str, Any]:
        """A piece's present state in words a player reads, for viewers who may know the piece."""

    def place_of(self, state: Any, piece: int) -> str | None:
        """The name of the place or box where a piece stands; None when it is out of play."""

    def public(self, position: Position[Any, Any]) -> Mapping[str, Any]:
        """What lies open on the table beside the pieces: turn, tracks, markers, boxes."""

    def words(self, event: Event) -> str:
        """One sentence for an event whose facts the reader may know."""

    def worth(self, position: Position[Any, Any], side: str) -> int:
        """How good the position is for a side, for bots that look one step ahead."""
