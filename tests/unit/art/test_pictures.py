"""Positions, thumbnails, fixed colours, and the layout for a client."""

from __future__ import annotations

import json
import math
import re
import xml.etree.ElementTree as ET

import pytest

from bullrun.art import (
    Attack,
    Badge,
    CounterFace,
    Front,
    Outline,
    Reach,
    Route,
    Stack,
    board_layout,
    draw_position,
    fixed_theme,
    map_picture,
)
from bullrun.art.geometry import contains
from bullrun.board.places import Board

SVG = "{http://www.w3.org/2000/svg}"
REGIMENT = CounterFace("blue", "infantry", "69 NYM", "red", "S", "U.S. 1", ("2", "3", "4"))
BATTERY = CounterFace("grey", "artillery", "Latham", "white", "EV", "C.S. P", ("1", "2", "1"))


def layer(svg: str, name: str) -> ET.Element:
    (found,) = [g for g in ET.fromstring(svg).iter(SVG + "g") if g.get("id") == name]
    return found


def two_places(board: Board) -> tuple[str, str]:
    place = board.places[len(board.places) // 2]
    return board.name(place), board.name(board.neighbours[place][0])


def test_each_face_is_defined_once_and_used_as_often_as_it_lies_on_the_map(board: Board):
    a, b = two_places(board)
    svg = draw_position(
        board, [Stack(a, (REGIMENT, REGIMENT)), Stack(b, (BATTERY,), (Badge("moved", "right"),))]
    )
    root = ET.fromstring(svg)
    assert len(list(root.iter(SVG + "symbol"))) == 2
    assert len(list(layer(svg, "counters").iter(SVG + "use"))) == 3


def test_counters_and_highlights_lie_over_the_map_in_order(board: Board):
    a, b = two_places(board)
    svg = draw_position(board, [Stack(a, (REGIMENT,))], [Attack((a,), b)])
    order = [g.get("id") for g in ET.fromstring(svg) if g.get("id")]
    assert order.index("labels") < order.index("highlights") < order.index("counters") < order.index("arrows")


def test_counters_lie_at_the_spot_of_their_place(hex_board: Board):
    svg = draw_position(hex_board, [Stack("U17", (REGIMENT,))])
    x, y = map_picture(hex_board).spot("U17")
    (moved,) = re.findall(r"translate\(([\d.]+) ([\d.]+)\)", ET.tostring(layer(svg, "counters")).decode())
    assert float(moved[0]) == pytest.approx(x - 24, abs=0.1) and float(moved[1]) == pytest.approx(
        y - 24, abs=0.1
    )


def test_stacks_of_one_place_lie_side_by_side(zone_board: Board):
    svg = draw_position(zone_board, [Stack("Z57", (REGIMENT,)), Stack("Z57", (BATTERY,))])
    spots = re.findall(r"translate\(([\d.]+) ([\d.]+)\)", ET.tostring(layer(svg, "counters")).decode())
    assert len({x for x, _ in spots}) == 2 and len({y for _, y in spots}) == 1


def test_every_highlight_draws(board: Board):
    a, b = two_places(board)
    overlays = [
        Reach({a: "1⅓", b: "2"}, stops=frozenset({b}), through=frozenset({a})),
        Route((a, b)),
        Attack((a,), b, "1"),
        Outline("selected", (a,)),
        Outline("refused", (b,)),
        Outline("changed", (a, b)),
        Front(a, (b,)),
    ]
    svg = draw_position(board, [], overlays)
    below, above = (ET.tostring(layer(svg, name), encoding="unicode") for name in ("highlights", "arrows"))
    for cls in ("o-reach", "o-select", "o-refused", "o-changed", "o-front"):
        assert f'"{cls}"' in below, cls
    for cls in ("o-cost through", "o-stop", "o-path", "o-attack", "o-target", "o-tag"):
        assert f'"{cls}"' in above, cls
    assert "1⅓" in above


def test_costs_move_below_counters(hex_board: Board):
    reach = [Reach({"U17": "2"})]
    free = ET.tostring(layer(draw_position(hex_board, [], reach), "arrows")).decode()
    taken = ET.tostring(
        layer(draw_position(hex_board, [Stack("U17", (REGIMENT,))], reach), "arrows")
    ).decode()
    height = [float(re.findall(r"translate\([\d.]+ ([\d.]+)\)", g)[0]) for g in (free, taken)]
    assert height[1] > height[0] + 20


def test_an_unknown_outline_is_refused(hex_board: Board):
    with pytest.raises(ValueError, match="glowing"):
        draw_position(hex_board, [], [Outline("glowing", ("U17",))])


def test_a_close_up_shows_the_places_asked_for(hex_board: Board):
    svg = draw_position(hex_board, [], focus=["U17", "W18"])
    left, top, width, height = (float(v) for v in ET.fromstring(svg).get("viewBox", "").split())
    for name in ("U17", "W18"):
        for x, y in map_picture(hex_board).polygon(name):
            assert left <= x <= left + width and top <= y <= top + height
    assert width < 600 and 'id="cartouche"' not in svg


def test_a_thumbnail_is_small_and_shows_every_stack(board: Board):
    a, b = two_places(board)
    svg = draw_position(board, [Stack(a, (REGIMENT,)), Stack(b, (BATTERY, BATTERY))], thumbnail=True)
    assert len(svg) < 70_000
    root = ET.fromstring(svg)
    assert root.get("width") == "360"
    drawn = ET.tostring(layer(svg, "counters")).decode()
    assert drawn.count("c-face") == 2 and "c-blue" in drawn and "c-grey" in drawn
    classes = {name for e in root.iter() for name in (e.get("class") or "").split()}
    styled = set(re.findall(r"\.([\w-]+)", svg[svg.index("<style>") : svg.index("</style>")]))
    assert classes - styled <= {"", "c-blue", "c-grey"} | {"bullrun-art"}


@pytest.mark.parametrize("theme", ["paper", "night"])
def test_fixed_colours_leave_no_variable(theme: str, board: Board):
    a, b = two_places(board)
    svg = fixed_theme(draw_position(board, [Stack(a, (REGIMENT,))], [Attack((a,), b)]), theme)
    assert "var(" not in svg and "calc(" not in svg
    ET.fromstring(svg)


def test_fixed_colours_are_those_of_the_theme(hex_board: Board):
    picture = draw_position(hex_board, [Stack("U17", (REGIMENT,))])
    assert "#2b4a7c" in fixed_theme(picture, "paper") and "#2a4d87" not in fixed_theme(picture, "paper")
    assert "#2a4d87" in fixed_theme(picture, "night")


def test_the_layout_is_json_with_every_place(board: Board):
    layout = json.loads(json.dumps(board_layout(board)))
    assert layout["kind"] == board.kind
    assert [p["name"] for p in layout["places"]] == [board.name(place) for place in board.places]
    left, top, width, height = layout["viewBox"]
    for place in layout["places"]:
        assert contains([tuple(p) for p in place["polygon"]], tuple(place["centre"])), place["name"]
        assert all(left <= x <= left + width and top <= y <= top + height for x, y in place["polygon"])


def test_a_hex_is_found_by_arithmetic_from_the_layout(hex_board: Board):
    """What a client does: the nearest centre of the two columns around the pointer."""
    layout = board_layout(hex_board)
    lattice, places = layout["hex"], layout["places"]
    assert isinstance(lattice, dict) and isinstance(places, list)
    x0, y0 = lattice["first"]
    by_lattice = {}
    for place in places:
        x, y = place["centre"]
        column = (x - x0) / lattice["columnStep"]
        row = (y - y0) / (lattice["rowStep"] / 2)
        assert math.isclose(column, round(column), abs_tol=0.01) and math.isclose(
            row, round(row), abs_tol=0.01
        )
        by_lattice[round(column), round(row)] = place["name"]
    assert len(by_lattice) == len(places)
    assert by_lattice[0, 0] == "A1" and by_lattice[1, 1] == "B1"


def test_pictures_do_not_disturb_each_other(hex_board: Board):
    first = draw_position(hex_board, [Stack("U17", (REGIMENT,))])
    draw_position(hex_board, [Stack("U17", (BATTERY,))], [Route(("U17", "U18"))])
    assert draw_position(hex_board, [Stack("U17", (REGIMENT,))]) == first
