"""Damaged games and databases: named, shown, saved as far as they read; never a traceback or a bare 500."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bullrun.engine.record import parse_record
from bullrun.service.app import create_app
from bullrun.service.folder import DATABASE, StorageError
from tests.service.conftest import HOST
from tests.service.table import GAMES, bearer, game_ids, page, play_to_end, players
from tests.service.test_live import greet

Made = dict[str, Any]


@contextmanager
def serving(home: Path) -> Iterator[TestClient]:
    app = create_app(home, games=GAMES, game_ids=game_ids)
    with TestClient(app, base_url=HOST, raise_server_exceptions=False) as client:
        yield client


def spoil(home: Path, statement: str, *values: Any) -> None:
    """Change the database behind the server's back."""
    with closing(sqlite3.connect(home / DATABASE)) as connection, connection:
        assert connection.execute(statement, values).rowcount >= 1


@pytest.fixture
def running(tmp_path: Path) -> tuple[Path, Made, Made]:
    """Two running games in a folder: the first is to be spoiled, the second must not suffer."""
    with serving(tmp_path) as client:
        both = [client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json() for _ in range(2)]
        for made in both:
            seats = players(client, made)
            for side, action in (("blue", "send B-1"), ("red", "send R-4"), ("blue", "send B-3")):
                assert seats[side].act(action).status_code == 200
    return tmp_path, both[0], both[1]


COLUMNS = [
    ("seats", "null"),
    ("seats", "{"),
    ("seats", '{"blue": 3}'),
    ("seats", '{"blue": {"kind": "me", "name": "Blue", "level": "", "token": "x"}}'),
    ("seats", b"\x00\xff"),
    ("options", "nonsense"),
    ("options", '{"rounds": 3}'),
    ("options", '{"weather": "rain"}'),
    ("options", "[" * 100_000),
    ("key", "00" * 32),
    ("key", "not a key"),
    ("key", ""),
    ("commitment", "ab" * 32),
    ("dice", "loaded"),
    ("game", "chess"),
    ("scenario", "sea"),
    ("version", "one"),
    ("title", b"\xff\xfe"),
    ("changed", "yesterday"),
    ("revision", 1.5),
    ("branch", "0 zero"),
    ("actions", 40),
]


@pytest.mark.parametrize(("column", "value"), COLUMNS)
def test_one_bad_column_takes_down_neither_the_lobby_nor_another_game(
    running: tuple[Path, Made, Made], column: str, value: Any
) -> None:
    home, bad, good = running
    spoil(home, f"UPDATE games SET {column} = ? WHERE id = ?", value, bad["id"])
    part = {"commitment": "key", "scenario": "record"}.get(column, column)
    part = "record" if value == '{"weather": "rain"}' else part
    with serving(home) as client:
        opened = client.get(f"/api/games/{bad['id']}", headers=bearer(bad["tokens"]["blue"]))
        assert opened.status_code == 409 and opened.json()["error"] == "damaged", opened.text
        assert f"{part}: " in opened.json()["says"]
        with page(client, bad) as socket:
            assert greet(socket, bad["tokens"]["blue"])["error"] == "damaged"
        listed = {one["id"]: one for one in client.get("/api/games").json()["games"]}
        assert set(listed) == {bad["id"], good["id"]}
        assert f"{part}: " in listed[bad["id"]]["damage"] and not listed[good["id"]]["damage"]
        exported = client.get(f"/api/games/{bad['id']}/record", headers=bearer(bad["tokens"]["blue"]))
        assert exported.status_code == 200 and f"# damaged: {part}: " in exported.text
        assert exported.headers["content-disposition"].startswith("attachment")
        assert players(client, good)["blue"].act("ready").status_code == 200
        assert client.get(f"/api/games/{good['id']}/record").status_code == 200


