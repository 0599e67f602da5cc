"""What the documents show works: every block of Python and of the shell runs, with every game in turn where
it names one; only what installs, tests or rewrites this checkout is looked up instead."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from inspect import signature
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import bullrun.games
from bullrun.bots import Seat, make_bot
from bullrun.engine.match import Match
from bullrun.engine.record import parse_record, replay
from bullrun.engine.why_not import why_not
from bullrun.games import registry
from bullrun.games.registry import game_ids
from bullrun.lab.coverage import rule_coverage
from bullrun.umpire import answer
from tests.conformance import test_bots, test_conformance, test_vocabulary
from tests.conformance.subjects import Subject

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "bullrun"
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUN, PLAIN = ("python", "sh", "toml"), ("text",)
EXAMPLE = ROOT / "docs" / "adding-a-game.md"
"""Its blocks are the files of a game, each with its path in the first line."""
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
    "day-was-ours": {
        "july-21": "matthews-hill", "USA-I-S-69NYM": "USA-69-NY", "CSA-I-EV-4SC": "CSA-4-SC-a",
        "A1": "1000", "U20": "2015", "U21": "2016", "S20": "1914", '"turn": 7': '"turn": 3',
        '"phase": "combat"': '"phase": "chit draw"', "=general": "=captain",
        "captain,colonel": "recruit,captain",
    },
    "clash-of-giants": {
        "july-21": "29-august", "USA-I-S-69NYM": "u-carr", "CSA-I-EV-4SC": "c-early",
        "A1": "2507", "U20": "3006", "U21": "2906", '{"sight": ["S20", "2906"]}': '{"moves": "u-carr"}',
        '"phase": "combat"': '"marker": "cm-hooker", "phase": "combat"',
        "=general": "=captain", "captain,colonel": "recruit,captain",
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
        texts = blocks_of(path, language) if (path, language) != (EXAMPLE, "python") else []
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


def test_the_example_for_research_is_short():
    (example,) = blocks_of(ROOT / "docs" / "research.md", "python")
    assert len([line for line in example.splitlines() if line.strip()]) <= 10


# --- the game that is built step by step ------------------------------------------------------------


CONTRACT = [
    clause
    for module in (test_bots, test_conformance, test_vocabulary)
    for name, clause in vars(module).items()
    if name.startswith("test_")
    if list(signature(clause).parameters) == ["subject"]
]


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The game of the document, written into files and registered as the document says."""
    folder = tmp_path_factory.mktemp("example")
    for language in ("toml", "python"):
        for text in blocks_of(EXAMPLE, language):
            name = re.match(r"# (?:bullrun/games|tests)/(\S+)\n", text)
            assert name, f"a block that names no file: {text[:60]!r}"
            path = folder / name.group(1)
            path.parent.mkdir(parents=True, exist_ok=True)
            assert not path.exists(), f"{path.name}: shown twice"
            path.write_text(text, encoding="utf-8")
    ((name, home),) = re.findall(
        r'`"([\w-]+)": "(bullrun\.games\.\w+\.game)"`', EXAMPLE.read_text(encoding="utf-8")
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bullrun.games, "__path__", [*bullrun.games.__path__, str(folder)])
        patch.setitem(registry.GAMES, name, home)
        yield registry.load_game(name)
    for module in [module for module in sys.modules if module.startswith(home.removesuffix(".game"))]:
        del sys.modules[module]


def test_the_example_is_played_to_its_end(example):
    (scenario,) = example.scenarios
    ends = {}
    for players in (("greedy", "random"), ("random", "greedy"), ("random", "random")):
        for seed in range(6):
            match = Match.new(example, scenario, dice="open", key=bytes([seed]) * 32)
            bots = dict(zip(example.sides, (make_bot(name, str(seed)) for name in players), strict=True))
            while (decision := match.decision()) is not None:
                action = bots[decision.owner].choose(Seat(example, match.position, decision))
                match.submit(decision.owner, action)
            ends[match.position.state.outcome] = match
            for event in (event for step in match.steps for event in step.events):
                assert event.rule in example.ledger and event.kind in example.vocabulary.kinds
                assert re.fullmatch(r"[^{}]+\.", example.table.words(match.position.rules, event))
            *_, last = replay(example, parse_record(match.record.to_text()))
            assert last.position.state == match.position.state
    winners, _, reasons = zip(*ends, strict=True)
    assert set(example.sides) <= set(winners), "either side can win"
    assert {"it holds the bridge", "the enemy has no regiment left"} <= set(reasons)


