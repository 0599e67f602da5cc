"""A game in play: a match, its moments, its seats, and who watches. Stored before anybody hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bullrun.engine.action import Action, action_text, parse_action
from bullrun.engine.checks import Refusal, Refused
from bullrun.engine.decision import CHANCE
from bullrun.engine.events import Event
from bullrun.engine.game import Game
from bullrun.engine.lines import folded
from bullrun.engine.match import ASK, HERE, NEVER, Match, Stand, Standing, Step, Store, Watch
from bullrun.engine.record import IMAGINE, Record, RecordError, ReplayStep, open_game
from bullrun.engine.view import SPECTATOR, AnyPosition, known_position, sides_differ
from bullrun.errors import BullrunError
from bullrun.service.outgoing import changes, event_lines, question_view, table_view
from bullrun.service.rows import Saved
from bullrun.service.storage import (
    MAKER,
    ORDERS,
    STANDING,
    WISH,
    NoSuchGame,
    NotStored,
    Overtaken,
    Storage,
    now,
)

ME, HOT_SEAT, BOT = "me", "hot-seat", "bot"
HOUSE = "house"
"""Whose notes these are: nobody's at the table."""


class Stale(BullrunError):
    """The sender saw another state of the game than the present one."""


@dataclass
class Moment:
    """The game after a step: how many actions lie behind, who acted, what came of it."""

    n: int
    owner: str
    actions: tuple[tuple[str, Action], ...]
    events: tuple[Event, ...]
    state: Any
    phase: tuple[str, str, str]


@dataclass(eq=False)
class Watcher:
    """One open page."""

    viewer: str
    send: Callable[[dict[str, Any]], None]
    last: dict[str, Any] = field(default_factory=dict)


@dataclass
class BotsHere:
    """How the bots of one game are doing. What people ask of them outlives the server, the rest does not."""

    thinking: dict[str, Any] | None = None
    """Who thinks: side, name, level, since when, after how many actions."""
    paused: bool = False
    until: tuple[str, Any] | None = None
    """While paused: let them move until this has changed."""
    notice: str = ""
    """The last time somebody else had to move for a bot, in words for everybody."""
    trouble: str = ""
    """Why no bot moves at all, although it should."""
    strikes: dict[str, int] = field(default_factory=dict)
    """How often in a row a side's bot failed."""
    offer: str = ""
    """The side whose bot offers to give up."""
    hopeless: dict[str, int] = field(default_factory=dict)
    """For how many of its turns in a row a side's bot has seen no way to win."""
    doubted: dict[str, str] = field(default_factory=dict)
    """The turn in which a side's bot last asked itself."""
    declined: set[str] = field(default_factory=set)
    """Sides whose offer was turned down: they play on to the end."""


