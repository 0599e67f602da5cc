"""What must be true of any position of a game, whatever was played. A game without an entry has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.cases.bull_run_1861.invariants import check as bull_run_1861
from tests.cases.bull_run_1983.invariants import check as bull_run_1983
from tests.cases.clash_of_giants.invariants import check as clash_of_giants
from tests.cases.day_was_ours.invariants import check as day_was_ours
from tests.cases.secession_1862.invariants import check as secession_1862

INVARIANTS: dict[str, Callable[[Any], None]] = {
    "bull-run-1983": bull_run_1983,
    "bull-run-1861": bull_run_1861,
    "secession-1862": secession_1862,
    "clash-of-giants": clash_of_giants,
    "day-was-ours": day_was_ours,
}
