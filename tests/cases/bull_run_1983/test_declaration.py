"""6. Declaring combat. The ground is the open plain around AA32, where only adjacency counts."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.errors import BullrunError
from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from bullrun.games.bull_run_1983.rules.contact import FITS, GUN, HORSE, MUST_GROW, WHOLE, screening
from tests.cases import asking
from tests.cases.bull_run_1983.declarations import Slow, random_pieces, reachable
from tests.cases.bull_run_1983.scene import kinds, options, play, refused, rules, scene

GAME = "bull-run-1983"

NH2, RI1, RI2, NYM71 = "USA-I-B-2NH", "USA-I-B-1RI", "USA-I-B-2RI", "USA-I-B-71NYM"
VA2, VA4, VA5 = "CSA-I-JA-2Va", "CSA-I-JA-4Va", "CSA-I-JA-5Va"
STANARD, IMBODEN, LATHAM, TERRY = "CSA-A-JA-Stanard", "CSA-A-BE-Imboden", "CSA-A-C-Latham", "CSA-C-EV-Terry"


def declared(position):
    """(attackers, defenders) of every battle declared so far, forced steps included."""
    position.decision()
    return [
        (event.facts["attackers"], event.facts["defenders"])
        for event in position.log
        if event.kind == "attack_declared"
    ]


@pytest.mark.rule(GAME, "6.1", "12.2")
def test_units_attack_adjacent_units_and_leaders_stand_aside():
    position = scene(
        {
            NH2: "AA32",
            RI1: "AA32",
            NYM71: "Z30",
            "USA-L-B-Burnside": "AA32",
            VA2: "BB32",
            VA4: "BB31",
            "CSA-L-JA-Jackson": "BB32",
        }
    )
    assert options(position) == [f"attack {VA2}", f"attack {VA4}"]
    assert refused(position, "attack CSA-L-JA-Jackson").rule == "12.2"
    assert refused(position, f"attack {NH2}").rule == "6.1"
    play(position, f"attack {VA2}")
    assert options(position) == [f"with {NH2}", f"with {RI1}"], "71 NYM is not adjacent, Burnside no unit"
    assert refused(position, f"with {NYM71}").rule == "6.5"
    assert refused(position, "with USA-L-B-Burnside").rule == "12.2"
    assert refused(position, f"with {VA4}").rule == "6.1"


@pytest.mark.rule(GAME, "6.1", "4.12")
def test_inactive_units_attack_like_all_others():
    position = scene({NH2: {"at": "AA32", "active": False}, VA2: "BB32", VA4: "BB32"})
    assert not position.state.active
    assert options(position) == [f"attack {VA2}", f"attack {VA4}"]


@pytest.mark.rule(GAME, "6.2", "6.6")
def test_a_soak_off_divides_a_stack_among_two_hexes():
    """One regiment keeps Jackson's brigade busy while three fall on the single regiment."""
    position = scene(
        {
            NH2: "AA32",
            RI1: "AA32",
            RI2: "AA32",
            NYM71: "AA32",
            "CSA-BG-JA-Jackson": "BB32",
            "CSA-I-0-Hampton": "BB31",
        }
    )
    play(position, "keep", "attack CSA-BG-JA-Jackson", f"with {NYM71}", "commit")
    assert declared(position)[0] == ([NYM71], ["CSA-BG-JA-Jackson"])
    play(position, f"with {NH2}", f"with {RI1}")
    assert declared(position)[1] == ([NH2, RI1, RI2], ["CSA-I-0-Hampton"])


@pytest.mark.rule(GAME, "6.3", "5.83")
def test_every_attacker_in_enemy_control_must_attack():
    position = scene({NH2: "AA32", RI1: "AA32", RI2: "AA32", VA2: "BB32", VA4: "BB32"})
    assert refused(position, "end-declaration").rule == "6.3"
    play(position, f"attack {VA2}", f"with {NH2}")
    assert "commit" in options(position), "1 RI and 2 RI would have 4 Va"
    play(position, f"also {VA4}")
    assert options(position) == [f"with {RI1}", f"with {RI2}"], "now nobody else is left for them"
    refusal = refused(position, "commit")
    assert refusal.rule == "6.3" and RI1 in refusal.says and RI2 in refusal.says


