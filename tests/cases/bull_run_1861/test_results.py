"""11.4 Combat result: fatigue, hits, losses, retreats and advances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bullrun.engine.decision import CHANCE
from tests.cases.bull_run_1861.scene import (
    GAME,
    at,
    combat,
    facing,
    fatigue,
    goals,
    has,
    kinds,
    line,
    losses,
    number,
    options,
    owner,
    play,
    roll,
    scene,
    why,
)

# Ring of Z29: Z30 Z24 Z15 Z28 Z37. Keyes attacks from Z37; Stuart has no guns.
DUEL = {"Keyes": {"at": "Z37", "facing": "Z29", "attack": True}, "Stuart": {"at": "Z29", "facing": "Z37"}}
# Bonham is strong enough to choose; his guns roll first.
BIG = {"Keyes": {"at": "Z37", "facing": "Z29", "attack": True}, "Bonham": {"at": "Z29", "facing": "Z37"}}


def fight(pieces, *pips, target="Z29", **table):
    position = scene(pieces, phase="combat", **table)
    play(position, f"strike {target}")
    while options(position, "join"):
        play(position, options(position, "join")[0])
    roll(position, *pips)
    return position


def result(position):
    return next(event for event in position.log if event.kind == "combat_result").facts


@pytest.mark.rule(GAME, "11.4.1")
def test_the_lower_total_tires():
    position = fight(DUEL, 2, 3)
    assert (result(position)["attack"], result(position)["defence"]) == (5, 3), "4 to 2 gives Keyes +3"
    assert fatigue(position, "Stuart") == 1 and fatigue(position, "Keyes") == 0
    position = fight(DUEL, 1, 6)
    assert fatigue(position, "Keyes") == 1 and fatigue(position, "Stuart") == 0


@pytest.mark.rule(GAME, "11.4.1")
def test_equal_totals_tire_the_attacker():
    position = fight(DUEL, 1, 4)
    assert result(position)["attack"] == result(position)["defence"] == 4
    assert fatigue(position, "Keyes") == 1 and fatigue(position, "Stuart") == 0


@pytest.mark.rule(GAME, "11.4.1")
def test_a_total_is_never_below_one():
    position = fight({**DUEL, "Stuart": {"at": "Z29", "facing": "Z37", "fatigue": 2}}, 1, 1)
    assert result(position)["defence"] == 1


@pytest.mark.rule(GAME, "11.4.1")
def test_fatigue_stops_at_two():
    position = fight({**DUEL, "Stuart": {"at": "Z29", "facing": "Z37", "fatigue": 2}}, 2, 6)
    assert fatigue(position, "Stuart") == 2


@pytest.mark.rule(GAME, "11.4.2")
def test_twice_as_great_is_a_hit_and_less_is_not():
    hit = fight(BIG, 6, 3, 1)
    assert result(hit)["hit"] is False
    big = {**BIG, "Keyes": {**BIG["Keyes"]}, "Howard": {"at": "Z28", "facing": "Z29", "attack": True}}
    position = fight(big, 6, 6, 4)
    assert (result(position)["attack"], result(position)["defence"]) == (7, 4)
    assert result(position)["hit"] is False
    position = fight(big, 6, 6, 3)
    assert (result(position)["attack"], result(position)["defence"]) == (7, 3) and result(position)[
        "hit"
    ] is True


@pytest.mark.rule(GAME, "11.4.2")
def test_attackers_are_hit_the_same_way():
    position = fight(BIG, 6, 1, 6)
    assert result(position)["loser"] == "attack" and result(position)["hit"] is True
    assert owner(position) == "union" and options(position) == ["lose Keyes", "retreat Keyes"]


@pytest.mark.rule(GAME, "11.4.3")
def test_the_result_falls_on_every_front_line_brigade():
    position = fight(
        {
            **BIG,
            "Howard": {"at": "Z28", "facing": "Z29", "attack": True},
            "Davies": {"at": "Z28", "line": "second"},
        },
        6,
        1,
        6,
    )
    assert result(position)["pieces"] == ["Keyes", "Howard"]
    assert fatigue(position, "Keyes") == fatigue(position, "Howard") == 1
    assert fatigue(position, "Davies") == 0, "not on the second line"
    play(position, "lose Keyes")
    assert options(position) == ["lose Howard", "retreat Howard"], "each answers for itself"


def hit_bonham(**bonham):
    """Bonham is hit by Keyes and Howard."""
    pieces = {
        **BIG,
        "Bonham": {**BIG["Bonham"], **bonham},
        "Howard": {"at": "Z28", "facing": "Z29", "attack": True},
    }
    position = scene(pieces, phase="combat")
    play(position, "strike Z29", "join Keyes", "join Howard")
    while owner(position) == CHANCE and position.decision().rule != "11.4.1":
        roll(position, 6)
    roll(position, 6, 1)
    assert result(position)["hit"] is True
    return position


@pytest.mark.rule(GAME, "11.4.4")
def test_a_hit_brigade_loses_a_step_or_tries_to_retreat():
    position = hit_bonham()
    assert owner(position) == "confederate"
    assert options(position) == ["lose Bonham", "retreat Bonham"]
    play(position, "lose Bonham")
    assert losses(position, "Bonham") == 1 and at(position, "Bonham") == "Z29"


@pytest.mark.rule(GAME, "11.4.4")
def test_a_retreat_goes_one_or_two_zones_away_from_the_attackers():
    position = hit_bonham()
    play(position, "retreat Bonham")
    roll(position, 1)
    # The attackers stand in Z37 and Z28; Z24, Z15 and Z30 are next to neither of them.
    assert goals(position, "retreat", "Bonham") == {"Z24", "Z15", "Z30"}
    play(position, "retreat Bonham Z24")
    assert "halt Bonham" in options(position), "one zone is enough"
    onward = goals(position, "retreat", "Bonham")
    assert onward == {"Z32", "Z17", "Z16"}, "each zone farther from the attackers than the one before"
    play(position, "retreat Bonham Z17", "face Bonham Z24")
    assert at(position, "Bonham") == "Z17"


@pytest.mark.rule(GAME, "11.4.4", "10.5.4")
def test_a_retreat_never_enters_an_enemy_zone_nor_crosses_the_river_without_a_crossing():
    # Evans in Z57 is attacked from Z46 and Z47; Z58 beyond the bridge is held.
    position = scene(
        {
            "Richardson": {"at": "Z46", "facing": "Z57", "attack": True},
            "Keyes": {"at": "Z47", "facing": "Z57", "attack": True},
            "Sherman": "Z58",
            "Evans": {"at": "Z57", "facing": "Z46"},
        },
        phase="combat",
    )
    report = combat(position, ["Richardson", "Keyes"], ["Evans"])
    evans = next(row for row in report["if_hit"] if row["piece"] == "Evans")
    assert set(evans["retreat_to"]) <= {"Z56", "Z48"}
    assert "Z58" not in evans["retreat_to"] and "Z49" not in evans["retreat_to"]


@pytest.mark.rule(GAME, "11.4.4")
def test_with_nowhere_to_go_the_step_is_lost_in_place():
    # Z83 in the corner: its neighbours are Z72 and Z82.
    position = scene(
        {
            "Bonham": {"at": "Z72", "facing": "Z83", "attack": True},
            "Ewell": "Z82",
            "Keyes": {"at": "Z83", "facing": "Z72"},
            "McDowell": "Z61",
        },
        side="confederate",
        phase="combat",
    )
    report = combat(position, ["Bonham"], ["Keyes"])
    assert next(row for row in report["if_hit"] if row["piece"] == "Keyes")["retreat_to"] == []
    play(position, "strike Z83")
    roll(position, 6, 6, 6, 1)
    assert losses(position, "Keyes") == 1 and at(position, "Keyes") == "Z83"


@pytest.mark.rule(GAME, "11.4.5")
def test_the_retreat_is_compulsory_when_less_than_half_would_be_left():
    position = hit_bonham(losses=3)
    assert owner(position) == CHANCE, "6 printed, 3 left, a step would leave 2: there is no choice"
    position = hit_bonham(losses=2)
    assert options(position) == ["lose Bonham", "retreat Bonham"], "3 of 6 are still half"


@pytest.mark.rule(GAME, "11.4.5")
def test_a_refusal_says_so():
    position = scene({**DUEL, "Stuart": {"at": "Z29", "facing": "Z37", "losses": 1}})
    report = combat(position, ["Keyes"], ["Stuart"])
    stuart = next(row for row in report["if_hit"] if row["piece"] == "Stuart")
    assert stuart["must_try_to_retreat"] is True


@pytest.mark.rule(GAME, "11.4.6")
def test_enemy_fronts_are_avoided_where_possible():
    # Howard in Z32 faces Z24 and has Z30, Z24 and Z17 in his front; Z15 is free.
    pieces = {**BIG, "Howard": {"at": "Z32", "facing": "Z24"}}
    position = scene(pieces, phase="combat")
    row = next(r for r in combat(position, ["Keyes"], ["Bonham"])["if_hit"] if r["piece"] == "Bonham")
    assert row["retreat_to"] == ["Z15"]


@pytest.mark.rule(GAME, "11.4.6")
def test_where_they_cannot_be_avoided_each_costs_a_step():
    pieces = {
        **BIG,
        "Bonham": {"at": "Z29", "facing": "Z37"},
        "Howard": {"at": "Z32", "facing": "Z24"},
        "Franklin": {"at": "Z16", "facing": "Z15"},
        "Beauregard": "Z02",
        "Johnston": "Z10",
    }
    position = scene(pieces, phase="combat")
    row = next(r for r in combat(position, ["Keyes"], ["Bonham"])["if_hit"] if r["piece"] == "Bonham")
    assert set(row["retreat_to"]) == {"Z15", "Z24", "Z30"}, "all of them lie in enemy fronts"
    assert (row["retreat_chance"], row["step_if_tried"]) == (Fraction(1, 2), 1), "a step is lost either way"
    position.state.frames.append(
        ("retreat", number(position, "Bonham"), (position.rules.board.place("Z37"),), 0, 0)
    )
    play(position, "retreat Bonham Z24")
    assert losses(position, "Bonham") == 1 and "through_front" in kinds(position)


@pytest.mark.rule(GAME, "11.4.7")
@pytest.mark.parametrize(("pip", "succeeds"), [(1, True), (3, True), (4, False), (6, False)])
def test_the_retreat_succeeds_on_one_to_three(pip, succeeds):
    position = hit_bonham()
    play(position, "retreat Bonham")
    roll(position, pip)
    if succeeds:
        assert losses(position, "Bonham") == 0 and goals(position, "retreat", "Bonham")
    else:
        assert losses(position, "Bonham") == 1 and at(position, "Bonham") == "Z29"


@pytest.mark.rule(GAME, "11.4.7")
def test_minus_one_for_cavalry_or_a_star_and_plus_one_for_a_line():
    def chance(piece, extra=None):
        pieces = {
            "Keyes": {"at": "Z37", "facing": "Z29"},
            piece: {"at": "Z29", "facing": "Z37"},
            **(extra or {}),
        }
        report = combat(scene(pieces), ["Keyes"], [piece])
        return next(row for row in report["if_hit"] if row["piece"] == piece)["retreat_chance"]

    assert chance("Bonham") == Fraction(1, 2)
    assert chance("Stuart") == Fraction(2, 3), "cavalry"
    assert chance("Jackson") == Fraction(2, 3), "star"
    assert chance("Cocke", {"Cocke-line": "Z30"}) == Fraction(1, 3), "extended line"


@pytest.mark.rule(GAME, "11.4.8")
def test_an_extended_line_gathers_in_a_zone_next_to_both_its_parts():
    position = scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29", "attack": True},
            "Cocke": {"at": "Z29", "facing": "Z37"},
            "Cocke-line": {"at": "Z30", "facing": "Z38"},
        },
        phase="combat",
    )
    play(position, "strike Z29")
    roll(position, 6, 6, 1)
    play(position, "retreat Cocke")
    roll(position, 1)
    assert at(position, "Cocke") == "Z24" and at(position, "Cocke-line") == "", "Z24 touches Z29 and Z30"
    assert "halt Cocke" in options(position), "and it may go one zone farther"


@pytest.mark.rule(GAME, "11.3.3")
def test_a_second_line_retreats_and_tires_with_the_front_line_without_losses():
    pieces = {
        **BIG,
        "Early": {"at": "Z29", "line": "second"},
        "Howard": {"at": "Z28", "facing": "Z29", "attack": True},
    }
    position = fight(pieces, 6, 6, 1)
    play(position, "retreat Bonham")
    roll(position, 1)
    play(position, "retreat Bonham Z24", "halt Bonham", "face Bonham Z29")
    assert goals(position, "retreat", "Early") == {"Z24", "Z15", "Z30"}
    play(position, "retreat Early Z24", "halt Early", "second Early")
    assert (at(position, "Bonham"), at(position, "Early")) == ("Z24", "Z24")
    assert fatigue(position, "Early") == 1 and losses(position, "Early") == 0
    assert fatigue(position, "Bonham") == 1


@pytest.mark.rule(GAME, "11.3.3")
def test_a_second_line_does_not_tire_when_the_front_line_stays():
    pieces = {
        **BIG,
        "Early": {"at": "Z29", "line": "second"},
        "Howard": {"at": "Z28", "facing": "Z29", "attack": True},
    }
    position = fight(pieces, 6, 6, 1)
    play(position, "lose Bonham")
    assert fatigue(position, "Early") == 0 and at(position, "Early") == "Z29"


@pytest.mark.rule(GAME, "11.4.9")
def test_one_front_line_attacker_may_take_the_abandoned_zone_and_turn():
    pieces = {
        **DUEL,
        "Howard": {"at": "Z37", "line": "second"},
        "Stuart": {"at": "Z29", "facing": "Z37", "losses": 1},
    }
    position = fight(pieces, 6, 1)
    roll(position, 6)
    assert at(position, "Stuart") == "", "one step left, and the retreat failed"
    assert options(position) == ["advance Keyes Z29", "hold"], "not the second line"
    play(position, "advance Keyes Z29")
    assert at(position, "Keyes") == "Z29" and line(position, "Howard") == "front"
    assert goals(position, "face", "Keyes") == {"Z30", "Z24", "Z15", "Z28", "Z37"}
    play(position, "face Keyes Z24")
    assert facing(position, "Keyes") == "Z24"


@pytest.mark.rule(GAME, "11.4.9", "4.5")
def test_the_advance_is_a_choice_and_takes_control():
    pieces = {
        "Keyes": {"at": "Z46", "facing": "Z47", "attack": True},
        "Sherman": {"at": "Z57", "facing": "Z47", "attack": True},
        "Hampton": {"at": "Z47", "facing": "Z46"},
    }
    position = fight(pieces, 6, 6, 1, target="Z47")
    roll(position, 6)
    assert at(position, "Hampton") == ""
    assert options(position) == ["advance Keyes Z47", "advance Sherman Z47", "hold"]
    play(position, "advance Sherman Z47")
    assert position.state.northern >> position.rules.board.place("Z47") & 1


def line_driven_off(attackers, target="Z24"):
    """Cocke's line in Z29 and Z24 is attacked in one of its zones, hit, and goes back to Z15."""
    line = {"Cocke": {"at": "Z29", "facing": "Z30"}, "Cocke-line": {"at": "Z24", "facing": "Z30"}}
    position = fight({**line, **attackers}, target=target)
    while not options(position, "retreat"):
        roll(position, 6 if position.decision().question.endswith("of the attacker") else 1)
    play(position, "retreat Cocke")
    roll(position, 1)
    assert at(position, "Cocke") == "Z15" and at(position, "Cocke-line") == ""
    play(position, "halt Cocke")
    while options(position, "face"):
        play(position, options(position, "face")[0])
    return position


