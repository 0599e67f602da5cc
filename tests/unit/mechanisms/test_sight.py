"""Lines of sight on a small blank board, where each thing in the way can be put singly."""

from __future__ import annotations

import pytest

from bullrun.board.hex_grid import HexBoard, HexGrid
from bullrun.board.places import places_in
from bullrun.mechanisms.sight import (
    CREST,
    UNIT,
    WOODS,
    SightPolicy,
    Windows,
    is_clear,
    look,
    own_crest,
    window,
)

BOARD = HexBoard(HexGrid("A1", "J10", "odd"))


def policy(woods="", crest=(), low=""):
    """`crest` are pairs hilltop, slope."""
    slopes = [0] * BOARD.size
    for top, slope in crest:
        slopes[BOARD.place(top)] |= 1 << BOARD.place(slope)
    return SightPolicy(BOARD.set_named(woods.split()), slopes, BOARD.set_named(low.split()))


def see(a, b, units="", **ground):
    return look(BOARD, policy(**ground), BOARD.set_named(units.split()), BOARD.place(a), BOARD.place(b))


def named(sight):
    return [BOARD.name(place) for place in sight.at]


def test_open_ground_is_clear():
    assert see("E5", "E8") == (True, "", ())


def test_woods_block_only_between_the_ends():
    sight = see("E5", "E8", woods="E7")
    assert not sight.clear and sight.because == WOODS and named(sight) == ["E7"]
    assert see("E5", "E8", woods="E5 E8 F5 F6 F7").clear


def test_units_block_except_on_low_ground_and_in_the_end_hexes():
    sight = see("E5", "E8", units="E6")
    assert not sight.clear and sight.because == UNIT and named(sight) == ["E6"]
    assert see("E5", "E8", units="E6", low="E6").clear
    assert see("E5", "E8", units="E5 E8").clear


def test_a_crest_blocks_from_either_side():
    for a, b in (("E5", "E8"), ("E8", "E5")):
        sight = see(a, b, crest=[("E7", "E6")])
        assert not sight.clear and sight.because == CREST and set(named(sight)) == {"E6", "E7"}


def test_over_the_crest_of_its_own_hilltop_nothing_blocks():
    for a, b in (("E5", "E8"), ("E8", "E5")):
        sight = see(a, b, crest=[("E5", "E6"), ("E7", "E6")], woods="E6 E7", units="E6 E7")
        assert sight.clear and sight.because == CREST and named(sight) == ["E5", "E6"]


def test_a_hilltop_without_a_crest_on_that_side_sees_nothing_more():
    assert not see("E5", "E8", crest=[("E5", "E4"), ("E5", "F5")], woods="E6").clear


def test_along_a_hexside_one_open_hex_is_enough():
    """From E5 to G5 the line runs between F4 and F5."""
    assert see("E5", "G5", woods="F4").clear and see("E5", "G5", woods="F5").clear
    assert see("E5", "G5", units="F4").clear
    assert not see("E5", "G5", woods="F4", units="F5").clear
    assert see("E5", "G5", units="F4 F5", low="F5").clear
    assert see("E5", "G5", crest=[("F4", "F5")]).clear, "a crest it runs along is not crossed"
    assert see("E5", "G5", crest=[("F4", "G5")]).clear, "it passes by F5"
    assert not see("E5", "G5", crest=[("F4", "G5"), ("F5", "E5")]).clear
    assert see("E5", "G5", crest=[("E5", "F4")], units="F4 F5").clear, (
        "chosen through F4 it is over its own crest"
    )


def test_beyond_the_edge_of_the_map_nothing_is_in_the_way():
    assert see("A1", "C1", units="B1").clear


def test_sight_is_the_same_from_both_ends():
    ground = policy(woods="D4 F6 F7 G3", crest=[("E5", "E6"), ("E5", "F5"), ("D6", "D7")], low="F5")
    units = BOARD.set_named(["E7", "F5", "D5", "G5"])
    for a in BOARD.places:
        for b in places_in(BOARD.within(a, 4) & ~(1 << a)):
            assert look(BOARD, ground, units, a, b).clear == look(BOARD, ground, units, b, a).clear


def test_windows_say_what_units_must_fill():
    a, b = BOARD.place("E5"), BOARD.place("G5")
    both = BOARD.set_named(["F4", "F5"])
    assert window(BOARD, policy(), a, b) == (both,)
    assert window(BOARD, policy(woods="F4"), a, b) == (BOARD.set_named(["F5"]),)
    assert window(BOARD, policy(woods="F4 F5"), a, b) is None
    assert window(BOARD, policy(low="F4"), a, b) == ()
    assert not is_clear((both,), both) and is_clear((both,), BOARD.set_named(["F4", "G4"]))


def test_the_outlook_keeps_to_its_range():
    view = Windows(BOARD, policy(woods="E6"), 3)
    seen = view.seen_from(BOARD.place("E5"), 0, BOARD.all)
    assert BOARD.names_of(seen & BOARD.set_named(["E6", "E7", "E8", "E2", "E1"])) == ["E2", "E6"]


@pytest.mark.parametrize("crest", [[("E5", "E6")], [("E6", "E5")]])
def test_own_crest_belongs_to_the_hilltop_that_is_an_end(crest):
    found = own_crest(BOARD, policy(crest=crest), BOARD.place("E5"), BOARD.place("E8"))
    assert (found is not None) == (crest[0][0] == "E5")
