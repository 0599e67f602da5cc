"""6 The steps of a turn, in order, and what a new turn clears."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bullrun.engine.frames import Procedure
from bullrun.games.clash_of_giants.rules import sequence
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.setup import prepare
from bullrun.games.clash_of_giants.rules.state import ASIDE, CUP, GONE, READY, SPENT
from bullrun.games.loading import Agreed
from tests.cases.clash_of_giants.scene import GAME, ID, rules, scene, unit


def steps_of(scenario: str, turns: Sequence[int], **options: str) -> list[list[str]]:
    """The procedures that are called in some turns, each of which ends at once here."""
    called: dict[int, list[str]] = {}

    def ask(position: Clash, frame: tuple[object, ...]) -> None:
        called.setdefault(position.state.turn, []).append(str(frame[0]))
        position.end()
        if frame[0] == "turn_end" and position.state.turn == max(turns):
            position.finish("union", "6.5", "enough")

    real = rules(scenario, **options)
    procedures = {step.procedure: Procedure(ask) for step in sequence.STEPS} | sequence.PROCEDURES
    ready = Battlefield(Agreed(real.scenario, real.data, real.options, procedures, real.charts), {})
    position = prepare(ready)
    position.state.frames = [("turn", 0)]
    assert position.decision() is None
    return [called[turn] for turn in turns]


OPERATIONS = ["declare_first", "command_cup", "play_first", "draws"]
DAY = ["arrivals", "artillery_cup", "special_dice", *OPERATIONS, "required_retreats", "turn_end"]
DARK = ["arrivals", "command_cup", "draws", "required_retreats", "replacements", "surrender", "turn_end"]


@pytest.mark.rule(ID, "6.1.order", "6.4", "15.2", "15.1.calm", "15.1.move", "9.6.when")
def test_a_day_turn_and_a_night_turn_at_gettysburg() -> None:
    day, night = steps_of("gettysburg", (4, 5))
    assert day == ["grand_battery", *DAY]
    assert night == DARK


@pytest.mark.rule(ID, "G8.4.leave")
def test_buford_leaves_before_the_required_retreats_of_turn_7() -> None:
    six, seven, eight = steps_of("gettysburg", (6, 7, 8))
    assert six == eight == ["grand_battery", *DAY]
    assert seven == ["grand_battery", *DAY[:-2], "buford_leaves", *DAY[-2:]]


@pytest.mark.rule(ID, "B8.2.when", "B8.7.variant")
def test_williams_is_sold_at_the_start_of_turns_7_and_13_and_never_without_orders() -> None:
    played = steps_of("28-august", (6, 7, 8, 13))
    assert ["williams" in steps for steps in played] == [False, True, False, True]
    assert played[1] == ["releases", "williams", *DAY] and played[0] == ["releases", *DARK]
    without = steps_of("28-august", (7, 13), popes_orders="off")
    assert not [steps for steps in without if "williams" in steps]


@pytest.mark.rule(ID, "O.night")
def test_guns_at_night_by_agreement() -> None:
    (night,) = steps_of("gettysburg", (5,), night_combat="on")
    assert night == [DARK[0], "artillery_cup", *DARK[1:]], "special markers stay out of it in any case"


@pytest.mark.rule(ID, "B9.2")
def test_the_scenario_of_the_29th_begins_on_turn_7() -> None:
    assert len(steps_of("29-august", range(7, 18))) == 11


@pytest.mark.rule(ID, "6.2.aside", "13.5", "12.1.once")
def test_a_new_turn_begins_with_all_markers_at_hand_and_nothing_used() -> None:
    position = scene("gettysburg", {"u-vincent": "2016", "c-law": "1909"}, turn=6, phase="turn end")
    state = position.state
    boxes = {"am-v-corps": SPENT, "am-hood": READY, "cm-v-corps": CUP, "am-buford": GONE, "scm-lee": READY}
    for name, box in boxes.items():
        state.box[unit(position, name)] = box
    state.acted, state.moved, state.strayed, state.wing_fights, state.rode = 3, 1, 1, 2, 4
    sequence._clean_up(position)
    assert [state.box[unit(position, name)] for name in boxes] == [ASIDE, ASIDE, ASIDE, GONE, ASIDE]
    assert (state.acted, state.moved, state.strayed, state.wing_fights, state.rode) == (0, 0, 0, -1, 0)


def test_phase_names_turn_side_and_phase() -> None:
    assert GAME.phase(GAME.start("gettysburg", {})) == ("turn 1", "", "set-up")
    position = scene(
        "gettysburg", {"u-vincent": "2016"}, turn=6, phase="movement", marker="cm-v-corps", points=4
    )
    assert GAME.phase(position) == ("turn 6", "union", "operations")
