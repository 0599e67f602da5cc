"""A match: one game in play. It alone lets actions in; short, and without a game's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from bullrun.engine import chance
from bullrun.engine.action import Action, parse_action
from bullrun.engine.charts import Owners
from bullrun.engine.checks import Refusal, Refused
from bullrun.engine.decision import CHANCE, PASS, Decision
from bullrun.engine.events import Event
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.record import (
    DIGEST_EVERY,
    IMAGINE,
    RESIGN,
    SEALED,
    TYPED,
    Record,
    RecordError,
    ReplayStep,
    open_game,
    replay,
    resign,
    with_dice,
)
from bullrun.engine.view import SPECTATOR, see_refusal
from bullrun.engine.why_not import why_not

Store = Callable[["Match"], None]
"""Called before anybody hears of a move; if it fails, the move has not happened."""
Watch = Callable[[ReplayStep, bool], None]
"""Called for every step of a replay; true when nobody at the table decided what came next."""
NEVER, HERE, ASK = "never", "here", "ask"
"""What a seat may say once and for all about a window: that it lets it go by, that it does so everywhere but
where it is asked now and beside that, or that it is to be asked."""


class Stand(NamedTuple):
    """NEVER, or HERE, of a side to a window."""

    since: int
    """After how many actions it was said. So nothing needs to be marked in the record: a pass before that was
    the side's own answer, a pass after it was given for it."""
    at: str = ""
    """The place of HERE."""


Standing = dict[str, dict[str, Stand]]
"""For each side what it says to windows, if not ASK."""


