"""Which attacks a side can make this turn by moving first: who comes from where, at what odds, and what the
Combat Results Table makes of it on average."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import ground, units_in
from bullrun.games.bull_run_1983.rules.roster import BATTERY
from bullrun.games.bull_run_1983.rules.strength import ASSAULT, column_of, downhill
from bullrun.mechanisms.odds import odds
from bullrun.mechanisms.tables import OddsTable


class Assault(NamedTuple):
    """An attack on one or two hexes by pieces that move up to it or stand there already."""

    targets: PlaceSet
    moves: tuple[tuple[int, PlaceId], ...]
    """(piece, hex it attacks from), those who stay included."""
    gain: int
    """Points won less points lost, in hundredths."""
    column: str
    """The odds, as the table prints them."""


@lru_cache(maxsize=50_000)
def exchange(table: OddsTable, column: int, mine: int, theirs: int, ground_worth: int) -> int:
    """Hundredths of defense points that an attack is expected to gain. A retreat counts a quarter of what
    runs; taking the ground counts as given."""
    total = Fraction(0)
    for result, chance in table.distribution(column).items():
        words = ["DE", "AE"] if result == "EX" else result.split()
        swing = Fraction(0)
        for word in words:
            if word == "DE":
                swing += min(mine, theirs)
                if mine >= theirs:
                    swing += ground_worth
            elif word == "AE":
                swing -= min(mine, theirs)
            elif word == "DB2":
                swing += Fraction(theirs, 4) + ground_worth
            elif word == "AB2":
                swing -= Fraction(mine, 6)
        total += chance * swing
    return int(100 * total)


class Front:
    """One side's view of the moment before it moves: which units can get where, and which they would meet
    there."""

    def __init__(self, position: BullRun, side: int, reach: Mapping[int, PlaceSet]) -> None:
        self.position = position
        self.side = side
        self.reach = reach
        """For each unit that can move the hexes where it may stop."""
        self.enemy = ground(position).units[1 - side]
        self.rules = position.rules
        state = position.state
        self.weak = self.rules.crossings(state.trestle)
        """Hexes where a unit is halved (7.51)."""
        self.woods = self.rules.board.terrain["woods"]

    def touched(self, place: PlaceId) -> PlaceSet:
        """The enemy hexes next to a hex."""
        return self.rules.board.neighbour_set[place] & self.enemy

    def defense(self, target: PlaceId, stands: PlaceSet) -> tuple[int, int]:
        """(defense in halves after terrain, plain points) of an enemy hex attacked from these hexes."""
        roster = self.rules.roster
        halves = 0
        points = 0
        doubled = bool(stands) and not stands & ~downhill(self.rules.board)[target]
        for unit in units_in(self.position, target, 1 - self.side):
            factor = 1 if self.weak >> target & 1 else 2
            if roster.kind[unit] == BATTERY and self.woods >> target & 1:
                factor = 1
            halves += roster.defense[unit] * factor * (2 if doubled else 1)
            points += roster.defense[unit]
        return halves, points

    def attack(self, unit: int, place: PlaceId, targets: PlaceSet) -> int:
        """The attack of a unit from a hex, in halves."""
        roster = self.rules.roster
        factor = 2
        if self.weak >> place & 1 or (roster.kind[unit] == BATTERY and self.woods & (1 << place | targets)):
            factor = 1
        return roster.attack[unit][self.position.state.face[unit]] * factor

    # --- one attack -------------------------------------------------------------------------------

    def best(self, targets: PlaceSet, busy: int, worth: int, hexes_busy: PlaceSet = 0) -> Assault | None:
        """The strongest attack on these hexes by units that are not busy, from hexes that touch nothing
        else; None if nobody gets there."""
        board, roster, state = self.rules.board, self.rules.roster, self.position.state
        common = board.all
        for target in places_in(targets):
            common &= board.neighbour_set[target]
        spots = [
            place
            for place in places_in(common & ~self.enemy & ~hexes_busy)
            if not self.touched(place) & ~targets
        ]
        if not spots:
            return None
        spot_set = sum(1 << place for place in spots)
        below = downhill(board)
        level = sum(
            1 << place for place in spots if any(not below[t] >> place & 1 for t in places_in(targets))
        )
        # A unit that is there and cannot leave counts as there; the others are taken strongest first.
        room: dict[PlaceId, int] = {}
        for place in spots:
            staying = sum(
                roster.defense[u]
                for u in units_in(self.position, place, self.side)
                if u not in self.reach and not busy >> u & 1
            )
            room[place] = self.rules.stack_limit(place) - staying
        moves: list[tuple[int, PlaceId]] = []
        attack = mine = 0
        stands: PlaceSet = 0
        coming: list[tuple[int, int]] = []
        for place in spots:
            for unit in units_in(self.position, place, self.side):
                if busy >> unit & 1:
                    continue
                if unit not in self.reach:
                    moves.append((unit, place))
                    attack += self.attack(unit, place, targets)
                    mine += roster.defense[unit]
                    stands |= 1 << place
        for unit, reach in self.reach.items():
            here = state.at[unit]
            if busy >> unit & 1 or not (reach | 1 << here) & spot_set:
                continue
            coming.append((roster.attack[unit][state.face[unit]], unit))
        coming.sort(key=lambda item: (-item[0], item[1]))
        enough = 7 * self._defense_of(targets, spot_set)
        for power, unit in coming:
            if attack >= enough or (power == 0 and attack):
                break
            here = state.at[unit]
            open_to = (self.reach[unit] | 1 << here) & spot_set
            points = roster.defense[unit]
            fitting = [place for place in places_in(open_to) if room[place] >= points]
            if not fitting:
                continue
            place = max(
                fitting,
                key=lambda p: (
                    self.attack(unit, p, targets),
                    level >> p & 1 and not stands & level,
                    stands >> p & 1,
                    p == here,
                    -p,
                ),
            )
            moves.append((unit, place))
            room[place] -= points
            attack += self.attack(unit, place, targets)
            mine += points
            stands |= 1 << place
        if not moves or attack == 0:
            return None
        defense = theirs = 0
        for target in places_in(targets):
            halves, points = self.defense(target, stands)
            defense += halves
            theirs += points
        if defense == 0:
            return None
        column = column_of(self.rules, ASSAULT, odds(attack, defense))
        if column < 0:
            return None
        gain = exchange(self.rules.combat_table, column, mine, theirs, worth)
        return Assault(targets, tuple(moves), gain, self.rules.combat_table.columns[column])

    def _defense_of(self, targets: PlaceSet, stands: PlaceSet) -> int:
        return sum(self.defense(target, stands)[0] for target in places_in(targets))


def find_assaults(
    front: Front, least: int, ground_worth: Sequence[int], wanted: PlaceSet = 0
) -> list[Assault]:
    """Attacks that fit together, best first, each with at least this gain. Targets in `wanted` are attacked
    at any odds that the table has."""
    board = front.rules.board
    near = board.spread(front.enemy)
    able = {u: r for u, r in front.reach.items() if (r | 1 << front.position.state.at[u]) & near}
    standing = ground(front.position).units[front.side] & near
    if not able and not standing:
        return []
    close: PlaceSet = standing
    for reach in able.values():
        close |= reach & near
    groups: list[PlaceSet] = []
    in_reach = board.spread(close) & front.enemy
    for target in places_in(in_reach):
        groups.append(1 << target)
        for other in places_in(board.within(target, 2) & in_reach):
            if other > target:
                groups.append(1 << target | 1 << other)
    found: list[Assault] = []
    busy = 0
    hexes: PlaceSet = 0
    hit: PlaceSet = 0
    candidates = [(group, front.best(group, 0, _worth(group, ground_worth))) for group in groups]
    rated = sorted(
        ((a, g) for g, a in candidates if a is not None and (a.gain >= least or g & wanted)),
        key=lambda item: (-_rating(item[0], wanted), item[1]),
    )
    for first, group in rated:
        if group & hit:
            continue
        assault: Assault | None = first
        if busy and any(busy >> unit & 1 for unit, _ in first.moves):
            assault = front.best(group, busy, _worth(group, ground_worth), hexes)
        if assault is None or (assault.gain < least and not group & wanted):
            continue
        if any(front.touched(place) & ~group & ~hit for _, place in assault.moves):
            continue
        found.append(assault)
        hit |= group
        for unit, place in assault.moves:
            busy |= 1 << unit
            hexes |= 1 << place
    return found


def _worth(group: PlaceSet, ground_worth: Sequence[int]) -> int:
    return max(ground_worth[place] for place in places_in(group))


def _rating(assault: Assault, wanted: PlaceSet) -> int:
    return assault.gain + (10_000 if assault.targets & wanted else 0)
