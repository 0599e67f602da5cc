"""What may be done or asked at a table: one list, which the routes and the sockets both run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bullrun.answers import Asker, answer
from bullrun.service.api import bearer_side, bearer_viewer
from bullrun.service.hints import begin_hints
from bullrun.service.house import House
from bullrun.service.live import BOT, LiveGame
from bullrun.service.shapes import (
    Act,
    BotOrder,
    Nothing,
    OfferAnswer,
    Question,
    Revision,
    Seeing,
    Shape,
    StandingAnswer,
    TakeBack,
)


class Caller(NamedTuple):
    """Who sent a command: with which token, from which address."""

    bearer: str | None
    address: str


class At(NamedTuple):
    """Where a command is carried out, and for whom: a side, or a spectator."""

    house: House
    live: LiveGame
    by: str
    address: str


class Command(NamedTuple):
    """One thing that may be done or asked. `run` gives the answer; None where it is what came of a change, as
    it is for all that take a `Seeing`: whoever sends that must have seen the present state."""

    name: str
    says: str
    shape: type[Shape]
    run: Callable[[At, Any], dict[str, Any] | None]
    who: Callable[[House, LiveGame, str | None], str] = bearer_side
    changes: bool = True
    """False for a question: nobody who watches hears of it."""
    status: int = 200
    """What a route answers with when all is well."""


async def run(
    command: Command, house: House, game_id: str, caller: Caller, wish: Shape, *, whole: bool
) -> dict[str, Any]:
    """Carry a command out. `whole`: the sender hears of the game by this answer only, so it shows what came
    of a change; an open page is sent that anyway."""
    if not command.changes:
        live = await house.game(game_id)
        async with live.lock:
            by = command.who(house, live, caller.bearer)
            return command.run(At(house, live, by, caller.address), wish) or {}
    async with house.changing(game_id) as live:
        by = command.who(house, live, caller.bearer)
        if isinstance(wish, Seeing):
            live.check_seen(wish.seen)
        before = live.match.number
        told = command.run(At(house, live, by, caller.address), wish)
        if told is not None:
            return told
        if whole:
            return {"view": live.view(by), "events": live.log(by, min(before, live.match.number))}
        return {"seen": live.revision}


# --- playing --------------------------------------------------------------------------------------------


def _act(at: At, wish: Act) -> None:
    at.live.submit(at.by, wish.action)


def _undo(at: At, wish: TakeBack) -> None:
    at.live.undo(at.by, wish.to)


def _redo(at: At, _: Seeing) -> None:
    at.live.redo(at.by)


def _reset(at: At, _: Seeing) -> None:
    at.live.reset(at.by)


def _revise(at: At, wish: Revision) -> None:
    at.live.revise(at.by, wish.to, wish.actions)


def _resign(at: At, _: Seeing) -> None:
    at.live.resign(at.by)


def _stand(at: At, wish: StandingAnswer) -> dict[str, Any]:
    at.live.stand(at.by, wish.window, wish.answer)
    return {"standing": at.live.standing_view(at.by)}


# --- asking ---------------------------------------------------------------------------------------------


def _ask(at: At, wish: Question) -> dict[str, Any]:
    live = at.live
    if wish.at is not None:
        return answer(Asker(live.game, live.position_at(wish.at), at.by, at.by), wish.ask)
    return answer(Asker(live.game, live.position, at.by, live.actor(at.by)), wish.ask)


def _hints(at: At, _: Nothing) -> dict[str, Any]:
    return begin_hints(at.house, at.live, at.by, at.address).to_json()


# --- bots -----------------------------------------------------------------------------------------------


def _master(house: House, live: LiveGame, bearer: str | None) -> str:
    """Who may order the bots about: whoever holds a seat; where only bots play, anybody."""
    people = any(seat["kind"] != BOT for seat in live.seats.values())
    return (bearer_side if people else bearer_viewer)(house, live, bearer)


def _bots(at: At, wish: BotOrder) -> dict[str, Any]:
    players, live = at.house.players, at.live
    if wish.order == "pause":
        players.pause(live)
    elif wish.order == "resume":
        players.resume(live)
    elif wish.order == "step":
        players.step(live, wish.by)
    elif wish.order == "move-now":
        players.move_now(live)
    elif wish.order == "try-again":
        players.again(live)
    else:
        live.bots.notice = ""
    return {"bots": live.bots_view(at.by), "thinking": live.bots.thinking}


def _offer(at: At, wish: OfferAnswer) -> dict[str, Any]:
    at.house.players.answer_offer(at.live, at.by, wish.accept)
    return {"over": at.live.over}


COMMANDS = {
    command.name: command
    for command in (
        Command("act", "Take an option.", Act, _act),
        Command("undo", "Take back the last step, or all down to `to` actions.", TakeBack, _undo),
        Command("redo", "Take again what was taken back.", Seeing, _redo),
        Command(
            "reset", "Take back everything since the last dice, reveal or change of side.", Seeing, _reset
        ),
        Command("revise", "Go back some steps and play others.", Revision, _revise),
        Command(
            "stand",
            "Say never to a window, so that it is passed without a question, or ask to be asked again.",
            StandingAnswer,
            _stand,
        ),
        Command("resign", "Give up: the other side wins.", Seeing, _resign),
        Command(
            "ask",
            "Why not, where to, at what odds: changes nothing. `at` asks about an earlier step.",
            Question,
            _ask,
            who=bearer_viewer,
            changes=False,
        ),
        Command(
            "hints",
            "Begin to look for the best plans or options, from what the side knows.",
            Nothing,
            _hints,
            changes=False,
            status=202,
        ),
        Command(
            "bots",
            "Pause the bots, let them go on or take one step, have the one that thinks move now, ask one "
            "that failed again, or put a notice away. Whoever holds a seat may; where only bots play, "
            "anybody.",
            BotOrder,
            _bots,
            who=_master,
        ),
        Command("offer", "Let a bot that sees no hope give up, or have it play on.", OfferAnswer, _offer),
    )
}
