"""8 and 11.1.3. The administrative phase and the arrival of reinforcements."""

from __future__ import annotations

import pytest

from bullrun.games.secession_1862.rules.arrivals import entry_cost, needed_die
from bullrun.games.secession_1862.table.display import groups_due
from tests.cases.secession_1862.scene import (
    ID,
    asked,
    at,
    column,
    ends,
    facing,
    kinds,
    last,
    number,
    options,
    play,
    roll,
    scene,
    settle,
    start,
    verbs,
    why,
)


@pytest.mark.rule(ID, "8.A")
def test_routed_brigades_go_back_three_more_zones() -> None:
    position = scene({"Field": {"at": "98", "routed": True}, "Meade": "99"}, phase="administration")
    settle(position, "retreat")
    place = position.rules.board.place
    assert position.rules.board.distance(place("98"), place(at(position, "Field"))) == 3
    assert asked(position).question == "Rout test"


@pytest.mark.rule(ID, "8.A", "10.4.8")
def test_they_stop_where_their_side_enters_the_map() -> None:
    position = scene({"Field": {"at": "55", "routed": True}}, phase="administration")
    settle(position, "retreat")
    assert at(position, "Field") == "54"


@pytest.mark.rule(ID, "8.A", "11.1.4")
def test_who_is_there_already_and_pressed_by_nobody_stays() -> None:
    position = scene({"Meade": {"at": "16", "routed": True}, "Field": "184"}, phase="administration")
    assert asked(position).question == "Rout test" and at(position, "Meade") == "16"


@pytest.mark.rule(ID, "8.A", "11.1.4")
def test_who_is_there_already_but_next_to_the_enemy_goes_on() -> None:
    position = scene({"Meade": {"at": "16", "routed": True}, "Field": "15"}, phase="administration")
    settle(position, "retreat")
    assert at(position, "Meade") not in ("16", "")


@pytest.mark.rule(ID, "8.A", "11.1.4")
def test_read_otherwise_they_go_their_three_zones_from_and_past_an_entry() -> None:
    goes_on = {"rout-at-entry": "goes-on"}
    there = scene(
        {"Meade": {"at": "138", "routed": True}, "Field": "184"}, phase="administration", options=goes_on
    )
    settle(there, "retreat")
    assert kinds(there).count("retreated") == 3 and at(there, "Meade") != "138"
    past = scene({"Meade": {"at": "137", "routed": True}}, phase="administration", options=goes_on)
    settle(past, "retreat")
    assert at(past, "Meade") in ("167", "168")


@pytest.mark.rule(ID, "8.A", "11.1.4")
def test_without_a_word_a_routed_brigade_at_an_entry_stays() -> None:
    assert scene({}).rules.has("rout-at-entry", "stays")
    reached = scene({"Meade": {"at": "137", "routed": True}, "Field": "123"}, phase="administration")
    assert asked(reached).question == "Rout test" and at(reached, "Meade") == "138"


@pytest.mark.rule(ID, "8.C", "8.A", "9.4.6")
def test_a_commander_left_alone_by_a_rout_is_displaced_before_commanders_are_reset() -> None:
    pieces = {"Pope": "109", "McDowell": "99", "Meade": {"at": "99", "routed": True}, "Field": "98"}
    position = scene(pieces, phase="administration")
    settle(position, "retreat")
    assert verbs(position) == {"displace"} and at(position, "McDowell") == "99"
    play(position, "displace McDowell 77")
    assert asked(position).question == "Rout test"
    assert not column(position, "turned", "McDowell"), "in range of Pope, so available again"


@pytest.mark.rule(ID, "8.D", "9.5.3")
def test_two_of_a_stack_who_are_organised_again_are_faced() -> None:
    pieces = {"Lawton": {"at": "193", "routed": True}, "Trimble": {"at": "193", "routed": True}}
    position = scene(pieces, phase="administration")
    roll(position, 4)
    assert verbs(position) == {"face"}
    play(position, options(position)[-1])
    chosen = [facing(position, piece) for piece in pieces]
    roll(position, 4)
    assert [facing(position, piece) for piece in pieces] == chosen


