"""The command as a process: quick to start, well-behaved in a pipe, on a terminal and when interrupted."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

GAME = "bull-run-1983"
RUN = [sys.executable, "-m", "bullrun"]


def test_help_imports_neither_engine_nor_games():
    code = (
        "import sys; from bullrun.cli.main import build_parser; build_parser().format_help();"
        "print([m for m in sys.modules if m.startswith('bullrun.') and '.cli' not in m])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(ast.literal_eval(done.stdout)) == {"bullrun.errors", "bullrun.games", "bullrun.games.registry"}


def test_a_reader_that_leaves_early_is_no_error():
    writer = subprocess.Popen([*RUN, "rules", GAME], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    writer.stdout.readline()
    writer.stdout.close()
    assert writer.wait(60) == 0 and writer.stderr.read() == b""


@pytest.mark.parametrize(
    ("setting", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colour_only_on_a_terminal_that_wants_it(setting, coloured):
    pty = pytest.importorskip("pty")
    main, other = pty.openpty()
    env = {"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8", **setting}
    done = subprocess.Popen([*RUN, "scenarios", GAME], stdout=other, stderr=other, env=env)
    os.close(other)
    shown = b""
    while True:
        try:
            part = os.read(main, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    assert done.wait(60) == 0 and (b"\x1b[" in shown) == coloured


def test_no_colour_in_a_pipe(command):
    assert "\x1b" not in command("scenarios", GAME, TERM="xterm").out


def test_ctrl_c_is_one_line(tmp_path):
    running = subprocess.Popen(
        [*RUN, "simulate", GAME, "--games", "400", "--workers", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, text=True, start_new_session=True,
    )  # fmt: skip
    time.sleep(3)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130 and out == "" and err.strip() == "bullrun: stopped"
    assert list(tmp_path.iterdir()) == []


def in_group(group: int) -> int:
    """How many processes of a group live."""
    found = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, its_group = stat.read_text().rpartition(")")[2].split()[:3]
            found += int(its_group) == group and state != "Z"
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes in /proc")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize(
    "order",
    [
        ("simulate", GAME, "--games", "4000", "--workers", "2"),
        ("lab", "arena", GAME, "--players", "random,recruit", "--games", "4000", "--workers", "2"),
    ],
    ids=["simulate", "arena"],
)
def test_no_worker_outlives_its_command(tmp_path, order, sent):
    running = subprocess.Popen(
        [*RUN, *order], cwd=tmp_path, start_new_session=True, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            if in_group(running.pid) == 3:
                break
            time.sleep(0.1)
        assert in_group(running.pid) == 3
        running.send_signal(sent)
        assert running.wait(60) == -sent
        for _ in range(600):
            if not in_group(running.pid):
                break
            time.sleep(0.1)
        assert in_group(running.pid) == 0
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")
def test_a_worker_that_is_killed_is_told_in_one_line(tmp_path):
    running = subprocess.Popen(
        [*RUN, "simulate", GAME, "--games", "4000", "--workers", "2"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    for _ in range(600):
        if len(found := children.read_text().split()) == 2:
            break
        time.sleep(0.1)
    os.kill(int(found[0]), signal.SIGKILL)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 2 and out == "" and err.startswith("bullrun: a worker process was ended")


def test_a_terminal_without_unicode_is_served(command):
    done = command("scenarios", GAME, PYTHONIOENCODING="ascii")
    assert done.code == 0 and done.out.isascii()


def test_listings_for_programs(command):
    pieces = json.loads(command("pieces", GAME, "--json").out)
    assert len(pieces) == len({piece["id"] for piece in pieces}) > 200
    places = json.loads(command("map", GAME, "--json").out)["places"]
    assert {"name", "terrain", "neighbours", "names", "regions"} <= set(places[0]) and len(places) > 1500
    rules = json.loads(command("rules", GAME, "--json").out)
    assert len(rules) >= 191
    one = json.loads(command("map", GAME, "U17", "--json").out)
    assert len(one["neighbours"]) == 6
    assert "did you mean" in command("map", GAME, "U177").err


def test_the_first_five_minutes(command, tmp_path):
    """What the README promises, in this order."""
    assert command("new", GAME, "my.game", "--seat", "union=random").code == 0
    assert "saved: my.game" in command("play", "my.game", typed="near U17 4\nnear U177\nend-\nquit\n").out
    assert command("replay", "my.game", "--to", "3").code == 0
    assert command("verify", "my.game").code == 0
    assert command("map", GAME, "--svg", "map.svg", "--record", "my.game", "--viewer", "union").code == 0
    assert (tmp_path / "map.svg").read_text().startswith("<svg")
    again = command("map", GAME, "--svg", "map.svg")
    assert again.code == 2 and "exists already" in again.err
    assert command("map", GAME, "--svg", "night.svg", "--theme", "night", "--focus", "U17").code == 0
