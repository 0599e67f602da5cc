"""13. Reinforcements, and 4.7."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from bullrun.games.bull_run_1983.rules import reinforcements
from bullrun.games.bull_run_1983.rules.ground import control_zone
from bullrun.games.bull_run_1983.rules.state import CARD, DUE
from tests.cases import asking
from tests.cases.bull_run_1983.scene import (
    at,
    explain,
    kinds,
    options,
    play,
    refused,
    roll,
    rules,
    scene,
)

GAME = "bull-run-1983"

SMITH = ("CSA-L-S-Smith", "CSA-I-S-1Md", "CSA-I-S-3Tenn", "CSA-I-S-10Va", "CSA-I-S-13Va", "CSA-A-S-Beckham")


def waiting(pieces, side, turn, battlefield=None, phase="movement"):
    """A position with the scenario's reinforcements on their card."""
    position = scene(pieces, side=side, phase=phase, turn=turn, battlefield=battlefield)
    for group in reinforcements.groups(position.rules):
        for piece in group.pieces:
            position.state.box[piece] = DUE
    return position


def flags(position, piece, *names):
    number = position.rules.roster.number[piece]
    return [getattr(position.state, name) >> number & 1 for name in names]


ELSEWHERE = {"CSA-L-JA-Jackson": "E5", "USA-I-D-16NY": "CCC20"}


# --- by rail --------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "13.1", "13.4", "13.41")
def test_the_eleven_o_clock_group_comes_by_rail_to_manassas_junction():
    early = waiting(ELSEWHERE, "confederate", "10:30 AM")
    early.decision()
    assert at(early, "CSA-L-S-Smith") == ""
    position = waiting(ELSEWHERE, "confederate", "11:00 AM")
    position.decision()
    assert {at(position, piece) for piece in (*SMITH, "CSA-I-BE-6NC")} == {"EE34"}


@pytest.mark.rule(GAME, "13.42", "13.13", "4.7")
def test_rail_ends_the_move_though_the_pieces_are_active():
    position = waiting(ELSEWHERE, "confederate", "11:00 AM")
    position.decision()
    assert flags(position, "CSA-I-S-13Va", "active", "moved", "halted", "fought") == [1, 1, 1, 0]
    assert not any(o.startswith("move CSA-I-S") for o in options(position))


@pytest.mark.rule(GAME, "13.41")
def test_rail_stops_in_the_last_hex_before_union_control():
    line = next(g for g in reinforcements.groups(rules()) if g.line).line
    board = rules().board
    watched = board.names[line[12]]
    position = waiting(ELSEWHERE | {"USA-I-K-1Conn": watched}, "confederate", "11:00 AM")
    position.decision()
    stop = board.place(at(position, "CSA-I-S-1Md"))
    zone = control_zone(position, 0)
    assert stop in line and not zone >> stop & 1
    assert zone >> line[line.index(stop) + 1] & 1


@pytest.mark.rule(GAME, "13.41", "5.4")
def test_who_overstacks_the_junction_makes_room_or_gives_units_up():
    crowd = {"CSA-I-0-Hampton": "EE34"}
    position = waiting(ELSEWHERE | crowd, "confederate", "11:00 AM")
    play(position, "end-movement")
    assert position.decision().rule == "5.4"
    assert "give-up CSA-I-0-Hampton" in options(position) and "give-up CSA-I-S-1Md" in options(position)
    play(position, "give-up CSA-I-S-1Md")
    position.decision()
    assert at(position, "CSA-I-S-1Md") == "" and at(position, "CSA-I-0-Hampton") == "EE34"
    position = waiting(ELSEWHERE | crowd, "confederate", "11:00 AM")
    play(position, "move CSA-I-0-Hampton EE33", "end-movement")
    assert position.decision().rule != "5.4", "room was made in time"


@pytest.mark.rule(GAME, "13.11", "13.4")
def test_control_of_the_entry_hex_delays_and_then_they_march():
    blocked = ELSEWHERE | {"USA-I-K-1Conn": "B18"}
    position = waiting(blocked, "confederate", "11:00 AM")
    offered = options(position)
    assert "reinforcements_delayed" in kinds(position)
    assert at(position, "CSA-L-S-Smith") == "" and not any(o.startswith("enter") for o in offered)
    later = waiting(ELSEWHERE, "confederate", "11:30 AM")
    offered = options(later)
    assert at(later, "CSA-L-S-Smith") == "", "no rail after the hour"
    assert "enter CSA-L-S-Smith A18" in offered
    assert "enter CSA-I-S-1Md C19" in offered or "enter CSA-I-S-1Md B18" in offered
    assert "enter CSA-I-S-1Md EE34" not in offered


