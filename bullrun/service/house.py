"""The house: all games of one data folder, loaded on demand, with the bots that play in them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any
from weakref import WeakValueDictionary

from bullrun.bots import can_play, is_opponent, opponents
from bullrun.engine.chart_file import read_charts
from bullrun.engine.decision import CHANCE
from bullrun.engine.game import Game
from bullrun.engine.match import Match
from bullrun.engine.proof import Proof, prove
from bullrun.engine.record import IMAGINE, SEALED, TYPED, Record, RecordError, parse_record, with_dice
from bullrun.engine.view import SPECTATOR, hides_from
from bullrun.errors import BullrunError, UnknownItem
from bullrun.service import salvage
from bullrun.service.jobs import Jobs
from bullrun.service.live import BOT, HOT_SEAT, HOUSE, ME, LiveGame, imagined_at, make_seats, new_id
from bullrun.service.players import Players
from bullrun.service.rows import Damaged, Saved
from bullrun.service.seats import NotYours, is_token, new_token
from bullrun.service.storage import MAKER, NoSuchGame, Storage, now
from bullrun.service.worker import Worker

KEPT_LOADED = 32
"""At most this many games that nobody uses stay in memory; beyond, the one not used for longest is let go."""
ROOM = 100_000
"""At most this many steps of all games together are held in memory. The largest games take some 8 kB a step,
so this is under a gigabyte; games in use are never let go, but no further one is opened."""
PLACE = 50
"""What a game takes in memory before its first step, counted in steps."""
MOST_ENTRIES = 100_000


class HouseFull(BullrunError):
    """The games in use take all the memory there is for games."""


class House:
    """Games by id."""

    def __init__(self, storage: Storage, load_game: Callable[[str], Game], worker: Worker) -> None:
        self.storage = storage
        self.load_game = load_game
        self.worker = worker
        self._loaded: OrderedDict[str, LiveGame] = OrderedDict()
        """The games used last, kept for players who come back to them."""
        self._living: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()
        """Every game that a page, a bot or a request still has in hand: it is found here and never loaded
        again, so that no game lives twice."""
        self._loading = asyncio.Lock()
        self._damaged: dict[str, str] = {}
        """Games that could not be opened since the server started, with the reason."""
        self.players = Players(worker)
        self.jobs = Jobs()

    # --- games ----------------------------------------------------------------------------------

    async def game(self, name: str) -> LiveGame:
        """A game, loaded and proved if it is not in memory."""
        live = self._living.get(name)
        if live is None:
            async with self._loading:
                live = self._living.get(name)
                if live is None:
                    self._make_room()
                    live = await asyncio.to_thread(self._load, name)
        self._keep(live)
        live.veiled = self._is_veiled(live.match.record, live.parent)
        self.players.wake(live)
        return live

    def _is_veiled(self, record: Record, parent: str | None) -> bool:
        """Whether a game is a what-if of one that hides something and still runs."""
        return bool(imagined_at(record)) and self._runs(parent)

    def _runs(self, game: str | None) -> bool:
        """Whether a game, or any that it left, still runs."""
        seen: set[str] = set()
        while game and game not in seen:
            seen.add(game)
            above = self.storage.above(game)
            if above is None:
                return False
            runs, game = above
            if runs:
                return True
        return False

    def _keep(self, live: LiveGame) -> None:
        """Remember a game as the one used last."""
        self._living[live.id] = self._loaded[live.id] = live
        self._loaded.move_to_end(live.id)
        while len(self._loaded) > KEPT_LOADED:
            self._loaded.popitem(last=False)

    def _make_room(self) -> None:
        """Before another game comes into memory: let go of what nobody uses, or say that there is no room."""
        if self._taken() < ROOM:
            return
        self._loaded.clear()
        gc.collect()
        if self._taken() >= ROOM:
            raise HouseFull(
                f"{len(self._living)} games are in use here, and the memory for games is full. "
                "This one is safe: come back when others have been left or are over."
            )

    def _taken(self) -> int:
        return sum(PLACE + len(live.moments) for live in list(self._living.values()))

    def _load(self, name: str) -> LiveGame:
        try:
            live = self._open(name)
        except Damaged as error:
            self._damaged[name] = error.reason
            raise
        self._damaged.pop(name, None)
        return live

    def _open(self, name: str) -> LiveGame:
        saved = self.storage.load(name)
        if saved is None:
            raise NoSuchGame(f"There is no game {name!r} here.")
        try:
            game = self.load_game(saved.record.game)
            wrong = salvage.wrong_seats(game, saved)
            if wrong:
                raise Damaged(f"seats: {wrong}")
            return LiveGame(game, saved, self.storage)
        except UnknownItem as error:
            raise Damaged(f"game: {error}") from error
        except RecordError as error:
            if saved.record.version != game.version:
                raise  # not damaged, but played by other rules
            raise Damaged(f"record: {error.reason}") from error

    def damage(self, row: Mapping[str, Any]) -> str:
        """What is known to be wrong with a listed game."""
        return str(row["damage"]) or self._damaged.get(row["id"], "")

    def salvaged(self, name: str, token: str | None) -> tuple[str, str]:
        """A damaged game as far as it reads, as a file's name and text: all of it when it is over, else what
        the holder of the token may know."""
        found = salvage.examine(self.storage, self.load_game, name)
        if found is None:
            raise NoSuchGame(f"There is no game {name!r} here.")
        saved = found.saved
        veiled = "parent" in found.troubles or self._runs(saved.parent)
        if not veiled and not self._runs(name):
            return f"{name}.bullrun", salvage.as_record(found)
        # A what-if whose beginning does not read may hold the secrets of the game it left.
        open_from = (imagined_at(found.record) or len(saved.record.entries) + 1) if veiled else 0
        unknown = token is None or "seats" in found.troubles
        viewer = SPECTATOR if unknown else self._side_in(saved.seats, token or "")
        return f"{name}-{viewer}.txt", salvage.as_journal(found, viewer, open_from)

    def remove_damaged(self, name: str, token: str | None) -> None:
        """Delete a game that does not open: anybody who holds a seat of it may, or who made it; where nobody
        holds a seat, anybody. There is nothing to go on with, so the other side is not asked."""
        found = self.storage.salvage(name)
        if found is None:
            raise NoSuchGame(f"There is no game {name!r} here.")
        saved, troubles = found
        secrets = [mark["text"] for mark in self.storage.marks_of(name, HOUSE) if mark["kind"] == MAKER]
        if "seats" not in troubles:
            secrets += [seat["token"] for seat in saved.seats.values() if seat["kind"] != BOT]
        is_free = "seats" not in troubles and not any(
            seat["token"] or seat.get("freed") for seat in saved.seats.values() if seat["kind"] != BOT
        )
        if not is_free and not any(is_token(token or "", secret) for secret in secrets):
            raise NotYours(
                "Only who holds a seat of this game, or who made it, can delete it. If no browser can, "
                "stop the server and run: bullrun doctor --repair"
            )
        self.remove(name)

    def finished_record(self, name: str) -> str:
        """The record of a finished game as it lies in the database, not proved; empty while it is played."""
        saved = self.storage.load(name)
        if saved is None or not saved.record.result or self._is_veiled(saved.record, saved.parent):
            return ""
        return saved.record.to_text(with_key=True)

    @contextlib.asynccontextmanager
    async def changing(self, name: str) -> AsyncIterator[LiveGame]:
        """Hold a game while it changes; whatever came of it, everybody who watches is shown it afterwards."""
        live = await self.game(name)
        async with live.lock:
            before = live.match.number
            try:
                yield live
            finally:
                live.tell(min(before, live.match.number))
        self.players.wake(live)

    async def create(
        self,
        game_id: str,
        scenario: str,
        options: Mapping[str, str],
        seats: Mapping[str, dict[str, Any]],
        dice: str = SEALED,
        title: str = "",
        charts: str = "",
    ) -> LiveGame:
        """A new game; `charts` is the text of a file of charts."""
        game = self.load_game(game_id)
        owners = await asyncio.to_thread(read_charts, game, charts) if charts else {}
        made = self._seats(game, seats)
        if dice == TYPED and all(seat["kind"] == BOT for seat in made.values()):
            raise BullrunError("dice: somebody must be there to roll: choose sealed dice for bots")
        match = await asyncio.to_thread(
            Match.new,
            game,
            scenario,
            options,
            dice=dice,
            seats={side: seat["name"] for side, seat in made.items()},
            charts=owners,
        )
        return await self._add(game, match.record, made, title or game.scenarios[scenario].title)

    def _seats(self, game: Game, wanted: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        for side, seat in wanted.items():
            if side not in game.sides:
                raise BullrunError(f"seats: {side!r} is no side; there are {', '.join(game.sides)}")
            if seat["kind"] == BOT:
                _check_level(game, f"seats.{side}.level", seat.get("level", ""))
        return make_seats(game.sides, dict(wanted), game.side_names)

    async def _add(
        self,
        game: Game,
        record: Record,
        seats: dict[str, dict[str, Any]],
        title: str,
        parent: tuple[str, int] | None = None,
    ) -> LiveGame:
        moment = now()
        above, step = parent or (None, None)
        saved = Saved(new_id(), record, seats, title, above, step, moment, moment, 0, {})

        def prove_and_store() -> LiveGame:
            live = LiveGame(game, saved, self.storage)
            self.storage.add(saved._replace(summary=live.summary()))
            live.keep_maker(new_token())
            return live

        self._make_room()
        live = await asyncio.to_thread(prove_and_store)
        live.veiled = self._is_veiled(record, live.parent)
        self._keep(live)
        self.players.wake(live)
        return live

    async def import_record(self, text: str) -> tuple[LiveGame, Proof]:
        """A game from its file, and what the file proves of its dice; a broken one stores nothing."""
        record = await asyncio.to_thread(parse_record, text)
        if len(record.entries) > MOST_ENTRIES:
            raise RecordError(1, f"expected at most {MOST_ENTRIES} actions, got {len(record.entries)}")
        game = self.load_game(record.game)
        seats = make_seats(game.sides, {side: {"kind": HOT_SEAT} for side in game.sides}, game.side_names)
        for side, name in record.seats.items():
            if side in seats:
                seats[side]["name"] = name[:60].strip()
        title = (
            game.scenarios[record.scenario].title if record.scenario in game.scenarios else record.scenario
        )
        _, proof = await asyncio.to_thread(prove, game, record)
        if record.result is None and record.is_sealed:
            # The key stayed with the house that began the game, or whoever read the file knows it: what
            # follows needs dice of our own.
            record = with_dice(game, record.cut(len(record.entries)), record.dice)
        return await self._add(game, record, seats, title), proof

    async def branch(
        self, live: LiveGame, viewer: str, step: int, title: str, seats: Mapping[str, Any]
    ) -> LiveGame:
        """What if: the game up to a step, to be played on with dice of its own. Of a game that still runs,
        what its maker cannot know is dealt anew."""
        moment = live.moment_at(step)
        if not live.over:
            hidden = any(
                hides_from(live.game, position, viewer)
                for position in (live.position_at(moment.n), live.position)
            )
            others = [seat for side, seat in live.seats.items() if side != viewer]
            if hidden and any(seat["kind"] != BOT for seat in others):
                raise BullrunError(
                    "While this game runs, another player's hidden pieces stay hidden: branch after its end."
                )
        kind = TYPED if live.match.record.dice == TYPED else SEALED
        record = with_dice(live.game, live.match.record.cut(moment.n), kind)
        if not live.over and hides_from(live.game, live.position_at(moment.n), viewer):
            # Whoever plays on, on whatever seat, must not learn how things lie in the game that runs.
            record.entries.append((CHANCE, (IMAGINE, viewer, secrets.token_hex(8))))
        wanted = {
            side: {"kind": seat["kind"], "level": seat["level"], "name": seat["name"]}
            for side, seat in live.seats.items()
        }
        wanted |= seats
        made = self._seats(live.game, wanted)
        name = title or f"What if at step {moment.n}"
        return await self._add(live.game, record, made, name, (live.id, moment.n))

    def remove(self, name: str) -> None:
        """Delete a game for good."""
        self.players.leave(name)
        self.jobs.drop(name)
        self._damaged.pop(name, None)
        self._loaded.pop(name, None)
        live = self._living.pop(name, None)
        if live:
            for watcher in tuple(live.watchers):
                watcher.send({"type": "gone"})
            for child in list(self._living.values()):
                if child.parent == name:
                    child.parent, child.parent_step = live.parent, live.parent_step
        self.storage.remove(name)

    # --- seats ----------------------------------------------------------------------------------

    def side_of(self, live: LiveGame, token: str) -> str:
        """The side that a token plays."""
        return self._side_in(live.seats, token)

    def _side_in(self, seats: Mapping[str, Mapping[str, Any]], token: str) -> str:
        for side, seat in seats.items():
            if is_token(token, seat["token"]):
                return side
        raise NotYours("This token opens no seat of the game.")

    def take_over(self, live: LiveGame, side: str, kind: str, level: str = "", name: str = "") -> str:
        """Change who plays a side: a person for a bot that failed, or a bot for a person who left."""
        if side not in live.seats:
            raise BullrunError(f"side: {side!r} is no side; there are {', '.join(live.seats)}")
        if kind == BOT:
            _check_level(live.game, "level", level)
        seats = {s: dict(seat) for s, seat in live.seats.items()}
        token = "" if kind == BOT else new_token()
        fallback = f"{level} bot" if kind == BOT else live.game.side_names[side]
        seats[side] = {
            "kind": kind,
            "name": name or fallback,
            "level": level if kind == BOT else "",
            "token": token,
            "free": False,
            # A bot in the place of somebody whom the maker has put out does not answer for that person.
            "freed": kind == BOT and bool(seats[side].get("freed")),
        }
        live.set_seats(seats)
        live.put_out(side)
        self.players.changed_seats(live, side)
        return token

    def is_thinking(self, game: str) -> bool:
        """True while a bot works on its answer in this game."""
        return self.players.is_thinking(game)

    async def close(self) -> None:
        """Stop thinking and let go of everything."""
        await self.players.close()
        await self.jobs.close()
        self.worker.close()
        self.storage.close()


def _check_level(game: Game, field: str, level: str) -> None:
    """Refuse a bot that there is not, or that cannot play this game."""
    if not can_play(game, level):
        what = f"cannot play {game.title}" if is_opponent(level) else "is no bot"
        raise BullrunError(f"{field}: {level!r} {what}; there are {', '.join(opponents(game))}")


__all__ = ["BOT", "HOT_SEAT", "ME", "House", "HouseFull", "NoSuchGame", "NotYours"]
