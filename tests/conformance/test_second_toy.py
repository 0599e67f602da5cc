"""Choices and draws that are secrets themselves look the same to everybody else, whichever they were."""

from __future__ import annotations

import json

import pytest

from bullrun.engine.view import SPECTATOR, see_events, see_position
from tests.cases.asking import decision_seen
from tests.toys import cup
from tests.toys.cup import GAME, SIDES

SCENARIOS = list(cup.BATTLES)


def after(position, action):
    """The position after an action, with what was told of it."""
    world = type(position)(position.rules, position.state.copy(), [])
    world.decision()
    world.log.clear()
    world.apply(action)
    world.decision()
    return world


def sent(world, viewer):
    """Every byte that a viewer gets of it."""
    told = [
        [event.to_json(), GAME.table.words(world.rules, event)]
        for event in see_events(GAME, world.rules, world.log, viewer)
    ]
    return json.dumps([see_position(GAME, world, viewer), decision_seen(GAME, world, viewer), told])


def mixing(scenario):
    """Both keys are chosen; blue's chits are mixed."""
    position = GAME.start(scenario, {})
    for name in ("B", "R"):
        position.decision()
        position.apply(("key", f"{name}-rally-1"))
    assert position.decision().secret
    return position


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whichever_key_is_chosen_the_others_are_sent_the_same(scenario):
    position = GAME.start(scenario, {})
    for side in SIDES:
        decision = position.decision()
        assert decision.owner == side and len(decision.options) >= 3
        worlds = [after(position, option) for option in decision.options]
        for viewer in (*SIDES, SPECTATOR):
            assert (len({sent(world, viewer) for world in worlds}) == 1) is (viewer != side)
        position.apply(decision.options[0])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whichever_chit_is_mixed_in_nobody_is_sent_anything_else(scenario):
    position = mixing(scenario)
    worlds = [after(position, option) for option in position.decision().options]
    assert len(worlds) > 1 and len({world.state.digest() for world in worlds}) == len(worlds)
    for viewer in (*SIDES, SPECTATOR):
        assert len({sent(world, viewer) for world in worlds}) == 1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_in_the_cup_and_left_out_is_counted_and_not_named(scenario):
    position = mixing(scenario)
    while position.decision().question.endswith("mixed"):
        position.apply(position.decision().options[0])
    included, chits = cup.BATTLES[scenario].included, len(cup.BATTLES[scenario].chits)
    for viewer in (*SIDES, SPECTATOR):
        seen = see_position(GAME, position, viewer)
        heaps = {(heap["side"], heap["at"]): heap["count"] for heap in seen["face_down"]}
        for side in SIDES:
            known = [p for p in seen["pieces"] if p[0] == side[0].upper() and p.split("-")[1] in cup.EVENTS]
            assert known == ([f"{side[0].upper()}-rally-1"] if viewer == side else []), (
                "the key, to its owner"
            )
            assert heaps.get((side, "cup"), 0) == included + (viewer != side)
            assert heaps.get((side, f"left-{side}"), 0) == chits - 1 - included


def test_whichever_chit_is_taken_face_down_the_enemy_is_sent_the_same():
    position = mixing("hill")
    number = position.rules.number
    state = position.state
    for chit in position.rules.events[0]:
        state.place[chit] = cup.CUP
    for name in ("B-order", "R-order", "Fog", "Mist", "B-rally-1", "B-rally-2"):
        state.place[number[name]] = cup.ASIDE if name[2:] == "order" or name in ("Fog", "Mist") else cup.GONE
    cup.set_key(state, 0, -1)
    state.phase = 2
    state.frames = [("turn",), ("draws", 1)]
    fresh = type(position)(position.rules, state)
    assert {option[1] for option in fresh.decision().options} >= {"B-storm-3", "B-ruse-4"}
    worlds = [after(fresh, ("draw", chit)) for chit in ("B-storm-3", "B-ruse-4")]
    told = {viewer: {sent(world, viewer) for world in worlds} for viewer in (*SIDES, SPECTATOR)}
    assert len(told["red"]) == len(told[SPECTATOR]) == 1 and len(told["blue"]) == 2
