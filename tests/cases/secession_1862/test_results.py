"""10.4 Results: comparison, who suffers, tests, retreat, advance, losses, artillery."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.secession_1862.rules.losses import artillery_potential, combat_potential, fatigue_level
from bullrun.games.secession_1862.rules.results import (
    combat_test_modifiers,
    combat_test_result,
    is_artillery_alone,
    result_of,
)
from tests.cases.secession_1862.scene import (
    ID,
    SecondBullRun,
    asked,
    at,
    column,
    ends,
    facing,
    kinds,
    last,
    number,
    options,
    play,
    roll,
    scene,
    settle,
    verbs,
    why,
)

ATTACK, DEFENCE = 0, 1


def fight(pieces: dict[str, Any], attack: int, defence: int, **extra: Any) -> SecondBullRun:
    """A scene with one prepared combat, support dice failing, and both combat dice rolled."""
    position = scene(pieces, phase="combat", **extra)
    while asked(position).question.split(" of ")[0] in ("Artillery", "Sharpshooters"):
        roll(position, 6)
    roll(position, attack, defence)
    return position


# --- 10.4.1 to 10.4.4 --------------------------------------------------------------------------------


@pytest.mark.rule(ID, "10.4.1")
@pytest.mark.parametrize(
    ("attack", "defence", "result"),
    [
        (4, 4, (ATTACK, False)),
        (5, 4, (DEFENCE, False)),
        (8, 4, (DEFENCE, False)),  # twice is not more than twice
        (9, 4, (DEFENCE, True)),
        (4, 8, (ATTACK, False)),
        (4, 9, (ATTACK, True)),
        (-3, 1, (ATTACK, False)),  # no total is below 1
        (-3, 3, (ATTACK, True)),
        (3, -5, (DEFENCE, True)),
    ],
)
def test_totals_are_compared(attack: int, defence: int, result: tuple[int, bool]) -> None:
    assert result_of(scene({"Meade": "77"}).rules.tables["combat"], attack, defence) == result


DUEL: dict[str, Any] = {
    "Hardin": {"at": "99", "target": "98"},  # 6
    "Field": {"at": "98", "facing": "99"},  # 6
}


@pytest.mark.rule(ID, "10.4.1", "10.4.4")
def test_a_tie_tires_the_attacker() -> None:
    position = fight(DUEL, 3, 3)
    assert (column(position, "fatigue", "Hardin"), column(position, "fatigue", "Field")) == (1, 0)


@pytest.mark.rule(ID, "10.4.4")
def test_fatigue_never_exceeds_2() -> None:
    position = fight({**DUEL, "Hardin": {"at": "99", "target": "98", "fatigue": 2}}, 3, 3)
    assert column(position, "fatigue", "Hardin") == 2


@pytest.mark.rule(ID, "10.4.2")
def test_one_winner_tires_one_brigade_the_strongest() -> None:
    pieces = {**DUEL, "Archer": "98"}  # 5
    position = fight(
        {**pieces, "Seymour": {"at": "99", "target": "98"}, "Meade": {"at": "76", "target": "98"}}, 5, 3
    )
    assert (column(position, "fatigue", "Field"), column(position, "fatigue", "Archer")) == (1, 1)
    single = fight(
        {
            "Hardin": {"at": "99", "target": "98"},
            "Field": {"at": "98", "facing": "99", "losses": 2},
            "Archer": "98",
        },
        6,
        1,
    )
    # 6 to 9, -2: 4 to 2 and a natural six for the stronger Archer; he is the weaker one then, tie with Field
    assert column(single, "losses", "Archer") == 1


@pytest.mark.rule(ID, "10.4.2", "10.4.11")
def test_the_owner_settles_ties() -> None:
    pieces = {
        "Hardin": {"at": "99", "target": "98"},
        "Archer": {"at": "98", "facing": "99", "losses": 2},
        "Branch": {"at": "98", "losses": 2},
    }
    position = fight(pieces, 5, 3)  # 6 to 6
    assert asked(position).owner == "confederate" and options(position) == ["suffer Archer", "suffer Branch"]
    play(position, "suffer Branch")
    assert (column(position, "fatigue", "Archer"), column(position, "fatigue", "Branch")) == (0, 1)


@pytest.mark.rule(ID, "10.4.3")
def test_a_natural_six_costs_a_loss_before_the_result() -> None:
    position = fight(DUEL, 2, 6)
    assert column(position, "losses", "Hardin") == 1 and column(position, "losses", "Field") == 0


@pytest.mark.rule(ID, "10.4.3")
def test_both_lose_on_a_double_six() -> None:
    position = fight(DUEL, 6, 6)
    assert (column(position, "losses", "Hardin"), column(position, "losses", "Field")) == (1, 1)


@pytest.mark.rule(ID, "10.4.3", "10.4.12")
def test_a_natural_six_does_not_hurt_artillery() -> None:
    position = fight({"Hardin": {"at": "99", "target": "98"}, "Art_Hill": {"at": "98", "facing": "99"}}, 6, 6)
    assert column(position, "losses", "Art_Hill") == 0 and column(position, "losses", "Hardin") == 1


# --- 10.4.5 to 10.4.7 --------------------------------------------------------------------------------


@pytest.mark.rule(ID, "10.4.5")
def test_the_combat_test_table() -> None:
    position = scene({"Meade": "77"})
    found = [combat_test_result(position, total) for total in range(-3, 9)]
    assert found == ["rout"] * 3 + ["disorder"] * 3 + ["retreat"] * 3 + ["melee"] * 3


def modifiers(pieces: dict[str, Any], piece: str) -> dict[str, int]:
    position = scene(pieces)
    alone = is_artillery_alone(position, number(piece))
    return {words: value for words, value, _ in combat_test_modifiers(position, number(piece), alone)}


@pytest.mark.rule(ID, "10.4.5")
def test_modifiers_of_the_combat_test() -> None:
    assert modifiers({"Hardin": "77"}, "Hardin") == {}
    assert modifiers({"Meade": "77"}, "Meade") == {"command bonus": 1}
    assert modifiers({"Hardin": {"at": "77", "fatigue": 1}}, "Hardin") == {}
    assert modifiers({"Hardin": {"at": "77", "fatigue": 2}}, "Hardin") == {"fatigue 2": -1}
    assert modifiers({"Hardin": {"at": "77", "losses": 1}}, "Hardin") == {}  # the flip is no marker
    assert modifiers({"Hardin": {"at": "77", "losses": 2}}, "Hardin") == {"loss marker": -1}
    assert modifiers({"Hardin": {"at": "77", "losses": 3}}, "Hardin") == {
        "loss marker": -1,
        "half of it lost": -2,
    }
    assert modifiers({"Bayard": {"at": "77", "losses": 1}}, "Bayard") == {"loss marker": -1}
    assert modifiers({"Leasure": {"at": "77", "losses": 1}}, "Leasure") == {}  # 1 of 3


@pytest.mark.rule(ID, "10.4.5", "11.1.1")
def test_jacksons_brigades_add_one() -> None:
    assert modifiers({"Field": "77"}, "Field") == {"Jackson's corps": 1}
    assert modifiers({"Hood": "77"}, "Hood") == {"command bonus": 1}
    assert modifiers({"Evans": "77"}, "Evans") == {"command bonus": 1}


@pytest.mark.rule(ID, "10.4.5", "10.4.12")
def test_artillery_alone_has_minus_three() -> None:
    alone = modifiers({"Art_Reynolds": "77"}, "Art_Reynolds")
    assert alone == {"artillery alone": -3}
    assert modifiers({"Art_Reynolds": "77", "Meade": "77"}, "Art_Reynolds") == {}
    two = scene({"Art_Reynolds": "77", "Art_Union": "77"})
    assert is_artillery_alone(two, number("Art_Union"))


ESCORTED: dict[str, Any] = {
    "Lawton": {"at": "128", "facing": "129"},
    "Art_Ewell": "128",
    "Gibbon": {"at": "129", "target": "128"},
    "Doubleday": {"at": "129", "target": "128"},
    "Sullivan": {"at": "116", "target": "128"},
    "Milroy": {"at": "116", "target": "128"},
}  # 22 to 6: +3, star, zone


@pytest.mark.rule(ID, "10.4.5", "10.4.12")
@pytest.mark.parametrize("escort", ["Lawton", "Lawton and a six"])
def test_artillery_does_not_become_alone_by_the_retreat_of_its_escort(escort: str) -> None:
    """Lawton is tested first and goes back; the guns that fought beside him are not alone for that."""
    position = scene(ESCORTED, phase="combat")
    tests = 0
    while tests < 2:
        decision = asked(position)
        if decision.question == "Combat test":
            tests += 1
            roll(position, 3)
        elif decision.owner == "chance":
            attack = 6 if escort.endswith("six") else 5
            roll(
                position,
                {"Combat die of the attacker": attack, "Combat die of the defender": 1}.get(
                    decision.question, 6
                ),
            )
        else:
            position.apply(decision.options[0])
    assert last(position, "combat_test") == {"piece": "Art_Ewell", "die": 3, "total": 4, "result": "retreat"}


TESTED: dict[str, Any] = {
    "Hardin": {"at": "99", "target": "98"},
    "Meade": {"at": "76", "target": "98"},
    "Gregg": {"at": "98", "facing": "99", "losses": 2},
}  # 12 to 4: +3, star +1, zone +1


@pytest.mark.rule(ID, "10.4.6")
def test_melee_costs_both_a_loss_and_nobody_leaves() -> None:
    position = fight(TESTED, 5, 1)
    assert asked(position).question == "Combat test"
    roll(position, 5)  # +1 star, +1 Jackson, -1 marker: 6
    assert last(position, "combat_test")["result"] == "melee"
    assert at(position, "Gregg") == "98" and column(position, "losses", "Gregg") == 3
    play(position, "suffer Meade")
    assert column(position, "losses", "Meade") == 1


@pytest.mark.rule(ID, "10.4.6")
@pytest.mark.parametrize(("die", "result", "losses", "zones"), [(3, "retreat", 2, 1), (1, "disorder", 3, 2)])
def test_retreat_and_disorder(die: int, result: str, losses: int, zones: int) -> None:
    position = fight(TESTED, 5, 1)
    roll(position, die - 0)
    assert last(position, "combat_test")["result"] == ("retreat" if die == 3 else "disorder")
    settle(position, "retreat")
    distance = position.rules.board.distance
    gone = distance(position.rules.board.place("98"), position.rules.board.place(at(position, "Gregg")))
    assert (last(position, "combat_test")["result"], column(position, "losses", "Gregg"), gone) == (
        result,
        losses,
        zones,
    )


ROUTED: dict[str, Any] = {**TESTED, "Gregg": {"at": "98", "facing": "99", "losses": 3, "fatigue": 1}}


@pytest.mark.rule(ID, "10.4.6", "10.4.7")
def test_rout() -> None:
    position = fight(ROUTED, 5, 1)
    roll(position, 1)  # +1 +1 -1 fatigue 2, -1 marker, -2 half
    assert last(position, "combat_test")["result"] == "rout"
    settle(position, "retreat")
    assert column(position, "routed", "Gregg") and column(position, "losses", "Gregg") == 4
    place = position.rules.board.place
    assert position.rules.board.distance(place("98"), place(at(position, "Gregg"))) == 3


@pytest.mark.rule(ID, "10.4.7")
def test_a_routed_brigade_neither_moves_nor_attacks_and_has_only_flanks() -> None:
    pieces = {"McDowell": "100", "Meade": {"at": "99", "routed": True}, "Seymour": "99", "Trimble": "116"}
    position = scene(pieces, commander="McDowell", divisions=1)
    play(position, "activate DIV-Reynolds")
    assert "Meade" not in ends(position, "act") and why(position, "act Meade") == "10.4.7"
    assert fatigue_level(position, number("Meade")) == 2
    assert why(position, "move Meade 77") == "10.4.7"
    far = scene({"Milroy": "98", "Trimble": {"at": "115", "routed": True}}, acting="Milroy")
    assert "rush" not in verbs(far)  # no front to leave


# --- 10.4.8 and 10.4.9, 11.1.4 -----------------------------------------------------------------------


def retreating(pieces: dict[str, Any]) -> SecondBullRun:
    """Field in 98, beaten by Hardin in 99, about to go back one zone."""
    base: dict[str, Any] = {
        "Hardin": {"at": "99", "target": "98"},
        "Field": {"at": "98", "facing": "99", "losses": 4},
    }
    position = fight({**base, **pieces}, 5, 1)
    while asked(position).question == "Which brigade suffers?":
        play(position, "suffer Field")
    roll(position, 6)  # +1 Jackson, -1 marker, -2 half: 4
    assert last(position, "combat_test")["result"] == "retreat"
    return position


@pytest.mark.rule(ID, "10.4.9")
def test_the_first_priority_is_away_from_the_attackers() -> None:
    position = retreating({})
    zones = ends(position, "retreat Field")
    assert zones and zones <= {"96", "97", "115"}  # 116 and 76 are next to 99, where Hardin stands
    assert why(position, "retreat Field 116", "confederate") == "10.4.9"


@pytest.mark.rule(ID, "10.4.9")
def test_then_outside_enemy_fronts_and_zones_of_control() -> None:
    position = retreating({"Milroy": {"at": "95", "facing": "96"}, "Seymour": {"at": "128", "facing": "142"}})
    # 96 and 97 lie in Milroy's front, 115 only in Seymour's zone of control
    settle(position, "retreat")
    assert at(position, "Field") == "115"
    free = retreating({"Milroy": {"at": "95", "facing": "96"}})
    settle(free, "retreat")
    assert at(free, "Field") == "115"


@pytest.mark.rule(ID, "10.4.9", "11.1.4")
def test_the_fourth_priority_leads_toward_the_entries_of_the_side() -> None:
    position = retreating({})
    settle(position, "retreat")
    rally = position.rules.distances(position.rules.rally[1])
    assert rally[position.rules.board.place(at(position, "Field"))] <= rally[98]
    names = position.rules.board.names_of
    assert set(names(position.rules.rally[1])) == {"2", "54", "193"}
    assert set(names(position.rules.rally[0])) == {"189", "138", "66", "16"}


BEFORE_AN_ENTRY: dict[str, Any] = {
    "Hood": {"at": "123", "target": "137"},
    "Law": {"at": "123", "target": "137"},
    "Poe": {"at": "137", "facing": "123"},  # 138, entry C, lies behind him
}


def way(position: SecondBullRun, piece: str) -> list[str]:
    """The zones that a piece has gone back through."""
    settle(position, "retreat")
    told = [event for event in position.log or [] if event.kind == "retreated"]
    return [event.facts["zone"] for event in told if event.facts["piece"] == piece]


@pytest.mark.rule(ID, "10.4.6", "10.4.9", "11.1.4")
@pytest.mark.parametrize(
    ("die", "result", "zones"), [(3, "retreat", ["138"]), (2, "disorder", ["138", "151"])]
)
def test_an_entry_does_not_end_a_retreat_before_its_number_of_zones(
    die: int, result: str, zones: list[str]
) -> None:
    position = fight(BEFORE_AN_ENTRY, 5, 1, side="confederate")
    roll(position, die)
    assert last(position, "combat_test")["result"] == result
    assert way(position, "Poe") == zones


@pytest.mark.rule(ID, "10.4.6", "11.1.4")
@pytest.mark.parametrize("choice", ["stays", "goes-on"])
def test_a_rout_from_combat_goes_its_three_zones_however_rout_at_entry_is_read(choice: str) -> None:
    poe = {"at": "137", "facing": "123", "losses": 3, "fatigue": 1}
    pieces = {**BEFORE_AN_ENTRY, "Poe": poe}
    position = fight(pieces, 5, 1, side="confederate", options={"rout-at-entry": choice})
    roll(position, 1)
    assert last(position, "combat_test")["result"] == "rout"
    assert way(position, "Poe")[:2] == ["138", "151"] and at(position, "Poe") in ("167", "168")


@pytest.mark.rule(ID, "10.4.8")
def test_each_enemy_front_entered_costs_a_loss() -> None:
    pieces = {
        "Milroy": {"at": "95", "facing": "96"},  # front 94?, 96, 97
        "Seymour": {"at": "128", "facing": "115"},  # front 115, 116, 127
        "Bayard": {"at": "97", "facing": "96"},
    }
    position = retreating(pieces)
    settle(position, "retreat")
    assert "through_front" in kinds(position)
    assert column(position, "losses", "Field") == 5


@pytest.mark.rule(ID, "10.4.8", "9.6.1")
def test_the_end_of_a_retreat_respects_stacking() -> None:
    full = {"Hood": "115", "Law": "115", "Kemper": "96", "Pickett": "97"}  # another corps everywhere
    position = retreating(full)
    settle(position, "retreat")
    zone = at(position, "Field")
    assert zone not in ("115", "96", "97") and zone  # through one of them and on


@pytest.mark.rule(ID, "10.4.8")
def test_who_must_leave_the_map_is_eliminated() -> None:
    pieces = {
        "Field": {"at": "1", "facing": "4", "losses": 4},
        "Hardin": {"at": "4", "target": "1"},
        "Milroy": "2",
        "Bayard": "3",
    }
    position = fight(pieces, 5, 1)
    roll(position, 6)
    position.decision()
    assert (
        at(position, "Field") == ""
        and column(position, "eliminated", "Field")
        and column(position, "exited", "Field")
    )


@pytest.mark.rule(ID, "10.4.8")
def test_a_retreating_brigade_may_face_about() -> None:
    position = retreating({})
    settle(position, "retreat")
    assert verbs(position) == {"face"} and asked(position).owner == "confederate"


# --- 10.4.10 -----------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "10.4.10")
def test_winners_may_occupy_the_abandoned_zone_and_make_enemies_turn() -> None:
    position = retreating(
        {"Trimble": {"at": "115", "facing": "128"}, "Archer": {"at": "116", "routed": True}}
    )
    settle(position, "retreat")
    settle(position)
    assert options(position) == ["advance Hardin 98", "halt"]
    play(position, "advance Hardin 98")
    assert at(position, "Hardin") == "98"
    settle_union(position)
    assert asked(position).rule == "9.5.2" and asked(position).owner == "confederate"


def settle_union(position: SecondBullRun) -> None:
    while asked(position).owner == "union" and verbs(position) == {"face"}:
        position.apply(asked(position).options[0])


@pytest.mark.rule(ID, "10.4.10")
def test_two_may_advance_but_no_third_and_never_artillery() -> None:
    pieces = {
        "Hardin": {"at": "99", "target": "98"},
        "Art_Reynolds": {"at": "99", "facing": "98"},
        "Meade": {"at": "76", "target": "98"},
        "Seymour": {"at": "97", "target": "98"},
        "Field": {"at": "98", "facing": "99", "losses": 4},
    }
    position = fight({k: ({**v, "facing": "98"} if k == "Hardin" else v) for k, v in pieces.items()}, 5, 1)
    roll(position, 6)
    settle(position, "retreat")
    settle(position)
    assert "advance Art_Reynolds 98" not in options(position)
    play(position, "advance Hardin 98")
    settle(position)
    play(position, "advance Meade 98")
    settle(position)
    assert "advance" not in (verbs(position) if position.decision() else set())
    assert at(position, "Seymour") == "97"


@pytest.mark.rule(ID, "10.4.10")
def test_a_defender_who_has_won_may_advance_too() -> None:
    position = fight({**DUEL, "Hardin": {"at": "99", "target": "98", "losses": 3}}, 1, 5)  # 3 to 6
    roll(position, 6)  # -1 marker, -2 half: retreat
    settle(position, "retreat")
    settle(position)
    assert options(position) == ["advance Field 99", "halt"]


@pytest.mark.rule(ID, "10.4.10")
def test_no_zone_left_no_advance() -> None:
    position = fight(DUEL, 5, 3)
    assert "advance" not in {o.split()[0] for o in options(position)}


# --- 10.4.11 and 10.4.12 -----------------------------------------------------------------------------


@pytest.mark.rule(ID, "10.4.11")
def test_losses_lower_both_potentials_and_zero_eliminates() -> None:
    position = scene(
        {"Milroy": {"at": "77", "losses": 2}, "Buford": {"at": "79", "losses": 1, "dismounted": True}}
    )
    assert combat_potential(position, number("Milroy")) == 4
    assert artillery_potential(position, number("Milroy")) == 0
    assert combat_potential(position, number("Buford")) == 3  # of the mounted side
    gone = fight(
        {"Hardin": {"at": "99", "target": "98"}, "Field": {"at": "98", "facing": "99", "losses": 5}}, 6, 2
    )
    assert at(gone, "Field") == "" and column(gone, "eliminated", "Field")


@pytest.mark.rule(ID, "10.4.12")
def test_artillery_takes_one_loss_and_is_never_tired() -> None:
    pieces = {"Hardin": {"at": "99", "target": "98"}, "Art_Hill": {"at": "98", "facing": "99"}}
    position = fight(pieces, 5, 1)  # +3 and no fatigue
    assert column(position, "fatigue", "Art_Hill") == 0
    assert asked(position).question == "Combat test"
    roll(position, 1)  # +1 Jackson, -3 alone: rout
    settle(position, "retreat")
    assert (
        column(position, "losses", "Art_Hill") == 1 and artillery_potential(position, number("Art_Hill")) == 4
    )
    twice = fight({**pieces, "Art_Hill": {"at": "98", "facing": "99", "losses": 1}}, 5, 1)
    roll(twice, 1)
    twice.decision()
    assert at(twice, "Art_Hill") == ""


@pytest.mark.rule(ID, "10.4.2", "10.4.12")
def test_artillery_counts_as_a_brigade_but_is_passed_over_for_fatigue() -> None:
    pieces = {
        "Hardin": {"at": "99", "target": "98"},
        "Seymour": {"at": "99", "target": "98"},
        "Field": {"at": "98", "facing": "99"},
        "Art_Hill": "98",
    }
    position = fight(pieces, 1, 3)
    assert (column(position, "fatigue", "Hardin"), column(position, "fatigue", "Seymour")) == (1, 1)
    other = fight(pieces, 5, 2)
    assert (column(other, "fatigue", "Field"), column(other, "fatigue", "Art_Hill")) == (1, 0)
    assert facing(other, "Field") == "99"
