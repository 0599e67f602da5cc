"""Owner's charts: numbers of a game's tables and counters that a player who owns the printed game may type
in.

A game declares in one place which of its numbers are open and what each may be (`Sheet`); `Charts` finds them
in the game's data. What a player gives is plain: {path: value}, only what differs from the game's own data,
such as {"tables.combat.3": ["AB2", ...]}. `InForce` is the data of one game with such values in it: rules
read that, and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from bullrun.engine.memory import Memory
from bullrun.errors import BullrunError

Owners = Mapping[str, Any]
"""What an owner typed in, by path."""
Made = TypeVar("Made")

PRINTED, IN_PART, OWNERS = "printed", "printed in part", "owner's"
"""Where a number comes from: the rulebook; the rulebook in part; a player's own copy. Else it is the first
word of its source: deduced, published, reconstructed."""
TABLE, COUNTER = "table", "counter"
MOST_LINES = 24
"""No list of steps has more."""
KEPT = 16
"""How many charts of a game stay read at once; more are read again."""


class ChartError(BullrunError):
    """A value that cannot stand in a game's charts; `path` says which, "" where values do not go together."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"chart {path}: {reason}" if path else f"charts: {reason}")
        self.path = path
        self.reason = reason


# --- what a value may be --------------------------------------------------------------------------


class Kind(NamedTuple):
    """What may stand in a place of a chart."""

    says: str
    """In words, as it goes on after "expected"."""
    why_not: Callable[[Any, Any], str]
    """(value, the game's own): what is wrong with it; "" when it may stand."""


def _expects(says: str, fits: Callable[[Any], bool]) -> Kind:
    def why_not(value: Any, own: Any) -> str:
        return "" if fits(value) else f"expected {says}, got {shown(value)}"

    return Kind(says, why_not)


def whole(least: int, most: int) -> Kind:
    """A whole number within bounds."""
    return _expects(
        f"a whole number from {least} to {most}", lambda value: type(value) is int and least <= value <= most
    )


def yes_no() -> Kind:
    """True or false."""
    return _expects("true or false", lambda value: type(value) is bool)


def one_of(*words: str | int) -> Kind:
    """One of these words or numbers."""
    known = {(type(word), word) for word in words}
    says = "one of " + ", ".join(shown(word) for word in words)
    return _expects(says, lambda value: isinstance(value, str | int) and (type(value), value) in known)


def fraction(least: str, most: str) -> Kind:
    """A number that may be broken, as text in lowest terms: "2", "1/3"."""
    low, high = Fraction(least), Fraction(most)

    def fits(value: Any) -> bool:
        if not isinstance(value, str) or len(value) > 12:
            return False
        try:
            found = Fraction(value)
        except (ValueError, ZeroDivisionError):
            return False
        return low <= found <= high and str(found) == value

    return _expects(f'a number from "{least}" to "{most}" as text in lowest terms, such as "1/2"', fits)


def row(of: Kind, rising: bool = False) -> Kind:
    """A list as long as the game's own, each entry of one kind; `rising` when each must be more than the one
    before."""

    def why_not(value: Any, own: Any) -> str:
        if not isinstance(value, list) or len(value) != len(own):
            return f"expected a list of {len(own)} entries, got {shown(value)}"
        for place, (entry, instead) in enumerate(zip(value, own, strict=True), 1):
            wrong = of.why_not(entry, instead)
            if wrong:
                return f"entry {place}: {wrong}"
        if rising and any(after <= before for before, after in pairwise(value)):
            return f"expected entries that rise, got {shown(value)}"
        return ""

    return Kind(f"a list, each entry {of.says}", why_not)


def steps(by: str, **fields: Kind) -> Kind:
    """A list of steps such as `{ratio = "3/2", bonus = 1}`, as many as are needed; `by` must rise from each
    to the next."""

    def rank(step: Mapping[str, Any]) -> Fraction:
        return Fraction(step[by])

    def why_not(value: Any, own: Any) -> str:
        if not isinstance(value, list) or not 1 <= len(value) <= MOST_LINES:
            return f"expected a list of 1 to {MOST_LINES} steps, got {shown(value)}"
        for place, step in enumerate(value, 1):
            if not isinstance(step, Mapping) or set(step) != set(fields):
                return f"step {place}: expected {', '.join(fields)}, got {shown(step)}"
            for name, kind in fields.items():
                wrong = kind.why_not(step[name], None)
                if wrong:
                    return f"step {place}: {name}: {wrong}"
        if any(rank(after) <= rank(before) for before, after in pairwise(value)):
            return f"expected steps whose {by} rises, got {shown(value)}"
        return ""

    says = "; ".join(f"{name}: {kind.says}" for name, kind in fields.items())
    return Kind(f"a list of steps, each with {says}", why_not)