class LiveGame:
    """One game of the lobby, loaded. Callers hold `lock` while they change it."""

    def __init__(self, game: Game, saved: Saved, storage: Storage) -> None:
        self.id = saved.id
        self.game = game
        self.parent, self.parent_step = saved.parent, saved.parent_step
        self.created = saved.created
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.veiled = False
        """True while this is a what-if of a game that still runs and hides something."""
        self._storage = storage
        marks = storage.marks_of(self.id, HOUSE)
        paused, declined = _orders(mark["text"] for mark in marks if mark["kind"] == ORDERS)
        self.bots = BotsHere(paused=paused, declined=declined)
        self.maker: str = next((mark["text"] for mark in marks if mark["kind"] == MAKER), "")
        """The secret of the game's maker; empty in games of earlier days."""
        self.wish = _wish(mark["text"] for mark in marks if mark["kind"] == WISH)
        """What a side wants done to the game that needs the other one too: {do, title, sides who agree}."""
        self.notes: list[tuple[int, str]] = [
            (mark["n"], mark["text"]) for mark in marks if mark["kind"] == HOUSE
        ]
        """What the house has to say about the game, by number of actions: it stands in the log."""
        self._open(saved)

    def _open(self, saved: Saved) -> None:
        """Replay the record, once: the match and its moments come of it."""
        record = saved.record
        self.title, self.seats = saved.title, saved.seats
        self.changed, self.revision = saved.changed, saved.revision
        self._kept = len(record.entries)
        """How many actions of the present record lie in the database as they are here."""
        self.standing = self._said()
        """To which windows a side says never, and since when."""
        self.match, self.moments = _resume(self.game, record, self._store, self.standing)
        # Line numbers of an imported file say nothing about what is played from here on.
        record.lines = []

    # --- a what-if of a running game --------------------------------------------------------------

    @property
    def open_from(self) -> int:
        """From how many actions on the game may be looked at: what lies before a what-if is the secret of the
        game it left, as long as that runs."""
        return imagined_at(self.match.record) if self.veiled else 0

    @property
    def open_moments(self) -> list[Moment]:
        """The moments that may be looked at."""
        return [moment for moment in self.moments if moment.n >= self.open_from]

    def check_open(self) -> None:
        """Refuse what would show the game before a what-if began."""
        if self.veiled:
            raise BullrunError(
                "This what-if left a game that still runs: "
                "its record, report and review open when that has ended."
            )

    # --- asking ---------------------------------------------------------------------------------

    @property
    def position(self) -> AnyPosition:
        """The present position."""
        return self.match.position

    @property
    def over(self) -> bool:
        """True when nothing is left to decide."""
        return self.match.decision() is None

    @property
    def hides(self) -> bool:
        """True when a side may know something that the other does not."""
        return sides_differ(self.game, self.position)

    def position_at(self, n: int) -> AnyPosition:
        """The position after n actions, or at the last step before."""
        moment = self.moment_at(n)
        return type(self.position)(self.position.rules, moment.state.copy())

    def moment_at(self, n: int) -> Moment:
        """The last moment with at most n actions behind."""
        moments = self.open_moments
        found = moments[0]
        for moment in moments:
            if moment.n > n:
                break
            found = moment
        return found

    def summary(self) -> dict[str, Any]:
        """What the lobby shows: only what everybody may know."""
        turn, side, phase = self.game.phase(known_position(self.game, self.position, SPECTATOR))
        decision = self.match.decision()
        last = ""
        number = self.match.number
        told = [self.match.log, *(m.events for m in reversed(self.moments[-20:]) if m.n <= number)]
        for events in told:
            lines = event_lines(self.game, self.position.rules, events, SPECTATOR)
            if lines:
                last = lines[-1]["says"]
                break
        outcome = self.position.state.outcome
        return {
            "turn": turn,
            "side": side,
            "phase": phase,
            "turns": len({moment.phase[0] for moment in self.moments}),
            "owner": (self.roller() or decision.owner) if decision else None,
            "last": last,
            "reason": outcome[2] if outcome else None,
        }

    def view(self, viewer: str) -> dict[str, Any]:
        """Everything a page of this viewer shows of the present."""
        match = self.match
        view = table_view(self.game, self.position, viewer)
        decision = question_view(self.game, self.position, viewer, rolls=self.roller() == viewer)
        view |= {
            "id": self.id,
            "title": self.title,
            "board": self.game.scenarios[match.record.scenario].board,
            "number": match.number,
            "seen": self.revision,
            "decision": decision,
            "undo": self._undo_view(viewer),
            "thinking": self.bots.thinking,
            "trouble": self.bots.trouble,
            "bots": self.bots_view(viewer),
            "hides": self.hides,
            "seats": self.seats_view(),
            "parent": self.parent,
            "parent_step": self.parent_step,
            "veiled": self.veiled,
            "wish": self.wish,
            "standing": self.standing_view(viewer),
            "dice": {"kind": match.record.dice, "commitment": match.record.commitment},
        }
        if match.record.charts:
            view["charts"] = len(match.record.charts)
        if self.over and match.record.key:
            view["dice"]["key"] = match.record.key
        return view

    def bots_view(self, viewer: str) -> dict[str, Any]:
        """How the bots are doing, as a page shows it."""
        offer = self.bots.offer if viewer in self.game.sides else ""
        return {"paused": self.bots.paused, "notice": self.bots.notice, "offer": offer}

    def seats_view(self) -> dict[str, Any]:
        """Who sits where, without tokens."""
        return {side: {k: v for k, v in seat.items() if k != "token"} for side, seat in self.seats.items()}

    def _undo_view(self, viewer: str) -> dict[str, Any]:
        steps = 0
        picks = []
        for step in reversed(self.match.steps):
            if step.owner != viewer or step.barrier:
                break
            steps += 1
            picks.append(action_text(step.entries[0][1]))
        why = self.match.why_not_undo(viewer) if viewer in self.game.sides else None
        undone = self.match.undone
        return {
            "steps": steps,
            "why": why.says if why else "",
            "tail": picks[::-1],
            "redo": len(undone) if undone and undone[-1][0] == viewer else 0,
        }

    def log(self, viewer: str, after: int = -1) -> list[dict[str, Any]]:
        """The log as this viewer may read it, from the first step with more than `after` actions behind."""
        lines: list[dict[str, Any]] = []
        for moment in self.open_moments:
            if moment.n <= after:
                continue
            where = {"n": moment.n, "turn": moment.phase[0]}
            if moment.actions and moment.actions[-1][1][0] == IMAGINE:
                lines.append({**where, "kind": HOUSE, "rule": "", "says": self._imagined(moment)})
            noted = [text for n, text in self.notes if n == moment.n]
            lines += [{**where, "kind": HOUSE, "rule": "", "says": text} for text in noted]
            lines += [
                {**where, **line}
                for line in event_lines(self.game, self.position.rules, moment.events, viewer)
            ]
        return lines

    def _imagined(self, moment: Moment) -> str:
        side = self.game.side_names[moment.actions[-1][1][1]]
        says = f"A what-if begins here. What {side} could not know was dealt anew."
        if self.veiled:
            says += " What came before, the record and the report open when the game it left has ended."
        return says

    def record_text(self) -> str:
        """The complete record with its key, for after the end; notes stand in it as comments."""
        record = self.match.record
        comments = {n: list(lines) for n, lines in record.comments.items()}
        for n, text in self.notes:
            comments.setdefault(max(0, n - 1), []).append(f"# {text}")
        return replace(record, comments=comments).to_text(with_key=True)

    def note(self, n: int, text: str) -> None:
        """Put a line into the log, before what the n-th action brought."""
        text = folded(text)
        self.notes.append((n, text))
        with contextlib.suppress(NotStored):
            self._storage.add_mark(self.id, HOUSE, HOUSE, n, text)

    def keep_orders(self) -> None:
        """What people ask of the bots is for good: that they are paused, and who is to play on to the end."""
        told = {"paused": self.bots.paused, "declined": sorted(self.bots.declined)}
        with contextlib.suppress(NotStored):
            self._storage.add_mark(self.id, HOUSE, ORDERS, 0, json.dumps(told))

    def _said(self) -> Standing:
        """What the sides say to windows, as it lies in the database: another server may have been told."""
        if not self.game.play.windows:
            return {}
        marks = self._storage.marks_of(self.id, HOUSE)
        return _standing(self.game, (mark["text"] for mark in marks if mark["kind"] == STANDING))

    def stand(self, side: str, window: str, answer: str) -> None:
        """A side says never to a window, or that it wants to be asked; what is asked now may be answered by
        that. It is for good: it outlives the server."""
        self.standing = self.match.standing = self._said()
        said, decision = self.match.standing, self.match.decision()
        is_asked = decision is not None and decision.owner == side and decision.about.window == window
        try:
            with self._change() if is_asked and answer == NEVER else contextlib.nullcontext():
                step = self.match.stand(side, window, answer)
                if step is not None:
                    self._after(side, step)
                self._storage.add_mark(self.id, HOUSE, STANDING, 0, json.dumps(self.match.standing))
        except BaseException:
            self.match.standing = said
            raise
        self.standing = self.match.standing

    def standing_view(self, viewer: str) -> dict[str, dict[str, str]]:
        """The windows of the game, and what this side has said to each, here or at another server."""
        if viewer not in self.game.sides:
            return {}
        said = self._said().get(viewer, {})
        return {
            window: {"says": says, **_stands(said.get(window))}
            for window, says in self.game.play.windows.items()
        }

    def keep_maker(self, token: str) -> None:
        """Remember who made the game."""
        self._storage.add_mark(self.id, HOUSE, MAKER, 0, token)
        self.maker = token

    def keep_wish(self, wish: dict[str, Any] | None) -> None:
        """Remember what a side wants done to the game, until the other one has answered."""
        if wish != self.wish:
            self._storage.add_mark(self.id, HOUSE, WISH, 0, json.dumps(wish))
        self.wish = wish

    def put_out(self, side: str) -> None:
        """Close the pages of a seat that changes hands: they would go on seeing what it sees."""
        says = "This seat was let go. Reload the page to take a seat or to watch."
        for watcher in tuple(self.watchers):
            if watcher.viewer == side:
                watcher.send({"type": "error", "error": "not-yours", "says": says})
                self.watchers.discard(watcher)

    def actor(self, side: str) -> str:
        """In whose name a side acts now: the one who rolls real dice answers for chance."""
        return CHANCE if side == self.roller() else side

    def roller(self) -> str | None:
        """Who enters the dice when people roll them: the side whose phase it is, or any person."""
        decision = self.match.decision()
        if decision is None or decision.owner != CHANCE or decision.secret:
            return None
        people = [side for side, seat in self.seats.items() if seat["kind"] != BOT]
        active = self.game.phase(self.position)[1]
        return active if active in people else (people[0] if people else None)

    # --- acting ---------------------------------------------------------------------------------

    def check_seen(self, seen: int | None) -> None:
        """Refuse a player who saw another state."""
        if seen is not None and seen != self.revision:
            raise Stale(
                f"This game went on in another window: you saw state {seen}, it is at {self.revision}."
            )

    @contextlib.contextmanager
    def _change(self) -> Iterator[None]:
        """All steps inside are stored as one change, or nothing has happened."""
        moments, kept = list(self.moments), self._kept
        self.standing = self.match.standing = self._said()
        with self._or_stale():
            try:
                with self.match.whole():
                    yield
            except BaseException:
                self.moments, self._kept = moments, kept
                raise

    @contextlib.contextmanager
    def _or_stale(self) -> Iterator[None]:
        """Where another server was first, its game is read and the change here is refused."""
        try:
            yield
        except Overtaken as error:
            saved = self._storage.load(self.id)
            if saved is None:
                raise NoSuchGame(f"There is no game {self.id!r} here any more.") from error
            self._open(saved)
            raise Stale("This game went on at another server: look again before you go on.") from error

    def rename(self, title: str) -> None:
        """Another title."""
        with self._or_stale():
            self._storage.rename(self.id, title, self.revision + 1)
        self.title = title
        self.revision += 1

    def set_seats(self, seats: dict[str, dict[str, Any]]) -> None:
        """Others sit here now."""
        with self._or_stale():
            self._storage.set_seats(self.id, seats, self.revision + 1)
        changed = [side for side, seat in seats.items() if seat["token"] != self.seats[side]["token"]]
        self.seats = seats
        self.revision += 1
        if any(self.standing.get(side) for side in changed):
            # What one player has said is not for the next one on the seat.
            kept = {side: said for side, said in self.standing.items() if side not in changed}
            self.standing = self.match.standing = kept
            with contextlib.suppress(NotStored):
                self._storage.add_mark(self.id, HOUSE, STANDING, 0, json.dumps(kept))

    def submit(self, side: str, action: Action | str) -> None:
        """One action of a side; the player who rolls real dice answers for chance."""
        with self._change():
            self._play(side, action)

    def _play(self, side: str, action: Action | str) -> Step:
        return self._after(side, self.match.submit(self.actor(side), action))

    def resign(self, side: str) -> None:
        """A side gives up."""
        with self._change():
            self._after(side, self.match.resign(side))

    def undo(self, side: str, to: int | None = None) -> int:
        """Take back the last step, or all steps down to `to` actions; says how many."""
        with self._change():
            return self._take_back(side, self.match.number - 1 if to is None else to)

    def reset(self, side: str) -> int:
        """Take back everything since the last barrier."""
        with self._change():
            return self._take_back(side, -1)

    def _take_back(self, side: str, target: int) -> int:
        """Undo down to `target` actions, or as far as it goes; says how many steps."""
        count = 0
        while self.match.number > target:
            refusal = self.match.why_not_undo(side)
            if refusal is not None:
                if count:
                    break
                raise Refused(refusal)
            self.match.undo(side)
            self.moments.pop()
            self._kept = min(self._kept, self.match.number)
            count += 1
        return count

    def redo(self, side: str) -> None:
        """Take again what was taken back."""
        with self._change():
            self._after(side, self.match.redo(side))

    def revise(self, side: str, to: int, actions: Sequence[str]) -> None:
        """Go back to `to` actions and play others: how a pick is taken out of a set. All of it, or nothing
        when any of it is refused. What chance has shown is never taken back: play stops where the dice fall,
        something is revealed or the other side decides, and what was to follow is not even looked at."""
        wanted = [parse_action(action) for action in actions]
        if to > self.match.number:
            raise Refused(Refusal("", f"There are only {self.match.number} actions to go back in, not {to}."))
        with self._change():
            self._take_back(side, to)
            if self.match.number != to:
                raise Refused(Refusal("", "That step cannot be taken back."))
            for action in wanted:
                if self._play(side, action).barrier:
                    break

    def _after(self, side: str, step: Step) -> Step:
        position = self.position
        phase = self.game.phase(position)
        self.moments.append(
            Moment(self.match.number, side, step.entries, step.events, position.state.copy(), phase)
        )
        return step

    def _store(self, match: Match) -> None:
        entries = match.record.entries
        self._storage.keep(self.id, match.record, self._kept, self.revision + 1, self.summary())
        self._kept = len(entries)
        self.revision += 1
        self.changed = now()

    # --- telling --------------------------------------------------------------------------------

    def tell(self, since: int) -> None:
        """Send every watcher what changed, with the events after step `since`."""
        views: dict[str, dict[str, Any]] = {}
        logs: dict[str, list[dict[str, Any]]] = {}
        for watcher in tuple(self.watchers):
            viewer = watcher.viewer
            if viewer not in views:
                views[viewer] = self.view(viewer)
                logs[viewer] = self.log(viewer, since)
            new = views[viewer]
            changed = changes(watcher.last, new)
            watcher.last = new
            if changed or logs[viewer]:
                watcher.send({"type": "update", "since": since, "events": logs[viewer], "changes": changed})

    def greet(self, watcher: Watcher) -> None:
        """Let a page in: everything it may know now."""
        watcher.last = self.view(watcher.viewer)
        self.watchers.add(watcher)
        watcher.send({"type": "hello", "view": watcher.last, "log": self.log(watcher.viewer)})