@pytest.mark.rule(ID, "8.B")
def test_fatigue_recovers_out_of_contact_only() -> None:
    pieces = {
        "Meade": {"at": "98", "fatigue": 2},
        "Trimble": {"at": "115", "fatigue": 1},
        "Seymour": {"at": "77", "fatigue": 2},
        "Hardin": {"at": "74", "fatigue": 1},
    }
    position = scene(pieces, phase="administration")
    position.decision()
    levels = {piece: column(position, "fatigue", piece) for piece in pieces}
    assert levels == {"Meade": 2, "Trimble": 1, "Seymour": 1, "Hardin": 0}


@pytest.mark.rule(ID, "8.B", "9.3.1")
def test_an_enemy_across_the_river_is_no_contact() -> None:
    position = scene({"Meade": {"at": "124", "fatigue": 1}, "Gregg": "138"}, phase="administration")
    position.decision()
    assert column(position, "fatigue", "Meade") == 0


@pytest.mark.rule(ID, "8.C")
def test_commanders_become_available_when_in_range_of_the_army_commander() -> None:
    pieces = {
        "Pope": {"at": "109", "activated": True},
        "McDowell": {"at": "77", "activated": True},
        "Sigel": {"at": "54", "activated": True},
    }
    position = scene(pieces, phase="administration")
    position.decision()
    assert [column(position, "turned", p) for p in pieces] == [False, False, True]


@pytest.mark.rule(ID, "8.C", "11.2.1")
def test_before_the_army_commander_comes_all_are_in_command() -> None:
    position = scene(
        {"Sigel": {"at": "54", "activated": True}}, phase="administration", scenario="29-august", turn=3
    )
    position.decision()
    assert not column(position, "turned", "Sigel")


@pytest.mark.rule(ID, "8.D")
@pytest.mark.parametrize(
    ("die", "routed", "losses"), [(3, True, 2), (4, False, 2), (5, False, 2), (6, False, 1)]
)
def test_the_rout_test(die: int, routed: bool, losses: int) -> None:
    position = scene({"Field": {"at": "140", "routed": True, "losses": 2}}, phase="administration")
    settle(position, "retreat")
    roll(position, die)
    assert column(position, "routed", "Field") is routed and column(position, "losses", "Field") == losses
    assert column(position, "fatigue", "Field") == (0 if routed else 1)


# --- 8.E ---------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "8.E1", "11.1.3")
@pytest.mark.parametrize(
    ("unit", "turn", "die", "comes"),
    [("DIV-Kearny", 4, 3, True), ("DIV-Kearny", 4, 4, False), ("F_Lee", 4, 4, True), ("F_Lee", 4, 5, False)],
)
def test_arrival_dice_of_the_battle(unit: str, turn: int, die: int, comes: bool) -> None:
    position = scene({}, phase="administration", scenario="29-august", turn=turn, arrivals=[unit])
    assert asked(position).question == "Arrival die"
    roll(position, die)
    assert ("enter" in verbs(position)) is comes


@pytest.mark.rule(ID, "8.E1", "11.1.3")
def test_on_the_next_turn_they_come_without_a_die() -> None:
    position = scene({}, phase="administration", scenario="29-august", turn=5, arrivals=["DIV-Kearny"])
    assert verbs(position) == {"enter"}


@pytest.mark.rule(ID, "8.E1")
def test_the_general_test_is_an_option() -> None:
    general = {"arrival-test": "general"}
    for turn, needed in ((4, 2), (5, 4), (6, 6)):
        position = scene({}, scenario="29-august", turn=turn, options=general, arrivals=["DIV-Kearny"])
        (group,) = (g for g in position.rules.groups if g.name == "DIV-Kearny")
        assert needed_die(position, group) == needed
    late = scene(
        {}, phase="administration", scenario="29-august", turn=5, options=general, arrivals=["DIV-Kearny"]
    )
    roll(late, 5)
    assert "enter" not in verbs(late)


@pytest.mark.rule(ID, "8.E1")
def test_commanders_always_come_on_their_turn() -> None:
    position = scene({}, phase="administration", scenario="29-august", turn=5, arrivals=["Heintzelman"])
    assert verbs(position) == {"enter"} and "arrival_die" not in kinds(position)


