"""The tracks beside the map: what came out of the cup, the points, and the turns with who is due."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.engine.display import Marker, Track
from bullrun.engine.events import listed
from bullrun.games.day_was_ours.rules.arrivals import due_turn
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.roster import BRIGADE, DIVISION, EVENT, NOBODY
from bullrun.games.day_was_ours.rules.state import ASIDE, CUP, DUE, FACE_DOWN, HELD, MIX, ORDERS
from bullrun.games.day_was_ours.rules.victory import objective_points, rule_of_points, rule_of_winning
from bullrun.games.sides import CONFEDERATE, SIDE_NAMES, SIDES, UNION

LAST_LEAD = 9
"""The last numbered cell of the track of points; who leads by more stands there, too."""


def tracks(position: Day) -> tuple[Track, ...]:
    """All of them, in the order in which players look at them."""
    return drawn_track(position), points_track(position), turn_track(position)


# --- the chits of this turn ---------------------------------------------------------------------------


def drawn_track(position: Day) -> Track:
    """The chits that have come out of the cup this turn in their order, and what became of each."""
    found: list[tuple[int, list[int]]] = []
    for piece in position.state.drawn:
        if piece < 0 or position.rules.roster.kind[piece] != BRIGADE:
            found.append((piece, []))
        elif found:
            found[-1][1].append(piece)
    markers = tuple(_chit(position, str(n), chit, brigades) for n, (chit, brigades) in enumerate(found, 1))
    cells = tuple(marker.at for marker in markers)
    return Track("drawn", "Drawn this turn", "7.2", cells, markers, beside="cup")


def _chit(position: Day, cell: str, chit: int, brigades: list[int]) -> Marker:
    roster = position.rules.roster
    if chit in FACE_DOWN:
        side = SIDES[FACE_DOWN.index(chit)]
        return Marker(
            cell, "chit", side, says=f"An event of the {SIDE_NAMES[side]}, face down", rule="7.3.event"
        )
    side = SIDES[roster.side[chit]] if roster.side[chit] != NOBODY else ""
    says = _became(position, chit, brigades)
    return Marker(cell, f"chit {roster.ids[chit]}", side, says=says, rule="7.2")


def _became(position: Day, chit: int, brigades: list[int]) -> str:
    """What a chit that has been drawn has done."""
    roster, state = position.rules.roster, position.state
    called = roster.infos[chit].name
    if roster.kind[chit] == DIVISION:
        if not brigades:
            return f"{called}, no brigade acts"
        one = brigades[0]
        return f"{called}: {roster.infos[one].name}, {ORDERS[state.ordered[one]] or 'no order'}"
    if roster.kind[chit] == EVENT and state.at[chit] in HELD:
        return f"{called}, held by the {SIDE_NAMES[SIDES[HELD.index(state.at[chit])]]}"
    if state.at[chit] > 0:
        return f"{called}, lies in {position.rules.board.names[state.at[chit]]}"
    return f"{called}, done with" if state.at[chit] in (ASIDE, CUP, *MIX) else f"{called}, out of the game"


# --- points -------------------------------------------------------------------------------------------


def points_track(position: Day) -> Track:
    """Who leads by how much, and from which lead on a side wins."""
    rule, plan = rule_of_points(position), position.rules.plan
    leads = range(LAST_LEAD, 0, -1)
    cells = [*(f"C{lead}" for lead in leads), "0", *(f"U{lead}" for lead in reversed(leads))]
    cells[0], cells[-1] = f"{cells[0]}+", f"{cells[-1]}+"
    union, confederate = position.state.points
    lead = max(-LAST_LEAD, min(LAST_LEAD, union - confederate))
    ahead = UNION if union > confederate else CONFEDERATE
    says = f"{SIDE_NAMES[SIDES[ahead]]} ahead by {abs(union - confederate)}" if lead else "Nobody leads"
    markers = [Marker(cells[lead + LAST_LEAD], "lead", SIDES[ahead] if lead else "", says=says, rule=rule)]
    pays = [0, 0]
    for _, side, points in objective_points(position):
        pays[side] += points
    for side, way in ((UNION, 1), (CONFEDERATE, -1)):
        says = f"From here on the {SIDE_NAMES[SIDES[side]]} wins; the hexes pay it {pays[side]} now"
        at = cells[way * min(plan.margin, LAST_LEAD) + LAST_LEAD]
        markers.append(Marker(at, "wins", SIDES[side], says=says, rule=rule_of_winning(position)))
    return Track("points", "Points, who leads", rule, tuple(cells), tuple(markers), beside="reorganize")


# --- turns --------------------------------------------------------------------------------------------


def turn_track(position: Day) -> Track:
    """The turns to come, with who may enter from each of them on."""
    state, rules = position.state, position.rules
    roster, track = rules.roster, rules.track
    turns = range(rules.plan.first_turn, rules.plan.last_turn + 1)
    markers = [Marker(track[state.turn], "now", says="The present turn", rule="14")]
    for turn in turns:
        for side in (UNION, CONFEDERATE):
            due = [
                unit
                for unit in places_in(roster.units & roster.of_side[side])
                if state.at[unit] == DUE and due_turn(position, unit) == turn
            ]
            if due:
                says = _who(position, due)
                markers.append(Marker(track[turn], f"due {len(due)}", SIDES[side], says=says, rule="10.8"))
    cells = tuple(track[turn] for turn in turns)
    return Track("turns", "Turns", "14", cells, tuple(markers), beside="reorganize")


def _who(position: Day, due: list[int]) -> str:
    """Brigades and batteries by name, with their hex."""
    roster, plan = position.rules.roster, position.rules.plan
    by_hex: dict[int, list[str]] = {}
    for unit in due:
        marker = roster.brigade[unit]
        called = roster.infos[unit if marker == NOBODY else marker].name
        names = by_hex.setdefault(plan.arrivals[unit].place, [])
        if called not in names:
            names.append(called)
    board = position.rules.board
    return "; ".join(f"{listed(names)} at {board.names[place]}" for place, names in by_hex.items())
