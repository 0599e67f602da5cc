"""The table as it lies: where pieces stand, their state, the clock and what lies beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.board.places import places_in
from bullrun.games.secession_1862.rules.arrivals import outside
from bullrun.games.secession_1862.rules.battlefield import Battle
from bullrun.games.secession_1862.rules.losses import artillery_potential, combat_potential, fatigue_level
from bullrun.games.secession_1862.rules.state import ACTION, ADMINISTRATION, PHASES, SETUP
from bullrun.games.secession_1862.rules.victory import losses_of, score, victory_points
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.points import point_rows

WAITING, ELIMINATED = "reinforcements", "eliminated"


TACTICS = ("", "manoeuvre", "assault")


def place_of(position: Battle, piece: int) -> str | None:
    """The zone of a counter, or the box beside the map."""
    state = position.state
    zone = state.at[piece]
    if zone:
        return position.rules.board.names[zone]
    return ELIMINATED if state.eliminated >> piece & 1 else WAITING


def describe(position: Battle, piece: int) -> Mapping[str, Any]:
    """Potentials, losses, fatigue, facing and markers of a counter."""
    state = position.state
    roster = position.rules.roster
    names = position.rules.board.names
    bit = 1 << piece
    if piece >= roster.brigades:
        facts: dict[str, Any] = {"activated": bool(state.turned & bit)}
        if piece in roster.activation:
            facts["activation"] = roster.activation[piece][int(facts["activated"])]
        if state.designated == piece:
            facts["designated"] = True
        return facts
    facts = {
        "combat": max(0, combat_potential(position, piece)),
        "artillery": artillery_potential(position, piece),
        "losses": state.losses[piece],
        "fatigue": fatigue_level(position, piece),
    }
    if not state.at[piece]:
        return facts
    if state.routed & bit:
        facts["routed"] = True
    else:
        facts["facing"] = names[state.facing[piece]]
    if roster.is_cavalry[piece]:
        facts["dismounted"] = bool(state.dismounted & bit)
    if state.target[piece]:
        facts["attack"] = names[state.target[piece]]
    if state.phase >= ACTION and state.acted & bit:
        facts["acted"] = True
    return facts


def public(position: Battle) -> Mapping[str, Any]:
    """The clock, initiative, objectives, arrivals and the score as it stands."""
    state = position.state
    rules = position.rules
    day = rules.days[state.day]
    union, confederate = score(position)
    control = {}
    for side in (0, 1):
        for zone in places_in(rules.objectives[side]):
            holder = side if state.taken >> zone & 1 else 1 - side
            control[rules.objective_names[zone]] = SIDES[holder]
    due = []
    for number, group in enumerate(rules.groups):
        if state.arrived >> number & 1 or (group.night and not state.away >> number & 1):
            continue
        pieces = [rules.roster.ids[p] for p in outside(position, group)]
        if pieces:
            due.append(
                {
                    "unit": group.name,
                    "side": SIDES[group.side],
                    "turn": group.turn,
                    "entries": list(group.entries),
                    "pieces": pieces,
                    "arrived": bool(state.released >> number & 1),
                }
            )
    return {
        "clock": {"turn": state.turn, "of": day.last_turn, "time": rules.hours[state.turn], "day": day.date},
        "action_phase": state.action_phase,
        "initiative": SIDES[state.first] if state.phase != SETUP else "",
        "designated": rules.roster.ids[state.designated] if state.designated >= 0 else "",
        "control": control,
        "losses": {side: losses_of(position, number) for number, side in enumerate(SIDES)},
        "points": {"union": union, "confederate": confederate},
        "points_terms": point_rows(victory_points(position), SIDES),
        "due": due,
        "tactics": {side: TACTICS[state.tactics[number]] for number, side in enumerate(SIDES)},
        "counter_attack": state.counter_attack,
    }


def outline(position: Battle) -> dict[str, Any]:
    """Turns of all days, phases and boxes."""
    rules, state = position.rules, position.state
    turns: list[str] = []
    now = 0
    for number, day in enumerate(rules.days):
        if number == state.day:
            now = len(turns) + state.turn - day.first_turn
        date = day.date.split()[0]
        for turn in range(day.first_turn, day.last_turn + 1):
            turns.append(f"{date} Aug {rules.hours[turn]}" if len(rules.days) > 1 else rules.hours[turn])
    # A turn of entry has its arrivals only (4.1).
    is_entry = state.turn in rules.days[state.day].entry_turns
    phases = (PHASES[SETUP], PHASES[ADMINISTRATION]) if is_entry else PHASES
    return {
        "turns": turns,
        "turn": now,
        "phases": [{"id": phase, "title": phase.capitalize()} for phase in phases],
        "boxes": [
            {"id": WAITING, "title": "Reinforcements", "rule": "8.E1"},
            {"id": ELIMINATED, "title": "Eliminated", "rule": "10.4.11"},
        ],
    }
