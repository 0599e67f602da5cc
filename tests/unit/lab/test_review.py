"""The review: luck is what was rolled less what was expected, and a better option that was left counts."""

from __future__ import annotations

import pytest

from bullrun.lab.play_out import play_out
from bullrun.lab.review import Review
from tests.unit.engine.toy import GAME


@pytest.fixture
def record():
    return play_out(GAME, "ford", {"face": "up"}, ["random", "captain"], "4")[1]


def test_the_whole_review(record):
    review = Review(GAME, record, 3, 4, "captain", 1)
    steps = []
    review.run(steps.append)
    found = review.to_json()
    assert found["complete"] and steps == list(range(1, review.steps + 1))
    assert found["moments"][0]["after"] == 0
    last = found["moments"][-1]
    assert last["share"] == (1.0 if record.result[0] == "blue" else 0.0)
    assert found["luck"]["blue"]["luck"] == -found["luck"]["red"]["luck"]
    assert all(entry["cost"] > 0 and entry["rule"] for entry in found["costly"])


def test_the_same_every_time(record):
    found = []
    for _ in range(2):
        review = Review(GAME, record, 3, 2, "captain", 1)
        review.run()
        found.append(review.to_json())
    assert found[0] == found[1]


def test_an_interrupt_leaves_what_is_done(record):
    def stop(done):
        if done == 3:
            raise KeyboardInterrupt

    review = Review(GAME, record, 4, 2, "captain", 1)
    with pytest.raises(KeyboardInterrupt):
        review.run(stop)
    found = review.to_json()
    assert not found["complete"] and len(found["moments"]) == 1
