"""8. Brigade orders."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules import orders
from tests.cases.day_was_ours.scene import given

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
