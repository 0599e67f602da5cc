"""Seats: a taken one is not handed to another browser, and what concerns two people is asked of both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bullrun.cli.main import main
from bullrun.service.app import create_app
from tests.service.conftest import HOST
from tests.service.table import GAMES, Player, bearer, game_ids, page, play_to_end, players


def refused(answer: Any, status: int = 403, error: str = "not-yours") -> str:
    assert answer.status_code == status and answer.json()["error"] == error, answer.text
    return str(answer.json()["says"])


def seat(made: dict[str, Any], side: str = "red") -> str:
    return f"/api/games/{made['id']}/seats/{side}"


# --- taking and letting go ------------------------------------------------------------------------


def test_a_taken_seat_is_not_handed_out(client: TestClient, toy: dict[str, Any]) -> None:
    says = refused(client.post(seat(toy)))
    assert "holds this seat" in says and f"bullrun seats {toy['id']} --free red" in says
    # Not to the other side either.
    refused(client.post(seat(toy), headers=bearer(toy["tokens"]["blue"])))
    assert toy["tokens"]["red"] not in says


def test_a_seat_that_was_let_go_goes_to_the_first_who_asks(client: TestClient, toy: dict[str, Any]) -> None:
    old = toy["tokens"]["red"]
    assert client.delete(seat(toy), headers=bearer(old)).status_code == 204
    view = client.get(f"/api/games/{toy['id']}").json()
    assert view["seats"]["red"]["free"] and not view["seats"]["blue"]["free"]
    listed = client.get("/api/games").json()["games"][0]
    assert listed["seats"]["red"]["free"] and not listed["seats"]["blue"]["free"]
    taken = client.post(seat(toy))
    assert taken.status_code == 200 and taken.json()["token"] not in ("", old)
    refused(client.post(seat(toy)))
    # The old token is worth nothing now, the new one plays.
    refused(client.get(f"/api/games/{toy['id']}", headers=bearer(old)))
    assert Player(client, toy["id"], taken.json()["token"]).view()["viewer"] == "red"
    assert "token" not in json.dumps(view["seats"])


def test_only_the_holder_or_the_maker_frees_a_seat(client: TestClient, toy: dict[str, Any]) -> None:
    refused(client.delete(seat(toy)), 401, "no-token")
    refused(client.delete(seat(toy), headers=bearer(toy["tokens"]["blue"])))
    refused(client.delete(seat(toy), headers=bearer("x")))
    refused(client.delete(seat(toy), headers=bearer("")), 401, "no-token")
    assert client.delete(seat(toy), headers=bearer(toy["maker"])).status_code == 204
    assert client.post(seat(toy)).status_code == 200


def test_the_maker_has_no_eyes(client: TestClient, toy: dict[str, Any]) -> None:
    """The maker's secret frees seats; it shows nothing and plays nothing."""
    headers = bearer(toy["maker"])
    refused(client.get(f"/api/games/{toy['id']}", headers=headers))
    refused(client.delete(f"/api/games/{toy['id']}", headers=headers))
    for path in ("", "/log", "/replay", "/record", "/marks"):
        assert toy["maker"] not in client.get(f"/api/games/{toy['id']}{path}").text
    assert toy["maker"] not in client.get("/api/games").text


def test_bots_and_strangers_have_no_seat_to_free(client: TestClient) -> None:
    seats = {"blue": {"kind": "me"}, "red": {"kind": "bot", "level": "random"}}
    made = client.post("/api/games", json={"game": "toy", "scenario": "ford", "seats": seats}).json()
    refused(client.delete(seat(made), headers=bearer(made["maker"])))
    refused(client.post(seat(made)))
    assert client.delete(seat(made, "green"), headers=bearer(made["maker"])).status_code == 400


def test_pages_of_a_seat_that_changes_hands_see_no_more(client: TestClient, toy: dict[str, Any]) -> None:
    with page(client, toy) as socket:
        socket.send_json({"hello": 2, "token": toy["tokens"]["red"]})
        assert socket.receive_json()["type"] == "hello"
        assert client.delete(seat(toy), headers=bearer(toy["maker"])).status_code == 204
        told = socket.receive_json()
        assert told["type"] == "error" and told["error"] == "not-yours" and "let go" in told["says"]
        # It is told nothing more, and asks through no seat's eyes.
        blue = players(client, toy)["blue"]
        assert blue.act("send B-1").status_code == 200
        socket.send_json({"id": 1, "do": "ask", "ask": {"why": "send R-1"}})
        answer = socket.receive_json()
        assert answer["type"] == "answer" and not answer["ok"] and answer["error"] == "not-yours"


