"""A match: one game in play. It alone lets actions in; short, and without a game's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from bullrun.engine import chance
from bullrun.engine.action import Action, parse_action
from bullrun.engine.checks import Refusal, Refused
from bullrun.engine.decision import CHANCE, Decision
from bullrun.engine.events import Event
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.record import (
    DIGEST_EVERY,
    IMAGINE,
    OPEN,
    RESIGN,
    SEALED,
    TYPED,
    Record,
    ReplayStep,
    open_game,
    replay,
    resign,
)
from bullrun.engine.view import SPECTATOR, see_refusal
from bullrun.engine.why_not import why_not
from bullrun.errors import BullrunError

Store = Callable[["Match"], None]
"""Called before anybody is told of a move; if it fails, the move has not happened."""


@dataclass(frozen=True)
class Step:
    """One submitted action with the chance it set off."""

    owner: str
    entries: tuple[tuple[str, Action], ...]
    events: tuple[Event, ...]
    barrier: str
    """Why undo stops here; empty when it does not."""


class Match:
    """A position with its record, undo and dice."""

    def __init__(self, game: Game, record: Record, key: bytes | None, store: Store | None = None) -> None:
        self.game = game
        self.record = record
        self.steps: list[Step] = []
        self.undone: list[tuple[str, Action]] = []
        self._before: list[Any] = []
        """The states before the last steps, as far back as undo may go."""
        self._key = key
        self._store = store
        self.log: list[Event] = []
        self.position: Position[Any, Any] = open_game(game, record)
        self.position.log = self.log
        self.position.decision()
        self.opening: tuple[Event, ...] = tuple(self.log)
        self.log.clear()

    # --- making one -----------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: Game,
        scenario: str,
        options: Mapping[str, str] | None = None,
        *,
        dice: str = SEALED,
        key: bytes | None = None,
        seats: Mapping[str, str] | None = None,
        store: Store | None = None,
    ) -> Match:
        """A fresh match. `dice` SEALED or OPEN draw from `key` (made if not given); TYPED asks people."""
        record = Record(game.id, game.version, scenario, dict(options or {}), dice, seats=dict(seats or {}))
        if dice == TYPED:
            key = None
        elif dice in (SEALED, OPEN):
            key = key or chance.new_key()
            record.commitment = chance.commitment(key)
            record.key = key.hex()
        else:
            raise BullrunError(f"dice {dice!r}: expected {SEALED}, {OPEN} or {TYPED}")
        match = cls(game, record, key, store)
        made = match._draw([])
        if made:
            match._push(Step(CHANCE, tuple(made), tuple(match.log), "dice"), None)
            match.log.clear()
        return match

    @classmethod
    def resume(
        cls,
        game: Game,
        record: Record,
        store: Store | None = None,
        watch: Callable[[ReplayStep], None] | None = None,
    ) -> Match:
        """A match from its record, every action proved again; who watches sees every step on the way. Dice of
        the record that are due are rolled: it may have been cut off before them."""
        key = chance.parse_key(record.key) if record.key and record.dice != TYPED else None
        entries, record.entries = record.entries, []
        digests, record.digests = record.digests, {}
        match = cls(game, record, key, None)
        whole = Record(**{**record.__dict__, "entries": entries, "digests": digests})
        before = match.position.state.copy()
        position = match.position
        for step in replay(game, whole):
            position = step.position
            rolled = "branch" if step.action[0] == IMAGINE else "dice"
            if step.owner == CHANCE and match.steps:
                asked = match.steps.pop()
                if not asked.barrier:
                    match._before.pop()
                entries_of, events = (
                    (*asked.entries, (step.owner, step.action)),
                    (*asked.events, *step.events),
                )
                match._push(Step(asked.owner, entries_of, events, rolled), before)
            else:
                barrier = (
                    rolled if step.owner == CHANCE else _barrier(step.events, position.decision(), step.owner)
                )
                if whole.branch and step.number == whole.branch[1]:
                    barrier = barrier or "branch"
                match._push(Step(step.owner, ((step.owner, step.action),), step.events, barrier), before)
            before = position.state.copy()
            if watch is not None:
                watch(step)
        record.entries, record.digests = entries, digests
        match.position = type(position)(position.rules, position.state, match.log)
        asked = match.steps[-1] if match.steps else Step(CHANCE, (), (), "dice")
        made = match._draw([])
        if made:
            del match.steps[-1:]
            match._push(Step(asked.owner, (*asked.entries, *made), (*asked.events, *match.log), "dice"), None)
            match.log.clear()
        match._store = store
        return match

    # --- asking ---------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The state number: how many actions lie behind."""
        return len(self.record.entries)

    def decision(self) -> Decision | None:
        """What must be decided now; None when the game is over."""
        return self.position.decision()

    # --- acting ---------------------------------------------------------------------------------

    def submit(self, seat: str, action: Action | str, seen: int | None = None) -> Step:
        """Take an action of a seat. Owner and membership are checked here, before any handler; a refusal
        changes nothing, and neither does a store or a handler that fails."""
        if isinstance(action, str):
            action = parse_action(action)
        decision = self.position.decision()
        if seen is not None and seen != self.number and decision is not None:
            raise Refused(
                Refusal("", f"Stale: you saw state {seen}, the game is at {self.number}.", {"seen": seen})
            )
        if seat == CHANCE and self.record.dice != TYPED:
            raise Refused(Refusal("", f"The dice are {self.record.dice}: nobody says what they show."))
        refusal = why_not(self.game.play.guide, self.position, seat, action)
        if refusal is not None:
            viewer = seat if seat in self.game.sides else SPECTATOR
            raise Refused(see_refusal(self.game, self.position, refusal, viewer))
        return self._commit(seat, action)

    def resign(self, seat: str) -> Step:
        """A side gives up, whoever is to decide."""
        if self.position.decision() is None:
            raise Refused(Refusal("", "The game is over."))
        if seat not in self.game.sides:
            raise Refused(Refusal("", f"Only {' or '.join(self.game.sides)} can resign, not {seat}."))
        return self._commit(seat, RESIGN)

    def _commit(self, seat: str, action: Action) -> Step:
        """Take a checked action with the chance it sets off; all of it or nothing."""
        before, entries, digests = self.position.state.copy(), len(self.record.entries), self.record.digests
        result = self.record.result
        self.record.digests = dict(digests)
        try:
            self._take(seat, action)
            made = self._draw([(seat, action)])
            barrier = "dice" if len(made) > 1 or seat == CHANCE else _barrier(self.log, self.decision(), seat)
            step = Step(seat, tuple(made), tuple(self.log), barrier)
            if self._store is not None:
                self._store(self)
        except BaseException:
            self.position = type(self.position)(self.position.rules, before, self.log)
            del self.record.entries[entries:]
            self.record.digests, self.record.result = digests, result
            raise
        finally:
            self.log.clear()
        self._push(step, before)
        self.undone.clear()
        return step

    def _push(self, step: Step, before: Any) -> None:
        self.steps.append(step)
        if step.barrier:
            self._before.clear()
        else:
            self._before.append(before)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Steps that belong together: stored at once at the end, or none of them has happened."""
        record, rules, state = self.record, self.position.rules, self.position.state.copy()
        entries, digests, result = list(record.entries), dict(record.digests), record.result
        steps, before, undone = list(self.steps), list(self._before), list(self.undone)
        store, self._store = self._store, None
        try:
            yield
            if store is not None:
                store(self)
        except BaseException:
            self.position = type(self.position)(rules, state, self.log)
            record.entries, record.digests, record.result = entries, digests, result
            self.steps, self._before, self.undone = steps, before, undone
            raise
        finally:
            self._store = store

    def _take(self, owner: str, action: Action) -> None:
        if action == RESIGN and owner in self.game.sides:
            resign(self.game, self.position, owner)
        else:
            self.position.apply(action)
        self.record.entries.append((owner, action))
        decision = self.position.decision()
        if len(self.record.entries) % DIGEST_EVERY == 0 or decision is None:
            self.record.digests[len(self.record.entries)] = self.position.state.digest()
        outcome = self.position.state.outcome
        if decision is None and outcome is not None:
            self.record.result = (outcome[0], outcome[1])

    def _draw(self, made: list[tuple[str, Action]]) -> list[tuple[str, Action]]:
        """Let sealed or open dice decide as long as it is their turn."""
        while self._key is not None:
            decision = self.position.decision()
            if decision is None or decision.weights is None:
                break
            index = chance.draw(self._key, self.position.state.draws, decision.weights)
            action = decision.options[index]
            self._take(CHANCE, action)
            made.append((CHANCE, action))
        return made

    # --- undo -----------------------------------------------------------------------------------

    def why_not_undo(self, seat: str) -> Refusal | None:
        """Why this seat cannot take back its last action; None when it can."""
        if not self.steps:
            return Refusal("", "There is nothing to take back.")
        step = self.steps[-1]
        if step.owner != seat:
            return Refusal("", f"The last action was {step.owner}'s, not {seat}'s.")
        if step.barrier:
            return Refusal("", _BARRIERS[step.barrier])
        return None

    def undo(self, seat: str) -> Step:
        """Take back the seat's last action; never across chance, a reveal or the other side's move."""
        refusal = self.why_not_undo(seat)
        if refusal is not None:
            raise Refused(refusal)
        step = self.steps[-1]
        position, entries, digests = self.position, self.record.entries, self.record.digests
        self.position = type(position)(position.rules, self._before[-1].copy(), self.log)
        kept = len(entries) - len(step.entries)
        self.record.entries = entries[:kept]
        self.record.digests = {n: d for n, d in digests.items() if n <= kept}
        try:
            if self._store is not None:
                self._store(self)
        except BaseException:
            self.position, self.record.entries, self.record.digests = position, entries, digests
            raise
        self.steps.pop()
        self._before.pop()
        self.undone.append((step.owner, step.entries[0][1]))
        return step

    def redo(self, seat: str) -> Step:
        """Take again what was taken back last."""
        if not self.undone or self.undone[-1][0] != seat:
            raise Refused(Refusal("", "There is nothing to take again."))
        left = self.undone[:-1]
        step = self.submit(seat, self.undone[-1][1])
        self.undone = left
        return step


_BARRIERS = {
    "dice": "Dice were rolled: what chance has shown cannot be taken back.",
    "reveal": "Something hidden was revealed: that cannot be taken back.",
    "branch": "This line begins here: what came before belongs to the game it branched from.",
    "owner": "The other side is to decide now: the action is out of your hands.",
    "over": "The game is over.",
}


def _barrier(events: Any, decision: Decision | None, owner: str) -> str:
    if any(event.reveals for event in events):
        return "reveal"
    if decision is None:
        return "over"
    return "" if decision.owner == owner else "owner"
