"""Options in words."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.table.options import option_words
from tests.cases.bull_run_1983.scene import scene

GAME = "bull-run-1983"


@pytest.mark.rule(GAME, "11.6", "5.4")
def test_buttons_name_the_hex_of_an_abatis_and_the_unit_given_up():
    position = scene({"CSA-I-EV-LaSp": "Z9"}, side="confederate", phase="rally", abatis=["Z9"])
    assert option_words(position, ("clear", "Z9")).says == "Remove the ABATIS in Z9"
    assert option_words(position, ("give-up", "CSA-I-S-1Md")).says == "Give up 1 Md"
