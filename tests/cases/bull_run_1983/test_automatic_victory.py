"""10. Automatic victory. The rulebook's example is played in U17, where it stands."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from bullrun.board.places import places_in
from bullrun.errors import BullrunError
from bullrun.games.bull_run_1983.rules import automatic_victory
from bullrun.games.bull_run_1983.rules.strength import sums
from tests.cases.bull_run_1983.combat import facts
from tests.cases.bull_run_1983.scene import (
    at,
    kinds,
    names,
    options,
    play,
    refused,
    roll,
    rules,
    scene,
)

GAME = "bull-run-1983"

LONGSTREET, EVANS, HOLMES = "CSA-BG-L-Longstreet", "CSA-BG-EV-Evans", "CSA-BG-H-Holmes"
NYM71, SCHENCK = "USA-A-B-71NYM", "USA-BG-SC-Schenck"
VA2, VA4 = "CSA-I-JA-2Va", "CSA-I-JA-4Va"
SHERMAN, KEYES, FRANKLIN = "USA-BG-S-Sherman", "USA-BG-K-Keyes", "USA-BG-F-Franklin"
TERRY, GARNETT, LATHAM = "CSA-C-EV-Terry", "CSA-A-L-Garnett", "CSA-A-C-Latham"


def victories(position):
    return [option for option in options(position) if option.startswith("av ")]


def march(pieces, side="union", **extra):
    return scene(pieces, side=side, phase="movement", **extra)


@pytest.mark.rule(GAME, "10.1", "10.4", "10.5", "10.6", "10.7")
def test_the_rulebook_s_example():
    """Longstreet falls on the 71 NYM's howitzers in U17 at 8-1. DB2: he advances, and the phase goes on.
    Evans and Holmes move up and must attack the 71 NYM, now or in the Combat phase. Schenck, next to nobody
    but Longstreet, who has fought, is not attacked this turn."""
    up = {"active": True}
    position = march(
        {
            LONGSTREET: {"at": "U19", **up},
            EVANS: {"at": "U14", **up},
            HOLMES: {"at": "S17", **up},
            NYM71: "U17",
            SCHENCK: "V16",
        },
        side="confederate",
    )
    assert not victories(position), "Longstreet is not there yet"
    play(position, f"move {LONGSTREET} U18", "av U17")
    assert facts(position, "battle")[-1]["odds"] == "8-1"
    roll(position, 2)
    assert facts(position, "battle_result")[-1] == {
        "at": ["U17"],
        "die": 2,
        "column": "6-1+",
        "result": "DB2",
    }
    play(position, f"retreat {NYM71} T15", f"advance {LONGSTREET} U17")
    assert not any(option.startswith(f"move {LONGSTREET}") for option in options(position))
    assert not victories(position), "Longstreet has fought: no second attack, on Schenck or anybody"
    play(position, f"move {EVANS} U15", f"move {HOLMES} T16")
    assert victories(position) == ["av T15"], "9-1: they may do it now ..."
    play(position, "end-movement", "keep", f"with {EVANS}")
    battles = facts(position, "battle")
    assert [battle["defenders"] for battle in battles] == [[NYM71], [NYM71]], "... or in the Combat phase"


@pytest.mark.rule(GAME, "10.4")
def test_a_unit_next_to_another_enemy_cannot_join():
    """Holmes in BB31 touches the howitzers in AA32, but Schenck in CC31 too."""
    position = march({LONGSTREET: "AA33", HOLMES: "BB31", NYM71: "AA32", SCHENCK: "CC31"}, side="confederate")
    assert victories(position) == ["av AA32"]
    play(position, "av AA32")
    assert position.decision().owner == "chance", "Longstreet alone can and must be in it"
    assert facts(position, "battle")[0]["attackers"] == [LONGSTREET]
    alone = march({HOLMES: "BB31", NYM71: "AA32", SCHENCK: "CC31"}, side="confederate")
    assert refused(alone, "av AA32", "confederate").rule == "10.4"


@pytest.mark.rule(GAME, "10.4", "10.2")
def test_all_enemies_next_to_the_attackers_are_in_it():
    """Sherman touches Terry in BB31 and Latham's guns in BB32: both or none."""
    position = march({SHERMAN: "AA32", FRANKLIN: "BB33", TERRY: "BB31", LATHAM: "BB32"})
    assert victories(position) == [], "8 to 2 is only 4-1, and Franklin touches BB32 only"
    assert refused(position, "av BB31").rule == "10.4"
    assert refused(position, "av BB31 BB32").rule == "10.3"
    both = march(
        {
            SHERMAN: "AA32",
            KEYES: "CC32",
            "USA-I-P-REG": "CC32",
            "USA-I-B-2NH": "AA32",
            TERRY: "BB31",
            LATHAM: "BB32",
        }
    )
    assert victories(both) == ["av BB31 BB32"], "17 to 2 from both sides"


