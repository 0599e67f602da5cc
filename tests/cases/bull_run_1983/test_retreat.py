"""7.8 Retreats, on the plain around AA32, at Stone Bridge, at the fords and at the edge of the map."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.board.places import places_in
from bullrun.errors import BullrunError
from bullrun.games.bull_run_1983.rules.retreat import retreat_ends
from bullrun.games.bull_run_1983.rules.roster import BRIGADE
from tests.cases.bull_run_1983.combat import box, facts, fight
from tests.cases.bull_run_1983.scene import at, explain, options, play, roll, rules, scene
from tests.cases.bull_run_1983.test_frozen import face_down

GAME = "bull-run-1983"

NH2, RI1, RI2, NYM71 = "USA-I-B-2NH", "USA-I-B-1RI", "USA-I-B-2RI", "USA-I-B-71NYM"
BURNSIDE = "USA-L-B-Burnside"
VA2, VA4, VA5 = "CSA-I-JA-2Va", "CSA-I-JA-4Va", "CSA-I-JA-5Va"
JACKSON = "CSA-L-JA-Jackson"
DB2, AB2 = 3, 4
"""Dice at 1-1."""


def ends(position, piece):
    prefix = f"retreat {piece} "
    return sorted(option.removeprefix(prefix) for option in options(position) if option.startswith(prefix))


def why(position, text, side="confederate"):
    refusal = explain(position, side, tuple(text.split()))
    assert refusal is not None, f"{text} is an option"
    return refusal


# --- where to -------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.8", "7.81")
def test_a_retreat_ends_two_hexes_away_and_two_farther_from_the_enemy():
    position = fight({NH2: "AA31", VA2: "AA32"}, DB2)
    assert ends(position, VA2) == ["AA34", "BB33", "CC33", "Y33", "Z33"]
    assert why(position, f"retreat {VA2} AA33").rule == "7.8", "one hex is too near"
    assert why(position, f"retreat {VA2} AA35").rule == "7.8", "three are too far"
    assert why(position, f"retreat {VA2} CC32").rule == "7.81", "only one hex farther from 2 NH"
    play(position, f"retreat {VA2} BB33")
    assert at(position, VA2) == "BB33"


@pytest.mark.rule(GAME, "7.8", "7.81")
def test_ab2_retreats_the_attackers_one_at_a_time_and_they_may_part():
    position = fight({NH2: "AA31", RI1: "AA31", VA2: "AA32", VA4: "AA32"}, AB2)
    assert position.decision().owner == "union"
    assert ends(position, NH2) == ends(position, RI1) == ["AA29", "BB29", "CC30", "Y30", "Z29"]
    play(position, f"retreat {RI1} AA29", f"retreat {NH2} Z29")
    assert (at(position, RI1), at(position, NH2)) == ("AA29", "Z29")


@pytest.mark.rule(GAME, "7.8")
def test_only_the_units_of_the_battle_retreat():
    """4 Va is attacked separately from 2 Va in the same hex."""
    position = scene({NH2: "AA31", RI1: "AA31", VA2: "AA32", VA4: "AA32", VA5: "CC34"})
    play(position, f"attack {VA2}", f"with {NH2}", "commit", f"resolve {VA2}")
    roll(position, DB2)
    assert {option.split()[1] for option in options(position)} == {VA2}
    assert why(position, f"retreat {VA4} AA34").rule == "7.8"
    assert why(position, f"retreat {VA5} CC32").rule == "7.8"


@pytest.mark.rule(GAME, "7.81")
def test_several_enemies_must_all_be_left_behind_if_that_is_possible():
    position = fight({NH2: "AA31", RI1: "BB31", VA2: "AA32", VA4: "AA32"}, DB2)
    assert ends(position, VA2) == ["AA34", "Y33", "Z33"]


@pytest.mark.rule(GAME, "7.81")
def test_if_no_end_is_far_from_all_a_safe_one_will_do():
    """Attacked from AA31 and BB32, with the 71 NYM's control over Y33 and Z33, only Y32 is left: it is but
    one hex farther from AA31."""
    position = fight({NH2: "AA31", RI1: "BB32", NYM71: "Y34", VA2: "AA32", VA4: "AA32"}, DB2)
    assert ends(position, VA2) == ends(position, VA4) == ["Y32"]


@pytest.mark.rule(GAME, "7.81")
def test_long_range_batteries_are_enemies_fought_by_the_printed_rule_only():
    """A battery in AA35 supports the attack from AA31: nothing is two hexes farther from both."""
    pieces = {NH2: "AA31", "USA-A-S-E3US": {"at": "AA35", "face": "battle"}, VA2: "AA32", VA4: "AA32"}
    printed = fight(pieces, DB2)
    assert facts(printed, "battle")[0]["attack"] == "4", "the battery took part"
    assert ends(printed, VA2) == ["BB33", "CC32", "CC33", "Y32", "Y33", "Z33"], "every safe hex will do"
    excused = fight(pieces, DB2, battlefield=rules(retreats_ignore_support_fire="on"))
    assert ends(excused, VA2) == ["BB33", "CC33", "Y33", "Z33"], "only 2 NH counts"


@pytest.mark.rule(GAME, "7.81", "9.6")
def test_a_bombarded_unit_draws_away_from_the_batteries():
    position = fight({"USA-A-S-E3US": {"at": "AA29", "face": "battle"}, VA2: "AA32"}, 3)
    assert ends(position, VA2) == ["AA34", "BB33", "CC33", "Y33", "Z33"]


@pytest.mark.rule(GAME, "7.81")
def test_by_the_clarification_a_bombarded_unit_goes_as_far_as_it_can():
    """Batteries in AA29 and AA35 fire at AA32: no end is two farther from both. By the printed rule any end
    will do; by the clarification one that no other end beats for both batteries."""
    pieces = {
        "USA-A-S-E3US": {"at": "AA29", "face": "battle"},
        "USA-A-P-D5US": {"at": "AA35", "face": "battle"},
        VA2: "AA32",
    }
    printed = fight(pieces, 3)
    assert facts(printed, "battle")[0]["odds"] == "3-1"
    far = fight(pieces, 3, battlefield=rules(retreats_ignore_support_fire="on"))
    board = printed.rules.board
    gaps = {
        end: (
            board.distance(board.place("AA29"), board.place(end)),
            board.distance(board.place("AA35"), board.place(end)),
        )
        for end in ends(printed, VA2)
    }
    best = [
        end
        for end, mine in gaps.items()
        if not any(other != mine and other[0] >= mine[0] and other[1] >= mine[1] for other in gaps.values())
    ]
    assert ends(far, VA2) == sorted(best) and len(best) < len(gaps)


@pytest.mark.rule(GAME, "7.82")
def test_no_terrain_but_water_fords_and_abatis_hinders_a_retreat():
    """From U18 two hexes through the woods T18 to S19, also woods: four movement points in a march."""
    position = fight({NH2: "V18", VA2: "U18"}, DB2)
    assert "S19" in ends(position, VA2)


# --- what kills -----------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.83")
def test_enemy_control_is_deadly_on_the_way_and_at_the_end():
    """1 RI at AA35 controls AA34 but not the hexes beside it."""
    position = fight({NH2: "AA31", RI1: "AA35", VA2: "AA32"}, DB2)
    assert ends(position, VA2) == ["BB33", "CC33", "Y33", "Z33"]
    assert why(position, f"retreat {VA2} AA34").rule == "7.83"


@pytest.mark.rule(GAME, "7.83")
def test_a_friendly_unit_does_not_lift_enemy_control():
    position = fight({NH2: "AA31", RI1: {"at": "AA35", "fought": True}, VA2: "AA32", VA4: "AA34"}, DB2)
    assert "AA34" not in ends(position, VA2)


@pytest.mark.rule(GAME, "7.83", "M2")
def test_rivers_are_deadly():
    """With its back to Bull Run, 2 Va cannot go straight across."""
    position = fight({NH2: "Z10", RI1: "Z10", VA2: "Z9", VA4: "Z9"}, DB2)
    offered = ends(position, VA2)
    board = position.rules.board
    assert offered and not any(board.terrain["river"] >> board.place(end) & 1 for end in offered)
    assert why(position, f"retreat {VA2} X8").rule == "7.83", "behind Y8 and Y9, ford and river"


@pytest.mark.rule(GAME, "7.83", "5.4")
def test_a_full_hex_may_be_passed_but_not_joined():
    twelve = ("CSA-BG-L-Longstreet", "CSA-I-0-Hampton", "CSA-I-JA-33Va")
    position = fight({NH2: "AA31", VA2: "AA32", **dict.fromkeys(twelve, "AA34")}, DB2)
    assert ends(position, VA2) == ["BB33", "CC33", "Y33", "Z33"]
    assert why(position, f"retreat {VA2} AA34").rule == "7.83"
    passing = fight({NH2: "AA31", VA2: "AA32", **dict.fromkeys(twelve, "AA33")}, DB2)
    assert "AA34" in ends(passing, VA2)


@pytest.mark.rule(GAME, "7.83")
def test_the_first_to_retreat_may_fill_the_hex_for_the_second():
    ten = ("CSA-BG-L-Longstreet", "CSA-I-0-Hampton")
    position = fight({NH2: "AA31", RI1: "AA31", VA2: "AA32", VA4: "AA32", **dict.fromkeys(ten, "AA34")}, DB2)
    assert "AA34" in ends(position, VA4)
    play(position, f"retreat {VA2} AA34")
    assert "AA34" not in ends(position, VA4)


@pytest.mark.rule(GAME, "7.83", "7.91")
def test_a_ford_may_end_a_retreat_and_does_not_count_as_entry():
    position = fight({NH2: "T3", VA2: "S3"}, DB2)
    assert "Q3" in ends(position, VA2), "Sudley Ford"
    play(position, f"retreat {VA2} Q3")
    assert at(position, VA2) == "Q3" and position.state.ford_entries == ()


@pytest.mark.rule(GAME, "7.83")
def test_a_ford_cannot_be_passed():
    position = fight({NH2: "R3", VA2: "R2"}, DB2)
    assert ends(position, VA2) and "P2" not in ends(position, VA2)
    assert why(position, f"retreat {VA2} P2").rule == "7.83", "through Sudley Ford"


@pytest.mark.rule(GAME, "7.83")
def test_from_a_ford_a_piece_may_retreat():
    position = fight({NH2: "R2", VA2: "Q3"}, DB2)
    assert "O2" in ends(position, VA2), "it starts in the ford and so does not pass through it"


@pytest.mark.rule(GAME, "7.83", "11.54")
def test_an_abatis_may_end_a_retreat_but_not_be_passed():
    onto = fight({NH2: "AA31", VA2: "AA32"}, DB2, abatis=["AA34"])
    assert "AA34" in ends(onto, VA2)
    blocked = fight({NH2: "AA31", VA2: "AA32"}, DB2, abatis=["AA33", "Z32", "BB32"])
    assert facts(blocked, "eliminated")[0]["piece"] == VA2, "the other ways are in enemy control"


@pytest.mark.rule(GAME, "7.83", "M1.1")
def test_the_edge_of_the_map_is_deadly():
    position = fight({NH2: "A2", VA2: "A1"}, DB2)
    assert facts(position, "eliminated")[0] == {"piece": VA2, "at": "A1", "fate": "out of the game"}


@pytest.mark.rule(GAME, "7.83", "7.74", "14.22")
@pytest.mark.parametrize(("jackson", "fate"), [("AA28", "rally box"), ("AA27", "lost")])
def test_with_no_way_out_a_piece_dies_and_the_range_to_its_leader_counts(jackson, fate):
    position = fight({NH2: "AA31", RI1: "AA33", VA2: "AA32", VA4: jackson, JACKSON: jackson}, DB2)
    position.decision()
    assert box(position, VA2) == fate


@pytest.mark.rule(GAME, "7.74", "14.22")
def test_the_owner_chooses_where_a_piece_dies_when_that_decides_about_the_rally_box():
    """2 Va can step to AA33, but everything behind it is controlled. Jackson is four hexes from AA33 and
    five from AA32."""
    ring = {NH2: "AA31", RI1: "Y33", RI2: "CC33", NYM71: "AA35"}
    position = fight({**ring, VA2: "AA32", VA4: "EE35", JACKSON: "EE35"}, DB2)
    assert sorted(options(position)) == [f"perish {VA2} AA32", f"perish {VA2} AA33"]
    play(position, f"perish {VA2} AA33")
    assert box(position, VA2) == "rally box"


# --- brigades -------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "8.42", "7.8")
def test_a_brigade_may_break_up_to_retreat_in_parts():
    position = fight({"USA-BG-S-Sherman": "AA31", "CSA-BG-JA-Jackson": "AA32"}, DB2)
    assert options(position)[0] == "break CSA-BG-JA-Jackson"
    play(position, "break CSA-BG-JA-Jackson")
    assert {option.split()[1] for option in options(position)} == {
        "CSA-I-JA-2Va", "CSA-I-JA-4Va", "CSA-I-JA-5Va", "CSA-I-JA-27Va",
    }  # fmt: skip
    assert at(position, JACKSON) == "AA32", "Jackson goes along with one of them or stays"


@pytest.mark.rule(GAME, "8.52", "8.42")
def test_a_brigade_piece_must_break_up_to_retreat_onto_a_ford():
    position = fight({"USA-BG-S-Sherman": "T3", "CSA-BG-JA-Jackson": "S3"}, DB2)
    assert "Q3" not in ends(position, "CSA-BG-JA-Jackson")
    assert why(position, "retreat CSA-BG-JA-Jackson Q3").rule == "8.52"
    play(position, "break CSA-BG-JA-Jackson")
    assert "Q3" in ends(position, VA2)


@pytest.mark.rule(GAME, "8.42", "7.83")
def test_a_brigade_with_no_way_out_as_one_piece_breaks_up_by_itself():
    """Only Y32 is open, with room for four points: two regiments of Jackson's get away."""
    eight = {"CSA-BG-L-Longstreet": "Y32"}
    pieces = {"USA-BG-S-Sherman": "AA31", RI1: "BB32", NYM71: "Y34", "CSA-BG-JA-Jackson": "AA32", **eight}
    position = fight(pieces, DB2)
    assert len({option.split()[1] for option in options(position)}) == 4
    play(position, f"retreat {VA2} Y32", "stay", f"retreat {VA4} Y32", "stay")
    position.decision()
    assert at(position, VA2) == at(position, VA4) == "Y32"
    assert not at(position, VA5) and box(position, VA5) == "rally box"


