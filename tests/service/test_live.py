"""The socket: greeting, changes, old pages, two tabs, and moves that are stored before anybody is told."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from bullrun.service.storage import NotStored, Storage
from tests.service.table import bearer, page, players


def greet(socket: Any, token: str | None, protocol: int = 2) -> dict[str, Any]:
    socket.send_json({"hello": protocol, "token": token})
    found: dict[str, Any] = socket.receive_json()
    return found


def answer_of(socket: Any, number: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The answer with this number, and what came before it."""
    before = []
    while True:
        message = socket.receive_json()
        if message["type"] == "answer" and message["id"] == number:
            return message, before
        before.append(message)


def test_a_page_gets_everything_then_changes(client: TestClient, toy: dict[str, Any]) -> None:
    blue, red = toy["tokens"]["blue"], toy["tokens"]["red"]
    with (
        page(client, toy) as one,
        page(client, toy) as two,
    ):
        hello = greet(one, blue)
        assert hello["type"] == "hello" and hello["view"]["viewer"] == "blue"
        assert greet(two, red)["view"]["decision"] == {"owner": "blue"}
        one.send_json({"id": 1, "do": "act", "seen": hello["view"]["seen"], "action": "send B-3"})
        answer, before = answer_of(one, 1)
        assert answer["ok"]
        update = before[0]
        assert update["type"] == "update" and set(update["changes"]["pieces"]) == {"B-3"}
        seen = two.receive_json()
        assert seen["changes"]["face_down"] != []
        assert "B-3" not in str(seen)


def test_two_tabs_of_one_seat_do_not_corrupt_the_game(client: TestClient, toy: dict[str, Any]) -> None:
    token = toy["tokens"]["blue"]
    with (
        page(client, toy) as one,
        page(client, toy) as two,
    ):
        seen = greet(one, token)["view"]["seen"]
        greet(two, token)
        one.send_json({"id": 1, "do": "act", "seen": seen, "action": "send B-3"})
        assert answer_of(one, 1)[0]["ok"]
        two.send_json({"id": 1, "do": "act", "seen": seen, "action": "send B-4"})
        late, _ = answer_of(two, 1)
        assert not late["ok"] and late["error"] == "stale"
    view = players(client, toy)["blue"].view()
    assert view["pieces"]["B-3"]["at"] == "ford" and view["pieces"]["B-4"]["at"] == "camp"


def test_an_old_page_is_told_to_reload(client: TestClient, toy: dict[str, Any]) -> None:
    with page(client, toy) as socket:
        assert greet(socket, None, protocol=1)["type"] == "old"


def test_forged_tokens_and_nonsense_close_the_socket(client: TestClient, toy: dict[str, Any]) -> None:
    with page(client, toy) as socket:
        assert greet(socket, "forged") | {} == {
            "type": "error",
            "error": "not-yours",
            "says": "This token opens no seat of the game.",
            "rule": "",
            "field": "",
            "facts": {},
        }
    for nonsense in ("[]", "{", "x" * 300_000):
        with page(client, toy) as socket:
            socket.send_text(nonsense)
            assert socket.receive_json()["type"] == "error"
    with page(client, toy) as socket:
        greet(socket, toy["tokens"]["blue"])
        for number, odd in enumerate(({"do": "fly"}, {"do": "act"}, {"do": ["x"]}, {"do": "ask", "ask": {}})):
            socket.send_json({"id": number, **odd})
            answer, _ = answer_of(socket, number)
            assert not answer["ok"] and answer["says"]


def test_a_spectator_can_ask_but_not_act(client: TestClient, toy: dict[str, Any]) -> None:
    with page(client, toy) as socket:
        hello = greet(socket, None)
        assert hello["view"]["viewer"] == "spectator"
        socket.send_json({"id": 1, "do": "act", "seen": 0, "action": "send B-1"})
        assert answer_of(socket, 1)[0]["error"] == "no-token"


def test_a_move_that_cannot_be_stored_has_not_happened(
    app: FastAPI, client: TestClient, toy: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    blue = players(client, toy)["blue"]
    before = blue.view()

    def full(*_: Any) -> None:
        raise NotStored("Not saved: the disk is full.")

    with page(client, toy) as watcher:
        greet(watcher, toy["tokens"]["red"])
        monkeypatch.setattr(Storage, "keep", full)
        answer = blue.act("send B-3")
        assert answer.status_code == 507 and answer.json()["error"] == "not-saved"
        monkeypatch.undo()
        assert blue.view()["pieces"] == before["pieces"] and blue.view()["seen"] == before["seen"]
        assert blue.act("send B-4").status_code == 200
        told = watcher.receive_json()
        assert told["changes"]["seen"] == before["seen"] + 1


def test_the_store_comes_before_the_telling(
    client: TestClient, toy: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    keep = Storage.keep

    def noted(self: Storage, *args: Any) -> None:
        keep(self, *args)
        order.append("stored")

    monkeypatch.setattr(Storage, "keep", noted)
    with page(client, toy) as watcher:
        greet(watcher, toy["tokens"]["red"])
        client.post(
            f"/api/games/{toy['id']}/act",
            json={"seen": 0, "action": "send B-1"},
            headers=bearer(toy["tokens"]["blue"]),
        )
        assert order == ["stored"]
        assert watcher.receive_json()["type"] == "update"
