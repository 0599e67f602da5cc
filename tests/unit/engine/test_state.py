"""Columns: copy, compare, JSON, digest and redaction follow from one declaration."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bullrun.engine.state import (
    ALL,
    NOBODY,
    OWNER,
    PIECE,
    State,
    list_of,
    per_piece,
    per_piece_wide,
    piece_set,
    scalar,
    side,
)
from bullrun.errors import BullrunError


class Columns(State):
    """One column of each shape and audience."""

    open: bytearray = per_piece(7, ALL)
    known: bytearray = per_piece(1)
    own: list[int] = per_piece_wide(-1, OWNER)
    secret: list[int] = per_piece_wide(0, NOBODY)
    flags: int = piece_set()
    own_flags: int = piece_set(OWNER)
    clock: int = scalar(3)
    cup: tuple[int, ...] = scalar((), NOBODY)
    notes: list[str] = list_of()
    plan: list[str] = list_of(NOBODY)


def filled() -> Columns:
    state = Columns(4)
    state.open[:] = bytes([1, 2, 3, 4])
    state.known[:] = bytes([10, 20, 30, 40])
    state.own[:] = [100, 200, 300, 1 << 70]
    state.secret[:] = [5, 6, 7, 8]
    state.flags = state.own_flags = 0b1111
    state.clock = 9
    state.cup = (1, (2, "x"))
    state.notes.append("a")
    state.plan.append("b")
    state.frames.append(("march", 1, (2, 3)))
    state.draws = 4
    state.outcome = ("blue", "1", "done")
    return state


def test_columns_start_at_their_defaults():
    state = Columns(3)
    assert list(state.open) == [7, 7, 7] and state.own == [-1, -1, -1] and state.clock == 3
    assert state.frames == [] and state.draws == 0 and state.outcome is None and state.notes == []


def test_an_image_changes_with_every_column_and_stays_as_it_was():
    state = filled()
    before = state.image()
    assert state.copy().image() == before and hash(state.copy().image()) == hash(before)
    for name, other in (("flags", 0), ("cup", ()), ("draws", state.draws + 1)):
        copy = state.copy()
        setattr(copy, name, other)
        assert copy.image() != before, name
    for name in ("open", "own", "notes", "frames"):
        copy = state.copy()
        getattr(copy, name)[:] = getattr(copy, name)[:0]
        assert copy.image() != before, name
    state.open[0] = 99
    state.frames.pop()
    assert state.image() != before and filled().image() == before


def test_a_copy_is_equal_and_shares_nothing():
    state = filled()
    before = state.to_json()
    copy = state.copy()
    assert copy == state and copy.digest() == state.digest()
    copy.open[0] = 99
    copy.own[1] = 99
    copy.flags = 0
    copy.notes.append("c")
    copy.frames.pop()
    copy.cup = ()
    assert state.to_json() == before and copy != state


def test_json_round_trip_keeps_types_and_digest():
    state = filled()
    again = Columns.from_json(json.loads(json.dumps(state.to_json())))
    assert again == state and again.digest() == state.digest()
    assert isinstance(again.open, bytearray) and isinstance(again.own, list)
    assert again.cup == (1, (2, "x")) and again.frames == [("march", 1, (2, 3))]
    assert again.outcome == ("blue", "1", "done")


@pytest.mark.parametrize("change", [{"clock": None}, {"clock": ..., "extra": 1}])
def test_json_with_missing_or_unknown_columns_is_refused_by_name(change):
    data = filled().to_json()
    name = "extra" if "extra" in change else "clock"
    if name == "clock":
        del data["clock"]
    else:
        data["extra"] = 1
    with pytest.raises(BullrunError, match=name):
        Columns.from_json(data)


@pytest.mark.parametrize("name", [column.name for column in Columns.columns])
def test_the_digest_notices_every_column(name):
    state, other = filled(), filled()
    value = getattr(other, name)
    if isinstance(value, bytearray | list):
        if value and isinstance(value[0], int):
            value[2] += 1
        else:
            value.append("more")
    else:
        setattr(other, name, ("other", "2", "why") if name == "outcome" else 1)
    assert other.digest() != state.digest() and other != state


def test_the_digest_is_the_same_whatever_the_hash_seed():
    code = "from tests.unit.engine.test_state import filled; print(filled().digest())"
    for seed in ("0", "12345"):
        done = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout.strip() == filled().digest()


def test_redaction_blanks_by_audience():
    # Piece 0 is the viewer's own, 1 an enemy it knows, 2 an enemy face down, 3 the viewer's own.
    seen = filled().redacted(hidden=0b0100, foreign=0b0110)
    assert list(seen.open) == [1, 2, 3, 4]
    assert list(seen.known) == [10, 20, 1, 40]
    assert seen.own == [100, -1, -1, 1 << 70]
    assert seen.secret == [0, 0, 0, 0]
    assert seen.flags == 0b1011 and seen.own_flags == 0b1001
    assert seen.cup == () and seen.plan == [] and seen.frames == []
    assert seen.clock == 9 and seen.notes == ["a"] and seen.draws == 4


@given(st.integers(0, 15), st.lists(st.integers(0, 255), min_size=4, max_size=4))
def test_hidden_cells_leave_no_trace(hidden, cells):
    one, two = filled(), filled()
    for piece, cell in enumerate(cells):
        if hidden >> piece & 1:
            two.known[piece] = cell
            two.flags ^= (cell & 1) << piece
    assert one.redacted(hidden, 0) == two.redacted(hidden, 0)


def test_piece_is_the_default_audience_of_piece_columns():
    assert {c.name: c.audience for c in Columns.columns}["known"] == PIECE


class Sealed(State):
    clock: int = scalar(3)
    key: int = scalar(-1, side(0))
    kept: list[str] = list_of(side(1))
    marks: bytearray = per_piece(0, side(1))


def test_a_secret_of_one_side_is_blank_for_everybody_else():
    state = Sealed(2)
    state.key, state.kept, state.marks[1] = 7, ["orders"], 5
    first, second, neither = (state.redacted(0, 0, number) for number in (0, 1, None))
    assert (first.key, first.kept, list(first.marks)) == (7, [], [0, 0])
    assert (second.key, second.kept, list(second.marks)) == (-1, ["orders"], [0, 5])
    assert (neither.key, neither.kept, list(neither.marks)) == (-1, [], [0, 0])
    assert first.clock == neither.clock == 3


def test_whether_anything_is_secret_depends_on_declarations_alone():
    assert Sealed(2).secret_from(0) and Sealed(2).secret_from(1) and Sealed(2).secret_from(None)

    class Key(State):
        key: int = scalar(-1, side(0))

    assert not Key(0).secret_from(0) and Key(0).secret_from(1) and Key(0).secret_from(None)

    class Open(State):
        clock: int = scalar()
        known: bytearray = per_piece()

    assert not Open(1).secret_from(None) and not Open(1).divides_sides()


def test_what_nobody_knows_does_not_divide_the_sides():
    class Cup(State):
        cup: int = scalar(0, NOBODY)

    assert Cup(0).secret_from(0) and not Cup(0).divides_sides()
    assert Sealed(2).divides_sides()


@pytest.mark.parametrize(
    "column", [scalar(7, OWNER), list_of(OWNER), scalar(5, PIECE), list_of(PIECE), scalar(0, "friends")]
)
def test_a_column_that_the_gate_cannot_blank_is_refused_when_the_class_is_made(column):
    with pytest.raises(TypeError, match=r"Leaky\.secret: .*audience"):
        type("Leaky", (State,), {"__annotations__": {"secret": int}, "secret": column})
