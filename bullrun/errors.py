"""The one root of every error that a user can cause."""

from __future__ import annotations


class BullrunError(Exception):
    """Bad input of any kind: the message names the field or rule and what was expected."""


class UnknownItem(BullrunError):
    """An id that the game does not have."""
