"""The real server in a process of its own: it starts, it can be killed, and nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow


class Server:
    """`bullrun serve` over a folder."""

    def __init__(self, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bullrun.cli.main", "serve", "--port", "0", "--no-browser"],
            env={**os.environ, "BULLRUN_HOME": str(home)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://127.0.0.1:" in line, line
        self.url = line.split("at ")[1].split(" ")[0].rstrip("/")

    def call(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        for attempt in range(100):
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return json.loads(answer.read())
            except (urllib.error.URLError, ConnectionError) as error:
                if isinstance(error, urllib.error.HTTPError) or attempt == 99:
                    raise
                time.sleep(0.2)
        raise AssertionError("unreachable")


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    first = Server(tmp_path)
    try:
        made = first.call("POST", "/api/games", {"game": "bull-run-1983", "scenario": "july-21"})
        token = made["tokens"]["union"]
        path = f"/api/games/{made['id']}"
        view = first.call("GET", path, token=token)
        prefix, lasts = view["decision"]["options"]["groups"][0]
        body = {"seen": view["seen"], "action": f"{prefix} {lasts[0]}"}
        moved = first.call("POST", f"{path}/act", body, token)["view"]
    finally:
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
    second = Server(tmp_path)
    try:
        after = second.call("GET", path, token=token)
        assert after["pieces"] == moved["pieces"] and after["seen"] == moved["seen"]
        assert after["decision"] == moved["decision"]
        assert (
            second.call("POST", f"{path}/undo", {"seen": after["seen"]}, token)["view"]["number"]
            == view["number"]
        )
    finally:
        second.process.terminate()
        second.process.wait(20)


def test_it_listens_only_on_this_machine(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        assert server.call("GET", "/api/about")["protocol"] == 2
        port = int(server.url.rsplit(":", 1)[1])
        rows = Path("/proc/net/tcp").read_text().splitlines()[1:]
        listening = [row.split()[1] for row in rows if row.split()[3] == "0A"]
        mine = [where for where in listening if where.endswith(f":{port:04X}")]
        assert mine == [f"0100007F:{port:04X}"]
    finally:
        server.process.terminate()
        assert server.process.wait(20) in (0, -signal.SIGTERM)
