"""16.3.4 to 16.3.10: standing limits, how they end, who may act when, and closed crossings."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules import limits
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import put
from bullrun.games.day_was_ours.rules.state import NEVER, OPEN
from tests.cases.day_was_ours.scene import at, given, place, play, rules, told, unit

GAME = "day-was-ours"


def within(position: Day, name: str) -> set[str]:
    """Where a unit's limit lets it go."""
    board = position.rules.board
    return {board.names[p] for p in board.places if limits.within_limit(position, unit(name), p)}


def radius(centre: str, hexes: int) -> set[str]:
    board = rules().board
    return {board.names[p] for p in board.places if board.distance(place(centre), p) <= hexes}


def driven_to(name: str, hex_name: str, *others: str, **more: str) -> Day:
    """A unit whose retreat has ended in this hex."""
    position = given(f"{name} {hex_name}", *others, turn="10:00 AM", **more)
    limits.note_retreat(position, unit(name))
    return position


@pytest.mark.rule(GAME, "16.3.5")
def test_case_176_schenck_stays_within_three_hexes_of_3820() -> None:
    position = given("1 OH 3820", "2 OH 3921")
    assert within(position, "1 OH") == within(position, "2 OH") == radius("3820", 3)
    assert not limits.within_limit(position, unit("1 OH"), place("3816"))


@pytest.mark.rule(GAME, "16.3.5")
def test_schenck_s_centre_is_an_option() -> None:
    position = given("1 OH 3820", options={"schenck-centre": "3821"})
    assert within(position, "1 OH") == radius("3821", 3)


@pytest.mark.rule(GAME, "16.3.5", "16.3.8b")
def test_a_unit_outside_its_limit_may_only_come_nearer() -> None:
    position = given("18 VA 3535")
    away = rules().board.distance(place("3530"), place("3535"))
    assert away == 5
    assert limits.within_limit(position, unit("18 VA"), place("3534"))
    assert not limits.within_limit(position, unit("18 VA"), place("3536"))
    assert not limits.within_limit(position, unit("18 VA"), place("3635"))


@pytest.mark.rule(GAME, "16.3.5b")
def test_case_176_a_retreat_four_hexes_away_frees_one_unit_of_schenck() -> None:
    position = driven_to("1 OH", "3816", "2 OH 3921")
    assert limits.tie_of(position, unit("1 OH")) is None
    assert limits.tie_of(position, unit("2 OH")) is not None
    assert told(position, "freed")[0]["piece"] == "USA-1-OH"
    assert limits.tie_of(driven_to("1 OH", "3817"), unit("1 OH")) is not None


@pytest.mark.rule(GAME, "16.3.5b")
def test_the_broken_track_frees_a_unit_of_schenck_but_none_of_cocke() -> None:
    position = given("1 OH 3820", "18 VA 3531")
    limits.note_broken(position, unit("1 OH"))
    limits.note_broken(position, unit("18 VA"))
    assert limits.tie_of(position, unit("1 OH")) is None
    assert limits.tie_of(position, unit("18 VA")) is not None


@pytest.mark.rule(GAME, "16.3.6")
def test_case_177_carlisle_stays_within_three_of_3821() -> None:
    position = given("Carlisle 4022")
    assert within(position, "Carlisle") == radius("3821", 3)
    # He is freed by a retreat beyond three hexes of 3820, not of 3821.
    assert "3923" in radius("3821", 3) - radius("3820", 3)
    assert "3817" in radius("3820", 3) - radius("3821", 3)
    assert limits.tie_of(driven_to("Carlisle", "3923"), unit("Carlisle")) is None
    assert limits.tie_of(driven_to("Carlisle", "3817"), unit("Carlisle")) is not None


@pytest.mark.rule(GAME, "16.3.7")
def test_case_179_4_sc_b_is_tied_until_the_lull_or_a_retreat_beyond_three_hexes() -> None:
    position = given("4 SC b 3721", turn="10:30 AM")
    assert within(position, "4 SC b") == radius("3721", 3)
    assert limits.tie_of(given("4 SC b 3721", turn="11:00 AM", lull="11:00 AM"), unit("4 SC b")) is None
    assert limits.tie_of(driven_to("4 SC b", "3621"), unit("4 SC b")) is not None
    assert limits.tie_of(driven_to("4 SC b", "3321"), unit("4 SC b")) is None


