"""8: brigade pieces in odd company: half awake, half face down, broken, beaten and pursued."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.rules.brigades import form_options
from bullrun.games.sides import UNION
from tests.cases.bull_run_1983.combat import box, facts, fight
from tests.cases.bull_run_1983.scene import at, options, play, roll, rules, scene

GAME = "bull-run-1983"

SCHENCK, EVANS = "USA-BG-SC-Schenck", "CSA-BG-EV-Evans"


def forms(position):
    return [option for option in options(position) if option.startswith("form ")]


@pytest.mark.rule(GAME, "8.22")
def test_a_brigade_formed_of_active_and_inactive_pieces_is_inactive():
    """The 13 Va acts on its own; Smith, by the ruling that brigadiers wait, does not."""
    position = scene(
        {f"CSA-{p}": "U22" for p in ("L-S-Smith", "I-S-13Va", "I-S-1Md", "I-S-10Va", "I-S-3Tenn")},
        side="confederate",
        phase="movement",
        battlefield=rules(waiting_brigadiers="on"),
    )
    number = position.rules.roster.number
    assert position.state.active >> number["CSA-I-S-13Va"] & 1
    assert not position.state.active >> number["CSA-L-S-Smith"] & 1
    form = next(o for o in forms(position) if "13Va" in o)
    play(position, form)
    assert not any(option.startswith("move CSA-BG-S-Smith") for option in options(position))


@pytest.mark.rule(GAME, "8.22")
def test_who_has_moved_stays_out_of_every_brigade_formed_later_in_the_phase():
    """Even after the choices were listed anew because another brigade has formed."""
    up = {"active": True}
    sc = {f"USA-{p}": {"at": "U22", **up} for p in ("L-SC-Schenck", "I-SC-2NYM", "I-SC-1Ohio", "I-SC-2Ohio")}
    keyes = {f"USA-{p}": {"at": "U26", **up} for p in ("L-K-Keyes", "I-K-1Conn", "I-K-2Conn")}
    position = scene({**sc, **keyes}, phase="movement")
    assert len(forms(position)) == 3
    play(position, "move USA-I-SC-2NYM U21", "form USA-BG-K-Keyes USA-I-K-1Conn USA-I-K-2Conn")
    assert forms(position) == ["form USA-BG-SC-Schenck USA-I-SC-1Ohio USA-I-SC-2Ohio"]
    play(position, "move USA-L-SC-Schenck U21", "break USA-BG-K-Keyes")
    assert forms(position) == [], "Schenck has moved, and Keyes' brigade has formed once"


@pytest.mark.rule(GAME, "8.2", "8.22", "8.4")
def test_a_brigade_may_break_up_and_form_of_other_units_before_it_moves():
    """Sherman's piece is 8-8-3 with the 2 Wisc in it or the 79 NYM, but only one of them is left to move."""
    units = ["USA-I-S-13NY", "USA-I-S-69NYM", "USA-I-S-79NYM"]
    pieces = {
        "USA-BG-S-Sherman": {"at": "U22", "components": ["USA-L-S-Sherman", *units], "active": True},
        "USA-I-S-2Wisc": {"at": "U22", "active": True},
    }
    position = scene(pieces, phase="movement")
    play(position, "break USA-BG-S-Sherman")
    other = "form USA-BG-S-Sherman USA-I-S-13NY USA-I-S-69NYM USA-I-S-2Wisc"
    assert other in forms(position)
    play(position, other)
    moving = {option.split()[1] for option in options(position) if option.startswith("move")}
    assert moving == {"USA-BG-S-Sherman", "USA-I-S-79NYM"}
    play(position, "break USA-BG-S-Sherman")
    assert forms(position) == [], "once a phase"


@pytest.mark.rule(GAME, "8.22", "8.41")
def test_a_brigade_that_broke_up_after_moving_does_not_form_again():
    pieces = {"USA-BG-S-Sherman": "U22", "USA-L-0-Tyler": "U25"}
    position = scene({p: {"at": at, "active": True} for p, at in pieces.items()}, phase="movement")
    play(position, "move USA-BG-S-Sherman U21", "break USA-BG-S-Sherman")
    assert forms(position) == []


