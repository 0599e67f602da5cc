"""What nobody may see the machine draws, also where people roll dice: sealed, counted and proved apart."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.engine import chance
from bullrun.engine.checks import Refused
from bullrun.engine.decision import CHANCE
from bullrun.engine.match import Match
from bullrun.engine.proof import prove
from bullrun.engine.record import OPEN, SEALED, TYPED, RecordError, parse_record, replay, with_dice
from tests.toys import ford
from tests.toys.cup import GAME

KEY, OTHER = bytes(range(32)), bytes(32)


def played(dice=TYPED, seed="typed", key=KEY, most=1000):
    """A game at random; typed dice show anything they can. `most` actions are taken."""
    match, random = Match.new(GAME, "meadow", dice=dice, key=key), Random(seed)
    while (decision := match.decision()) is not None and match.number < most:
        assert not decision.secret, "nobody is asked what nobody may see"
        options = [o for o in decision.options if o[0] == "attack"] or decision.options
        match.submit(decision.owner, options[random.randrange(len(options))])
    return match


def secret_draws(record):
    return [step for step in replay(GAME, record) if step.secret]


def test_the_machine_draws_although_people_roll():
    match = played()
    drawn = secret_draws(match.record)
    rolled = [step for step in replay(GAME, match.record) if step.owner == CHANCE and not step.secret]
    assert len(drawn) > 4 and all(step.action[0] == "draw" for step in drawn)
    assert rolled and match.record.result is not None


def test_the_key_is_committed_before_the_first_move_and_revealed_after_the_last():
    match = played(most=5)
    text = match.record.to_text()
    assert f"dice typed {chance.commitment(KEY)}\n" in text and KEY.hex() not in text
    assert match.record.is_sealed and KEY.hex() not in text
    whole = played().record.to_text(with_key=True)
    assert whole.endswith(f"key {KEY.hex()}\n")
    assert parse_record(whole).to_text(with_key=True) == whole


def test_people_who_type_are_refused_what_is_drawn_unseen():
    record = played(most=8).record
    record.key = ""  # as somebody reads the file who has no key
    for count in range(len(record.entries), -1, -1):
        cut = parse_record(record.to_text())
        cut.entries, cut.digests = cut.entries[:count], {}
        match = Match.resume(GAME, cut)
        decision = match.decision()
        if decision.secret:
            break
    before = match.record.to_text()
    with pytest.raises(Refused, match="drawn unseen"):
        match.submit(CHANCE, decision.options[0])
    assert match.record.to_text() == before


def test_secret_draws_are_proved_and_typed_rolls_are_typed():
    match = played()
    _, proof = prove(GAME, parse_record(match.record.to_text(with_key=True)))
    drawn = len(secret_draws(match.record))
    rolled = sum(owner == CHANCE for owner, _ in match.record.entries) - drawn
    assert (proof.proved, proof.typed, proof.unproved, proof.given) == (drawn, rolled, 0, 0)
    assert proof.rolls == drawn + rolled and not proof.is_whole
    assert f"{drawn} of {proof.rolls} rolls are drawn unseen and proved" in proof.says
    assert f"{rolled} of {proof.rolls} rolls are typed by people" in proof.says


def test_without_the_key_secret_draws_are_not_proved():
    record = parse_record(played().record.to_text())
    _, proof = prove(GAME, record)
    assert proof.proved == 0 and proof.unproved == len(secret_draws(record)) > 0
    assert "drawn unseen and not proved" in proof.says


def test_a_secret_draw_that_is_not_the_keys_is_found():
    record = parse_record(played().record.to_text(with_key=True))
    step = next(s for s in secret_draws(record))
    other = next(
        ("draw", piece.id)
        for piece in step.position.rules.pieces
        if piece.side == "blue" and piece.kind in ("rally", "storm", "ruse")
        and ("draw", piece.id) != step.action and ("key", piece.id) != record.entries[0][1]
    )  # fmt: skip
    record.entries[step.number - 1] = (CHANCE, other)
    record.digests = {}
    with pytest.raises(RecordError, match="the dice of the key give"):
        list(replay(GAME, record))


def test_a_key_of_another_seal_is_refused():
    text = played().record.to_text(with_key=True).replace(KEY.hex(), OTHER.hex())
    with pytest.raises(RecordError, match="does not fit the commitment"):
        parse_record(text)


def test_a_typed_record_resumes_with_its_key_as_the_same_match():
    one = played(most=9)
    two = Match.resume(GAME, parse_record(one.record.to_text(with_key=True)))
    two.record.key = one.record.key
    assert two.position.state == one.position.state and two.number == one.number
    assert [step.entries for step in two.steps] == [step.entries for step in one.steps]
    assert [step.barrier for step in two.steps] == [step.barrier for step in one.steps]


def test_typed_dice_without_a_seal_are_refused_where_something_is_drawn_unseen():
    text = played(most=5).record.to_text()
    plain = text.replace(f"dice typed {chance.commitment(KEY)}", "dice typed")
    with pytest.raises(RecordError, match="line 4: dice typed: cup draws what nobody may see"):
        Match.resume(GAME, parse_record(plain))


def test_a_branch_has_a_seal_of_its_own():
    parent = played().record
    branch = with_dice(GAME, parent.cut(6), TYPED, OTHER)
    assert branch.commitment == chance.commitment(OTHER) and branch.branch == (parent.commitment, 6)
    match, random = Match.resume(GAME, parse_record(branch.to_text(with_key=True))), Random(3)
    while (decision := match.decision()) is not None:
        match.submit(decision.owner, decision.options[random.randrange(len(decision.options))])
    _, proof = prove(GAME, parse_record(match.record.to_text(with_key=True)))
    assert proof.given and proof.proved and proof.typed


def test_games_that_draw_nothing_unseen_have_no_key_for_typed_dice():
    """Their records read as they always did."""
    match = Match.new(ford.GAME, "ford", dice=TYPED, key=KEY)
    assert "\ndice typed\n" in match.record.to_text(with_key=True) and match.record.key == ""
    assert not match.record.is_sealed
    again = parse_record(match.record.to_text())
    assert (again.dice, again.commitment) == (TYPED, "")


@pytest.mark.parametrize("dice", [SEALED, OPEN])
def test_other_dice_draw_everything_as_ever(dice):
    match = played(dice)
    _, proof = prove(GAME, parse_record(match.record.to_text(with_key=True)))
    assert proof.is_whole and proof.says.startswith(f"All {proof.rolls} rolls are proved")
