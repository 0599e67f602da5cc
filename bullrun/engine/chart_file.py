"""The file in which an owner types the numbers of a printed game: TOML, written out in full with where each
number comes from, and read with everything that is wrong in it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bullrun.engine.charts import OWNERS, Charts, Entry, Owners, Sheet, levels_above, shown
from bullrun.engine.game import Game
from bullrun.errors import BullrunError

MOST_BYTES = 256 * 1024
"""No game needs half of it."""
MOST_BROKEN = 20
"""How many lines that are no TOML are named; then a file is not read on."""
MOST_STATEMENT = 200
"""No value goes over more lines."""
MOST_LINE = 2_000
"""No line is longer: what reads TOML takes its time for a key of very many parts."""
MOST_PATH = 200
"""No heading is longer."""
MOST_KEYS = 8
"""No path has more keys."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_TOKEN = re.compile(r"#.*|'[^']*'|\"(?:\\.|[^\"\\])*\"|[^#'\"\[\]{}]+|.")


class Fault(NamedTuple):
    """Something that is wrong in a file."""

    line: int
    """0 where it is nowhere."""
    path: str
    reason: str

    def __str__(self) -> str:
        where = [f"line {self.line}"] if self.line else []
        return ": ".join([*where, *([self.path] if self.path else []), self.reason])


class Faulty(BullrunError):
    """A file that cannot be used; `faults` has everything that is wrong in it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"charts: {faults[0]}{more}")
        self.faults = tuple(faults)


def charts_of(game: Game) -> Charts:
    """What an owner of the game may change."""
    if game.data.charts is None:
        raise BullrunError(f"charts: {game.id} has no charts that could be changed")
    return game.data.charts


# --- writing ----------------------------------------------------------------------------------------


def write_charts(game: Game, owners: Owners) -> str:
    """All charts as they are in force, ready to be edited."""
    charts = charts_of(game)
    owners = charts.checked(owners)
    out = [
        f"# {game.title}: charts in force.",
        "#",
        "# Put the numbers of your own copy in the place of these. A table or counter that you leave out",
        "# stays as the game has it; of one that is here nothing may be left out. Each says where its",
        "# numbers come from: printed in the rulebook, deduced from it, published elsewhere, reconstructed,",
        "# or the owner's.",
        f"# Check it:  bullrun charts {game.id} --check FILE",
        f"# Play it:   bullrun new {game.id} GAME-FILE --charts FILE",
        "",
        f"game = {_value(game.id)}",
    ]
    for sheet in charts.sheets:
        out += ["", f"# {'-' * 20} {sheet.name}"]
        out += [f"# {name}: {says}" for name, says in _takes(sheet)]
        for entry in charts.entries.values():
            if entry.sheet is sheet:
                out += ["", *_entry(charts, entry, owners)]
    return "\n".join(out) + "\n"


def _takes(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """What may stand where, each once: by the name of the value, or of its table where rows have no names."""
    for_each: dict[tuple[str, str], None] = {}
    for pattern, kind in sheet.opens.items():
        head, _, name = pattern.rpartition(".")
        for_each[head if set(name) & set("*?[") else name, kind.says] = None
    return for_each


def _entry(charts: Charts, entry: Entry, owners: Owners) -> Iterator[str]:
    of = charts.provenance(entry.path, owners)
    sources = list(dict.fromkeys(item.source for item in entry.items.values() if item.source))
    name = entry.beside.get("name", "")
    remark = sources[0].partition(":")[2].strip() if len(sources) == 1 else ""
    yield "# " + ": ".join(part for part in (name, of, remark) if part)
    for key, value in entry.beside.items():
        if isinstance(value, list):
            yield f"# {key} = {_value(value)}"
    yield f"[{_keys(entry.path)}]"
    for rest, item in entry.items.items():
        said = OWNERS if item.path in owners else item.source
        own = "" if item.path not in owners else f", in place of {_value(item.value)}"
        tail = f"  # {said}{own}" if len(sources) > 1 or own else ""
        yield f"{_keys(rest)} = {_value(owners.get(item.path, item.value))}{tail}"


def _keys(path: str) -> str:
    return ".".join(key if _BARE.fullmatch(key) else json.dumps(key) for key in path.split("."))


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_keys(key)} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)


# --- reading ----------------------------------------------------------------------------------------


def read_charts(game: Game, text: str) -> dict[str, Any]:
    """What an owner's file changes; a `Faulty` has everything that is wrong with it."""
    owners, faults = look_through(game, text)
    if faults:
        raise Faulty(faults)
    return owners


def look_through(game: Game, text: str) -> tuple[dict[str, Any], list[Fault]]:
    """What a file changes as far as it can be read, and everything that is wrong in it, in the order of its
    lines."""
    charts = charts_of(game)
    size = len(text.encode(errors="replace"))
    if size > MOST_BYTES:
        return {}, [
            Fault(0, "", f"a file of charts has at most {MOST_BYTES // 1024} kB, this one {size // 1024} kB")
        ]
    found = _Found(charts)
    found.read(text)
    faults = found.faults
    _check_game(game, found, faults)
    owners: dict[str, Any] = {}
    for path, (value, line) in found.values.items():
        item = charts.items.get(path)
        reason = charts.why_unknown(path) if item is None else item.kind.why_not(value, item.value)
        if reason:
            faults.append(Fault(line, path, reason))
        elif item is not None and value != item.value:
            owners[path] = value
    _check_complete(charts, found, faults)
    if not faults:
        for error in charts.troubles(owners):
            line = found.values[error.path][1] if error.path in found.values else 0
            faults.append(Fault(line, error.path, error.reason))
    return dict(sorted(owners.items())), sorted(faults)


