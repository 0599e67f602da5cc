"""The table of opponents: names a player understands, what they do, and how one is made from its name.

A name is LEVEL, LEVEL:TEMPER or, for the general, also LEVEL:TEMPER:BUDGET or LEVEL:BUDGET, where the budget
is a number of play-outs a decision group ("40") or seconds ("2s").
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from bullrun.bots.colonel_bot import ColonelBot, GeneralBot
from bullrun.bots.greedy_bot import GreedyBot
from bullrun.bots.plans import BALANCED, TEMPERS
from bullrun.bots.random_bot import RandomBot
from bullrun.bots.recruit_bot import RecruitBot
from bullrun.bots.search import USUAL, Budget
from bullrun.bots.seat import Bot
from bullrun.engine.game import Game
from bullrun.errors import UnknownItem

NO_LIMIT = 1_000_000


NOTHING, WORTH, PLANNING = range(3)
"""How much a game must say to bots before a level can play it."""


class Level(NamedTuple):
    """One kind of opponent."""

    says: str
    make: Callable[[str, int, Budget], Bot]
    needs: int = NOTHING
    has_temper: bool = False
    has_budget: bool = False
    alias: str = ""
    """The level that this is another name of."""


LEVELS: dict[str, Level] = {
    "recruit": Level(
        "has sense but no eye: leaves out what is plainly bad and draws among the rest",
        lambda seed, temper, budget: RecruitBot(seed, temper),
        WORTH,
        has_temper=True,
    ),
    "captain": Level(
        "greedy: looks one step ahead and takes what is worth most, dice averaged",
        lambda seed, temper, budget: GreedyBot(seed, temper),
        WORTH,
        has_temper=True,
    ),
    "colonel": Level(
        "plans its turn, masses for good odds, guards what it must not lose",
        lambda seed, temper, budget: ColonelBot(seed, temper),
        PLANNING,
        has_temper=True,
    ),
    "general": Level(
        "compares plans by playing them out, the enemy's reply included",
        lambda seed, temper, budget: GeneralBot(seed, temper, budget),
        PLANNING,
        has_temper=True,
        has_budget=True,
    ),
    "random": Level(
        "takes any option, each as likely as the others", lambda seed, temper, budget: RandomBot(seed)
    ),
    "greedy": Level(
        "another name of the captain",
        lambda seed, temper, budget: GreedyBot(seed, temper),
        WORTH,
        has_temper=True,
        alias="captain",
    ),
}
"""Every opponent by name, weakest first; the last two are plain yardsticks."""


def levels_for(game: Game) -> dict[str, Level]:
    """The levels that can play a game: without worth only random, without planning none that plans."""
    knows = NOTHING
    if game.thinking is not None:
        knows = WORTH if game.thinking.planning is None else PLANNING
    return {name: level for name, level in LEVELS.items() if level.needs <= knows}


class Opponent(NamedTuple):
    """A name taken apart."""

    level: Level
    temper: int
    budget: Budget


def parse_opponent(name: str, usual: Budget = USUAL) -> Opponent:
    """The opponent of a name, with the usual budget if it names none; an error says what is wrong with it."""
    word, *more = name.split(":")
    level = LEVELS.get(word)
    if level is None:
        raise UnknownItem(f"player {name!r}: no such bot; there are: {', '.join(LEVELS)}")
    temper, budget = BALANCED, usual
    for part in more:
        if part in TEMPERS and level.has_temper:
            temper = TEMPERS[part]
        elif level.has_budget and (found := _budget(part)):
            budget = found
        else:
            known = [*TEMPERS] if level.has_temper else []
            known += ["a number of play-outs", "seconds like 2s"] if level.has_budget else []
            expected = f"expected {' or '.join(known)}" if known else f"{word} takes no setting"
            raise UnknownItem(f"player {name!r}: {part!r}: {expected}")
    return Opponent(level, temper, budget)


def _budget(text: str) -> Budget | None:
    try:
        if text.endswith("s"):
            seconds = float(text[:-1])
            return Budget(NO_LIMIT, seconds) if 0 < seconds < 3600 else None
        nodes = int(text)
    except ValueError:
        return None
    return Budget(nodes) if 0 < nodes <= NO_LIMIT else None


def is_opponent(name: str) -> bool:
    """Whether a bot of this name can be made."""
    try:
        parse_opponent(name)
    except UnknownItem:
        return False
    return True


def can_play(game: Game, name: str) -> bool:
    """Whether there is a bot of this name, and it can play this game."""
    return is_opponent(name) and name.split(":")[0] in levels_for(game)


def check_player(game: Game, name: str) -> None:
    """Refuse a bot that there is not, or that cannot play this game; the error says which can."""
    parse_opponent(name)
    if not can_play(game, name):
        raise UnknownItem(
            f"player {name!r}: cannot play {game.title}; there are: {', '.join(levels_for(game))}"
        )


def opponents(game: Game | None = None) -> dict[str, str]:
    """Every level, or every one that can play a game, and every temper of those that have one, with what it
    does: for lists to choose from."""
    found = {}
    for name, level in (LEVELS if game is None else levels_for(game)).items():
        found[name] = level.says
        if level.has_temper:
            for temper in ("cautious", "bold"):
                found[f"{name}:{temper}"] = f"{level.says}; {temper}"
    return found


def make_bot(name: str, seed: str, usual: Budget = USUAL) -> Bot:
    """A fresh bot; the seed settles all its choices, but for a general who thinks by the clock. A general
    whose name has no budget thinks within the usual one, and all use the usual one's cores."""
    level, temper, budget = parse_opponent(name, usual)
    return level.make(seed, temper, budget._replace(cores=usual.cores))


def at_the_table() -> Budget:
    """How a general thinks when a person waits for it: two seconds on all cores."""
    return Budget(NO_LIMIT, 2.0, os.cpu_count() or 1)
