"""What may stand in one line: names and titles are written into records, journals and terminals."""

from __future__ import annotations

from bullrun.errors import BullrunError

JOINERS = "\u200c\u200d"
"""Zero-width joiners: Persian names and some emoji need them."""


def odd_character(text: str) -> str:
    """The first character that breaks or disturbs a line, in words; empty when there is none."""
    for char in text:
        if char in "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029":
            return f"a line break (U+{ord(char):04X})"
        # Blanks of all kinds may stand; unpaired surrogates, control and direction marks may not.
        if not (char.isprintable() or char.isspace() or char in JOINERS) or char in "\t\x1f":
            return f"a control character (U+{ord(char):04X})"
    return ""


def check_line(what: str, text: str) -> str:
    """The text as one line with single blanks; refuses what is no line, by the name of the field."""
    odd = odd_character(text)
    if odd:
        raise BullrunError(f"{what}: {odd} may not stand here")
    line = " ".join(text.split())
    if not line:
        raise BullrunError(f"{what}: expected a name, got only blanks")
    return line


def folded(text: str) -> str:
    """Any text made one line: for words that come from elsewhere and must not be lost."""
    return " ".join("".join(" " if odd_character(char) else char for char in text).split())
