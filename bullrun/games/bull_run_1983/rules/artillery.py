"""9. Artillery: the two pieces of a battery, long-range fire, and what a battery sees. How fire is declared
is in the declaration chapter, how it is resolved in the battle chapter."""

from __future__ import annotations

from typing import Any

from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Check, Refusal, first_refusal
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.vocabulary import CHOOSE, PIECE, PLACE, WORDS, Kind, Verb
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.charts import CHARTS
from bullrun.games.bull_run_1983.rules.ground import control_zone, ground, name
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BATTLE, MOBILE
from bullrun.games.bull_run_1983.rules.state import MAP, MOVEMENT
from bullrun.games.sides import SIDES
from bullrun.mechanisms.sight import CREST, UNIT, WOODS, SightPolicy, Windows, look

# --- the two pieces -----------------------------------------------------------------------------------

CHANGING = (
    Check("9.1", "Only batteries have two pieces.", lambda p, b: p.rules.roster.kind[b] == BATTERY),
    Check("9.12", "It is not on the map.", lambda p, b: p.state.box[b] == MAP),
    Check(
        "9.12",
        "Batteries change pieces in their own Movement phase.",
        lambda p, b: p.state.phase == MOVEMENT and p.state.side == p.rules.roster.side[b],
    ),
    Check("9.12", "It has moved already.", lambda p, b: not p.state.moved >> b & 1),
    Check("9.12", "It has changed already this turn.", lambda p, b: not p.state.changed >> b & 1),
)
"""When a battery may change pieces: frozen or inactive, in enemy control or on a ford, it may."""


@enforces("9.12")
def change_options(position: BullRun) -> list[Action]:
    """Every battery of the attacker that may change pieces now: once in a phase, before it moves."""
    state, roster = position.state, position.rules.roster
    mine = roster.batteries & roster.of_side[state.side] & ~(state.moved | state.changed)
    return [("change", roster.ids[battery]) for battery in places_in(mine) if state.at[battery]]


@enforces("9.1", "9.11")
def change(position: BullRun, action: Action) -> None:
    """Put a battery's other piece in play. Only its factors change."""
    state = position.state
    battery = position.rules.roster.number[action[1]]
    state.face[battery] = MOBILE if state.face[battery] == BATTLE else BATTLE
    state.changed |= 1 << battery
    facts = {
        "piece": action[1],
        "at": name(position, state.at[battery]),
        "face": "battle" if state.face[battery] == BATTLE else "mobile",
    }
    if state.frozen >> battery & 1:
        # That a face-down piece is a battery is its owner's secret (4.84).
        position.emit_to((SIDES[state.side],), "battery_changed", "9.12", **facts)
    else:
        position.emit("battery_changed", "9.12", **facts)


def why_not_change(position: BullRun, action: Action) -> Refusal | None:
    """Why a battery cannot change pieces now."""
    roster = position.rules.roster
    if len(action) != 2 or action[1] not in roster.number:
        return Refusal("9.12", "A change names a battery: change BATTERY.")
    return first_refusal(CHANGING, position, roster.number[action[1]], piece=action[1])


# --- sight --------------------------------------------------------------------------------------------


@enforces("9.3", "9.31", "9.32", "M4", "M5", "M5.1")
def windows(board: HexBoard) -> Windows:
    """What batteries see on this map. Woods and crests block, and so do units of either side, except in
    ford, bridge and stream hexes; a river holds none. Over the crest of its own or the target's hilltop a
    battery sees everything."""
    found: Windows | None = board.memo.get("windows")
    if found is not None:
        return found
    tables = CHARTS.own.file("tables.toml")  # no chart changes ranges or what terrain does
    low = 0
    for terrain in tables["terrain_combat"]:
        if not terrain["units_block_sight"]:
            low |= board.terrain[terrain["terrain"]]
    # With the TRESTLE its site is a bridge, without it a river: units never block there.
    low |= board.terrain["trestle_site"]
    policy = SightPolicy(board.terrain["woods"], board.borders.across("crest"), low)
    found = board.memo["windows"] = Windows(board, policy, tables["range"]["long_range_fire"])
    return found


def seen_from(position: BullRun, place: PlaceId, wanted: PlaceSet) -> PlaceSet:
    """Which of the wanted hexes a battery in this hex can fire at."""
    units = ground(position).units
    return windows(position.rules.board).seen_from(place, units[0] | units[1], wanted)


BLOCKED = {
    WOODS: ("9.31", "woods in {at} block the line"),
    CREST: ("9.31", "the crest between {at} blocks the line"),
    UNIT: ("9.31", "units in {at} block the line"),
}


def sight_between(position: BullRun, a: str, b: str) -> dict[str, Any]:
    """Whether a battery in one hex sees the other, by their names."""
    board = position.rules.board
    return sight_report(position, board.place(a), board.place(b))


def sight_report(position: BullRun, a: PlaceId, b: PlaceId) -> dict[str, Any]:
    """Whether a battery in a sees b: clear or blocked, why, where, by which rule, and the range."""
    board = position.rules.board
    view = windows(board)
    distance = board.distance(a, b)
    report: dict[str, Any] = {
        "from": board.name(a),
        "to": board.name(b),
        "distance": distance,
        "in_range": 0 < distance <= view.reach,
    }
    units = ground(position).units
    if a == b:
        return report | {"sight": "clear", "reason": "it is the same hex", "at": [], "rule": "9.3"}
    sight = look(board, view.policy, units[0] | units[1], a, b)
    at = [board.name(place) for place in sight.at]
    if sight.clear:
        reason, rule = "nothing is in the way", "9.3"
        if sight.because == CREST:
            reason, rule = f"it looks over the crest of the hilltop {at[0]}", "9.32"
        return report | {"sight": "clear", "reason": reason, "at": at, "rule": rule}
    rule, says = BLOCKED[sight.because]
    return report | {"sight": "blocked", "reason": says.format(at=" and ".join(at)), "at": at, "rule": rule}


# --- long-range fire ----------------------------------------------------------------------------------


@enforces("9.2", "9.41")
def long_range_batteries(position: BullRun) -> list[int]:
    """The attacker's batteries that may fire from a distance this phase: out of enemy control, not having
    attacked this turn. Either piece will do."""
    state, roster = position.state, position.rules.roster
    mine = roster.batteries & roster.of_side[state.side] & ~state.fought
    free = ~control_zone(position, 1 - state.side)
    return [b for b in places_in(mine) if state.at[b] and free >> state.at[b] & 1]


WHY_NOT = {"change": why_not_change}

PROCEDURES: dict[str, Procedure] = {}

VERBS = (Verb("change", CHOOSE, (PIECE,), "{0} changes to its other piece", "9.12", "movement"),)

EVENTS = (
    Kind(
        "battery_changed",
        "{piece} in {at} brings out its {face} piece.",
        {"piece": PIECE, "at": PLACE, "face": WORDS},
    ),
)
