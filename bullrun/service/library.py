"""What never changes about a game, as plain JSON: sides, scenarios, options, pieces, rules, tables."""

from __future__ import annotations

from typing import Any

from bullrun.bots import levels_for
from bullrun.engine.game import Game
from bullrun.engine.view import REFEREE


def card(game: Game) -> dict[str, Any]:
    """A game as the lobby needs it: what can be chosen before play."""
    return {
        "id": game.id,
        "version": game.version,
        "title": game.title,
        "credits": game.credits,
        "boards": {
            name: {"kind": board.kind, "places": len(board.places)} for name, board in game.boards.items()
        },
        "levels": list(levels_for(game)),
        "sides": [{"id": side, "name": game.side_names[side]} for side in game.sides],
        "scenarios": [s._asdict() for s in game.scenarios.values()],
        "options": [
            {**option._asdict(), "choices": [choice._asdict() for choice in option.choices]}
            for option in game.settings.values()
        ],
    }


def book(game: Game) -> dict[str, Any]:
    """Everything a board page needs once: pieces, rules, tables, what may be asked."""
    table, found = game.table, card(game)
    plain = game.rules(next(iter(game.scenarios)), {})
    for name, board in game.boards.items():
        found["boards"][name]["labels"] = dict(board.label_of)
    return {
        **found,
        "pieces": {
            piece.id: {"side": piece.side, "kind": piece.kind, "name": piece.name, "facts": dict(piece.facts)}
            for piece in game.counters.values()
        },
        "rules": [rule._asdict() for rule in game.ledger.values()],
        "tables": table.tables(plain) if table.tables is not None else [],
        "overlays": [dict(overlay) for overlay in table.overlays],
        "verbs": {
            name: [{"does": verb.does, "nouns": verb.nouns, "says": verb.says} for verb in forms]
            for name, forms in game.vocabulary.verbs.items()
        },
        "apart": table.apart,
        "badges": {} if table.counters is None else {s: w._asdict() for s, w in table.counters.wears.items()},
        "asks": [
            name
            for name in ("reach", "sight", "combat", "threats", "ground")
            if getattr(table, name) is not None
        ],
        "referee": REFEREE,
    }
