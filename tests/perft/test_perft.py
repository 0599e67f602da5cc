"""The numbers of decision sequences are what they were. If a rule has changed on purpose:
`python -m tests.perft.perft --write`, and read the difference."""

from __future__ import annotations

import pytest

from tests.perft.perft import count, positions, truth
from tests.toys.ford import GAME as TOY


@pytest.mark.parametrize("name", positions())
def test_perft(name: str):
    assert count(positions()[name]) == truth()[name]


def test_every_count_has_a_position():
    assert list(positions()) == list(truth())


def test_the_counter_counts_right():
    """One round of the toy: 4 counters against 4, then two dice of three faces each."""
    from tests.perft.perft import perft

    assert perft(TOY.start("ford", {"rounds": "1"}), 9) == [4, 4 * 4, 4 * 4 * 3, 4 * 4 * 3 * 3, 0]
