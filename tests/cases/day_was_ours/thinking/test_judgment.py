"""What bots think of a position, and that it makes them play with sense."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.bots.greedy_bot import GreedyBot
from bullrun.bots.random_bot import RandomBot
from bullrun.bots.seat import Seat
from bullrun.games.day_was_ours.game import GAME
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.thinking.judgment import gains, place_worth, worth
from bullrun.games.sides import SIDES
from tests.cases.day_was_ours.scene import given, place, start


def options_with_gains(position: Day) -> dict[str, int]:
    decision = position.decision()
    assert decision is not None
    found = gains(position, SIDES.index(decision.owner), decision)
    assert found is not None and len(found) == len(decision.options)
    return {" ".join(option): gain for option, gain in zip(decision.options, found, strict=True)}


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    for scenario in ("matthews-hill", "henry-house-hill", "whole-battle"):
        position = start(scenario)
        position.decision()
        assert worth(position, 0) == -worth(position, 1)


def test_points_nerve_and_units_count() -> None:
    plain = given("2 RI 1914", "8 GA 2016")
    assert worth(given("2 RI 1914", "8 GA 2016", points={"union": 1}), 0) > worth(plain, 0)
    assert worth(given("2 RI 1914 hits=1", "8 GA 2016"), 0) < worth(plain, 0)
    assert worth(given("2 RI 1914 shaken", "8 GA 2016"), 0) < worth(plain, 0)
    assert worth(given("2 RI 1914", "8 GA in eliminated"), 0) > worth(plain, 0)
    assert worth(given("2 RI 1914", "8 GA 2016", control={"2125": "union"}), 0) > worth(plain, 0)


def test_objectives_draw_units() -> None:
    position = given("2 RI 1914", "8 GA 2016", lull="11:00 AM", control={"2125": "confederate"})
    table = place_worth(position, 0)
    assert table[place("2125")] > table[place("1914")] > table[place("1800")]


def test_a_regiment_on_the_march_goes_toward_the_fight_and_nobody_leaves_the_map() -> None:
    position = given("28 VA 3331", turn="9:00 AM", phase="movement", brigade="Burnside", order="maneuver")
    found = options_with_gains(position)
    best = max(found, key=lambda text: found[text])
    assert best.startswith("enter") and found[best] > 0 == found["done"]
    edge = given("13 NY 4022", "28 VA 3331", phase="movement", brigade="Sherman", order="maneuver")
    assert options_with_gains(edge)["leave USA-13-NY"] < 0


def test_fire_that_can_be_given_is_given_and_more_of_it_is_better() -> None:
    position = given("2 RI 2015", "1 RI 1915", "8 GA 2016", phase="fire", brigade="Burnside", order="attack")
    found = options_with_gains(position)
    both = found["fire 2016 USA-1-RI USA-2-RI"]
    assert both > found["fire 2016 USA-2-RI"] > found["done"]


def test_a_lone_battery_is_assaulted_and_a_strong_stack_uphill_is_not() -> None:
    battery = given(
        "33 VA 2226",
        "Griffin 2125",
        side="confederate",
        phase="close combat",
        brigade="Jackson",
        order="attack",
    )
    found = options_with_gains(battery)
    assert max(found, key=lambda text: found[text]).startswith("assault 2125")
    hopeless = given("71 NY 2122 worn", "2 MS 2123", phase="close combat", brigade="Burnside", order="attack")
    found = options_with_gains(hopeless)
    assert all(gain < 0 for text, gain in found.items() if text.startswith("assault"))


@pytest.mark.parametrize("thinker", SIDES)
def test_who_looks_one_step_ahead_beats_who_does_anything(thinker: str) -> None:
    position, random = GAME.start("matthews-hill", {}), Random(thinker)
    bots = {side: GreedyBot(side) if side == thinker else RandomBot(side) for side in SIDES}
    while (decision := position.decision()) is not None:
        if decision.weights is not None:
            action = random.choices(list(decision.options), decision.weights)[0]
        else:
            action = bots[decision.owner].choose(Seat(GAME, position, decision))
        assert action in decision.options
        position.apply(action)
    assert position.state.outcome[0] == thinker