@dataclass(frozen=True)
class Step:
    """One submitted action with what it set off: chance, and the standing answers of either side."""

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
        self.standing: Standing = {}
        self._before: list[Any] = []
        """The states before the last steps, as far back as undo may go."""
        self._key = key
        self._store = store
        self.log: list[Event] = []
        self.position: Position[Any, Any] = open_game(game, record)
        record.charts = game.charted(record.charts)
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
        charts: Owners | None = None,
    ) -> Match:
        """A fresh match. `dice` SEALED or OPEN draw from `key` (made if not given); TYPED asks people.
        `charts` are an owner's, as `read_charts` gives them."""
        record = Record(
            game.id,
            game.version,
            scenario,
            dict(options or {}),
            seats=dict(seats or {}),
            charts=dict(charts or {}),
        )
        record = with_dice(game, record, dice, key)
        match = cls(game, record, _key_of(record), store)
        made = match._run_on([])
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
        watch: Watch | None = None,
        standing: Standing | None = None,
    ) -> Match:
        """A match from its record, every action proved again; a watcher sees every step. Dice
        and standing answers that are due are given: the record may have been cut off before them."""
        if record.dice == TYPED and not record.commitment and game.play.draws_in_secret:
            raise RecordError(
                record.where.get("dice", 2),
                f"dice typed: {game.id} draws what nobody may see, so a seal must stand here: "
                "dice typed COMMITMENT",
            )
        entries, record.entries = record.entries, []
        digests, record.digests = record.digests, {}
        match = cls(game, record, _key_of(record), None)
        match.standing = standing or {}
        whole = Record(**{**record.__dict__, "entries": entries, "digests": digests})
        position = match.position
        left_at = whole.branch[1] if whole.branch else 0
        run = _Run(position.state.copy())
        for step in replay(game, whole):
            position = step.position
            if step.action[0] == IMAGINE and step.owner == CHANCE:
                if run.entries:
                    match._finish(run, None)
                match._deal_anew(step)
                run = _Run(position.state.copy())
                goes_on = match.answers(position.decision(), step.number)
            else:
                run.entries.append((step.owner, step.action))
                run.events += step.events
                run.leaves = run.leaves or step.number == left_at
                goes_on = match.answers(position.decision(), step.number)
                if not goes_on:
                    match._finish(run, position.decision())
                    run = _Run(position.state.copy())
            if watch is not None:
                watch(step, goes_on)
        record.entries, record.digests = entries, digests
        match.position = type(position)(position.rules, position.state, match.log)
        run.entries = match._run_on(run.entries)
        if run.entries:
            run.events += match.log
            match._finish(run, match.decision())
            match.log.clear()
        match._store = store
        return match

    def _finish(self, run: _Run, decision: Decision | None) -> None:
        """A step that was read from a record is complete."""
        owner = run.entries[0][0]
        barrier = _barrier(run.entries, run.events, decision)
        if run.leaves:
            barrier = barrier or "branch"
        self._push(Step(owner, tuple(run.entries), tuple(run.events), barrier), run.before)

    def _deal_anew(self, step: ReplayStep) -> None:
        """What a side could not know is dealt anew: that belongs to the last step of the game before."""
        last = self.steps.pop() if self.steps else Step(CHANCE, (), (), "")
        entries = (*last.entries, (step.owner, step.action))
        self._push(Step(last.owner, entries, (*last.events, *step.events), "branch"), None)

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
        if seat == CHANCE and decision is not None and decision.secret:
            raise Refused(Refusal(decision.rule, "This is drawn unseen: nobody says what comes."))
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

    def stand(self, seat: str, window: str, answer: str) -> Step | None:
        """A seat says NEVER or HERE to a window from now on, or that it wants to be asked: ASK. NEVER to the
        very question now answers it: the step comes back."""
        windows = self.game.play.windows
        if seat not in self.game.sides:
            raise Refused(Refusal("", f"Only {' or '.join(self.game.sides)} can answer, not {seat}."))
        if window not in windows:
            known = f"there are {', '.join(windows)}" if windows else f"{self.game.id} has none"
            raise Refused(Refusal("", f"window {window!r}: no such window; {known}."))
        if answer not in (NEVER, HERE, ASK):
            raise Refused(Refusal("", f"answer {answer!r}: expected {NEVER}, {HERE} or {ASK}."))
        before = self.standing
        own = {name: said for name, said in before.get(seat, {}).items() if name != window}
        decision = self.decision()
        is_asked = decision is not None and decision.owner == seat and decision.about.window == window
        if answer == HERE:
            at = decision.about.at if decision is not None and is_asked else ""
            if not at:
                says = f"answer {HERE}: only a question that is asked about a place, while it is asked."
                raise Refused(Refusal("", says))
            own[window] = Stand(self.number, at)
        elif answer == NEVER:
            said = before.get(seat, {}).get(window)
            # The pass by which it answers now is its own.
            own[window] = said if said and not said.at else Stand(self.number + is_asked)
        self.standing = {**{side: said for side, said in before.items() if side != seat}, seat: own}
        if answer != NEVER or not is_asked:
            return None
        try:
            return self._commit(seat, PASS)
        except BaseException:
            self.standing = before
            raise

    def answers(self, decision: Decision | None, number: int) -> bool:
        """Whether the machine answers by itself after this many actions: with dice that nobody types, with
        what nobody may see, and for a side that says never."""
        if decision is None:
            return False
        if decision.weights is not None:
            return self.record.dice != TYPED or decision.secret
        said = self.standing.get(decision.owner, {}).get(decision.about.window)
        return (
            said is not None
            and said.since <= number
            and PASS in decision.options
            and not (said.at and decision.about.at and self._is_near(said.at, decision.about.at))
        )

    def _is_near(self, place: str, other: str) -> bool:
        """Whether it is the same place or the next one."""
        board = self.position.rules.board
        here, there = board.place(place), board.place(other)
        return bool(here == there or there in board.neighbours[here])

    def _commit(self, seat: str, action: Action) -> Step:
        """Take a checked action with what it sets off; all of it or nothing."""
        before, entries, digests = self.position.state.copy(), len(self.record.entries), self.record.digests
        result = self.record.result
        self.record.digests = dict(digests)
        try:
            self._take(seat, action)
            made = self._run_on([(seat, action)])
            step = Step(seat, tuple(made), tuple(self.log), _barrier(made, self.log, self.decision()))
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

    def _run_on(self, made: list[tuple[str, Action]]) -> list[tuple[str, Action]]:
        """Answer as long as nobody at the table decides."""
        while (decision := self.position.decision()) is not None and self.answers(decision, self.number):
            action = PASS
            if decision.weights is not None:
                if self._key is None:
                    break  # sealed dice of another house, to be looked at only
                action = decision.options[chance.draw(self._key, self.position.state.draws, decision.weights)]
            self._take(decision.owner, action)
            made.append((decision.owner, action))
        return made

    # --- undo -----------------------------------------------------------------------------------

    def why_not_undo(self, seat: str) -> Refusal | None:
        """Why this seat cannot take back its last action; None when it can."""
        if not self.steps:
            return Refusal("", "There is nothing to take back.")
        step = self.steps[-1]
        if step.owner not in (seat, CHANCE):
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


def _barrier(
    entries: Sequence[tuple[str, Action]], events: Iterable[Event], decision: Decision | None
) -> str:
    """Why a step cannot be taken back: only the next decision that somebody really makes counts."""
    if any(owner == CHANCE for owner, _ in entries):
        return "dice"
    if any(event.reveals for event in events):
        return "reveal"
    if decision is None:
        return "over"
    return "" if decision.owner == entries[0][0] else "owner"


class _Run:
    """A step while it is read from a record."""

    def __init__(self, before: Any) -> None:
        self.before = before
        self.entries: list[tuple[str, Action]] = []
        self.events: list[Event] = []
        self.leaves = False
        """Whether a branch begins after one of its actions."""


def _key_of(record: Record) -> bytes | None:
    return chance.parse_key(record.key) if record.key else None
