"""9.6 Replacements at night."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.clash_of_giants.rules.battlefield import Clash
from tests.cases.clash_of_giants.scene import ID, at, options, owner, place, play, refusal, scene, unit


def night(scenario: str, pieces: dict[str, Any], turn: int, **extra: Any) -> Clash:
    position = scene(scenario, pieces, turn=turn, phase="night", **extra)
    position.state.frames = [("replacements",)]
    return position


def reduced(where: str, **more: Any) -> dict[str, Any]:
    return {"at": where, "steps": 1, **more}


KEARNY = {name: reduced(at) for name, at in (("u-robinson", "4404"), ("u-birney", "4404"), ("u-poe", "4405"))}


@pytest.mark.rule(ID, "9.6.die", "9.6.limit", "9.6.vp", "9.6.when")
def test_case_147_one_step_a_unit_and_two_a_formation() -> None:
    pieces = {**KEARNY, "u-grover": reduced("4504"), "c-early": "2907"}
    position = night("28-august", pieces, 6, casualties={"confederate": 7})
    assert owner(position) == "chance"
    play(position, "roll 4")
    assert owner(position) == "union"
    assert options(position) == [
        "pass", *(f"restore {name}" for name in sorted(pieces, key=lambda n: unit(position, n))[:4]),
    ]  # fmt: skip
    play(position, "restore u-robinson")
    assert refusal(position, "union", "restore u-robinson").rule == "9.6.limit"
    play(position, "restore u-poe")
    assert refusal(position, "union", "restore u-birney").rule == "9.6.limit"
    play(position, "restore u-grover")
    assert position.decision() is None, "the fourth is lost, and the Confederates have nothing to restore"
    assert position.state.casualties == (0, 4)
    steps = [position.state.steps[unit(position, name)] for name in (*KEARNY, "u-grover")]
    assert steps == [2, 1, 2, 2]


@pytest.mark.rule(ID, "9.6.die")
def test_the_die_is_the_number_of_steps_and_the_owner_may_take_fewer() -> None:
    pieces = {**KEARNY, "u-grover": reduced("4504"), "c-early": reduced("2907"), "c-hays": "2806"}
    position = night("28-august", pieces, 6, casualties={"confederate": 7, "union": 1})
    play(position, "roll 1", "restore u-grover")
    assert owner(position) == "chance", "one step, then the Confederates"
    play(position, "roll 6", "pass")
    assert position.decision() is None and position.state.casualties == (1, 6)


@pytest.mark.rule(ID, "9.6.unit")
@pytest.mark.parametrize(
    ("pieces", "why"),
    [
        ({"u-meade": reduced("3411", moved=True)}, "moved"),
        ({"u-meade": reduced("3411"), "c-early": "3410"}, "next to an enemy"),
    ],
)
def test_who_moved_or_stands_next_to_an_enemy_gets_nothing_back(pieces: dict[str, Any], why: str) -> None:
    position = night("28-august", {**pieces, "u-milroy": reduced("4405")}, 6)
    play(position, "roll 6")
    refused = refusal(position, "union", "restore u-meade")
    assert refused.rule == "9.6.unit" and why in refused.says
    assert options(position) == ["pass", "restore u-milroy"]


@pytest.mark.rule(ID, "9.6.unit")
def test_who_was_out_of_command_or_has_no_path_home_gets_nothing_back() -> None:
    position = night("28-august", {"u-meade": reduced("3411"), "u-milroy": reduced("4405")}, 6)
    position.state.strayed = 1 << unit(position, "u-meade")
    play(position, "roll 6")
    assert refusal(position, "union", "restore u-meade").rule == "9.6.unit"
    # A ring two hexes away: next to nobody, but every way home is barred.
    around = position.rules.board.within(place(position, "3008"), 2)
    ring = around & ~position.rules.board.within(place(position, "3008"), 1)
    names = [position.rules.board.names[p] for p in range(position.rules.board.size) if ring >> p & 1]
    roster = position.rules.roster
    infantry = [
        roster.ids[p] for p in range(roster.unit_count) if roster.side[p] and not roster.cavalry >> p & 1
    ]
    pieces = {
        "u-meade": reduced("3008"),
        "u-milroy": reduced("4405"),
        **dict(zip(infantry, names, strict=False)),
    }
    position = night("28-august", pieces, 12)
    play(position, "roll 6")
    refused = refusal(position, "union", "restore u-meade")
    assert refused.rule == "9.6.unit" and "path" in refused.says


@pytest.mark.rule(ID, "9.6.back", "9.6.vp")
def test_case_148_shaler_comes_back_with_or_beside_eustis() -> None:
    pieces = {"u-eustis": "2622", "u-shaler": {"box": "lost"}, "c-law": "1909", "u-torbert": "2420"}
    position = night("gettysburg", pieces, 11, casualties={"confederate": 4})
    play(position, "roll 3")
    near = position.rules.board.within(place(position, "2622"), 1)
    wanted = {f"restore u-shaler {name}" for name in position.rules.board.names_of(near)}
    assert set(options(position)) == {"pass", *wanted}
    assert refusal(position, "union", "restore u-shaler 2420").rule == "9.6.back"
    play(position, "restore u-shaler 2622")
    assert at(position, "u-shaler") == "2622" and position.state.steps[unit(position, "u-shaler")] == 1
    assert position.state.casualties == (0, 2)
    assert position.decision() is None, "one step a unit"


@pytest.mark.rule(ID, "9.6.back")
def test_nobody_comes_back_next_to_an_enemy_or_to_a_unit_that_moved() -> None:
    lost = {"u-shaler": {"box": "lost"}}
    position = night("gettysburg", {"u-eustis": "2622", "c-law": "2620", **lost}, 11)
    play(position, "roll 3")
    assert "restore u-shaler 2622" in options(position) and "restore u-shaler 2621" not in options(position)
    moved = {"u-eustis": {"at": "2622", "moved": True}, "c-law": "1909", **lost}
    assert night("gettysburg", moved, 11).decision() is None


@pytest.mark.rule(ID, "G8.4.norepl")
def test_case_149_bufords_men_never_come_back() -> None:
    pieces = {"u-gamble-b": "2918", "u-gamble-a": {"box": "lost"}, "u-ames": reduced("2618")}
    position = night("gettysburg", pieces, 5)
    play(position, "roll 6")
    assert options(position) == ["pass", "restore u-ames"]
    assert refusal(position, "union", "restore u-gamble-a 2918").rule == "G8.4.norepl"