@pytest.mark.rule(ID, "11.1.3")
def test_the_union_enters_first() -> None:
    position = scene(
        {}, phase="administration", scenario="29-august", turn=6, arrivals=["DIV-Kearny", "DIV-Hood"]
    )
    assert asked(position).owner == "union"
    while asked(position).owner == "union":
        position.apply(asked(position).options[0])
    assert asked(position).owner == "confederate" and "enter" in verbs(position)


@pytest.mark.rule(ID, "8.E2")
def test_they_march_on_with_what_is_left_of_their_points() -> None:
    position = scene({}, phase="administration", scenario="29-august", turn=5, arrivals=["DIV-Kearny"])
    assert {o.split()[2] for o in options(position)} == {"189", "138", "66"}  # B, C or D
    goals = ends(position, "enter Birney 138")
    assert "138" in goals and "111" in goals  # 1 to enter, 2 over the bridge, 1, 1: 5 of 6
    assert "107" not in goals
    play(position, "enter Birney 138 137")
    settle(position)
    assert at(position, "Birney") == "137"
    assert {o.split()[2] for o in options(position)} == {"138"}  # the division has chosen its entry


@pytest.mark.rule(ID, "8.E2")
def test_they_do_not_enter_an_enemy_zone_of_control() -> None:
    position = scene(
        {"Hood": "111"}, phase="administration", scenario="29-august", turn=5, arrivals=["DIV-Kearny"]
    )
    assert "123" not in ends(position, "enter Birney 138")
    assert why(position, "enter Birney 138 123") == "8.E2"


@pytest.mark.rule(ID, "8.E2")
def test_a_blocked_entry_is_replaced_by_the_nearest() -> None:
    position = scene({"Field": "54"}, phase="administration", turn=2, arrivals=["DIV-Schurz"])
    play(position, "bring DIV-Schurz")
    assert {o.split()[2] for o in options(position)} == {"138"}
    held = scene({"Field": "138"}, phase="administration", turn=2, arrivals=["DIV-Schurz"])
    play(held, "bring DIV-Schurz")
    entries = {o.split()[2] for o in options(held)}
    assert entries == {"189"}  # B is the nearest to C
    watched = scene({"Field": "151"}, phase="administration", turn=2, arrivals=["DIV-Schurz"])
    play(watched, "bring DIV-Schurz")
    assert "138" not in {o.split()[2] for o in options(watched)}


@pytest.mark.rule(ID, "11.1.3")
def test_every_two_brigades_make_an_entry_dearer() -> None:
    position = scene({}, phase="administration", turn=3, arrivals=["DIV-Schurz", "DIV-Schenck", "Milroy"])
    costs = []
    for piece in ("Koltes", "Schimmelfennig", "Krzyzanowski", "Art_Schurz", "Stahel"):
        costs.append(entry_cost(position, 138))
        goal = sorted(ends(position, f"enter {piece} 138"), key=int)[0]
        play(position, f"enter {piece} 138 {goal}")
        settle(position)
    assert costs == [1, 1, 2, 2, 3]


@pytest.mark.rule(ID, "11.1.3")
def test_commanders_do_not_crowd_an_entry() -> None:
    position = scene({}, phase="administration", turn=3, arrivals=["Sigel", "Milroy"])
    play(position, "enter Sigel 138 138")
    assert entry_cost(position, 138) == 1


# --- scenarios ---------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "11.2.1")
def test_on_29_august_turn_1_is_for_union_entry_only() -> None:
    position = start("29-august")
    assert position.state.turn == 1 and "initiative" not in kinds(position)
    while position.state.turn == 1:
        assert asked(position).owner in ("union", "chance")
        position.apply(asked(position).options[0])
        position.decision()
    assert position.state.turn == 2 and "initiative_dice" not in kinds(position)
    assert at(position, "Sigel") and at(position, "McDowell")


