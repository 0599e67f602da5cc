"""7.2-7.6, 9.5-9.8: the strengths of battles, added up again in the words of the rules."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from bullrun.games.bull_run_1983.rules.given import ImpossiblePosition
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BRIGADE, LEADER
from bullrun.games.bull_run_1983.rules.strength import sums
from tests.cases.bull_run_1983.declarations import random_pieces
from tests.cases.bull_run_1983.scene import rules, scene

GAME = "bull-run-1983"


def uphill(position, high, low):
    """7.41, 7.42, and the exception of the chart: a stream across the side makes neither uphill by it."""
    board = position.rules.board
    if board.borders.has("crest", high, low):
        return True
    return bool(board.terrain["stream"] >> low & 1) and not board.borders.has("stream", high, low)


def in_water(position, place):
    board = position.rules.board
    bridge = board.terrain["bridge"] | (board.terrain["trestle_site"] if position.state.trestle else 0)
    return bool((board.terrain["ford"] | bridge) >> place & 1)


def by_the_book(position, attackers, support, defenders):
    """(attack, defense, points the attackers inflict, points the defenders inflict)."""
    state, roster, woods = position.state, position.rules.roster, position.rules.board.terrain["woods"]
    place = state.at

    def half(unit, attacks):
        if in_water(position, place[unit]):
            return Fraction(1, 2)
        if roster.kind[unit] == BATTERY:
            shady = woods >> place[unit] & 1
            if attacks:
                shady |= any(woods >> place[d] & 1 for d in defenders)
            return Fraction(1, 2) if shady else Fraction(1)
        return Fraction(1)

    near = sum(roster.attack[u][state.face[u]] * half(u, True) for u in attackers)
    far = sum(roster.attack[u][state.face[u]] * half(u, True) for u in support)
    attack = near + min(near, far) if attackers else far
    defense = Fraction(0)
    for unit in defenders:
        points = roster.defense[unit] * half(unit, False)
        if attackers and all(uphill(position, place[unit], place[a]) for a in attackers):
            points *= 2
        defense += points
    inflicted = sum(roster.defense[u] * half(u, True) for u in attackers)
    return Fraction(attack), defense, Fraction(inflicted)


@pytest.mark.rule(
    GAME, "7.2", "7.4", "7.41", "7.42", "7.5", "7.51", "7.52", "7.71", "9.51", "9.63", "9.7", "9.8"
)
def test_strengths_of_many_battles():
    random = Random(1861)
    field = rules()
    seen = {"doubled": 0, "halved": 0, "capped": 0, "bombarded": 0}
    tried = 0
    while tried < 1500:
        side = random.randrange(2)
        pieces = random_pieces(random, field, side)
        faces = {
            piece: {"at": at, "face": random.choice(("mobile", "battle"))} if "-A-" in piece else at
            for piece, at in pieces.items()
        }
        try:
            position = scene(
                faces, side=("union", "confederate")[side], battlefield=field, trestle=random.random() < 0.5
            )
        except ImpossiblePosition:
            continue
        state, roster, board = position.state, field.roster, field.board
        units = [u for u in range(len(roster.ids)) if state.at[u] and roster.kind[u] != LEADER]
        mine = [u for u in units if roster.side[u] == side]
        theirs = [u for u in units if roster.side[u] != side]
        if not theirs:
            continue
        defenders = random.sample(theirs, random.randint(1, min(2, len(theirs))))
        near = [u for u in mine if all(board.distance(state.at[u], state.at[d]) == 1 for d in defenders)]
        far = [u for u in mine if roster.kind[u] == BATTERY and u not in near]
        if not near and not far:
            continue
        tried += 1
        found = sums(position, near, far, defenders)
        attack, defense, inflicted = by_the_book(position, near, far, defenders)
        assert (Fraction(found.attack, 2), Fraction(found.defense, 2)) == (attack, defense)
        assert sum(worth for _, worth in found.attackers) == 2 * inflicted
        if roster.kind[defenders[0]] != BRIGADE or len(defenders) > 1:
            assert sum(worth for _, worth in found.defenders) == 2 * defense
        plain = sum(roster.defense[u] for u in defenders)
        seen["doubled"] += defense > plain
        seen["halved"] += defense < plain
        seen["capped"] += bool(near) and found.fire > found.adjacent
        seen["bombarded"] += not near
    assert min(seen.values()) > 20, seen
