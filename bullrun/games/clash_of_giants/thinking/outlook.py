"""How the battle stands between two turns: points, what victory hexes promise, and who is near a target."""

from __future__ import annotations

from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import in_play
from bullrun.games.clash_of_giants.rules.state import NOBODY
from bullrun.games.clash_of_giants.thinking.judgment import lead, pressure, promised, to_target
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.thinking.outlook import Signs

SIGNS = {
    "points": "points as they stand, ours less theirs",
    "promised": "points that victory hexes would pay if nothing changed hands, ours less theirs",
    "ahead": "whether points and promises together win",
    "target": "how many points nearer we are to an automatic victory, when somebody is near one",
    "steps": "steps in play, ours less theirs",
    "grip": "steps near victory hexes, ours less theirs",
}
"""What tells who is ahead, from the Union's view."""
PLAIN = ("points", "promised", "ahead", "target", "steps", "grip")
"""Those that can only be good for whom they count."""
NEAR_TARGET = 10


def signs(position: Clash) -> Signs:
    """The signs of the moment, from the Union's view."""
    rules, state = position.rules, position.state
    turns = rules.last_turn - rules.first_turn + 1
    ahead, hexes = lead(position), promised(position)
    ours, theirs = (max(0, NEAR_TARGET - to_target(position, side)) for side in (UNION, CONFEDERATE))
    steps = [
        sum(state.steps[unit] for unit in in_play(position, rules.roster.of_side[side]))
        for side in (UNION, CONFEDERATE)
    ]
    grip = sum(
        pressure(position, UNION, place) - pressure(position, CONFEDERATE, place)
        for place, owner in zip(rules.victory_hexes, state.control, strict=True)
        if owner != NOBODY
    )
    return Signs(
        max(0, min(1000, 1000 * (state.turn - rules.first_turn) // turns)),
        (
            ahead,
            hexes,
            1 if ahead + hexes >= 0 else -1,
            ours - theirs,
            steps[0] - steps[1],
            grip,
        ),
    )
