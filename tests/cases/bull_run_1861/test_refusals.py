"""Refusals name the rule that really forbids."""

from __future__ import annotations

import pytest

from bullrun.umpire import answer
from tests.cases.bull_run_1861.scene import play, roll, scene, why


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


@pytest.mark.rule("bull-run-1861", "13.2")
def test_why_not_over_bull_run_on_turn_one_names_the_historical_maneuver():
    pieces = [{"id": "Evans", "at": "Z57"}, {"id": "Keyes", "at": "Z72"}]
    (refusal,) = ask(
        pieces, {"why": "move Evans Z59"}, side="confederate", turn=1, options={"historical-maneuver": "on"}
    )
    assert refusal["rule"] == "13.2"


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
