"""10.7 Opportunity Fire: who leaves the side of an enemy, or mounts or dismounts there, may be fired at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About
from bullrun.engine.ledger import enforces
from bullrun.engine.vocabulary import (
    AIM,
    PLACE,
    Verb,
)
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.fire import OPPORTUNITY, call_fire, shooters
from bullrun.games.day_was_ours.rules.ground import (
    engaging,
    ids,
    name,
    under_chaos,
)
from bullrun.games.sides import SIDES
from bullrun.mechanisms.offers import Window, offer


@enforces("10.7", "10.7c", "10.7d")
def reacting_hexes(position: Day, mover: int, place: PlaceId) -> list[PlaceId]:
    """The hexes that engage a mover in the hex it leaves and hold somebody who can still fire at it."""
    side = position.rules.roster.side[mover]
    return [
        at for at in places_in(engaging(position, place, side)) if shooters(position, at, OPPORTUNITY, place)
    ]


def opportunity(position: Day, movers: tuple[int, ...], place: PlaceId) -> None:
    """One enemy hex may fire at units that leave a hex, or mount or dismount in it, before they do."""
    offer(position, "opportunity", movers, place)


def _watchers(position: Day, movers: Sequence[int], place: PlaceId) -> tuple[str, ...]:
    return (SIDES[1 - position.rules.roster.side[movers[0]]],)


def _may_react(position: Day, side: str, movers: Sequence[int], place: PlaceId) -> list[Action]:
    return [("react", name(position, at)) for at in reacting_hexes(position, movers[0], place)]


def _shown(position: Day, movers: Sequence[int], place: PlaceId) -> About:
    return About(piece=position.rules.roster.ids[movers[0]], at=name(position, place))


@enforces("10.7", "10.7b", "9.1b.hex")
def _react(position: Day, side: str, action: Action, movers: tuple[int, ...], place: PlaceId) -> None:
    """A hex fires as one, at half its strength, at those that move and nobody else."""
    at = position.rules.board.place(action[1])
    call_fire(position, OPPORTUNITY, shooters(position, at, OPPORTUNITY, place), place, movers)


@enforces("10.7b")
def still_going(position: Day, units: Iterable[int], shaken: int) -> tuple[int, ...]:
    """Those of the movers that were neither driven off nor Shaken by the fire; for the others the move is
    over."""
    state = position.state
    stopped = state.shaken & ~shaken | state.driven
    found = []
    for unit in units:
        if state.at[unit] > 0 and not stopped >> unit & 1:
            found.append(unit)
        else:
            state.halted |= 1 << unit
    return tuple(found)


def why_not_react(position: Day, action: Action) -> Refusal | None:
    """Why a hex cannot give Opportunity Fire."""
    rules, frame = position.rules, position.state.frames[-1] if position.state.frames else ("",)
    place = rules.board.find(action[1]) if len(action) == 2 else None
    if place is None:
        return Refusal("10.7", "It names a hex: react HEX.")
    if frame[0] != "offer" or frame[1] != "opportunity":
        return Refusal("10.7", "Nobody leaves the side of an enemy now.", {"at": action[1]})
    movers, leaves = frame[2]
    facts = {"at": action[1], "pieces": ids(position, movers)}
    if not engaging(position, leaves, rules.roster.side[movers[0]]) >> place & 1:
        return Refusal("10.7", "Only a hex that engages the mover fires.", facts)
    if under_chaos(position, place):
        return Refusal("10.7c", "Under Battlefield Chaos no Opportunity Fire is given.", facts)
    if place not in reacting_hexes(position, movers[0], leaves):
        return Refusal("10.7c", "Nobody in it can fire now: each unit reacts once in an activation.", facts)
    return None


WHY_NOT = {"react": why_not_react}

WINDOWS = {
    "opportunity": Window(
        "opportunity",
        "10.7",
        "An enemy leaves your side. Which hex fires at it?",
        _watchers,
        _may_react,
        _react,
        shows=_shown,
    ),
}

VERBS = (Verb("react", AIM, (PLACE,), "Opportunity Fire from {0}", "10.7"),)