def test_a_free_seat_may_be_given_to_a_bot(client: TestClient, toy: dict[str, Any]) -> None:
    wish = {"kind": "bot", "level": "random"}
    headers = bearer(toy["tokens"]["blue"])
    refused(client.put(seat(toy), json=wish, headers=headers))
    client.delete(seat(toy), headers=bearer(toy["tokens"]["red"]))
    assert client.put(seat(toy), json=wish, headers=headers).status_code == 200


def test_seats_outlive_the_server(tmp_path: Path) -> None:
    def open_house() -> TestClient:
        return TestClient(create_app(tmp_path, games=GAMES, game_ids=game_ids), base_url=HOST)

    with open_house() as client:
        made = client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json()
        client.delete(seat(made), headers=bearer(made["tokens"]["red"]))
        client.patch(f"/api/games/{made['id']}", json={"title": "x"}, headers=bearer(made["tokens"]["blue"]))
    with open_house() as client:
        refused(client.post(seat(made, "blue")))
        assert client.delete(seat(made, "blue"), headers=bearer(made["maker"])).status_code == 204
        assert client.post(seat(made, "blue")).status_code == 200
        assert client.post(seat(made)).status_code == 200


def test_who_owns_the_folder_frees_a_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], toy: dict[str, Any], client: TestClient
) -> None:
    """For who has lost the browser that held it."""
    home = ["--home", str(tmp_path)]
    assert main(["seats", toy["id"], "--free", "red", *home]) == 2
    assert "plays from it already" in capsys.readouterr().err
    other = tmp_path / "other"
    with TestClient(create_app(other, games=GAMES, game_ids=game_ids), base_url=HOST) as house:
        made = house.post("/api/games", json={"game": "toy", "scenario": "ford"}).json()
    home = ["--home", str(other)]
    assert main(["seats", made["id"], "--free", "green", *home]) == 2
    assert "people play blue, red" in capsys.readouterr().err
    assert main(["seats", "0123", "--free", "red", *home]) == 2
    assert main(["seats", made["id"], "--free", "red", *home]) == 0
    with TestClient(create_app(other, games=GAMES, game_ids=game_ids), base_url=HOST) as house:
        refused(house.get(f"/api/games/{made['id']}", headers=bearer(made["tokens"]["red"])))
        assert house.post(seat(made)).status_code == 200


# --- asking both ----------------------------------------------------------------------------------


def test_deleting_a_running_game_asks_both(client: TestClient, toy: dict[str, Any]) -> None:
    base = f"/api/games/{toy['id']}"
    blue, red = (bearer(toy["tokens"][side]) for side in ("blue", "red"))
    first = client.delete(base, headers=blue)
    assert first.status_code == 202 and first.json() == {"asks": ["red"]}
    # Asking twice is not asking both.
    assert client.delete(base, headers=blue).status_code == 202
    view = client.get(base, headers=red).json()
    assert view["wish"] == {"do": "delete", "title": "", "sides": ["blue"]}
    # Red says no; then blue must ask again.
    assert client.delete(f"{base}/wish", headers=red).status_code == 204
    assert client.get(base, headers=blue).json()["wish"] is None
    assert client.delete(base, headers=red).json() == {"asks": ["blue"]}
    assert client.delete(base, headers=blue).status_code == 204
    assert client.get(base).status_code == 404


def test_renaming_a_running_game_asks_both(client: TestClient, toy: dict[str, Any]) -> None:
    base = f"/api/games/{toy['id']}"
    blue, red = (bearer(toy["tokens"][side]) for side in ("blue", "red"))
    assert client.patch(base, json={"title": "Mine"}, headers=blue).status_code == 202
    # Another wish is another question.
    other = client.patch(base, json={"title": "Ours"}, headers=red)
    assert other.status_code == 202 and other.json() == {"asks": ["blue"]}
    assert client.get(base).json()["title"] == "At the ford"
    # Who wants it renamed does not want it deleted.
    assert client.delete(base, headers=blue).status_code == 202
    assert client.patch(base, json={"title": "Ours"}, headers=red).status_code == 202
    done = client.patch(base, json={"title": "Ours"}, headers=blue)
    assert done.status_code == 200 and client.get(base).json()["title"] == "Ours"
    assert client.get(base).json()["wish"] is None


