"""Owner's charts at the table: chosen with a new game, in force for everybody, kept in the database."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from bullrun.engine.chart_file import MOST_BYTES, write_charts
from bullrun.service.app import create_app
from bullrun.service.folder import DATABASE
from bullrun.service.players import Players
from bullrun.service.worker import Scene
from tests.service.conftest import HOST
from tests.service.table import GAMES, bearer, game_ids, load_game, players
from tests.service.test_bot_jobs import wait_until
from tests.toys import cup

STRONG = {"hill.B-1.strength": 7, "tables.assault.from.E": ["", 11, 12, 13]}
AGAINST_A_BOT = {"blue": {"kind": "me"}, "red": {"kind": "bot", "level": "random"}}
FILE = write_charts(cup.GAME, STRONG)


def new(client: TestClient, **more: Any) -> Any:
    seats = {"blue": {"kind": "me"}, "red": {"kind": "me"}}
    return client.post("/api/games", json={"game": "cup", "scenario": "hill", "seats": seats, **more})


def made(client: TestClient, **more: Any) -> dict[str, Any]:
    answer = new(client, **more)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def play(client: TestClient, game: dict[str, Any], steps: int, seed: int = 3) -> int:
    """Let whoever is asked answer; how many have."""
    random, done = Random(seed), 0
    while done < steps:
        asked = [one for one in players(client, game).values() if "options" in (one.view()["decision"] or {})]
        if not asked:
            break
        assert asked[0].act(random.choice(asked[0].options())).status_code == 200
        done += 1
    return done


def test_a_game_is_made_with_a_file_of_charts(client: TestClient) -> None:
    game = made(client, charts=FILE)
    view = client.get(f"/api/games/{game['id']}").json()
    assert view["charts"] == 2
    found = client.get(f"/api/games/{game['id']}/charts").json()
    assert found["changes"] == STRONG and found["file"] == FILE
    assert found["pieces"]["B-1"]["facts"]["strength"] == 7
    assert found["pieces"]["B-1"]["provenance"] == "owner's"
    assert found["pieces"]["B-2"]["provenance"] == "reconstructed"
    assert found["tables"][0]["rows"][-1] == ["E", "", "11", "12", "13"]
    assert found["tables"][0]["provenance"] == "owner's"
    listed = client.get("/api/games").json()["games"]
    assert [(row["id"], row["charts"]) for row in listed] == [(game["id"], 2)]


def test_the_faces_of_counters_show_the_owners_numbers(client: TestClient) -> None:
    looks = []
    for charts in ("", FILE):
        view = client.get(f"/api/games/{made(client, charts=charts)['id']}").json()
        looks.append({piece: view["pieces"][piece]["look"] for piece in ("B-1", "B-2")})
    plain, strong = looks
    assert plain["B-1"] != strong["B-1"] and plain["B-2"] == strong["B-2"]
    drawn = client.get(f"/api/library/cup/faces?names={strong['B-1']}").json()
    assert ">7<" in drawn[strong["B-1"]]


def test_a_game_without_charts_says_nothing_of_them(client: TestClient) -> None:
    for game in (made(client), made(client, charts=write_charts(cup.GAME, {}))):
        assert "charts" not in client.get(f"/api/games/{game['id']}").json()
        assert client.get(f"/api/games/{game['id']}/charts").json()["changes"] == {}


def test_a_file_with_faults_is_refused_whole_with_all_of_them(client: TestClient) -> None:
    text = FILE.replace("strength = 7", "strength = 70").replace("[hill.R-1]", "[hill.R-9]")
    answer = new(client, charts=text)
    body = answer.json()
    assert answer.status_code == 400 and body["error"] == "broken-charts" and body["field"] == "charts"
    assert body["facts"]["count"] == len(body["facts"]["faults"]) == 2
    assert "hill.B-1.strength: expected a whole number from 1 to 9, got 70" in body["facts"]["faults"][0]
    assert client.get("/api/games").json()["games"] == []
    checked = client.post("/api/library/cup/charts", json={"text": text}).json()
    assert checked == {"changes": {}, "faults": body["facts"]["faults"], "count": 2}


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"text": "x" * (MOST_BYTES + 1)}, "text: String should have at most"),
        ({"text": 7}, "text: Input should be a valid string"),
        ({}, "text: Field required"),
        ({"text": "", "more": 1}, "more: Extra inputs"),
    ],
)
def test_what_is_no_file_at_all_is_refused(client: TestClient, body: dict[str, Any], says: str) -> None:
    answer = client.post("/api/library/cup/charts", json=body)
    assert answer.status_code == 422 or answer.status_code == 400
    assert says in answer.json()["says"]


def test_a_game_without_charts_has_no_file_and_takes_none(client: TestClient) -> None:
    for answer in (
        client.get("/api/library/toy/charts"),
        client.post("/api/library/toy/charts", json={"text": FILE}),
        client.post("/api/games", json={"game": "toy", "scenario": "ford", "charts": FILE}),
    ):
        assert answer.status_code == 400 and "toy has no charts" in answer.json()["says"]
    cards = {card["id"]: card["charts"] for card in client.get("/api/library").json()["games"]}
    assert cards["cup"] is True and cards["toy"] is False and cards["bull-run-1983"] is True


def test_the_games_own_charts_can_be_taken_home(client: TestClient) -> None:
    answer = client.get("/api/library/bull-run-1861/charts")
    assert answer.text == write_charts(load_game("bull-run-1861"), {})
    assert answer.headers["content-disposition"] == 'attachment; filename="bull-run-1861-charts.toml"'
    checked = client.post("/api/library/bull-run-1861/charts", json={"text": answer.text}).json()
    assert checked == {"changes": {}, "faults": [], "count": 0}
    book = client.get("/api/library/bull-run-1861").json()
    assert book["pieces"]["Keyes"]["provenance"] == "reconstructed"
    assert {table["provenance"] for table in book["tables"]} == {"printed"}


def test_charts_outlive_the_server_and_travel_in_the_record(app: FastAPI, tmp_path: Path) -> None:
    with TestClient(app, base_url=HOST) as client:
        game = made(client, charts=FILE)
        play(client, game, 25)
        before = [one.view() for one in players(client, game).values()]
    with TestClient(create_app(tmp_path, games=GAMES, game_ids=game_ids), base_url=HOST) as client:
        seats = players(client, game)
        assert [one.view() for one in seats.values()] == before
        play(client, game, 10_000)
        assert client.get(f"/api/games/{game['id']}/report").json()["charts"] == 2
        text = client.get(f"/api/games/{game['id']}/record").text
        assert "chart hill.B-1.strength 7\n" in text
    elsewhere = create_app(tmp_path / "elsewhere", games=GAMES, game_ids=game_ids)
    with TestClient(elsewhere, base_url=HOST) as client:
        answer = client.post("/api/games/import", json={"record": text})
        assert answer.status_code == 201, answer.text
        assert client.get(f"/api/games/{answer.json()['id']}/charts").json()["changes"] == STRONG


def test_a_journal_and_a_what_if_keep_the_charts(client: TestClient) -> None:
    game = made(client, charts=FILE, seats=AGAINST_A_BOT)
    play(client, game, 1)
    token = game["tokens"]["blue"]
    journal = client.get(f"/api/games/{game['id']}/record", headers=bearer(token)).text
    assert "chart hill.B-1.strength 7\n" in journal
    wish = {"step": 0, "title": "", "seats": AGAINST_A_BOT}
    branch = client.post(f"/api/games/{game['id']}/branch", json=wish, headers=bearer(token))
    assert branch.status_code == 201, branch.text
    assert client.get(f"/api/games/{branch.json()['id']}/charts").json()["changes"] == STRONG


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("chart hill.B-1.strength 70", "line 4: chart hill.B-1.strength: expected a whole number"),
        ("chart hill.X.strength 7", "line 4: chart hill.X.strength: there is no such counter"),
        ("chart hill.B-1.strength {", "line 4: chart hill.B-1.strength: not a value"),
    ],
)
def test_a_record_with_foreign_charts_is_refused(client: TestClient, line: str, says: str) -> None:
    record = f"bullrun record 1\ngame cup 1\nscenario hill\n{line}\ndice typed {'0' * 64}\nbegin\n"
    answer = client.post("/api/games/import", json={"record": record})
    assert answer.status_code == 400 and says in answer.json()["says"]
    assert client.get("/api/games").json()["games"] == []


def test_a_bot_in_its_lane_thinks_with_the_charts(client: TestClient, app: FastAPI) -> None:
    game = made(client, charts=FILE)
    live = client.portal.call(app.state.house.game, game["id"])
    found: Players = app.state.house.players
    scene: Scene = found.scene(live, "blue")
    assert scene.charts == STRONG
    assert scene.open()[1].rules.pieces[0].facts["strength"] == 7


def test_bots_play_a_game_with_charts(client: TestClient) -> None:
    game = made(client, charts=FILE, seats=AGAINST_A_BOT)

    def view() -> dict[str, Any]:
        found: dict[str, Any] = client.get(f"/api/games/{game['id']}").json()
        return found

    for _ in range(3):
        wait_until(lambda: (view()["decision"] or {"owner": "blue"})["owner"] == "blue")
        play(client, game, 1)
    assert view()["trouble"] == view()["bots"]["notice"] == "" and view()["number"] > 6


def column(tmp_path: Path, sql: str, *values: Any) -> None:
    with sqlite3.connect(tmp_path / DATABASE) as connection:
        connection.execute(sql, values)
    connection.close()


@pytest.mark.parametrize(
    ("charts", "says"),
    [
        ("{", "charts: does not read as JSON"),
        ("[]", "charts: expected names and values"),
        ('{"a b": 1}', "charts: expected the path of a chart"),
        ('{"hill.B-1.strength": 70}', "chart hill.B-1.strength: expected a whole number from 1 to 9, got 70"),
        ('{"hill.Z.strength": 7}', "chart hill.Z.strength: there is no such counter to change"),
    ],
)
def test_damaged_charts_cost_one_game_and_are_named(
    app: FastAPI, tmp_path: Path, charts: str, says: str
) -> None:
    with TestClient(app, base_url=HOST) as client:
        game, other = made(client, charts=FILE), made(client)
    column(tmp_path, "UPDATE games SET charts = ? WHERE id = ?", charts, game["id"])
    with TestClient(create_app(tmp_path, games=GAMES, game_ids=game_ids), base_url=HOST) as client:
        answer = client.get(f"/api/games/{game['id']}")
        assert answer.status_code == 409 and says in answer.json()["says"]
        assert client.get(f"/api/games/{other['id']}").status_code == 200
        assert len(client.get("/api/games").json()["games"]) == 2


def test_a_database_of_earlier_days_opens_with_its_games(app: FastAPI, tmp_path: Path) -> None:
    with TestClient(app, base_url=HOST) as client:
        game = made(client)
        play(client, game, 12)
        before = [one.view() for one in players(client, game).values()]
    column(tmp_path, "ALTER TABLE games DROP COLUMN charts")
    column(tmp_path, "UPDATE alembic_version SET version_num = '0001'")
    with TestClient(create_app(tmp_path, games=GAMES, game_ids=game_ids), base_url=HOST) as client:
        assert [one.view() for one in players(client, game).values()] == before
        assert play(client, game, 3) == 3
