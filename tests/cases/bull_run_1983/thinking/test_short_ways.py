"""What the players of Bull Run (1983) work out by a short way must be what the long way brings: on positions
of random games, each against the obvious version."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from random import Random

import pytest

from bullrun.board.places import places_in, set_of
from bullrun.bots import Seat, make_bot
from bullrun.engine.decision import SetOptions
from bullrun.games.bull_run_1983.game import GAME
from bullrun.games.bull_run_1983.rules import automatic_victory
from bullrun.games.bull_run_1983.rules import reach as reaches
from bullrun.games.bull_run_1983.rules.battlefield import OTHER, BullRun
from bullrun.games.bull_run_1983.rules.ground import control_zone, ground, near_lone_leaders
from bullrun.games.bull_run_1983.rules.roster import LEADER
from bullrun.games.bull_run_1983.rules.strength import (
    ASSAULT,
    BOMBARDMENT,
    column_of,
    is_automatic_victory,
    is_out_of_question,
    sums,
)
from bullrun.games.bull_run_1983.thinking import judgment, planning
from bullrun.games.bull_run_1983.thinking.marching import FAR, LONGEST, distances_from, march_table, way_round
from bullrun.games.bull_run_1983.thinking.planning import watched_crossings
from bullrun.thinking.plan import Plan
from tests.cases.bull_run_1983.scene import scene


def positions(seed: int, every: int, scenario: str = "july-21") -> Iterator[BullRun]:
    """Positions of a random game, one in so many."""
    random = Random(seed)
    position = GAME.start(scenario, {})
    number = 0
    while (decision := position.decision()) is not None:
        if number % every == 0:
            yield position
        number += 1
        position.apply(decision.options[random.randrange(len(decision.options))])


def colonels(seed: int, scenario: str = "july-21") -> Iterator[tuple[BullRun, Plan | None]]:
    """Every position of a game between colonels, who form, break up, unlimber and stand close, with the plan
    of the one who has chosen and is about to act."""
    position = GAME.start(scenario, {})
    random = Random(seed)
    bots = {side: make_bot("colonel", f"{seed} {side}") for side in GAME.sides}
    while (decision := position.decision()) is not None:
        if decision.weights is None:
            action = bots[decision.owner].choose(Seat(GAME, position, decision))
            yield position, bots[decision.owner].plan
        else:
            action = random.choices(decision.options, decision.weights)[0]
            yield position, None
        position.apply(action)


@pytest.mark.parametrize("side", (0, 1))
def test_one_hex_is_worth_what_the_table_of_the_map_says(side):
    for position in positions(1, 60):
        table = judgment._make_place_worth(position, side)
        found = [
            judgment._worth_of_place(position, side, place) for place in range(position.rules.board.size)
        ]
        assert found == table


def by_the_table(position, attackers, support, defenders):
    """What a battle is expected to gain, added up result by result."""
    totals = sums(position, attackers, support, defenders)
    mine = sum(worth for _, worth in totals.attackers)
    theirs = sum(worth for _, worth in totals.defenders)
    column = column_of(position.rules, ASSAULT if attackers else BOMBARDMENT, totals.odds)
    if column < 0:
        return -judgment.POINT * mine // 2
    swing = {
        "DE": min(mine, theirs), "AE": -min(mine, theirs), "DB2": theirs // 3, "AB2": -mine // 3, "DL1": 4,
    }  # fmt: skip
    table = position.rules.combat_table if attackers else position.rules.bombardment_table
    gain = sum(
        chance * swing.get(word, 0)
        for result, chance in table.distribution(column).items()
        for word in result.split()
    )
    return int(gain * judgment.POINT / 2)


def test_a_battle_is_worth_the_same_when_it_is_asked_about_again():
    random = Random(2)
    asked = 0
    for position in positions(3, 7):
        roster, state = position.rules.roster, position.state
        units = [[u for u in places_in(roster.all_units & of) if state.at[u]] for of in roster.of_side]
        side = random.randrange(2)
        if not all(units):
            continue
        for _ in range(3):
            attackers = random.sample(units[side], min(len(units[side]), random.randrange(4)))
            guns = [u for u in units[side] if roster.batteries >> u & 1 and u not in attackers]
            support = guns[: random.randrange(3)]
            defenders = random.sample(units[1 - side], min(len(units[1 - side]), 2))
            if attackers or support:
                for _ in range(2):
                    found = judgment._worth_of_battle(position, attackers, support, defenders)
                    assert found == by_the_table(position, attackers, support, defenders)
                asked += 1
    assert asked > 100


def test_a_march_is_as_far_as_the_shortest_way_from_each_goal():
    random = Random(4)
    for position in positions(5, 150):
        edges = position.rules.edges(OTHER, position.state)
        places = position.rules.board.places
        goals = set_of(random.sample(places, random.randint(1, 4)))
        closed = set_of(random.sample(places, random.choice((0, 40))))
        expected = [FAR] * position.rules.board.size
        for goal in places_in(goals):
            for place, cost in edges.search(goal, LONGEST, 0, closed & ~(1 << goal)).costs.items():
                expected[place] = min(expected[place], cost)
        assert march_table(position, goals, closed) == expected


def test_the_way_round_is_the_better_of_both_ways():
    for position in positions(6, 60):
        for side in (0, 1):
            watched = watched_crossings(position, side)
            goals = ground(position).units[1 - side] or position.rules.stars
            plain, free = march_table(position, goals), march_table(position, goals, watched)
            expected = [min(a + 9, b) for a, b in zip(plain, free, strict=True)] if watched else plain
            for _ in range(2):
                assert way_round(position, goals, watched, 9) == expected


def check_kept_choices(position):
    """The choices kept from move to move are those of somebody who has just sat down, in the same order."""
    decision = position.decision()
    if position.state.frames[-1][0] == "movement":
        newcomer = type(position)(position.rules, position.state.copy()).decision()
        assert newcomer.options.before == decision.options.before
        assert newcomer.options.groups == decision.options.groups
        assert newcomer.options.after == decision.options.after


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_choices_of_movement_are_the_same_for_a_newcomer(scenario):
    for position in positions(7, 3, scenario):
        check_kept_choices(position)


def test_choices_of_movement_are_the_same_for_a_newcomer_among_colonels():
    for position, _ in colonels(8):
        check_kept_choices(position)


def test_a_reach_among_enemies_is_what_a_search_brings():
    """Costs, ways and hexes, whether it was asked before in another phase or not."""
    seen = 0
    for position in positions(9, 10):
        if position.state.frames[-1][0] != "movement":
            continue
        rules, state = position.rules, position.state
        marches = reaches.marches_of(position)
        for piece in reaches.movable(position):
            found, mask = reaches.reach_of(position, marches, piece)
            left = reaches.budget(position, piece) - state.spent[piece]
            place, kind = state.at[piece], rules.classes[piece]
            plain = rules.edges(kind, state).search(
                place, left, marches.stops,
                reaches.closed_fords(position, rules.roster.defense[piece]),
                reaches.barred_from(position, state.side, place),
            )  # fmt: skip
            assert mask == plain.mask
            for to in places_in(mask):
                assert found.costs[to] == plain.costs[to] and found.path(to) == plain.path(to)
            seen += bool(control_zone(position, 1 - state.side) & mask)
    assert seen > 100


def test_who_is_ringed_in_leaves_by_another_way_when_another_enemy_is_next_to_him():
    """5.82: the same hexes stop him, but he cannot step straight within the zone of the one next to him."""
    board = GAME.start("july-21", {}).rules.board
    here = board.place("FF30")
    ring = list(places_in(board.within(here, 2) & ~board.within(here, 1)))
    infantry = [
        piece.id
        for piece in GAME.data.pieces("pieces")
        if piece.side == "confederate" and piece.kind == "infantry"
    ]
    where = dict(zip(infantry, [board.names[place] for place in ring], strict=False))
    for next_to_him in board.neighbours[here]:
        position = scene(
            {"USA-I-S-13NY": "FF30", infantry[len(ring)]: board.names[next_to_him], **where},
            side="union", phase="movement", turn="NOON",
        )  # fmt: skip
        piece = position.rules.roster.number["USA-I-S-13NY"]
        mask = reaches.reach_of(position, reaches.marches_of(position), piece)[1]
        assert mask == board.within(here, 1) & ~board.within(next_to_him, 1) & ~position.rules.rivers(0)


def test_a_lone_leader_is_caught_where_enemy_control_reaches_him():
    for position in positions(10, 5):
        on = ground(position)
        for side in (0, 1):
            alone = on.leaders[side] & ~on.units[side]
            caught = bool(alone & control_zone(position, 1 - side))
            assert bool(near_lone_leaders(position, side) & on.units[1 - side]) == caught
            assert near_lone_leaders(position, side) == position.rules.board.spread(alone)


def marching_orders(seed):
    """(position, orders, reach, decision) for each choice of a colonel on the march."""
    for position, plan in colonels(seed):
        decision = position.decision()
        if plan is None or position.state.frames[-1][0] != "movement":
            continue
        if not any(words[0] == "enter" for words, _ in decision.options.groups):
            number = position.rules.roster.number
            reach = {number[words[1]]: targets for words, targets in decision.options.groups}
            yield position, planning.orders(position, position.state.side, plan), reach, decision


def test_the_line_of_march_is_the_one_of_somebody_who_lines_up_anew():
    lines = 0
    for position, to_do, reach, _ in marching_orders(11):
        state, roster = position.state, position.rules.roster
        late, waiting = [], []
        for piece in reach:
            if piece in to_do.moves or piece in to_do.settled or state.moved >> piece & 1:
                continue
            if roster.kind[piece] == LEADER:
                late.append(piece)
            else:
                waiting.append((to_do.table.get(piece, to_do.rest)[state.at[piece]], piece))
        planning._line_up(position, reach, to_do)
        open_ones = [piece for piece in reach if not planning._is_done(position, piece, reach, to_do)]
        assert [item for item in to_do.line if item[1] in open_ones] == sorted(waiting)
        assert [piece for piece in to_do.leaders if piece in open_ones] == late
        lines += len(waiting) > 3
    assert lines > 50


def test_who_forms_and_unlimbers_is_the_one_whom_a_fresh_look_finds():
    for position, to_do, _, decision in marching_orders(12):
        afresh = copy(to_do)
        afresh.no_use = set()
        side, before = position.state.side, decision.options.before
        expected = planning._formation(position, side, before, afresh)
        assert planning._formation(position, side, before, to_do) == expected


def test_distances_are_those_of_the_map():
    board = GAME.start("july-21", {}).rules.board
    for spot in Random(13).sample(board.places, 20):
        for place in board.places:
            assert distances_from(board, spot)[place] == min(12, board.distance(spot, place))


def test_an_automatic_victory_is_found_where_the_whole_sum_finds_one():
    """10.1: on battlefields where everybody has come close, and for any attackers and defenders at all."""
    random = Random(14)
    won = 0
    for position in positions(15, 4):
        found = [
            targets
            for targets, units in automatic_victory.groups(position).items()
            if is_automatic_victory(
                position.rules, sums(position, units, (), automatic_victory._defenders(position, targets))
            )
        ]
        names = position.rules.board.names_of
        assert automatic_victory.options(position) == sorted(("av", *names(targets)) for targets in found)
        roster, state = position.rules.roster, position.state
        units = [[u for u in places_in(roster.all_units & of) if state.at[u]] for of in roster.of_side]
        for side in (0, 1):
            attackers = random.sample(units[side], min(len(units[side]), 5))
            defenders = random.sample(units[1 - side], min(len(units[1 - side]), 1))
            if not attackers or not defenders:
                continue
            if is_automatic_victory(position.rules, sums(position, attackers, (), defenders)):
                assert not is_out_of_question(position, attackers, defenders)
                won += 1
    assert won > 10


def test_moves_are_counted_as_they_stand():
    """Sizes of groups that are kept from move to move, against counting them anew."""
    position, random = GAME.start("july-21", {}), Random(16)
    asked = 0
    while (decision := position.decision()) is not None:
        options = decision.options
        if position.state.frames[-1][0] == "movement":
            anew = SetOptions(
                position.rules.board.names,
                position.rules.board.find,
                options.groups,
                options.before,
                options.after,
            )
            assert len(options) == len(anew) == sum(1 for _ in anew)
            pieces = [position.rules.roster.number[prefix[1]] for prefix, _ in options.groups]
            moving = pieces[sum(prefix[0] == "enter" for prefix, _ in options.groups) :]
            assert moving == sorted(moving)
            asked += 1
        position.apply(options[random.randrange(len(options))])
    assert asked > 500
