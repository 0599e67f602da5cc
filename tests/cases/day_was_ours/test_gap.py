"""7.W.gap: chits that are played between two draws."""

from __future__ import annotations

import pytest

from bullrun.mechanisms.offers import offer
from tests.cases.day_was_ours.scene import at, explain, given, options, play, told, unit

GAME = "day-was-ours"


def gap(*units, drawer="union", **more):
    """The moment between two chits, and nothing after it."""
    position = given(*units, drawer=drawer, **more)
    position.state.frames = []
    offer(position, "gap")
    return position


FIGHT = ("8 GA 2016", "2 RI 2015", "CSA-event-Firefight in held-confederate")
SHOOT = "play CSA-event-Firefight 2016 2015"


@pytest.mark.rule(GAME, "7.3.firefight")
def test_case_165_a_firefight_and_its_answer():
    position = play(gap(*FIGHT), SHOOT)
    assert told(position, "fire")[0]["strength"] in (10, "10")
    play(position, "11")
    fires = told(position, "fire")
    assert [row["attackers"] for row in fires] == [["CSA-8-GA"], ["USA-2-RI"]], "2 RI holds and fires back"
    assert fires[1]["strength"] in (9, "9")
    play(position, "11")
    assert position.decision() is None and position.state.acting == -1
    assert position.state.fired == 0, "it is not the fire of an activation"
    assert at(position, "CSA-event-Firefight") == "aside"


@pytest.mark.rule(GAME, "7.3.firefight")
def test_no_answer_when_the_lead_unit_has_left_its_hex():
    position = play(gap(*FIGHT), SHOOT, "66", "6")
    while position.decision() is not None and "roll 5" in options(position):
        play(position, "5")
    while position.decision() is not None:
        play(position, options(position)[0])
    assert at(position, "2 RI") != "2015"
    assert len(told(position, "fire")) == 1


@pytest.mark.rule(GAME, "7.3.firefight", "7.3.chaos.events", "7.3.chaos.act")
def test_a_firefight_is_infantry_s_and_not_of_a_hex_under_chaos():
    chit = "USA-event-Firefight in held-union"
    assert gap("Griffin 1914", "8 GA 1916", chit).decision() is None, "guns stay silent"
    assert gap("2 RI 2015", "8 GA 2016", chit, chaos="2015").decision() is None
    position = gap("2 RI 2015", "8 GA 2016", chit)
    assert options(position) == ["pass", "play USA-event-Firefight 2015 2016"]
    assert explain(position, "play USA-event-Firefight 2016 2015").rule == "7.3.firefight"


@pytest.mark.rule(GAME, "7.3.superior")
def test_superior_artillery_fires_two_columns_better():
    units = ("Griffin 1914", "8 GA 1916", "USA-event-Superior-Artillery-1 in held-union")
    position = play(gap(*units), "play USA-event-Superior-Artillery-1 1914 1916")
    fire = told(position, "fire")[0]
    assert any("2 R" in shift for shift in fire["shifts"])
    play(position, "11")
    assert position.state.superior == 0 and position.decision() is None


@pytest.mark.rule(GAME, "7.3.rally")
def test_rally_rolls_for_every_unit_of_a_brigade_that_is_not_engaged():
    units = ("1 RI 1913 hits=1", "2 RI 2015 hits=1", "71 NY 1912 shaken", "2 NH 1812", "8 GA 2016")
    position = gap(*units, "USA-event-Rally in held-union")
    assert options(position) == ["pass", "play USA-event-Rally USA-brigade-Burnside"]
    play(position, "play USA-event-Rally USA-brigade-Burnside", "6", "6")
    rolled = [row["piece"] for row in told(position, "rally")]
    assert rolled == ["USA-1-RI", "USA-71-NY"], "2 RI is Engaged, 2 NH has nothing to recover from"
    assert position.decision() is None and position.state.rallied == 0


@pytest.mark.rule(GAME, "7.3.chaos.events")
def test_case_157_rally_skips_the_units_under_chaos():
    units = ("1 RI 1913 hits=1", "2 RI 1914 hits=1", "USA-event-Rally in held-union")
    position = play(gap(*units, chaos="1914"), "play USA-event-Rally USA-brigade-Burnside", "6")
    assert [row["piece"] for row in told(position, "rally")] == ["USA-1-RI"]


REGULARS = "USA-event-Regulars-Forward"


@pytest.mark.rule(GAME, "7.3.regulars", "7.W.scope")
def test_case_168_the_regulars_attack_alone():
    position = gap("US Inf Bn 2015", "14 NY 2014", "8 GA 2016", f"{REGULARS} in held-union")
    assert options(position) == ["pass", f"play {REGULARS}"]
    play(position, f"play {REGULARS}")
    assert position.state.active == 1 << unit("US Inf Bn")
    assert options(position) == ["fire 2016 USA-US-Inf-Bn", "done"], "no die for command or coordination"
    assert position.state.regulars_used == 1 and at(position, REGULARS) == "aside"


@pytest.mark.rule(GAME, "7.3.regulars.uses")
def test_case_166_after_its_last_use_the_chit_is_gone():
    position = gap(
        "US Inf Bn 2015",
        "8 GA 2016",
        f"{REGULARS} in held-union",
        scenario="henry-house-hill",
        turn="2:00 PM",
    )
    play(position, f"play {REGULARS}")
    assert at(position, REGULARS) == "used-up"


@pytest.mark.rule(GAME, "7.3.regulars.void")
def test_case_167_where_the_regulars_cannot_act_the_chit_is_not_played():
    held = f"{REGULARS} in held-union"
    assert gap("14 NY 1714", held, turn="9:00 AM").decision() is None
    assert gap("US Inf Bn 1714", held, chaos="1714").decision() is None
    assert gap("US Inf Bn 1714 shaken", held).decision() is None


SIGNAL = "CSA-event-Signal-Station"


@pytest.mark.rule(GAME, "7.3.signal")
def test_case_169_who_gets_the_signal():
    units = ("8 VA 3430", "18 VA 3531", "4 SC a 2016", "1 LA Bn 2018", "2 RI 2015")
    position = gap(*units, f"{SIGNAL} in held-confederate", turn="10:00 AM", side="confederate")
    brigades = {option.rpartition("-")[2] for option in options(position) if option != "pass"}
    assert "Jackson" in brigades, "due on the next turn"
    assert "Cocke" not in brigades, "not before 10:30"
    assert "Evans" not in brigades, "one of his units is Engaged"
    assert "Stuart" not in brigades, "due later"


@pytest.mark.rule(GAME, "7.W.gap")
def test_case_201_the_drawing_player_first_and_on_until_both_pass():
    units = ("1 RI 1913 hits=1", "4 AL 2526 hits=1", "USA-event-Rally in held-union",
             "CSA-event-Rally in held-confederate")  # fmt: skip
    position = gap(*units)
    owners = []
    for _ in range(2):
        owners.append(position.decision().owner)
        play(position, "pass")
    assert owners == ["union", "confederate"] and position.decision() is None
    position = gap(*units, drawer="confederate")
    assert position.decision().owner == "confederate"
    play(position, "play CSA-event-Rally CSA-brigade-Bee", "6")
    assert position.decision().owner == "union"


@pytest.mark.rule(GAME, "7.3.event")
def test_why_a_chit_is_not_played():
    position = gap("1 RI 1913 hits=1", "USA-event-Rally in held-union")
    assert explain(position, "play USA-event-Firefight").rule == "7.3.event"
    assert explain(position, "play USA-event-Rally USA-brigade-Porter").rule == "7.3.rally"
    assert explain(position, "play").rule == "7.3.event"
