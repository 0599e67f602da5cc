"""4. Command: which pieces of the attacker are active this turn."""

from __future__ import annotations

from functools import lru_cache

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import NUMBER, PIECES, SIDE, Kind
from bullrun.games.bull_run_1983 import HOME
from bullrun.games.bull_run_1983.rules import dummies, frozen
from bullrun.games.bull_run_1983.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1983.rules.ground import ground, ids
from bullrun.games.bull_run_1983.rules.roster import (
    ARMY_RANK,
    ARTILLERY_RANK,
    BATTERY,
    DIVISION_RANK,
    LEADER,
    Roster,
)
from bullrun.games.bull_run_1983.rules.state import FORMED, MAP
from bullrun.games.loading import data_toml
from bullrun.games.sides import SIDES
from bullrun.mechanisms.reach import flood


@enforces("4.5")
def command_range(rules: Battlefield, place: PlaceId, trestle: int) -> PlaceSet:
    """The hexes that a command path from this hex reaches: four hexes, never into a river, never in and
    out of the same ford. It is the same in both directions."""
    known: dict[tuple[PlaceId, int], PlaceSet] = rules.memo.setdefault("command range", {})
    found = known.get((place, trestle))
    if found is None:
        found = known[place, trestle] = reach_of(rules, 1 << place, trestle)
    return found


def reach_of(rules: Battlefield, places: PlaceSet, trestle: int) -> PlaceSet:
    """The hexes within command range of any of these."""
    dry = rules.board.all & ~rules.rivers(trestle)
    return flood(rules.board, places, rules.tables["range"]["command"], dry, ends=rules.fords)


@lru_cache(maxsize=64)
@enforces("4.51", "4.52")
def subordinates(roster: Roster) -> dict[int, int]:
    """For each leader the pieces that he activates along a command path: an army leader the leaders, a
    division leader his division, a brigade leader his brigade, an artillery leader his batteries."""
    found = {}
    for leader in places_in(roster.all_leaders):
        rank, code, division = roster.rank[leader], roster.brigade[leader], roster.division[leader]
        pieces = 0
        for piece in range(len(roster.ids)):
            if roster.side[piece] != roster.side[leader] or piece == leader:
                continue
            if rank == ARMY_RANK:
                answers = roster.kind[piece] == LEADER and bool(roster.army[piece] & roster.army[leader])
            elif rank == DIVISION_RANK:
                answers = roster.division[piece] == division
            elif rank == ARTILLERY_RANK:
                answers = roster.brigade[piece] == code and roster.kind[piece] == BATTERY
            else:
                answers = roster.brigade[piece] == code
            pieces |= answers << piece
        found[leader] = pieces
    return found


@lru_cache(maxsize=64)
@enforces("4.6", "4.61", "4.62", "4.63", "4.64")
def companions(roster: Roster) -> dict[int, int]:
    """For each leader the pieces that he activates when they share his hex: his army, whatever their rank
    or brigade; an artillery leader only the batteries of his army."""
    found = {}
    for leader in places_in(roster.all_leaders):
        pieces = 0
        for piece in range(len(roster.ids)):
            if (
                piece != leader
                and roster.side[piece] == roster.side[leader]
                and roster.army[piece] & roster.army[leader]
                and (roster.rank[leader] != ARTILLERY_RANK or roster.kind[piece] == BATTERY)
            ):
                pieces |= 1 << piece
        found[leader] = pieces
    return found


@enforces("4.2", "O4.1c")
def self_active(position: BullRun) -> int:
    """Pieces that need no leader: those with a red movement factor, and by the clock those that the
    scenario names (Pendleton on July 20th)."""
    rules, turn = position.rules, position.state.turn
    by_turn: list[int] | None = rules.memo.get("self active")
    if by_turn is None:
        red = red_pieces(rules)
        by_turn = [red] * len(rules.track)
        for entry in rules.data.get("self_active", ()):
            for index in range(rules.track.index(entry["from"]), rules.track.index(entry["to"]) + 1):
                by_turn[index] |= 1 << rules.roster.number[entry["piece"]]
        rules.memo["self active"] = by_turn
    return by_turn[turn]


