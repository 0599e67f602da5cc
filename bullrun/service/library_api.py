"""Routes to what never changes: games, maps, layouts, counters."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from bullrun import tabletop
from bullrun.engine.chart_file import look_through, write_charts
from bullrun.engine.game import Game
from bullrun.service.api import ERRORS, PROTOCOL, GameName, house_of, package_version
from bullrun.service.errors import MOST_FAULTS
from bullrun.service.lasting import JSON, SVG, json_text, lasting
from bullrun.service.library import book, card
from bullrun.service.shapes import ChartFile
from bullrun.service.worker import level_cards

router = APIRouter(prefix="/api", responses=ERRORS)


@router.get("/about")
async def about(request: Request) -> dict[str, Any]:
    """Versions."""
    return {"version": package_version(), "protocol": PROTOCOL}


@router.get("/library")
async def library(request: Request) -> dict[str, Any]:
    """All games with scenarios and options, and the bots."""
    house = house_of(request)
    games = [card(house.load_game(name)) for name in request.app.state.game_ids()]
    return {"games": games, "bots": level_cards()}


@router.get("/library/{game}")
async def library_game(request: Request, game: GameName) -> Response:
    """One game: pieces, rules, tables, what may be asked."""
    return lasting(request, json_text(book(_game(request, game))), JSON)


@router.get("/library/{game}/charts", response_class=PlainTextResponse)
async def charts(request: Request, game: GameName) -> Response:
    """The game's own charts as a file, for an owner who wants to type in those of a printed copy."""
    text = await asyncio.to_thread(write_charts, _game(request, game), {})
    name = f'attachment; filename="{game}-charts.toml"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@router.post("/library/{game}/charts")
async def check_charts(request: Request, game: GameName, wish: ChartFile) -> dict[str, Any]:
    """Everything that is wrong in a file of charts, and what it changes."""
    changes, faults = await asyncio.to_thread(look_through, _game(request, game), wish.text)
    return {
        "changes": {} if faults else changes,
        "faults": [str(fault) for fault in faults[:MOST_FAULTS]],
        "count": len(faults),
    }


@router.get("/library/{game}/boards/{board}/layout")
async def layout(request: Request, game: GameName, board: GameName) -> Response:
    """Where every place of a board lies."""
    text = await asyncio.to_thread(request.app.state.maps.layout, _game(request, game), board)
    return lasting(request, text, JSON)


@router.get("/library/{game}/boards/{board}/map.svg", response_class=Response)
async def map_svg(request: Request, game: GameName, board: GameName) -> Response:
    """The map, for a page that has the styles of `/api/art`."""
    text = await asyncio.to_thread(request.app.state.maps.map_svg, _game(request, game), board)
    return lasting(request, text, SVG)


@router.get("/library/{game}/boards/{board}/picture.svg", response_class=Response)
async def library_picture(
    request: Request,
    game: GameName,
    board: GameName,
    theme: Annotated[str, Query(pattern="^(paper|night)$")] = "paper",
) -> Response:
    """A small picture of the empty field."""
    text = await asyncio.to_thread(request.app.state.maps.thumbnail, _game(request, game), board, theme)
    return Response(text, media_type=SVG, headers={"cache-control": "max-age=3600"})


@router.get("/library/{game}/faces")
async def faces(
    request: Request,
    game: GameName,
    names: Annotated[str, Query(max_length=8000, pattern=r"^(f[0-9a-f]{11})?(,f[0-9a-f]{11})*$")],
    style: Annotated[str, Query(pattern="^(figures|boxes)$")] = "figures",
) -> dict[str, str]:
    """Drawings of counters by the names that views give."""
    return tabletop.drawings(_game(request, game), names.split(",") if names else [], style)


@router.get("/art")
async def art(request: Request) -> Response:
    """What all pictures share: styles, patterns, badges."""
    return lasting(request, json_text(tabletop.counter_kit()), JSON)


def _game(request: Request, name: str) -> Game:
    game: Game = request.app.state.load_game(name)
    return game