def _watching(game: Game, found: list[Moment]) -> Watch:
    """Who watches a replay and notes every moment at which somebody must decide."""
    actions: list[tuple[str, Action]] = []
    events: list[Event] = []

    def watch(step: ReplayStep, goes_on: bool) -> None:
        actions.append((step.owner, step.action))
        events.extend(step.events)
        if goes_on:
            return
        state, phase = step.position.state.copy(), game.phase(step.position)
        found.append(Moment(step.number, actions[0][0], tuple(actions), tuple(events), state, phase))
        actions.clear()
        events.clear()

    return watch


def _resume(game: Game, record: Record, store: Store, standing: Standing) -> tuple[Match, list[Moment]]:
    """The match of a record and its moments, from one replay."""
    found: list[Moment] = []
    written = len(record.entries)
    match = Match.resume(game, record, store, _watching(game, found), standing)
    if match.number > written:  # dice or standing answers were due
        step, position = match.steps[-1], match.position
        state, phase = position.state.copy(), game.phase(position)
        found.append(Moment(match.number, step.owner, step.entries, step.events, state, phase))
    return match, [_opening(game, record), *found]


def _orders(kept: Iterable[str]) -> tuple[bool, set[str]]:
    """What people ask of the bots: whether to pause, and who is to play on. What does not read is a pause."""
    for text in kept:
        try:
            told = json.loads(text)
            return bool(told["paused"]), {str(side) for side in told["declined"]}
        except (ValueError, TypeError, KeyError, RecursionError):
            return True, set()
    return False, set()