@pytest.mark.rule(GAME, "10.1", "10.3")
def test_eight_to_one_exactly_and_not_less():
    assert victories(march({SHERMAN: "AA32", TERRY: "BB32"})) == ["av BB32"]
    position = march({FRANKLIN: "AA32", TERRY: "BB32"})
    assert victories(position) == [] and refused(position, "av BB32").rule == "10.3"
    assert "7 to 1" in refused(position, "av BB32").says


@pytest.mark.rule(GAME, "10.3")
def test_excess_units_may_stay_out_and_the_rest_must_reach_the_odds():
    position = march({SHERMAN: "AA32", "USA-I-P-REG": "AA32", TERRY: "BB32"})
    play(position, "av BB32")
    assert options(position) == [f"join {SHERMAN}", "join USA-I-P-REG"], "nobody yet: no strike"
    play(position, "join USA-I-P-REG")
    assert facts(position, "battle")[0]["attackers"] == [SHERMAN, "USA-I-P-REG"], (
        "three are not enough: Sherman joins"
    )
    position = march({SHERMAN: "AA32", "USA-I-P-REG": "AA32", TERRY: "BB32"})
    play(position, "av BB32", f"join {SHERMAN}")
    assert options(position) == ["join USA-I-P-REG", "strike"]
    play(position, "strike")
    assert facts(position, "battle")[0]["attackers"] == [SHERMAN]


@pytest.mark.rule(GAME, "10.3")
def test_why_not_strike_or_join():
    position = march({SHERMAN: "AA32", "USA-I-P-REG": "AA32", "USA-I-B-2NH": "Z30", TERRY: "BB32"})
    play(position, "av BB32")
    assert refused(position, "strike").rule == "10.3"
    assert refused(position, "join USA-I-B-2NH").rule == "10.4"


@pytest.mark.rule(GAME, "10.2", "9.2")
def test_long_range_fire_takes_no_part():
    gun = {"USA-A-S-E3US": {"at": "AA34", "face": "battle"}}
    assert victories(march({"USA-I-P-REG": "AA30", **gun, TERRY: "AA31"})) == []


@pytest.mark.rule(GAME, "10.1")
def test_terrain_counts_and_more_attackers_may_undouble():
    """Terry on Mount Pone is doubled against the slopes."""
    assert victories(march({SHERMAN: "Y18", TERRY: "Y19"})) == []
    assert victories(march({SHERMAN: "Y18", FRANKLIN: "X19", "USA-I-B-2NH": "X19", TERRY: "Y19"})) == [
        "av Y19"
    ]


@pytest.mark.rule(GAME, "10.5")
def test_it_is_resolved_on_the_last_column_and_attackers_are_done():
    position = march({SHERMAN: {"at": "AA32", "active": True}, TERRY: "BB32"})
    play(position, "av BB32")
    assert position.decision().facts["odds"] == "6-1+"
    roll(position, 1)
    play(position, f"advance {SHERMAN} BB32")
    assert at(position, SHERMAN) == "BB32"
    assert not any(option.startswith(("move", "av")) for option in options(position))


@pytest.mark.rule(GAME, "10.5", "7.93")
def test_its_attackers_neither_attack_nor_cause_combat_in_the_combat_phase():
    position = march({SHERMAN: "AA32", TERRY: "BB32", VA2: "CC33"})
    play(position, "av BB32")
    roll(position, 1)
    play(position, f"advance {SHERMAN} BB32", "end-movement")
    position.decision()
    assert kinds(position).count("battle") == 1, "next to 2 Va now, Sherman does not fight again"


@pytest.mark.rule(GAME, "10.5", "7.91")
def test_advancing_into_a_ford_counts():
    position = march({"USA-I-P-REG": "R2", "USA-I-S-13NY": "R2", "USA-I-S-69NYM": "R2", TERRY: "Q3"})
    assert victories(position) == ["av Q3"], "7 to a half"
    play(position, "av Q3", "join USA-I-P-REG", "join USA-I-S-13NY")
    play(position, "strike")
    roll(position, 1)
    play(position, "advance USA-I-P-REG Q3", "done")
    assert position.state.ford_entries == ((position.rules.board.place("Q3"), 3),)


