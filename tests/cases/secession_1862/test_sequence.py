"""3, 4, 5 and 7. Object, turn, initiative, continuation."""

from __future__ import annotations

import pytest

from bullrun.games.secession_1862.rules.victory import losses_of, points_for_losses, score, victory_points
from tests.cases.secession_1862.scene import (
    ID,
    asked,
    column,
    kinds,
    last,
    number,
    options,
    play,
    roll,
    scene,
    settle,
    start,
)

# --- 3 -----------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "3.1")
def test_objectives_start_with_the_side_they_are_no_objective_of() -> None:
    position = start("29-august")
    assert score(position) == (0, 0)
    assert position.state.taken == 0
    names = position.rules.board.names_of
    assert set(names(position.rules.objectives[0])) == {"95", "142", "184"}
    assert set(names(position.rules.objectives[1])) == {"84", "110", "137"}


@pytest.mark.rule(ID, "3.1")
def test_the_last_brigade_to_pass_through_controls_an_objective() -> None:
    position = scene({"Meade": "74", "Seymour": "74"}, acting="Meade", points=6)
    play(position, "move Meade 95")
    assert score(position) == (3, 0)
    assert last(position, "control") == {"side": "union", "zone": "95"}
    back = scene({"Johnson": "93"}, side="confederate", acting="Johnson", taken=["Brawner Farm"])
    play(back, "move Johnson 114")  # by 95, without stopping
    assert score(back) == (0, 0)


@pytest.mark.rule(ID, "3.1")
def test_a_commander_controls_nothing() -> None:
    position = scene({"McDowell": "107"}, phase="commanders", commander="McDowell")
    play(position, "move McDowell 110")
    assert score(position) == (0, 0)


@pytest.mark.rule(ID, "3.1", "11.2.2")
def test_points_for_losses_are_those_of_the_side_that_inflicted_more() -> None:
    position = scene({"Meade": {"at": "77", "losses": 2}, "Field": {"at": "96", "losses": 3}})
    assert (losses_of(position, 0), losses_of(position, 1)) == (2, 3)
    assert [(t.side, t.points) for t in points_for_losses(position)] == [(0, 2)]  # 3 is not more than 1.5 x 2
    position.state.losses[number("Field")] = 4
    assert [(t.side, t.points) for t in points_for_losses(position)] == [(0, 5)]
    position.state.losses[number("Field")] = 2
    assert points_for_losses(position) == []


@pytest.mark.rule(ID, "3.1", "11.2.1")
def test_on_29_august_losses_give_one_or_three() -> None:
    pieces = {"Meade": {"at": "77", "losses": 2}, "Field": {"at": "96", "losses": 3}}
    position = scene(pieces, scenario="29-august", turn=6)
    assert [(t.side, t.points) for t in points_for_losses(position)] == [(0, 1)]
    position.state.losses[number("Field")] = 4
    assert [(t.side, t.points) for t in points_for_losses(position)] == [(0, 3)]


@pytest.mark.rule(ID, "3.1", "10.4.11")
def test_an_eliminated_brigade_counts_with_all_it_had() -> None:
    position = scene({"Meade": "77"})
    position.state.eliminated |= 1 << number("Field")
    assert losses_of(position, 1) == 6


@pytest.mark.rule(ID, "3.1")
def test_losses_of_the_set_up_count_only_by_option() -> None:
    assert losses_of(start("30-august"), 0) == 0
    counted = start("30-august", starting_losses="counted")
    assert (losses_of(counted, 0), losses_of(counted, 1)) == (13, 7)


@pytest.mark.rule(ID, "3.1")
def test_stars_kept_from_the_enemy_count_only_by_option() -> None:
    """Brawner Farm is taken by the Union; everything else is with whom it was at first."""
    for counted, union, confederate in (("own", 3, 0), ("all", 12, 6)):
        position = scene(
            {"Meade": "95", "Field": "200"}, taken=["Brawner Farm"], options={"objectives-counted": counted}
        )
        assert score(position) == (union, confederate)


# --- 4 and 5 -----------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "4.1")
def test_a_turn_goes_from_initiative_by_action_phases_and_continuation_to_administration() -> None:
    position = scene({"McDowell": "100", "Meade": "77", "Seymour": "77"}, phase="initiative", turn=5)
    roll(position, 6, 1)
    while "turn" not in kinds(position):
        decision = asked(position)
        done = next((o for o in decision.options if o[0] in ("done", "wait")), None)
        position.apply(done or decision.options[-1])
    order = [k for k in kinds(position) if k in ("initiative", "action_phase", "continuation", "turn")]
    assert order[:5] == ["initiative", "action_phase", "action_phase", "action_phase", "continuation"]
    assert order[-2:] == ["continuation", "turn"] and position.state.turn == 6


@pytest.mark.rule(ID, "5.1")
def test_the_higher_die_has_the_initiative() -> None:
    position = scene({"Meade": "77"}, phase="initiative", turn=5)
    roll(position, 2)
    position.apply(("roll", "3"))
    position.decision()
    assert last_side(position) == "confederate"


