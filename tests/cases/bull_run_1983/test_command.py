"""4.1-4.7 Command: who is active."""

from __future__ import annotations

import pytest

from bullrun.board.places import places_in
from bullrun.games.bull_run_1983.rules import command
from bullrun.games.bull_run_1983.rules.charts import load_roster
from tests.cases.bull_run_1983.combat import box, facts
from tests.cases.bull_run_1983.scene import kinds, names, options, play, roll, rules, scene

GAME = "bull-run-1983"


def active(pieces, side="union", **more):
    """The ids of the active pieces of this position at the start of its Movement phase."""
    position = scene(pieces, side=side, phase="movement", **more)
    return {position.rules.roster.ids[piece] for piece in places_in(position.state.active)}


def reach(start, trestle=0):
    field = rules()
    return set(field.board.names_of(command.command_range(field, field.board.place(start), trestle)))


# --- command paths --------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "4.5")
def test_a_command_path_is_four_hexes_long():
    found = reach("E25")
    assert "E21" in found and "I25" in found
    assert "E20" not in found and "J25" not in found


@pytest.mark.rule(GAME, "4.5")
def test_a_command_path_enters_no_river_hex():
    # S6 lies right across Bull Run from S3, three hexes away.
    found = reach("S3")
    assert "T4" in found and "S6" not in found and "S5" not in found


@pytest.mark.rule(GAME, "4.5")
def test_a_command_path_ends_in_a_ford_but_does_not_go_through():
    found = reach("R2")
    assert "Q3" in found, "into Sudley Ford"
    assert "P2" not in found, "in and out of the same ford"


@pytest.mark.rule(GAME, "4.5")
def test_a_command_path_leaves_a_ford_and_runs_from_ford_to_ford():
    found = reach("Q3")
    assert {"R2", "P2", "N2"} <= found, "out of the ford on either bank"
    assert "P3" in found, "from Sudley Ford to Sudley Springs Ford"
    assert "P4" not in found, "but not through the second ford"


@pytest.mark.rule(GAME, "4.5")
def test_bridges_do_not_hinder_command():
    assert "W11" in reach("Z10"), "over the Stone Bridge"


@pytest.mark.rule(GAME, "4.5", "11.2")
def test_command_crosses_the_trestle_only_while_it_stands():
    assert "UU29" in reach("VV27", trestle=1)
    assert "UU29" not in reach("VV27", trestle=0)


@pytest.mark.rule(GAME, "4.5", "M1.1")
def test_the_edge_of_the_map_and_partial_hexes_block_command():
    # Only the unplayable TT35 would join these two across the mouth of the run.
    assert "UU35" not in reach("SS35")
    assert "DD1" not in reach("R1"), "the roads join beyond the map, command does not"


@pytest.mark.rule(GAME, "4.5")
def test_command_range_is_mutual():
    field = rules()
    for start in ("Q3", "R2", "X9", "Z10", "JJ18", "MM19", "AAA10"):
        place = field.board.place(start)
        for other in places_in(command.command_range(field, place, 0)):
            assert command.command_range(field, other, 0) >> place & 1, field.board.names[other]


# --- who activates himself ------------------------------------------------------------------------


@pytest.mark.rule(GAME, "4.1", "4.2")
def test_red_movement_factors_are_always_active():
    found = active({"CSA-I-0-Hampton": "E25", "CSA-C-0-1Va": "E5", "CSA-I-K-2SC": "F25"}, side="confederate")
    assert found == {"CSA-I-0-Hampton", "CSA-C-0-1Va"}


@pytest.mark.rule(GAME, "4.2")
def test_rulings_on_lost_colours_are_options():
    longstreet = {"CSA-L-L-Longstreet": "E25", "CSA-L-JA-Jackson": "E5"}
    assert active(longstreet, side="confederate") == set(longstreet)
    waiting = rules(waiting_brigadiers="on")
    assert active(longstreet, side="confederate", battlefield=waiting) == {"CSA-L-JA-Jackson"}
    assert active({"USA-L-S-Sherman": "E25"}) == set()
    bold = rules(bold_union_brigadiers="on")
    assert active({"USA-L-S-Sherman": "E25"}, battlefield=bold) == {"USA-L-S-Sherman"}