# --- slow against fast ----------------------------------------------------------------------------------


def walked(position, piece, threats):
    """The ends of all retreats, by walking every path of two steps and holding it against the words."""
    rules_, state = position.rules, position.state
    board, roster = rules_.board, rules_.roster
    start, side = state.at[piece], roster.side[piece]
    units = [u for u in range(len(roster.ids)) if state.at[u] and roster.all_units >> u & 1]
    enemies = [state.at[u] for u in units if roster.side[u] != side]
    closed = rules_.no_brigades(state.abatis, state.trestle) if roster.kind[piece] == BRIGADE else 0

    def deadly(place):
        river = rules_.rivers(state.trestle) >> place & 1
        return river or closed >> place & 1 or any(board.distance(place, e) <= 1 for e in enemies)

    safe = set()
    for middle in board.neighbours[start]:
        if deadly(middle) or (rules_.fords | state.abatis) >> middle & 1:
            continue
        for end in board.neighbours[middle]:
            held = sum(roster.defense[u] for u in units if state.at[u] == end)
            limit = 8 if rules_.fords >> end & 1 else 12
            if board.distance(start, end) == 2 and not deadly(end) and held + roster.defense[piece] <= limit:
                safe.add(end)
    far = {e for e in safe if all(board.distance(e, t) >= board.distance(start, t) + 2 for t in threats)}
    return far or safe


