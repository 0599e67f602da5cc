"""The database: durable, migrated, and the same after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from bullrun.engine.position import Position
from bullrun.service.app import create_app
from bullrun.service.folder import StorageError, data_folder
from bullrun.service.storage import Storage, games, meta
from tests.service.conftest import HOST
from tests.service.table import GAMES, game_ids, play_to_end, players


def test_the_embedded_database_is_durable(tmp_path: Path) -> None:
    storage = Storage.in_folder(tmp_path / "new" / "home")
    with storage.engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2
    storage.close()


def test_migrations_make_the_tables_that_the_code_uses(tmp_path: Path) -> None:
    storage = Storage.in_folder(tmp_path)
    inspector = sa.inspect(storage.engine)
    for table in meta.sorted_tables:
        found = {column["name"]: column["nullable"] for column in inspector.get_columns(table.name)}
        assert found == {column.name: column.nullable for column in table.columns}, table.name
    storage.close()
    Storage.in_folder(tmp_path).close()


def test_the_statements_are_not_bound_to_one_database() -> None:
    from sqlalchemy.dialects import postgresql

    for table in meta.sorted_tables:
        text = str(sa.schema.CreateTable(table).compile(dialect=postgresql.dialect()))
        assert "CREATE TABLE" in text
    assert "games" in str(sa.select(games).compile(dialect=postgresql.dialect()))


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("in the way")
    with pytest.raises(StorageError, match="file"):
        Storage.in_folder(blocker / "home")


def test_home_follows_the_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BULLRUN_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("BULLRUN_HOME")
    assert data_folder().name == "bullrun"


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path, games=GAMES, game_ids=game_ids), base_url=HOST) as client:
        made = client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json()
        seats = players(client, made)
        assert seats["blue"].act("send B-3").status_code == 200
        assert seats["red"].act("send R-2").status_code == 200
        before = {side: player.view() for side, player in seats.items()}
        log = client.get(f"/api/games/{made['id']}/log").json()
    with TestClient(create_app(tmp_path, games=GAMES, game_ids=game_ids), base_url=HOST) as client:
        assert {side: player.view() for side, player in players(client, made).items()} == before
        assert client.get(f"/api/games/{made['id']}/log").json() == log
        assert play_to_end(client, made)["outcome"]
        assert client.get(f"/api/games/{made['id']}/check").json()["ok"]


def test_a_finished_game_of_older_rules_can_still_be_had(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path, games=GAMES, game_ids=game_ids), base_url=HOST) as client:
        made = [client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json() for _ in range(2)]
        play_to_end(client, made[0])
        record = client.get(f"/api/games/{made[0]['id']}/record").text
    storage = Storage.in_folder(tmp_path)
    with storage.engine.begin() as connection:
        connection.execute(games.update().values(version=0))
    storage.close()
    with TestClient(create_app(tmp_path, games=GAMES, game_ids=game_ids), base_url=HOST) as client:
        view, kept = (client.get(f"/api/games/{made[0]['id']}{path}") for path in ("", "/record"))
        assert view.status_code == 400 and "version 0" in view.json()["says"]
        assert kept.text == record.replace("game toy 1", "game toy 0"), "all of it, with its key"
        unfinished = client.get(f"/api/games/{made[1]['id']}/record")
        assert unfinished.status_code == 400 and "version 0" in unfinished.json()["says"]


def test_opening_a_stored_game_replays_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(create_app(tmp_path, games=GAMES, game_ids=game_ids), base_url=HOST) as client:
        made = client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json()
        before = play_to_end(client, made)
        steps = client.get(f"/api/games/{made['id']}/replay").json()["steps"]
    applied: list[Any] = []
    apply = Position.apply
    monkeypatch.setattr(Position, "apply", lambda self, action: (applied.append(action), apply(self, action)))
    with TestClient(create_app(tmp_path, games=GAMES, game_ids=game_ids), base_url=HOST) as client:
        assert client.get(f"/api/games/{made['id']}").json() == before
        assert len(applied) == before["number"] > 0
        assert client.get(f"/api/games/{made['id']}/replay").json()["steps"] == steps
