"""Who stands where: kept up step by step, it is what a fresh count says; a copy goes its own way."""

from __future__ import annotations

from random import Random

from bullrun.mechanisms.occupancy import Occupancy

SIDE = [unit % 2 for unit in range(8)]


def seen(on: Occupancy) -> tuple[object, ...]:
    return on.stacks, on.units


def test_coming_and_going_agree_with_a_fresh_count():
    random, at = Random(1), dict.fromkeys(range(8), 0)
    on = Occupancy(())
    for _ in range(500):
        unit = random.randrange(8)
        place = random.choice([0, *(1 + SIDE[unit] + 2 * n for n in range(4))])
        on.zones = [1, 1]
        on.memo["derived"] = True
        if at[unit]:
            on.remove(SIDE[unit], unit, at[unit])
        if place:
            on.add(SIDE[unit], unit, place)
        changed = bool(at[unit] or place)
        at[unit] = place
        assert seen(on) == seen(Occupancy((SIDE[u], u, p) for u, p in at.items() if p))
        assert (not on.memo) == changed
        assert (on.zones[SIDE[unit]] is None) == changed and on.zones[1 - SIDE[unit]] == 1


def test_a_copy_goes_its_own_way():
    on = Occupancy([(0, 2, 7), (0, 1, 7), (1, 3, 9)])
    assert on.stacks == {7: [1, 2], 9: [3]} and on.units == [1 << 7, 1 << 9]
    on.memo["derived"] = True
    other = on.copy()
    assert other.memo == {} and seen(other) == seen(on)
    other.remove(0, 2, 7)
    assert on.stacks[7] == [1, 2] and other.stacks[7] == [1]