LONGSTREET, NYM71 = "CSA-BG-L-Longstreet", "USA-A-B-71NYM"
GUNS_AT_THE_LINE = {LONGSTREET: "B19", NYM71: "B18", "USA-I-D-16NY": "CCC20"}


def freed(choice, die=5, turn="11:00 AM", pieces=GUNS_AT_THE_LINE):
    """Howitzers next to A18 hold the train up until Longstreet falls on them at 8-1 in the same phase."""
    position = waiting(pieces, "confederate", turn, rules(rail_after_victory=choice))
    assert at(position, "CSA-L-S-Smith") == "" and not any(o.startswith("enter") for o in options(position))
    assert "reinforcements_delayed" in kinds(position)
    play(position, "av B18")
    roll(position, die)
    play(position, "done")  # Longstreet does not advance
    position.decision()
    return position


@pytest.mark.rule(GAME, "13.4", "13.11")
def test_an_entry_hex_freed_on_schedule_is_entered_by_road():
    position = freed("off")
    assert at(position, NYM71) == "" and at(position, "CSA-L-S-Smith") == ""
    assert "enter CSA-L-S-Smith A18" in options(position)
    assert rules().has("rail-after-victory", "off"), "without a word"


@pytest.mark.rule(GAME, "13.4", "13.41", "13.42")
def test_read_otherwise_it_is_entered_by_rail_at_once():
    position = freed("on")
    assert {at(position, piece) for piece in (*SMITH, "CSA-I-BE-6NC")} == {"EE34"}
    assert kinds(position).count("reinforcements_delayed") == 1
    assert flags(position, "CSA-I-S-13Va", "active", "moved", "halted", "fought") == [1, 1, 1, 0]
    offered = options(position)
    assert "end-movement" in offered and not any(o.startswith(("enter", "move CSA-I-S")) for o in offered)


@pytest.mark.rule(GAME, "13.4")
def test_by_rail_only_on_the_turn_named():
    position = freed("on", turn="11:30 AM")
    assert at(position, "CSA-L-S-Smith") == "" and "enter CSA-L-S-Smith A18" in options(position)


@pytest.mark.rule(GAME, "13.4", "13.11")
def test_a_victory_that_leaves_the_hex_controlled_brings_no_train():
    position = freed("on", pieces=GUNS_AT_THE_LINE | {"USA-I-K-1Conn": "A17"})
    assert at(position, "CSA-L-S-Smith") == "" and not any(o.startswith("enter") for o in options(position))
    assert kinds(position).count("reinforcements_delayed") == 1


# --- by road --------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "13.1", "13.12")
def test_the_fourth_michigan_must_enter_at_nine():
    position = waiting({"USA-L-0-McDowell": "E5"}, "union", "9:00 AM")
    offered = options(position)
    assert "enter USA-I-W-4Mich CCC35" in offered
    assert "end-movement" not in offered, "nobody waits of his own will"
    play(position, "enter USA-I-W-4Mich CCC35")
    assert "end-movement" in options(position)


@pytest.mark.rule(GAME, "13.3", "13.13", "4.7")
def test_entering_costs_the_road_rate_and_the_piece_is_active():
    position = waiting({"USA-L-0-McDowell": "E5"}, "union", "9:00 AM")
    position.decision()
    play(position, "enter USA-I-W-4Mich CCC35")
    number = position.rules.roster.number
    assert position.state.spent[number["USA-I-W-4Mich"]] == 6, "a minor road: 1 MP"
    assert flags(position, "USA-I-W-4Mich", "active") == [1]
    position = waiting({"USA-L-0-McDowell": "E5"}, "union", "4:00 PM")
    position.decision()
    play(position, "enter USA-I-0-1NJM CCC2")
    assert position.state.spent[number["USA-I-0-1NJM"]] == 3, "the turnpike: 1/2 MP"


