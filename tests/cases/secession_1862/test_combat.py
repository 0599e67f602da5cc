"""10.1 and 10.3. Attacks and their modifiers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.cases import asking
from tests.cases.secession_1862.scene import (
    GAME,
    ID,
    SecondBullRun,
    asked,
    at,
    column,
    ends,
    kinds,
    last,
    options,
    play,
    roll,
    scene,
    settle,
    terms,
    verbs,
    why,
)


def report(position: SecondBullRun, attackers: list[str], defenders: list[str]) -> dict[str, Any]:
    return asking.combat(GAME, position, attackers, defenders)


# --- 10.1 --------------------------------------------------------------------------------------------

TWO_FIGHTS = {
    "Meade": {"at": "98", "target": "115"},
    "Gibbon": {"at": "134", "target": "147"},
    "Trimble": {"at": "115", "facing": "98"},
    "Early": {"at": "147", "facing": "134"},
}


@pytest.mark.rule(ID, "10.1.1", "10.1.2")
def test_every_marked_brigade_attacks_in_the_order_the_attacker_likes() -> None:
    position = scene(TWO_FIGHTS, phase="combat")
    assert options(position) == ["resolve 115", "resolve 147"]
    play(position, "resolve 147")
    assert last(position, "battle")["attackers"] == ["Gibbon"]
    roll(position, 3, 3)
    assert last(position, "battle")["attackers"] == ["Meade"]  # the other one is not spared


@pytest.mark.rule(ID, "10.1.2")
def test_a_brigade_attacks_only_where_its_marker_points() -> None:
    pieces = {"Meade": {"at": "98", "target": "115"}, "Trimble": "115", "Field": {"at": "96", "facing": "98"}}
    position = scene(pieces, phase="combat")
    position.decision()
    assert last(position, "battle")["defenders"] == ["Trimble"]
    assert why(scene(TWO_FIGHTS, phase="combat"), "resolve 96") == "10.1.2"


@pytest.mark.rule(ID, "10.1.1")
def test_several_brigades_attack_a_zone_together_and_once() -> None:
    pieces = {
        "Meade": {"at": "98", "target": "115"},
        "Seymour": {"at": "116", "target": "115"},
        "Trimble": {"at": "115", "facing": "98"},
    }
    position = scene(pieces, phase="combat")
    roll(position, 1, 6)
    assert kinds(position).count("battle") == 1
    assert last(position, "battle")["attackers"] == ["Meade", "Seymour"]


@pytest.mark.rule(ID, "10.1.1")
def test_attackers_from_different_zones_must_adjoin_each_other() -> None:
    pieces = {
        "Milroy": {"at": "116", "facing": "115"},
        "Meade": {"at": "96", "target": "115", "acted": True},
        "Trimble": {"at": "115", "facing": "98"},
    }
    apart = scene(pieces, acting="Milroy")
    assert "attack" not in verbs(apart) and why(apart, "attack Milroy 115") == "10.1.1"
    joined = scene({**pieces, "Seymour": {"at": "98", "target": "115", "acted": True}}, acting="Milroy")
    assert ends(joined, "attack Milroy") == {"115"}


@pytest.mark.rule(ID, "10.1.1")
def test_two_brigades_of_a_stack_attack_the_same_zone() -> None:
    pieces = {
        "Meade": {"at": "98", "target": "115", "acted": True},
        "Seymour": {"at": "98", "facing": "115"},
        "Trimble": {"at": "115", "facing": "98"},
        "Field": {"at": "96", "facing": "98"},
    }
    position = scene(pieces, acting="Seymour")
    assert ends(position, "attack Seymour") == {"115"} and why(position, "attack Seymour 96") == "10.1.1"


# --- 10.3.1 ------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "10.3.1")
@pytest.mark.parametrize(
    ("attack", "defence", "bonus"),
    [
        (6, 3, 2), (3, 4, -2), (4, 3, 0), (6, 4, 1), (6, 2, 3), (6, 1, 3), (2, 6, -4), (3, 6, -2), (6, 6, 0),
        (5, 6, -2),
    ],
)  # fmt: skip
def test_the_ratio_is_rounded_for_the_defender(attack: int, defence: int, bonus: int) -> None:
    pieces = {
        "Milroy": {"at": "98", "losses": 6 - attack},
        "Field": {"at": "115", "facing": "98", "losses": 6 - defence},
    }
    assert terms(scene(pieces), ["Milroy"], ["Field"])["attack 10.3.1"] == bonus


@pytest.mark.rule(ID, "10.3.1")
def test_below_one_third_the_attacker_suffers_without_dice() -> None:
    pieces = {
        "Milroy": {"at": "98", "losses": 3, "target": "115"},
        "Field": {"at": "115", "facing": "98", "losses": 1},
        "Archer": "115",
    }
    odds = report(scene(pieces), ["Milroy"], ["Field", "Archer"])
    assert odds["automatic"] and odds["results"]["attacker fatigue and combat test"] == 1
    position = scene(pieces, phase="combat")
    position.decision()
    assert "hopeless" in kinds(position) and column(position, "fatigue", "Milroy") == 1
    assert asked(position).question == "Combat test"


@pytest.mark.rule(ID, "10.3.1b")
def test_artillery_alone_gives_the_attacker_three() -> None:
    alone = scene({"Milroy": {"at": "98", "losses": 5}, "Art_Hill": {"at": "115", "facing": "98"}})
    assert terms(alone, ["Milroy"], ["Art_Hill"])["attack 10.3.1b"] == 3
    guarded = scene({"Milroy": "98", "Art_Hill": {"at": "115", "facing": "98"}, "Field": "115"})
    assert (
        terms(guarded, ["Milroy"], ["Field", "Art_Hill"])["attack 10.3.1"] == 0
    )  # 6 to 6: guns do not count


# --- 10.3.2 ------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "10.3.2")
def test_artillery_gives_one_for_six_points_and_a_die_for_the_rest() -> None:
    pieces = {
        "Milroy": {"at": "98", "facing": "115"},
        "Art_Union": "98",
        "Art_Reynolds": {"at": "116", "facing": "115"},
        "Field": {"at": "115", "facing": "98"},
    }
    found = report(scene(pieces), ["Milroy"], ["Field"])  # 1 + 4 + 4
    assert terms(scene(pieces), ["Milroy"], ["Field"])["attack 10.3.2"] == 1
    assert [(d["side"], d["needs"]) for d in found["dice"]] == [("attack", 3)]


@pytest.mark.rule(ID, "10.3.2")
@pytest.mark.parametrize(("die", "works"), [(4, True), (5, False)])
def test_the_die_must_not_exceed_the_rest(die: int, works: bool) -> None:
    pieces = {
        "Meade": {"at": "98", "facing": "115", "target": "115"},
        "Art_Reynolds": "98",
        "Field": {"at": "115", "facing": "98"},
    }
    position = scene(pieces, phase="combat")
    roll(position, die)
    assert last(position, "support_die")["works"] is works


@pytest.mark.rule(ID, "10.3.2")
def test_artillery_takes_part_by_its_front_without_a_marker() -> None:
    pieces = {
        "Meade": {"at": "98", "facing": "115"},
        "Art_Reynolds": {"at": "116", "facing": "117"},
        "Field": {"at": "115", "facing": "98"},
        "Art_Hill": {"at": "128", "facing": "116"},
    }
    away = report(scene(pieces), ["Meade"], ["Field"])
    assert away["dice"] == []  # one looks elsewhere, the other has 116 in its front but not 98
    pieces["Art_Hill"] = {"at": "96", "facing": "98"}
    near = report(scene(pieces), ["Meade"], ["Field"])
    assert [(d["side"], d["needs"]) for d in near["dice"]] == [("defence", 5)]


GUNS_ATTACKED: dict[str, Any] = {"Meade": {"at": "98", "facing": "115"}, "Field": {"at": "115"}}


@pytest.mark.rule(ID, "10.3.2")
@pytest.mark.parametrize(
    ("choice", "guns", "needs"),
    [
        ("fire", {"facing": "98"}, [5]),
        ("fire", {"facing": "128"}, [5]),
        ("fire", {"facing": "98", "routed": True}, [5]),
        ("front", {"facing": "98"}, [5]),
        ("front", {"facing": "128"}, []),
        ("front", {"facing": "98", "routed": True}, []),
    ],
)
def test_guns_in_the_attacked_zone_that_face_away_or_are_in_rout(
    choice: str, guns: dict[str, Any], needs: list[int]
) -> None:
    """They are engaged, but the note of example 4 speaks of what is fought in their front."""
    pieces = {**GUNS_ATTACKED, "Art_Hill": {"at": "115", **guns}}
    position = scene(pieces, options={"attacked-guns": choice})
    found = report(position, ["Meade"], ["Field"])
    assert [d["needs"] for d in found["dice"] if d["side"] == "defence"] == needs
    pieces["Meade"] = {"at": "98", "target": "115"}
    fought = scene(pieces, phase="combat", options={"attacked-guns": choice})
    asks = asked(fought).question.startswith("Artillery")
    assert asks is bool(needs), "what rolls is what was announced"


@pytest.mark.rule(ID, "10.3.2")
def test_without_a_word_attacked_guns_fire() -> None:
    assert scene({}).rules.has("attacked-guns", "fire")


BETWEEN_TWO_FIGHTS = {
    "Meade": {"at": "98", "target": "115"},
    "Milroy": {"at": "117", "target": "129"},
    "Art_Reynolds": {"at": "116", "facing": "128"},
    "Field": {"at": "115", "facing": "98"},
    "Archer": {"at": "129", "facing": "117"},
}
"""Art_Reynolds has both attacked zones in its front; Milroy has one gun point of his own."""


@pytest.mark.rule(ID, "10.3.2")
@pytest.mark.parametrize(("choice", "needed"), [("one", 1), ("every", 5)])
def test_artillery_supports_one_attack_in_a_phase_or_every_one_in_its_front(choice: str, needed: int) -> None:
    """Whether a battery that takes part automatically does so again is left open: an option."""
    position = scene(BETWEEN_TWO_FIGHTS, phase="combat", options={"artillery-support": choice})
    play(position, "resolve 115")
    assert asked(position).question == "Artillery of the attacker"
    assert asked(position).facts.get("needed") == 4
    roll(position, 1)
    announced = report(position, ["Milroy"], ["Archer"])["dice"]
    assert [(die["side"], die["needs"]) for die in announced] == [("attack", needed)]
    roll(position, 3, 3)
    assert last(position, "battle")["zone"] == "129"
    assert asked(position).facts.get("needed") == needed, "what rolls is what was announced"


@pytest.mark.rule(ID, "10.3.2")
def test_without_a_word_artillery_supports_one_attack_in_a_phase() -> None:
    assert scene({}).rules.has("artillery-support", "one")


@pytest.mark.rule(ID, "10.3.2")
@pytest.mark.parametrize("choice", ["one", "every"])
def test_in_defence_artillery_takes_part_whenever_an_attacker_is_in_its_front(choice: str) -> None:
    pieces = {
        "Meade": {"at": "98", "target": "115"},
        "Milroy": {"at": "117", "target": "129"},
        "Art_Hill": {"at": "116", "facing": "99"},  # front: 98, 99 and 117
        "Field": {"at": "115", "facing": "98"},
        "Archer": {"at": "129", "facing": "117"},
    }
    position = scene(pieces, phase="combat", options={"artillery-support": choice})
    play(position, "resolve 115")
    assert asked(position).question == "Artillery of the defender"
    roll(position, 1, 5, 3)
    assert last(position, "battle")["zone"] == "129"
    roll(position, 1)
    assert asked(position).question == "Artillery of the defender"


@pytest.mark.rule(ID, "10.3.2b")
def test_each_brigade_with_sharpshooters_rolls() -> None:
    pieces = {
        "Sullivan": {"at": "98", "target": "115"},
        "Jenkins": {"at": "115", "facing": "98"},
    }
    position = scene(pieces, phase="combat")
    assert asked(position).question == "Sharpshooters of the attacker"
    roll(position, 2)
    assert last(position, "support_die")["works"]
    roll(position, 3)
    assert not last(position, "support_die")["works"]
    assert asked(position).question == "Combat die of the attacker"


# --- 10.3.3 to 10.3.7 --------------------------------------------------------------------------------


@pytest.mark.rule(ID, "10.3.3")
def test_a_star_counts_once_for_each_zone() -> None:
    pieces = {"Robinson": "98", "Birney": "98", "Grover": "116", "Trimble": {"at": "115", "facing": "98"}}
    found = terms(scene(pieces), ["Robinson", "Birney", "Grover"], ["Trimble"])
    assert found["attack 10.3.3"] == 2 and found["defence 10.3.3"] == 1
    plain = scene({"Hardin": "98", "Field": {"at": "115", "facing": "98"}})
    assert not {k for k in terms(plain, ["Hardin"], ["Field"]) if "10.3.3" in k}


@pytest.mark.rule(ID, "10.3.4", "10.4.7")
def test_fatigue_is_summed_with_limits() -> None:
    pieces: dict[str, Any] = {
        "Robinson": {"at": "98", "fatigue": 2},
        "Poe": {"at": "98", "fatigue": 2},
        "Carr": {"at": "116", "fatigue": 2},
        "Field": {"at": "115", "facing": "98", "fatigue": 1},
        "Archer": {"at": "115", "fatigue": 1},
    }
    found = terms(scene(pieces), ["Robinson", "Poe", "Carr"], ["Field", "Archer"])
    assert (found["attack 10.3.4"], found["defence 10.3.4"]) == (-4, -2)
    pieces["Archer"]["fatigue"] = 2
    assert terms(scene(pieces), ["Carr"], ["Field", "Archer"])["defence 10.3.4"] == -2
    del pieces["Archer"]
    assert terms(scene(pieces), ["Carr"], ["Field"])["defence 10.3.4"] == -1
    pieces["Field"] = {"at": "115", "routed": True}
    assert terms(scene(pieces), ["Carr"], ["Field"])["defence 10.3.4"] == -2


@pytest.mark.rule(ID, "10.3.5", "11.1.5")
@pytest.mark.parametrize(
    ("attacker", "defender", "bonus"),
    [
        ("98", "115", 1),  # the railway
        ("98", "96", 2),  # railway and escarpment
        ("114", "96", 1),  # not climbed from 114
        ("116", "128", 2),  # woods and escarpment
        ("127", "128", 1),  # woods only
        ("99", "77", 1),  # Groveton
        ("137", "138", 1),  # the Stone Bridge
        ("99", "98", 0),  # open ground
        ("79", "80", 0),
        ("97", "95", 2),  # railway and escarpment
    ],
)
def test_terrain(attacker: str, defender: str, bonus: int) -> None:
    position = scene({"Milroy": attacker, "Field": defender})
    assert terms(position, ["Milroy"], ["Field"]).get("defence 10.3.5", 0) == bonus


@pytest.mark.rule(ID, "10.3.5")
def test_terrain_gives_two_at_most_and_a_bridge_counts_only_when_all_come_over_it() -> None:
    both = scene({"Milroy": "137", "Bayard": "151", "Field": "138"})
    assert "defence 10.3.5" not in terms(both, ["Milroy", "Bayard"], ["Field"])
    zone = scene({"Milroy": "114", "Field": "96"}, options={"escarpment": "zone"})
    assert terms(zone, ["Milroy"], ["Field"])["defence 10.3.5"] == 2
    three = scene({"Milroy": "97", "Field": "95"}, options={"escarpment": "zone"})
    assert terms(three, ["Milroy"], ["Field"])["defence 10.3.5"] == 2


@pytest.mark.rule(ID, "10.3.6")
def test_further_zones_and_flanks() -> None:
    pieces = {"Milroy": "98", "Meade": "116", "Seymour": "98", "Field": {"at": "115", "facing": "96"}}
    found = terms(scene(pieces), ["Milroy", "Meade", "Seymour"], ["Field"])  # front: 96, 98, 127
    assert found["attack 10.3.6"] == 1 and found["defence 10.3.6"] == -1
    faced = scene({**pieces, "Field": {"at": "115", "facing": "98"}})  # front: 96, 98, 116
    assert "defence 10.3.6" not in terms(faced, ["Milroy", "Meade", "Seymour"], ["Field"])
    routed = scene({**pieces, "Field": {"at": "115", "routed": True}})
    assert terms(routed, ["Milroy", "Meade", "Seymour"], ["Field"])["defence 10.3.6"] == -2


@pytest.mark.rule(ID, "10.3.6")
def test_zones_under_the_front_of_an_enemy_who_is_not_attacked() -> None:
    pieces: dict[str, Any] = {
        "Milroy": {"at": "98", "target": "115"},
        "Field": {"at": "115", "facing": "98"},
        "Pender": {"at": "96", "facing": "98"},
    }
    assert terms(scene(pieces), ["Milroy"], ["Field"])["attack 10.3.6"] == -2
    pieces["Pender"] = {"at": "96", "facing": "114"}
    assert "attack 10.3.6" not in terms(scene(pieces), ["Milroy"], ["Field"])
    pieces["Pender"] = {"at": "96", "facing": "98"}
    pieces["Meade"] = {"at": "97", "target": "96"}
    assert "attack 10.3.6" not in terms(scene(pieces), ["Milroy"], ["Field"])  # Pender is attacked as well
    pieces["Meade"] = "97"
    pieces["Pender"] = {"at": "96", "facing": "98", "routed": True}
    assert "attack 10.3.6" not in terms(scene(pieces), ["Milroy"], ["Field"])  # only flanks


TWO_BEHIND = {
    "Milroy": {"at": "98", "target": "115"},
    "Field": {"at": "115", "facing": "98"},
    "Pender": {"at": "96", "facing": "98"},
    "Archer": {"at": "116", "facing": "98"},
}
"""One attacking zone under the fronts of two zones that nobody attacks."""
ONE_BESIDE = {
    "Milroy": {"at": "98", "target": "115"},
    "Meade": {"at": "116", "target": "115"},
    "Field": {"at": "115", "facing": "98"},
    "Pender": {"at": "99", "facing": "98"},  # front: 76, 98 and 116
}
"""Two attacking zones under the front of one zone that nobody attacks."""


@pytest.mark.rule(ID, "10.3.6")
@pytest.mark.parametrize(
    ("choice", "pieces", "penalty"),
    [
        ("attacking", TWO_BEHIND, -2),
        ("enemy", TWO_BEHIND, -4),
        ("attacking", ONE_BESIDE, -4),
        ("enemy", ONE_BESIDE, -2),
        ("attacking", {**ONE_BESIDE, "Branch": "99"}, -4),
        ("enemy", {**ONE_BESIDE, "Branch": "99"}, -2),
        ("enemy", {**TWO_BEHIND, "Archer": {"at": "116", "facing": "117"}}, -2),
        ("enemy", {**TWO_BEHIND, "Archer": {"at": "116", "routed": True}}, -2),
        ("enemy", {**TWO_BEHIND, "Gibbon": {"at": "117", "target": "116"}}, -2),
    ],
)
def test_fronts_of_enemies_not_attacked_by_attacking_or_by_enemy_zones(
    choice: str, pieces: dict[str, Any], penalty: int
) -> None:
    """Which zones the -2 is counted by can be read in two ways: an option. Two brigades in a zone count once,
    and who faces elsewhere, is in rout or is attacked himself does not count."""
    position = scene(pieces, phase="combat", options={"unattacked-fronts": choice})
    attackers = [piece for piece in ("Milroy", "Meade") if piece in pieces]
    found = report(position, attackers, ["Field"])
    words = [t["value"] for t in found["terms"] if "not attacked" in t["says"]]
    assert words == [penalty]
    if "resolve 115" in options(position):
        play(position, "resolve 115")
    told = [m for m in last(position, "battle")["modifiers"] if "not attacked" in m[1]]
    assert [value for _, _, value, _ in told] == [penalty], "what rolls is what was announced"


@pytest.mark.rule(ID, "10.3.6")
def test_without_a_word_the_attacking_zones_under_fronts_count() -> None:
    assert scene({}).rules.has("unattacked-fronts", "attacking")


@pytest.mark.rule(ID, "10.3.7")
def test_mounted_cavalry_against_and_in_woods() -> None:
    woods = scene({"Buford": "116", "Field": "128"})
    assert terms(woods, ["Buford"], ["Field"])["attack 10.3.7"] == -1
    foot = scene({"Buford": {"at": "116", "dismounted": True}, "Field": "128"})
    assert "attack 10.3.7" not in terms(foot, ["Buford"], ["Field"])
    open_ground = scene({"Buford": "99", "Field": "98"})
    assert "attack 10.3.7" not in terms(open_ground, ["Buford"], ["Field"])
    defends = scene({"Milroy": "116", "Robertson": "128"})
    assert terms(defends, ["Milroy"], ["Robertson"])["defence 10.3.7"] == -1
    helped = scene({"Milroy": "116", "Robertson": "128", "Field": "128"})
    assert "defence 10.3.7" not in terms(helped, ["Milroy"], ["Robertson", "Field"])


# --- odds --------------------------------------------------------------------------------------------


def test_odds_are_exact_and_sum_to_one() -> None:
    pieces = {
        "Sullivan": "98",
        "Meade": "98",
        "Art_Reynolds": {"at": "116", "facing": "115"},
        "Jenkins": "115",
    }
    results = report(scene(pieces), ["Sullivan", "Meade"], ["Jenkins"])["results"]
    assert sum(results.values(), Fraction(0)) == 1
    even = report(
        scene({"Milroy": {"at": "99", "losses": 1}, "Branch": {"at": "98", "facing": "99"}}),
        ["Milroy"],
        ["Branch"],
    )
    assert even["total"] == {"attack": 0, "defence": 0} and even["dice"] == []
    results = even["results"]
    assert results["defender fatigue"] + results["defender fatigue and combat test"] == Fraction(15, 36)
    assert results["defender fatigue and combat test"] == Fraction(6, 36)  # 3-6:1 and 5, 6:2


def test_given_attackers_must_be_able_to_attack() -> None:
    far = report(scene({"Milroy": "77", "Field": "115"}), ["Milroy"], ["Field"])
    assert [o["rule"] for o in far["objections"]] == ["9.4.7"]
    assert at(scene({"Milroy": "77"}), "Milroy") == "77"
    settle(scene({"Milroy": "77"}, acting="Milroy"), "nothing")
