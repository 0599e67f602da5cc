"""Orders of an action phase: which corps, which divisions, where each brigade goes and whom it attacks. Every
small decision is weighed on the position as it stands, with the brigades in mind that have yet to act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from bullrun.board.places import PlaceId, PlaceSet, place_list, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.memory import memory_of
from bullrun.engine.state import Frame
from bullrun.games.secession_1862.rules.activation import activation_modifiers, divisions_for
from bullrun.games.secession_1862.rules.battlefield import Battlefield, SecondBullRun
from bullrun.games.secession_1862.rules.combat import attackers_of
from bullrun.games.secession_1862.rules.command import in_command, independents, is_in_range
from bullrun.games.secession_1862.rules.facing import flank_zones
from bullrun.games.secession_1862.rules.ground import against, control_zone, full_zones, ground
from bullrun.games.secession_1862.rules.losses import combat_potential
from bullrun.games.secession_1862.rules.movement import (
    DEAREST_STEP,
    FORCED,
    MOVED,
    march,
    march_mask,
    may_force,
)
from bullrun.games.secession_1862.thinking.prospects import (
    WEIGHTS,
    Placed,
    condition,
    known_attacks,
    menace,
    promise,
    times_menaced,
)
from bullrun.thinking.plan import Plan
from bullrun.thinking.weights import Weights

SPENT = 2
"""A brigade with no more potential than this has no business next to the enemy."""
LAST = 10_000
"""What makes commanders enter after their brigades, and early forced marches the last resort."""
MOST_JOIN = 4
"""At most this many more brigades are counted on for an attack."""
WHIM = 100
"""By how much a whim may make a step seem better or worse."""
DICE = 6
"""The faces of a die, over which the use of a corps is added up."""
NO_PLAN = Plan("", "", (), (), 0)
"""For a side that has none."""

Goals = Mapping[int, Sequence[int]]
"""For each brigade a table with the movement points from each zone to its goal."""


def zones_near(rules: Battlefield, zones: int) -> list[tuple[PlaceId, ...]]:
    """For each zone the places at most this many zones away."""
    known = memory_of(rules.memo, "zones near", 10)
    found: list[tuple[PlaceId, ...]] | None = known.get(zones)
    if found is None:
        found = known[zones] = [tuple(places_in(near)) for near in rules.zones_within[zones]]
    return found


def at_hand(rules: Battlefield, seat: PlaceId) -> list[int]:
    """For each zone how well a corps commander in his seat has a brigade there at hand."""
    known = memory_of(rules.memo, "at hand", 500)
    found: list[int] | None = known.get(seat)
    if found is None:
        area = rules.area(seat, rules.tables["command"]["range"])
        found = known[seat] = [
            12 * (area >> zone & 1) - min(12, way) for zone, way in enumerate(rules.distances(1 << seat))
        ]
    return found


class Orders:
    """One side's view of one position under a plan."""

    def __init__(
        self,
        position: SecondBullRun,
        side: int,
        goals: Goals,
        prizes: Mapping[PlaceId, int],
        plan: Plan = NO_PLAN,
        weights: Weights = WEIGHTS,
    ) -> None:
        self.position = position
        self.side = side
        self.goals = goals
        self.prizes = prizes
        """What it is worth to take a zone."""
        self.rules = position.rules
        self.state = position.state
        self.on = ground(position)
        self.enemy_control = control_zone(position, 1 - side)
        self._strengths: dict[PlaceId, int] = {}
        self._business: dict[tuple[int, ...], int] = {}
        self._reaches: dict[tuple[tuple[int, ...], int], list[tuple[int, PlaceSet]]] = {}
        self._led: dict[int, list[PlaceId]] = {}
        self._without: dict[tuple[int, PlaceId], int] = {}
        """What an attack on a zone promises without a brigade."""
        self._known_attacks: dict[PlaceId, dict[Any, int]] = {}
        self.plan = plan
        self.weights = weights
        self.least = self.weights["least_attack"] - self.weights["attack_by_temper"] * plan.temper

    # --- the lie of the land ------------------------------------------------------------------------

    @cached_property
    def threat(self) -> list[int]:
        """For each zone the strength of the enemies within two zones. They stand still while we move."""
        state, enemy = self.state, 1 - self.side
        known = against(self.position, enemy)
        theirs = self.rules.numbers[enemy]
        key = ("threat", bytes(state.losses[theirs]), bytes(state.fatigue[theirs]))
        found: list[int] | None = known.get(key)
        if found is None:
            found = known[key] = self._strength_near(enemy, 2)
        return found

    @cached_property
    def support(self) -> list[int]:
        """For each zone the strength of our brigades there and next to it."""
        return self._strength_near(self.side, 1)

    def _strength_near(self, side: int, zones: int) -> list[int]:
        state, roster = self.state, self.rules.roster
        at, losses, fatigue, routed = state.at, state.losses, state.fatigue, state.routed
        artillery, combat = roster.is_artillery, roster.combat
        found = [0] * self.rules.board.size
        within = zones_near(self.rules, zones)
        for brigade in roster.of_side[side]:
            zone = at[brigade]
            if zone and not artillery[brigade] and not routed >> brigade & 1:
                strength = combat[brigade] - losses[brigade] - fatigue[brigade]
                for near in within[zone]:
                    found[near] += strength
        return found

    def _strength_in(self, zone: PlaceId) -> int:
        found = self._strengths.get(zone)
        if found is None:
            artillery, routed = self.rules.roster.is_artillery, self.state.routed
            fatigue = self.state.fatigue
            found = self._strengths[zone] = sum(
                combat_potential(self.position, b) - fatigue[b]
                for b in self.on.stacks[zone]
                if not artillery[b] and not routed >> b & 1
            )
        return found

    def stand(self, brigade: int, zone: PlaceId) -> int:
        """What it is worth to have a brigade in a zone when the enemy's turn comes."""
        return self.stands(brigade, (zone,))[0]

    def stands(self, brigade: int, zones: Iterable[PlaceId]) -> list[int]:
        """The same for each of several zones: it is asked for all zones that a march may end in."""
        rules, weights, stacks = self.rules, self.weights, self.on.stacks
        cover, within = rules.cover, rules.zones_within[1]
        covered, danger = weights["cover"], weights["danger"]
        prizes, threats, enemy_control = self.prizes, self.threat, self.enemy_control
        here = self.state.at[brigade]
        potential = combat_potential(self.position, brigade)
        is_artillery = rules.roster.is_artillery[brigade]
        pull = self._pull(brigade)
        table = self.goals.get(brigade)
        found = []
        for zone in zones:
            value = -pull * table[zone] // 8 if table is not None else 0
            if zone in prizes and all(other == brigade for other in stacks.get(zone, ())):
                value += prizes[zone]
            threat = threats[zone]
            if threat:
                value += covered * cover[zone]
                support = self.support[zone]
                if not within[zone] >> here & 1:
                    support += potential
                if threat > support:
                    value -= danger * min(12, threat - support) // 10
                if potential <= SPENT and enemy_control >> zone & 1:
                    value -= weights["spent"]
                if is_artillery:
                    value += self._battery_value(brigade, zone)
            found.append(value)
        return found

    def _pull(self, brigade: int) -> int:
        """What each movement point to its goal counts for a brigade, in eighths."""
        return self.weights["way"] * (combat_potential(self.position, brigade) + 2)

    def _battery_value(self, battery: int, zone: PlaceId) -> int:
        """What artillery looks for near the enemy: attacks to support, and friends beside it."""
        value = self.weights["support"] if self.rules.around[zone] & self.pinned else 0
        if any(other != battery for other in self.on.stacks.get(zone, ())):
            return value + self.weights["cover"]
        return value - 4 * self.weights["contact"] if self.enemy_control >> zone & 1 else value

    # --- attacks --------------------------------------------------------------------------------------

    @cached_property
    def marked(self) -> dict[PlaceId, list[Placed]]:
        """The attacks that are prepared."""
        at = self.state.at
        found: dict[PlaceId, list[Placed]] = {}
        for brigade in self.rules.roster.of_side[self.side]:
            target = self.state.target[brigade]
            if target and self.on.held[1 - self.side] >> target & 1:
                found.setdefault(target, []).append(Placed(brigade, at[brigade]))
        return found

    def total(self, attacks: Mapping[PlaceId, list[Placed]]) -> int:
        """What some attacks promise together: each keeps the fronts of its target off the others."""
        pinned = 0
        for target in attacks:
            pinned |= 1 << target
        return sum(self._promise(target, who, pinned) for target, who in attacks.items())

    def _promise(self, target: PlaceId, who: list[Placed], pinned: PlaceSet) -> int:
        """What one of the attacks promises; it is not worked out again when nothing that matters changed."""
        prize = self.prizes.get(target, 0)
        known = self._known_attacks.get(target)
        if known is None:
            known = known_attacks(self.position, self.side, target, prize, self.weights)
            self._known_attacks[target] = known
        zones = 0
        key: list[Any] = []
        for placed in who:
            zones |= 1 << placed.zone
            key += (placed, condition(self.position, placed.brigade))
        key.append(times_menaced(self.position, 1 - self.side, pinned, zones))
        found = known.get(tuple(key))
        if found is None:
            found = promise(self.position, who, target, pinned, prize, self.weights)
            known[tuple(key)] = found
        return found

    @cached_property
    def _marked_total(self) -> int:
        return self.total(self.marked)

    def attack(self, brigade: int, zone: PlaceId, target: PlaceId, tired: int) -> int | None:
        """What a brigade adds by an attack from a zone; None where the rules forbid it."""
        here = self.marked.get(target, [])
        others = 0
        for placed in here:
            others |= 1 << placed.zone
        if others and not self.rules.near[zone] & others:
            return None
        for mate in self.on.stacks.get(zone, ()):
            if mate != brigade and self.state.target[mate] not in (0, target):
                return None
        alone = [*here, Placed(brigade, zone, tired)]
        if self.plan is NO_PLAN:
            return self._with_mates(brigade, alone, target)
        now = self.added(target, alone)
        joined = self.assemble(alone, target, [mate for mate in self.mates if mate[0] != brigade])
        if len(joined) > len(alone):
            now = max(now, self.added(target, joined) * self.weights["joined"] // 100)
        return now

    def _with_mates(self, brigade: int, alone: list[Placed], target: PlaceId) -> int:
        """What a brigade brings to an attack that others join after it: the best that all of them can make of
        it, less the best that the others can without this one."""
        mates = [mate for mate in self.mates if mate[0] != brigade]
        without = self._without.get((brigade, target))
        if without is None:
            without = self._without[brigade, target] = self.grown(alone[:-1], target, mates)
        return self.grown(alone, target, mates) - without

    def grown(self, placed: list[Placed], target: PlaceId, mates: Sequence[tuple[int, PlaceSet]]) -> int:
        """The most that an attack adds when mates join it one by one, at every step the one with whom it
        promises most."""
        best = self.added(target, placed) if placed else 0
        left = list(mates)
        for _ in range(MOST_JOIN):
            tried = []
            for mate in left:
                joined = self.assemble(placed, target, [mate])
                if len(joined) > len(placed):
                    tried.append((self.added(target, joined), -mate[0], joined, mate))
            if not tried:
                break
            value, _, placed, mate = max(tried)
            left.remove(mate)
            best = max(best, value)
        return best

    @cached_property
    def mates(self) -> list[tuple[int, PlaceSet]]:
        """The brigades that have yet to act and can still attack, with the zones they can attack from: those
        of the division that acts first, then those of divisions that may follow."""
        found: list[tuple[int, PlaceSet]] = []
        for frame in reversed(self.state.frames):
            if frame[0] == "brigades":
                found += self.reach_of(self.rules.roster.divisions[frame[1]].brigades, frame[2])
            elif frame[0] == "divisions" and frame[1]:
                for brigades in self.divisions_left:
                    found += self.reach_of(brigades, 0)
        return found

    @cached_property
    def divisions_left(self) -> list[tuple[int, ...]]:
        """The divisions in command that could still be activated in this phase."""
        state, commander = self.state, self.state.designated
        found = []
        for number, brigades in self.rules.divisions_under[commander]:
            here = [b for b in brigades if state.at[b]]
            if (
                not state.selected >> number & 1
                and len(here) > 1
                and in_command(self.position, here, commander)
            ):
                found.append(brigades)
        return found

    def reach_of(self, brigades: tuple[int, ...], isolated: int) -> list[tuple[int, PlaceSet]]:
        """Where each of these brigades could get and still attack."""
        found = self._reaches.get((brigades, isolated))
        if found is None:
            found = self._reaches[brigades, isolated] = self._reach_of(brigades, isolated)
        return found

    def _reach_of(self, brigades: tuple[int, ...], isolated: int) -> list[tuple[int, PlaceSet]]:
        state, rules = self.state, self.rules
        idle = state.acted | state.routed
        found = []
        for brigade in brigades:
            zone = state.at[brigade]
            if not zone or idle >> brigade & 1 or rules.roster.is_artillery[brigade]:
                continue
            points = rules.allowance[brigade] - rules.attack_cost
            if state.dismounted >> brigade & 1:
                points = 0
            if isolated >> brigade & 1:
                points += rules.tables["command"]["isolated"]
            reach = 1 << zone
            if points > 0:
                reach |= march_mask(self.position, self.side, zone, points, True) & ~full_zones(
                    self.position, brigade
                )
            found.append((brigade, reach))
        return found

    def assemble(
        self, placed: list[Placed], target: PlaceId, mates: Sequence[tuple[int, PlaceSet]]
    ) -> list[Placed]:
        """An attack with as many more brigades as can come up, each in the best zone left for it."""
        rules, state = self.rules, self.state
        around = rules.passable[target]
        table = rules.tables["combat"]
        menaced = menace(self.position, 1 - self.side, self.pinned | 1 << target)
        flanks = flank_zones(self.position, target) if rules.zoc[target] & self.on.held[self.side] else 0
        found = list(placed)
        zones = 0
        for one in found:
            zones |= 1 << one.zone
        for mate, reach in mates:
            if len(found) - len(placed) >= MOST_JOIN:
                break
            best: tuple[int, int] | None = None
            for zone in places_in(reach & around):
                if zones and not rules.near[zone] & zones:
                    continue
                there = [b for b in self.on.stacks.get(zone, ()) if b != mate]
                coming = sum(p.zone == zone and p.brigade not in there for p in found)
                if len(there) + coming >= 2 and state.at[mate] != zone:
                    continue
                bonus = 0
                if not zones >> zone & 1:
                    bonus = table["further_zone"] if zones else 0
                    bonus += table["under_front"] * (menaced >> zone & 1)
                    bonus -= table["flank_zone"] * (flanks >> zone & 1)
                if best is None or (bonus, -zone) > best:
                    best = (bonus, -zone)
            if best is not None:
                found.append(Placed(mate, -best[1]))
                zones |= 1 << -best[1]
        return found

    @cached_property
    def pinned(self) -> PlaceSet:
        """The zones that are attacked already."""
        return sum(1 << target for target in self.marked)

    def best_attack(self, brigade: int, zone: PlaceId, left: int, forced: bool) -> int:
        """What the best attack from a zone promises with these points left; 0 for none worth it."""
        if self.rules.roster.is_artillery[brigade]:
            return 0
        targets = self.rules.passable[zone] & self.on.held[1 - self.side]
        if not targets:
            return 0
        tired = 0
        if left < self.rules.attack_cost:
            if forced or not may_force(self.position, brigade):
                return 0
            tired = 1
        best = 0
        for target in places_in(targets):
            found = self.attack(brigade, zone, target, tired)
            if found is not None:
                best = max(best, found - tired * self.weights["tired"] - self.least)
        return best

    # --- a brigade acts -----------------------------------------------------------------------------

    def act(self, decision: Decision, frame: Frame) -> Action:
        """March, attack, rest or stay: what is worth most."""
        found = self.gains(decision, frame)
        return decision.options[found.index(max(found))]

    def gains(self, decision: Decision, frame: Frame) -> list[int]:
        """What each thing that a brigade may do is worth, in the order of the options and by the plan."""
        options = decision.options
        assert isinstance(options, SetOptions)
        found = list(self._weighed(options, frame))
        if self.plan.whim:
            found = [
                value + self.plan.leaning(step, WHIM) for value, step in zip(found, options, strict=True)
            ]
        return found

    def _weighed(self, options: SetOptions, frame: Frame) -> Iterator[int]:
        _, brigade, points, flags = frame
        rules, enemy = self.rules, self.on.held[1 - self.side]
        here = self.state.at[brigade]
        forced = bool(flags & FORCED)
        staying = self.stand(brigade, here)
        if self.enemy_control >> here & 1:
            staying -= self.weights["contact"]
        # A brigade that has marched went to the best place in reach: to think again is to pace up and down.
        may_stop = options.after or any(prefix[0] == "face" for prefix, _ in options.groups)
        arrived = flags & MOVED and may_stop
        for option in options.before:
            if option[0] == "rest":
                yield staying + self.rest(here)
            elif option[0] == "force" and points >= DEAREST_STEP:
                # Only a way through full zones needs it so early; these players go round.
                yield staying - LAST
            elif option[0] == "force":
                more = self.best_attack(brigade, here, 0, False) if points < rules.attack_cost else 0
                yield staying + more - 1
            elif option[0] == "mount":
                yield staying + 5
            else:
                yield staying - self.weights["tired"]
        for prefix, zones in options.groups:
            verb = prefix[0]
            if verb == "attack":
                for target in places_in(zones):
                    found = self.attack(brigade, here, target, 0)
                    gain = -self.weights["loss"] if found is None else found - self.least
                    yield staying + gain
            elif verb == "move" and arrived:
                for _ in range(zones.bit_count()):
                    yield staying - 1
            elif verb == "move":
                costs: Mapping[PlaceId, int] | None = None
                goals = place_list(zones)
                for zone, value in zip(goals, self.stands(brigade, goals), strict=True):
                    gain = 0
                    if rules.passable[zone] & enemy:
                        if costs is None:
                            costs = march(self.position, self.side, here, points, not flags & MOVED).costs
                        gain = self.best_attack(brigade, zone, points - costs[zone], forced)
                    if not gain and self.enemy_control >> zone & 1:
                        value -= self.weights["contact"]
                    yield value + gain
            elif verb == "rush":
                for zone in places_in(zones):
                    value = self.stand(brigade, zone) - self.weights["loss"] - self.weights["contact"]
                    yield value + self.best_attack(brigade, zone, 2, forced)
            elif verb == "face":
                facing = self.best_facing(brigade, zones)
                for zone in places_in(zones):
                    yield staying - (zone != facing)
        for _ in options.after:
            yield staying

    def best_facing(self, brigade: int, facings: PlaceSet) -> PlaceId:
        """Towards the strongest enemies, next to it or two zones away."""
        rules = self.rules
        zone = self.state.at[brigade]
        enemy = self.on.held[1 - self.side]
        best: tuple[int, int] | None = None
        for faced in places_in(facings):
            front = rules.fronts[zone][faced]
            near = rules.spread(front, rules.zones_within[1])
            value = 0
            for seen in place_list(near & enemy):
                value += self._strength_in(seen) * (9 if front >> seen & 1 else 1)
            if best is None or (value, -faced) > best:
                best = (value, -faced)
        assert best is not None
        return -best[1]

    # --- who acts ---------------------------------------------------------------------------------------

    def next_brigade(self, decision: Decision) -> Action:
        """The brigade whose turn it is; enough when none can act."""
        number = self.rules.roster.number
        acting = [option for option in decision.options if option[0] == "act"]
        if not acting:
            return decision.options[-1]
        return min(acting, key=lambda option: (self.wait_of(number[option[1]]), number[option[1]]))

    def wait_of(self, brigade: int) -> int:
        """How long a brigade waits for its turn: those nearest to their goal go first, so that nobody stands
        in the way, those next to the enemy before them, and artillery last."""
        zone, table = self.state.at[brigade], self.goals.get(brigade)
        way = table[zone] if table is not None else 0
        return way + 100 * self.rules.roster.is_artillery[brigade] - 50 * (self.enemy_control >> zone & 1)

    def next_division(self, decision: Decision) -> Action:
        """The one that has most to do."""
        best, chosen = 0, decision.options[-1]
        for option in decision.options[:-1]:
            found = self.use_of(option[1])
            if found > 0:
                found += self.plan.leaning(option, WHIM)
            if found > best:
                best, chosen = found, option
        return chosen

    def use_of(self, unit: str) -> int:
        """What a division or an independent brigade may gain by acting now under the designated commander."""
        roster = self.rules.roster
        division = roster.division_number.get(unit)
        brigades = roster.divisions[division].brigades if division is not None else (roster.number[unit],)
        left: int = self.state.frames[-1][1]
        others = [other for other in self.divisions_left if other != brigades] if left > 1 else []
        gain = self.business(brigades, others)
        commander = self.state.designated
        present = [b for b in brigades if self.state.at[b]]
        if not in_command(self.position, present, commander):
            gain //= 2
        return gain

    def business(self, brigades: tuple[int, ...], others: Sequence[tuple[int, ...]] = ()) -> int:
        """What these brigades gain by better places or rest, and by the best attack they could make, with the
        help of others that may act after them."""
        state = self.state
        idle = state.acted | state.routed
        total = targets = 0
        for brigade in brigades:
            if state.at[brigade] and not idle >> brigade & 1:
                total += self._march_gain(brigade)
        mates = self.reach_of(brigades, 0)
        for _, reach in mates:
            targets |= self.rules.spread(reach, self.rules.zones_within[1]) & self.on.held[1 - self.side]
        best = 0
        helpers = [mate for other in others for mate in self.reach_of(other, 0)]
        for target in places_in(targets):
            here = self.marked.get(target, [])
            who = self.assemble(list(here), target, mates)
            if len(who) > len(here):
                best = max(best, self.added(target, who) - self.least)
                more = self.assemble(who, target, helpers)
                if len(more) > len(who):
                    best = max(best, self.added(target, more) * self.weights["joined"] // 100 - self.least)
        return total * self.weights["marching"] // 100 + best

    def added(self, target: PlaceId, who: list[Placed]) -> int:
        """What an attack adds to those that are prepared."""
        return self.total({**self.marked, target: who}) - self._marked_total

    def rest(self, zone: PlaceId) -> int:
        """What a level of fatigue less is worth: out of contact it goes by itself at the end of the turn."""
        return self.weights["tired"] if self.enemy_control >> zone & 1 else self.weights["tired"] // 3

    def _march_gain(self, brigade: int) -> int:
        """What a brigade gains by its best march, or by rest."""
        state = self.state
        here = state.at[brigade]
        points = self.rules.allowance[brigade]
        reach = march_mask(self.position, self.side, here, points, True) & ~full_zones(self.position, brigade)
        table = self.goals.get(brigade)
        plain = reach & self.quiet if table is not None else 0
        zones = (here, *place_list(reach & ~plain))
        contact, enemy_control = self.weights["contact"], self.enemy_control
        found = [
            value - contact if enemy_control >> zone & 1 else value
            for zone, value in zip(zones, self.stands(brigade, zones), strict=True)
        ]
        now = found[0]
        if state.fatigue[brigade]:
            found[0] += self.rest(here)
        best = max(found)
        if table is not None and plain:
            # Where no enemy is near and nothing is to be won, only the way to the goal counts.
            best = max(best, -self._pull(brigade) * min(map(table.__getitem__, place_list(plain))) // 8)
        return best - now

    @cached_property
    def quiet(self) -> PlaceSet:
        """The zones without enemies near and without a prize."""
        zones = ~self.enemy_control
        for zone in self.prizes:
            zones &= ~(1 << zone)
        for zone, threat in enumerate(self.threat):
            if threat:
                zones &= ~(1 << zone)
        return zones

    def corps(self, decision: Decision) -> Action:
        """The commander whose divisions have most to do, by the divisions that his die may give him."""
        best: tuple[int, int] | None = None
        chosen = decision.options[0]
        alone = [self.business((b,)) for b in independents(self.position, self.side)]
        for number, option in enumerate(decision.options):
            found = self._corps_use(self.rules.roster.number[option[1]], alone)
            found += self.plan.leaning(option, DICE * WHIM)
            if best is None or (found, -number) > best:
                best, chosen = (found, -number), option
        return chosen

    def _corps_use(self, commander: int, alone: Sequence[int]) -> int:
        state, position = self.state, self.position
        uses = [gain // 2 for gain in alone]
        for _, brigades in self.rules.divisions_under[commander]:
            present = [b for b in brigades if state.at[b]]
            if len(present) < 2:
                continue
            if brigades not in self._business:  # independent divisions are at hand for every commander
                self._business[brigades] = self.business(brigades)
            gain = self._business[brigades]
            if not in_command(position, present, commander):
                gain //= 2
            uses.append(gain)
        uses.sort(reverse=True)
        modifier = sum(value for _, value, _ in activation_modifiers(position, commander))
        return sum(sum(uses[: divisions_for(position, die + modifier)]) for die in range(1, DICE + 1))

    # --- after the dice ---------------------------------------------------------------------------------

    def enter(self, decision: Decision) -> Action | None:
        """Brigades come in where they stand best, commanders after them, near their own."""
        options = decision.options
        assert isinstance(options, SetOptions)
        roster, names = self.rules.roster, self.rules.board.names
        best: tuple[int, int] | None = None
        chosen: Action | None = None
        for number, (prefix, zones) in enumerate(options.groups):
            piece, goals = roster.number[prefix[1]], place_list(zones)
            if piece < roster.brigades:
                values = self.stands(piece, goals)
            else:
                values = [self.seat_of(piece, zone) - LAST for zone in goals]
            for zone, value in zip(goals, values, strict=True):
                if best is None or (value, -number) > best:
                    best, chosen = (value, -number), (*prefix, names[zone])
        return chosen

    def retreat(self, decision: Decision, brigade: int) -> Action:
        """The zone where it stands best."""
        names = self.rules.board
        return max(
            decision.options,
            key=lambda o: (self.stand(brigade, names.place(o[2])), -names.place(o[2])),
        )

    def advance(self, decision: Decision) -> Action:
        """Into the zone that was left, if a brigade stands better there."""
        board, roster = self.rules.board, self.rules.roster
        best, chosen = 0, decision.options[-1]
        for option in decision.options:
            if option[0] != "advance":
                continue
            brigade, zone = roster.number[option[1]], board.place(option[2])
            gain = self.stand(brigade, zone) - self.stand(brigade, self.state.at[brigade]) + 5
            if gain > best:
                best, chosen = gain, option
        return chosen

    def next_combat(self, decision: Decision) -> Action:
        """The surest first: what it breaks no longer stands beside the others."""
        board = self.rules.board
        best: tuple[int, int] | None = None
        chosen = decision.options[0]
        for number, option in enumerate(decision.options):
            target = board.place(option[1])
            who = [Placed(b, self.state.at[b]) for b in attackers_of(self.position, target)]
            found = promise(self.position, who, target, self.pinned, weights=self.weights)
            if best is None or (found, -number) > best:
                best, chosen = (found, -number), option
        return chosen

    # --- commanders -----------------------------------------------------------------------------------

    def commanders(self, decision: Decision) -> Action:
        """Near his divisions and in range of the army commander, who moves only to regain his corps."""
        roster, board, at = self.rules.roster, self.rules.board, self.state.at
        best, chosen = 0, decision.options[-1]
        seats: dict[int, int] = {}
        for option in decision.options:
            if option[0] != "move":
                continue
            piece, zone = roster.number[option[1]], board.place(option[2])
            if piece not in seats:
                seats[piece] = self.seat_of(piece, at[piece])
            gain = self.seat_of(piece, zone) - seats[piece]
            if gain > best:
                best, chosen = gain, option
        if not best and decision.options[0][0] == "test":
            army = roster.army_commander[self.side]
            lost = [
                c
                for c in roster.corps_commanders[self.side]
                if at[c] and not is_in_range(self.position, army, at[c])
            ]
            if lost:
                return decision.options[0]
        return chosen

    def seat_of(self, commander: int, zone: PlaceId) -> int:
        """How well a commander is placed: brigades (for an army commander, corps commanders) in range and
        near."""
        rules, at = self.rules, self.state.at
        roster = rules.roster
        area = rules.area(zone, rules.tables["command"]["range"])
        army = roster.army_commander[self.side]
        value = 0
        if commander == army:
            ways = rules.distances(1 << zone)
            for corps in roster.corps_commanders[self.side]:
                if at[corps]:
                    value += 40 * (area >> at[corps] & 1) - min(20, ways[at[corps]])
        else:
            value += sum(map(at_hand(rules, zone).__getitem__, self._led_by(commander)))
            if at[army]:
                value += 30 * (area >> at[army] & 1)
        return value - 2 * min(15, self.threat[zone])

    def _led_by(self, commander: int) -> list[PlaceId]:
        """The zones of a corps commander's brigades, one for each brigade."""
        found = self._led.get(commander)
        if found is None:
            roster, at = self.rules.roster, self.state.at
            found = self._led[commander] = [
                at[b] for b in roster.of_side[self.side] if roster.corps[b] == commander and at[b]
            ]
        return found
