"""The gate: what each viewer is told, and what it is not."""

from __future__ import annotations

import json
from random import Random

import pytest

from bullrun.engine.checks import Refusal
from bullrun.engine.events import Event
from bullrun.engine.view import (
    REFEREE,
    SPECTATOR,
    cannot_tell_apart,
    check_viewer,
    imagine,
    see_decision,
    see_event,
    see_events,
    see_position,
    see_refusal,
)
from bullrun.errors import BullrunError
from tests.toys.ford import GAME
from tests.unit.engine.test_position import fresh, play

RULES = GAME.rules("ford", {})


@pytest.mark.parametrize("viewer", ["blue", "red", REFEREE, SPECTATOR])
def test_viewers(viewer):
    check_viewer(GAME, viewer)


def test_an_unknown_viewer_is_refused_by_name():
    with pytest.raises(BullrunError, match="'nobody': expected one of blue, red, spectator, referee"):
        check_viewer(GAME, "nobody")
    with pytest.raises(BullrunError):
        see_position(GAME, fresh(), "chance")


def test_a_side_sees_its_own_counters_and_the_backs_of_the_others():
    position = fresh()
    play(position, "send B-2", "send R-3")
    before = fresh()
    play(before, "send B-2")
    seen = see_position(GAME, before, "red")
    assert set(seen["pieces"]) == {"R-1", "R-2", "R-3", "R-4"}
    assert seen["face_down"] == [
        {"side": "blue", "at": "camp", "count": 3},
        {"side": "blue", "at": "ford", "count": 1},
    ]
    assert "B-" not in json.dumps(seen)
    assert set(see_position(GAME, before, SPECTATOR)["pieces"]) == set()
    assert len(see_position(GAME, before, REFEREE)["pieces"]) == 8


def test_what_is_turned_up_is_seen_by_all():
    position = fresh()
    play(position, "send B-2", "send R-3")
    position.decision()
    for viewer in ("blue", "red", SPECTATOR):
        assert {"B-2", "R-3"} <= set(see_position(GAME, position, viewer)["pieces"])


def test_only_the_owner_reads_the_question():
    position = fresh()
    assert see_decision(GAME, position, "red") == {"owner": "blue"}
    assert see_decision(GAME, position, SPECTATOR) == {"owner": "blue"}
    own = see_decision(GAME, position, "blue")
    assert own["options"][0] == ("send", "B-1") and own["rule"] == "2.1" and own["facts"] == {"round": 1}
    assert see_decision(GAME, position, REFEREE) == own


def test_nothing_is_asked_after_the_end():
    position = fresh(rounds="1")
    play(position, "send B-1", "send R-4", "roll 1", "roll 1")
    assert see_decision(GAME, position, "blue") is None
    assert see_position(GAME, position, "blue")["outcome"] == ["red", "4", "blue lost 1, red lost 0"]


def test_events_are_redacted_by_what_was_hidden_then():
    event = Event(
        "x", "1", {"piece": "B-1", "list": ["B-1", "R-1"], "by": {"B-1": 2, "R-1": 3}}, (0b10000, 0b1)
    )
    assert see_event(GAME, RULES, event, "blue").facts == {
        "piece": "B-1",
        "list": ["B-1", "?"],
        "by": {"B-1": 2},
    }
    assert see_event(GAME, RULES, event, "red").facts == {
        "piece": "?",
        "list": ["?", "R-1"],
        "by": {"R-1": 3},
    }
    assert see_event(GAME, RULES, event, SPECTATOR).facts == {"piece": "?", "list": ["?", "?"], "by": {}}
    assert see_event(GAME, RULES, event, REFEREE) is event


def test_the_rule_goes_with_the_piece_that_it_could_betray():
    facts = {"moves": [{"piece": "R-1"}]}
    event = Event("x", "1.22", facts, (0b10000, 0b1))
    assert see_event(GAME, RULES, event, "blue").rule == "" == see_event(GAME, RULES, event, SPECTATOR).rule
    assert see_event(GAME, RULES, event, "red") is event
    veiled = event._replace(openly="1.2")
    assert (
        see_event(GAME, RULES, veiled, "blue").rule == "1.2"
        and see_event(GAME, RULES, veiled, "red").rule == "1.22"
    )
    by_name = event._replace(facts={"by": {"R-1": 3}})
    assert see_event(GAME, RULES, by_name, "blue").rule == ""
    other = event._replace(facts={"piece": "R-2"})
    assert see_event(GAME, RULES, other, "blue") is other


def test_events_for_one_side_do_not_exist_for_others():
    event = Event("x", "1", {}, (0, 0), ("blue",))
    assert see_events(GAME, RULES, [event], "blue") == [event] == see_events(GAME, RULES, [event], REFEREE)
    assert see_events(GAME, RULES, [event], "red") == [] == see_events(GAME, RULES, [event], SPECTATOR)


def test_refusals_are_redacted_by_whole_words():
    position = fresh()
    refusal = Refusal("2.1", "R-1 meets R-10 and B-1.", {"piece": "R-1"})
    seen = see_refusal(GAME, position, refusal, "blue")
    assert seen == Refusal("", "? meets R-10 and B-1.", {"piece": "?"})
    harmless = Refusal("2.1", "R-10 meets B-1.", {"piece": "B-1"})
    assert see_refusal(GAME, position, harmless, "blue") == harmless
    assert see_refusal(GAME, position, refusal, REFEREE) == refusal


def test_an_imagined_position_looks_the_same_and_is_another():
    position = fresh()
    play(position, "send B-1")
    worlds = [imagine(GAME, position, "red", Random(n)) for n in range(20)]
    real = see_position(GAME, position, "red")
    for world in worlds:
        assert see_position(GAME, world, "red") == real
        assert world.decision().options == position.decision().options
    assert len({bytes(world.state.place) for world in worlds}) > 1
    again = imagine(GAME, position, "red", Random(3))
    assert again.state == worlds[3].state


def test_secrets_of_nobody_are_shuffled_even_when_every_counter_lies_open():
    position = fresh(face="up")
    worlds = [imagine(GAME, position, "red", Random(n)) for n in range(20)]
    assert len({world.state.purse for world in worlds}) > 1


def test_the_referee_imagines_nothing():
    position = fresh()
    world = imagine(GAME, position, REFEREE, Random(1))
    assert world.state == position.state and world.state is not position.state


def test_a_side_cannot_tell_a_world_it_imagines_from_the_real_one():
    position = fresh()
    play(position, "send B-1")
    for n in range(20):
        assert cannot_tell_apart(GAME, position, imagine(GAME, position, "red", Random(n)), "red")


def test_a_side_tells_positions_apart_by_what_it_sees_knows_and_is_asked():
    one, other = fresh(), fresh()
    play(one, "send B-1")
    play(other, "send B-3")
    assert cannot_tell_apart(GAME, one, other, "red"), "one face-down counter is like the other"
    assert not cannot_tell_apart(GAME, one, other, "blue"), "they are his own"
    assert not cannot_tell_apart(GAME, one, fresh(), "red"), "he is not asked there"
    moved = one.copy()
    moved.state.place[1] = moved.state.place[0]
    assert not cannot_tell_apart(GAME, one, moved, "red"), "two counters lie at the ford, not one"
    turned_up = one.copy()
    turned_up.state.face_down &= ~1
    assert not cannot_tell_apart(GAME, one, turned_up, "red"), "he sees which one it is"
    asked = one.copy()
    asked.state.place[7] = asked.state.place[0]
    asked._decision = None
    assert not cannot_tell_apart(GAME, one, asked, "red"), "other options"
