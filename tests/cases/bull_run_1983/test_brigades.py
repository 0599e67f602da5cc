"""8.1-8.5 Brigades: forming and breaking up."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from bullrun.games.bull_run_1983.rules import brigades
from tests.cases import asking
from tests.cases.bull_run_1983.scene import at, kinds, options, play, rules, scene

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
