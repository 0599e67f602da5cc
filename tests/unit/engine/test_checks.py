"""Refusals and the checks that lead to them."""

from __future__ import annotations

from bullrun.engine.checks import Check, Refusal, Refused, first_refusal

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