def test_the_other_side_is_told_at_once(client: TestClient, toy: dict[str, Any]) -> None:
    with page(client, toy) as socket:
        socket.send_json({"hello": 2, "token": toy["tokens"]["red"]})
        assert socket.receive_json()["view"]["wish"] is None
        client.delete(f"/api/games/{toy['id']}", headers=bearer(toy["tokens"]["blue"]))
        assert socket.receive_json()["changes"]["wish"]["sides"] == ["blue"]


def test_a_wish_outlives_the_server_and_not_the_seat(client: TestClient, toy: dict[str, Any]) -> None:
    base = f"/api/games/{toy['id']}"
    house = client.app.state.house  # type: ignore[attr-defined]
    client.delete(base, headers=bearer(toy["tokens"]["blue"]))
    house._loaded.clear()
    house._living.clear()
    assert client.get(base).json()["wish"]["sides"] == ["blue"]
    # Who sits down after him has agreed to nothing.
    client.delete(seat(toy, "blue"), headers=bearer(toy["tokens"]["blue"]))
    assert client.get(base).json()["wish"] is None
    token = client.post(seat(toy, "blue")).json()["token"]
    assert client.delete(base, headers=bearer(toy["tokens"]["red"])).status_code == 202
    assert client.delete(base, headers=bearer(token)).status_code == 204


def test_one_person_and_a_finished_game_ask_nobody(client: TestClient, toy: dict[str, Any]) -> None:
    seats = {"blue": {"kind": "me"}, "red": {"kind": "bot", "level": "random"}}
    made = client.post("/api/games", json={"game": "toy", "scenario": "ford", "seats": seats}).json()
    headers = bearer(made["tokens"]["blue"])
    base = f"/api/games/{made['id']}"
    assert client.patch(base, json={"title": "Mine"}, headers=headers).status_code == 200
    assert client.delete(base, headers=headers).status_code == 204
    play_to_end(client, toy)
    assert client.delete(f"/api/games/{toy['id']}", headers=bearer(toy["tokens"]["red"])).status_code == 204


def test_a_free_seat_is_not_asked(client: TestClient, toy: dict[str, Any]) -> None:
    client.delete(seat(toy), headers=bearer(toy["tokens"]["red"]))
    base = f"/api/games/{toy['id']}"
    assert client.delete(base).status_code == 401
    assert client.delete(base, headers=bearer(toy["tokens"]["blue"])).status_code == 204


def test_the_maker_cannot_free_a_seat_and_then_delete_the_game_alone(
    client: TestClient, toy: dict[str, Any]
) -> None:
    base, maker = f"/api/games/{toy['id']}", bearer(toy["maker"])
    blue = bearer(toy["tokens"]["blue"])
    assert client.delete(seat(toy), headers=maker).status_code == 204
    assert client.delete(base, headers=blue).json() == {"asks": ["red"]}
    # Nor with a bot in that seat, nor from outside when nobody sits anywhere.
    bot = {"kind": "bot", "level": "random"}
    assert client.put(seat(toy), json=bot, headers=blue).status_code == 200
    assert client.delete(base, headers=blue).json() == {"asks": ["red"]}
    assert client.patch(base, json={"title": "Mine"}, headers=blue).status_code == 200, "a name hurts nobody"
    assert client.delete(seat(toy, "blue"), headers=maker).status_code == 204
    assert client.delete(base).status_code == 401
    assert client.get(base).status_code == 200


def test_who_sits_down_where_the_maker_freed_a_seat_is_asked(client: TestClient, toy: dict[str, Any]) -> None:
    base = f"/api/games/{toy['id']}"
    client.delete(seat(toy), headers=bearer(toy["maker"]))
    token = client.post(seat(toy)).json()["token"]
    assert client.delete(base, headers=bearer(toy["tokens"]["blue"])).json() == {"asks": ["red"]}
    # One who gets up again of his own will is not asked any more.
    assert client.delete(seat(toy), headers=bearer(token)).status_code == 204
    assert client.delete(base, headers=bearer(toy["tokens"]["blue"])).status_code == 204


def test_a_finished_game_goes_whoever_was_put_out(client: TestClient, toy: dict[str, Any]) -> None:
    play_to_end(client, toy)
    client.delete(seat(toy), headers=bearer(toy["maker"]))
    base = f"/api/games/{toy['id']}"
    assert client.delete(base, headers=bearer(toy["tokens"]["blue"])).status_code == 204
