"""A zone map: areas of any shape whose borders sway as a hand would draw them."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bullrun.art.furniture import HEAD, MARGIN, frame, sheet_around, sheet_defs
from bullrun.art.geometry import (
    Box,
    Chain,
    Line,
    Near,
    Point,
    Region,
    add,
    area,
    box_around,
    chains,
    direction,
    distance,
    inset,
    key_of,
    left_of,
    lengths,
    mix,
    offset,
    outlines,
    roomiest_point,
    rounded,
    sampled,
    spaced,
    sub,
    towards,
)
from bullrun.art.hex_map import titled
from bullrun.art.lettering import (
    BROOK,
    CROSSING,
    FAR_CROSSING,
    FAR_RIVER,
    FAR_TOWN,
    FAR_ZONE,
    MAIN_ROAD,
    RIVER,
    ROAD,
    TOWN,
    ZONE,
    ZONE_NUMBER,
    Cover,
    Lettering,
    Style,
)
from bullrun.art.noise import noise_at
from bullrun.art.relief import Slope, embankment, hachure_parts, hachured, hill_parts, slope_parts
from bullrun.art.roads import rail_parts, road_parts
from bullrun.art.sites import CROSSINGS, setup_code, town_blocks, victory_star
from bullrun.art.survey import ROADS, ZoneBorder, ZoneSurvey, plain_name
from bullrun.art.svg import curve_data, group, path, polyline_data, rect
from bullrun.art.water import River, small_river, water_parts
from bullrun.art.woods import plant, soft_edges, tree_markers, tree_parts, woods_parts

MEAN_SIDE = 266.0  # a zone of average size would be a square of this side
COUNTER = 84.0  # side of a counter: zones are larger than hexes
JOIN = 22.0  # a road that ends this near to another one joins it
RAILS = ("rail", "unbuilt", "embankment")
CREST_INSET = 27.0  # a hill zone carries its crest inside its border


@dataclass(frozen=True)
class Crossing:
    kind: str
    name: str
    spot: Point
    flow: float


@dataclass(frozen=True)
class DrawnLine:
    kind: str
    name: str
    points: Line


class ZoneMap:
    """The map of one board of zones."""

    def __init__(self, survey: ZoneSurvey) -> None:
        self.survey = survey
        everywhere = box_around(p for polygon in survey.polygons.values() for p in polygon)
        mean_area = sum(abs(area(polygon)) for polygon in survey.polygons.values()) / len(survey.polygons)
        self.units_per_metre = MEAN_SIDE / math.sqrt(mean_area)
        self._west, self._north = everywhere.left, everywhere.bottom  # metres grow to the north
        k = self.units_per_metre
        self.box = Box(MARGIN, HEAD, MARGIN + everywhere.width * k, HEAD + everywhere.height * k)
        self.page = sheet_around(self.box)
        self.place_width = 130.0
        self.counter_size = COUNTER
        self._cover, self._clear = Cover(self.box), Near(12.0)
        self._sides = {(b.a, b.b, b.ends): self._bent(b) for b in survey.borders}
        self.rings = self._bent_rings()
        self._inside = {zone: Region([ring]) for zone, ring in self.rings.items()}
        self.spots = {
            z: roomiest_point([self.at(p) for p in polygon]) for z, polygon in survey.polygons.items()
        }
        for x, y in self.spots.values():
            half = COUNTER / 2 - 4
            self._cover.add_box(Box(x - half, y - half, x + half, y + half), 0.22)
        self.rivers = self._chained_rivers()
        self.crossings = [self._crossing(b) for b in survey.borders if b.crossing]
        self._draw_lines()
        self._raise_ground()
        self._marks: list[str] = []
        self._buildings: list[str] = []
        self._put_sites()
        self.near_names = self._letter()
        self.far_names = self._letter_for_afar()

    def at(self, metres: Point) -> Point:
        k = self.units_per_metre
        return (self.box.left + (metres[0] - self._west) * k, self.box.top + (self._north - metres[1]) * k)

    # -- borders: one bent line for each, shared by the rings of both zones

    def _bent(self, border: ZoneBorder) -> Line:
        """A border between its two ends, swaying slowly across the straight line; the rim stays straight."""
        a, b = self.at(border.ends[0]), self.at(border.ends[1])
        if not border.b:
            return [a, b]
        n, size = left_of(sub(b, a)), distance(a, b)
        sway = size * (0.10 if border.river else 0.045)
        bends = []
        for t, k in ((0.28, 0.8), (0.5, 0.5), (0.74, 0.8)):
            p = mix(a, b, t)
            bends.append(add(p, n, sway * k * (noise_at(p, 61) - 0.5) * 2))
        return sampled([a, *bends, b], 12)

    def _bent_rings(self) -> dict[str, Line]:
        lines = {(key_of(line[0]), key_of(line[-1])): line for line in self._sides.values()}
        lines |= {(end, start): line[::-1] for (start, end), line in list(lines.items())}
        rings = {}
        for zone, polygon in self.survey.polygons.items():
            corners = [self.at(p) for p in polygon]
            if area(corners) < 0:
                corners.reverse()
            ring: Line = []
            for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
                ring += lines[key_of(a), key_of(b)][:-1]
            rings[zone] = ring
        return rings

    def _rings_of(self, kind: str) -> list[Line]:
        return [ring for zone, ring in self.rings.items() if zone in self.survey.area(kind)]

    # -- water

    def _chained_rivers(self) -> list[River]:
        """River borders joined into lines, from the northern end down."""
        by_name: dict[str, list[Line]] = defaultdict(list)
        for border in self.survey.borders:
            if border.river:
                by_name[border.river].append(self._sides[border.a, border.b, border.ends])
        out = []
        for name, sides in by_name.items():
            for line in _joined(sides):
                soft = spaced(rounded(spaced(line, 30), 1), 14)
                out.append(River(name, soft, 10, 21))
                dense = sampled(soft, 5)
                self._clear.add(dense)
                for off in (-8, 0, 8):
                    self._cover.raise_to(offset(dense, off), 2.5)
        return out

    def _crossing(self, border: ZoneBorder) -> Crossing:
        """A ford or bridge where the road that crosses this border comes nearest, else at its middle."""
        side = self._sides[border.a, border.b, border.ends]
        cut = len(side) // 6
        inner = side[cut : len(side) - cut]
        tracks: Line = []
        for line in self.survey.lines:
            steps = zip(line.zones, line.zones[1:], strict=False)
            if line.kind in ROADS and any({a, b} == {border.a, border.b} for a, b in steps):
                tracks += spaced([self.at(p) for p in line.points], 9)
        middle = side[len(side) // 2]
        if tracks:
            middle = min(inner, key=lambda q: min(distance(q, t) for t in tracks))
        course = [
            (distance(q, middle), i, river.points)
            for river in self.rivers
            for i, q in enumerate(river.points)
        ]
        if not course:
            return Crossing(border.crossing, border.crossing_name, middle, direction(side[0], side[-1]))
        _, i, points = min(course, key=lambda c: c[0])
        flow = direction(points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)])
        return Crossing(border.crossing, border.crossing_name, points[i], flow)

    # -- roads, railroads, streams

    def _draw_lines(self) -> None:
        self.roads: list[DrawnLine] = []
        self.rails: list[DrawnLine] = []
        self.streams: list[DrawnLine] = []
        for line in self.survey.lines:
            points = [self.at(p) for p in line.points]
            if line.kind in ROADS:
                steps = {frozenset(s) for s in zip(line.zones, line.zones[1:], strict=False)}
                spots = [
                    c.spot
                    for b, c in zip(
                        [b for b in self.survey.borders if b.crossing], self.crossings, strict=True
                    )
                    if frozenset((b.a, b.b)) in steps
                ]
                self.roads.append(DrawnLine(line.kind, line.name, _led_through(points, spots)))
            elif line.kind in RAILS:
                self.rails.append(DrawnLine(line.kind, line.name, points))
            elif line.kind == "stream":
                self.streams.append(DrawnLine(line.kind, line.name, self._to_the_river(points)))
        self.roads = self._joined_roads()
        for drawn in self.roads + self.rails + self.streams:
            dense = sampled(drawn.points, 5)
            self._cover.raise_to(dense, 1.6)
            self._clear.add(dense)

    def _joined_roads(self) -> list[DrawnLine]:
        """Ends of roads that stop just short of another road, brought onto it."""
        courses = [sampled(road.points, 5) for road in self.roads]
        out = []
        for i, road in enumerate(self.roads):
            others = [p for j, course in enumerate(courses) if j != i for p in course]
            points = road.points[:]
            for end in (0, -1):
                near = min(others, key=lambda p: distance(p, points[end]), default=points[end])
                if distance(near, points[end]) < JOIN:
                    points[end] = near
            out.append(DrawnLine(road.kind, road.name, points))
        return out

    def _to_the_river(self, points: Line) -> Line:
        course = [q for river in self.rivers for q in river.points]
        if not course:
            return points
        mouth = min(course, key=lambda q: distance(q, points[-1]))
        return [*points[:-1], mouth] if distance(mouth, points[-1]) < 90 else points

    # -- relief

    def _raise_ground(self) -> None:
        """Neighbouring hill zones share one crest, inside their common border."""
        self.slopes: list[Slope] = []
        for ring in outlines(self._rings_of("hill")):
            soft = spaced(rounded(spaced(ring, 22, closed=True), 2, closed=True), 14, closed=True)
            self.slopes.append(hachured(Chain(inset(soft, CREST_INSET), closed=True), long=19, spacing=3.6))
        self.steeps = [hachured(chain, long=16, spacing=3.4) for chain in chains(self._escarpments())]
        for slope in self.slopes + self.steeps:
            self._clear.add(slope.foot)
            self._cover.raise_to(slope.foot[::2], 0.7)

    def _escarpments(self) -> Iterator[tuple[Point, Point]]:
        """The pieces of border that must be climbed, the low ground on the left hand."""
        for border in self.survey.borders:
            if border.high:
                low = border.a if border.high == border.b else border.b
                line = self._sides[border.a, border.b, border.ends]
                middle, n = mix(line[0], line[-1], 0.5), left_of(sub(line[-1], line[0]))
                aside = sub(self.spots[low], middle)
                if n[0] * aside[0] + n[1] * aside[1] < 0:
                    line = line[::-1]
                yield from itertools.pairwise(line)

    # -- settlements, crossings, objectives, set-up codes

    def _put_sites(self) -> None:
        for c in self.crossings:
            self._marks.append(CROSSINGS[c.kind](c.spot, c.flow + math.pi / 2, 20))
            self._cover.add_box(Box(c.spot[0] - 16, c.spot[1] - 16, c.spot[0] + 16, c.spot[1] + 16), 3.0)
            self._clear.add([c.spot])
        self.towns: list[tuple[str, str, Point]] = []
        lines = [sampled(road.points, 6) for road in self.roads]
        near = Near(8.0)
        for line in lines + [sampled(rail.points, 6) for rail in self.rails]:
            near.add(line)
        for mark in self.survey.marks:
            if mark.kind in ("town", "village", "hamlet"):
                self._build(mark.kind, mark.words, mark.zone, lines, near)
        for mark in self.survey.marks:
            if mark.kind == "objective":
                p = self._quiet_spot(mark.zone, 22)
                self._marks.append(victory_star(p, mark.words, scale=1.35, side=mark.side))
            elif mark.kind == "code":
                p = self._quiet_spot(mark.zone, 18)
                self._marks.append(setup_code(p, mark.words, mark.side))

    def _build(self, kind: str, name: str, zone: str, lines: Sequence[Line], near: Near) -> None:
        """Houses along the roads at the road point nearest to the middle of the zone."""
        centre = self.at(self.survey.centres[zone])
        inside = self._inside[zone]
        here = [p for line in lines for p in line if p in inside] or [centre]
        heart = min(here, key=lambda p: distance(p, centre))
        reach = 80 if kind != "hamlet" else 42
        streets = [[p for p in line if distance(p, heart) < reach] for line in lines]
        blocks = town_blocks(
            [s for s in streets if len(s) > 4],
            near,
            lambda q: distance(q, heart) < reach,
            thin=0.0 if kind != "hamlet" else 0.1,
        )
        self._buildings += [drawing for _, drawing in blocks]
        self._clear.add(p for p, _ in blocks)
        for p, _ in blocks:
            self._cover.add_box(Box(p[0] - 4, p[1] - 4, p[0] + 4, p[1] + 4), 1.2)
        self.towns.append((kind, name, heart))

    def _quiet_spot(self, zone: str, radius: float) -> Point:
        """Inside the zone, off its counters, roads and water."""
        inside, centre = self._inside[zone], self.spots[zone]
        around = [
            add(centre, towards(math.tau * k / 20, far)) for far in (72, 82, 92, 104) for k in range(20)
        ]
        rim = [towards(math.tau * k / 8, radius * 1.25) for k in range(8)]
        safe = [p for p in around if all(add(p, d) in inside for d in rim)]

        def cost(p: Point) -> float:
            box = Box(p[0] - radius, p[1] - radius, p[0] + radius, p[1] + radius)
            return self._cover.box_weight(box) + distance(p, centre) * 0.05

        best = min(safe or around, key=cost)
        self._cover.add_box(Box(best[0] - radius, best[1] - radius, best[0] + radius, best[1] + radius), 10.0)
        self._clear.add([best, *(add(best, towards(math.tau * k / 8, radius * 0.8)) for k in range(8))])
        return best

    # -- names

    def _letter(self) -> Lettering:
        letters = Lettering(self._cover)
        for kind, name, heart in self.towns:
            if kind != "hamlet":
                letters.beside(TOWN, heart, name.upper(), 40)
        for c in self.crossings:
            if c.name:
                letters.beside(Style(CROSSING.cls, 15), c.spot, c.name, 18)
        for river in self.rivers:
            run = lengths(river.points)[-1]
            letters.along(RIVER, river.points, river.name, 15, times=max(1, round(run / 1300)))
        for zone in self.survey.polygons:
            self._letter_zone(letters, zone, ZONE, numbered=True)
        for drawn in self.roads + self.rails:
            words = titled(plain_name(drawn.name).replace(" RR", " Railroad"))
            style = ROAD if drawn.kind in ("minor", "trail") else MAIN_ROAD
            shift = 8.0 if drawn.kind in ("rail", "unbuilt") else 6.5
            letters.along(
                style, drawn.points, words, shift, 2 if lengths(drawn.points)[-1] > 1900 else 1, limit=160
            )
        for drawn in self.streams:
            letters.along(BROOK, drawn.points, drawn.name, 5, limit=80)
        self._clear.add(letters.placed)
        return letters

    def _letter_for_afar(self) -> Lettering:
        letters = Lettering(self._cover, "f")
        for kind, name, heart in self.towns:
            if kind != "hamlet":
                letters.beside(FAR_TOWN, heart, name.upper(), 44)
        for river in self.rivers:
            run = lengths(river.points)[-1]
            letters.along(FAR_RIVER, river.points, river.name, 18, times=max(1, round(run / 2200)))
        for c in self.crossings:
            if c.name:
                letters.beside(FAR_CROSSING, c.spot, c.name, 20, limit=300)
        for zone in sorted(self.survey.polygons, key=lambda z: z not in self.survey.area("hill")):
            if zone in self.survey.area("hill"):
                self._letter_zone(letters, zone, FAR_ZONE, numbered=False)
        return letters

    def _letter_zone(self, letters: Lettering, zone: str, style: Style, numbered: bool) -> None:
        """The zone's number, and above it the name where the map does not say it already, inside the zone."""
        name = plain_name(self.survey.names[zone]).replace(" - ", " & ")
        said = {town for _, town, _ in self.towns if not self._is_hamlet(town)} | {
            c.name for c in self.crossings
        }
        rows = [] if not name or name in said else [(style, part) for part in _in_lines(name, style)]
        if numbered:
            rows.append((ZONE_NUMBER, zone.lstrip("Z").lstrip("0") or zone))
        if not rows:
            return
        half = max(style.width(words) for style, words in rows) / 2
        tall = sum(style.size for style, _ in rows) / 2
        inside, centre = self._inside[zone], self.spots[zone]
        best: tuple[float, Point] | None = None
        for dy in range(-110, 115, 8):
            for dx in range(-90, 95, 15):
                p = (centre[0] + dx, centre[1] + dy)
                box = Box(p[0] - half, p[1] - tall, p[0] + half, p[1] + tall)
                cost = letters.cover.box_weight(box) + math.hypot(dx, dy) * 0.05
                corners = (
                    (box.left, box.top),
                    (box.right, box.top),
                    (box.left, box.bottom),
                    (box.right, box.bottom),
                )
                cost += 25 * sum(c not in inside for c in (*corners, p))
                if best is None or cost < best[0]:
                    best = (cost, p)
        assert best is not None
        letters.lines_at(rows, best[1])

    def _is_hamlet(self, town: str) -> bool:
        return any(kind == "hamlet" and name == town for kind, name, _ in self.towns)

    # -- layers

    def defs(self) -> str:
        return f"<defs>{sheet_defs(self.page, self.box)}{tree_markers()}</defs>\n"

    def layers(self) -> str:
        borders = "".join(polyline_data(line) for line in self._inner_borders())
        return (
            rect("ground", self.page, ' id="sheet"')
            + '\n<g clip-path="url(#neat)">\n'
            + group("ground", rect("ground", self.box))
            + group("hills", hill_parts(self._rings_of("hill")))
            + group("woods", woods_parts(self._rings_of("woods")))
            + group("slopes", slope_parts(self.slopes + self.steeps))
            + group("water", water_parts([s.points for s in self.streams], self.rivers))
            + group("trees", self._trees())
            + group("hachures", hachure_parts(self.slopes), hachure_parts(self.steeps, "steep"))
            + group("borders", path("border-halo", borders), path("border", borders))
            + group("railroads", self._rail_parts())
            + group("roads", road_parts((r.kind, r.points) for r in self.roads))
            + group("buildings", *self._buildings)
            + group("marks", *self._marks)
            + group("veil")
            + "</g>\n"
            + group("entries")
            + group(
                "labels",
                f'<g class="near-names">{self.near_names.parts()}</g>',
                f'<g class="far-names">{self.far_names.parts()}</g>',
            )
            + group("coords")
            + self._frame()
        )

    def thumbnail_layers(self) -> str:
        """The same ground in few strokes, for a picture a few hundred pixels wide."""
        borders = "".join(polyline_data([line[0], line[-1]]) for line in self._inner_borders())
        return (
            rect("ground", self.box, ' id="ground"')
            + group("hills", path("hill", soft_edges(self._plain_rings("hill"))))
            + group("woods", path("woods", soft_edges(self._plain_rings("woods"))))
            + group("water", *(small_river(river) for river in self.rivers))
            + group("borders", path("border", borders))
            + group("railroads", path("rail", "".join(curve_data(r.points) for r in self.rails)))
            + group("roads", road_parts((r.kind, r.points) for r in self.roads))
        )

    def _plain_rings(self, kind: str) -> list[Line]:
        """Polygons without the sway of their borders."""
        rings = [[self.at(p) for p in self.survey.polygons[zone]] for zone in sorted(self.survey.area(kind))]
        return [ring if area(ring) > 0 else ring[::-1] for ring in rings]

    def _inner_borders(self) -> Iterable[Line]:
        return (self._sides[b.a, b.b, b.ends] for b in self.survey.borders if b.b)

    def _rail_parts(self) -> str:
        banks = [Chain(sampled(r.points, 12), closed=False) for r in self.rails if r.kind == "embankment"]
        return path("hachure", "".join(embankment(bank) for bank in banks)) + rail_parts(
            [r.points for r in self.rails if r.kind == "rail"],
            [r.points for r in self.rails if r.kind != "rail"],
        )

    @cached_property
    def _wood_cores(self) -> Region:
        return Region(
            [inset(spaced(ring, 12, closed=True), 10) for ring in outlines(self._rings_of("woods"))]
        )

    def _trees(self) -> str:
        cores = self._wood_cores
        return tree_parts(
            plant(self.box, lambda p: p in cores and (p[0], p[1] + 7) in cores, self._clear, 11.0)
        )

    def _frame(self) -> str:
        km = self.units_per_metre * 1000
        across = [(self.box.left + i * km, str(i)) for i in range(1, int((self.box.width - 20) / km) + 1)]
        down = [(self.box.bottom - i * km, str(i)) for i in range(1, int((self.box.height - 20) / km) + 1)]
        return frame(self.box, across, down)

    # -- where things are, for those who draw on the map

    def polygon(self, name: str) -> Line:
        return self.rings[name]

    def spot(self, name: str) -> Point:
        """Where counters lie."""
        return self.spots[name]

    def units_per_mile(self, feet_per_hex: float) -> float:
        """The scale of a zone map is in its data."""
        return self.units_per_metre * 1609.344

    def legend_items(self) -> list[tuple[str, str]]:
        s = self.survey
        kinds = {line.kind for line in s.lines} | {c.kind for c in self.crossings} | {"clear"}
        kinds |= {" ".join(filter(None, (mark.kind, mark.side))) for mark in s.marks}
        kinds |= {k for k in ("woods", "hill") if s.area(k)}
        kinds |= {"river"} if self.rivers else set()
        kinds |= {"escarpment"} if self.steeps else set()
        return [(drawn, words) for kind, drawn, words in ZONE_LEGEND if kind in kinds]


