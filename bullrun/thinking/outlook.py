"""How a battle stands, as a chance to win. A game names signs (whole numbers that tell who is ahead); a data
file, fitted to games that were played to the end, says what each sign is worth early, midway and late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import NamedTuple

from bullrun.engine.data_file import DataFile, read_toml
from bullrun.errors import BullrunError

CERTAIN = 10_000
"""Chances are whole numbers of this many parts."""
STAGES = ("early", "midway", "late")
LEVEL = "level"
"""The sign that is always 1: who is ahead when nothing else speaks."""
MILLION = 1_000_000


class Signs(NamedTuple):
    """What a position shows, from the first side's view."""

    progress: int
    """How much of the battle is over, in thousandths."""
    values: tuple[int, ...]


def shares(progress: int) -> tuple[int, int, int]:
    """How much each stage has a say at a moment, in thousandths."""
    early = max(0, 1000 - 2 * progress)
    late = max(0, 2 * progress - 1000)
    return early, 1000 - early - late, late


class Outlook:
    """The chance to win by signs."""

    def __init__(
        self, names: Sequence[str], weights: Mapping[str, Sequence[int]], source: str, says: Mapping[str, str]
    ) -> None:
        self.names = tuple(names)
        self.weights = {name: tuple(weights[name]) for name in (LEVEL, *names)}
        """For each sign its millionths of log-odds a unit, by stage."""
        self.source = source
        self.says = dict(says)

    def chance(self, signs: Signs) -> int:
        """The first side's chance to win, never quite none or all."""
        stage = shares(signs.progress)
        total = 0
        for name, value in zip((LEVEL, *self.names), (1, *signs.values), strict=True):
            if value:
                total += value * sum(w * s for w, s in zip(self.weights[name], stage, strict=True))
        odds = max(-8.0, min(8.0, total / (1000 * MILLION)))
        return round(CERTAIN / (1 + exp(-odds)))


def load_outlook(file: DataFile, names: Sequence[str]) -> Outlook:
    """The fitted weights of a data file: source, and for each sign early, midway, late and what it says."""
    where, data = file.name, read_toml(file)
    table = data.get("signs")
    if not isinstance(data.get("source"), str) or not isinstance(table, dict):
        raise BullrunError(f"{where}: expected a source and [signs.NAME] tables")
    if set(table) != {LEVEL, *names}:
        raise BullrunError(f"{where}: signs: expected {', '.join((LEVEL, *names))}; got {', '.join(table)}")
    weights: dict[str, list[int]] = {}
    for name, entry in table.items():
        values = [entry.get(stage) for stage in STAGES]
        if not all(isinstance(v, int) and not isinstance(v, bool) for v in values):
            raise BullrunError(f"{where}: signs.{name}: expected whole numbers {', '.join(STAGES)}")
        weights[name] = values
    return Outlook(names, weights, data["source"], {n: str(e.get("says", "")) for n, e in table.items()})


def outlook_text(outlook: Outlook) -> str:
    """The data file of an outlook."""
    lines = [
        "# Millionths of log-odds that the first side wins, for each unit of a sign.",
        f'source = "{outlook.source}"',
        "",
    ]
    for name, weights in outlook.weights.items():
        lines.append(f"[signs.{name}]")
        lines += [f"{stage} = {weight}" for stage, weight in zip(STAGES, weights, strict=True)]
        lines += [f'says = "{outlook.says.get(name, "")}"', ""]
    return "\n".join(lines)