@pytest.mark.rule(GAME, "16.3.7")
def test_4_sc_b_has_no_limit_in_the_afternoon() -> None:
    position = given("4 SC b 2525", scenario="henry-house-hill", turn="1:30 PM")
    assert limits.tie_of(position, unit("4 SC b")) is None


@pytest.mark.rule(GAME, "16.3.8", "16.3.10")
def test_cases_173_and_178_cocke_and_sherman_are_not_activated_before_1030() -> None:
    for turn, barred in (("10:00 AM", True), ("10:30 AM", False)):
        position = given("13 NY 4016", "18 VA 3531", turn=turn)
        marker = position.rules.roster.marker
        for name, rule in (("Cocke", "16.3.8"), ("Sherman", "16.3.10")):
            refusal = limits.may_be_activated(position, marker[name])
            assert (refusal is not None and refusal.rule == rule) == barred
        assert limits.may_be_activated(position, marker["Schenck"]) is None


@pytest.mark.rule(GAME, "16.3.10", "16.3.8")
def test_case_175_a_crossing_sets_sherman_free_and_leaves_cocke_where_he_is() -> None:
    position = given("13 NY 4016", "18 VA 3531", turn="10:00 AM", crossed="10:00 AM")
    marker = position.rules.roster.marker
    assert limits.may_be_activated(position, marker["Sherman"]) is None
    assert limits.may_be_activated(position, marker["Cocke"]) is not None


@pytest.mark.rule(GAME, "16.3.8b", "16.3.8c")
def test_case_178_regiments_are_released_at_a_point_each_and_one_stays() -> None:
    position = given("8 VA 3430", "18 VA 3531", "19 VA 3431", "28 VA 3331", "49 VA b 3530", turn="10:30 AM")
    assert limits.may_release(position) == [unit(n) for n in ("8 VA", "18 VA", "19 VA", "28 VA")]
    limits.release(position, unit("18 VA"))
    limits.release(position, unit("19 VA"))
    assert position.state.points == (2, 0)
    assert limits.tie_of(position, unit("18 VA")) is None
    assert limits.may_release(position) == [unit("8 VA"), unit("28 VA")]
    limits.release(position, unit("28 VA"))
    assert limits.may_release(position) == []
    assert limits.tie_of(position, unit("8 VA")) is not None


@pytest.mark.rule(GAME, "16.3.8c")
def test_who_is_off_the_map_is_not_the_one_that_stays() -> None:
    position = given("8 VA in broken-2", "18 VA 3531", "49 VA b 3530", turn="10:30 AM")
    assert limits.may_release(position) == []


@pytest.mark.rule(GAME, "16.3.9")
def test_case_132_rogers_leaves_the_game_as_a_retreat_enters_a_hex_beyond() -> None:
    position = given("Rogers 3532", "18 VA 3533")
    assert within(position, "Rogers") == radius("3530", 3)
    assert not limits.note_retreat_step(position, unit("Rogers"), place("3533"))
    assert not limits.note_retreat_step(position, unit("18 VA"), place("3534"))
    assert limits.note_retreat_step(position, unit("Rogers"), place("3534"))
    assert at(position, "Rogers") == "removed"


@pytest.mark.rule(GAME, "16.3.x", "16.3.5b", "16.3.6")
def test_case_175_a_confederate_on_the_east_bank_after_his_own_move_has_crossed() -> None:
    position = given("Hampton's Legion 3630", "1 OH 3820", "Carlisle 3920", turn="10:00 AM")
    limits.note_retreat(position, unit("Hampton's Legion"))
    assert position.state.crossed == NEVER
    limits.note_move(position, unit("Hampton's Legion"))
    assert position.rules.track[position.state.crossed] == "10:00 AM"
    assert limits.tie_of(position, unit("1 OH")) is limits.tie_of(position, unit("Carlisle")) is None
    assert told(position, "crossed") == [{"piece": "CSA-Hampton-Legion", "at": "3630"}]


@pytest.mark.rule(GAME, "16.3.x")
def test_neither_a_confederate_on_the_west_bank_nor_the_union_crosses() -> None:
    position = given("Hampton's Legion 3530", "1 OH 3820", turn="10:00 AM")
    for name in ("Hampton's Legion", "1 OH"):
        limits.note_move(position, unit(name))
    assert position.state.crossed == NEVER


