"""8.1-8.5 Brigades: forming and breaking up."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from bullrun.games.bull_run_1983.rules import brigades
from tests.cases import asking
from tests.cases.bull_run_1983.combat import box, facts, fight
from tests.cases.bull_run_1983.scene import at, explain, kinds, options, play, refused, roll, rules, scene

GAME = "bull-run-1983"


def forms(position):
    return [o for o in options(position) if o.startswith("form ")]


def why(position, brigade, *units):
    number = position.rules.roster.number
    return brigades.why_not_form(position, number[brigade], [number[u] for u in units])


SCHENCK = {"USA-L-SC-Schenck": "E25", "USA-I-SC-1Ohio": "E25", "USA-I-SC-2Ohio": "E25"}
FORM_SCHENCK = "form USA-BG-SC-Schenck USA-I-SC-1Ohio USA-I-SC-2Ohio"


@pytest.mark.rule(GAME, "8.1", "8.2")
def test_the_brigade_piece_takes_the_place_of_its_parts():
    position = scene(SCHENCK, phase="movement")
    play(position, FORM_SCHENCK)
    assert at(position, "USA-BG-SC-Schenck") == "E25"
    assert [at(position, p) for p in SCHENCK] == ["", "", ""]
    assert "brigade_formed" in kinds(position)


@pytest.mark.rule(GAME, "8.2")
def test_brigades_form_only_in_their_own_movement_phase():
    assert FORM_SCHENCK in forms(scene(SCHENCK, phase="movement"))
    other = scene(SCHENCK | {"CSA-I-0-Hampton": "E5"}, phase="movement", side="confederate")
    assert not forms(other)
    assert why(other, "USA-BG-SC-Schenck", "USA-I-SC-1Ohio", "USA-I-SC-2Ohio").rule == "8.2"


@pytest.mark.rule(GAME, "8.2")
def test_any_number_of_brigades_may_form():
    position = scene(
        SCHENCK | {"USA-L-D-Davies": "E5", **{f"USA-I-D-{n}NY": "E5" for n in (16, 18, 31)}}, phase="movement"
    )
    play(position, FORM_SCHENCK, "form USA-BG-D-Davies USA-I-D-16NY USA-I-D-18NY USA-I-D-31NY")
    assert at(position, "USA-BG-D-Davies") == "E5" and at(position, "USA-BG-SC-Schenck") == "E25"


@pytest.mark.rule(GAME, "8.21")
def test_bonham_needs_exactly_five_points_not_six():
    bonham = {"CSA-L-BO-Bonham": "E25", "CSA-I-BO-11NC": "E25", "CSA-I-BO-3SC": "E25"}
    position = scene(bonham, side="confederate", phase="movement")
    assert not forms(position), "3 and 3 make 6"
    refusal = why(position, "CSA-BG-BO-Bonham", "CSA-I-BO-11NC", "CSA-I-BO-3SC")
    assert refusal.rule == "8.21" and refusal.facts["points"] == 6 and refusal.facts["needs"] == 5
    position = scene(bonham | {"CSA-I-BO-8La": "E25"}, side="confederate", phase="movement")
    assert forms(position) == [
        "form CSA-BG-BO-Bonham CSA-I-BO-8La CSA-I-BO-11NC",
        "form CSA-BG-BO-Bonham CSA-I-BO-8La CSA-I-BO-3SC",
    ]


@pytest.mark.rule(GAME, "8.21")
def test_schenck_can_use_neither_guns_nor_another_brigade():
    position = scene(
        {
            "USA-L-SC-Schenck": "E25",
            "USA-I-SC-2Ohio": "E25",
            "USA-A-SC-E2US": "E25",
            "USA-I-D-16NY": "E25",
        },
        phase="movement",
    )
    assert not forms(position)
    assert why(position, "USA-BG-SC-Schenck", "USA-I-SC-2Ohio", "USA-A-SC-E2US").rule == "8.21"
    assert why(position, "USA-BG-SC-Schenck", "USA-I-SC-2Ohio", "USA-I-D-16NY").rule == "8.21"


@pytest.mark.rule(GAME, "8.21")
def test_cavalry_is_never_part_of_a_brigade_and_the_rest_stays():
    position = scene(
        {
            "CSA-L-BO-Bonham": "E25",
            "CSA-I-BO-11NC": "E25",
            "CSA-C-BO-30Va": "E25",
        },
        side="confederate",
        phase="movement",
    )
    assert not forms(position), "3 of infantry and 2 of cavalry"
    position = scene(SCHENCK | {"USA-I-SC-2NYM": "E25"}, phase="movement")
    play(position, FORM_SCHENCK)
    assert at(position, "USA-I-SC-2NYM") == "E25"


@pytest.mark.rule(GAME, "8.21", "12.1")
def test_only_the_brigade_leader_forms_it():
    position = scene(
        {"USA-L-0-Tyler": "E25", "USA-I-SC-1Ohio": "E25", "USA-I-SC-2Ohio": "E25"}, phase="movement"
    )
    assert not forms(position)


@pytest.mark.rule(GAME, "8.22")
def test_leader_and_units_must_start_in_one_hex_out_of_enemy_control():
    apart = scene(SCHENCK | {"USA-I-SC-2Ohio": "E26"}, phase="movement")
    assert not forms(apart)
    assert why(apart, "USA-BG-SC-Schenck", "USA-I-SC-1Ohio", "USA-I-SC-2Ohio").rule == "8.22"
    controlled = scene(SCHENCK | {"CSA-I-K-2SC": "E26"}, phase="movement")
    assert not forms(controlled)
    assert why(controlled, "USA-BG-SC-Schenck", "USA-I-SC-1Ohio", "USA-I-SC-2Ohio").rule == "8.22"


@pytest.mark.rule(GAME, "8.22")
def test_who_has_moved_cannot_form():
    position = scene(SCHENCK | {"USA-L-0-Tyler": "E24"}, phase="movement")
    play(position, "move USA-I-SC-1Ohio E24", "move USA-I-SC-1Ohio E25")
    assert not forms(position)
    assert why(position, "USA-BG-SC-Schenck", "USA-I-SC-1Ohio", "USA-I-SC-2Ohio").rule == "8.22"


@pytest.mark.rule(GAME, "8.22")
def test_a_brigade_of_active_pieces_can_move_at_once_one_of_inactive_pieces_cannot():
    position = scene(SCHENCK | {"USA-L-0-Tyler": "E24"}, phase="movement")
    play(position, FORM_SCHENCK)
    assert any(o.startswith("move USA-BG-SC-Schenck ") for o in options(position))
    position = scene(SCHENCK | {"USA-L-0-Miles": "E5"}, phase="movement")
    play(position, FORM_SCHENCK)
    assert not any(o.startswith("move USA-BG-SC-Schenck ") for o in options(position))


@pytest.mark.rule(GAME, "8.52", "11.53")
@pytest.mark.parametrize("place, abatis", [("Q3", ()), ("Y10", ()), ("E25", ("E25",))])
def test_no_brigade_forms_on_a_ford_bridge_or_abatis(place, abatis):
    stack = dict.fromkeys(SCHENCK, place) | {"USA-L-0-Miles": "E5"}
    position = scene(stack, phase="movement", abatis=abatis)
    assert not forms(position)
    assert why(position, "USA-BG-SC-Schenck", "USA-I-SC-1Ohio", "USA-I-SC-2Ohio").rule == "8.52"


@pytest.mark.rule(GAME, "8.52")
def test_a_brigade_piece_does_not_enter_a_ford():
    position = scene({"USA-BG-SC-Schenck": {"at": "R2", "active": True}}, phase="movement")
    assert "move USA-BG-SC-Schenck R3" in options(position)
    assert "move USA-BG-SC-Schenck Q3" not in options(position)


ENTERING = {"brigades_break_on_entry": "on"}
SCHENCK_PIECE = "USA-BG-SC-Schenck"


@pytest.mark.rule(GAME, "8.52", "5.31", "5.32", "8.53")
@pytest.mark.parametrize(
    ("start", "to", "abatis", "spent"),
    [("R2", "Q3", (), "2"), ("Z10", "Y10", (), "1"), ("AA31", "AA32", ("AA32",), "2")],
    ids=["ford", "bridge", "ABATIS"],
)
def test_read_otherwise_a_brigade_piece_marches_in_and_breaks_up_there(start, to, abatis, spent):
    up = {"at": start, "active": True}
    before = scene({SCHENCK_PIECE: up}, phase="movement", abatis=abatis)
    assert f"move {SCHENCK_PIECE} {to}" not in options(before)
    position = scene({SCHENCK_PIECE: up}, phase="movement", abatis=abatis, battlefield=rules(**ENTERING))
    row = next(r for r in asking.reach(BULL_RUN, position, SCHENCK_PIECE) if r["place"] == to)
    assert row["stops"] and row["cost"] == spent
    play(position, f"move {SCHENCK_PIECE} {to}")
    assert at(position, SCHENCK_PIECE) == "" and at(position, "USA-L-SC-Schenck") == to
    parts = [piece for piece in BULL_RUN.data.pieces("pieces") if piece.id.startswith("USA-I-SC-")]
    inside = [piece.id for piece in parts if at(position, piece.id) == to]
    assert inside, "its infantry stands there"
    offered = options(position)
    assert not any(o.startswith(f"move {piece}") for o in offered for piece in (*inside, "USA-L-SC-Schenck"))
    broken = [event for event in position.log if event.kind == "brigade_broken"]
    assert [event.rule for event in broken] == ["8.52"]


@pytest.mark.rule(GAME, "8.52")
def test_it_does_not_pass_through():
    """From R2 the far bank lies behind the ford of Q3: no brigade piece gets there in one march."""
    position = scene(
        {SCHENCK_PIECE: {"at": "R2", "active": True}}, phase="movement", battlefield=rules(**ENTERING)
    )
    assert f"move {SCHENCK_PIECE} Q3" in options(position)
    assert f"move {SCHENCK_PIECE} P2" not in options(position)


@pytest.mark.rule(GAME, "8.52", "5.52")
def test_its_defense_points_count_for_the_ford():
    pieces = {SCHENCK_PIECE: {"at": "R2", "active": True}, "USA-I-B-2NH": {"at": "R3", "active": True}}
    pieces["USA-I-B-1RI"] = {"at": "R3", "active": True}
    position = scene(pieces, phase="movement", battlefield=rules(**ENTERING))
    play(position, f"move {SCHENCK_PIECE} Q3", "move USA-I-B-2NH Q3")  # 5 and 3
    assert "move USA-I-B-1RI Q3" not in options(position)
    full = scene(pieces, phase="movement", battlefield=rules(**ENTERING))
    play(full, "move USA-I-B-2NH Q3", "move USA-I-B-1RI Q3")
    assert f"move {SCHENCK_PIECE} Q3" not in options(full)


@pytest.mark.rule(GAME, "8.52")
def test_without_a_word_a_brigade_breaks_up_before_it_moves():
    assert rules().has("brigades-break-on-entry", "off")


@pytest.mark.rule(GAME, "8.3")
def test_units_in_a_brigade_count_for_victory():
    from bullrun.games.bull_run_1983.rules.victory import end_of_last_turn

    position = scene({"USA-BG-SC-Schenck": "QQ23"}, side="confederate", phase="rally", turn="8:00 PM")
    end_of_last_turn(position)
    assert position.state.outcome[0] == "union"


@pytest.mark.rule(GAME, "8.4")
def test_a_brigade_breaks_up_even_in_enemy_control():
    position = scene({"USA-BG-SC-Schenck": "E25", "CSA-I-K-2SC": "E26"}, phase="movement")
    play(position, "break USA-BG-SC-Schenck")
    assert at(position, "USA-BG-SC-Schenck") == "" and at(position, "USA-L-SC-Schenck") == "E25"
    parts = [p for p in ("USA-I-SC-2NYM", "USA-I-SC-1Ohio", "USA-I-SC-2Ohio") if at(position, p) == "E25"]
    points = sum(position.rules.roster.defense[position.rules.roster.number[p]] for p in parts)
    assert points == 5


@pytest.mark.rule(GAME, "8.41")
def test_parts_of_an_active_brigade_that_has_not_moved_can_move():
    position = scene(SCHENCK | {"USA-L-0-Tyler": "E24"}, phase="movement")
    play(position, FORM_SCHENCK, "break USA-BG-SC-Schenck")
    assert "move USA-I-SC-1Ohio E24" in options(position)
    assert FORM_SCHENCK not in options(position), "once broken up it stays so this turn"


@pytest.mark.rule(GAME, "8.41")
def test_parts_of_a_brigade_that_has_moved_cannot_move():
    position = scene(SCHENCK | {"USA-L-0-Tyler": "E24"}, phase="movement")
    play(position, FORM_SCHENCK, "move USA-BG-SC-Schenck E24", "break USA-BG-SC-Schenck")
    assert at(position, "USA-I-SC-1Ohio") == "E24"
    assert not any(o.startswith("move USA-I-SC") for o in options(position))


@pytest.mark.rule(GAME, "8.41")
def test_parts_of_an_inactive_brigade_stay_inactive():
    position = scene({"USA-BG-SC-Schenck": "E25", "USA-L-0-Miles": "E5"}, phase="movement")
    play(position, "break USA-BG-SC-Schenck")
    assert not any(o.startswith("move USA-I-SC") for o in options(position))


@pytest.mark.rule(GAME, "8.4", "8.42")
def test_the_defender_may_break_up_before_the_attack():
    position = scene({"CSA-BG-K-Kershaw": "E25", "USA-I-SC-1Ohio": "E26"}, phase="combat")
    position.call("before_combat")
    assert position.decision().owner == "confederate"
    assert options(position) == ["break CSA-BG-K-Kershaw", "keep"]
    play(position, "break CSA-BG-K-Kershaw")
    assert at(position, "CSA-I-K-2SC") == "E25" and at(position, "CSA-L-K-Kershaw") == "E25"


@pytest.mark.rule(GAME, "8.4")
def test_nobody_is_asked_about_brigades_out_of_the_enemy_s_reach():
    position = scene({"CSA-BG-K-Kershaw": "E5", "USA-I-SC-1Ohio": "E26"}, phase="combat")
    position.call("before_combat")
    position.decision()
    assert position.state.frames[-1:] != [("before_combat",)]
    assert at(position, "CSA-BG-K-Kershaw") == "E5"


@pytest.mark.rule(GAME, "8.5")
def test_a_brigade_piece_is_one_unit_with_its_own_factors():
    roster = rules().roster
    piece = roster.number["CSA-BG-L-Longstreet"]
    assert (roster.attack[piece][0], roster.defense[piece], roster.movement[piece][0]) == (8, 8, 3)
    position = scene({"CSA-BG-L-Longstreet": "E25"}, side="confederate", phase="movement")
    assert len(brigades.components(position, piece)) == 5, "the leader and four units of 2"


BURNSIDE_PIECE = "USA-BG-B-Burnside"


NH2 = "USA-I-B-2NH"


VA2 = "CSA-I-JA-2Va"


@pytest.mark.rule(GAME, "8.52", "7.9")
@pytest.mark.parametrize(
    ("attacker", "defender", "extra"),
    [("R2", "Q3", {}), ("Z10", "Y10", {}), ("AA31", "AA32", {"abatis": ["AA32"]})],
    ids=["ford", "bridge", "ABATIS"],
)
def test_a_brigade_piece_is_kept_out_by_what_it_is_not_by_want_of_room(attacker, defender, extra):
    position = fight({BURNSIDE_PIECE: attacker, VA2: defender}, 1, **extra)
    assert f"break {BURNSIDE_PIECE}" in options(position)
    assert refused(position, f"advance {BURNSIDE_PIECE} {defender}").rule == "8.52"


@pytest.mark.rule(GAME, "8.52", "7.83")
def test_a_brigade_piece_retreats_over_no_bridge_but_its_parts_do():
    """The Stone Bridge lies between X10 and Z9."""
    position = scene({BURNSIDE_PIECE: "X10", "CSA-BG-JA-Jackson": "W10"}, side="confederate")
    play(position, "keep")
    roll(position, 3)
    assert position.decision().rule == "7.8"
    assert refused(position, f"retreat {BURNSIDE_PIECE} Z9").rule == "8.52"
    play(position, f"break {BURNSIDE_PIECE}")
    assert f"retreat {NH2} Z9" in options(position)


@pytest.mark.rule(GAME, "8.5", "5.1")
def test_a_unit_in_a_brigade_piece_does_not_move_by_itself():
    position = scene({BURNSIDE_PIECE: "R2"}, phase="movement")
    part = position.rules.roster.ids[
        position.state.holder.index(position.rules.roster.number[BURNSIDE_PIECE])
    ]
    refusal = refused(position, f"move {part} R1")
    assert refusal.rule == "8.5" and "not on the map" not in refusal.says


@pytest.mark.rule(GAME, "8.5", "6.7")
def test_a_unit_in_a_brigade_piece_neither_attacks_nor_is_attacked_by_itself():
    position = scene({NH2: "AA32", "CSA-BG-JA-Jackson": "BB32", "CSA-I-0-Hampton": "BB32"})
    play(position, "keep")
    state, roster = position.state, position.rules.roster
    parts = [roster.ids[p] for p, h in enumerate(state.holder) if h == roster.number["CSA-BG-JA-Jackson"]]
    units = [part for part in parts if "-I-" in part]
    assert refused(position, f"attack {units[0]}").rule == "8.5"


@pytest.mark.rule(GAME, "8.4")
def test_why_a_brigade_does_not_break_up():
    pieces = {"CSA-BG-JA-Jackson": "U20", "USA-BG-K-Keyes": "U25", "USA-L-S-Sherman": "U25"}
    position = scene(pieces, phase="movement")
    for piece in ("USA-L-S-Sherman", "USA-BG-S-Sherman", "CSA-BG-JA-Jackson"):
        assert refused(position, f"break {piece}").rule == "8.4", piece
    assert explain(position, "union", ("break", "USA-BG-K-Keyes")) is None


EVANS_PIECE = "CSA-BG-EV-Evans"


@pytest.mark.rule(GAME, "8.22")
def test_a_brigade_formed_of_active_and_inactive_pieces_is_inactive():
    """The 13 Va acts on its own; Smith, by the ruling that brigadiers wait, does not."""
    position = scene(
        {f"CSA-{p}": "U22" for p in ("L-S-Smith", "I-S-13Va", "I-S-1Md", "I-S-10Va", "I-S-3Tenn")},
        side="confederate",
        phase="movement",
        battlefield=rules(waiting_brigadiers="on"),
    )
    number = position.rules.roster.number
    assert position.state.active >> number["CSA-I-S-13Va"] & 1
    assert not position.state.active >> number["CSA-L-S-Smith"] & 1
    form = next(o for o in forms(position) if "13Va" in o)
    play(position, form)
    assert not any(option.startswith("move CSA-BG-S-Smith") for option in options(position))


@pytest.mark.rule(GAME, "8.22")
def test_who_has_moved_stays_out_of_every_brigade_formed_later_in_the_phase():
    """Even after the choices were listed anew because another brigade has formed."""
    up = {"active": True}
    sc = {f"USA-{p}": {"at": "U22", **up} for p in ("L-SC-Schenck", "I-SC-2NYM", "I-SC-1Ohio", "I-SC-2Ohio")}
    keyes = {f"USA-{p}": {"at": "U26", **up} for p in ("L-K-Keyes", "I-K-1Conn", "I-K-2Conn")}
    position = scene({**sc, **keyes}, phase="movement")
    assert len(forms(position)) == 3
    play(position, "move USA-I-SC-2NYM U21", "form USA-BG-K-Keyes USA-I-K-1Conn USA-I-K-2Conn")
    assert forms(position) == ["form USA-BG-SC-Schenck USA-I-SC-1Ohio USA-I-SC-2Ohio"]
    play(position, "move USA-L-SC-Schenck U21", "break USA-BG-K-Keyes")
    assert forms(position) == [], "Schenck has moved, and Keyes' brigade has formed once"


@pytest.mark.rule(GAME, "8.2", "8.22", "8.4")
def test_a_brigade_may_break_up_and_form_of_other_units_before_it_moves():
    """Sherman's piece is 8-8-3 with the 2 Wisc in it or the 79 NYM, but only one of them is left to move."""
    units = ["USA-I-S-13NY", "USA-I-S-69NYM", "USA-I-S-79NYM"]
    pieces = {
        "USA-BG-S-Sherman": {"at": "U22", "components": ["USA-L-S-Sherman", *units], "active": True},
        "USA-I-S-2Wisc": {"at": "U22", "active": True},
    }
    position = scene(pieces, phase="movement")
    play(position, "break USA-BG-S-Sherman")
    other = "form USA-BG-S-Sherman USA-I-S-13NY USA-I-S-69NYM USA-I-S-2Wisc"
    assert other in forms(position)
    play(position, other)
    moving = {option.split()[1] for option in options(position) if option.startswith("move")}
    assert moving == {"USA-BG-S-Sherman", "USA-I-S-79NYM"}
    play(position, "break USA-BG-S-Sherman")
    assert forms(position) == [], "once a phase"