@pytest.mark.rule(GAME, "11.4.9", "10.6.1")
@pytest.mark.parametrize("target", ["Z24", "Z29"])
def test_a_line_that_retreats_abandons_both_its_zones_and_the_attacker_takes_either(target):
    position = line_driven_off({"Keyes": {"at": "Z30", "facing": "Z29", "attack": True}}, target)
    assert options(position) == ["advance Keyes Z24", "advance Keyes Z29", "hold"]
    play(position, "advance Keyes Z29")
    assert at(position, "Keyes") == "Z29" and not options(position, "advance")


@pytest.mark.rule(GAME, "11.4.9", "10.6.1")
def test_each_abandoned_zone_is_taken_by_one_attacker_who_adjoins_it():
    """Sherman adjoins the attacked zone only; Schenck, who adjoins the other, took no part."""
    attackers = {
        "Keyes": {"at": "Z30", "facing": "Z29", "attack": True},
        "Sherman": {"at": "Z32", "facing": "Z24", "attack": True},
        "Schenck": {"at": "Z28", "facing": "Z29"},
    }
    position = line_driven_off(attackers)
    assert options(position) == [
        "advance Keyes Z24",
        "advance Keyes Z29",
        "advance Sherman Z24",
        "hold",
    ]
    play(position, "advance Keyes Z29")
    while options(position, "face"):
        play(position, options(position, "face")[0])
    assert options(position) == ["advance Sherman Z24", "hold"]
    play(position, "advance Sherman Z24")
    assert (at(position, "Keyes"), at(position, "Sherman")) == ("Z29", "Z24")
    assert not options(position, "advance")


