"""A hex map: all drawn geometry computed once from a survey, and the layers written from it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from bullrun.art.furniture import HEAD, MARGIN, frame, sheet_around, sheet_defs
from bullrun.art.geometry import (
    Box,
    Chain,
    Line,
    Near,
    Point,
    add,
    chains,
    direction,
    distance,
    left_of,
    lengths,
    mean,
    mix,
    offset,
    outlines,
    rounded,
    sampled,
    sub,
    towards,
    undirected_chains,
)
from bullrun.art.hexes import Cell, H, HexSheet, R, neighbour, neighbours
from bullrun.art.lettering import (
    BROOK,
    CROSSING,
    FAR_BROOK,
    FAR_CROSSING,
    FAR_HILL,
    FAR_RIVER,
    FAR_TOWN,
    HILL,
    MAIN_BROOK,
    MAIN_ROAD,
    PLACE,
    RIVER,
    ROAD,
    TOWN,
    VILLAGE,
    Cover,
    Lettering,
)
from bullrun.art.relief import Slope, hachure_parts, hachured, hill_parts, slope_parts, sunken_road
from bullrun.art.roads import rail_parts, road_parts
from bullrun.art.sites import (
    HOUSES,
    entry_arrow,
    house_kind,
    marsh,
    town_blocks,
    victory_star,
)
from bullrun.art.strings import Tracer, meandered, runs_of_new_sides, stray_cells
from bullrun.art.survey import (
    ROADS,
    SIDE_CROSSINGS,
    WATER,
    CellPath,
    Gate,
    HexSurvey,
    SideSite,
    Site,
    plain_name,
)
from bullrun.art.svg import Pen, curve_data, group, num, pair, path, polyline_data, rect
from bullrun.art.water import River, small_river, water_parts
from bullrun.art.woods import plant, soft_edges, tree_markers, tree_parts, woods_parts
from bullrun.art.works import (
    CROSSINGS,
    GOAL_STAR,
    bank_parts,
    boulders,
    cut_parts,
    entry_hex,
    goal,
    side_arrow,
    town_fill,
)

COUNTER_HALF = 25.0  # a counter lies this far around the centre of its hex
COORD_RISE = 25.0  # base line of the coordinate above the centre
# Other slots for it, each with what must be gained by taking it.
COORD_SLOTS = (
    (0.0, -COORD_RISE, 0.0),
    (9.0, -COORD_RISE, 0.2),
    (-9.0, -COORD_RISE, 0.2),
    (14.0, -COORD_RISE, 0.4),
    (-14.0, -COORD_RISE, 0.4),
    (18.0, -COORD_RISE, 0.6),
    (-18.0, -COORD_RISE, 0.6),
)


@dataclass(frozen=True)
class DrawnRoad:
    kind: str
    name: str
    points: Line


class HexMap:
    """The map of one board. `strays` is empty when every line keeps to the hexes its data names."""

    def __init__(self, survey: HexSurvey) -> None:
        self.survey = survey
        self.sheet = HexSheet(survey.names, (MARGIN, HEAD))
        self.box = self.sheet.box
        self.page = sheet_around(self.box)
        self.place_width = 2 * R
        self.counter_size = 48.0
        self._cell_of = {name: cell for cell, name in survey.names.items()}
        self.strays: dict[str, list[Cell]] = {}
        self._cover = Cover(self.box)  # what a name would hide
        self._ink = Cover(self.box)  # the same without what is only reserved: what a coordinate would touch
        self._clear = Near(10.0)
        self._marks: list[str] = []
        self._buildings: list[str] = []
        self._reserve_counters_and_coordinates()
        self._trace_lines()
        self._raise_ground()
        self._draw_sides()
        self._put_sites()
        self.near_names = self._letter()
        self.far_names = self._letter_for_afar()
        self._ink.add(self.near_names.placed, 3.0)

    # -- room that names should leave

    def _reserve_counters_and_coordinates(self) -> None:
        for cell in self.survey.names:
            x, y = self.sheet.centre(cell)
            self._cover.add_box(
                Box(x - COUNTER_HALF + 4, y - COUNTER_HALF + 4, x + COUNTER_HALF - 4, y + COUNTER_HALF - 4),
                0.16,
            )
            self._cover.add_box(Box(x - 9, y - COORD_RISE - 6, x + 9, y - COORD_RISE), 1.2)
        for cell in self.survey.area("woods"):
            self._cover.add_box(_box_of(self.sheet.centre(cell), 36, 30), 0.02)
        self._clear.add(
            add(self.sheet.centre(cell), (dx, -COORD_RISE - 2.5))
            for cell in self.survey.area("woods")
            for dx in (-6, 6)
        )

    def _on_the_ground(self, line: Sequence[Point], weight: float) -> None:
        dense = sampled(line, 5)
        self._cover.raise_to(dense, weight)
        self._ink.raise_to(dense, weight)
        self._clear.add(dense)

    # -- lines

    def _paths(self, *kinds: str) -> list[CellPath]:
        return [p for kind in kinds for p in self.survey.paths if p.kind == kind]

    def _on_rim(self, cell: Cell) -> bool:
        return any(n not in self.sheet.cells for n in neighbours(cell))

    def _river_cells(self, river: CellPath) -> tuple[Cell, ...]:
        """A river that ends beside a printed hex out of play goes on through it to the rim."""
        beyond = [n for n in neighbours(river.cells[-1]) if n in self.survey.closed]
        return (*river.cells, *beyond[:1])

    def _meetings(self) -> set[Cell]:
        """Where lines must come together: junctions, mouths, fords, bridges."""
        around: dict[tuple[str, Cell], set[Cell]] = defaultdict(set)
        for family, kinds in (("road", ROADS), ("rail", ("rail",))):
            for p in self._paths(*kinds):
                for a, b in zip(p.cells, p.cells[1:], strict=False):
                    around[family, a].add(b)
                    around[family, b].add(a)
        junctions = {cell for (_, cell), others in around.items() if len(others) > 2}
        water = self._paths(*WATER)
        mouths = {
            end for p in water for end in (p.cells[0], p.cells[-1]) if sum(end in q.cells for q in water) > 1
        }
        return junctions | mouths | {cell for site in self.survey.crossings for cell in site.cells}

    def _trace_lines(self) -> None:
        def sides(*kinds: str) -> set[frozenset[Cell]]:
            return {
                frozenset(s) for p in self._paths(*kinds) for s in zip(p.cells, p.cells[1:], strict=False)
            }

        both = sides(*ROADS, "rail") & sides("stream")
        self._tracer = tracer = Tracer(self.sheet, self._meetings(), both)
        self.rivers: list[River] = []
        self.streams: list[tuple[str, Line]] = []
        self.roads: list[DrawnRoad] = []
        self.rails: list[DrawnRoad] = []
        longest = max((len(p.cells) for p in self._paths("river")), default=1)
        for p in self._paths("river"):
            cells = self._river_cells(p)
            line = meandered(tracer.trace(cells, "river", "river", 0.35, self._rim_ends(cells)), 0.22)
            mouth = 6.0 + 9.0 * math.sqrt(len(p.cells) / longest)
            self.rivers.append(River(p.name, line, mouth * 0.57, mouth))
            self._check(p.name, line, cells)
        for p in self._paths("stream"):
            line = meandered(tracer.trace(p.cells, "stream", "water", 0.5, self._rim_ends(p.cells)), 0.26)
            self.streams.append((p.name, line))
            self._check(p.name, line, p.cells)
        drawn: set[frozenset[Cell]] = set()
        for p in self._paths(*ROADS):
            for run in runs_of_new_sides(p.cells, drawn):
                line = tracer.trace(run, p.kind, "road", 0.0, p.exits)
                self.roads.append(DrawnRoad(p.kind, p.name, line))
                self._check(p.name, line, run)
        for p in self._paths("rail", "unbuilt"):
            ends = p.exits or (self._rim_ends(p.cells) if p.kind == "unbuilt" else ())
            line = tracer.trace(p.cells, p.kind, p.kind, 0.0, ends)
            self.rails.append(DrawnRoad(p.kind, p.name, line))
            self._check(p.name, line, p.cells)
        for road in self.roads + self.rails:
            self._on_the_ground(road.points, 2.0)
        for _, line in self.streams:
            self._on_the_ground(line, 1.4)
        for river in self.rivers:
            for off in (-5, 0, 5):
                self._on_the_ground(offset(sampled(river.points, 5), off), 3.0)

    def _rim_ends(self, cells: Sequence[Cell]) -> list[Cell]:
        return [c for c in (cells[0], cells[-1]) if self._on_rim(c) and c not in self._tracer.spots]

    def _check(self, name: str, line: Sequence[Point], cells: Iterable[Cell]) -> None:
        # Half hexes out of play lie between some of the map's exits and its frame.
        strays = [c for c in stray_cells(self.sheet, line, cells) if c not in self.survey.closed]
        if strays:
            self.strays.setdefault(name, []).extend(strays)

    # -- relief

    def _raise_ground(self) -> None:
        side = self.sheet.side
        self.slopes: list[Slope] = [
            hachured(c) for c in chains(side(high, low) for high, low in self.survey.crests)
        ]
        for slope in self.slopes:
            self._clear.add(slope.foot)
            self._cover.raise_to(slope.foot[::2], 1.0)
            self._ink.raise_to(slope.foot, 0.9)

    def _ring(self, cells: Iterable[Cell]) -> list[Line]:
        return [self.sheet.corners(cell) for cell in sorted(cells)]

    def _high_ground(self) -> str:
        return hill_parts(self._ring(self.survey.area("hilltop"))) if self.survey.area("hilltop") else ""

    # -- features along hexsides

    def _draw_sides(self) -> None:
        by_kind: dict[str, list[SideSite]] = defaultdict(list)
        for site in self.survey.sides:
            by_kind[site.kind].append(site)

        def chains_of(sites: Iterable[SideSite]) -> list[Chain]:
            return undirected_chains(self.sheet.side(s.a, s.b) for s in sites)

        for chain in chains_of(by_kind["river"]):
            points = chain.points if chain.points[0][0] < chain.points[-1][0] else chain.points[::-1]
            line = self._to_frame(rounded(points, 2))
            self.rivers.append(River(by_kind["river"][0].name, line, 10.5, 14.5))
            for off in (-5, 0, 5):
                self._on_the_ground(offset(sampled(line, 5), off), 3.0)
        if by_kind["river"]:
            self.streams = [(name, self._to_river(line, 62.0)) for name, line in self.streams]
        self._draw_creeks(by_kind["creek"], chains_of)
        self._draw_works(by_kind, chains_of)
        for kind in SIDE_CROSSINGS:
            for site in by_kind[kind]:
                a, b = self.sheet.centre(site.a), self.sheet.centre(site.b)
                self._mark(CROSSINGS[kind](mix(a, b), direction(a, b), 14), mix(a, b), 6.0, 13.0)

    def _draw_creeks(
        self, creeks: Sequence[SideSite], chains_of: Callable[[Iterable[SideSite]], list[Chain]]
    ) -> None:
        """Creeks along hexsides; each is named on its longest stretch."""
        self.creeks: list[Line] = []
        self.creek_names: dict[str, Line] = {}
        named: dict[str, list[SideSite]] = defaultdict(list)
        for site in creeks:
            named[site.name].append(site)
        for name, sites in named.items():
            for chain in chains_of(sites):
                points = [*chain.points, chain.points[0]] if chain.closed else chain.points
                line = self._to_river(self._to_frame(rounded(self._below_the_crest(points), 2)), 50.0)
                self.creeks.append(line)
                self._on_the_ground(line, 1.4)
                if lengths(line)[-1] > lengths(self.creek_names.get(name, line[:1]))[-1]:
                    self.creek_names[name] = line

    def _draw_works(
        self,
        by_kind: Mapping[str, list[SideSite]],
        chains_of: Callable[[Iterable[SideSite]], list[Chain]],
    ) -> None:
        """Embankments, cuts and sunken roads."""
        banks = chains_of(by_kind["embankment"])
        self.works = "".join(bank_parts(chain) for chain in banks)
        self._join_banks(banks)
        for site in by_kind["cut"]:
            side = self.sheet.side(site.a, site.b)
            self.works += cut_parts(side)
            self._on_the_ground(side, 2.0)
        beds = [sunken_road(chain) for chain in chains_of(by_kind["sunken_road"])]
        self.sunken = path("sunken-bed", "".join(b for b, _ in beds)) + path(
            "sunken", "".join(e for _, e in beds)
        )
        for chain in (*banks, *chains_of(by_kind["sunken_road"])):
            self._on_the_ground(chain.points, 2.0)

    def _join_banks(self, banks: Sequence[Chain]) -> None:
        """An unfinished grade is not drawn again through hexes that have its bank: it runs on into it."""
        ends = [end for chain in banks for end in (chain.points[0], chain.points[-1])]
        banked = {
            cell for site in self.survey.sides if site.kind == "embankment" for cell in (site.a, site.b)
        }
        joined: list[DrawnRoad] = []
        for rail in self.rails:
            if rail.kind != "unbuilt" or not ends:
                joined.append(rail)
                continue
            for run in _stretches(rail.points, lambda p: self.sheet.at(p) not in banked):
                if len(run) < 3:
                    continue
                if run[-1] != rail.points[-1]:
                    near = min(ends, key=lambda end, tip=run[-1]: distance(end, tip))  # type: ignore[misc]
                    run = [*run, mix(run[-1], near, 0.35), near] if distance(near, run[-1]) < 110 else run
                joined.append(DrawnRoad(rail.kind, rail.name, run))
        self.rails = joined

    def _below_the_crest(self, points: Line) -> Line:
        """A creek on a hexside that is also a slope runs at its foot, not under the hachures."""
        levels = self.survey.levels
        if not levels:
            return points
        moved = [[0.0, 0.0, 0] for _ in points]
        for i, (a, b) in enumerate(pairwise(points)):
            n = left_of(sub(b, a))
            left, right = self.sheet.at(add(mix(a, b), n, 12)), self.sheet.at(add(mix(a, b), n, -12))
            fall = levels.get(right, 0) - levels.get(left, 0)
            k = 8.0 if fall > 0 else -8.0 if fall < 0 else 0.0
            for j in (i, i + 1):
                moved[j][0] += n[0] * k
                moved[j][1] += n[1] * k
                moved[j][2] += 1
        last = len(points) - 1
        return [
            p if i in (0, last) else (p[0] + m[0] / m[2], p[1] + m[1] / m[2])
            for i, (p, m) in enumerate(zip(points, moved, strict=True))
        ]

    def _to_river(self, line: Line, reach: float) -> Line:
        """Water that ends beside a river goes on to it."""
        rivers = [q for river in self.rivers for q in sampled(river.points, 8)]
        out = list(line)
        for end in (0, -1):
            p = out[end]
            near = min(rivers, key=lambda q: distance(p, q), default=None)
            if near is not None and 0 < distance(p, near) < reach:
                out = [near, *out] if end == 0 else [*out, near]
        return out

    def _to_frame(self, line: Line) -> Line:
        """Water that ends on the rim runs on to the frame."""
        b = self.box
        out = list(line)
        for end in (0, -1):
            p = out[end]
            near, away = min(
                (p[0] - b.left, (-1.0, 0.0)),
                (b.right - p[0], (1.0, 0.0)),
                (p[1] - b.top, (0.0, -1.0)),
                (b.bottom - p[1], (0.0, 1.0)),
            )
            if near < H * 0.75:
                tip = add(p, away, near + 12)
                out = [tip, *out] if end == 0 else [*out, tip]
        return out

    # -- houses, towns, crossings, stars

    def _mark(self, drawing: str, p: Point, weight: float = 3.0, half: float = 9.0) -> None:
        self._marks.append(drawing)
        room = _box_of(p, half, half)
        self._cover.add_box(room, weight)
        self._ink.add_box(room, weight)
        self._clear.add([p, add(p, (half, 0)), add(p, (-half, 0))])

    def _spot(self, cell: Cell) -> Point:
        return self._tracer.spots.get(cell, self.sheet.centre(cell))

    def _quiet_spot(self, cell: Cell, half: float) -> Point:
        """Near the centre of a hex, but off roads and water."""
        centre = self.sheet.centre(cell)
        ring = [centre] + [
            add(centre, towards(math.tau * k / 12 + 0.3, far)) for far in (11, 16, 21) for k in range(12)
        ]

        def cost(p: Point) -> float:
            return self._cover.box_weight(_box_of(p, half, half)) + distance(p, centre) * 0.1

        return min(ring, key=cost)

    def _put_sites(self) -> None:
        self._house_spots: list[tuple[Site, Point]] = []
        for site in self.survey.crossings:
            for cell in site.cells:
                self._cross(site, cell)
        self._build_towns()
        for site in self.survey.places:
            p = self._quiet_spot(site.cells[0], 12)
            if site.kind != "name":
                kind = site.kind if site.kind in HOUSES and site.kind != "house" else house_kind(site.name)
                self._buildings.append(HOUSES[kind](p))
                self._cover.add_box(_box_of(p, 9, 8), 2.0)
                self._clear.add([p, add(p, (8, 0)), add(p, (-8, 0))])
            self._house_spots.append((site, p))
        for cell in self.survey.stars:
            p = self._quiet_spot(cell, 15)
            self._mark(victory_star(p), p, weight=8.0, half=15.0)
        self._goals: list[str] = []
        for target in self.survey.goals:
            p = self.sheet.centre(target.cell)
            spot = add(p, GOAL_STAR)
            self._goals.append(goal(p, target.points, target.early))
            self._cover.add_box(_box_of(spot, 11, 11), 8.0)
            self._ink.add_box(_box_of(spot, 9, 9), 4.0)
            self._clear.add([spot])
        self._rocks = [boulders(self.sheet.centre(cell)) for cell in sorted(self.survey.area("rocks"))]
        for cell in self.survey.area("rocks"):
            self._cover.add_box(_box_of(self.sheet.centre(cell), 30, 28), 3.0)

    def _cross(self, site: Site, cell: Cell) -> None:
        p = self._spot(cell)
        near = [
            (distance(q, p), n, i) for n, river in enumerate(self.rivers) for i, q in enumerate(river.points)
        ]
        far, n, i = min(near, default=(math.inf, 0, 0))
        flow, width = math.pi / 2, 10.0
        if far < R:
            river = self.rivers[n]
            line = river.points
            flow = direction(line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)])
            share = lengths(line)[i] / lengths(line)[-1]
            width = river.source_width + (river.mouth_width - river.source_width) * share
        self._mark(CROSSINGS[site.kind](p, flow + math.pi / 2, width * 0.9), p, weight=4.0, half=11.0)

    def _build_towns(self) -> None:
        lines = [sampled(road.points, 5) for road in self.roads]
        near = Near(8.0)
        for line in lines + [sampled(rail.points, 5) for rail in self.rails]:
            near.add(line)
        for town in self.survey.towns:
            cells = set(town.cells)
            streets = [[p for p in line if self.sheet.at(p) in cells] for line in lines]
            along = [s for s in streets if len(s) > 4]
            if self._is_built_up(town):
                blocks = town_fill(self.sheet, cells, near)
            else:
                thin = 0.25 if town.kind == "village" else 0.0
                blocks = town_blocks(along, near, partial(self._lies_in, cells), thin)
            self._buildings += [drawing for _, drawing in blocks]
            for p, _ in blocks:
                self._cover.add_box(_box_of(p, 4, 4), 1.5)
                self._ink.add_box(_box_of(p, 4, 4), 1.5)
            self._clear.add(p for p, _ in blocks)

    def _is_built_up(self, town: Site) -> bool:
        """Whether a town is a kind of ground of its own, all over its hexes: on maps with levels."""
        return bool(self.survey.levels) and town.kind == "town"

    def _lies_in(self, cells: set[Cell], p: Point) -> bool:
        return self.sheet.at(p) in cells

    # -- names

    def _letter(self) -> Lettering:
        letters = Lettering(self._cover)
        for town in self.survey.towns:
            middle = mean([self.sheet.centre(c) for c in town.cells])
            is_small = town.kind in ("village", "hamlet")
            letters.beside(VILLAGE if is_small else TOWN, middle, town.name.upper(), 24 if is_small else 34)
        for river in self.rivers:
            run = lengths(river.points)[-1]
            letters.along(
                RIVER, river.points, river.name, river.mouth_width / 2 + 5, times=max(1, round(run / 1700))
            )
        for site in self.survey.crossings:
            if site.name:
                letters.beside(CROSSING, self._spot(site.cells[0]), crossing_name(site.name), 13)
        for name, line in self.streams:
            if name in self.survey.main_streams:
                letters.along(MAIN_BROOK, line, name, 6, times=3, limit=400)
        for side in self.survey.sides:
            if side.kind in SIDE_CROSSINGS and side.name:
                words = side.name + (" (burned)" if side.kind == "burned_bridge" else "")
                letters.beside(CROSSING, self._middle(side), words, 16)
        for hill in self.survey.hills:
            letters.arched(HILL, [self.sheet.centre(c) for c in hill.cells], hill_name(hill.name))
        for site, p in self._house_spots:
            letters.beside(PLACE, p, site.name, 11 if site.kind != "name" else 3)
        self._letter_lines(letters)
        self._clear.add(letters.placed)
        return letters

    def _letter_lines(self, letters: Lettering) -> None:
        longest: dict[str, tuple[float, DrawnRoad]] = {}
        for road in self.roads + self.rails:
            size = lengths(road.points)[-1]
            if size > longest.get(road.name, (0.0, road))[0]:
                longest[road.name] = (size, road)
        for size, road in longest.values():
            words = plain_name(road.name).replace(" RR", " Railroad")
            if "village" in words:
                continue
            main = road.kind in ("major", "rail", "unbuilt")
            shift = 8.0 if road.kind in ("rail", "unbuilt") else 6.5
            letters.along(
                MAIN_ROAD if main else ROAD,
                road.points,
                titled(words) if main else words,
                shift,
                2 if size > 1500 else 1,
                limit=220,
            )
        for name, line in self.creek_names.items():
            if name:
                often = 2 if lengths(line)[-1] > 1500 else 1
                letters.along(BROOK, line, plain_name(name), 5, often, limit=150)
        for name, line in self.streams:
            if is_printed_brook(name) and name not in self.survey.main_streams:
                letters.along(BROOK, line, name, 5, limit=110)

    def _middle(self, side: SideSite) -> Point:
        return mix(self.sheet.centre(side.a), self.sheet.centre(side.b))

    def _letter_for_afar(self) -> Lettering:
        """Fewer and larger names for a map shown small."""
        letters = Lettering(self._cover, "f")
        for town in self.survey.towns:
            letters.beside(FAR_TOWN, mean([self.sheet.centre(c) for c in town.cells]), town.name.upper(), 40)
        for river in self.rivers:
            run = lengths(river.points)[-1]
            letters.along(
                FAR_RIVER,
                river.points,
                river.name,
                river.mouth_width / 2 + 8,
                times=max(1, round(run / 2600)),
            )
        for hill in sorted(self.survey.hills, key=lambda h: -len(h.cells)):
            letters.arched(
                FAR_HILL,
                [self.sheet.centre(c) for c in hill.cells],
                hill_name(hill.name).split(" or ")[0],
                limit=300,
            )
        for site in self.survey.crossings:
            if site.name:
                letters.beside(
                    FAR_CROSSING, self._spot(site.cells[0]), crossing_name(site.name), 15, limit=300
                )
        for side in self.survey.sides:
            if side.kind in SIDE_CROSSINGS and side.name:
                letters.beside(FAR_CROSSING, self._middle(side), side.name, 18, limit=300)
        for name, line in self.streams:
            if name in self.survey.main_streams:
                letters.along(FAR_BROOK, line, name, 8, limit=2000)
        return letters

    # -- layers

    def defs(self) -> str:
        return f"<defs>{sheet_defs(self.page, self.box)}{tree_markers()}</defs>\n"

    def layers(self) -> str:
        """Everything inside the neat line, then names and coordinates."""
        woods = self._woods_with_margin()
        return (
            rect("ground", self.page, ' id="sheet"')
            + '\n<g clip-path="url(#neat)">\n'
            + group("ground", rect("ground", self.box))
            + group("hills", self._high_ground())
            + group("woods", woods_parts(self._ring(woods)), self._fields())
            + group("slopes", slope_parts(self.slopes))
            + group("water", water_parts([line for _, line in self.streams], self.rivers, self.creeks))
            + group("trees", self._trees(woods))
            + group("hachures", hachure_parts(self.slopes), self.works)
            + group("grid", path("grid", self._grid_data()))
            + group("railroads", self._rail_parts())
            + group("roads", self.sunken, road_parts((r.kind, r.points) for r in self.roads))
            + group("buildings", *self._buildings)
            + group("marks", *self._rocks, *self._goals, *self._marks)
            + self._upper_layers()
        )

    def _upper_layers(self) -> str:
        """What lies over all ground: names, numbers and what surrounds the field."""
        return (
            group("veil", self._veil())
            + "</g>\n"
            + group("entries", *self._entries())
            + group(
                "labels",
                f'<g class="near-names">{self.near_names.parts()}</g>',
                f'<g class="far-names">{self.far_names.parts()}</g>',
            )
            + self._coordinates()
            + self._frame()
        )

    def thumbnail_layers(self) -> str:
        """The same ground in few strokes, for a picture a few hundred pixels wide."""
        return (
            rect("ground", self.box, ' id="ground"')
            + group("hills", path("hill", soft_edges(self._ring(self.survey.area("hilltop")))))
            + group("woods", path("woods", soft_edges(self._ring(self.survey.area("woods")))))
            + group("water", *(small_river(river) for river in self.rivers))
            + group(
                "railroads",
                path(
                    "rail",
                    "".join(
                        curve_data(r.points[::2] + r.points[-1:]) for r in self.rails if r.kind == "rail"
                    ),
                ),
            )
            + group("roads", road_parts((r.kind, r.points) for r in self.roads if r.kind == "major"))
        )

    def _rail_parts(self) -> str:
        return rail_parts(
            [r.points for r in self.rails if r.kind == "rail"],
            [r.points for r in self.rails if r.kind == "unbuilt"],
        )

    def _woods_with_margin(self) -> set[Cell]:
        """Woods, continued one hex beyond the rim so that forests run off the sheet."""
        woods = set(self.survey.area("woods"))
        beyond = {n for cell in woods for n in neighbours(cell) if n not in self.sheet.cells}
        for cell in beyond:
            inner = [n for n in neighbours(cell) if n in self.sheet.cells]
            if 2 * sum(n in woods for n in inner) >= len(inner):
                woods.add(cell)
        return woods

    def _trees(self, woods: set[Cell]) -> str:
        cell_at = self.sheet.at

        def is_wood(p: Point) -> bool:
            if cell_at(p) not in woods:
                return False
            return all(
                cell_at((p[0] + dx, p[1] + dy)) in woods for dx, dy in ((7, 3), (-7, 3), (0, -8), (0, 6))
            )

        return tree_parts(plant(self.box, is_wood, self._clear))

    def _fields(self) -> str:
        """Orchards as small trees in rows, marshes as reeds."""
        tufts = [
            add(self.sheet.centre(cell), (dx, dy))
            for cell in sorted(self.survey.area("marsh"))
            for dx, dy in ((-16, -8), (12, -12), (0, 6), (-14, 18), (18, 14))
        ]
        return marsh(tufts) if tufts else ""

    def _grid_data(self) -> str:
        pen = Pen()
        for cell in self.survey.names:
            c = self.sheet.corners(cell)
            pen.move(c[3]).lines([c[4], c[5], c[0]])
            for i in range(3):
                if neighbour(cell, i) not in self.sheet.cells:
                    pen.move(c[i]).lines([c[(i + 1) % 6]])
        return str(pen)

    def _veil(self) -> str:
        """Lightens what lies outside the hexes, and hexes that are out of play."""
        b = self.box
        rings = outlines(self._ring(set(self.survey.names) - self.survey.closed))
        rim = "".join(polyline_data(ring, closed=True) for ring in rings)
        return path("veil", f"M{pair(b.left, b.top)}H{num(b.right)}V{num(b.bottom)}H{num(b.left)}z{rim}")

    def _entries(self) -> list[str]:
        """An arrow where each road or railroad comes in over the rim; with the data's own entries, only
        there."""
        if self.survey.gates:
            return [part for gate in self.survey.gates for part in self._gate(gate)]
        out = []
        for p in self.survey.paths:
            for cell in p.exits:
                if p.kind in WATER:
                    continue
                ends = [
                    e
                    for r in self.roads + self.rails
                    if r.name == p.name
                    for e in (r.points[0], r.points[-1])
                ]
                end = min(ends, key=lambda e: distance(e, self.sheet.centre(cell)))
                spot, inwards = self._rim_point(end)
                out.append(entry_arrow(spot, inwards))
        return out

    def _gate(self, gate: Gate) -> list[str]:
        """The hex, and an arrow at the frame where its road comes in; with its code, or in the side's
        colours."""
        centre = self.sheet.centre(gate.cell)
        ends = [e for road in self.roads + self.rails for e in (road.points[0], road.points[-1])]
        outside = [e for e in ends if not self.box.grown(-4).holds(e) and distance(e, centre) < 90]
        spot, inwards = self._rim_point(min(outside, key=lambda e: distance(e, centre), default=centre))
        arrow = (
            side_arrow(spot, inwards, gate.side, SIDE_LETTERS[gate.side])
            if gate.side and not gate.code
            else entry_arrow(spot, inwards, gate.code)
        )
        return [entry_hex(centre), arrow]

    def _rim_point(self, p: Point) -> tuple[Point, float]:
        b = self.box
        return min(
            (abs(p[0] - b.left), (b.left, p[1]), 0.0),
            (abs(p[0] - b.right), (b.right, p[1]), math.pi),
            (abs(p[1] - b.top), (p[0], b.top), math.pi / 2),
            (abs(p[1] - b.bottom), (p[0], b.bottom), -math.pi / 2),
        )[1:]

    def _coordinates(self) -> str:
        """Each at the top of its hex, a little to the side where something stands in the way."""
        out = []
        for cell, name in self.survey.names.items():
            if cell not in self.survey.closed:
                x, y = self._coordinate_spot(self.sheet.centre(cell), 2.2 * len(name))
                out.append(f'<text x="{num(x)}" y="{num(y)}">{name}</text>')
        return '<g id="coords" class="coord">' + "".join(out) + "</g>\n"

    def _coordinate_spot(self, centre: Point, half: float) -> Point:
        def cost(slot: tuple[float, float, float]) -> float:
            x, y = centre[0] + slot[0], centre[1] + slot[1]
            return self._ink.box_weight(Box(x - half, y - 5, x + half, y)) + slot[2]

        return add(centre, min(COORD_SLOTS, key=cost)[:2])

    def _frame(self) -> str:
        top = {
            min((c for c in self.sheet.cells if c[0] == x), key=lambda c: c[1]) for x in self.sheet.columns
        }
        columns = [(self.sheet.centre(c)[0], _letters(self.survey.names[c])) for c in sorted(top)]
        first = sorted((c for c in self.sheet.cells if c[0] == self.sheet.columns[0]), key=lambda c: c[1])
        rows = [
            (self.sheet.centre(c)[1], self.survey.names[c][len(_letters(self.survey.names[c])) :])
            for c in first
        ]
        return frame(self.box, columns, rows)

    # -- where things are, for those who draw on the map

    def polygon(self, name: str) -> Line:
        return self.sheet.corners(self._cell_of[name])

    def spot(self, name: str) -> Point:
        """Where counters lie."""
        return self.sheet.centre(self._cell_of[name])

    def units_per_mile(self, feet_per_hex: float) -> float:
        return H * 5280 / feet_per_hex

    def legend_items(self) -> list[tuple[str, str]]:
        """The kinds of ground this map has, in the order of the key."""
        s = self.survey
        kinds = (
            {p.kind for p in s.paths} | {site.kind for site in s.crossings} | {site.kind for site in s.sides}
        )
        if s.main_streams:
            kinds = kinds - {"stream"} | {"main stream", "dry stream"}
        kinds |= {"clear"} | {k for k in ("woods", "hilltop", "rocks", "angled") if s.area(k)}
        kinds |= {site.kind for site in s.towns}
        for kind, there in (
            ("crest", s.crests), ("farm", s.places), ("star", s.stars), ("slope", s.slopes),
            ("steep", s.steeps), ("entry", s.gates or any(p.exits for p in s.paths)),
            ("early goal", any(g.early for g in s.goals)), ("goal", any(not g.early for g in s.goals)),
        ):  # fmt: skip
            if there:
                kinds.add(kind)
        return [(kind, words) for kind, words in HEX_LEGEND if kind in kinds]


HEX_LEGEND = (
    ("clear", "Clear"), ("levels", "Levels, lowest left"), ("slope", "Slope"), ("steep", "Steep side"),
    ("woods", "Woods"), ("hilltop", "Hilltop"), ("crest", "Crest & slope"), ("angled", "Angled ground"),
    ("rocks", "Rocks"), ("river", "River"),
    ("stream", "Stream"), ("main stream", "Main stream"), ("dry stream", "Stream, no effect"),
    ("creek", "Creek"), ("ford", "Ford"), ("bridge", "Bridge"), ("burned_bridge", "Burned bridge"),
    ("major", "Turnpike, major"), ("road", "Road"), ("minor", "Minor road"), ("trail", "Trail"),
    ("sunken_road", "Sunken road"), ("rail", "Railroad"), ("unbuilt", "Unfinished R.R."),
    ("embankment", "Embankment"), ("cut", "Railroad cut"), ("town", "Town"), ("village", "Village"),
    ("farm", "Farm"), ("star", "Victory hex"), ("goal", "Victory hex"), ("early goal", "Counts early"),
    ("entry", "Entry, exit"),
)  # fmt: skip
SIDE_LETTERS = {"union": "US", "confederate": "CS"}


def _stretches(points: Line, keep: Callable[[Point], bool]) -> list[Line]:
    """The parts of a line whose points are kept."""
    out: list[Line] = [[]]
    for p in points:
        if keep(p):
            out[-1].append(p)
        elif out[-1]:
            out.append([])
    return [run for run in out if run]


def _box_of(p: Point, half_width: float, half_height: float) -> Box:
    return Box(p[0] - half_width, p[1] - half_height, p[0] + half_width, p[1] + half_height)


def _letters(name: str) -> str:
    """The column part of a coordinate: 'BB' of 'BB7', '37' of '3721'."""
    return name.rstrip("0123456789") or name[:2]


def titled(words: str) -> str:
    return words.title().replace("'S", "'s")


def hill_name(words: str) -> str:
    """'Stony Ridge (Sudley Mountain)' has two names; lower-case nouns are set as part of the name."""
    return titled(words.replace(" (", " or ").rstrip(")")).replace(" Or ", " or ")


def crossing_name(words: str) -> str:
    return plain_name(words) + (" site" if " site)" in words else "")


def is_printed_brook(name: str) -> bool:
    """Forks, headwaters and nameless branches are described in the data, not named on the map."""
    return (
        bool(name)
        and "(" not in name
        and not name.startswith("Run ")
        and not any(w in name for w in ("fork", "headwater", "tributary", "branch"))
    )
