"""bullrun map: the ground in words, as JSON, or drawn with a position on it."""

from __future__ import annotations

import argparse
from typing import Any

from bullrun.board.places import Board, places_in
from bullrun.cli.common import read_record
from bullrun.cli.files import check_free, print_json, write_text
from bullrun.cli.terminal import Terminal
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.record import open_game, replay
from bullrun.engine.view import REFEREE, check_viewer, see_position
from bullrun.errors import BullrunError, UnknownItem
from bullrun.games.registry import load_game

THEMES = ("paper", "night")


def run(args: argparse.Namespace) -> int:
    """Tell or draw."""
    game = load_game(args.game)
    board = board_of(game, args.scenario)
    if args.theme not in THEMES:
        raise BullrunError(f"--theme {args.theme!r}: expected {' or '.join(THEMES)}")
    for name, value in (("--record", args.record), ("--focus", args.focus)):
        if value is not None and args.svg is None:
            raise BullrunError(f"{name}: goes with --svg")
    if args.record is None and (args.at is not None or args.viewer is not None):
        raise BullrunError(f"{'--at' if args.at is not None else '--viewer'}: goes with --record")
    if args.svg is not None:
        return _draw(args, game, board)
    if args.place is not None:
        place = board.place(args.place)
        if args.json:
            print_json(_place_facts(board, place))
        else:
            _tell_place(Terminal(), board, place)
        return 0
    if args.json:
        print_json(
            {
                "game": game.id,
                "kind": board.kind,
                "places": [_place_facts(board, place) for place in board.places],
                "entries": [
                    {"name": e.name, "place": board.name(e.place), "note": e.note, "source": e.source}
                    for e in board.entries
                ],
            }
        )
        return 0
    _tell_board(Terminal(), game, board)
    return 0


def board_of(game: Game, scenario: str | None = None) -> Board:
    """The map of a scenario; of the first one, if none is named."""
    if not game.boards:
        raise BullrunError(f"{game.id} is played without a map")
    if scenario is None:
        scenario = next(iter(game.scenarios))
    if scenario not in game.scenarios:
        raise UnknownItem(f"--scenario {scenario!r}: {game.id} has {', '.join(game.scenarios)}")
    board: Board = game.boards[game.scenarios[scenario].board]
    return board


def _place_facts(board: Board, place: int) -> dict[str, Any]:
    bit = 1 << place
    return {
        "name": board.name(place),
        "terrain": sorted(kind for kind, places in board.terrain.items() if places & bit),
        "names": [label.text for label in board.labels if place in label.places],
        "regions": sorted(name for name, places in board.regions.items() if places & bit),
        "neighbours": {
            board.name(other): list(board.borders.between(place, other)) for other in board.neighbours[place]
        },
    }


def _tell_place(out: Terminal, board: Board, place: int) -> None:
    facts = _place_facts(board, place)
    out.heading(facts["name"])
    out.line("  " + (", ".join(facts["terrain"]) or "clear") + "".join(f"; {n}" for n in facts["names"]))
    if facts["regions"]:
        out.line("  in " + ", ".join(facts["regions"]))
    out.table(
        ("next to", "across"), [(name, ", ".join(kinds)) for name, kinds in facts["neighbours"].items()]
    )


def _tell_board(out: Terminal, game: Game, board: Board) -> None:
    what = "hexes" if board.kind == "hex" else "zones"
    out.heading(f"{game.title}: {len(board.places)} {what}")
    out.table(
        ("terrain", what),
        [(kind, str(places.bit_count())) for kind, places in sorted(board.terrain.items()) if places],
    )
    out.line()
    rows = []
    for kind in board.borders.kinds:
        across = board.borders.across(kind)
        sides = sum(across[a].bit_count() for a in board.places)
        one_way = any(not across[b] >> a & 1 for a in board.places for b in places_in(across[a]))
        rows.append((kind, str(sides if one_way else sides // 2)))
    out.table(("between places", "sides"), rows)
    out.line()
    out.line(
        f"Tell about one place:  bullrun map {game.id} {board.name(board.places[len(board.places) // 2])}"
    )
    out.line(f"Draw it:               bullrun map {game.id} --svg map.svg")


def _draw(args: argparse.Namespace, game: Game, board: Board) -> int:
    viewer = args.viewer or REFEREE
    check_viewer(game, viewer)
    focus = [board.name(board.place(name)) for name in (args.focus or "").split(",") if name]
    if args.svg != "/dev/stdout":
        check_free(args.svg, replace=args.force)
    if args.record is None:
        from bullrun import art

        if focus:
            svg = art.draw_position(
                board, [], cartouche=art.Cartouche(game.title), theme_name=args.theme, focus=focus
            )
        else:
            svg = art.draw_map(board, game.title, theme_name=args.theme)
    else:
        position = position_of(args.record, game, args.at)
        svg = position_svg(game, position, viewer, args.theme, focus)
    if args.svg == "/dev/stdout":
        print(svg, end="")
        return 0
    write_text(args.svg, svg, replace=args.force)
    print(args.svg)
    return 0


def position_of(name: str, game: Game, at: int | None) -> Position[Any, Any]:
    """The position of a game file after a number of actions."""
    other, record = read_record(name)
    if other.id != game.id:
        raise BullrunError(f"{name}: a game of {other.id}, not of {game.id}")
    if at is not None and at > len(record.entries):
        raise BullrunError(f"--at {at}: {name} has {len(record.entries)} actions")
    try:
        position = open_game(game, record)
        position.decision()
        for step in replay(game, record):
            if at is not None and step.number > at:
                break
            position = step.position.copy()
    except BullrunError as error:
        raise BullrunError(f"{name}: {error}") from error
    return position


def position_svg(
    game: Game, position: Position[Any, Any], viewer: str, theme: str, focus: list[str] | None = None
) -> str:
    """The map with what a viewer sees on it."""
    from bullrun.tabletop import board_picture, with_faces

    seen = see_position(game, position, viewer)
    with_faces(game, position.rules, seen)
    return board_picture(game, position.rules.board, seen, theme=theme, title=game.title, focus=focus or [])


def draw_position(game: Game, position: Position[Any, Any], file: str, viewer: str, *, replace: bool) -> None:
    """Draw a position into a file."""
    write_text(file, position_svg(game, position, viewer, THEMES[0]), replace=replace)
