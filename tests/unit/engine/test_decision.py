"""Options that expand only when looked at, and what chance decides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bullrun.engine.decision import SetOptions, chance, is_forced

NAMES = [f"P{n}" for n in range(40)]


def number(name: str) -> int | None:
    return NAMES.index(name) if name in NAMES else None


groups = st.lists(st.integers(0, 2**40 - 1), max_size=6).map(
    lambda sets: [(("move", f"A-{n}"), members) for n, members in enumerate(sets)]
)
plain = st.integers(0, 3)


@given(groups, plain, plain)
def test_lazy_options_are_the_same_as_the_list_written_out(groups, before, after):
    first = [("form", str(n)) for n in range(before)]
    last = [("end", str(n)) for n in range(after)]
    lazy = SetOptions(NAMES, number, groups, first, last)
    full = [
        *first,
        *((*prefix, NAMES[n]) for prefix, members in groups for n in range(40) if members >> n & 1),
        *last,
    ]
    assert list(lazy) == full
    assert len(lazy) == len(full)
    assert [lazy[n] for n in range(len(full))] == full
    assert [lazy[-n - 1] for n in range(len(full))] == full[::-1]
    assert lazy.is_single() == (len(full) == 1) == is_forced(lazy)
    assert all(option in lazy for option in full)
    assert list(lazy[1:4]) == full[1:4]
    for wrong in (("move", "A-9", "P1"), ("move", "A-0", "nowhere"), (), ("form",), "form 0"):
        assert (wrong in lazy) == (wrong in full)
    with pytest.raises(IndexError):
        lazy[len(full)]
    with pytest.raises(IndexError):
        lazy[-len(full) - 1]


@pytest.mark.parametrize("weights", [[1], [1, 0], [1, -2], [1, 2, 3], []])
def test_chance_needs_one_positive_weight_for_each_outcome(weights):
    with pytest.raises(ValueError):
        chance("?", "1", [("roll", "1"), ("roll", "2")], weights)
