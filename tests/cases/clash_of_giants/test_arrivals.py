"""9.1 and 9.4 Arrivals: attempts, dice, entry hexes and the markers that come along."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.clash_of_giants.rules.arrivals import why_not_hurry
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.state import ASIDE, DUE
from bullrun.games.clash_of_giants.rules.victory import target
from tests.cases.clash_of_giants.scene import (
    GAME,
    ID,
    at,
    options,
    owner,
    play,
    refusal,
    scene,
    told,
    unit,
)

IX = ("u-scammon", "u-christ", "u-leasure", "u-farnsworth", "u-nagle", "u-ferrero")
FAR = {"28-august": {"c-early": "2907"}, "29-august": {"c-early": "2111"}, "gettysburg": {"c-archer": "4505"}}


def arriving(scenario: str, turn: int, keep: tuple[str, ...], **extra: Any) -> Clash:
    """A turn's arrivals, in which only these groups are still to come."""
    position = scene(scenario, FAR[scenario], turn=turn, phase="arrivals", **extra)
    state = position.state
    for index, group in enumerate(position.rules.groups):
        if group.id not in keep:
            state.here |= 1 << index
    state.frames = [("arrivals",)]
    position.log = []
    return position


def due(position: Clash, group: str) -> int:
    ids = [one.id for one in position.rules.groups]
    return position.state.due[ids.index(group)]


def finish(position: Clash) -> None:
    """The arrivals ask nothing more."""
    assert position.decision() is None


