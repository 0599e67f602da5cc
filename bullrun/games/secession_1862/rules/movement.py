"""9.4 Movement: what an acting brigade does until it faces and ends."""

from __future__ import annotations

from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import AIM, CHOOSE, GAIN, MARCH, NUMBER, PATH, PIECE, PLACE, SIDE, Kind, Verb
from bullrun.fast import TENSE
from bullrun.games.secession_1862.rules.battlefield import Battlefield, March, SecondBullRun
from bullrun.games.secession_1862.rules.command import (
    alone_among,
    company,
    mates,
    near_zones,
    needed_by,
    zones_of_cohesion,
)
from bullrun.games.secession_1862.rules.commanders import lone_commanders, push_commanders
from bullrun.games.secession_1862.rules.facing import facing_groups, facings_of, meet_enemies, take_facing
from bullrun.games.secession_1862.rules.ground import (
    against,
    cheapest_ways,
    control_zone,
    danger_map,
    front_of,
    fronts_of_side,
    full_zones,
    ground,
    gun_zone,
    in_contact,
    mates_in_zone,
    may_stay,
    put,
    quiet_march,
    trouble_zone,
)
from bullrun.games.secession_1862.rules.losses import lose, tire
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.marches import force_passes

BUSY, MOVED, FORCED, HALTED, FACED, ENGAGED, MOUNTED, ISOLATED = (1 << n for n in range(8))
"""What an acting brigade has done: anything at all; left its zone; a forced march; stopped in a zone of
control; taken its facing on contact; placed its attack marker; mounted. And that it started isolated."""

DEAREST_STEP = 4
"""Up an escarpment into the front of artillery: with fewer points left a forced march may be wanted."""


# --- where it can go --------------------------------------------------------------------------------


def begin_action(position: SecondBullRun, brigade: int, *, isolated: bool) -> None:
    """A brigade starts to act, with its movement points."""
    points = movement_points(position, brigade, isolated)
    position.call("act", brigade, points, ISOLATED if isolated else 0)


@enforces("2.1.2")
def movement_points(position: SecondBullRun, brigade: int, isolated: bool) -> int:
    """6 for infantry and artillery, 8 for mounted cavalry, 2 for dismounted; an isolated brigade has 2 fewer
    unless it is dismounted."""
    rules = position.rules
    if position.state.dismounted >> brigade & 1:
        return rules.roster.points["dismounted"]
    points = rules.allowance[brigade]
    return points + rules.tables["command"]["isolated"] if isolated else points


@enforces("9.3.2", "9.4.2", "9.6.3")
def search(
    rules: Battlefield, start: PlaceId, points: int, danger: bytes | bytearray, barred_first: PlaceSet
) -> March:
    """Every zone a brigade can get to: zones with enemies are closed, an enemy zone of control stops the
    march. `barred_first` cannot be the first zone entered."""
    return cheapest_ways(rules, start, points, danger, TENSE, barred_first)


def is_quiet(position: SecondBullRun, side: int, start: PlaceId, points: int) -> bool:
    """Whether no enemy can trouble a march of this many points."""
    trouble = ground(position).trouble[1 - side]
    if trouble is None:
        trouble = trouble_zone(position, 1 - side)
    return not position.rules.area(start, points) & trouble


def march(position: SecondBullRun, side: int, start: PlaceId, points: int, fresh: bool) -> March:
    """Where a brigade of a side can march from a zone. `fresh` when it has not moved yet: from an enemy front
    it does not step straight into an enemy front (that is a rush)."""
    rules = position.rules
    if is_quiet(position, side, start, points):
        return quiet_march(rules, start)
    known = against(position, 1 - side)
    key = ("march", start, points, fresh)
    found: March | None = known.get(key)
    if found is None:
        barred = barred_at_start(position, side, start) if fresh else 0
        found = known[key] = search(rules, start, points, danger_map(position, 1 - side), barred)
    return found


def barred_at_start(position: SecondBullRun, side: int, start: PlaceId) -> PlaceSet:
    """The enemy fronts, for a brigade of a side that starts in one."""
    fronts = fronts_of_side(position, 1 - side)
    return fronts if fronts >> start & 1 else 0


