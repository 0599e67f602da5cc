"""A what-if of a running game shows nothing that its maker may not know, on no seat and by no address."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from bullrun.engine.proof import prove
from bullrun.engine.record import parse_record
from bullrun.games.registry import load_game
from tests.service.table import Player, bearer, page

GAME = "bull-run-1983"
ME, OTHER = "union", "confederate"


@pytest.fixture
def parent(client: TestClient) -> dict[str, Any]:
    """A running game against a bot whose counters lie face down; the bot is paused."""
    seats = {ME: {"kind": "me"}, OTHER: {"kind": "bot", "level": "random"}}
    wish = {"game": GAME, "scenario": "july-21", "seats": seats}
    made: dict[str, Any] = client.post("/api/games", json=wish).json()
    token = bearer(made["tokens"][ME])
    client.post(f"/api/games/{made['id']}/bots", json={"order": "pause"}, headers=token)
    return made


def branch(client: TestClient, parent: dict[str, Any], step: int = 0, **seats: Any) -> dict[str, Any]:
    wanted = {side: {"kind": "me"} for side in (ME, OTHER)} | seats
    answer = client.post(
        f"/api/games/{parent['id']}/branch",
        json={"step": step, "seats": wanted},
        headers=bearer(parent["tokens"][ME]) if ME in parent["tokens"] else {},
    )
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def lies(client: TestClient, made: dict[str, Any], side: str) -> dict[str, str]:
    """Where the other side's counters lie, as the holder of a seat sees them."""
    view = Player(client, made["id"], made["tokens"][side]).view()
    return {piece: shown["at"] for piece, shown in view["pieces"].items() if piece.startswith("CSA")}


def truth(client: TestClient, parent: dict[str, Any]) -> dict[str, str]:
    game = load_game(GAME)
    position = client.app.state.house._living[parent["id"]].position  # type: ignore[attr-defined]
    found = {piece.id: game.table.place_of(position, n) for n, piece in enumerate(game.data.pieces("pieces"))}
    return {piece: at for piece, at in found.items() if at and piece.startswith("CSA")}


def test_on_the_bots_seat_one_sees_a_world_that_was_imagined(
    client: TestClient, parent: dict[str, Any]
) -> None:
    real = truth(client, parent)
    worlds = [lies(client, branch(client, parent), OTHER) for _ in range(3)]
    for world in worlds:
        moved = [piece for piece, at in world.items() if real.get(piece, at) != at]
        assert len(moved) > 5, "the counters must not lie as they do in the running game"
    assert worlds[0] != worlds[1] != worlds[2]


def test_the_maker_sees_the_same_table_as_before(client: TestClient, parent: dict[str, Any]) -> None:
    mine = Player(client, parent["id"], parent["tokens"][ME]).view()
    made = branch(client, parent)
    there = Player(client, made["id"], made["tokens"][ME]).view()
    for key in ("pieces", "face_down", "display", "markers", "turn", "phase"):
        assert there[key] == mine[key], key
    assert there["veiled"] and not mine["veiled"]


def test_a_what_if_that_was_given_up_shows_no_more(client: TestClient, parent: dict[str, Any]) -> None:
    """Resigned, it is over: a referee looks at the imagined world, and at nothing before it."""
    real = truth(client, parent)
    made = branch(client, parent)
    assert Player(client, made["id"], made["tokens"][OTHER]).post("resign").status_code == 200
    base = f"/api/games/{made['id']}"
    index = client.get(f"{base}/replay?viewer=referee").json()
    assert index["steps"][0][0] == 1, "step 0 is a step of the running game"
    last = len(index["steps"]) - 1
    seen = client.get(f"{base}/replay/steps?first=0&last={last}&viewer=referee").json()["view"]["pieces"]
    moved = [p for p, at in real.items() if p in seen and seen[p]["at"] != at]
    assert len(moved) > 5
    for path in ("report", "report.html", "report.csv"):
        answer = client.get(f"{base}/{path}")
        assert answer.status_code == 400 and "still runs" in answer.json()["says"], path
    assert client.post(f"{base}/review", json={}).status_code == 400
    text = client.get(f"{base}/record").text
    assert text.startswith("bullrun journal") and "imagine" not in text
    assert "\nkey " not in text


def test_no_question_reaches_behind_it(client: TestClient, parent: dict[str, Any]) -> None:
    made = branch(client, parent)
    base, headers = f"/api/games/{made['id']}", bearer(made["tokens"][OTHER])
    log = client.get(f"{base}/log", headers=headers).json()["log"]
    assert all(line["n"] >= 1 for line in log)
    assert any("dealt anew" in line["says"] and "has ended" in line["says"] for line in log)
    view = Player(client, made["id"], made["tokens"][OTHER]).view()
    with page(client, made) as socket:
        socket.send_json({"hello": 2, "token": made["tokens"][OTHER]})
        hello = socket.receive_json()
        assert all(line["n"] >= 1 for line in hello["log"])
        assert hello["view"]["pieces"] == view["pieces"]
    steps = client.get(f"{base}/replay/steps?first=0&last=0", headers=headers).json()
    assert {p: s["at"] for p, s in steps["view"]["pieces"].items()} == {
        p: s["at"] for p, s in view["pieces"].items()
    }


def test_a_what_if_of_a_what_if_stays_veiled(client: TestClient, parent: dict[str, Any]) -> None:
    child = branch(client, parent)
    Player(client, child["id"], child["tokens"][OTHER]).post("resign")
    # Anybody may branch a finished game, but not before its open part.
    made = client.post(f"/api/games/{child['id']}/branch", json={"step": 0}).json()
    view = client.get(f"/api/games/{made['id']}").json()
    assert view["veiled"] and view["parent_step"] == 1
    world = lies(client, child, OTHER) if OTHER in child["tokens"] else {}
    assert lies(client, made, OTHER) == world
    # Not even when the line between is deleted.
    token = bearer(child["tokens"][ME])
    assert client.delete(f"/api/games/{child['id']}", headers=token).status_code == 204
    view = client.get(f"/api/games/{made['id']}").json()
    assert view["veiled"] and view["parent"] == parent["id"]


def test_all_opens_when_the_parent_has_ended(client: TestClient, parent: dict[str, Any]) -> None:
    made = branch(client, parent)
    base = f"/api/games/{made['id']}"
    Player(client, made["id"], made["tokens"][OTHER]).post("resign")
    assert client.get(base).json()["veiled"]
    Player(client, parent["id"], parent["tokens"][ME]).post("resign")
    assert not client.get(base).json()["veiled"]
    assert client.get(f"{base}/replay").json()["steps"][0][0] == 0
    assert client.get(f"{base}/report").status_code == 200
    text = client.get(f"{base}/record").text
    assert f"chance: imagine {ME} " in text
    record = parse_record(text)
    position, _ = prove(load_game(GAME), record)
    assert position.state.outcome is not None
    again = client.post("/api/games/import", json={"record": text})
    assert again.status_code == 201, again.text


def test_undo_does_not_reach_behind_it(client: TestClient, parent: dict[str, Any]) -> None:
    made = branch(client, parent)
    for side in (ME, OTHER):
        player = Player(client, made["id"], made["tokens"][side])
        assert player.view()["undo"]["steps"] == 0
        assert player.post("undo").status_code == 409
