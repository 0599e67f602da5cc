"""One key at a time, where the terminal can do that; a line at a time everywhere else."""

from __future__ import annotations

import os
import sys

ARROWS = {"[A": "up", "[B": "down", "[C": "right", "[D": "left", "[H": "home", "[F": "end"}


def read_key(prompt: str) -> str | None:
    """The next key, or the first word of a line when input is not a terminal; None at the end of input."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return line.strip() if line else None
    try:
        import termios
        import tty
    except ImportError:
        line = sys.stdin.readline()
        return line.strip() if line else None
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle)
        found = os.read(handle, 8).decode("utf-8", "replace")
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)
    sys.stdout.write("\r\x1b[2K")
    sys.stdout.flush()
    if found.startswith("\x1b"):
        return ARROWS.get(found[1:], "")
    if found in ("", "\x04"):
        return None
    return "" if found in ("\n", "\r") else found[0]