@pytest.mark.rule(GAME, "7.8", "7.81", "7.82", "7.83", "11.54", "8.52")
def test_retreats_equal_all_paths_walked_one_by_one():
    field, compared = rules(), 0
    board, roster = field.board, field.roster
    movers = [VA2, JACKSON, "CSA-BG-L-Longstreet", "CSA-A-BE-Imboden"]
    friends = ["CSA-I-EV-4SC", "CSA-BG-BE-Bee", "CSA-I-0-Hampton", "CSA-I-EV-LaSp"]
    for seed in range(250):
        random = Random(seed)
        centre = (
            random.choice(list(places_in(board.spread(field.fords))))
            if seed % 2
            else random.choice(board.places)
        )
        near = list(places_in(board.within(centre, 1)))
        wide = list(places_in(board.within(centre, 3)))
        pieces = {piece: board.name(random.choice(near)) for piece in movers}
        pieces |= {piece: board.name(random.choice(wide)) for piece in random.sample(friends, 3)}
        pieces |= {
            piece: board.name(random.choice(wide)) for piece in random.sample([NH2, RI1, RI2, NYM71], 2)
        }
        abatis = [board.name(p) for p in random.sample(wide, 2)]
        try:
            position = scene(pieces, battlefield=field, abatis=abatis)
        except BullrunError:
            continue
        threats = tuple(position.state.at[roster.number[p]] for p in (NH2, RI1) if p in pieces)
        for mover in movers:
            piece = roster.number[mover]
            found = set(places_in(retreat_ends(position, piece, threats, 0)))
            assert found == walked(position, piece, threats), f"seed {seed}: {mover}"
            compared += 1
    assert compared > 200


