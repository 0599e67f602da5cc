"""Helpers: the toy game for the service, and short ways to play."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.testclient import TestClient

from bullrun.engine.game import Game
from bullrun.games import registry
from tests.toys import cup, ford

TOYS = {toy.id: toy for toy in (ford.GAME, cup.GAME)}

GAMES = "tests.service.table:load_game"


def load_game(name: str) -> Game:
    """A toy, or a registered game."""
    return TOYS.get(name) or registry.load_game(name)


def game_ids() -> tuple[str, ...]:
    """All games and the toys."""
    return (*registry.game_ids(), *TOYS)


def run_apart(work: Coroutine[Any, Any, Any]) -> Any:
    """What some work comes to in a loop and thread of its own: the tests of a browser keep theirs."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def bearer(token: str) -> dict[str, str]:
    """The header that opens a seat."""
    return {"Authorization": f"Bearer {token}"}


def page(client: TestClient, made: dict[str, Any], headers: dict[str, str] | None = None) -> Any:
    """An open page of a game."""
    return client.websocket_connect(f"ws://127.0.0.1:8861/api/games/{made['id']}/live", headers=headers or {})


class Player:
    """One seat, played over REST."""

    def __init__(self, client: TestClient, game: str, token: str) -> None:
        self.client, self.game, self.token = client, game, token

    def view(self) -> dict[str, Any]:
        answer = self.client.get(f"/api/games/{self.game}", headers=bearer(self.token))
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def post(self, what: str, **body: Any) -> Any:
        body.setdefault("seen", self.view()["seen"])
        return self.client.post(f"/api/games/{self.game}/{what}", json=body, headers=bearer(self.token))

    def act(self, action: str, **more: Any) -> Any:
        return self.post("act", action=action, **more)

    def options(self) -> list[str]:
        """Every option of the present decision, as text."""
        options = self.view()["decision"]["options"]
        grouped = [f"{prefix} {last}" for prefix, lasts in options["groups"] for last in lasts]
        return [*options["plain"], *grouped]


def players(client: TestClient, made: dict[str, Any]) -> dict[str, Player]:
    """A player for each token."""
    return {side: Player(client, made["id"], token) for side, token in made["tokens"].items()}


def play_to_end(client: TestClient, made: dict[str, Any], most: int = 200) -> dict[str, Any]:
    """Take the first option until the game is over."""
    seats = players(client, made)
    for _ in range(most):
        view: dict[str, Any] = client.get(f"/api/games/{made['id']}").json()
        if view["decision"] is None:
            return view
        player = seats[view["decision"]["owner"]]
        answer = player.act(player.options()[0])
        assert answer.status_code == 200, answer.text
    raise AssertionError("the game did not end")
