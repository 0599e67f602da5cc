"""bullrun rules: look rules up, and see where they are enforced and proved."""

from __future__ import annotations

import argparse

from bullrun.cli.files import print_json
from bullrun.cli.terminal import Terminal
from bullrun.engine.game import Game
from bullrun.engine.ledger import Rule
from bullrun.errors import BullrunError
from bullrun.games.registry import GAMES, load_game
from bullrun.lab.coverage import Coverage, find_tests, rule_coverage


def run(args: argparse.Namespace) -> int:
    """Print all rules, one rule, those that match, or their coverage."""
    game = load_game(args.game)
    rules = _select(game, args.words)
    if args.missing and not args.coverage:
        raise BullrunError("--missing: goes with --coverage")
    if args.coverage:
        return _coverage(args, game, rules)
    if args.json:
        print_json([rule._asdict() for rule in rules])
        return 0
    out = Terminal()
    chapter = ""
    for rule in rules:
        if rule.chapter != chapter:
            chapter = rule.chapter
            out.heading(chapter)
        out.line(f"  {out.style(rule.id, 'bold')}  {rule.title}"
                 + out.style("" if rule.source == "rulebook" else f"  ({rule.source})", "dim"))  # fmt: skip
        out.paragraph(rule.says, 6)
    return 0


def _select(game: Game, words: list[str]) -> list[Rule]:
    if not words:
        return list(game.ledger.values())
    if len(words) == 1 and words[0] in game.ledger:
        return [game.ledger[words[0]]]
    exact = [game.ledger[word] for word in words if word in game.ledger]
    if len(exact) == len(words):
        return exact
    wanted = [word.lower() for word in words]
    found = [
        rule
        for rule in game.ledger.values()
        if all(word in f"{rule.id} {rule.title} {rule.says} {rule.chapter}".lower() for word in wanted)
    ]
    if not found:
        raise BullrunError(f"rules: {game.id} has no rule {' '.join(words)!r} and none with these words")
    return found


def _coverage(args: argparse.Namespace, game: Game, rules: list[Rule]) -> int:
    tests = find_tests()
    found, unknown = rule_coverage(game, GAMES[game.id], tests)
    wanted = {rule.id for rule in rules}
    rows = [row for row in found if row.rule in wanted]
    gaps = [row for row in rows if not row.enforced or (tests is not None and not row.proved)]
    code = 1 if args.missing and (gaps or unknown) else 0
    shown = gaps if args.missing else rows
    if args.json:
        print_json(
            {
                "game": game.id,
                "rules": [row._asdict() for row in shown],
                "enforced": sum(bool(row.enforced) for row in rows),
                "proved": sum(bool(row.proved) for row in rows) if tests is not None else None,
                "total": len(rows),
                "unknown": unknown,
            }
        )
        return code
    out = Terminal()
    _print_coverage(out, game, shown, tests is not None)
    out.line()
    proved = f", {sum(bool(r.proved) for r in rows)} proved by tests" if tests is not None else ""
    out.line(f"{len(rows)} rules: {sum(bool(r.enforced) for r in rows)} enforced{proved}")
    if tests is None:
        out.line("Tests are listed when this runs from a checkout of the project.")
    for mark in unknown:
        out.line(out.style(f"not in the ledger: {mark}", "red"))
    return code


def _print_coverage(out: Terminal, game: Game, rows: list[Coverage], with_tests: bool) -> None:
    chapter = ""
    for row in rows:
        rule = game.ledger[row.rule]
        if rule.chapter != chapter:
            chapter = rule.chapter
            out.heading(chapter)
        out.line(f"  {out.style(row.rule.ljust(6), 'bold')} {rule.title}")
        enforced = ", ".join(row.enforced) or out.style("not enforced anywhere", "red")
        out.item("enforced by", enforced, indent=9)
        if with_tests:
            names = [name.rpartition("::")[2] for name in row.proved]
            out.item("proved by  ", ", ".join(names) or out.style("no test", "red"), indent=9)
