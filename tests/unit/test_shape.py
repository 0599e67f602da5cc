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


def files_of(folder: str) -> list[Path]:
    """A room is a folder or one file."""
    return sorted((PACKAGE / folder).rglob("*.py")) or [PACKAGE / f"{folder}.py"]


def imported(source: str) -> set[str]:
    """The modules of the package that a file imports, however it says so."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if is_module(name) else node.module or "" for name in whole}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.startswith("bullrun.")}


def is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return name.startswith("bullrun.") and (place.is_dir() or place.with_suffix(".py").exists())


def wrong_arrows(file: str, source: str) -> list[str]:
    """What a file of the package may not import, and does."""
    parts = file.removesuffix(".py").split("/")
    room = parts[0]
    return [
        f"{file} imports {name}"
        for name in sorted(imported(source))
        if not may_import(room, parts[1:], name.split(".")[1:]) and f"{file} imports {name}" not in MEASURED
    ]


def may_import(room: str, inside: list[str], name: list[str]) -> bool:
    """Whether a file of a room, which stands in it as `inside` says, may import `bullrun.<name>`."""
    if name[0] != room:
        # The faces of counters are the one place where a game knows of art.
        if room == "games" and name[0] == "art" and inside[1:] not in FACES:
            return False
        if room in ONLY_REGISTRY and name[0] == "games":
            return name == ["games", "registry"]
        return name[0] in MAY_IMPORT[room]
    if room != "games" or len(inside) == 1:
        # `loading.py` and the like serve all games and know none; the registry imports by text.
        return room != "games" or len(name) == 1 or name[1] not in FOLDERS
    game, other = inside[0], name[1]
    if other != game:
        return other in SHARED | FAMILIES.get(game, set())
    return inside[1] not in IN_A_GAME or len(name) == 2 or name[2] in IN_A_GAME[inside[1]]


GAMES = sorted(path for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists())
FOLDERS = {path.name for path in GAMES}
SHARED = {"loading", "nouns", "sheet", "sides"}
"""What stands beside the games for all of them."""
FACES = (["table", "counters"], ["look"])


def test_every_room_has_its_arrows():
    rooms = {path.stem for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py"}
    assert rooms - {"__init__", "__pycache__", "py"} == set(MAY_IMPORT)


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_imports_point_one_way(room):
    for path in files_of(room):
        assert wrong_arrows(str(path.relative_to(PACKAGE)), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_an_arrow_between_rooms_that_is_turned_round_is_noticed(room):
    file = f"{room}/new.py"
    for other in sorted(set(MAY_IMPORT) - MAY_IMPORT[room] - {room}):
        for line in (
            f"from bullrun import {other}",
            f"import bullrun.{other}",
            f"from bullrun.{other} import x",
        ):
            assert wrong_arrows(file, line), f"{file}: {line}"


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("service/live.py", "from bullrun.games.bull_run_1983.rules import battle"),
        ("service/live.py", "from bullrun.games import bull_run_1983"),
        ("lab/bench.py", "from bullrun.games.bull_run_1983.rules import battle"),
        ("umpire.py", "import bullrun.games.secession_1862.game"),
        ("cli/play.py", "from bullrun.games import loading"),
        ("games/loading.py", "from bullrun.games.day_was_ours import HOME"),
        ("games/loading.py", "from bullrun.games import vaevictis"),
        ("games/vaevictis/odds.py", "from bullrun.games.bull_run_1861.rules import combat"),
        ("games/bull_run_1983/rules/battle.py", "from bullrun.games.bull_run_1861.rules import combat"),
        ("games/bull_run_1983/rules/battle.py", "from bullrun.games import day_was_ours"),
        ("games/bull_run_1983/rules/battle.py", "from bullrun.games.vaevictis import odds"),
        ("games/bull_run_1983/rules/battle.py", "from bullrun.games import registry"),
        ("games/bull_run_1983/rules/battle.py", "from bullrun.games.bull_run_1983.table import odds"),
        ("games/bull_run_1983/rules/battle.py", "from bullrun.games.bull_run_1983 import thinking"),
        ("games/bull_run_1983/rules/battle.py", "from bullrun.games.bull_run_1983.game import GAME"),
        ("games/bull_run_1983/rules/battle.py", "from bullrun.art import counters"),
        ("games/bull_run_1983/rules/counters.py", "from bullrun.art import counters"),
        ("games/bull_run_1983/table/odds.py", "from bullrun.games.bull_run_1983.thinking import planning"),
        ("games/bull_run_1983/thinking/planning.py", "from bullrun.games.bull_run_1983.table import odds"),
    ],
)
def test_an_arrow_among_games_that_is_turned_round_is_noticed(file, line):
    assert wrong_arrows(file, line) == [f"{file} imports {name}" for name in sorted(imported(line))] != []


def test_a_game_has_no_code_outside_its_rooms():
    for game in GAMES:
        if game.name != "vaevictis":
            assert {path.name for path in game.glob("*.py")} <= {"__init__.py", "game.py"}, game.name


def test_no_file_outside_the_games_names_one():
    names = {name for game in game_ids() for name in (game, game.replace("-", "_"))}
    measured = {PACKAGE / "lab" / "bench.py", PACKAGE / "lab" / "peers.py"}
    files = {
        path
        for folder in (PACKAGE, ROOT / "client" / "src")
        for path in folder.rglob("*")
        if path.suffix in (".py", ".ts", ".tsx", ".css", ".html") and "static" not in path.parts
    }
    for path in sorted(files - set((PACKAGE / "games").rglob("*.py")) - measured):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in names if name in text], path.relative_to(ROOT)
