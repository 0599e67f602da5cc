"""5.52 How many defense points may still enter a ford this player-turn, by march or by advance."""

from __future__ import annotations

from bullrun.board.places import PlaceId
from bullrun.engine.ledger import enforces
from bullrun.games.bull_run_1983.rules.battlefield import BullRun


@enforces("5.52")
def ford_room(position: BullRun, place: PlaceId) -> int:
    """Defense points that may still enter a ford this player-turn."""
    return position.rules.ford_entry - dict(position.state.ford_entries).get(place, 0)


def count_ford_entry(position: BullRun, place: PlaceId, points: int) -> None:
    """Remember that defense points entered a ford; other hexes and leaders do not count."""
    if points and position.rules.fords >> place & 1:
        entries = dict(position.state.ford_entries)
        entries[place] = entries.get(place, 0) + points
        position.state.ford_entries = tuple(entries.items())