@pytest.mark.rule(ID, "11.2.1")
def test_the_set_up_of_29_august() -> None:
    position = start("29-august")
    assert at(position, "Jackson") == "155" and at(position, "Robertson") == "175"
    assert {at(position, p) for p in ("Johnson", "Starke", "Baylor", "Taliaferro", "Art_Taliaferro")} == {
        "95",
        "113",
        "114",
        "127",
    }
    assert {at(position, "Early"), at(position, "Forno")} == {"37", "38"}
    assert [column(position, "losses", p) for p in ("Baylor", "Lawton", "Trimble", "Gibbon")] == [1, 1, 1, 2]
    assert not any(at(position, p) for p in ("Meade", "Pope", "Longstreet", "Lee"))
    # Anderson is for both days only.
    assert max(group.turn for group in groups_due(position)) == 10
    assert any(group.name == "DIV-Anderson" for group in groups_due(start("both-days")))


@pytest.mark.rule(ID, "11.2.1")
def test_a_free_set_up_fills_every_listed_zone() -> None:
    position = start("29-august", confederate_setup="free")
    for piece, zone in (("Johnson", "127"), ("Starke", "127"), ("Baylor", "95")):
        play(position, f"place {piece} {zone}")
        settle(position)
    # two brigades are left for 113 and 114
    assert asked(position).about.piece == "Taliaferro" and ends(position, "place Taliaferro") == {
        "113",
        "114",
    }


@pytest.mark.rule(ID, "11.2.2")
def test_the_set_up_of_30_august() -> None:
    position = start("30-august")
    assert position.state.turn == 2
    assert (at(position, "Lee"), at(position, "Longstreet"), at(position, "Pope")) == ("56", "56", "109")
    assert at(position, "Kemper") == "5" and at(position, "Forno") == "202" and at(position, "F_Lee") == "203"
    assert {at(position, "Art_W"), at(position, "Art_L")} <= {"95", "96", "115", "116"}
    assert column(position, "losses", "Gibbon") == 2 and column(position, "losses", "Hood") == 1
    assert not at(position, "Sigel") and not at(position, "Jones")


@pytest.mark.rule(ID, "11.2.2")
def test_the_union_may_choose_other_zones_for_two_of_its_lists() -> None:
    position = start("30-august", union_setup="free")
    assert options(position) == ["use 122 134 135 136 149", "use 122 134 135 109 111"]
    play(position, "use 122 134 135 109 111")
    assert ends(position, "place Duryea") == {"122", "134", "135", "109", "111"}


@pytest.mark.rule(ID, "11.2.2")
def test_a_corps_commander_of_a_list_starts_in_any_of_its_zones() -> None:
    position = start("30-august", union_setup="free")
    play(position, "use 122 134 135 109 111")
    assert not at(position, "McDowell") and at(position, "Pope") == "109", "Pope has a zone of his own"
    while asked(position).about.piece != "McDowell":
        position.apply(asked(position).options[0])
    assert ends(position, "place McDowell") == {"122", "134", "135", "109", "111"}
    play(position, "place McDowell 111")
    assert at(position, "McDowell") == "111" and at(position, "Porter") == ""
    ready = start("30-august")
    assert [at(ready, piece) for piece in ("McDowell", "Porter")] == ["135", "86"]


@pytest.mark.rule(ID, "11.2.2")
def test_sigel_comes_on_turn_2_or_3_without_a_die() -> None:
    position = scene({}, phase="administration", turn=2, arrivals=["DIV-Schurz"])
    assert options(position) == ["bring DIV-Schurz", "hold DIV-Schurz"]
    play(position, "hold DIV-Schurz")
    assert "enter" not in verbs(position)
    later = scene({}, phase="administration", turn=3, arrivals=["DIV-Schurz"])
    assert verbs(later) == {"enter"}


@pytest.mark.rule(ID, "11.2.2")
def test_the_counter_attack_is_declared_once_from_turn_3_on() -> None:
    early = scene({"Meade": "77"}, phase="administration", turn=2)
    assert "counter-attack" not in verbs(early)
    position = scene({"Meade": "77"}, phase="administration", turn=3)
    assert options(position) == ["wait", "counter-attack"] and asked(position).owner == "confederate"
    play(position, "counter-attack")
    assert position.state.counter_attack == 3
    assert next(e.facts["side"] for e in position.log or [] if e.kind == "initiative") == "confederate"
    again = scene({"Meade": "77"}, phase="administration", turn=4, counter_attack=3)
    assert "counter-attack" not in verbs(again)


