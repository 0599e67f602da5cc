"""Refusals, sentences, and the ledger."""

from __future__ import annotations

import pytest

from bullrun.engine.checks import Check, Refusal, Refused, first_refusal
from bullrun.engine.events import Event, Join, joined, listed, say
from bullrun.engine.ledger import enforces, load_ledger
from bullrun.engine.settings import Choice, Setting, complete_settings, load_settings
from bullrun.errors import BullrunError, UnknownItem

CHECKS = (
    Check("1.1", "Too small.", lambda n: n > 3),
    Check("1.2", "Odd.", lambda n: n % 2 == 0),
)


def test_the_first_check_that_fails_explains():
    assert first_refusal(CHECKS, 4) is None
    assert first_refusal(CHECKS, 1, number=1) == Refusal("1.1", "Too small.", {"number": 1})
    assert first_refusal(CHECKS, 5).rule == "1.2"


def test_a_refusal_reads_as_a_sentence_with_its_rule():
    assert str(Refusal("5.2", "No.")) == "No. [5.2]"
    assert str(Refusal("", "No.")) == "No."
    assert str(Refused(Refusal("5.2", "No."))) == "No. [5.2]"


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


def test_the_mark_of_a_rule_changes_nothing():
    @enforces("1.1", "1.2")
    def double(n):
        return 2 * n

    assert double(4) == 8


def test_a_ledger_keeps_rulebook_order(tmp_path):
    file = tmp_path / "rules.toml"
    file.write_text(
        '[rules."2"]\ntitle="B"\nsays="b"\nchapter="x"\nsource="rulebook"\n'
        '[rules."1"]\ntitle="A"\nsays="a"\nchapter="x"\nsource="rulebook"\nnote="n"\n'
    )
    ledger = load_ledger(file)
    assert list(ledger) == ["2", "1"] and ledger["1"].title == "A" and len(ledger) == 2


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("rules = 3", ["rules.toml", "tables"]),
        ("[rules]\nx = 3", ["rules.toml", "rule x"]),
        ('[rules."1"]\ntitle="A"\nsays=""\nchapter="x"\nsource="r"', ["rule 1", "says"]),
        ('[rules."1"]\ntitle="A"\nsays="a"\nchapter="x"\nsource="r"\nodd=1', ["rule 1", "odd"]),
        ("[rules", ["rules.toml"]),
    ],
)
def test_a_broken_ledger_is_refused_by_name(tmp_path, text, names):
    file = tmp_path / "rules.toml"
    file.write_text(text)
    with pytest.raises(BullrunError) as error:
        load_ledger(file)
    assert all(name in str(error.value) for name in names)


GOOD = 'id="a"\ntitle="A"\nsays="s"\nrule="1"\ndefault="on"\n[option.choices]\non="yes"\noff="no"\n'


def test_options_are_read_and_completed(tmp_path):
    file = tmp_path / "options.toml"
    file.write_text("[[option]]\n" + GOOD)
    options = load_settings(file)
    assert options == {"a": Setting("a", "A", "s", "1", "on", (Choice("on", "yes"), Choice("off", "no")))}
    assert complete_settings("toy", options, {}) == {"a": "on"}
    assert complete_settings("toy", options, {"a": "off"}) == {"a": "off"}
    with pytest.raises(UnknownItem, match=r"option 'b': toy has no such option; it has: a"):
        complete_settings("toy", options, {"b": "on"})
    with pytest.raises(UnknownItem, match=r"option a: 'maybe' is not possible; it takes: on, off"):
        complete_settings("toy", options, {"a": "maybe"})


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ('title="A"\n', "", "title"),
        ('default="on"', 'default="x"', "default"),
        ('on="yes"\noff="no"\n', "", "choices"),
        ('on="yes"', "on=3", "choices"),
    ],
)
def test_broken_options_are_refused_by_name(tmp_path, old, new, word):
    file = tmp_path / "options.toml"
    file.write_text("[[option]]\n" + GOOD.replace(old, new))
    with pytest.raises(BullrunError, match=f"options.toml: option a: {word}"):
        load_settings(file)


def test_an_option_given_twice_is_refused(tmp_path):
    file = tmp_path / "options.toml"
    file.write_text("[[option]]\n" + GOOD + "[[option]]\n" + GOOD)
    with pytest.raises(BullrunError, match="option a is given twice"):
        load_settings(file)