def march_mask(position: SecondBullRun, side: int, start: PlaceId, points: int, fresh: bool) -> PlaceSet:
    """The zones of a march as a set, the start left out."""
    rules = position.rules
    if is_quiet(position, side, start, points):
        return rules.area(start, points) & ~(1 << start)
    known = against(position, 1 - side)
    key = (start, points, fresh)
    found: PlaceSet | None = known.get(key)
    if found is None:
        barred = barred_at_start(position, side, start) if fresh else 0
        control = control_zone(position, 1 - side)
        guns = gun_zone(position, 1 - side)
        held = ground(position).held[1 - side]
        found = rules.step_sets.in_reach(start, points, control, held, barred, control, guns)
        known[key] = found
    return found


def end_zones(position: SecondBullRun, brigade: int, zones: PlaceSet) -> PlaceSet:
    """Those of the zones where a brigade may end: with room, and keeping its division together."""
    zones &= ~full_zones(position, brigade)
    return cohesive_zones(position, brigade, zones) if zones else zones


class Party(NamedTuple):
    """A division while one of its brigades looks for a zone to end in. Brigades are bit sets."""

    position: SecondBullRun
    brigade: int
    settled: int
    """The others who do not move any more."""
    beside: PlaceSet
    """Where it has a settled one near it, as it must if it is bound."""
    helpers: int
    """The others, who have yet to act."""
    calls: dict[int, PlaceSet]
    """The helpers who need company and cannot get to a settled one: near which zones they can come."""


class Cohesion:
    """What is known of the zones where a brigade may end as far as its division goes."""

    __slots__ = ("asked", "at_once", "mended")

    def __init__(self, at_once: PlaceSet) -> None:
        self.at_once = at_once
        """Where the division holds together as it stands then."""
        self.asked: PlaceSet = 0
        """The others that have been looked into."""
        self.mended: PlaceSet = 0
        """Those of them where it does because others can still come up."""


@enforces("9.1.2")
def cohesive_zones(position: SecondBullRun, brigade: int, zones: PlaceSet) -> PlaceSet:
    """Those of the zones where a brigade may end so that each brigade of its division which started near
    another also ends its action phase so: at once, or because those who have yet to act can still come up."""
    frame = _division_frame(position, brigade)
    others = mates(position, brigade)
    if frame is None or not others:
        return zones
    # Each zone is judged by itself, so what has been asked once in this position is known.
    state = position.state
    memo = ground(position).memo
    key = ("cohesive", brigade, frame, state.acted, state.dismounted)
    known: Cohesion | None = memo.get(key)
    if known is None:
        bound: int = frame[3]
        at_once = _near_any(position, brigade, others, bound) & needed_by(position, others, bound)
        known = memo[key] = Cohesion(at_once)
    asked = zones & ~known.at_once & ~known.asked
    if asked:
        known.asked |= asked
        known.mended |= _coming_up(position, brigade, asked, frame, others)
    return zones & (known.at_once | known.mended)


def _near_any(position: SecondBullRun, brigade: int, others: list[int], bound: int) -> PlaceSet:
    """The zones where the brigade has one of these near it, as it must if it is bound."""
    if not bound >> brigade & 1:
        return -1
    within, at = zones_of_cohesion(position, brigade), position.state.at
    zones = 0
    for other in others:
        zones |= within[at[other]]
    return zones


def _coming_up(
    position: SecondBullRun, brigade: int, zones: PlaceSet, frame: Frame, others: list[int]
) -> PlaceSet:
    """Those of the zones where a brigade may end because those who have yet to act can still come up."""
    _, _, isolated, bound, _, _ = frame
    idle = position.state.acted | position.state.routed
    settled = [mate for mate in others if idle >> mate & 1]
    reach = {mate: _helper_reach(position, mate, isolated) for mate in others if not idle >> mate & 1}
    stands = set_of([position.state.at[mate] for mate in settled])
    calls = {}
    for helper, goals in reach.items():
        if bound >> helper & 1:
            near = position.rules.spread(goals, zones_of_cohesion(position, helper))
            if not near & stands:
                calls[helper] = near
    beside = _near_any(position, brigade, settled, bound)
    party = Party(position, brigade, set_of(settled), beside, set_of(reach), calls)
    return _mended(party, zones, alone_among(position, settled, bound), reach, 0)


def _mended(
    party: Party, zones: PlaceSet, lonely: list[int], reach: dict[int, PlaceSet], busy: int
) -> PlaceSet:
    """Those of the zones where the brigade may end when each of the lonely settled ones gets company, from it
    or from one who can still act. `reach` tells where those can go, `busy` who of them is chosen for it."""
    if not lonely:
        return _followed(party, zones, reach, busy)
    near = near_zones(party.position, lonely[0])
    found = _mended(party, zones & near, lonely[1:], reach, busy) if zones & near else 0
    for helper, goals in reach.items():
        left = zones & ~found
        if left and goals & near:
            found |= _mended(party, left, lonely[1:], {**reach, helper: goals & near}, busy | 1 << helper)
    return found


