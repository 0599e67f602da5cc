"""Bots think in processes of their own, so the pages never freeze. They get an imagined position: what
their side cannot know is shuffled before it leaves the server. A bot that fails is replaced for the move."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from bullrun.bots import LEVELS, Bot, Seat, at_the_table, levels_for, make_bot
from bullrun.bots.levels import parse_opponent
from bullrun.bots.plans import BALANCED, TEMPERS
from bullrun.bots.seat import Hurried
from bullrun.engine.action import action_text
from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.service.lanes import JobLost, Lane, Tell

REGISTRY = "bullrun.games.registry:load_game"
"""Where games come from, as module:function, so that another process can find it too."""
STAND_INS = ("captain", "random")
"""Who moves for a bot that failed, the next one if the first fails as well."""
PATIENCE = 60.0
"""How many seconds a decision may take beyond what the bot's level allows itself."""
LANES = max(1, os.cpu_count() or 1)
MOST_TABLES = 200
MOST_DOUBTS = 4
DOUBT_LIMIT = 300.0


class Scene(NamedTuple):
    """A position as it goes to another process, already redacted for the bot that thinks about it."""

    games: str
    game: str
    scenario: str
    options: dict[str, str]
    state: dict[str, Any]
    charts: dict[str, Any] = {}

    def open(self) -> tuple[Game, Position[Any, Any], Decision | None]:
        """In the other process: the position and what must be decided in it."""
        game: Game = loader(self.games)(self.game)
        start = game.start(self.scenario, self.options, self.charts)
        position = type(start)(start.rules, game.play.state.from_json(self.state))
        return game, position, position.decision()


class Thought(NamedTuple):
    """What came of thinking."""

    action: str | None
    """None when nobody gave an answer."""
    by: str
    """The level that chose it."""
    failed: str = ""
    """Why the bot itself did not move; empty when it did."""


def loader(source: str) -> Any:
    """The function that loads a game by id."""
    module, _, name = source.partition(":")
    return getattr(import_module(module), name)


class Worker:
    """The lanes: some for bots, one for questions of players, one for doubts, one for reviews. A game's bots
    stay in one lane, where they remember their plans."""

    def __init__(self, games: str = REGISTRY, *, patience: float = PATIENCE, lanes: int = LANES) -> None:
        self.games = games
        self._patience = patience
        self._lanes = [Lane() for _ in range(lanes)]
        self._seated: OrderedDict[str, Lane] = OrderedDict()
        self._thinking: dict[Lane, str] = {}
        self._hurried: set[str] = set()
        self._aside = Lane(niceness=5)
        self._doubt = Lane(niceness=15)
        self._study = Lane(niceness=10)

    def limit(self, level: str) -> float:
        """How many seconds a decision of this level may take before somebody else moves."""
        found = parse_opponent(level)
        if not found.level.has_budget:
            return self._patience
        seconds = found.budget.seconds if found.budget.seconds is not None else found.budget.nodes
        return self._patience + 4 * seconds

    # --- bots -------------------------------------------------------------------------------------------

    async def think(
        self,
        scene: Scene,
        level: str,
        *,
        seed: str,
        table: str,
        allowed: Callable[[str], bool],
        stood_in: bool = False,
    ) -> Thought:
        """An action that is `allowed`, by the bot of this level or whoever stands in for it. At the same
        `table` the same bot goes on, with its plan. `stood_in`: the bot is not even asked."""
        lane = self._lane(table)
        failed = "it has failed before" if stood_in else ""
        try:
            for name in (level, *(one for one in stand_ins(loader(scene.games)(scene.game)) if one != level)):
                if stood_in and name == level:
                    continue
                try:
                    limit = self.limit(name) if name == level else PATIENCE
                    action = await self._ask(lane, table, scene, name, seed, limit)
                except JobLost as error:
                    # One that was asked to move at once and could not is simply replaced.
                    failed = failed or ("" if table in self._hurried else str(error))
                    continue
                if allowed(action):
                    return Thought(action, name, failed)
                failed = failed or "it chose what is no option"
            return Thought(None, "", failed)
        finally:
            self._hurried.discard(table)

    async def _ask(self, lane: Lane, table: str, scene: Scene, level: str, seed: str, limit: float) -> str:
        def begin(_: Any) -> None:
            self._thinking[lane] = table
            if table in self._hurried:
                lane.hurry()

        try:
            job = (choose, scene, level, seed, table)
            found: str = await lane.run(*job, limit=limit, tell=begin)
            return found
        finally:
            if self._thinking.get(lane) == table:
                del self._thinking[lane]

    def _lane(self, table: str) -> Lane:
        """The lane of a game: the one it had, or the one with least to do."""
        game = table.partition(":")[0]
        lane = self._seated.pop(game, None)
        if lane is None:
            held = list(self._seated.values())
            lane = min(self._lanes, key=lambda one: (one.waiting, held.count(one)))
        self._seated[game] = lane
        while len(self._seated) > MOST_TABLES:
            self._seated.popitem(last=False)
        return lane

    def hurry(self, table: str) -> None:
        """Move now: the bot answers with the best it has found, or somebody simpler answers for it."""
        self._hurried.add(table)
        lane = self._seated.get(table.partition(":")[0])
        if lane is not None and self._thinking.get(lane) == table:
            lane.hurry()

    def forget(self, game: str) -> None:
        """A game is gone."""
        self._seated.pop(game, None)
        self._hurried = {table for table in self._hurried if table.partition(":")[0] != game}

    # --- other work -------------------------------------------------------------------------------------

    async def aside(self, function: Callable[..., Any], *args: Any, limit: float | None = None) -> Any:
        """A question of a player, beside the bots."""
        return await self._aside.run(function, *args, limit=limit)

    async def doubt(self, function: Callable[..., Any], *args: Any) -> Any:
        """What a bot asks itself while others move; nobody waits for it. None when too much waits."""
        if self._doubt.waiting > MOST_DOUBTS:
            return None
        return await self._doubt.run(function, *args, limit=DOUBT_LIMIT)

    async def study(self, function: Callable[..., Any], *args: Any, tell: Tell) -> Any:
        """Long work with progress, behind everything else."""
        return await self._study.run(function, *args, tell=tell)

    def close(self) -> None:
        """End all processes."""
        for lane in (*self._lanes, self._aside, self._doubt, self._study):
            lane.close()


