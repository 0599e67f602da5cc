"""Actions as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bullrun.engine.action import MalformedAction, action_text, parse_action

words = st.text(st.characters(whitelist_categories=("L", "N", "P")), min_size=1, max_size=8)


@given(st.lists(words, min_size=1, max_size=5).map(tuple))
def test_an_action_reads_back_from_its_text(action):
    assert parse_action(action_text(action)) == action


@pytest.mark.parametrize("text", ["", "   ", "move \x00 P2", "x " * 1001])
def test_what_is_no_action_is_refused(text):
    with pytest.raises(MalformedAction):
        parse_action(text)