@pytest.mark.rule(GAME, "11.4.9")
def test_an_abandoned_zone_is_taken_once():
    attackers = {
        "Keyes": {"at": "Z30", "facing": "Z29", "attack": True},
        "Sherman": {"at": "Z32", "facing": "Z24", "attack": True},
    }
    position = line_driven_off(attackers)
    play(position, "advance Keyes Z24")
    while options(position, "face"):
        play(position, options(position, "face")[0])
    assert not options(position, "advance"), "Sherman does not adjoin Z29"


@pytest.mark.rule(GAME, "11.4.9", "10.6.2")
def test_an_extended_line_does_not_advance():
    pieces = {
        "Keyes": {"at": "Z37", "facing": "Z29", "attack": True},
        "Keyes-line": {"at": "Z38", "facing": "Z30"},
        "Hampton": {"at": "Z29", "facing": "Z37"},
    }
    position = fight(pieces, 6, 1)
    roll(position, 6)
    assert at(position, "Hampton") == "" and not options(position, "advance")


@pytest.mark.rule(GAME, "11.4.9")
def test_no_advance_while_the_zone_is_held():
    position = hit_bonham()
    play(position, "lose Bonham")
    assert not options(position, "advance")


@pytest.mark.rule(GAME, "11.4.10")
def test_a_brigade_without_strength_leaves_the_map_and_its_steps_count():
    pieces = {**DUEL, "Stuart": {"at": "Z29", "facing": "Z37", "losses": 1}}
    position = fight(pieces, 6, 1)
    roll(position, 6)
    assert at(position, "Stuart") == "" and losses(position, "Stuart") == 2
    assert "eliminated" in kinds(position)
    assert why(position, "activate Stuart", "confederate") != ""


@pytest.mark.rule(GAME, "11.4.10")
def test_a_step_takes_one_off_artillery_and_cavalry_too():
    position = scene(
        {"Ewell": {"at": "Z29", "facing": "Z37", "losses": 1}, "Keyes": {"at": "Z37", "facing": "Z29"}},
        side="confederate",
    )
    dice = {d["rule"]: d["needs"] for d in combat(position, ["Ewell"], ["Keyes"])["dice"]}
    assert dice == {"11.3.4": 1, "11.3.5": 1}
    assert not has(position, "attacking", "Ewell")
