"""Repeatable irregularity: whatever looks hand-made on a map comes from a hash of coordinates."""

from __future__ import annotations

import math

from bullrun.art.geometry import Point

_MASK = 0xFFFFFFFF


def noise(*key: int) -> float:
    """A number in [0, 1) that depends on the integers alone."""
    h = 0x9E3779B9
    for k in key:
        h = ((h ^ (k & _MASK)) * 0x85EBCA6B) & _MASK
        h ^= h >> 15
        h = (h * 0xC2B2AE35) & _MASK
        h ^= h >> 13
    return h / 2**32


def noise_at(p: Point, salt: int = 0) -> float:
    """Noise of a spot, to a quarter of a unit; `salt` tells one use from another."""
    return noise(round(p[0] * 4), round(p[1] * 4), salt)


def slow_noise(p: Point, salt: int = 0, cell: float = 26.0) -> float:
    """Smooth noise over the plane: hashed corners of square cells, blended."""
    i, j = math.floor(p[0] / cell), math.floor(p[1] / cell)
    fx, fy = p[0] / cell - i, p[1] / cell - j
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    low = noise(i, j, salt) * (1 - fx) + noise(i + 1, j, salt) * fx
    high = noise(i, j + 1, salt) * (1 - fx) + noise(i + 1, j + 1, salt) * fx
    return low * (1 - fy) + high * fy
