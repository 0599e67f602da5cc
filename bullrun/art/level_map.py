"""A hex map with levels: the ground lies in steps, and woods are a glaze over it.

Contours lie under the water (a level may change in mid river), hachures over the grid.
"""

from __future__ import annotations

from bullrun.art.geometry import outlines, rounded
from bullrun.art.hex_map import HexMap
from bullrun.art.hexes import Cell
from bullrun.art.roads import road_parts
from bullrun.art.survey import HexSurvey
from bullrun.art.svg import curve_data, group, num, path, polyline_data, rect
from bullrun.art.terraces import contour_parts, ground_of, hachure_layers, shade_parts, terraces
from bullrun.art.water import small_river, stream_data, water_parts
from bullrun.art.woods import forest_edge, soft_edges
from bullrun.art.works import angled

FEW = 3  # levels that the eye tells apart without a number


class LevelMap(HexMap):
    """The map of one board with levels."""

    def __init__(self, survey: HexSurvey) -> None:
        self._grounds = ground_of(survey.levels)
        self._numbered = len(self._grounds) > FEW
        super().__init__(survey)

    def _raise_ground(self) -> None:
        super()._raise_ground()
        survey = self.survey
        self.relief = terraces(self.sheet, survey.levels, survey.slopes, survey.steeps)
        self._clear.add(self.relief.foot)
        self._cover.raise_to(self.relief.foot, 0.8)
        self._cover.raise_to(self.relief.line, 0.5)
        self._ink.raise_to(self.relief.foot, 0.9)
        for cell in survey.area("woods"):
            x, y = self.sheet.centre(cell)
            self._clear.add([(x - 12, y - 28), (x + 12, y - 28)])

    def _high_ground(self) -> str:
        lowest = min(self._grounds)
        out = rect(f"lv{self._grounds[lowest]}", self.box)
        return out + "".join(path(f"lv{self._grounds[h]}", data) for h, data in self.relief.fills)

    def layers(self) -> str:
        """Everything inside the neat line, then names and coordinates."""
        woods = self._woods_with_margin()
        return (
            rect("ground", self.page, ' id="sheet"')
            + '\n<g clip-path="url(#neat)">\n'
            + group("ground", rect("ground", self.box))
            + group("levels", self._high_ground())
            + group("slopes", shade_parts(self.relief))
            + group("woods", path("wood-wash", self._forests(woods)), self._fields())
            + group("town-ground", *self._town_ground())
            + group("contours", contour_parts(self.relief))
            + group("water", self._water())
            + group("trees", self._trees(woods))
            + group("grid", path("grid", self._grid_data()))
            + group("hachures", hachure_layers(self.relief))
            + group("angled", *(angled(self.sheet.centre(c)) for c in sorted(self.survey.area("angled"))))
            + group("railroads", self._rail_parts())
            + group("works", self.works)
            + group("roads", road_parts((r.kind, r.points) for r in self.roads), self.sunken)
            + group("rocks", *self._rocks)
            + group("buildings", *self._buildings)
            + group("victory", *self._goals)
            + group("marks", *self._marks)
            + self._upper_layers()
        )

    def thumbnail_layers(self) -> str:
        """The same ground in few strokes, for a picture a few hundred pixels wide."""
        grounds = "".join(
            path(f"lv{self._grounds[height]}", soft_edges(self._ring(self._above(height))))
            for height in sorted(self._grounds)[1:]
        )
        lowest = self._grounds[min(self._grounds)]
        return (
            rect("ground", self.box, ' id="ground"')
            + group("levels", rect(f"lv{lowest}", self.box), grounds)
            + group("woods", path("wood-wash", soft_edges(self._ring(self.survey.area("woods")))))
            + group("water", *(small_river(river) for river in self.rivers))
            + group("roads", road_parts((r.kind, r.points) for r in self.roads if r.kind == "major"))
        )

    def _above(self, height: int) -> set[Cell]:
        return {cell for cell, level in self.survey.levels.items() if level >= height}

    def _forests(self, woods: set[Cell]) -> str:
        return "".join(forest_edge(ring) for ring in outlines(self._ring(woods)))

    def _town_ground(self) -> list[str]:
        cells = {cell for town in self.survey.towns if self._is_built_up(town) for cell in town.cells}
        rings = outlines(self._ring(cells))
        data = "".join(polyline_data(rounded(ring, 1, closed=True), closed=True) for ring in rings)
        return [path("town-ground", data)] if data else []

    def _water(self) -> str:
        """Where one stream matters to the rules, it is heavy and all others are thin and dashed."""
        main = [line for name, line in self.streams if name in self.survey.main_streams]
        others = [line for name, line in self.streams if name not in self.survey.main_streams]
        if not main:
            return water_parts(others, self.rivers, self.creeks)
        return (
            path("main-vale", "".join(curve_data(line) for line in main))
            + path("dry", "".join(curve_data(line) for line in others))
            + path("main-stream", "".join(stream_data(line, 3.4, 5.6) for line in main))
            + water_parts([], self.rivers, self.creeks)
        )

    def _coordinates(self) -> str:
        """The coordinate at the top of its hex, clear of a counter, and its level right after it."""
        out = []
        half = 15.0 if self._numbered else 9.5
        for cell, name in self.survey.names.items():
            if cell in self.survey.closed:
                continue
            x, y = self._coordinate_spot(self.sheet.centre(cell), half)
            level = (
                f'<tspan class="level" dx="4">{self.survey.levels[cell]}</tspan>' if self._numbered else ""
            )
            out.append(f'<text x="{num(x)}" y="{num(y - 1.9)}">{name}{level}</text>')
        return '<g id="coords" class="coord strong">' + "".join(out) + "</g>\n"

    def legend_items(self) -> list[tuple[str, str]]:
        """The kinds of ground this map has; levels instead of clear ground."""
        grounds = "levels " + " ".join(str(ground) for ground in self._grounds.values())
        heights = sorted(self._grounds)
        words = f"Levels {heights[0]} to {heights[-1]}"
        others = ((ground, says) for ground, says in super().legend_items() if ground != "clear")
        return [(grounds, words), *others]