def test_the_example_offers_what_it_does_not_refuse(example):
    """Every march that is offered has no reason against it, and every other has one of the ledger."""
    position = example.start("dawn", {})
    rules, random = position.rules, Random(4)
    offered = refused = 0
    while (decision := position.decision()) is not None:
        if decision.weights is None:
            for piece in rules.pieces:
                for place in rules.board.names_of(rules.board.all):
                    action = ("march", piece.id, place)
                    why = why_not(example.play.guide, position, decision.owner, action)
                    assert (why is None) == (action in decision.options)
                    assert why is None or why.rule in example.ledger
                    offered, refused = offered + (why is None), refused + (why is not None)
        position.apply(random.choice(decision.options))
    assert offered and refused


def test_the_example_answers_the_umpire(example):
    asked = {
        "game": example.id, "turn": 2, "side": "union", "phase": "march",
        "pieces": [{"id": "2NH", "at": "B2"}, {"id": "69NY", "at": "A3"}, {"id": "4SC", "at": "C2"}],
        "ask": [{"legal": True}, {"why": "march 2NH E3"}, {"why": "march 2NH C2"}],
    }  # fmt: skip
    legal, far, fight = answer(asked)["answers"]
    assert "march 2NH C2" in legal["legal"]["actions"] and legal["legal"]["owner"] == "union"
    assert (far["why"]["legal"], far["why"]["rule"]) == (False, "2.1")
    assert fight["why"]["legal"]


@pytest.mark.parametrize("clause", CONTRACT, ids=lambda clause: clause.__name__)
def test_the_example_keeps_the_contract(example, clause):
    clause(Subject(example.id, "dawn", ()))
    clause(Subject(example.id, "dawn", (("rounds", "12"),)))


def test_the_case_book_of_the_example_holds(example):
    (text,) = (text for text in blocks_of(EXAMPLE, "python") if text.startswith("# tests/cases/"))
    scope: dict[str, object] = {}
    exec(compile(text, str(EXAMPLE), "exec"), scope)
    cases = [case for name, case in scope.items() if name.startswith("test_")]
    for case in cases:
        assert {mark.args[0] for mark in case.pytestmark} == {example.id}
        assert {mark.args[1] for mark in case.pytestmark} <= set(example.ledger)
        case()
    assert cases


def test_every_rule_of_the_example_has_its_place(example):
    coverage, unknown = rule_coverage(example, example.home, None)
    assert not unknown and all(rule.enforced for rule in coverage)


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


# --- files --------------------------------------------------------------------------------------------

FILE = re.compile(r"`([\w./<>*-]+(?:\.(?:c|css|json|md|py|sh|toml|tsx?)|/))`")
FILES = sorted(
    {(path, name) for path in DOCUMENTS for name in FILE.findall(path.read_text(encoding="utf-8"))}
)


@pytest.mark.parametrize(("path", "name"), FILES, ids=lambda value: getattr(value, "name", value))
def test_every_file_named_exists(path, name):
    """By its path in the checkout or in the package; a file that each game has, by its path in a game."""
    pattern = re.sub(r"<\w+>", "*", name)
    folders = (
        ROOT,
        PACKAGE,
        PACKAGE / "games",
        PACKAGE / "mechanisms",
        *(PACKAGE / "games").iterdir(),
        *(ROOT / "tests" / "cases").iterdir(),
    )
    rooms = [folder / room for folder in folders for room in ("", "rules", "table", "thinking", "data")]
    assert any(list(folder.glob(pattern)) for folder in rooms if folder.is_dir()), name