@pytest.mark.rule(GAME, "O2", "8.22")
def test_face_down_and_face_up_pieces_do_not_form_together():
    down = {"at": "U22", "frozen": True}
    up = {"at": "U22"}
    fog = rules(fog_of_war="on")
    units = ("I-SC-2NYM", "I-SC-2Ohio")
    mixed = scene(
        {"USA-L-SC-Schenck": down, **{f"USA-{u}": up for u in units}}, phase="movement", battlefield=fog
    )
    assert form_options(mixed, UNION) == []
    alike = scene(
        {"USA-L-SC-Schenck": down, **{f"USA-{u}": down for u in units}}, phase="movement", battlefield=fog
    )
    assert form_options(alike, UNION) == [("form", SCHENCK, "USA-I-SC-2NYM", "USA-I-SC-2Ohio")]


@pytest.mark.rule(GAME, "8.3", "14.21")
def test_the_leader_inside_a_brigade_piece_counts_for_the_rally_box():
    """The 2 NYM, not in Schenck's piece, is lost four hexes from it; five are too many."""
    for place, fate in (("U26", "rally box"), ("U27", "lost")):
        position = fight(
            {
                SCHENCK: {"at": "U22", "components": ["USA-I-SC-1Ohio", "USA-I-SC-2Ohio"]},
                "USA-I-SC-2NYM": place,
                "CSA-BG-JA-Jackson": "U28" if place == "U27" else "V26",
            },
            1,
            side="confederate",
        )
        position.decision()
        assert box(position, "USA-I-SC-2NYM") == fate


@pytest.mark.rule(GAME, "7.71", "7.73")
def test_a_debt_of_just_what_one_has_is_paid_without_asking():
    """2 Ohio and 2 NYM, 5 points, against Evans' 5: a DE takes exactly all."""
    position = fight({EVANS: "U22", "USA-I-SC-2Ohio": "U23", "USA-I-SC-2NYM": "U23"}, 1, side="confederate")
    assert facts(position, "battle_result")[0]["result"] == "DE DB2"
    assert box(position, "USA-I-SC-2Ohio") != "map" and box(position, "USA-I-SC-2NYM") != "map"
    assert position.decision().question.startswith("Which attackers advance")


@pytest.mark.rule(GAME, "8.42", "7.8", "12.4")
def test_a_beaten_brigade_retreats_whole_with_the_other_leaders_of_its_hex():
    position = fight(
        {"CSA-BG-JA-Jackson": "W23", SCHENCK: "W24", "USA-L-0-Tyler": "W24"}, 3, side="confederate"
    )
    assert f"break {SCHENCK}" in options(position)
    play(position, f"retreat {SCHENCK} W26", "follow USA-L-0-Tyler")
    assert at(position, SCHENCK) == "W26" and at(position, "USA-L-0-Tyler") == "W26"


@pytest.mark.rule(GAME, "8.42", "12.3", "12.4")
def test_a_brigade_leader_left_by_all_his_retreating_parts_is_caught():
    position = fight({"CSA-BG-JA-Jackson": "W23", SCHENCK: "W24"}, 3, side="confederate")
    play(position, f"break {SCHENCK}")
    parts = [option.split()[1] for option in options(position) if option.endswith(" W26")]
    assert len(parts) == 2 and "USA-L-SC-Schenck" not in parts, "leaders do not retreat by themselves"
    play(position, f"retreat {parts[0]} W26", "stay", f"retreat {parts[1]} V25", "stay")
    play(position, "done")
    position.decision()
    assert box(position, "USA-L-SC-Schenck") == "lost", "he stayed alone in Jackson's control"
    assert not facts(position, "leader_roll"), "his units were not eliminated: no roll"


@pytest.mark.rule(GAME, "12.5", "14.21", "8.3")
def test_the_leader_of_a_brigade_destroyed_whole_rolls_and_its_units_can_rally():
    pieces = {"CSA-BG-JA-Jackson": "W23", "CSA-BG-L-Longstreet": "X24", SCHENCK: "W24"}
    position = fight(pieces, 1, side="confederate")
    assert facts(position, "battle_result")[0]["result"] == "DE"
    decision = position.decision()
    assert decision.owner == "chance" and decision.facts["piece"] == "USA-L-SC-Schenck"
    units = [
        u for u in ("USA-I-SC-2NYM", "USA-I-SC-1Ohio", "USA-I-SC-2Ohio") if box(position, u) == "rally box"
    ]
    assert len(units) == 2, "they were lost in their leader's own hex, before his fate was known"
    assert box(position, SCHENCK) == "card"
    roll(position, 4)
    position.decision()
    assert box(position, "USA-L-SC-Schenck") == "lost"


