"""The doctor: finds what is wrong with a folder and its games, says what can be saved, and writes nothing
unless it is asked to."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bullrun.engine.record import parse_record
from bullrun.service import doctor
from bullrun.service.folder import DATABASE, StorageError, occupied
from tests.service.table import bearer, load_game, play_to_end, players
from tests.service.test_damage import Made, serving, spoil
from tests.service.test_process import Server


def picture(folder: Path) -> dict[str, str]:
    """Every file of a folder with what is in it."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, list[Made]]:
    """A folder with a finished and three running games."""
    home = tmp_path / "home"
    with serving(home) as client:
        made = [client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json() for _ in range(4)]
        play_to_end(client, made[0])
        for one in made[1:]:
            seats = players(client, one)
            for side, action in (("blue", "send B-1"), ("red", "send R-4"), ("blue", "send B-3")):
                assert seats[side].act(action).status_code == 200
    return home, made


def states(found: doctor.Findings) -> dict[str, str]:
    return {one.id: one.state for one in found.games}


def test_a_sound_folder_is_sound_and_stays_as_it_is(played: tuple[Path, list[Made]]) -> None:
    home, made = played
    before = picture(home)
    found = doctor.examine(home, load_game)
    assert found.is_sound and not found.server
    assert states(found) == {one["id"]: doctor.SOUND for one in made}
    assert picture(home) == before


def test_an_empty_or_missing_folder_is_not_even_made(tmp_path: Path) -> None:
    assert doctor.examine(tmp_path / "nowhere", load_game) == doctor.Findings("", [], [])
    assert list(tmp_path.iterdir()) == []


def test_every_damaged_game_is_named_with_what_can_be_saved(played: tuple[Path, list[Made]]) -> None:
    home, made = played
    finished, options, action, summary = (one["id"] for one in made)
    spoil(home, "UPDATE games SET key = ? WHERE id = ?", "11" * 32, finished)
    spoil(home, "UPDATE games SET options = '{' WHERE id = ?", options)
    spoil(home, "UPDATE entries SET action = 'send R-1' WHERE game_id = ? AND n = 5", action)
    spoil(home, "UPDATE games SET summary = '' WHERE id = ?", summary)
    before = picture(home)
    found = doctor.examine(home, load_game)
    assert picture(home) == before and not found.is_sound and not found.database
    patients = {one.id: one for one in found.games}
    assert {one.state for one in found.games} == {doctor.DAMAGED}
    assert "does not fit the seal" in patients[finished].says and patients[finished].saves == "all of it"
    assert "options: " in patients[options].says and "5 actions" in patients[options].saves
    assert "up to action 4 of 5" in patients[action].says and "4 actions" in patients[action].saves
    assert "summary: " in patients[summary].says and patients[summary].saves == "all of it"


def test_other_rules_are_no_damage(played: tuple[Path, list[Made]]) -> None:
    home, made = played
    spoil(home, "UPDATE games SET version = 0 WHERE id = ?", made[0]["id"])
    found = doctor.examine(home, load_game)
    assert found.is_sound and states(found)[made[0]["id"]] == doctor.OTHER_RULES


def test_what_can_be_saved_can_be_imported(played: tuple[Path, list[Made]], tmp_path: Path) -> None:
    home, made = played
    spoil(home, "UPDATE games SET key = ? WHERE id = ?", "11" * 32, made[0]["id"])
    spoil(home, "DELETE FROM entries WHERE game_id = ? AND n = 4", made[1]["id"])
    spoil(home, "UPDATE games SET seats = 'x' WHERE id = ?", made[2]["id"])
    files = doctor.files(doctor.examine(home, load_game), tmp_path)
    assert {path.name for path in files} == {f"{one['id']}.bullrun" for one in made}
    lengths = [len(parse_record(files[tmp_path / f"{one['id']}.bullrun"]).entries) for one in made]
    assert lengths[1:] == [3, 5, 5]
    with serving(tmp_path / "new") as client:
        for text in files.values():
            answer = client.post("/api/games/import", json={"record": text})
            assert answer.status_code == 201, answer.text
    with closing(sqlite3.connect(home / DATABASE)) as connection:
        keys = [row[0] for row in connection.execute("SELECT key FROM games WHERE winner IS NULL")]
    assert len(keys) == 3 and not any(key in text for key in keys for text in files.values())


def test_a_newer_database_and_no_database_are_named(played: tuple[Path, list[Made]]) -> None:
    home, _ = played
    spoil(home, "UPDATE alembic_version SET version_num = '9000'")
    before = picture(home)
    found = doctor.examine(home, load_game)
    assert not found.is_sound and "newer bullrun" in found.database[0]
    assert str(home / DATABASE) in found.database[0]
    with pytest.raises(StorageError, match="newer bullrun"):
        doctor.repair(home, load_game)
    (home / DATABASE).write_text("Dear diary, " * 1000)
    found = doctor.examine(home, load_game)
    assert "not a database" in found.database[0]
    assert set(picture(home)) - set(before) <= {str(home / name) for name in ("server.lock",)}


def overwrite(home: Path, table: str) -> None:
    """Destroy the last page of a table."""
    with closing(sqlite3.connect(home / DATABASE)) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        query = "SELECT max(pageno) FROM dbstat WHERE name = ?"
        try:
            number = connection.execute(query, (table,)).fetchone()[0]
        except sqlite3.OperationalError:  # this SQLite was built without it
            query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
            number = connection.execute(query, (table,)).fetchone()[0]
    with (home / DATABASE).open("r+b") as file:
        file.seek((number - 1) * size)
        file.write(b"\xa5" * size)


