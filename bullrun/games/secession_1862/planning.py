"""Plans of an army of 1862: which objective each division goes for, and what its brigades do on the way."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.plan import Plan, Task
from bullrun.games.secession_1862.battlefield import Battle
from bullrun.games.secession_1862.judgment import FAR, WAY, way_to_objectives, worth
from bullrun.games.secession_1862.losses import combat_potential
from bullrun.games.vaevictis.marches import flood

SHORT_LIST = 6
"""So many destinations of a march are tried, the nearest to the goal first."""
MOST_EFFORTS = 3


def make_plans(position: Battle, side: int, temper: int) -> list[Plan]:
    """Everybody by the shortest way; or a main effort on one objective, the other divisions as before."""
    rules, state = position.rules, position.state
    roster = rules.roster
    brigades = [b for b in roster.of_side[side] if state.at[b]]
    if not brigades:
        return []
    everybody = tuple(roster.ids[b] for b in brigades)
    taken = state.taken
    wanted = rules.objectives[side] & ~taken | rules.objectives[1 - side] & taken
    goals = wanted or rules.all_objectives
    names = rules.board.names
    plans = [
        Plan(
            "every division by the shortest way",
            "Each division goes for the nearest objective that counts, or guards the one it stands on.",
            ("3.1",),
            (Task("go", everybody, tuple(names[z] for z in places_in(goals))),),
            1000,
            temper,
        )
    ]
    near: list[tuple[int, PlaceId]] = []
    for zone in places_in(goals):
        table = way_table(position, zone)
        near.append((sum(sorted(table[state.at[b]] for b in brigades)[:6]), zone))
    for cost, zone in sorted(near)[:MOST_EFFORTS]:
        table = way_table(position, zone)
        main = sorted(brigades, key=lambda b: (table[state.at[b]], b))[: max(3, len(brigades) * 3 // 5)]
        rest = tuple(roster.ids[b] for b in brigades if b not in main)
        tasks = [Task("take", tuple(roster.ids[b] for b in main), (names[zone],))]
        if rest:
            tasks.append(Task("go", rest, tuple(names[z] for z in places_in(goals))))
        plans.append(
            Plan(
                f"main effort on {names[zone]}",
                f"The nearest divisions go for {names[zone]} together; the others take their shortest way.",
                plans[0].rules,
                tuple(tasks),
                900 - cost,
                temper,
            )
        )
    return plans


_TABLES: dict[PlaceId, list[int]] = {}


def way_table(position: Battle, goal: PlaceId) -> list[int]:
    """For each zone the movement points to a zone."""
    found = _TABLES.get(goal)
    if found is None:
        found = [FAR] * position.rules.board.size
        for zone, cost in flood(position.rules.quiet, goal, FAR, 0).items():
            found[zone] = cost
        _TABLES[goal] = found
    return found


def _table_of(position: Battle, plan: Plan, brigade: int) -> list[int] | None:
    name = position.rules.roster.ids[brigade]
    for task in plan.tasks:
        if task.does == "take" and name in task.who:
            return way_table(position, position.rules.board.place(task.where[0]))
    return None


def serve(position: Battle, side: int, decision: Decision, plan: Plan) -> Action | None:
    """What a brigade of the main effort does is tried with its goal in view; all else is judged plainly."""
    frame = position.state.frames[-1]
    if frame[0] != "act":
        return None
    brigade: int = frame[1]
    table = _table_of(position, plan, brigade)
    if table is None:
        return None
    usual = way_to_objectives(position, side)
    weight = WAY * max(1, combat_potential(position, brigade)) // 6
    best: tuple[int, int] | None = None
    chosen: Action | None = None
    for number, option in enumerate(_short_list(position, decision, table)):
        after = position.copy()
        after.apply(option)
        after.decision()
        zone = after.state.at[brigade]
        value = worth(after, side)
        if zone:
            value += weight * (usual[zone] - table[zone])
        if best is None or (value, -number) > best:
            best, chosen = (value, -number), option
    return chosen


def _short_list(position: Battle, decision: Decision, table: Sequence[int]) -> list[Action]:
    options = decision.options
    if not isinstance(options, SetOptions):
        return list(options)
    names = position.rules.board.names
    found = list(options.before)
    for prefix, zones in options.groups:
        places = list(places_in(zones))
        if prefix[0] == "move" and len(places) > SHORT_LIST:
            places = sorted(places, key=lambda z: (table[z], z))[:SHORT_LIST]
        found += [(*prefix, names[z]) for z in places]
    return found + list(options.after)
