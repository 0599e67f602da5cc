"""One game between bots, from the first decision to the last, as fast as the rules allow."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bullrun.bots import Bot, make_bot
from bullrun.bots.playing import decisions, keyed
from bullrun.engine import chance
from bullrun.engine.action import Action
from bullrun.engine.charts import Owners
from bullrun.engine.decision import CHANCE
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.record import OPEN, Record
from bullrun.errors import BullrunError

MOST_ACTIONS = 1_000_000
"""A game that is longer than this does not end."""


class Endless(AssertionError):
    """A game that went on and on."""


class Result(NamedTuple):
    """How one game went."""

    winner: str
    rule: str
    reason: str
    decisions: int
    """Choices that players made."""
    rolls: int
    """Choices that chance made."""
    turn: str
    """The turn it ended in, in the game's words."""
    better: str
    """The side whose last position is worth more: that tells something about a drawn game. "" for neither."""


class Failed(Exception):
    """A game that broke; `record` opens in `bullrun replay` up to the action that did it."""

    def __init__(self, record: Record, reason: str) -> None:
        super().__init__(record, reason)
        self.record = record
        self.reason = reason

    def text(self) -> str:
        """The record with the reason as its last remark."""
        comments = {**self.record.comments}
        end = len(self.record.entries)
        comments[end] = [*comments.get(end, []), *(f"# {line}" for line in self.reason.splitlines())]
        return replace(self.record, comments=comments).to_text()


def game_key(seed: str) -> bytes:
    """The dice of a game that is named by a seed."""
    return hashlib.sha256(f"bullrun dice of {seed}".encode()).digest()


def seated(game: Game, players: Sequence[str], seed: str) -> dict[str, Bot]:
    """A bot for each side, in the game's order of sides."""
    if len(players) != len(game.sides):
        raise BullrunError(
            f"players: expected {len(game.sides)} names for {', '.join(game.sides)}, got {len(players)}"
        )
    return {side: make_bot(name, f"{seed} {side}") for side, name in zip(game.sides, players, strict=True)}


def play_out(
    game: Game,
    scenario: str,
    options: Mapping[str, str],
    players: Sequence[str],
    seed: str,
    charts: Owners | None = None,
) -> tuple[Result, Record]:
    """Play a whole game; the seed settles the dice and what the bots do."""
    key = game_key(seed)
    bots = seated(game, players, seed)
    record = Record(
        game.id, game.version, scenario, dict(options), OPEN, chance.commitment(key), key.hex(),
        seats=dict(zip(game.sides, players, strict=True)), charts=game.charted(charts or {}),
    )  # fmt: skip
    position = game.start(scenario, options, record.charts)
    try:
        choices, rolls = _run(game, position, bots, key, record.entries)
    except Exception as error:
        raise Failed(record, f"{type(error).__name__}: {error}") from error
    outcome = position.state.outcome
    if outcome is None:
        raise Failed(record, "nothing is left to decide, but nobody has won")
    record.digests[len(record.entries)] = position.state.digest()
    record.result = (outcome[0], outcome[1])
    winner, rule, reason = outcome
    turn = game.phase(position)[0]
    return Result(winner, rule, reason, choices, rolls, turn, _better(game, position)), record


def _better(game: Game, position: Position[Any, Any]) -> str:
    if game.thinking is None:
        return ""
    worths = [game.thinking.worth(position, side) for side in range(len(game.sides))]
    return "" if len(set(worths)) == 1 else game.sides[worths.index(max(worths))]


def _run(
    game: Game,
    position: Position[Any, Any],
    bots: Mapping[str, Bot],
    key: bytes,
    entries: list[tuple[str, Action]],
) -> tuple[int, int]:
    choices = rolls = 0
    for owner, action in decisions(game, position, bots, keyed(key)):
        if owner == CHANCE:
            rolls += 1
        else:
            choices += 1
        entries.append((owner, action))
        if len(entries) > MOST_ACTIONS:
            raise Endless(f"the game has not ended after {MOST_ACTIONS} actions")
    return choices, rolls
