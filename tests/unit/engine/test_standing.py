"""Standing answers: a side says never to a window, and play goes on as if there had been nothing to ask."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bullrun.engine.checks import Refused
from bullrun.engine.decision import PASS
from bullrun.engine.match import ASK, NEVER, Match
from bullrun.engine.record import TYPED, parse_record, replay
from tests.toys import ford
from tests.toys.cup import CUP, GAME, HELD, LEFT

KEY = bytes(range(32))


def battle(*, held=(), shaken=(), orders=("B-order",), store=None):
    """Blue has drawn its first order on the meadow; the enemies stand next to each other."""
    match = Match.new(ARRANGED[held, shaken, orders], "meadow", dice=TYPED, key=KEY, store=store)
    assert match.decision().question == "Which unit carries out the order?"
    return match


class Arranged(dict):
    """Games that begin as a test needs them; kept, so that a record finds the game it was played in."""

    def __missing__(self, what):
        held, shaken, orders = what

        def start(rules):
            position = GAME.play.start(rules)
            state, number = position.state, rules.number
            for owner in (0, 1):
                for chit in rules.events[owner]:
                    state.place[chit] = LEFT[owner]
            for name in orders:
                state.place[number[name]] = CUP
            for name in held:
                state.place[number[name]] = HELD[0 if name[0] == "B" else 1]
            for name in shaken:
                state.shaken |= 1 << number[name]
            for name, at in (("B-1", "B2"), ("B-2", "B3"), ("R-1", "C2"), ("R-2", "D3")):
                state.place[number[name]] = rules.board.place(at)
            state.turn, state.phase = 1, 2
            state.frames = [("turn",), ("draws", 0), ("orders", 0, number["B-order"])]
            return position

        self[what] = replace(GAME, play=GAME.play._replace(start=start))
        return self[what]


ARRANGED = Arranged()


def test_without_a_standing_answer_a_side_is_asked():
    match = battle(held=("R-rally-1",), shaken=("R-1",))
    step = match.submit("blue", "halt B-1")
    assert match.decision().owner == "red" and match.decision().about.window == "gap"
    assert step.barrier == "owner" and step.entries == (("blue", ("halt", "B-1")),)


def test_a_side_that_says_never_is_not_asked_and_its_pass_stands_in_the_record():
    match = battle(held=("R-rally-1",), shaken=("R-1",))
    assert match.stand("red", "gap", NEVER) is None
    step = match.submit("blue", "halt B-1")
    assert ("red", PASS) in step.entries
    assert match.record.entries[:2] == [("blue", ("halt", "B-1")), ("red", PASS)]
    assert match.decision().owner != "red"


def test_the_barrier_looks_only_at_the_next_decision_that_somebody_makes():
    """Blue may take its order back as if red held nothing."""
    match = battle(held=("R-storm-2",), orders=("B-order", "R-order", "Fog"))
    match.stand("blue", "assault", NEVER)
    asked = match.submit("blue", "attack B-1 R-1")
    assert match.decision().owner == "red" and asked.barrier == "owner"
    with pytest.raises(Refused, match="out of your hands"):
        match.undo("blue")
    match = battle(held=("R-rally-1",), shaken=("R-1",), orders=("B-order",))
    match.stand("red", "gap", NEVER)
    before = match.position.state.copy()
    step = match.submit("blue", "halt B-1")
    # The order went back into the cup and is the only chit there: it comes again, for all to see.
    assert [owner for owner, _ in step.entries] == ["blue", "red"] and step.barrier == "reveal"
    assert match.decision().owner == "blue" and before != match.position.state


def test_undo_takes_back_the_passes_that_were_given_with_the_action():
    match = battle(held=("B-storm-2",))
    match.stand("red", "assault", NEVER)
    before = match.position.state.copy()
    attack = match.submit("blue", "attack B-1 R-1")
    assert attack.entries == (("blue", ("attack", "B-1", "R-1")),) and attack.barrier == ""
    match.undo("blue")
    assert match.position.state == before and match.number == 0
    match.redo("blue")
    step = match.submit("blue", "pass")
    assert step.entries == (("blue", PASS), ("red", PASS))
    assert match.decision().rule == "4.3" and step.barrier == "owner", "people are to roll"


@pytest.mark.parametrize("held", [(), ("R-ruse-3",)])
def test_where_holding_is_hidden_a_standing_answer_tells_nothing(held):
    """The other side sees the same entries, the same number and the same question, whatever red holds."""
    match = battle(held=held)
    match.stand("red", "assault", NEVER)
    match.submit("blue", "attack B-1 R-1")
    step = match.submit("blue", "pass")
    assert step.entries == (("blue", PASS), ("red", PASS)) and match.number == 3
    assert match.decision().question == "Blue rolls for the assault"


def test_a_standing_answer_settles_the_question_that_is_asked_now():
    kept = []
    match = battle(held=("R-rally-1",), shaken=("R-1",), store=lambda m: kept.append(m.number))
    match.submit("blue", "halt B-1")
    step = match.stand("red", "gap", NEVER)
    assert step is not None and step.entries[0] == ("red", PASS) and kept == [1, match.number]
    assert match.decision().owner == "blue"


def test_ask_takes_it_back():
    match = battle(held=("R-rally-1",), shaken=("R-1",))
    match.stand("red", "gap", NEVER)
    match.stand("red", "gap", ASK)
    match.submit("blue", "halt B-1")
    assert match.decision().owner == "red"


def test_never_holds_for_one_window_of_one_side():
    match = battle(held=("R-rally-1",), shaken=("R-1",))
    match.stand("red", "assault", NEVER)
    match.stand("blue", "gap", NEVER)
    match.submit("blue", "halt B-1")
    assert match.decision().owner == "red"


@pytest.mark.parametrize(
    ("seat", "window", "answer", "says"),
    [
        ("green", "gap", NEVER, "Only blue or red"),
        ("red", "sometime", NEVER, "window 'sometime': no such window; there are gap, assault"),
        ("red", "gap", "perhaps", "answer 'perhaps': expected never, here or ask"),
    ],
)
def test_what_is_no_standing_answer_is_refused(seat, window, answer, says):
    match = battle()
    with pytest.raises(Refused, match=says):
        match.stand(seat, window, answer)
    assert match.standing == {}


def test_a_game_without_windows_says_so():
    with pytest.raises(Refused, match="toy has none"):
        Match.new(ford.GAME, "ford").stand("red", "gap", NEVER)


def test_a_store_that_fails_leaves_the_seat_as_it_was():
    match = battle(held=("R-rally-1",), shaken=("R-1",))
    match.submit("blue", "halt B-1")

    def fail(_):
        raise OSError("disk full")

    match._store = fail
    before = (match.number, match.position.state.copy())
    with pytest.raises(OSError, match="disk full"):
        match.stand("red", "gap", NEVER)
    assert match.standing == {} and (match.number, match.position.state) == before


def played_on(standing_at, window="gap"):
    """A game in which red passes by hand once, then says never."""
    match = battle(held=("R-rally-1",), shaken=("R-1",))
    said = False
    for _ in range(40):
        decision = match.decision()
        if decision is None:
            break
        if match.number >= standing_at and not said:
            match.stand("red", window, NEVER)
            said = True
            continue
        match.submit(decision.owner, decision.options[0])
    return match


@pytest.mark.parametrize("standing_at", [0, 2, 3, 1000])
def test_a_resumed_match_has_the_same_steps(standing_at):
    """What was passed by hand is a step of its own, what was given for the side is not."""
    match = played_on(standing_at)
    record = parse_record(match.record.to_text(with_key=True))
    again = Match.resume(match.game, record, standing=match.standing)
    assert [step.entries for step in again.steps] == [step.entries for step in match.steps]
    assert [step.barrier for step in again.steps] == [step.barrier for step in match.steps]
    assert again.position.state == match.position.state
    assert len(list(replay(match.game, record))) == match.number, "to a replay a pass is a pass"


def test_who_watches_a_resumed_match_is_told_where_nobody_decided():
    match = played_on(0)
    goes_on = []
    Match.resume(
        match.game,
        parse_record(match.record.to_text(with_key=True)),
        watch=lambda step, on: goes_on.append(on),
        standing=match.standing,
    )
    lasts = [sum(len(s.entries) for s in match.steps[: n + 1]) for n in range(len(match.steps))]
    assert [n for n, on in enumerate(goes_on, 1) if not on] == lasts
