"""What one side receives never tells what it may not know: not a byte of it, by any address."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from bullrun.engine.action import Action
from bullrun.engine.events import Event
from bullrun.engine.game import Game
from bullrun.engine.match import Match
from bullrun.engine.view import concealed_from
from bullrun.service.outgoing import event_lines, question_view, table_view
from tests.cases.asking import ask
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


def odd_actions(game: Game, options: Sequence[Action]) -> list[str]:
    """Options with one word replaced: most are impossible, for whatever reason."""
    random = Random(len(options))
    words = [piece.id for piece in game.data.pieces("pieces")]
    if game.data.board("map") is not None:
        words += [name for name in game.data.board("map").names if name]
    found = []
    for _ in range(12):
        action = list(options[random.randrange(len(options))])
        action[random.randrange(len(action))] = random.choice(words)
        found.append(" ".join(action))
    return found


def all_bytes(game: Game, match: Match, position: Any, viewer: str) -> str:
    """Everything the service would send a viewer about a position."""
    sent: list[Any] = [table_view(game, position, viewer)]
    decision = match.decision()
    if decision is not None and decision.owner == viewer:
        sent.append(question_view(game, position, viewer))
        for option in list(decision.options)[:: max(1, len(decision.options) // 5)]:
            sent.append(ask(game, position, viewer, {"why": " ".join(option)}))
        for odd in odd_actions(game, decision.options):
            sent.append(ask(game, position, viewer, {"why": odd}))
        own = {word for option in decision.options for word in option[1:]}
        for piece in [p.id for p in game.data.pieces("pieces") if p.id in own and p.side == viewer][:3]:
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
                dream = type(position)(position.rules, game.play.imagine(position, viewer, Random(seed)))
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
        hidden = {p.id for n, p in enumerate(game.data.pieces("pieces")) if concealed >> n & 1}
        told = json.dumps(event_lines(game, match.position.rules, match.opening, viewer))
        assert not {piece for piece in hidden if f'"{piece}"' in told}


FREE = {"confederate-setup": "free", "union-setup": "free"}


def alike(one: Match, other: Match, random: Random) -> tuple[Action, Action] | None:
    """Two set-up actions that look the same to the enemy: another piece in the same hex, if there is one."""
    mine, yours = one.decision(), other.decision()
    assert mine is not None and yours is not None
    position = one.position
    concealed = concealed_from(one.game, position.rules.concealed_by_side(position.state), "union")
    hidden = {
        piece.id for number, piece in enumerate(one.game.data.pieces("pieces")) if concealed >> number & 1
    }
    for _ in range(200):
        action = mine.options[random.randrange(len(mine.options))]
        if action[0] != "place":
            return mine.options[-1], mine.options[-1]
        found = [a for a in yours.options if (a[0], *a[2:]) == (action[0], *action[2:])]
        others = [a for a in found if {a[1], action[1]} <= hidden] or [a for a in found if a == action]
        if others:
            return action, random.choice(others)
    return None


@pytest.mark.rule("bull-run-1983", "1.22", "1.23")
@pytest.mark.parametrize("options", [FREE, {**FREE, "fog-of-war": "on"}])
def test_who_is_set_up_where_changes_no_byte_of_the_enemys_log(options: dict[str, str]) -> None:
    """Two set-ups with the same hexes and other pieces in them: rule numbers are told like all the rest."""
    game = load_game("bull-run-1983")
    one, other = (Match.new(game, "july-21", options, key=bytes(32)) for _ in range(2))
    random = Random(1861)
    rules = set()
    while (decision := one.decision()) is not None and decision.owner == "confederate":
        actions = alike(one, other, random)
        if actions is None:
            break
        step, same = (match.submit("confederate", a) for match, a in zip((one, other), actions, strict=True))
        rules |= {(a.rule, b.rule) for a, b in zip(step.events, same.events, strict=True) if a.rule != b.rule}
        for viewer in ("union", "spectator"):
            assert event_lines(game, one.position.rules, step.events, viewer) == event_lines(
                game, one.position.rules, same.events, viewer
            )
            assert table_view(game, one.position, viewer) == table_view(game, other.position, viewer)
    assert {("1.22", "1.23"), ("1.23", "1.22")} <= rules, "the worlds must differ to prove anything"


def until_revealed(events: Iterable[Event]) -> list[Event]:
    """What happened before something was turned up: what comes after may differ, for it was to be learned."""
    return list(takewhile(lambda event: not event.reveals, events))


@pytest.mark.parametrize(("name", "scenario", "options"), HIDING)
def test_the_same_act_is_told_alike_whatever_the_enemy_hides(
    name: str, scenario: str, options: dict[str, str]
) -> None:
    game = load_game(name)
    compared = 0
    for match in moments(game, scenario, options, 40):
        decision = match.decision()
        position = match.position
        if decision is None or decision.owner not in game.sides:
            continue
        viewer = decision.owner
        if not concealed_from(game, position.rules.concealed_by_side(position.state), viewer):
            continue
        action = decision.options[len(decision.options) // 2]
        told = []
        for world in (position.state.copy(), game.play.imagine(position, viewer, Random(match.number))):
            dream = type(position)(position.rules, world, [])
            dream.decision()
            dream.log.clear()
            dream.apply(action)
            dream.decision()
            told.append(json.dumps(event_lines(game, dream.rules, until_revealed(dream.log), viewer)))
        assert told[0] == told[1], (name, match.number, action)
        compared += 1
    assert compared > 4


def test_every_address_keeps_the_secret(client: TestClient, toy: dict[str, Any]) -> None:
    """Play a round and read everything that is open to blue, to a spectator and to the lobby."""
    seats = players(client, toy)
    blue, red = seats["blue"], seats["red"]
    with page(client, toy) as socket:
        socket.send_json({"hello": 2, "token": blue.token})
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
