"""12.3 and 13.4. Reinforcements: brigades that come to the field at the end of a turn."""

from __future__ import annotations

from bullrun.board.places import PlaceId
from bullrun.engine.ledger import enforces
from bullrun.engine.vocabulary import PIECE, PLACE, Kind
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.ground import brigades_in, ground, put
from bullrun.games.bull_run_1861.rules.movement import arrive_together, note_passage

FAR = 99
"""More movement points than any way over the map costs."""


@enforces("12.3", "13.4")
def bring_reinforcements(position: BullRun) -> None:
    """Place the brigades that arrive at the end of this turn; they may act from the next one on."""
    rules = position.rules
    for group in rules.data["reinforcements"]:
        brigades = [rules.roster.number[brigade] for brigade in group["brigades"]]
        due = [brigade for brigade in brigades if rules.chosen[brigade]]
        if group["turn"] != position.state.turn or not due:
            continue
        zone = rules.board.place(group["zone"])
        arrivals: dict[PlaceId, list[int]] = {}
        for brigade in due:
            there = arrival_zone(position, brigade, zone, len(brigades))
            if there is None:
                position.emit("kept_away", group["rule"], piece=rules.roster.ids[brigade])
                continue
            put(position, brigade, there)
            note_passage(position, brigade, there, there)
            arrivals.setdefault(there, []).append(brigade)
            name = rules.board.names[there]
            position.emit("reinforcement", group["rule"], piece=rules.roster.ids[brigade], zone=name)
        for there, newcomers in reversed(arrivals.items()):
            arrive_together(position, there, tuple(newcomers))


@enforces("13.4")
def arrival_zone(position: BullRun, brigade: int, zone: PlaceId, together: int) -> PlaceId | None:
    """The named zone, which takes as many as arrive there together; if it is full or enemy-held, the
    nearest zone with room for a brigade."""
    rules = position.rules
    side = rules.roster.side[brigade]
    enemy = ground(position).held[1 - side]
    limit: int = rules.tables["stacking"]["brigades"]
    if not enemy >> zone & 1 and brigades_in(position, zone) < max(limit, together):
        return zone
    costs = rules.steps(side, position.state).search(zone, FAR, 0, enemy).costs
    for cost, there in sorted((cost, there) for there, cost in costs.items()):
        if cost and brigades_in(position, there) < limit:
            return there
    return None


EVENTS = (
    Kind("reinforcement", "{piece} arrives in {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("kept_away", "{piece} finds no room on the field.", {"piece": PIECE}),
)