@pytest.mark.rule(GAME, "8.22", "8.41")
def test_a_brigade_that_broke_up_after_moving_does_not_form_again():
    pieces = {"USA-BG-S-Sherman": "U22", "USA-L-0-Tyler": "U25"}
    position = scene({p: {"at": at, "active": True} for p, at in pieces.items()}, phase="movement")
    play(position, "move USA-BG-S-Sherman U21", "break USA-BG-S-Sherman")
    assert forms(position) == []


@pytest.mark.rule(GAME, "8.3", "14.21")
def test_the_leader_inside_a_brigade_piece_counts_for_the_rally_box():
    """The 2 NYM, not in Schenck's piece, is lost four hexes from it; five are too many."""
    for place, fate in (("U26", "rally box"), ("U27", "lost")):
        position = fight(
            {
                SCHENCK_PIECE: {"at": "U22", "components": ["USA-I-SC-1Ohio", "USA-I-SC-2Ohio"]},
                "USA-I-SC-2NYM": place,
                "CSA-BG-JA-Jackson": "U28" if place == "U27" else "V26",
            },
            1,
            side="confederate",
        )
        position.decision()
        assert box(position, "USA-I-SC-2NYM") == fate


@pytest.mark.rule(GAME, "8.42", "7.8", "12.4")
def test_a_beaten_brigade_retreats_whole_with_the_other_leaders_of_its_hex():
    position = fight(
        {"CSA-BG-JA-Jackson": "W23", SCHENCK_PIECE: "W24", "USA-L-0-Tyler": "W24"}, 3, side="confederate"
    )
    assert f"break {SCHENCK_PIECE}" in options(position)
    play(position, f"retreat {SCHENCK_PIECE} W26", "follow USA-L-0-Tyler")
    assert at(position, SCHENCK_PIECE) == "W26" and at(position, "USA-L-0-Tyler") == "W26"


