"""Rivers as ribbons that widen downstream, streams as thin ones, and creeks along chains of sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bullrun.art.geometry import Line, Point, lengths, ribbon, sampled
from bullrun.art.noise import noise_at
from bullrun.art.svg import curve_data, path, polyline_data


@dataclass(frozen=True)
class River:
    """One river from its source down; widths in units."""

    name: str
    points: Line
    source_width: float
    mouth_width: float

    def outline(self) -> str:
        dense = sampled(self.points, 5)
        run = lengths(dense)
        grow = (self.mouth_width - self.source_width) / run[-1]
        width = [
            self.source_width + grow * s + (noise_at(p, 21) - 0.5) * 0.7
            for s, p in zip(run, dense, strict=True)
        ]
        return polyline_data(ribbon(dense, width.__getitem__), closed=True)


def stream_data(points: Sequence[Point], start: float = 1.0, end: float = 3.0) -> str:
    dense = sampled(points, 7)
    run = lengths(dense)
    return polyline_data(ribbon(dense, lambda i: start + (end - start) * run[i] / run[-1]), closed=True)


def water_parts(
    streams: Iterable[Sequence[Point]], rivers: Sequence[River], creeks: Sequence[Sequence[Point]] = ()
) -> str:
    """Pale valleys, streams, then all banks and all water, so that mouths open into one another.

    Creeks run along the sides of places and are crossed everywhere: they are even and heavier than streams.
    """
    brooks = list(streams)
    course = "".join(curve_data(river.points) for river in rivers)
    banks = "".join(river.outline() for river in rivers)
    return (
        path("vale", "".join(curve_data(line) for line in [*brooks, *creeks]), ' stroke-width="15"')
        + path("vale", course, ' stroke-width="44"')
        + path("vale", course, ' stroke-width="28"')
        + path("stream", "".join(stream_data(line) for line in brooks))
        + path("stream", "".join(stream_data(line, 3.2, 3.2) for line in creeks))
        + path("bank", banks)
        + path("water", banks)
        + path("water-line", course, ' stroke-dasharray="26 5 9 6"')
    )


def small_river(river: River) -> str:
    """A river as one stroke of even width, for small pictures."""
    course = curve_data([*river.points[::2], river.points[-1]])
    width = (river.source_width + river.mouth_width) * 1.1
    return path("water-course", course, f' stroke-width="{width:.1f}"')
