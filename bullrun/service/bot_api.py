"""Routes about the machine: its levels, its jobs, and reviews."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from bullrun.engine.record import RecordError, parse_record, replay
from bullrun.errors import BullrunError
from bullrun.service.api import (
    ERRORS,
    Bearer,
    GameId,
    bearer_viewer,
    house_of,
)
from bullrun.service.guard import caller_of
from bullrun.service.house import MOST_ENTRIES, House
from bullrun.service.jobs import Job
from bullrun.service.live import HOUSE, LiveGame
from bullrun.service.shapes import RecordReview, ReviewWish
from bullrun.service.studies import review_record
from bullrun.service.worker import level_cards
from bullrun.thinking.contract import thinking_of

router = APIRouter(prefix="/api", responses=ERRORS)

REVIEW_FORM = 2
"""A kept review of another form is made anew."""
JobId = Annotated[str, Path(max_length=32, pattern=r"^[0-9a-f]+$")]


@router.get("/bots")
async def levels(
    request: Request, game: Annotated[str | None, Query(max_length=64)] = None
) -> dict[str, Any]:
    """The levels of play, or those that can play a game, weakest first: what they do, and what can be chosen
    about them."""
    return {"levels": level_cards(house_of(request).load_game(game) if game is not None else None)}


# --- jobs -----------------------------------------------------------------------------------------------


@router.get("/jobs/{job_id}")
async def job_state(request: Request, job_id: JobId, authorization: Bearer = None) -> dict[str, Any]:
    """How far it is, and what it has found."""
    return (await _job(request, job_id, authorization)).to_json()


@router.delete("/jobs/{job_id}")
async def job_stop(request: Request, job_id: JobId, authorization: Bearer = None) -> dict[str, Any]:
    """Stop it; what it has found so far stays."""
    job = await _job(request, job_id, authorization)
    house_of(request).jobs.stop(job)
    return job.to_json()


async def _job(request: Request, job_id: str, bearer: str | None) -> Job:
    house = house_of(request)
    job = house.jobs.find(job_id)
    if job.owner:
        live = await house.game(job.game)
        job.check_owner(bearer_viewer(house, live, bearer))
    return job


# --- reviews --------------------------------------------------------------------------------------------


@router.post("/games/{game_id}/review", status_code=202)
async def review(request: Request, game_id: GameId, wish: ReviewWish) -> dict[str, Any]:
    """Begin to review a finished game, or find the review that was made."""
    house = house_of(request)
    live = await house.game(game_id)
    if not live.over:
        raise BullrunError("A game is reviewed after its end: a review shows everything.")
    live.check_open()
    thinking_of(live.game)
    key = f"{REVIEW_FORM}:{wish.points}:{wish.rollouts}"
    text = live.match.record.to_text(with_key=True)

    async def work(job: Job) -> Any:
        kept = _kept_review(house, live, key)
        if kept is not None:
            return kept
        found = await _study(house, job, text, wish)
        _keep_review(house, live, key, found)
        return found

    return house.jobs.begin("review", game_id, "", key, work, caller_of(request.scope)).to_json()


@router.post("/review", status_code=202)
async def review_file(request: Request, wish: RecordReview) -> dict[str, Any]:
    """Begin to review a record as it stands, finished or not."""
    house = house_of(request)
    key = f"{wish.points}:{wish.rollouts}:{hash(wish.record)}"
    found = house.jobs.same("review", "", "", key)
    if found is not None:
        return found.to_json()
    caller = caller_of(request.scope)
    with house.jobs.proving(caller):
        await asyncio.to_thread(_prove, house, wish.record)

    async def work(job: Job) -> Any:
        return await _study(house, job, wish.record, wish)

    return house.jobs.begin("review", "", "", key, work, caller).to_json()


def _prove(house: House, text: str) -> None:
    record = parse_record(text)
    if len(record.entries) > MOST_ENTRIES:
        raise RecordError(1, f"expected at most {MOST_ENTRIES} actions, got {len(record.entries)}")
    game = house.load_game(record.game)
    thinking_of(game)
    for _ in replay(game, record):
        pass


async def _study(house: House, job: Job, text: str, wish: ReviewWish) -> Any:
    def tell(news: tuple[int, int, Any]) -> None:
        job.done, job.total, job.result = news

    return await house.worker.study(
        review_record, house.worker.games, text, wish.points, wish.rollouts, tell=tell
    )


def _kept_review(house: House, live: LiveGame, key: str) -> Any:
    for mark in house.storage.marks_of(live.id, HOUSE):
        if mark["kind"] == f"review {key}":
            with contextlib.suppress(ValueError):  # one that does not read is made anew
                return json.loads(mark["text"])
    return None


def _keep_review(house: House, live: LiveGame, key: str, found: Any) -> None:
    house.storage.add_mark(live.id, HOUSE, f"review {key}", 0, json.dumps(found, separators=(",", ":")))
