"""What a viewer cannot know, imagined anew: who lies face down where.

Everybody may see how many face-down counters lie in each hex, and knows from the order-of-battle cards which
pieces they can be, where each may have been set up (1.2, 1.3) and that no hex holds more than 12 defense
points. Within that the identities are shuffled; which brigades are formed is drawn anew too.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.games.bull_run_1983.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1983.rules.brigades import exact_sums
from bullrun.games.bull_run_1983.rules.dummies import all_dummies
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BRIGADE, DUMMY, LEADER
from bullrun.games.bull_run_1983.rules.setup import group_of
from bullrun.games.bull_run_1983.rules.state import (
    CARD,
    FORMED,
    MAP,
    NOWHERE,
    UNDER_DUMMY,
    WAITING,
    BullRunState,
)
from bullrun.games.sides import CONFEDERATE, SIDES, UNION

SWAPS = 400
"""How often two counters are tried for a swap: enough to mix some sixty of them."""
DRAWS = 4
"""How many drawings of brigades and dummies are tried before the usual one is taken."""
MOST_DRAWS = 40
"""How many drawings are tried for the usual one before limits are let go."""
STRICT, CROWDED, ANYWHERE = 0, 1, 2
"""What a deal must respect: areas and stacking, areas alone, or nothing but the number of counters."""


def imagine(position: BullRun, viewer: str, random: Random) -> BullRunState:
    """A state that looks the same to the viewer, with what it cannot know shuffled."""
    state = position.state.copy()
    for side in (UNION, CONFEDERATE):
        if SIDES[side] != viewer and state.frozen & position.rules.roster.of_side[side]:
            Shuffle(position.rules, state, side, random).run()
    return state


class Shuffle:
    """One side's face-down counters while they are dealt anew.

    `deal[i]` is the counter in `slots[i]`, a hex, or NOWHERE while it waits to be set up. `inside` says
    what a brigade piece or dummy among them stands for.
    """

    def __init__(self, rules: Battlefield, state: BullRunState, side: int, random: Random) -> None:
        self.rules, self.state, self.side, self.random = rules, state, side, random
        self.roster = rules.roster
        self.inside: dict[int, list[int]] = {}
        for piece in places_in(state.frozen & self.roster.of_side[side]):
            if state.holder[piece] >= 0:
                self.inside.setdefault(state.holder[piece], []).append(piece)
        # A dummy whose contents its owner is choosing just now stands in a frame and keeps its place.
        chosen = {value for frame in state.frames if frame[0] == "dummies" for value in frame[1:]}
        # By hex, not by piece: the order must not tell who lies where, so that worlds which look the same
        # are imagined alike for the same random numbers.
        counters = sorted(
            (state.at[piece], piece)
            for piece in places_in(state.frozen & self.roster.of_side[side])
            if state.box[piece] in (MAP, WAITING) and piece not in chosen
        )
        self.deal = [piece for _, piece in counters]
        self.slots = [place for place, _ in counters]
        self.pool = {piece for counter in self.deal for piece in self.members(counter)}
        self.before = frozenset(self.pool)
        self.from_r1 = {
            place
            for counter, place in zip(self.deal, self.slots, strict=True)
            if any(state.from_r1 >> piece & 1 for piece in self.members(counter))
        }
        self.free: dict[PlaceId, int] = {}
        """Defense points that each hex has room for; below 0 while too much lies there."""

    def run(self) -> None:
        """Deal the counters anew and write them into the state."""
        # While the Union lays its dummies nobody else decides, and what may still be laid depends on what has
        # been: its own counters are only mixed.
        if self.side == CONFEDERATE or not any(frame[0] == "dummies" for frame in self.state.frames):
            self.deal_anew()
        self.count_free()
        for _ in range(SWAPS if len(self.deal) > 1 else 0):
            self.swap()
            self.exchange()
        self.write()

    # --- what is possible -------------------------------------------------------------------------------

    def members(self, counter: int) -> Iterator[int]:
        """A counter and all that it stands for."""
        yield counter
        for piece in self.inside.get(counter, ()):
            yield from self.members(piece)

    def points(self, counter: int) -> int:
        """Defense points under a counter."""
        if self.roster.kind[counter] == DUMMY:
            return sum(self.points(piece) for piece in self.inside.get(counter, ()))
        return self.roster.defense[counter]

    def area(self, counter: int) -> PlaceSet:
        """Where a counter can lie: every piece under it was set up there."""
        rules, state = self.rules, self.state
        groups = group_of(rules)
        area = rules.board.all
        for piece in self.members(counter):
            if self.roster.kind[piece] == BRIGADE:
                area &= ~rules.no_brigades(state.abatis, state.trestle)
            group = groups.get(piece)
            if group is not None and not group.ends:
                area &= group.area
            elif group is not None and rules.board.place("CCC35") not in group.ends:
                area &= ~state.third_only
        return area

    def count_free(self) -> None:
        """Take the room in each hex from the stacking limit, less known units and what is dealt there."""
        state, roster = self.state, self.roster
        self.free = {place: self.rules.stack_limit(place) for place in self.slots if place}
        dealt = self.pool | self.before
        for piece, place in enumerate(state.at):
            if place in self.free and piece not in dealt and roster.all_units >> piece & 1:
                self.free[place] -= roster.defense[piece]
        for counter, place in zip(self.deal, self.slots, strict=True):
            if place:
                self.free[place] -= self.points(counter)

    def shift(self, here: PlaceId, there: PlaceId, points: int) -> bool:
        """Move defense points from one hex to the other, unless that overfills one more than before."""
        if here == there or points == 0:
            return True
        change = {here: points, there: -points}
        worse = sum(
            max(0, -self.free[place] - extra) - max(0, -self.free[place])
            for place, extra in change.items()
            if place
        )
        if worse > 0:
            return False
        for place, extra in change.items():
            if place:
                self.free[place] += extra
        return True

    # --- dealing ------------------------------------------------------------------------------------------

    def swap(self) -> None:
        """Swap two counters unless an area or the stacking limit forbids it."""
        i, j = self.random.sample(range(len(self.deal)), 2)
        (one, here), (other, there) = (self.deal[i], self.slots[i]), (self.deal[j], self.slots[j])
        if NOWHERE in (here, there) and (one in self.inside or other in self.inside):
            return
        if here != there and not (self.fits(one, there) and self.fits(other, here)):
            return
        if self.shift(here, there, self.points(one) - self.points(other)):
            self.deal[i], self.deal[j] = other, one

    def fits(self, counter: int, place: PlaceId) -> bool:
        """Whether a counter can have been set up in a hex; anything can still wait."""
        return not place or bool(self.area(counter) >> place & 1)

    def exchange(self) -> None:
        """Exchange a piece that another counter stands for with one that lies by itself."""
        holders = [i for i, counter in enumerate(self.deal) if self.inside.get(counter)]
        if not holders:
            return
        i, j = self.random.choice(holders), self.random.randrange(len(self.deal))
        holder, loose = self.deal[i], self.deal[j]
        here, there = self.slots[i], self.slots[j]
        out = self.random.choice(self.inside[holder])
        if i == j or loose in self.inside or out in self.inside or not there:
            return
        new = self.holder_after(holder, out, loose)
        if new < 0 or not (self.fits(loose, here) and self.fits(out, there)):
            return
        if self.shift(here, there, self.roster.defense[out] - self.roster.defense[loose]):
            parts = self.inside.pop(holder)
            self.inside[new] = [loose if piece == out else piece for piece in parts]
            self.pool = self.pool - {holder} | {new}
            self.deal[i], self.deal[j] = new, out

    def holder_after(self, holder: int, out: int, loose: int) -> int:
        """The counter that stands for `loose` once `out` has left `holder`; -1 where that cannot be. A
        brigade takes infantry of its own of the same strength; a dummy belongs to the leader under it."""
        roster = self.roster
        code = roster.brigade[holder]
        if roster.kind[holder] == BRIGADE:
            alike = roster.kind[loose] == roster.kind[out] != LEADER and roster.brigade[loose] == code
            return holder if alike and roster.defense[loose] == roster.defense[out] else -1
        if roster.kind[loose] == DUMMY:
            return -1
        if out != roster.brigade_leader[code]:
            return holder
        for dummy in all_dummies(roster):
            # One that really lies there, but not in this deal, is as free as one that was never used.
            unused = dummy not in self.pool and (self.state.box[dummy] == CARD or dummy in self.before)
            if unused and roster.brigade_leader.get(roster.brigade[dummy]) == loose:
                return dummy
        return -1

    # --- a deal from nothing hidden -----------------------------------------------------------------------

    def deal_anew(self) -> None:
        """Draw which brigades are formed and what dummies cover, so that the number of counters stays, and
        lay everything out. If no drawing fits, the usual one is taken, which is found once for these pieces
        and hexes. Nothing here looks at the real deal: worlds that look the same must be imagined alike."""
        loose = sorted(piece for piece in self.pool if self.roster.kind[piece] not in (BRIGADE, DUMMY))
        if self.draw(loose, DRAWS, STRICT):
            return
        memo = self.rules.memo
        key = f"usual deal {loose} {self.slots} {self.state.abatis} {self.state.trestle}"
        if key not in memo:
            drawn, self.random = self.random, Random(0)
            if not any(self.draw(loose, MOST_DRAWS, how) for how in (STRICT, CROWDED, ANYWHERE)):
                raise AssertionError(f"no deal of {len(loose)} pieces to {len(self.slots)} counters")
            memo[key] = (self.deal, self.inside, self.pool)
            self.random = drawn
        deal, inside, pool = memo[key]
        self.deal, self.pool = list(deal), set(pool)
        self.inside = {holder: list(parts) for holder, parts in inside.items()}

    def draw(self, loose: list[int], times: int, how: int) -> bool:
        """Draw brigades and dummies and lay out, so often at most, until it fits."""
        covered = len(loose) - len(self.slots)
        for time in range(times):
            if self.side == CONFEDERATE:
                formed = self.draw_brigades(loose, covered)
                if formed is None:
                    continue
            else:
                # Union brigades are a choice, for dummies can cover the rest; but they can be all there is.
                formed = (self.draw_brigades(loose, covered) if time % 4 == 3 else None) or {}
                left = covered - sum(len(parts) - 1 for parts in formed.values())
                if left and not self.draw_dummies(loose, formed, left):
                    continue
            self.inside = formed
            parts = {piece for group in formed.values() for piece in group}
            self.pool = {*loose, *formed}
            counters = [*formed, *(piece for piece in loose if piece not in parts)]
            if self.lay_out([counter for counter in counters if counter not in parts], how):
                return True
        return False

    def draw_brigades(self, loose: list[int], units: int) -> dict[int, list[int]] | None:
        """Brigade pieces that together stand for this many units beside their leaders; None if none do."""
        roster, random = self.roster, self.random
        ready = set(loose)
        brigades = [
            (piece, roster.brigade_leader[code], roster.brigade_infantry[code])
            for code, piece in roster.brigade_piece.items()
            if roster.brigade_leader[code] in ready
        ]
        random.shuffle(brigades)
        formed: dict[int, list[int]] = {}
        hopeless: set[tuple[int, int]] = set()

        def choose(index: int, left: int) -> bool:
            if left == 0:
                return True
            if index == len(brigades) or (index, left) in hopeless:
                return False
            piece, leader, infantry = brigades[index]
            sums = exact_sums(roster, piece, tuple(unit for unit in infantry if unit in ready))
            choices = [group for group in sums if len(group) <= left]
            for group in random.sample(choices, min(3, len(choices))):
                formed[piece] = [leader, *group]
                if choose(index + 1, left - len(group)):
                    return True
                del formed[piece]
            if choose(index + 1, left):
                return True
            hopeless.add((index, left))
            return False

        return formed if choose(0, units) else None

    def draw_dummies(self, loose: list[int], formed: dict[int, list[int]], units: int) -> bool:
        """Dummies that cover this many pieces beside their leaders, added to what is formed: such as can have
        been set up in the leader's area and fit into one hex."""
        roster, random = self.roster, self.random
        held = {piece for parts in formed.values() for piece in parts}
        leaders = {
            dummy: leader
            for dummy in all_dummies(roster)
            if (leader := roster.brigade_leader[roster.brigade[dummy]]) in loose and leader not in held
        }
        self.inside = {}
        area = {piece: self.area(piece) for piece in loose}
        free = [piece for piece in loose if piece not in held and piece not in leaders.values()]
        random.shuffle(free)
        order = random.sample(sorted(leaders), len(leaders))
        where = {dummy: area[leaders[dummy]] for dummy in order}
        room = dict.fromkeys(order, self.rules.stacking)
        under: dict[int, list[int]] = {}
        # Some at random, then as many as each dummy can still take.
        for most in (3, len(free)):
            for dummy in order:
                wanted = min(units, random.randint(1, most)) if most == 3 else units
                for piece in list(free):
                    if not wanted:
                        break
                    if not where[dummy] & area[piece] or roster.defense[piece] > room[dummy]:
                        continue
                    under.setdefault(dummy, []).append(piece)
                    free.remove(piece)
                    where[dummy] &= area[piece]
                    room[dummy] -= roster.defense[piece]
                    wanted -= 1
                    units -= 1
        for dummy, pieces in under.items():
            formed[dummy] = [leaders[dummy], *pieces]
        return units == 0

    def lay_out(self, counters: list[int], how: int) -> bool:
        """Match counters with slots so that each lies in its area and no hex holds too much, as far as that
        is asked. A brigade can be formed before it is set up; a dummy is laid where its pieces lie."""
        random = self.random
        areas = {counter: self.area(counter) for counter in counters}

        def can_lie(counter: int, place: PlaceId) -> bool:
            if not place:
                return self.roster.kind[counter] != DUMMY
            return how == ANYWHERE or bool(areas[counter] >> place & 1)

        random.shuffle(counters)
        counters.sort(key=lambda counter: sum(can_lie(counter, place) for place in self.slots))
        order = random.sample(range(len(self.slots)), len(self.slots))
        lies: dict[int, int] = {}

        def seek(counter: int, tried: set[int]) -> bool:
            for slot in order:
                if slot not in tried and can_lie(counter, self.slots[slot]):
                    tried.add(slot)
                    if slot not in lies or seek(lies[slot], tried):
                        lies[slot] = counter
                        return True
            return False

        if len(counters) != len(self.slots) or not all(seek(counter, set()) for counter in counters):
            return False
        self.deal = [lies[slot] for slot in range(len(self.slots))]
        if how != STRICT:
            return True
        self.count_free()
        for _ in range(SWAPS if len(self.deal) > 1 else 0):
            if min(self.free.values(), default=0) >= 0:
                return True
            self.swap()
        return min(self.free.values(), default=0) >= 0

    # --- writing ------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Put the new deal into the state."""
        state, roster = self.state, self.roster
        for piece in self.before:
            state.at[piece], state.box[piece], state.holder[piece], state.face[piece] = NOWHERE, CARD, -1, 0
            state.frozen &= ~(1 << piece)
            state.from_r1 &= ~(1 << piece)
        for counter, place in zip(self.deal, self.slots, strict=True):
            state.at[counter] = place
            state.box[counter] = MAP if place else WAITING
            for piece in self.members(counter):
                state.frozen |= 1 << piece
                if place in self.from_r1 and piece in group_of(self.rules):
                    state.from_r1 |= 1 << piece
                if roster.kind[piece] == BATTERY:
                    state.face[piece] = self.random.getrandbits(1)
        for holder, parts in self.inside.items():
            for piece in parts:
                state.box[piece] = FORMED if roster.kind[holder] == BRIGADE else UNDER_DUMMY
                state.holder[piece] = holder
