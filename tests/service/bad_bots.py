"""Bots that misbehave, known in every process that loads games from here."""

from __future__ import annotations

import os
import time
from typing import Any

from bullrun.bots.levels import LEVELS, Level
from bullrun.bots.seat import Bot, Seat
from bullrun.engine.action import Action
from bullrun.engine.game import Game
from tests.service import table

GAMES = "tests.service.bad_bots:load_game"


class Broken:
    """Raises an error whose words tell everything it has seen."""

    def choose(self, seat: Seat) -> Action:
        raise ZeroDivisionError(f"secret {seat.decision.options}")


class Crashing:
    """Takes its whole process down."""

    def choose(self, seat: Seat) -> Action:
        os._exit(7)


class Hanging:
    """Never answers, and does not even listen to interruptions."""

    def choose(self, seat: Seat) -> Action:
        while True:
            try:
                time.sleep(60)
            except BaseException:
                continue


class Pondering:
    """Thinks for ever, but can be interrupted."""

    def choose(self, seat: Seat) -> Action:
        while True:
            time.sleep(0.01)


class Cheating:
    """Wants what is no option."""

    def choose(self, seat: Seat) -> Action:
        return ("send", "R-4") if seat.side == "blue" else ("send", "B-4")


class Babbling:
    """Answers with what is not even an action."""

    def choose(self, seat: Seat) -> Any:
        return ("", "\n", "(")


class Moody:
    """Fails at its second question and at no other."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, seat: Seat) -> Action:
        self.asked += 1
        if self.asked == 2:
            raise RuntimeError
        return seat.decision.options[0]


def _add(name: str, bot: type[Any]) -> None:
    def make(*_: Any) -> Bot:
        made: Bot = bot()
        return made

    LEVELS[name] = Level("misbehaves", make)


NAMES = {
    "broken": Broken,
    "crashing": Crashing,
    "hanging": Hanging,
    "pondering": Pondering,
    "cheating": Cheating,
    "babbling": Babbling,
    "moody": Moody,
}


def register() -> None:
    """Make them known in this process."""
    for name, bot in NAMES.items():
        _add(name, bot)


def load_game(name: str) -> Game:
    """A game; with it the bad bots are known, in whatever process asks."""
    register()
    return table.load_game(name)
