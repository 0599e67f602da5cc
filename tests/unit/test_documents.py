"""What the documents show works: every block of Python and of the shell runs, with every game in turn where
it names one; only what installs, tests or rewrites this checkout is looked up instead."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from bullrun.bots import Seat
from bullrun.games.registry import game_ids

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUN, PLAIN = ("python", "sh"), ("text",)
GAME = re.compile("|".join([*game_ids(), "MY-GAME"]))

WORDS: dict[str, dict[str, str]] = {
    "bull-run-1983": {},
    "bull-run-1861": {
        "july-21": "historical", "USA-I-S-69NYM": "Sherman", "CSA-I-EV-4SC": "Evans", "A1": "Z01",
        "U20": "Z40", "U21": "Z41", '{"sight": ["S20", "Z41"]}': '{"moves": "Sherman"}',
    },
    "secession-1862": {
        "july-21": "29-august", "USA-I-S-69NYM": "Koltes", "CSA-I-EV-4SC": "Starke", "A1": "1",
        "U20": "109", "U21": "121", '"phase": "combat"': '"phase": "action"',
        '{"sight": ["S20", "121"]}': '{"moves": "Koltes"}',
    },
}  # fmt: skip
"""What is called otherwise in another game than that of the documents."""

FEWER = ((r"--games \d+", "--games 2"), (r"(lab review \S+)", r"\1 --points 2 --rollouts 2"))
"""The same on a small scale."""
FIRST_OPTIONS = "#1\n" * 400 + "quit\n"
"""What a player types who takes what is offered first."""


class Block(NamedTuple):
    """The blocks of one language in a document, which build on each other, as one game has them."""

    path: Path
    language: str
    game: str
    texts: list[str]

    def __str__(self) -> str:
        return f"{self.path.name}-{self.language}" + (f"-{self.game}" if self.game else "")


def blocks_of(path: Path, language: str) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def in_words_of(game: str, text: str) -> str:
    text = GAME.sub(game, text)
    for theirs, ours in WORDS[game].items():
        text = text.replace(theirs, ours)
    return text


def all_blocks(language: str) -> list[Block]:
    found = []
    for path in DOCUMENTS:
        texts = blocks_of(path, language)
        if any(GAME.search(text) for text in texts):
            found += [
                Block(path, language, game, [in_words_of(game, t) for t in texts]) for game in game_ids()
            ]
        elif texts:
            found.append(Block(path, language, "", texts))
    return found


def test_every_game_has_its_words():
    assert set(WORDS) == set(game_ids())


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_block_says_what_it_is(path):
    """A block without a language, or in one that nobody runs, would escape the tests below."""
    fences = re.findall(r"^\s*(```|~~~)(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(fences) % 2 == 0 and {fence for fence, _ in fences} <= {"```"}
    assert {language for _, language in fences[::2]} <= {*RUN, *PLAIN}
    assert {language for _, language in fences[1::2]} <= {""}


# --- Python -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", all_blocks("python"), ids=str)
def test_the_python_runs(block, capsys):
    if any("bullrun.env" in text for text in block.texts):
        pytest.importorskip("pettingzoo")
    scope: dict[str, object] = {}
    for text in block.texts:
        exec(compile(text, str(block.path), "exec"), scope)
    said = capsys.readouterr().out
    if block.path.name == "README.md":
        assert "options" in said and "[" in said
        branch, match = scope["branch"], scope["match"]
        assert branch.state.outcome is not None and str(branch.state.outcome) in said
        decision = match.decision()
        assert scope["Cautious"]().choose(Seat(match.game, match.position, decision)) in decision.options
    elif block.path.name == "research.md":
        assert not scope["env"].agents
    elif block.path.name == "adding-a-game.md":
        state = scope["MyState"](3)
        assert state.copy() == state and len(state.at) == 3


def test_the_example_for_research_is_short():
    (example,) = blocks_of(ROOT / "docs" / "research.md", "python")
    assert len([line for line in example.splitlines() if line.strip()]) <= 10


# --- the shell ----------------------------------------------------------------------------------------


@pytest.fixture
def shell(tmp_path):
    """A shell in an empty folder where `bullrun` is this checkout's."""
    tools = tmp_path / "tools"
    tools.mkdir()
    command = tools / "bullrun"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m bullrun "$@"\n')
    command.chmod(0o755)
    here = tmp_path / "here"
    here.mkdir()
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    environment = {
        **os.environ,
        "PATH": path,
        "PYTHONPATH": str(ROOT),
        "BULLRUN_HOME": str(tmp_path / "home"),
    }

    def run(text: str) -> subprocess.CompletedProcess[str]:
        for pattern, small in FEWER:
            text = re.sub(pattern, small, text)
        return subprocess.run(
            ["sh", "-euc", text], input=FIRST_OPTIONS, cwd=here, env=environment,
            capture_output=True, text=True, timeout=600,
        )  # fmt: skip

    return run


def is_for_this_checkout(line: str) -> bool:
    return line.startswith(("./", "python -m tests."))


@pytest.mark.parametrize("block", all_blocks("sh"), ids=str)
def test_the_commands_run(block, shell):
    ran = 0
    for text in block.texts:
        lines = [line for line in text.splitlines() if not is_for_this_checkout(line)]
        if lines:
            done = shell("\n".join(lines))
            assert done.returncode == 0 and done.stderr == "", (lines, done.stderr)
            ran += 1
            if "bullrun umpire" in text:
                answers = json.loads(done.stdout)["answers"]
                asked = json.loads(re.search(r"echo '(.*?)' \|", text, re.DOTALL).group(1))["ask"]
                assert [next(iter(answer)) for answer in answers] == [next(iter(ask)) for ask in asked]
    assert ran or block.path.name == "CONTRIBUTING.md"


@pytest.mark.parametrize(
    "line",
    [
        line.partition("#")[0].strip()
        for path in DOCUMENTS
        for text in blocks_of(path, "sh")
        for line in text.splitlines()
        if is_for_this_checkout(line)
    ],
)
def test_what_is_for_this_checkout_exists(line):
    words = line.split()
    if words[0] == "python":
        path = ROOT / f"{words[2].replace('.', '/')}.py"
        assert importlib.util.find_spec(words[2]) and "__main__" in path.read_text(encoding="utf-8")
    else:
        assert os.access(ROOT / words[0], os.X_OK)
        assert all((ROOT / word).exists() for word in words[1:])


# --- links --------------------------------------------------------------------------------------------

LINKS = [
    (path, link)
    for path in DOCUMENTS
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8"))
    if "://" not in link
]


@pytest.mark.parametrize(("path", "link"), LINKS, ids=lambda value: getattr(value, "name", value))
def test_links_lead_somewhere(path, link):
    assert (path.parent / link).exists()
