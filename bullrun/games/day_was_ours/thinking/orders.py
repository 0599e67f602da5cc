"""How a small decision serves a plan: where units march, what they attack, which order a brigade gets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import PASS, Decision
from bullrun.games.day_was_ours.rules.arrivals import is_due
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.fire import (
    BATTERY,
    FIREFIGHT,
    OPPORTUNITY,
    SUPERIOR,
    VOLLEY,
    aims,
    shooters,
    targets,
    volley,
)
from bullrun.games.day_was_ours.rules.ground import (
    cohesion,
    engaging,
    is_engaged,
    is_gun,
    lead_candidates,
    occupied,
    on_map,
    printed_strength,
    stack,
    strength,
    zone,
)
from bullrun.games.day_was_ours.rules.limits import tie_of
from bullrun.games.day_was_ours.rules.orders import able_to_attack, coordinated
from bullrun.games.day_was_ours.rules.reach import FAR
from bullrun.games.day_was_ours.rules.state import ATTACK, DEFEND, MANEUVER, ORDERS, REGROUP
from bullrun.games.day_was_ours.rules.tables import FIRE_TEST, FOOT, HALF, PARTS
from bullrun.games.day_was_ours.thinking.fights import (
    WEIGHTS,
    assault_value,
    fire_value,
    harm,
    likely_assault,
)
from bullrun.games.day_was_ours.thinking.judgment import chit_worth, release_worth, to_come, ways_to
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.thinking.plan import Plan

TAKE, HOLD, STRIKE, LEAD, DECLARE = "take", "hold", "strike", "key chit", "withdraw"
WATCH = 5
"""Hexes within which enemies threaten an objective."""
NEAR_ENEMY = 8
"""Hexes within which an enemy may stand in the way of a march."""
EXPOSED = 4
"""Hexes within which an enemy threatens a battery that stands alone."""
ENTERING = 200
"""What it is worth to bring a unit onto the map."""
WHIM = 10
"""How much a whim adds or takes at most."""


def stake_of(position: Day, place: PlaceId) -> int:
    """The points that depend on who controls an objective from now on; 0 for another hex."""
    number = position.rules.plan.objective_at.get(place)
    if number is None:
        return 0
    return to_come(position, number, UNION) + to_come(position, number, CONFEDERATE)


class Orders:
    """A side's plan at one decision."""

    def __init__(self, position: Day, side: int, plan: Plan) -> None:
        self.position, self.side, self.plan = position, side, plan
        self.rules, self.state = position.rules, position.state
        self.roster, self.board = position.rules.roster, position.rules.board
        self.goal = self._goals()
        self.engaged = zone(position, 1 - side) | occupied(position, 1 - side)
        self._prizes: dict[PlaceId, int] = {}
        self._near: dict[PlaceId, tuple[int, int]] = {}
        self._assaults: dict[tuple[int, PlaceId], int] = {}

    def _goals(self) -> dict[int, PlaceId]:
        number, place = self.roster.number, self.board.place
        return {
            number[piece]: place(task.where[0])
            for task in self.plan.tasks
            if task.where
            for piece in task.who
        }

    def unit(self, piece: str) -> int:
        """A unit by its id."""
        return self.roster.number[piece]

    # --- ground

    def way(self, unit: int, place: PlaceId) -> int:
        """How far a unit's goal is from a hex; a unit without one, or that may not leave, stays."""
        goal = self.goal.get(unit)
        if goal is None or tie_of(self.position, unit) is not None:
            return 0
        return ways_to(self.position, goal, self.side)[place]

    def prize(self, place: PlaceId) -> int:
        """What it is worth to stand in a hex: an objective that is not ours, or that the enemy threatens."""
        found = self._prizes.get(place)
        if found is None:
            stake = stake_of(self.position, place)
            found = 0
            if stake:
                ours = self.state.control[self.rules.plan.objective_at[place]] == self.side
                found = WEIGHTS["prize"] * stake
                if ours:
                    threat = self.board.within(place, WATCH) & occupied(self.position, 1 - self.side)
                    found = found // 2 if threat else 0
            self._prizes[place] = found
        return found

    def near(self, place: PlaceId) -> tuple[int, int]:
        """(strength of enemies who engage a hex, of friends in it and next to it), in parts."""
        found = self._near.get(place)
        if found is None:
            position = self.position
            enemies = places_in(engaging(position, place, self.side))
            around = (self.rules.assaultable[place] | 1 << place) & occupied(position, self.side)
            found = self._near[place] = (
                sum(strength(position, unit) for at in enemies for unit in stack(position, at)),
                sum(strength(position, unit) for at in places_in(around) for unit in stack(position, at)),
            )
        return found

    def stand(self, unit: int, place: PlaceId) -> int:
        """What it is worth that a unit stands in a hex, besides the way to its goal."""
        position, w = self.position, WEIGHTS
        points = printed_strength(position, unit)
        found = self.prize(place) - w["way"] * self.way(unit, place) * points // 10
        enemies, friends = self.near(place)
        if is_gun(position, unit):
            found -= w["exposed"] * self.is_exposed(unit, place)
        elif enemies:
            at = self.state.at[unit]
            beside = at == place or bool(self.rules.assaultable[place] >> max(at, 0) & 1)
            own = friends if beside else friends + strength(position, unit)
            if self.state.order == ATTACK:
                found += self.best_assault(unit, place)
            if own < enemies:
                found -= w["contact"]
            found += w["cover"] * (self.rules.woods >> place & 1)
            found += w["support"] * (friends > strength(position, unit))
        return found

    def is_exposed(self, gun: int, place: PlaceId) -> bool:
        """Whether enemies are near a battery in a hex and no friend on foot is with it or next to it."""
        position = self.position
        if not self.board.within(place, EXPOSED) & occupied(position, 1 - self.side):
            return False
        around = (self.rules.assaultable[place] | 1 << place) & occupied(position, self.side)
        return all(is_gun(position, other) for at in places_in(around) for other in stack(position, at))

    def best_assault(self, unit: int, place: PlaceId) -> int:
        """About what the best close combat from a hex would gain; never less than none."""
        found = self._assaults.get((unit, place))
        if found is None:
            enemies = places_in(engaging(self.position, place, self.side))
            found = max((self._assault_from(unit, place, at) for at in enemies), default=0)
            found = self._assaults[unit, place] = max(0, found)
        return found

    def _assault_from(self, unit: int, place: PlaceId, target: PlaceId) -> int:
        position, state = self.position, self.state
        helpers, flanks = 0, False
        for at in places_in(self.rules.assaultable[target] & occupied(position, self.side)):
            for other in stack(position, at):
                if other != unit and state.active >> other & 1 and not is_gun(position, other):
                    helpers += strength(position, other)
                    flanks = flanks or (at != place and self.board.distance(at, place) > 1)
        slope = self.slope(place, target)
        found = likely_assault(position, unit, helpers, flanks, slope, target, self.prize(target))
        return found + self.daring()

    def slope(self, origin: PlaceId, target: PlaceId) -> int:
        """The columns that going uphill costs."""
        word = {"slope_up": "slope", "steep_up": "steep"}.get(self.rules.slope(origin, target) or "")
        return self.rules.tables.close_shifts[word][0] if word else 0

    def daring(self) -> int:
        """What a close combat is worth besides its gain."""
        return WEIGHTS["dare"] * self.plan.temper - WEIGHTS["assault"]

    # --- movement

    def go(self, unit: int, to: PlaceId) -> int:
        """What a move adds."""
        start = self.state.at[unit]
        if start <= 0:
            return ENTERING + self.stand(unit, to) + WEIGHTS["way"] * self.way(unit, to) // 20
        found = self.stand(unit, to) - self.stand(unit, start)
        if engaging(self.position, start, self.side):
            found -= WEIGHTS["leaving"]
        alone = len(stack(self.position, start)) == 1
        if not alone and self.prize(start):
            found += self.prize(start)  # somebody else stays there
        return found

    def move(self, option: Action) -> int:
        return self.go(self.unit(option[1]), self.board.place(option[2]))

    def together(self, option: Action) -> int:
        to, units = self.board.place(option[1]), [self.unit(piece) for piece in option[2:]]
        return sum(self.go(unit, to) for unit in units) - self.prize(to) * (len(units) - 1) - 1

    def climb(self, option: Action) -> int:
        return self.move(option) - WEIGHTS["hit"]

    def leave(self, option: Action) -> int:
        return -10 * WEIGHTS["gone"]

    def change(self, option: Action) -> int:
        return -1

    # --- fighting

    def fire(self, option: Action) -> int:
        target, units = self.board.place(option[1]), [self.unit(piece) for piece in option[2:]]
        kind = BATTERY if is_gun(self.position, units[0]) else VOLLEY
        return 1 + fire_value(self.position, kind, units, target, option[0] == "short", self.prize(target))

    def react(self, option: Action) -> int:
        movers, place = self.state.frames[-1][2]
        firers = shooters(self.position, self.board.place(option[1]), OPPORTUNITY, place)
        lead = lead_candidates(self.position, on_map(self.position, movers))[0]
        column = volley(self.position, OPPORTUNITY, firers, place, lead, False).column
        return 1 + harm(self.position, lead, FIRE_TEST, column).cost

    def assault(self, option: Action) -> int:
        target, origin = self.board.place(option[1]), self.board.place(option[2])
        units = [self.unit(piece) for piece in option[3:]]
        value = assault_value(self.position, units, origin, target, self.prize(target) + WEIGHTS["driven"])
        guards = {self.state.at[unit] for unit in units} if self.prize(origin) else set()
        return value + self.daring() - self.prize(origin) // 2 * bool(guards)

    def guns(self, option: Action) -> int:
        place = self.board.place(option[1])
        units = [unit for unit in stack(self.position, place) if is_gun(self.position, unit)]
        return 10 + 10 * bool(units and targets(self.position, place, units, BATTERY))

    def lead(self, option: Action) -> int:
        unit = self.unit(option[1])
        return 10 * cohesion(self.position, unit) - self.state.hits[unit]

    def advance(self, option: Action) -> int:
        """Those who take a hex are to hold it."""
        return 1 + sum(strength(self.position, self.unit(piece)) for piece in option[1:]) // PARTS

    def retreat(self, option: Action) -> int:
        unit, to = self.unit(option[1]), self.board.place(option[2])
        enemies, friends = self.near(to)
        return (
            -WEIGHTS["contact"] * bool(enemies)
            + WEIGHTS["support"] * bool(friends)
            + self.prize(to) // 4
            - self.way(unit, to)
            + WEIGHTS["cover"] * (self.rules.woods >> to & 1)
        )

    def take_hit(self, option: Action) -> int:
        unit = self.unit(option[1])
        last = self.state.hits[unit] >= self.rules.tables.most_hits
        return -(WEIGHTS["worn"] if last else WEIGHTS["hit"])

    def fall_back(self, option: Action) -> int:
        at = self.state.at[self.unit(option[1])]
        return -WEIGHTS["driven"] - self.prize(at) - WEIGHTS["hit"] // 2

    def chaos(self, option: Action) -> int:
        """Where most enemies could do something."""
        units = stack(self.position, self.board.place(option[1]))
        return sum(
            strength(self.position, unit) * (2 if is_engaged(self.position, unit) else 1) for unit in units
        )

    def wayward(self, option: Action) -> int:
        """An enemy goes astray: off an objective, or next to our strength."""
        unit, to = self.unit(option[1]), self.board.place(option[2])
        at = self.state.at[unit]
        found = WEIGHTS["prize"] * (stake_of(self.position, at) - 2 * stake_of(self.position, to))
        return found + 5 * bool(zone(self.position, self.side) >> to & 1)

    # --- orders

    def order(self, option: Action) -> int:
        """What the brigade can do under an order now."""
        order = ORDERS.index(option[1])
        marker = next(frame[1] for frame in reversed(self.state.frames) if frame[0] == "order")
        return self.brigade(marker, order)

    def brigade(self, marker: int, order: int) -> int:
        """What a brigade could do under an order."""
        position, w = self.position, WEIGHTS
        members = self.roster.members[marker]
        units = on_map(position, members)
        if order == REGROUP:
            return sum(self.recovery(unit) for unit in units) + 40 * (self.plan.temper < -1) - 5
        allowance = self.rules.tables.orders[ORDERS[order]].allowance[FOOT]
        steps = sum(self._march(unit, order, allowance) for unit in units)
        waiting = sum(is_due(position, unit) for unit in members)
        if order == MANEUVER:
            return steps + ENTERING * waiting
        fires = sum(self._best_fire(unit) for unit in units)
        if order == DEFEND:
            return steps + fires + ENTERING * waiting - 10 + 8 * -self.plan.temper
        able = able_to_attack(position, marker)
        faces = self.rules.tables.coordination
        named = sum(coordinated(position, marker, face) for face in faces)
        share = 100 * named // (len(faces) * len(able)) if able else 0
        return share * (fires + steps + self._blows(able)) // 100 - w["contact"] // 4 * (share < 60)

    def _march(self, unit: int, order: int, allowance: int) -> int:
        """How much nearer to its goal an order takes a unit; only an attack goes next to the enemy."""
        at = self.state.at[unit]
        if is_gun(self.position, unit) or (self.state.shaken >> unit & 1 and order == ATTACK):
            return 0
        way = min(self.way(unit, at), allowance)
        if not way:
            return 0
        if order == ATTACK and is_engaged(self.position, unit):
            way = 0
        elif order != MANEUVER or self.distance(at) <= NEAR_ENEMY:
            way = min(way, self._room(unit, order, allowance))
        return WEIGHTS["way"] * way * printed_strength(self.position, unit) // 10

    def _room(self, unit: int, order: int, allowance: int) -> int:
        """How much nearer to its goal a unit may come: only an attack goes next to an enemy, and only a
        march takes more than a hex of road for a movement point."""
        at = self.state.at[unit]
        hexes = allowance if order == MANEUVER else allowance // HALF
        shut = occupied(self.position, 1 - self.side) if order == ATTACK else self.engaged
        free = places_in(self.board.within(at, hexes) & ~shut)
        table = ways_to(self.position, self.goal[unit], self.side)
        return max(0, table[at] - min((table[to] for to in free), default=FAR))

    def distance(self, place: PlaceId) -> int:
        """Hexes to the nearest enemy."""
        distance = self.board.distance
        return min(
            (distance(place, at) for at in places_in(occupied(self.position, 1 - self.side))), default=99
        )

    def _best_fire(self, unit: int) -> int:
        """What a unit's best fire from where it stands is expected to do."""
        position = self.position
        if is_gun(position, unit) or self.distance(self.state.at[unit]) > 2 or self.state.shaken >> unit & 1:
            return 0
        return max(
            (
                fire_value(position, VOLLEY, [unit], at, False, self.prize(at))
                for at in places_in(aims(position, unit))
            ),
            default=0,
        )

    def _blows(self, able: Sequence[int]) -> int:
        """About what the two best close combats in reach would gain."""
        position, board, state = self.position, self.board, self.state
        near = [unit for unit in able if self.distance(state.at[unit]) <= 4]
        reach = 0
        for unit in near:
            reach |= board.within(state.at[unit], 4)
        found = []
        for target in places_in(reach & occupied(position, 1 - self.side)):
            those = [unit for unit in near if board.distance(state.at[unit], target) <= 4]
            first = max(those, key=lambda unit: (strength(position, unit), -unit), default=None)
            if first is None:
                continue
            helpers = sum(strength(position, unit) for unit in those) - strength(position, first)
            slope = (
                self.slope(state.at[first], target) if board.distance(state.at[first], target) == 1 else -1
            )
            flanks = len(those) > 2
            value = likely_assault(position, first, helpers, flanks, slope, target, self.prize(target))
            found.append(value + self.daring())
        return sum(sorted((value for value in found if value > 0), reverse=True)[:2])

    def recovery(self, unit: int) -> int:
        """What a unit may get back by a rally, about."""
        state, w = self.state, WEIGHTS
        if is_engaged(self.position, unit):
            return 0
        shaken, hits = state.shaken >> unit & 1, state.hits[unit]
        return w["recovery"] * (w["shaken"] * shaken + w["hit"] * bool(hits) * (not shaken)) // 100

    def activate(self, option: Action) -> int:
        """First the brigade that can do most now."""
        marker = self.unit(option[1])
        return max(self.brigade(marker, order) for order in (ATTACK, DEFEND, MANEUVER, REGROUP))

    def lose(self, option: Action) -> int:
        return -self.activate(option)

    def name(self, option: Action) -> int:
        """For an attack: who fires well, and who is near."""
        unit = self.unit(option[1])
        near = max(0, 6 - self.distance(self.state.at[unit]))
        return self._best_fire(unit) + near * strength(self.position, unit) // PARTS

    def rally(self, option: Action) -> int:
        return 30

    def recover(self, option: Action) -> int:
        return ("ammo", "hits", "shaken", "fresh").index(option[2])

    def rebuild(self, option: Action) -> int:
        unit, to = self.unit(option[1]), self.board.place(option[2])
        return self.prize(to) - self.way(unit, to) - WEIGHTS["contact"] * bool(self.near(to)[0])

    # --- chits

    def key(self, option: Action) -> int:
        named = any(option[1] in task.who for task in self.plan.tasks if task.does == LEAD)
        return 1000 * named + chit_worth(self.position, self.side, option[1])

    def play(self, option: Action) -> int:
        """A fire by what it may do, a rally or a march by what the brigade may gain, others at once."""
        event = self.roster.event[self.unit(option[1])]
        if len(option) == 4:
            kind = SUPERIOR if "Superior" in event else FIREFIGHT
            origin, target = self.board.place(option[2]), self.board.place(option[3])
            firers = shooters(self.position, origin, kind, target)
            if not firers:
                return -1
            return fire_value(self.position, kind, firers, target, False, self.prize(target))
        if len(option) == 3 and self.unit(option[2]) in self.roster.members:
            marker = self.unit(option[2])
            if self.roster.side[marker] == self.side:
                units = on_map(self.position, self.roster.members[marker])
                if "Rally" in event:
                    return sum(self.recovery(unit) for unit in units) - 30
                return self.brigade(marker, MANEUVER) - 40
        return 15

    def release(self, option: Action) -> int:
        return release_worth(self.position)

    def declare(self, option: Action) -> int:
        return 1 if any(task.does == DECLARE for task in self.plan.tasks) else -1

    def place(self, option: Action) -> int:
        """The ready set-up."""
        ready = self.rules.plan.historical[self.side].get(self.unit(option[1]))
        return int(ready == self.board.find(option[2]))