@pytest.mark.parametrize(("column", "value"), COLUMNS)
def test_a_damaged_game_can_be_deleted_by_who_holds_a_seat_or_made_it(
    running: tuple[Path, Made, Made], column: str, value: Any
) -> None:
    home, bad, good = running
    spoil(home, f"UPDATE games SET {column} = ? WHERE id = ?", value, bad["id"])
    base = f"/api/games/{bad['id']}"
    with serving(home) as client:
        for token in (None, "guessed", good["tokens"]["blue"], good["maker"]):
            refused = client.delete(base, headers=bearer(token) if token else {})
            assert refused.status_code == 403 and "doctor --repair" in refused.json()["says"], refused.text
        assert {one["id"] for one in client.get("/api/games").json()["games"]} == {bad["id"], good["id"]}
        who = bad["maker"] if column == "seats" else bad["tokens"]["red"]
        assert client.delete(base, headers=bearer(who)).status_code == 204
        assert client.delete(base, headers=bearer(who)).status_code == 404
        assert [one["id"] for one in client.get("/api/games").json()["games"]] == [good["id"]]
        assert players(client, good)["blue"].act("ready").status_code == 200


def test_text_that_is_no_text_costs_one_game(running: tuple[Path, Made, Made]) -> None:
    home, bad, good = running
    spoil(home, "UPDATE games SET title = CAST(x'ff' AS TEXT) WHERE id = ?", bad["id"])
    with serving(home) as client:
        listed = {one["id"]: one for one in client.get("/api/games").json()["games"]}
        assert "UTF-8" in listed[bad["id"]]["damage"] and not listed[good["id"]]["damage"]
        for path in ("", "/record"):
            answer = client.get(f"/api/games/{bad['id']}{path}")
            assert answer.status_code == 409 and "UTF-8" in answer.json()["says"]


def test_half_a_character_in_a_name_is_no_name(running: tuple[Path, Made, Made]) -> None:
    home, *_ = running
    seat = {"kind": "me", "name": "\ud800", "level": "", "token": "x"}
    spoil(home, "UPDATE games SET seats = ?", json.dumps({"blue": seat, "red": seat}))
    with serving(home) as client:
        assert all("seats: " in one["damage"] for one in client.get("/api/games").json()["games"])


@pytest.mark.parametrize("value", ["", "[]", "{}", '{"turn": 3}'])
def test_a_game_whose_line_for_the_lobby_is_lost_can_be_played_on(
    running: tuple[Path, Made, Made], value: str
) -> None:
    home, bad, _ = running
    spoil(home, "UPDATE games SET summary = ? WHERE id = ?", value, bad["id"])
    with serving(home) as client:
        listed = {one["id"]: one for one in client.get("/api/games").json()["games"]}
        assert "summary: " in listed[bad["id"]]["damage"]
        assert players(client, bad)["blue"].act("ready").status_code == 200
        listed = {one["id"]: one for one in client.get("/api/games").json()["games"]}
        assert not listed[bad["id"]]["damage"] and listed[bad["id"]]["summary"]["turn"]


ENTRIES = [
    ("DELETE FROM entries WHERE game_id = ? AND n = 2", "actions: number 2: "),
    ("DELETE FROM entries WHERE game_id = ? AND n >= 5", "actions: 4 of 5 actions are there"),
    ("UPDATE entries SET action = '' WHERE game_id = ? AND n = 5", "actions: number 5: "),
    ("UPDATE entries SET action = x'00' WHERE game_id = ? AND n = 5", "actions: number 5: "),
    ("UPDATE entries SET action = 'send R-1' WHERE game_id = ? AND n = 5", "record: "),
    ("UPDATE entries SET owner = 'red' WHERE game_id = ? AND n = 5", "record: "),
    ("UPDATE entries SET action = 'roll 9' WHERE game_id = ? AND n = 4", "record: "),
]


