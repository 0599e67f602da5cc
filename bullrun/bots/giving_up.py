"""Whether a game is lost: when a side wins, or draws, not once in many games played to the end
from worlds it may be in. Only then is it no waste of anybody's time to offer to give up."""

from __future__ import annotations

from random import Random
from time import monotonic

from bullrun.bots.levels import make_bot
from bullrun.bots.playing import decisions, drawn
from bullrun.bots.seat import Seat

TRIES = 24
"""How many games must all be lost: with 95 % confidence the chance is then below one in eight."""
ENOUGH = 12
"""Fewer games than this, tried in the time, say nothing."""
SECONDS = 60.0
PLAYER = "captain"
LONGEST = 20_000


def is_hopeless(seat: Seat, seed: str, tries: int = TRIES, seconds: float = SECONDS) -> bool:
    """Whether the side that must decide lost every game tried. The first that is not lost ends the search."""
    deadline = monotonic() + seconds
    lost = 0
    for number in range(tries):
        if _ends_well(seat, f"{seed} {number}"):
            return False
        lost += 1
        if monotonic() > deadline:
            break
    return lost >= min(ENOUGH, tries)


def _ends_well(seat: Seat, seed: str) -> bool:
    game, dice = seat.game, Random(seed)
    position = seat.imagine(dice)
    bots = {side: make_bot(PLAYER, f"{seed} {side}") for side in game.sides}
    for number, _ in enumerate(decisions(game, position, bots, drawn(dice))):
        if number == LONGEST:
            break
    outcome = position.state.outcome
    return outcome is None or outcome[0] not in game.sides or outcome[0] == seat.side
