"""10.3 Movement, with 10.6 Extended lines: what an activated brigade does until it faces and ends."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.events import Join
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import (
    AIM,
    CHOOSE,
    GAIN,
    MARCH,
    NUMBER,
    PATH,
    PIECE,
    PIECES,
    PLACE,
    SIDE,
    Kind,
    Verb,
)
from bullrun.fast import Graph, Reach
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.facing import (
    CONTACT,
    FREE,
    all_facings,
    enemies_met,
    lose_operational_markers,
    meet_enemies,
    place_options,
    take_facing,
)
from bullrun.games.bull_run_1861.rules.ground import (
    brigades_in,
    control_zone,
    detach_legion,
    elements_in,
    face,
    full_zones,
    ground,
    in_contact,
    lead,
    others_in_stack,
    put,
    settle_legion,
    take_off,
)
from bullrun.games.bull_run_1861.rules.headquarters import push_headquarters, touched_headquarters
from bullrun.games.bull_run_1861.rules.state import NO_HOST
from bullrun.games.sides import SIDES, UNION
from bullrun.games.vaevictis.marches import force_passes

BUSY, FORCED, HALTED, FACED, ENGAGED, MOVED, SPREAD, STAYS, FORCED_AGAIN = (1 << bit for bit in range(9))
"""What an acting brigade has done: anything at all; a forced march; stopped in a zone of control; taken
its facing on contact; placed an attack marker; left its zone; extended its line. That the Legion with it
has acted by itself and does not march along. And a second forced march."""


Ford = tuple[tuple[PlaceId, int], ...]
"""A step over a ford that is not known yet, with its cost; empty for none."""


@enforces("10.3.2", "10.3.5", "10.3.7", "10.5.4")
def march_reach(position: BullRun, side: int, start: PlaceId, points: int, ford: Ford = ()) -> Reach:
    """Every zone a brigade can get to, with costs and ways: zones with enemies are closed, an enemy zone of
    control stops the march, and who starts in one must not step straight into another."""
    steps = position.rules.steps(side, position.state)
    if ford:
        rows = [*steps.rows]
        rows[start] = (*rows[start], *ford)
        steps = Graph(rows)
    control = control_zone(position, 1 - side)
    barred = control if control >> start & 1 else 0
    return steps.search(start, points, control, ground(position).held[1 - side], barred)


def march_zones(position: BullRun, side: int, start: PlaceId, points: int, ford: Ford = ()) -> PlaceSet:
    """The zones of `march_reach` alone, which is all that options need; worked out once as long as nobody
    moves."""
    if points < 1:
        return 0
    rules = position.rules
    on = ground(position)
    key = (rules.variant(side, position.state), start, points, ford)
    found: PlaceSet | None = on.memo.get(key)
    if found is None:
        control = control_zone(position, 1 - side)
        enemy = on.held[1 - side]
        free = rules.free_reach(side, position.state, start, points)
        if ford:
            found = march_reach(position, side, start, points, ford).mask
        elif not (free.mask | 1 << start) & (control | enemy):
            found = free.mask
        else:
            barred = control if control >> start & 1 else 0
            sets = rules.step_sets(side, position.state)
            found = sets.in_reach(start, points, control, enemy, barred)
        on.memo[key] = found
    return found


@enforces("10.3.4")
def unknown_ford(position: BullRun, side: int, zone: PlaceId, start: PlaceId) -> Ford:
    """The step over Farm Ford for the first Northern brigade that uses it: from where it started its
    activation, for 4 points."""
    if side != UNION or position.state.farm_ford or zone != start:
        return ()
    a, b = position.rules.farm_ford
    if zone not in (a, b):
        return ()
    return ((b if zone == a else a, position.rules.tables["march"]["unknown_ford"]),)


def march_goals(position: BullRun, mover: int, points: int, ford: Ford = ()) -> PlaceSet:
    """The zones of a march where the mover may end: not where it stands, and not a full one."""
    side = position.rules.roster.side[mover]
    zones = march_zones(position, side, position.state.at[mover], points, ford)
    return zones & ~full_zones(position, mover)


# --- on the way -----------------------------------------------------------------------------------


def walk(position: BullRun, movers: tuple[int, ...], reach: Reach, goal: PlaceId) -> int:
    """Go to a zone by the cheapest way. The march is cut short where it pushes a headquarters back, whose
    owner decides before it goes on. Returns the points spent."""
    state = position.state
    rules = position.rules
    side = rules.roster.side[movers[0]]
    way = []
    left = state.at[movers[0]]
    spent = 0
    for zone in reach.path(goal):
        spent = reach.costs[zone]
        way.append(zone)
        step(position, movers, left, zone)
        left = zone
        if touched_headquarters(position, zone, side):
            break
    if position.log is not None:
        names = rules.board.names
        pieces = [rules.roster.ids[b] for b in movers]
        position.emit("moved", "10.3.2", pieces=pieces, path=[names[zone] for zone in way], cost=spent)
    return spent


def step(position: BullRun, movers: tuple[int, ...], left: PlaceId, zone: PlaceId) -> None:
    """Bring brigades from one zone to the next, with everything that entering it changes."""
    state = position.state
    rules = position.rules
    legion = rules.roster.legion
    for brigade in movers:
        if brigade == legion and state.host != NO_HOST:
            detach_legion(position)
        put(position, brigade, zone)
        note_passage(position, brigade, left, zone)


@enforces("4.5", "10.3.4", "13.2")
def note_passage(position: BullRun, brigade: int, left: PlaceId, zone: PlaceId) -> None:
    """A brigade that enters a zone, or extends into it, takes control of it; the North gets to know Farm Ford
    by using it; and Northern brigades that come over Sudley Ford are counted."""
    state = position.state
    rules = position.rules
    side = rules.roster.side[brigade]
    if rules.objectives >> zone & 1 and (state.northern >> zone & 1) != (side == UNION):
        state.northern ^= 1 << zone
        position.emit("control", "4.5", side=SIDES[side], zone=rules.board.names[zone])
    if side == UNION:
        if not state.farm_ford and {left, zone} == set(rules.farm_ford):
            find_farm_ford(position, brigade)
        if (left, zone) == rules.sudley_ford:
            state.flanked |= 1 << brigade


def find_farm_ford(position: BullRun, brigade: int) -> None:
    """From now on the North uses Farm Ford like any other."""
    position.state.farm_ford = 1
    position.emit("ford_found", "10.3.4", piece=position.rules.roster.ids[brigade])


def arrive(position: BullRun, element: int, must_face: bool = False) -> None:
    """An element has come to its zone: enemy headquarters next to it go first, then it faces if it has met
    the enemy or must face now, then the enemies it has met turn to it."""
    if not meet_enemies(position, element) and must_face:
        position.call("orient", element, FREE)
    push_headquarters(position, position.state.at[element], position.rules.roster.side[element])


def arrive_together(position: BullRun, zone: PlaceId, newcomers: tuple[int, ...]) -> None:
    """Several brigades have come to a zone at once: if nobody was there they first choose their lines."""
    side = position.rules.roster.side[newcomers[0]]
    if len(newcomers) == 1 or any(e not in newcomers for e in elements_in(position, zone)):
        for brigade in newcomers:
            arrive(position, brigade, must_face=True)
        return
    met = enemies_met(position, zone, side)
    if met:
        lose_operational_markers(position, met)
        position.call("turn", zone, side)
    position.call("rank", zone, CONTACT if met else FREE)
    push_headquarters(position, zone, side)


# --- attack markers -------------------------------------------------------------------------------


@enforces("10.3.8", "11.1.1")
def attackable(position: BullRun, zone: PlaceId, side: int) -> PlaceSet:
    """The zones with enemies that a side can attack from a zone: next to it, over Bull Run only by a
    crossing it knows."""
    return position.rules.attack_sets(side, position.state)[zone] & ground(position).held[1 - side]


def attack_facings(position: BullRun, zone: PlaceId, targets: PlaceSet) -> PlaceSet:
    """The facings that have at least one of these zones in the front."""
    facings = 0
    for faced, front in position.rules.fronts[zone].items():
        if front & targets:
            facings |= 1 << faced
    return facings


# --- the acting brigade ---------------------------------------------------------------------------


@enforces("7.4", "10.3.1", "10.3.5", "10.3.8", "10.4.1", "10.6.1", "10.6.2", "11.1.1")
def ask_act(position: BullRun, frame: Frame) -> Decision:
    """What the brigade does next. `face`, `second`, `attach` and `done` end its activation."""
    _, brigade, points, start, flags = frame
    state = position.state
    rules = position.rules
    roster = rules.roster
    march = rules.tables["march"]
    side = roster.side[brigade]
    zone = state.at[brigade]
    line = state.at[brigade + roster.brigades]
    name = roster.ids[brigade]
    attached = brigade == roster.legion and state.host != NO_HOST
    groups: list[tuple[Action, PlaceSet]] = []
    before: list[Action] = []
    after: list[Action] = []
    fits = True

    if not attached and may_force(position, frame):
        before.append(("force", name))
    if not flags & BUSY and state.fatigue[brigade] and not attached:
        before.append(("rest", name))
    if not attached and (brigade != roster.legion or not others_in_stack(position, brigade)):
        _attack_options(position, frame, groups, before)
    if not flags & ENGAGED:
        if line:
            if points >= march["regroup"]:
                groups.append((("regroup", name), 1 << zone | 1 << line))
        else:
            if points >= march["extend"] and brigade != roster.legion:
                groups.append((("extend", name), extension_zones(position, brigade)))
            if not flags & HALTED:
                ford = unknown_ford(position, side, zone, start)
                groups.append((("move", name), march_goals(position, brigade, points, ford)))
                limit = rules.tables["stacking"]["brigades"]
                fits = brigade == roster.legion or not flags & MOVED or brigades_in(position, zone) <= limit
    if fits:
        _ending_options(position, frame, attached, groups, after)
    options = place_options(position, groups, before, after)
    return Decision(SIDES[side], "What does it do?", options, "7.4", about=About(piece=name), points=points)


def _attack_options(
    position: BullRun, frame: Frame, groups: list[tuple[Action, PlaceSet]], before: list[Action]
) -> None:
    _, brigade, points, start, flags = frame
    state = position.state
    rules = position.rules
    roster = rules.roster
    march = rules.tables["march"]
    if points < march["attack"]:
        return
    side = roster.side[brigade]
    for element in (brigade, brigade + roster.brigades):
        zone = state.at[element]
        if not zone or state.attacking >> element & 1:
            continue
        targets = attackable(position, zone, side)
        over_ford = 0
        if points >= march["unknown_ford"]:
            # A line marker has not moved unless it was put down in this activation.
            began = start if element == brigade or flags & SPREAD else zone
            for beyond, _ in unknown_ford(position, side, zone, began):
                over_ford = 1 << beyond & ground(position).held[1 - side]
        if not targets and not over_ford:
            continue
        if state.second >> element & 1:
            others = others_in_stack(position, element)
            if others and not state.attacking >> others[0] & 1:
                before.append(("lead", roster.ids[element]))
            continue
        if targets:
            groups.append((("attack", roster.ids[element]), attack_facings(position, zone, targets)))
        if over_ford:
            facings = attack_facings(position, zone, over_ford)
            groups.append((("attack-ford", roster.ids[element]), facings))


def _ending_options(
    position: BullRun,
    frame: Frame,
    attached: bool,
    groups: list[tuple[Action, PlaceSet]],
    after: list[Action],
) -> None:
    _, brigade, _, _, flags = frame
    state = position.state
    roster = position.rules.roster
    name = roster.ids[brigade]
    if attached or flags & (FACED | ENGAGED):
        after.append(("done", name))
        return
    others = others_in_stack(position, brigade)
    if others and brigade == roster.legion:
        after.extend(("attach", name, roster.ids[host]) for host in sorted(others))
        return
    if others:
        after.append(("second", name))
        if state.attacking >> others[0] & 1:
            return
    groups.append((("face", name), all_facings(position, state.at[brigade])))


@enforces("10.3.1")
def may_force(position: BullRun, frame: Frame) -> bool:
    """Whether a brigade may add a forced march: its regular points are spent (too few are left for a
    zone) or cannot be spent for want of room, it can take the fatigue, and there is something to do with the
    points."""
    _, brigade, points, _, flags = frame
    if not may_tire(position, brigade, flags):
        return False
    if points >= position.rules.tables["march"]["zone"]:
        return _force_passes(position, frame)
    state = position.state
    roster = position.rules.roster
    side = roster.side[brigade]
    line = state.at[brigade + roster.brigades]
    for element in (brigade, brigade + roster.brigades):
        place = state.at[element]
        if place and not state.attacking >> element & 1 and attackable(position, place, side):
            return True
    if flags & ENGAGED:
        return False
    if line or extension_zones(position, brigade):
        return True
    if flags & HALTED:
        return False
    more = points + position.rules.forced[brigade]
    return bool(march_goals(position, brigade, more))


@enforces("10.3.1")
def may_tire(position: BullRun, brigade: int, flags: int) -> bool:
    """Whether a brigade can take a level of fatigue for more movement points: one in an activation, or as
    many as it can bear if the players have agreed so."""
    made, most = forced_marches(flags), position.rules.tables["fatigue"]["most"]
    if made and position.rules.has("forced-marches", "one"):
        return False
    return bool(position.state.fatigue[brigade] + made < most)


def forced_marches(flags: int) -> int:
    """How many forced marches an acting brigade has made."""
    return bool(flags & FORCED) + bool(flags & FORCED_AGAIN)


def _force_passes(position: BullRun, frame: Frame) -> bool:
    """Whether a forced march passes full zones, in which a brigade with points left could have spent them."""
    _, brigade, points, _, flags = frame
    rules, roster = position.rules, position.rules.roster
    side, here = roster.side[brigade], position.state.at[brigade]
    if flags & (HALTED | ENGAGED) or position.state.at[brigade + roster.brigades]:
        return False
    return force_passes(
        points,
        rules.forced[brigade],
        rules.tables["march"]["zone"],
        march_goals(position, brigade, points),
        control_zone(position, 1 - side),
        zones=lambda points: march_zones(position, side, here, points),
        ends=lambda points: march_goals(position, brigade, points),
        onward=lambda stop, points: march_zones(position, side, stop, points),
    )


@enforces("10.6.1")
def extension_zones(position: BullRun, brigade: int) -> PlaceSet:
    """Where a brigade can extend its line: a neighbouring zone on its bank, free of enemies, with room."""
    state = position.state
    side = position.rules.roster.side[brigade]
    zones = position.rules.zoc[state.at[brigade]] & ~ground(position).held[1 - side]
    return zones & ~full_zones(position, brigade)


def answer_act(position: BullRun, frame: Frame, action: Action) -> None:
    _, brigade, points, start, flags = frame
    state = position.state
    rules = position.rules
    roster = rules.roster
    march = rules.tables["march"]
    verb = action[0]
    if verb == "move":
        side = roster.side[brigade]
        zone = state.at[brigade]
        ford = unknown_ford(position, side, zone, start)
        reach = march_reach(position, side, zone, points, ford)
        leaves_legion = flags & STAYS and state.host == brigade
        if leaves_legion:
            detach_legion(position)
            position.emit("left_behind", "7.3", piece=roster.ids[roster.legion])
        spent = walk(position, (brigade,), reach, rules.board.place(action[2]))
        if leaves_legion:
            settle_legion(position, zone)
        flags |= BUSY | MOVED
        if in_contact(position, state.at[brigade], side):
            flags |= HALTED | FACED
        position.goto("act", brigade, points - spent, start, flags)
        arrive(position, brigade)
    elif verb == "force":
        position.emit("forced_march", "10.3.1", piece=action[1])
        flags |= BUSY | (FORCED_AGAIN if flags & FORCED else FORCED)
        position.goto("act", brigade, points + rules.forced[brigade], start, flags)
    elif verb in ("attack", "attack-ford"):
        _place_attack_marker(position, frame, action)
    elif verb == "extend":
        zone = rules.board.place(action[2])
        flags |= BUSY | SPREAD
        if in_contact(position, zone, roster.side[brigade]):
            flags |= HALTED
        position.goto("act", brigade, points - march["extend"], start, flags)
        extend(position, brigade, zone)
    elif verb == "regroup":
        zone = rules.board.place(action[2])
        flags |= BUSY
        if flags & SPREAD and zone != state.at[brigade] and in_contact(position, zone, roster.side[brigade]):
            flags |= FACED
        position.goto("act", brigade, points - march["regroup"], start, flags)
        regroup(position, brigade, zone, flags)
    elif verb == "lead":
        lead(position, roster.number[action[1]])
        position.emit("front_line", "10.5.2", piece=action[1])
        position.goto("act", brigade, points, start, flags | BUSY)
    elif verb == "rest":
        rest(position, brigade)
    elif verb == "done":
        end_activation(position, frame)
        if flags & ENGAGED:
            _turn_other_part(position, brigade, flags)
    else:
        take_facing(position, brigade, action)
        end_activation(position, frame)
        if verb != "attach" and state.at[brigade + roster.brigades] and not flags & SPREAD:
            position.call("orient", brigade + roster.brigades, FREE)


@enforces("10.4.1", "10.6.5")
def _turn_other_part(position: BullRun, brigade: int, flags: int) -> None:
    """The part of an extended line that has not prepared an attack faces, unless it did on arrival."""
    marker = brigade + position.rules.roster.brigades
    state = position.state
    if not state.at[marker]:
        return
    for element, settled in ((marker, SPREAD), (brigade, FACED)):
        if not flags & settled and not state.attacking >> element & 1:
            position.call("orient", element, FREE)


@enforces("7.4", "10.4.3")
def rest(position: BullRun, brigade: int) -> None:
    """Recover one level of fatigue; the facing may change."""
    position.state.fatigue[brigade] -= 1
    position.emit("rested", "7.4", piece=position.rules.roster.ids[brigade])
    position.end()
    marker = brigade + position.rules.roster.brigades
    if position.state.at[marker]:
        position.call("orient", marker, FREE)
    position.call("orient", brigade, FREE)


@enforces("10.3.1")
def end_activation(position: BullRun, frame: Frame) -> None:
    """The brigade has finished; a forced march tires it now."""
    _, brigade, _, _, flags = frame
    if flags & FORCED:
        tire(position, brigade, "10.3.1", forced_marches(flags))
    position.end()


def tire(position: BullRun, brigade: int, rule: str, levels: int = 1) -> None:
    """Add fatigue, never beyond the highest level."""
    state = position.state
    most: int = position.rules.tables["fatigue"]["most"]
    if state.fatigue[brigade] < most:
        state.fatigue[brigade] = min(most, state.fatigue[brigade] + levels)
        position.emit("tired", rule, piece=position.rules.roster.ids[brigade], level=state.fatigue[brigade])


@enforces("10.3.4", "10.3.8", "11.1.1")
def _place_attack_marker(position: BullRun, frame: Frame, action: Action) -> None:
    _, brigade, points, start, flags = frame
    rules = position.rules
    march = rules.tables["march"]
    element = rules.roster.number[action[1]]
    cost = march["attack"]
    if action[0] == "attack-ford":
        cost = march["unknown_ford"]
        find_farm_ford(position, brigade)
    face(position, element, rules.board.place(action[2]))
    position.state.attacking |= 1 << element
    position.emit("attack_prepared", "10.3.8", piece=action[1], zone=action[2], cost=cost)
    position.goto("act", brigade, points - cost, start, flags | BUSY | ENGAGED)


# --- 10.6 extended lines --------------------------------------------------------------------------


@enforces("10.6.1")
def extend(position: BullRun, brigade: int, zone: PlaceId) -> None:
    """Spread over a second zone; the marker there arrives like a brigade."""
    rules = position.rules
    marker = brigade + rules.roster.brigades
    put(position, marker, zone)
    position.emit("extended", "10.6.1", piece=rules.roster.ids[brigade], zone=rules.board.names[zone])
    note_passage(position, brigade, position.state.at[brigade], zone)
    arrive(position, marker, must_face=True)


@enforces("10.6.2")
def regroup(position: BullRun, brigade: int, zone: PlaceId, flags: int) -> None:
    """Gather in one of the two zones; the counter stands there, as its part did."""
    rules = position.rules
    position.emit("regrouped", "10.6.2", piece=rules.roster.ids[brigade], zone=rules.board.names[zone])
    if not flags & STAYS:
        gather_legion(position, brigade, zone)
    fold_line(position, brigade, zone)


@enforces("10.5.5")
def gather_legion(position: BullRun, brigade: int, zone: PlaceId) -> None:
    """A Legion with either part of a line goes along to the zone where the line gathers."""
    state = position.state
    marker = brigade + position.rules.roster.brigades
    if state.host in (brigade, marker):
        state.host = brigade if zone == state.at[brigade] else marker
        state.at[position.rules.roster.legion] = zone


def fold_line(position: BullRun, brigade: int, zone: PlaceId) -> None:
    """Take the line marker away, with the brigade counter in the given one of its two zones."""
    state = position.state
    roster = position.rules.roster
    marker = brigade + roster.brigades
    left = state.at[brigade]
    if zone == state.at[marker]:
        # Counter and marker change places, so that each part keeps its line, facing and Legion.
        legion_with = {brigade: marker, marker: brigade}.get(state.host, state.host)
        state.at[brigade], state.at[marker] = state.at[marker], left
        state.facing[brigade], state.facing[marker] = state.facing[marker], state.facing[brigade]
        parts = 1 << brigade | 1 << marker
        if (state.second >> brigade ^ state.second >> marker) & 1:
            state.second ^= parts
        if (state.attacking >> brigade ^ state.attacking >> marker) & 1:
            state.attacking ^= parts
        state.host = legion_with
        position.cache = None
        note_passage(position, brigade, left, zone)
    take_off(position, marker)


PROCEDURES = {"act": Procedure(ask_act, answer_act)}

VERBS = (
    Verb("move", MARCH, (PIECE, PLACE), "Move {0} to {1}", "10.3.2"),
    Verb("rest", CHOOSE, (PIECE,), "{0} recovers one level of fatigue", "7.4", "movement"),
    Verb("force", CHOOSE, (PIECE,), "{0} makes a forced march", "10.3.1", "movement"),
    Verb("attack", AIM, (PIECE, PLACE), "{0} faces {1} and prepares an attack", "10.3.8", "movement"),
    Verb(
        "attack-ford",
        AIM,
        (PIECE, PLACE),
        "{0} finds Farm Ford, faces {1} and prepares an attack",
        "10.3.4",
        "movement",
    ),
    Verb("extend", CHOOSE, (PIECE, PLACE), "{0} extends its line into {1}", "10.6.1", "movement"),
    Verb("regroup", CHOOSE, (PIECE, PLACE), "{0} regroups in {1}", "10.6.2", "movement"),
    Verb("lead", CHOOSE, (PIECE,), "{0} takes the front line", "10.5.2", "movement"),
)

EVENTS = (
    Kind(
        "moved", "{pieces} moves by {path} for {cost} MP.", {"pieces": PIECES, "path": PATH, "cost": NUMBER}
    ),
    Kind("control", "{side} takes control of {zone}.", {"side": SIDE, "zone": PLACE}, tone=GAIN),
    Kind("ford_found", "{piece} finds Farm Ford.", {"piece": PIECE}),
    Kind("forced_march", "{piece} makes a forced march.", {"piece": PIECE}),
    Kind("left_behind", "{piece} has acted already and stays behind.", {"piece": PIECE}),
    Kind("front_line", "{piece} takes the front line.", {"piece": PIECE}),
    Kind("rested", "{piece} recovers.", {"piece": PIECE}),
    Kind(
        "tired",
        "{piece} has fatigue {level}.",
        {"piece": PIECE, "level": NUMBER},
        join=Join(("piece",), "{piece} have fatigue {level}."),
    ),
    Kind(
        "attack_prepared",
        "{piece} faces {zone} and prepares an attack.",
        {"piece": PIECE, "zone": PLACE, "cost": NUMBER},
    ),
    Kind("extended", "{piece} extends its line into {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("regrouped", "{piece} regroups in {zone}.", {"piece": PIECE, "zone": PLACE}),
)
