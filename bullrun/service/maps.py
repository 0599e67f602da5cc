"""Maps and layouts from `bullrun.art`, each drawn once."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from threading import Lock

from bullrun.art import board_layout, draw_map, draw_position
from bullrun.art.theme import THEME_NAMES
from bullrun.board.places import Board
from bullrun.engine.game import Game
from bullrun.errors import BullrunError, UnknownItem

AHEAD = Path(__file__).parent / "drawn"
"""What was drawn when the package was built."""
DIGITS = 12
"""How many of a picture's digest stand in its name."""


class Maps:
    """Maps and layouts: drawn when the package is built, else once and kept in the data folder; anew when
    art or map change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[tuple[str, str], str] = {}
        self._locks: defaultdict[tuple[str, str], Lock] = defaultdict(Lock)

    def map_svg(self, game: Game, name: str) -> str:
        """The map of this name for a page that has the art's styles."""
        return self._keep(game, name, "map.svg", lambda board: draw_map(board, theme_css=False))

    def layout(self, game: Game, name: str) -> str:
        """Where every place lies, as JSON."""
        return self._keep(
            game, name, "layout.json", lambda board: json.dumps(board_layout(board), separators=(",", ":"))
        )

    def thumbnail(self, game: Game, name: str, theme: str) -> str:
        """A small picture of the empty field."""
        return self._keep(
            game,
            name,
            f"{theme}.svg",
            lambda board: draw_position(board, [], thumbnail=True, theme_name=theme),
        )

    def _keep(self, game: Game, name: str, what: str, draw: Callable[[Board], str]) -> str:
        board = board_of(game, name)
        if name != next(iter(game.boards)):
            what = f"{name}-{what}"
        key = (game.id, what)
        with self._locks[key]:  # A request that comes while it is being drawn waits for the same drawing.
            text = self._kept.get(key)
            if text is None:
                name = f"{game.id}-{_art_digest(board)}-{what}"
                text = _read(AHEAD / name) or _read(self._folder / name)
                if text is None:
                    text = draw(board)
                    self._write(self._folder / name, game.id, what, text)
                self._kept[key] = text
            return text

    def _write(self, path: Path, game: str, what: str, text: str) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for old in self._folder.glob(f"{game}-{'?' * DIGITS}-{what}"):
                old.unlink()
            part = path.with_suffix(".part")
            part.write_text(text, encoding="utf-8")
            part.replace(path)
        except OSError:
            pass  # A picture that cannot be kept is drawn again next time.


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return None


def draw_ahead() -> None:
    """Draw every map that is not drawn yet: python -m bullrun.service.maps, when the package is built."""
    from bullrun.games.registry import game_ids, load_game

    maps = Maps(AHEAD)
    for name in game_ids():
        game = load_game(name)
        for board in game.boards:
            maps.map_svg(game, board)
            maps.layout(game, board)
            for theme in THEME_NAMES:
                maps.thumbnail(game, board, theme)


def board_of(game: Game, name: str) -> Board:
    """The board of this name."""
    boards = game.boards
    if not boards:
        raise BullrunError(f"{game.title} has no board to draw.")
    if name not in boards:
        raise UnknownItem(f"board {name!r}: {game.id} has {', '.join(boards)}")
    board: Board = boards[name]
    return board


def _art_digest(board: Board) -> str:
    """Changes with the drawing code and with every fact of the map."""
    digest = hashlib.sha256()
    for package in ("bullrun.art", "bullrun.board"):
        for source in sorted(resources.files(package).iterdir(), key=lambda f: f.name):
            if source.name.endswith(".py"):
                digest.update(source.read_bytes())
    digest.update(board.contents.digest.encode())
    return digest.hexdigest()[:DIGITS]


if __name__ == "__main__":
    draw_ahead()