def shown(value: Any) -> str:
    """A value as it is quoted in a refusal."""
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


# --- what is open -----------------------------------------------------------------------------------


class Sheet(NamedTuple):
    """One data file of a game, and what of it an owner may change."""

    name: str
    """What its paths begin with."""
    file: str
    opens: Mapping[str, Kind]
    """Pattern of a path within the file -> what may stand there. `*` and `?` stay within one key; of several
    patterns the first that fits counts. In a list of counters or rows their `id` is the key."""
    within: str = ""
    """The one part of the file that counts, where there is only one; it is then left out of the paths."""
    item: str = TABLE
    """What its entries are called: TABLE or COUNTER."""


class Item(NamedTuple):
    """A value that is open."""

    path: str
    value: Any
    """The game's own."""
    kind: Kind
    source: str
    """Where the game's own value comes from."""


class Entry(NamedTuple):
    """A table or a counter: what is given of it must be given as a whole."""

    path: str
    sheet: Sheet
    items: Mapping[str, Item]
    """By the rest of the path."""
    beside: Mapping[str, Any]
    """What stands beside and is not open: columns, a name."""


Fits = Callable[["InForce"], Iterable[ChartError] | None]
"""Looks at values that may stand alone and says which of them do not go together; what cannot even be read
raises an error."""


