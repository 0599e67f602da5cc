"""What lies between two neighbouring places: roads, water, crests and the like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Borders:
    """For each kind of feature and each place, the set of neighbours across whose shared side it runs."""

    def __init__(self, size: int, across: Mapping[str, Sequence[int]]) -> None:
        self._nowhere: tuple[int, ...] = (0,) * size
        self._across: dict[str, tuple[int, ...]] = {kind: tuple(across[kind]) for kind in sorted(across)}
        for kind, sets in self._across.items():
            if len(sets) != size:
                raise ValueError(f"{kind}: {len(sets)} sets for {size} places")

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self._across)

    def across(self, kind: str) -> tuple[int, ...]:
        """Indexed by place id; a kind that the map lacks gives empty sets."""
        return self._across.get(kind, self._nowhere)

    def has(self, kind: str, a: int, b: int) -> bool:
        return bool(self.across(kind)[a] >> b & 1)

    def between(self, a: int, b: int) -> tuple[str, ...]:
        """Every kind of feature met when going from a to b, in alphabetical order."""
        return tuple(kind for kind, sets in self._across.items() if sets[a] >> b & 1)
