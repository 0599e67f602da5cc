"""Maps are drawn once: ahead, with the package, or at the first wish, and anew when art or map change."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from bullrun.board.map_file import build_board
from bullrun.engine.data_file import read_toml
from bullrun.games.registry import game_ids, load_game
from bullrun.service import maps
from bullrun.service.maps import Maps, draw_ahead
from tests.toys.cup import GAME as CUP

GAME = load_game("bull-run-1861")
BOARD = "map"


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Every drawing that is made; the real one takes seconds."""
    made: list[str] = []

    def draw(board: object, *, theme_css: bool) -> str:
        made.append("map")
        return f"<svg>{len(made)}</svg>"

    monkeypatch.setattr(maps, "draw_map", draw)
    monkeypatch.setattr(maps, "AHEAD", tmp_path / "ahead")
    return made


def test_a_map_is_drawn_once_and_kept_for_the_next_start(drawings: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "home"
    first = Maps(folder)
    assert first.map_svg(GAME, BOARD) == first.map_svg(GAME, BOARD) == "<svg>1</svg>"
    assert Maps(folder).map_svg(GAME, BOARD) == "<svg>1</svg>"
    assert drawings == ["map"]


def test_a_map_drawn_with_the_package_is_taken(drawings: list[str], tmp_path: Path) -> None:
    Maps(tmp_path / "ahead").map_svg(GAME, BOARD)
    drawings.clear()
    assert Maps(tmp_path / "home").map_svg(GAME, BOARD) == "<svg>1</svg>"
    assert drawings == []
    assert not (tmp_path / "home").exists()


def test_all_a_page_shows_first_is_drawn_with_the_package(
    drawings: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cards of a new game wait for no drawing: map, layout and the small picture in both themes."""
    monkeypatch.setattr(maps, "draw_position", lambda board, stacks, **settings: "<svg/>")
    draw_ahead()
    drawn = {file.name.split("-")[-1] for file in (tmp_path / "ahead").glob("bull-run-1861-*")}
    assert drawn == {"map.svg", "layout.json", "paper.svg", "night.svg"}


def test_another_way_of_drawing_makes_a_new_picture_and_drops_the_old(
    drawings: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "home"
    Maps(folder).map_svg(GAME, BOARD)
    monkeypatch.setattr(maps, "_art_digest", lambda board: "otherwise")
    assert Maps(folder).map_svg(GAME, BOARD) == "<svg>2</svg>"
    assert [file.name for file in folder.iterdir()] == ["bull-run-1861-otherwise-map.svg"]


def test_each_board_of_a_game_has_pictures_of_its_own(drawings: list[str], tmp_path: Path) -> None:
    """Drawing one map drops no other that is kept."""
    first, second = CUP.boards
    for board in (second, first):
        Maps(tmp_path).map_svg(CUP, board)
    drawn = [Maps(tmp_path).map_svg(CUP, board) for board in (first, second)]
    assert drawn == ["<svg>2</svg>", "<svg>1</svg>"] and len(drawings) == 2


def test_a_board_is_asked_for_by_its_name(app: FastAPI, client: TestClient) -> None:
    app.state.load_game = lambda name: CUP
    book = client.get("/api/library/cup").json()
    boards = {scenario["board"] for scenario in book["scenarios"]}
    assert boards == set(book["boards"]) and len(boards) == 2
    for name, board in book["boards"].items():
        layout = client.get(f"/api/library/cup/boards/{name}/layout").json()
        assert [place["name"] for place in layout["places"]] == list(filter(None, CUP.boards[name].names))
        assert layout["kind"] == board["kind"] and len(layout["places"]) == board["places"]
        for picture in ("map.svg", "picture.svg"):
            assert client.get(f"/api/library/cup/boards/{name}/{picture}").status_code == 200
    for part in ("layout", "map.svg", "picture.svg"):
        refused = client.get(f"/api/library/cup/boards/moon/{part}")
        assert refused.status_code == 400 and refused.json()["error"] == "unknown"
        assert all(name in refused.json()["says"] for name in ("moon", *boards))


BOARDS = [(name, board) for name in game_ids() for board in load_game(name).boards]


@pytest.mark.parametrize(("name", "board"), BOARDS)
def test_a_picture_belongs_to_every_fact_of_its_map_file(name: str, board: str) -> None:
    """Above all a hexside, a border or the outline of a zone, which no list of the board tells."""
    game = load_game(name)
    fields = read_toml(files(game.home.rpartition(".")[0]) / "data" / f"{board}.toml")

    def digest_of(changed: dict[str, Any]) -> str:
        return maps._art_digest(build_board(changed, "map.toml"))

    plain = digest_of(fields)
    assert digest_of(fields) == plain
    places = build_board(fields, "map.toml")
    first = places.places[0]
    pair = f"{places.names[first]}-{places.names[places.neighbours[first][0]]}"
    hedge = {"kind": "hedge", "name": "", "between": pair, "source": "deduced"}
    changes: dict[str, dict[str, Any]] = {
        "a border more": {"borders": [*fields.get("borders", []), hedge]},
    }
    for what in ("features", "lines"):
        if what in fields:
            changes[f"one less of {what}"] = {what: fields[what][:-1]}
    if "zones" in fields:
        changes["an outline"] = {"zones": nudged(fields["zones"])}
    for what, change in changes.items():
        assert digest_of({**fields, **change}) != plain, what


def nudged(zones: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The zones of a map file with the first corner of the first a little to the right."""
    corner = zones[0]["polygon"].split()[0]
    x, y = corner.split(",")
    there = {corner: f"{int(x) + 1},{y}"}
    return [
        {**zone, "polygon": " ".join(there.get(point, point) for point in zone["polygon"].split())}
        for zone in zones
    ]


def test_who_asks_meanwhile_waits_for_the_same_drawing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked, go_on = Event(), Event()
    made = []

    def slow(board: object, *, theme_css: bool) -> str:
        made.append(1)
        asked.set()
        assert go_on.wait(10)
        return "<svg/>"

    monkeypatch.setattr(maps, "draw_map", slow)
    monkeypatch.setattr(maps, "AHEAD", tmp_path / "ahead")
    shared = Maps(tmp_path)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(shared.map_svg, GAME, BOARD)
        assert asked.wait(10)
        second = pool.submit(shared.map_svg, GAME, BOARD)
        go_on.set()
        assert first.result(10) == second.result(10) == "<svg/>"
    assert made == [1]


@pytest.mark.parametrize(
    "part",
    [
        "library/toy",
        "library/bull-run-1861/boards/map/layout",
        "library/bull-run-1861/boards/map/map.svg",
        "art",
    ],
)
def test_who_has_what_never_changes_is_not_sent_it_again(client: TestClient, part: str) -> None:
    sent = client.get(f"/api/{part}")
    assert sent.status_code == 200 and sent.headers["cache-control"] == "no-cache"
    mark = sent.headers["etag"]
    for named in (mark, f'"other", W/{mark}'):
        again = client.get(f"/api/{part}", headers={"if-none-match": named})
        assert again.status_code == 304 and not again.content and again.headers["etag"] == mark
    other = client.get(f"/api/{part}", headers={"if-none-match": '"other"'})
    assert other.status_code == 200 and other.content == sent.content
