"""6.1 and 6.2. Activation, divisions and independents; 11.1.2 the activation table."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from bullrun.games.loading import Agreed
from bullrun.games.secession_1862.rules import battlefield
from bullrun.games.secession_1862.rules.activation import (
    activation_modifiers,
    counter_attacking,
    divisions_for,
)
from bullrun.games.secession_1862.rules.battlefield import Battlefield
from bullrun.games.secession_1862.rules.command import independents
from bullrun.games.secession_1862.rules.given import given_position
from bullrun.games.secession_1862.rules.roster import Roster
from tests.cases.secession_1862.scene import (
    ID,
    asked,
    column,
    ends,
    last,
    number,
    options,
    play,
    roll,
    scene,
    verbs,
    why,
)

TWO_CORPS = {
    "McDowell": "100",
    "Meade": "99",
    "Seymour": "99",
    "Gibbon": "103",
    "Doubleday": "103",
    "Heintzelman": "148",
    "Robinson": "164",
    "Birney": "164",
    "Milroy": "101",
    "Buford": "79",
}


@pytest.mark.rule(ID, "6.1.1")
def test_the_active_player_designates_one_of_his_commanders_on_the_map() -> None:
    position = scene(TWO_CORPS)
    assert ends(position, "designate") == {"McDowell", "Heintzelman"}
    assert why(position, "designate Porter") == "8.E1"
    play(position, "designate Heintzelman")
    assert asked(position).question == "Activation die"


@pytest.mark.rule(ID, "6.1.1", "11.1.2")
@pytest.mark.parametrize(
    ("total", "divisions"), [(-2, 0), (0, 0), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (8, 3)]
)
def test_the_activation_table(total: int, divisions: int) -> None:
    assert divisions_for(scene(TWO_CORPS), total) == divisions


@pytest.mark.rule(ID, "6.1.2")
def test_an_activated_commander_rolls_with_his_lesser_value_and_may_be_designated_again() -> None:
    position = scene({**TWO_CORPS, "McDowell": {"at": "100", "activated": True}})
    play(position, "designate McDowell", "1")
    assert last(position, "activation") == {"piece": "McDowell", "die": 1, "total": 0, "number": 0}


@pytest.mark.rule(ID, "6.1.3")
def test_only_divisions_of_the_designated_commander_act_each_once() -> None:
    position = scene(TWO_CORPS, commander="McDowell", divisions=3)
    assert {"DIV-Reynolds", "DIV-Hatch"} <= ends(position, "activate")
    assert why(position, "activate DIV-Kearny") == "6.1.3"
    play(position, "activate DIV-Reynolds", "done")
    assert "DIV-Reynolds" not in ends(position, "activate")
    assert why(position, "activate DIV-Reynolds") == "6.1.3"


@pytest.mark.rule(ID, "6.1.3")
def test_a_brigade_finishes_before_the_next_and_acts_once() -> None:
    position = scene(TWO_CORPS, commander="McDowell", divisions=1)
    play(position, "activate DIV-Reynolds", "act Meade")
    assert why(position, "move Seymour 98") == "6.1.3"
    play(position, "face Meade 98")
    assert column(position, "acted", "Meade")
    assert "act Meade" not in options(position) and "act Seymour" in options(position)
    assert why(position, "act Meade") == "6.1.3"


@pytest.mark.rule(ID, "6.1.3")
def test_a_new_action_phase_lets_them_act_again() -> None:
    position = scene(
        {**TWO_CORPS, "Meade": {"at": "99", "acted": True}}, initiative="confederate", action_phase=1
    )
    play(position, "designate McDowell", "1", "done", "done")
    while asked(position).question != "Which corps commander is designated?":
        position.apply(asked(position).options[0])
    assert not column(position, "acted", "Meade")


@pytest.mark.rule(ID, "6.1.4", "6.2.2")
def test_one_independent_brigade_takes_the_place_of_a_division() -> None:
    position = scene(TWO_CORPS, commander="McDowell", divisions=1)
    assert {"Milroy", "Buford"} <= ends(position, "activate")
    play(position, "activate Milroy", "face Milroy 100")
    assert verbs(position) != {"activate"} and "activate Buford" not in options(position)


@pytest.mark.rule(ID, "6.1.4")
def test_an_independent_brigade_out_of_range_takes_a_command_test() -> None:
    position = scene({**TWO_CORPS, "Bayard": "16"}, commander="McDowell", divisions=1)
    play(position, "activate Bayard")
    assert asked(position).question == "Command test"
    roll(position, 4)  # 4 - 1 for cavalry
    assert asked(position).about.piece == "Bayard"


@pytest.mark.rule(ID, "6.1.4")
def test_a_brigade_of_a_division_does_not_act_alone() -> None:
    position = scene(TWO_CORPS, commander="McDowell", divisions=1)
    assert why(position, "activate Meade") == "6.2.1"


@pytest.mark.rule(ID, "6.1.5")
def test_a_brigade_rests_or_moves() -> None:
    position = scene({**TWO_CORPS, "Meade": {"at": "99", "fatigue": 2}}, acting="Meade")
    play(position, "rest Meade")
    assert column(position, "fatigue", "Meade") == 1
    assert verbs(position) == {"face"}  # it may only face, and its action is over
    moved = scene({**TWO_CORPS, "Meade": {"at": "99", "fatigue": 2}}, acting="Meade")
    play(moved, "move Meade 98")
    assert "rest" not in verbs(moved)
    assert why(moved, "rest Meade") == "6.1.5"


@pytest.mark.rule(ID, "6.1.5")
def test_a_fresh_brigade_has_nothing_to_rest_from() -> None:
    position = scene(TWO_CORPS, acting="Meade")
    assert "rest" not in verbs(position) and why(position, "rest Meade") == "6.1.5"


@pytest.mark.rule(ID, "6.2.1")
def test_white_bands_and_the_last_brigade_of_a_division_are_independent() -> None:
    position = scene({"McDowell": "100", "Meade": "99", "Milroy": "101", "Gibbon": "103", "Doubleday": "103"})
    found = {position.rules.roster.ids[b] for b in independents(position, 0)}
    assert found == {"Meade", "Milroy"}


@pytest.mark.rule(ID, "6.2.1")
def test_reinforcements_off_the_map_do_not_count() -> None:
    position = scene({"McDowell": "100", "Meade": "99"}, commander="McDowell", divisions=1)
    assert ends(position, "activate") == {"Meade"}
    assert why(position, "activate DIV-Reynolds") == "6.2.1"


@pytest.mark.rule(ID, "6.2.2")
def test_independents_go_along_within_2_zones_and_mounted_within_3() -> None:
    pieces = {
        "McDowell": "100",
        "Meade": "99",
        "Seymour": "99",
        "Milroy": "105",
        "Buford": "107",
        "Bayard": "82",
    }
    position = scene(pieces, commander="McDowell", divisions=1)
    play(position, "activate DIV-Reynolds")
    # 105 and 82 are three zones from 99, 107 four
    assert ends(position, "act") == {"Meade", "Seymour", "Bayard"}
    near = scene({**pieces, "Milroy": "100"}, commander="McDowell", divisions=1)
    play(near, "activate DIV-Reynolds")
    assert "Milroy" in ends(near, "act")
    foot = scene({**pieces, "Bayard": {"at": "82", "dismounted": True}}, commander="McDowell", divisions=1)
    play(foot, "activate DIV-Reynolds")
    assert "Bayard" not in ends(foot, "act")


@pytest.mark.rule(ID, "6.2.2")
def test_one_independent_goes_along_with_each_division() -> None:
    pieces = {**TWO_CORPS, "Bayard": "100"}
    position = scene(pieces, commander="McDowell", divisions=2)
    play(position, "activate DIV-Reynolds", "act Milroy", "face Milroy 100")
    assert "act Bayard" not in options(position)
    play(position, "done", "activate DIV-Hatch")
    assert "act Bayard" in options(position) and "act Milroy" not in options(position)


@pytest.mark.rule(ID, "11.1.2", "11.2.1")
def test_modifiers_of_the_activation_die() -> None:
    pieces = {"McDowell": "100", "Meade": "99", "Jackson": "142", "Field": "96"}
    position = scene(pieces, scenario="29-august", turn=3)
    assert ("army commander not in play", -1, "11.2.1") in activation_modifiers(position, number("McDowell"))
    with_pope = scene({**pieces, "Pope": "109"}, scenario="29-august", turn=7)
    assert [t[1] for t in activation_modifiers(with_pope, number("McDowell"))] == [0]
    later = scene(pieces, turn=5)
    assert [t[1] for t in activation_modifiers(later, number("McDowell"))] == [0]


@pytest.mark.rule(ID, "11.2.2")
def test_the_counter_attack_adds_one_for_two_turns() -> None:
    pieces = {"Jackson": "142", "Field": "96"}
    for turn, counts in ((4, False), (5, True), (6, True), (7, False)):
        position = scene(pieces, side="confederate", turn=turn, counter_attack=4)
        assert counter_attacking(position) is counts
        total = sum(t[1] for t in activation_modifiers(position, number("Jackson")))
        assert total == 1 + counts


@pytest.mark.rule(ID, "6.1.4")
def test_an_independent_division_answers_to_any_corps_commander(monkeypatch: pytest.MonkeyPatch) -> None:
    """No counter of this battle has a grey band: one is made here out of Reynolds' division."""
    data = tomllib.loads((files("bullrun.games.secession_1862") / "data" / "pieces.toml").read_text("utf-8"))
    del data["divisions"]["Reynolds"]["corps"]
    monkeypatch.setattr(battlefield, "roster_of", lambda charts: Roster(data, "pieces.toml"))
    known = scene({}).rules
    rules = Battlefield(Agreed(known.scenario, known.data, known.options, known.procedures, known.charts))
    pieces = [{"id": p, "at": z} for p, z in (("Sigel", "100"), ("Meade", "99"), ("Seymour", "99"))]
    position = given_position(
        rules, turn=5, side="union", phase="action", pieces=pieces, commander="Sigel", divisions=1
    )
    assert ends(position, "activate") == {"DIV-Reynolds"}
    play(position, "activate DIV-Reynolds")
    assert ends(position, "act") == {"Meade", "Seymour"}