def _check_game(game: Game, found: _Found, faults: list[Fault]) -> None:
    name, line = found.values.pop("game", (None, 0))
    if name != game.id:
        got = "it is missing" if name is None else f"got {shown(name)}"
        faults.append(Fault(line, "game", f"expected {shown(game.id)}, {got}"))


def _check_complete(charts: Charts, found: _Found, faults: list[Fault]) -> None:
    """A table or counter that is given is given as a whole, and a heading names one."""
    begun = {
        above: line for path, (_, line) in reversed(found.values.items()) for above in levels_above(path)
    }
    for entry in charts.entries.values():
        line = found.headings.get(entry.path) or begun.get(entry.path, 0)
        if line:
            faults += [
                Fault(line, item.path, f"is missing: a {entry.sheet.item} is given as a whole or not at all")
                for item in entry.items.values()
                if item.path not in found.values and item.path not in found.broken
            ]
    for path, line in found.headings.items():
        if path not in begun and path not in charts.levels:
            faults.append(Fault(line, path, charts.why_unknown(path)))


class _Found:
    """What stands in a file, statement by statement."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts
        self.values: dict[str, tuple[Any, int]] = {}
        """By path, with the line."""
        self.headings: dict[str, int] = {}
        self.faults: list[Fault] = []
        self.broken: set[str] = set()
        """Paths whose value could not be read: they are not missing."""

    def read(self, text: str) -> None:
        """Each statement on its own, so that one fault hides no other."""
        lines = text.replace("\r\n", "\n").split("\n")
        at, heading, broken = 0, "", 0
        while at < len(lines):
            statement = _statement(lines, at)
            line, first = at + 1, statement.strip()
            if max(map(len, statement.split("\n"))) > MOST_LINE:
                self.faults.append(Fault(line, "", f"no line has more than {MOST_LINE} characters"))
                return
            at += statement.count("\n") + 1
            if not first or first.startswith("#"):
                continue
            try:
                data = tomllib.loads(statement)
            except (ValueError, RecursionError) as error:
                broken += 1
                if broken > MOST_BROKEN:
                    self.faults.append(Fault(line, "", "too much cannot be read; the rest was not looked at"))
                    return
                self._broken(heading, line, first, error)
                at = line  # a bracket that is not closed must not swallow the rest
                continue
            if first.startswith("[["):
                self.faults.append(
                    Fault(line, "", f"a heading stands in one pair of brackets, got {first[:60]}")
                )
            elif first.startswith("["):
                heading = _path_of(data)
                if len(heading) > MOST_PATH:
                    self.faults.append(Fault(line, "", f"no heading has more than {MOST_PATH} characters"))
                    heading = "?"
                    continue
                self._once(heading, line, self.headings, "heading")
                self.headings.setdefault(heading, line)
            else:
                for path, value in self._flat(heading, data):
                    if path in self.values:
                        self.faults.append(
                            Fault(line, path, f"was given in line {self.values[path][1]} already")
                        )
                    self.values.setdefault(path, (value, line))

    def _flat(self, heading: str, data: Mapping[str, Any], depth: int = 1) -> Iterator[tuple[str, Any]]:
        """The values of a statement by path; a table that is itself a value stays whole."""
        for key, value in data.items():
            path = f"{heading}.{key}" if heading else key
            is_level = isinstance(value, Mapping) and value and path not in self._charts.items
            if is_level and depth < MOST_KEYS:
                yield from self._flat(path, value, depth + 1)
            else:
                yield path, value

    def _once(self, path: str, line: int, known: Mapping[str, int], what: str) -> None:
        if path in known:
            self.faults.append(Fault(line, path, f"this {what} stands in line {known[path]} already"))

    def _broken(self, heading: str, line: int, text: str, error: Exception) -> None:
        key = text.partition("=")[0].strip().strip('"')
        path = f"{heading}.{key}" if heading else key
        named = bool(re.fullmatch(r"[\w.+-]+", key)) and "=" in text
        if named:
            self.broken.add(path)
        reason = "nested too deeply" if isinstance(error, RecursionError) else _reason(error)
        self.faults.append(Fault(line, path if named else "", f"this is no TOML: {reason}"))


def _reason(error: Exception) -> str:
    """Without the place: that is one of the statement, not of the file."""
    return re.sub(r" \(at .*\)$", "", str(error))


def _statement(lines: Sequence[str], at: int) -> str:
    """A heading or one value with its key, over as many lines as its brackets need."""
    depth = 0
    whole = ""
    for number in range(at, min(at + MOST_STATEMENT, len(lines))):
        whole = f"{whole}\n{lines[number]}" if number > at else lines[at]
        for token in _TOKEN.findall(lines[number]):
            depth += (token in "[{") - (token in "]}")
        if depth <= 0:
            break
    return whole


def _path_of(data: Mapping[str, Any]) -> str:
    keys = []
    while data:
        key, data = next(iter(data.items()))
        keys.append(key)
    return ".".join(keys)
