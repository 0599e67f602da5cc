"""Malformed, huge, forged and foreign requests: clear errors, nothing stored, the server stays up."""

from __future__ import annotations

import json
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
    path, body = f"/api/games/{toy['id']}/act", {"seen": 0, "action": "send B-1"}
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


# --- what once made the server stumble -------------------------------------------------------------


def test_an_origin_that_is_no_address(client: TestClient, toy: dict[str, Any]) -> None:
    for origin in ("http://[", "http://[::1", "http://127.0.0.1:8861]", "null", ""):
        answer = client.post("/api/games", json=GOOD, headers={"Origin": origin})
        refused(answer, 403, "foreign-origin")
        with pytest.raises(WebSocketDisconnect), page(client, toy, {"Origin": origin}):
            pass


HALF = "\ud800"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("games", {**GOOD, "title": HALF}),
        ("games", {**GOOD, HALF: 1}),
        ("games", {**GOOD, "game": HALF}),
        ("games", {**GOOD, "options": {HALF: HALF}}),
        ("games", {**GOOD, "seats": {"blue": {"kind": "me", "name": HALF}}}),
        ("games", {**GOOD, "seats": {"blue": {"kind": "bot", "level": HALF}}}),
        ("games/import", {"record": f"bullrun record 1\ngame toy 1\n{HALF}"}),
        ("review", {"record": HALF}),
        ("games/ID/act", {"seen": 0, "action": HALF}),
        ("games/ID/revise", {"seen": 0, "to": 0, "actions": [HALF]}),
        ("games/ID/marks", {"kind": "note", "text": HALF}),
        ("games/ID/branch", {"step": 0, "title": HALF}),
        ("games/ID/ask", {"ask": {"why": HALF}}),
        ("games/ID/ask", {"ask": {"reach": HALF}}),
        ("games/ID/ask", {"ask": {HALF: 1}}),
        ("games/ID/ask", {"ask": {"overlay": {"name": HALF}}}),
        ("games/ID/ask", {"ask": {"combat": {"attackers": [HALF], "defenders": [HALF]}}}),
    ],
)
def test_half_characters_are_refused(
    client: TestClient, toy: dict[str, Any], path: str, body: dict[str, Any]
) -> None:
    """JSON can carry half of a character that is written in two; nobody could store or answer it."""
    before = client.get("/api/games").json()["games"]
    answer = client.post(
        f"/api/{path.replace('ID', toy['id'])}",
        content=json.dumps(body).encode(),
        headers={"content-type": "application/json", **bearer(toy["tokens"]["blue"])},
    )
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["says"]
    assert client.get("/api/games").json()["games"] == before


@pytest.mark.parametrize("body", ["9" * 5000, '{"seen": ' + "9" * 5000 + "}", "[" * 100_000, "NaN"])
def test_json_that_cannot_be_read(client: TestClient, toy: dict[str, Any], body: str) -> None:
    for path in ("games", "games/import", f"games/{toy['id']}/act", f"games/{toy['id']}/ask"):
        answer = client.post(f"/api/{path}", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422), answer.text
        assert answer.json()["says"]


def hello(socket: Any, token: Any) -> dict[str, Any]:
    socket.send_text(json.dumps({"hello": 2, "token": token}))
    found: dict[str, Any] = socket.receive_json()
    return found


def test_bytes_on_a_socket_are_refused(client: TestClient, toy: dict[str, Any]) -> None:
    with page(client, toy) as socket:
        socket.send_bytes(b'{"hello": 2}')
        assert socket.receive_json()["error"] == "malformed"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    with page(client, toy) as socket:
        assert hello(socket, toy["tokens"]["blue"])["type"] == "hello"
        socket.send_bytes(b"\xff")
        assert socket.receive_json()["error"] == "malformed"


def test_half_characters_on_a_socket(client: TestClient, toy: dict[str, Any]) -> None:
    with page(client, toy) as socket:
        assert hello(socket, HALF)["error"] == "not-yours"
    with page(client, toy) as socket:
        assert hello(socket, toy["tokens"]["blue"])["type"] == "hello"
        for wish in (
            {"do": HALF},
            {"do": "act", "seen": 0, "action": HALF},
            {"do": "ask", "ask": {"why": HALF}},
            {"do": "ask", "ask": {"why": "stay"}, HALF: 1},
            {"id": HALF, "do": "undo", "seen": HALF},
        ):
            socket.send_text(json.dumps(wish))
            answer = socket.receive_json()
            assert answer["type"] == "answer" and not answer["ok"] and answer["says"]
            assert set(answer) == {"type", "id", "ok", "error", "says", "rule", "field", "facts"}
