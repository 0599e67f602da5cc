"""3. Winning: panic over a lost base, and the stars at nightfall."""

from __future__ import annotations

from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import WORDS, Kind
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import ground
from bullrun.games.sides import CONFEDERATE, SIDES, UNION


@enforces("3.1", "3.2", "M6")
def ask_panic(position: BullRun, frame: Frame) -> Decision | None:
    """The attacker loses at once if an enemy combat unit stands in his base; leaders do not count."""
    side = position.state.side
    enemy = 1 - side
    if ground(position).units[enemy] & position.rules.base[side]:
        town = "Centreville" if side == UNION else "Manassas"
        rule = "3.2" if side == UNION else "3.1"
        position.finish(SIDES[enemy], rule, f"enemy units in {town}: the army panics")
    else:
        position.end()
    return None


@enforces("3.3")
def end_of_last_turn(position: BullRun) -> None:
    """After the 8:00 PM turn the Union wins with a combat unit on a star, otherwise the Confederates."""
    stars = ground(position).units[UNION] & position.rules.stars
    if stars:
        held = ", ".join(position.rules.board.names_of(stars))
        position.finish(SIDES[UNION], "3.3", f"Union units hold the star in {held} at nightfall")
    else:
        position.finish(SIDES[CONFEDERATE], "3.3", "no Union unit stands on a star at nightfall")


PROCEDURES = {"panic": Procedure(ask_panic)}

EVENTS = (Kind("game_over", "{winner} wins: {reason}.", {"winner": WORDS, "reason": WORDS}),)
