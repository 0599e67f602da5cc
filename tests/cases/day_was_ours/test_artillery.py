"""6. The Artillery Phase: taking turns, what a battery does, entering, and withdrawal by an option."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.day_was_ours.rules.battlefield import Day
from tests.cases.day_was_ours.scene import at, explain, given, options, place, play, told, unit

GAME = "day-was-ours"


def phase(*units: str, side: str = "union", **more: Any) -> Day:
    """The Artillery Phase alone, with this side to act."""
    position = given(*units, side=side, phase="artillery", **more)
    position.state.frames = position.state.frames[-1:]
    return position


def owner(position: Day) -> str:
    decision = position.decision()
    return decision.owner if decision is not None else "nobody"


def refused(position: Day, action: str) -> str:
    refusal = explain(position, action)
    assert refusal is not None, f"{action} is an option"
    return refusal.rule


@pytest.mark.rule(GAME, "6.2", "6.2b")
def test_case_195_a_pass_does_not_bar_a_later_act() -> None:
    position = phase("Griffin 1914", "Ricketts 1418", "Imboden 2523", turn="10:00 AM")
    due = ("bring 1800", "bring 4022")
    assert options(position) == ["guns 1418", "guns 1914", *due, "pass"]
    position = phase("Griffin 1914", "Ricketts 1418", "Imboden 2523", turn="9:00 AM")
    assert owner(position) == "union" and options(position) == ["guns 1418", "guns 1914", "pass"]
    play(position, "guns 1418", "done")
    assert owner(position) == "confederate" and options(position) == ["guns 2523", "pass"]
    play(position, "pass")
    assert owner(position) == "union"
    play(position, "guns 1914", "done")
    assert owner(position) == "confederate"
    play(position, "guns 2523", "done")
    assert owner(position) == "nobody"


@pytest.mark.rule(GAME, "6.2b")
def test_two_passes_in_a_row_end_the_phase() -> None:
    position = phase("Griffin 1914", "Imboden 2523", turn="9:00 AM")
    play(position, "pass", "pass")
    assert owner(position) == "nobody"


@pytest.mark.rule(GAME, "6.2")
def test_the_union_begins_and_a_side_without_guns_passes_by_itself() -> None:
    position = given("Griffin 1914", "Imboden 2523", turn="9:00 AM")
    position.state.frames = [("artillery",)]
    assert owner(position) == "union"
    alone = given("2 RI 1914", "Imboden 2523", turn="9:00 AM")
    alone.state.frames = [("artillery",)]
    assert owner(alone) == "confederate"
    play(alone, "guns 2523", "done")
    assert owner(alone) == "nobody"


@pytest.mark.rule(GAME, "6.2c", "6.3")
def test_case_196_batteries_of_a_hex_act_each_for_itself_and_once() -> None:
    position = phase("Reynolds 2115", "Martin 2115", "8 GA 2017", turn="9:30 AM")
    play(position, "guns 2115")
    assert any(text.startswith("fire 2017 USA-Reynolds USA-Martin") for text in options(position))
    play(position, "fire 2017 USA-Reynolds", "11")
    assert not any("USA-Reynolds" in text for text in options(position))
    assert refused(position, "move USA-Reynolds 2114") == "6.3"
    play(position, "move USA-Martin 2114", "done")
    assert at(position, "Martin") == "2114"
    assert "guns 2115" not in options(position) and "guns 2114" not in options(position)


@pytest.mark.rule(GAME, "6.2c")
def test_the_other_order_works_as_well() -> None:
    position = phase("Reynolds 2115", "Martin 2115", "8 GA 2017", turn="9:30 AM")
    play(position, "guns 2115", "move USA-Martin 2114", "fire 2017 USA-Reynolds", "11")
    assert at(position, "Martin") == "2114" and not any("Martin" in text for text in options(position))


@pytest.mark.rule(GAME, "6.3", "13.1")
def test_a_battery_rallies_instead() -> None:
    position = phase("Griffin 1914 hits=1", "71 NY 1914 worn", "8 GA 2523", turn="9:00 AM")
    play(position, "guns 1914", "rally USA-Griffin", "1")
    while owner(position) == "union" and any(text.startswith("recover") for text in options(position)):
        play(position, next(text for text in options(position) if text.startswith("recover")))
    assert position.state.hits[unit("Griffin")] == 0
    assert not any("USA-Griffin" in text for text in options(position))


@pytest.mark.rule(GAME, "6.7", "9.1g", "10.7")
def test_case_198_an_engaged_battery_fires_next_to_it_or_leaves() -> None:
    position = phase("Griffin 1915 hits=1", "8 GA 2016", "7 GA 2018", turn="9:00 AM")
    play(position, "guns 1915")
    found = options(position)
    assert "fire 2016 USA-Griffin" in found and "move USA-Griffin 1914" in found
    assert not any(text.startswith(("fire 2018", "rally")) for text in found)
    assert refused(position, "move USA-Griffin 2015") == "6.6"
    play(position, "move USA-Griffin 1914", "react 2016", "11")
    assert at(position, "Griffin") == "1914"


@pytest.mark.rule(GAME, "6.5d", "9.1f", "2.10i")
def test_case_24_a_battery_on_angled_ground_does_not_fire() -> None:
    position = phase("Griffin 3216", "8 GA 3118", turn="9:00 AM")
    play(position, "guns 3216")
    assert not any(text.startswith("fire") for text in options(position))
    assert refused(position, "fire 3118 USA-Griffin") == "9.1f"


@pytest.mark.rule(GAME, "2.1b", "6.1")
def test_case_225_guns_do_nothing_when_a_brigade_beside_them_is_activated() -> None:
    position = given(
        "Rockbridge 2427", "4 VA 2427 worn", "2 RI 1914",
        side="confederate", phase="movement", brigade="Jackson", order="maneuver",
    )  # fmt: skip
    assert not any("Rockbridge" in text for text in options(position))
    assert refused(position, "move CSA-Rockbridge 2428") == "2.1b"
    assert refused(position, "guns 2427") == "6.2"


@pytest.mark.rule(GAME, "6.9", "6.4")
def test_case_30_batteries_that_are_due_at_one_hex_are_one_step() -> None:
    position = phase("2 RI 1914", "28 VA 3331", turn="9:30 AM")
    assert options(position) == ["bring 1800", "bring 4022", "pass"]
    play(position, "bring 1800", "enter USA-Reynolds 1709", "enter USA-Martin 1708", "done")
    assert at(position, "Reynolds") == "1709" and at(position, "Martin") == "1708"
    assert options(position) != [] and owner(position) == "confederate"


@pytest.mark.rule(GAME, "6.9", "16.3.6")
def test_case_177_carlisle_enters_and_stays_near_the_bridge() -> None:
    position = phase("2 RI 1914", "28 VA 3331", turn="9:30 AM")
    play(position, "bring 4022")
    found = {text.split()[2] for text in options(position) if text.startswith("enter")}
    board = position.rules.board
    assert found and all(board.distance(place("3821"), place(to)) <= 3 for to in found)


@pytest.mark.rule(GAME, "7.3.chaos.act")
def test_under_chaos_no_battery_acts() -> None:
    position = phase("Griffin 1914", "Ricketts 1418", "8 GA 2523", turn="9:00 AM", chaos="1914")
    assert options(position) == ["guns 1418", "pass"]
    assert refused(position, "guns 1914") == "7.3.chaos.act"


@pytest.mark.rule(GAME, "16.3.12p", "16.3.12w")
def test_in_the_lull_guns_on_the_wrong_side_act_and_do_nothing_but_go_back() -> None:
    position = phase(
        "Imboden 1914 hits=1",
        "Pelham 2523",
        "2 RI 1000",
        side="confederate",
        turn="12:00 PM",
        lull="12:00 PM",
    )
    assert options(position) == ["guns 1914", "guns 2523", "bring 4035"]
    play(position, "guns 1914")
    assert all(text.startswith("move CSA-Imboden") for text in options(position))
    assert refused(position, "rally CSA-Imboden") == "16.3.12p"


def test_wrong_hexes_are_refused_with_the_rule() -> None:
    position = phase("Griffin 1914", "Imboden 2523", turn="9:00 AM")
    assert refused(position, "guns 2523") == "6.2" and refused(position, "guns 1000") == "6.2"
    assert refused(position, "bring 1800") == "6.9" and refused(position, "guns") == "6.2"
    play(position, "guns 1914", "done", "pass")
    assert owner(position) == "nobody"


# --- 6.8 ----------------------------------------------------------------------------------------------

ON = {"artillery-withdrawal": "on"}


def approaching(*units: str, chosen: dict[str, str]) -> Day:
    position = given(
        *units, side="confederate", phase="movement", brigade="Bartow", order="attack", options=chosen
    )
    position.state.frames = [("movement step",)]
    return position


@pytest.mark.rule(GAME, "6.8")
def test_case_244_no_withdrawal_by_default() -> None:
    position = approaching("8 GA 2019", "Griffin 2015", chosen={})
    play(position, "move CSA-8-GA 2017", "done")
    assert owner(position) == "nobody" and refused(position, "withdraw USA-Griffin 1") == "16.3.win"


@pytest.mark.rule(GAME, "6.8")
def test_an_unsupported_battery_stands_for_a_hit_or_goes() -> None:
    def threatened() -> Day:
        return play(approaching("8 GA 2019", "Griffin 2015", chosen=ON), "move CSA-8-GA 2017", "done")

    position = threatened()
    assert owner(position) == "union"
    assert options(position) == [f"withdraw USA-Griffin {n}" for n in (1, 2, 3)] + ["stand USA-Griffin"]
    play(position, "stand USA-Griffin")
    assert position.state.hits[unit("Griffin")] == 1 and at(position, "Griffin") == "2015"
    gone = play(threatened(), "withdraw USA-Griffin 2")
    while owner(gone) == "union":
        play(gone, options(gone)[0])
    assert gone.state.hits[unit("Griffin")] == 0
    assert gone.rules.board.distance(place("2015"), gone.state.at[unit("Griffin")]) == 2


@pytest.mark.rule(GAME, "6.8")
def test_supported_or_distant_batteries_are_not_asked() -> None:
    position = approaching("8 GA 2019", "Griffin 2015", "2 RI 2014", chosen=ON)
    play(position, "move CSA-8-GA 2017", "done")
    assert owner(position) == "nobody"
    far = approaching("8 GA 2020", "Griffin 2015", chosen=ON)
    play(far, "move CSA-8-GA 2018", "done")
    assert owner(far) == "nobody" and not told(far, "stands")