@pytest.mark.rule(GAME, "4.7", "13.13")
def test_after_the_turn_of_arrival_command_is_normal():
    position = scene({"USA-I-0-1NJM": "CCC2", "USA-L-0-McDowell": "E5"}, phase="movement", turn="4:30 PM")
    assert flags(position, "USA-I-0-1NJM", "active") == [0]


@pytest.mark.rule(GAME, "13.11")
def test_union_reinforcements_wait_for_a_free_entry_hex():
    position = waiting({"USA-L-0-McDowell": "E5", "CSA-I-0-Hampton": "CCC3"}, "union", "4:00 PM")
    offered = options(position)
    assert not any(o.startswith("enter USA-I-0-") for o in offered) and "end-movement" not in offered
    assert any(o.startswith("enter USA-I-W-4Mich") for o in offered), "another hex is not concerned"


@pytest.mark.rule(GAME, "13.2")
def test_infantry_comes_unformed_and_guns_with_the_mobile_piece():
    position = waiting(ELSEWHERE, "confederate", "11:00 AM")
    offered = options(position)
    assert not any(o.startswith("form CSA-BG-S-Smith") for o in offered)
    assert position.state.face[position.rules.roster.number["CSA-A-S-Beckham"]] == 0


@pytest.mark.rule(GAME, "O4.1c", "13.4")
def test_the_arrivals_of_july_20th():
    field = rules("july-20")
    position = waiting(ELSEWHERE, "confederate", "NOON", field)
    offered = options(position)
    assert {at(position, p) for p in ("CSA-L-BE-Bee", "CSA-I-BE-4Ala", "CSA-L-0-Johnston")} == {"EE34"}
    assert "enter CSA-A-JA-Stanard A21" in offered and "enter CSA-C-0-1Va A21" in offered
    assert "end-movement" not in offered
    late = waiting(ELSEWHERE, "confederate", "4:00 PM", field)
    late.decision()
    assert at(late, "CSA-I-EA-13Miss") == "EE34"
    assert not any("S-Smith" in group.title for group in reinforcements.groups(field))


@pytest.mark.rule(GAME, "13.12")
def test_the_question_says_that_reinforcements_must_enter_first_and_a_refusal_names_them():
    position = waiting({"USA-I-D-16NY": "CCC20", "CSA-L-JA-Jackson": "E5"}, "union", "9:00 AM")
    assert position.decision().question.endswith("Reinforcements must enter before the phase ends.")
    assert "end-movement" not in options(position)
    refusal = explain(position, "union", ("end-movement",))
    assert refusal.rule == "13.12" and refusal.says == "First 4 Mich must enter."
    position.apply(("enter", "USA-I-W-4Mich", "CCC35"))
    assert position.decision().question.endswith("Or end the Movement phase.")


@pytest.mark.rule(GAME, "13.42", "9.2")
def test_a_battery_off_the_cars_may_bombard():
    """The 16 NY stands three hexes from Manassas Junction, in nobody's control."""
    position = waiting({"CSA-L-JA-Jackson": "E5", "USA-I-D-16NY": "HH33"}, "confederate", "11:00 AM")
    position.decision()
    assert at(position, "CSA-A-S-Beckham") == "EE34"
    play(position, "end-movement")
    assert options(position) == ["bombard USA-I-D-16NY", "end-declaration"]


@pytest.mark.rule(GAME, "13.2", "8.2")
def test_pieces_off_the_cars_form_brigade_only_in_the_next_turn():
    position = waiting(ELSEWHERE, "confederate", "11:00 AM")
    assert not any(option.startswith("form CSA-BG-S") for option in options(position))
    play(position, "end-movement")
    while position.state.side == 0 or position.state.turn < 5:
        if position.decision() and position.state.turn == 5 and position.state.side == 1:
            break
        play(position, options(position)[-1])
    assert any(option.startswith("form CSA-BG-S") for option in options(position))


