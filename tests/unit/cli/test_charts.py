"""bullrun charts: written, edited, checked, and games made with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bullrun.games import registry

STRONG = 'game = "cup"\n[hill.B-1]\nstrength = 7\n'


@pytest.fixture
def cup(bullrun, monkeypatch):
    """The command with the second toy registered as well."""
    monkeypatch.setitem(registry.GAMES, "cup", "tests.toys.cup")
    return bullrun


def test_what_is_written_can_be_edited_checked_and_played(cup):
    written = cup("charts", "cup")
    assert written.code == 0 and "# reconstructed\n[hill.B-1]\nstrength = 3\n" in written.out
    edited = written.out.replace("[hill.B-1]\nstrength = 3", "[hill.B-1]\nstrength = 7")
    Path("mine.toml").write_text(edited)
    checked = cup("charts", "cup", "--check", "mine.toml")
    assert checked.code == 0 and "it changes 1 item" in checked.out and "hill.B-1.strength" in checked.out
    made = cup("new", "cup", "a.bullrun", "--scenario", "hill", "--charts", "mine.toml", "--dice", "open")
    assert made.code == 0 and "chart hill.B-1.strength 7\n" in Path("a.bullrun").read_text()
    Path("mine.toml").unlink()
    proved = cup("verify", "a.bullrun")
    assert proved.code == 0 and "Owner's charts: 1 number changed" in proved.out
    assert "Owner's charts: 1 number changed" in cup("play", "a.bullrun", typed="quit\n").out
    again = cup("charts", "cup", "--record", "a.bullrun")
    assert again.code == 0 and "strength = 7  # owner's, in place of 3" in again.out


def test_everything_that_is_wrong_is_said_at_once(cup):
    Path("mine.toml").write_text('game = "cup"\n[hill.B-1]\nstrength = 70\n[hill.B-8]\nstrength = 1\n')
    done = cup("charts", "cup", "--check", "mine.toml")
    assert done.code == 1
    assert "mine.toml: line 3: hill.B-1.strength: expected a whole number from 1 to 9, got 70" in done.out
    assert "mine.toml: line 5: hill.B-8.strength: there is no such counter to change" in done.out
    assert "2 items wrong" in done.out
    found = json.loads(cup("charts", "cup", "--check", "mine.toml", "--json").out)
    assert [fault["path"] for fault in found["faults"]] == ["hill.B-1.strength", "hill.B-8.strength"]
    for command in (("new", "cup", "a.bullrun"), ("watch", "cup", "--players", "random,random"),
                    ("simulate", "cup", "--games", "1")):  # fmt: skip
        refused = cup(*command, "--charts", "mine.toml")
        assert refused.code == 2 and refused.err.count("mine.toml: line") == 2
    assert not Path("a.bullrun").exists()


def test_charts_may_come_from_standard_input(cup):
    assert cup("charts", "cup", "--check", "-", typed=STRONG).code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("charts", "toy"), "toy has no charts"),
        (("charts", "cup", "--check", "nothing.toml"), "nothing.toml: No such file"),
        (("charts", "cup", "--check", "a", "--record", "b"), "--check: goes without --record"),
        (("charts", "bull-run-1983", "--record", "a.bullrun"), "this is a game of cup, not of bull-run-1983"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(cup, arguments, says):
    cup("new", "cup", "a.bullrun")
    done = cup(*arguments)
    assert done.code == 2 and says in done.err and done.err.count("\n") == 1


def test_all_items_for_programs(cup):
    found = json.loads(cup("charts", "cup", "--json").out)["charts"]
    assert found["hill.B-1.strength"] == {
        "value": 3,
        "takes": "a whole number from 1 to 9",
        "provenance": "reconstructed",
        "source": "reconstructed",
    }


def test_games_between_bots_are_played_with_charts(cup):
    Path("mine.toml").write_text(STRONG)
    made = cup("watch", "cup", "--scenario", "hill", "--players", "random,random", "--brief",
               "--charts", "mine.toml", "--record", "a.bullrun")  # fmt: skip
    assert made.code == 0 and "chart hill.B-1.strength 7\n" in Path("a.bullrun").read_text()
    assert cup("verify", "a.bullrun").code == 0
    order = ("simulate", "cup", "--scenario", "hill", "--games", "6", "--json")
    plain = json.loads(cup(*order).out)
    charted = [json.loads(cup(*order, "--charts", "mine.toml", "--workers", n).out) for n in ("1", "2")]
    assert charted[0] == charted[1], "charts travel to other processes"
    assert charted[0]["charts"] == {"hill.B-1.strength": 7} and "charts" not in plain
    assert charted[0]["wins"] != plain["wins"] or charted[0]["decisions"] != plain["decisions"]


def test_an_arena_is_played_with_charts(bullrun):
    rows = "union = [1, 1, 1, 1, 1, 1]\nconfederate = [1, 1, 1, 1, 1, 1]\n"
    Path("mine.toml").write_text(f'game = "bull-run-1861"\n[tables.activation]\n{rows}')
    order = ("lab", "arena", "bull-run-1861", "--players", "random,recruit", "--games", "2", "--json")
    plain, charted = (json.loads(bullrun(*order, *more).out) for more in ((), ("--charts", "mine.toml")))
    assert charted["charts"]["tables.activation.union"] == [1] * 6 and "charts" not in plain
    assert bullrun(*order, "--file", "kept.arena").code == 0
    refused = bullrun(*order, "--file", "kept.arena", "--charts", "mine.toml")
    assert refused.code == 2 and "kept.arena" in refused.err, "games with other charts are another arena"
    assert bullrun(*order, "--file", "mine.arena", "--charts", "mine.toml").code == 0
    refused = bullrun(*order, "--file", "mine.arena")
    assert refused.code == 2 and "mine.arena" in refused.err and "charts" in refused.err


def test_counters_say_where_their_numbers_come_from(bullrun):
    done = bullrun("pieces", "bull-run-1861", "Keyes")
    assert done.code == 0 and "reconstructed" in done.out
    found = json.loads(bullrun("pieces", "bull-run-1861", "Keyes", "--json").out)
    assert found[0]["provenance"] == "reconstructed"
