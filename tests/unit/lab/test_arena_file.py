"""The arena's file: gone on from, whole after a crash, and never a mixture of versions."""

from __future__ import annotations

import json

import pytest

from bullrun.errors import BullrunError
from bullrun.games import registry
from bullrun.lab import arena_file
from bullrun.lab.arena import Broken, Match, Tournament, run
from bullrun.lab.arena_file import ArenaFile, weights_digest
from tests.toys.ford import GAME


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(registry.GAMES, "toy", "tests.toys.ford")


def tournament(games=6, seed=3, players=("random", "captain", "recruit")):
    return Tournament("toy", "ford", {"face": "up"}, players, games, seed)


def play(path, arena, progress=None):
    with ArenaFile(path, arena) as file:
        return run(arena, 1, progress, file.played, file.keep), file.dropped


@pytest.fixture
def path(tmp_path):
    """A file with two games of each pairing."""
    found = tmp_path / "games.jsonl"
    play(found, tournament(2))
    return found


def test_a_file_is_gone_on_from(path):
    played = []
    standing, dropped = play(path, tournament(6), played.append)
    assert len(played) == 12 and dropped == ""
    assert standing.to_json() == run(tournament(6)).to_json()
    assert play(path, tournament(6), pytest.fail)[0].to_json() == standing.to_json()


def test_more_players_may_be_added(path):
    standing, _ = play(path, tournament(2, players=("random", "captain", "recruit", "greedy")))
    assert len(standing.ended) == 12


@pytest.mark.parametrize("left", [1, 5, 20, -2, -1])
def test_a_torn_last_line_is_dropped_and_said_so(path, left):
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    torn = lines[-1][:left]
    path.write_bytes(b"".join(lines[:-1]) + torn)
    with ArenaFile(path, tournament(2)) as file:
        assert file.dropped.encode() == torn and len(file.played) == 5
    standing, dropped = play(path, tournament(2))
    assert dropped == "" and len(standing.ended) == 6 and path.read_bytes() == whole


def test_what_a_crash_leaves_of_a_line_need_not_be_text(path):
    whole = path.read_bytes()
    path.write_bytes(whole + b'["random\xc3' + b"\0" * 40)
    standing, dropped = play(path, tournament(2))
    assert dropped and len(standing.ended) == 6 and path.read_bytes() == whole


@pytest.mark.parametrize("left", [0, 1, 30, -1])
def test_a_torn_header_is_written_anew(path, left):
    whole = path.read_bytes()
    header = whole.splitlines(keepends=True)[0]
    path.write_bytes(header[:left])
    play(path, tournament(2))
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "text",
    [
        "a letter to my aunt",
        "a letter to my aunt\n",
        "[]\n",
        '"arena"\n',
        "[" * 100_000 + "\n",
        '{"arena": 3}\n',
    ],
)
def test_a_file_that_is_not_an_arenas_is_left_alone(tmp_path, text):
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with pytest.raises(BullrunError, match=r"games\.jsonl: line 1: "):
        ArenaFile(path, tournament())
    assert path.read_text() == text


@pytest.mark.parametrize(
    "row",
    [
        "nonsense", "{}", "5", '["random", "captain", 0]', '["random", "captain", 0, "red", "red", ""]',
        '["random", "captain", "0", "", "draw", ""]', '["random", "captain", true, "", "draw", ""]',
        '["random", "captain", 0, "", "draw", "recruit"]', '["random", "captain", 0, "", 7, ""]',
        '["random", "captain", -1, "", "draw", ""]', "1" * 5000, "[" * 100_000,
    ],
)  # fmt: skip
def test_a_damaged_line_is_named(path, row):
    lines = path.read_text().splitlines()
    lines[3] = row
    path.write_text("\n".join(lines) + "\n")
    before = path.read_bytes()
    with pytest.raises(BullrunError, match=r"games\.jsonl: line 4: expected one game"):
        ArenaFile(path, tournament())
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rules", "0"),
        ("package", "0.0.1"),
        ("weights", "c0ffee"),
        ("arena", 2),
        ("seed", 9),
        ("scenario", "x"),
    ],
)
def test_results_of_another_version_or_tournament_are_refused(path, field, value):
    header, _, games = path.read_text().partition("\n")
    path.write_text(json.dumps({**json.loads(header), field: value}) + "\n" + games)
    before = path.read_bytes()
    with pytest.raises(BullrunError, match=r"games\.jsonl: line 1: ") as refused:
        ArenaFile(path, tournament())
    assert repr(value) in str(refused.value) and path.read_bytes() == before


def test_the_header_tells_the_versions_of_rules_package_and_weights(path, monkeypatch):
    header = json.loads(path.read_text().splitlines()[0])
    assert header["rules"] == GAME.version and header["package"] == arena_file.__version__
    monkeypatch.setattr(arena_file, "__version__", "99.0")
    with pytest.raises(BullrunError, match=r"package '.*', these are '99.0'"):
        ArenaFile(path, tournament())


THOUGHTS = {name: registry.load_game(name).thinking for name in registry.game_ids()}
WEIGHED = [name for name, thinking in THOUGHTS.items() if thinking and thinking.weights]


@pytest.mark.parametrize("game_id", WEIGHED)
def test_other_weights_are_another_version(game_id):
    game = registry.load_game(game_id)
    before = weights_digest(game)
    name, value = next(iter(game.thinking.weights.items()))
    with game.thinking.weights.replaced({name: value + 1}):
        assert weights_digest(game) != before
    assert weights_digest(game) == before


def test_a_game_that_broke_is_noted_and_tried_again(path):
    match = Match("random", "captain", 2)
    with ArenaFile(path, tournament()) as file:
        file.keep(match, Broken("RuntimeError: a bug", "bullrun record 1\n"))
    assert json.loads(path.read_text().splitlines()[-1]) == [*match, {"failed": "RuntimeError: a bug"}]
    played = []
    standing, _ = play(path, tournament(4), played.append)
    assert match in standing.ended and len(played) == 6


def test_a_folder_or_a_device_is_no_file_to_go_on_from(tmp_path):
    with pytest.raises(BullrunError, match="Is a directory"):
        ArenaFile(tmp_path, tournament())
    with pytest.raises(BullrunError, match="No such file"):
        ArenaFile(tmp_path / "no" / "where", tournament())