@pytest.mark.rule(GAME, "4.3", "4.31")
def test_an_enemy_unit_or_leader_in_command_range_activates():
    for enemy in ("CSA-I-K-2SC", "CSA-L-K-Kershaw"):
        assert active({"USA-I-K-1Conn": "E25", enemy: "E29"}) == {"USA-I-K-1Conn"}
        assert active({"USA-I-K-1Conn": "E25", enemy: "E30"}) == set()


@pytest.mark.rule(GAME, "4.31")
def test_an_enemy_across_the_river_does_not_activate():
    assert active({"USA-I-K-1Conn": "S3", "CSA-I-K-2SC": "S6"}) == set()


@pytest.mark.rule(GAME, "4.31", "M6")
def test_the_enemy_base_activates():
    assert active({"USA-I-K-1Conn": "FF28"}) == {"USA-I-K-1Conn"}
    assert active({"USA-I-K-1Conn": "FF27"}) == set()
    assert active({"CSA-I-K-2SC": "QQ9"}, side="confederate") == {"CSA-I-K-2SC"}
    assert active({"USA-I-K-1Conn": "QQ9"}) == set(), "his own base does not"


@pytest.mark.rule(GAME, "4.32")
def test_bombarded_leaders_are_active_in_their_next_command_phase_but_not_the_unit():
    position = scene(
        {"USA-L-K-Keyes": {"at": "E25", "struck": True}, "USA-I-SC-1Ohio": "E27", "USA-I-K-1Conn": "E28"},
        phase="command",
    )
    position.decision()
    idle = [event.facts["pieces"] for event in position.log if event.kind == "inactive"]
    assert idle == [["USA-I-SC-1Ohio"]], "Keyes acts and calls his 1 Conn; the unit struck with him does not"
    assert not position.state.struck, "it counts once"


# --- chains ---------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "4.4", "4.52")
def test_mcdowell_reaches_franklin_only_on_his_own_bank():
    assert "USA-L-F-Franklin" in active({"USA-L-0-McDowell": "S3", "USA-L-F-Franklin": "T4"})
    assert "USA-L-F-Franklin" not in active({"USA-L-0-McDowell": "S3", "USA-L-F-Franklin": "S6"})


@pytest.mark.rule(GAME, "4.4", "12.1")
def test_a_leader_just_activated_activates_others():
    chain = {"USA-L-0-McDowell": "E5", "USA-L-F-Franklin": "E9", "USA-I-F-5Mass": "E13"}
    assert active(chain) == set(chain)
    assert active({"USA-L-F-Franklin": "E9", "USA-I-F-5Mass": "E9"}) == set(), "an inactive leader does not"


@pytest.mark.rule(GAME, "4.4")
def test_units_activate_no_friends():
    found = active({"USA-I-F-5Mass": "E25", "CSA-I-K-2SC": "E29", "USA-I-F-11Mass": "E24"})
    assert found == {"USA-I-F-5Mass"}


@pytest.mark.rule(GAME, "4.51")
def test_an_army_leader_does_not_activate_units_at_a_distance():
    assert active({"USA-L-0-McDowell": "E25", "USA-I-F-5Mass": "E26"}) == {"USA-L-0-McDowell"}


@pytest.mark.rule(GAME, "4.51", "4.52")
def test_a_division_leader_activates_his_division_and_no_other():
    found = active(
        {
            "USA-L-0-Tyler": "E25",
            "USA-L-K-Keyes": "E27",
            "USA-I-S-13NY": "E26",
            "USA-A-SC-E2US": "E24",
            "USA-L-F-Franklin": "F25",
            "USA-I-F-5Mass": "F26",
        }
    )
    assert found == {"USA-L-0-Tyler", "USA-L-K-Keyes", "USA-I-S-13NY", "USA-A-SC-E2US"}


