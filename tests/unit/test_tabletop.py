"""A seen position dressed for the eye: one view of faces, badges and stacks for all who show it."""

from __future__ import annotations

import ast
import gc
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from bullrun import tabletop
from bullrun.art.counters import CounterFace
from bullrun.cli.picture import position_svg
from bullrun.engine.game import Counters, Game, PieceInfo
from bullrun.engine.view import REFEREE, see_position
from bullrun.games.registry import load_game
from bullrun.service.library import book
from bullrun.service.outgoing import table_view
from bullrun.tabletop import Faces, Layer, board_picture, drawings, faces_of, heaps, stacks, with_faces
from tests.toys import cup, ford

ROOT = Path(__file__).resolve().parents[2]


def dressed(game: Game, scenario: str, viewer: str = REFEREE, **given: Any) -> dict[str, Any]:
    position = game.given(scenario, {}, **given) if given else game.start(scenario, {})
    position.decision()
    return table_view(game, position, viewer)


def order_of(**pieces: str) -> dict[str, Any]:
    """The second toy: blue about to carry out an order, units where they are put."""
    at = [{"id": name.replace("_", "-"), "at": place} for name, place in pieces.items()]
    return {"turn": 1, "side": "blue", "phase": "draw", "pieces": at}


# --- faces


def test_the_same_face_has_the_same_name_and_can_be_drawn():
    view = dressed(cup.GAME, "meadow")
    looks = {counter["look"] for counter in (*view["pieces"].values(), *view["face_down"], *view["markers"])}
    assert looks == {counter["look"] for counter in dressed(cup.GAME, "meadow")["pieces"].values()} | {
        marker["look"] for marker in view["markers"]
    }
    found = drawings(cup.GAME, sorted(looks), "figures")
    assert set(found) == looks and all(ET.fromstring(drawing) is not None for drawing in found.values())
    assert drawings(cup.GAME, ["f00000000000"], "figures") == {}


