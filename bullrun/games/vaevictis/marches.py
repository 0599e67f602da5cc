"""Marches over a zone map in movement points: whether a forced one leads farther."""

from __future__ import annotations

from collections.abc import Callable

from bullrun.board.places import PlaceId, PlaceSet, places_in


def force_passes(
    points: int,
    forced: int,
    dearest_step: int,
    goals: PlaceSet,
    halts: PlaceSet,
    *,
    zones: Callable[[int], PlaceSet],
    ends: Callable[[int], PlaceSet],
    onward: Callable[[PlaceId, int], PlaceSet],
) -> bool:
    """Whether a forced march leads where a brigade with points left for any step cannot get with a stop:
    there are zones between, full ones for instance, in which it may not stop.

    `goals` are the zones where it may stop with its points; in `halts` its march is over. `zones` gives what
    a number of points leads to, `ends` where it may stop with them, `onward` what they lead to from a stop.
    """
    near, reached = zones(points - dearest_step), zones(points)
    if not reached & ~goals & ~near:
        return False
    # Whether it may stop there is asked last, of the few zones that are left.
    beyond = zones(points + forced) & ~goals
    for left in range(dearest_step - 1, -1, -1):
        nearer = zones(points - left)
        for stop in places_in(goals & nearer & ~near & ~halts):
            beyond &= ~onward(stop, forced + left)
            if not beyond:
                return False
        near |= nearer
    return bool(beyond & ends(points + forced))
