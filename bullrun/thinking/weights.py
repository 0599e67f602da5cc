"""The numbers of a judgment as data: a TOML file with one whole number a weight, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bullrun.engine.data_file import DataFile, read_toml
from bullrun.errors import BullrunError


class Weights(dict[str, int]):
    """Weights by name. They are read where they are used, so that tuning can try others."""

    def __init__(self, values: Mapping[str, int], says: Mapping[str, str], source: str) -> None:
        super().__init__(values)
        self.says = dict(says)
        """What each weight means."""
        self.source = source
        """Where the numbers come from."""

    @contextmanager
    def replaced(self, values: Mapping[str, int]) -> Iterator[None]:
        """Other numbers for a while."""
        before = dict(self)
        self.update(values)
        try:
            yield
        finally:
            self.update(before)


def load_weights(file: DataFile) -> Weights:
    """The weights of a data file: [weights.NAME] value, says; and a source for all."""
    name, data = file.name, read_toml(file)
    values: dict[str, int] = {}
    says: dict[str, str] = {}
    for key, entry in data.get("weights", {}).items():
        value = entry.get("value") if isinstance(entry, dict) else None
        if not isinstance(value, int) or isinstance(value, bool):
            raise BullrunError(f"{name}: weights.{key}.value: expected a whole number, got {value!r}")
        values[key] = value
        says[key] = str(entry.get("says", ""))
    if not values or not isinstance(data.get("source"), str):
        raise BullrunError(f"{name}: expected a source and at least one [weights.NAME]")
    return Weights(values, says, data["source"])


def weights_text(values: Mapping[str, int], says: Mapping[str, str], source: str) -> str:
    """The data file of some weights."""
    lines = [f'source = "{source}"', ""]
    for name, value in values.items():
        words = says.get(name, "").replace('"', "'")
        lines += [f"[weights.{name}]", f"value = {value}", f'says = "{words}"', ""]
    return "\n".join(lines)
