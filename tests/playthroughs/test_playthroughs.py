"""Whole games in words are what they were. If they changed on purpose:
`python -m tests.playthroughs.write`, and read the difference."""

from __future__ import annotations

import json

import pytest

from tests.playthroughs.write import HERE, VIEWS, VIEWS_EVERY, names, record_of, tell, viewers, views

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


@pytest.mark.parametrize(("name", "game"), [(n, g) for n, g, _ in names()], ids=[n for n, _, _ in names()])
def test_every_viewer_is_sent_what_it_was_sent(name, game):
    wanted = json.loads(VIEWS.read_text(encoding="utf-8"))[name]
    for viewer, digests in views(game, record_of(name)).items():
        for number, (here, there) in enumerate(zip(digests, wanted[viewer], strict=True), 1):
            assert here == there, f"{viewer}, up to action {number * VIEWS_EVERY}"
