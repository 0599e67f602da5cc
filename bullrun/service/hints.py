"""Hints for a side's decision, looked for aside while the game goes on."""

from __future__ import annotations

from typing import Any

from bullrun.engine.action import parse_action
from bullrun.engine.game import Game
from bullrun.engine.view import AnyPosition, known_position
from bullrun.engine.vocabulary import PIECE, PLACE, UNIT, nouns_of
from bullrun.errors import BullrunError
from bullrun.service.house import House
from bullrun.service.jobs import Job
from bullrun.service.live import LiveGame
from bullrun.service.studies import FIRST_BUDGET, HINT_BUDGET, find_hints
from bullrun.thinking.contract import thinking_of

HINT_LIMIT = 180.0
"""Seconds."""


def begin_hints(house: House, live: LiveGame, side: str, address: str) -> Job:
    """Begin to look for the best plans or options of a side; an earlier search of the same side ends."""
    thinking_of(live.game)
    decision = live.match.decision()
    if decision is None or decision.owner != side:
        raise BullrunError("There are hints for your own decisions only.")
    number, seen = live.match.number, live.revision
    scene = house.players.scene(live, side)
    known = known_position(live.game, live.position, side)
    key = f"{number}:{seen}"
    house.jobs.stop_others("hints", live.id, side, key)

    async def work(job: Job) -> Any:
        # A first answer at once; it gets better while it is read.
        for budget in (FIRST_BUDGET, HINT_BUDGET):
            found = await house.worker.aside(
                find_hints, scene, f"{live.id}:{number}", budget, limit=HINT_LIMIT
            )
            told = {"seen": seen, "hints": [_worded(live.game, known, one) for one in found]}
            if not any(hint["name"] for hint in found):
                break  # options are judged once
            if any(hint["play_outs"] for hint in found):
                job.result = told
        return told

    return house.jobs.begin("hints", live.id, side, key, work, address)


def _worded(game: Game, known: AnyPosition, hint: dict[str, Any]) -> dict[str, Any]:
    """A hint with its answer in words, and the pieces and places that it names."""
    action = parse_action(hint["action"]) if hint["action"] else ()
    form = game.vocabulary.form(action) if action else None
    nouns = nouns_of(form, action) if form is not None else []
    ids = {piece.id for piece in known.rules.pieces}
    pieces = [word for noun, word in nouns if noun in (PIECE, UNIT) and word in ids]
    places = [word for noun, word in nouns if noun == PLACE]
    for task in hint["tasks"]:
        pieces += task["who"]
        places += task["where"]
    return {
        **hint,
        "words": game.said(known, action).says if action else "",
        "pieces": list(dict.fromkeys(pieces)),
        "places": list(dict.fromkeys(places)),
    }
