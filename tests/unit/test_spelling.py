"""Outside games nobody reads meaning from the spelling of a verb, of an event's kind or of a fact: games
declare what they mean, and everybody else asks the vocabulary."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bullrun.games.registry import game_ids, load_game
from tests.toys import cup, ford

PACKAGE = Path(__file__).resolve().parents[2] / "bullrun"
GAMES = (ford.GAME, cup.GAME, *(load_game(name) for name in game_ids()))
VERBS = {verb for game in GAMES for verb in game.vocabulary.verbs}
KINDS = {kind for game in GAMES for kind in game.vocabulary.kinds}
FACTS = {fact for game in GAMES for kind in game.vocabulary.kinds.values() for fact in kind.facts}
OUTSIDE = sorted(path for path in PACKAGE.rglob("*.py") if "games" not in path.relative_to(PACKAGE).parts)


def texts(node: ast.expr, constants: dict[str, ast.expr]) -> set[str]:
    """The texts that an expression is made of: one, several in brackets, or a constant of the module."""
    if isinstance(node, ast.Name) and node.id in constants:
        node = constants[node.id]
    return {
        one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


def is_verb(node: ast.expr) -> bool:
    """`verb`, `option.verb`, or the first word of something that is no line of a file (`parts`)."""
    if not isinstance(node, ast.Subscript):
        return _called(node) == "verb"
    first = isinstance(node.slice, ast.Constant) and node.slice.value == 0
    return first and _called(node.value) != "parts"


def is_kind(node: ast.expr) -> bool:
    """`event.kind`."""
    return isinstance(node, ast.Attribute) and node.attr == "kind"


def is_action(node: ast.expr) -> bool:
    """`action`, `option`, `decision.options`."""
    return _called(node) in ("action", "option", "options", "actions")


def first_words(sides: list[ast.expr]) -> set[str]:
    """The first word of each action that is written out: `("move", piece, place)`."""
    firsts = [side.elts[0] for side in sides if isinstance(side, ast.Tuple) and side.elts]
    return {str(one.value) for one in firsts if isinstance(one, ast.Constant)}


def _cases(pattern: ast.pattern) -> set[str]:
    """The texts of a case."""
    return {
        one.value for one in ast.walk(pattern) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


def _called(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def spelled(source: str) -> Iterator[str]:
    """Every place where a verb, a kind or a fact is compared with or found by its spelling."""
    tree = ast.parse(source)
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            found = set().union(*(texts(side, constants) for side in sides))
            if found & VERBS and any(is_verb(side) for side in sides):
                yield f"{node.lineno}: a verb: {ast.unparse(node)}"
            if found & KINDS and any(is_kind(side) for side in sides):
                yield f"{node.lineno}: a kind: {ast.unparse(node)}"
            if found & FACTS and any(_called(side) == "facts" for side in sides):
                yield f"{node.lineno}: a fact: {ast.unparse(node)}"
            if any(is_action(side) for side in sides) and first_words(sides) & VERBS:
                yield f"{node.lineno}: a verb: {ast.unparse(node)}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of, how = node.func.value, node.func.attr
            found = set().union(*(texts(arg, constants) for arg in node.args))
            if how == "get" and _called(of) == "facts" and found & FACTS:
                yield f"{node.lineno}: a fact: {ast.unparse(node)}"
            if how in ("startswith", "endswith") and is_verb(of) and _called(of):
                yield f"{node.lineno}: a verb: {ast.unparse(node)}"
            if how in ("startswith", "endswith") and is_kind(of):
                yield f"{node.lineno}: a kind: {ast.unparse(node)}"
            if how in ("search", "match", "fullmatch") and any(is_kind(arg) for arg in node.args):
                yield f"{node.lineno}: a kind: {ast.unparse(node)}"
        if isinstance(node, ast.Match):
            cases = {text for case in node.cases for text in _cases(case.pattern)}
            if cases & VERBS and is_verb(node.subject):
                yield f"{node.lineno}: a verb: match {ast.unparse(node.subject)}"
            if cases & KINDS and is_kind(node.subject):
                yield f"{node.lineno}: a kind: match {ast.unparse(node.subject)}"
        if isinstance(node, ast.Subscript) and is_verb(node.slice) and texts(node.value, constants) & VERBS:
            yield f"{node.lineno}: a verb: {ast.unparse(node)}"
        if isinstance(node, ast.Subscript) and is_kind(node.slice) and texts(node.value, constants) & KINDS:
            yield f"{node.lineno}: a kind: {ast.unparse(node)}"
        by_key = isinstance(node, ast.Subscript) and _called(node.value) == "facts"
        if by_key and texts(node.slice, constants) & FACTS:
            yield f"{node.lineno}: a fact: {ast.unparse(node)}"


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nobody_outside_games_reads_spelling(path: Path) -> None:
    assert list(spelled(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('x = action[0] == "move"', "verb"),
        ('x = option.verb in ("attack", "fire")', "verb"),
        ('x = verb.startswith("end")', "verb"),
        ('LAST = ("turn", "phase")\nx = seen.kind in LAST', "kind"),
        ('x = event.kind == "battle"', "kind"),
        ('x = event.kind.startswith("battle")', "kind"),
        ('x = re.search("lost|killed", event.kind)', "kind"),
        ('match action[0]:\n    case "move" | "enter":\n        pass', "verb"),
        ('match event.kind:\n    case "battle":\n        pass', "kind"),
        ('x = action == ("attack", piece, place)', "verb"),
        ('x = ("attack", "2NH") in decision.options', "verb"),
        ('TONES = {"attack": 1}\nx = TONES[action[0]]', "verb"),
        ('LEVELS = {"turn": 1}\nx = LEVELS[event.kind]', "kind"),
        ('x = event.facts["piece"]', "fact"),
        ('x = facts.get("attackers", ())', "fact"),
        ('x = "die" in event.facts', "fact"),
    ],
)
def test_it_is_noticed(line: str, what: str) -> None:
    (found,) = spelled(line)
    assert f"a {what}:" in found
