"""5: every move offered along whole games, against a walk hex by hex in the words of the rules."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from random import Random

import pytest

from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BRIGADE, DUMMY
from bullrun.games.bull_run_1983.rules.state import MAP
from tests.cases.bull_run_1983.test_setup import start

GAME = "bull-run-1983"

COST = {(False, False): 1, (True, False): 2, (False, True): 2, (True, True): 3}
"""By stream and woods (5.31)."""


class Walk:
    """One position, read straight from its columns."""

    def __init__(self, position: BullRun) -> None:
        self.state, self.rules = position.state, position.rules
        self.board, self.roster = self.rules.board, self.rules.roster
        state, roster = self.state, self.roster
        self.enemy = 1 - state.side
        on_map = [p for p in range(len(roster.ids)) if state.box[p] == MAP]
        self.foes = {
            state.at[p] for p in on_map if roster.side[p] == self.enemy and roster.all_units >> p & 1
        }
        self.hidden = [state.at[p] for p in on_map if state.frozen >> p & 1 and roster.side[p] == self.enemy]
        self.weight: dict[int, int] = {}
        for piece in range(len(roster.ids)):
            place = state.at[piece]
            if not place and state.holder[piece] >= 0 and roster.kind[state.holder[piece]] == DUMMY:
                place = state.at[state.holder[piece]]
            if place:
                self.weight[place] = self.weight.get(place, 0) + roster.defense[piece]
        self.entered = dict(state.ford_entries)

    def is_a(self, kind: str, place: int) -> bool:
        return bool(self.board.terrain[kind] >> place & 1)

    def is_bridge(self, place: int) -> bool:
        return self.is_a("bridge", place) or (self.is_a("trestle_site", place) and self.state.trestle == 1)

    def controllers(self, place: int) -> set[int]:
        """Hexes of the enemy units in whose zone a hex lies."""
        return {foe for foe in self.foes if self.board.distance(foe, place) <= 1}

    def step(self, piece: int, here: int, there: int) -> Fraction | None:
        """What one step costs; None where the piece cannot take it."""
        roster, abatis = self.roster, self.state.abatis
        kind, points = roster.kind[piece], roster.defense[piece]
        if self.is_a("river", there) and not self.is_bridge(there):
            return None
        ford = self.is_a("ford", there)
        if kind == BRIGADE and (ford or self.is_bridge(there) or abatis >> there & 1):
            return None
        if ford and points and self.entered.get(there, 0) + points > 8:
            return None
        blocked = abatis >> here & 1 or abatis >> there & 1
        has = self.board.borders.has
        cost = Fraction(COST[self.is_a("stream", there), self.is_a("woods", there)])
        if ford or self.is_bridge(there):
            cost = Fraction(1)
        if kind != BRIGADE and not blocked:
            gun = kind == BATTERY
            if has("road_major", here, there):
                cost = Fraction(1, 3) if gun else Fraction(1, 2)
            elif has("road_minor", here, there) or has("railroad", here, there):
                cost = Fraction(1, 2) if gun else Fraction(1)
        for place in (here, there):
            cost += bool(self.is_a("ford", place)) + (abatis >> place & 1)
        return cost

    def ends(self, piece: int) -> set[str]:
        """Where a piece may end its move."""
        roster, state = self.roster, self.state
        left = Fraction(roster.movement[piece][state.face[piece]]) - Fraction(state.spent[piece], 6)
        best = {state.at[piece]: Fraction(0)}
        queue = [(Fraction(0), state.at[piece])]
        while queue:
            cost, here = heappop(queue)
            if cost > best[here]:
                continue
            mine = self.controllers(here)
            if here != state.at[piece] and (mine or self.watched(here)):
                continue
            for there in self.board.neighbours[here]:
                step = self.step(piece, here, there)
                if step is None or cost + step > left or mine & self.controllers(there):
                    continue
                if cost + step < best.get(there, left + 1):
                    best[there] = cost + step
                    heappush(queue, (cost + step, there))
        return {
            self.board.name(place)
            for place in best
            if place != state.at[piece] and self.has_room(piece, place)
        }

    def watched(self, place: int) -> bool:
        """A face-down enemy lies within four hexes (4.84)."""
        return any(self.board.distance(place, counter) <= 4 for counter in self.hidden)

    def has_room(self, piece: int, place: int) -> bool:
        points = self.roster.defense[piece]
        limit = 8 if self.is_a("ford", place) else 12
        return not points or self.weight.get(place, 0) + points <= limit


def compare(position: BullRun, random: Random) -> None:
    decision = position.decision()
    assert decision is not None
    offered: dict[str, set[str]] = {}
    for option in decision.options:
        if option[0] == "move":
            offered.setdefault(option[1], set()).add(option[2])
    walk = Walk(position)
    state, roster = position.state, position.rules.roster
    may_move = [
        p
        for p in range(len(roster.ids))
        if state.box[p] == MAP and (state.active & ~state.halted) >> p & 1 and roster.side[p] == state.side
    ]
    assert set(offered) <= {roster.ids[p] for p in may_move}
    for piece in random.sample(may_move, min(len(may_move), 12)):
        name = roster.ids[piece]
        assert offered.get(name, set()) == walk.ends(piece), name
    fresh = BullRun(position.rules, state.copy())
    again = fresh.decision()
    assert again is not None and list(again.options) == list(decision.options), "kept choices are stale"


@pytest.mark.rule(GAME, "5.3", "5.31", "5.32", "5.4", "5.52", "5.6", "5.7", "5.81", "5.82")
@pytest.mark.parametrize(
    ("seed", "chosen"),
    [(1, {}), (2, {"confederate_setup": "free"}), (3, {"fog_of_war": "on"}), (4, {"uncertain_times": "on"})],
)
def test_moves_offered_in_whole_games_equal_a_walk_by_the_rules(seed, chosen):
    """Players march at random but toward each other, so that zones, fords and full hexes matter."""
    position = start(**chosen)
    random = Random(seed)
    board = position.rules.board
    goal = (board.place("Z12"), board.place("MM12"))
    checked = 0
    for _ in range(1500):
        decision = position.decision()
        if decision is None:
            break
        moving = position.state.frames[-1][0] == "movement"
        if moving and random.random() < 0.05:
            compare(position, random)
            checked += 1
        options = decision.options
        picks = [options[random.randrange(len(options))] for _ in range(6 if moving else 1)]
        if moving:
            there = goal[position.state.side]
            picks = [p for p in picks if p[0] != "end-movement"] or picks
            picks.sort(key=lambda p: board.distance(board.place(p[2]), there) if p[0] == "move" else 0)
        position.apply(picks[0])
    assert checked > 10
