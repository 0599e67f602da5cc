"""A house over a temporary folder, with the toy game beside the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from bullrun.service.app import create_app
from tests.service.table import GAMES, game_ids

HOST = "http://127.0.0.1:8861"


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(tmp_path, games=GAMES, game_ids=game_ids)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, base_url=HOST, raise_server_exceptions=False) as found:
        yield found


@pytest.fixture
def toy(client: TestClient) -> dict[str, Any]:
    """A toy game between two people, with its id and tokens."""
    answer = client.post(
        "/api/games", json={"game": "toy", "scenario": "ford", "seats": {"blue": {"kind": "me"}}}
    )
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made