def _followed(party: Party, zones: PlaceSet, reach: dict[int, PlaceSet], busy: int) -> PlaceSet:
    """Those of the zones where the brigade has company itself, settled or coming up, and where all who would
    be left alone can come up: to it, to its company or to a busy one."""
    spread, within = party.position.rules.spread, zones_of_cohesion(party.position, party.brigade)
    near_all = _near_all(party, busy)
    hosts = [helper for helper in reach if busy >> helper & 1]
    found = zones & party.beside
    if not any(reach[host] & near_all for host in hosts):
        found &= near_all
    for helper, goals in reach.items():
        if found == zones:
            break
        near_all = _near_all(party, busy | 1 << helper)
        if any(reach[host] & near_all for host in hosts if host != helper):
            near_all = -1
        found |= zones & (spread(goals, within) & near_all | spread(goals & near_all, within))
    return found


def _near_all(party: Party, busy: int) -> PlaceSet:
    """The zones near which all can come who have yet to act, are not busy, would be alone if they stayed, and
    cannot get to a settled one."""
    zones = -1
    if party.calls:
        near = company(party.position, party.brigade)
        staying = party.settled | party.helpers & ~busy
        for helper, called in party.calls.items():
            if not (busy >> helper & 1 or near[helper] & staying):
                zones &= called
    return zones


def _division_frame(position: SecondBullRun, brigade: int) -> Frame | None:
    """The frame of the division that acts, if the brigade is one of it."""
    for frame in reversed(position.state.frames):
        if frame[0] == "brigades":
            return frame if frame[1] == position.rules.roster.division[brigade] else None
    return None


def _helper_reach(position: SecondBullRun, helper: int, isolated: int) -> PlaceSet:
    """Where a brigade that has yet to act can end, or stay; `isolated` are those of its division that are."""
    memo, apart = ground(position).memo, isolated >> helper & 1
    key = ("helper", helper, apart, position.state.dismounted >> helper & 1)
    found: PlaceSet | None = memo.get(key)
    if found is None:
        start = position.state.at[helper]
        points = movement_points(position, helper, bool(apart))
        reach = march_mask(position, position.rules.roster.side[helper], start, points, True)
        found = memo[key] = reach & ~full_zones(position, helper) | 1 << start
    return found


def can_mend(position: SecondBullRun, brigade: int, isolated: int) -> bool:
    """Whether a brigade that has yet to act can end so that its division holds together."""
    return bool(cohesive_zones(position, brigade, _helper_reach(position, brigade, isolated)))


def march_goals(position: SecondBullRun, brigade: int, points: int, flags: int) -> PlaceSet:
    """Where an acting brigade can go."""
    side = position.rules.roster.side[brigade]
    mask = march_mask(position, side, position.state.at[brigade], points, not flags & MOVED)
    return end_zones(position, brigade, mask)


@enforces("9.4.5")
def rush_costs(position: SecondBullRun, brigade: int, points: int) -> dict[PlaceId, int]:
    """The steps from an enemy front straight into an enemy front, which cost a loss, with their cost."""
    rules = position.rules
    side = rules.roster.side[brigade]
    zone = position.state.at[brigade]
    fronts = fronts_of_side(position, 1 - side)
    if not fronts >> zone & 1:
        return {}
    goals = fronts & rules.passable[zone] & ~ground(position).held[1 - side]
    guns = gun_zone(position, 1 - side)
    found = {}
    for to in places_in(goals):
        cost = rules.tense_cost[zone, to] + (rules.gun_front_cost if guns >> to & 1 else 0)
        if cost <= points:
            found[to] = cost
    return found


@enforces("9.4.7")
def attack_targets(position: SecondBullRun, brigade: int, flags: int) -> PlaceSet:
    """The zones that a brigade can prepare to attack: next to it, with enemies, where it could go; the
    same as the brigade stacked with it, and only together with attackers in adjoining zones."""
    rules = position.rules
    state = position.state
    roster = rules.roster
    zone = state.at[brigade]
    side = roster.side[brigade]
    on = ground(position)
    targets = rules.passable[zone] & on.held[1 - side]
    if not targets or roster.is_artillery[brigade]:
        return 0
    for mate in mates_in_zone(position, brigade):
        if state.target[mate]:
            targets &= 1 << state.target[mate]
    if not rules.has("attack-direction", "any"):
        targets &= _in_front(position, brigade, flags)
    for target in places_in(targets):
        others = attacking_zones(position, target, side)
        if others and not rules.near[zone] & others:
            targets &= ~(1 << target)
    return targets


