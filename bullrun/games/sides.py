"""The two sides of every battle here, in the order in which chapters count them."""

from __future__ import annotations

UNION, CONFEDERATE = 0, 1
SIDES = ("union", "confederate")
SIDE_NAMES = {"union": "Union", "confederate": "Confederate"}
