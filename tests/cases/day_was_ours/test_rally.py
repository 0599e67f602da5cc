"""13: rallying and rebuilding."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules import rally
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.state import GUNS
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.day_was_ours.scene import at, explain, given, names, options, place, play, told, unit

GAME = "day-was-ours"


def rallying(*units: str, brigade: str, order: str = "regroup", side: str = "union", **more: object) -> Day:
    """A brigade's rally step, and nothing after it."""
    position = given(*units, side=side, phase="rally", brigade=brigade, order=order, **more)
    position.state.frames = [("rally step",)]
    return position


def rebuilding(*units: str, side: int = UNION, **more: object) -> Day:
    """A side's rebuild dice, and nothing after them."""
    position = given(*units, **more)
    position.state.frames = []
    rally.rebuild(position, side)
    return position


@pytest.mark.rule(GAME, "13.2")
@pytest.mark.rule(GAME, "13.2b")
def test_case_140_a_natural_1_succeeds_and_shaken_does_not_count() -> None:
    units = ("8 NY 1714 shaken hits=2", "14 NY 1715")
    position = rallying(*units, brigade="Porter")
    play(position, "rally USA-8-NY", "1")
    assert told(position, "rally")[0]["needs"] == 0
    assert options(position) == ["recover USA-8-NY shaken", "recover USA-8-NY hits"]
    steady = play(position.copy(), "recover USA-8-NY shaken")
    assert not steady.state.shaken and steady.state.hits[unit("8 NY")] == 1
    relieved = play(position.copy(), "recover USA-8-NY hits")
    assert relieved.state.shaken and relieved.state.hits[unit("8 NY")] == 0
    failed = play(rallying(*units, brigade="Porter"), "rally USA-8-NY", "2")
    assert failed.state.hits[unit("8 NY")] == 2 and failed.decision() is None, "once an activation"


@pytest.mark.rule(GAME, "13.2")
@pytest.mark.parametrize("die, success", [("2", True), ("3", False)])
def test_case_141_under_defend_one_is_added_to_the_die(die: str, success: bool) -> None:
    position = rallying("2 RI 1914 hits=1", "1 RI 1915", brigade="Burnside", order="defend")
    play(position, "rally USA-2-RI", die)
    assert (position.state.hits[unit("2 RI")] == 0) == success


@pytest.mark.rule(GAME, "13.1")
def test_under_attack_and_defend_only_who_does_nothing_else_rallies() -> None:
    for done in ("fired", "moved", "attacked"):
        position = rallying(f"2 RI 1914 hits=1 {done}", "1 RI 1915", brigade="Burnside", order="attack")
        assert position.decision() is None
    moved = rallying("2 RI 1914 hits=1 moved", brigade="Burnside")
    assert options(moved) == ["rally USA-2-RI", "done"], "under Regroup a unit may move first"
    position = rallying(
        "2 RI 1914 hits=1", brigade="Burnside", order="attack", options={"rally-in-combat-orders": "no"}
    )
    assert position.decision() is None


@pytest.mark.rule(GAME, "13.1")
def test_case_240_an_engaged_unit_does_not_rally() -> None:
    position = rallying("71 NY 2015 hits=1", "2 RI 2013 hits=1", "8 GA 2016", brigade="Burnside")
    assert options(position) == ["rally USA-2-RI", "done"]
    refusal = explain(position, "rally USA-71-NY")
    assert refusal is not None and refusal.rule == "13.1"
    apart = rallying("71 NY 2014 hits=1 moved", "8 GA 2016", brigade="Burnside")
    assert options(apart) == ["rally USA-71-NY", "done"], "it has disengaged first"


@pytest.mark.rule(GAME, "13.2")
def test_a_unit_with_nothing_to_remove_does_not_roll() -> None:
    position = rallying("2 RI 1914", "1 RI 1915", brigade="Burnside")
    assert position.decision() is None
    refusal = rally.why_not_rally(position, ("rally", "USA-2-RI"))
    assert refusal is not None and refusal.rule == "13.2"


@pytest.mark.rule(GAME, "13.2b")
def test_low_ammo_comes_off_and_only_a_natural_1_turns_a_unit_fresh() -> None:
    position = rallying("2 RI 1914 worn low_ammo", "1 RI 1915", brigade="Burnside")
    ammo = play(position.copy(), "rally USA-2-RI", "2")
    assert not ammo.state.low_ammo and ammo.state.worn, "one thing to choose: not asked"
    play(position, "rally USA-2-RI", "1")
    assert options(position) == ["recover USA-2-RI ammo", "recover USA-2-RI fresh"]
    play(position, "recover USA-2-RI fresh")
    assert not position.state.worn and position.state.low_ammo


@pytest.mark.rule(GAME, "3.1d")
@pytest.mark.rule(GAME, "13.2b")
def test_case_18_no_flip_that_would_over_stack() -> None:
    units = ("6 NC 2623 worn", "Hampton's Legion 2623 worn hits=1")
    position = rallying(*units, brigade="Hampton", side="confederate")
    play(position, "rally CSA-Hampton-Legion", "1")
    assert position.state.worn >> unit("Hampton's Legion") & 1
    assert position.state.hits[unit("Hampton's Legion")] == 0, "another removal may be chosen"


@pytest.mark.rule(GAME, "2.1d")
def test_a_fragile_unit_never_turns_fresh() -> None:
    position = given("11 MS 2623 hits=1")
    assert rally.recoveries(position, unit("11 MS"), True) == ["hits"]