@pytest.mark.rule(GAME, "8.42", "12.3", "12.4")
def test_a_brigade_leader_left_by_all_his_retreating_parts_is_caught():
    position = fight({"CSA-BG-JA-Jackson": "W23", SCHENCK_PIECE: "W24"}, 3, side="confederate")
    play(position, f"break {SCHENCK_PIECE}")
    parts = [option.split()[1] for option in options(position) if option.endswith(" W26")]
    assert len(parts) == 2 and "USA-L-SC-Schenck" not in parts, "leaders do not retreat by themselves"
    play(position, f"retreat {parts[0]} W26", "stay", f"retreat {parts[1]} V25", "stay")
    play(position, "done")
    position.decision()
    assert box(position, "USA-L-SC-Schenck") == "lost", "he stayed alone in Jackson's control"
    assert not facts(position, "leader_roll"), "his units were not eliminated: no roll"


@pytest.mark.rule(GAME, "8.42", "7.9")
def test_a_brigade_may_send_one_part_and_its_leader_after_the_enemy():
    position = fight({SCHENCK_PIECE: "W24", "CSA-C-EV-Terry": "W25"}, 3, side="union")
    assert facts(position, "battle_result")[0]["result"] in ("DE", "DB2")
    while not any(option.startswith("advance") for option in options(position)):
        position.apply(position.decision().options[0])
    play(position, f"break {SCHENCK_PIECE}")
    unit = next(o.split()[1] for o in options(position) if o.startswith("advance"))
    play(position, f"advance {unit} W25", "follow USA-L-SC-Schenck")
    assert at(position, unit) == "W25" and at(position, "USA-L-SC-Schenck") == "W25"
    play(position, "done")
    other = next(u for u in ("USA-I-SC-2NYM", "USA-I-SC-2Ohio") if u != unit)
    assert at(position, other) == "W24"