@pytest.mark.rule(ID, "9.4.early", "9.4.novp", "9.4.once", "9.1.place", "7.1.entry")
@pytest.mark.parametrize(("pip", "turn"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_cases_13_to_15_an_early_attempt(pip: int, turn: int) -> None:
    position = arriving("28-august", 2, ("ix-corps",))
    assert owner(position) == "union" and options(position) == ["pass", "hurry ix-corps"]
    play(position, "hurry ix-corps", f"roll {pip}")
    finish(position)
    assert due(position, "ix-corps") == turn and position.state.delays == (0, 0)
    waits = [at(position, one) for one in IX]
    assert waits == ["3225"] * 6 if turn == 2 else set(waits) == {"to come"}
    for later in range(3, turn + 1):
        position.state.turn, position.state.hurried = later, 0
        position.state.frames = [("arrivals",)]
        assert position.decision() is None, "without another die"
        assert (at(position, "u-christ") == "3225") == (later == turn)


@pytest.mark.rule(ID, "9.4.time", "9.4.vp", "B4.1.1.delay", "9.4.once")
def test_case_16_ix_corps_two_turns_late() -> None:
    position = arriving("28-august", 3, ("ix-corps",))
    assert owner(position) == "chance"
    play(position, "roll 6")
    finish(position)
    assert due(position, "ix-corps") == 5 and position.state.delays == (2, 0)
    assert target(position, 1) == 27 and target(position, 0) == 25
    for turn, here in [(4, "to come"), (5, "3225")]:
        position.state.turn, position.state.frames = turn, [("arrivals",)]
        assert position.decision() is None and at(position, "u-nagle") == here


@pytest.mark.rule(ID, "9.4.time", "9.4.vp", "G4.1.1.delay", "G4.1.2.target")
@pytest.mark.parametrize(
    ("turn", "group", "pip", "comes", "delays"),
    [
        (3, "early", 5, 4, (0, 2)),
        (6, "v-corps", 6, 8, (2, 0)),
        (6, "v-corps", 4, 6, (0, 0)),
        (4, "xii-corps", 6, 6, (4, 0)),
        (1, "robinson", 5, 2, (2, 0)),
    ],
)
def test_cases_17_18_19_and_111_delays_at_gettysburg(
    turn: int, group: str, pip: int, comes: int, delays: tuple[int, int]
) -> None:
    position = arriving("gettysburg", turn, (group,))
    play(position, f"roll {pip}")
    finish(position)
    assert due(position, group) == comes and position.state.delays == delays
    assert [target(position, side) for side in range(2)] == [40 + delays[1], 40 + delays[0]]


@pytest.mark.rule(ID, "9.4.group", "9.4.early")
def test_each_group_has_its_own_die_union_first_and_attempts_come_before_all_dice() -> None:
    position = arriving("gettysburg", 4, ("vermont", "birney", "xii-corps", "johnson", "humphreys", "hood"))
    assert owner(position) == "union" and options(position) == ["pass", "hurry humphreys"]
    assert refusal(position, "union", "hurry vermont").rule == "9.4.early"
    assert refusal(position, "union", "hurry hood").rule == "9.4.early", "the enemy's"
    play(position, "pass")
    assert owner(position) == "confederate" and options(position) == ["pass", "hurry hood"]
    play(position, "hurry hood", *["roll 1"] * 5)
    finish(position)
    rolled = [fact["group"] for fact in told(position, "arrival_roll")]
    titles = {group.id: group.title for group in position.rules.groups}
    assert rolled == [titles[one] for one in ("vermont", "birney", "xii-corps", "johnson", "hood")]
    assert at(position, "c-law") == "3201" and at(position, "u-greene") == "2627"


@pytest.mark.rule(ID, "9.4.vp")
@pytest.mark.parametrize(("agreed", "points"), [("off", 6), ("on", 4)])
def test_delay_points_of_a_formation_in_several_groups(agreed: str, points: int) -> None:
    position = arriving("gettysburg", 4, ("birney", "humphreys"), options={"delay-points-once": agreed})
    play(position, "pass", "roll 6")
    position.state.turn = 4
    position.state.frames = [("arrivals",)]
    position.state.due = tuple(
        4 if group.id == "humphreys" else turn
        for group, turn in zip(position.rules.groups, position.state.due, strict=True)
    )
    play(position, "roll 5")
    assert position.state.delays == (points, 0)


@pytest.mark.rule(ID, "9.4.fixed", "O.fixed")
def test_fixed_arrivals_have_neither_dice_nor_attempts() -> None:
    position = arriving("28-august", 3, ("ix-corps", "king"), options={"arrivals": "historical"})
    finish(position)
    assert at(position, "u-christ") == "3225" and position.state.delays == (0, 0)
    position = arriving("28-august", 2, ("ix-corps",), options={"arrivals": "historical"})
    refused = why_not_hurry(position, ("hurry", "ix-corps"))
    assert refused is not None and refused.rule == "O.fixed"
    finish(position)
    assert at(position, "u-christ") == "to come"


@pytest.mark.rule(ID, "9.4.none", "B8.2.how")
def test_williams_arrives_at_e_without_a_die_and_no_attempt() -> None:
    position = arriving("28-august", 13, ("williams",), due={"williams": 13})
    finish(position)
    assert at(position, "u-crawford") == at(position, "u-gordon") == "3225"
    assert position.state.box[unit(position, "cm-williams")] == ASIDE
    assert refusal(arriving("28-august", 6, ("v-corps", "williams")), "union", "hurry williams").rule


@pytest.mark.rule(ID, "G2.3", "9.1.place")
def test_xii_corps_arrives_at_h_and_waits_off_the_map() -> None:
    position = arriving("gettysburg", 4, ("xii-corps",))
    play(position, "roll 1")
    finish(position)
    assert at(position, "u-ruger") == "2627" == at(position, "u-candy")
    assert position.state.arrival[unit(position, "u-ruger")] == 4


@pytest.mark.rule(ID, "G7.7.a")
def test_case_20_both_sides_at_a() -> None:
    groups = ("humphreys", "hood", "mclaws")
    position = arriving("gettysburg", 5, groups, due={"humphreys": 5, "hood": 5, "mclaws": 7})
    finish(position)
    assert at(position, "u-carr") == "1307" and at(position, "c-law") == "3201"
    position = arriving("gettysburg", 5, groups, due={"humphreys": 5, "hood": 6, "mclaws": 6})
    finish(position)
    assert at(position, "u-carr") == "3201"
    position.state.turn, position.state.frames = 6, [("arrivals",)]
    assert position.decision() is None
    assert at(position, "u-carr") == "3201" == at(position, "c-law"), "who waits in A stays"


@pytest.mark.rule(ID, "G7.7.d")
def test_case_21_rodes_divides_his_brigades_over_both_hexes_of_d() -> None:
    position = arriving("gettysburg", 2, ("rodes",))
    play(position, "roll 3")
    assert owner(position) == "confederate"
    assert options(position) == ["enter c-daniel 5515", "enter c-daniel 5516"]
    assert refusal(position, "confederate", "enter c-daniel 5520").rule == "G7.7.d"
    where = ["5515", "5516", "5515", "5516", "5515"]
    units = ["c-daniel", "c-doles", "c-iverson", "c-ramseur", "c-o-neal"]
    for name, place in zip(units, where, strict=True):
        play(position, f"enter {name} {place}")
    finish(position)
    assert [at(position, name) for name in units] == where
    assert [fact["at"] for fact in told(position, "arrived")] == ["5515", "5516"]


@pytest.mark.rule(ID, "9.4.marks")
def test_markers_come_with_the_first_group_early_or_late_and_those_of_a_corps_on_their_turn() -> None:
    position = arriving("28-august", 2, ("ix-corps",))
    boxes = position.state.box
    for name in ("cm-ix-corps", "am-ix-corps"):
        assert boxes[unit(position, name)] == DUE
    play(position, "hurry ix-corps", "roll 1")
    finish(position)
    for name in ("cm-ix-corps", "am-ix-corps"):
        assert boxes[unit(position, name)] == ASIDE
    position = arriving("28-august", 3, ("reynolds",))
    play(position, "roll 1")
    finish(position)
    boxes = position.state.box
    assert boxes[unit(position, "am-reynolds")] == ASIDE
    assert boxes[unit(position, "am-iii-corps")] == DUE, "a corps marker waits for its printed turn"
    position.state.turn, position.state.frames = 5, [("arrivals",)]
    position.decision()
    assert boxes[unit(position, "am-iii-corps")] == ASIDE


@pytest.mark.rule(ID, "B9.3.marks", "B9.4.rest", "B9.2")
def test_on_the_29th_the_markers_up_to_turn_7_are_in_play_and_its_groups_roll() -> None:
    position = GAME.start("29-august", {"union-setup": "historical"})
    play(position, "decline")
    assert options(position)[0] == "pass", "groups of turn 8 may try early"
    boxes, roster = position.state.box, position.rules.roster
    here = {roster.ids[piece] for piece in roster.commands if boxes[piece] == ASIDE}
    wanted = "taliaferro ewell light ix-corps kearny hooker king reynolds i-corps"
    assert here == {f"cm-{name}" for name in wanted.split()}
    assert boxes[unit(position, "am-stuart-horse")] == ASIDE == boxes[unit(position, "am-iii-corps")]
    play(position, "pass", *["roll 1"] * 3)
    position.decision()
    assert at(position, "u-warren") == "3225" and at(position, "u-tower") == "1915"


@pytest.mark.rule(ID, "9.4.group", "G5.1.reynolds", "G4.1.1.delay")
def test_case_19_robinsons_men_come_late_and_reynolds_acts_without_them() -> None:
    position = GAME.start("gettysburg", {})
    position.log = []
    while (decision := position.decision()) is not None and decision.about.roll != "arrival":
        position.apply(("pass",))
    assert decision is not None and decision.question == "Arrival of Robinson's division"
    play(position, "roll 5")
    while (decision := position.decision()) is not None and not told(position, "command_roll"):
        position.apply(decision.options[0])
    assert due(position, "robinson") == 2 and position.state.delays == (2, 0)
    while (decision := position.decision()) is not None and len(told(position, "activated")) < 2:
        position.apply(("done",) if ("done",) in decision.options else decision.options[-1])
    reynolds = told(position, "activated")[1]
    assert reynolds["piece"] == "scm-reynolds"
    assert set(reynolds["pieces"]) == {"u-iron-brigade", "u-cutler", "u-biddle", "u-stone"}


@pytest.mark.rule(ID, "G4.1.1.delay", "G4.1.2.target")
def test_case_111_xii_corps_two_turns_late_on_turn_4() -> None:
    position = arriving("gettysburg", 4, ("xii-corps",))
    play(position, "roll 6")
    finish(position)
    assert position.state.delays == (4, 0) and target(position, 1) == 44
