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
    text,
    texts,
)
from bullrun.engine.state import Frame
from bullrun.games.bull_run_1861.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1861.rules.facing import enemies_met, facings_to
from bullrun.games.bull_run_1861.rules.ground import (
    attach_legion,
    brigades_in,
    elements_in,
    face,
    ground,
    in_contact,
    is_extended,
    lead,
    put,
    settle_legion,
    touched_zone,
)
from bullrun.games.bull_run_1861.rules.movement import BUSY, ENGAGED, FACED, HALTED, STAYS
from bullrun.games.bull_run_1861.rules.sequence import ADMINISTRATION_PART, END_PART, MOVEMENT_PART
from bullrun.games.bull_run_1861.rules.state import (
    CONTINUATION,
    INITIATIVE,
    NO_HOST,
    PHASES,
    BullRunState,
)
from bullrun.games.sides import SIDES, UNION
from bullrun.games.vaevictis.given import acting_brigade, set_phase, turn_number, wanted_facing, zone_of

PIECE_KEYS = (
    "id", "at", "facing", "line", "losses", "fatigue", "acted", "operational", "attack", "with", "activated",
)  # fmt: skip
TABLE_KEYS = (
    "movement_phase", "initiative", "offensive", "offensives_used", "control", "farm_ford_known", "attacked",
    "activations", "acting", "points",
)  # fmt: skip


def given_position(
    rules: Battlefield,
    *,
    turn: int | str,
    side: str,
    phase: str,
    pieces: Sequence[Mapping[str, Any]],
    **table: Any,
) -> BullRun:
    """The position with exactly these pieces on the map, in this phase of this side. A stack that does not
    say how it faces turns to the enemies it is in contact with. With `acting` a brigade is already
    activated and has `points` left; if some are spent and it is in contact, its march has ended."""
    state = BullRunState(len(rules.roster.ids))
    position = BullRun(rules, state)
    state.turn = turn_number(turn, rules.hours, 1, rules.turns + rules.has("extra-turn"))
    set_phase(position, side, phase, PHASES)
    state.last_turn = max(rules.turns, state.turn)
    _read_table(position, table)
    _read_pieces(position, pieces)
    _check(position)
    state.frames = _frames(position, phase, table)
    return position


# --- the table ------------------------------------------------------------------------------------


def _read_table(position: BullRun, table: Mapping[str, Any]) -> None:
    state = position.state
    rules = position.rules
    only_known("the table", table, TABLE_KEYS)
    calendar = rules.tables["calendar"]
    least = {INITIATIVE: 0, CONTINUATION: calendar["movement_phases"]}.get(state.phase, 1)
    last = calendar["last_movement_phase"]
    state.movement_phase = number("movement_phase", table.get("movement_phase", least), least, last)
    state.first = UNION if state.turn == 1 else state.active
    if "initiative" in table:
        state.first = one_of("initiative", table["initiative"], SIDES)
    if "offensive" in table:
        state.offensive = one_of("offensive", table["offensive"], SIDES)
        state.launched |= 1 << state.offensive
    for side in texts("offensives_used", table.get("offensives_used", ())):
        state.launched |= 1 << one_of("offensives_used", side, SIDES)
    state.northern = rules.northern_start
    named = {name: zone for zone, name in rules.objective_names.items()}
    for name, holder in by_name("control", table.get("control", {})).items():
        if name not in named:
            raise ImpossiblePosition(f"control: {name!r} is none of {', '.join(sorted(named))}")
        bit = 1 << named[name]
        state.northern = (
            state.northern | bit if one_of(name, holder, SIDES) == UNION else state.northern & ~bit
        )
    state.farm_ford = int(flag("farm_ford_known", table.get("farm_ford_known", False)))
    state.attacked = rules.board.set_named(texts("attacked", table.get("attacked", ())))


# --- the pieces -----------------------------------------------------------------------------------


def _read_pieces(position: BullRun, pieces: Sequence[Mapping[str, Any]]) -> None:
    roster = position.rules.roster
    seen: dict[int, Mapping[str, Any]] = {}
    for piece, entry in piece_entries(pieces, roster.number, PIECE_KEYS):
        seen[piece] = entry
        _place(position, piece, entry)
    leaders: set[PlaceId] = set()
    for piece, entry in seen.items():
        if entry.get("line", "") == "front":
            zone = position.state.at[piece]
            if zone in leaders:
                raise ImpossiblePosition(f"{entry['at']}: two front lines [10.5.2]")
            leaders.add(zone)
            lead(position, piece)
    _place_legion(position, seen.get(roster.legion))
    for zone in places_in(ground(position).held[0] | ground(position).held[1]):
        _turn_stack(position, zone, seen)


def _place(position: BullRun, piece: int, entry: Mapping[str, Any]) -> None:
    rules, state = position.rules, position.state
    roster = rules.roster
    name = roster.ids[piece]
    zone = zone_of(position, name, entry.get("at"))
    if piece >= 2 * roster.brigades:
        state.at[piece] = zone
        if flag(f"{name}: activated", entry.get("activated", False)):
            state.turned |= 1 << piece
        return
    if entry.get("line", "front") not in ("front", "second"):
        raise ImpossiblePosition(f"{name}: line must be front or second, got {entry['line']!r}")
    if ground(position).held[1 - roster.side[piece]] >> zone & 1:
        raise ImpossiblePosition(f"{name}: an enemy brigade is in {entry['at']} [10.5.4]")
    put(position, piece, zone)
    if entry.get("line") == "second":
        state.second |= 1 << piece
        position.cache = None
    if flag(f"{name}: attack", entry.get("attack", False)):
        state.attacking |= 1 << piece
    if piece >= roster.brigades:
        return
    most = rules.tables["fatigue"]["most"]
    state.losses[piece] = number(f"{name}: losses", entry.get("losses", 0), 0, roster.combat[piece] - 1)
    state.fatigue[piece] = number(f"{name}: fatigue", entry.get("fatigue", 0), 0, most)
    for key in ("acted", "operational"):
        if flag(f"{name}: {key}", entry.get(key, False)):
            setattr(state, key, getattr(state, key) | 1 << piece)


