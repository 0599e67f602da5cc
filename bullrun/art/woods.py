"""Woods: a scalloped edge, its shadow, and trees as an engraver drew them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bullrun.art.geometry import Box, Line, Near, Point, add, distance, normals, outlines, rounded, spaced
from bullrun.art.noise import noise, noise_at, slow_noise
from bullrun.art.svg import Pen, path, polyline_data

EDGE_STEP = 10.0
LATTICE = (16.5, 12.5)
TREE_ROOM = 9.5  # no tree nearer than this to a line, a house or a name

# Crown and its lit part, seen from the side, the light from the upper left. The last one is a conifer.
TREES = {
    "t0": (
        "M-4.4 2.6c-2.6-.6-2.4-4 0-4.4c-.4-3 3.6-4.4 5-2.2c2.6-1 4.6 1.4 3.4 3.4c2 1.2 1 3.6-1 3.4z",
        "M-3.6 1.4c-1.6-.8-1-2.6.6-2.6c0-1.8 2-2.8 3.4-1.6c-1.6.8-1.6 2-2 3.2z",
    ),
    "t1": (
        "M-4 2.8c-2.4-1-1.6-3.8.2-4c.2-2.6 2.6-4.6 4.8-3.2c2.4.2 3.2 2.4 2.2 3.8c1.6 1 1.2 3.2-.6 3.4z",
        "M-3 1.4c-1.4-.8-.6-2.4.8-2.4c.2-1.6 1.6-2.4 2.6-2c-1 .8-1.4 2.6-1.6 4z",
    ),
    "t2": (
        "M-3.4 2.6c-2.2-.4-2.2-3.2-.4-3.6c0-2.2 2.2-3.4 3.8-2.4c2 0 2.8 1.8 2 3c1.4.8.8 2.8-.6 3z",
        "M-2.6 1.4c-1.2-.6-.6-2 .4-2c.2-1.2 1.2-1.8 2-1.4c-.8.6-1 2-1.2 3.2z",
    ),
    "t3": (
        "M0-7.4l1.7 3.4-.8-.2 1.9 3-.9-.2 1.8 3.6h-7.4l1.8-3.6-.9.2 1.9-3-.8.2z",
        "M-.2-5.4l-1.2 2.4.6-.1-1.6 2.6.7 0-1.4 2.2h2.4z",
    ),
}


def forest_outline(ring: Sequence[Point], inwards: float = 2.8, jitter: float = 1.6) -> Line:
    """The outline drawn in and shaken: slow sway, small shake, never more than 1 outwards."""
    soft = spaced(rounded(ring, 2, closed=True), EDGE_STEP, closed=True)
    points = []
    for p, n in zip(soft, normals(soft, closed=True, reach=2), strict=True):
        deep = inwards + (slow_noise(p, 1) - 0.5) * 9 + (noise_at(p, 2) - 0.5) * 2 * jitter
        points.append(add(p, n, -max(-1.0, deep)))
    return points


def forest_edge(ring: Sequence[Point]) -> str:
    """That outline bitten into outward arcs, like crowns seen from above."""
    points = forest_outline(ring)
    pen = Pen().move(points[0])
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        pen.arc(b, distance(a, b) * (0.54 + 0.16 * noise_at(a, 4)))
    return str(pen.close())


def soft_edges(rings: Iterable[Sequence[Point]]) -> str:
    """Outlines without scallops, for pictures so small that they would not show."""
    return "".join(polyline_data(rounded(ring, 1, closed=True), closed=True) for ring in outlines(rings))


def woods_parts(rings: Iterable[Sequence[Point]]) -> str:
    data = "".join(forest_edge(ring) for ring in outlines(rings))
    return path("woods-shade", data, ' transform="translate(2.2 2.8)"') + path("woods", data)


def tree_markers() -> str:
    """Trees are marker-mid of a few polylines: thousands of them cost a handful of elements."""
    return "".join(
        f'<marker id="{name}" markerUnits="userSpaceOnUse" markerWidth="20" markerHeight="20" '
        f'refX="0" refY="0" viewBox="-10 -10 20 20" overflow="visible">'
        f'<path class="cast" d="M-3 3.6h9M0 2v2"/>'
        f'<path class="crown" d="{crown}"/><path class="crown-lit" d="{light}"/></marker>'
        for name, (crown, light) in TREES.items()
    )


def plant(
    box: Box, is_wood: Callable[[Point], bool], keep_clear: Near, room: float = TREE_ROOM
) -> dict[str, Line]:
    """Tree points by kind, on a shaken lattice, where there is wood and nothing else to read."""
    kinds: dict[str, Line] = {name: [] for name in TREES}
    dx, dy = LATTICE
    for j in range(int(box.height / dy) + 2):
        for i in range(int(box.width / dx) + 2):
            p = (
                box.left + (i + 0.5 * (j % 2)) * dx + (noise(i, j, 5) - 0.5) * 7,
                box.top + j * dy + (noise(i, j, 6) - 0.5) * 5,
            )
            if is_wood(p) and not keep_clear.any(p, room):
                kinds["t3" if noise(i, j, 7) > 0.86 else f"t{int(noise(i, j, 8) * 3)}"].append(p)
    return kinds


def tree_parts(kinds: dict[str, Line]) -> str:
    """The first and last points of a polyline carry no marker, so they are doubled."""
    return "".join(
        path("trees", polyline_data([points[0], *points, points[-1]]), f' marker-mid="url(#{name})"')
        for name, points in kinds.items()
        if points
    )
