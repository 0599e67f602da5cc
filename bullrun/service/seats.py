"""Who holds which seat. A seat that was taken in one browser goes to another only when its holder lets go, or
the game's maker or whoever owns the data folder says so; what concerns two people is asked of both."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from bullrun.errors import BullrunError
from bullrun.service.folder import occupied
from bullrun.service.live import BOT, LiveGame
from bullrun.service.storage import NoSuchGame, Storage

DELETE, RENAME = "delete", "rename"


class NotYours(BullrunError):
    """The token opens no seat of this game, or not this one."""


def new_token() -> str:
    """A secret that opens a seat, or tells who made a game."""
    return secrets.token_urlsafe(24)


def is_token(given: str, token: str) -> bool:
    """Whether a caller has a secret, in a time that tells nothing."""
    return bool(token) and secrets.compare_digest(token.encode(), given.encode("utf-8", "replace"))


def person_seat(live: LiveGame, side: str) -> dict[str, Any]:
    """The seat of a side that a person plays."""
    seat = live.seats.get(side)
    if seat is None:
        raise BullrunError(f"side: {side!r} is no side; there are {', '.join(live.seats)}")
    if seat["kind"] == BOT:
        raise NotYours(f"A bot plays this side: {seat['name']}.")
    return seat


def held(live: LiveGame) -> list[str]:
    """The sides whose seats people hold."""
    return [side for side, seat in live.seats.items() if seat["kind"] != BOT and not seat.get("free")]


def to_ask(live: LiveGame, do: str) -> list[str]:
    """The sides that must want something done to the whole game: those that people hold, and before it is
    deleted those whose holder the game's maker has put out, until somebody sits down there."""
    found = set(held(live))
    if do == DELETE and not live.over:
        found |= {side for side, seat in live.seats.items() if seat.get("freed")}
    return [side for side in live.seats if side in found]


def sit_down(live: LiveGame, side: str) -> str:
    """Take a free seat: its token."""
    seat = person_seat(live, side)
    if not seat.get("free"):
        raise NotYours(
            "Another browser holds this seat. Its holder can let go of it in the game's menu, "
            "and who made the game can free it. If that browser is lost, stop the server and run: "
            f"bullrun seats {live.id} --free {side}"
        )
    token = new_token()
    live.set_seats({**live.seats, side: {**seat, "token": token, "free": False, "freed": False}})
    return token


def let_go(live: LiveGame, side: str, token: str) -> None:
    """Free a seat: its holder gets up, or the game's maker says so."""
    seat = person_seat(live, side)
    if not is_token(token, seat["token"]) and not is_token(token, live.maker):
        raise NotYours("Only who holds this seat, or who made the game, can free it.")
    freed = bool(seat.get("freed")) or not (seat.get("free") or is_token(token, seat["token"]))
    live.set_seats({**live.seats, side: {**seat, "token": "", "free": True, "freed": freed}})
    live.put_out(side)
    # Whoever sits down there next has agreed to nothing.
    if live.wish and side in live.wish["sides"]:
        live.keep_wish(None)


def agree(live: LiveGame, side: str, do: str, title: str = "") -> list[str]:
    """A side wants something done to the whole game: who else must be asked first."""
    if live.over:
        return []
    wish = {"do": do, "title": title}
    before = live.wish if live.wish and {k: live.wish[k] for k in wish} == wish else None
    sides = sorted({side, *(before["sides"] if before else ())})
    left = [other for other in to_ask(live, do) if other not in sides]
    live.keep_wish({**wish, "sides": sides} if left else None)
    return left


def free_in_folder(folder: Path, game: str, side: str) -> None:
    """Free a seat from outside, while no server plays from the folder: for a player whose browser is lost."""
    with occupied(folder):
        storage = Storage.in_folder(folder)
        try:
            saved = storage.load(game)
            if saved is None:
                raise NoSuchGame(f"There is no game {game!r} in {folder}.")
            seat = saved.seats.get(side)
            if seat is None or seat["kind"] == BOT:
                people = ", ".join(s for s, found in saved.seats.items() if found["kind"] != BOT)
                raise BullrunError(f"--free {side}: people play {people or 'no side'} in this game")
            seats = {**saved.seats, side: {**seat, "token": "", "free": True, "freed": False}}
            storage.set_seats(game, seats, saved.revision + 1)
        finally:
            storage.close()
