"""Routes to games: the lobby, seats, playing, reading and files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from bullrun import tabletop
from bullrun.engine.record import RecordError
from bullrun.errors import BullrunError
from bullrun.service import replays, reports
from bullrun.service.api import (
    ERRORS,
    Bearer,
    GameId,
    GameName,
    bearer_side,
    bearer_viewer,
    house_of,
    token_of,
)
from bullrun.service.commands import COMMANDS, Caller, Command, run
from bullrun.service.errors import NoToken
from bullrun.service.guard import caller_of
from bullrun.service.journal import journal
from bullrun.service.library import charts_view
from bullrun.service.live import BOT, LiveGame
from bullrun.service.outgoing import table_view
from bullrun.service.rows import Damaged
from bullrun.service.seats import DELETE, RENAME, NotYours, agree, held, let_go, sit_down, to_ask
from bullrun.service.shapes import (
    Asks,
    Branching,
    Created,
    Import,
    Mark,
    NewGame,
    Rename,
    SeatWish,
    Taken,
)
from bullrun.service.storage import now

router = APIRouter(prefix="/api", responses=ERRORS)

# --- the lobby ----------------------------------------------------------------------------------


@router.get("/games")
async def games(request: Request) -> dict[str, Any]:
    """All games of this house, last changed first; only what everybody may know."""
    house = house_of(request)
    rows = await asyncio.to_thread(house.storage.listed)
    found = []
    for row in rows:
        seats = {
            side: {"kind": seat["kind"], "name": seat["name"], "level": seat["level"]}
            | {"free": seat.get("free", False)}
            for side, seat in row["seats"].items()
        }
        kept = ("id", "game", "scenario", "options", "title", "parent", "parent_step", "created", "changed")
        found.append(
            {k: row[k] for k in kept}
            | {"charts": len(row["charts"])}
            | {k: row[k] for k in ("actions", "winner", "rule", "reason", "summary", "commitment")}
            | {"seats": seats, "thinking": house.is_thinking(row["id"]), "damage": house.damage(row)}
        )
    return {"games": found, "now": now()}


@router.post("/games", status_code=201, response_model=Created)
async def create(request: Request, wish: NewGame) -> Created:
    """Begin a game."""
    live = await house_of(request).create(
        wish.game,
        wish.scenario,
        wish.options,
        {side: seat.model_dump() for side, seat in wish.seats.items()},
        wish.dice,
        wish.title,
        wish.charts,
    )
    return Created(id=live.id, tokens=_tokens(live), maker=live.maker)


@router.post("/games/import", status_code=201, response_model=Created)
async def import_game(request: Request, wish: Import) -> Created:
    """A game from its record, with what the record proves of its dice."""
    house = house_of(request)
    with house.jobs.proving(caller_of(request.scope)):
        live, proof = await house.import_record(wish.record)
    return Created(id=live.id, tokens=_tokens(live), maker=live.maker, proof=proof.to_json())


def _tokens(live: LiveGame) -> dict[str, str]:
    return {side: seat["token"] for side, seat in live.seats.items() if seat["token"]}


@router.get("/games/{game_id}")
async def view(request: Request, game_id: GameId, authorization: Bearer = None) -> dict[str, Any]:
    """The game as the holder of the token sees it, or as anybody does."""
    house = house_of(request)
    live = await house.game(game_id)
    return live.view(bearer_viewer(house, live, authorization))


@router.patch("/games/{game_id}")
async def rename(
    request: Request, response: Response, game_id: GameId, wish: Rename, authorization: Bearer = None
) -> dict[str, Any]:
    """Another title. A running game of two people gets it when both want it: until then 202, and `asks` names
    who is to be asked."""
    house = house_of(request)
    async with house.changing(game_id) as live:
        left = agree(live, bearer_side(house, live, authorization), RENAME, wish.title)
        if left:
            response.status_code = 202
            return {"asks": left}
        live.rename(wish.title)
    return {"title": wish.title}


@router.delete("/games/{game_id}", status_code=204, response_class=Response, responses={202: {"model": Asks}})
async def remove(request: Request, game_id: GameId, authorization: Bearer = None) -> Response:
    """Delete a game for good. A running game of two people goes when both want it: until then 202, and `asks`
    names the sides to be asked. Where nobody holds a seat, anybody may; a damaged game goes at the wish of
    one side."""
    house = house_of(request)
    try:
        async with house.changing(game_id) as live:
            if to_ask(live, DELETE):
                left = agree(live, bearer_side(house, live, authorization), DELETE)
                if left:
                    return JSONResponse({"asks": left}, status_code=202)
    except Damaged:
        house.remove_damaged(game_id, token_of(authorization))
    else:
        house.remove(game_id)
    return Response(status_code=204)


@router.delete("/games/{game_id}/wish", status_code=204, response_class=Response)
async def drop_wish(request: Request, game_id: GameId, authorization: Bearer = None) -> Response:
    """Say no to what the other side wants done to the game, or take one's own wish back."""
    house = house_of(request)
    async with house.changing(game_id) as live:
        bearer_side(house, live, authorization)
        live.keep_wish(None)
    return Response(status_code=204)


