"""What all routes share: who asks, in which house, and which errors there are."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

from fastapi import Header, Path, Request, WebSocket

from bullrun.engine.view import SPECTATOR
from bullrun.service.errors import NoToken
from bullrun.service.house import House
from bullrun.service.live import LiveGame
from bullrun.service.shapes import ErrorBody

PROTOCOL = 2
"""Raised when pages and server no longer understand each other."""

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": words}
    for status, words in {
        400: "Not possible as asked; `field` names what is wrong",
        401: "A seat token is needed",
        403: "Not this token, or a foreign page",
        404: "No such game or page",
        409: "Refused by the rules, or the game has gone on, or is damaged",
        408: "Too slow",
        413: "Too large",
        422: "Not the expected shape; `field` names the place",
        429: "Too much at once; `says` names the limit",
        503: "No room for another game just now, or the database does not read",
        507: "Could not be saved; nothing has changed",
    }.items()
}

GameId = Annotated[str, Path(max_length=32, pattern=r"^[0-9a-f]+$")]
GameName = Annotated[str, Path(max_length=64, pattern=r"^[a-z0-9][a-z0-9-]*$")]
Bearer = Annotated[str | None, Header(alias="Authorization", max_length=200)]


def package_version() -> str:
    """The version that is installed."""
    try:
        return version("bullrun")
    except PackageNotFoundError:
        return "0"


def house_of(request: Request | WebSocket) -> House:
    """The house this request came to."""
    house: House = request.app.state.house
    return house


def token_of(bearer: str | None) -> str | None:
    """The token of a request that came with one."""
    if bearer is None:
        return None
    scheme, _, token = bearer.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NoToken("Authorization: expected 'Bearer TOKEN'.")
    return token.strip()


def bearer_viewer(house: House, live: LiveGame, bearer: str | None) -> str:
    """Whose eyes a request has: a seat's, or a spectator's."""
    token = token_of(bearer)
    return SPECTATOR if token is None else house.side_of(live, token)


def bearer_side(house: House, live: LiveGame, bearer: str | None) -> str:
    """The side whose token came with a request."""
    token = token_of(bearer)
    if token is None:
        raise NoToken("Only who holds a seat can do this: send its token.")
    return house.side_of(live, token)
