"""What positions that are given by hand have in common: the clock, the phase, zones, facings, who acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.board.places import PlaceId
from bullrun.engine.given import ImpossiblePosition, number, one_of, text
from bullrun.engine.position import Position
from bullrun.games.sides import SIDES

SETUP = 0
"""The first phase of both games, which nobody gives by hand."""


def turn_number(turn: int | str, hours: Sequence[str], first: int, last: int) -> int:
    """A turn by its number or by the hour at which it starts; `hours` is indexed by turn."""
    if isinstance(turn, str) and turn in hours[1:]:
        turn = hours.index(turn)
    if isinstance(turn, str) and turn.isdecimal() and len(turn) < 4:
        turn = int(turn)
    return number("turn", turn, first, last)


def set_phase(position: Position[Any, Any], side: str, phase: str, phases: Sequence[str]) -> None:
    """Whose phase it is and which; the set-up is refused."""
    state = position.state
    state.active = one_of("side", side, SIDES)
    state.phase = one_of("phase", phase, phases)
    if state.phase == SETUP:
        raise ImpossiblePosition(f"phase: expected one of {', '.join(phases[1:])}")


def zone_of(position: Position[Any, Any], name: str, at: Any, what: str = "at") -> PlaceId:
    """The zone that an entry of a piece names."""
    if not isinstance(at, str):
        raise ImpossiblePosition(f"{name}: {what} must name a zone, got {at!r}")
    zone: PlaceId = position.rules.board.place(at)
    return zone


def wanted_facing(
    position: Position[Any, Any],
    zone: PlaceId,
    pieces: Sequence[int],
    entries: Mapping[int, Mapping[str, Any]],
    front_rule: str,
    stack_rule: str,
) -> PlaceId | None:
    """The zone that the entries of a stack say it faces; None when they do not say."""
    rules = position.rules
    wanted = [
        text(f"{entries[piece]['id']}: facing", entries[piece]["facing"])
        for piece in pieces
        if "facing" in entries.get(piece, {})
    ]
    if not wanted:
        return None
    faced: PlaceId = rules.board.place(wanted[0])
    if not rules.around[zone] >> faced & 1:
        name = rules.roster.ids[pieces[0]]
        here = rules.board.names[zone]
        raise ImpossiblePosition(f"{name}: {wanted[0]} is not next to {here} [{front_rule}]")
    if len(set(wanted)) > 1:
        raise ImpossiblePosition(f"{rules.board.names[zone]}: a stack has one facing [{stack_rule}]")
    return faced


def acting_brigade(position: Position[Any, Any], acting: Any) -> int:
    """The brigade of the active side that is acting."""
    roster, state = position.rules.roster, position.state
    brigade: int = roster.number.get(text("acting", acting), -1)
    if not 0 <= brigade < roster.brigades or not state.at[brigade] or roster.side[brigade] != state.active:
        raise ImpossiblePosition(f"acting: {acting!r} is no brigade of the active side on the map")
    return brigade
