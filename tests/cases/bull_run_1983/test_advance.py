"""7.9 Advance after combat."""

from __future__ import annotations

import pytest

from tests.cases.bull_run_1983.combat import facts, fight
from tests.cases.bull_run_1983.scene import at, kinds, options, play, refused, roll, scene

GAME = "bull-run-1983"

NH2, RI1, RI2, NYM71 = "USA-I-B-2NH", "USA-I-B-1RI", "USA-I-B-2RI", "USA-I-B-71NYM"
VA2, VA4, VA5 = "CSA-I-JA-2Va", "CSA-I-JA-4Va", "CSA-I-JA-5Va"
DE, DB2 = 1, 3
"""Dice at 1-1 and 2-1."""


@pytest.mark.rule(GAME, "7.9")
def test_attackers_may_enter_the_hex_that_their_attack_has_emptied():
    position = fight({NH2: "AA31", RI1: "AA31", RI2: "Z29", VA2: "AA32"}, DE)
    assert options(position) == [f"advance {NH2} AA32", f"advance {RI1} AA32", "done"]
    assert refused(position, f"advance {RI2} AA32").rule == "7.9", "it took no part"
    play(position, f"advance {RI1} AA32", "done")
    assert (at(position, NH2), at(position, RI1)) == ("AA31", "AA32")


@pytest.mark.rule(GAME, "7.9")
def test_a_retreat_of_the_last_defender_empties_a_hex_too():
    position = fight({NH2: "AA31", VA2: "AA32"}, DB2)
    play(position, f"retreat {VA2} AA34")
    assert options(position) == [f"advance {NH2} AA32", "done"]


@pytest.mark.rule(GAME, "7.9")
def test_while_a_defender_of_another_battle_stands_there_nobody_advances():
    position = scene({NH2: "AA31", RI1: "AA31", VA2: "AA32", VA4: "AA32"})
    play(position, f"attack {VA2}", f"with {NH2}", "commit", f"resolve {VA2}")
    roll(position, DE)
    position.decision()
    assert not at(position, VA2) and facts(position, "battle")[-1]["defenders"] == [VA4], (
        "the other roll comes next"
    )
    roll(position, DE)
    assert options(position) == [f"advance {RI1} AA32", "done"], "only who emptied it"


@pytest.mark.rule(GAME, "7.9")
def test_defenders_never_advance_and_supporting_batteries_are_not_adjacent():
    gun = "USA-A-S-E3US"
    position = fight({NH2: "AA30", gun: {"at": "AA34", "face": "battle"}, VA2: "AA31"}, DE)
    assert options(position) == [f"advance {NH2} AA31", "done"]
    lost = fight({RI2: "AA32", VA5: "BB32", VA4: "CC34"}, 6)
    play(lost, *[option for option in options(lost) if option.startswith("retreat")][:1])
    lost.decision()
    assert "advanced" not in kinds(lost)


@pytest.mark.rule(GAME, "7.9")
def test_with_two_emptied_hexes_each_unit_takes_one_that_it_touches():
    position = fight({NH2: "AA32", RI1: "AA32", "USA-I-S-13NY": "AA32", VA2: "BB31", VA5: "BB32"}, DE)
    assert options(position)[:4] == [
        "advance USA-I-S-13NY BB31",
        "advance USA-I-S-13NY BB32",
        f"advance {NH2} BB31",
        f"advance {NH2} BB32",
    ]
    play(position, f"advance {NH2} BB31", f"advance {RI1} BB32")
    assert refused(position, f"advance {NH2} BB32").rule == "7.9", "once each"


@pytest.mark.rule(GAME, "7.9", "5.4")
def test_stacking_limits_hold():
    position = fight(
        {"USA-BG-S-Sherman": "AA31", "USA-I-P-REG": "AA31", "USA-I-W-11NY": "BB31", RI1: "BB31", VA2: "AA32"},
        DE,
    )
    play(position, "advance USA-BG-S-Sherman AA32")
    assert refused(position, f"advance {RI1} AA33").rule == "7.9", "that hex was not attacked"
    play(position, "advance USA-I-P-REG AA32")
    position.decision()
    assert position.state.frames[-1][0] != "advance", "eleven points are in: nobody else has room"


@pytest.mark.rule(GAME, "7.91", "5.52")
def test_terrain_does_not_hinder_an_advance_but_fords_count_their_points():
    """2 RI has entered Sudley Ford's eight points nearly by itself: six are used, two are left."""
    position = scene({NH2: "R2", RI2: "R2", VA2: "Q3"})
    ford = position.rules.board.place("Q3")
    position.state.ford_entries = ((ford, 6),)
    play(position, f"with {NH2}")
    roll(position, DE)
    assert options(position) == [f"advance {RI2} Q3", "done"]
    assert refused(position, f"advance {NH2} Q3").rule == "7.91"
    play(position, f"advance {RI2} Q3")
    assert position.state.ford_entries == ((ford, 8),)
    into_stream = fight({NH2: "K18", RI1: "K18", VA5: "K17"}, DE)
    assert f"advance {NH2} K17" in options(into_stream)


@pytest.mark.rule(GAME, "7.92", "7.93")
def test_an_advance_ignores_enemy_control_and_need_not_be_followed_by_combat():
    """4 Va controls both AA31 and AA32; 2 NH goes from one to the other. It does not fight 4 Va again."""
    position = scene({NH2: "AA31", RI1: "AA31", VA2: "AA32", VA4: "BB31"})
    play(position, f"attack {VA2}", f"with {NH2}", "commit", f"resolve {VA2}")
    roll(position, DE)
    play(position, f"advance {NH2} AA32")
    assert position.decision().owner == "chance" and facts(position, "battle")[-1]["attackers"] == [RI1]
    assert position.state.fought >> position.rules.roster.number[NH2] & 1
    assert position.state.moved >> position.rules.roster.number[NH2] & 1


@pytest.mark.rule(GAME, "8.52", "8.42")
def test_a_brigade_breaks_up_to_advance_into_a_ford():
    position = fight({"USA-BG-B-Burnside": "R2", VA2: "Q3"}, DE)
    assert options(position) == ["break USA-BG-B-Burnside", "done"]
    play(position, "break USA-BG-B-Burnside")
    assert all(option == "done" or option.endswith(" Q3") for option in options(position))


@pytest.mark.rule(GAME, "8.42")
def test_a_brigade_may_break_up_to_send_part_of_it_forward():
    position = fight({"USA-BG-B-Burnside": "AA31", VA2: "AA32"}, DE)
    assert options(position) == ["break USA-BG-B-Burnside", "advance USA-BG-B-Burnside AA32", "done"]


SHERMAN = "USA-BG-S-Sherman"


TERRY = "CSA-C-EV-Terry"


@pytest.mark.rule(GAME, "7.9", "7.93")
def test_whoever_advanced_neither_attacks_nor_is_asked_to_in_the_same_phase():
    """Two battles: after the first Sherman advances next to the enemies of the second and is done."""
    position = scene(
        {
            SHERMAN: "W24",
            TERRY: "W25",
            "USA-BG-F-Franklin": "Z26",
            "CSA-C-K-Munford": "Y26",
        }
    )
    assert sorted(options(position)) == [f"attack {TERRY}", "attack CSA-C-K-Munford"]
    play(position, f"attack {TERRY}", f"resolve {TERRY}")
    roll(position, 1)
    play(position, f"advance {SHERMAN} W25")
    position.decision()
    assert at(position, SHERMAN) == "W25"
    assert [battle["attackers"] for battle in facts(position, "battle")] == [[SHERMAN], ["USA-BG-F-Franklin"]]
