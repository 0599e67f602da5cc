"""What the lanes do beside moving: hints, whether a bot should give up, reviews. Everything here runs in
another process and gets and gives plain values."""

from __future__ import annotations

from time import monotonic
from typing import Any

from bullrun.bots import Seat
from bullrun.bots.giving_up import SECONDS, TRIES, is_hopeless
from bullrun.bots.hints import hints
from bullrun.bots.search import Budget
from bullrun.engine.action import action_text
from bullrun.engine.record import parse_record
from bullrun.lab.review import Review
from bullrun.service.lanes import Tell
from bullrun.service.worker import Scene, loader
from bullrun.thinking.contract import chance_to_win
from bullrun.thinking.outlook import CERTAIN

HINT_BUDGET = Budget(240, 5.0)
"""Play-outs for a hint, and seconds at most."""
FIRST_BUDGET = Budget(12, 0.5)
"""And for the first answer, which is there while the better one is looked for."""
REVIEWER = "colonel"
DOUBTFUL = 15
"""A side that is foretold to win more often than this, in percent, needs no play-outs to go on."""
BETWEEN = 0.5
"""Seconds between two reports of progress."""


def find_hints(scene: Scene, seed: str, budget: Budget = HINT_BUDGET) -> list[dict[str, Any]]:
    """The best plans or options, as plain values."""
    game, position, decision = scene.open()
    if decision is None:
        return []
    return [
        {
            **hint._asdict(),
            "reasons": [reason._asdict() for reason in hint.reasons],
            "tasks": [task._asdict() for task in hint.tasks],
            "action": action_text(hint.action) if hint.action else "",
            "line": [{"action": action_text(step.action), "words": step.words} for step in hint.line],
            "parting": hint.parting
            and {
                **hint.parting._asdict(),
                "action": action_text(hint.parting.action),
                "instead_of": action_text(hint.parting.instead_of),
            },
        }
        for hint in hints(Seat(game, position, decision), seed, budget)
    ]


def see_hope(scene: Scene, seed: str, tries: int = TRIES, seconds: float = SECONDS) -> bool:
    """False when the side that must decide has no hope left."""
    game, position, decision = scene.open()
    if decision is None or game.thinking is None:
        return True
    chance = chance_to_win(game, position, decision.owner)
    if chance is not None and chance > CERTAIN * DOUBTFUL // 100:
        return True
    return not is_hopeless(Seat(game, position, decision), seed, tries, seconds)


def review_record(
    tell: Tell, games: str, text: str, points: int, rollouts: int, seed: int = 1
) -> dict[str, Any]:
    """The whole review of a record; it reports (done, of how many, what is known so far)."""
    record = parse_record(text)
    review = Review(loader(games)(record.game), record, points, rollouts, REVIEWER, seed)
    last = 0.0

    def progress(done: int) -> None:
        nonlocal last
        if monotonic() - last > BETWEEN:
            last = monotonic()
            tell((done, review.steps, review.to_json()))

    review.run(progress)
    return review.to_json()
