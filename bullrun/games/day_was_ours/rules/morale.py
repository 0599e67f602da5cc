"""12.2, 12.5, 12.6, 12.8 What becomes of a unit: Morale Hits, Shaken, Battleworn, broken, eliminated."""

from __future__ import annotations

from typing import NamedTuple

from bullrun.engine.ledger import enforces
from bullrun.engine.vocabulary import LOSS, NUMBER, PIECE, PLACE, WORDS, Kind
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import is_fragile, is_gun, name, put
from bullrun.games.day_was_ours.rules.limits import note_broken
from bullrun.games.day_was_ours.rules.state import ELIMINATED, box_name
from bullrun.games.day_was_ours.rules.tables import Effect, Tables

BROKEN, PANICKED, OWN_EDGE, NO_WAY = "broken", "panicked", "own_edge", "no_way"
"""How a unit comes to the Broken Track; the table says to which box."""


# --- what effects do to a unit, whichever it is -------------------------------------------------------


class Nerve(NamedTuple):
    """The state that results of combat change."""

    hits: int
    shaken: bool
    worn: bool
    fragile: bool
    gone: bool = False
    """Broken or eliminated."""


@enforces("12.5", "12.5b")
def with_hit(tables: Tables, nerve: Nerve) -> Nerve:
    """One Morale Hit more; one too many turns the unit over or breaks it."""
    if nerve.hits < tables.most_hits:
        return nerve._replace(hits=nerve.hits + 1)
    return turned(nerve)


@enforces("12.2", "2.1d")
def turned(nerve: Nerve) -> Nerve:
    """Battleworn, without Morale Hits; a unit that has no other side left is gone."""
    if nerve.worn or nerve.fragile:
        return nerve._replace(gone=True)
    return nerve._replace(worn=True, hits=0)


@enforces("12.6")
def with_shaken(tables: Tables, nerve: Nerve) -> Nerve:
    """Shaken; a unit that is Shaken already takes a Morale Hit instead."""
    return with_hit(tables, nerve) if nerve.shaken else nerve._replace(shaken=True)


@enforces("12.2")
def after(tables: Tables, nerve: Nerve, effect: Effect) -> Nerve:
    """The state after a result, retreat aside: Morale Hits or the flip first, then Shaken. A unit that breaks
    in the middle does not do the rest."""
    if effect.broken:
        return nerve._replace(gone=True)
    for _ in range(effect.hits):
        if not nerve.gone:
            nerve = with_hit(tables, nerve)
    if effect.worn and not nerve.gone:
        nerve = turned(nerve)
    if effect.shaken and not nerve.gone:
        nerve = with_shaken(tables, nerve)
    return nerve


# --- and to a unit on the table -----------------------------------------------------------------------


def nerve_of(position: Day, unit: int) -> Nerve:
    """How a unit is now."""
    state = position.state
    return Nerve(
        state.hits[unit],
        bool(state.shaken >> unit & 1),
        bool(state.worn >> unit & 1),
        is_fragile(position, unit),
    )


def suffer(position: Day, unit: int, effect: Effect, rule: str, how: str = BROKEN) -> None:
    """Carry out a result but for its retreat; `how` says where a unit goes that it breaks."""
    old, new = nerve_of(position, unit), after(position.rules.tables, nerve_of(position, unit), effect)
    if new.gone:
        break_up(position, unit, how, rule)
        return
    state, piece, bit = position.state, position.rules.roster.ids[unit], 1 << unit
    state.hits[unit] = new.hits
    flipped = new.worn and not old.worn
    if flipped:
        state.worn |= bit
        position.emit("worn", rule, piece=piece)
    if new.hits > (0 if flipped else old.hits):
        position.emit("hit", rule, piece=piece, hits=new.hits)
    if new.shaken and not old.shaken:
        state.shaken |= bit
        position.emit("shaken", rule, piece=piece)


def hit(position: Day, unit: int, rule: str = "12.5") -> None:
    """One Morale Hit."""
    suffer(position, unit, Effect(hits=1), rule)


def shake(position: Day, unit: int, rule: str = "12.6") -> None:
    """The unit becomes Shaken."""
    suffer(position, unit, Effect(shaken=True), rule)


def wear(position: Day, unit: int, panicked: bool = False, rule: str = "12.2") -> None:
    """The unit becomes Battleworn."""
    suffer(position, unit, Effect(worn=True), rule, PANICKED if panicked else BROKEN)


@enforces("12.8", "12.3.edge", "12.7", "2.1d")
def break_up(position: Day, unit: int, how: str, rule: str = "12.8") -> None:
    """The unit leaves the map for the Broken Track; batteries and Fragile units are eliminated instead."""
    if is_gun(position, unit) or is_fragile(position, unit):
        eliminate(position, unit, rule)
        return
    box = position.rules.tables.box_for[how]
    place = name(position, position.state.at[unit])
    _take_off(position, unit, box)
    position.state.worn |= 1 << unit  # it comes back on this side
    position.emit("broken", rule, piece=position.rules.roster.ids[unit], at=place, box=box_name(box))
    note_broken(position, unit)


def eliminate(position: Day, unit: int, rule: str = "12.8") -> None:
    """The unit is out of the game."""
    place = name(position, position.state.at[unit])
    _take_off(position, unit, ELIMINATED)
    position.emit("eliminated", rule, piece=position.rules.roster.ids[unit], at=place)


def _take_off(position: Day, unit: int, box: int) -> None:
    put(position, unit, box)
    lose_markers(position, unit)


@enforces("12.2")
def lose_markers(position: Day, unit: int) -> None:
    """A unit that leaves the map loses all its markers."""
    state, off = position.state, ~(1 << unit)
    state.hits[unit] = 0
    state.shaken &= off
    state.low_ammo &= off
    state.dismounted &= off


EVENTS = (
    Kind("hit", "{piece} takes a Morale Hit ({hits}).", {"piece": PIECE, "hits": NUMBER}, LOSS),
    Kind("worn", "{piece} is Battleworn.", {"piece": PIECE}, LOSS),
    Kind("shaken", "{piece} is Shaken.", {"piece": PIECE}, LOSS),
    Kind("broken", "{piece} breaks in {at}: {box}.", {"piece": PIECE, "at": PLACE, "box": WORDS}, LOSS),
    Kind("eliminated", "{piece} is lost in {at}.", {"piece": PIECE, "at": PLACE}, LOSS),
)
