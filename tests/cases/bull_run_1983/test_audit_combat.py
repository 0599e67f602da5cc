"""6, 7, 9, 10 where they meet: doubling in exchanges, empty guns, leaders without a way out, arrivals that
a victory lets in."""

from __future__ import annotations

import pytest

from bullrun.board.places import places_in
from bullrun.games.bull_run_1983.rules.state import DUE
from tests.cases.bull_run_1983.combat import box, facts, fight
from tests.cases.bull_run_1983.scene import at, options, play, roll, scene

GAME = "bull-run-1983"

SHERMAN, TERRY, JACKSON = "USA-BG-S-Sherman", "CSA-C-EV-Terry", "CSA-BG-JA-Jackson"


def active(position):
    return {position.rules.roster.ids[p] for p in places_in(position.state.active)}


@pytest.mark.rule(GAME, "7.71", "7.4")
def test_an_exchange_with_a_doubled_defender_is_paid_and_inflicted_in_doubled_points():
    """The 8 Ga, 2 points, doubled on Y19 by its slopes: the attackers lose 4 points for it, and 4 points of
    attackers are not too few to destroy it."""
    crest = {"USA-I-B-2NH": "Y18", "USA-I-B-1RI": "Y18", "CSA-I-BA-8Ga": "Y19"}
    position = fight(crest, 2)
    assert facts(position, "battle")[0]["defense"] == "4"
    assert facts(position, "battle_result")[0]["result"] == "EX"
    assert box(position, "CSA-I-BA-8Ga") != "map", "6 points were against its 4"
    assert position.decision().facts["due"] == "4"
    play(position, "lose USA-I-B-2NH")
    position.decision()
    assert {box(position, u) for u in ("USA-I-B-2NH", "USA-I-B-1RI")} == {"lost"}, (
        "3 points were not enough, and the second 3 are more than owed"
    )


@pytest.mark.rule(GAME, "7.71", "7.51")
def test_a_unit_on_a_bridge_pays_and_inflicts_half():
    """2 Conn on the Stone Bridge: 3 defense points, halved, inflict and pay 1 1/2."""
    position = fight({"USA-I-K-2Conn": "Y10", "CSA-I-C-8Va": "X10", "CSA-I-C-49Va": "X10"}, 2)
    battle = facts(position, "battle")[0]
    assert (battle["attack"], battle["odds"]) == ("1", "1-2")
    assert facts(position, "battle_result")[0]["result"] == "EX"
    assert position.decision().facts["due"] == "1 1/2"
    play(position, "lose CSA-I-C-8Va")
    position.decision()
    assert box(position, "USA-I-K-2Conn") != "map", "1 1/2 points cannot pay for 2"
    assert box(position, "CSA-I-C-49Va") != "map", "one point does not cover 1 1/2: the second goes too"


@pytest.mark.rule(GAME, "9.6", "9.64", "4.32")
def test_a_gun_without_attack_strength_does_nothing_but_wake_leaders():
    position = scene(
        {
            "CSA-A-K-Kemper": {"at": "AA31", "face": "mobile"},
            "USA-I-D-16NY": "AA33",
            "USA-L-D-Davies": "AA33",
        },
        side="confederate",
    )
    play(position, "bombard USA-I-D-16NY")
    assert len(facts(position, "no_effect")) == 1, "no roll"
    assert position.state.side == 0 and "USA-L-D-Davies" in active(position), "in his next Command phase"


@pytest.mark.rule(GAME, "9.5", "9.51")
def test_an_empty_gun_in_support_adds_nothing_and_suffers_nothing():
    position = fight(
        {"CSA-A-K-Kemper": "AA30", "CSA-I-JA-2Va": "AA31", "USA-I-D-16NY": "AA32", "CSA-C-K-Munford": "A1"},
        6,
        side="confederate",
    )
    assert facts(position, "battle")[0]["attack"] == "2"


@pytest.mark.rule(GAME, "12.5", "7.83", "M1.1")
def test_a_leader_with_no_way_out_is_eliminated_by_lb2():
    """Davies at the edge: off the map and into control are his only ways."""
    position = fight(
        {
            "USA-I-D-16NY": "A2",
            "USA-L-D-Davies": "A2",
            JACKSON: "A3",
            "CSA-I-BE-4Ala": "B2",
        },
        1,
        side="confederate",
    )
    assert facts(position, "battle_result")[0]["result"] == "DE"
    roll(position, 1)
    position.decision()
    assert facts(position, "leader_roll")[0]["result"] == "LB2"
    assert box(position, "USA-L-D-Davies") == "lost"


