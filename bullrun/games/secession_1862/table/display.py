"""The table as it lies: where pieces stand, their state, the clock and what lies beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.board.places import places_in
from bullrun.engine.display import Box, Clock, Display, Goal, Phase, Row
from bullrun.games.secession_1862.rules.arrivals import outside
from bullrun.games.secession_1862.rules.battlefield import Group, SecondBullRun
from bullrun.games.secession_1862.rules.losses import artillery_potential, combat_potential, fatigue_level
from bullrun.games.secession_1862.rules.state import ACTION, ADMINISTRATION, PHASES, SETUP
from bullrun.games.secession_1862.rules.victory import losses_of, score, victory_points
from bullrun.games.sides import CONFEDERATE, SIDE_NAMES, SIDES, UNION
from bullrun.games.vaevictis.points import by_side, point_goals, point_rows

WAITING, ELIMINATED = "reinforcements", "eliminated"


TACTICS = ("", "manoeuvre", "assault")


def place_of(position: SecondBullRun, piece: int) -> str | None:
    """The zone of a counter, or the box beside the map."""
    state = position.state
    zone = state.at[piece]
    if zone:
        return position.rules.board.names[zone]
    return ELIMINATED if state.eliminated >> piece & 1 else WAITING


def describe(position: SecondBullRun, piece: int) -> Mapping[str, Any]:
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


BOXES = (
    Box(WAITING, "Reinforcements", "8.E1"),
    Box(ELIMINATED, "Eliminated", "10.4.11"),
)


def display(position: SecondBullRun) -> Display:
    """The clock, the boxes beside the map, initiative, objectives, arrivals and the score as it stands."""
    state, rules = position.state, position.rules
    rows = []
    if state.action_phase:
        rows.append(Row("Action phase", str(state.action_phase), "6.1.6"))
    if state.phase != SETUP:
        rows.append(Row("Initiative", SIDE_NAMES[SIDES[state.first]], "5.1"))
    if state.designated >= 0:
        rows.append(Row("Designated", rules.pieces[state.designated].name, "6.1.1"))
    for side in (UNION, CONFEDERATE):
        if state.tactics[side]:
            chosen = TACTICS[state.tactics[side]]
            rows.append(Row(f"Tactical option of the {SIDE_NAMES[SIDES[side]]} side", chosen, "11.2.1b"))
    if state.counter_attack:
        rows.append(Row("Counter-attack declared", f"on turn {state.counter_attack}", "11.2.2"))
    terms = victory_points(position)
    rows += point_rows(terms, "3.1")
    rows += _objectives_without_points(position, {term.words for term in terms})
    lost = [losses_of(position, side) for side in (UNION, CONFEDERATE)]
    rows.append(Row("Losses", by_side(lost), "10.4.11"))
    rows += [_arrival(position, group) for group in groups_due(position)]
    return Display(_clock(position), BOXES, rows=tuple(rows), goals=goals(position))


def goals(position: SecondBullRun) -> tuple[Goal, ...]:
    """The points of each side, and how many it is short of a lead that wins."""
    points = score(position)
    margin = position.rules.data["victory"]["margin"]
    short = [points[1 - side] - points[side] + margin for side in (UNION, CONFEDERATE)]
    return point_goals(points, short, position.rules.data["rule"])


def _clock(position: SecondBullRun) -> Clock:
    """Turns of all days."""
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
    says = f"Turn {state.turn}, {rules.hours[state.turn]}"
    if len(rules.days) > 1:
        says = f"{rules.days[state.day].date}, {says[:1].lower()}{says[1:]}"
    return Clock(says, tuple(turns), now, tuple(Phase(phase, phase.capitalize()) for phase in phases))


def _objectives_without_points(position: SecondBullRun, scored: set[str]) -> list[Row]:
    """Objectives that only the other side scores for, with the side that keeps them."""
    state, rules = position.state, position.rules
    rows = []
    for side in (UNION, CONFEDERATE):
        for zone in places_in(rules.objectives[side]):
            holder = side if state.taken >> zone & 1 else 1 - side
            name = rules.objective_names[zone]
            if name not in scored:
                rows.append(Row(name, f"{SIDE_NAMES[SIDES[holder]]}, no points", "3.1"))
    return rows


def groups_due(position: SecondBullRun) -> list[Group]:
    """What has still to come, in the order of the scenario."""
    state = position.state
    return [
        group
        for number, group in enumerate(position.rules.groups)
        if not state.arrived >> number & 1
        and (not group.night or state.away >> number & 1)
        and outside(position, group)
    ]


def _arrival(position: SecondBullRun, group: Group) -> Row:
    """When and where it comes."""
    released = position.state.released >> position.rules.groups.index(group) & 1
    when = "may enter" if released else f"due on turn {group.turn}"
    return Row(group.name, f"{when} at {' or '.join(group.entries)}", "8.E1")
