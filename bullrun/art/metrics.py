"""How wide words will be. Fonts differ from reader to reader, so these are the widths of the common ones.

Widths are in thousandths of the type size: a roman for maps, a bold grotesque for counters.
"""

from __future__ import annotations


def _table(*groups: tuple[int, str]) -> dict[str, int]:
    return {letter: width for width, letters in groups for letter in letters}


ROMAN = _table(
    (250, " .,"), (278, "ijlt/"), (333, "frI'-()"), (389, "sJ"), (444, "acez"),
    (500, "bdghknopquvxy0123456789"),
    (556, "FPS"), (611, "ELTZ"), (667, "BCR"), (722, "ADGHKNOQUVXYw"), (778, "m&"), (889, "M"), (944, "W"),
)  # fmt: skip
BOLD_SANS = _table(
    (278, " .,ijl'/I"), (333, "ft-()"), (389, "r"), (500, "z"),
    (556, "aceksvxyJ0123456789"), (611, "bdghnopquFLTZ?"),
    (667, "EPSVXY"), (722, "ABCDHKNRU&"), (778, "GOQw"), (834, "½"), (833, "M"), (889, "m"), (944, "W"),
)  # fmt: skip
SMALL_CAP = 0.76  # height of small capitals against capitals
MAP_MARGIN = 1.07  # many readers have a wider roman


def words_width(words: str, size: float, spacing: float = 0.0, small_caps: bool = False) -> float:
    """Width of a name on the map."""
    total = 0.0
    for letter in words:
        if small_caps and letter.islower():
            total += ROMAN.get(letter.upper(), 650) * SMALL_CAP
        else:
            total += ROMAN.get(letter, 600)
    return size * total / 1000 * MAP_MARGIN + spacing * len(words)


def counter_width(words: str, size: float) -> float:
    """Width of words on a counter, set in bold."""
    return size * sum(BOLD_SANS.get(letter, 650) for letter in words) / 1000
