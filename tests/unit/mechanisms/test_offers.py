"""Offers: who is asked, in which order, how often, and what passing or playing does."""

from __future__ import annotations

import json

import pytest

from bullrun.engine.decision import PASS
from bullrun.engine.frames import Procedure
from bullrun.engine.position import Position
from bullrun.engine.state import State, list_of, scalar
from bullrun.mechanisms import offers
from bullrun.mechanisms.offers import Window, offer

SIDES = ("blue", "red")


class Hands(State):
    """How many chits each side holds, and what happened."""

    blue: int = scalar(0)
    red: int = scalar(0)
    told: list[str] = list_of()
    asked_first: int = scalar(0)


def order(position, *about):
    return SIDES if position.state.asked_first == 0 else SIDES[::-1]


def playable(position, side, *about):
    return [("play", str(n)) for n in range(getattr(position.state, side))]


def play(position, side, action, *about):
    setattr(position.state, side, getattr(position.state, side) - 1)
    position.state.told.append(f"{side} plays {action[1]}{''.join(f' on {a}' for a in about)}")


def feint(position, side, action, *about):
    """Playing opens something that must be settled before the window goes on."""
    play(position, side, action, *about)
    position.call("settle")


def ask_main(position, frame):
    if len(frame) == 2:
        name = frame[1]
        position.goto("main", name, "done")
        offer(position, name, *(["hill"] if name == "about" else []))
        return
    position.finish("draw", "1", "it is over")
    return


def ask_settle(position, frame):
    position.state.told.append("settled")
    position.end()
    return


class Rules:
    windows = {
        "once": Window("once", "1", "Now?", order, playable, play),
        "again": Window("again", "1", "And now?", order, playable, play, repeats=True),
        "always": Window("always", "1", "Even now?", order, playable, play, always_ask=True),
        "about": Window("about", "2", "Here?", order, playable, feint),
    }
    procedures = {**offers.PROCEDURES, "main": Procedure(ask_main), "settle": Procedure(ask_settle)}

    def concealed_by_side(self, state):
        return (0, 0)


def opened(window, blue=0, red=0, first="blue"):
    state = Hands(0)
    state.blue, state.red, state.asked_first = blue, red, SIDES.index(first)
    state.frames.append(("main", window))
    return Position(Rules(), state)


def answered(position, *answers):
    """Who was asked, while these answers last; the window must be closed then."""
    asked = []
    for answer in answers:
        decision = position.decision()
        asked.append(decision.owner)
        assert decision.options[0] == PASS
        position.apply(PASS if answer == "pass" else ("play", answer))
    assert position.decision() is None
    return asked


def by_hand(blue, red, repeats, answers):
    """Who is asked, in the plainest words: in turn, only those who hold something, until nobody wants any
    more."""
    hands, asked, left = {"blue": blue, "red": red}, [], list(answers)
    turn, rest = 0, 2
    while rest:
        side = SIDES[turn % 2]
        turn += 1
        rest -= 1
        if not hands[side]:
            continue
        asked.append(side)
        if left.pop(0) != "pass":
            hands[side] -= 1
            rest = 2 if repeats else rest
    return asked


def test_nobody_is_asked_who_has_nothing_to_play():
    assert answered(opened("once")) == []
    assert answered(opened("once", red=1), "pass") == ["red"]


def test_the_order_is_that_of_the_window():
    assert answered(opened("once", 1, 1), "pass", "pass") == ["blue", "red"]
    assert answered(opened("once", 1, 1, first="red"), "pass", "pass") == ["red", "blue"]


def test_a_window_that_does_not_repeat_asks_each_side_once():
    position = opened("once", 2, 2)
    assert answered(position, "0", "1") == ["blue", "red"]
    assert position.state.told == ["blue plays 0", "red plays 1"] and position.state.blue == 1


def test_a_window_that_repeats_goes_on_until_all_have_passed_in_a_row():
    assert answered(opened("again", 2, 1), "pass", "0", "0", "pass") == ["blue", "red", "blue", "blue"]
    assert answered(opened("again", 1, 1), "0", "pass") == ["blue", "red"]
    assert answered(opened("again", 1, 1), "pass", "pass") == ["blue", "red"]


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("hands", [(0, 0), (1, 0), (0, 2), (1, 1), (2, 2), (3, 1)])
def test_every_way_of_answering_asks_whom_the_plain_words_ask(repeats, hands):
    window = "again" if repeats else "once"

    def go(position, said):
        decision = position.decision()
        if decision is None:
            whom.append((tuple(owner for owner, _ in said), tuple(answer for _, answer in said)))
            return
        for option in decision.options[:2]:
            after = position.copy()
            after.apply(option)
            go(after, [*said, (decision.owner, "pass" if option == PASS else "0")])

    whom = []
    go(opened(window, *hands), [])
    assert len(whom) == len(set(whom))
    for asked, answers in whom:
        assert list(asked) == by_hand(*hands, repeats, answers)


def test_a_window_that_always_asks_does_so_with_empty_hands():
    position = opened("always")
    decision = position.decision()
    assert decision.always and list(decision.options) == [PASS] and decision.owner == "blue"
    assert answered(position, "pass", "pass") == ["blue", "red"]


def test_the_question_names_its_window_and_rule():
    decision = opened("about", 1).decision()
    assert (decision.about.window, decision.rule, decision.question) == ("about", "2", "Here?")
    assert list(decision.options) == [PASS, ("play", "0")] and not decision.always


def test_playing_knows_what_the_moment_is_about_and_may_open_something():
    position = opened("about", 1, 1)
    assert answered(position, "0", "pass") == ["blue", "red"]
    assert position.state.told == ["blue plays 0 on hill", "settled"]


def test_an_open_window_survives_as_plain_data():
    position = opened("about", 1, 1)
    position.decision()
    position.apply(PASS)
    position.decision()
    again = Position(Rules(), Hands.from_json(json.loads(json.dumps(position.state.to_json()))))
    assert again.decision().owner == "red" and again.state == position.state
    again.apply(("play", "0"))
    assert again.decision() is None and again.state.told == ["red plays 0 on hill", "settled"]