def test_a_counter_is_named_once_for_each_change_of_its_state():
    """Whatever is sent again and again is found, not made again."""
    made: list[str] = []

    def face(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
        made.append(piece.id)
        return CounterFace(name=piece.name, factors=(str(shown.get("steps", 0)),))

    counters = Counters(face, back=lambda side: CounterFace(face_down=True))
    game = replace(cup.GAME, table=cup.GAME.table._replace(counters=counters))
    rules = game.rules("meadow", {})
    faces = Faces(game).under(rules)
    piece = rules.pieces[0].id
    made.clear()
    first = faces.worn(piece, {"at": "A1", "steps": 2, "with": ["x"]})
    assert faces.worn(piece, {"at": "B2", "steps": 2, "with": ["x"]}) == first
    assert made == [piece], "where it stands changes no face"
    assert faces.worn(piece, {"at": "A1", "steps": 1, "with": ["x"]}) != first
    assert faces.worn(piece, {"at": "A1", "steps": 2, "with": ["y"]}) == first
    assert made == [piece] * 3


def test_a_counter_shows_what_is_printed_on_it_under_the_rules_in_force():
    """A player may have typed in what his own copy says; all its faces are named before any is shown."""
    rules = cup.GAME.rules("meadow", {})
    unit = next(piece for piece in rules.pieces if piece.kind == cup.UNIT)

    class Typed:
        pieces = [unit._replace(facts={"strength": 9})]

    faces = Faces(cup.GAME)
    known = faces.names()
    own, typed = (faces.under(r).worn(unit.id, {}).look for r in (rules, Typed()))
    assert faces.named(typed).factors == ("9",) != faces.named(own).factors  # type: ignore[union-attr]
    assert own in known and typed not in known
    other = Typed()
    other.pieces = [unit._replace(facts={"strength": 8}), unit._replace(id="x", facts={"strength": 7})]
    faces.under(other)
    named = {face.factors for name in faces.names() if (face := faces.named(name))}
    assert {("8",), ("7",)} <= named


def test_no_more_faces_are_kept_than_a_bound_and_those_of_hidden_counters_always(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(tabletop, "MOST_FACES", 100)
    faces = Faces(cup.GAME)
    always = faces.names()
    for number in range(1000):
        name = faces.name(CounterFace(name=str(number)))
        assert faces.named(name) == CounterFace(name=str(number))
        assert len(faces.names()) <= 100 + len(always)
    assert always <= faces.names()


def test_faces_go_when_their_game_goes():
    game = replace(cup.GAME)
    faces_of(game)
    before = len(tabletop._FACES)
    del game
    gc.collect()
    assert len(tabletop._FACES) < before


@pytest.mark.parametrize("name", ["bull-run-1983", "bull-run-1861", "secession-1862"])
def test_every_badge_of_a_game_is_declared_with_its_plate(name: str):
    game = load_game(name)
    counters = game.table.counters
    assert counters is not None
    sent = book(game)["badges"]
    assert sent == json.loads(json.dumps(sent)) and set(sent) == set(counters.wears)
    for state, badge in sent.items():
        tabletop.worn(counters.wears[state])
        assert badge["says"], state


# --- stacks


def test_a_stack_has_markers_below_and_face_down_counters_on_top():
    game = load_game("bull-run-1983")
    view = dressed(game, "july-21")
    place = next(shown["at"] for shown in view["pieces"].values() if shown["at"] != "to set up")
    view["markers"].append({"at": place, "kind": "abatis", "look": view["markers"][0]["look"]})
    view["face_down"].append({"side": "union", "at": place, "count": 2, "look": "down"})
    (heap,) = [heap for heap in heaps(game, view) if heap.place == place]
    known = [shown["look"] for shown in view["pieces"].values() if shown["at"] == place]
    assert heap.layers[0] == Layer(view["markers"][0]["look"])
    assert sorted(layer.look for layer in heap.layers[1:-2]) == sorted(known)
    assert [layer.look for layer in heap.layers[-2:]] == ["down", "down"]


def test_a_leader_lies_under_his_units_and_the_top_counter_wears_his_star():
    game = load_game("bull-run-1983")
    view = dressed(game, "july-21")
    infos = game.counters
    leader = next(p for p in view["pieces"] if infos[p].kind == "leader" and infos[p].side == "union")
    unit = next(p for p in view["pieces"] if infos[p].kind == "infantry" and infos[p].side == "union")
    view["pieces"] = {piece: {**view["pieces"][piece], "at": "B2"} for piece in (unit, leader)}
    view["markers"], view["face_down"] = [], []
    (heap,) = heaps(game, view)
    assert [layer.look for layer in heap.layers] == [
        view["pieces"][leader]["look"],
        view["pieces"][unit]["look"],
    ]
    assert ("leader", "") in heap.badges
    view["pieces"].pop(unit)
    assert heaps(game, view)[0].badges == heaps(game, view)[0].layers[0].badges, "alone he wears none"


def test_a_marker_on_a_piece_lies_right_under_it():
    view = dressed(cup.GAME, "meadow", **order_of(B_1="B2", R_1="C2"))
    units = [p for p, shown in view["pieces"].items() if shown["at"] in ("B2", "C2")]
    view["markers"] = [{"at": units[0], "kind": "shaken", "look": "mark"}]
    found = {heap.place: heap for heap in heaps(cup.GAME, view)}
    assert [layer.look for layer in found[view["pieces"][units[0]]["at"]].layers] == [
        "mark",
        view["pieces"][units[0]]["look"],
    ]


@pytest.mark.parametrize("apart", [False, True])
def test_sides_lie_together_or_apart_as_the_game_says(apart: bool):
    game = replace(cup.GAME, table=cup.GAME.table._replace(apart=apart))
    view = dressed(game, "meadow")
    for shown in view["pieces"].values():
        shown["at"] = "B2"
    found = [heap for heap in heaps(game, view) if heap.place == "B2"]
    sides = {game.counters[piece].side for piece in view["pieces"]}
    assert len(found) == (len(sides) if apart else 1)
    assert book(game)["apart"] is apart


def test_boxes_and_cells_are_no_places_of_a_picture():
    view = dressed(cup.GAME, "meadow")
    board = cup.GAME.boards["meadow"]
    assert any(marker["at"].startswith("shift/") for marker in view["markers"])
    assert {stack.place for stack in stacks(cup.GAME, board, view)} <= set(board.names)
    assert any(board.find(shown["at"]) is None for shown in view["pieces"].values())


# --- pictures


@pytest.mark.parametrize("counters", [cup.COUNTERS, None], ids=["own counters", "plain ones"])
def test_a_position_of_any_game_is_drawn(counters: Counters | None):
    """Also of one that says nothing of its counters."""
    game = replace(cup.GAME, table=cup.GAME.table._replace(counters=counters))
    position = game.given("meadow", {}, **order_of(B_1="B2", R_1="C2"))
    position.decision()
    for viewer in (REFEREE, "blue", "red"):
        svg = position_svg(game, position, viewer, "paper")
        ET.fromstring(svg)
        assert svg.count('class="stack"') >= 2
    view = see_position(game, position, "red")
    with_faces(game, position.rules, view)
    ET.fromstring(board_picture(game, game.boards["meadow"], view, thumbnail=True, theme="night"))


def test_a_game_without_a_map_says_so():
    view = dressed(ford.GAME, "ford")
    with pytest.raises(Exception, match="no board to draw"):
        board_picture(ford.GAME, None, view)


# --- nobody guesses


GUESSES = {
    "a stack, by the kind of a piece": re.compile(r"""kind\s*[!=]==?\s*["'](leader|dummy|battery)["']"""),
    "a badge, by the name of a state": re.compile(
        r"""(shown|piece)(\.get\(|\[|\.)["']?(moved|fought|frozen|routed|fatigue|losses)\b"""
    ),
}
STACKS = ("client/src/session/stacks.ts", "client/src/board/paint.ts", "bullrun/tabletop.py")
"""Those who lay stacks out know no kind of map."""


def test_nothing_outside_games_guesses_badges_or_stacks_from_spelling():
    files = [
        path
        for folder in ("bullrun", "client/src")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".ts", ".tsx") and "games" not in path.parts and "static" not in path.parts
    ]
    assert len(files) > 100
    for path in files:
        for what, spelling in GUESSES.items():
            found = spelling.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path.relative_to(ROOT)} guesses {what}: {found and found[0]}"
    for name in STACKS:
        assert not re.search(r"""kind\W{1,6}hex\b""", (ROOT / name).read_text(encoding="utf-8")), name


def test_the_table_is_dressed_in_one_place_only():
    """Faces and badges of pieces are asked of a game's counters by `tabletop` alone."""
    for path in sorted((ROOT / "bullrun").rglob("*.py")):
        if "games" in path.parts or path.name in ("tabletop.py", "game.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("counters", "wears"):
                reads = ast.unparse(node)
                assert "table.counters" not in reads or path.name == "library.py", f"{path.name}: {reads}"
