"""Options in words."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.game import GAME
from bullrun.games.bull_run_1983.table.options import option_words
from tests.cases.bull_run_1983.scene import options, scene

DUEL = {"USA-I-B-2NH": "S4", "USA-I-B-1RI": "S4", "CSA-I-EV-4SC": "T4"}


@pytest.mark.rule("bull-run-1983", "11.6", "5.4")
def test_buttons_name_the_hex_of_an_abatis_and_the_unit_given_up():
    position = scene({"CSA-I-EV-LaSp": "Z9"}, side="confederate", phase="rally", abatis=["Z9"])
    assert option_words(position, ("clear", "Z9")).says == "Remove the ABATIS in Z9"
    assert option_words(position, ("give-up", "CSA-I-S-1Md")).says == "Give up 1 Md"


def test_every_option_of_a_whole_game_has_words():
    from random import Random

    random = Random(4)
    position = GAME.start("july-21", {"union-setup": "free", "fog-of-war": "on", "uncertain-times": "on"})
    verbs = set()
    for _ in range(700):
        decision = position.decision()
        if decision is None:
            break
        action = decision.options[random.randrange(len(decision.options))]
        if action[0] not in verbs:
            verbs.add(action[0])
            says = GAME.table.option(position, action).says
            assert says and not says.startswith(action[0])
        position.apply(action)
    assert {"place", "move", "end-movement"} <= verbs


def begun(position, *action):
    return [GAME.table.words(position.rules, event) for event in GAME.table.sets_off(position, action)]


def test_the_last_choice_before_the_die_foretells_the_battle():
    three = {**DUEL, "USA-I-B-71NYM": "T3"}
    position = scene(three)
    assert set(options(position)) == {f"with {unit}" for unit in three if unit.startswith("USA")}
    assert not begun(position, "with", "USA-I-B-2NH"), "others are still to choose"
    position.apply(("with", "USA-I-B-2NH"))
    # All three must attack (6.3): the third is not asked about, and the die is rolled.
    (battle,) = begun(position, "with", "USA-I-B-1RI")
    assert "against 4 SC" in battle and all(name in battle for name in ("2 NH", "71 NYM", "1 RI"))
    assert position.decision().options, "asking changes nothing"


def test_a_phase_whose_end_begins_a_battle_foretells_it():
    alone = {"USA-I-B-2NH": "S4", "CSA-I-EV-4SC": "T4"}
    (battle,) = begun(scene(alone, phase="movement"), "end-movement")
    assert "2 NH against 4 SC" in battle
    assert not begun(scene({**alone, "USA-I-B-2NH": "S9"}, phase="movement"), "end-movement")