@pytest.mark.rule(GAME, "6.3", "9.61")
def test_every_enemy_next_to_an_able_unit_must_be_attacked():
    position = scene({NH2: "AA32", VA2: "BB32", VA4: "BB31", VA5: "Z32"})
    play(position, f"attack {VA2}")
    offered = options(position)
    assert "commit" not in offered and "end-declaration" not in offered
    assert refused(position, "commit").rule == "6.3"
    play(position, f"also {VA4}")
    assert declared(position) == [([NH2], [VA2, VA4, VA5])], "the last one joins by necessity"


@pytest.mark.rule(GAME, "6.3", "7.93", "10.5")
def test_units_that_have_fought_neither_attack_nor_force_combat():
    position = scene({NH2: {"at": "AA32", "fought": True}, RI1: "Z30", VA2: "BB32"})
    position.decision()
    assert "battle" not in kinds(position)
    position = scene(
        {NH2: {"at": "AA32", "fought": True}, RI1: "AA32", RI2: "AA32", VA2: "BB32", VA4: "BB32"}
    )
    play(position, f"attack {VA2}")
    assert options(position) == [f"with {RI1}", f"with {RI2}"]
    assert refused(position, f"with {NH2}").rule == "7.93"


@pytest.mark.rule(GAME, "6.4")
def test_nobody_is_in_two_battles():
    position = scene({NH2: "AA32", RI1: "AA32", RI2: "AA32", VA2: "BB32", VA4: "BB31", VA5: "BB31"})
    play(position, f"attack {VA2}", f"with {NH2}", "commit")
    assert options(position) == [f"attack {VA4}", f"attack {VA5}"]
    assert refused(position, f"attack {VA2}").rule == "6.4"
    play(position, f"attack {VA4}")
    assert options(position) == [f"with {RI1}", f"with {RI2}"]
    assert refused(position, f"with {NH2}").rule == "6.4"


@pytest.mark.rule(GAME, "6.5", "9.42")
def test_every_attacker_of_a_battle_touches_every_defender():
    """1 RI in AA33 touches BB32 only: it cannot join an attack on BB31, and once both hexes are in one
    battle it would have nobody left to attack."""
    position = scene({NH2: "AA32", RI2: "AA32", RI1: "AA33", VA2: "BB32", VA4: "BB31", VA5: "BB31"})
    play(position, f"attack {VA4}", f"with {NH2}")
    assert refused(position, f"with {RI1}").rule == "6.5"
    assert f"also {VA2}" not in options(position)
    refusal = refused(position, f"also {VA2}")
    assert refusal.rule == "6.3" and RI1 in refusal.facts["forced"]
    assert f"also {VA5}" in options(position)


@pytest.mark.rule(GAME, "6.5")
def test_one_stack_may_attack_several_hexes_in_one_battle():
    position = scene({NH2: "AA32", RI1: "AA32", VA2: "BB32", VA4: "BB31"})
    play(position, f"attack {VA2}", f"with {NH2}", f"also {VA4}")
    assert declared(position) == [([NH2, RI1], [VA2, VA4])], "1 RI joins by necessity"


@pytest.mark.rule(GAME, "6.6")
def test_defenders_of_one_hex_may_be_attacked_separately():
    position = scene({NH2: "AA32", RI1: "AA32", VA2: "BB32", VA4: "BB32"})
    play(position, f"attack {VA4}", f"with {RI1}", "commit")
    assert declared(position) == [([RI1], [VA4]), ([NH2], [VA2])]