class Charts:
    """What of a game's data an owner may change; read when it is first asked for."""

    def __init__(
        self,
        home: str,
        read: Callable[[str], Mapping[str, Any]],
        sheets: Sequence[Sheet],
        fits: Fits | None = None,
    ) -> None:
        self.home = home
        """The module whose CHARTS this is; "" for a game in which nothing is open."""
        self._read = read
        self.sheets = tuple(sheets)
        self._fits = fits
        self._in_force: Memory[str, InForce] = Memory(KEPT)
        self.own = InForce(self, {})
        """The game's own data."""

    def __reduce__(self) -> tuple[Callable[..., Charts], tuple[Any, ...]]:
        """Charts travel to other processes by name; a game that has none takes the reader with it."""
        return (charts_at, (self.home,)) if self.home else (Charts, ("", self._read, ()))

    def data(self, file: str) -> dict[str, Any]:
        """The game's own data, a copy."""
        return deepcopy(dict(self._read(file)))

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """Tables and counters with something open, by path, in the order of the data."""
        found: dict[str, Entry] = {}
        for sheet in self.sheets:
            data: Any = self.data(sheet.file)
            self._open(sheet, (), data[sheet.within] if sheet.within else data, "", {}, found)
        return found

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """All that is open, by path."""
        return {item.path: item for entry in self.entries.values() for item in entry.items.values()}

    @cached_property
    def levels(self) -> frozenset[str]:
        """The paths of all that has something open below it."""
        return frozenset(above for path in self.items for above in levels_above(path))

    def _open(
        self,
        sheet: Sheet,
        keys: tuple[str, ...],
        data: Any,
        source: str,
        beside: Mapping[str, Any],
        found: dict[str, Entry],
    ) -> None:
        """Entries begin at the first level at which a value is open."""
        named = by_key(data)
        source = named.get("source", source)
        if keys:
            beside = {**beside, **{key: value for key, value in named.items() if _is_plain(key, value)}}
        if _begins(sheet, keys, named):
            path = ".".join((sheet.name, *keys))
            items: dict[str, Item] = {}
            _leaves(sheet, keys, named, source, len(keys), items)
            if not items:
                return
            if path in found:
                raise BullrunError(f"{sheet.file}: {path}: two entries have this path")
            others = {key: value for key, value in beside.items() if key not in items and not is_level(value)}
            found[path] = Entry(path, sheet, items, others)
            return
        for key, value in named.items():
            if is_level(value):
                self._open(sheet, (*keys, key), value, source, beside, found)

    def checked(self, owners: Owners) -> dict[str, Any]:
        """What an owner typed in, in its one form: sorted, without what the game has anyway. A `ChartError`
        names the first item that cannot stand."""
        found = {}
        for path, value in sorted(owners.items()):
            item = self.items.get(path)
            if item is None:
                raise ChartError(path, self.why_unknown(path))
            wrong = item.kind.why_not(value, item.value)
            if wrong:
                raise ChartError(path, wrong)
            if value != item.value:
                found[path] = value
        return found

    def in_force(self, owners: Owners) -> InForce:
        """The game's data with an owner's values; a `ChartError` names what cannot stand."""
        found = self.checked(owners)
        if not found:
            return self.own
        text = canonical(found)
        known = self._in_force.get(text)
        if known is None:
            known = InForce(self, found)
            for trouble in self._troubles(known):
                raise trouble
            self._in_force[text] = known
        return known

    def troubles(self, owners: Owners) -> list[ChartError]:
        """All values that may stand alone but do not go together."""
        return self._troubles(InForce(self, self.checked(owners)))

    def _troubles(self, there: InForce) -> list[ChartError]:
        try:
            return list((self._fits(there) if self._fits is not None else None) or ())
        except ChartError as error:
            return [error]
        except BullrunError as error:
            return [ChartError("", str(error))]

    def why_unknown(self, path: str) -> str:
        """What is wrong with a path that is not open."""
        names = [sheet.name for sheet in self.sheets]
        sheet = next((one for one in self.sheets if one.name == path.partition(".")[0]), None)
        if sheet is None:
            return f"there is no such part; charts have: {', '.join(names)}"
        for above in levels_above(path):
            if above in self.items:
                return f"expected {self.items[above].kind.says}"
            if above in self.entries:
                known = ", ".join(self.entries[above].items)
                return f"this {sheet.item} has nothing of that name to change; it has: {known}"
        if path in self.levels:
            return "expected a table of values"
        return f"there is no such {sheet.item} to change"

    def provenance(self, path: str, owners: Owners) -> str:
        """Where the numbers of a table or counter, or of all below a path, come from, in a word or two."""
        below = self._below(path)
        if any(item.path in owners for item in below):
            return OWNERS
        sources = [item.source for item in below] or [self._source_at(path)]
        return together({stands(source) for source in sources})

    def provenance_of_piece(self, piece: str, owners: Owners) -> str:
        """The same for a counter; "" for one that has nothing open."""
        found = {self.provenance(path, owners) for path in self._counters.get(piece, ())}
        return together(found)

    @cached_property
    def _counters(self) -> Mapping[str, list[str]]:
        """The entries of each counter by its id."""
        found: dict[str, list[str]] = {}
        for path, entry in self.entries.items():
            if entry.sheet.item == COUNTER:
                found.setdefault(path.rpartition(".")[2], []).append(path)
        return found

    def _below(self, path: str) -> Sequence[Item]:
        if path in self.entries:
            return list(self.entries[path].items.values())
        if path in self.items:
            return [self.items[path]]
        return [item for item in self.items.values() if item.path.startswith(f"{path}.")]

    def _source_at(self, path: str) -> str:
        """The source of what is not open: that of the nearest level which has one."""
        name, *keys = path.split(".")
        sheet = next((one for one in self.sheets if one.name == name), None)
        level: Any = self._read(sheet.file) if sheet is not None else {}
        level = level[sheet.within] if sheet is not None and sheet.within else level
        source = ""
        for key in keys:
            level = by_key(level).get(key, {}) if is_level(level) else {}
            source = level.get("source", source) if isinstance(level, Mapping) else source
        return source


