"""The bots at the tables: they move when it is theirs to decide, can be paused, stepped and hurried, and are
replaced for the move when they fail."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from random import Random
from secrets import token_hex

from bullrun.engine.action import parse_action
from bullrun.engine.decision import Decision
from bullrun.engine.game import NEUTRAL
from bullrun.engine.view import imagine
from bullrun.errors import BullrunError
from bullrun.service.lanes import JobLost
from bullrun.service.live import BOT, LiveGame, Stale
from bullrun.service.storage import now
from bullrun.service.studies import see_hope
from bullrun.service.worker import Scene, Thought, Worker

STRIKES = 3
"""After this many failures in a row the bot is not asked again until somebody wants it back."""
HOPELESS_TURNS = 3
"""A bot offers to give up when it has seen no hope in this many of its turns in a row."""


class Players:
    """All bots of the house."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._doubts: dict[asyncio.Task[None], str] = {}

    def is_thinking(self, game: str) -> bool:
        """True while a bot works on its answer in this game."""
        return game in self._tasks

    # --- waking -----------------------------------------------------------------------------------------

    def wake(self, live: LiveGame) -> None:
        """Let bots move if it is theirs to decide and nothing keeps them."""
        if live.id not in self._tasks and self._side_to_move(live) is not None:
            self._tasks[live.id] = asyncio.get_running_loop().create_task(self._play(live))

    def _side_to_move(self, live: LiveGame) -> str | None:
        decision = live.match.decision()
        seat = live.seats.get(decision.owner) if decision else None
        if decision is None or seat is None or seat["kind"] != BOT or live.bots.trouble:
            return None
        if live.bots.paused and (live.bots.until is None or _reached(live, live.bots.until)):
            live.bots.until = None
            return None
        return decision.owner

    async def _play(self, live: LiveGame) -> None:
        """Let bots move as long as it is theirs to decide."""
        try:
            while True:
                async with live.lock:
                    side = self._side_to_move(live)
                    if side is None:
                        break
                    revision, number = live.revision, live.match.number
                    self._show(live, side)
                    scene, level = self.scene(live, side), live.seats[side]["level"]
                    self._consider_giving_up(live, side, scene)
                    decision = live.match.decision()
                    assert decision is not None
                thought = await self._worker.think(
                    scene,
                    level,
                    seed=f"{live.id}:{number}:{token_hex(4)}",
                    table=f"{live.id}:{side}",
                    allowed=partial(_is_option, decision),
                    stood_in=live.bots.strikes.get(side, 0) >= STRIKES,
                )
                async with live.lock:
                    if live.revision == revision:
                        with contextlib.suppress(Stale):  # then the bot looks at what it is now
                            self._move(live, side, decision, thought)
                        live.tell(min(number, live.match.number))
        except BullrunError as error:
            # The bots did their part, but the move could not be kept.
            live.bots.trouble = str(error)
        finally:
            if self._tasks.get(live.id) is asyncio.current_task():
                del self._tasks[live.id]
                live.bots.thinking = None
                live.tell(live.match.number)

    def _show(self, live: LiveGame, side: str) -> None:
        """Tell the pages who thinks, once for a row of decisions."""
        if live.bots.thinking and live.bots.thinking["side"] == side:
            return
        seat = live.seats[side]
        live.bots.thinking = {
            "side": side,
            "name": seat["name"],
            "level": seat["level"],
            "since": now(),
            "n": live.match.number,
        }
        live.tell(live.match.number)

    def scene(self, live: LiveGame, side: str) -> Scene:
        """The present position as the side may think about it."""
        dream = imagine(live.game, live.position, side, Random(f"{live.id}:{live.match.number}"))
        record = live.match.record
        return Scene(
            self._worker.games,
            record.game,
            record.scenario,
            dict(record.options),
            dream.state.to_json(),
            record.charts,
        )

    def _move(self, live: LiveGame, side: str, decision: Decision, thought: Thought) -> None:
        action = thought.action
        if action is None:
            # Nobody could answer: the house draws an option, so that the game goes on.
            options = decision.options
            live.submit(side, options[Random(f"{live.id}:{live.match.number}").randrange(len(options))])
        else:
            live.submit(side, action)
        if not thought.failed:
            live.bots.strikes.pop(side, None)
            return
        strikes = live.bots.strikes[side] = live.bots.strikes.get(side, 0) + 1
        if strikes > STRIKES:
            return  # it was not asked, and everybody has been told
        instead = f"a {thought.by} moved" if thought.by else "the house drew a move"
        side_name, name = live.game.side_names[side], live.seats[side]["name"]
        name = name[:1].upper() + name[1:]
        says = f"{name} ({side_name}) gave no answer, {thought.failed}: {instead} in its place."
        if strikes == STRIKES:
            says += f" It failed {STRIKES} times and is not asked again until somebody wants it back."
        live.bots.notice = says
        live.note(live.match.number, says)

    # --- giving up ----------------------------------------------------------------------------------------

    def _consider_giving_up(self, live: LiveGame, side: str, scene: Scene) -> None:
        """Once in each of its turns a bot that plays against a person asks itself whether there is hope."""
        turn, moving, _ = live.game.phase(live.position)
        bots = live.bots
        people = any(seat["kind"] != BOT for seat in live.seats.values())
        if moving not in (side, NEUTRAL) or not people:
            return
        if side in bots.declined or bots.doubted.get(side) == turn:
            return
        bots.doubted[side] = turn
        task = asyncio.get_running_loop().create_task(self._doubt(live, side, scene))
        self._doubts[task] = live.id
        task.add_done_callback(lambda task: self._doubts.pop(task, None))

    async def _doubt(self, live: LiveGame, side: str, scene: Scene) -> None:
        try:
            hope = await self._worker.doubt(see_hope, scene, f"{live.id}:{live.match.number}")
        except JobLost:
            return
        async with live.lock:
            bots = live.bots
            if hope is None or side in bots.declined or live.over:
                return
            bots.hopeless[side] = 0 if hope else bots.hopeless.get(side, 0) + 1
            if bots.hopeless[side] >= HOPELESS_TURNS:
                bots.offer = side
            elif bots.offer == side:
                bots.offer = ""
            live.tell(live.match.number)

    def answer_offer(self, live: LiveGame, side: str, accept: bool) -> None:
        """A person takes a bot's offer to give up, or has it play on to the end."""
        offer = live.bots.offer
        if not offer or offer == side:
            raise BullrunError("No bot offers to give up.")
        if accept:
            self._stop(live.id)
            live.resign(offer)
        else:
            live.bots.declined.add(offer)
            live.keep_orders()
        live.bots.offer = ""

    # --- what people may ask for --------------------------------------------------------------------------

    def move_now(self, live: LiveGame) -> None:
        """The bot that thinks plays the best it has found."""
        if live.bots.thinking:
            self._worker.hurry(f"{live.id}:{live.bots.thinking['side']}")

    def pause(self, live: LiveGame) -> None:
        """No bot moves until somebody says so; one that thinks stops thinking."""
        live.bots.paused, live.bots.until = True, None
        live.keep_orders()
        self._stop(live.id)
        live.bots.thinking = None

    def resume(self, live: LiveGame) -> None:
        """Bots move again."""
        live.bots.paused, live.bots.until = False, None
        live.keep_orders()

    def step(self, live: LiveGame, by: str) -> None:
        """Let the bots make one decision, or play to the end of the phase or turn, and pause again."""
        live.bots.paused = True
        live.bots.until = (by, _mark(live, by))
        live.keep_orders()

    def again(self, live: LiveGame) -> None:
        """A bot that failed is asked again."""
        live.bots.trouble = live.bots.notice = ""
        live.bots.strikes.clear()

    def changed_seats(self, live: LiveGame, side: str) -> None:
        """Somebody else plays a side now."""
        self._stop(live.id)
        self.again(live)
        live.bots.hopeless.pop(side, None)
        live.bots.declined.discard(side)
        live.bots.offer = ""
        live.keep_orders()

    def leave(self, game: str) -> None:
        """The game is gone."""
        self._stop(game)
        for task, name in list(self._doubts.items()):
            if name == game:
                task.cancel()
        self._worker.forget(game)

    def _stop(self, game: str) -> None:
        task = self._tasks.pop(game, None)
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        """Stop all thinking."""
        tasks = [*self._tasks.values(), *self._doubts]
        for task in tasks:
            task.cancel()
        self._worker.close()
        await asyncio.gather(*tasks, return_exceptions=True)


def _is_option(decision: Decision, action: str) -> bool:
    try:
        return parse_action(action) in decision.options
    except (BullrunError, TypeError, AttributeError):
        return False


def _mark(live: LiveGame, by: str) -> object:
    phase = live.game.phase(live.position)
    return {"decision": live.match.number, "phase": phase, "turn": phase[:2]}[by]


def _reached(live: LiveGame, until: tuple[str, object]) -> bool:
    return _mark(live, until[0]) != until[1]
