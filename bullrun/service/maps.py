"""Maps and layouts from `bullrun.art`, each drawn once."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from importlib import resources
from pathlib import Path
from threading import Lock
from typing import Any

from bullrun.art import board_layout, draw_map, draw_position
from bullrun.art.theme import THEME_NAMES
from bullrun.engine.game import Game
from bullrun.errors import BullrunError

AHEAD = Path(__file__).parent / "drawn"
"""What was drawn when the package was built."""


class Maps:
    """Maps and layouts: drawn when the package is built, else once and kept in the data folder; anew when
    art or map change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[tuple[str, str], str] = {}
        self._locks: defaultdict[tuple[str, str], Lock] = defaultdict(Lock)

    def map_svg(self, game: Game) -> str:
        """The map for a page that has the art's styles."""
        return self._keep(game, "map.svg", lambda: draw_map(board_of(game), theme_css=False))

    def layout(self, game: Game) -> str:
        """Where every place lies, as JSON."""
        return self._keep(
            game, "layout.json", lambda: json.dumps(board_layout(board_of(game)), separators=(",", ":"))
        )

    def thumbnail(self, game: Game, theme: str) -> str:
        """A small picture of the empty field."""
        return self._keep(
            game,
            f"{theme}.svg",
            lambda: draw_position(board_of(game), [], thumbnail=True, theme_name=theme),
        )

    def _keep(self, game: Game, what: str, draw: Any) -> str:
        key = (game.id, what)
        with self._locks[key]:  # Who asks while it is being drawn waits for the same drawing.
            text = self._kept.get(key)
            if text is None:
                name = f"{game.id}-{_art_digest(game)}-{what}"
                text = _read(AHEAD / name) or _read(self._folder / name)
                if text is None:
                    text = str(draw())
                    self._write(self._folder / name, game.id, what, text)
                self._kept[key] = text
            return text

    def _write(self, path: Path, game: str, what: str, text: str) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for old in self._folder.glob(f"{game}-*-{what}"):
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
        maps.map_svg(game)
        maps.layout(game)
        for theme in THEME_NAMES:
            maps.thumbnail(game, theme)


def board_of(game: Game) -> Any:
    """The board to draw on."""
    if game.board is None:
        raise BullrunError(f"{game.title} has no board to draw.")
    return game.board


def _art_digest(game: Game) -> str:
    """Changes with the drawing code and with every fact of the map."""
    digest = hashlib.sha256()
    for package in ("bullrun.art", "bullrun.board"):
        for source in sorted(resources.files(package).iterdir(), key=lambda f: f.name):
            if source.name.endswith(".py"):
                digest.update(source.read_bytes())
    digest.update(board_of(game).contents.digest.encode())
    return digest.hexdigest()[:12]


if __name__ == "__main__":
    draw_ahead()
