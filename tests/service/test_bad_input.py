"""Malformed, huge, forged and foreign requests: clear errors, nothing stored, the server stays up."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bullrun.service.guard import LARGEST_BODY
from tests.service.table import bearer, page, players

GOOD = {"game": "toy", "scenario": "ford"}


def refused(answer: Any, status: int, error: str) -> str:
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert set(body) == {"error", "says", "rule", "field", "facts"}
    assert body["error"] == error
    assert body["says"]
    return str(body["field"])


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({}, 422, "game"),
        ({**GOOD, "game": "chess"}, 400, "game"),
        ({**GOOD, "scenario": "gettysburg"}, 400, "scenario"),
        ({**GOOD, "options": {"weather": "rain"}}, 400, "option"),
        ({**GOOD, "options": {"rounds": "99"}}, 400, "option"),
        ({**GOOD, "seats": {"green": {"kind": "me"}}}, 400, "seats"),
        ({**GOOD, "seats": {"blue": {"kind": "bot", "level": "napoleon"}}}, 400, "seats.blue.level"),
        ({**GOOD, "seats": {"blue": {"kind": "spy"}}}, 422, "seats.blue.kind"),
        ({**GOOD, "surprise": 1}, 422, "surprise"),
        ({**GOOD, "title": "x" * 500}, 422, "title"),
        ({**GOOD, "dice": "loaded"}, 422, "dice"),
    ],
)
def test_a_wrong_wish_names_its_field(client: TestClient, body: Any, status: int, field: str) -> None:
    answer = client.post("/api/games", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["field"] == field or field in answer.json()["says"]
    assert client.get("/api/games").json()["games"] == []


def test_not_json_at_all(client: TestClient) -> None:
    answer = client.post("/api/games", content=b"{", headers={"content-type": "application/json"})
    refused(answer, 422, "malformed")


def test_a_huge_body_is_not_read(client: TestClient) -> None:
    answer = client.post("/api/games/import", json={"record": "x" * (LARGEST_BODY + 10)})
    refused(answer, 413, "too-large")
    assert client.get("/api/about").status_code == 200


@pytest.mark.parametrize("path", ["/api/games/0123456789", "/api/games/0123456789/log"])
def test_an_unknown_game(client: TestClient, path: str) -> None:
    refused(client.get(path), 404, "not-found")


def test_missing_and_forged_tokens(client: TestClient, toy: dict[str, Any]) -> None:
    path, body = f"/api/games/{toy['id']}/actions", {"seen": 0, "action": "send B-1"}
    refused(client.post(path, json=body), 401, "no-token")
    refused(client.post(path, json=body, headers=bearer("forged")), 403, "not-yours")
    refused(client.post(path, json=body, headers={"Authorization": "Basic abc"}), 401, "no-token")
    other = client.post("/api/games", json=GOOD).json()
    refused(client.post(path, json=body, headers=bearer(other["tokens"]["blue"])), 403, "not-yours")
    assert players(client, toy)["blue"].view()["number"] == 0


def test_foreign_origins_and_hosts(client: TestClient, toy: dict[str, Any]) -> None:
    evil = {"Origin": "https://evil.example"}
    refused(client.post("/api/games", json=GOOD, headers=evil), 403, "foreign-origin")
    same = {"Origin": "http://127.0.0.1:8861"}
    assert client.post("/api/games", json=GOOD, headers=same).status_code == 201
    port = {"Origin": "http://127.0.0.1:9999"}
    refused(client.post("/api/games", json=GOOD, headers=port), 403, "foreign-origin")
    rebound = client.get("/api/games", headers={"Host": "evil.example"})
    refused(rebound, 421, "foreign-host")
    with (
        pytest.raises(WebSocketDisconnect),
        page(client, toy, evil) as socket,
    ):
        socket.receive_json()


def test_the_pages_forbid_foreign_scripts_and_frames(client: TestClient) -> None:
    headers = client.get("/api/about").headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ("hello", "line 1"),
        ("bullrun record 1\ngame toy 1\nscenario ford\n", "begin"),
        ("bullrun record 1\ngame toy 7\nscenario ford\ndice typed\nbegin\n", "version"),
        ("bullrun record 1\ngame chess 1\nscenario ford\ndice typed\nbegin\n", "chess"),
        ("bullrun record 1\ngame toy 1\nscenario ford\ndice typed\nbegin\nblue: fly away\n", "line 6"),
        ("bullrun record 1\ngame toy 1\nscenario ford\ndice typed\nbegin\nred: send R-1\n", "line 6"),
    ],
)
def test_a_broken_record_names_its_line_and_stores_nothing(
    client: TestClient, record: str, says: str
) -> None:
    answer = client.post("/api/games/import", json={"record": record})
    assert answer.status_code == 400 and says in answer.json()["says"], answer.text
    assert client.get("/api/games").json()["games"] == []


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"why": 3},
        {"why": ""},
        {"what": "?"},
        {"why": "x", "reach": "y"},
        {"reach": "Z-9"},
        {"combat": []},
    ],
)
def test_odd_questions(client: TestClient, toy: dict[str, Any], question: Any) -> None:
    token = toy["tokens"]["blue"]
    answer = client.post(f"/api/games/{toy['id']}/ask", json={"ask": question}, headers=bearer(token))
    assert answer.status_code == 400 and answer.json()["says"]


def test_a_hidden_piece_and_none_at_all_get_the_same_answer(client: TestClient, toy: dict[str, Any]) -> None:
    headers = bearer(toy["tokens"]["blue"])
    path = f"/api/games/{toy['id']}/ask"
    hidden = client.post(path, json={"ask": {"reach": "R-2"}}, headers=headers).text
    nothing = client.post(path, json={"ask": {"reach": "R-9"}}, headers=headers).text
    assert hidden.replace("R-2", "R-9") == nothing


def test_a_bots_seat_is_not_for_people(client: TestClient) -> None:
    seats = {"blue": {"kind": "me"}, "red": {"kind": "bot", "level": "random"}}
    made = client.post("/api/games", json={**GOOD, "seats": seats}).json()
    refused(client.post(f"/api/games/{made['id']}/seats/red"), 403, "not-yours")
    taking = client.put(
        f"/api/games/{made['id']}/seats/red",
        json={"kind": "me"},
        headers=bearer(made["tokens"]["blue"]),
    )
    assert taking.status_code == 400 and "hidden" in taking.json()["says"]
