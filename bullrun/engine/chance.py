"""Dice that anybody can audit: outcome n is a keyed hash; the key is committed to before the first
move and revealed after the last."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from itertools import accumulate

from bullrun.errors import BullrunError

_LIMIT = 1 << 64


def new_key() -> bytes:
    """A secret of 32 bytes."""
    return secrets.token_bytes(32)


def commitment(key: bytes) -> str:
    """What is published before the first move: it binds the key and tells nothing about it."""
    return hashlib.sha256(b"bullrun dice 1:" + key).hexdigest()


def uniform(key: bytes, n: int, sides: int) -> int:
    """The n-th number in 0..sides-1, unbiased: values beyond the last full multiple are redrawn."""
    if sides < 1:
        raise ValueError("sides must be positive")
    full = _LIMIT - _LIMIT % sides
    attempt = 0
    while True:
        mac = hmac.digest(key, f"{n}:{attempt}".encode(), "sha256")
        value = int.from_bytes(mac[:8], "big")
        if value < full:
            return value % sides
        attempt += 1


def weighted_index(weights: Sequence[int], value: int) -> int:
    """Which outcome the number `value` in 0..sum-1 falls on."""
    for index, top in enumerate(accumulate(weights)):
        if value < top:
            return index
    raise ValueError("value beyond the sum of the weights")


def draw(key: bytes, n: int, weights: Sequence[int]) -> int:
    """The index of the n-th outcome under these weights."""
    return weighted_index(weights, uniform(key, n, sum(weights)))


def parse_key(text: str) -> bytes:
    """A key from its hex form."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise BullrunError("dice key: expected 64 hex digits")
    return key
