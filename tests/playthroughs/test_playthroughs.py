"""Whole games in words are what they were. If they changed on purpose:
`python -m tests.playthroughs.write`, and read the difference."""

from __future__ import annotations

import pytest

from tests.playthroughs.write import HERE, names, record_of, tell, viewers

CASES = [(name, game, viewer) for name, game, _ in names() for viewer in viewers(game)]


@pytest.mark.parametrize(("name", "game", "viewer"), CASES, ids=[f"{n}-{v}" for n, _, v in CASES])
def test_playthrough(name, game, viewer):
    golden = HERE / f"{name}.{viewer}.txt"
    assert golden.exists(), f"{name} has no playthrough: python -m tests.playthroughs.write"
    told = tell(game, record_of(name), viewer).splitlines()
    wanted = golden.read_text(encoding="utf-8").splitlines()
    for number, (here, there) in enumerate(zip(told, wanted, strict=False), 1):
        assert here == there, f"{golden.name}, line {number}"
    assert len(told) == len(wanted)
