"""The shape of the package: who may import whom, and who may not know a game by name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bullrun.games.registry import game_ids

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "bullrun"

MAY_IMPORT = {
    "board": {"board", "errors"},
    "engine": {"engine", "errors"},
    "mechanisms": {"mechanisms", "board", "engine", "errors"},
    "art": {"art", "board", "errors"},
    "games": {"games", "mechanisms", "board", "engine", "art", "errors"},
}
"""What each part may build on; imports point one way."""


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found |= {name for name in names if name.startswith("bullrun.")}
    return found


@pytest.mark.parametrize("part", sorted(MAY_IMPORT))
def test_imports_point_one_way(part):
    for path in sorted((PACKAGE / part).rglob("*.py")):
        for name in imported(path):
            top = name.split(".")[1]
            # The counters' looks are the one place where a game knows of art.
            allowed = MAY_IMPORT[part] - ({"art"} if part == "games" and path.name != "look.py" else set())
            assert top in allowed, f"{path.relative_to(ROOT)} imports {name}"


def test_a_game_never_imports_another_game():
    families = {"bull_run_1861": {"vaevictis"}, "secession_1862": {"vaevictis"}}
    for game in sorted(path for path in (PACKAGE / "games").iterdir() if path.is_dir()):
        for path in sorted(game.rglob("*.py")):
            for name in imported(path):
                parts = name.split(".")
                if parts[1] == "games" and len(parts) > 2:
                    own = {game.name, "published", *families.get(game.name, set())}
                    assert parts[2] in own, f"{path.relative_to(ROOT)} imports {name}"


def test_no_file_of_client_service_and_command_line_names_a_game():
    folders = [
        "bullrun/cli",
        "bullrun/service",
        "bullrun/engine",
        "bullrun/mechanisms",
        "bullrun/bots",
        "client/src",
    ]
    names = [name for game in game_ids() for name in (game, game.replace("-", "_"))]
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".ts", ".tsx", ".css", ".html") and "static" not in path.parts:
                text = path.read_text(encoding="utf-8")
                assert not [name for name in names if name in text], path.relative_to(ROOT)
