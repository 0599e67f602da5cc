"""Matches: who may act, when an action counts, and what can be taken back."""

from __future__ import annotations

import pytest

from bullrun.engine.action import MalformedAction
from bullrun.engine.checks import Refused
from bullrun.engine.match import Match
from bullrun.engine.record import OPEN, SEALED, TYPED, parse_record, replay
from bullrun.errors import BullrunError
from tests.toys.ford import GAME, start, variant

KEY = bytes(range(32))


def match(store=None, game=GAME, dice=OPEN, **options):
    return Match.new(game, "ford", options, dice=dice, key=KEY, store=store)


def unchanged(match, call, says):
    """The call is refused with these words, and nothing has changed."""
    before = (match.position.state.to_json(), match.record.to_text(), len(match.steps), match.number)
    with pytest.raises(Refused, match=says):
        call()
    assert before == (match.position.state.to_json(), match.record.to_text(), len(match.steps), match.number)


def test_an_action_with_the_chance_it_sets_off_is_one_step():
    m = match()
    m.submit("blue", "send B-1")
    step = m.submit("red", ("send", "R-4"))
    assert [owner for owner, _ in step.entries] == ["red", "chance", "chance"]
    assert m.record.entries[-3:] == list(step.entries)
    assert step.barrier == "dice" and m.number == 4
    assert [event.kind for event in step.events][:3] == ["sent", "turned_up", "turned_up"]


def test_not_your_turn():
    m = match()
    unchanged(m, lambda: m.submit("red", "send R-1"), "for blue to decide")


def test_not_an_option_is_refused_with_the_rule():
    m = match()
    unchanged(m, lambda: m.submit("blue", "send R-1"), r"Only your own.*\[2.1\]")
    unchanged(m, lambda: m.submit("blue", "dance"), "no answer here")


def test_a_stale_action_is_refused():
    m = match()
    m.submit("blue", "send B-1", seen=0)
    unchanged(m, lambda: m.submit("red", "send R-1", seen=0), "Stale: you saw state 0, the game is at 1")
    m.submit("red", "send R-1", seen=1)


def test_malformed_text_is_refused():
    with pytest.raises(MalformedAction):
        match().submit("blue", "  ")


def test_nothing_is_taken_after_the_end():
    m = match(rounds="1")
    m.submit("blue", "send B-1")
    m.submit("red", "send R-4")
    unchanged(m, lambda: m.submit("blue", "send B-2"), "over")
    assert m.record.result == (m.position.state.outcome[0], "4")
    assert m.number in m.record.digests


def test_a_store_that_fails_undoes_the_action():
    calls = []

    def store(match):
        calls.append(match.number)
        if len(calls) == 2:
            raise OSError("disk full")

    m = match(store)
    m.submit("blue", "send B-1")
    state, text = m.position.state.to_json(), m.record.to_text()
    with pytest.raises(OSError):
        m.submit("red", "send R-4")
    assert (state, text) == (m.position.state.to_json(), m.record.to_text())
    m.submit("red", "send R-4")
    assert calls == [1, 4, 4] and m.number == 4
    list(replay(GAME, parse_record(m.record.to_text())))


def test_a_handler_that_fails_undoes_the_action():
    def fails(*_):
        raise RuntimeError("bug")

    def broken(rules):
        ready = rules.procedures["ready"]._replace(ask=fails)
        rules.procedures = {**rules.procedures, "ready": ready}
        return start(rules)

    m = match(game=variant(start=broken))
    state = m.position.state.to_json()
    with pytest.raises(RuntimeError):
        m.submit("blue", "send B-1")
    assert m.position.state.to_json() == state and m.number == 0


# --- undo ---------------------------------------------------------------------------------------


def second_round():
    m = match()
    m.submit("blue", "send B-1")
    m.submit("red", "send R-4")
    m.submit("blue", "send B-2")
    return m


def test_undo_takes_back_and_redo_takes_again():
    m = second_round()
    after = m.position.state.to_json()
    step = m.undo("blue")
    assert step.entries == (("blue", ("send", "B-2")),)
    assert m.decision().owner == "blue" and ("send", "B-2") in m.decision().options
    assert m.record.entries[-1][0] == "chance"
    m.redo("blue")
    assert m.position.state.to_json() == after
    unchanged(m, lambda: m.redo("blue"), "nothing to take again")


def test_a_new_action_forgets_what_was_taken_back():
    m = second_round()
    m.undo("blue")
    m.submit("blue", "send B-3")
    unchanged(m, lambda: m.redo("blue"), "nothing to take again")


def test_only_the_one_who_acted_takes_back():
    m = second_round()
    unchanged(m, lambda: m.undo("red"), "blue's, not red's")


def test_undo_never_crosses_dice_or_a_reveal_or_the_owner():
    m = match()
    unchanged(m, lambda: m.undo("blue"), "nothing to take back")
    m.submit("blue", "send B-1")
    unchanged(m, lambda: m.undo("blue"), "other side is to decide")
    m.submit("red", "send R-4")
    unchanged(m, lambda: m.undo("red"), "Dice were rolled")
    m.submit("blue", "send B-2")
    m.submit("blue", "ready")
    unchanged(m, lambda: m.undo("blue"), "other side is to decide")


