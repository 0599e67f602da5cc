"""The way of a piece over several turns, and the bodies it belongs to, as a player who gives orders asks."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bullrun.answers import Asker, answer
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game

MARCHES = [
    ("bull-run-1983", "july-21", "USA-I-B-2NH", "V13"),
    ("bull-run-1861", "historical", "Keyes", "Z20"),
    ("secession-1862", "29-august", "Koltes", "20"),
]


def asker(name, scenario, piece):
    """A position in which the piece has come to the map."""
    game = load_game(name)
    position = game.start(scenario, {})
    number = [one.id for one in position.rules.pieces].index(piece)
    while position.rules.board.find(game.table.place_of(position, number) or "") is None:
        position.apply(position.decision().options[0])
    return Asker(game, position, "union", "union")


@pytest.mark.parametrize(("name", "scenario", "piece", "goal"), MARCHES)
def test_a_way_leads_from_place_to_neighbouring_place_up_to_its_goal(name, scenario, piece, goal):
    one = asker(name, scenario, piece)
    board, number = one.position.rules.board, [p.id for p in one.position.rules.pieces].index(piece)
    start = one.game.table.place_of(one.position, number)
    way = answer(one, {"way": {"piece": piece, "to": goal}})["way"]
    assert (way[0], way[-1]) == (start, goal)
    assert len(way) > 4
    assert all(board.adjacent(board.place(a), board.place(b)) for a, b in pairwise(way))


def test_a_question_without_piece_or_place_is_refused_by_name():
    one = asker("secession-1862", "29-august", "Koltes")
    for wrong, field in (
        ({"piece": "Koltes"}, "ask.way"),
        ({"piece": "Nobody", "to": "20"}, "ask.way.piece"),
    ):
        with pytest.raises(BullrunError, match=field):
            answer(one, {"way": wrong})


@pytest.mark.parametrize(
    ("name", "piece", "bodies"),
    [
        ("bull-run-1983", "USA-I-S-2Wisc", ("Sherman's brigade", "division 1 of the Union")),
        ("bull-run-1861", "Keyes", ("Tyler's division",)),
        ("secession-1862", "Johnson", ("Taliaferro's division", "Jackson's corps")),
    ],
)
def test_a_piece_names_the_bodies_it_belongs_to(name, piece, bodies):
    game = load_game(name)
    assert game.table.bodies(game.counters[piece]) == bodies
