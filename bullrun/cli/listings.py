"""bullrun games, scenarios, pieces: what there is."""

from __future__ import annotations

import argparse
import json

from bullrun.bots import LEVELS, levels_for
from bullrun.cli.common import side_name, side_style
from bullrun.cli.files import print_json
from bullrun.cli.terminal import Terminal
from bullrun.engine.game import NEUTRAL, PieceInfo
from bullrun.errors import UnknownItem
from bullrun.games.registry import game_ids, load_game


def games(args: argparse.Namespace) -> int:
    """The games and the bots."""
    found = [load_game(name) for name in game_ids()]
    if args.json:
        print_json(
            [
                {
                    "id": game.id,
                    "version": game.version,
                    "title": game.title,
                    "sides": list(game.sides),
                    "scenarios": list(game.scenarios),
                    "pieces": len(game.counters),
                    "rules": len(game.ledger),
                    "credits": game.credits,
                }
                for game in found
            ]
        )
        return 0
    out = Terminal()
    for game in found:
        out.heading(f"{game.id}: {game.title}")
        out.paragraph(game.credits, 2)
        sides = " against ".join(
            out.style(side_name(game, side), side_style(game, side)) for side in game.sides
        )
        out.line(f"  {sides}; {len(game.scenarios)} scenarios, {len(game.counters)} counters, "
                 f"{len(game.ledger)} rules")  # fmt: skip
        if len(levels_for(game)) < len(LEVELS):
            out.line(f"  Bots that can play it: {', '.join(levels_for(game))}")
        out.line()
    out.line("Bots:")
    out.table(("", ""), [(name, level.says) for name, level in LEVELS.items()])
    return 0


def scenarios(args: argparse.Namespace) -> int:
    """Scenarios and options."""
    game = load_game(args.game)
    if args.json:
        print_json(
            {
                "game": game.id,
                "scenarios": [scenario._asdict() for scenario in game.scenarios.values()],
                "options": [
                    {**option._asdict(), "choices": [choice._asdict() for choice in option.choices]}
                    for option in game.settings.values()
                ],
            }
        )
        return 0
    out = Terminal()
    out.heading(f"{game.title}: scenarios")
    for scenario in game.scenarios.values():
        out.line(f"  {out.style(scenario.id, 'bold')}  {scenario.title} "
                 + out.style(f"[{scenario.rule}]", "dim"))  # fmt: skip
        out.paragraph(scenario.says, 6)
    out.line()
    out.heading("options")
    for option in game.settings.values():
        values = "|".join(out.style(c.id, "bold") if c.id == option.default else c.id for c in option.choices)
        out.line(f"  {out.style(option.id, 'bold')}={values}  {option.title} "
                 + out.style(f"[{option.rule}] default {option.default}", "dim"))  # fmt: skip
        out.paragraph(option.says, 6)
        for choice in option.choices:
            out.item(f"{choice.id}:", choice.says, indent=8)
    return 0


def pieces(args: argparse.Namespace) -> int:
    """The counters, all or those that match."""
    game = load_game(args.game)
    kinds = list(dict.fromkeys(piece.kind for piece in game.counters.values()))
    if args.side is not None and args.side not in game.sides:
        raise UnknownItem(f"--side {args.side!r}: expected one of {', '.join(game.sides)}")
    if args.kind is not None and args.kind not in kinds:
        raise UnknownItem(f"--kind {args.kind!r}: expected one of {', '.join(kinds)}")
    words = [word.lower() for word in args.words]

    charts = game.data.charts

    def provenance(piece: str) -> str:
        return charts.provenance_of_piece(piece, {}) if charts is not None else ""

    def matches(piece: PieceInfo) -> bool:
        text = f"{piece.id} {piece.side} {piece.kind} {piece.name} {json.dumps(dict(piece.facts))}".lower()
        return (
            args.side in (None, piece.side)
            and args.kind in (None, piece.kind)
            and all(word in text for word in words)
        )

    found = [piece for piece in game.counters.values() if matches(piece)]
    if args.json:
        print_json(
            [
                {**piece._asdict(), "facts": dict(piece.facts), "provenance": provenance(piece.id)}
                for piece in found
            ]
        )
        return 0
    out = Terminal()
    for side in (*game.sides, NEUTRAL):
        rows = [(p.id, p.kind, p.name, provenance(p.id), _values(p)) for p in found if p.side == side]
        if rows:
            out.heading(f"{_capital(side_name(game, side))}: {len(rows)} counters", side_style(game, side))
            out.table(("id", "kind", "name", "numbers", "values"), rows)
    if not found:
        out.line("No counter matches.")
    return 0


def _values(piece: PieceInfo) -> str:
    return ", ".join(f"{name} {_short(value)}" for name, value in piece.facts.items() if name != "source")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _short(value: object) -> str:
    if isinstance(value, dict):
        return "-".join(str(v) for v in value.values())
    return str(value)
