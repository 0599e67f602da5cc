"""Events told as sentences."""

from __future__ import annotations

from bullrun.engine.events import Event, Join, joined, listed, say


def test_events_are_told_by_template():
    facts = {"who": ["a", "b", "c"], "where": "U17", "points": 3}
    assert (
        say("{who} in {where}: {points}{none}.", facts, lambda v: f"<{v}>")
        == "<a>, <b> and <c> in <U17>: <3><>."
    )
    assert listed([]) == "" and listed(["a"]) == "a" and listed(["a", "b"]) == "a and b"


def test_a_run_of_like_events_is_one_sentence_with_every_fact():
    def turned_up(piece, at, rule="4.8", side="red", kind="turned_up"):
        return Event(kind, rule, {"piece": piece, "at": at, "side": side}, (), None, piece == "c")

    joins = {"turned_up": Join(("piece", "at"), "Turned up: {piece in at}.")}
    run = [turned_up("a", "X"), turned_up("b", "Y"), turned_up("c", "X")]
    (one,) = joined(run, joins)
    assert one.facts == {"piece": ["a", "b", "c"], "at": ["X", "Y", "X"], "side": "red"} and one.reveals
    assert say(joins["turned_up"].says, one.facts, str) == "Turned up: a and c in X; b in Y."
    assert joins["turned_up"].is_made(one) and not joins["turned_up"].is_made(run[0])
    # Another cause, another side or another kind is told for itself, and so is what stands between.
    apart = [run[0], turned_up("b", "Y", rule="O2"), turned_up("c", "X", side="blue"), run[1]]
    assert joined(apart, joins) == apart
    moves = [turned_up("a", "X", kind="moved"), turned_up("b", "X", kind="moved")]
    assert joined(moves, joins) == moves
