"""Words on a terminal: colour where it helps and only where it works, lines that fit, tables, progress."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import TextIO

_CODES = {
    "bold": "1",
    "dim": "2",
    "italic": "3",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}
SIDE_STYLES = ("blue", "red", "green", "magenta")
"""The colour of each side, in the game's order."""


def wants_colour(stream: TextIO) -> bool:
    """Colour only for people who have not asked to be spared: https://no-color.org."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


class Terminal:
    """Where a command writes."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = out or sys.stdout
        self.colour = wants_colour(self.out)
        self.is_tty = self.out.isatty()
        encoding = (getattr(self.out, "encoding", None) or "ascii").lower()
        self.unicode = encoding.startswith("utf")
        self.width = min(shutil.get_terminal_size((100, 24)).columns, 120)

    def style(self, text: str, *names: str) -> str:
        """The text in these styles, if the terminal shows them."""
        if not self.colour or not names or not text:
            return text
        return f"\x1b[{';'.join(_CODES[name] for name in names)}m{text}\x1b[0m"

    def line(self, text: str = "") -> None:
        """One line."""
        self.out.write(text + "\n")

    def flush(self) -> None:
        """Show everything now."""
        self.out.flush()

    def heading(self, text: str, *names: str) -> None:
        """A line drawn across with words in it."""
        dash = "─" if self.unicode else "-"
        tail = dash * max(2, self.width - len(text) - 4)
        self.line(
            self.style(dash * 2, "dim")
            + " "
            + self.style(text, "bold", *names)
            + " "
            + self.style(tail, "dim")
        )

    def paragraph(self, text: str, indent: int = 0) -> None:
        """Text that fits the width."""
        pad = " " * indent
        self.line(textwrap.fill(text, max(30, self.width), initial_indent=pad, subsequent_indent=pad))

    def item(self, mark: str, text: str, note: str = "", indent: int = 2) -> None:
        """A wrapped line with a mark before it and a dim note behind it."""
        pad = " " * indent
        lead = f"{pad}{mark} "
        full = f"{text} {note}" if note else text
        wrapped = textwrap.fill(
            full, max(30, self.width), initial_indent=lead, subsequent_indent=" " * len(lead),
            break_on_hyphens=False, break_long_words=False,
        )  # fmt: skip
        if note and wrapped.endswith(note):
            wrapped = wrapped[: -len(note)] + self.style(note, "dim")
        self.line(wrapped)

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], indent: int = 2) -> None:
        """Columns as wide as they need; the last one wraps."""
        cells = [list(map(str, row)) for row in rows]
        count = len(headings)
        widths = [max(len(row[i]) for row in [list(headings), *cells]) for i in range(count)]
        used = indent + sum(widths[:-1]) + 2 * (count - 1)
        last = max(24, self.width - used)
        pad = " " * indent
        if any(headings):
            top = "  ".join(h.ljust(w) for h, w in zip(headings, widths, strict=True)).rstrip()
            self.line(pad + self.style(top, "dim"))
        for row in cells:
            wrapped = textwrap.wrap(row[-1], last, break_on_hyphens=False) or [""]
            lead = "  ".join(c.ljust(w) for c, w in zip(row[:-1], widths[:-1], strict=True))
            lead = f"{lead}  " if lead else ""
            self.line((pad + lead + wrapped[0]).rstrip())
            for more in wrapped[1:]:
                self.line(pad + " " * len(lead) + more)

    def columns(self, cells: Sequence[str], indent: int = 2) -> None:
        """Short texts side by side, read downwards."""
        wide = max(map(len, cells)) + 3
        across = max(1, (self.width - indent) // wide)
        down = -(-len(cells) // across)
        for row in range(down):
            line = "".join(cell.ljust(wide) for cell in cells[row::down])
            self.line(" " * indent + line.rstrip())

    def clear(self) -> None:
        """An empty screen, so that the next player sees nothing of the last one's."""
        self.out.write("\x1b[3J\x1b[2J\x1b[H" if self.is_tty else "\n" * 3)
        self.out.flush()


class Progress:
    """A bar on standard error; nothing at all when that is not a terminal."""

    def __init__(self, total: int, what: str) -> None:
        self.total = total
        self.what = what
        self.shown = sys.stderr.isatty() and total > 0
        self._last = -1

    def __call__(self, done: int) -> None:
        """Show how many are done."""
        if not self.shown:
            return
        share = done * 1000 // self.total
        if share == self._last and done != self.total:
            return
        self._last = share
        width = 30
        full = done * width // self.total
        bar = "#" * full + "." * (width - full)
        sys.stderr.write(f"\r{self.what} [{bar}] {done}/{self.total}")
        sys.stderr.flush()

    def close(self) -> None:
        """Take the bar away."""
        if self.shown and self._last >= 0:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
