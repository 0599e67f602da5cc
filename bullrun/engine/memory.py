"""What has been worked out once and may be asked again: a table with a limit."""

from __future__ import annotations

from typing import Any, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Memory(dict[Key, Value]):
    """A dictionary that forgets everything when it is full. What is asked again soon is soon known again,
    and to find out what is old would cost more than it saves."""

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        """How many entries are kept at most."""

    def __reduce__(self) -> tuple[Any, ...]:
        """How another process makes it again: a plain dictionary would be filled before it has a limit."""
        return Memory, (self.most,), None, None, iter(self.items())

    def __setitem__(self, key: Key, value: Value) -> None:
        if len(self) >= self.most:
            self.clear()
        super().__setitem__(key, value)


def memory_of(memo: dict[str, Any], name: str, most: int) -> Memory[Any, Any]:
    """The memory of this name that a map or rules in force keep; made when first asked for."""
    found: Memory[Any, Any] | None = memo.get(name)
    if found is None:
        found = memo[name] = Memory(most)
    return found
