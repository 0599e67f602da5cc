"""Where each rule is enforced and which tests prove it, read from the source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from bullrun.engine.game import Game


class Coverage(NamedTuple):
    """One rule: `module:function` marks and `file::test` names."""

    rule: str
    enforced: list[str]
    proved: list[str]


def rule_coverage(game: Game, module: str, tests: Path | None) -> tuple[list[Coverage], list[str]]:
    """The coverage of each rule in ledger order, and marks of rules that the ledger does not have."""
    enforced: dict[str, list[str]] = {}
    package = module.rpartition(".")[0]
    for name in (package, "bullrun.mechanisms"):
        for place, rule in _marks_in_package(name):
            enforced.setdefault(rule, []).append(place)
    proved: dict[str, list[str]] = {}
    if tests is not None:
        for place, of, rule in _marks_in_tests(tests):
            if of == game.id:
                proved.setdefault(rule, []).append(place)
    unknown = [f"{rule}: {', '.join(places)}" for rule, places in sorted((enforced | proved).items())
               if rule not in game.ledger]  # fmt: skip
    return [Coverage(r, enforced.get(r, []), proved.get(r, [])) for r in game.ledger], unknown


def find_tests() -> Path | None:
    """The tests of the checkout that this program runs from, if it does."""
    root = Path(__file__).parents[2]
    tests = root / "tests"
    return tests if (root / "pyproject.toml").exists() and tests.is_dir() else None


def _marks_in_package(name: str) -> Iterator[tuple[str, str]]:
    spec = find_spec(name)
    for folder in spec.submodule_search_locations or [] if spec else []:
        for path in sorted(Path(folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
            for function, call in _decorators(tree):
                if _name_of(call.func) == "enforces":
                    for rule in _texts(call.args):
                        yield f"{path.stem}.{function}:{call.lineno}", rule


@cache
def _marks_in_tests(tests: Path) -> list[tuple[str, str, str]]:
    """(test, game, rule) of all games, read once."""
    found: list[tuple[str, str, str]] = []
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        names = _constants(path, tests.parent)
        for function, call in _decorators(tree):
            if _name_of(call.func) == "rule":
                texts = _texts(call.args, names)
                test = f"{path.relative_to(tests.parent)}::{function}"
                found += [(test, texts[0], rule) for rule in texts[1:]]
    return found


@cache
def _constants(path: Path, root: Path) -> dict[str, str]:
    """Names that stand for a text: assigned in the module, or imported from another one of the tests."""
    found: dict[str, str] = {}
    for node in ast.parse(path.read_text(encoding="utf-8"), str(path)).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tests."):
            source = root.joinpath(*node.module.split(".")).with_suffix(".py")
            if source.exists():
                theirs = _constants(source, root)
                found |= {a.asname or a.name: theirs[a.name] for a in node.names if a.name in theirs}
        elif (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            found[node.targets[0].id] = node.value.value
    return found


def _decorators(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, ast.Call]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{inside}{node.name}"
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call):
                    yield name, decorator
            yield from _decorators(node, f"{name}.")


def _name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _texts(nodes: list[ast.expr], names: dict[str, str] | None = None) -> list[str]:
    found = []
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(node.value)
        elif isinstance(node, ast.Name) and names and node.id in names:
            found.append(names[node.id])
    return found
