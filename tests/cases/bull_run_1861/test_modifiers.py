"""11.2 Strength ratio and 11.3 modifiers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bullrun.games.bull_run_1861.rules.charts import CHARTS
from bullrun.games.bull_run_1861.rules.modifiers import Assessment, distribution, ratio_bonus, result_of
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE, SupportDie, Term
from tests.cases.bull_run_1861.scene import GAME, combat, play, roll, scene, term

TABLE = CHARTS.own.file("tables.toml")["ratio"]["bonus"]


@pytest.mark.rule(GAME, "11.2.1")
@pytest.mark.parametrize(
    ("attack", "defence", "side", "bonus", "ratio"),
    [
        (6, 3, ATTACK, 3, "2/1"),
        (3, 4, DEFENCE, 1, "1/1"),
        (3, 3, ATTACK, 1, "1/1"),
        (4, 6, DEFENCE, 2, "3/2"),
        (5, 4, ATTACK, 1, "1/1"),
        (5, 3, ATTACK, 2, "3/2"),
        (11, 4, ATTACK, 3, "2/1"),
        (9, 3, ATTACK, 4, "3/1"),
        (20, 1, ATTACK, 4, "3/1"),
        (1, 5, DEFENCE, 4, "3/1"),
    ],
)
def test_the_ratio_is_rounded_for_the_weaker_and_a_tie_favours_the_attacker(
    attack, defence, side, bonus, ratio
):
    assert ratio_bonus(TABLE, attack, defence) == (side, bonus, ratio)


@pytest.mark.rule(GAME, "11.2.1")
def test_losses_count_in_the_ratio():
    position = scene(
        {"Keyes": {"at": "Z37", "facing": "Z29", "losses": 2}, "Bee": {"at": "Z29", "facing": "Z37"}}
    )
    report = combat(position, ["Keyes"], ["Bee"])
    assert (report["attack"], report["defense"]) == ("2", "3")
    assert term(report, "11.2.1", "defence") == 2


# --- second line --------------------------------------------------------------------------------------


def supported(second, **extra):
    """Keyes attacks Bee with a second line behind him."""
    return scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29"},
            second: {"at": "Z37", "line": "second", **extra},
            "Bee": {"at": "Z29", "facing": "Z37"},
        }
    )


@pytest.mark.rule(GAME, "11.3.1")
def test_a_second_line_of_strength_two_or_more_adds_one():
    assert term(combat(supported("Howard"), ["Keyes"], ["Bee"]), "11.3.1", "attack") == 1
    assert term(combat(supported("Howard", losses=3), ["Keyes"], ["Bee"]), "11.3.1") == 0, "strength 1"
    assert term(combat(supported("Howard", losses=2), ["Keyes"], ["Bee"]), "11.3.1") == 1, "strength 2"


@pytest.mark.rule(GAME, "11.3.1")
def test_not_with_fatigue_two_but_without_needing_activation():
    assert term(combat(supported("Howard", fatigue=2), ["Keyes"], ["Bee"]), "11.3.1") == 0
    assert term(combat(supported("Howard", fatigue=1, acted=False), ["Keyes"], ["Bee"]), "11.3.1") == 1


@pytest.mark.rule(GAME, "11.3.1", "11.3.4")
def test_its_artillery_of_two_or_more_helps_the_front_lines_guns():
    def needs(second, **extra):
        position = scene(
            {
                "Schenck": {"at": "Z37", "facing": "Z29"},
                second: {"at": "Z37", "line": "second", **extra},
                "Hampton": {"at": "Z29", "facing": "Z37"},
            }
        )
        return combat(position, ["Schenck"], ["Hampton"])["dice"][0]["needs"]

    assert needs("Porter") == 3, "Schenck's 2, and one better"
    assert needs("Howard") == 2, "Howard has no guns"
    assert needs("Porter", losses=2) == 2, "1 gun point is too few"
    assert needs("Porter", fatigue=2) == 2


@pytest.mark.rule(GAME, "11.3.1")
def test_its_star_fatigue_and_cavalry_do_not_count():
    report = combat(supported("Sherman", fatigue=1), ["Keyes"], ["Bee"])
    assert term(report, "11.3.6", "attack") == 0 and term(report, "11.3.8", "attack") == 0
    south = scene(
        {
            "Early": {"at": "Z29", "facing": "Z37"},
            "Bonham": {"at": "Z29", "line": "second"},
            "Keyes": {"at": "Z37", "facing": "Z29"},
        },
        side="confederate",
    )
    assert not [d for d in combat(south, ["Early"], ["Keyes"])["dice"] if d["rule"] == "11.3.5"]


@pytest.mark.rule(GAME, "11.3.1")
def test_a_defender_is_supported_only_by_choice():
    pieces = {
        "Keyes": {"at": "Z37", "facing": "Z29"},
        "Bee": {"at": "Z29", "facing": "Z37"},
        "Early": {"at": "Z29", "line": "second"},
    }
    assert term(combat(scene(pieces), ["Keyes"], ["Bee"]), "11.3.1") == 0
    chosen = scene(pieces, options={"defensive-support": "on"})
    report = combat(chosen, ["Keyes"], ["Bee"])
    assert term(report, "11.3.1", "defence") == 1
    assert report["dice"][0]["needs"] == 3, "Bee's 2 guns, one better for Early's"


@pytest.mark.rule(GAME, "11.3.2")
def test_each_attacking_zone_may_have_its_support_and_guns_are_helped_only_in_it():
    position = scene(
        {
            "Schenck": {"at": "Z37", "facing": "Z29"},
            "Howard": {"at": "Z37", "line": "second"},
            "Willcox": {"at": "Z28", "facing": "Z29"},
            "Porter": {"at": "Z28", "line": "second"},
            "Hampton": {"at": "Z29", "facing": "Z37"},
        }
    )
    report = combat(position, ["Schenck", "Willcox"], ["Hampton"])
    assert term(report, "11.3.1", "attack") == 2
    assert {d["piece"]: d["needs"] for d in report["dice"]} == {"Schenck": 2, "Willcox": 3}


# --- dice ---------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "11.3.4")
def test_each_front_line_brigade_rolls_for_its_guns_in_attack_and_defence():
    position = scene(
        {
            "Porter": {"at": "Z37", "facing": "Z29"},
            "Willcox": {"at": "Z28", "facing": "Z29"},
            "Bee": {"at": "Z29", "facing": "Z37"},
        }
    )
    dice = combat(position, ["Porter", "Willcox"], ["Bee"])["dice"]
    assert [(d["piece"], d["needs"], d["side"]) for d in dice] == [
        ("Porter", 3, "attack"),
        ("Willcox", 2, "attack"),
        ("Bee", 2, "defence"),
    ]
    none = scene({"Keyes": {"at": "Z37", "facing": "Z29"}, "Stuart": {"at": "Z29", "facing": "Z37"}})
    assert combat(none, ["Keyes"], ["Stuart"])["dice"] == [], "who has no guns does not roll"


@pytest.mark.rule(GAME, "11.3.4")
@pytest.mark.parametrize(("pip", "bonus"), [(1, 1), (3, 1), (4, 0)])
def test_a_die_not_above_the_potential_adds_one(pip, bonus):
    position = scene(
        {"Porter": {"at": "Z37", "facing": "Z29", "attack": True}, "Stuart": {"at": "Z29", "facing": "Z37"}},
        phase="combat",
    )
    play(position, "strike Z29")
    roll(position, pip, 1, 1)
    result = next(event for event in position.log if event.kind == "combat_result")
    assert result.facts["attack"] == 1 + 3 + bonus, "die, ratio 5 to 2, guns"


@pytest.mark.rule(GAME, "11.3.5")
def test_attached_cavalry_rolls_in_attack_only():
    position = scene(
        {"Bonham": {"at": "Z29", "facing": "Z37"}, "Keyes": {"at": "Z37", "facing": "Z29"}},
        side="confederate",
    )
    dice = combat(position, ["Bonham"], ["Keyes"])["dice"]
    assert ("Bonham", 2, "11.3.5") in [(d["piece"], d["needs"], d["rule"]) for d in dice]
    assert not [d for d in combat(position, ["Keyes"], ["Bonham"])["dice"] if d["rule"] == "11.3.5"]


@pytest.mark.rule(GAME, "11.3.5", "13.1")
def test_regrouped_in_the_30th_virginia_it_does_not():
    position = scene(
        {"Bonham": {"at": "Z29", "facing": "Z37"}, "Keyes": {"at": "Z37", "facing": "Z29"}},
        side="confederate",
        options={"thirtieth-virginia": "on"},
    )
    assert not [d for d in combat(position, ["Bonham"], ["Keyes"])["dice"] if d["rule"] == "11.3.5"]


# --- other modifiers ----------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "11.3.6")
def test_a_star_adds_one_once():
    position = scene(
        {
            "Sherman": {"at": "Z37", "facing": "Z29"},
            "Richardson": {"at": "Z28", "facing": "Z29"},
            "Jackson": {"at": "Z29", "facing": "Z37"},
        }
    )
    report = combat(position, ["Sherman", "Richardson"], ["Jackson"])
    assert term(report, "11.3.6", "attack") == 1 and term(report, "11.3.6", "defence") == 1
    plain = scene({"Keyes": {"at": "Z37", "facing": "Z29"}, "Bee": {"at": "Z29", "facing": "Z37"}})
    assert term(combat(plain, ["Keyes"], ["Bee"]), "11.3.6") == 0


@pytest.mark.rule(GAME, "11.3.7")
@pytest.mark.parametrize(
    ("attacker", "defender", "bonus"),
    [
        ("Z46", "Z47", 2),
        ("Z37", "Z28", 1),
        ("Z37", "Z29", 0),
        ("Z58", "Z57", 2),
        ("Z34", "Z35", 2),
        ("Z33", "Z40", 3),
    ],
)
def test_hill_two_crossing_two_woods_one(attacker, defender, bonus):
    position = scene(
        {"Keyes": {"at": attacker, "facing": defender}, "Bee": {"at": defender, "facing": attacker}}
    )
    assert term(combat(position, ["Keyes"], ["Bee"]), "11.3.7", "defence") == bonus


@pytest.mark.rule(GAME, "11.3.7")
def test_the_attackers_ground_does_not_matter():
    position = scene({"Keyes": {"at": "Z47", "facing": "Z37"}, "Bee": {"at": "Z37", "facing": "Z47"}})
    assert term(combat(position, ["Keyes"], ["Bee"]), "11.3.7") == 0


@pytest.mark.rule(GAME, "11.3.7")
@pytest.mark.parametrize(("choice", "mixed"), [("all", 0), ("any", 2)])
def test_a_crossing_helps_when_all_attackers_come_over_it_or_any(choice, mixed):
    position = scene(
        {
            "Keyes": {"at": "Z49", "facing": "Z48"},
            "Howard": {"at": "Z57", "facing": "Z48"},
            "Bee": {"at": "Z48", "facing": "Z57"},
        },
        options={"ford-bonus": choice},
    )
    assert term(combat(position, ["Keyes"], ["Bee"]), "11.3.7") == 2
    assert term(combat(position, ["Howard"], ["Bee"]), "11.3.7") == 0
    assert term(combat(position, ["Keyes", "Howard"], ["Bee"]), "11.3.7") == mixed


@pytest.mark.rule(GAME, "11.3.7")
def test_without_a_word_all_attackers_must_come_over_a_crossing():
    assert scene({}).rules.has("ford-bonus", "all")


@pytest.mark.rule(GAME, "11.3.7")
def test_of_several_zones_the_best_counts():
    position = scene(
        {
            "Richardson": {"at": "Z45", "facing": "Z46"},
            "Bee": {"at": "Z46", "facing": "Z45"},
            "Bartow": {"at": "Z47", "facing": "Z45"},
        }
    )
    assert term(combat(position, ["Richardson"], ["Bee", "Bartow"]), "11.3.7") == 2, "the hill of Z47"


@pytest.mark.rule(GAME, "11.3.8")
def test_only_the_most_fatigued_brigade_counts():
    position = scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29", "fatigue": 1},
            "Howard": {"at": "Z28", "facing": "Z29", "fatigue": 2},
            "Bee": {"at": "Z29", "facing": "Z37", "fatigue": 1},
        }
    )
    report = combat(position, ["Keyes", "Howard"], ["Bee"])
    assert term(report, "11.3.8", "attack") == -2 and term(report, "11.3.8", "defence") == -1
    assert term(combat(position, ["Keyes"], ["Bee"]), "11.3.8", "attack") == -1


@pytest.mark.rule(GAME, "11.3.9")
def test_minus_one_for_a_defender_attacked_in_flank():
    position = scene({"Keyes": {"at": "Z37", "facing": "Z29"}, "Bee": {"at": "Z29", "facing": "Z15"}})
    assert term(combat(position, ["Keyes"], ["Bee"]), "11.3.9", "defence") == -1
    ahead = scene({"Keyes": {"at": "Z37", "facing": "Z29"}, "Bee": {"at": "Z29", "facing": "Z37"}})
    assert term(combat(ahead, ["Keyes"], ["Bee"]), "11.3.9") == 0


@pytest.mark.rule(GAME, "11.3.9")
def test_or_with_an_enemy_on_his_flank_who_does_not_attack():
    position = scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29"},
            "Howard": {"at": "Z24", "facing": "Z29"},
            "Bee": {"at": "Z29", "facing": "Z37"},
        }
    )
    assert term(combat(position, ["Keyes"], ["Bee"]), "11.3.9", "defence") == -1, "Howard, behind him"
    both = combat(position, ["Howard"], ["Bee"])
    assert term(both, "11.3.9", "defence") == -1, "once only"


@pytest.mark.rule(GAME, "11.3.9")
def test_minus_two_for_an_attacker_with_an_enemy_on_his_flank():
    position = scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29"},
            "Bee": {"at": "Z29", "facing": "Z37"},
            "Early": {"at": "Z47", "facing": "Z37"},
        }
    )
    assert term(combat(position, ["Keyes"], ["Bee"]), "11.3.9", "attack") == -2
    in_front = scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29"},
            "Bee": {"at": "Z29", "facing": "Z37"},
            "Early": {"at": "Z28", "facing": "Z37"},
        }
    )
    assert term(combat(in_front, ["Keyes"], ["Bee"]), "11.3.9", "attack") == 0, "another enemy in his front"


@pytest.mark.rule(GAME, "11.3.9", "10.2.1")
def test_an_enemy_across_the_river_is_on_nobodys_flank():
    position = scene(
        {
            "Keyes": {"at": "Z48", "facing": "Z37"},
            "Bee": {"at": "Z37", "facing": "Z48"},
            "Early": {"at": "Z49", "facing": "Z48"},
        }
    )
    assert term(combat(position, ["Keyes"], ["Bee"]), "11.3.9") == 0


@pytest.mark.rule(GAME, "13.3")
def test_confusion_costs_every_attacker_one_on_the_first_two_turns():
    pieces = {"Keyes": {"at": "Z37", "facing": "Z29"}, "Bee": {"at": "Z29", "facing": "Z37"}}
    on = {"confusion": "on"}
    assert term(combat(scene(pieces, turn=1, options=on), ["Keyes"], ["Bee"]), "13.3", "attack") == -1
    assert term(combat(scene(pieces, turn=2, options=on), ["Bee"], ["Keyes"]), "13.3", "attack") == -1
    assert term(combat(scene(pieces, turn=3, options=on), ["Keyes"], ["Bee"]), "13.3") == 0
    assert term(combat(scene(pieces, turn=1), ["Keyes"], ["Bee"]), "13.3") == 0


# --- the exact odds -----------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "11.4.1", "11.4.2")
@pytest.mark.parametrize(
    ("attack", "defence", "loser", "hit"),
    [
        (5, 4, DEFENCE, False),
        (8, 4, DEFENCE, True),
        (7, 4, DEFENCE, False),
        (4, 4, ATTACK, False),
        (3, 6, ATTACK, True),
        (-2, 1, ATTACK, False),
        (2, -3, DEFENCE, True),
    ],
)
def test_results(attack, defence, loser, hit):
    assert result_of(attack, defence) == (loser, hit)


def test_odds_sum_to_one_and_agree_with_counting():
    found = Assessment(
        (4, 3),
        (Term(ATTACK, "ratio", 1, "11.2.1"), Term(DEFENCE, "hill", 2, "11.3.7")),
        (SupportDie(ATTACK, 0, 3, "guns", "11.3.4"), SupportDie(DEFENCE, 1, 2, "guns", "11.3.4")),
    )
    counted = {(side, hit): 0 for side in (ATTACK, DEFENCE) for hit in (False, True)}
    for guns in range(1, 7):
        for theirs in range(1, 7):
            for die in range(1, 7):
                for other in range(1, 7):
                    counted[result_of(1 + (guns <= 3) + die, 2 + (theirs <= 2) + other)] += 1
    odds = distribution(found)
    assert odds == {result: Fraction(count, 6**4) for result, count in counted.items()}
    assert sum(odds.values()) == 1