@router.post("/games/{game_id}/seats/{side}", response_model=Taken)
async def sit(request: Request, game_id: GameId, side: GameName) -> Taken:
    """Sit down on a free seat: its token."""
    async with house_of(request).changing(game_id) as live:
        token = sit_down(live, side)
    return Taken(side=side, token=token)


@router.delete("/games/{game_id}/seats/{side}", status_code=204, response_class=Response)
async def get_up(request: Request, game_id: GameId, side: GameName, authorization: Bearer = None) -> Response:
    """Let go of a seat with its token, or free it with the secret of the game's maker."""
    token = token_of(authorization)
    if token is None:
        raise NoToken("Only who holds this seat, or who made the game, can free it: send the token.")
    async with house_of(request).changing(game_id) as live:
        let_go(live, side, token)
    return Response(status_code=204)


@router.put("/games/{game_id}/seats/{side}", response_model=Taken)
async def take_over(
    request: Request, game_id: GameId, side: GameName, wish: SeatWish, authorization: Bearer = None
) -> Taken:
    """Change who plays a side, from a seat of the game; a hidden bot's seat is free only when it failed."""
    house = house_of(request)
    async with house.changing(game_id) as live:
        mine = bearer_side(house, live, authorization)
        seat = live.seats.get(side)
        if seat is not None and side in held(live) and mine != side:
            raise NotYours("Another person holds this seat.")
        if (
            seat is not None
            and seat["kind"] == BOT
            and wish.kind != BOT
            and live.hides
            and not live.bots.trouble
        ):
            raise BullrunError("The bot's pieces are hidden: its seat is free only when it has stopped.")
        token = house.take_over(live, side, wish.kind, wish.level, wish.name)
    return Taken(side=side, token=token)


# --- playing ------------------------------------------------------------------------------------


def _route(command: Command) -> Callable[..., Any]:
    """The route of a command: it takes the command's shape as its body."""

    async def route(
        request: Request, game_id: GameId, wish: Any, authorization: Bearer = None
    ) -> dict[str, Any]:
        caller = Caller(authorization, caller_of(request.scope))
        return await run(command, house_of(request), game_id, caller, wish, whole=True)

    route.__annotations__["wish"] = command.shape
    return route


for _command in COMMANDS.values():
    router.post(
        f"/games/{{game_id}}/{_command.name}",
        name=_command.name,
        description=_command.says,
        status_code=_command.status,
    )(_route(_command))


# --- reading ------------------------------------------------------------------------------------


@router.get("/games/{game_id}/charts")
async def charts(request: Request, game_id: GameId) -> dict[str, Any]:
    """Tables and counters as they are in force here, where their numbers come from, and the file of them.
    Charts lie open to everybody."""
    live = await house_of(request).game(game_id)
    record = live.match.record
    return await asyncio.to_thread(charts_view, live.game, live.position.rules, record.charts)


@router.get("/games/{game_id}/log")
async def log(
    request: Request,
    game_id: GameId,
    after: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
    authorization: Bearer = None,
) -> dict[str, Any]:
    """The log in words."""
    house = house_of(request)
    live = await house.game(game_id)
    return {"log": live.log(bearer_viewer(house, live, authorization), after)}


@router.get("/games/{game_id}/replay")
async def replay_index(
    request: Request,
    game_id: GameId,
    viewer: Annotated[str | None, Query(max_length=64)] = None,
    authorization: Bearer = None,
) -> dict[str, Any]:
    """Turns, phases and battles along the game, with branches and bookmarks."""
    house = house_of(request)
    live = await house.game(game_id)
    seat = bearer_viewer(house, live, authorization)
    eyes = replays.viewpoint(live, seat, viewer)
    return {
        **replays.index(live, eyes),
        "children": house.storage.children(game_id),
        "parent": live.parent,
        "parent_step": live.parent_step,
        "marks": house.storage.marks_of(game_id, seat),
    }


@router.get("/games/{game_id}/replay/steps")
async def replay_steps(
    request: Request,
    game_id: GameId,
    first: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    last: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    viewer: Annotated[str | None, Query(max_length=64)] = None,
    authorization: Bearer = None,
) -> dict[str, Any]:
    """A stretch of the game: one whole view, then what each step changed."""
    house = house_of(request)
    live = await house.game(game_id)
    eyes = replays.viewpoint(live, bearer_viewer(house, live, authorization), viewer)
    return await asyncio.to_thread(replays.stretch, live, eyes, first, last)


