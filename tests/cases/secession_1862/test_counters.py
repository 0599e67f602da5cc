"""2. Counters."""

from __future__ import annotations

import pytest

from bullrun.games.secession_1862.rules.activation import activation_modifiers
from bullrun.games.secession_1862.rules.losses import loss_markers
from bullrun.games.secession_1862.rules.movement import movement_points
from tests.cases.secession_1862.scene import GAME, ID, asked, column, number, play, roll, scene


def facts(piece: str) -> dict[str, object]:
    return dict(GAME.data.pieces("pieces")[number(piece)].facts)


@pytest.mark.rule(ID, "2.1.1")
def test_what_a_brigade_shows() -> None:
    sullivan = facts("Sullivan")
    assert (sullivan["division"], sullivan["band"], sullivan["combat"]) == ("Hatch", "blue", 5)
    assert sullivan["sharpshooters"] and not sullivan["star"]
    assert facts("Milroy")["band"] == "white" and facts("Milroy")["artillery"] == 1
    assert facts("Gibbon")["star"]


@pytest.mark.rule(ID, "2.1.2")
def test_movement_points() -> None:
    position = scene(
        {"Meade": "77", "Art_Reynolds": "77", "Buford": "79", "Bayard": {"at": "80", "dismounted": True}}
    )
    points = {
        p: movement_points(position, number(p), False) for p in ("Meade", "Art_Reynolds", "Buford", "Bayard")
    }
    assert points == {"Meade": 6, "Art_Reynolds": 6, "Buford": 8, "Bayard": 2}
    assert facts("McDowell")["movement"] == 8


@pytest.mark.rule(ID, "2.1.3")
def test_the_first_loss_turns_infantry_over_and_cavalry_gets_a_marker() -> None:
    position = scene({"Meade": {"at": "77", "losses": 1}, "Buford": {"at": "79", "losses": 1}})
    assert loss_markers(position, number("Meade")) == 0
    assert loss_markers(position, number("Buford")) == 1
    position.state.losses[number("Meade")] = 3
    assert loss_markers(position, number("Meade")) == 2


@pytest.mark.rule(ID, "2.1.3")
def test_dismounted_cavalry_keeps_its_losses() -> None:
    position = scene({"Buford": {"at": "79", "losses": 2}}, acting="Buford")
    play(position, "dismount Buford")
    assert column(position, "losses", "Buford") == 2 and column(position, "dismounted", "Buford")


@pytest.mark.rule(ID, "2.2.1", "6.1.2")
def test_a_designated_commander_turns_to_his_activated_side() -> None:
    position = scene({"McDowell": "100", "Meade": "77"})
    assert asked(position).question == "Activation die"
    assert not column(position, "turned", "McDowell")
    roll(position, 4)
    assert column(position, "turned", "McDowell")


@pytest.mark.rule(ID, "2.2.2", "6.1.2")
def test_the_activated_side_has_the_lesser_value() -> None:
    fresh = scene({"Jackson": "142", "Field": "96"}, side="confederate")
    used = scene({"Jackson": {"at": "142", "activated": True}, "Field": "96"}, side="confederate")
    assert activation_modifiers(fresh, number("Jackson"))[0][1] == 1
    assert activation_modifiers(used, number("Jackson"))[0][1] == 0
    assert facts("Lee")["movement_test"] == 4
    assert facts("Sigel")["divisions"] == ["Schurz", "Schenck"]
