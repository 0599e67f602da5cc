"""The ground of The Day Was Ours, asked in hex names and worked out the slow and obvious way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from importlib.resources import files

from bullrun.board.hex_grid import DIRECTIONS, HexBoard
from bullrun.board.map_file import load_map
from bullrun.board.places import PlaceSet, bit, places_in

loaded = load_map(files("bullrun.games.day_was_ours") / "data" / "map.toml")
assert isinstance(loaded, HexBoard)
BOARD: HexBoard = loaded

PIKE_AND_ROADS = ("pike", "road")
TRAILS = ("trail", "unfinished_rr")
ROADS = PIKE_AND_ROADS + TRAILS
UNION_WAYS, CONFEDERATE_WAYS = ("N", "NE", "SE"), ("S", "SW", "NW")


def at(name: str) -> int:
    return BOARD.place(name)


def has(kind: str, name: str) -> bool:
    return bool(BOARD.terrain[kind] >> at(name) & 1)


def inside(region: str, name: str) -> bool:
    return bool(BOARD.regions[region] >> at(name) & 1)


def level(name: str) -> int:
    return BOARD.levels[at(name)]


def distance(a: str, b: str) -> int:
    return BOARD.distance(at(a), at(b))


def zone(name: str, radius: int, region: str = "") -> PlaceSet:
    return BOARD.within(at(name), radius) & (BOARD.regions[region] if region else BOARD.all)


def side_has(kind: str, a: str, b: str) -> bool:
    return BOARD.borders.has(kind, at(a), at(b))


def road(a: str, b: str) -> str:
    """The kind of road that crosses a hexside, or none."""
    return next((kind for kind in ROADS if side_has(kind, a, b)), "")


def uphill(kind: str, a: str, b: str) -> bool:
    """Whether going from a to b is going up a slope of this kind."""
    return side_has(kind, a, b) and level(b) > level(a)


def crossing(a: str, b: str) -> str:
    """What water lies on a hexside: "" for none, the ford or bridge, or "river" where none can cross."""
    if not side_has("river", a, b):
        return ""
    pair = {at(a), at(b)}
    named = [f.name for f in BOARD.features if f.kind in ("ford", "bridge") and set(f.places) == pair]
    return named[0] if named else "river"


def is_ground_for_guns(name: str) -> bool:
    return not has("woods", name) and not has("angled", name)


def reach(start: str, step: Callable[[int], PlaceSet]) -> PlaceSet:
    """Everything that chains of steps lead to."""
    reached, fresh = bit(at(start)), [at(start)]
    while fresh:
        ahead = step(fresh.pop()) & ~reached
        reached |= ahead
        fresh.extend(places_in(ahead))
    return reached


def neighbours(name: str) -> dict[str, str]:
    """The neighbours of a hex by direction."""
    found = {}
    for index, direction in enumerate(DIRECTIONS):
        place = BOARD.step(at(name), index)
        if place is not None:
            found[direction] = BOARD.name(place)
    return found


def between(a: str, b: str) -> set[str]:
    """Hexes that the line from centre to centre crosses or runs along: more than a point of it is in them."""
    (x0, y0), (x1, y1) = BOARD.centre(at(a)), BOARD.centre(at(b))
    dx, dy = x1 - x0, y1 - y0
    found = set()
    for place in BOARD.places:
        name = BOARD.name(place)
        if name in (a, b):
            continue
        x, y = BOARD.centre(place)
        start, end, meets = Fraction(0), Fraction(1), True
        # A hex is |y| <= 1 and |x| + |y| <= 2 around its centre.
        for p, q, bound in ((0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2)):
            here, change = p * (x0 - x) + q * (y0 - y), p * dx + q * dy
            if change == 0:
                meets = meets and here <= bound
            elif change > 0:
                end = min(end, Fraction(bound - here, change))
            else:
                start = max(start, Fraction(bound - here, change))
        if meets and start < end:
            found.add(name)
    return found


def sight(a: str, b: str, units: Collection[str] = ()) -> str:
    """9.1e: clear, obscured or blocked, hex by hex."""
    high, same = max(level(a), level(b)), level(a) == level(b)
    results = {"clear"}
    for name in between(a, b):
        screen = has("woods", name) or name in units
        if level(name) > high or (level(name) == high and (screen or not same)):
            results.add("blocked")
        elif screen:
            results.add("obscured")
    if has("woods", b):
        results.add("obscured")
    return next(result for result in ("blocked", "obscured", "clear") if result in results)


def engaged(name: str, enemies: Collection[str]) -> bool:
    """10.3: an enemy stands next to it over a hexside that is not Bull Run's."""
    return any(other in enemies and not crossing(name, other) for other in neighbours(name).values())


def retreat_step(
    start: str,
    cause: str,
    side: str,
    enemies: Collection[str],
    friends: Mapping[str, int] | None = None,
    strength: int = 0,
    *,
    by_road: bool = False,
    been: Collection[str] = (),
) -> set[str]:
    """12.3: the hexes among which the owner may choose for the last hex of a retreat, Farm Ford not found."""
    friends = friends or {}
    ways = UNION_WAYS if side == "union" else CONFEDERATE_WAYS
    open_hexes = []
    for direction, name in neighbours(start).items():
        over = crossing(start, name)
        if over in ("river", "Farm Ford") or (over == "Stone Bridge" and side == "union"):
            continue
        if by_road and (has("woods", start) or has("woods", name)) and not road(start, name):
            continue
        nearer = distance(name, cause) < distance(start, cause)
        if name not in enemies and name not in been and not nearer:
            open_hexes.append((direction, name))
    filters: list[Callable[[str, str], bool]] = [
        lambda _, name: distance(name, cause) > distance(start, cause),
        lambda _, name: not engaged(name, enemies),
        lambda _, name: not friends.get(name) or friends[name] + strength <= 10,
        lambda direction, _: direction in ways,
    ]
    for keep in filters:
        open_hexes = [pair for pair in open_hexes if keep(*pair)] or open_hexes
    return {name for _, name in open_hexes}