@pytest.mark.rule(GAME, "10.7", "10.6")
def test_a_survivor_has_its_control_where_it_stands_and_may_be_attacked_again():
    """Terry retreats from Sherman to a hex next to Franklin, who is fresh and strong enough with 2 NH."""
    position = march(
        {
            SHERMAN: {"at": "AA31", "active": True},
            FRANKLIN: {"at": "CC35", "active": True},
            "USA-I-B-2NH": {"at": "CC35", "active": True},
            TERRY: "AA32",
        }
    )
    play(position, "av AA32")
    roll(position, 2)
    play(position, f"retreat {TERRY} BB33", "done")
    play(position, f"move {FRANKLIN} CC34", "move USA-I-B-2NH CC34")
    assert victories(position) == ["av BB33"], "a second one in the same phase"
    assert refused(position, f"move {FRANKLIN} CC35").rule == "5.81", "it had to stop in Terry's control"


@pytest.mark.rule(GAME, "10.1")
def test_nothing_adjacent_nothing_offered():
    assert victories(march({SHERMAN: "AA30", TERRY: "AA33"})) == []


# --- all of them ----------------------------------------------------------------------------------------


def listed_by_the_rules(position):
    """Every legal automatic victory, by trying all sets of attackers against all sets of defenders."""
    state, rules = position.state, position.rules
    roster, distance = rules.roster, rules.board.distance
    units = [u for u in range(len(roster.ids)) if state.at[u] and roster.all_units >> u & 1]
    mine = [u for u in units if roster.side[u] == state.side and not state.fought >> u & 1]
    theirs = [u for u in units if roster.side[u] != state.side]
    near = {u: {d for d in theirs if distance(state.at[u], state.at[d]) == 1} for u in mine}
    found = set()
    for size in range(1, len(theirs) + 1):
        for defenders in combinations(theirs, size):
            able = [u for u in mine if near[u] == set(defenders)]
            for count in range(1, len(able) + 1):
                for attackers in combinations(able, count):
                    totals = sums(position, attackers, (), defenders)
                    if totals.attack >= 8 * totals.defense:
                        found.add((attackers, defenders))
    return found


def reached_by_decisions(position):
    found = set()
    for option in [option for option in position.decision().options if option[0] == "av"]:
        after = position.copy()
        after.log = []
        automatic_victory.begin(after, option)
        stack = [after]
        while stack:
            here = stack.pop()
            decision = automatic_victory.ask_victory(here, here.state.frames[-1])
            assert decision.options
            for choice in decision.options:
                then = here.copy()
                then.log = []
                automatic_victory.answer_victory(then, then.state.frames[-1], choice)
                if choice == ("strike",):
                    number = then.rules.roster.number
                    facts_of = then.log[0].facts
                    found.add(
                        tuple(
                            tuple(sorted(number[p] for p in facts_of[k])) for k in ("attackers", "defenders")
                        )
                    )
                else:
                    stack.append(then)
    return found


@pytest.mark.rule(GAME, "10.1", "10.2", "10.3", "10.4")
def test_decisions_reach_every_automatic_victory_and_no_other():
    field, seen = rules(), 0
    weak = ["CSA-C-EV-Terry", "CSA-C-K-Munford", "CSA-A-C-Latham", "CSA-A-L-Garnett", "CSA-A-EV-Davidson"]
    strong = [SHERMAN, FRANKLIN, "USA-BG-R-Richardson", "USA-I-P-REG", "USA-I-B-2NH", "USA-I-B-1RI"]
    for seed in range(150):
        random = Random(seed)
        place = random.choice([p for p in field.board.places if not field.no_brigades(0, 0) >> p & 1])
        hexes = [p for p in places_in(field.board.within(place, 1)) if not field.rivers(0) >> p & 1]
        foes = random.sample(hexes, min(len(hexes) - 1, random.randint(1, 2)))
        own = [p for p in hexes if p not in foes]
        pieces = {
            piece: field.board.name(random.choice(foes))
            for piece in random.sample(weak, random.randint(1, 2))
        }
        pieces |= {
            piece: field.board.name(random.choice(own))
            for piece in random.sample(strong, random.randint(1, 5))
        }
        try:
            position = march(pieces, battlefield=field)
        except BullrunError:
            continue  # a stack or a place that the rules do not allow
        expected = listed_by_the_rules(position)
        assert reached_by_decisions(position) == expected, f"seed {seed}"
        seen += bool(expected)
    assert seen > 20


def moves(position, piece):
    return [option for option in options(position) if option.startswith(f"move {piece} ")]


@pytest.mark.rule(GAME, "10.6", "5.2")
def test_after_it_only_pieces_move_that_have_not_moved_yet():
    up = {"active": True}
    position = scene(
        {
            SHERMAN: {"at": "AA31", **up},
            "USA-C-P-Palmer": {"at": "U27", **up},
            "USA-L-0-McDowell": {"at": "U27", **up},
            TERRY: "AA32",
        },
        phase="movement",
    )
    play(position, "move USA-C-P-Palmer U28")
    assert moves(position, "USA-C-P-Palmer"), "he has points left"
    play(position, "av AA32")
    roll(position, 1)
    play(position, "done")
    assert not moves(position, "USA-C-P-Palmer"), "he had moved before the battle"
    assert moves(position, "USA-L-0-McDowell"), "he has not"
    assert not moves(position, SHERMAN), "he attacked"


