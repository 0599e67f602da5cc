"""Hints, giving up and reviews: from what a side may know, with progress, and stoppable."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from bullrun.bots.search import Budget
from bullrun.engine.view import imagine, see_position
from bullrun.games.registry import load_game
from bullrun.lab.play_out import play_out
from bullrun.service.jobs import MOST, MOST_OF_ONE, Jobs, TooMuch
from bullrun.service.live import LiveGame
from bullrun.service.players import HOPELESS_TURNS
from bullrun.service.studies import find_hints, review_record, see_hope
from bullrun.service.worker import Scene
from tests.service.table import GAMES, bearer, play_to_end, players, run_apart
from tests.toys.ford import GAME as TOY


def finished(
    client: TestClient, job: dict[str, Any], token: str = "", seconds: float = 240.0
) -> dict[str, Any]:
    """The job when it runs no more."""
    end = time.monotonic() + seconds
    while job["state"] == "running" and time.monotonic() < end:
        time.sleep(0.05)
        answer = client.get(f"/api/jobs/{job['id']}", headers=bearer(token) if token else {})
        assert answer.status_code == 200, answer.text
        job = answer.json()
    return job


def begin(client: TestClient, game: str, scenario: str, **seats: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json={"game": game, "scenario": scenario, "seats": seats})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def wait_until(true: Callable[[], Any], seconds: float = 240.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


# --- hints ----------------------------------------------------------------------------------------------


def test_hints_are_plans_in_words_with_pieces_and_places(client: TestClient) -> None:
    made = begin(client, "bull-run-1983", "july-21")
    token = made["tokens"]["union"]
    job = client.post(f"/api/games/{made['id']}/hints", json={}, headers=bearer(token)).json()
    job = finished(client, job, token)
    assert job["state"] == "done", job
    hints = job["result"]["hints"]
    view = players(client, made)["union"].view()
    assert 1 <= len(hints) <= 3 and job["result"]["seen"] == view["seen"]
    options = players(client, made)["union"].options()
    for hint in hints:
        assert hint["says"] and hint["reasons"][0]["says"] and hint["play_outs"] > 0
        assert hint["action"] in options and hint["words"]
        assert hint["pieces"] and hint["places"]
        # Only pieces that the side sees on its table: nothing of what lies face down.
        assert set(hint["pieces"]) <= set(view["pieces"])
    again = client.post(f"/api/games/{made['id']}/hints", json={}, headers=bearer(token)).json()
    assert again["id"] == job["id"], "the same question is not worked on twice"


def test_hints_about_options_where_no_plan_is_proposed(client: TestClient, toy: dict[str, Any]) -> None:
    token = toy["tokens"]["blue"]
    job = client.post(f"/api/games/{toy['id']}/hints", json={}, headers=bearer(token)).json()
    job = finished(client, job, token)
    hints = job["result"]["hints"]
    assert len(hints) == 3 and all(h["action"].startswith("send B-") and h["pieces"] for h in hints)
    assert [h["gain"] for h in hints] == sorted((h["gain"] for h in hints), reverse=True)
    assert all(h["reasons"][0]["rule"] == "2.1" for h in hints)


def test_hints_are_for_ones_own_decisions_and_eyes(client: TestClient, toy: dict[str, Any]) -> None:
    blue, red = (bearer(toy["tokens"][side]) for side in ("blue", "red"))
    path = f"/api/games/{toy['id']}/hints"
    assert client.post(path, json={}).status_code == 401
    assert client.post(path, json={}, headers=red).status_code == 400
    job = client.post(path, json={}, headers=blue).json()
    for headers in (red, {}):
        assert client.get(f"/api/jobs/{job['id']}", headers=headers).status_code == 404
        assert client.delete(f"/api/jobs/{job['id']}", headers=headers).status_code == 404
    assert client.get("/api/jobs/0123").status_code == 404


def test_hints_can_be_stopped(client: TestClient) -> None:
    made = begin(client, "bull-run-1983", "july-21")
    headers = bearer(made["tokens"]["union"])
    job = client.post(f"/api/games/{made['id']}/hints", json={}, headers=headers).json()
    assert client.delete(f"/api/jobs/{job['id']}", headers=headers).json()["state"] == "stopped"
    again = client.post(f"/api/games/{made['id']}/hints", json={}, headers=headers).json()
    assert again["id"] != job["id"] and again["state"] == "running"
    client.delete(f"/api/jobs/{again['id']}", headers=headers)


def test_worlds_that_look_the_same_get_the_same_hints() -> None:
    game = load_game("bull-run-1983")
    real = game.start("july-21", {})
    assert real.decision().owner == "union"
    worlds = [real.copy(), *(imagine(game, real, "union", Random(seed)) for seed in (1, 2))]
    assert len({world.state.digest() for world in worlds}) == 3
    assert len({str(see_position(game, world, "union")) for world in worlds}) == 1
    found = []
    for world in worlds:
        dream = imagine(game, world, "union", Random("same"))
        scene = Scene(GAMES, game.id, "july-21", {}, dream.state.to_json())
        found.append(find_hints(scene, "same", Budget(8)))
    assert found[0] and found[0] == found[1] == found[2]


# --- giving up ------------------------------------------------------------------------------------------


def test_a_person_may_resign(client: TestClient, toy: dict[str, Any]) -> None:
    red = players(client, toy)["red"]
    answer = red.post("resign")  # although it is for blue to decide
    assert answer.status_code == 200, answer.text
    view = red.view()
    assert view["outcome"] == ["blue", "", "Red resigned"] and view["decision"] is None
    assert [event["rule"] for event in answer.json()["events"]] == [""]
    assert client.get(f"/api/games/{toy['id']}/log").json()["log"][-1]["kind"] == "game_over"
    report = client.get(f"/api/games/{toy['id']}/report").json()
    assert report["winner"] == "blue" and report["rule"] == ""
    record = client.get(f"/api/games/{toy['id']}/record").text
    assert "red: resign" in record and "end blue resigned" in record
    assert client.post("/api/games/import", json={"record": record}).status_code == 201
    assert red.post("resign").status_code == 409
    assert client.get(f"/api/games/{toy['id']}/replay").json()["steps"][-1][0] == 1


def test_a_spectator_cannot_resign_for_anybody(client: TestClient, toy: dict[str, Any]) -> None:
    assert client.post(f"/api/games/{toy['id']}/resign", json={"seen": 0}).status_code == 401


def scene_of(rounds: str, lost: tuple[int, int]) -> Scene:
    """The toy in its last round with these losses."""
    position = TOY.start("ford", {"rounds": rounds})
    position.decision()
    position.state.lost = lost
    position.state.round = int(rounds)
    return Scene(GAMES, "toy", "ford", {"rounds": rounds}, position.state.to_json())


def test_a_bot_knows_a_lost_game_from_a_bad_one() -> None:
    assert see_hope(scene_of("3", (1, 0)), "1"), "one counter behind can be made good or level"
    assert not see_hope(scene_of("3", (9, 0)), "1")
    assert see_hope(scene_of("3", (0, 9)), "1")


def test_a_bot_offers_to_give_up_after_turns_without_hope(
    client: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_hope(*_: Any) -> bool:
        return False

    monkeypatch.setattr(app.state.house.worker, "doubt", no_hope)
    monkeypatch.setattr("bullrun.service.players.HOPELESS_TURNS", 2)
    assert HOPELESS_TURNS >= 3
    made = begin(client, "toy", "ford", blue={"kind": "bot", "level": "captain"})
    red = players(client, made)["red"]
    path = f"/api/games/{made['id']}/offer"

    def my_turn() -> bool:
        decision = red.view()["decision"]
        return decision is None or decision["owner"] == "red"

    wait_until(my_turn)
    assert red.view()["bots"]["offer"] == ""
    assert client.post(path, json={"accept": True}, headers=bearer(red.token)).status_code == 400
    while not red.view()["bots"]["offer"]:
        red.act(red.options()[0])
        wait_until(my_turn)
        time.sleep(0.1)
    assert red.view()["bots"]["offer"] == "blue"
    assert client.get(f"/api/games/{made['id']}").json()["bots"]["offer"] == ""
    answer = client.post(path, json={"accept": True}, headers=bearer(red.token))
    assert answer.status_code == 200, answer.text
    assert red.view()["outcome"] == ["red", "", "Blue resigned"]


def test_an_offer_turned_down_is_not_made_again(
    client: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = begin(client, "toy", "ford", blue={"kind": "bot", "level": "captain"})
    red = players(client, made)["red"]
    live = app.state.house._loaded[made["id"]]
    live.bots.offer = "blue"
    answer = client.post(f"/api/games/{made['id']}/offer", json={"accept": False}, headers=bearer(red.token))
    assert answer.json() == {"over": False}
    assert live.bots.declined == {"blue"} and red.view()["bots"]["offer"] == ""
    after_a_restart = LiveGame(live.game, app.state.house.storage.load(made["id"]), app.state.house.storage)
    assert after_a_restart.bots.declined == {"blue"}


# --- reviews --------------------------------------------------------------------------------------------


def test_a_finished_game_is_reviewed_with_progress(client: TestClient, toy: dict[str, Any]) -> None:
    path = f"/api/games/{toy['id']}/review"
    early = client.post(path, json={})
    assert early.status_code == 400 and "after its end" in early.json()["says"]
    play_to_end(client, toy)
    job = client.post(path, json={"points": 3, "rollouts": 4})
    assert job.status_code == 202, job.text
    done = finished(client, job.json())
    assert done["state"] == "done" and done["result"]["complete"]
    assert done["result"]["moments"][0]["after"] == 0
    # It is kept: after a restart nobody computes it again.
    house = client.app.state.house  # type: ignore[attr-defined]
    house.jobs._jobs.clear()
    again = finished(client, client.post(path, json={"points": 3, "rollouts": 4}).json())
    assert again["id"] != done["id"] and again["result"] == done["result"]
    assert "review" not in str(client.get(f"/api/games/{toy['id']}/log").json())


def test_any_record_is_reviewed_and_the_work_can_be_stopped(client: TestClient) -> None:
    game = load_game("bull-run-1861")
    record = play_out(game, "historical", {}, ["recruit", "recruit"], "3")[1]
    record.entries, record.digests, record.result = record.entries[:120], {}, None
    job = client.post("/api/review", json={"record": record.to_text(), "points": 4, "rollouts": 50})
    assert job.status_code == 202, job.text
    found = job.json()
    wait_until(lambda: client.get(f"/api/jobs/{found['id']}").json()["done"] > 6)
    stopped = client.delete(f"/api/jobs/{found['id']}").json()
    assert stopped["state"] == "stopped" and 0 < stopped["done"] < stopped["total"]
    assert stopped["result"]["complete"] is False and stopped["result"]["actions"] == 120
    time.sleep(0.2)
    assert client.get(f"/api/jobs/{found['id']}").json()["done"] == stopped["done"]


def test_a_damaged_record_is_refused_at_once(client: TestClient) -> None:
    record = play_out(TOY, "ford", {}, ["random", "random"], "3")[1].to_text()
    answer = client.post("/api/review", json={"record": record.replace("send B", "send X")})
    assert answer.status_code == 400 and answer.json()["error"] == "broken-record"
    assert client.post("/api/review", json={"record": "hello"}).status_code == 400


def test_one_caller_has_so_many_reviews_under_way_and_no_more(client: TestClient) -> None:
    game = load_game("bull-run-1861")
    record = play_out(game, "historical", {}, ["recruit", "recruit"], "3")[1].to_text()

    def ask_review(points: int) -> Any:
        return client.post("/api/review", json={"record": record, "points": points, "rollouts": 200})

    begun = [ask_review(points) for points in range(2, 2 + MOST_OF_ONE)]
    assert [answer.status_code for answer in begun] == [202] * MOST_OF_ONE
    assert ask_review(2).json()["id"] == begun[0].json()["id"], "the same work is no more work"
    one_more = ask_review(50)
    assert one_more.status_code == 429 and one_more.json()["error"] == "too-many"
    assert f"At most {MOST_OF_ONE} " in one_more.json()["says"]
    importing = client.post("/api/games/import", json={"record": record})
    assert importing.status_code == 429
    assert client.delete(f"/api/jobs/{begun[1].json()['id']}").status_code == 200
    assert ask_review(50).status_code == 202


def test_everybody_together_has_so_much_under_way() -> None:
    async def fill() -> None:
        jobs = Jobs()
        for number in range(MOST):
            jobs.begin("review", "", "", str(number), lambda _: asyncio.sleep(60), f"caller {number % 8}")
        with pytest.raises(TooMuch, match=f"At most {MOST} "):
            jobs.begin("review", "", "", "one more", lambda _: asyncio.sleep(60), "caller 9")
        await jobs.close()
        with jobs.proving("caller 9"), jobs.proving("caller 9"), jobs.proving("caller 9"):
            jobs.begin("review", "", "", "one more", lambda _: asyncio.sleep(60), "caller 9")
            with pytest.raises(TooMuch, match=f"At most {MOST_OF_ONE} "), jobs.proving("caller 9"):
                pass
            with jobs.proving("caller 8"):
                pass
        await jobs.close()

    run_apart(fill())


def test_the_review_of_the_lane_is_that_of_the_lab() -> None:
    record = play_out(TOY, "ford", {}, ["random", "random"], "3")[1]
    told: list[Any] = []
    found = review_record(told.append, GAMES, record.to_text(), 3, 2)
    assert found["complete"] and told and told[0][1] >= told[0][0] > 0
