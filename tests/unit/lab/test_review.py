"""The review: luck is what was rolled less what was expected, and a better option that was left counts."""

from __future__ import annotations

import pytest

from bullrun.engine import chance
from bullrun.engine.match import Match
from bullrun.lab.play_out import play_out
from bullrun.lab.review import LEAST_SHOWN, MOST_CHECKED, PAIRS, REACH, STRIDE, Review, _coarse_first
from bullrun.thinking.contract import Foresight
from bullrun.thinking.outlook import CERTAIN, Signs
from tests.toys.ford import GAME, variant, worth

KEY = bytes(range(32))


class Tenths:
    """An outlook: half, and a twentieth for each point ahead."""

    def chance(self, signs):
        return CERTAIN // 2 + CERTAIN // 10 * signs.values[0] // 2


FORESEEING = variant(
    foresight=Foresight(lambda position: Signs(0, (worth(position, 0),)), {"lead": "points ahead"}, Tenths)
)


@pytest.fixture
def record():
    return play_out(GAME, "ford", {"face": "up"}, ["random", "captain"], "4")[1]


def test_the_whole_review(record):
    review = Review(GAME, record, 3, 4, "captain", 1)
    steps = []
    review.run(steps.append)
    found = review.to_json()
    assert found["complete"] and steps == list(range(1, review.steps + 1))
    assert review.steps == len(record.entries) // STRIDE + 3 * 4 + 2 * MOST_CHECKED * PAIRS
    assert found["moments"][0]["after"] == 0
    last = found["moments"][-1]
    assert last["share"] == {"blue": 1.0, "draw": 0.5, "red": 0.0}[record.result[0]]
    assert last["interval95"] == [last["share"]] * 2, "the game is over: nothing is left to chance"
    assert found["luck"]["blue"]["luck"] == -found["luck"]["red"]["luck"]
    assert sum(turn["luck"]["blue"] for turn in found["turns"]) == pytest.approx(
        found["luck"]["blue"]["luck"], abs=0.5
    )
    assert all(entry["rule"] for entry in found["costly"])
    single = [entry for entry in found["costly"] if entry["kind"] == "decision"]
    assert all(entry["why"][0]["says"] and entry["better_words"] for entry in single)


def test_a_blunder_is_found_and_priced():
    """Red answers B-3 with R-1 although R-4 would have won."""
    match = Match.new(GAME, "ford", {"face": "up", "rounds": "1"}, key=KEY)
    match.submit("blue", "send B-3")
    match.submit("red", "send R-1")
    while (decision := match.decision()) is not None:
        match.submit(decision.owner, decision.options[0])
    review = Review(GAME, match.record, 2, 1, "captain", 1)
    review.run()
    worst = next(entry for entry in review.to_json()["costly"] if entry["kind"] == "decision")
    assert worst["side"] == "red" and worst["chosen"] == "send R-1" and worst["cost"] > 0
    assert worst["better"] != "send R-1" and worst["action_number"] == 2
    # Of play-outs that agree it is said that they do; otherwise an interval is given, and what may be chance
    # is not told at all.
    choice = next(choice for choice in review.choices if choice.chosen)
    sure, unsure = (review._told(choice._replace(cost=3.0, error=error)) for error in (0.0, 1.0))
    assert sure["interval95"] is None and f"the same in all {PAIRS} play-outs" in sure["words"]
    assert unsure["interval95"] == [0.6, 5.4] and "95% interval 0.6 to 5.4" in unsure["words"]
    assert all(choice.cost > REACH * choice.error for choice in review.choices)


def test_a_game_that_foretells_is_reviewed_in_percent(record):
    game = FORESEEING
    review = Review(game, record, 2, 1, "captain", 1)
    review.run()
    found = review.to_json()
    assert found["unit"] == "percent" and found["estimates"][0] == {
        "after": 0,
        "turn": found["estimates"][0]["turn"],
        "share": 0.5,
    }
    assert all(abs(line["luck"]) <= 100 for line in found["luck"].values())
    assert all(entry["cost"] >= LEAST_SHOWN for entry in found["costly"]), "trifles are left out"
    # Every roll's luck is fair: averaged over all outcomes it is nothing.
    assert Review(GAME, record, 2, 1, "captain", 1).to_json()["unit"] == "worth"


def test_a_resigned_game_is_reviewed_to_its_end():
    match = Match.new(GAME, "ford", {}, key=KEY)
    match.submit("blue", "send B-3")
    match.resign("red")
    review = Review(GAME, match.record, 3, 2, "captain", 1)
    review.run()
    found = review.to_json()
    assert found["actions"] == 2 and found["moments"][-1]["share"] == 1.0
    assert chance.commitment(KEY) == match.record.commitment


def test_the_same_every_time(record):
    found = []
    for _ in range(2):
        review = Review(GAME, record, 3, 2, "captain", 1)
        review.run()
        found.append(review.to_json())
    assert found[0] == found[1]


def test_an_interrupt_leaves_what_is_done(record):
    def stop(done):
        if review.moments:
            raise KeyboardInterrupt

    review = Review(GAME, record, 4, 2, "captain", 1)
    with pytest.raises(KeyboardInterrupt):
        review.run(stop)
    found = review.to_json()
    assert not found["complete"] and len(found["moments"]) == 1


def test_the_whole_game_is_seen_first():
    assert _coarse_first([0, 5]) == [0, 5]
    order = _coarse_first(list(range(9)))
    assert order[:3] == [0, 8, 5] and sorted(order) == list(range(9))
