"""The shape of the package: who may import whom, and who may not know a game by name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bullrun.games.registry import game_ids

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "bullrun"

MAY_IMPORT = {
    "errors": set(),
    "fast": {"errors"},
    "board": {"fast", "errors"},
    "engine": {"fast", "errors"},
    "mechanisms": {"fast", "board", "engine", "errors"},
    "thinking": {"board", "engine", "errors"},
    "art": {"board", "errors"},
    "games": {"fast", "mechanisms", "thinking", "board", "engine", "art", "errors"},
    "bots": {"thinking", "board", "engine", "errors"},
    "lab": {"fast", "bots", "games", "mechanisms", "thinking", "board", "engine", "errors"},
    "answers": {"engine", "errors"},
    "tabletop": {"art", "board", "engine", "errors"},
    "umpire": {"answers", "games", "engine", "errors"},
    "env": {"bots", "games", "engine", "errors"},
    "service": {
        "answers",
        "tabletop",
        "lab",
        "bots",
        "games",
        "art",
        "thinking",
        "board",
        "engine",
        "errors",
    },
    "cli": {
        "service",
        "umpire",
        "answers",
        "tabletop",
        "lab",
        "bots",
        "games",
        "art",
        "thinking",
        "fast",
        "board",
        "engine",
        "errors",
    },
    "__main__": {"cli"},
}
"""What each room may build on besides itself; imports point one way."""
IN_A_GAME = {"rules": {"rules"}, "table": {"rules", "table"}, "thinking": {"rules", "thinking"}}
"""What each room of a game may build on in its own folder."""
FAMILIES = {"bull_run_1861": {"vaevictis"}, "secession_1862": {"vaevictis"}}
ONLY_REGISTRY = ("lab", "umpire", "env", "service", "cli")
"""The rooms that reach games by the registry and know none by name."""
MEASURED = {
    f"lab/bench.py imports bullrun.games.bull_run_1983.{module}"
    for module in ("rules.artillery", "rules.battlefield", "game")
}
"""The bench times movement and sight with the costs of a real map."""


def files_of(room: str) -> list[Path]:
    """A room is a folder or one file."""
    return sorted((PACKAGE / room).rglob("*.py")) or [PACKAGE / f"{room}.py"]


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
            if node.module == "bullrun":
                names = [f"bullrun.{alias.name}" for alias in node.names if alias.name != "__version__"]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found |= {name for name in names if name.startswith("bullrun.")}
    return found


def test_every_room_has_its_arrows():
    rooms = {path.stem for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py"}
    assert rooms - {"__init__", "__pycache__", "py"} == set(MAY_IMPORT)


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_imports_point_one_way(room):
    for path in files_of(room):
        for name in imported(path):
            allowed = MAY_IMPORT[room] | {room}
            # The faces of counters are the one place where a game knows of art.
            if room == "games" and path.name not in ("counters.py", "look.py"):
                allowed = allowed - {"art"}
            assert name.split(".")[1] in allowed, f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("room", ONLY_REGISTRY)
def test_games_are_reached_through_the_registry_only(room):
    for path in files_of(room):
        for name in imported(path):
            if name.startswith("bullrun.games."):
                fault = f"{path.relative_to(PACKAGE)} imports {name}"
                assert name == "bullrun.games.registry" or fault in MEASURED, fault


GAMES = sorted(path for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists())


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_a_game_never_imports_another_game(game):
    shared = {"loading", "sheet", "sides", *FAMILIES.get(game.name, set())}
    for path in sorted(game.rglob("*.py")):
        for name in imported(path):
            parts = name.split(".")
            if parts[1] == "games" and len(parts) > 2:
                assert parts[2] in {game.name, *shared}, f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("room", sorted(IN_A_GAME))
@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_inside_a_game_table_and_thinking_build_on_the_rules(game, room):
    home = f"bullrun.games.{game.name}."
    for path in sorted((game / room).rglob("*.py")):
        for name in imported(path):
            if name.startswith(home):
                found = name.removeprefix(home).split(".")[0]
                assert found in IN_A_GAME[room], f"{path.relative_to(ROOT)} imports {name}"


def test_a_game_has_no_code_outside_its_rooms():
    for game in GAMES:
        if game.name != "vaevictis":
            assert {path.name for path in game.glob("*.py")} <= {"__init__.py", "game.py"}, game.name


def test_no_file_of_client_service_and_command_line_names_a_game():
    folders = [
        "bullrun/cli",
        "bullrun/service",
        "bullrun/engine",
        "bullrun/mechanisms",
        "bullrun/bots",
        "bullrun/thinking",
        "client/src",
    ]
    names = [name for game in game_ids() for name in (game, game.replace("-", "_"))]
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".ts", ".tsx", ".css", ".html") and "static" not in path.parts:
                text = path.read_text(encoding="utf-8")
                assert not [name for name in names if name in text], path.relative_to(ROOT)