def driven_back(**others):
    """The 2 NH in W24 must retreat from Jackson in W23."""
    pieces = {
        "USA-I-B-2NH": "W24",
        "CSA-BG-JA-Jackson": "W23",
        **{k.replace("_", "-"): v for k, v in others.items()},
    }
    return fight(pieces, 3, side="confederate", turn="9:00 AM")


@pytest.mark.rule(GAME, "7.8", "4.82")
def test_the_owner_says_by_which_hex_a_piece_retreats_when_that_turns_up_frozen_pieces():
    position = driven_back(CSA_I_K_2SC=face_down("R22"))
    play(position, "retreat USA-I-B-2NH V25")
    assert options(position) == ["by V24", "by W25"]
    other = position.copy()
    play(position, "by V24")
    assert at(position, "USA-I-B-2NH") == "V25" and not position.state.frozen, "V24 is four hexes from R22"
    play(other, "by W25")
    assert at(other, "USA-I-B-2NH") == "V25" and other.state.frozen
    position = driven_back()
    play(position, "retreat USA-I-B-2NH V25")
    assert at(position, "USA-I-B-2NH") == "V25", "nothing to be met: nobody is asked"
    position = driven_back(CSA_I_K_2SC=face_down("R24"))
    play(position, "retreat USA-I-B-2NH V25")
    assert at(position, "USA-I-B-2NH") == "V25" and not position.state.frozen, "V25 sees it, whatever the way"
