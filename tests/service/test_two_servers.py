"""Two servers over one folder or one database: one is refused by name, and a change that comes too late
stores nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bullrun.service.app import create_app
from bullrun.service.folder import DATABASE, StorageError, occupied, server_of
from bullrun.service.storage import Storage
from tests.service.conftest import HOST
from tests.service.table import GAMES, bearer, game_ids, page, players
from tests.service.test_live import greet
from tests.service.test_process import Server
from tests.service.test_second_toy import fought, stand


def serve(home: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """A server that is expected to be refused."""
    return subprocess.run(
        [sys.executable, "-m", "bullrun.cli.main", "serve", "--no-browser", *more],
        env={**os.environ, "BULLRUN_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
def test_a_second_server_on_the_folder_is_refused_with_the_first_ones_name(tmp_path: Path) -> None:
    first = Server(tmp_path)
    try:
        port = first.url.rsplit(":", 1)[1]
        for more in (("--port", "0"), ("--port", port)):
            second = serve(tmp_path, *more)
            assert second.returncode == 2 and not second.stdout
            assert second.stderr.count("\n") == 1 and str(tmp_path) in second.stderr
            assert f"process {first.process.pid} at {first.url}/" in second.stderr
        assert first.call("GET", "/api/games")["games"] == []
    finally:
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
    again = Server(tmp_path)
    try:
        assert again.call("GET", "/api/games")["games"] == [], "the lock went with its process"
    finally:
        again.process.terminate()
        again.process.wait(20)
    assert server_of(tmp_path) == ""


def test_a_folder_is_held_by_one_application_at_a_time(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path, games=GAMES, game_ids=game_ids), base_url=HOST):
        assert f"process {os.getpid()}" in server_of(tmp_path)
        with pytest.raises(StorageError, match=f"process {os.getpid()}"), occupied(tmp_path):
            pass
    with occupied(tmp_path):
        pass


@pytest.mark.slow
def test_many_may_open_an_empty_folder_at_once(tmp_path: Path) -> None:
    script = (
        "import sys, pathlib\n"
        "from bullrun.service.storage import Storage\n"
        "print('ready', flush=True)\n"
        "sys.stdin.readline()\n"
        "storage = Storage.in_folder(pathlib.Path(sys.argv[1]))\n"
        "print(storage.listed())\n"
    )
    for attempt in range(3):
        home = tmp_path / str(attempt)
        started = [
            subprocess.Popen(
                [sys.executable, "-c", script, str(home)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(5)
        ]
        for process in started:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
        for process in started:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        for process in started:
            out, err = process.communicate(timeout=120)
            assert process.returncode == 0 and out == "[]\n", err


Pair = tuple[TestClient, TestClient]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    """Two servers with a folder each over the same database file."""
    url = f"sqlite:///{tmp_path / DATABASE}"
    Storage.in_folder(tmp_path).close()
    apps = [create_app(tmp_path / n, games=GAMES, game_ids=game_ids, database=url) for n in ("one", "two")]
    with TestClient(apps[0], base_url=HOST) as one, TestClient(apps[1], base_url=HOST) as two:
        yield one, two


def stored(client: TestClient, made: dict[str, Any]) -> Any:
    return client.app.state.house.storage.load(made["id"])  # type: ignore[attr-defined]


def test_of_two_servers_the_later_move_is_stale_and_nothing_of_it_is_stored(pair: Pair) -> None:
    one, two = pair
    made = one.post("/api/games", json={"game": "toy", "scenario": "ford"}).json()
    here, there = players(one, made)["blue"], players(two, made)["blue"]
    with page(two, made) as watcher:
        seen = greet(watcher, made["tokens"]["red"])["view"]["seen"]
        assert there.view()["seen"] == seen
        assert here.act("send B-3").status_code == 200
        kept = stored(one, made)
        late = there.act("send B-4", seen=seen)
        assert late.status_code == 409 and late.json()["error"] == "stale"
        assert stored(one, made) == kept
        assert there.view() == here.view(), "the second server has looked again"
        told = watcher.receive_json()
        assert told["type"] == "update" and told["changes"]["seen"] == kept.revision
    assert players(two, made)["red"].act("send R-1").status_code == 200
    assert stored(one, made).revision == kept.revision + 1
    assert len(stored(one, made).record.entries) == kept.revision + 3


@pytest.mark.parametrize("what", ["undo", "reset", "revise", "resign", "rename", "seat"])
def test_every_change_compares_the_revision_first(pair: Pair, what: str) -> None:
    one, two = pair
    wish = {"game": "bull-run-1983", "scenario": "july-21", "seats": {"confederate": {"kind": "hot-seat"}}}
    made = one.post("/api/games", json=wish).json()
    here, there = players(one, made)["union"], players(two, made)["union"]
    first, second = (
        next(o for o in here.options() if o.startswith(f"move {piece} "))
        for piece in ("USA-L-0-Tyler", "USA-L-0-Miles")
    )
    assert here.act(first).status_code == 200
    seen = there.view()["seen"]
    assert here.act(second).status_code == 200
    kept = stored(one, made)
    path, me = f"/api/games/{made['id']}", bearer(made["tokens"]["union"])
    if what == "rename":
        both = [bearer(made["tokens"]["confederate"]), me]
        first_asked, answer = (two.patch(path, json={"title": "Later"}, headers=who) for who in both)
        assert first_asked.status_code == 202
    elif what == "seat":
        seat = {"kind": "bot", "level": "random"}
        answer = two.put(f"{path}/seats/union", json=seat, headers=me)
    elif what == "revise":
        answer = there.post("revise", seen=seen, to=0, actions=[])
    else:
        answer = there.post(what, seen=seen)
    assert answer.status_code == 409 and answer.json()["error"] == "stale", answer.text
    assert stored(one, made) == kept
    assert there.view() == here.view()


def test_a_game_that_another_server_deleted_is_gone(pair: Pair) -> None:
    one, two = pair
    made = one.post("/api/games", json={"game": "toy", "scenario": "ford"}).json()
    there = players(two, made)["blue"]
    seen = there.view()["seen"]
    both = [bearer(token) for token in made["tokens"].values()]
    assert [one.delete(f"/api/games/{made['id']}", headers=who).status_code for who in both] == [202, 204]
    late = there.act("send B-4", seen=seen)
    assert late.status_code == 404 and late.json()["error"] == "not-found"
    assert stored(one, made) is None


def test_what_a_side_says_to_a_window_holds_at_both_servers(pair: Pair) -> None:
    one, two = pair
    made = fought(one, "two servers")
    here, there = players(one, made), players(two, made)
    asked = next(side for side, player in there.items() if "options" in player.view()["decision"])
    other = next(side for side in there if side != asked)
    assert stand(here[other], "assault", "never").status_code == 200
    assert there[other].view()["standing"]["assault"]["answer"] == "never"
    assert stand(there[other], "gap", "never").status_code == 200
    for player in (here[other], there[other]):
        assert {said["answer"] for said in player.view()["standing"].values()} == {"never"}
    assert there[asked].act("pass").status_code == 200
    decision = there[other].view()["decision"]
    assert decision is None or decision.get("question") != "Do you play a chit in this assault?"
