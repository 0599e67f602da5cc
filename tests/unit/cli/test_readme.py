"""What the README shows works: its Python runs, its commands exist, its umpire question is answered."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from bullrun.cli.main import build_parser
from bullrun.umpire import answer_text

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def test_the_python_runs(capsys):
    scope: dict[str, object] = {}
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), scope)
    out = capsys.readouterr().out
    assert "options" in out and "[" in out
    assert scope["branch"].state.outcome is not None


def test_a_bot_written_as_in_the_readme_plays():
    from bullrun.bots import Seat

    scope: dict[str, object] = {}
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), scope)
    match = scope["match"]
    decision = match.decision()
    assert scope["Cautious"]().choose(Seat(match.game, match.position, decision)) in decision.options


COMMANDS = [
    line.split("#")[0] for block in blocks("sh") for line in block.splitlines() if line.startswith("bullrun ")
]


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_are_understood(line):
    build_parser().parse_args(shlex.split(line)[1:])


def test_the_umpires_example_is_answered():
    question = re.search(r"echo '(.*?)' \|", TEXT, re.DOTALL).group(1)
    answers = answer_text(question)["answers"]
    assert [next(iter(answer)) for answer in answers] == ["combat", "sight", "legal"]
    json.dumps(answers)


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#]+)\)", TEXT))
def test_links_lead_somewhere(link):
    assert (ROOT / link).exists(), link
