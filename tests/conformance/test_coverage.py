"""The ledger, the marks in the code and the marks on the tests agree: no rule is missing anywhere."""

from __future__ import annotations

import pytest

from bullrun.games.registry import GAMES, game_ids, load_game
from bullrun.lab.coverage import find_tests, rule_coverage


@pytest.mark.parametrize("name", game_ids())
def test_every_rule_is_enforced_and_proved(name: str):
    tests = find_tests()
    assert tests is not None
    found, unknown = rule_coverage(load_game(name), GAMES[name], tests)
    assert unknown == [], "marks of rules that the ledger does not have"
    assert [row.rule for row in found if not row.enforced] == [], "rules without code"
    assert [row.rule for row in found if not row.proved] == [], "rules without a test"