def test_a_reveal_without_dice_is_a_barrier():
    def showing(rules):
        march = rules.procedures["march"]

        def answer(position, frame, action):
            march.answer(position, frame, action)
            position.emit_reveal("turned_up", "3.1", piece="B-1")
            position.call("march", 0)

        rules.procedures = {**rules.procedures, "march": march._replace(answer=answer)}
        return start(rules)

    m = match(game=variant(start=showing))
    m.submit("blue", "send B-1")
    assert m.decision().owner == "blue"
    unchanged(m, lambda: m.undo("blue"), "revealed")


def test_undo_after_the_end_is_refused():
    m = match(rounds="1", dice=TYPED)
    m.submit("blue", "send B-1")
    m.submit("red", "send R-4")
    m.submit("chance", "roll 1")
    m.submit("chance", "roll 1")
    assert m.decision() is None
    unchanged(m, lambda: m.undo("red"), "Dice were rolled")
    assert m.why_not_undo("chance") is not None


def test_a_store_that_fails_keeps_what_was_to_be_taken_back():
    fail = []

    def store(match):
        if fail:
            raise OSError("disk full")

    m = match(store)
    m.submit("blue", "send B-1")
    m.submit("red", "send R-4")
    m.submit("blue", "send B-2")
    before = (m.position.state.to_json(), m.record.to_text(), len(m.steps))
    fail.append(1)
    with pytest.raises(OSError):
        m.undo("blue")
    assert before == (m.position.state.to_json(), m.record.to_text(), len(m.steps))
    fail.clear()
    m.undo("blue")
    assert m.number == 4


# --- dice ---------------------------------------------------------------------------------------


def test_typed_dice_are_an_answer_of_chance():
    m = match(dice=TYPED)
    m.submit("blue", "send B-1")
    m.submit("red", "send R-4")
    assert m.decision().owner == "chance"
    unchanged(m, lambda: m.submit("red", "roll 1"), "The die must be rolled first")
    unchanged(m, lambda: m.submit("chance", "roll 7"), "'roll 7' is not among the outcomes")
    step = m.submit("chance", "roll 3")
    assert step.barrier == "dice" and m.record.commitment == ""


def test_sealed_dice_keep_their_key_out_of_the_file():
    m = match(dice=SEALED)
    assert m.record.commitment in m.record.to_text() and KEY.hex() not in m.record.to_text()
    assert KEY.hex() in m.record.to_text(with_key=True)


def test_unknown_dice_are_refused():
    with pytest.raises(BullrunError, match="expected sealed, open or typed"):
        match(dice="loaded")


def test_a_game_that_begins_with_dice():
    def at_the_ford(rules):
        position = start(rules)
        position.state.place[0] = position.state.place[7] = 1
        position.state.frames = [("round",), ("fight",)]
        return position

    lucky = variant(start=at_the_ford)
    m = Match.new(lucky, "ford", dice=OPEN, key=KEY)
    assert m.number == 2 and m.steps[0].owner == "chance" and m.decision().owner == "blue"
    unchanged(m, lambda: m.undo("blue"), "Dice were rolled")
    step = m.submit("blue", "send B-2")
    assert [event.kind for event in step.events] == ["sent"]
    again = Match.resume(lucky, parse_record(m.record.to_text()))
    assert again.position.state == m.position.state


# --- resume -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [OPEN, TYPED])
def test_resume_is_the_same_match(dice):
    m = match(dice=dice)
    script = ["send B-1", "send R-4", "roll 3", "roll 1", "send B-2"]
    for text in script:
        owner = m.decision().owner
        if dice == OPEN and text.startswith("roll"):
            continue
        m.submit(owner, text)
    again = Match.resume(GAME, parse_record(m.record.to_text()))
    assert again.position.state == m.position.state and again.record.to_text() == m.record.to_text()
    assert again.why_not_undo("blue") is None
    again.undo("blue")
    m.undo("blue")
    assert again.position.state == m.position.state and again.record.to_text() == m.record.to_text()
    unchanged(again, lambda: again.undo("red"), "Dice")


def test_a_resumed_match_draws_the_same_dice():
    one = match()
    one.submit("blue", "send B-1")
    two = Match.resume(GAME, parse_record(one.record.to_text()))
    assert one.submit("red", "send R-4").entries == two.submit("red", "send R-4").entries


# --- steps that belong together -----------------------------------------------------------------


def test_steps_that_belong_together_are_stored_once_or_have_not_happened():
    kept = []
    m = match(store=lambda match: kept.append(match.number), rounds="6")
    for side, action in (("blue", "send B-1"), ("red", "send R-4"), ("blue", "send B-3")):
        m.submit(side, action)
    before = (m.position.state.to_json(), m.record.to_text(), list(m.steps), list(m.undone))
    stored = len(kept)

    def refused():
        with m.whole():
            m.undo("blue")
            m.submit("blue", "send B-2")
            m.submit("blue", "send B-2")

    unchanged(m, refused, "Only counters in camp")
    assert before == (m.position.state.to_json(), m.record.to_text(), m.steps, m.undone)
    assert len(kept) == stored
    with m.whole():
        m.undo("blue")
        m.submit("blue", "send B-2")
    assert kept[stored:] == [m.number] and m.record.entries[-1] == ("blue", ("send", "B-2"))
    m.undo("blue")
    assert m.position.state.to_json() == match_at(m).position.state.to_json()


def match_at(m):
    """The same match, from its record."""
    return Match.resume(GAME, parse_record(m.record.to_text()))
