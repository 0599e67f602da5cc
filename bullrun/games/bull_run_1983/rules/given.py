"""Positions as they are given: for the umpire, for players of the cardboard game, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.given import ImpossiblePosition, flag, one_of, piece_entries, texts
from bullrun.errors import UnknownItem
from bullrun.games.bull_run_1983.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1983.rules.brigades import choose_components
from bullrun.games.bull_run_1983.rules.command import determine_active
from bullrun.games.bull_run_1983.rules.frozen import recon_range, sees_frozen
from bullrun.games.bull_run_1983.rules.ground import control_zone, points_in, put, stack, units_in
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BATTLE, BRIGADE, DUMMY, INFANTRY, LEADER
from bullrun.games.bull_run_1983.rules.state import CARD, FORMED, MOVEMENT, PHASES, RALLY, BullRunState
from bullrun.games.sides import SIDES, UNION

PIECE_KEYS = (
    "active", "at", "box", "components", "face", "fought", "frozen", "id", "moved", "spent", "struck",
)  # fmt: skip


def given_position(
    rules: Battlefield,
    *,
    turn: int | str,
    side: str,
    phase: str,
    pieces: Sequence[Mapping[str, Any]],
    abatis: Sequence[str] = (),
    trestle: bool = False,
    **extra: Any,
) -> BullRun:
    """The position with exactly these pieces on the map, at the start of this phase. Unless a piece says
    whether it is active, activation follows from rule 4."""
    if extra:
        raise UnknownItem(
            f"{min(extra)!r}: unknown key; this game knows abatis and trestle besides the pieces"
        )
    state = BullRunState(len(rules.roster.ids))
    position = BullRun(rules, state)
    state.turn = _turn(rules, turn)
    state.side = one_of("side", side, SIDES)
    state.phase = one_of("phase", phase, PHASES)
    state.trestle = int(flag("trestle", trestle))
    state.abatis = rules.board.set_named(texts("abatis", abatis))
    for piece, entry in piece_entries(pieces, rules.roster.number, PIECE_KEYS):
        _place(position, piece, entry)
    _check(position)
    if state.phase >= MOVEMENT:
        free = ~control_zone(position, 1 - state.side)
        for piece, place in enumerate(state.at):
            if place and rules.roster.side[piece] == state.side and free >> place & 1:
                state.settled |= 1 << piece
    if not any("active" in entry for entry in pieces):
        state.active = determine_active(position)
    state.frames = [("sequence", state.phase + 1), (phase,)]
    return position


def _turn(rules: Battlefield, turn: int | str) -> int:
    if isinstance(turn, str) and turn in rules.track:
        return rules.track.index(turn)
    if isinstance(turn, int) and not isinstance(turn, bool) and 1 <= turn <= len(rules.track):
        return turn - 1
    raise ImpossiblePosition(
        f"turn: {turn!r} is neither a number from 1 to {len(rules.track)} nor one of {', '.join(rules.track)}"
    )


def _flag(entry: Mapping[str, Any], key: str) -> bool:
    value = entry.get(key, False)
    if not isinstance(value, bool):
        raise ImpossiblePosition(f"{entry['id']}: {key} must be true or false, got {value!r}")
    return value


def _place(position: BullRun, piece: int, entry: Mapping[str, Any]) -> None:
    rules, state = position.rules, position.state
    roster = rules.roster
    name = roster.ids[piece]
    if state.box[piece] == FORMED:
        raise ImpossiblePosition(f"{name}: {roster.ids[state.holder[piece]]} stands for it already [8.3]")
    if entry.get("box") == "rally box":
        if roster.kind[piece] != INFANTRY or not roster.brigade[piece]:
            raise ImpossiblePosition(f"{name}: only infantry of a brigade can be in the rally box [14.23]")
        state.box[piece] = RALLY
        return
    at = entry.get("at")
    if not isinstance(at, str):
        raise ImpossiblePosition(f"{name}: at must name a hex, got {at!r}")
    place = rules.board.place(at)
    put(position, piece, place)
    face = entry.get("face", "mobile")
    if face not in ("mobile", "battle") or (face == "battle" and roster.kind[piece] != BATTERY):
        raise ImpossiblePosition(f"{name}: face must be mobile or battle, and only batteries have two")
    state.face[piece] = BATTLE if face == "battle" else 0
    spent = entry.get("spent", 0)
    most = rules.sixths[piece][state.face[piece]]
    if not isinstance(spent, int) or not 0 <= spent <= most:
        raise ImpossiblePosition(
            f"{name}: spent must be movement points in sixths, 0 to {most}, got {spent!r} [5.3]"
        )
    state.spent[piece] = spent
    if _flag(entry, "frozen") and not _can_be_frozen(rules, roster.side[piece]):
        raise ImpossiblePosition(f"{name}: nothing of its side is frozen in this game [4.8]")
    for key in ("frozen", "active", "moved", "fought", "struck"):
        if _flag(entry, key):
            setattr(state, key, getattr(state, key) | 1 << piece)
    if roster.kind[piece] == BRIGADE:
        parts = _components(position, piece, entry)
        if _flag(entry, "struck"):
            state.struck |= 1 << parts[0]  # fire on the piece wakes the leader in it (9.64)
        for part in parts:
            if state.box[part] != CARD:
                raise ImpossiblePosition(f"{name}: {roster.ids[part]} is listed by itself already [8.3]")
            state.box[part] = FORMED
            state.holder[part] = piece
            for key in ("frozen", "active"):
                if _flag(entry, key):
                    setattr(state, key, getattr(state, key) | 1 << part)


def _can_be_frozen(rules: Battlefield, side: int) -> bool:
    """Confederates where the scenario freezes them, the Union in the fog of war."""
    return rules.has("fog-of-war") if side == UNION else "frozen" in rules.data


def _components(position: BullRun, piece: int, entry: Mapping[str, Any]) -> list[int]:
    roster = position.rules.roster
    name, code = roster.ids[piece], roster.brigade[piece]
    listed = entry.get("components")
    if listed is None:
        units = choose_components(position, piece)
    else:
        listed = texts(f"{name}: components", listed)
        unknown = [part for part in listed if part not in roster.number]
        if unknown:
            raise ImpossiblePosition(f"{name}: components: unknown piece {unknown[0]!r}")
        units = [roster.number[part] for part in listed if roster.number[part] != roster.brigade_leader[code]]
        if (
            any(part not in roster.brigade_infantry[code] for part in units)
            or sum(roster.defense[part] for part in units) != roster.defense[piece]
        ):
            raise ImpossiblePosition(
                f"{name}: components must be its own infantry with exactly {roster.defense[piece]} DP [8.21]"
            )
    return [roster.brigade_leader[code], *units]


def _check(position: BullRun) -> None:
    rules, state = position.rules, position.state
    roster, board = rules.roster, rules.board
    for place in dict.fromkeys(sorted(p for p in state.at if p)):
        here = board.names[place]
        pieces = stack(position, place)
        if rules.rivers(state.trestle) >> place & 1:
            raise ImpossiblePosition(f"{roster.ids[pieces[0]]}: {here} is a river hex [5.5]")
        if points_in(position, place) > rules.stack_limit(place):
            raise ImpossiblePosition(
                f"{here}: {points_in(position, place)} DP, at most {rules.stack_limit(place)} [5.4]"
            )
        if units_in(position, place, 0) and units_in(position, place, 1):
            raise ImpossiblePosition(f"{here}: units of both sides in one hex [5.82]")
        closed = rules.fords | rules.bridges(state.trestle) | state.abatis
        for piece in pieces:
            if roster.kind[piece] == BRIGADE and closed >> place & 1:
                raise ImpossiblePosition(f"{roster.ids[piece]}: no brigade piece in {here} [8.52]")
            if roster.kind[piece] == LEADER:
                _check_leader(position, piece, place)
            if roster.kind[piece] == DUMMY and not rules.has("fog-of-war"):
                raise ImpossiblePosition(f"{roster.ids[piece]}: dummies need the option fog-of-war [O2]")
            if sees_frozen(position, roster.side[piece], place):
                _refuse_frozen(position, piece, place)


def _refuse_frozen(position: BullRun, piece: int, place: PlaceId) -> None:
    """Nothing is frozen within recon range of an enemy: it would have been turned up when he came."""
    state, roster = position.state, position.rules.roster
    near = recon_range(position, place)
    frozen = state.frozen & roster.of_side[1 - roster.side[piece]]
    found = next(p for p in places_in(frozen) if state.at[p] and near >> state.at[p] & 1)
    rule = "4.82" if roster.side[piece] == UNION else "O2"
    here, enemy = position.rules.board.names[state.at[found]], roster.ids[piece]
    raise ImpossiblePosition(
        f"{roster.ids[found]}: frozen in {here} within recon range of {enemy}; it would be turned up [{rule}]"
    )


def _check_leader(position: BullRun, piece: int, place: PlaceId) -> None:
    roster = position.rules.roster
    side = roster.side[piece]
    if control_zone(position, 1 - side) >> place & 1 and not units_in(position, place, side):
        here = position.rules.board.names[place]
        raise ImpossiblePosition(f"{roster.ids[piece]}: alone in enemy control in {here} [12.3]")