@pytest.mark.parametrize(("statement", "says"), ENTRIES)
def test_a_game_with_a_bad_action_is_exported_up_to_it(
    running: tuple[Path, Made, Made], statement: str, says: str
) -> None:
    home, bad, _ = running
    with serving(home) as client:
        whole = {
            side: client.get(f"/api/games/{bad['id']}/record", headers=bearer(token)).text
            for side, token in bad["tokens"].items()
        }
    spoil(home, statement, bad["id"])
    with serving(home) as client:
        opened = client.get(f"/api/games/{bad['id']}")
        assert opened.status_code == 409 and says in opened.json()["says"], opened.text
        for side, token in bad["tokens"].items():
            text = client.get(f"/api/games/{bad['id']}/record", headers=bearer(token)).text
            lines = [line for line in text.splitlines() if not line.startswith("# damaged: ")]
            assert len(lines) == len(text.splitlines()) - 1
            assert lines == whole[side].splitlines()[: len(lines)]
            assert ("blue: send B-1" in text) == (side == "blue"), "what it still holds"
        assert "B-3" not in client.get(f"/api/games/{bad['id']}/record").text


def test_a_damaged_game_in_play_keeps_its_secrets(running: tuple[Path, Made, Made]) -> None:
    home, bad, _ = running
    with closing(sqlite3.connect(home / DATABASE)) as connection:
        key = connection.execute("SELECT key FROM games WHERE id = ?", (bad["id"],)).fetchone()[0]
    spoil(home, "UPDATE games SET actions = 40 WHERE id = ?", bad["id"])
    with serving(home) as client:
        for headers in ({}, bearer(bad["tokens"]["red"])):
            text = client.get(f"/api/games/{bad['id']}/record", headers=headers).text
            assert "B-3" not in text and key not in text
        assert (
            "B-3" in client.get(f"/api/games/{bad['id']}/record", headers=bearer(bad["tokens"]["blue"])).text
        )
        wrong = client.get(f"/api/games/{bad['id']}/record", headers=bearer("forged"))
        assert wrong.status_code == 403
        spoil(home, "UPDATE games SET seats = '' WHERE id = ?", bad["id"])
        text = client.get(f"/api/games/{bad['id']}/record", headers=bearer(bad["tokens"]["blue"])).text
        assert "B-3" not in text, "nobody can show who he is"


