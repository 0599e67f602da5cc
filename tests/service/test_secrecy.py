"""What one side receives never tells what it may not know: not a byte of it, by any address."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from bullrun.engine.game import Game
from bullrun.engine.match import Match
from bullrun.engine.view import concealed_from
from bullrun.service.asks import ask
from bullrun.service.gate import event_lines, question_view, table_view
from tests.service.table import bearer, load_game, page, players

HIDING = [
    ("toy", "ford", {}),
    ("bull-run-1983", "july-21", {}),
    ("bull-run-1983", "july-21", {"fog-of-war": "on"}),
]


def moments(game: Game, scenario: str, options: dict[str, str], steps: int) -> Iterator[Match]:
    """A match at each of its first moments, played at random."""
    random = Random(f"{game.id} {scenario} {sorted(options.items())}")
    match = Match.new(game, scenario, options, key=bytes(32))
    for _ in range(steps):
        decision = match.decision()
        if decision is None:
            return
        yield match
        options_now = decision.options
        match.submit(decision.owner, options_now[random.randrange(len(options_now))])


def all_bytes(game: Game, match: Match, position: Any, viewer: str) -> str:
    """Everything the service would send a viewer about a position."""
    sent: list[Any] = [table_view(game, position, viewer)]
    decision = match.decision()
    if decision is not None and decision.owner == viewer:
        sent.append(question_view(game, position, viewer))
        for option in list(decision.options)[:: max(1, len(decision.options) // 5)]:
            sent.append(ask(game, position, viewer, {"why": " ".join(option)}))
        own = {word for option in decision.options for word in option[1:]}
        for piece in [p.id for p in game.pieces if p.id in own and p.side == viewer][:3]:
            sent.append(ask(game, position, viewer, {"reach": piece}))
    else:
        sent.append({"owner": decision.owner if decision else None})
    return json.dumps(sent, sort_keys=True)


@pytest.mark.parametrize(("name", "scenario", "options"), HIDING)
def test_shuffling_what_a_side_cannot_know_changes_no_byte(
    name: str, scenario: str, options: dict[str, str]
) -> None:
    game = load_game(name)
    compared = 0
    for count, match in enumerate(moments(game, scenario, options, 40)):
        if count % 4:
            continue
        position = match.position
        for viewer in game.sides:
            if not concealed_from(game, position.rules.concealed_by_side(position.state), viewer):
                continue
            real = all_bytes(game, match, position, viewer)
            for seed in range(2):
                dream = type(position)(position.rules, game.imagine(position, viewer, Random(seed)))
                assert all_bytes(game, match, dream, viewer) == real, (name, count, viewer, seed)
                compared += 1
    assert compared > 4


@pytest.mark.parametrize(("name", "scenario", "options"), HIDING)
def test_the_log_never_names_a_piece_that_lies_face_down(
    name: str, scenario: str, options: dict[str, str]
) -> None:
    game = load_game(name)
    match = Match.new(game, scenario, options, key=bytes(32))
    for viewer in game.sides:
        position = match.position
        concealed = concealed_from(game, position.rules.concealed_by_side(position.state), viewer)
        hidden = {p.id for n, p in enumerate(game.pieces) if concealed >> n & 1}
        told = json.dumps(event_lines(game, match.opening, viewer))
        assert not {piece for piece in hidden if f'"{piece}"' in told}


def test_every_address_keeps_the_secret(client: TestClient, toy: dict[str, Any]) -> None:
    """Play a round and read everything that is open to blue, to a spectator and to the lobby."""
    seats = players(client, toy)
    blue, red = seats["blue"], seats["red"]
    with page(client, toy) as socket:
        socket.send_json({"hello": 1, "token": blue.token})
        heard = [socket.receive_text()]
        assert blue.act("stay" if "stay" in blue.options() else "send B-1").status_code == 200
        heard.append(socket.receive_text())
        assert red.act("send R-4").status_code == 200
        heard.append(socket.receive_text())
    headers = bearer(blue.token)
    base = f"/api/games/{toy['id']}"
    # R-4 is turned up by the fight; stay face down in camp and must be named nowhere.
    for path in ("", "/log", "/replay", "/replay/steps?first=0&last=1", "/record", "/marks"):
        for who in (headers, {}):
            heard.append(client.get(base + path, headers=who).text)
    heard.append(client.get("/api/games").text)
    for text in heard:
        for secret in ("R-1", "R-2", "R-3"):
            assert secret not in text
    # Nor may blue look through red's eyes while the game runs.
    for viewer in ("red", "referee"):
        answer = client.get(f"{base}/replay?viewer={viewer}", headers=headers)
        assert answer.status_code == 400
    for token in toy["tokens"].values():
        assert token not in client.get("/api/games").text
        assert token not in client.get(base).text


def test_keys_and_tokens_stay_home_while_the_game_runs(client: TestClient, toy: dict[str, Any]) -> None:
    key = client.app.state.house._loaded[toy["id"]].match.record.key  # type: ignore[attr-defined]
    assert len(key) == 64
    for path in ("", "/log", "/record", "/replay"):
        assert key not in client.get(f"/api/games/{toy['id']}{path}").text
    assert key not in client.get("/api/games").text
