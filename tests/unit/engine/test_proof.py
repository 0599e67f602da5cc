"""What a record proves of its dice is counted roll by roll, and nothing else is called proved."""

from __future__ import annotations

import pytest

from bullrun.engine import chance
from bullrun.engine.checks import Refused
from bullrun.engine.match import Match
from bullrun.engine.proof import prove
from bullrun.engine.record import OPEN, SEALED, TYPED, Record, RecordError, parse_record
from bullrun.errors import BullrunError
from tests.toys.ford import GAME

KEY, OTHER = bytes(range(32)), bytes(32)


def played(dice=SEALED, rounds="3"):
    """A finished game with the first options; typed dice show the first thing they can."""
    match = Match.new(GAME, "ford", {"rounds": rounds}, dice=dice, key=None if dice == TYPED else KEY)
    return to_the_end(match).record


def to_the_end(match):
    while (decision := match.decision()) is not None:
        match.submit(decision.owner, decision.options[0])
    return match


def rolls(record, first=0):
    return sum(owner == "chance" for owner, _ in record.entries[first:])


def proof_of(record, **text):
    return prove(GAME, parse_record(record.to_text(with_key=True)))[1]


def test_sealed_dice_are_proved_by_the_revealed_key():
    record = played()
    proof = proof_of(record)
    assert proof.is_whole and proof.proved == proof.rolls == rolls(record) > 2
    assert proof.says == f"All {proof.rolls} rolls are proved: they follow from the key."


def test_open_dice_are_proved_but_were_no_secret():
    proof = proof_of(played(OPEN))
    assert proof.is_whole and "open from the start" in proof.says


def test_without_the_key_nothing_is_proved():
    record = played()
    proof = prove(GAME, parse_record(record.to_text()))[1]
    assert proof.proved == 0 and proof.unproved == rolls(record) and not proof.is_whole
    assert "not proved" in proof.says and "are proved" not in proof.says


def test_typed_dice_are_typed():
    record = played(TYPED)
    proof = proof_of(record)
    assert proof.typed == proof.rolls == rolls(record) and not proof.is_whole
    assert "typed by people" in proof.says and "proved:" not in proof.says


def branched(count):
    record = played(rounds="6").cut(count)
    record.dice, record.key, record.commitment = SEALED, OTHER.hex(), chance.commitment(OTHER)
    return to_the_end(Match.resume(GAME, parse_record(record.to_text(with_key=True)))).record


def test_rolls_before_a_branch_are_given():
    record = branched(4)
    proof = proof_of(record)
    assert proof.given == rolls(record) - rolls(record, 4) > 0
    assert proof.proved == rolls(record, 4) > 0 and not proof.is_whole
    assert f"{proof.proved} of {proof.rolls} rolls are proved" in proof.says
    assert f"{proof.given} of {proof.rolls} rolls are given" in proof.says and "All" not in proof.says


def test_a_record_that_is_all_given_proves_nothing():
    """The strongest exemption that may be written: a branch after the last action."""
    text = played().to_text(with_key=True)
    record = parse_record(text)
    forged = text.replace("dice sealed", f"branch - {len(record.entries)}\ndice sealed")
    proof = prove(GAME, parse_record(forged))[1]
    assert proof.proved == 0 and proof.given == proof.rolls and not proof.is_whole
    assert "are proved" not in proof.says


def test_a_forged_roll_is_found_wherever_it_is_not_given():
    text = branched(4).to_text(with_key=True)
    lines = text.splitlines()
    last = max(n for n, line in enumerate(lines) if line.startswith("chance: "))
    face = "chance: roll 2" if lines[last] != "chance: roll 2" else "chance: roll 1"
    with pytest.raises(RecordError, match="the dice of the key give") as error:
        prove(GAME, parse_record("\n".join([*lines[:last], face]) + f"\nkey {OTHER.hex()}"))
    assert error.value.line == last + 1


