"""The application: house, routes, errors, pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from bullrun.errors import BullrunError
from bullrun.games.registry import game_ids as registered
from bullrun.service import bot_api, game_api, library_api, pages, sockets
from bullrun.service.api import package_version
from bullrun.service.errors import BUG, describe_error, error_body, shape_error_body
from bullrun.service.folder import data_folder, occupied
from bullrun.service.guard import Guard
from bullrun.service.house import House
from bullrun.service.maps import Maps
from bullrun.service.storage import Storage
from bullrun.service.worker import PATIENCE, REGISTRY, Worker, loader

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
HTTP_WORDS = {404: "not-found", 405: "wrong-method", 408: "too-slow", 413: "too-large"}


def create_app(
    folder: Path | None = None,
    *,
    games: str = REGISTRY,
    game_ids: Callable[[], tuple[str, ...]] = registered,
    hosts: tuple[str, ...] = LOCAL_HOSTS,
    database: str | None = None,
    patience: float = PATIENCE,
    held: bool = False,
) -> FastAPI:
    """The app over one data folder. `games` names the function that loads a game, as module:function;
    `database` is an SQLAlchemy URL in place of the folder's own file; `patience` is how many seconds a bot's
    decision may take beyond its budget; `held` says that the caller occupies the folder already."""
    home = folder or data_folder()
    load_game = loader(games)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with nullcontext() if held else occupied(home):
            storage = Storage(database) if database else Storage.in_folder(home)
            app.state.house = House(storage, load_game, Worker(games, patience=patience))
            app.state.maps = Maps(home / "pictures")
            yield
            await app.state.house.close()

    app = FastAPI(
        title="bullrun",
        version=package_version(),
        description="Play the Bull Run board wargames: every rule enforced, every refusal explained.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.load_game = load_game
    app.state.game_ids = game_ids
    for routes in (library_api, game_api, bot_api, sockets):
        app.include_router(routes.router)
    pages.mount(app)
    app.add_exception_handler(BullrunError, _bullrun_error)
    app.add_exception_handler(RequestValidationError, _shape_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _bug)
    app.add_middleware(Guard, hosts=hosts)
    return app


async def _bullrun_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, BullrunError)
    status, body = describe_error(error)
    headers = {"www-authenticate": "Bearer"} if status == 401 else None
    return JSONResponse(body, status_code=status, headers=headers)


async def _shape_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return JSONResponse(shape_error_body(error.errors()[0]), status_code=422)


async def _http_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    word = HTTP_WORDS.get(error.status_code, "refused")
    return JSONResponse(
        error_body(word, str(error.detail)), status_code=error.status_code, headers=dict(error.headers or {})
    )


async def _bug(_: Request, error: Exception) -> JSONResponse:
    return JSONResponse(error_body("bug", BUG), status_code=500)


async def warm_maps(app: FastAPI) -> None:
    """Draw all maps before anybody asks."""
    for name in app.state.game_ids():
        game = app.state.load_game(name)
        for board in game.boards:
            await asyncio.to_thread(app.state.maps.map_svg, game, board)
            await asyncio.to_thread(app.state.maps.layout, game, board)
