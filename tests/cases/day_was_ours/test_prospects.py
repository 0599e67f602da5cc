"""The exact chances of a fight against playing it out with every throw of the dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bullrun.engine.decision import CHANCE, Fight
from bullrun.errors import BullrunError
from bullrun.games.day_was_ours.rules import fire, prospects
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.close_combat import clash
from bullrun.games.day_was_ours.rules.morale import Nerve, nerve_of
from bullrun.games.day_was_ours.rules.tables import CLOSE_TEST, FIRE_TEST, REPULSE_TEST
from bullrun.games.day_was_ours.table import report
from bullrun.games.day_was_ours.table.odds import attack_report, threats
from tests.cases.day_was_ours.scene import given, place, unit

GAME = "day-was-ours"


def played_out(
    position: Day, name: str, now: Nerve, at: int, weight: Fraction, found: dict[str, Fraction]
) -> None:
    """Follow every throw; owners take the first option, so hits are taken and nobody falls back."""
    decision = position.decision()
    if decision is None:
        number = unit(name)
        nerve = nerve_of(position, number)._replace(gone=position.state.at[number] <= 0)
        steps = position.rules.board.distance(at, position.state.at[number]) if not nerve.gone else 0
        end = prospects.end_of(now, prospects.Fate(nerve, steps))
        found[end] += weight
        return
    options = decision.options if decision.owner == CHANCE else decision.options[:1]
    weights = decision.weights or [1]
    for option, ways in zip(options, weights, strict=True):
        then = position.copy()
        then.apply(option)
        played_out(then, name, now, at, weight * Fraction(ways, sum(weights)), found)


@pytest.mark.parametrize("kind", [FIRE_TEST, CLOSE_TEST, REPULSE_TEST])
@pytest.mark.parametrize(
    "says",
    [
        "8 GA 2016",
        "8 GA 2016 worn",
        "8 GA 2016 shaken hits=2",
        "11 MS 2016 hits=1",
        "Imboden 2016",
        "Imboden 2016 worn shaken",
    ],
)
@pytest.mark.parametrize("n", [0, 1, 3])
def test_the_ends_of_a_test_are_those_of_all_throws(kind: str, says: str, n: int) -> None:
    name = says.split(" 2016")[0]
    position = given(says, "2 RI 2015")
    now, at = nerve_of(position, unit(name)), position.state.at[unit(name)]
    position.state.frames = [("test", unit(name), kind, n, place("2015"))]
    found = dict.fromkeys(prospects.ENDS, Fraction(0))
    expected = prospects.by_end(now, prospects.fates_of_test(position, unit(name), kind, n))
    played_out(position, name, now, at, Fraction(1), found)
    assert found == expected


@pytest.mark.rule(GAME, "9.3")
def test_the_ends_of_a_fire_are_those_of_all_throws() -> None:
    position = given("2 RI 2015", "8 GA 2016", phase="fire", brigade="Burnside", order="attack")
    told = attack_report(position, Fight(("USA-2-RI",), ("CSA-8-GA",)))
    now, at = nerve_of(position, unit("8 GA")), position.state.at[unit("8 GA")]
    position.state.frames = [("fire step",)]
    position.apply(("fire", "2016", "USA-2-RI"))
    found = dict.fromkeys(prospects.ENDS, Fraction(0))
    played_out(position, "8 GA", now, at, Fraction(1), found)
    assert {one["name"]: Fraction(one["chance"]) for one in told["outcomes"]} == {
        end: chance for end, chance in found.items() if chance
    }


def test_a_report_of_fire_has_each_term_and_its_rule() -> None:
    position = given("13 NY 3416", "8 GA 3217", phase="fire", brigade="Sherman", order="attack")
    found = attack_report(position, Fight(("USA-13-NY",), ("CSA-8-GA",)))
    assert found["column"] == "2" and found["lead"] == "CSA-8-GA"
    assert [(term["value"], term["rule"]) for term in found["terms"]] == [
        ("6", "9.1c"),
        ("6-7", "9.3.column"),
        ("2 L", "9.3.woods"),
        ("1 L", "9.3.over"),
    ]
    assert [step["name"] for step in found["ladder"] if step["on"]] == ["2"]
    assert sum(Fraction(one["chance"]) for one in found["outcomes"]) == 1


def test_a_report_of_close_combat_tells_of_defensive_fire_and_repulse() -> None:
    units = ("33 VA 2226", "2 VA 2227", "Griffin 2125")
    position = given(*units, side="confederate", phase="close combat", brigade="Jackson", order="attack")
    found = attack_report(position, Fight(("CSA-33-VA",), ("USA-Griffin",), kind="close combat"))
    assert found["column"] == "18-20"
    assert found["defensive_fire"]["column"] == "12-14", "canister"
    assert found["if_repulsed"]["piece"] == "CSA-33-VA"
    taken, stopped, _ = (Fraction(figure["chance"]) for figure in found["figures"])
    assert sum(Fraction(one["chance"]) for one in found["outcomes"]) == 1
    assert {one["name"]: Fraction(one["chance"]) for one in found["outcomes"]}["stopped"] == stopped
    assert 0 < taken < 1 - stopped


@pytest.mark.rule(GAME, "11.3a")
@pytest.mark.rule(GAME, "11.3a.drop")
def test_an_assault_is_reckoned_over_its_defensive_fire_for_each_way_the_attacker_comes_out_of_it() -> None:
    """Who is Shaken or driven off makes no assault; who takes a hit makes it with that hit."""

    def assaulted(state: str = "") -> Any:
        return given(
            f"2 RI 2015{state}", "8 GA 2016", phase="close combat", brigade="Burnside", order="attack"
        )

    def worked_out(position: Any) -> tuple[dict[prospects.Fate, Fraction], dict[prospects.Fate, Fraction]]:
        """What the Defensive Fire does to 2 RI, and without it what becomes of 8 GA."""
        firers = fire.shooters(position, place("2016"), fire.DEFENSIVE, place("2015"))
        volley = fire.volley(position, fire.DEFENSIVE, firers, place("2015"), unit("2 RI"), False)
        found = clash(position, [unit("2 RI")], place("2015"), place("2016"), unit("8 GA"))
        return (
            prospects.fates(position, unit("2 RI"), FIRE_TEST, volley.column),
            prospects.fates(position, unit("8 GA"), CLOSE_TEST, found.column),
        )

    states = {(0, False): "", (1, False): " hits=1", (0, True): " worn"}
    met, _ = worked_out(assaulted())
    stays = {key: Fraction(0) for key in states}
    for fate, chance in met.items():
        if not fate.leaves and not fate.nerve.shaken:
            stays[fate.nerve.hits, fate.nerve.worn] += chance
    taken = sum(
        chance * prospects.chance_to_leave(worked_out(assaulted(states[key]))[1])
        for key, chance in stays.items()
    )
    report = attack_report(assaulted(), Fight(("USA-2-RI",), ("CSA-8-GA",), kind="close combat"))
    assert Fraction(report["figures"][0]["chance"]) == taken
    assert Fraction(report["figures"][1]["chance"]) == 1 - sum(stays.values())
    assert [stage["rule"] for stage in report["stages"]] == ["11.3a", "11.3d.repulse"]


@pytest.mark.parametrize(
    "fight, says",
    [
        (Fight(("USA-2-RI",), ("USA-1-RI",)), "same side"),
        (Fight(("USA-2-RI",), ("CSA-8-GA", "CSA-7-GA")), "one hex"),
        (Fight(("USA-2-RI",), ("CSA-4-AL",)), "no unit on the map"),
        (Fight(("USA-2-RI",), ("CSA-7-GA",)), "9.1"),
        (Fight(("USA-2-RI",), ("CSA-7-GA",), kind="close combat"), "11.1"),
        (Fight(("USA-2-RI",), ("CSA-8-GA",), kind="a duel"), "none of"),
    ],
)
def test_fights_that_cannot_be_are_refused_by_name(fight: Fight, says: str) -> None:
    position = given("2 RI 2015", "1 RI 2014", "8 GA 2016", "7 GA 2019")
    with pytest.raises(BullrunError, match=says.replace(".", r"\.")):
        attack_report(position, fight)


def test_threats_are_told_for_each_hex_that_could_be_assaulted() -> None:
    position = given("2 RI 2015", "71 NY 2116", "Griffin 1915", "8 GA 2016", "4 SC b 3721", "1 OH 3822")
    (row,) = threats(position, "confederate")
    assert row["at"] == "2016" and row["attackers"] == ["USA-2-RI", "USA-71-NY"]
    assert 0 < Fraction(row["chance"]) < 1


def test_the_log_of_a_fight_is_read_as_battles_and_luck() -> None:
    position = given("2 RI 2015", "8 GA 2016", phase="fire", brigade="Burnside", order="attack")
    position.state.frames = [("fire step",)]
    position.apply(("fire", "2016", "USA-2-RI"))
    decision = position.decision()
    assert decision is not None
    values = [report.luck(position.rules, decision, option) for option in decision.options]
    assert [value["value"] for value in values if value][::35] == [0, 4]
    assert all(value is not None and value["side"] == "union" for value in values)
    position.apply(("roll", "11"))
    position.decision()
    told = [report.battle(event) for event in position.log or ()]
    fought = [one for one in told if one is not None]
    assert fought[0].by == "union" and fought[0].fight is not None and fought[0].fight.at == "2016"
    assert fought[1].says == "no effect"
    assert {row["id"] for row in report.score(position)} == {"points", "losses", "strength"}