def closed(position: Day, name: str, a: str, b: str) -> str:
    """The rule that closes a hexside to a unit, either way; "" for none."""
    found = {
        refusal.rule if (refusal := limits.why_closed(position, unit(name), *ends)) else ""
        for ends in ((place(a), place(b)), (place(b), place(a)))
    }
    assert len(found) == 1
    return found.pop()


@pytest.mark.rule(GAME, "2.10g")
def test_case_33_bull_run_is_closed_but_at_fords_and_the_bridge() -> None:
    position = given("13 NY 4016", "4 SC b 3721")
    assert closed(position, "4 SC b", "3721", "3821") == "2.10g"
    assert closed(position, "13 NY", "3630", "3530") == ""
    assert closed(position, "13 NY", "1800", "1700") == ""
    assert closed(position, "13 NY", "1914", "1915") == ""


@pytest.mark.rule(GAME, "16.3.10b")
def test_case_26_farm_ford_is_closed_until_it_is_found() -> None:
    assert closed(given("13 NY 3416"), "13 NY", "3416", "3316") == "16.3.10b"
    found = given("13 NY 3416", "1 OH 3820", ford_found="10:30 AM")
    assert closed(found, "13 NY", "3416", "3316") == closed(found, "1 OH", "3416", "3316") == ""
    assert closed(given("1 RI 3416", scenario="henry-house-hill"), "1 RI", "3416", "3316") == ""


@pytest.mark.rule(GAME, "16.3.10b")
def test_by_an_option_only_sherman_and_keyes_use_farm_ford() -> None:
    position = given(
        "13 NY 3416",
        "2 ME 3417",
        "1 RI 3415",
        ford_found="10:30 AM",
        options={"farm-ford-users": "sherman-keyes"},
    )
    assert closed(position, "13 NY", "3416", "3316") == closed(position, "2 ME", "3416", "3316") == ""
    assert closed(position, "1 RI", "3416", "3316") == "16.3.10b"


@pytest.mark.rule(GAME, "16.3.4")
@pytest.mark.parametrize(
    ("scenario", "turn"),
    [("matthews-hill", "10:00 AM"), ("henry-house-hill", "2:00 PM"), ("whole-battle", "10:00 AM")],
)
def test_case_32_the_stone_bridge_is_barred_to_the_union_alone(scenario: str, turn: str) -> None:
    position = given("1 OH 3822", "4 SC b 3721", scenario=scenario, turn=turn)
    assert closed(position, "1 OH", "3822", "3721") == "16.3.4"
    assert closed(position, "4 SC b", "3822", "3721") == ""


def on_the_bridge(**more: str) -> Day:
    position = given(
        "1 OH 3822", "2 OH 3821", "Carlisle 3920", side="union", turn="10:00 AM", phase="movement",
        brigade="Schenck", order="maneuver", options={"bridge": "on"}, **more,
    )  # fmt: skip
    position.state.frames = [("bridge", unit("1 OH"))]
    return position


@pytest.mark.rule(GAME, "O.bridge")
def test_case_193_a_high_die_opens_the_bridge_and_frees_schenck_and_carlisle() -> None:
    position = on_the_bridge()
    assert limits.may_try_bridge(position, unit("1 OH"))
    play(position, "3")
    assert position.state.bridge == OPEN
    for name in ("1 OH", "2 OH", "Carlisle"):
        assert limits.tie_of(position, unit(name)) is None
    assert closed(position, "1 OH", "3822", "3721") == ""
    assert not limits.may_try_bridge(position, unit("2 OH"))


@pytest.mark.rule(GAME, "O.bridge")
def test_a_blown_bridge_is_closed_to_both_and_an_untried_one_only_schenck_may_try() -> None:
    position = given("1 OH 3822", "4 SC b 3721", "13 NY 3821", bridge="blown up", options={"bridge": "on"})
    assert (
        closed(position, "1 OH", "3822", "3721") == closed(position, "4 SC b", "3822", "3721") == "O.bridge"
    )
    assert not limits.may_try_bridge(position, unit("1 OH"))
    untried = on_the_bridge()
    put(untried, unit("13 NY"), place("3823"))
    assert not limits.may_try_bridge(untried, unit("13 NY"))
    no_option = given("1 OH 3822", phase="movement", brigade="Schenck", order="maneuver")
    assert not limits.may_try_bridge(no_option, unit("1 OH"))
