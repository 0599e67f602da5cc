"""Offers: moments in which a side may play something it holds, before play goes on.

A window says who is asked in which order, what could be played there now, and what playing it does. Who has
nothing to play is not asked, unless even that would tell something.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bullrun.engine.action import Action
from bullrun.engine.decision import PASS, About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.position import Position
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import END, Verb

AnyPosition = Position[Any, Any]


class Window(NamedTuple):
    """A moment at which something may be played. `about` is what the moment is about: a brigade, a fire."""

    id: str
    rule: str
    question: str
    order: Callable[..., Sequence[str]]
    """(position, *about): the sides in the order in which they are asked."""
    playable: Callable[..., Sequence[Action]]
    """(position, side, *about): what a side could play now."""
    play: Callable[..., None]
    """(position, side, action, *about): what playing it does."""
    repeats: bool = False
    """Go on asking in turn until all have passed in a row; otherwise each is asked once."""
    shows: Callable[..., About] | None = None
    """(position, *about): the piece, fight or place that the moment is about, for whoever is asked."""
    always_ask: bool = False
    """Ask a side that has nothing to play, too: for windows where holding something is secret."""


def offer(position: AnyPosition, window: str, *about: Any) -> None:
    """Open a window now; the present procedure goes on when it has closed."""
    position.call("offer", window, about, 0, 0)


def ask_offer(position: AnyPosition, frame: Frame) -> Decision | None:
    """Ask the next side that has something to play."""
    _, name, about, turn, passed = frame
    window: Window = position.rules.windows[name]
    sides = window.order(position, *about)
    while passed < len(sides):
        side = sides[turn % len(sides)]
        options = window.playable(position, side, *about)
        if options or window.always_ask:
            position.goto("offer", name, about, turn, passed)
            return Decision(
                side,
                window.question,
                [PASS, *options],
                window.rule,
                about=_about(position, window, about),
                always=window.always_ask,
            )
        turn, passed = turn + 1, passed + 1
    position.end()
    return None


def _about(position: AnyPosition, window: Window, about: Sequence[Any]) -> About:
    found = About() if window.shows is None else window.shows(position, *about)
    return found._replace(window=window.id)


def answer_offer(position: AnyPosition, frame: Frame, action: Action) -> None:
    """Pass, or play; the other side may answer."""
    _, name, about, turn, passed = frame
    window: Window = position.rules.windows[name]
    sides = window.order(position, *about)
    side = sides[turn % len(sides)]
    passed = passed + 1 if action == PASS or not window.repeats else 0
    position.goto("offer", name, about, turn + 1, passed)
    if action != PASS:
        window.play(position, side, action, *about)


OFFER = Procedure(ask_offer, answer_offer)
PROCEDURES = {"offer": OFFER}
VERBS = (Verb(PASS[0], END, (), "Pass"),)
