"""15.3, B8.1, G8.3 Paths home, and surrender at night: judged for all units of both sides at once."""

from __future__ import annotations

from collections.abc import Iterable

from bullrun.board.places import PlaceSet, places_in, set_of
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import ground, on_map
from bullrun.games.clash_of_giants.rules.scoring import eliminate
from bullrun.games.clash_of_giants.rules.state import ENTRY
from bullrun.games.clash_of_giants.rules.zones import next_to_enemies, zone
from bullrun.games.sides import SIDES


@enforces("B8.1.csa", "B8.1.usa", "B8.1.t6", "G8.3.csa", "G8.3.usa")
def home_entries(position: Clash, unit: int) -> tuple[str, ...]:
    """The letters of the entry hexes to which a unit may trace its path this turn."""
    rules, state = position.rules, position.state
    data = rules.data["surrender"]
    found = list(data[SIDES[rules.roster.side[unit]]])
    formation = rules.roster.formations[rules.roster.formation[unit]].id
    for more in data["also"]:
        if more["turn"] == state.turn and formation in more["formations"]:
            found += more["entries"]
    return tuple(found)


@enforces("15.3.path")
def can_trace(position: Clash, unit: int, letters: Iterable[str]) -> bool:
    """Whether a unit on the map has a path of hexes of any length to an entry hex of these letters: over
    sides that are not closed, past no enemy, through no enemy zone but where a friend stands, and not into
    an entry hex where an enemy waits. Points, woods and stacking do not matter."""
    rules, state, on = position.rules, position.state, ground(position)
    side = rules.roster.side[unit]
    enemies = sum(
        1 << other for other in places_in(rules.roster.of_side[1 - side]) if state.box[other] == ENTRY
    )
    taken = set_of(state.at[other] for other in places_in(enemies))
    goals = set_of(place for letter in letters for place in rules.entries[letter]) & ~taken
    start = 1 << state.at[unit]
    friends = on.units[side]
    if len(on.stacks[state.at[unit]]) == 1:
        friends &= ~start
    barred: PlaceSet = on.units[1 - side] | zone(position, 1 - side) & ~friends | rules.entry_hexes & ~goals
    seen = front = start
    while front and not seen & goals:
        reached = 0
        for place in places_in(front):
            reached |= rules.board.neighbour_set[place] & ~rules.closed_sides[place]
        front = reached & ~barred & ~seen
        seen |= front
    return bool(seen & goals)


@enforces("15.3.who", "15.3.far", "15.3.simul", "15.3.vp", "6.4")
def ask_surrender(position: Clash, frame: Frame) -> Decision | None:
    """A unit next to an enemy with no path home surrenders; one surrounded and alone is unharmed."""
    rules, state = position.rules, position.state
    position.end()
    caught = [
        unit
        for side in range(2)
        for unit in on_map(position, rules.roster.of_side[side])
        if next_to_enemies(position, side) >> state.at[unit] & 1
        and not can_trace(position, unit, home_entries(position, unit))
    ]
    for unit in caught:
        eliminate(position, unit, "15.3.who")
    return None


PROCEDURES = {"surrender": Procedure(ask_surrender)}
