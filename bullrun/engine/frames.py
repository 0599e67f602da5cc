"""The procedure stack: the sequence of play as plain data, run until somebody must decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.state import Frame


class Procedure(NamedTuple):
    """One kind of frame.

    `ask` returns the decision it waits for; or it does its work, changes the stack (call, goto, end)
    and returns None. `answer` applies a chosen option. Question, options and effect stand side by side.
    """

    ask: Callable[[Any, Frame], Decision | None]
    answer: Callable[[Any, Frame, Action], None] | None = None