def red_pieces(rules: Battlefield) -> int:
    """Pieces with a red movement factor, as far as the players' rulings do not change it."""
    roster = rules.roster
    red = sum(1 << piece for piece, is_red in enumerate(roster.red) if is_red)
    for option in data_toml(HOME, "options.toml")["option"]:
        if rules.options.get(option["id"]) == "on":
            for piece in option.get("pieces_red", ()):
                red |= 1 << roster.number[piece]
            for piece in option.get("pieces_not_red", ()):
                red &= ~(1 << roster.number[piece])
    return red


@enforces("4.3", "4.31", "4.32", "4.4", "4.81", "4.83", "8.3")
def determine_active(position: BullRun) -> int:
    """The attacker's active pieces. Parts of a formed brigade count as if they stood in its hex; the brigade
    piece is active exactly when its leader is: what activates either in their hex activates both."""
    rules, state = position.rules, position.state
    roster, at, box, holder = rules.roster, state.at, state.box, state.holder
    side = state.side
    on = ground(position)
    near_enemy = reach_of(
        rules, on.units[1 - side] | on.leaders[1 - side] | rules.base[1 - side], state.trestle
    )
    called = self_active(position) | state.struck & roster.all_leaders
    place: list[PlaceId] = at[:]
    stacked: dict[PlaceId, int] = {}
    present = active = 0
    for piece in places_in(roster.of_side[side] & ~state.frozen):
        here = at[piece]
        if box[piece] == FORMED:
            here = place[piece] = at[holder[piece]]
        if here:
            present |= 1 << piece
            stacked[here] = stacked.get(here, 0) | 1 << piece
            if (near_enemy >> here | called >> piece) & 1:
                active |= 1 << piece
    for dummy in dummies.uncovered(position):
        active |= stacked.get(at[dummy], 0)
    in_range, in_hex = subordinates(roster), companions(roster)
    asked = 0
    leaders = active & roster.all_leaders
    while leaders:
        asked |= leaders
        for leader in places_in(leaders):
            here = place[leader]
            waiting = present & ~active
            candidates = waiting & in_range[leader]
            if candidates:
                reach = command_range(rules, here, state.trestle)
                for piece in places_in(candidates):
                    if reach >> place[piece] & 1:
                        active |= 1 << piece
            active |= waiting & in_hex[leader] & stacked[here]
        leaders = active & roster.all_leaders & ~asked
    return active


@enforces("4.11")
def ask_command(position: BullRun, frame: Frame) -> Decision | None:
    """Settle once for this player-turn who is active. Before that the Union may unfreeze pieces (fog of
    war)."""
    state, roster = position.state, position.rules.roster
    if len(frame) == 1 and frozen.release_is_open(position):
        position.goto("command", "settle")
        position.call("unfreeze")
        return None
    state.active = determine_active(position)
    state.struck &= ~roster.of_side[state.side]
    dummies.remove_uncovered(position)
    if position.log is not None:
        mine = [p for p in places_in(roster.of_side[state.side] & ~state.frozen) if state.box[p] == MAP]
        idle = [p for p in mine if not state.active >> p & 1]
        position.emit("command", "4.11", side=SIDES[state.side], active=len(mine) - len(idle))
        if idle:
            position.emit("inactive", "4.12", pieces=ids(position, idle))
    position.end()
    return None


PROCEDURES = {"command": Procedure(ask_command)}

EVENTS = (
    Kind("command", "{side}: {active} pieces are active this turn.", {"side": SIDE, "active": NUMBER}),
    Kind("inactive", "Inactive: {pieces}.", {"pieces": PIECES}),
)
