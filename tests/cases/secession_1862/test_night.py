"""11.2.3 Both days: the evening turn and the night."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.engine.given import ImpossiblePosition
from bullrun.games.secession_1862.rules.activation import activation_modifiers
from tests.cases.secession_1862.scene import (
    GAME,
    ID,
    SecondBullRun,
    asked,
    at,
    column,
    ends,
    kinds,
    number,
    options,
    play,
    roll,
    scene,
    settle,
    start,
    verbs,
)


def night(pieces: dict[str, Any], **table: Any) -> SecondBullRun:
    position = scene(pieces, scenario="both-days", phase="night", turn=11, **table)
    settle(position)
    return position


def to_morning(position: SecondBullRun) -> None:
    while position.state.day == 0:
        decision = asked(position)
        done = next((o for o in decision.options if o[0] in ("done", "stay", "wait")), None)
        position.apply(done or decision.options[0])
        position.decision()


@pytest.mark.rule(ID, "11.2.3")
def test_an_evening_turn_made_by_hand_starts_with_its_second_action_phase_too() -> None:
    evening: dict[str, Any] = {"turn": 11, "scenario": "both-days"}
    pieces = {"McDowell": "109", "Meade": "111", "Seymour": "111", "Jackson": "142", "Field": "142"}
    position = scene(pieces, phase="initiative", **evening)
    roll(position, 6, 1)
    assert asked(position).question == "Activation die"
    assert position.state.action_phase == 2
    assert scene(pieces, **evening).state.action_phase == 2
    with pytest.raises(ImpossiblePosition, match="action_phase: expected a number from 2 to 5"):
        scene(pieces, action_phase=1, **evening)


@pytest.mark.rule(ID, "11.2.3")
def test_turn_11_starts_with_action_phase_2_and_slows_activations() -> None:
    pieces = {"Pope": "109", "McDowell": "107", "Meade": "107", "Seymour": "107"}
    position = scene(pieces, scenario="both-days", phase="initiative", turn=11)
    position.state.frames = [("turn_of_play", 0)]
    roll(position, 6, 1)
    assert position.state.action_phase == 2
    assert ("evening", -1, "11.2.3") in activation_modifiers(position, number("McDowell"))
    earlier = scene(pieces, scenario="both-days", turn=10)
    assert all(rule != "11.2.3" for _, _, rule in activation_modifiers(earlier, number("McDowell")))


@pytest.mark.rule(ID, "11.2.3")
def test_a_all_fatigue_and_rout_markers_go() -> None:
    position = night(
        {"Meade": {"at": "77", "fatigue": 2}, "Field": {"at": "96", "routed": True}, "McDowell": "77"}
    )
    assert column(position, "fatigue", "Meade") == 0 and not column(position, "routed", "Field")


@pytest.mark.rule(ID, "11.2.3")
def test_b_losses_recover_by_one_or_two_but_not_those_of_artillery() -> None:
    pieces = {
        "Meade": {"at": "77", "losses": 1},
        "Hardin": {"at": "77", "losses": 3},
        "Field": {"at": "96", "losses": 4},
        "Archer": {"at": "95", "losses": 2},
        "Art_Hill": {"at": "95", "losses": 1},
    }
    position = night(pieces)
    found = {piece: column(position, "losses", piece) for piece in pieces}
    assert found == {"Meade": 1, "Hardin": 2, "Field": 2, "Archer": 1, "Art_Hill": 1}


@pytest.mark.rule(ID, "11.2.3")
def test_c_brigades_in_contact_part() -> None:
    position = night(
        {"Meade": "98", "Lawton": {"at": "99", "facing": "98"}, "McDowell": "77", "Jackson": "116"}
    )
    settle_retreats(position)
    assert not position.rules.around[int(at(position, "Meade"))] >> int(at(position, "Lawton")) & 1


@pytest.mark.rule(ID, "11.2.3")
def test_c_who_alone_has_favourable_terrain_may_stay() -> None:
    position = night({"Meade": "98", "Field": {"at": "115", "facing": "98"}})
    settle_retreats(position)
    assert at(position, "Meade") != "98"  # open ground: he must go
    assert at(position, "Field") == "115"  # on the railway: he chose to stay
    both = night({"Meade": "116", "Field": {"at": "115", "facing": "116"}})
    settle_retreats(both)
    assert at(both, "Meade") != "116" and at(both, "Field") != "115"  # both on the railway: both go


def settle_retreats(position: SecondBullRun) -> None:
    while verbs(position) <= {"retreat", "face", "displace", "stay", "withdraw"}:
        decision = asked(position)
        stay = next((o for o in decision.options if o[0] == "stay"), None)
        position.apply(stay or decision.options[0])
        position.decision()


@pytest.mark.rule(ID, "11.2.3")
def test_c_the_choice_is_the_owners() -> None:
    position = night({"Meade": "98", "Field": {"at": "115", "facing": "98"}, "Gregg": "201"})
    while verbs(position) <= {"retreat", "face"}:
        position.apply(asked(position).options[0])
        position.decision()
    assert options(position) == ["stay Field", "withdraw Field"]
    play(position, "withdraw Field")
    settle(position, "retreat")
    assert at(position, "Field") != "115"


@pytest.mark.rule(ID, "11.2.3")
def test_d_three_brigades_march_and_those_that_left_the_map_come_first() -> None:
    pieces = {"Meade": "77", "Seymour": "99", "Hardin": {"gone": True, "losses": 2}, "Field": "140"}
    position = night(pieces)
    assert verbs(position) == {"return", "done"}
    assert {o.split()[2] for o in options(position) if o != "done"} == {"138", "66"}  # C or D
    play(position, "return Hardin 138 138")
    settle(position)
    assert at(position, "Hardin") == "138" and column(position, "losses", "Hardin") == 2
    assert not column(position, "eliminated", "Hardin")
    play(position, "move Meade 100")
    settle(position)
    assert not ends(position, "move Meade")
    play(position, "move Seymour 77")
    settle(position)
    assert asked(position).owner == "confederate"


@pytest.mark.rule(ID, "11.2.3")
def test_d_without_entering_an_enemy_zone_of_control() -> None:
    position = night({"Meade": "77", "Trimble": "115"})
    assert not {"96", "98", "116"} & ends(position, "move Meade")


@pytest.mark.rule(ID, "11.2.3")
def test_e_the_union_moves_out_a_corps_and_all_independents() -> None:
    pieces = {
        "McDowell": "109", "Meade": "107", "Seymour": "107", "Heintzelman": "148", "Poe": "148",
        "Milroy": "111", "Buford": "123", "Field": "96",
    }  # fmt: skip
    position = night(pieces)
    while "move-out" not in verbs(position):
        play(position, "done")
    assert ends(position, "move-out") == {"McDowell", "Heintzelman"}
    play(position, "move-out McDowell")
    assert not any(at(position, p) for p in ("McDowell", "Meade", "Seymour", "Milroy", "Buford"))
    assert at(position, "Poe") == "148" and at(position, "Heintzelman") == "148"
    assert position.state.day == 1 and position.state.turn == 2


@pytest.mark.rule(ID, "11.2.3", "9.4.6")
def test_e_a_commander_whom_the_corps_leaves_beside_the_enemy_is_driven_off() -> None:
    position = night({"Pope": "186", "McDowell": "109", "Meade": "186", "Field": "205"})
    while "displace" not in verbs(position):
        decision = asked(position)
        position.apply(next((o for o in decision.options if o[0] == "done"), decision.options[0]))
    assert not at(position, "Meade") and GAME.phase(position)[2] == "night"  # before anybody acts
    goals = position.rules.board.set_named(sorted(ends(position, "displace Pope")))
    assert not goals & position.rules.around[position.rules.board.place("205")]


@pytest.mark.rule(ID, "11.2.3")
def test_e_they_come_back_from_turn_2_by_c_or_d_and_from_turn_4_by_e_or_f_too() -> None:
    position = night({"McDowell": "109", "Meade": "107", "Seymour": "107", "Poe": "148", "Field": "96"})
    while "move-out" not in verbs(position) and position.state.day == 0:
        play(position, "done")
    to_morning(position)
    state = position.state
    assert state.day == 1
    waiting = [g.name for n, g in enumerate(position.rules.groups) if state.away >> n & 1]
    assert set(waiting) == {"McDowell", "DIV-Reynolds"}
    for turn, letters in ((2, {"138", "66"}), (4, {"138", "66", "16", "6"})):
        later = position.copy()
        later.state.turn = turn
        later.state.frames = [("turn_of_play", 3), ("administration", 2)]
        later._decision = None
        play(later, "bring McDowell", "bring DIV-Reynolds")
        assert {o.split()[2] for o in options(later)} == letters


@pytest.mark.rule(ID, "11.2.3")
def test_the_night_follows_turn_11_and_then_turn_2_of_the_next_day() -> None:
    position = scene({"Meade": "77", "Field": "140"}, scenario="both-days", phase="administration", turn=11)
    position.decision()
    assert "night" in kinds(position)
    to_morning(position)
    assert (position.state.day, position.state.turn) == (1, 2)


@pytest.mark.rule(ID, "11.2.3")
def test_victory_is_that_of_30_august() -> None:
    position = start("both-days")
    assert position.rules.data["victory"]["losses"][1]["points"] == 5
    assert [group.name for group in position.rules.groups if group.turn == 11] == ["DIV-Anderson", "Art_L"]
    last = scene(
        {"Meade": "77"}, scenario="both-days", day=2, phase="administration", turn=10, taken=["Brawner Farm"]
    )
    assert last.decision() is None and last.state.outcome is not None and last.state.outcome[1] == "11.2.3"


@pytest.mark.rule(ID, "11.2.3")
def test_the_second_day_has_no_tactical_option_and_may_see_the_counter_attack() -> None:
    on = {"tactical-option": "on"}
    pieces = {"Pope": "109", "Lee": "54", "McDowell": "107", "Meade": "107"}
    position = scene(pieces, scenario="both-days", day=2, phase="initiative", turn=5, options=on)
    roll(position, 6, 1)
    assert position.state.tactics == (0, 0)
    admin = scene(pieces, scenario="both-days", day=2, phase="administration", turn=5)
    assert "counter-attack" in verbs(admin)
    first = scene(pieces, scenario="both-days", phase="administration", turn=5)
    assert "counter-attack" not in verbs(first)
