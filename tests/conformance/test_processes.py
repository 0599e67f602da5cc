"""Every game is the same in any process, whatever the hash seed, with the compiled part and without."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bullrun.fast import COMPILED
from tests.conformance.subjects import Subject, fingerprint, subjects

SCENARIOS: dict[str, list[Subject]] = {}
for subject in subjects():
    SCENARIOS.setdefault(f"{subject.game_id}-{subject.scenario}", []).append(subject)
OTHER = {"PYTHONHASHSEED": "4711", "BULLRUN_PURE": "1" if COMPILED else ""}


@pytest.mark.parametrize("name", SCENARIOS)
def test_another_process_with_another_hash_seed_and_other_fast_functions_plays_the_same(name: str):
    played = [(one.game_id, one.scenario, one.options, "hash") for one in SCENARIOS[name]]
    code = (
        "from bullrun.fast import COMPILED;"
        "from tests.conformance.subjects import fingerprint;"
        f"print(COMPILED, *(fingerprint(*one) for one in {played!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | OTHER, capture_output=True, text=True, check=True
    )
    compiled, *there = done.stdout.split()
    assert compiled == "False" or not COMPILED
    assert there == [fingerprint(*one) for one in played]
