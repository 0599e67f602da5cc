"""Dice: unbiased, committed to, and the same for everybody who has the key."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bullrun.engine import chance
from bullrun.errors import BullrunError

KEY = bytes(range(32))


def test_numbers_are_a_function_of_key_and_count():
    first = [chance.uniform(KEY, n, 6) for n in range(20)]
    assert first == [chance.uniform(KEY, n, 6) for n in range(20)]
    assert first != [chance.uniform(bytes(32), n, 6) for n in range(20)]
    # These very numbers: a change here would break the dice of every game ever recorded.
    assert first == PUBLISHED


PUBLISHED = [4, 3, 4, 3, 1, 3, 4, 3, 0, 2, 3, 4, 0, 4, 0, 0, 2, 4, 2, 1]


@pytest.mark.parametrize("sides", [2, 6, 7, 36])
def test_every_face_is_as_likely_as_the_others(sides):
    rolls = 300 * sides
    counts = Counter(chance.uniform(KEY, n, sides) for n in range(rolls))
    assert set(counts) == set(range(sides))
    chi_squared = sum((count - 300) ** 2 / 300 for count in counts.values())
    # Beyond this with probability below one in a million if the dice are fair.
    assert chi_squared < sides + 5 * (2 * sides) ** 0.5 + 12


def test_values_beyond_the_last_full_multiple_are_drawn_again(monkeypatch):
    values = iter([(1 << 64) - 1, 5])
    monkeypatch.setattr(chance.hmac, "digest", lambda *a: next(values).to_bytes(8, "big") + bytes(24))
    assert chance.uniform(KEY, 0, 3) == 2  # 2^64 - 1 is the one value over a multiple of three


def test_weights_are_honoured_exactly():
    assert [chance.weighted_index([2, 1, 3], value) for value in range(6)] == [0, 0, 1, 2, 2, 2]
    with pytest.raises(ValueError):
        chance.weighted_index([2, 1], 3)
    counts = Counter(chance.draw(KEY, n, [1, 3]) for n in range(4000))
    assert 900 < counts[0] < 1100


def test_sides_must_be_positive():
    with pytest.raises(ValueError):
        chance.uniform(KEY, 0, 0)


@given(st.binary(min_size=32, max_size=32))
def test_a_commitment_binds_the_key(key):
    assert chance.commitment(key) == chance.commitment(key)
    other = bytes([key[0] ^ 1]) + key[1:]
    assert chance.commitment(key) != chance.commitment(other)
    assert key.hex() not in chance.commitment(key)
    assert chance.parse_key(key.hex()) == key


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "00" * 33])
def test_what_is_no_key_is_refused(text):
    with pytest.raises(BullrunError, match="64 hex digits"):
        chance.parse_key(text)


def test_new_keys_differ():
    assert len({chance.new_key() for _ in range(10)}) == 10
