"""Bots think in a process of their own, so the pages never freeze. They get an imagined position: what
their side cannot know is shuffled before it leaves the server."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any

from bullrun.bots import Bot, Seat, is_opponent, make_bot, opponents
from bullrun.engine.action import action_text
from bullrun.engine.game import Game
from bullrun.errors import BullrunError

REGISTRY = "bullrun.games.registry:load_game"
"""Where games come from, as module:function, so that another process can find it too."""


class BotFailed(BullrunError):
    """The bot gave no answer."""


def loader(source: str) -> Any:
    """The function that loads a game by id."""
    module, _, name = source.partition(":")
    return getattr(import_module(module), name)


class Worker:
    """One process that thinks."""

    def __init__(self, games: str = REGISTRY) -> None:
        self._games = games
        self._pool: ProcessPoolExecutor | None = None

    def levels(self) -> dict[str, str]:
        """Bots by name with what they do."""
        return opponents()

    def has(self, level: str) -> bool:
        """Whether a bot of this name can be made."""
        return is_opponent(level)

    async def think(
        self,
        game: str,
        scenario: str,
        options: Mapping[str, str],
        state: dict[str, Any],
        level: str,
        *,
        seed: str,
        table: str = "",
    ) -> str:
        """The action a bot of this level takes. At the same `table` the same bot goes on, with its plan."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context)
        job = (self._games, game, scenario, dict(options), state, level, seed, table)
        try:
            return await asyncio.wrap_future(self._pool.submit(choose, *job))
        except BrokenProcessPool as error:
            self._pool = None
            raise BotFailed("The bot stopped. The game is intact.") from error
        except BullrunError:
            raise
        except Exception as error:
            raise BotFailed(f"The bot stopped: {type(error).__name__}. The game is intact.") from error

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def choose(
    games: str,
    game_id: str,
    scenario: str,
    options: dict[str, str],
    data: dict[str, Any],
    level: str,
    seed: str,
    table: str = "",
) -> str:
    """In the worker: load the game, set the position up, ask the bot."""
    game: Game = loader(games)(game_id)
    start = game.start(scenario, options)
    position = type(start)(start.rules, game.state_from_json(data))
    decision = position.decision()
    if decision is None:
        raise BotFailed("The bot was asked after the end.")
    bot = _sit_down(table, level, seed) if table else make_bot(level, seed)
    return action_text(bot.choose(Seat(game, position, decision)))


_BOTS: dict[tuple[str, str], Bot] = {}
"""The bots that play now, by table and level: one that plans remembers what it is about."""
_MOST_BOTS = 200


def _sit_down(table: str, level: str, seed: str) -> Bot:
    bot = _BOTS.pop((table, level), None) or make_bot(level, seed)
    while len(_BOTS) >= _MOST_BOTS:
        del _BOTS[next(iter(_BOTS))]
    _BOTS[table, level] = bot
    return bot