@pytest.mark.rule(GAME, "10.7", "4.82", "4.11")
def test_what_a_beaten_enemy_turns_up_is_not_active_in_the_same_turn():
    """Jackson throws the 16 NY back to within four hexes of the face-down 2 SC: it is turned up at once, but
    nobody becomes active outside the Command phase."""
    position = scene(
        {
            JACKSON: {"at": "W23", "active": True},
            "USA-I-P-MAR": "W24",
            "CSA-I-K-2SC": {"at": "W29", "frozen": True},
            "CSA-L-0-Johnston": {"at": "W34", "frozen": True},
        },
        side="confederate",
        phase="movement",
        turn="9:00 AM",
    )
    play(position, "av W24")
    roll(position, 2)
    play(position, "retreat USA-I-P-MAR W26")
    while "done" in options(position):
        play(position, "done")
    number = position.rules.roster.number
    assert not position.state.frozen >> number["CSA-I-K-2SC"] & 1
    assert position.state.frozen >> number["CSA-L-0-Johnston"] & 1, "eight hexes away"
    assert "CSA-I-K-2SC" not in active(position)
    assert not any(option.startswith("move CSA-I-K-2SC") for option in options(position))


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


@pytest.mark.rule(GAME, "14.33", "5.52")
def test_nobody_is_revived_beyond_the_eight_points_of_a_ford():
    pieces = {
        "USA-L-B-Burnside": "Q3",
        "USA-I-B-2NH": "Q3",
        "USA-I-B-1RI": "Q3",
        "USA-I-B-71NYM": {"box": "rally box"},
    }
    assert "rally USA-I-B-71NYM" in options(scene(pieces, phase="rally")), "6 and 2 are 8"
    full = scene({**pieces, "USA-I-P-MAR": "Q3"}, phase="rally")
    assert not any(option.startswith("rally") for option in options(full))


@pytest.mark.rule(GAME, "14.23")
def test_the_1_njm_is_never_revived():
    position = fight({"USA-I-0-1NJM": "W24", "USA-L-M-McCunn": "W24", JACKSON: "W23"}, 1, side="confederate")
    position.decision()
    assert box(position, "USA-I-0-1NJM") == "lost"


@pytest.mark.rule(GAME, "4.32", "8.41")
def test_a_leader_struck_inside_his_brigade_is_active_though_it_breaks_up():
    position = scene(
        {"CSA-A-H-Walker": {"at": "AA31", "face": "battle"}, "USA-BG-D-Davies": "AA33"},
        side="confederate",
        turn="1:00 PM",
    )
    play(position, "bombard USA-BG-D-Davies")
    roll(position, 1)
    assert facts(position, "battle_result")[0]["result"] == "DB2"
    play(position, "break USA-BG-D-Davies")
    for unit in ("16NY", "18NY", "31NY"):
        if box(position, f"USA-I-D-{unit}") == "map":
            end = next(o for o in options(position) if o.startswith(f"retreat USA-I-D-{unit}"))
            play(position, end, "stay")
    position.decision()
    assert position.state.side == 0 and "USA-L-D-Davies" in active(position)


@pytest.mark.rule(GAME, "7.9", "7.93")
def test_whoever_advanced_neither_attacks_nor_is_asked_to_in_the_same_phase():
    """Two battles: after the first Sherman advances next to the enemies of the second and is done."""
    position = scene(
        {
            SHERMAN: "W24",
            TERRY: "W25",
            "USA-BG-F-Franklin": "Z26",
            "CSA-C-K-Munford": "Y26",
        }
    )
    assert sorted(options(position)) == [f"attack {TERRY}", "attack CSA-C-K-Munford"]
    play(position, f"attack {TERRY}", f"resolve {TERRY}")
    roll(position, 1)
    play(position, f"advance {SHERMAN} W25")
    position.decision()
    assert at(position, SHERMAN) == "W25"
    assert [battle["attackers"] for battle in facts(position, "battle")] == [[SHERMAN], ["USA-BG-F-Franklin"]]