@pytest.mark.rule(GAME, "10.6", "8.41")
def test_parts_of_a_brigade_that_made_one_move_no_more():
    position = scene({SHERMAN: {"at": "AA31", "active": True}, TERRY: "AA32"}, phase="movement")
    play(position, "av AA32")
    roll(position, 1)
    play(position, "done", f"break {SHERMAN}")
    assert not any(option.startswith("move") for option in options(position))


@pytest.mark.rule(GAME, "10.5", "10.6")
def test_its_attackers_make_no_second_one_however_weak_the_next_enemy():
    """Sherman advances next to Munford, one point: 8-1 again, but he has attacked."""
    position = scene(
        {
            SHERMAN: {"at": "AA31", "active": True},
            TERRY: "AA32",
            "CSA-C-K-Munford": "AA33",
            "USA-BG-F-Franklin": {"at": "U27", "active": True},
        },
        phase="movement",
    )
    play(position, "av AA32")
    roll(position, 1)
    play(position, f"advance {SHERMAN} AA32")
    assert not any(option.startswith("av") for option in options(position))


@pytest.mark.rule(GAME, "12.4", "10.6")
def test_a_leader_who_went_along_moves_no_more():
    up = {"active": True}
    position = scene(
        {
            SHERMAN: {"at": "AA31", **up},
            "USA-L-0-Tyler": {"at": "AA31", **up},
            "USA-L-0-McDowell": {"at": "AA31", **up},
            TERRY: "AA32",
        },
        phase="movement",
    )
    play(position, "av AA32")
    roll(position, 1)
    play(position, f"advance {SHERMAN} AA32", "follow USA-L-0-Tyler", "stay")
    assert not moves(position, "USA-L-0-Tyler")
    assert moves(position, "USA-L-0-McDowell")


@pytest.mark.rule(GAME, "9.4", "10.5", "10.6")
def test_a_battery_that_took_part_does_not_fire_in_the_combat_phase():
    up = {"active": True}
    pieces = {
        SHERMAN: {"at": "AA31", **up},
        "USA-A-S-E3US": {"at": "AA31", "face": "battle", **up},
        TERRY: "AA32",
        "CSA-C-K-Munford": "AA34",
    }
    for joins in (False, True):
        position = scene(pieces, phase="movement")
        play(position, "av AA32", f"join {SHERMAN}", *(["join USA-A-S-E3US"] if joins else []))
        if not joins:
            play(position, "strike")
        roll(position, 1)
        play(position, "done", "end-movement")
        offered = options(position)
        assert ("bombard CSA-C-K-Munford" in offered) != joins, joins


@pytest.mark.rule(GAME, "10.6")
def test_who_has_won_an_automatic_victory_moves_no_more():
    position = scene(
        {"USA-BG-S-Sherman": "AA31", "USA-I-P-REG": "AA29", "CSA-C-EV-Terry": "AA32"}, phase="movement"
    )
    play(position, "av AA32")
    roll(position, 1)
    play(position, "done")
    assert refused(position, "move USA-BG-S-Sherman AA30").rule == "10.6"


JACKSON_PIECE = "CSA-BG-JA-Jackson"


@pytest.mark.rule(GAME, "10.7", "4.82", "4.11")
def test_what_a_beaten_enemy_turns_up_is_not_active_in_the_same_turn():
    """Jackson throws the 16 NY back to within four hexes of the face-down 2 SC: it is turned up at once, but
    nobody becomes active outside the Command phase."""
    position = scene(
        {
            JACKSON_PIECE: {"at": "W23", "active": True},
            "USA-I-P-MAR": "W24",
            "CSA-I-K-2SC": {"at": "W29", "frozen": True},
            "CSA-L-0-Johnston": {"at": "W34", "frozen": True},
        },
        side="confederate",
        phase="movement",
        turn="9:00 AM",
    )
    play(position, "av W24")
    roll(position, 2)
    play(position, "retreat USA-I-P-MAR W26")
    while "done" in options(position):
        play(position, "done")
    number = position.rules.roster.number
    assert not position.state.frozen >> number["CSA-I-K-2SC"] & 1
    assert position.state.frozen >> number["CSA-L-0-Johnston"] & 1, "eight hexes away"
    assert "CSA-I-K-2SC" not in names(position, position.state.active)
    assert not any(option.startswith("move CSA-I-K-2SC") for option in options(position))