@pytest.mark.rule(GAME, "8.42", "7.9")
def test_a_brigade_may_send_one_part_and_its_leader_after_the_enemy():
    position = fight({SCHENCK: "W24", "CSA-C-EV-Terry": "W25"}, 3, side="union")
    assert facts(position, "battle_result")[0]["result"] in ("DE", "DB2")
    while not any(option.startswith("advance") for option in options(position)):
        position.apply(position.decision().options[0])
    play(position, f"break {SCHENCK}")
    unit = next(o.split()[1] for o in options(position) if o.startswith("advance"))
    play(position, f"advance {unit} W25", "follow USA-L-SC-Schenck")
    assert at(position, unit) == "W25" and at(position, "USA-L-SC-Schenck") == "W25"
    play(position, "done")
    other = next(u for u in ("USA-I-SC-2NYM", "USA-I-SC-2Ohio") if u != unit)
    assert at(position, other) == "W24"


@pytest.mark.rule(GAME, "8.51", "6.8")
def test_a_brigade_and_a_regiment_with_one_battery_the_attacker_chooses_the_pair():
    """Excess infantry: the battery may be paired with the regiment, or with the brigade."""
    pieces = {
        EVANS: "W25",
        "CSA-I-JA-2Va": "W25",
        "CSA-A-JA-Stanard": "W25",
        "USA-BG-S-Sherman": "W24",
        "USA-BG-F-Franklin": "X25",
    }
    position = scene(pieces)
    play(position, "keep", f"attack {EVANS}", "with USA-BG-S-Sherman")
    assert "commit" in options(position), "the brigade alone: battery and regiment make the other pair"
    assert "also CSA-A-JA-Stanard" in options(position)
    play(position, "also CSA-A-JA-Stanard")
    assert "commit" in options(position)


@pytest.mark.rule(GAME, "8.22")
def test_out_and_back_again_is_moving_too():
    up = {"active": True}
    sc = {f"USA-{p}": {"at": "U22", **up} for p in ("L-SC-Schenck", "I-SC-2NYM", "I-SC-2Ohio")}
    position = scene({**sc, "USA-A-S-E3US": {"at": "U26", **up}}, phase="movement")
    assert len(forms(position)) == 1
    play(position, "move USA-I-SC-2NYM U21", "move USA-I-SC-2NYM U22", "change USA-A-S-E3US")
    assert at(position, "USA-I-SC-2NYM") == "U22" and forms(position) == []


SMITH, VA13 = "CSA-BG-S-Smith", "CSA-I-S-13Va"


def waiting_smith(**flags):
    """Smith's brigade, the 13 Va in it, far from everybody while brigadiers wait."""
    awake = {"active": True} if "active" in flags else {}
    parts = ["CSA-I-S-1Md", "CSA-I-S-10Va", VA13]
    return scene(
        {SMITH: {"at": "K25", "components": parts, **flags}, "CSA-I-0-Hampton": {"at": "EE34", **awake}},
        side="confederate",
        phase="movement",
        battlefield=rules(waiting_brigadiers="on"),
    )


def movers(position):
    return {option.split()[1] for option in options(position) if option.startswith("move CSA-")}


@pytest.mark.rule(GAME, "4.2", "8.41")
def test_a_red_regiment_is_active_when_its_inactive_brigade_breaks_up():
    position = waiting_smith()
    assert SMITH not in movers(position)
    play(position, f"break {SMITH}")
    assert movers(position) == {VA13, "CSA-I-0-Hampton"}, "the others still wait"


@pytest.mark.rule(GAME, "4.81", "8.41")
def test_a_red_regiment_of_a_frozen_brigade_stays_inactive():
    position = waiting_smith(frozen=True)
    play(position, f"break {SMITH}")
    assert movers(position) == {"CSA-I-0-Hampton"}


@pytest.mark.rule(GAME, "4.2", "8.41")
def test_a_red_regiment_of_a_brigade_that_has_moved_has_moved_too():
    position = waiting_smith(active=True)
    play(position, f"move {SMITH} K24", f"break {SMITH}")
    assert movers(position) == {"CSA-I-0-Hampton"}
