"""Sight over levels: the three cases, the deciding hex, all lines against the obvious function."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bullrun.board.hex_grid import HexBoard, HexGrid
from bullrun.board.places import places_in
from bullrun.mechanisms.levels import (
    BLOCKED,
    CLEAR,
    GROUND,
    OBSCURED,
    SCREEN,
    TARGET,
    UNIT,
    Ground,
    Lines,
    between,
    look,
)

BOARD = HexBoard(HexGrid("1000", "1915", "odd"))
FIRER, MIDDLE, TARGET_HEX = (BOARD.place(name) for name in ("1402", "1403", "1404"))


def ground(firer=3, middle=3, target=3, woods=()):
    levels = [1] * BOARD.size
    levels[FIRER], levels[MIDDLE], levels[TARGET_HEX] = firer, middle, target
    return Ground(levels, BOARD.set_named(woods))


@pytest.mark.parametrize(
    ("firer", "middle", "target", "screen", "result"),
    [
        # Both on one level: higher ground blocks, a screen on their level blocks, one below obscures.
        (3, 3, 3, False, CLEAR), (3, 4, 3, False, BLOCKED), (3, 3, 3, True, BLOCKED),
        (3, 2, 3, True, OBSCURED), (3, 2, 3, False, CLEAR),
        # Firer below: ground as high as the target blocks, whatever stands on it.
        (2, 4, 4, False, BLOCKED), (2, 5, 4, False, BLOCKED), (2, 3, 4, True, OBSCURED),
        (2, 2, 4, True, OBSCURED), (2, 3, 4, False, CLEAR), (2, 1, 4, True, OBSCURED),
        # Firer above: ground as high as the firer blocks.
        (4, 4, 2, False, BLOCKED), (4, 5, 2, False, BLOCKED), (4, 3, 2, True, OBSCURED),
        (4, 2, 2, True, OBSCURED), (4, 3, 2, False, CLEAR),
    ],
)  # fmt: skip
@pytest.mark.parametrize("by_unit", [False, True])
def test_the_three_cases(firer, middle, target, screen, result, by_unit):
    """A unit in a hex screens it as woods do."""
    woods = ("1403",) if screen and not by_unit else ()
    units = 1 << MIDDLE if screen and by_unit else 0
    found = look(BOARD, ground(firer, middle, target, woods), units, FIRER, TARGET_HEX)
    assert found.result == result
    if result == CLEAR:
        assert found.because == ""
    else:
        by_ground = middle > max(firer, target) or (middle == max(firer, target) and firer != target)
        assert found == (result, GROUND if by_ground else UNIT if by_unit else SCREEN, MIDDLE)


def test_own_hex_and_target_hex_never_screen_but_the_woods_of_the_target_obscure():
    units = 1 << FIRER | 1 << TARGET_HEX
    assert look(BOARD, ground(woods=("1402",)), units, FIRER, TARGET_HEX).result == CLEAR
    found = look(BOARD, ground(woods=("1404",)), 0, FIRER, TARGET_HEX)
    assert found == (OBSCURED, TARGET, TARGET_HEX)
    assert look(BOARD, ground(middle=9, woods=("1404",)), 0, FIRER, TARGET_HEX).result == BLOCKED


def test_neighbours_always_see_each_other():
    assert look(BOARD, ground(1, 7, 1), 0, FIRER, MIDDLE).result == CLEAR


@pytest.mark.parametrize("wooded", ["1403", "1503"])
def test_along_a_side_the_worse_of_the_two_hexes_counts(wooded):
    a, b = BOARD.place("1404"), BOARD.place("1502")
    sides = [n for n in ("1403", "1503") if n in {BOARD.name(p) for p in BOARD.places}]
    levels = [1] * BOARD.size
    assert wooded in sides
    assert look(BOARD, Ground(levels, BOARD.set_named([wooded])), 0, a, b).result == BLOCKED


def test_the_first_screen_from_the_firer_decides():
    levels = [1] * BOARD.size
    a, b = BOARD.place("1410"), BOARD.place("1405")
    levels[a] = 5
    woods = BOARD.set_named(["1407", "1408"])
    assert BOARD.name(look(BOARD, Ground(levels, woods), 0, a, b).at) == "1408"


REACH = 8


@settings(max_examples=40)
@given(st.integers(0, 10**9))
def test_the_table_of_lines_equals_the_obvious_function(seed):
    random = Random(seed)
    levels = [random.randrange(1, 8) if random.random() < 0.4 else 3 for _ in range(BOARD.size)]
    places = list(BOARD.places)
    woods = sum(1 << p for p in places if random.random() < 0.12)
    lines = Lines(BOARD, Ground(levels, woods), REACH)
    for _ in range(60):
        a = random.choice(places)
        b = random.choice([p for p in places_in(BOARD.within(a, REACH)) if p != a])
        units = sum(1 << p for p in places if random.random() < 0.1)
        obvious = look(BOARD, lines.ground, units, a, b)
        assert lines.result(a, b, units) == obvious.result
        assert lines.result(b, a, units) == BLOCKED or obvious.result != BLOCKED
        met = set(between(BOARD, a, b))
        assert set(places_in(lines.units_between(a, b, units))) == {p for p in met if units >> p & 1}
        if lines.result(a, b, 0) != BLOCKED:
            assert lines.over_screen(a, b) == any(woods >> p & 1 for p in met)


def test_what_is_seen_from_a_place_is_all_within_range_that_is_not_blocked():
    random = Random(5)
    levels = [random.randrange(2, 5) for _ in range(BOARD.size)]
    lines = Lines(BOARD, Ground(levels, BOARD.set_named(["1403", "1506"])), 6)
    units = BOARD.set_named(["1404", "1607"])
    seen = lines.seen_from(FIRER, units, BOARD.all)
    assert seen
    for place in BOARD.places:
        near = 0 < BOARD.distance(FIRER, place) <= 6
        expected = near and look(BOARD, lines.ground, units, FIRER, place).result != BLOCKED
        assert bool(seen >> place & 1) == expected


def test_lines_too_long_for_the_board_are_refused():
    with pytest.raises(ValueError, match="9 hexes"):
        Lines(BOARD, ground(), 9)
