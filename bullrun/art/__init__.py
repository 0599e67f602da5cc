"""Maps and counters as SVG, from data alone: client, notebooks, reports and command line show the same.

Whole pictures
    draw_map(board, title)                     the map on its sheet
    draw_position(board, stacks, overlays)     the map with counters and highlights; close-ups and thumbnails
    board_layout(board)                        where every place lies, as plain data for a client
    art_css()                                  the styles, for a page that holds several pictures
    fixed_theme(svg, "night")                  colours written out, for viewers without CSS variables

Counters
    CounterFace                                what is printed on a counter; a game fills it in
    draw_counter(face), counter_symbol(name, face), use_counter(name)
    Badge, Wears, PLATES, SPOTS, plate_parts, placed_counter, stack_parts, counter_layout, COUNTER_DEFS

The same data gives the same bytes. Colours are CSS variables: one file serves the paper and the night theme.
"""

from bullrun.art.badges import PLATES, SPOTS, Badge, Wears, plate_parts
from bullrun.art.board_picture import Cartouche, Stack, board_layout, draw_map, draw_position, map_picture
from bullrun.art.card import BANDS, CLOTHS, CORPS
from bullrun.art.chips import CHIPS, ICONS
from bullrun.art.counters import (
    COUNTER_DEFS,
    CounterFace,
    counter_layout,
    counter_symbol,
    draw_counter,
    placed_counter,
    stack_parts,
    use_counter,
)
from bullrun.art.overlays import Attack, Front, Outline, Overlay, Reach, Route
from bullrun.art.theme import art_css, fixed_theme

__all__ = [
    "BANDS",
    "CHIPS",
    "CLOTHS",
    "CORPS",
    "COUNTER_DEFS",
    "ICONS",
    "PLATES",
    "SPOTS",
    "Attack",
    "Badge",
    "Cartouche",
    "CounterFace",
    "Front",
    "Outline",
    "Overlay",
    "Reach",
    "Route",
    "Stack",
    "Wears",
    "art_css",
    "board_layout",
    "counter_layout",
    "counter_symbol",
    "draw_counter",
    "draw_map",
    "draw_position",
    "fixed_theme",
    "map_picture",
    "placed_counter",
    "plate_parts",
    "stack_parts",
    "use_counter",
]
