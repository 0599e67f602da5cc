"""A table that forgets."""

from __future__ import annotations

import pickle

from bullrun.engine.memory import Memory, memory_of


def test_it_keeps_what_it_is_told_until_it_is_full() -> None:
    known: Memory[str, int] = Memory(2)
    known["a"] = 1
    known["b"] = 2
    assert dict(known) == {"a": 1, "b": 2}
    known["c"] = 3
    assert dict(known) == {"c": 3}


def test_it_never_holds_more_than_its_limit() -> None:
    known: Memory[int, int] = Memory(10)
    for number in range(1000):
        known[number] = number
        assert len(known) <= 10 and known[number] == number


def test_it_goes_to_another_process_with_its_limit() -> None:
    known: Memory[str, int] = Memory(2)
    known["a"] = 1
    there = pickle.loads(pickle.dumps(known))
    assert there == {"a": 1} and there.most == 2


def test_a_memory_is_made_once_for_its_name() -> None:
    memo: dict[str, object] = {}
    known = memory_of(memo, "ways", 2)
    known["a"] = 1
    assert memory_of(memo, "ways", 2) is known and memory_of(memo, "others", 2) == {}
