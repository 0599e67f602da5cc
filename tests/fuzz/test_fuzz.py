"""Whole games and wild positions at random, with invariants after every action.

`BULLRUN_FUZZ_GAMES=1000 pytest tests/fuzz` plays that many whole games. A failure leaves a game file, whose
name is in the message: `bullrun replay FILE` opens it, whatever is wrong with its last action.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bullrun.bots import Seat, make_bot
from bullrun.engine import chance
from bullrun.engine.record import OPEN, Record
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game
from bullrun.lab.play_out import game_key
from tests.conformance.subjects import TOYS, Subject, subjects
from tests.fuzz.invariants import INVARIANTS

GAMES = int(os.environ.get("BULLRUN_FUZZ_GAMES", "24"))
BATCHES = 12
CHECK_EVERY = 5
MOST_ACTIONS = 50_000


def leave_record(record: Record, error: BaseException) -> str:
    """Keep the game that broke."""
    folder = Path(os.environ.get("BULLRUN_FUZZ_FOLDER", tempfile.gettempdir()))
    record.comments.setdefault(len(record.entries), []).append(f"# {type(error).__name__}: {error}")
    handle, name = tempfile.mkstemp(".game", f"broken-{record.game}-", folder)
    os.close(handle)
    Path(name).write_text(record.to_text(), encoding="utf-8")
    return name


def play(subject: Subject, seed: str, player: str) -> None:
    """One whole game; on any failure the record is kept and named."""
    game, key = subject.game, game_key(seed)
    record = Record(
        subject.game_id, game.version, subject.scenario, dict(subject.options),
        OPEN, chance.commitment(key), key.hex(),
    )  # fmt: skip
    bots = {side: make_bot(player, f"{seed} {side}") for side in game.sides}
    check = INVARIANTS.get(subject.game_id)
    try:
        position = subject.start()
        while (decision := position.decision()) is not None:
            if decision.weights is not None:
                action = decision.options[chance.draw(key, position.state.draws, decision.weights)]
            else:
                action = bots[decision.owner].choose(Seat(game, position, decision))
            assert action in decision.options
            record.entries.append((decision.owner, action))
            position.apply(action)
            position.decision()
            if check is not None and (len(record.entries) % CHECK_EVERY == 0 or position.is_over):
                check(position)
            assert len(record.entries) < MOST_ACTIONS, "the game does not end"
        assert position.state.outcome is not None, "nobody has won"
    except Exception as error:
        raise AssertionError(f"{error!r}: bullrun replay {leave_record(record, error)}") from error


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_keep_every_invariant(batch: int):
    found = [subject for subject in subjects() if subject.game_id != "toy"]
    for number in range(batch, GAMES, BATCHES):
        play(found[number % len(found)], f"fuzz {number}", "random")


def serious() -> list[Subject]:
    """Every scenario plain, and the first of each game with its options turned."""
    found: dict[tuple[str, str], Subject] = {}
    for subject in subjects():
        if subject.game_id not in TOYS:
            found.setdefault((subject.game_id, "turned" if subject.options else subject.scenario), subject)
    return list(found.values())


@pytest.mark.parametrize("subject", serious(), ids=str)
def test_games_of_bots_that_mean_it_keep_every_invariant(subject: Subject):
    play(subject, "greedy fuzz", "greedy")


# --- wild positions: where random play seldom comes, both armies in a knot -----------------------


def knot(random: Random):
    """A position of Bull Run (1983) with pieces of both sides thrown close together."""
    game = load_game("bull-run-1983")
    board = game.data.board("map")
    centre = random.choice(board.places)
    near = board.names_of(board.within(centre, random.randint(2, 4)))
    pieces, used = [], {}
    for piece in random.sample(list(game.data.pieces("pieces")), random.randint(6, 40)):
        at = random.choice(near)
        if piece.kind == "dummy" or used.setdefault(at, piece.side) != piece.side:
            continue
        entry = {"id": piece.id, "at": at}
        if piece.kind == "battery":
            entry["face"] = random.choice(["mobile", "battle"])
        pieces.append(entry)
    return game.given(
        "july-21", {}, turn=random.randint(1, 23), side=random.choice(game.sides),
        phase=random.choice(["movement", "combat"]), pieces=pieces,
    )  # fmt: skip


@pytest.mark.parametrize("batch", range(BATCHES))
def test_knots_of_both_armies_keep_every_invariant(batch: int):
    made = 0
    check: Callable = INVARIANTS["bull-run-1983"]
    for number in range(batch, 40 * GAMES, BATCHES):
        random = Random(f"knot {number}")
        try:
            position = knot(random)
        except BullrunError:
            continue  # thrown into a river, or too high a stack
        made += 1
        trail = [f"knot {number}"]
        try:
            for _ in range(60):
                decision = position.decision()
                if decision is None:
                    break
                verbs = sorted({option[0] for option in list(decision.options)[:400]})
                options = [o for o in decision.options if o[0] == random.choice(verbs)] or decision.options
                action = options[random.randrange(len(options))]
                trail.append(f"{decision.owner}: {' '.join(action)}")
                position.apply(action)
                position.decision()
                check(position)
        except Exception as error:
            raise AssertionError(f"{error!r} after {trail}") from error
    assert made >= min(3, GAMES // BATCHES), "hardly a knot was a legal position"
