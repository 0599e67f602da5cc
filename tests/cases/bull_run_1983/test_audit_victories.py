"""10: what an automatic victory leaves behind for the rest of the phase."""

from __future__ import annotations

import pytest

from tests.cases.bull_run_1983.scene import options, play, roll, scene

GAME = "bull-run-1983"

SHERMAN, TERRY = "USA-BG-S-Sherman", "CSA-C-EV-Terry"


def moves(position, piece):
    return [option for option in options(position) if option.startswith(f"move {piece} ")]


@pytest.mark.rule(GAME, "10.6", "5.2")
def test_after_it_only_pieces_move_that_have_not_moved_yet():
    up = {"active": True}
    position = scene(
        {
            SHERMAN: {"at": "AA31", **up},
            "USA-C-P-Palmer": {"at": "U27", **up},
            "USA-L-0-McDowell": {"at": "U27", **up},
            TERRY: "AA32",
        },
        phase="movement",
    )
    play(position, "move USA-C-P-Palmer U28")
    assert moves(position, "USA-C-P-Palmer"), "he has points left"
    play(position, "av AA32")
    roll(position, 1)
    play(position, "done")
    assert not moves(position, "USA-C-P-Palmer"), "he had moved before the battle"
    assert moves(position, "USA-L-0-McDowell"), "he has not"
    assert not moves(position, SHERMAN), "he attacked"


@pytest.mark.rule(GAME, "10.6", "8.41")
def test_parts_of_a_brigade_that_made_one_move_no_more():
    position = scene({SHERMAN: {"at": "AA31", "active": True}, TERRY: "AA32"}, phase="movement")
    play(position, "av AA32")
    roll(position, 1)
    play(position, "done", f"break {SHERMAN}")
    assert not any(option.startswith("move") for option in options(position))


@pytest.mark.rule(GAME, "10.5", "10.6")
def test_its_attackers_make_no_second_one_however_weak_the_next_enemy():
    """Sherman advances next to Munford, one point: 8-1 again, but he has attacked."""
    position = scene(
        {
            SHERMAN: {"at": "AA31", "active": True},
            TERRY: "AA32",
            "CSA-C-K-Munford": "AA33",
            "USA-BG-F-Franklin": {"at": "U27", "active": True},
        },
        phase="movement",
    )
    play(position, "av AA32")
    roll(position, 1)
    play(position, f"advance {SHERMAN} AA32")
    assert not any(option.startswith("av") for option in options(position))


@pytest.mark.rule(GAME, "12.4", "10.6")
def test_a_leader_who_went_along_moves_no_more():
    up = {"active": True}
    position = scene(
        {
            SHERMAN: {"at": "AA31", **up},
            "USA-L-0-Tyler": {"at": "AA31", **up},
            "USA-L-0-McDowell": {"at": "AA31", **up},
            TERRY: "AA32",
        },
        phase="movement",
    )
    play(position, "av AA32")
    roll(position, 1)
    play(position, f"advance {SHERMAN} AA32", "follow USA-L-0-Tyler", "stay")
    assert not moves(position, "USA-L-0-Tyler")
    assert moves(position, "USA-L-0-McDowell")


@pytest.mark.rule(GAME, "9.4", "10.5", "10.6")
def test_a_battery_that_took_part_does_not_fire_in_the_combat_phase():
    up = {"active": True}
    pieces = {
        SHERMAN: {"at": "AA31", **up},
        "USA-A-S-E3US": {"at": "AA31", "face": "battle", **up},
        TERRY: "AA32",
        "CSA-C-K-Munford": "AA34",
    }
    for joins in (False, True):
        position = scene(pieces, phase="movement")
        play(position, "av AA32", f"join {SHERMAN}", *(["join USA-A-S-E3US"] if joins else []))
        if not joins:
            play(position, "strike")
        roll(position, 1)
        play(position, "done", "end-movement")
        offered = options(position)
        assert ("bombard CSA-C-K-Munford" in offered) != joins, joins