def _place_legion(position: BullRun, entry: Mapping[str, Any] | None) -> None:
    if entry is None:
        return
    roster = position.rules.roster
    host = entry.get("with")
    if host is None:
        settle_legion(position, position.state.at[roster.legion])
        return
    if (
        text(f"{entry['id']}: with", host) not in roster.number
        or position.state.at[roster.number[host]] != position.state.at[roster.legion]
    ):
        raise ImpossiblePosition(
            f"{entry['id']}: with must name a brigade in its zone, got {host!r} [10.5.5]"
        )
    position.state.second |= 1 << roster.legion
    attach_legion(position, roster.number[host])


def _turn_stack(position: BullRun, zone: PlaceId, entries: Mapping[int, Mapping[str, Any]]) -> None:
    rules = position.rules
    elements = elements_in(position, zone)
    faced = wanted_facing(position, zone, elements, entries, "10.2.2", "10.5.3")
    if faced is None:
        side = rules.roster.side[elements[0]]
        met = enemies_met(position, zone, side) or rules.around[zone] & ground(position).held[1 - side]
        faced = next(places_in(facings_to(position, zone, met) if met else rules.around[zone]))
    face(position, elements[0], faced)


# --- what the rules forbid ------------------------------------------------------------------------


def _check(position: BullRun) -> None:
    rules, state = position.rules, position.state
    roster, names = rules.roster, rules.board.names
    on = ground(position)
    for zone in places_in(on.held[0] | on.held[1]):
        most = _most_brigades(position, zone)
        if brigades_in(position, zone) > most:
            raise ImpossiblePosition(f"{names[zone]}: more than {most} brigades [10.5.1]")
        if zone not in on.front:
            raise ImpossiblePosition(f"{names[zone]}: no brigade is the front line [10.5.2]")
    for brigade in range(roster.brigades):
        name = roster.ids[brigade]
        if state.at[brigade] and not rules.chosen[brigade]:
            raise ImpossiblePosition(f"{name}: needs the option {roster.option[brigade]}")
        line = state.at[brigade + roster.brigades]
        if line and (brigade == roster.legion or not rules.zoc[line] >> state.at[brigade] & 1):
            raise ImpossiblePosition(f"{name}: its line must be in a zone next to it on its bank [10.6.1]")
        if line and state.operational >> brigade & 1:
            raise ImpossiblePosition(f"{name}: a line is not marked for operational movement [10.6.2]")
    for side in (0, 1):
        for hq in roster.headquarters[side]:
            if touched_zone(position, 1 - side) >> state.at[hq] & 1:
                here = names[state.at[hq]]
                raise ImpossiblePosition(f"{roster.ids[hq]}: in contact with the enemy in {here} [10.3.6]")


def _most_brigades(position: BullRun, zone: PlaceId) -> int:
    """Two to a zone, and as many as have arrived together where Northern reinforcements come in (13.4)."""
    rules = position.rules
    most: int = rules.tables["stacking"]["brigades"]
    for group in rules.data["reinforcements"]:
        brigades = [rules.roster.number[name] for name in group["brigades"]]
        come = group["turn"] < position.state.turn and all(rules.chosen[brigade] for brigade in brigades)
        if come and zone == rules.board.place(group["zone"]):
            most = max(most, len(brigades))
    return most


# --- where play goes on ---------------------------------------------------------------------------


def _frames(position: BullRun, phase: str, table: Mapping[str, Any]) -> list[Frame]:
    """The stack of procedures as it would be in this phase."""
    state = position.state
    rules = position.rules
    if phase == "initiative":
        return [("turn_of_play", MOVEMENT_PART), ("offensive", UNION)]
    if phase == "administration":
        operations = [("operations", 1 - state.first), ("operations", state.first)]
        return [("turn_of_play", END_PART), ("recovery",), *operations]
    frames: list[Frame] = [("turn_of_play", ADMINISTRATION_PART)]
    three = rules.tables["calendar"]["movement_phases"]
    frames.append(("continuation",) if state.movement_phase >= three else ("movement_phase",))
    if phase == "continuation":
        return [frames[0], ("continuation",)]
    if state.active == state.first:
        frames.append(("player_phase", 1 - state.first))
    if phase in ("headquarters", "combat"):
        return [*frames, (phase,)]
    most = 1 if state.turn == 1 else max(rules.tables["activation"][SIDES[state.active]])
    frames.append(("choose", number("activations", table.get("activations", most), 0, most)))
    if "acting" in table:
        frames.append(_acting(position, table))
    return frames


def _acting(position: BullRun, table: Mapping[str, Any]) -> Frame:
    roster = position.rules.roster
    state = position.state
    brigade = acting_brigade(position, table["acting"])
    most = roster.movement[brigade]
    points = number("points", table.get("points", most), 0, most)
    state.acted |= 1 << brigade
    flags = 0 if points == most else BUSY
    if state.host != NO_HOST and roster.brigade_of(state.host) == brigade:
        if state.acted >> roster.legion & 1:
            flags |= STAYS
        state.acted |= 1 << roster.legion
    if (state.attacking >> brigade | state.attacking >> brigade + roster.brigades) & 1:
        flags |= BUSY | ENGAGED
    extended = is_extended(position, brigade)
    if points < most and not extended and in_contact(position, state.at[brigade], state.active):
        flags |= HALTED | FACED
    return ("act", brigade, points, state.at[brigade], flags)
