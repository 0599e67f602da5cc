"""Roads, trails and railroads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bullrun.art.geometry import Point
from bullrun.art.svg import curve_data, path


def road_parts(roads: Iterable[tuple[str, Sequence[Point]]]) -> str:
    """(kind, points) of every road. All casings first, then all fills, so that junctions open. A plain road
    has a solid casing: where the rules know one kind of road only, a dashed one would claim a second."""
    data = {"trail": "", "minor": "", "road": "", "major": ""}
    for kind, points in roads:
        data[kind] += curve_data(points)
    cased = "".join(
        path(f"{part} {kind}", data[kind]) for part in ("case", "fill") for kind in ("minor", "road", "major")
    )
    return path("trail", data["trail"]) + cased


def rail_parts(built: Iterable[Sequence[Point]], unbuilt: Iterable[Sequence[Point]]) -> str:
    """Ties are one dashed wide stroke over the rail."""
    grade = "".join(curve_data(line) for line in unbuilt)
    track = "".join(curve_data(line) for line in built)
    return (
        path("rail unbuilt", grade)
        + path("tie unbuilt", grade)
        + path("rail-halo", track)
        + path("rail", track)
        + path("tie", track)
    )
