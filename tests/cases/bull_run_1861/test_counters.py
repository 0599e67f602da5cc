"""2. Counters."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1861.game import GAME as THE_GAME
from bullrun.games.bull_run_1861.rules.charts import load_roster
from bullrun.games.bull_run_1861.table.display import describe
from tests.cases.bull_run_1861.scene import GAME, losses, moves, play, roll, scene


@pytest.mark.rule(GAME, "2.1")
def test_a_brigade_shows_combat_artillery_cavalry_and_a_star():
    evans = next(piece for piece in THE_GAME.data.pieces("pieces") if piece.id == "Evans")
    assert (evans.facts["combat"], evans.facts["artillery"], evans.facts["cavalry"]) == (3, 1, 1)
    assert evans.facts["star"] is True
    keyes = next(piece for piece in THE_GAME.data.pieces("pieces") if piece.id == "Keyes")
    assert keyes.facts["star"] is False and keyes.facts["cavalry"] == 0


@pytest.mark.rule(GAME, "2.1")
def test_cavalry_potentials_are_southern_only():
    roster = load_roster()
    bearers = {roster.ids[b] for b in range(roster.brigades) if roster.cavalry[b]}
    assert bearers
    assert all(roster.infos[roster.number[b]].side == "confederate" for b in bearers)


@pytest.mark.rule(GAME, "2.2")
def test_infantry_has_four_points_and_cavalry_six():
    infantry = moves(scene({"Keyes": "Z72"}, acting="Keyes"), "Keyes")
    assert infantry["Z60"] == "4", "four zones along the turnpike"
    assert "Z59" not in infantry
    cavalry = moves(scene({"US_Cav": "Z72"}, acting="US_Cav"), "US_Cav")
    assert cavalry["Z58"] == "6" and max(map(int, cavalry.values())) == 6


@pytest.mark.rule(GAME, "2.3", "11.4.10")
def test_the_first_loss_flips_the_counter_and_each_step_lowers_every_potential():
    position = scene({"Bonham": {"at": "Z33", "losses": 1}})
    facts = describe(position, position.rules.roster.number["Bonham"])
    assert (facts["combat"], facts["artillery"], facts["cavalry"]) == (5, 2, 1)
    assert facts["losses"] == 1
    worse = scene({"Bonham": {"at": "Z33", "losses": 4}})
    facts = describe(worse, worse.rules.roster.number["Bonham"])
    assert (facts["combat"], facts["artillery"], facts["cavalry"]) == (2, 0, 0), "never below zero"


@pytest.mark.rule(GAME, "2.3")
def test_a_hit_costs_one_step_after_another():
    position = scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29", "attack": True},
            "Longstreet": {"at": "Z29", "facing": "Z37"},
        },
        phase="combat",
        side="union",
    )
    play(position, "strike Z29")
    roll(position, 6, 6, 1)
    play(position, "lose Longstreet")
    assert losses(position, "Longstreet") == 1