@pytest.mark.rule(GAME, "13.3", "13.12", "5.4")
def test_a_full_entry_hex_is_passed_through():
    """Twelve points in CCC2: the newcomers cannot stop there but must come and go on."""
    units = ("S-13NY", "S-69NYM", "R-1Mass", "R-12NY")
    stack = {f"USA-I-{unit}": {"at": "CCC2", "active": False} for unit in units}
    position = waiting({**stack, "CSA-L-JA-Jackson": "E5"}, "union", "4:00 PM")
    for piece in ("USA-I-W-4Mich", "USA-L-M-McCunn", "USA-I-M-15NY", "USA-I-M-37NY"):
        position.state.box[position.rules.roster.number[piece]] = CARD
    ends = {option.split()[2] for option in options(position) if option.startswith("enter USA-I-0-1NJM")}
    assert ends and "CCC2" not in ends
    assert "end-movement" not in options(position)
    end = sorted(ends)[0]
    play(position, f"enter USA-I-0-1NJM {end}")
    assert at(position, "USA-I-0-1NJM") == end


@pytest.mark.rule(GAME, "13.1")
def test_nobody_comes_before_the_hour():
    for turn, due in (("3:30 PM", 0), ("4:00 PM", 3), ("5:30 PM", 3), ("6:00 PM", 6)):
        position = waiting(ELSEWHERE, "union", turn)
        position.state.box[position.rules.roster.number["USA-I-W-4Mich"]] = CARD
        assert len(reinforcements.entering(position)) == due, turn


LONE = {"USA-L-0-Tyler": "L24", "USA-L-0-Hunter": "EE33", "USA-L-0-Miles": "EE34", "USA-L-0-McDowell": "GG34"}
"""On the line, next to where it ends, at its end, and two hexes off."""


@pytest.mark.rule(GAME, "12.3", "12.2", "13.41")
def test_a_train_catches_the_lone_leaders_next_to_its_way():
    position = waiting(ELSEWHERE | LONE, "confederate", "11:00 AM")
    position.decision()
    assert at(position, "CSA-I-S-1Md") == "EE34", "leaders do not stop it"
    assert {leader for leader in LONE if at(position, leader)} == {"USA-L-0-McDowell"}
    assert kinds(position).count("leader_lost") == 3


@pytest.mark.rule(GAME, "12.3", "13.41")
def test_a_train_harms_nobody_beyond_the_hex_where_it_stops():
    """The 1 Conn in Q27 stops it in O27: Tyler is passed, the others are not."""
    position = waiting(ELSEWHERE | LONE | {"USA-I-K-1Conn": "Q27"}, "confederate", "11:00 AM")
    position.decision()
    assert at(position, "CSA-I-S-1Md") == "O27"
    assert {leader for leader in LONE if not at(position, leader)} == {"USA-L-0-Tyler"}


@pytest.mark.rule(GAME, "12.2", "12.3")
def test_a_leader_alone_on_the_train_catches_nobody():
    position = waiting(ELSEWHERE | LONE, "confederate", "11:00 AM")
    for group in reinforcements.groups(position.rules):
        for piece in group.pieces:
            if position.rules.roster.defense[piece]:
                position.state.box[piece] = CARD
    position.decision()
    assert at(position, "CSA-L-S-Smith") == "EE34"
    assert all(at(position, leader) for leader in LONE)


@pytest.mark.rule(GAME, "12.3", "13.41")
def test_the_trains_of_july_20th_catch_lone_leaders_too():
    position = waiting(ELSEWHERE | LONE, "confederate", "NOON", rules("july-20"))
    position.decision()
    assert "arrived_by_rail" in kinds(position)
    assert at(position, "USA-L-0-Tyler") == ""


NH2 = "USA-I-B-2NH"


RI1 = "USA-I-B-1RI"


VA2 = "CSA-I-JA-2Va"


def opening():
    """The Union's first Movement phase of the 21st: the 4 Mich waits at CCC35."""
    position = BULL_RUN.start("july-21", {})
    assert position.decision().question.startswith("Which piece moves")
    return position


@pytest.mark.rule(GAME, "13.1", "7.74")
def test_who_is_off_the_map_is_told_why_he_cannot_move():
    position = opening()
    assert refused(position, "move USA-I-W-4Mich CCC34").rule == "13.1"
    fallen = scene({NH2: "AA32", VA2: "AA34", RI1: {"box": "rally box"}}, phase="movement")
    assert refused(fallen, f"move {RI1} AA31").rule == "7.74"


@pytest.mark.rule(GAME, "13.11")
def test_a_reinforcement_whose_hex_is_controlled_is_refused_for_that():
    position = waiting({VA2: "CCC34", "USA-L-0-McDowell": "AA31"}, "union", "9:00 AM")
    assert refused(position, "enter USA-I-W-4Mich CCC35").rule == "13.11"


