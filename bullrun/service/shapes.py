"""Requests and answers of the API as checked shapes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from bullrun.engine.chart_file import MOST_BYTES
from bullrun.engine.lines import odd_character


def _line(text: str) -> str:
    """One line with single blanks: names and titles stand in records, journals and lists."""
    odd = odd_character(text)
    if odd:
        raise ValueError(f"{odd} may not stand here")
    return " ".join(text.split())


def _named(text: str) -> str:
    if not text:
        raise ValueError("expected a name, got only blanks")
    return text


def _paragraphs(text: str) -> str:
    for line in text.replace("\r\n", "\n").replace("\t", " ").split("\n"):
        _line(line)
    return text


Name = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")]
Title = Annotated[str, Field(max_length=120), AfterValidator(_line)]
PlayerName = Annotated[str, Field(max_length=60), AfterValidator(_line)]
ActionText = Annotated[str, Field(min_length=1, max_length=2000)]
ChartText = Annotated[str, Field(max_length=MOST_BYTES)]
Seen = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Shape(BaseModel):
    """Unknown keys are refused by name."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Nothing(Shape):
    """A wish that needs no words: {}."""


class SeatWish(Shape):
    """Who shall play a side."""

    kind: Literal["me", "hot-seat", "bot"]
    level: Annotated[str, Field(max_length=64), AfterValidator(_line)] = ""
    name: PlayerName = ""


class NewGame(Shape):
    """A game to begin."""

    game: Name
    scenario: Name
    options: Annotated[dict[Name, Name], Field(max_length=64)] = {}
    seats: Annotated[dict[Name, SeatWish], Field(max_length=8)] = {}
    dice: Literal["sealed", "open", "typed"] = "sealed"
    title: Title = ""
    charts: ChartText = ""
    """A file of charts, as text; none for the game's own."""


class ChartFile(Shape):
    """A file of charts to be checked."""

    text: ChartText


class Import(Shape):
    """A record as text."""

    record: Annotated[str, Field(min_length=1, max_length=3_000_000)]


class Seeing(Shape):
    """A change of the game, with the state its sender saw."""

    seen: Seen


class Act(Seeing):
    """An action."""

    action: ActionText


class TakeBack(Seeing):
    """`to` is the number of actions to go back to."""

    to: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None


class StandingAnswer(Shape):
    """What a seat says once and for all about the moments in which it could play something."""

    window: Name
    answer: Literal["never", "here", "ask"]


class Revision(Seeing):
    """Back to `to` actions, then these."""

    to: Annotated[int, Field(ge=0, le=2**31 - 1)]
    actions: Annotated[list[ActionText], Field(max_length=200)]


class Question(Shape):
    """One question: exactly one key of why, reach, sight, combat, threats, overlay, ground."""

    ask: dict[str, Any]
    at: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None


class BotOrder(Shape):
    """What the bots of a game shall do; `by` says how far a step goes."""

    order: Literal["pause", "resume", "step", "move-now", "try-again", "dismiss"]
    by: Literal["decision", "phase", "turn"] = "decision"


class OfferAnswer(Shape):
    """Whether a bot's offer to give up is taken."""

    accept: bool


class ReviewWish(Shape):
    """How thorough a review shall be: moments along the game, and play-outs from each."""

    points: Annotated[int, Field(ge=2, le=60)] = 9
    rollouts: Annotated[int, Field(ge=1, le=200)] = 8


class RecordReview(ReviewWish):
    """A record to review as it stands, without a game in the lobby."""

    record: Annotated[str, Field(min_length=1, max_length=3_000_000)]


class Branching(Shape):
    """Where to branch, under what title, and who plays."""

    step: Annotated[int, Field(ge=0, le=2**31 - 1)]
    title: Title = ""
    seats: Annotated[dict[Name, SeatWish], Field(max_length=8)] = {}


class Mark(Shape):
    """A bookmark at a step, or the viewer's note."""

    kind: Literal["bookmark", "note"]
    n: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0
    text: Annotated[str, Field(max_length=20_000), AfterValidator(_paragraphs)] = ""


class Rename(Shape):
    """A new title."""

    title: Annotated[str, Field(min_length=1, max_length=120), AfterValidator(_line), AfterValidator(_named)]


class ErrorBody(BaseModel):
    """The shape of every error."""

    error: str
    says: str
    rule: str = ""
    field: str = ""
    facts: dict[str, Any] = {}


class Created(BaseModel):
    """A game that now exists, with the tokens of the people's seats; an imported one with what its record
    proves of the dice."""

    id: str
    tokens: dict[str, str]
    maker: str
    """The secret of the game's maker: it frees any person's seat."""
    proof: dict[str, Any] | None = None


class Asks(BaseModel):
    """The sides that must want it too."""

    asks: list[str]


class Taken(BaseModel):
    """The token of a seat."""

    side: str
    token: str