def test_a_key_before_the_end_is_said_to_be_early():
    record = played()
    cut = Record(**{**record.__dict__, "entries": record.entries[:4], "digests": {}, "result": None})
    assert "revealed before the end" in proof_of(cut).says


def test_a_key_that_does_not_fit_is_refused_wherever_the_record_comes_from():
    """Not only in a file: a row of a database, or a record made by a program."""
    record = played()
    record.key = OTHER.hex()
    with pytest.raises(RecordError, match="does not fit the commitment"):
        prove(GAME, record)
    with pytest.raises(RecordError, match="does not fit the commitment"):
        Match.resume(GAME, record)


def test_a_branch_point_beyond_the_record_is_refused_wherever_it_comes_from():
    record = played()
    record.branch = ("", 10_000)
    with pytest.raises(RecordError, match="branch: expected at most"):
        prove(GAME, record)
    with pytest.raises(RecordError, match="branch: expected at most"):
        Match.resume(GAME, record)


def test_undo_stops_at_the_branch_point():
    """Below it rolls would be made anew that the record calls given, or the point would lie outside."""
    record = Match.new(GAME, "ford", {"rounds": "3"}, key=KEY)
    record.submit("blue", "send B-1")
    cut = record.record.cut(1)
    cut.dice, cut.key, cut.commitment = SEALED, OTHER.hex(), chance.commitment(OTHER)
    match = Match.resume(GAME, cut)
    refusal = match.why_not_undo("blue")
    assert refusal is not None
    with pytest.raises(Refused):
        match.undo("blue")
    assert match.record.branch == (chance.commitment(KEY), 1) and match.number == 1


@pytest.mark.parametrize("dice", [SEALED, OPEN])
def test_dice_that_are_due_are_rolled_not_asked_for(dice):
    """A file cut off between an action and its roll: nobody may say what the dice show."""
    record = played(dice)
    first = next(n for n, (owner, _) in enumerate(record.entries) if owner == "chance")
    cut = Record(**{**record.__dict__, "entries": record.entries[:first], "digests": {}, "result": None})
    again = Match.resume(GAME, parse_record(cut.to_text(with_key=True)))
    decision = again.decision()
    assert decision is None or decision.owner != "chance"
    assert again.record.entries == record.entries[: again.number] and again.number > first
    assert again.why_not_undo(record.entries[first - 1][0]) is not None
    prove(GAME, again.record)


def test_nobody_says_what_sealed_dice_show_when_the_key_is_elsewhere():
    record = played()
    first = next(n for n, (owner, _) in enumerate(record.entries) if owner == "chance")
    cut = Record(**{**record.__dict__, "entries": record.entries[:first], "digests": {}, "result": None})
    match = Match.resume(GAME, parse_record(cut.to_text()))
    decision = match.decision()
    assert decision is not None and decision.owner == "chance"
    with pytest.raises(Refused, match="nobody says what they show"):
        match.submit("chance", decision.options[0])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Ann\nchance: roll 3", "line break"),
        ("Ann\u2028", "line break"),
        ("\x1b[31mAnn", "control character"),
        ("Ann\u202e", "control character"),
        ("\ud800", "control character"),
        ("  ", "only blanks"),
        ("", "only blanks"),
    ],
)
def test_names_are_one_line_in_the_python_api_too(name, says):
    with pytest.raises(BullrunError, match=says) as error:
        Match.new(GAME, "ford", seats={"blue": name})
    assert "seat blue" in str(error.value)


@pytest.mark.parametrize("name", ["Ann B.", "Élodie", "山田 太郎", "مریم\u200cها", "👩\u200d🚀"])
def test_names_of_all_tongues_read_back(name):
    match = Match.new(GAME, "ford", seats={"blue": name})
    assert parse_record(match.record.to_text()).seats["blue"] == name


def test_a_comment_is_one_line():
    record = played()
    record.comments[2] = ["# it failed with\nchance: roll 3\x1b[2J"]
    again = parse_record(record.to_text(with_key=True))
    assert again.entries == record.entries and again.comments[2] == ["# it failed with chance: roll 3 [2J"]