def last_side(position: object) -> str:
    log = getattr(position, "log", None) or []
    return str(next(event.facts["side"] for event in log if event.kind == "initiative"))


@pytest.mark.rule(ID, "5.1", "11.2.1")
@pytest.mark.parametrize(
    ("union", "confederate", "first"), [(3, 4, "union"), (3, 5, "confederate"), (1, 1, "union")]
)
def test_on_29_august_the_union_adds_one_and_has_the_ties(union: int, confederate: int, first: str) -> None:
    position = scene({"Meade": "77"}, phase="initiative", turn=6, scenario="29-august")
    roll(position, union)
    position.apply(("roll", str(confederate)))
    position.decision()
    assert last_side(position) == first


@pytest.mark.rule(ID, "5.1", "11.2.2")
def test_on_30_august_ties_go_to_the_union_until_the_counter_attack() -> None:
    position = scene({"Meade": "77"}, phase="initiative", turn=5)
    roll(position, 4)
    position.apply(("roll", "4"))
    position.decision()
    assert last_side(position) == "union"
    after = scene({"Meade": "77"}, phase="initiative", turn=8, counter_attack=4)
    roll(after, 4)
    after.apply(("roll", "4"))
    after.decision()
    assert last_side(after) == "confederate"


@pytest.mark.rule(ID, "11.2.2")
@pytest.mark.parametrize("turn", [2, 3])
def test_the_union_has_the_initiative_on_turns_2_and_3(turn: int) -> None:
    position = scene({"McDowell": "100", "Meade": "77", "Seymour": "77"}, phase="initiative", turn=turn)
    position.decision()
    assert last_side(position) == "union"


# --- 7 -----------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "7.1")
@pytest.mark.parametrize(
    ("phase", "die", "goes_on"), [(3, 4, True), (3, 5, False), (4, 2, True), (4, 3, False)]
)
def test_continuation(phase: int, die: int, goes_on: bool) -> None:
    position = scene({"Meade": "77"}, phase="continuation", action_phase=phase)
    roll(position, die)
    assert last(position, "continuation")["goes_on"] is goes_on


@pytest.mark.rule(ID, "7.1")
def test_there_is_no_sixth_action_phase() -> None:
    position = scene({"Meade": "77"}, phase="continuation", action_phase=5, turn=5)
    position.decision()
    assert "continuation" not in kinds(position)


@pytest.mark.rule(ID, "7.1", "4.1")
def test_three_action_phases_come_before_the_first_continuation_die() -> None:
    position = scene(
        {"McDowell": "100", "Meade": "77", "Seymour": "77"}, action_phase=1, initiative="confederate"
    )
    while asked(position).question != "Continuation die":
        decision = asked(position)
        done = next((o for o in decision.options if o[0] == "done"), None)
        position.apply(done or decision.options[0])
    assert position.state.action_phase == 3


# --- 6.1.6, 8.F --------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "6.1.6")
def test_combat_follows_all_movement_and_then_the_other_player_acts() -> None:
    position = scene(
        {
            "McDowell": "100",
            "Meade": {"at": "98", "target": "115"},
            "Seymour": "99",
            "Trimble": {"at": "115", "facing": "98"},
            "Jackson": "142",
            "Lawton": "142",
        },
        commander="McDowell",
        divisions=1,
    )
    assert "activate DIV-Reynolds" in options(position)
    play(position, "done", "done")  # no more divisions, no commander moves
    assert kinds(position)[-1] == "battle"
    roll(position, 3, 3)
    settle(position)
    while asked(position).question != "Activation die":
        position.apply(asked(position).options[0])
    assert position.state.active == 1 and not column(position, "acted", "Meade")


@pytest.mark.rule(ID, "8.F", "11.2.2")
def test_after_the_last_turn_points_decide() -> None:
    position = scene({"Meade": "77"}, phase="administration", turn=10, taken=["Brawner Farm"])
    assert position.decision() is None
    assert position.state.outcome == ("draw", "11.2.2", "victory points: Union 3, Confederates 0")


@pytest.mark.rule(ID, "8.F", "11.2.2")
def test_eight_points_more_win() -> None:
    taken = ["Brawner Farm", "Stony Ridge", "Sudley Church"]
    position = scene({"Meade": "77"}, phase="administration", turn=10, taken=taken)
    assert position.decision() is None
    assert position.state.outcome is not None and position.state.outcome[0] == "union"
    assert sum(term.points for term in victory_points(position)) == 9


@pytest.mark.rule(ID, "8.F")
def test_before_the_last_turn_the_next_one_begins() -> None:
    position = scene({"Meade": "77"}, phase="administration", turn=5)
    play(position, "wait")  # no counter-attack yet
    assert position.state.turn == 6 and kinds(position)[-2:] == ["turn", "phase"]