ZONE_LEGEND = (
    ("clear", "clear", "Clear"), ("woods", "woods", "Woods"), ("hill", "crest", "Hill"),
    ("escarpment", "escarpment", "Escarpment"),
    ("river", "river", "River"), ("stream", "stream", "Stream, no effect"), ("ford", "ford", "Ford"),
    ("bridge", "bridge", "Bridge"), ("major", "major", "Road"), ("road", "road", "Road"),
    ("minor", "minor", "Lesser road"), ("trail", "trail", "Trail"),
    ("rail", "rail", "Railroad"), ("unbuilt", "unbuilt", "Unfinished R.R."),
    ("embankment", "embankment line", "Railway embankment"),
    ("village", "town", "Village, hamlet"), ("objective", "star", "Objective"),
    ("objective union", "star union", "Union objective"),
    ("objective confederate", "star confederate", "Confederate objective"),
)  # fmt: skip


def _joined(sides: Sequence[Line]) -> list[Line]:
    """Lines chained end to end, each from its northern loose end."""

    def ends(side: Line) -> frozenset[tuple[int, int]]:
        return frozenset((key_of(side[0]), key_of(side[-1])))

    links: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for side in sides:
        links[key_of(side[0])].append(side)
        links[key_of(side[-1])].append(side[::-1])
    used: set[frozenset[tuple[int, int]]] = set()
    out = []
    loose = sorted((k for k, here in links.items() if len(here) == 1), key=lambda k: (k[1], k[0]))
    for k in loose or sorted(links):
        line: Line = []
        while ahead := [side for side in links[k] if ends(side) not in used]:
            used.add(ends(ahead[0]))
            line += ahead[0] if not line else ahead[0][1:]
            k = key_of(ahead[0][-1])
        if line:
            out.append(line)
    return out


def _led_through(points: Line, spots: Iterable[Point]) -> Line:
    """A road bent to the fords and bridges that it crosses by."""
    for spot in spots:
        legs = list(itertools.pairwise(points))
        i = min(range(len(legs)), key=lambda i: distance(mix(*legs[i]), spot))
        points = [*points[: i + 1], spot, *points[i + 1 :]]
        ends = (points[0], points[-1])
        points = [p for p in points if p == spot or p in ends or distance(p, spot) > 55]
    return points


def _in_lines(name: str, style: Style) -> list[str]:
    """A long name broken into two rows near its middle."""
    words = name.split(" ")
    if style.width(name) < 130 or len(words) < 2:
        return [name]
    cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    first, second = min(cuts, key=lambda c: max(style.width(c[0]), style.width(c[1])))
    return [first, second]