@pytest.mark.rule(GAME, "4.51")
def test_a_brigade_leader_activates_his_brigade_batteries_and_cavalry_included():
    found = active(
        {
            "CSA-L-C-Cocke": "E25",
            "CSA-I-C-18Va": "E29",
            "CSA-A-C-Latham": "E21",
            "CSA-C-C-Langhorne": "F25",
            "CSA-I-K-2SC": "E26",
            "CSA-I-C-19Va": "E30",
        },
        side="confederate",
    )
    assert found == {"CSA-L-C-Cocke", "CSA-I-C-18Va", "CSA-A-C-Latham", "CSA-C-C-Langhorne"}


@pytest.mark.rule(GAME, "4.51")
def test_an_artillery_leader_activates_his_battalion_at_a_distance():
    found = active(
        {"CSA-L-W-Walton": "E25", "CSA-A-W-Squires": "E28", "CSA-A-K-Kemper": "E27"}, side="confederate"
    )
    assert found == {"CSA-L-W-Walton", "CSA-A-W-Squires"}


@pytest.mark.rule(GAME, "4.52", "4.63")
def test_confederate_army_leaders_reach_the_leaders_of_both_armies():
    found = active(
        {"CSA-L-0-Johnston": "E25", "CSA-L-K-Kershaw": "E29", "CSA-L-P-Pendleton": "E21"}, side="confederate"
    )
    assert found == {"CSA-L-0-Johnston", "CSA-L-K-Kershaw", "CSA-L-P-Pendleton"}


# --- in the leader's hex --------------------------------------------------------------------------


@pytest.mark.rule(GAME, "4.6", "4.61")
def test_in_his_hex_an_army_leader_activates_units_too():
    assert "USA-I-F-5Mass" in active({"USA-L-0-McDowell": "E25", "USA-I-F-5Mass": "E25"})


@pytest.mark.rule(GAME, "4.61", "4.62")
def test_any_union_leader_activates_everything_in_his_hex():
    found = active({"USA-L-0-Tyler": "E25", "USA-L-K-Keyes": "E28", "USA-I-D-16NY": "E28"})
    assert "USA-I-D-16NY" in found, "another brigade of another division"
    roster = load_roster()
    keyes, mcdowell = roster.number["USA-L-K-Keyes"], roster.number["USA-L-0-McDowell"]
    assert command.companions(roster)[keyes] >> mcdowell & 1, "his superiors included"


@pytest.mark.rule(GAME, "4.63")
def test_jackson_activates_only_the_army_of_the_shenandoah():
    found = active(
        {
            "CSA-L-JA-Jackson": "E25",
            "CSA-I-BA-7Ga": "E25",
            "CSA-L-K-Kershaw": "E25",
            "CSA-C-EV-Terry": "E25",
            "CSA-L-P-Pendleton": "E25",
        },
        side="confederate",
    )
    assert found == {"CSA-L-JA-Jackson", "CSA-I-BA-7Ga", "CSA-L-P-Pendleton"}


@pytest.mark.rule(GAME, "4.63")
def test_johnston_and_beauregard_activate_both_armies_in_their_hex():
    stack = {"CSA-L-0-Beauregard": "E25", "CSA-I-BA-7Ga": "E25", "CSA-C-EV-Terry": "E25"}
    assert active(stack, side="confederate") == set(stack)


@pytest.mark.rule(GAME, "4.6", "4.64")
def test_walton_activates_only_the_batteries_of_his_army():
    found = active(
        {
            "CSA-L-W-Walton": "E25",
            "CSA-A-K-Kemper": "E25",
            "CSA-A-JA-Stanard": "E25",
            "CSA-I-K-2SC": "E25",
            "CSA-C-EV-Terry": "E25",
            "CSA-L-K-Kershaw": "E25",
        },
        side="confederate",
    )
    assert found == {"CSA-L-W-Walton", "CSA-A-K-Kemper"}