@pytest.mark.rule(GAME, "6.7", "8.5")
def test_a_brigade_piece_is_one_unit_in_attack_and_defense():
    position = scene(
        {
            "USA-BG-B-Burnside": "AA32",
            "USA-I-0-1NJM": "AA32",
            "CSA-BG-JA-Jackson": "BB32",
            "CSA-I-0-Hampton": "BB32",
        }
    )
    play(position, "keep", "attack CSA-BG-JA-Jackson")
    assert options(position) == ["with USA-BG-B-Burnside", "with USA-I-0-1NJM"]
    roster, holder = position.rules.roster, position.state.holder
    unit = next(u for u in roster.brigade_infantry["confederate JA"] if holder[u] >= 0)
    assert refused(position, f"also {roster.ids[unit]}").rule == "8.5", "its parts are not on the map"


# --- screening --------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "6.8")
def test_a_battery_and_its_infantry_are_attacked_together():
    position = scene({NH2: "AA32", RI1: "AA32", VA2: "BB32", STANARD: "BB32"})
    play(position, f"attack {STANARD}", f"with {NH2}")
    assert options(position) == [f"with {RI1}", f"also {VA2}"]
    refusal = refused(position, "commit")
    assert refusal.rule == "6.8" and VA2 in refusal.says and RI1 not in refusal.says


@pytest.mark.rule(GAME, "6.8")
def test_excess_infantry_may_be_attacked_alone_and_the_attacker_chooses_the_pair():
    for alone, paired in ((VA2, VA4), (VA4, VA2)):
        position = scene({NH2: "AA32", RI1: "AA32", VA2: "BB32", VA4: "BB32", STANARD: "BB32"})
        play(position, f"attack {alone}", f"with {NH2}", "commit", f"attack {paired}")
        assert declared(position) == [([NH2], [alone]), ([RI1], [paired, STANARD])]


@pytest.mark.rule(GAME, "6.8")
def test_excess_batteries_may_be_attacked_alone_and_cavalry_screens_nobody():
    position = scene({NH2: "AA32", RI1: "AA32", VA2: "BB32", STANARD: "BB32", IMBODEN: "BB32"})
    play(position, f"attack {STANARD}", f"with {NH2}")
    assert "commit" in options(position)
    position = scene({NH2: "AA32", RI1: "AA32", TERRY: "BB32", STANARD: "BB32"})
    play(position, f"attack {STANARD}", f"with {NH2}")
    assert "commit" in options(position)


@pytest.mark.rule(GAME, "8.51", "6.8")
def test_a_brigade_of_two_is_paired_with_two_batteries():
    """The rulebook's example: Evans represents two units, so both batteries fight with him; with a third
    infantry unit in the hex one battery may be paired with that instead."""
    both = {NH2: "AA32", RI1: "AA32", "CSA-BG-EV-Evans": "BB32", STANARD: "BB32", IMBODEN: "BB32"}
    position = scene(both)
    play(position, "keep", "attack CSA-BG-EV-Evans", f"with {NH2}")
    assert "commit" not in options(position)
    refusal = refused(position, "commit")
    assert refusal.rule == "6.8" and STANARD in refusal.says and IMBODEN in refusal.says
    play(position, f"also {STANARD}")
    assert "commit" not in options(position)
    position = scene({**both, "CSA-I-0-Hampton": "BB32"})
    play(position, "keep", "attack CSA-BG-EV-Evans", f"with {NH2}", f"also {STANARD}")
    assert "commit" in options(position)


@pytest.mark.rule(GAME, "6.8", "8.51")
@pytest.mark.parametrize(
    ("needed", "taken", "rest", "stands"),
    [
        (0, (1,), (1,), FITS),
        (1, (GUN,), (1,), WHOLE),
        (1, (1,), (GUN, 1), FITS),
        (1, (GUN,), (1, 1), MUST_GROW),
        (1, (GUN,), (HORSE, 1), MUST_GROW),
        (2, (GUN,), (GUN, 1, 1), MUST_GROW),
        (2, (2,), (GUN, GUN), WHOLE),
        (2, (GUN, 2), (GUN, 1), FITS),
        (2, (GUN, 2), (GUN,), WHOLE),
    ],
)
def test_screening_of_a_part_of_a_hex(needed, taken, rest, stands):
    assert screening(needed, taken, rest) == stands