def _wish(kept: Iterable[str]) -> dict[str, Any] | None:
    """What a side wants done to the game. What does not read was not wanted."""
    for text in kept:
        try:
            told = json.loads(text)
            sides = sorted(str(side) for side in told["sides"])
            return {"do": str(told["do"]), "title": str(told["title"]), "sides": sides}
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
    return None


def _stands(said: Stand | None) -> dict[str, str]:
    """A standing answer for its side."""
    if said is None:
        return {"answer": ASK}
    return {"answer": HERE, "at": said.at} if said.at else {"answer": NEVER}


def _stand(kept: Any) -> Stand:
    """A standing answer as it was kept: after how many actions, and today also where."""
    return Stand(int(kept)) if isinstance(kept, int) else Stand(int(kept[0]), str(kept[1]))


def _standing(game: Game, kept: Iterable[str]) -> Standing:
    """What the sides say to windows. What does not read was not said: they are asked."""
    for text in kept:
        try:
            return {
                str(side): {str(window): _stand(kept) for window, kept in said.items()}
                for side, said in json.loads(text).items()
                if side in game.sides
            }
        except (ValueError, TypeError, AttributeError, IndexError, RecursionError):
            return {}
    return {}


def moments_of(game: Game, record: Record) -> tuple[list[Moment], str]:
    """The moments of a record as far as it can be replayed, and why it goes no further."""
    found: list[Moment] = []
    try:
        found.append(_opening(game, record))
        copy = replace(record, entries=list(record.entries), digests=dict(record.digests))
        Match.resume(game, copy, None, _watching(game, found))
    except BullrunError as error:
        return found, error.reason if isinstance(error, RecordError) else str(error)
    return found, ""


def imagined_at(record: Record) -> int:
    """After how many actions what a side could not know was dealt anew last; 0 where it never was."""
    found = [
        n for n, (owner, action) in enumerate(record.entries, 1) if owner == CHANCE and action[0] == IMAGINE
    ]
    return found[-1] if found else 0


def _opening(game: Game, record: Record) -> Moment:
    log: list[Event] = []
    position = open_game(game, record)
    position.log = log
    position.decision()
    return Moment(0, "", (), tuple(log), position.state.copy(), game.phase(position))


# --- new games ----------------------------------------------------------------------------------


def new_id() -> str:
    """A short name for a game that nobody guesses."""
    return secrets.token_hex(5)


def make_seats(
    sides: Sequence[str], wanted: dict[str, dict[str, Any]], names: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    """Seats with fresh tokens for people."""
    seats = {}
    for side in sides:
        seat = dict(wanted.get(side) or {"kind": ME})
        kind = seat["kind"]
        name = seat.get("name") or (f"{seat['level']} bot" if kind == BOT else names[side])
        seats[side] = {
            "kind": kind,
            "name": name,
            "level": seat.get("level", "") if kind == BOT else "",
            "token": "" if kind == BOT else secrets.token_urlsafe(24),
            "free": False,
        }
    return seats
