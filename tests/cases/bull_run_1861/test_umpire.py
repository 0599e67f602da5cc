"""The umpire's answers for this game, and what a page shows of it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from bullrun.errors import BullrunError
from bullrun.games.bull_run_1861.game import GAME as THE_GAME
from bullrun.games.bull_run_1861.table import counters as look
from bullrun.games.bull_run_1861.table import display, odds, places, printed, report
from bullrun.games.bull_run_1861.table.options import option_words
from bullrun.umpire import answer
from tests.cases import asking
from tests.cases.bull_run_1861.scene import goals, moves, play, roll, scene, why


def ask(pieces, *questions, side="union", phase="movement", turn=3, **extra):
    spec = {
        "game": "bull-run-1861",
        "turn": turn,
        "side": side,
        "phase": phase,
        "pieces": pieces,
        "ask": list(questions),
        **extra,
    }
    return [next(iter(a.values())) for a in answer(spec)["answers"]]


DUEL = [{"id": "Keyes", "at": "Z37", "facing": "Z29"}, {"id": "Bee", "at": "Z29", "facing": "Z37"}]


def test_moves_have_exact_costs_and_paths():
    (rows,) = ask([{"id": "Keyes", "at": "Z58"}], {"moves": "Keyes"})
    by_place = {row["place"]: row for row in rows}
    assert by_place["Z46"]["cost"] == "3" and by_place["Z46"]["path"] == ["Z58", "Z57", "Z46"]
    for row in rows:
        assert sum(int(term["cost"]) for term in row["terms"]) == int(row["cost"])


def test_why_names_the_rule_and_what_would_open_the_way():
    pieces = [*DUEL, {"id": "McDowell", "at": "Z47"}]
    enemy, first, legal = ask(
        pieces, {"why": "move Keyes Z29"}, {"why": "move Keyes Z47"}, {"why": "activate Keyes"}
    )
    assert enemy["rule"] == "10.5.4" and enemy["legal"] is False
    assert first["rule"] == "7.3"
    assert first["facts"] == {"after": "activate Keyes", "cost": "1", "in_command": True}
    assert legal["legal"] is True


def test_combat_gives_every_modifier_and_odds_that_sum_to_one():
    (report,) = ask(DUEL, {"combat": {"attackers": ["Keyes"], "defenders": ["Bee"]}})
    assert (report["attack"], report["defense"]) == ("4", "3")
    assert [(t["side"], t["value"], t["rule"]) for t in report["terms"]] == [("attack", 1, "11.2.1")]
    assert [(d["piece"], d["chance"], d["rule"]) for d in report["dice"]] == [("Bee", "1/3", "11.3.4")]
    assert sum(Fraction(chance) for chance in report["results"].values()) == 1
    bee = next(row for row in report["if_hit"] if row["piece"] == "Bee")
    assert (bee["retreat_chance"], bee["step_if_tried"]) == ("1/2", "1/2")


def test_legal_lists_the_actions():
    (legal,) = ask(DUEL, {"legal": True})
    assert legal["owner"] == "union" and legal["actions"] == ["activate Keyes", "done"]
    (acting,) = ask(DUEL, {"legal": True}, acting="Keyes", points=1)
    assert "force Keyes" in acting["actions"] and "attack Keyes Z29" not in acting["actions"]


@pytest.mark.parametrize(
    ("pieces", "extra", "says"),
    [
        ([{"id": "Grant", "at": "Z37"}], {}, "unknown piece 'Grant'"),
        ([{"id": "Keyes", "at": "Z99"}], {}, "'Z99' is not a place"),
        ([{"id": "Keyes", "at": "Z37", "morale": 3}], {}, "unknown key 'morale'"),
        ([{"id": "Keyes", "at": "Z37", "fatigue": 3}], {}, "fatigue: expected a number from 0 to 2"),
        ([{"id": "Keyes", "at": "Z37", "facing": "Z60"}], {}, "Z60 is not next to Z37"),
        ([{"id": "Keyes", "at": "Z37"}, {"id": "Bee", "at": "Z37"}], {}, "Bee: an enemy brigade is in Z37"),
        (
            [{"id": "Keyes", "at": "Z37", "line": "front"}, {"id": "Howard", "at": "Z37", "line": "front"}],
            {},
            "Z37: two front lines",
        ),
        (
            [{"id": "Keyes", "at": "Z37"}, {"id": "Keyes-line", "at": "Z60"}],
            {},
            "its line must be in a zone next",
        ),
        (
            [{"id": "Keyes", "at": "Z60", "operational": True}, {"id": "Keyes-line", "at": "Z59"}],
            {},
            "not marked for operational movement",
        ),
        ([{"id": "Militia", "at": "Z71"}], {}, "needs the option"),
        ([{"id": "Keyes", "at": "Z37"}], {"weather": "rain"}, "unknown key 'weather'"),
        ([{"id": "Keyes", "at": "Z37"}, {"id": "Beauregard", "at": "Z47"}], {}, "in contact with the enemy"),
        ([{"id": "Keyes", "at": "Z37"}], {"turn": 9}, "turn: expected a number from 1 to 7"),
        ([{"id": "Keyes", "at": "Z37"}], {"phase": "rally"}, "'rally' is none of"),
    ],
)
def test_errors_name_what_is_wrong(pieces, extra, says):
    with pytest.raises(BullrunError) as error:
        ask(pieces, {"legal": True}, **extra)
    assert says in str(error.value)


def test_three_in_a_zone_are_too_many():
    with pytest.raises(BullrunError, match=r"more than 2 brigades \[10.5.1\]"):
        scene({"Keyes": "Z72", "Howard": "Z72", "Sherman": "Z72"})


@pytest.mark.rule("bull-run-1861", "13.4", "10.5.1")
def test_but_not_at_centreville_once_the_northern_reinforcements_have_come():
    options = {"northern-reinforcements": "on"}
    three = ("Militia", "Volunteers", "McCunn")
    scene(dict.fromkeys(three, "Z71"), options=options, turn=4)
    for zone, turn in (("Z71", 3), ("Z72", 4)):
        with pytest.raises(BullrunError, match=r"more than 2 brigades \[10.5.1\]"):
            scene(dict.fromkeys(three, zone), options=options, turn=turn)


@pytest.mark.rule("bull-run-1861", "8.1")
def test_the_continuation_phase_comes_after_three_movement_phases_or_more():
    position = scene({"Keyes": "Z72"}, phase="continuation")
    assert position.state.movement_phase == 3
    roll(position, 4)
    assert position.state.movement_phase == 4, "1 to 4 brings a fourth"
    with pytest.raises(BullrunError, match="movement_phase: expected a number from 3 to 5"):
        scene({"Keyes": "Z72"}, phase="continuation", movement_phase=2)


def test_there_are_no_lines_of_sight():
    with pytest.raises(BullrunError, match="no lines of sight"):
        ask(DUEL, {"sight": ["Z37", "Z29"]})


# --- what a page shows ----------------------------------------------------------------------------------


def test_a_page_can_show_every_option_piece_and_zone_of_a_game():
    random = Random("page")
    position = THE_GAME.start("historical", {})
    infos = THE_GAME.data.pieces("pieces")
    step = 0
    while (decision := position.decision()) is not None:
        if step % 20 == 0:
            for option in decision.options:
                assert option_words(position, option).says
            for number, info in enumerate(infos):
                if THE_GAME.table.place_of(position, number) is not None:
                    shown = THE_GAME.table.describe(position, number)
                    look.face(info, shown)
                    look.badges(shown)
            for side in THE_GAME.sides:
                for layer in places.OVERLAYS:
                    assert set(places.overlay(position, layer["id"], side, None)) == {
                        "places",
                        "lines",
                        "says",
                    }
                for threat in odds.threats(position, side):
                    assert 0 <= Fraction(threat["chance"]) <= 1
            assert [row["id"] for row in report.score(position)] == ["points", "strength", "losses"]
            assert display.display(position).clock.turn == position.state.turn - 1
        position.apply(decision.options[int(random.random() * len(decision.options))])
        step += 1


@pytest.mark.rule("bull-run-1861", "11.1.1")
def test_a_threat_reckons_with_an_attacker_who_turns():
    bee = {"at": "Z29", "facing": "Z37"}
    turned = odds.threats(scene({"Keyes": {"at": "Z37", "facing": "Z29"}, "Bee": bee}), "confederate")
    away = odds.threats(scene({"Keyes": {"at": "Z37", "facing": "Z47"}, "Bee": bee}), "confederate")
    assert away == turned


def test_zone_facts_and_tables_cite_known_rules():
    position = scene({"Keyes": "Z72", "Evans": "Z29"})
    for zone in position.rules.board.places:
        rows = places.place_facts(position, position.rules.board.names[zone])
        assert rows and all(row["rule"] in THE_GAME.ledger for row in rows)
    for table in printed.tables(position.rules):
        assert table["rule"] in THE_GAME.ledger
        assert all(len(row) == len(table["head"]) for row in table["rows"])
    hill = {row["says"] for row in places.place_facts(position, "Z47")}
    assert "Hill" in hill and "Henry House Hill: victory points" in hill


@pytest.mark.rule("bull-run-1861", "11.1.3")
def test_combat_objects_to_a_sweep_that_leaves_an_enemy_out():
    pieces = [
        DUEL[0],
        *({"id": b, "at": z} for b, z in (("Bee", "Z29"), ("Bartow", "Z38"), ("Jones", "Z28"))),
    ]
    part = {"combat": {"attackers": ["Keyes"], "defenders": ["Bee", "Bartow"]}}
    all_three = {"combat": {"attackers": ["Keyes"], "defenders": ["Bee", "Bartow", "Jones"]}}
    one = {"combat": {"attackers": ["Keyes"], "defenders": ["Bee"]}}
    found = [[o["rule"] for o in report["objections"]] for report in ask(pieces, part, all_three, one)]
    assert found == [["11.1.3"], [], []]
    (report,) = ask(pieces, part, attacked=["Z28"])
    assert report["objections"] == [], "a friend has attacked Jones"


@pytest.mark.rule("bull-run-1861", "10.3.4", "11.1.1")
def test_combat_over_the_unknown_farm_ford_is_no_objection():
    pieces = [{"id": "Keyes", "at": "Z67", "facing": "Z56"}, {"id": "Bee", "at": "Z56"}]
    (report,) = ask(pieces, {"combat": {"attackers": ["Keyes"], "defenders": ["Bee"]}})
    assert report["objections"] == []
    (report,) = ask(pieces, {"combat": {"attackers": ["Bee"], "defenders": ["Keyes"]}})
    assert not [o for o in report["objections"] if "cannot attack" in o["says"]], "the South knows it"


def verbs_of(*pieces, **table):
    (legal,) = ask([*pieces, {"id": "McDowell", "at": "Z60"}], {"legal": True}, **table)
    return {action.split()[0] for action in legal["actions"] if "McDowell" not in action}


@pytest.mark.rule("bull-run-1861", "10.3.8")
def test_an_acting_brigade_with_an_attack_marker_does_not_march():
    pieces = ({"id": "US_Cav", "at": "Z37", "facing": "Z29", "attack": True}, DUEL[1])
    assert not verbs_of(*pieces, acting="US_Cav", points=4) & {"move", "extend", "face"}


@pytest.mark.rule("bull-run-1861", "10.3.5", "10.3.7")
def test_an_acting_brigade_that_has_marched_into_contact_stops():
    assert verbs_of(*DUEL, acting="Keyes", points=2) == {"attack", "extend", "done"}
    assert "move" in verbs_of(*DUEL, acting="Keyes"), "it starts there"


MARKED = {
    "Porter": {"at": "Z68", "operational": True},
    "Burnside": {"at": "Z68", "operational": True, "line": "second"},
    "Keyes": "Z69",
    "Evans": "Z57",
}


@pytest.mark.rule("bull-run-1861", "6.5", "9.1")
def test_moves_at_the_end_of_a_turn_are_those_of_operational_movement():
    position = scene(MARKED, phase="administration")
    told = moves(position, "Burnside")
    words = option_words(position, ("operate", "Porter")).says
    assert words == "Operational movement of Porter and Burnside"
    play(position, "operate Porter")
    assert (
        "together with Porter"
        in asking.explain(THE_GAME, position, "union", ("move", "Burnside", "Z59")).says
    )
    assert set(moves(position, "Porter")) == goals(position, "move", "Porter") and max(told.values()) == "8"
    assert told == moves(position, "Burnside") == moves(position, "Porter"), "they march together"
    assert "Z69" not in told and why(position, "move Porter Z69") == "9.1", "Keyes leaves room for one"
    assert why(position, "move Porter Z08") == "10.3.2"


@pytest.mark.rule("bull-run-1861", "6.5", "7.5", "9.1")
def test_why_not_move_at_the_end_of_a_turn_or_during_combat():
    position = scene(MARKED, phase="administration")
    assert why(position, "move Porter Z70") == "9.1" and why(position, "move Keyes Z70") == "6.5"
    pieces = {"Keyes": {"at": "Z37", "facing": "Z29", "attack": True}, "Bee": "Z29", "Porter": "Z68"}
    assert why(scene(pieces, phase="combat"), "move Porter Z69") == "7.5"


@pytest.mark.rule("bull-run-1861", "10.1.5")
def test_the_command_overlay_tells_the_two_southern_headquarters_apart():
    position = scene({"Jackson": "Z55", "Beauregard": "Z46", "Johnston": "Z08"}, side="confederate")
    shown = places.overlay(position, "command", "confederate", None)
    assert shown["places"]["Z55"] == {"tone": "a", "text": "B"}, "Jackson is Johnston's and must test"
    assert shown["places"]["Z47"] == {"tone": "c", "text": "BJ"}
    assert "own army" in shown["says"]
    north = places.overlay(position, "command", "union", None)["places"]
    assert {place["tone"] for place in north.values()} == {"a"}


@pytest.mark.rule("bull-run-1861", "13.2")
def test_why_not_over_bull_run_on_turn_one_names_the_historical_maneuver():
    pieces = [{"id": "Evans", "at": "Z57"}, {"id": "Keyes", "at": "Z72"}]
    (refusal,) = ask(
        pieces, {"why": "move Evans Z59"}, side="confederate", turn=1, options={"historical-maneuver": "on"}
    )
    assert refusal["rule"] == "13.2"


def test_recommended_options_exist():
    for scenario in THE_GAME.scenarios:
        named = THE_GAME.start(scenario, {}).rules.data["recommended"]
        assert set(named) <= set(THE_GAME.settings)


# --- refusals name the rule that really forbids ----------------------------------------------------


@pytest.mark.rule("bull-run-1861", "6.4")
def test_nobody_is_marked_before_the_initiative_is_settled():
    pieces = [{"id": "Keyes", "at": "Z58"}, {"id": "Bee", "at": "Z29"}]
    (found,) = ask(pieces, {"why": "mark Keyes"}, phase="initiative")
    assert found["rule"] == "6.4" and "initiative" in found["says"]


@pytest.mark.rule("bull-run-1861", "6.7")
def test_when_it_is_settled_the_number_of_zones_is_the_reason():
    position = scene({"Bee": "Z29", "Bartow": "Z29", "Jackson": "Z32", "Keyes": "Z58"}, phase="initiative")
    play(position, "hold", "hold")
    roll(position, 6, 1)
    play(position, "mark Bee")
    assert why(position, "mark Jackson") == "6.7"


@pytest.mark.rule("bull-run-1861", "10.3.4")
@pytest.mark.parametrize(("points", "offered"), [(4, True), (3, False)])
def test_an_attack_over_the_unknown_farm_ford_is_told_of_the_ford(points, offered):
    pieces = [{"id": "Keyes", "at": "Z67"}, {"id": "Evans", "at": "Z56", "facing": "Z67"}]
    plain, ford = ask(
        pieces, {"why": "attack Keyes Z56"}, {"why": "attack-ford Keyes Z56"}, acting="Keyes", points=points
    )
    assert plain["rule"] == "10.3.4" and "attack-ford" in plain["says"]
    assert ford["legal"] is offered and ford["rule"] in ("7.4", "10.3.4")


@pytest.mark.rule("bull-run-1861", "6.5", "9.1")
def test_who_is_not_marked_carries_out_no_operational_movement():
    pieces = [
        {"id": "Keyes", "at": "Z58", "operational": True},
        {"id": "Sherman", "at": "Z58", "operational": True},
        {"id": "Blenker", "at": "Z72"},
    ]
    asked = [{"why": f"operate {piece}"} for piece in ("Blenker", "Keyes", "Sherman", "Blenker-line")]
    unmarked, first, second, line = ask(pieces, *asked, phase="administration")
    assert unmarked["rule"] == "6.5" and "not marked" in unmarked["says"]
    assert first["legal"] and second["rule"] == "9.1" and "together with Keyes" in second["says"]
    assert not line["legal"] and line["rule"]
