"""Run the command in this process on the toy game, or for real in another."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from bullrun.cli.main import main
from bullrun.games import registry


class Done(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def bullrun(monkeypatch, capsys, tmp_path) -> Callable[..., Done]:
    """The command with the toy game registered, in an empty folder."""
    monkeypatch.setitem(registry.GAMES, "toy", "tests.toys.ford")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str, typed: str = "") -> Done:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        try:
            code = main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
        found = capsys.readouterr()
        return Done(code, found.out, found.err)

    return run


@pytest.fixture
def command(tmp_path) -> Callable[..., Done]:
    """The real command in a process of its own."""

    def run(*arguments: str, typed: str = "", **environment: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "bullrun", *arguments],
            input=typed, capture_output=True, text=True, cwd=tmp_path, timeout=120,
            env={**os.environ, **environment},
        )  # fmt: skip
        return Done(done.returncode, done.stdout, done.stderr)

    return run
