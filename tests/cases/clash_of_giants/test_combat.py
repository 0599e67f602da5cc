"""12.6 to 12.12 Strengths, odds, flank, dice, losses and who must retreat."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.clash_of_giants.rules import combat
from bullrun.games.clash_of_giants.rules.ground import put
from tests.cases.clash_of_giants.fights import falling_back, fighting, odds, sums
from tests.cases.clash_of_giants.scene import ID, at, options, owner, play, refusal, scene, told, unit

Pieces = dict[str, Any]
LITTLE_ROUND_TOP: Pieces = {"u-vincent": "2016", "c-law": "2015", "c-robertson": "2115"}


def rolled(position: Any, *dice: int) -> None:
    """All dice of a combat, defenders first."""
    position.log = []
    play(position, *(f"roll {pip}" for pip in dice))
    position.decision()


# --- strengths and odds


@pytest.mark.rule(ID, "12.11.1", "G7.6.def", "12.7")
def test_case_67_little_round_top_from_the_west() -> None:
    position = fighting("gettysburg", LITTLE_ROUND_TOP, "2016", "c-law", "c-robertson", turn=9)
    found = odds(position, "2016", "c-law", "c-robertson")
    assert sums(found) == (8, 8) and found.ratio == (1, 1) and found.modifier == 0
    rolled(position, 5, 4, 6)
    assert falling_back(position) == {"u-vincent": 1}
    assert [position.state.steps[unit(position, name)] for name in LITTLE_ROUND_TOP] == [1, 2, 1]


@pytest.mark.rule(ID, "G7.6.def", "12.12.high")
def test_case_68_one_attacker_not_up_a_steep_side() -> None:
    pieces = {"u-vincent": "2016", "c-law": "1916", "c-robertson": "2115"}
    found = odds(scene("gettysburg", pieces, turn=9), "2016", "c-law", "c-robertson")
    assert sums(found) == (8, 6) and found.ratio == (1, 1)
    assert not found.flank, "opposite hexes, but Vincent is higher than both"


@pytest.mark.rule(ID, "12.7")
def test_case_69_devils_den_adds_nothing() -> None:
    pieces = {"u-ward": "1913", "c-benning": "1912", "c-law": "1813"}
    assert odds(scene("gettysburg", pieces, turn=9), "1913", "c-benning", "c-law").ratio == (2, 1)


@pytest.mark.rule(ID, "G7.3.def", "12.9.less", "12.9.step")
def test_case_70_the_sunken_road_attacked_only_across_its_sides() -> None:
    pieces = {"c-lane": "3714", "u-carroll": "3715", "u-smyth": "3615"}
    position = fighting("gettysburg", pieces, "3714", "u-carroll", "u-smyth", turn=9)
    found = odds(position, "3714", "u-carroll", "u-smyth")
    assert sums(found) == (4, 6) and found.ratio == (1, 2) and found.modifier == -1
    rolled(position, 5, 4, 2)
    assert falling_back(position) == {} and position.state.steps[unit(position, "c-lane")] == 2
    assert at(position, "u-carroll") == "lost" and at(position, "u-smyth") == "3615"


@pytest.mark.rule(ID, "G7.3.def", "12.12.opp", "12.12.ter", "12.10.len")
def test_case_71_one_attacker_off_the_sunken_side_and_a_flank() -> None:
    pieces = {"c-lane": "3714", "u-carroll": "3715", "u-willard": "3713"}
    position = fighting("gettysburg", pieces, "3714", "u-carroll", "u-willard", turn=9)
    found = odds(position, "3714", "u-carroll", "u-willard")
    assert sums(found) == (6, 4) and found.ratio == (1, 1) and found.flank
    rolled(position, 3, 4, 4)
    assert falling_back(position) == {"c-lane": 1}, "3 against 4 - 2"
    assert position.state.steps[unit(position, "u-willard")] == 1
    assert position.state.steps[unit(position, "u-carroll")] == 1


@pytest.mark.rule(ID, "B7.2.def", "12.11.1", "12.11.2")
def test_case_72_embankment_and_height() -> None:
    position = scene("28-august", {"c-trimble": "2707", "u-nagle": "2808", "u-ferrero": "2808"}, turn=10)
    both = odds(position, "2707", "u-nagle", "u-ferrero")
    assert sums(both) == (8, 8) and both.ratio == (1, 1), "woods change nothing"
    assert odds(position, "2707", "u-nagle").ratio == (1, 2)


@pytest.mark.rule(ID, "B7.2.def")
def test_case_73_the_embankment_helps_only_if_all_attack_across_it() -> None:
    pieces = {"c-thomas": "2706", "u-nagle": "2807", "u-ferrero": "2807", "u-grover": "2705"}
    position = scene("28-august", pieces, turn=10)
    assert sums(odds(position, "2706", "u-nagle", "u-ferrero")) == (8, 6)
    three = odds(position, "2706", "u-nagle", "u-ferrero", "u-grover")
    assert sums(three) == (12, 4) and three.ratio == (3, 1)


@pytest.mark.rule(ID, "B7.2.def")
def test_the_embankment_helps_nobody_on_its_southern_side() -> None:
    pieces = {"u-nagle": "2808", "c-trimble": "2707"}
    found = odds(scene("28-august", pieces, turn=10), "2808", "c-trimble")
    assert not [term for term in found.defence if term[2] == "B7.2.def"]


@pytest.mark.rule(ID, "B7.2.def", "12.11.1")
def test_case_74_the_deep_cut() -> None:
    pieces = {
        "c-garnett": "2409", "c-starke": "2409", "u-butterfield": "2410", "u-roberts": "2410",
        "u-chapman": "2509", "u-buchanan": "2509",
    }  # fmt: skip
    position = scene("28-august", pieces, turn=16)
    four = ("u-butterfield", "u-roberts", "u-chapman", "u-buchanan")
    assert sums(odds(position, "2409", *four)) == (16, 12)
    assert odds(position, "2409", *four, guns=(2, 0)).ratio == (1, 1)
    assert sums(odds(position, "2409", *four, guns=(0, 2))) == (16, 14)


@pytest.mark.rule(ID, "B7.3.def")
def test_case_75_the_stone_bridge() -> None:
    pieces = {"c-jenkins": "3208", "c-corse": "3208", "u-milroy": "3307"}
    position = scene("28-august", pieces, turn=16)
    assert sums(odds(position, "3307", "c-jenkins", "c-corse")) == (8, 6)
    assert odds(position, "3307", "c-jenkins", "c-corse", guns=(2, 0)).ratio == (1, 1)


@pytest.mark.rule(ID, "12.11.1", "12.12.high", "12.10.len", "12.12.part")
def test_case_76_henry_house_hill() -> None:
    pieces = {"u-koltes": "3010", "c-law": "2909", "c-hood": "2910", "c-evans": "3110"}
    position = fighting("28-august", pieces, "3010", "c-law", "c-evans", turn=16)
    assert odds(position, "3010", "c-law").ratio == (1, 2)
    two = odds(position, "3010", "c-law", "c-hood")
    assert sums(two) == (8, 4) and not two.flank, "Evans counts only if he takes part"
    flank = odds(position, "3010", "c-law", "c-evans")
    assert flank.ratio == (2, 1) and flank.flank
    rolled(position, 2, 5, 6)
    assert falling_back(position) == {"u-koltes": 2}
    assert position.state.steps[unit(position, "c-law")] == 2
    assert position.state.steps[unit(position, "c-evans")] == 1


@pytest.mark.rule(ID, "G8.4.half", "12.9.more", "12.8")
def test_case_77_half_strengths() -> None:
    pieces = {"u-gamble-a": "4309", "c-archer": "4308"}
    position = fighting("gettysburg", pieces, "4309", "c-archer", turn=2)
    found = odds(position, "4309", "c-archer")
    assert found.ratio == (4, 1) and found.modifier == 3
    assert odds(position, "4309", "c-archer", guns=(0, 1)).ratio == (2, 1)
    assert odds(position, "4309", "c-archer", guns=(2, 1)).ratio == (3, 1)
    rolled(position, 2, 6)
    assert at(position, "u-gamble-a") == "lost" and position.state.steps[unit(position, "c-archer")] == 2


@pytest.mark.rule(ID, "G8.4.half", "12.11.1")
def test_case_78_a_half_and_one_for_height() -> None:
    position = scene("gettysburg", {"u-gamble-a": "4410", "c-archer": "4409"}, turn=2)
    assert sums(odds(position, "4410", "c-archer")) == (4, 3)
    assert odds(position, "4410", "c-archer", guns=(0, 1)).ratio == (1, 1)


@pytest.mark.rule(ID, "12.9.less", "12.2.all")
def test_case_79_one_to_four() -> None:
    pieces = {"c-brockenbrough": "4410", "u-iron-brigade": "4411", "u-cutler": "4411"}
    position = fighting("gettysburg", pieces, "4411", "c-brockenbrough", turn=2)
    found = odds(position, "4411", "c-brockenbrough")
    assert found.ratio == (1, 4) and found.modifier == -3
    rolled(position, 6, 6, 2)
    assert falling_back(position) == {} and at(position, "c-brockenbrough") == "lost"


@pytest.mark.rule(ID, "12.11.5")
def test_case_80_a_stack_in_town_loses_one() -> None:
    pieces = {"c-doles": "4417", "c-daniel": "4417", "u-ames": "4317", "u-von-gilsa": "4317"}
    position = fighting("gettysburg", pieces, "4317", "c-doles", "c-daniel", turn=3)
    assert sums(odds(position, "4317", "c-doles", "c-daniel")) == (8, 6)
    # By number von Gilsa comes before Ames, Daniel before Doles.
    rolled(position, 4, 3, 5, 5)
    assert set(falling_back(position)) == {"u-von-gilsa"}
    assert position.state.steps[unit(position, "c-daniel")] == 1


@pytest.mark.rule(ID, "12.11.5")
def test_a_single_strength_in_town_is_not_reduced() -> None:
    pieces = {"u-carroll": "4216", "c-steuart": "4115"}
    assert sums(odds(scene("gettysburg", pieces, turn=6), "4216", "c-steuart")) == (4, 2)


@pytest.mark.rule(ID, "12.8", "12.9.table", "12.9.more", "12.9.less")
@pytest.mark.parametrize(
    ("halves", "ratio", "change"),
    [
        ((14, 4), (3, 1), 2), ((10, 6), (1, 1), 0), ((6, 8), (1, 2), -1), ((4, 10), (1, 3), -2),
        ((22, 4), (5, 1), 4), ((1, 4), (1, 4), -3), ((6, 3), (2, 1), 1), ((12, 2), (6, 1), 4),
        ((1, 9), (1, 9), -3),
    ],
)  # fmt: skip
def test_case_81_odds_are_rounded_in_the_defenders_favour(
    halves: tuple[int, int], ratio: tuple[int, int], change: int
) -> None:
    position = scene("gettysburg", {"u-vincent": "2016"}, turn=9)
    assert combat._ratio(*halves) == ratio and combat.modifier(position, ratio) == change


@pytest.mark.rule(ID, "12.9.more", "12.9.one", "12.12.opp")
def test_case_82_six_to_one_counts_as_five() -> None:
    six = {
        "c-law": "2815", "c-robertson": "2815", "c-garnett": "2715", "c-kemper": "2715",
        "c-wilcox": "2716", "c-mahone": "2716",
    }  # fmt: skip
    for pip, back in [(2, {"u-grant": 1}), (1, {})]:
        position = fighting("gettysburg", {**six, "u-grant": "2816"}, "2816", *six, turn=10)
        found = odds(position, "2816", *six)
        assert found.ratio == (6, 1) and found.modifier == 4 and not found.flank
        rolled(position, pip, 6, 6, 6, 6, 6, 6)
        assert falling_back(position) == back
        assert all(position.state.steps[unit(position, name)] == 2 for name in six), "6 - 4 passes"


@pytest.mark.rule(ID, "12.10.len", "12.9.table")
def test_case_89_the_retreat_is_as_long_as_the_die_is_above_the_rating() -> None:
    pieces = {"u-harrow": "3017", "c-garnett": "3016", "c-kemper": "2916", "c-armistead": "2916"}
    attackers = ("c-garnett", "c-kemper", "c-armistead")
    position = fighting("gettysburg", pieces, "3017", *attackers, turn=15)
    rolled(position, 6, 1, 1, 1)
    assert falling_back(position) == {"u-harrow": 4}


FLANK_1: Pieces = {"u-zouaves": "3713", "c-wilcox": "3613", "c-wright": "3813", "c-mahone": "3814"}


@pytest.mark.rule(ID, "12.12.opp", "12.9.table", "12.12.ter")
def test_case_97_three_to_one_and_a_flank() -> None:
    attackers = ("c-wilcox", "c-wright", "c-mahone")
    position = fighting("gettysburg", FLANK_1, "3713", *attackers, turn=6)
    found = odds(position, "3713", *attackers)
    assert sums(found) == (12, 4) and found.flank and found.modifier == 2
    rolled(position, 2, 1, 1, 1)
    assert falling_back(position) == {"u-zouaves": 2}
    assert not odds(position, "3713", "c-wright", "c-mahone").flank, "only who takes part counts"


@pytest.mark.rule(ID, "12.12.high", "12.9.one")
def test_case_98_one_attacker_at_the_defenders_height() -> None:
    pieces = {"u-ruger": "3216", "c-barksdale": "3116", "c-law": "3315", "c-robertson": "3215"}
    attackers = ("c-barksdale", "c-law", "c-robertson")
    for pip, back in [(1, {}), (2, {"u-ruger": 2}), (6, {"u-ruger": 6})]:
        position = fighting("gettysburg", pieces, "3216", *attackers, turn=9)
        found = odds(position, "3216", *attackers)
        assert found.ratio == (3, 1) and found.flank
        rolled(position, pip, 1, 1, 1)
        assert falling_back(position) == back


@pytest.mark.rule(ID, "12.12.high", "12.11.1")
def test_flank_example_2_no_flank_for_who_is_higher_than_all() -> None:
    pieces = {"u-ruger": "3216", "c-law": "3315", "c-robertson": "3215", "c-barksdale": "3115"}
    found = odds(scene("gettysburg", pieces, turn=9), "3216", "c-law", "c-robertson", "c-barksdale")
    assert sums(found) == (12, 6) and found.ratio == (2, 1) and not found.flank


@pytest.mark.rule(ID, "12.12.opp")
def test_case_99_two_to_one_and_a_flank() -> None:
    pieces = {"u-ruger": "3116", "c-barksdale": "3117", "c-robertson": "3115"}
    position = fighting("gettysburg", pieces, "3116", "c-barksdale", "c-robertson", turn=9)
    assert odds(position, "3116", "c-barksdale", "c-robertson").ratio == (2, 1)
    rolled(position, 2, 6, 6)
    assert falling_back(position) == {"u-ruger": 1}
    assert position.state.steps[unit(position, "c-barksdale")] == 2


@pytest.mark.rule(ID, "12.11.5", "12.2.order", "12.6.dice", "12.10.who")
def test_case_100_combat_in_town() -> None:
    pieces: Pieces = {
        "c-stonewall": "4318", "c-nichols": "4219", "c-jones": "4016", "c-steuart": "4115",
        "u-harrow": "4319", "u-smyth": "4419", "u-hall": "4116", "u-philadelphia": "4116",
        "u-carroll": "4216",
    }  # fmt: skip
    guns = {"available": ["am-johnson", "am-confederate-ii-corps", "am-reserve-a"]}
    position = fighting("gettysburg", pieces, "4419", "c-stonewall", turn=6, **guns)
    play(position, "commit am-johnson")
    rolled(position, 2, 5)
    assert at(position, "u-smyth") == "lost" and position.state.casualties == (0, 1)
    assert position.state.steps[unit(position, "c-stonewall")] == 2
    position = fighting("gettysburg", pieces, "4319", "c-nichols", turn=6)
    rolled(position, 2, 5)
    assert position.state.steps[unit(position, "c-nichols")] == 1 and position.state.casualties == (1, 0)
    position = fighting("gettysburg", pieces, "4116", "c-jones", turn=6)
    assert sums(odds(position, "4116", "c-jones")) == (4, 4)
    rolled(position, 4, 5, 2)  # the Philadelphia brigade, Hall, Jones
    assert at(position, "u-hall") == "lost" and set(falling_back(position)) == {"u-philadelphia"}
    assert position.state.casualties == (0, 2)
    position = fighting("gettysburg", pieces, "4216", "c-steuart", turn=6, **guns)
    assert owner(position) == "union" and options(position) == ["pass", "commit am-reserve-a"]
    play(position, "commit am-reserve-a")
    rolled(position, 4, 4)
    assert position.state.casualties == (0, 0)


CUT: Pieces = {
    "c-perrin": "4513", "c-archer": "4610", "c-thomas": "4611", "c-scales": "4612",
    "u-paul": "4413", "u-iron-brigade": "4510", "u-cutler": "4511",
}  # fmt: skip


@pytest.mark.rule(ID, "G7.2.def", "G7.2.elim", "O.cut", "12.6.dice")
def test_railroad_cut_example() -> None:
    position = fighting("gettysburg", CUT, "4413", "c-perrin", turn=3)
    assert odds(position, "4413", "c-perrin").ratio == (2, 1), "one taken off, as the rule says"
    rolled(position, 5, 4)
    assert at(position, "u-paul") == "lost" and position.state.casualties == (0, 2)
    as_played = {"cut-penalty": "off"}
    position = fighting("gettysburg", CUT, "4413", "c-perrin", turn=3, options=as_played)
    assert odds(position, "4413", "c-perrin").ratio == (1, 1), "as the example plays it"
    rolled(position, 5, 4)
    assert told(position, "eliminated") and at(position, "u-paul") == "lost"
    assert odds(position, "4510", "c-archer", "c-thomas", guns=(0, 2)).ratio == (1, 1)


@pytest.mark.rule(ID, "G7.2.def", "G7.2.elim")
def test_who_attacks_a_cut_along_it_takes_nothing_off_and_lets_them_retreat() -> None:
    position = fighting("gettysburg", CUT, "4510", "c-archer", turn=3)
    assert sums(odds(position, "4510", "c-archer")) == (4, 4)
    rolled(position, 6, 1)
    assert falling_back(position) == {"u-iron-brigade": 1}


@pytest.mark.rule(ID, "12.9.step")
def test_a_six_fails_at_any_odds_only_by_agreement() -> None:
    pieces = {"u-gamble-a": "4309", "c-archer": "4308"}
    for chosen, steps in [("off", 2), ("on", 1)]:
        agreed = {"six-always-fails": chosen}
        position = fighting("gettysburg", pieces, "4309", "c-archer", turn=2, options=agreed)
        rolled(position, 1, 6)
        assert position.state.steps[unit(position, "c-archer")] == steps


@pytest.mark.rule(ID, "12.6.dice")
def test_all_roll_before_anything_happens() -> None:
    pieces: Pieces = {"u-smyth": "4419", "c-stonewall": "4318"}
    position = fighting("gettysburg", pieces, "4419", "c-stonewall", turn=6)
    position.log = []
    play(position, "roll 6")
    assert position.state.steps[unit(position, "u-smyth")] == 1, "not yet"
    play(position, "roll 6")
    position.decision()
    assert at(position, "u-smyth") == "lost" and position.state.steps[unit(position, "c-stonewall")] == 2
    assert [fact["piece"] for fact in told(position, "check")] == ["u-smyth", "c-stonewall"]


# --- ratings by die


@pytest.mark.rule(ID, "G8.1.die", "G8.2")
def test_case_142_davis_and_vermont_roll_for_their_rating_in_their_first_combat() -> None:
    pieces: Pieces = {"c-davis": "4410", "u-vermont": "4411"}
    position = fighting("gettysburg", pieces, "4411", "c-davis", turn=6)
    position.log = []
    play(position, "roll 4", "roll 4")
    assert position.state.rating[unit(position, "u-vermont")] == 4
    assert position.state.rating[unit(position, "c-davis")] == 3
    assert [fact["rating"] for fact in told(position, "rating")] == [4, 3]
    play(position, "roll 1", "roll 1")
    again = fighting(
        "gettysburg",
        {"c-davis": {"at": "4410", "rating": 3}, "u-iron-brigade": "4411"},
        "4411",
        "c-davis",
        turn=6,
    )
    decision = again.decision()
    assert decision is not None and decision.about.roll == "combat", "for the rest of the game"


@pytest.mark.rule(ID, "G8.1.die", "G8.2")
@pytest.mark.parametrize(
    ("name", "ratings"), [("c-davis", [2, 2, 3, 3, 4, 5]), ("u-vermont", [2, 3, 3, 4, 4, 5])]
)
def test_the_ratings_of_each_die(name: str, ratings: list[int]) -> None:
    for pip, wanted in enumerate(ratings, 1):
        position = scene("gettysburg", {name: "4410"}, turn=6)
        position.state.frames = [("rating_die", unit(position, name))]
        play(position, f"roll {pip}")
        assert position.state.rating[unit(position, name)] == wanted


@pytest.mark.rule(ID, "12.6.cav", "G8.1.not")
def test_case_141_no_dice_when_the_cavalry_has_gone() -> None:
    pieces: Pieces = {"c-davis": "4409", "u-devin-a": "4410"}
    extra = {"available": ["am-heth", "am-buford"]}
    position = fighting(
        "gettysburg", pieces, "4410", "c-davis", turn=2, others=("retreats", "cavalry_retreat"), **extra
    )
    combat.ask_combat(position, position.state.frames[-1])
    assert position.state.frames[-1][0] == "cavalry_retreat", "it decides before anything else"
    put(position, unit(position, "u-devin-a"), position.rules.board.place("4413"))
    assert options(position) == ["advance c-davis 4410", "stay"]
    assert not position.state.rating[unit(position, "c-davis")]


# --- artillery in the order of the rule


@pytest.mark.rule(ID, "12.6.am", "13.1", "13.5", "13.1.one")
def test_case_140_the_attacker_commits_first_and_the_defender_may_answer() -> None:
    pieces: Pieces = {"c-hoke": "2217", "c-hays": "2217", "c-smith": "2216", "u-day": "2316"}
    extra = {"available": ["am-early", "am-v-corps"]}
    attackers = ("c-hoke", "c-hays", "c-smith")
    position = fighting("gettysburg", pieces, "2316", *attackers, turn=6, **extra)
    position.log = []
    assert owner(position) == "confederate" and options(position) == ["pass", "commit am-early"]
    assert refusal(position, "union", "commit am-v-corps").rule
    play(position, "commit am-early")
    assert owner(position) == "union" and options(position) == ["pass", "commit am-v-corps"]
    play(position, "commit am-v-corps")
    position.decision()
    assert told(position, "odds")[0]["odds"] == "2-1", "6 to 3"
    assert [fact["piece"] for fact in told(position, "guns")] == ["am-early", "am-v-corps"]
    assert at(position, "am-early") == at(position, "am-v-corps") == "spent"
    position = fighting("gettysburg", pieces, "2316", *attackers, turn=6, **extra)
    position.log = []
    play(position, "commit am-early", "pass")
    position.decision()
    assert told(position, "odds")[0]["odds"] == "3-1"
    assert at(position, "am-v-corps") == "available"
    position = fighting("gettysburg", pieces, "2316", *attackers, turn=6, **extra)
    position.log = []
    play(position, "pass", "commit am-v-corps")
    position.decision()
    assert told(position, "odds")[0]["odds"] == "1-1"


@pytest.mark.rule(ID, "B8.8.lift", "12.10.who")
def test_case_124_a_unit_lost_in_defence_lifts_the_bar() -> None:
    pieces: Pieces = {"c-archer": {"at": "2909", "steps": 1}, "u-grover": "2910", "u-carr": "2910"}
    position = fighting("28-august", pieces, "2909", "u-grover", "u-carr", turn=4)
    rolled(position, 6, 1, 1)
    assert position.state.bar_lifted == 1
    pieces = {"c-hays": "2909", "u-grover": "2910", "u-carr": "2910"}
    position = fighting("28-august", pieces, "2909", "u-grover", "u-carr", turn=4)
    rolled(position, 6, 1, 1)
    assert not position.state.bar_lifted and set(falling_back(position)) == {"c-hays"}, (
        "case 125: a step only"
    )


@pytest.mark.rule(ID, "12.10.who")
def test_attackers_never_retreat_and_defenders_that_pass_stay() -> None:
    pieces: Pieces = {"u-ames": "4417", "u-von-gilsa": "4417", "c-doles": "4418"}
    position = fighting("gettysburg", pieces, "4417", "c-doles", turn=3)
    rolled(position, 6, 1, 6)
    assert position.state.steps[unit(position, "c-doles")] == 1
    assert set(falling_back(position)) == {"u-von-gilsa"}