# --- everything is declared first ---------------------------------------------------------------------------


@pytest.mark.rule(GAME, "6.9", "7.1")
def test_all_battles_are_declared_before_the_first_roll():
    position = scene({NH2: "AA32", RI1: "AA32", RI2: "DD32", VA2: "BB32", VA4: "EE32"})
    play(position, f"attack {VA2}", f"with {NH2}")
    assert "battle" not in kinds(position)
    assert len(declared(position)) == 2 and "battle" not in kinds(position)
    assert options(position) == [f"resolve {VA2}", f"resolve {VA4}"]
    assert refused(position, f"attack {VA2}").rule == "6.9"


@pytest.mark.rule(GAME, "6.2", "6.3", "6.4", "6.5", "6.6", "6.8", "8.51", "9.42", "9.43", "9.61", "9.62")
def test_decisions_reach_every_legal_declaration_and_no_other():
    """Small random positions anywhere on the map: what the decisions can lead to is exactly what the slow
    list allows, and no decision is a dead end."""
    compare(range(80))


@pytest.mark.slow
@pytest.mark.rule(GAME, "6.2", "6.3", "6.4", "6.5", "6.6", "6.8", "8.51", "9.42", "9.43", "9.61", "9.62")
def test_decisions_reach_every_legal_declaration_in_many_positions():
    compare(range(1000, 1700))


def compare(seeds):
    field, compared = rules(), 0
    for seed in seeds:
        random = Random(seed)
        side = random.randint(0, 1)
        try:
            position = scene(
                random_pieces(random, field, side), side=("union", "confederate")[side], battlefield=field
            )
        except BullrunError:
            continue  # a stack that the rules do not allow
        assert reachable(position) == Slow(position).all(), f"seed {seed}"
        compared += 1
    assert compared > len(seeds) * 2 // 3


@pytest.mark.rule(GAME, "6.1", "6.9")
def test_the_next_player_s_declaration_is_his_own_even_if_nothing_moved():
    gun = {"USA-A-S-E3US": {"at": "AA32", "face": "battle"}, STANARD: {"at": "AA35", "face": "battle"}}
    position = scene(gun)
    play(position, "end-declaration")
    while position.state.side == 0 or position.state.phase != 3:
        play(position, "end-movement" if "end-movement" in options(position) else options(position)[-1])
        position.decision()
    assert options(position) == ["bombard USA-A-S-E3US", "end-declaration"]


@pytest.mark.rule(GAME, "6.1", "9.3", "9.61")
@pytest.mark.parametrize(
    ("pieces", "asked", "rule"),
    [
        ({NH2: "U17", VA2: "U25"}, f"attack {VA2}", "6.1"),
        ({NH2: "U17", VA2: "U25"}, f"bombard {VA2}", "9.3"),
        ({NH2: {"at": "U17", "fought": True}, VA2: "U18"}, f"attack {VA2}", "6.1"),
    ],
    ids=["nobody near", "no battery", "fought"],
)
def test_when_nothing_can_be_attacked_the_reason_is_not_the_moment(pieces, asked, rule):
    """The Combat phase has just begun: what is missing is an attacker, not the time to declare."""
    found = asking.why(BULL_RUN, scene(pieces), "union", asked)
    assert not found["possible"] and found["rule"] == rule


@pytest.mark.rule(GAME, "6.3")
def test_a_declaration_that_never_opened_is_not_ended():
    found = asking.why(BULL_RUN, scene({NH2: "U17", VA2: "U25"}), "union", "end-declaration")
    assert found["rule"] == "6.3" and "Nobody" in found["says"]
