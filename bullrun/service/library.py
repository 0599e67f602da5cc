"""What never changes about a game, as plain JSON: sides, scenarios, options, pieces, rules, tables."""

from __future__ import annotations

from typing import Any

from bullrun.bots import levels_for
from bullrun.engine.chart_file import write_charts
from bullrun.engine.charts import Owners, together
from bullrun.engine.game import Game, PieceInfo, Rules
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
        "charts": game.data.charts is not None,
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
        "pieces": {piece.id: piece_view(game, piece, {}) for piece in game.counters.values()},
        "rules": [rule._asdict() for rule in game.ledger.values()],
        "tables": printed_tables(game, plain, {}),
        "overlays": [dict(overlay) for overlay in table.overlays],
        "verbs": {
            name: [{"does": verb.does, "nouns": verb.nouns, "says": verb.says} for verb in forms]
            for name, forms in game.vocabulary.verbs.items()
        },
        "apart": table.apart,
        "badges": {} if table.counters is None else {s: w._asdict() for s, w in table.counters.wears.items()},
        "asks": [
            name
            for name in ("reach", "way", "sight", "combat", "threats", "ground")
            if getattr(table, name) is not None
        ],
        "referee": REFEREE,
    }


def piece_view(game: Game, piece: PieceInfo, owners: Owners) -> dict[str, Any]:
    """What is printed on a counter, where its numbers come from, and the badge of whoever lies on it."""
    view: dict[str, Any] = {"side": piece.side, "kind": piece.kind, "name": piece.name}
    view["facts"] = dict(piece.facts)
    if game.table.counters is not None and game.table.counters.under(piece):
        view["under"] = game.table.counters.under(piece)
    bodies = game.table.bodies(piece)
    if bodies:
        view["bodies"] = list(bodies)
    charts = game.data.charts
    found = charts.provenance_of_piece(piece.id, owners) if charts is not None else ""
    return {**view, "provenance": found} if found else view


def printed_tables(game: Game, rules: Any, owners: Owners) -> list[dict[str, Any]]:
    """The tables in force, each with where its numbers come from."""
    charts, found = game.data.charts, []
    for table in game.table.tables(rules) if game.table.tables is not None else []:
        shown = {key: value for key, value in table.items() if key != "charts"}
        words = {charts.provenance(path, owners) for path in table.get("charts", ())} if charts else set()
        found.append({**shown, "provenance": together(words)} if words - {""} else shown)
    return found


def charts_view(game: Game, rules: Rules, owners: Owners) -> dict[str, Any]:
    """Tables and counters in force in one game, and the file of charts that they stand in."""
    return {
        "tables": printed_tables(game, rules, owners),
        "pieces": {piece.id: piece_view(game, piece, owners) for piece in rules.pieces},
        "changes": dict(owners),
        "file": write_charts(game, owners) if game.data.charts is not None else "",
    }
