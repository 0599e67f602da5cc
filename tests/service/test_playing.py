"""Playing over REST: acting, refusals, undo, branches, records, reports."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from bullrun.engine.record import parse_record
from tests.service.table import Player, bearer, play_to_end, players


def test_the_library_describes_every_game(client: TestClient) -> None:
    found = client.get("/api/library").json()
    assert {"bull-run-1983", "toy"} <= {game["id"] for game in found["games"]}
    levels = {card["level"]: card for card in found["bots"]}
    assert levels["colonel"]["temper"] == "balanced" and levels["random"]["temper"] == ""
    assert {name for name, card in levels.items() if card["alias"]} == {"greedy"}
    assert levels["greedy"]["alias"] == "captain"
    groups = {option["id"]: option["group"] for game in found["games"] for option in game["options"]}
    assert groups["confederate-setup"] == "set-up" and groups["free-setup-distance"] == "ruling"
    book = client.get("/api/library/toy").json()
    assert book["pieces"]["B-1"] == {
        "side": "blue",
        "kind": "counter",
        "name": "Counter B-1",
        "facts": {"strength": 1},
    }
    assert [rule["id"] for rule in book["rules"]][:2] == ["1", "2.1"]


def test_an_action_moves_the_game_on(client: TestClient, toy: dict[str, Any]) -> None:
    blue = players(client, toy)["blue"]
    before = blue.view()
    assert before["decision"]["question"] == "Who marches to the ford?"
    answer = blue.act("send B-3")
    assert answer.status_code == 200
    assert answer.json()["view"]["seen"] == before["seen"] + 1
    assert answer.json()["view"]["pieces"]["B-3"]["at"] == "ford"
    assert [event["kind"] for event in answer.json()["events"]] == ["sent"]


def test_what_is_no_option_is_refused_with_its_rule(client: TestClient, toy: dict[str, Any]) -> None:
    blue = players(client, toy)["blue"]
    answer = blue.act("send R-1")
    assert answer.status_code == 409
    assert answer.json() == {
        "error": "refused",
        "says": "Only your own counters march.",
        "rule": "2.1",
        "field": "",
        "facts": {},
    }
    assert blue.view()["number"] == 0


def test_why_not_says_the_same_and_changes_nothing(client: TestClient, toy: dict[str, Any]) -> None:
    blue = players(client, toy)["blue"]
    answer = client.post(
        f"/api/games/{toy['id']}/ask", json={"ask": {"why": "send R-1"}}, headers=bearer(blue.token)
    )
    assert answer.json()["why"]["rule"] == "2.1"
    possible = client.post(
        f"/api/games/{toy['id']}/ask", json={"ask": {"why": "send B-1"}}, headers=bearer(blue.token)
    )
    assert possible.json()["why"]["possible"] is True
    assert blue.view()["number"] == 0


def test_the_other_side_cannot_act_for_me(client: TestClient, toy: dict[str, Any]) -> None:
    red = players(client, toy)["red"]
    answer = red.act("send R-1")
    assert answer.status_code == 409 and "blue" in answer.json()["says"]


def test_a_stale_state_is_refused(client: TestClient, toy: dict[str, Any]) -> None:
    blue = players(client, toy)["blue"]
    seen = blue.view()["seen"]
    assert blue.act("send B-3", seen=seen).status_code == 200
    again = blue.act("send B-4", seen=seen)
    assert again.status_code == 409 and again.json()["error"] == "stale"
    # Undo brings the number of actions back, but never the state number: an old page stays old.
    assert blue.post("undo").status_code in (200, 409)
    assert blue.act("send B-4", seen=seen).json()["error"] == "stale"


def test_undo_redo_and_reset_within_my_turn(client: TestClient) -> None:
    made = client.post(
        "/api/games",
        json={"game": "bull-run-1983", "scenario": "july-21"},
    ).json()
    union = players(client, made)["union"]
    start = union.view()
    moves = [o for o in union.options() if o.startswith("move ")]
    assert union.act(moves[0]).status_code == 200
    piece = moves[0].split()[1]
    assert union.view()["pieces"][piece]["at"] == moves[0].split()[2]
    others = [o for o in union.options() if o.startswith("move ") and o.split()[1] != piece]
    assert union.act(others[0]).status_code == 200
    assert union.view()["undo"]["steps"] == 2
    assert union.post("undo").status_code == 200
    assert union.view()["undo"] | {"why": ""} == union.view()["undo"]
    assert union.view()["undo"]["redo"] == 1
    assert union.post("redo").status_code == 200
    assert union.view()["undo"]["steps"] == 2
    assert union.post("reset").status_code == 200
    after = union.view()
    assert after["pieces"] == start["pieces"] and after["number"] == start["number"]
    nothing = union.post("undo")
    assert nothing.status_code == 409 and nothing.json()["says"]


def test_undo_never_crosses_the_other_sides_turn_and_says_why(
    client: TestClient, toy: dict[str, Any]
) -> None:
    seats = players(client, toy)
    assert seats["blue"].act("send B-3").status_code == 200
    assert seats["blue"].view()["undo"]["steps"] == 0
    refused = seats["blue"].post("undo")
    assert refused.status_code == 409 and "other side" in refused.json()["says"]


def test_a_pick_is_taken_out_by_going_back_and_playing_the_rest(client: TestClient) -> None:
    made = client.post("/api/games", json={"game": "bull-run-1983", "scenario": "july-21"}).json()
    union = players(client, made)["union"]
    number = union.view()["number"]
    first, second = (
        next(o for o in union.options() if o.startswith(f"move {piece} "))
        for piece in ("USA-L-0-Tyler", "USA-L-0-Miles")
    )
    assert union.act(first).status_code == 200 and union.act(second).status_code == 200
    answer = union.post("revise", to=number, actions=[second])
    assert answer.status_code == 200, answer.text
    assert union.view()["undo"]["tail"] == [second]


def stored(client: TestClient, made: dict[str, Any]) -> dict[str, Any]:
    """A game as it lies in the database."""
    saved = client.app.state.house.storage.load(made["id"])  # type: ignore[attr-defined]
    return {"revision": saved.revision, "record": saved.record.to_text(), "summary": saved.summary}


def test_a_refused_revision_has_taken_nothing_back(client: TestClient) -> None:
    made = client.post("/api/games", json={"game": "bull-run-1983", "scenario": "july-21"}).json()
    union = players(client, made)["union"]
    number = union.view()["number"]
    moves = [
        next(o for o in union.options() if o.startswith(f"move {piece} "))
        for piece in ("USA-L-0-Tyler", "USA-L-0-Miles")
    ]
    for move in moves:
        assert union.act(move).status_code == 200
    before, log, kept = union.view(), client.get(f"/api/games/{made['id']}/log").json(), stored(client, made)
    for to, actions, status in (
        (number, [moves[1], "move USA-L-0-Tyler nowhere"], 409),
        (number, [moves[1], moves[1]], 409),
        (number, [moves[1], " "], 400),
        (number + 3, [], 409),
    ):
        refused = union.post("revise", to=to, actions=actions)
        assert refused.status_code == status and refused.json()["says"], (to, actions, refused.text)
        assert union.view() == before, (to, actions)
        assert client.get(f"/api/games/{made['id']}/log").json() == log
        assert stored(client, made) == kept
    assert union.post("revise", to=number, actions=[moves[1], moves[0]]).status_code == 200
    assert union.view()["undo"]["tail"] == moves[::-1]
    assert stored(client, made)["revision"] == kept["revision"] + 1, "stored as one change"
    assert [e for e in stored(client, made)["record"].splitlines() if "move" in e] == [
        f"union: {move}" for move in moves[::-1]
    ]


def test_a_revision_never_looks_beyond_the_dice(client: TestClient) -> None:
    """What was to follow is not even tried: its refusal would tell what the dice or a reveal showed."""
    made = client.post("/api/games", json={"game": "toy", "scenario": "ford"}).json()
    seats = players(client, made)
    assert seats["blue"].act("send B-1").status_code == 200
    red = seats["red"]
    number = red.view()["number"]
    answer = red.post("revise", to=number, actions=["send R-4", "send R-4"])
    assert answer.status_code == 200, answer.text
    after = red.view()
    assert after["number"] == number + 3 and after["undo"]["steps"] == 0, "the dice have fallen and stand"
    again = red.post("revise", to=number, actions=["send R-1"])
    assert again.status_code == 409 and "Dice" in again.json()["says"]
    assert red.view() == after


def test_a_game_to_its_end_with_report_key_and_record(client: TestClient, toy: dict[str, Any]) -> None:
    early = client.get(f"/api/games/{toy['id']}/report")
    assert early.status_code == 400 and "after the end" in early.json()["says"]
    assert "key" not in client.get(f"/api/games/{toy['id']}/record").text
    view = play_to_end(client, toy)
    assert view["outcome"][1] == "4"
    assert len(view["dice"]["key"]) == 64
    report = client.get(f"/api/games/{toy['id']}/report").json()
    assert report["winner"] == view["outcome"][0] and report["rolls"] > 0
    assert {line["side"] for line in report["luck"]} == {"blue", "red"}
    check = client.get(f"/api/games/{toy['id']}/check").json()
    assert check["ok"] and check["rolls"] == report["rolls"]
    text = client.get(f"/api/games/{toy['id']}/record").text
    record = parse_record(text)
    assert record.key and record.result
    page = client.get(f"/api/games/{toy['id']}/report.html")
    assert page.headers["content-type"].startswith("text/html") and "<script" not in page.text
    assert client.get(f"/api/games/{toy['id']}/report.csv?table=luck").text.startswith("side,measure")
    again = client.post("/api/games/import", json={"record": text})
    assert again.status_code == 201
    assert client.get(f"/api/games/{again.json()['id']}").json()["outcome"] == view["outcome"]
    line = client.post(f"/api/games/{again.json()['id']}/branch", json={"step": 1}).json()
    play_to_end(client, line)
    assert client.get(f"/api/games/{line['id']}/check").json()["ok"]


def test_expected_and_rolled_add_up(client: TestClient, toy: dict[str, Any]) -> None:
    play_to_end(client, toy)
    report = client.get(f"/api/games/{toy['id']}/report").json()
    log = client.get(f"/api/games/{toy['id']}/log").json()["log"]
    for line in report["luck"]:
        rolled = [
            e["facts"]["die"] for e in log if e["kind"] == "rolled" and e["facts"]["side"] == line["side"]
        ]
        assert line["rolled"] == f"{sum(rolled):g}" and line["count"] == len(rolled)
        # One, two and three in the ratio 1 : 1 : 2 are worth 9/4 on average.
        assert (
            float(line["expected"]) == round(len(rolled) * 9 / 4, 1)
            or abs(float(line["expected"]) - len(rolled) * 2.25) <= 0.051
        )


def test_a_branch_is_kept_with_its_parent(client: TestClient, toy: dict[str, Any]) -> None:
    view = play_to_end(client, toy)
    made = client.post(f"/api/games/{toy['id']}/branch", json={"step": 1, "title": "Another day"})
    assert made.status_code == 201, made.text
    child = client.get(f"/api/games/{made.json()['id']}").json()
    assert child["parent"] == toy["id"] and child["parent_step"] == 1 and child["number"] == 1
    assert child["dice"]["commitment"] != view["dice"]["commitment"]
    index = client.get(f"/api/games/{toy['id']}/replay").json()
    assert [kid["title"] for kid in index["children"]] == ["Another day"]
    ended = play_to_end(client, made.json())
    assert client.get(f"/api/games/{made.json()['id']}/check").json()["ok"]
    assert client.get(f"/api/games/{toy['id']}").json()["number"] == view["number"]
    assert ended["outcome"]


def test_a_running_hidden_game_of_people_is_not_branched(client: TestClient, toy: dict[str, Any]) -> None:
    blue = players(client, toy)["blue"]
    answer = client.post(
        f"/api/games/{toy['id']}/branch", json={"step": 0, "title": ""}, headers=bearer(blue.token)
    )
    assert answer.status_code == 400 and "hidden" in answer.json()["says"]


def test_replay_steps_rebuild_every_position(client: TestClient, toy: dict[str, Any]) -> None:
    end = play_to_end(client, toy)
    index = client.get(f"/api/games/{toy['id']}/replay").json()
    last = len(index["steps"]) - 1
    stretch = client.get(f"/api/games/{toy['id']}/replay/steps?first=0&last={last}").json()
    pieces = stretch["view"]["pieces"]
    for step in stretch["steps"]:
        for piece, facts in step["changes"].get("pieces", {}).items():
            if facts is None:
                del pieces[piece]
            else:
                pieces[piece] = facts
    as_referee = {piece: facts["at"] for piece, facts in pieces.items()}
    assert as_referee == {
        piece: facts["at"]
        for piece, facts in client.get(f"/api/games/{toy['id']}/replay/steps?first={last}&last={last}")
        .json()["view"]["pieces"]
        .items()
    }
    assert end["outcome"]


def test_bookmarks_and_notes_belong_to_a_seat(client: TestClient, toy: dict[str, Any]) -> None:
    seats = players(client, toy)
    path = f"/api/games/{toy['id']}/marks"
    for body in ({"kind": "bookmark", "n": 3, "text": "here"}, {"kind": "note", "text": "hold the ford"}):
        assert client.post(path, json=body, headers=bearer(seats["blue"].token)).status_code == 201
    mine = client.get(path, headers=bearer(seats["blue"].token)).json()["marks"]
    assert {m["text"] for m in mine} == {"here", "hold the ford"}
    assert client.get(path, headers=bearer(seats["red"].token)).json()["marks"] == []
    mark = next(m for m in mine if m["kind"] == "bookmark")
    left = client.delete(f"{path}/{mark['id']}", headers=bearer(seats["blue"].token)).json()["marks"]
    assert [m["kind"] for m in left] == ["note"]


def test_a_bot_answers_and_the_lobby_knows(client: TestClient) -> None:
    made = client.post(
        "/api/games",
        json={
            "game": "toy",
            "scenario": "ford",
            "seats": {"blue": {"kind": "me"}, "red": {"kind": "bot", "level": "random"}},
        },
    ).json()
    assert set(made["tokens"]) == {"blue"}
    blue = Player(client, made["id"], made["tokens"]["blue"])
    for _ in range(40):
        view = blue.view()
        if view["decision"] is None:
            break
        if view["decision"]["owner"] == "blue":
            assert blue.act(blue.options()[0]).status_code == 200
        else:
            assert view["trouble"] == ""
            import time

            time.sleep(0.25)
    assert blue.view()["outcome"]
    listed = client.get("/api/games").json()["games"]
    assert [(g["winner"] is not None, g["seats"]["red"]["kind"]) for g in listed] == [(True, "bot")]


def test_deleting_needs_a_seat(client: TestClient, toy: dict[str, Any]) -> None:
    assert client.delete(f"/api/games/{toy['id']}").status_code == 401
    for token, status in ((toy["tokens"]["red"], 202), (toy["tokens"]["blue"], 204)):
        assert client.delete(f"/api/games/{toy['id']}", headers=bearer(token)).status_code == status
    assert client.get(f"/api/games/{toy['id']}").status_code == 404
    assert client.get("/api/games").json()["games"] == []


def test_people_roll_real_dice_and_enter_them(client: TestClient) -> None:
    made = client.post("/api/games", json={"game": "toy", "scenario": "ford", "dice": "typed"}).json()
    seats = players(client, made)
    assert seats["blue"].act("send B-4").status_code == 200
    answer = seats["red"].act("send R-1")
    assert answer.status_code == 200, answer.text
    asked = {side: player.view()["decision"] for side, player in seats.items()}
    roller = next(side for side, decision in asked.items() if decision.get("dice"))
    assert asked[roller]["options"]["plain"] == ["roll 1", "roll 2", "roll 3"]
    other = next(side for side in seats if side != roller)
    path = f"/api/games/{made['id']}/ask"

    def ask(side: str, **question: Any) -> Any:
        return client.post(path, json={"ask": question}, headers=bearer(seats[side].token)).json()

    # Whoever asks first hears what a refused roll would say.
    for side, roll in ((roller, "roll 9"), (roller, "send B-1"), (other, "roll 3")):
        why = ask(side, why=roll)["why"]
        refused = seats[side].act(roll)
        assert refused.status_code == 409 and not why["possible"]
        assert (why["says"], why["rule"]) == (refused.json()["says"], refused.json()["rule"])
    assert ask(roller, why="roll 3")["why"]["possible"]
    for side in seats:
        assert bool(ask(side, legal=True)["legal"]["actions"]) is (side == roller)
    assert seats[roller].act("roll 3").status_code == 200
    assert seats[roller].post("undo").status_code == 409
    bots = {side: {"kind": "bot", "level": "random"} for side in ("blue", "red")}
    nobody = client.post(
        "/api/games", json={"game": "toy", "scenario": "ford", "dice": "typed", "seats": bots}
    )
    assert nobody.status_code == 400 and nobody.json()["field"] == "dice"
