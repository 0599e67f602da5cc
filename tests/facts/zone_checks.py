"""What must hold on every zone map, and small helpers to ask about one."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from pathlib import Path

from bullrun.board.map_file import load_map
from bullrun.board.places import PlaceSet, bit, places_in
from bullrun.board.zone_graph import Point, ZoneBoard, sides


def load_zones(game: str) -> ZoneBoard:
    board = load_map(files(f"bullrun.games.{game}") / "data" / "map.toml")
    assert isinstance(board, ZoneBoard)
    return board


def described(board: ZoneBoard, place: int) -> str:
    """One zone in the words of the *_zones.txt files."""
    (bank,) = (name for name, region in board.regions.items() if region >> place & 1)
    terrain = sorted(kind for kind in board.terrain if board.terrain[kind] >> place & 1)
    parts = [" ".join([board.name(place), bank.removesuffix("_bank"), *terrain])]
    parts.append(" ".join(["ring", *(board.name(neighbour) for neighbour in board.ring(place))]))
    for kind in board.borders.kinds:
        if neighbours := board.borders.across(kind)[place]:
            parts.append(" ".join([kind, *board.names_of(neighbours)]))
    parts += [
        f"label {label.text}" for label in board.labels if label.kind == "zone" and place in label.places
    ]
    if marks := [entry.name for entry in board.entries if entry.place == place]:
        parts.append(" ".join(["marks", *marks]))
    return " | ".join(parts)


def check_zone_by_zone(board: ZoneBoard, file: str) -> None:
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    expected = [line for line in text.splitlines() if not line.startswith("#")]
    assert [described(board, place) for place in board.places] == expected


def twice_area(polygon: tuple[Point, ...]) -> int:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides(polygon))


def check_zones_tile_the_map(board: ZoneBoard) -> None:
    width, height = board.extent
    areas = {board.name(place): twice_area(board.polygon(place)) for place in board.places}
    assert abs(sum(areas.values()) - 2 * width * height) * 10_000 < 2 * width * height
    assert all(area > 2 * 30_000 for area in areas.values()), "no zone is smaller than 3 hectares"


def check_neighbours_share_a_visible_border(board: ZoneBoard) -> None:
    for place in board.places:
        assert place not in board.neighbours[place]
        for neighbour in board.neighbours[place]:
            assert place in board.neighbours[neighbour]
            pieces = board.shared_border(place, neighbour)
            assert sum((ax - bx) ** 2 + (ay - by) ** 2 for (ax, ay), (bx, by) in pieces) > 50**2


def check_bull_run_parts_the_banks(board: ZoneBoard, crossings: set[str]) -> None:
    """The river lies on exactly the borders between the banks; roads pass it only at crossings."""
    one_bank, other_bank = board.regions.values()
    assert one_bank | other_bank == board.all and one_bank & other_bank == 0
    for place in board.places:
        for neighbour in board.neighbours[place]:
            parted = bool(one_bank >> place & 1) != bool(one_bank >> neighbour & 1)
            kinds = set(board.borders.between(place, neighbour))
            assert ("river" in kinds) == parted, (board.name(place), board.name(neighbour))
            assert not kinds & {"ford", "bridge"} or (parted and kinds & crossings)
            if parted and "road" in kinds:
                assert kinds & crossings, (
                    f"a road swims between {board.name(place)} and {board.name(neighbour)}"
                )


def check_bull_run_is_one_line_from_edge_to_edge(board: ZoneBoard) -> None:
    ends: Counter[Point] = Counter()
    for feature in board.features:
        if feature.kind == "river":
            for piece in board.shared_border(*feature.places):
                ends.update(piece)
    assert sorted(ends.values())[:3] == [1, 1, 2] and max(ends.values()) == 2


def passable(board: ZoneBoard, place: int) -> PlaceSet:
    """Neighbours that can be entered: across Bull Run only by ford or bridge."""
    across = board.borders.across
    return board.neighbour_set[place] & (
        ~across("river")[place] | across("ford")[place] | across("bridge")[place]
    )


def check_every_zone_can_be_reached(board: ZoneBoard) -> None:
    reached, fresh = bit(board.places[0]), [board.places[0]]
    while fresh:
        ahead = passable(board, fresh.pop()) & ~reached
        reached |= ahead
        fresh.extend(places_in(ahead))
    assert reached == board.all


def nearest_zone(board: ZoneBoard, x: int, y: int) -> str:
    """The zone whose centre is nearest to a real point given in metres."""

    def away(place: int) -> int:
        cx, cy = board.centre(place)
        return (x - cx) ** 2 + (y - cy) ** 2

    return board.name(min(board.places, key=away))
