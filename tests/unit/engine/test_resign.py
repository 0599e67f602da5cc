"""A side may give up at any moment: the record says so, and everybody who reads it understands."""

from __future__ import annotations

import re

import pytest

from bullrun.cli.main import main
from bullrun.engine.checks import Refused
from bullrun.engine.match import Match
from bullrun.engine.record import RecordError, parse_record, replay
from bullrun.games.registry import load_game
from tests.toys.ford import GAME

KEY = bytes(range(32))


def given_up(game=GAME, scenario="ford", side="red"):
    match = Match.new(game, scenario, {}, key=KEY)
    decision = match.decision()
    match.submit(decision.owner, decision.options[0])
    match.resign(side)
    return match


def test_the_other_side_wins():
    match = given_up(side="blue")
    assert match.position.state.outcome == ("red", "resigned", "Blue resigned")
    assert match.decision() is None and match.record.result == ("red", "resigned")
    assert match.steps[-1].events[-1].kind == "game_over"
    text = match.record.to_text(with_key=True)
    assert "blue: resign\n" in text and "end red resigned\n" in text


def test_the_record_reads_back():
    text = given_up().record.to_text(with_key=True)
    steps = list(replay(GAME, parse_record(text)))
    assert steps[-1].position.state.outcome[:2] == ("blue", "resigned")
    again = Match.resume(GAME, parse_record(text))
    assert again.decision() is None and again.record.to_text(with_key=True) == text


def test_a_false_end_is_refused():
    text = given_up(side="red").record.to_text()
    with pytest.raises(RecordError, match="the file says red wins by resigned, but blue wins by resigned"):
        list(replay(GAME, parse_record(text.replace("end blue", "end red"))))
    with pytest.raises(RecordError, match="not possible here: The game is over"):
        list(replay(GAME, parse_record(text.replace("end blue resigned", "blue: stay"))))
    with pytest.raises(RecordError, match="but the game is not over"):
        list(replay(GAME, parse_record(re.sub("red: resign\n= .*\n", "", text))))


def test_who_may_not():
    match = given_up()
    with pytest.raises(Refused, match="over"):
        match.resign("blue")
    fresh = Match.new(GAME, "ford", {}, key=KEY)
    with pytest.raises(Refused, match="Only blue or red can resign"):
        fresh.resign("chance")
    with pytest.raises(Refused):
        fresh.submit("blue", "resign")
    assert fresh.number == 0


def test_a_store_that_fails_keeps_the_game_going():
    def broken(match):
        raise OSError

    match = Match.new(GAME, "ford", {}, key=KEY, store=broken)
    with pytest.raises(OSError):
        match.resign("blue")
    assert match.decision() is not None and match.record.result is None and match.number == 0


def test_a_branch_before_it_goes_on():
    record = given_up().record.cut(1)
    assert Match.resume(GAME, record).decision() is not None


@pytest.mark.parametrize("command", [["verify"], ["replay", "--json"], ["replay", "--at", "2"]])
def test_the_terminal_understands_it(tmp_path, command, capsys):
    game = load_game("bull-run-1861")
    file = tmp_path / "game.bullrun"
    file.write_text(given_up(game, "historical", "union").record.to_text(with_key=True))
    assert main([*command, str(file)]) == 0
    said = capsys.readouterr().out
    assert command[0] == "replay" or "Union resigned" in said
