"""13. Rally: markers come off, and broken units come back."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, DIE, GAIN, NUMBER, PICK, PIECE, PLACE, WORD, WORDS, Kind, Verb
from bullrun.games.day_was_ours.rules.activation import may_act
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.fire import DONE
from bullrun.games.day_was_ours.rules.ground import (
    cohesion,
    ids,
    is_engaged,
    is_fragile,
    mode,
    name,
    occupied,
    on_map,
    put,
    stack,
    under_chaos,
)
from bullrun.games.day_was_ours.rules.limits import is_beyond, tie_of
from bullrun.games.day_was_ours.rules.lull import in_lull
from bullrun.games.day_was_ours.rules.roster import FRESH, WORN
from bullrun.games.day_was_ours.rules.stacking import fits
from bullrun.games.day_was_ours.rules.state import ATTACK, DEFEND, GUNS, ORDERS, REORGANIZE
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips

SHAKEN, HITS, AMMO, FLIP = "shaken", "hits", "ammo", "fresh"
"""What a rally may remove: Shaken with one Morale Hit, all Morale Hits, Low Ammo, the Battleworn side."""
EDGES = ("north_edge", "east_edge", "south_edge", "west_edge")


# --- 13.1, 13.2 rallying ------------------------------------------------------------------------------


@enforces("13.2b", "3.1d", "2.1d")
def recoveries(position: Day, unit: int, natural: bool) -> list[str]:
    """What a successful rally could remove; `natural`: the die showed what turns a unit to its Fresh side, if
    that does not over-stack its hex."""
    state, bit = position.state, 1 << unit
    found = []
    if state.shaken & bit:
        found.append(SHAKEN)
    if state.hits[unit]:
        found.append(HITS)
    if state.low_ammo & bit:
        found.append(AMMO)
    if natural and state.worn & bit and not is_fragile(position, unit) and _fits_fresh(position, unit):
        found.append(FLIP)
    return found


def _fits_fresh(position: Day, unit: int) -> bool:
    """Whether the hex still holds all its units with this one on its Fresh side."""
    state = position.state
    state.worn ^= 1 << unit
    found = fits(position, [unit], state.at[unit])
    state.worn ^= 1 << unit
    return found


@enforces("13.1", "6.3", "6.7", "7.3.chaos.act")
def why_no_rally(position: Day, unit: int) -> Refusal | None:
    """Why a unit of the present activation cannot rally: under Regroup or as a battery in its phase, or under
    Attack and Defend if it does nothing else; not while it is Engaged."""
    state = position.state
    if state.at[unit] <= 0 or not state.active >> unit & 1:
        return Refusal("13.1", "Only units of the present activation rally.")
    if not may_act(position, unit):
        return Refusal("8.2", "It was moved by a result and does nothing more in this activation.")
    if state.rallied >> unit & 1:
        return Refusal("13.1", "It has rallied already in this activation.")
    if under_chaos(position, state.at[unit]):
        return Refusal("7.3.chaos.act", "Battlefield Chaos lies on its hex.")
    if state.wrong_side >> unit & 1:
        return Refusal("16.3.12p", "It must go back across Young's Branch and does nothing else.")
    order = position.rules.tables.orders.get(ORDERS[state.order])
    if state.order != GUNS and (order is None or order.rally is None):
        return Refusal("13.1", "Its order does not let it rally.")
    if state.order in (ATTACK, DEFEND, GUNS):
        if state.order != GUNS and position.rules.has("rally-in-combat-orders", "no"):
            return Refusal("13.1", "Only Regroup rallies.")
        if (state.fired | state.moved | state.attacked) >> unit & 1:
            return Refusal("13.1", "It has done something else in this activation.")
    if is_engaged(position, unit):
        return Refusal("13.1", "An Engaged unit does not rally.")
    if not recoveries(position, unit, True):
        return Refusal("13.2", "It has nothing to recover from.")
    return None


def may_rally(position: Day, unit: int) -> bool:
    """Whether a unit of the present activation may roll to rally."""
    return why_no_rally(position, unit) is None


def roll(position: Day, unit: int, add: int = 0) -> None:
    """A unit rolls to rally now, with this added to the die."""
    position.call("rally", unit, add)


@enforces("13.1", "8.2")
def ask_rally_step(position: Day, frame: Frame) -> Decision | None:
    """Units roll one after the other, each once; last of all in an activation, where they then stand."""
    state = position.state
    able = [unit for unit in places_in(state.active) if may_rally(position, unit)]
    if not able:
        position.end()
        return None
    options: list[Action] = [("rally", piece) for piece in ids(position, able)]
    return Decision(SIDES[state.acting], "Which unit rallies?", [*options, DONE], "13.1")


def answer_rally_step(position: Day, frame: Frame, action: Action) -> None:
    """One rolls, or the step is over."""
    if action == DONE:
        position.end()
        return
    order = position.rules.tables.orders[ORDERS[position.state.order]]
    roll(position, position.rules.roster.number[action[1]], order.rally or 0)


def ask_rally(position: Day, frame: Frame) -> Decision | None:
    """Frame: (rally, unit, add). One die."""
    unit = frame[1]
    roster = position.rules.roster
    return die(
        f"{position.rules.pieces[unit].name} rallies",
        "13.2",
        about=About(piece=roster.ids[unit], roll="rally"),
        side=SIDES[roster.side[unit]],
    )


@enforces("13.2")
def rallies_on(position: Day, unit: int, rolled: int, add: int) -> bool:
    """The die may not exceed the cohesion, being Shaken left aside; a natural 1 always succeeds."""
    return rolled <= position.rules.tables.rally_natural or rolled + add <= cohesion(
        position, unit, steady=True
    )


def answer_rally(position: Day, frame: Frame, action: Action) -> None:
    """It has rallied, or not."""
    _, unit, add = frame
    tables, rolled = position.rules.tables, pips(action)
    needs = cohesion(position, unit, steady=True)
    success = rallies_on(position, unit, rolled, add)
    position.state.rallied |= 1 << unit
    position.emit(
        "rally",
        "13.2",
        piece=position.rules.roster.ids[unit],
        die=rolled,
        adds=add,
        needs=needs,
        result="rallies" if success else "does not rally",
    )
    if success:
        position.goto("recover", unit, rolled <= tables.rally_flip)
    else:
        position.end()


@enforces("13.2b")
def ask_recover(position: Day, frame: Frame) -> Decision | None:
    """Frame: (recover, unit, natural). The owner chooses one thing to remove."""
    _, unit, natural = frame
    found = recoveries(position, unit, natural)
    if not found:
        position.end()
        return None
    piece = position.rules.roster.ids[unit]
    return Decision(
        SIDES[position.rules.roster.side[unit]],
        f"What does {position.rules.pieces[unit].name} recover from?",
        [("recover", piece, what) for what in found],
        "13.2b",
        about=About(piece=piece),
    )


@enforces("13.2b")
def answer_recover(position: Day, frame: Frame, action: Action) -> None:
    """It is removed."""
    _, unit, _ = frame
    state, off = position.state, ~(1 << unit)
    what = action[2]
    if what == SHAKEN:
        state.shaken &= off
        state.hits[unit] = max(0, state.hits[unit] - 1)
    elif what == HITS:
        state.hits[unit] = 0
    elif what == AMMO:
        state.low_ammo &= off
    else:
        state.worn &= off
    position.end()
    position.emit("recovered", "13.2b", piece=action[1], what=what)


# --- 13.3 rebuilding ----------------------------------------------------------------------------------


def rebuild(position: Day, side: int) -> None:
    """All units of a side in the Reorganize box roll, one after the other."""
    roster, state = position.rules.roster, position.state
    units = [unit for unit in places_in(roster.units & roster.of_side[side]) if state.at[unit] == REORGANIZE]
    position.call("rebuild", side, tuple(units))


@enforces("13.3b", "3.1d", "16.3.8b")
def rebuild_hexes(position: Day, unit: int) -> PlaceSet:
    """Where a rebuilt unit may stand: near a unit of its brigade on the same bank, or with none on the map in
    its entry hex or the nearest free hex of the edge."""
    rules = position.rules
    board, marker = rules.board, rules.roster.brigade[unit]
    friends = on_map(position, rules.roster.members[marker])
    if friends:
        found = 0
        for friend in friends:
            at = position.state.at[friend]
            found |= board.within(at, rules.tables.rebuild_within) & _bank(position, at)
        return _free_for(position, unit, found)
    entry = board.place(rules.roster.entry[marker])
    edges = 0
    for edge in EDGES:
        edges |= board.regions[edge]
    for hexes in range(rules.tables.entry_search + 1):
        near = board.within(entry, hexes) & edges & _bank(position, entry)
        found = _free_for(position, unit, near)
        if found:
            return found
    return 0


def _bank(position: Day, place: PlaceId) -> PlaceSet:
    return next(bank for bank in position.rules.banks if bank >> place & 1)


def _free_for(position: Day, unit: int, wanted: PlaceSet) -> PlaceSet:
    """Those of some hexes in which it may be put at all: not next to an enemy, room in it, ground and limit
    allow it, and in the lull not on the wrong side."""
    rules = position.rules
    board, side = rules.board, rules.roster.side[unit]
    enemies = occupied(position, 1 - side)
    found = wanted & ~enemies & ~board.spread(enemies)
    if in_lull(position):
        found &= ~rules.plan.wrong_side[side]
    way, tie = mode(position, unit), tie_of(position, unit)
    return set_of(
        place
        for place in places_in(found)
        if rules.may_stand(way, place)
        and not (tie is not None and is_beyond(position, tie, place))
        and (not stack(position, place) or fits(position, [unit], place))
    )


@enforces("13.3", "7.3.rally.rebuild", "16.3.12e")
def ask_rebuild(position: Day, frame: Frame) -> Decision | None:
    """Frame: (rebuild, side, units). The next unit rolls, if there is a hex for it."""
    _, side, units = frame
    if not units:
        position.end()
        return None
    roster, unit = position.rules.roster, units[0]
    if not rebuild_hexes(position, unit):
        position.goto("rebuild", side, units[1:])
        return None
    return die(
        f"Is {position.rules.pieces[unit].name} rebuilt?",
        "13.3",
        about=About(piece=roster.ids[unit], roll="rebuild"),
        side=SIDES[side],
    )


def answer_rebuild(position: Day, frame: Frame, action: Action) -> None:
    """The die, one lower with a kept Rally! chit, against the cohesion of its Battleworn side."""
    _, side, units = frame
    unit, rolled = units[0], pips(action)
    tables = position.rules.tables
    adds = tables.rebuild_rally if position.state.kept_rally >> side & 1 else 0
    needs = position.rules.roster.cohesion[unit][FRESH if is_fragile(position, unit) else WORN]
    success = rolled + adds <= needs
    position.emit(
        "rebuild_roll",
        "13.3",
        piece=position.rules.roster.ids[unit],
        die=rolled,
        adds=adds,
        needs=needs,
        result="rebuilt" if success else "not yet",
    )
    position.goto("rebuild", side, units[1:])
    if success:
        position.call("stand up", unit)


def ask_stand_up(position: Day, frame: Frame) -> Decision | None:
    """Frame: (stand up, unit). Its owner says where."""
    unit = frame[1]
    piece = position.rules.roster.ids[unit]
    return Decision(
        SIDES[position.rules.roster.side[unit]],
        f"Where does {position.rules.pieces[unit].name} come back?",
        [("rebuild", piece, name(position, place)) for place in places_in(rebuild_hexes(position, unit))],
        "13.3b",
        about=About(piece=piece),
    )


@enforces("13.3b")
def answer_stand_up(position: Day, frame: Frame, action: Action) -> None:
    """Battleworn and without markers."""
    unit = frame[1]
    position.end()
    put(position, unit, position.rules.board.place(action[2]))
    position.emit("rebuilt", "13.3b", piece=action[1], at=action[2])


# --- why not ------------------------------------------------------------------------------------------


def why_not_rally(position: Day, action: Action) -> Refusal | None:
    """Why a unit cannot rally now."""
    roster = position.rules.roster
    unit = roster.number.get(action[1]) if len(action) == 2 else None
    if unit is None or not roster.units >> unit & 1:
        return Refusal("13.1", "It names one unit: rally UNIT.")
    refusal = why_no_rally(position, unit)
    return refusal._replace(facts={"piece": action[1]}) if refusal is not None else None


def why_not_recover(position: Day, action: Action) -> Refusal | None:
    """Why a rally does not remove that."""
    frame, roster = position.state.frames[-1], position.rules.roster
    if frame[0] != "recover" or len(action) != 3 or roster.number.get(action[1]) != frame[1]:
        return Refusal("13.2b", "A unit that has rallied recovers: recover UNIT shaken, hits, ammo or fresh.")
    if action[2] == FLIP and position.state.worn >> frame[1] & 1 and not is_fragile(position, frame[1]):
        if not frame[2]:
            return Refusal("13.2b", "Only a natural 1 turns a unit to its Fresh side.")
        return Refusal("3.1d", "On its Fresh side the hex would be over-stacked.")
    return Refusal("13.2b", "It has nothing of that kind to recover from.")


def why_not_rebuild(position: Day, action: Action) -> Refusal | None:
    """Why a rebuilt unit cannot stand there."""
    frame, roster = position.state.frames[-1], position.rules.roster
    if frame[0] != "stand up" or len(action) != 3 or roster.number.get(action[1]) != frame[1]:
        return Refusal("13.3b", "A unit whose rebuild roll succeeded is placed: rebuild UNIT HEX.")
    says = (
        "It comes back near its brigade on the same bank, not next to an enemy, where there is room for it."
    )
    return Refusal("13.3b", says, {"piece": action[1], "at": action[2]})


WHY_NOT = {"rally": why_not_rally, "recover": why_not_recover, "rebuild": why_not_rebuild}

PROCEDURES = {
    "rally step": Procedure(ask_rally_step, answer_rally_step),
    "rally": Procedure(ask_rally, answer_rally),
    "recover": Procedure(ask_recover, answer_recover),
    "rebuild": Procedure(ask_rebuild, answer_rebuild),
    "stand up": Procedure(ask_stand_up, answer_stand_up),
}

VERBS = (
    Verb("rally", PICK, (PIECE,), "{0} rallies", "13.1"),
    Verb("recover", CHOOSE, (PIECE, WORD), "{0} recovers: {1}", "13.2b"),
    Verb("rebuild", CHOOSE, (PIECE, PLACE), "{0} comes back in {1}", "13.3b"),
)

EVENTS = (
    Kind(
        "rally",
        "{piece}: {die} + {adds} against {needs}, it {result}.",
        {"piece": PIECE, "die": DIE, "adds": NUMBER, "needs": NUMBER, "result": WORDS},
    ),
    Kind("recovered", "{piece} recovers: {what}.", {"piece": PIECE, "what": WORDS}, GAIN),
    Kind(
        "rebuild_roll",
        "{piece}: {die} ({adds}) against {needs}, {result}.",
        {"piece": PIECE, "die": DIE, "adds": NUMBER, "needs": NUMBER, "result": WORDS},
    ),
    Kind("rebuilt", "{piece} comes back in {at}.", {"piece": PIECE, "at": PLACE}, GAIN),
)
