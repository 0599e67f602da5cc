"""What is worked out from a map belongs to that map: on another one everything is worked out again."""

from __future__ import annotations

import copy
import pickle

from bullrun.board.borders import Borders
from bullrun.games.bull_run_1983.rules.artillery import windows
from bullrun.games.bull_run_1983.rules.reach import reach_report
from bullrun.games.bull_run_1983.rules.strength import downhill
from bullrun.games.bull_run_1983.thinking.marching import distances_from, march_table
from tests.cases.bull_run_1983.scene import scene

PIECE = "USA-I-S-69NYM"


def without_roads(position):
    """The same position on a map that has no borders of any kind: no road, stream or crest."""
    board = copy.copy(position.rules.board)
    board.borders = Borders(board.size, {kind: [0] * board.size for kind in board.borders.kinds})
    rules = copy.copy(position.rules)
    rules.board = board
    rules._forget()
    return type(position)(rules, position.state.copy())


def costs(position):
    return {row["place"]: row["cost"] for row in reach_report(position, position.rules.roster.number[PIECE])}


def test_another_map_has_ways_of_its_own_whichever_is_asked_first():
    for first in (0, 1):
        plain = scene({PIECE: {"at": "U20", "active": True}}, phase="movement")
        plain.rules.board.memo.clear()
        plain.rules._forget()
        both = [plain, without_roads(plain)]
        asked = [costs(both[first]), costs(both[1 - first])]
        assert asked[0] != asked[1]
        goal = 1 << plain.rules.board.place("U30")
        ways = [march_table(both[first], goal), march_table(both[1 - first], goal)]
        assert ways[0] != ways[1]
        slopes = [downhill(position.rules.board) for position in both]
        assert any(slopes[0]) and slopes[0] != slopes[1]
        seen = [windows(position.rules.board).policy.crest for position in both]
        assert any(seen[0]) and not any(seen[1])


def test_distances_are_those_of_the_map_that_is_asked():
    board = scene({PIECE: "U20"}).rules.board
    other = copy.copy(board)
    other.distance = lambda a, b: 3
    spot = board.place("U20")
    assert set(distances_from(other, spot)) == {0, 3}
    assert distances_from(board, spot)[spot] == 0 and max(distances_from(board, spot)) == 12


def test_what_was_worked_out_stays_at_home_when_rules_go_to_another_process():
    position = scene({PIECE: {"at": "U20", "active": True}}, phase="movement")
    rules = position.rules
    costs(position)
    assert rules.known_edges and rules.known_free and rules.board.memo
    sent = pickle.loads(pickle.dumps(rules))
    assert not sent.known_edges and not sent.known_free and not sent.memo
    assert sent.known_edges is sent.board.memo["edges"]
    assert costs(type(position)(sent, position.state)) == costs(position)
