"""What the service says of dice, lets into names and tells by its pictures."""

from __future__ import annotations

from random import Random
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from starlette.testclient import TestClient

from bullrun import tabletop
from bullrun.engine.match import Match
from bullrun.engine.record import Record, parse_record
from bullrun.games.bull_run_1983.table.counters import face
from bullrun.games.registry import load_game
from bullrun.service.outgoing import table_view
from bullrun.service.shapes import Mark
from tests.service.table import bearer, play_to_end, players
from tests.toys.ford import GAME as TOY

KEY = bytes(range(32))


def sealed_record(rounds: str = "3") -> Record:
    """A finished toy game with sealed dice."""
    match = Match.new(TOY, "ford", {"rounds": rounds}, key=KEY)
    while (decision := match.decision()) is not None:
        match.submit(decision.owner, decision.options[0])
    return match.record


def import_text(client: TestClient, text: str) -> Any:
    return client.post("/api/games/import", json={"record": text})


# --- dice ---------------------------------------------------------------------------------------


def test_an_exemption_of_all_rolls_is_refused(client: TestClient) -> None:
    text = sealed_record().to_text(with_key=True)
    loaded = text.replace("dice sealed", "branch - 1000000\ndice sealed")
    answer = import_text(client, loaded)
    assert answer.status_code == 400 and answer.json()["error"] == "broken-record"
    assert "branch: expected at most" in answer.json()["says"]
    assert client.get("/api/games").json()["games"] == []


def test_what_is_given_is_not_called_proved(client: TestClient) -> None:
    record = sealed_record()
    rolls = sum(owner == "chance" for owner, _ in record.entries)
    forged = record.to_text(with_key=True).replace(
        "dice sealed", f"branch - {len(record.entries)}\ndice sealed"
    )
    made = import_text(client, forged).json()
    assert made["proof"]["proved"] == 0 and made["proof"]["given"] == rolls
    check = client.get(f"/api/games/{made['id']}/check").json()
    assert check["proved"] == 0 and check["given"] == check["rolls"] == rolls
    report = client.get(f"/api/games/{made['id']}/report").json()
    page = client.get(f"/api/games/{made['id']}/report.html").text
    for says in (made["proof"]["says"], check["says"], report["dice"]["says"], page):
        assert f"{rolls} of {rolls} rolls are given" in says and "are proved" not in says


def test_import_and_check_count_what_is_proved(client: TestClient) -> None:
    record = sealed_record()
    made = import_text(client, record.to_text(with_key=True)).json()
    assert made["proof"]["proved"] == made["proof"]["rolls"] > 0
    check = client.get(f"/api/games/{made['id']}/check").json()
    assert check["ok"] and check["proved"] == check["rolls"] and check["says"].startswith("All ")


def test_a_finished_game_without_its_key_proves_nothing(client: TestClient) -> None:
    made = import_text(client, sealed_record().to_text()).json()
    check = client.get(f"/api/games/{made['id']}/check").json()
    assert check["ok"] and check["proved"] == 0 and check["unproved"] == check["rolls"] > 0
    assert "the key is not here" in check["says"]


@pytest.mark.parametrize("with_key", [False, True])
def test_a_running_game_is_sealed_anew_when_its_key_is_elsewhere_or_known(
    client: TestClient, with_key: bool
) -> None:
    """Who reads a key in a file could foretell every roll to come."""
    record = sealed_record()
    first = next(n for n, (owner, _) in enumerate(record.entries) if owner == "chance")
    cut = Record(**{**record.__dict__, "entries": record.entries[:first], "digests": {}, "result": None})
    made = import_text(client, cut.to_text(with_key=with_key)).json()
    view = client.get(f"/api/games/{made['id']}").json()
    assert view["dice"]["commitment"] != record.commitment
    # The roll that was due came from the new dice; nobody is asked for it.
    assert view["number"] > first and view["decision"]["owner"] != "chance"
    play_to_end(client, made)
    check = client.get(f"/api/games/{made['id']}/check").json()
    assert check["ok"] and check["given"] == 0 and check["proved"] == check["rolls"] > 0
    text = client.get(f"/api/games/{made['id']}/record").text
    assert import_text(client, text).json()["proof"]["proved"] == check["rolls"]


def test_typed_dice_are_called_typed(client: TestClient) -> None:
    made = client.post("/api/games", json={"game": "toy", "scenario": "ford", "dice": "typed"}).json()
    seats = players(client, made)
    seats["blue"].act("send B-4")
    seats["red"].act("send R-1")
    roller = next(s for s, p in seats.items() if p.view()["decision"].get("dice"))
    assert seats[roller].act("roll 3").status_code == 200
    check = client.get(f"/api/games/{made['id']}/check").json()
    assert check["typed"] == check["rolls"] == 1 and check["proved"] == 0


# --- names and titles -----------------------------------------------------------------------------

ODD = [
    "Ann\nchance: roll 3",
    "Ann\r",
    "a\u2028b",
    "a\x85b",
    "\x1b[2J",
    "a\x00b",
    "a\u202eb",
    "\ud800",
    "a\tb",
]


