"""Routes about the machine: its levels, its pace, hints, resignations and reviews."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from bullrun.service.api import ERRORS, Bearer, GameId, bearer_side, bearer_viewer, house_of
from bullrun.service.live import BOT
from bullrun.service.shapes import BotOrder
from bullrun.service.worker import level_cards

router = APIRouter(prefix="/api", responses=ERRORS)

JobId = Annotated[str, Path(max_length=32, pattern=r"^[0-9a-f]+$")]


@router.get("/bots")
async def levels() -> dict[str, Any]:
    """The levels of play, weakest first: what they do, and what can be chosen about them."""
    return {"levels": level_cards()}


@router.post("/games/{game_id}/bots")
async def order(
    request: Request, game_id: GameId, wish: BotOrder, authorization: Bearer = None
) -> dict[str, Any]:
    """Pause the bots, let them go on or take one step, have the one that thinks move now, ask one that failed
    again, or put a notice away. Whoever holds a seat may; where only bots play, anybody."""
    house = house_of(request)
    players = house.players
    async with house.changing(game_id) as live:
        if any(seat["kind"] != BOT for seat in live.seats.values()):
            bearer_side(house, live, authorization)
        if wish.do == "pause":
            players.pause(live)
        elif wish.do == "resume":
            players.resume(live)
        elif wish.do == "step":
            players.step(live, wish.by)
        elif wish.do == "move-now":
            players.move_now(live)
        elif wish.do == "try-again":
            players.again(live)
        else:
            live.bots.notice = ""
    return {"bots": live.bots_view(bearer_viewer(house, live, authorization)), "thinking": live.bots.thinking}
