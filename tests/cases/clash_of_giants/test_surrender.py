"""15.3 Surrender."""

from __future__ import annotations

import pytest

from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.surrender import can_trace, home_entries
from tests.cases.clash_of_giants.scene import ID, at, scene, unit

CIRCLE = ("2113", "2116", "2011", "2018", "2020", "2022", "2024", "2008", "2005", "2002")
CONFEDERATES = (
    "c-early", "c-hays", "c-lawton", "c-trimble", "c-archer", "c-branch", "c-fields", "c-gregg", "c-pender",
    "c-thomas",
)  # fmt: skip


def judged(position: Clash) -> Clash:
    """After the surrender of a night turn."""
    position.state.frames = [("surrender",)]
    assert position.decision() is None
    return position


@pytest.mark.rule(ID, "15.3.who", "B8.1.usa", "15.3.vp", "15.3.path")
def test_case_106_cut_off_by_the_embankment() -> None:
    pieces = {"u-hatch": "2411", "u-patrick": "2410", "c-hood": "2510", "c-law": "2310", "c-evans": "2412"}
    position = judged(scene("28-august", pieces, turn=12))
    assert [at(position, name) for name in ("u-hatch", "u-patrick")] == ["lost", "lost"]
    assert position.state.casualties == (0, 4)


@pytest.mark.rule(ID, "B8.1.t6")
def test_case_107_on_turn_6_reynolds_may_go_home_by_the_west() -> None:
    pieces = {"u-meade": "2014", **dict(zip(CONFEDERATES, CIRCLE, strict=True))}
    saved, lost = (judged(scene("28-august", pieces, turn=turn)) for turn in (6, 12))
    assert at(saved, "u-meade") == "2014" and at(lost, "u-meade") == "lost"
    poe = scene("28-august", {"u-poe": "2014"}, turn=6)
    assert home_entries(poe, unit(poe, "u-poe")) == ("A", "B", "C", "D")


@pytest.mark.rule(ID, "G8.3.csa", "15.3.simul")
def test_case_108_johnsons_men_below_culps_hill() -> None:
    pieces = {
        "c-steuart": "3522", "c-jones": "3622", "u-greene": "3421", "u-candy": "3621", "u-ruger": "3523",
        "u-mcdougall": "3722",
    }  # fmt: skip
    position = judged(scene("gettysburg", pieces, turn=11))
    assert {name for name in pieces if at(position, name) == "lost"} == {"c-steuart", "c-jones"}


@pytest.mark.rule(ID, "15.3.far", "15.3.who")
def test_the_book_who_is_surrounded_and_next_to_nobody_is_unharmed() -> None:
    """Grover stands inside a ring of zones, next to no enemy; his friends next to enemies surrender."""
    pieces = {
        "u-carr": {"at": "3114", "steps": 1}, "u-excelsior": "3215", "u-grover": "3213",
        "c-taliaferro": "3015", "c-stonewall": "3315", "c-garnett": "3011", "c-starke": "3211",
        "c-early": "3412", "c-hays": "3414", "c-lawton": "2913", "c-trimble": "3116",
    }  # fmt: skip
    position = scene("28-august", pieces, turn=12)
    letters = home_entries(position, unit(position, "u-grover"))
    assert not can_trace(position, unit(position, "u-grover"), letters)
    judged(position)
    assert {name for name in pieces if at(position, name) == "lost"} == {"u-carr", "u-excelsior"}
    assert at(position, "u-grover") == "3213" and position.state.casualties == (0, 3)


@pytest.mark.rule(ID, "8.4", "15.3.path")
def test_a_friend_in_the_hex_cancels_the_zone_on_the_path() -> None:
    """Hatch of case 106: every hex around him lies in a zone, until a friend stands in 2511."""
    pieces = {"u-hatch": "2411", "c-hood": "2510", "c-law": "2310", "c-evans": "2412"}
    alone = scene("28-august", pieces, turn=12)
    hatch = unit(alone, "u-hatch")
    assert not can_trace(alone, hatch, home_entries(alone, hatch))
    helped = scene("28-august", {**pieces, "u-patrick": "2511"}, turn=12)
    assert can_trace(helped, hatch, home_entries(helped, hatch))


@pytest.mark.rule(ID, "15.3.path")
def test_an_enemy_who_waits_in_the_entry_hex_closes_it() -> None:
    pieces = {"u-poe": "5205", "c-early": "5204", "c-hays": "5106", "c-lawton": "5007"}
    position = scene("28-august", pieces, turn=12)
    assert can_trace(position, unit(position, "u-poe"), ["B"]), "B lies next to him"
    blocked = scene("28-august", {**pieces, "c-hood": {"at": "5206", "arrived": 8}}, turn=12)
    assert not can_trace(blocked, unit(blocked, "u-poe"), ["B"])