def _in_front(position: SecondBullRun, brigade: int, flags: int) -> PlaceSet:
    """What a brigade has or can take into its front where it stands."""
    if flags & FACED:
        return front_of(position, brigade)
    zone = position.state.at[brigade]
    fronts = 0
    for faced in places_in(facings_of(position, brigade, moved=bool(flags & MOVED))):
        fronts |= position.rules.fronts[zone][faced]
    return fronts


def attacking_zones(position: SecondBullRun, target: PlaceId, side: int) -> PlaceSet:
    """The zones from which brigades of a side are marked to attack a zone."""
    on = ground(position)
    marker = position.state.target
    zones = 0
    for zone in places_in(position.rules.passable[target] & on.held[side]):
        if any(marker[brigade] == target for brigade in on.stacks[zone]):
            zones |= 1 << zone
    return zones


# --- acting -----------------------------------------------------------------------------------------


@enforces("6.1.5")
def ask_act(position: SecondBullRun, frame: Frame) -> Decision:
    """What the brigade does next. `face`, `rest` and `done` end its action."""
    _, brigade, points, flags = frame
    state = position.state
    rules = position.rules
    roster = rules.roster
    groups: list[tuple[Action, PlaceSet]] = []
    before: list[Action] = []
    goals = 0
    if points and not flags & (HALTED | ENGAGED | MOUNTED):
        goals = march_goals(position, brigade, points, flags)
        if goals:
            groups.append((rules.move_prefix[brigade], goals))
        if not flags & MOVED:
            rush = rush_goals(position, brigade, points)
            if rush:
                groups.append((rules.rush_prefix[brigade], rush))
                goals |= rush
    # A brigade that must move on, to find room or to hold its division together, can do nothing else first.
    stays = not goals or may_end(position, brigade, flags)
    if stays and not flags & BUSY and state.fatigue[brigade]:
        before.append(rules.rest_action[brigade])
    if stays and roster.is_cavalry[brigade] and not flags & (ENGAGED | MOUNTED):
        before += saddle_options(position, brigade, points, flags)
    targets = 0 if flags & ENGAGED or not stays else attack_targets(position, brigade, flags)
    if targets and points >= rules.attack_cost:
        groups.append((rules.attack_prefix[brigade], targets))
    if (
        not flags & (FORCED | ENGAGED | MOUNTED | ISOLATED)
        and may_force(position, brigade)
        and (
            _force_helps(position, brigade, points, flags, targets)
            if points < DEAREST_STEP
            else goals and _force_passes(position, brigade, points, flags, goals)
        )
    ):
        before.append(rules.force_action[brigade])
    after: tuple[Action, ...] = ()
    if stays:
        if flags & FACED:
            after = (rules.done_action[brigade],)
        else:
            groups += facing_groups(position, brigade, moved=bool(flags & MOVED))
    options = rules.zone_options(groups, before, after)
    side = SIDES[roster.side[brigade]]
    return Decision(
        side, "What does it do?", options, "6.1.5", about=About(piece=roster.ids[brigade]), points=points
    )


def may_end(position: SecondBullRun, brigade: int, flags: int) -> bool:
    """Whether a brigade may end its action where it stands."""
    if flags & MOVED and not may_stay(position, brigade):
        return False
    return bool(cohesive_zones(position, brigade, 1 << position.state.at[brigade]))


def rush_goals(position: SecondBullRun, brigade: int, points: int) -> PlaceSet:
    """The zones a brigade can rush to and end in."""
    goals = 0
    for zone in rush_costs(position, brigade, points):
        goals |= 1 << zone
    return end_zones(position, brigade, goals) if goals else 0


@enforces("9.4.1")
def may_force(position: SecondBullRun, brigade: int) -> bool:
    """Artillery, dismounted cavalry and brigades at fatigue 2 make no forced march; isolated ones neither."""
    state = position.state
    return (
        state.fatigue[brigade] < position.rules.tables["fatigue"]["most"]
        and not position.rules.roster.is_artillery[brigade]
        and not state.dismounted >> brigade & 1
    )