@pytest.mark.rule(ID, "11.2.1a")
def test_division_jones_comes_on_turn_6_for_two_points() -> None:
    position = scene({}, phase="administration", scenario="29-august", turn=6, arrivals=["DIV-Jones"])
    assert options(position) == ["take DIV-Jones", "decline DIV-Jones"]
    play(position, "take DIV-Jones")
    assert asked(position).question == "Arrival die"
    roll(position, 4)
    assert {o.split()[2] for o in options(position)} == {"54"}
    from bullrun.games.secession_1862.rules.victory import score

    assert score(position) == (2, 0)


@pytest.mark.rule(ID, "11.2.1a")
def test_declined_it_never_comes_and_costs_nothing() -> None:
    position = scene({}, phase="administration", scenario="29-august", turn=6, arrivals=["DIV-Jones"])
    play(position, "decline DIV-Jones")
    assert position.state.jones == 0 and not at(position, "Jones") and position.state.turn == 7
    absent = start("29-august", division_jones="absent")
    assert all(group.name != "DIV-Jones" for group in absent.rules.groups)


@pytest.mark.rule(ID, "11.2.1b")
@pytest.mark.parametrize(
    ("union", "confederate", "tactics"), [(4, 5, (2, 1)), (3, 6, (1, 2)), (1, 1, (1, 1))]
)
def test_the_tactical_option(union: int, confederate: int, tactics: tuple[int, int]) -> None:
    pieces = {"Pope": "109", "Lee": "54", "McDowell": "107", "Meade": "107", "Seymour": "107"}
    on = {"tactical-option": "on"}
    position = scene(pieces, phase="initiative", scenario="29-august", turn=7, options=on)
    roll(position, 6, 1, union, confederate)
    assert position.state.tactics == tactics


@pytest.mark.rule(ID, "11.2.1b")
def test_without_its_army_commander_or_the_option_nobody_rolls() -> None:
    on = {"tactical-option": "on"}
    position = scene(
        {"Pope": "109", "McDowell": "107", "Meade": "107"},
        phase="initiative",
        scenario="29-august",
        turn=7,
        options=on,
    )
    roll(position, 6, 1, 3)
    assert position.state.tactics == (1, 0)
    plain = scene(
        {"Pope": "109", "McDowell": "107", "Meade": "107"}, phase="initiative", scenario="29-august", turn=7
    )
    roll(plain, 6, 1)
    assert asked(plain).question != "Tactical option"


@pytest.mark.rule(ID, "11.2.1b", "11.1.2")
def test_manoeuvre_slows_every_activation() -> None:
    pieces = {"Pope": "109", "McDowell": "107", "Meade": "107", "Seymour": "107"}
    position = scene(pieces, scenario="29-august", turn=7, tactics={"union": "manoeuvre"})
    roll(position, 3)
    assert last(position, "activation")["number"] == 1
    assault = scene(pieces, scenario="29-august", turn=7, tactics={"union": "assault"})
    roll(assault, 3)
    assert last(assault, "activation")["number"] == 2


@pytest.mark.rule(ID, "11.1.1")
def test_commanders_of_the_battle() -> None:
    position = start("30-august")
    roster = position.rules.roster
    assert [roster.ids[c] for c in roster.army_commander] == ["Pope", "Lee"]
    assert {roster.ids[c] for c in roster.corps_commanders[0]} == {
        "Sigel",
        "McDowell",
        "Heintzelman",
        "Porter",
        "Reno",
    }
    assert {roster.ids[c] for c in roster.corps_commanders[1]} == {"Longstreet", "Jackson"}
    assert roster.corps[number("Field")] == number("Jackson")


@pytest.mark.rule(ID, "11.1.5")
def test_terrain_of_the_battle() -> None:
    position = start("30-august")
    names = position.rules.board.names_of
    assert names(position.rules.village) == ["77"]
    assert {"95", "96", "115", "116", "129", "143", "159", "161", "183", "184"} <= set(
        names(position.rules.embankment)
    )
    crossings = {
        (a, b)
        for a in position.rules.board.places
        for b in position.rules.board.places
        if position.rules.crossing[a] >> b & 1 and a < b
    }
    assert {(position.rules.board.names[a], position.rules.board.names[b]) for a, b in crossings} == {
        ("137", "138"),
        ("187", "188"),
    }