def _nothing(orders: Orders, option: Action) -> int:
    return 0


def _something(orders: Orders, option: Action) -> int:
    return 1


VALUES: dict[str, Callable[[Orders, Action], int]] = {
    "done": _nothing,
    PASS[0]: _nothing,
    "fight_on": _nothing,
    "call_off": _nothing,
    "stay_back": _nothing,
    "stand": _nothing,
    "next": _nothing,
    "withdraw": lambda orders, option: 1 - int(option[2]),
    "support": lambda orders, option: 2,
    "support_short": _something,
    "evade": _something,
    "slip": _something,
    "go_on": _something,
    "declare": Orders.declare,
    "move": Orders.move,
    "enter": Orders.move,
    "together": Orders.together,
    "climb": Orders.climb,
    "leave": Orders.leave,
    "mount": Orders.change,
    "dismount": Orders.change,
    "fire": Orders.fire,
    "short": Orders.fire,
    "react": Orders.react,
    "assault": Orders.assault,
    "guns": Orders.guns,
    "bring": lambda orders, option: 30,
    "lead": Orders.lead,
    "advance": Orders.advance,
    "retreat": Orders.retreat,
    "take_hit": Orders.take_hit,
    "fall_back": Orders.fall_back,
    "chaos": Orders.chaos,
    "wayward": Orders.wayward,
    "order": Orders.order,
    "activate": Orders.activate,
    "lose": Orders.lose,
    "name": Orders.name,
    "rally": Orders.rally,
    "recover": Orders.recover,
    "rebuild": Orders.rebuild,
    "key": Orders.key,
    "play": Orders.play,
    "release": Orders.release,
    "place": Orders.place,
}
"""What each option of a question is worth under a plan."""
IDLE = frozenset(("done", PASS[0]))
WHIMSICAL = frozenset(("move", "together", "enter", "order", "activate", "key", "fire", "assault"))
"""Steps that a whim leans towards or away from."""


def serve(position: Day, side: int, decision: Decision, plan: Plan) -> Action | None:
    """The option that serves a plan best, of equals one that does nothing or else the first; None if it does
    not know what one is worth."""
    orders = Orders(position, side, plan)
    found: Action | None = None
    most = 0
    for option in decision.options:
        judge = VALUES.get(option[0])
        if judge is None:
            return None
        value = judge(orders, option)
        if plan.whim and option[0] in WHIMSICAL:
            value += plan.leaning(option, WHIM)
        if found is None or value > most or (value == most and option[0] in IDLE):
            found, most = option, value
    return found
