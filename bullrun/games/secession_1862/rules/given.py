"""Positions as they are given: for the umpire, for players of the cardboard game, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.given import (
    ImpossiblePosition,
    by_name,
    flag,
    number,
    one_of,
    only_known,
    piece_entries,
    texts,
)
from bullrun.engine.state import Frame
from bullrun.games.secession_1862.rules.activation import division_frame
from bullrun.games.secession_1862.rules.administration import RECOVERY, ROUT
from bullrun.games.secession_1862.rules.battlefield import Battlefield, SecondBullRun
from bullrun.games.secession_1862.rules.command import present
from bullrun.games.secession_1862.rules.facing import legal_facings
from bullrun.games.secession_1862.rules.ground import face, ground, may_share, put, set_routed, stack
from bullrun.games.secession_1862.rules.reach import acting_frame
from bullrun.games.secession_1862.rules.roster import NONE
from bullrun.games.secession_1862.rules.sequence import (
    ACTION_PART,
    ADMINISTRATION_PART,
    END_PART,
    phases_passed,
)
from bullrun.games.secession_1862.rules.state import ASSAULT, INITIATIVE, MANEUVER, PHASES, BattleState
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.given import acting_brigade, set_phase, turn_number, wanted_facing, zone_of

PIECE_KEYS = (
    "id", "at", "facing", "losses", "fatigue", "routed", "dismounted", "acted", "target", "activated", "gone",
)  # fmt: skip
TABLE_KEYS = (
    "day", "action_phase", "initiative", "commander", "divisions", "acting", "points", "taken", "arrivals",
    "counter_attack", "tactics", "jones",
)  # fmt: skip


def given_position(
    rules: Battlefield,
    *,
    turn: int | str,
    side: str,
    phase: str,
    pieces: Sequence[Mapping[str, Any]],
    **table: Any,
) -> SecondBullRun:
    """The position with exactly these pieces on the map, in this phase of this side. A stack that does not
    say how it faces takes the first facing the rules allow. Nothing arrives but the groups named in
    `arrivals`. With `commander` that commander has been designated and may activate `divisions`; with
    `acting` a brigade is acting and has `points` left."""
    only_known("table", table, TABLE_KEYS)
    state = BattleState(len(rules.roster.ids))
    position = SecondBullRun(rules, state)
    state.day = number("day", table.get("day", 1), 1, len(rules.days)) - 1
    day = rules.days[state.day]
    state.turn = turn_number(turn, rules.hours, day.first_turn, day.last_turn)
    set_phase(position, side, phase, PHASES)
    _read_table(position, table)
    _read_pieces(position, pieces)
    _check(position)
    state.frames = _frames(position, table)
    return position


# --- the table ------------------------------------------------------------------------------------


def _read_table(position: SecondBullRun, table: Mapping[str, Any]) -> None:
    state = position.state
    rules = position.rules
    last = rules.tables["calendar"]["last_action_phase"]
    least = phases_passed(position) + (state.phase != INITIATIVE)
    state.action_phase = number("action_phase", table.get("action_phase", least), least, last)
    state.first = one_of("initiative", table.get("initiative", SIDES[state.active]), SIDES)
    if "commander" in table:
        known = [rules.roster.ids[c] for c in rules.roster.corps_commanders[state.active]]
        one_of("commander", table["commander"], known)
        state.designated = rules.roster.number[table["commander"]]
    named = {name: zone for zone, name in rules.objective_names.items()}
    for name in texts("taken", table.get("taken", ())):
        one_of("taken", name, sorted(named))
        state.taken |= 1 << named[name]
    groups = [group.name for group in rules.groups]
    state.arrived = sum(1 << n for n, group in enumerate(rules.groups) if not group.night)
    for name in texts("arrivals", table.get("arrivals", ())):
        state.arrived &= ~(1 << one_of("arrivals", name, groups))
    state.counter_attack = number("counter_attack", table.get("counter_attack", 0), 0, state.turn)
    state.jones = int(flag("jones", table.get("jones", False)))
    tactics = [0, 0]
    for name, option in by_name("tactics", table.get("tactics", {})).items():
        chosen = (MANEUVER, ASSAULT)[one_of(f"tactics: {name}", option, ("manoeuvre", "assault"))]
        tactics[one_of("tactics", name, SIDES)] = chosen
    state.tactics = (tactics[0], tactics[1])


# --- the pieces -----------------------------------------------------------------------------------


def _read_pieces(position: SecondBullRun, pieces: Sequence[Mapping[str, Any]]) -> None:
    seen: dict[int, Mapping[str, Any]] = {}
    for piece, entry in piece_entries(pieces, position.rules.roster.number, PIECE_KEYS):
        seen[piece] = entry
        _place(position, piece, entry)
    for zone in places_in(ground(position).held[0] | ground(position).held[1]):
        _turn_stack(position, zone, seen)
    for piece, entry in seen.items():
        if "target" in entry:
            _mark(position, piece, entry["target"])


def _place(position: SecondBullRun, piece: int, entry: Mapping[str, Any]) -> None:
    rules, state = position.rules, position.state
    roster = rules.roster
    name = roster.ids[piece]
    if piece < roster.brigades:
        most = roster.combat[piece] - 1
        state.losses[piece] = number(f"{name}: losses", entry.get("losses", 0), 0, most)
        if flag(f"{name}: gone", entry.get("gone", False)):
            state.eliminated |= 1 << piece
            state.exited |= 1 << piece
            return
    zone = zone_of(position, name, entry.get("at"))
    if piece >= roster.brigades:
        state.at[piece] = zone
        if flag(f"{name}: activated", entry.get("activated", False)):
            state.turned |= 1 << piece
        return
    put(position, piece, zone)
    most = rules.tables["fatigue"]["most"]
    state.fatigue[piece] = number(f"{name}: fatigue", entry.get("fatigue", 0), 0, most)
    if state.fatigue[piece] and roster.is_artillery[piece]:
        raise ImpossiblePosition(f"{name}: artillery is never fatigued [10.4.12]")
    if flag(f"{name}: routed", entry.get("routed", False)):
        set_routed(position, piece, True)
    if flag(f"{name}: dismounted", entry.get("dismounted", False)):
        if not roster.is_cavalry[piece]:
            raise ImpossiblePosition(f"{name}: only cavalry dismounts [9.4.8]")
        state.dismounted |= 1 << piece
    if flag(f"{name}: acted", entry.get("acted", False)):
        state.acted |= 1 << piece


def _turn_stack(position: SecondBullRun, zone: PlaceId, entries: Mapping[int, Mapping[str, Any]]) -> None:
    rules = position.rules
    brigades = stack(position, zone)
    faced = wanted_facing(position, zone, brigades, entries, "9.3.3", "9.6.2")
    if faced is None:
        faced = next(places_in(legal_facings(position, zone, rules.roster.side[brigades[0]])))
    face(position, brigades[0], faced)


def _mark(position: SecondBullRun, piece: int, target: Any) -> None:
    rules, state = position.rules, position.state
    name = rules.roster.ids[piece]
    zone = zone_of(position, name, target, "target")
    if piece >= rules.roster.brigades or rules.roster.is_artillery[piece]:
        raise ImpossiblePosition(f"{name}: only infantry and cavalry have attack markers [9.4.7]")
    enemy = ground(position).held[1 - rules.roster.side[piece]]
    if not rules.passable[state.at[piece]] & enemy & 1 << zone:
        raise ImpossiblePosition(f"{name}: no enemy that it could attack in {target} [9.4.7]")
    state.target[piece] = zone


# --- what the rules forbid ------------------------------------------------------------------------


def _check(position: SecondBullRun) -> None:
    rules = position.rules
    roster, names = rules.roster, rules.board.names
    on = ground(position)
    most = rules.tables["stacking"]["brigades"]
    for zone, brigades in on.stacks.items():
        if len({roster.side[b] for b in brigades}) > 1:
            raise ImpossiblePosition(f"{names[zone]}: brigades of both sides in one zone [9.6.3]")
        if len(brigades) > most:
            raise ImpossiblePosition(f"{names[zone]}: more than {most} brigades [9.6.1]")
        corps = [roster.corps[b] for b in brigades]
        if not may_share(corps[0], corps[-1]):
            raise ImpossiblePosition(f"{names[zone]}: brigades of two corps [9.6.1]")


# --- where play goes on ---------------------------------------------------------------------------


def _frames(position: SecondBullRun, table: Mapping[str, Any]) -> list[Frame]:
    """The stack of procedures as it would be in this phase."""
    state = position.state
    rules = position.rules
    phase = PHASES[state.phase]
    if phase == "initiative":
        return [("turn_of_play", ACTION_PART), ("initiative", 0)]
    if phase == "administration":
        return [("turn_of_play", END_PART), ("administration", ROUT if state.routed else RECOVERY)]
    if phase == "night":
        return [("night", 0)]
    frames: list[Frame] = [("turn_of_play", ADMINISTRATION_PART)]
    three = rules.tables["calendar"]["action_phases"]
    if phase == "continuation":
        return [*frames, ("continuation",)]
    frames.append(("continuation",) if state.action_phase >= three else ("action_phase",))
    if state.active == state.first:
        frames.append(("player", 1 - state.first))
    if phase in ("commanders", "combat"):
        return [*frames, (phase,)]
    if state.designated < 0:
        return [*frames, *_acting(position, table)] if "acting" in table else [*frames, ("designate",)]
    most = max(row["divisions"] for row in rules.tables["activation"]["divisions"])
    frames.append(("divisions", number("divisions", table.get("divisions", most), 0, most)))
    if "acting" in table:
        frames += _acting(position, table)
    return frames


def _acting(position: SecondBullRun, table: Mapping[str, Any]) -> list[Frame]:
    roster = position.rules.roster
    state = position.state
    brigade = acting_brigade(position, table["acting"])
    _, _, most, flags = acting_frame(position, brigade)
    points = number("points", table.get("points", most), 0, most)
    state.acted |= 1 << brigade
    action: Frame = ("act", brigade, points, flags)
    division = roster.division[brigade]
    if division == NONE or len(present(position, division)) == 1:
        return [action]
    return [division_frame(position, division, roster.divisions[division].corps), action]
