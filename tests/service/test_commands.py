"""What may be done or asked at a table: the same by a route and by a socket, and written once."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from bullrun.service.commands import COMMANDS
from tests.service.table import bearer, page
from tests.service.test_live import answer_of, greet

NEW = {"game": "bull-run-1861", "scenario": "free", "title": "one of two"}
"""The Confederates set up first, piece by piece, and may take that back."""
BEGINNINGS: dict[str, list[tuple[str, str, dict[str, Any]]]] = {
    "fresh": [],
    "sent": [("confederate", "act", {"seen": 0, "action": "place Evans Z01"})],
    "taken back": [
        ("confederate", "act", {"seen": 0, "action": "place Evans Z01"}),
        ("confederate", "undo", {"seen": 1}),
    ],
}
CASES: list[tuple[str, str | None, str, dict[str, Any]]] = [
    ("fresh", "confederate", "act", {"seen": 0, "action": "place Evans Z01"}),
    ("fresh", "confederate", "act", {"seen": 0, "action": "place Evans Z99"}),
    ("fresh", "confederate", "act", {"seen": 5, "action": "place Evans Z01"}),
    ("fresh", "confederate", "act", {"action": "place Evans Z01"}),
    ("fresh", "union", "act", {"seen": 0, "action": "place Tyler Z01"}),
    ("fresh", None, "act", {"seen": 0, "action": "place Evans Z01"}),
    ("fresh", "confederate", "undo", {"seen": 0}),
    ("sent", "confederate", "undo", {"seen": 1}),
    ("sent", "confederate", "undo", {"seen": 1, "to": 0}),
    ("sent", "union", "undo", {"seen": 1}),
    ("taken back", "confederate", "redo", {"seen": 2}),
    ("taken back", "confederate", "redo", {"seen": 2, "to": 0}),
    ("sent", "confederate", "reset", {"seen": 1}),
    ("sent", "confederate", "revise", {"seen": 1, "to": 0, "actions": ["place Evans Z02"]}),
    ("sent", "confederate", "revise", {"seen": 1, "to": 0, "actions": ["place Evans Z99"]}),
    ("sent", "confederate", "resign", {"seen": 1}),
    ("fresh", None, "resign", {"seen": 0}),
    ("fresh", "confederate", "ask", {"ask": {"why": "place Evans Z99"}}),
    ("fresh", None, "ask", {"ask": {"why": "place Evans Z01"}}),
    ("sent", "confederate", "ask", {"ask": {"why": "place Evans Z01"}, "at": 0}),
    ("fresh", "confederate", "ask", {"ask": {}}),
    ("fresh", "union", "hints", {}),
    ("fresh", None, "hints", {}),
    ("fresh", "confederate", "hints", {"more": 3}),
    ("fresh", "confederate", "bots", {"order": "pause"}),
    ("fresh", "confederate", "bots", {"order": "try-again"}),
    ("fresh", "confederate", "bots", {"order": "dance"}),
    ("fresh", None, "bots", {"order": "pause"}),
    ("fresh", "confederate", "offer", {"accept": True}),
]


@pytest.mark.parametrize(
    ("begun", "side", "name", "body"), CASES, ids=[" ".join(map(str, case)) for case in CASES]
)
def test_a_command_does_the_same_by_route_and_by_socket(
    client: TestClient, begun: str, side: str | None, name: str, body: dict[str, Any]
) -> None:
    by_route, by_socket = (client.post("/api/games", json=NEW).json() for _ in range(2))
    for made in (by_route, by_socket):
        for who, what, wish in BEGINNINGS[begun]:
            assert routed(client, made, who, what, wish).status_code == 200
    answer = routed(client, by_route, side, name, body)
    with page(client, by_socket) as socket:
        greet(socket, by_socket["tokens"][side] if side else None)
        socket.send_json({"id": 7, "do": name, **body})
        said, _ = answer_of(socket, 7)
    assert said["ok"] == answer.is_success
    if not answer.is_success:
        assert {key: value for key, value in said.items() if key not in ("type", "id", "ok")} == answer.json()
    elif "view" in answer.json():
        assert said["answer"] == {"seen": answer.json()["view"]["seen"]}
    else:
        assert said["answer"] == answer.json()
    assert looks(client, by_route) == looks(client, by_socket)


def test_hints_are_begun_over_a_socket_too(client: TestClient, toy: dict[str, Any]) -> None:
    with page(client, toy) as socket:
        greet(socket, toy["tokens"]["blue"])
        socket.send_json({"id": 7, "do": "hints"})
        job = answer_of(socket, 7)[0]["answer"]
    assert job["kind"] == "hints"
    headers = bearer(toy["tokens"]["blue"])
    assert client.delete(f"/api/jobs/{job['id']}", headers=headers).status_code == 200


def test_every_command_has_its_route_and_is_named_to_who_asks_for_another(
    app: FastAPI, client: TestClient, toy: dict[str, Any]
) -> None:
    described = app.openapi()["paths"]
    for command in COMMANDS.values():
        route = described[f"/api/games/{{game_id}}/{command.name}"]["post"]
        assert route["description"] == command.says and str(command.status) in route["responses"]
    with page(client, toy) as socket:
        greet(socket, None)
        socket.send_json({"id": 1, "do": "fly"})
        assert answer_of(socket, 1)[0]["says"] == f"do: expected one of {', '.join(COMMANDS)}"


def routed(client: TestClient, made: dict[str, Any], side: str | None, name: str, body: Any) -> Any:
    headers = bearer(made["tokens"][side]) if side else {}
    return client.post(f"/api/games/{made['id']}/{name}", json=body, headers=headers)


def looks(client: TestClient, made: dict[str, Any]) -> list[Any]:
    """What each side and a spectator see of a game, but for its own name and dice."""
    seen = []
    for token in (*made["tokens"].values(), None):
        headers = bearer(token) if token else {}
        view = client.get(f"/api/games/{made['id']}", headers=headers).json()
        log = client.get(f"/api/games/{made['id']}/log", headers=headers).json()
        seen.append([{key: value for key, value in view.items() if key not in ("id", "dice")}, log])
    return seen
