"""8. Brigade orders."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules import orders
from bullrun.games.day_was_ours.rules.charts import load_roster
from bullrun.games.day_was_ours.rules.state import ATTACK, DEFEND, LIMITED, MANEUVER, REGROUP
from tests.cases.day_was_ours.scene import explain, given, options, play, told, unit

GAME = "day-was-ours"


def steps(order, exhausted=0, **options):
    """The steps of an activation under an order."""
    position = given("2 RI 1914", phase="fire", brigade="Burnside", order=order, options=options)
    position.state.exhausted = exhausted
    return [name for n, name in enumerate(orders.STEPS) if orders.has_step(position, n)]


@pytest.mark.rule(GAME, "8.1.attack", "8.1.defend", "8.1.maneuver", "8.1.regroup", "8.1.limited", "13.1")
def test_what_each_order_allows():
    assert steps("attack") == ["fire step", "movement step", "assault step", "rally step"]
    assert steps("defend") == ["fire step", "movement step", "rally step"]
    assert steps("maneuver") == ["movement step"]
    assert steps("regroup") == ["movement step", "rally step"]
    assert steps("limited") == ["fire step"]
    assert "rally step" not in steps("defend", **{"rally-in-combat-orders": "no"})
    assert "rally step" in steps("regroup", **{"rally-in-combat-orders": "no"})


@pytest.mark.rule(GAME, "7.3.exhaustion")
def test_an_exhausted_brigade_makes_no_close_combat():
    assert "assault step" not in steps("attack", exhausted=1)


@pytest.mark.rule(GAME, "8.2")
def test_the_steps_come_in_their_order_and_end_the_activation():
    position = given("2 RI 1914", phase="fire", brigade="Burnside", order="attack")
    called = []
    while position.state.frames[-1][0] == "activation":
        orders.ask_activation(position, position.state.frames[-1])
        if position.state.frames[-1][0] in orders.STEPS:
            called.append(position.state.frames.pop()[0])
    assert called == list(orders.STEPS)
    assert (position.state.acting, position.state.active) == (-1, 0)


# --- which order, and who acts ------------------------------------------------------------------------


def ordered(*units, brigade="Burnside", side="union", windows=True, **more):
    """A brigade that waits for its order."""
    position = given(*units, side=side, **more)
    position.state.frames = []
    orders.give_order(position, load_roster().marker[brigade], windows)
    return position


BURNSIDE = ("1 RI 1913", "2 RI 1914", "2 NH 1912", "71 NY 2013")


@pytest.mark.rule(GAME, "2.3a")
def test_case_151_how_many_are_coordinated():
    union = ("14 NY 1714", "27 NY 1715", "8 NY 1716", "USMC Bn 1815", "US Inf Bn 1816")
    schenck = ("2 NY 3919", "1 OH 3820", "2 OH 3921")
    position = given(*BURNSIDE, *union, *schenck, "Hampton's Legion 2623")
    marker = load_roster().marker
    assert orders.coordinated(position, marker["Burnside"], 3) == 3
    assert orders.coordinated(position, marker["Porter"], 2) == 2
    assert orders.coordinated(position, marker["Schenck"], 6) == 3, "all"
    assert orders.coordinated(position, marker["Hampton"], 1) == 1, "his only unit"


@pytest.mark.rule(GAME, "2.3b", "2.3a")
def test_case_152_the_named_act_and_the_others_do_not():
    position = play(ordered(*BURNSIDE), "order attack", "3", "name USA-1-RI", "name USA-2-RI")
    assert told(position, "coordination") == [{"piece": "USA-brigade-Burnside", "die": 3, "units": 3}]
    play(position, "name USA-71-NY")
    assert told(position, "named") == [{"pieces": ["USA-1-RI", "USA-2-RI", "USA-71-NY"]}]
    assert not position.state.active >> unit("2 NH") & 1


@pytest.mark.rule(GAME, "2.3a")
def test_no_die_where_every_face_activates_all():
    position = ordered("Hampton's Legion 2623", "2 RI 1914", brigade="Hampton", side="confederate")
    position.state.frames.insert(0, ("stop",))
    orders.answer_order(position, position.state.frames[-1], ("order", "attack"))
    while position.state.frames[-1][0] != "activation":
        frame = position.state.frames[-1]
        assert position.rules.procedures[frame[0]].ask(position, frame) is None
    assert position.state.active == 1 << unit("Hampton's Legion")


@pytest.mark.rule(GAME, "2.3a", "12.6", "7.3.chaos.act")
def test_shaken_units_and_those_under_chaos_are_not_named():
    position = ordered("1 RI 1913", "2 RI 1914 shaken", "2 NH 1912", "71 NY 2013", chaos="1912")
    assert orders.able_to_attack(position, load_roster().marker["Burnside"]) == [unit("1 RI"), unit("71 NY")]
    none = ordered("2 RI 1914 shaken")
    assert "order attack" not in options(none)
    assert explain(none, "order attack").rule == "2.3a"


@pytest.mark.rule(GAME, "16.3.12c", "16.3.12d")
def test_case_181_orders_in_the_lull():
    lull = {"turn": "11:30 AM", "lull": "11:30 AM"}
    assert options(ordered(*BURNSIDE, **lull)) == ["order defend", "order maneuver"]
    bee = ordered("4 AL 2526", "2 MS 2527", brigade="Bee", side="confederate", **lull)
    assert options(bee) == ["order maneuver", "order regroup"]
    assert explain(bee, "order attack").rule == "16.3.12c"
    assert explain(ordered(*BURNSIDE, **lull), "order regroup").rule == "16.3.12d"


@pytest.mark.rule(GAME, "16.2.burnside")
def test_burnside_takes_no_attack_order_in_the_afternoon():
    position = ordered(*BURNSIDE, scenario="henry-house-hill")
    assert options(position) == ["order defend", "order maneuver", "order regroup"]
    assert explain(position, "order attack").rule == "16.2.burnside"
    assert "order attack" in options(ordered(*BURNSIDE))


@pytest.mark.rule(GAME, "8.3")
def test_case_42_reinforcements_enter_under_maneuver_or_defend():
    position = given("2 RI 1914", turn="1:30 PM", side="confederate")
    bonham = load_roster().marker["Bonham"]
    for order, enters in ((ATTACK, False), (DEFEND, True), (MANEUVER, True), (REGROUP, False)):
        found = orders.members_to_act(position, bonham, order)
        assert found == ([unit("2 SC"), unit("8 SC")] if enters else [])
    assert orders.members_to_act(position, bonham, LIMITED) == [], "nobody enters in a limited activation"
    assert "order attack" not in options(ordered("2 RI 1914", turn="1:30 PM", brigade="Bonham"))


COCKE = ("8 VA 3430", "18 VA 3531", "19 VA 3431", "28 VA 3331", "49 VA b 3530")


@pytest.mark.rule(GAME, "16.3.8b", "16.3.8c")
def test_case_178_the_price_of_cocke_s_regiments():
    position = ordered(*COCKE, brigade="Cocke", side="confederate", turn="10:30 AM")
    before = position.state.points
    play(position, "order maneuver")
    assert options(position) == ["done", *(f"release CSA-{n}-VA" for n in ("8", "18", "19", "28"))]
    assert explain(position, "release CSA-49-VA-b").rule == "16.3.8c"
    play(position, "release CSA-18-VA", "release CSA-19-VA")
    assert position.state.points == (before[0] + 2, before[1])
    assert explain(position, "release CSA-18-VA").rule == "16.3.8b"
    assert explain(position, "release CSA-2-MS").rule == "16.3.8b"
    play(position, "release CSA-8-VA")
    assert position.state.frames[-1][0] != "release", "28 VA stays"
    assert [row["piece"] for row in told(position, "released")] == ["CSA-18-VA", "CSA-19-VA", "CSA-8-VA"]


@pytest.mark.rule(GAME, "8.1.limited")
def test_case_150_a_limited_activation_only_fires_at_adjacent_enemies():
    position = given("2 RI 2015", "1 RI 2014", "8 GA 2016")
    position.state.frames = []
    orders.act_limited(position, load_roster().marker["Burnside"])
    assert options(position) == ["fire 2016 USA-2-RI", "done"]
    play(position, "done")
    assert position.decision() is None and told(position, "activation_over")
    assert told(position, "limited") == [{"piece": "USA-brigade-Burnside"}]


@pytest.mark.rule(GAME, "2.3b")
def test_why_a_unit_is_not_named():
    position = ordered("1 RI 1913", "2 RI 1914 shaken", "2 NH 1912", "71 NY 2013", "14 NY 1714")
    play(position, "order attack", "1", "name USA-1-RI")
    assert explain(position, "name USA-14-NY").rule == "2.3b"
    assert explain(position, "name USA-1-RI").rule == "2.3b"
    assert explain(position, "name USA-2-RI").rule == "12.6"
    assert explain(position, "order charge").rule == "8.2"
