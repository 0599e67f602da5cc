"""What bears on a fight, kept while nothing changes, against looking at everybody anew."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.games.bull_run_1861.game import GAME
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.ground import elements_in
from bullrun.games.bull_run_1861.thinking.surroundings import RADIUS, surroundings


def looked_at(position: BullRun, zone: int) -> tuple[int, ...]:
    """The obvious way: each zone near enough, and everybody in it."""
    state, board, brigades = position.state, position.rules.board, position.rules.roster.brigades
    near = [place for place in board.places if board.distance(zone, place) <= RADIUS]
    attacked = sum(1 << place for place in near if state.attacked >> place & 1)
    found = [zone, state.northern, attacked, state.host, state.turn, state.farm_ford]
    for place in near:
        for element in elements_in(position, place):
            brigade = element % brigades
            numbers = (element, state.facing[element], state.fatigue[brigade], state.losses[brigade])
            acted, attacks = state.acted >> brigade & 1, state.attacking >> element & 1
            marks = acted + 2 * attacks + 4 * bool(state.at[brigade + brigades])
            found.append(int.from_bytes((place, *numbers, marks), "big"))
    return tuple(found)


@pytest.mark.parametrize("seed", range(3))
def test_surroundings_are_those_of_the_moment(seed: int) -> None:
    position = GAME.start("historical", {})
    random, asked = Random(seed), 0
    while (decision := position.decision()) is not None:
        for zone in random.sample(position.rules.board.places, 3):
            assert surroundings(position, zone) == looked_at(position, zone)
            asked += 1
        position.apply(decision.options[random.randrange(len(decision.options))])
    assert asked > 1000