@pytest.mark.rule(GAME, "13.1", "13.11")
def test_why_a_piece_does_not_enter():
    position = waiting({"USA-L-0-McDowell": "E5"}, "union", "9:00 AM")
    for action, rule in (
        ("enter USA-I-0-1NJM CCC2", "13.1"),
        ("enter CSA-I-S-1Md A18", "13.1"),
        ("enter USA-L-0-McDowell E6", "13.1"),
        ("enter USA-I-W-4Mich A1", "5.3"),
        ("enter USA-I-W-4Mich", "13.1"),
    ):
        assert refused(position, action).rule == rule, action
    assert "4:00 PM" in refused(position, "enter USA-I-0-1NJM CCC2").says
    blocked = waiting({"USA-L-0-McDowell": "E5", "CSA-I-0-Hampton": "CCC3"}, "union", "4:00 PM")
    assert refused(blocked, "enter USA-I-0-1NJM CCC2").rule == "13.11"


@pytest.mark.rule(GAME, "13.1", "O1")
def test_who_is_rolled_for_does_not_enter_before_the_roll():
    field = rules(uncertain_times="on")
    position = waiting({"USA-L-0-McDowell": "E5"}, "union", "4:00 PM", field)
    assert refused(position, "enter USA-I-0-1NJM CCC2").rule == "O1"


@pytest.mark.rule(GAME, "13.3")
def test_the_moves_of_a_piece_that_must_enter_are_those_it_is_offered():
    """The minor road into CCC35 costs 1, and every move from there so much more."""
    position = waiting({"USA-L-0-McDowell": "E5"}, "union", "9:00 AM")
    offered = {o.split()[2] for o in options(position) if o.startswith("enter USA-I-W-4Mich")}
    rows = {row["place"]: row for row in asking.reach(BULL_RUN, position, "USA-I-W-4Mich")}
    assert set(rows) == offered
    assert rows["CCC35"]["cost"] == "1" and rows["CCC35"]["path"] == ["CCC35"]
    assert [term["rule"] for term in rows["CCC35"]["terms"]] == ["13.3"]
    assert asking.reach(BULL_RUN, position, "USA-I-0-1NJM") == [], "not before its hour"
    play(position, "enter USA-I-W-4Mich CCC35")
    later = asking.reach(BULL_RUN, position, "USA-I-W-4Mich")
    assert {row["place"] for row in later} == offered - {"CCC35"}
    for row in later:
        assert Fraction(rows[row["place"]]["cost"]) == 1 + Fraction(row["cost"])


@pytest.mark.rule(GAME, "5.4", "13.41")
def test_units_given_up_for_an_overstacked_hex_are_not_told_as_losses_in_combat():
    position = waiting({**ELSEWHERE, "CSA-I-0-Hampton": "EE34"}, "confederate", "11:00 AM")
    play(position, "end-movement", "give-up CSA-I-S-1Md")
    assert [event.rule for event in position.log if event.kind == "eliminated"] == ["5.4"]


SHERMAN = "USA-BG-S-Sherman"


TERRY = "CSA-C-EV-Terry"


@pytest.mark.rule(GAME, "13.11", "13.12", "10.6")
def test_a_victory_that_clears_the_entry_hex_lets_the_reinforcements_in_at_once():
    pieces = {SHERMAN: {"at": "AAA3", "active": True}, TERRY: "BBB2", "USA-L-0-McDowell": "ZZ5"}
    position = scene(pieces, phase="movement", turn="4:00 PM")
    for piece in ("USA-I-0-1NJM", "USA-I-0-2NJM", "USA-I-0-41NY"):
        position.state.box[position.rules.roster.number[piece]] = DUE
    assert not any(option.startswith("enter") for option in options(position)), "Terry controls CCC2"
    assert "end-movement" in options(position)
    play(position, "av BBB2")
    roll(position, 1)
    play(position, "done")
    offered = options(position)
    assert any(option.startswith("enter USA-I-0-1NJM") for option in offered)
    assert "end-movement" not in offered, "they may not wait"
    play(position, "enter USA-I-0-1NJM CCC2", "enter USA-I-0-2NJM CCC2", "enter USA-I-0-41NY CCC2")
    assert "end-movement" in options(position)
