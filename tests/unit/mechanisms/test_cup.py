"""A cup is a box: drawing gives each chit in it the same chance, and hides itself where a chit is hidden."""

from __future__ import annotations

from collections import Counter

import pytest

from bullrun.engine import chance
from bullrun.engine.decision import CHANCE
from bullrun.mechanisms.cup import draw
from tests.toys import cup
from tests.toys.cup import ASIDE, CUP, GAME, HELD, LEFT, MIX


def start(**places):
    """The meadow before anything was decided, with some chits elsewhere: B_order="CUP"."""
    position = GAME.start("meadow", {})
    for name, place in places.items():
        position.state.place[position.rules.number[name.replace("_", "-")]] = place
    return position


def numbers(position, *names):
    return [position.rules.number[name] for name in names]


def test_every_chit_is_as_likely_as_the_others_and_stands_in_the_order_of_its_number():
    position = start()
    chits = numbers(position, "R-order", "Fog", "B-order")
    decision = draw(position, chits, "Which chit?", "3.1", side="blue")
    assert decision.owner == CHANCE and list(decision.weights) == [1, 1, 1]
    assert list(decision.options) == [("draw", "B-order"), ("draw", "R-order"), ("draw", "Fog")]
    assert (decision.question, decision.rule, decision.facts) == ("Which chit?", "3.1", {"side": "blue"})
    key, found = bytes(32), Counter()
    for n in range(3000):
        found[decision.options[chance.draw(key, n, decision.weights)]] += 1
    assert all(900 < count < 1100 for count in found.values()) and len(found) == 3


def test_what_everybody_knows_is_drawn_openly():
    position = start(B_order=CUP, Fog=CUP)
    assert not draw(position, numbers(position, "B-order", "Fog"), "?", "3.1").secret


@pytest.mark.parametrize(
    ("chit", "place", "key"),
    [
        ("B-storm-2", CUP, False),  # hidden from both
        ("B-storm-2", CUP, True),  # hidden from red only
        ("R-storm-2", CUP, True),  # hidden from blue only
        ("R-ruse-3", LEFT[1], False),
        ("B-rally-1", MIX[0], False),
    ],
)
def test_one_hidden_chit_makes_the_whole_draw_secret(chit, place, key):
    position = start(B_order=CUP, **{chit.replace("-", "_"): place})
    if key:
        cup.set_key(position.state, 0 if chit[0] == "B" else 1, position.rules.number[chit])
    assert draw(position, numbers(position, "B-order", chit), "?", "3.1").secret
    assert not draw(position, numbers(position, "B-order"), "?", "3.1").secret


def test_a_chit_that_goes_back_can_be_drawn_again():
    """The order returns while a unit waits, and is set aside with the last one."""
    position = start()
    order, fog = numbers(position, "B-order", "Fog")
    state = position.state
    for owner in (0, 1):
        for chit in position.rules.events[owner]:
            state.place[chit] = LEFT[owner]
    state.turn, state.phase = 1, 2
    state.place[order] = state.place[fog] = CUP
    state.frames = [("turn",), ("draws", 1)]
    for unit, left in (("B-1", CUP), ("B-2", ASIDE)):
        decision = position.decision()
        assert ("draw", "B-order") in decision.options
        position.apply(("draw", "B-order"))
        assert position.decision().question == "Which unit carries out the order?"
        position.apply(("halt", unit))
        assert state.place[order] == left


def test_an_empty_cup_is_no_decision():
    with pytest.raises(ValueError, match="chance needs"):
        draw(start(), [], "?", "3.1")


def test_what_comes_out_of_the_cup_is_held_by_its_side():
    position = start()
    state = position.state
    state.turn, state.phase = 1, 2
    storm = position.rules.number["B-storm-2"]
    state.place[storm] = state.place[position.rules.number["Fog"]] = CUP
    cup.set_key(state, 0, storm)
    state.frames = [("turn",), ("draws", 1)]
    position.decision()
    position.apply(("draw", "B-storm-2"))
    assert state.place[storm] == HELD[0] and state.blue_key == -1
    assert position.rules.concealed_by_side(state)[1] >> storm & 1, "red does not see which chit it is"
    assert not position.rules.concealed_by_side(state)[0] >> storm & 1
