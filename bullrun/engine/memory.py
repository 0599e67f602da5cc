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
        """So much is kept."""

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it can be sent to another process: a plain dictionary would be filled before it has a
        limit."""
        return Memory, (self.most,), None, None, iter(self.items())

    def __setitem__(self, key: Key, value: Value) -> None:
        if len(self) >= self.most:
            self.clear()
        super().__setitem__(key, value)
