"""Bots at the table: a broken or slow one never harms a game, and people set the pace."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bullrun.bots.levels import LEVELS
from bullrun.service.app import create_app
from tests.service import bad_bots
from tests.service.conftest import HOST
from tests.service.table import bearer, game_ids, page

LONG = 60.0


@pytest.fixture(autouse=True)
def _only_here() -> Iterator[None]:
    """Other tests count the levels: the bad ones are known only while these run."""
    bad_bots.register()
    yield
    for name in bad_bots.NAMES:
        LEVELS.pop(name, None)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Callable[[float], TestClient]]:
    """A server whose bots get so many seconds; it is stopped when another one is started."""
    opened: list[TestClient] = []

    def stop() -> None:
        while opened:
            opened.pop().__exit__(None, None, None)

    def make(patience: float = LONG) -> TestClient:
        stop()
        app = create_app(tmp_path, games=bad_bots.GAMES, game_ids=game_ids, patience=patience)
        client = TestClient(app, base_url=HOST, raise_server_exceptions=False)
        client.__enter__()
        opened.append(client)
        return client

    yield make
    stop()


def begin(client: TestClient, **levels: str) -> dict[str, Any]:
    """A toy game with these bots; who has none is a person."""
    seats = {
        side: {"kind": "bot", "level": levels[side]} if side in levels else {"kind": "me"}
        for side in ("blue", "red")
    }
    answer = client.post("/api/games", json={"game": "toy", "scenario": "ford", "seats": seats})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def view_of(client: TestClient, made: dict[str, Any]) -> dict[str, Any]:
    token = next(iter(made["tokens"].values()), "")
    answer = client.get(f"/api/games/{made['id']}", headers=bearer(token) if token else {})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def wait_for(
    client: TestClient, made: dict[str, Any], what: Callable[[dict[str, Any]], Any], seconds: float = 240.0
) -> dict[str, Any]:
    """The view as soon as something is so."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        view = view_of(client, made)
        if what(view):
            return view
        time.sleep(0.03)
    raise AssertionError(f"it did not happen: {view['thinking']} {view['bots']} {view['decision']}")


def log_of(client: TestClient, made: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/games/{made['id']}/log").json()["log"]
    return found


def order(client: TestClient, made: dict[str, Any], do: str, **more: str) -> dict[str, Any]:
    token = next(iter(made["tokens"].values()), "")
    answer = client.post(
        f"/api/games/{made['id']}/bots", json={"order": do, **more}, headers=bearer(token) if token else {}
    )
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


# --- bots that fail -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "patience", "why"),
    [
        ("broken", LONG, "it failed with ZeroDivisionError"),
        ("crashing", LONG, "its process ended"),
        ("hanging", 2, "it took too long"),
        ("cheating", LONG, "it chose what is no option"),
        ("babbling", LONG, "it chose what is no option"),
    ],
)
def test_a_bot_that_fails_is_replaced_and_everybody_is_told(
    house: Any, level: str, patience: float, why: str
) -> None:
    client = house(patience)
    made = begin(client, blue=level)
    view = wait_for(client, made, lambda v: v["decision"]["owner"] == "red")
    assert view["trouble"] == "" and why in view["bots"]["notice"]
    notice = view["bots"]["notice"]
    assert f"{level.capitalize()} bot (Blue)" in notice and "captain moved" in notice
    notes = [line for line in log_of(client, made) if line["kind"] == "house"]
    assert notes and why in notes[0]["says"] and notes[0]["n"] == 1
    assert "secret" not in str(notes) and "B-" not in str(notes) and "secret" not in str(view)


def test_the_note_outlives_the_server(tmp_path: Path) -> None:
    told = []
    for _ in range(2):
        app = create_app(tmp_path, games=bad_bots.GAMES, game_ids=game_ids)
        with TestClient(app, base_url=HOST) as client:
            if not told:
                made = begin(client, blue="broken")
                wait_for(client, made, lambda v: v["decision"]["owner"] == "red")
            told.append([line["says"] for line in log_of(client, made) if line["kind"] == "house"])
    assert told[0] and told[0] == told[1]


def test_a_failed_bot_is_asked_again_but_not_for_ever(house: Any) -> None:
    client = house()
    made = begin(client, blue="moody", red="captain")
    wait_for(client, made, lambda v: v["decision"] is None)
    assert len([line for line in log_of(client, made) if line["kind"] == "house"]) == 1
    made = begin(client, blue="broken", red="broken")
    view = wait_for(client, made, lambda v: v["decision"] is None)
    assert view["outcome"] is not None
    notes = [line["says"] for line in log_of(client, made) if line["kind"] == "house"]
    blue = [note for note in notes if "(Blue)" in note]
    record = client.get(f"/api/games/{made['id']}/record").text
    assert all(f"# {note}" in record for note in notes)
    again = client.post("/api/games/import", json={"record": record})
    assert again.status_code == 201, again.text
    assert len(blue) == 3 and "not asked again" in blue[-1] and "not asked again" not in blue[0]


