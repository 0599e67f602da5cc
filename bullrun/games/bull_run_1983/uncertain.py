"""uncertain"""

from __future__ import annotations

from bullrun.engine.frames import Procedure

PROCEDURES: dict[str, Procedure] = {}