# --- formed brigades ------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "8.3", "4.4")
def test_a_leader_in_a_brigade_piece_is_activated_and_activates():
    found = active({"USA-L-0-McDowell": "E5", "USA-BG-F-Franklin": "E9", "USA-A-F-I1US": "E13"})
    assert {"USA-BG-F-Franklin", "USA-L-F-Franklin", "USA-A-F-I1US", "USA-I-F-11Mass"} <= found
    assert active({"USA-BG-F-Franklin": "E9", "USA-A-F-I1US": "E13"}) == set()


@pytest.mark.rule(GAME, "4.31", "8.3")
def test_an_enemy_in_range_activates_a_brigade_piece():
    assert "USA-BG-F-Franklin" in active({"USA-BG-F-Franklin": "E25", "CSA-I-K-2SC": "E29"})


# --- what it means --------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "4.1", "4.12")
def test_an_inactive_piece_cannot_move_but_can_form_brigade():
    position = scene(
        {
            "USA-L-SC-Schenck": "E25",
            "USA-I-SC-1Ohio": "E25",
            "USA-I-SC-2Ohio": "E25",
            "USA-L-0-McDowell": "E5",
        },
        phase="movement",
    )
    offered = options(position)
    assert not any(o.startswith("move USA-I-SC-1Ohio") for o in offered)
    assert "form USA-BG-SC-Schenck USA-I-SC-1Ohio USA-I-SC-2Ohio" in offered
    assert any(o.startswith("move USA-L-0-McDowell") for o in offered)


@pytest.mark.rule(GAME, "4.11")
def test_command_is_settled_once_a_turn():
    position = scene(
        {"USA-L-0-McDowell": "E5", "USA-L-F-Franklin": "E12", "USA-I-F-5Mass": "E12"}, phase="command"
    )
    position.decision()
    assert "command" in kinds(position) and "inactive" in kinds(position)
    franklin = position.rules.roster.number["USA-L-F-Franklin"]
    play(position, "move USA-L-0-McDowell E8")
    assert not position.state.active >> franklin & 1, "coming near later in the turn changes nothing"


@pytest.mark.rule(GAME, "O4.1c", "4.2")
def test_pendleton_acts_on_his_own_on_july_20th_from_noon_to_two():
    field = rules("july-20")
    alone = {"CSA-L-P-Pendleton": "E25"}
    for turn, acts in (("11:30 AM", False), ("NOON", True), ("2:00 PM", True), ("2:30 PM", False)):
        assert (active(alone, side="confederate", battlefield=field, turn=turn) == set(alone)) == acts, turn
    assert active(alone, side="confederate", turn="NOON") == set(), "not on the 21st"


SMITH = "CSA-BG-S-Smith"


VA13 = "CSA-I-S-13Va"


def waiting_smith(**flags):
    """Smith's brigade, the 13 Va in it, far from everybody while brigadiers wait."""
    awake = {"active": True} if "active" in flags else {}
    parts = ["CSA-I-S-1Md", "CSA-I-S-10Va", VA13]
    return scene(
        {SMITH: {"at": "K25", "components": parts, **flags}, "CSA-I-0-Hampton": {"at": "EE34", **awake}},
        side="confederate",
        phase="movement",
        battlefield=rules(waiting_brigadiers="on"),
    )


def movers(position):
    return {option.split()[1] for option in options(position) if option.startswith("move CSA-")}


@pytest.mark.rule(GAME, "4.2", "8.41")
def test_a_red_regiment_is_active_when_its_inactive_brigade_breaks_up():
    position = waiting_smith()
    assert SMITH not in movers(position)
    play(position, f"break {SMITH}")
    assert movers(position) == {VA13, "CSA-I-0-Hampton"}, "the others still wait"


@pytest.mark.rule(GAME, "4.2", "8.41")
def test_a_red_regiment_of_a_brigade_that_has_moved_has_moved_too():
    position = waiting_smith(active=True)
    play(position, f"move {SMITH} K24", f"break {SMITH}")
    assert movers(position) == {"CSA-I-0-Hampton"}


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
    assert position.state.side == 0 and "USA-L-D-Davies" in names(position, position.state.active)