def test_a_damaged_what_if_keeps_the_secrets_of_the_game_it_left(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        seats = {"red": {"kind": "bot", "level": "random"}}
        made = client.post("/api/games", json={"game": "toy", "scenario": "ford", "seats": seats}).json()
        blue, path = players(client, made)["blue"], f"/api/games/{made['id']}"
        assert blue.act("send B-1").status_code == 200
        while blue.view()["decision"] is None or blue.view()["decision"]["owner"] != "blue":
            assert blue.view()["outcome"] is None
        client.post(f"{path}/bots", json={"order": "pause"}, headers=bearer(made["tokens"]["blue"]))
        wish = {"step": blue.view()["number"], "seats": {"red": {"kind": "me"}}}
        child = client.post(f"{path}/branch", json=wish, headers=bearer(made["tokens"]["blue"]))
        assert child.status_code == 201, child.text
    spoil(tmp_path, "DELETE FROM entries WHERE game_id = ? AND action LIKE 'imagine%'", child.json()["id"])
    with serving(tmp_path) as client:
        for token in child.json()["tokens"].values():
            path = f"/api/games/{child.json()['id']}/record"
            text = client.get(path, headers=bearer(token)).text
            assert "# damaged: " in text and "send" not in text and "marches" not in text


def test_games_that_left_each_other_do_not_hang_the_house(running: tuple[Path, Made, Made]) -> None:
    home, bad, good = running
    spoil(
        home, "UPDATE games SET winner = 'blue', rule = '4', parent = ? WHERE id = ?", good["id"], bad["id"]
    )
    spoil(
        home, "UPDATE games SET winner = 'blue', rule = '4', parent = ? WHERE id = ?", bad["id"], good["id"]
    )
    with serving(home) as client:
        opened = client.get(f"/api/games/{bad['id']}")
        assert opened.status_code == 409 and "the game is not over" in opened.json()["says"]
        assert client.get(f"/api/games/{bad['id']}/record").status_code == 200


def test_a_finished_game_whose_key_is_lost_is_exported_whole(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json()
        play_to_end(client, made)
        whole = parse_record(client.get(f"/api/games/{made['id']}/record").text)
    spoil(tmp_path, "UPDATE games SET key = ?", "12" * 32)
    with serving(tmp_path) as client:
        opened = client.get(f"/api/games/{made['id']}")
        assert opened.status_code == 409 and "does not fit the seal" in opened.json()["says"]
        text = client.get(f"/api/games/{made['id']}/record").text
        saved = parse_record(text)
        assert saved.entries == whole.entries and saved.result == whole.result and not saved.key
        assert client.post("/api/games/import", json={"record": text}).status_code == 201


# --- the database -------------------------------------------------------------------------------


def refused(home: Path) -> str:
    """What `bullrun serve` says when it does not start."""
    answer = subprocess.run(
        [sys.executable, "-m", "bullrun.cli.main", "serve", "--port", "0", "--no-browser"],
        env={**os.environ, "BULLRUN_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert answer.returncode == 2 and not answer.stdout and answer.stderr.count("\n") == 1, answer
    return answer.stderr


def test_a_database_of_a_newer_version_is_refused_by_name(running: tuple[Path, Made, Made]) -> None:
    home, *_ = running
    spoil(home, "UPDATE alembic_version SET version_num = '9000'")
    before = (home / DATABASE).read_bytes()
    says = refused(home)
    assert "a newer bullrun wrote it" in says and "9000" in says and str(home) in says
    assert (home / DATABASE).read_bytes() == before


def test_a_file_that_is_no_database_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_text("Dear diary, " * 1000)
    says = refused(tmp_path)
    assert str(tmp_path) in says and "not a database" in says and "bullrun doctor" in says


def test_tables_that_are_not_ours_are_refused_by_name(running: tuple[Path, Made, Made]) -> None:
    home, *_ = running
    with closing(sqlite3.connect(home / DATABASE)) as connection, connection:
        connection.execute("ALTER TABLE games DROP COLUMN reason")
    with pytest.raises(StorageError, match="'games' lacks reason"), serving(home):
        pass


@pytest.mark.slow
def test_whichever_page_is_overwritten_nothing_but_clear_words_comes_back(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serving(home) as client:
        made = [client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json() for _ in range(6)]
        for one in made[:5]:
            play_to_end(client, one)
        path = f"/api/games/{made[0]['id']}/marks"
        for n in range(40):
            mark = {"kind": "bookmark", "n": n, "text": "A long remark. " * 20}
            assert client.post(path, json=mark, headers=bearer(made[0]["tokens"]["blue"])).status_code == 201
    with closing(sqlite3.connect(home / DATABASE)) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    pages = (home / DATABASE).stat().st_size // size
    assert pages > 8
    started = 0
    for number in range(pages):
        spoiled = tmp_path / str(number)
        shutil.copytree(home, spoiled)
        with (spoiled / DATABASE).open("r+b") as file:
            file.seek(number * size)
            file.write(b"\xa5" * size)
        try:
            with serving(spoiled) as client:
                started += 1
                lobby = client.get("/api/games")
                assert lobby.status_code in (200, 503) and (lobby.status_code == 200 or lobby.json()["says"])
                for one in made:
                    for part in ("", "/record", "/replay", "/marks"):
                        answer = client.get(f"/api/games/{one['id']}{part}")
                        assert answer.status_code in (200, 404, 409, 503), (number, part, answer.text)
                        assert answer.status_code == 200 or answer.json()["says"]
        except StorageError as error:
            assert str(spoiled) in str(error)
    assert started > pages // 2, "most damage costs some games, not the house"
