"""A position: the rules in force, the state, and the loop that runs until somebody must decide."""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, is_forced
from bullrun.engine.events import GAME_OVER, Event
from bullrun.engine.game import Rules
from bullrun.engine.state import State

RESIGNED = "resigned"
"""What stands in the place of a rule when a game ends because a side gives up."""
S = TypeVar("S", bound=State)
R = TypeVar("R", bound=Rules)


class Position(Generic[S, R]):
    """Rules and state. `log` collects events; None while nobody reads them (search, bulk play).

    `cache` holds what a procedure may rebuild from the state at any time; a copy starts without it, a twin
    with a copy of it.
    """

    __slots__ = ("_decision", "cache", "log", "rules", "state")

    def __init__(self, rules: R, state: S, log: list[Event] | None = None) -> None:
        self.rules = rules
        self.state = state
        self.log = log
        self.cache: Any = None
        self._decision: Decision | None = None

    def copy(self) -> Self:
        """An independent position without a log."""
        new = type(self)(self.rules, self.state.copy())
        new._decision = self._decision  # never changed once made, and it asks the same of the same state
        return new

    def twin(self) -> Self:
        """A copy that takes along what has been derived, to go on from here at once."""
        new = self.copy()
        if self.cache is not None:
            new.cache = self.cache.copy()
        return new

    # --- the loop -------------------------------------------------------------------------------

    def decision(self, held: str = "") -> Decision | None:
        """What must be decided now; None when the game is over. Forced steps are taken first, except
        those of a side that is `held`: a question about a position is about that one."""
        decision = self._decision
        if decision is not None:
            return decision
        state = self.state
        procedures = self.rules.procedures
        while state.frames:
            frame = state.frames[-1]
            procedure = procedures[frame[0]]
            decision = procedure.ask(self, frame)
            if decision is None:
                continue
            if is_forced(decision.options) and decision.owner != held and not decision.always:
                assert procedure.answer is not None
                procedure.answer(self, state.frames[-1], decision.options[0])
                continue
            self._decision = decision
            return decision
        return None

    def apply(self, action: Action) -> None:
        """Answer the present decision with one of its options; the caller has checked that it is one."""
        decision = self.decision()
        assert decision is not None, "the game is over"
        frame = self.state.frames[-1]
        self._decision = None
        if decision.weights is not None:
            self.state.draws += 1
        answer = self.rules.procedures[frame[0]].answer
        assert answer is not None
        answer(self, frame, action)

    @property
    def is_over(self) -> bool:
        """True when nothing is left to decide."""
        return self.decision() is None

    # --- the stack ------------------------------------------------------------------------------

    def call(self, name: str, *values: Any) -> None:
        """Put a procedure on the stack; the present one goes on when it has ended."""
        self.state.frames.append((name, *values))

    def goto(self, name: str, *values: Any) -> None:
        """Replace the present procedure, or its locals."""
        self.state.frames[-1] = (name, *values)

    def end(self) -> None:
        """The present procedure is finished."""
        self.state.frames.pop()

    def finish(self, winner: str, rule: str, reason: str) -> None:
        """The game is over."""
        self.state.outcome = (winner, rule, reason)
        self.state.frames.clear()
        self.emit(GAME_OVER, rule, winner=winner, reason=reason)

    def give_up(self, winner: str, reason: str) -> None:
        """A side resigns: the game is over, whatever was to be decided."""
        self._decision = None
        self.finish(winner, RESIGNED, reason)

    # --- the log --------------------------------------------------------------------------------

    def emit(self, kind: str, rule: str, **facts: Any) -> None:
        """Tell what happened, if anybody listens."""
        if self.log is not None:
            self.log.append(Event(kind, rule, facts, self.rules.concealed_by_side(self.state)))

    def emit_veiled(self, kind: str, rule: str, openly: str, **facts: Any) -> None:
        """Tell of a piece that may lie face down: a viewer that may not know it gets the rule `openly`
        instead."""
        if self.log is not None:
            concealed = self.rules.concealed_by_side(self.state)
            self.log.append(Event(kind, rule, facts, concealed, openly=openly))

    def emit_to(self, audience: tuple[str, ...], kind: str, rule: str, **facts: Any) -> None:
        """Tell only these sides."""
        if self.log is not None:
            self.log.append(Event(kind, rule, facts, self.rules.concealed_by_side(self.state), audience))

    def emit_reveal(self, kind: str, rule: str, openly: str = "", **facts: Any) -> None:
        """Tell something that one side did not know before: undo never goes back behind it. `openly` as in
        `emit_veiled`, where only that side learns which piece it is."""
        if self.log is not None:
            concealed = self.rules.concealed_by_side(self.state)
            self.log.append(Event(kind, rule, facts, concealed, None, True, openly))
