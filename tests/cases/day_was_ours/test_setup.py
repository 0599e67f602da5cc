"""16. Setting up."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.board.places import places_in
from bullrun.games.day_was_ours.rules import setup, stacking
from bullrun.games.day_was_ours.rules.ground import is_engaged, mode, stack
from bullrun.games.day_was_ours.rules.state import DUE, NOWHERE, TO_SET_UP
from tests.cases.day_was_ours.scene import at, explain, names, options, play, rules, start, told, unit

GAME = "day-was-ours"
SCENARIOS = ("matthews-hill", "henry-house-hill", "whole-battle")


def setting_up(scenario, **chosen):
    """The set-up alone, without the turns that follow."""
    position = start(scenario, **chosen)
    position.state.frames = [("setup", 0)]
    return position


def at_random(position, seed=1):
    random = Random(seed)
    while (decision := position.decision()) is not None:
        position.apply(random.choice(list(decision.options)))
    return position


def on_map(position):
    units = places_in(position.rules.roster.units)
    return [u for u in units if position.state.at[u] > 0]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("chosen", [{}, {"union_setup": "free"}, {"confederate_setup": "free"}])
@pytest.mark.rule(GAME, "16.1.setup", "16.2.setup", "16.3.setup", "16.x.setup", "3.1d")
def test_everybody_stands_in_his_area_within_the_limit_and_engaged_by_nobody(scenario, chosen):
    for seed in range(3):
        position = at_random(setting_up(scenario, **chosen), seed)
        assert TO_SET_UP not in position.state.at
        for one in on_map(position):
            place = position.state.at[one]
            assert position.rules.plan.group_of[one].area >> place & 1
            assert position.rules.may_stand(mode(position, one), place)
            assert not is_engaged(position, one)
            assert not stacking.is_over(position, stack(position, place))


@pytest.mark.rule(GAME, "16.1.setup", "16.3.setup")
def test_the_ready_set_up_of_the_morning():
    for scenario in ("matthews-hill", "whole-battle"):
        position = at_random(setting_up(scenario))
        assert at(position, "1 OH") == "3820"
        assert at(position, "4 SC b") == "3721"
        assert len(on_map(position)) == 18
        assert [facts["side"] for facts in told(position, "set_up_historically")] == ["union", "confederate"]


@pytest.mark.rule(GAME, "16.2.states", "16.2.setup")
def test_case_187_chance_picks_battleworn_and_broken_units():
    worn_seen = set()
    for seed in range(20):
        position = at_random(setting_up("henry-house-hill"), seed)
        roster = position.rules.roster
        worn = {roster.infos[u].name for u in places_in(position.state.worn)}
        broken = {name for name in worn if at(position, name) == "reorganize"}
        assert len(worn & {"14 NY", "27 NY", "8 NY", "USMC Bn"}) == 1
        assert len(worn & {"1 RI", "2 RI", "2 NH", "71 NY"}) == 2
        bee_and_bartow = worn & {"2 MS", "4 AL", "6 NC", "7 GA", "8 GA"}
        assert len(bee_and_bartow) == 3
        assert len(broken & bee_and_bartow) == 1
        assert broken - bee_and_bartow == {"1 LA Bn"}
        assert len(worn) == 7
        worn_seen |= worn
    assert {"14 NY", "27 NY", "8 NY", "USMC Bn"} <= worn_seen
    assert not worn_seen & {"US Inf Bn", "11 MS"}


@pytest.mark.rule(GAME, "16.2.setup", "16.x.setup")
def test_the_union_sets_up_first():
    position = setting_up("matthews-hill", union_setup="free", confederate_setup="free")
    decision = position.decision()
    assert decision.owner == "union"
    while decision.owner == "union":
        position.apply(decision.options[0])
        decision = position.decision()
    assert {position.rules.roster.side[u] for u in on_map(position)} == {0}


@pytest.mark.rule(GAME, "16.x.setup", "16.2.setup")
def test_case_221_hexes_on_the_branch_are_neither_north_nor_south():
    position = setting_up("henry-house-hill", union_setup="free")
    while position.decision().owner == "chance":
        position.apply(position.decision().options[0])
    assert "place USA-1-MI 2021" in options(position)
    refusal = explain(position, "place USA-1-MI 2022")
    assert refusal.rule == "16.2.setup"
    assert "place USA-2-ME 3417" in options(position)
    assert explain(position, "place USA-2-ME 3416").rule == "16.2.setup"


@pytest.mark.rule(GAME, "3.1a", "3.1", "16.x.setup")
def test_why_a_unit_cannot_be_placed():
    position = setting_up("matthews-hill", union_setup="free", confederate_setup="free")
    assert explain(position, "place USA-1-OH 1914").rule == "16.3.setup"
    assert explain(position, "place USA-1-OH").rule == "16.x.setup"
    assert explain(position, "place USA-2-RI 1914").rule == "16.x.setup"
    play(position, "place USA-1-OH 3822")
    assert explain(position, "place USA-1-OH 3820").rule == "16.x.setup"
    assert explain(position, "place USA-2-OH 3822").rule == "3.1"
    while position.decision().owner == "union":
        position.apply(position.decision().options[0])
    # over the bridge is not next to it: nobody is Engaged over Bull Run
    assert "place CSA-4-SC-b 3721" in options(position)
    woods = position.rules.woods & ~position.rules.road_hexes
    in_woods = woods & position.rules.plan.group_of[unit("Latham")].area
    assert in_woods
    for name in names(in_woods):
        assert explain(position, f"place CSA-Latham {name}").rule == "3.1a"


@pytest.mark.rule(GAME, "16.1.setup", "16.3.schedule")
def test_who_is_in_the_game_besides():
    morning, battle = start("matthews-hill"), start("whole-battle")
    assert [at(morning, name) for name in ("2 RI", "Griffin", "2 ME", "2 VA", "Ayres")] == [
        "due", "due", "due", None, None,
    ]  # fmt: skip
    assert at(battle, "2 VA") == "due"
    assert at(battle, "Ayres") is None
    afternoon = start("henry-house-hill")
    due = [u for u in places_in(afternoon.rules.roster.units) if afternoon.state.at[u] == DUE]
    assert {afternoon.rules.roster.infos[u].name for u in due} == {
        "2 SC", "8 SC", "Kemper", "1 MD", "3 TN", "10 VA", "7 VA", "7 LA", "13 MS", "Beckham",
    }  # fmt: skip


@pytest.mark.rule(GAME, "16.1.cup", "16.2.cup", "16.3.2", "2.5b")
def test_chits_at_the_start():
    for scenario, leaders, mixes in (
        ("matthews-hill", 4, (5, 6)),
        ("henry-house-hill", 5, (8, 6)),
        ("whole-battle", 4, (5, 6)),
    ):
        position = start(scenario)
        roster, state = position.rules.roster, position.state
        assert sum(state.at[chit] != NOWHERE for chit in roster.leaders) == leaders
        assert tuple(sum(state.at[c] != NOWHERE for c in roster.events[s]) for s in (0, 1)) == mixes
        assert state.at[roster.friends] == NOWHERE


@pytest.mark.rule(GAME, "16.2.start", "16.2.control", "16.2.setup")
def test_how_the_afternoon_begins():
    position = start("henry-house-hill")
    plan, state = position.rules.plan, position.state
    assert state.points == (0, 4)
    held = {
        position.rules.board.names[o.place]: side
        for o, side in zip(plan.objectives, state.control, strict=True)
    }
    assert [held[name] for name in ("2021", "2125", "2623", "1022")] == [0, 1, 1, -1]
    assert state.ford_found == plan.first_turn
    assert setup.SETTING == ("union-setup", "confederate-setup")


@pytest.mark.rule(GAME, "16.3.setup")
@pytest.mark.rule(GAME, "16.3.2")
def test_case_243_the_whole_battle_begins_as_scenario_1():
    whole, first = rules("whole-battle").plan, rules("matthews-hill").plan
    areas = [[(group.side, group.area, group.units) for group in plan.groups] for plan in (whole, first)]
    assert areas[0] == areas[1]
    assert (whole.leaders, whole.wild, whole.mix) == (first.leaders, first.wild, first.mix)
    assert whole.first_turn == first.first_turn == rules().track.index("9:00 AM")
    for side in (0, 1):
        assert whole.drawn(side, whole.first_turn) == first.drawn(side, first.first_turn) == 2
    (sherman,) = [group for group in whole.groups if unit("69 NY") in group.units]
    assert not sherman.area & ~rules().board.regions["east_bank"], "east of Bull Run everywhere"
