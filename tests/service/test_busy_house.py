"""A house with more games in use than it keeps for convenience: each lives once, and none is let go."""

from __future__ import annotations

import gc
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from bullrun.service import house as rooms
from bullrun.service.live import LiveGame
from tests.service.table import page, players
from tests.service.test_live import greet
from tests.service.test_process import Server

MANY = rooms.KEPT_LOADED + 8


def living() -> list[str]:
    """The ids of all games in memory, twice if they live twice."""
    gc.collect()
    return sorted(one.id for one in gc.get_objects() if isinstance(one, LiveGame))


def test_pages_of_more_games_than_are_kept_stay_whole(client: TestClient) -> None:
    made = [client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json() for _ in range(MANY)]
    with ExitStack() as stack:
        pages = [stack.enter_context(page(client, one)) for one in made]
        seen = [
            greet(socket, one["tokens"]["blue"])["view"]["seen"]
            for socket, one in zip(pages, made, strict=True)
        ]
        assert living() == sorted(one["id"] for one in made)
        for one in made:
            answer = players(client, one)["blue"].act("send B-2")
            assert answer.status_code == 200, answer.text
        for socket, before in zip(pages, seen, strict=True):
            assert socket.receive_json()["changes"]["seen"] == before + 1, (
                "the page watches the game that moved"
            )
        assert living() == sorted(one["id"] for one in made)
        assert client.get("/api/games").json()["games"][0]["actions"] == 1
    assert all(players(client, one)["red"].act("send R-2").status_code == 200 for one in made)


def test_games_that_nobody_uses_are_let_go(client: TestClient) -> None:
    for _ in range(MANY):
        client.post("/api/games", json={"game": "toy", "scenario": "ford"})
    assert len(living()) <= rooms.KEPT_LOADED + 1


def test_a_house_whose_memory_is_full_of_games_in_use_says_so(
    app: FastAPI, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json() for _ in range(4)]
    listed = client.get("/api/games").json()["games"]
    with page(client, made[0]) as one, page(client, made[1]) as two:
        greet(one, made[0]["tokens"]["blue"])
        greet(two, made[1]["tokens"]["blue"])
        monkeypatch.setattr(rooms, "ROOM", 2 * rooms.PLACE)
        app.state.house._loaded.clear()  # as if they had not been used for long
        assert living() == sorted(one["id"] for one in made[:2])
        for answer in (
            client.get(f"/api/games/{made[2]['id']}"),
            client.post("/api/games", json={"game": "toy", "scenario": "ford"}),
        ):
            assert answer.status_code == 503 and answer.json()["error"] == "full", answer.text
            assert "2 games" in answer.json()["says"]
        with page(client, made[3]) as third:
            assert greet(third, made[3]["tokens"]["blue"])["error"] == "full"
        assert client.get("/api/games").json()["games"] == listed, "nothing was stored, and the lobby works"
        assert players(client, made[0])["blue"].act("send B-2").status_code == 200, "who is in plays on"
    assert client.get(f"/api/games/{made[2]['id']}").status_code == 200, "there is room again"


@pytest.mark.slow
def test_bots_in_more_games_than_are_kept_play_each_game_once(tmp_path: Path) -> None:
    """The real server: its bots' games never live twice, so that no pause stores an older copy."""
    server = Server(tmp_path)
    seats = {side: {"kind": "bot", "level": "random"} for side in ("union", "confederate")}
    try:
        ids = []
        for _ in range(MANY):
            wish = {"game": "bull-run-1983", "scenario": "july-21", "seats": seats}
            ids.append(server.call("POST", "/api/games", wish)["id"])
            assert server.call("GET", f"/api/games/{ids[-1]}")["id"] == ids[-1]
        most: dict[str, int] = {}
        deadline = time.monotonic() + 300
        while min(most.values(), default=0) < 8 and time.monotonic() < deadline:
            for one in server.call("GET", "/api/games")["games"]:
                assert one["actions"] >= most.get(one["id"], 0), "a game went back"
                most[one["id"]] = one["actions"]
        assert min(most.values()) >= 8
        for one in ids:
            view = server.call("GET", f"/api/games/{one}")
            assert view["number"] >= most[one]
            server.call("POST", f"/api/games/{one}/bots", {"order": "pause"})
            after = server.call("GET", f"/api/games/{one}")
            assert after["number"] >= view["number"] and not after["trouble"]
        listed: dict[str, Any] = {g["id"]: g["actions"] for g in server.call("GET", "/api/games")["games"]}
        for one in ids:
            assert listed[one] == server.call("GET", f"/api/games/{one}")["number"] >= most[one]
    finally:
        server.process.terminate()
        server.process.wait(30)
