"""7.3 and 7.W Event chits: what is held, and the windows in which it is played."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.board.places import PlaceId
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Fight
from bullrun.engine.ledger import enforces
from bullrun.engine.vocabulary import PICK, PIECE, SIDE, Kind, Verb
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import ids, name, stack
from bullrun.games.day_was_ours.rules.state import ASIDE, HELD, NOWHERE, USED_UP
from bullrun.games.day_was_ours.rules.tables import CLOSE_COMBAT
from bullrun.games.sides import SIDES
from bullrun.mechanisms.offers import Window

FRIENDS, LOW_AMMO, REBEL_YELL = "Firing on Friends", "Low Ammo", "Rebel Yell!"


# --- hands --------------------------------------------------------------------------------------------


@enforces("7.3.event", "7.3.friends.used")
def holds(position: Day, side: int, event: str) -> int | None:
    """The chit of this name that a side holds; None when it holds none."""
    roster, state = position.rules.roster, position.state
    for chit in (*roster.events[side], roster.friends):
        if state.at[chit] == HELD[side] and roster.event[chit] == event:
            return chit
    return None


def could_hold(position: Day, side: int, event: str) -> bool:
    """Whether a side could hold a chit of this name, for all that anybody may know: it holds some Event chit,
    and its mix has one of this name. Who could not is not asked even where held chits are hidden."""
    roster, at = position.rules.roster, position.state.at
    has_some = any(at[chit] == HELD[side] for chit in roster.events[side])
    return has_some and any(
        roster.event[chit] == event and at[chit] not in (NOWHERE, USED_UP) for chit in roster.events[side]
    )


def spend(position: Day, side: int, chit: int, for_good: bool = False) -> None:
    """A chit is played: it is shown, and lies aside for this turn or is used up. Firing on Friends waits to
    be rolled again."""
    at = USED_UP if for_good else ASIDE
    position.state.at[chit] = NOWHERE if chit == position.rules.roster.friends else at
    position.emit_reveal("played", "7.3.event", side=SIDES[side], piece=position.rules.roster.ids[chit])


def _enemy_of(position: Day, units: Sequence[int]) -> int:
    return 1 - position.rules.roster.side[units[0]]


# --- 7.W.fire Firing on Friends -----------------------------------------------------------------------


@enforces("7.W.fire")
def fire_order(position: Day, firers: Sequence[int], target: PlaceId, kind: str) -> Sequence[str]:
    """The enemy of the firer; everybody knows whether he has Firing on Friends."""
    enemy = _enemy_of(position, firers)
    return (SIDES[enemy],) if holds(position, enemy, FRIENDS) is not None else ()


def fire_playable(
    position: Day, side: str, firers: Sequence[int], target: PlaceId, kind: str
) -> Sequence[Action]:
    """Firing on Friends, against every kind of fire."""
    return _play_friends(position, side)


def _play_friends(position: Day, side: str) -> Sequence[Action]:
    chit = holds(position, SIDES.index(side), FRIENDS)
    return [] if chit is None else [("play", position.rules.roster.ids[chit])]


@enforces("7.3.friends.cancel", "7.3.friends.used")
def fire_play(
    position: Day, side: str, action: Action, firers: Sequence[int], target: PlaceId, kind: str
) -> None:
    """The fire is cancelled."""
    position.state.stopped = 1
    spend(position, SIDES.index(side), position.rules.roster.number[action[1]])


# --- 7.W.fired Low Ammo -------------------------------------------------------------------------------


@enforces("7.W.fired")
def fired_order(position: Day, firers: Sequence[int], target: PlaceId, kind: str) -> Sequence[str]:
    """The enemy of the firer."""
    enemy = _enemy_of(position, firers)
    return (SIDES[enemy],) if could_hold(position, enemy, LOW_AMMO) else ()


@enforces("7.3.ammo")
def fired_playable(
    position: Day, side: str, firers: Sequence[int], target: PlaceId, kind: str
) -> Sequence[Action]:
    """Low Ammo, on one unit that fired and has no marker yet."""
    chit, state = holds(position, SIDES.index(side), LOW_AMMO), position.state
    if chit is None:
        return []
    units = [unit for unit in firers if state.at[unit] > 0 and not state.low_ammo >> unit & 1]
    roster = position.rules.roster
    return [("play", roster.ids[chit], roster.ids[unit]) for unit in units]


@enforces("7.3.ammo")
def fired_play(
    position: Day, side: str, action: Action, firers: Sequence[int], target: PlaceId, kind: str
) -> None:
    """The marker stays until the unit rallies it off."""
    number = position.rules.roster.number
    spend(position, SIDES.index(side), number[action[1]])
    position.state.low_ammo |= 1 << number[action[2]]
    position.emit("low_ammo", "7.3.ammo", piece=action[2])


# --- 7.W.assault Firing on Friends, Rebel Yell! -------------------------------------------------------


@enforces("7.W.assault")
def assault_order(position: Day, attackers: Sequence[int], origin: PlaceId, target: PlaceId) -> Sequence[str]:
    """First the defender, who may cancel the assault; only then the attacker, who may yell."""
    defender = _enemy_of(position, attackers)
    found = [SIDES[defender]] if position.state.stopped or _play_friends(position, SIDES[defender]) else []
    if not position.state.stopped and could_hold(position, 1 - defender, REBEL_YELL):
        found.append(SIDES[1 - defender])
    return found


@enforces("7.W.assault", "7.3.yell")
def assault_playable(
    position: Day, side: str, attackers: Sequence[int], origin: PlaceId, target: PlaceId
) -> Sequence[Action]:
    """Firing on Friends of the defender, Rebel Yell! of the attacker."""
    if position.state.stopped:
        return []
    if SIDES.index(side) == _enemy_of(position, attackers):
        return _play_friends(position, side)
    chit = holds(position, SIDES.index(side), REBEL_YELL)
    return [] if chit is None else [("play", position.rules.roster.ids[chit])]


@enforces("7.3.friends.cancel", "7.3.friends.used", "7.3.yell")
def assault_play(
    position: Day, side: str, action: Action, attackers: Sequence[int], origin: PlaceId, target: PlaceId
) -> None:
    """The assault is cancelled before any fire, or made with a yell."""
    chit = position.rules.roster.number[action[1]]
    if chit == position.rules.roster.friends:
        position.state.stopped = 1
    else:
        position.state.yell = 1
    spend(position, SIDES.index(side), chit)


# --- what a window shows ------------------------------------------------------------------------------


def show_fire(position: Day, firers: Sequence[int], target: PlaceId, kind: str) -> About:
    """The fire that is declared, and where; what it has been is told from where it was aimed."""
    fought = next(frame for frame in reversed(position.state.frames) if frame[0] == "fire")
    among = ids(position, fought[5] or stack(position, target))
    fight = Fight(tuple(ids(position, firers)), tuple(among), kind=kind, at=name(position, target))
    return About(fight=fight, at=name(position, target))


def show_fired(position: Day, firers: Sequence[int], target: PlaceId, kind: str) -> About:
    """From where it came: whom the marker would be laid on."""
    places = [position.state.at[unit] for unit in firers if position.state.at[unit] > 0]
    return About(at=name(position, places[0]) if places else "")


def show_assault(position: Day, attackers: Sequence[int], origin: PlaceId, target: PlaceId) -> About:
    """The close combat that is declared, its Assaulting Hex first."""
    units = sorted(attackers, key=lambda unit: position.state.at[unit] != origin)
    fight = Fight(
        tuple(ids(position, units)),
        tuple(ids(position, stack(position, target))),
        kind=CLOSE_COMBAT,
        at=name(position, target),
    )
    return About(fight=fight, at=name(position, target))


WINDOWS = {
    "fire": Window(
        "fire", "7.W.fire", "Do you stop this fire?", fire_order, fire_playable, fire_play, shows=show_fire
    ),
    "fired": Window(
        "fired",
        "7.W.fired",
        "Do the firers run low on ammunition?",
        fired_order,
        fired_playable,
        fired_play,
        shows=show_fired,
    ),
    "assault": Window(
        "assault",
        "7.W.assault",
        "Do you play a chit in this assault?",
        assault_order,
        assault_playable,
        assault_play,
        shows=show_assault,
    ),
}

VERBS = (
    Verb("play", PICK, (PIECE,), "Play {0}", "7.3.event"),
    Verb("play", PICK, (PIECE, PIECE), "Play {0} on {1}", "7.3.event"),
)

EVENTS = (
    Kind("played", "{side} plays {piece}.", {"side": SIDE, "piece": PIECE}),
    Kind("low_ammo", "{piece} is low on ammunition.", {"piece": PIECE}),
)