def _force_helps(position: SecondBullRun, brigade: int, points: int, flags: int, targets: PlaceSet) -> bool:
    """Whether a forced march would give the brigade anything more to do."""
    if targets and points < position.rules.attack_cost:
        return True
    if flags & HALTED:
        return False
    more = points + position.rules.tables["march"]["forced"]
    return bool(march_goals(position, brigade, more, flags))


def _force_passes(position: SecondBullRun, brigade: int, points: int, flags: int, goals: PlaceSet) -> bool:
    """Whether a forced march passes zones that are full, or would part its division, in which the normal
    movement of a brigade with many points left could have ended."""
    side, here = position.rules.roster.side[brigade], position.state.at[brigade]
    return force_passes(
        points,
        position.rules.tables["march"]["forced"],
        DEAREST_STEP,
        goals,
        control_zone(position, 1 - side),
        zones=lambda points: march_mask(position, side, here, points, not flags & MOVED),
        ends=lambda points: march_goals(position, brigade, points, flags),
        onward=lambda stop, points: march_mask(position, side, stop, points, False),
    )


@enforces("9.4.8")
def saddle_options(position: SecondBullRun, brigade: int, points: int, flags: int) -> list[Action]:
    """Mount or dismount, once in an action."""
    rules = position.rules
    name = rules.roster.ids[brigade]
    if position.state.dismounted >> brigade & 1:
        may = points >= rules.tables["march"]["mount"] and not flags & BUSY
        return [("mount", name)] if may else []
    return [("dismount", name)] if points >= rules.tables["march"]["dismount"] else []


def answer_act(position: SecondBullRun, frame: Frame, action: Action) -> None:
    _, brigade, points, flags = frame
    verb = action[0]
    if verb == "move":
        _move(position, frame, action)
    elif verb == "face":
        take_facing(position, brigade, action)
        end_action(position, brigade, flags)
    elif verb == "done":
        end_action(position, brigade, flags)
    elif verb == "attack":
        position.state.target[brigade] = position.rules.board.place(action[2])
        position.emit("attack_prepared", "9.4.7", piece=action[1], zone=action[2])
        position.goto("act", brigade, points - position.rules.attack_cost, flags | BUSY | ENGAGED)
    elif verb == "force":
        position.emit("forced_march", "9.4.1", piece=action[1])
        more = position.rules.tables["march"]["forced"]
        position.goto("act", brigade, points + more, flags | FORCED | BUSY)
    elif verb == "rest":
        position.state.fatigue[brigade] -= 1
        position.emit("rested", "6.1.5", piece=action[1], level=position.state.fatigue[brigade])
        position.goto("rested", brigade)
    elif verb == "rush":
        _rush(position, frame, action)
    elif verb == "dismount":
        _dismount(position, frame)
    else:
        _mount(position, frame)


def end_action(position: SecondBullRun, brigade: int, flags: int) -> None:
    """The brigade has finished; a forced march tires it now."""
    if flags & FORCED:
        tire(position, brigade, "9.4.1")
    position.end()


def _move(position: SecondBullRun, frame: Frame, action: Action) -> None:
    _, brigade, points, flags = frame
    rules = position.rules
    goal = rules.board.place(action[2])
    side = rules.roster.side[brigade]
    start = position.state.at[brigade]
    found = march(position, side, start, points, not flags & MOVED)
    spent = walk(position, brigade, found, goal)
    _arrive(position, brigade, found.before.get(position.state.at[brigade], start), points - spent, flags)


def _arrive(position: SecondBullRun, brigade: int, came_from: PlaceId, points: int, flags: int) -> None:
    """Stop in contact, call for the facings, and before them for commanders in the way."""
    zone = position.state.at[brigade]
    side = position.rules.roster.side[brigade]
    flags |= BUSY | MOVED
    if in_contact(position, zone, side):
        position.goto("act", brigade, points, flags | HALTED | FACED)
        meet_enemies(position, brigade, came_from)
    else:
        position.goto("act", brigade, points, flags)
    push_commanders(position, zone, 1 - side)