def test_whole_games_between_bad_bots_end(house: Any) -> None:
    client = house()
    games = [
        begin(client, blue=one, red=two) for one, two in (("crashing", "cheating"), ("babbling", "captain"))
    ]
    for made in games:
        assert wait_for(client, made, lambda v: v["decision"] is None)["outcome"]
        record = client.get(f"/api/games/{made['id']}/record").text
        assert "end " in record and client.get(f"/api/games/{made['id']}/check").json()["ok"]


# --- the pace -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["pondering", "hanging"])
def test_a_thinking_bot_can_be_told_to_move_now(house: Any, level: str) -> None:
    client = house()
    made = begin(client, blue=level)
    view = wait_for(client, made, lambda v: v["thinking"])
    assert view["thinking"] == view["thinking"] | {"side": "blue", "level": level, "n": 0}
    # The page never waits for the bot: questions are answered meanwhile.
    assert client.get(f"/api/games/{made['id']}/log").status_code == 200
    while view_of(client, made)["decision"]["owner"] == "blue":
        order(client, made, "move-now")
        time.sleep(0.2)
    view = view_of(client, made)
    assert view["bots"]["notice"] == "" and view["number"] >= 1 and view["thinking"] is None


def test_one_slow_game_does_not_hold_up_another(house: Any) -> None:
    client = house()
    slow = begin(client, blue="pondering")
    wait_for(client, slow, lambda v: v["thinking"])
    quick = begin(client, blue="captain", red="captain")
    assert wait_for(client, quick, lambda v: v["decision"] is None)["outcome"]
    assert view_of(client, slow)["thinking"]


def test_bots_pause_step_and_go_on(house: Any) -> None:
    client = house()
    made = begin(client, blue="pondering", red="captain")
    wait_for(client, made, lambda v: v["thinking"])
    assert order(client, made, "pause")["bots"]["paused"]
    assert view_of(client, made)["thinking"] is None
    time.sleep(0.3)
    assert view_of(client, made)["number"] == 0
    made = begin(client, blue="captain", red="random")
    order(client, made, "pause")
    start = view_of(client, made)["number"]
    order(client, made, "step")
    view = wait_for(client, made, lambda v: v["number"] > start and not v["thinking"])
    time.sleep(0.2)
    assert view_of(client, made)["number"] == view["number"]
    entries = view["number"]
    order(client, made, "step", by="turn")
    view = wait_for(client, made, lambda v: v["number"] > entries and not v["thinking"])
    order(client, made, "resume")
    assert wait_for(client, made, lambda v: v["decision"] is None)["outcome"]


def test_paused_bots_are_still_paused_after_a_restart(house: Any) -> None:
    first = house()
    made = begin(first, blue="pondering", red="captain")
    wait_for(first, made, lambda v: v["thinking"])
    order(first, made, "pause")
    again = house()
    view = view_of(again, made)
    assert view["bots"]["paused"] and view["thinking"] is None
    order(again, made, "resume")
    assert not view_of(house(), made)["bots"]["paused"]


def test_pages_see_who_thinks(house: Any) -> None:
    client = house()
    made = begin(client, blue="pondering")
    with page(client, made) as socket:
        socket.send_json({"hello": 2, "token": made["tokens"]["red"]})
        seen = socket.receive_json()["view"]["thinking"]
        while seen is None:
            seen = socket.receive_json()["changes"].get("thinking")
        assert seen["side"] == "blue" and seen["name"] == "pondering bot"
        order(client, made, "pause")
        while "bots" not in (message := socket.receive_json())["changes"]:
            pass
        assert message["changes"]["bots"]["paused"] and message["changes"]["thinking"] is None


def test_only_who_sits_there_gives_orders(house: Any) -> None:
    client = house()
    made = begin(client, blue="captain")
    answer = client.post(f"/api/games/{made['id']}/bots", json={"order": "pause"})
    assert answer.status_code == 401
    answer = client.post(
        f"/api/games/{made['id']}/bots", json={"order": "dance"}, headers=bearer(made["tokens"]["red"])
    )
    assert answer.status_code == 422 and answer.json()["field"] == "order"


def test_another_seat_takes_over_while_a_bot_thinks(house: Any) -> None:
    client = house()
    made = begin(client, blue="pondering")
    wait_for(client, made, lambda v: v["thinking"])
    answer = client.put(
        f"/api/games/{made['id']}/seats/blue",
        json={"kind": "bot", "level": "captain"},
        headers=bearer(made["tokens"]["red"]),
    )
    assert answer.status_code == 200, answer.text
    wait_for(client, made, lambda v: v["decision"]["owner"] == "red")


def test_the_levels_say_what_can_be_chosen(house: Any) -> None:
    levels = {card["level"]: card for card in house().get("/api/bots").json()["levels"]}
    assert levels["general"]["tempers"] == ["cautious", "balanced", "bold"] and levels["general"]["budget"]
    assert levels["random"]["tempers"] == [] and not levels["random"]["budget"]
    assert all(card["says"] for card in levels.values())