@router.post("/games/{game_id}/branch", status_code=201, response_model=Created)
async def branch(request: Request, game_id: GameId, wish: Branching, authorization: Bearer = None) -> Created:
    """What if: play on from a step with dice of its own."""
    house = house_of(request)
    live = await house.game(game_id)
    viewer = bearer_viewer(house, live, authorization)
    if not live.over:
        viewer = bearer_side(house, live, authorization)
    seats = {side: seat.model_dump() for side, seat in wish.seats.items()}
    child = await house.branch(live, viewer, wish.step, wish.title, seats)
    return Created(id=child.id, tokens=_tokens(child), maker=child.maker)


@router.get("/games/{game_id}/marks")
async def marks(request: Request, game_id: GameId, authorization: Bearer = None) -> dict[str, Any]:
    """Own bookmarks and note."""
    house = house_of(request)
    live = await house.game(game_id)
    return {"marks": house.storage.marks_of(game_id, bearer_viewer(house, live, authorization))}


@router.post("/games/{game_id}/marks", status_code=201)
async def add_mark(
    request: Request, game_id: GameId, wish: Mark, authorization: Bearer = None
) -> dict[str, Any]:
    """Keep a bookmark, or replace the note."""
    house = house_of(request)
    live = await house.game(game_id)
    side = bearer_side(house, live, authorization)
    house.storage.add_mark(game_id, side, wish.kind, wish.n, wish.text)
    return {"marks": house.storage.marks_of(game_id, side)}


@router.delete("/games/{game_id}/marks/{mark}")
async def drop_mark(
    request: Request,
    game_id: GameId,
    mark: Annotated[int, Path(ge=0, le=2**31 - 1)],
    authorization: Bearer = None,
) -> dict[str, Any]:
    """Forget a bookmark."""
    house = house_of(request)
    live = await house.game(game_id)
    side = bearer_side(house, live, authorization)
    house.storage.drop_mark(game_id, side, mark)
    return {"marks": house.storage.marks_of(game_id, side)}


@router.get("/games/{game_id}/record", response_class=PlainTextResponse)
async def record(request: Request, game_id: GameId, authorization: Bearer = None) -> Response:
    """The record: complete with its key after the end, one's own view of it during play. A finished game is
    given out even if it was played by rules that are not those of today, a damaged one as far as it reads."""
    house = house_of(request)
    name = f"{game_id}.bullrun"
    try:
        live = await house.game(game_id)
    except Damaged:
        name, text = await asyncio.to_thread(house.salvaged, game_id, token_of(authorization))
    except RecordError:
        text = await asyncio.to_thread(house.finished_record, game_id)
        if not text:
            raise
    else:
        if live.over and not live.veiled:
            text = live.record_text()
        else:
            viewer = bearer_viewer(house, live, authorization)
            text, name = journal(live, viewer), f"{game_id}-{viewer}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/games/{game_id}/picture.svg", response_class=Response)
async def picture(
    request: Request,
    game_id: GameId,
    small: bool = False,
    theme: Annotated[str, Query(pattern="^(paper|night)$")] = "paper",
    authorization: Bearer = None,
) -> Response:
    """The board as the viewer sees it."""
    house = house_of(request)
    live = await house.game(game_id)
    viewer = bearer_viewer(house, live, authorization)
    seen = table_view(live.game, live.position, viewer)
    text = await asyncio.to_thread(
        tabletop.board_picture, live.game, live.position.rules.board, seen, thumbnail=small, theme=theme
    )
    return Response(text, media_type="image/svg+xml")


@router.get("/games/{game_id}/report")
async def report(request: Request, game_id: GameId) -> dict[str, Any]:
    """The after-action report, once the game is over."""
    live = await house_of(request).game(game_id)
    return await asyncio.to_thread(reports.report, live)


@router.get("/games/{game_id}/report.html", response_class=Response)
async def report_html(request: Request, game_id: GameId) -> Response:
    """The report as one page."""
    live = await house_of(request).game(game_id)
    text = reports.as_html(await asyncio.to_thread(reports.report, live))
    name = f'attachment; filename="{game_id}-report.html"'
    return Response(text, media_type="text/html; charset=utf-8", headers={"content-disposition": name})


@router.get("/games/{game_id}/report.csv", response_class=Response)
async def report_csv(
    request: Request,
    game_id: GameId,
    table: Annotated[str, Query(pattern="^(turns|battles|luck)$")] = "turns",
) -> Response:
    """One table of the report."""
    live = await house_of(request).game(game_id)
    text = reports.as_csv(await asyncio.to_thread(reports.report, live), table)
    name = f'attachment; filename="{game_id}-{table}.csv"'
    return Response(text, media_type="text/csv; charset=utf-8", headers={"content-disposition": name})


@router.get("/games/{game_id}/check")
async def check(request: Request, game_id: GameId) -> dict[str, Any]:
    """Prove the rolls by the revealed key: how many are proved, given or typed."""
    live = await house_of(request).game(game_id)
    return await asyncio.to_thread(reports.check_dice, live)