class InForce:
    """The data of a game with an owner's values in it; never changed. What follows from it alone is worked
    out once (`once`)."""

    def __init__(self, charts: Charts, owners: Owners) -> None:
        self.charts = charts
        self.owners = owners
        self._files: dict[str, dict[str, Any]] = {}
        self._known: dict[str, Any] = {}

    def __reduce__(self) -> tuple[Callable[..., InForce], tuple[Any, ...]]:
        return Charts.in_force, (self.charts, dict(self.owners))

    def file(self, name: str) -> dict[str, Any]:
        """A data file as it is in force."""
        found = self._files.get(name)
        if found is None:
            found = self.charts.data(name)
            for sheet in self.charts.sheets:
                if sheet.file == name:
                    _put(found[sheet.within] if sheet.within else found, sheet, self.owners)
            self._files[name] = found
        return found

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """What is made of these charts, made when first asked for."""
        if name not in self._known:
            self._known[name] = make()
        made: Made = self._known[name]
        return made


def charts_at(home: str) -> Charts:
    """The charts that a module declares."""
    charts: Charts = import_module(home).CHARTS
    return charts


def levels_above(path: str) -> Iterator[str]:
    """What a path lies below, the nearest first."""
    while "." in path:
        path = path.rpartition(".")[0]
        yield path


def canonical(owners: Owners) -> str:
    """The same charts, the same text."""
    return json.dumps(owners, sort_keys=True)


def stands(source: str) -> str:
    """In a word or two where something comes from, by the words of its source."""
    head = source.partition(":")[0].split()[0].strip(",;") if source else ""
    if head != "rulebook":
        return head
    return IN_PART if "reconstructed" in source or "deduced" in source else PRINTED


def together(words: Iterable[str]) -> str:
    """Where something comes from whose parts come from here and there: an owner's number is an owner's."""
    found = {word for word in words if word}
    if OWNERS in found:
        return OWNERS
    return found.pop() if len(found) == 1 else IN_PART if found else ""


def by_key(data: Any) -> Mapping[str, Any]:
    """A level of data by its keys; entries of a list by their id."""
    return data if isinstance(data, Mapping) else {entry["id"]: entry for entry in data}


def is_level(value: Any) -> bool:
    """Whether keys follow: a table, or a list of entries that have ids."""
    return isinstance(value, Mapping) or (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(entry, Mapping) and "id" in entry for entry in value)
    )


def _is_plain(key: str, value: Any) -> bool:
    """Whether something helps to know what stands beside it: a name, the heads of columns."""
    if key in ("id", "note") or key.endswith("source"):
        return False
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(v, str | int) for v in value)
    )


def _begins(sheet: Sheet, keys: Sequence[str], data: Mapping[str, Any]) -> bool:
    """Whether an entry begins here: where the first value is open, or with the key of a counter."""
    for pattern in sheet.opens if sheet.item == COUNTER else ():
        parts = pattern.split(".")
        wild = next((n for n, part in enumerate(parts, 1) if set(part) & set("*?[")), 0)
        if wild == len(keys) and all(map(fnmatchcase, keys, parts)):
            return True
    return any(_kind(sheet, (*keys, key)) for key in data)


def _kind(sheet: Sheet, keys: Sequence[str]) -> Kind | None:
    for pattern, kind in sheet.opens.items():
        parts = pattern.split(".")
        if len(parts) == len(keys) and all(map(fnmatchcase, keys, parts)):
            return kind
    return None


def _leaves(
    sheet: Sheet, keys: tuple[str, ...], data: Any, source: str, skip: int, items: dict[str, Item]
) -> None:
    """The open values at and below a level."""
    for key, value in data.items():
        here = (*keys, key)
        kind = _kind(sheet, here)
        said = data.get(f"{key}_source", source)
        if kind is not None:
            if any(set(part) & set('. "\t\n') for part in here):
                raise BullrunError(f"{sheet.file}: {here!r}: a key of a chart has no dot, blank or quote")
            path = ".".join((sheet.name, *here))
            wrong = kind.why_not(value, value)
            if wrong:
                raise BullrunError(f"{sheet.file}: {path}: {wrong}")
            items[".".join(here[skip:])] = Item(path, value, kind, said)
        elif is_level(value):
            level = by_key(value)
            _leaves(sheet, here, level, level.get("source", said), skip, items)


def _put(data: Any, sheet: Sheet, owners: Owners) -> None:
    for path, value in owners.items():
        name, *keys, last = path.split(".")
        if name == sheet.name:
            level = data
            for key in keys:
                level = by_key(level)[key]
            level[last] = deepcopy(value)