def stand_ins(game: Game) -> list[str]:
    """Who answers for a bot that gave none, the best first; random can play everything."""
    return [level for level in STAND_INS if level in levels_for(game)]


_USUAL_TEMPER = next(name for name, temper in TEMPERS.items() if temper == BALANCED)


def level_cards(game: Game | None = None) -> list[dict[str, Any]]:
    """The levels, or those that can play a game, as a page needs them to offer a choice, weakest first. A
    name is put together as LEVEL[:TEMPER][:BUDGET]; without a temper the level has its usual one."""
    return [
        {
            "level": name,
            "says": level.says,
            "tempers": list(TEMPERS) if level.has_temper else [],
            "temper": _USUAL_TEMPER if level.has_temper else "",
            "budget": level.has_budget,
            "alias": level.alias,
        }
        for name, level in (LEVELS if game is None else levels_for(game)).items()
    ]


# --- in the lane ----------------------------------------------------------------------------------------


def choose(tell: Tell, scene: Scene, level: str, seed: str, table: str) -> str:
    """Set the position up and ask the bot; one that is interrupted is answered for by a simpler one."""
    game, position, decision = scene.open()
    if decision is None:
        raise ValueError("asked after the end")
    bot = _sit_down(table, level, seed)
    tell("begun")
    try:
        found = bot.choose(Seat(game, position, decision))
    except Hurried:
        del _BOTS[table, level]  # it may have been stopped in the middle of a thought
        found = make_bot(stand_ins(game)[0], seed).choose(Seat(game, position, decision))
    return action_text(found)


_BOTS: dict[tuple[str, str], Bot] = {}
"""The bots that play now, by table and level: one that plans remembers what it is about."""


def _sit_down(table: str, level: str, seed: str) -> Bot:
    bot = _BOTS.pop((table, level), None) or make_bot(level, seed, at_the_table())
    while len(_BOTS) >= MOST_TABLES:
        del _BOTS[next(iter(_BOTS))]
    _BOTS[table, level] = bot
    return bot
