"""The second toy at the table: a cup nobody sees into, standing answers, two boards, only random bots."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from bullrun.engine.decision import About, Fight
from bullrun.mechanisms.dice import die
from bullrun.service.app import create_app
from bullrun.service.reports import _measure
from tests.service.conftest import HOST
from tests.service.table import GAMES, Player, bearer, game_ids, page, players
from tests.service.test_bot_jobs import wait_until
from tests.service.test_live import answer_of, greet
from tests.toys import cup

EVENTS = {scenario: [p for p in cup.pieces_of(scenario) if p.kind in cup.EVENTS] for scenario in cup.BATTLES}


def new(client: TestClient, scenario: str = "meadow", **more: Any) -> dict[str, Any]:
    seats = {"blue": {"kind": "me"}, "red": {"kind": "me"}}
    wish = {"game": "cup", "scenario": scenario, "seats": seats, **more}
    answer = client.post("/api/games", json=wish)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def turn(client: TestClient, made: dict[str, Any], random: Random, *, prefer: str = "attack") -> bool:
    """Let whoever is asked answer; False when the game is over."""
    seats = players(client, made)
    view = client.get(f"/api/games/{made['id']}").json()
    if view["decision"] is None:
        return False
    for player in seats.values():
        decision = player.view()["decision"]
        if "options" in decision:
            options = player.options()
            liked = [option for option in options if option.startswith(prefer)] or options
            answer = player.act(random.choice(liked))
            assert answer.status_code == 200, answer.text
            return True
    raise AssertionError("nobody is asked")


def everything(client: TestClient, made: dict[str, Any]) -> dict[str, str]:
    """All bytes that each viewer can get of a running game."""
    found = {}
    for viewer, token in (*made["tokens"].items(), ("spectator", "")):
        headers = bearer(token) if token else {}
        paths = ("", "/log", "/record", "/replay", "/replay/steps?first=0&last=0", "/picture.svg")
        found[viewer] = "\n".join(
            client.get(f"/api/games/{made['id']}{path}", headers=headers).text for path in paths
        )
    return found


def hidden(view: dict[str, Any], scenario: str) -> set[str]:
    """Chits of which the viewer is shown nothing now."""
    return {piece.id for piece in EVENTS[scenario]} - set(view["pieces"])


def watched(client: TestClient, scenario: str, dice: str, seed: str) -> tuple[int, int]:
    """Play a game and look at everything on the way: how many chits were hidden, how often people rolled."""
    made, random = new(client, scenario, dice=dice), Random(seed)
    seats = players(client, made)
    told: dict[str, set[str]] = {viewer: set() for viewer in (*seats, "spectator")}
    kept = asked_to_roll = 0
    for _ in range(25):
        if client.get(f"/api/games/{made['id']}").json()["decision"] is None:
            break
        for viewer, text in everything(client, made).items():
            view = json.loads(text.split("\n")[0])
            log = client.get(f"/api/games/{made['id']}/log").json()["log"]
            told[viewer] |= set(view["pieces"]) | {e["facts"]["piece"] for e in log if e["kind"] == "played"}
            # What was known once may stand in the log, what never was nowhere; rallies are drawn openly.
            never = {piece for piece in hidden(view, scenario) - told[viewer] if "rally" not in piece}
            kept += len(never)
            assert not [piece for piece in never if piece in text]
            assert not re.search(r"key\W+[0-9a-f]{64}", text)
        for player in seats.values():
            view = player.view()
            if view["decision"] and view["decision"].get("dice"):
                asked_to_roll += 1
                verbs = {option.split()[0] for option in player.options()}
                named = {option.split()[-1] for option in player.options()}
                assert verbs <= {"roll", "draw"} and not named & hidden(view, scenario)
        turn(client, made, random)
    return kept, asked_to_roll


@pytest.mark.parametrize("dice", ["sealed", "typed"])
@pytest.mark.parametrize("scenario", ["meadow", "hill"])
def test_nobody_is_shown_or_asked_what_nobody_may_see(client: TestClient, scenario: str, dice: str) -> None:
    for number in range(12):
        kept, rolled = watched(client, scenario, dice, f"{scenario} {dice} {number}")
        assert kept > 20
        if rolled or dice == "sealed":
            return
    raise AssertionError("nobody ever rolled")


def test_typed_dice_have_a_seal_and_a_key_after_the_end(client: TestClient) -> None:
    made, random = new(client, dice="typed", options={"turns": "1"}), Random("seal")
    dice = client.get(f"/api/games/{made['id']}").json()["dice"]
    assert dice["kind"] == "typed" and len(dice["commitment"]) == 64 and "key" not in dice
    assert client.get(f"/api/games/{made['id']}/check").status_code == 400
    while turn(client, made, random):
        pass
    check = client.get(f"/api/games/{made['id']}/check").json()
    assert check["ok"] and check["proved"] > 3 and check["unproved"] == 0
    record = client.get(f"/api/games/{made['id']}/record").text
    assert f"dice typed {dice['commitment']}" in record and record.rstrip().splitlines()[-1].startswith(
        "key "
    )
    again = client.post("/api/games/import", json={"record": record})
    assert again.status_code == 201 and again.json()["proof"]["proved"] == check["proved"], again.text


def test_a_what_if_of_typed_dice_has_a_seal_of_its_own(client: TestClient) -> None:
    made, random = new(client, dice="typed", options={"turns": "1"}), Random("branch")
    while turn(client, made, random):
        pass
    token = made["tokens"]["blue"]
    child = client.post(f"/api/games/{made['id']}/branch", json={"step": 1}, headers=bearer(token))
    assert child.status_code == 201, child.text
    seals = [
        client.get(f"/api/games/{game}").json()["dice"]["commitment"]
        for game in (made["id"], child.json()["id"])
    ]
    assert len(set(seals)) == 2 and all(len(seal) == 64 for seal in seals)


def stand(player: Player, window: str, answer: str) -> Any:
    return player.client.post(
        f"/api/games/{player.game}/stand",
        json={"window": window, "answer": answer},
        headers=bearer(player.token),
    )


def fights(client: TestClient, made: dict[str, Any], random: Random) -> bool:
    """Play until somebody has attacked and is asked in the assault; False when it never came to that."""
    for _ in range(60):
        for player in players(client, made).values():
            decision = player.view()["decision"]
            if decision and decision.get("question") == "Do you play a chit in this assault?":
                return True
        if not turn(client, made, random):
            return False
    return False


def fought(client: TestClient, seed: str, **more: Any) -> dict[str, Any]:
    """A game that stands in a window of an assault."""
    for number in range(20):
        made = new(client, **more)
        if fights(client, made, Random(f"{seed} {number}")):
            return made
    raise AssertionError("nobody fought")


def test_a_seat_says_never_and_is_not_asked_again(client: TestClient) -> None:
    made = fought(client, "never")
    seats = players(client, made)
    asked = next(side for side, p in seats.items() if "options" in p.view()["decision"])
    other = next(side for side in seats if side != asked)
    assert seats[asked].view()["standing"]["assault"] == {"says": "In an assault", "answer": "ask"}
    answer = stand(seats[other], "assault", "never")
    assert answer.status_code == 200 and answer.json()["standing"]["assault"]["answer"] == "never"
    seen = seats[asked].view()["seen"]
    assert seats[asked].view()["standing"]["assault"]["answer"] == "ask", "each seat speaks for itself"
    seats[asked].act("pass", seen=seen)
    decision = seats[other].view()["decision"]
    assert decision is None or decision.get("question") != "Do you play a chit in this assault?"
    assert client.get(f"/api/games/{made['id']}").json()["standing"] == {}, "a spectator has nothing to say"


def test_never_answers_the_question_that_is_asked_now(client: TestClient) -> None:
    made = fought(client, "now")
    seats = players(client, made)
    asked = next(p for p in seats.values() if "options" in p.view()["decision"])
    number = asked.view()["number"]
    assert stand(asked, "assault", "never").status_code == 200
    assert asked.view()["number"] > number
    assert (asked.view()["decision"] or {}).get("question") != "Do you play a chit in this assault?"


def test_standing_answers_outlive_the_server(tmp_path: Path) -> None:
    app = create_app(tmp_path, games=GAMES, game_ids=game_ids)
    with TestClient(app, base_url=HOST) as client:
        made = fought(client, "restart")
        seats = players(client, made)
        for player in seats.values():
            stand(player, "assault", "never")
        stand(seats["red"], "gap", "never")
        stand(seats["red"], "gap", "ask")
        before = {side: player.view() for side, player in seats.items()}
    app = create_app(tmp_path, games=GAMES, game_ids=game_ids)
    with TestClient(app, base_url=HOST) as client:
        for side, player in players(client, made).items():
            after = player.view()
            assert after["standing"] == before[side]["standing"]
            assert after["standing"]["assault"]["answer"] == "never"
            assert after["standing"]["gap"]["answer"] == "ask"
            assert after["undo"] == before[side]["undo"] and after["number"] == before[side]["number"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"window": "sometime", "answer": "never"}, "no such window; there are gap, assault"),
        ({"window": "gap", "answer": "perhaps"}, "answer"),
        ({"window": "gap"}, "answer"),
        ({"answer": "never"}, "window"),
        ({"window": "gap", "answer": "never", "seen": 1}, "seen"),
    ],
)
def test_what_is_no_standing_answer_is_refused_by_route_and_socket(
    client: TestClient, body: dict[str, Any], says: str
) -> None:
    made = new(client)
    token = made["tokens"]["blue"]
    by_route = client.post(f"/api/games/{made['id']}/stand", json=body, headers=bearer(token))
    assert by_route.status_code in (400, 409, 422) and says in by_route.text
    with page(client, made) as socket:
        greet(socket, token)
        socket.send_json({"id": 1, "do": "stand", **body})
        answer, _ = answer_of(socket, 1)
    assert not answer["ok"] and {k: answer[k] for k in by_route.json()} == by_route.json()
    assert all(v["answer"] == "ask" for v in players(client, made)["blue"].view()["standing"].values())


def test_a_game_without_windows_has_nothing_to_say_never_to(client: TestClient, toy: dict[str, Any]) -> None:
    player = players(client, toy)["blue"]
    assert player.view()["standing"] == {}
    assert "toy has none" in stand(player, "gap", "never").text
    assert client.post(
        f"/api/games/{toy['id']}/stand", json={"window": "gap", "answer": "never"}
    ).status_code in (
        401,
        403,
    )


def test_a_page_hears_of_its_standing_answers(client: TestClient) -> None:
    made = new(client)
    with page(client, made) as socket:
        greet(socket, made["tokens"]["blue"])
        socket.send_json({"id": 1, "do": "stand", "window": "gap", "answer": "never"})
        heard = []
        while not any(m.get("type") == "answer" for m in heard) or len(heard) < 2:
            heard.append(socket.receive_json())
    changes = [m["changes"] for m in heard if m["type"] == "update"]
    assert changes and changes[0]["standing"]["gap"]["answer"] == "never"


def test_the_next_player_on_a_seat_is_asked(client: TestClient) -> None:
    made = new(client)
    player = players(client, made)["red"]
    stand(player, "gap", "never")
    path = f"/api/games/{made['id']}/seats/red"
    assert client.delete(path, headers=bearer(player.token)).status_code == 204
    token = client.post(path).json()["token"]
    assert Player(client, made["id"], token).view()["standing"]["gap"]["answer"] == "ask"


def test_only_bots_that_can_play_a_game_are_offered(client: TestClient) -> None:
    cards = {game["id"]: game for game in client.get("/api/library").json()["games"]}
    assert cards["cup"]["levels"] == ["random"]
    assert cards["toy"]["levels"] == ["recruit", "captain", "random", "greedy"]
    assert "general" in cards["bull-run-1983"]["levels"]
    levels = client.get("/api/bots", params={"game": "cup"}).json()["levels"]
    assert [level["level"] for level in levels] == ["random"]
    seats = {"blue": {"kind": "me"}, "red": {"kind": "bot", "level": "captain"}}
    refused = client.post("/api/games", json={"game": "cup", "scenario": "hill", "seats": seats})
    assert (
        refused.status_code == 400 and "cannot play The Toy Cup; there are random" in refused.json()["says"]
    )
    made = new(client)
    path = f"/api/games/{made['id']}/seats/red"
    wish = {"kind": "bot", "level": "general"}
    refused = client.put(path, json=wish, headers=bearer(made["tokens"]["red"]))
    assert refused.status_code == 400 and "cannot play" in refused.json()["says"]


def test_nobody_can_judge_a_game_that_says_nothing_to_bots(client: TestClient) -> None:
    made = new(client, options={"turns": "1"})
    says = "The Toy Cup can be played but not judged"
    hints = client.post(f"/api/games/{made['id']}/hints", json={}, headers=bearer(made["tokens"]["blue"]))
    assert hints.status_code == 400 and says in hints.json()["says"]
    random = Random("judge")
    while turn(client, made, random):
        pass
    review = client.post(f"/api/games/{made['id']}/review", json={})
    assert review.status_code == 400 and says in review.json()["says"]
    record = client.get(f"/api/games/{made['id']}/record").text
    assert says in client.post("/api/review", json={"record": record}).json()["says"]


def test_each_scenario_has_its_board_and_counters(client: TestClient) -> None:
    places = {}
    for scenario in cup.BATTLES:
        made = new(client, scenario)
        view = players(client, made)["blue"].view()
        assert view["board"] == scenario
        layout = client.get(f"/api/library/cup/boards/{scenario}/layout").json()
        places[scenario] = {place["name"] for place in layout["places"]}
        on_map = {shown["at"] for shown in view["pieces"].values()} & places[scenario]
        assert on_map >= set(cup.BATTLES[scenario].starts[0])
        picture = client.get(f"/api/games/{made['id']}/picture.svg", headers=bearer(made["tokens"]["blue"]))
        assert picture.status_code == 200 and picture.text.startswith("<svg")
    assert places["meadow"] - places["hill"] and places["hill"] - places["meadow"]


def test_what_belongs_to_neither_side_is_seen_and_drawn(client: TestClient) -> None:
    made = new(client)
    book = client.get("/api/library/cup").json()
    assert book["pieces"]["Fog"]["side"] == ""
    view = client.get(f"/api/games/{made['id']}").json()
    assert view["pieces"]["Fog"]["at"] == "cup"
    look = view["pieces"]["Fog"]["look"]
    faces = client.get("/api/library/cup/faces", params={"names": look})
    assert faces.status_code == 200 and look in faces.text


# --- phases that belong to neither side


def test_a_bot_asks_itself_in_a_phase_of_both_whether_there_is_hope(
    client: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def no_hope(_: Any, scene: Any, seed: str) -> bool:
        asked.append(seed)
        return False

    monkeypatch.setattr(app.state.house.worker, "doubt", no_hope)
    made = new(client, seats={"blue": {"kind": "bot", "level": "random"}, "red": {"kind": "me"}})
    red = players(client, made)["red"]
    wait_until(lambda: "options" in (red.view()["decision"] or {"options": ()}))
    live = app.state.house._loaded[made["id"]]
    assert live.game.phase(live.position)[1] == "" and live.bots.doubted == {"blue": "turn 1"}
    wait_until(lambda: bool(asked))


@pytest.mark.parametrize(
    ("fight", "side"),
    [(Fight(("R-1",), ("B-1",)), "red"), (Fight(("B-1",), ("R-1",)), "blue"), (None, None)],
)
def test_luck_in_a_phase_of_both_is_that_of_the_side_whose_attack_it_is(
    fight: Fight | None, side: str | None
) -> None:
    def luck(rules: Any, decision: Any, action: Any) -> dict[str, Any]:
        return {"side": "attacker", "measure": "dice", "value": int(action[1])}

    game = replace(cup.GAME, table=cup.GAME.table._replace(luck=luck))
    position = game.start("meadow", {})
    position.decision()
    roll = die("Roll.", "4.3", about=About(fight=fight))
    live: Any = SimpleNamespace(game=game)
    assert _measure(live, position, roll, ("roll", "5")) == (side and (side, "dice", 5))
