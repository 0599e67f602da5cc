"""The second toy at the terminal: draws that nobody sees, standing answers, and counters of neither side."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bullrun.games import registry


@pytest.fixture
def cup(bullrun, monkeypatch):
    """The command with the second toy registered as well."""
    monkeypatch.setitem(registry.GAMES, "cup", "tests.toys.cup")
    return bullrun


def test_typed_dice_keep_a_key_for_what_is_drawn_unseen(cup):
    done = cup("new", "cup", "a.bullrun", "--dice", "typed")
    assert done.code == 0 and "what nobody may see is drawn for you" in done.out
    text, key = Path("a.bullrun").read_text(), Path("a.bullrun.key").read_text().strip()
    assert re.search(r"^dice typed [0-9a-f]{64}$", text, re.M) and key not in text
    played = cup("play", "a.bullrun", typed="\nkey B-storm-2\n\nkey R-ruse-3\n\nquit\nquit\n")
    assert played.code == 0
    text = Path("a.bullrun").read_text()
    assert len(re.findall(r"^chance: draw ", text, re.M)) >= 2, "the machine has drawn"
    assert key not in text and "Dice>" not in played.out, "nobody was asked"


def test_without_its_key_a_game_cannot_go_on(cup):
    cup("new", "cup", "a.bullrun", "--dice", "typed")
    Path("a.bullrun.key").unlink()
    done = cup("play", "a.bullrun", typed="quit\n")
    assert done.code != 0 and "a.bullrun.key" in done.err


@pytest.mark.parametrize(("viewer", "shown"), [("blue", False), ("spectator", False), ("referee", True)])
def test_a_replay_shows_secret_draws_to_the_referee_only(cup, viewer, shown):
    cup("new", "cup", "a.bullrun", "--dice", "open", "--seat", "blue=random", "--seat", "red=random")
    cup("play", "a.bullrun")
    mixed = re.search(r"^red: key .*\n(?:= .*\n)?chance: draw ([\w-]+)$", Path("a.bullrun").read_text(), re.M)
    told = cup("replay", "a.bullrun", "--viewer", viewer, "--to", "3").out
    assert (f"draw {mixed[1]}" in told) is shown


def test_a_player_says_never_and_sees_what_was_said(cup):
    cup("new", "cup", "a.bullrun", "--seat", "red=random")
    typed = "never\nnever sometime\nnever assault\nnever\nask assault\nask\nquit\n"
    out = cup("play", "a.bullrun", typed=typed).out
    assert "no such window; there are gap, assault" in out
    assert "In an assault: you are not asked" in out and "In an assault: you are asked" in out
    answers = re.findall(r"^ +assault +In an assault +(\w+)", out, re.M)
    assert answers == ["ask", "never", "ask"]


def test_a_game_without_such_moments_says_so(cup):
    cup("new", "toy", "a.bullrun")
    assert "has no moments" in cup("play", "a.bullrun", typed="\nnever\nquit\n").out


def test_only_bots_that_can_play_it_are_offered(cup):
    refused = cup("new", "cup", "a.bullrun", "--seat", "red=captain")
    assert refused.code != 0 and "expected human or a bot: random" in refused.err
    assert not Path("a.bullrun").exists()
    refused = cup("simulate", "cup", "--players", "random,general", "--games", "1")
    assert refused.code != 0 and "cannot play The Toy Cup; there are: random" in refused.err
    assert "Bots that can play it: random" in cup("games").out


def test_counters_of_neither_side_are_listed_and_seen(cup):
    assert "Neither side: 2 counters" in cup("pieces", "cup").out
    cup("new", "cup", "a.bullrun", "--seat", "red=random")
    out = cup("play", "a.bullrun", typed="look\nlook fog\nquit\n").out
    assert "Neither side" in out and re.search(r"cup +Fog +Fog", out)
    assert "turn 1: key" in out, "no side is named where both act"
