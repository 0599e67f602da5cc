"""State as declared columns: each column's shape, default and audience is said once, and copying,
comparing, JSON, digest and redaction follow from that."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, ClassVar, NamedTuple, Self

from bullrun.errors import BullrunError

ALL = "all"
"""Audience: every viewer."""
PIECE = "piece"
"""Audience of a piece's column: every viewer who may know which piece it is."""
OWNER = "owner"
"""Audience of a piece's column: only its side."""
NOBODY = "nobody"
"""Audience: no viewer; the procedure's own bookkeeping and what lies hidden in a cup."""


def side(number: int) -> str:
    """Audience: the side of this number, and nobody else."""
    return f"side {number}"


Frame = tuple[Any, ...]
"""One step of a procedure in progress: its name, then its locals. Immutable plain data."""

PER_PIECE = "per piece"
PIECE_SET = "piece set"
SCALAR = "scalar"
LIST = "list"


_IMAGES = {
    (PER_PIECE, True): "bytes(self.{})",
    (PER_PIECE, False): "tuple(self.{})",
    (LIST, False): "tuple(self.{})",
}
"""How columns that change in place are frozen."""


class Column(NamedTuple):
    """One declared column. `small` piece columns hold 0-255 and are kept as bytes."""

    name: str
    shape: str
    default: Any
    audience: str
    small: bool


def per_piece(default: int = 0, audience: str = PIECE) -> Any:
    """A number for each piece, from 0 to 255."""
    return Column("", PER_PIECE, default, audience, True)


def per_piece_wide(default: int = 0, audience: str = PIECE) -> Any:
    """A number of any size for each piece (places, bit sets)."""
    return Column("", PER_PIECE, default, audience, False)


def piece_set(audience: str = PIECE) -> Any:
    """A bit set of pieces: one flag for each."""
    return Column("", PIECE_SET, 0, audience, False)


def scalar(default: Any = 0, audience: str = ALL) -> Any:
    """One immutable value: a number, a string, a bit set or a tuple of such."""
    return Column("", SCALAR, default, audience, False)


def list_of(audience: str = ALL) -> Any:
    """A growing list of immutable values."""
    return Column("", LIST, None, audience, False)


class State:
    """Base of a game's state. Subclasses declare columns as class attributes."""

    columns: ClassVar[tuple[Column, ...]] = ()
    frames: list[Frame]
    """The stack of procedures in progress, innermost last."""
    draws: int
    """How many chance outcomes were drawn so far."""
    outcome: tuple[str, str, str] | None
    """(winner, rule, reason) when the game is over."""

    def __init_subclass__(cls) -> None:
        own = [
            Column("frames", LIST, None, NOBODY, False),
            Column("draws", SCALAR, 0, ALL, False),
            Column("outcome", SCALAR, None, ALL, False),
        ]
        for name in cls.__annotations__:
            column = cls.__dict__.get(name)
            if isinstance(column, Column):
                column = column._replace(name=name)
                why = _why_not_blanked(column)
                if why:
                    raise TypeError(f"{cls.__name__}.{name}: {why}")
                own.append(column)
                delattr(cls, name)
        cls.columns = tuple(own)
        # One assignment a column, no loop: copying is the heart of undo, branching and search.
        lines = ["def copy(self):", "    new = new_object(cls)"]
        for column in own:
            copied = "[:]" if column.shape in (PER_PIECE, LIST) else ""
            lines.append(f"    new.{column.name} = self.{column.name}{copied}")
        lines.append("    return new")
        images = [_IMAGES.get((column.shape, column.small), "self.{}").format(column.name) for column in own]
        lines += ["def image(self):", f"    return ({', '.join(images)},)"]
        scope: dict[str, Any] = {"cls": cls, "new_object": object.__new__}
        exec("\n".join(lines), scope)
        cls.copy = scope["copy"]  # type: ignore[method-assign]
        cls.image = scope["image"]  # type: ignore[method-assign]

    def __init__(self, pieces: int) -> None:
        for column in self.columns:
            if column.shape == PER_PIECE:
                cells = [column.default] * pieces
                setattr(self, column.name, bytearray(cells) if column.small else cells)
            elif column.shape == LIST:
                setattr(self, column.name, [])
            else:
                setattr(self, column.name, column.default)

    def copy(self) -> Self:
        """A state that shares nothing mutable with this one."""
        raise NotImplementedError("generated for each subclass")

    def image(self) -> tuple[Any, ...]:
        """All columns as one immutable value, by which something can be remembered."""
        raise NotImplementedError("generated for each subclass")

    def secret_from(self, number: int | None) -> bool:
        """Whether a column is not, or not wholly, for the side of this number; None is a viewer of no side.
        It never depends on what the columns hold, so the answer tells nothing."""
        open_to = (ALL, PIECE) if number is None else (ALL, PIECE, side(number))
        return any(column.audience not in open_to for column in self.columns[3:])

    def divides_sides(self) -> bool:
        """Whether a column is for one side and not for the other."""
        return any(column.audience not in (ALL, PIECE, NOBODY) for column in self.columns[3:])

    def redacted(self, hidden: int, foreign: int, number: int | None = None) -> Self:
        """A copy without what a viewer may not know: `hidden` are the pieces it cannot tell apart,
        `foreign` all pieces that are not its own, `number` is its side. Blanked cells hold the default."""
        state = self.copy()
        blanks = {ALL: 0, PIECE: hidden, OWNER: hidden | foreign}
        if number is not None:
            blanks[side(number)] = 0
        for column in self.columns:
            blank = blanks.get(column.audience, -1)
            if column.shape == PER_PIECE:
                cells = getattr(state, column.name)
                for number in range(len(cells)):
                    if blank >> number & 1:
                        cells[number] = column.default
            elif column.shape == PIECE_SET:
                setattr(state, column.name, getattr(state, column.name) & ~blank)
            elif blank:
                setattr(state, column.name, [] if column.shape == LIST else column.default)
        return state

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, c.name) == getattr(other, c.name) for c in self.columns)

    __hash__ = None  # type: ignore[assignment]

    def to_json(self) -> dict[str, Any]:
        """Every column as plain JSON values."""
        return {c.name: _plain(getattr(self, c.name)) for c in self.columns}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The inverse of `to_json`."""
        wanted = {c.name for c in cls.columns}
        if set(data) != wanted:
            odd = sorted(set(data) ^ wanted)
            raise BullrunError(f"state: missing or unknown columns: {', '.join(odd)}")
        state = object.__new__(cls)
        for c in cls.columns:
            value = data[c.name]
            if c.shape == PER_PIECE:
                value = bytearray(value) if c.small else list(value)
            elif c.shape == LIST:
                value = [_tupled(v) for v in value]
            else:
                value = _tupled(value)
            setattr(state, c.name, value)
        return state

    def digest(self) -> str:
        """Sixteen hex digits that change with any column, the same in every process."""
        text = json.dumps(self.to_json(), separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _why_not_blanked(column: Column) -> str:
    """Why no viewer's copy could be blanked as the column says; empty when it can."""
    if column.audience in (ALL, NOBODY) or re.fullmatch(r"side \d+", column.audience):
        return ""
    if column.audience not in (PIECE, OWNER):
        return f"unknown audience {column.audience!r}"
    if column.shape in (SCALAR, LIST):
        return f"audience {column.audience!r} is for columns of pieces; say ALL, NOBODY or side(n)"
    return ""


def _plain(value: Any) -> Any:
    if isinstance(value, bytearray):
        return list(value)
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value


def _tupled(value: Any) -> Any:
    return tuple(_tupled(v) for v in value) if isinstance(value, list) else value