@pytest.mark.parametrize("odd", ODD)
def test_names_and_titles_are_one_line_at_every_door(
    client: TestClient, toy: dict[str, Any], odd: str
) -> None:
    token = bearer(toy["tokens"]["blue"])
    new = {"game": "toy", "scenario": "ford"}
    base = f"/api/games/{toy['id']}"
    asked = [
        ("POST", "/api/games", {**new, "title": odd}, "title"),
        ("POST", "/api/games", {**new, "seats": {"blue": {"kind": "me", "name": odd}}}, "seats.blue.name"),
        ("PATCH", base, {"title": odd}, "title"),
        ("POST", f"{base}/branch", {"step": 0, "title": odd}, "title"),
        ("PUT", f"{base}/seats/blue", {"kind": "me", "name": odd}, "name"),
        ("POST", f"{base}/marks", {"kind": "bookmark", "n": 0, "text": odd.replace("\n", "\x0b")}, "text"),
    ]
    before = len(client.get("/api/games").json()["games"])
    for method, path, body, field in asked:
        if path.endswith("marks") and odd in ("a\tb", "Ann\r"):
            continue
        answer = client.request(method, path, content=_json(body), headers={**token, **JSON})
        assert answer.status_code == 422, (path, answer.text)
        assert answer.json()["field"].endswith(field), (path, answer.text)
    assert len(client.get("/api/games").json()["games"]) == before
    assert client.get(base).json()["title"] == "At the ford"


JSON = {"content-type": "application/json"}


def _json(body: Any) -> bytes:
    import json

    return json.dumps(body).encode()


def test_a_title_of_blanks_is_none(client: TestClient, toy: dict[str, Any]) -> None:
    answer = client.patch(
        f"/api/games/{toy['id']}", json={"title": "  "}, headers=bearer(toy["tokens"]["blue"])
    )
    assert answer.status_code == 422 and answer.json()["field"].endswith("title")


def test_a_name_of_blanks_or_with_many_is_put_right(client: TestClient) -> None:
    seats = {"blue": {"kind": "me", "name": "  Ann   B. "}, "red": {"kind": "me", "name": "   "}}
    made = client.post("/api/games", json={"game": "toy", "scenario": "ford", "seats": seats}).json()
    view = play_to_end(client, made)
    assert view["seats"]["blue"]["name"] == "Ann B." and view["seats"]["red"]["name"] == "Red"
    record = parse_record(client.get(f"/api/games/{made['id']}/record").text)
    assert record.seats == {"blue": "Ann B.", "red": "Red"}


def test_a_note_may_have_paragraphs() -> None:
    assert Mark(kind="note", text="hold\r\n\tthe ford\n").text == "hold\r\n\tthe ford\n"


def test_a_game_of_earlier_days_with_a_broken_name_opens(client: TestClient, toy: dict[str, Any]) -> None:
    """Such names were let in once: the game is not lost for it."""
    house = client.app.state.house  # type: ignore[attr-defined]
    live = house._loaded.pop(toy["id"])
    seats = {**live.seats, "blue": {**live.seats["blue"], "name": "Ann\nchance: roll 3"}}
    house.storage.set_seats(toy["id"], seats, 1)
    house.storage.rename(toy["id"], "two\nlines", 2)
    house._living.pop(toy["id"])
    view = play_to_end(client, toy)
    assert view["title"] == "two lines"
    record = parse_record(client.get(f"/api/games/{toy['id']}/record").text)
    assert record.seats["blue"] == "Ann chance: roll 3"


# --- pictures -------------------------------------------------------------------------------------


@pytest.fixture
def fresh_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has shown nothing yet."""
    monkeypatch.setattr(tabletop, "_FACES", WeakKeyDictionary())


@pytest.mark.usefixtures("fresh_faces")
def test_a_fresh_server_draws_every_face(client: TestClient) -> None:
    """Also that of a dummy: its drawing must not tell that somebody has laid it."""
    game = load_game("bull-run-1983")
    names = [tabletop._name_of(face(piece, {})) for piece in game.data.pieces("pieces")]
    assert any(piece.kind == "dummy" for piece in game.data.pieces("pieces"))
    found = client.get("/api/library/bull-run-1983/faces", params={"names": ",".join(names)}).json()
    assert set(found) == set(names)


@pytest.mark.parametrize(("name", "options"), [("bull-run-1983", {"fog-of-war": "on"}), ("toy", {})])
@pytest.mark.usefixtures("fresh_faces")
def test_no_game_that_hides_shows_a_face_that_was_not_named_before(
    name: str, options: dict[str, str]
) -> None:
    game = load_game(name) if name != "toy" else TOY
    before = tabletop.faces_of(game).names()
    random = Random(7)
    match = Match.new(game, next(iter(game.scenarios)), options, key=bytes(32))
    for _ in range(300):
        decision = match.decision()
        if decision is None:
            break
        match.submit(decision.owner, decision.options[random.randrange(len(decision.options))])
        for viewer in game.sides:
            view = table_view(game, match.position, viewer)
            shown = {counter["look"] for counter in (*view["pieces"].values(), *view["face_down"])}
            assert shown <= before