@pytest.mark.rule(GAME, "6.3")
@pytest.mark.rule(GAME, "13.1")
def test_a_battery_rallies_instead_of_firing_or_moving_and_not_while_engaged() -> None:
    for says, able in (("hits=1", True), ("hits=1 fired", False), ("hits=1 moved", False)):
        position = given(f"Griffin 1914 {says}", phase="rally", order="attack", units=["Griffin"])
        position.state.order = GUNS
        assert rally.may_rally(position, unit("Griffin")) == able
    engaged = given("Griffin 1914 hits=1", "8 GA 1915", phase="rally", order="attack", units=["Griffin"])
    engaged.state.order = GUNS
    assert not rally.may_rally(engaged, unit("Griffin"))


@pytest.mark.rule(GAME, "13.3")
@pytest.mark.rule(GAME, "7.3.rally.rebuild")
def test_case_143_rebuild_dice_with_and_without_a_kept_rally() -> None:
    units = ("8 NY in reorganize", "14 NY 1714")
    position = rebuilding(*units)
    play(position, "2")
    assert at(position, "8 NY") == "reorganize" and position.decision() is None
    position = rebuilding(*units)
    position.state.kept_rally = 1 << UNION
    play(position, "2")
    assert told(position, "rebuild_roll")[0] == {
        "piece": "USA-8-NY", "die": 2, "adds": -1, "needs": 1, "result": "rebuilt",
    }  # fmt: skip
    enemy = rebuilding(*units)
    enemy.state.kept_rally = 1 << CONFEDERATE
    play(enemy, "2")
    assert at(enemy, "8 NY") == "reorganize", "the other side's chit does not help"


@pytest.mark.rule(GAME, "13.3b")
def test_case_144_where_a_rebuilt_unit_stands() -> None:
    position = rebuilding("8 NY in reorganize", "14 NY 1714", "8 GA 1917", "27 NY 1916 worn")
    play(position, "1")
    hexes = {words.split()[-1] for words in options(position)}
    board = position.rules.board
    assert "1714" not in hexes, "14 NY and 8 NY are more than ten"
    for hex_ in hexes:
        there = place(hex_)
        assert min(board.distance(there, place("1714")), board.distance(there, place("1916"))) <= 3
        assert not board.adjacent(there, place("1917"))
    assert "1411" not in hexes and "1717" in hexes
    refusal = explain(position, "rebuild USA-8-NY 1816")
    assert (refusal is None) == ("1816" in hexes)
    play(position, "rebuild USA-8-NY 1717")
    assert at(position, "8 NY") == "1717" and position.state.worn >> unit("8 NY") & 1
    assert not position.state.shaken and not position.state.hits[unit("8 NY")]


@pytest.mark.rule(GAME, "13.3b")
def test_without_a_unit_of_its_brigade_it_comes_back_at_its_entry_or_the_nearest_free_edge_hex() -> None:
    position = given("8 NY in reorganize")
    assert names(rally.rebuild_hexes(position, unit("8 NY"))) == {"1800"}
    taken = given("8 NY in reorganize", "8 GA 1800")
    found = names(rally.rebuild_hexes(taken, unit("8 NY")))
    assert found and all(hex_.endswith("00") for hex_ in found) and "1900" not in found
    evans = given("1 LA Bn in reorganize")
    assert names(rally.rebuild_hexes(evans, unit("1 LA Bn"))) == {"4035"}


@pytest.mark.rule(GAME, "13.3b")
def test_same_bank_standing_limit_and_the_wrong_side_in_a_lull() -> None:
    cocke = given("8 VA in reorganize", "18 VA 3530", turn="10:30 AM")
    found = names(rally.rebuild_hexes(cocke, unit("8 VA")))
    board = cocke.rules.board
    assert found and all(board.distance(place(hex_), place("3530")) <= 3 for hex_ in found)
    assert "3630" not in found, "the other bank"
    far = given("8 VA in reorganize", "18 VA 3335 freed", turn="10:30 AM")
    assert all(
        board.distance(place(hex_), place("3530")) <= 3
        for hex_ in names(rally.rebuild_hexes(far, unit("8 VA")))
    )
    lull = given("4 SC a in reorganize", "1 LA Bn 1917", turn="11:30 AM", lull="11:00 AM")
    north = lull.rules.plan.wrong_side[CONFEDERATE]
    assert not rally.rebuild_hexes(lull, unit("4 SC a")) & north


@pytest.mark.rule(GAME, "13.3")
def test_case_188_back_at_the_end_of_the_first_turn_of_scenario_2() -> None:
    units = ("1 LA Bn in reorganize", "4 SC a 2524")
    position = rebuilding(*units, side=CONFEDERATE, scenario="henry-house-hill", turn="1:30 PM")
    play(position, "3")
    play(position, options(position)[0])
    board = position.rules.board
    assert board.distance(position.state.at[unit("1 LA Bn")], place("2524")) <= 3
    assert position.state.worn >> unit("1 LA Bn") & 1


@pytest.mark.rule(GAME, "13.3")
def test_a_unit_without_a_hex_to_stand_in_does_not_roll_and_stays() -> None:
    position = rebuilding("8 NY in reorganize", "8 GA 1900", "7 GA 2100")
    assert position.decision() is None and at(position, "8 NY") == "reorganize"