@pytest.mark.rule(GAME, "8.51", "6.8")
def test_a_brigade_and_a_regiment_with_one_battery_the_attacker_chooses_the_pair():
    """Excess infantry: the battery may be paired with the regiment, or with the brigade."""
    pieces = {
        EVANS_PIECE: "W25",
        "CSA-I-JA-2Va": "W25",
        "CSA-A-JA-Stanard": "W25",
        "USA-BG-S-Sherman": "W24",
        "USA-BG-F-Franklin": "X25",
    }
    position = scene(pieces)
    play(position, "keep", f"attack {EVANS_PIECE}", "with USA-BG-S-Sherman")
    assert "commit" in options(position), "the brigade alone: battery and regiment make the other pair"
    assert "also CSA-A-JA-Stanard" in options(position)
    play(position, "also CSA-A-JA-Stanard")
    assert "commit" in options(position)


@pytest.mark.rule(GAME, "8.22")
def test_out_and_back_again_is_moving_too():
    up = {"active": True}
    sc = {f"USA-{p}": {"at": "U22", **up} for p in ("L-SC-Schenck", "I-SC-2NYM", "I-SC-2Ohio")}
    position = scene({**sc, "USA-A-S-E3US": {"at": "U26", **up}}, phase="movement")
    assert len(forms(position)) == 1
    play(position, "move USA-I-SC-2NYM U21", "move USA-I-SC-2NYM U22", "change USA-A-S-E3US")
    assert at(position, "USA-I-SC-2NYM") == "U22" and forms(position) == []