INDEXES = ["ix_marks_game_id", "sqlite_autoindex_games_1", "sqlite_autoindex_entries_1"]


@pytest.mark.parametrize("table", ["marks", *INDEXES])
def test_a_repair_carries_over_all_that_reads_and_keeps_the_old(
    played: tuple[Path, list[Made]], table: str
) -> None:
    home, made = played
    with serving(home) as client:
        before = [players(client, one)["blue"].view() for one in made]
    overwrite(home, table)
    found = doctor.examine(home, load_game)
    assert found.database and {one.id for one in found.games} == {one["id"] for one in made}
    spoiled = (home / DATABASE).read_bytes()
    aside, count = doctor.repair(home, load_game)
    assert count == 4 and aside.read_bytes() == spoiled and aside.parent == home
    assert doctor.examine(home, load_game).is_sound
    with serving(home) as client:
        after = [players(client, one)["blue"].view() for one in made]
        assert [{**view, "seen": 0} for view in after] == [{**view, "seen": 0} for view in before]
        assert players(client, made[1])["blue"].act("ready").status_code == 200


@pytest.mark.parametrize("table", ["games", "entries"])
def test_the_rows_of_other_pages_outlive_a_broken_one(tmp_path: Path, table: str) -> None:
    home = tmp_path / "home"
    with serving(home) as client:
        made = [client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json() for _ in range(30)]
        for one in made:
            play_to_end(client, one)
    overwrite(home, table)
    before = picture(home)
    found = doctor.examine(home, load_game)
    assert found.database and not found.is_sound and picture(home) == before
    sound = {one for one, state in states(found).items() if state == doctor.SOUND}
    assert 5 <= len(sound) < 30
    doctor.repair(home, load_game)
    with serving(home) as client:
        listed = {one["id"] for one in client.get("/api/games").json()["games"] if not one["damage"]}
        assert sound <= listed
        assert all(client.get(f"/api/games/{one}/check").json()["ok"] for one in sound)


def test_a_repair_makes_the_lobbys_line_anew_and_leaves_a_damaged_game_as_it_is(
    played: tuple[Path, list[Made]],
) -> None:
    home, made = played
    spoil(home, "UPDATE games SET summary = '' WHERE id = ?", made[1]["id"])
    spoil(home, "UPDATE games SET options = '{' WHERE id = ?", made[2]["id"])
    with serving(home) as client:
        note = {"kind": "note", "n": 0, "text": "Hold the ford."}
        path = f"/api/games/{made[3]['id']}/marks"
        assert client.post(path, json=note, headers=bearer(made[3]["tokens"]["blue"])).status_code == 201
    doctor.repair(home, load_game)
    found = {one.id: one for one in doctor.examine(home, load_game).games}
    assert found[made[1]["id"]].state == doctor.SOUND
    assert found[made[2]["id"]].state == doctor.DAMAGED and "options" in found[made[2]["id"]].says
    with serving(home) as client:
        kept = client.get(path, headers=bearer(made[3]["tokens"]["blue"])).json()["marks"]
        assert [mark["text"] for mark in kept] == ["Hold the ford."]


def test_nothing_is_repaired_under_a_server(played: tuple[Path, list[Made]]) -> None:
    home, _ = played
    with occupied(home), pytest.raises(StorageError, match="plays from it already"):
        doctor.repair(home, load_game)


# --- the command --------------------------------------------------------------------------------


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bullrun.cli.main", "doctor", *arguments],
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
def test_the_command_beside_a_running_server_and_on_a_damaged_folder(tmp_path: Path) -> None:
    home, out = tmp_path / "home", tmp_path / "out"
    server = Server(home)
    try:
        wish: dict[str, Any] = {"game": "bull-run-1983", "scenario": "july-21"}
        made = [server.call("POST", "/api/games", wish) for _ in range(2)]
        path, token = f"/api/games/{made[0]['id']}", made[0]["tokens"]["union"]
        view = server.call("GET", path, token=token)
        prefix, lasts = view["decision"]["options"]["groups"][0]
        body = {"seen": view["seen"], "action": f"{prefix} {lasts[0]}"}
        moved = server.call("POST", f"{path}/act", body, token)["view"]
        beside = json.loads(command("--home", str(home), "--json").stdout)
        assert beside["sound"] and server.url in beside["server"] and len(beside["games"]) == 2
        refused = command("--home", str(home), "--repair")
        assert refused.returncode == 2 and server.url in refused.stderr
        again = server.call("GET", path, token=token)
        assert again["number"] == moved["number"] == view["number"] + 1
    finally:
        server.process.kill()
        server.process.wait()
    before = picture(home)
    done = command("--home", str(home))
    assert done.returncode == 0 and "2 sound" in done.stdout and "Nothing was written" in done.stdout
    assert picture(home) == before, "also what a killed server left in the log of the database"
    spoil(home, "UPDATE games SET options = '' WHERE id = ?", made[1]["id"])
    done = command("--home", str(home))
    assert done.returncode == 1 and made[1]["id"] in done.stdout and "options" in done.stdout
    done = command("--home", str(home), "--save", str(out))
    assert done.returncode == 1 and sorted(path.name for path in out.iterdir()) == sorted(
        f"{one['id']}.bullrun" for one in made
    )
    once_more = command("--home", str(home), "--save", str(out))
    assert once_more.returncode == 2 and once_more.stderr.count("\n") == 1, "nothing is written over"
