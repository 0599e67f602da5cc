"""The few functions in which most of the time goes: compiled where there was a compiler, else plain Python.

This is the one place that chooses. Both do the same to the last bit; `pure.py` says what that is.
BULLRUN_PURE=1 switches the compiled ones off. A compiled part that was built from other source than the one
beside it is not used either: what it has to do may have changed since.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bullrun.fast.built import is_of_this_source, say_that_it_is_old
from bullrun.fast.pure import CLOSED as CLOSED
from bullrun.fast.pure import SHELLED as SHELLED
from bullrun.fast.pure import TENSE as TENSE

if TYPE_CHECKING or os.environ.get("BULLRUN_PURE") == "1":
    from bullrun.fast import pure as chosen
else:
    try:
        from bullrun.fast import compiled as chosen
    except ImportError:
        from bullrun.fast import pure as chosen
    if chosen.__name__ == "bullrun.fast.compiled" and not is_of_this_source(chosen):
        say_that_it_is_old()
        from bullrun.fast import pure as chosen

COMPILED = chosen.__name__ == "bullrun.fast.compiled"

Graph = chosen.Graph
MarchMap = chosen.MarchMap
Reach = chosen.Reach
StepSets = chosen.StepSets
expanded = chosen.expanded
nth_member = chosen.nth_member
places_in = chosen.places_in
set_of = chosen.set_of
union_of = chosen.union_of