def walk(position: SecondBullRun, brigade: int, found: March, goal: PlaceId) -> int:
    """Go to a zone by the cheapest way. The march is cut short where it meets a lone commander, whose owner
    decides before it goes on. Returns the points spent."""
    rules = position.rules
    side = rules.roster.side[brigade]
    way = found.path(goal)
    alone = lone_commanders(position, 1 - side)
    objectives = rules.all_objectives
    for index, zone in enumerate(way):
        if objectives >> zone & 1:
            pass_through(position, side, zone)
        if alone and rules.near[zone] & alone:
            way = way[: index + 1]
            break
    put(position, brigade, way[-1])
    spent = found.costs[way[-1]]
    if position.log is not None:
        names = rules.board.names
        path = [names[zone] for zone in way]
        position.emit("moved", "9.4.2", piece=rules.roster.ids[brigade], path=path, cost=spent)
    return spent


@enforces("3.1")
def pass_through(position: SecondBullRun, side: int, zone: PlaceId) -> None:
    """An objective goes to the last side whose brigade passed through it."""
    state = position.state
    rules = position.rules
    here = 1 << zone
    if not rules.all_objectives & here:
        return
    taken = state.taken | here if rules.objectives[side] & here else state.taken & ~here
    if taken != state.taken:
        state.taken = taken
        position.emit("control", "3.1", side=SIDES[side], zone=rules.board.names[zone])


def _rush(position: SecondBullRun, frame: Frame, action: Action) -> None:
    """Step from an enemy front into an enemy front, and lose by it."""
    _, brigade, points, flags = frame
    rules = position.rules
    start, zone = position.state.at[brigade], rules.board.place(action[2])
    cost = rush_costs(position, brigade, points)[zone]
    put(position, brigade, zone)
    pass_through(position, rules.roster.side[brigade], zone)
    position.emit("rushed", "9.4.5", piece=action[1], zone=action[2], cost=cost)
    if lose(position, brigade, "9.4.5"):
        _arrive(position, brigade, start, points - cost, flags)
    else:
        position.end()


def _dismount(position: SecondBullRun, frame: Frame) -> None:
    """On foot the brigade has no more points left than dismounted cavalry starts with."""
    _, brigade, points, flags = frame
    rules = position.rules
    position.state.dismounted |= 1 << brigade
    position.emit("dismounted", "9.4.8", piece=rules.roster.ids[brigade])
    left = min(points - rules.tables["march"]["dismount"], rules.roster.points["dismounted"])
    position.goto("act", brigade, left, flags | BUSY)


def _mount(position: SecondBullRun, frame: Frame) -> None:
    _, brigade, points, flags = frame
    rules = position.rules
    position.state.dismounted &= ~(1 << brigade)
    position.emit("mounted", "9.4.8", piece=rules.roster.ids[brigade])
    position.goto("act", brigade, points - rules.tables["march"]["mount"], flags | BUSY | MOUNTED)


PROCEDURES = {"act": Procedure(ask_act, answer_act)}

VERBS = (
    Verb("move", MARCH, (PIECE, PLACE), "Move {0} to {1}", "9.4.2"),
    Verb("rest", CHOOSE, (PIECE,), "{0} rests", "6.1.5", "action"),
    Verb("force", CHOOSE, (PIECE,), "{0} makes a forced march", "9.4.1", "action"),
    Verb(
        "rush",
        CHOOSE,
        (PIECE, PLACE),
        "{0} goes from front to front into {1}, for a loss",
        "9.4.5",
        "action",
        "Take a loss to get there?",
    ),
    Verb("attack", AIM, (PIECE, PLACE), "{0} prepares to attack {1}", "9.4.7", "action"),
    Verb("mount", CHOOSE, (PIECE,), "{0} mounts", "9.4.8", "action"),
    Verb("dismount", CHOOSE, (PIECE,), "{0} dismounts", "9.4.8", "action"),
)

EVENTS = (
    Kind(
        "moved",
        "{piece} marches by {path} for {cost} movement points.",
        {"piece": PIECE, "path": PATH, "cost": NUMBER},
    ),
    Kind(
        "rushed",
        "{piece} goes from one enemy front into another at {zone}.",
        {"piece": PIECE, "zone": PLACE, "cost": NUMBER},
    ),
    Kind("forced_march", "{piece} makes a forced march.", {"piece": PIECE}),
    Kind("rested", "{piece} rests: fatigue {level}.", {"piece": PIECE, "level": NUMBER}),
    Kind("attack_prepared", "{piece} prepares to attack {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("dismounted", "{piece} dismounts.", {"piece": PIECE}),
    Kind("mounted", "{piece} mounts.", {"piece": PIECE}),
    Kind("control", "{side} controls {zone}.", {"side": SIDE, "zone": PLACE}, tone=GAIN),
)
