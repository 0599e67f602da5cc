"""9.1 and 9.2. Chain of command: range, cohesion and isolation, and the command test."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, set_of
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DIE, NUMBER, UNIT, WORDS, Kind
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.ground import against, ground, in_contact, quiet_march
from bullrun.games.secession_1862.rules.roster import NONE
from bullrun.mechanisms.dice import die

FAR = 98
"""More movement points than any way across the map."""


# --- range ----------------------------------------------------------------------------------------


@enforces("9.1.1")
def is_in_range(position: SecondBullRun, commander: int, zone: PlaceId) -> bool:
    """Whether a zone is within a commander's range: movement points over roads at 1 even in enemy zones of
    control, never through zones with enemy brigades."""
    rules = position.rules
    start = position.state.at[commander]
    if not rules.area(start, rules.tables["command"]["range"]) >> zone & 1:
        return False
    enemy = ground(position).held[1 - rules.roster.side[commander]]
    if not any(enemy >> step & 1 for step in quiet_march(rules, start).path(zone)):
        return True
    return bool(command_area(position, commander) >> zone & 1)


def command_area(position: SecondBullRun, commander: int) -> PlaceSet:
    """All zones within a commander's range."""
    rules = position.rules
    start = position.state.at[commander]
    reach = rules.tables["command"]["range"]
    area = rules.area(start, reach)
    enemy = ground(position).held[1 - rules.roster.side[commander]]
    if not area & enemy:
        return area
    known = against(position, 1 - rules.roster.side[commander])
    found: PlaceSet | None = known.get(("command", start))
    if found is None:
        found = set_of(rules.quiet.flood(start, reach, enemy))
        known["command", start] = found
    return found


def command_costs(position: SecondBullRun, commander: int) -> dict[PlaceId, int]:
    """The distance in movement points from a commander to every zone he can reach an order to."""
    enemy = ground(position).held[1 - position.rules.roster.side[commander]]
    return position.rules.quiet.flood(position.state.at[commander], FAR, enemy)


# --- divisions ------------------------------------------------------------------------------------


def present(position: SecondBullRun, division: int) -> list[int]:
    """The brigades of a division on the map."""
    at = position.state.at
    return [b for b in position.rules.roster.divisions[division].brigades if at[b]]


@enforces("6.2.1")
def independents(position: SecondBullRun, side: int) -> list[int]:
    """A side's independent brigades on the map: those without a division, and each that is the only one
    of its division there."""
    memo = ground(position).memo
    found: list[int] | None = memo.get(("independents", side))
    if found is None:
        at = position.state.at
        found = [b for b in position.rules.white_bands[side] if at[b]]
        for division in position.rules.roster.divisions:
            if division.side == side:
                here = [b for b in division.brigades if at[b]]
                if len(here) == 1:
                    found += here
        found.sort()
        memo["independents", side] = found
    return found


def is_mounted(position: SecondBullRun, brigade: int) -> bool:
    """Cavalry on its mounted side."""
    return position.rules.roster.is_cavalry[brigade] and not position.state.dismounted >> brigade & 1


def zones_of_cohesion(position: SecondBullRun, brigade: int) -> list[PlaceSet]:
    """For each zone those near enough to it for this brigade: 2 zones, or 3 when mounted."""
    rules = position.rules
    if rules.roster.is_cavalry[brigade] and not position.state.dismounted >> brigade & 1:
        return rules.near_mounted
    return rules.near_on_foot


def mates(position: SecondBullRun, brigade: int) -> list[int]:
    """The other brigades of a division on the map."""
    roster, at = position.rules.roster, position.state.at
    division = roster.division[brigade]
    if division == NONE:
        return []
    return [b for b in roster.divisions[division].brigades if b != brigade and at[b]]


def near_zones(position: SecondBullRun, brigade: int) -> PlaceSet:
    """The zones where another brigade of its division is near enough for a brigade."""
    return zones_of_cohesion(position, brigade)[position.state.at[brigade]]


def held_together(position: SecondBullRun, bound: int) -> int:
    """Those of the bound brigades, as a bit set, that must end near another: on the map and not routed."""
    return bound & ~position.state.routed


def company(position: SecondBullRun, brigade: int) -> dict[int, int]:
    """For each brigade of the same division on the map those, as a bit set, who are near it."""
    memo = ground(position).memo
    division, dismounted = position.rules.roster.division[brigade], position.state.dismounted
    key = ("company", division, dismounted)
    found: dict[int, int] | None = memo.get(key)
    if found is None:
        at, found = position.state.at, {}
        members = present(position, division)
        for member in members:
            near, others = near_zones(position, member), 0
            for other in members:
                if near >> at[other] & 1:
                    others |= 1 << other
            found[member] = others & ~(1 << member)
        memo[key] = found
    return found


def alone_among(position: SecondBullRun, brigades: list[int], bound: int) -> list[int]:
    """The bound ones of these brigades of one division that have no other of them near."""
    held = held_together(position, bound)
    if not brigades or not held:
        return []
    near, among = company(position, brigades[0]), set_of(brigades)
    return [brigade for brigade in brigades if held >> brigade & 1 and not near[brigade] & among]


def loose_brigades(position: SecondBullRun, division: int, bound: int) -> list[int]:
    """The bound brigades of a division that have no other near them now."""
    return alone_among(position, present(position, division), bound)


def needed_by(position: SecondBullRun, brigades: list[int], bound: int) -> PlaceSet:
    """The zones from which one more brigade is near every bound one of these that has no other near."""
    zones = -1
    for brigade in alone_among(position, brigades, bound):
        zones &= near_zones(position, brigade)
    return zones


def is_bound(position: SecondBullRun, brigade: int) -> bool:
    """Whether a brigade is near another of its division, and so must end near one."""
    near = near_zones(position, brigade)
    return any(near >> position.state.at[mate] & 1 for mate in mates(position, brigade))


@enforces("9.1.3")
def isolated_brigades(position: SecondBullRun, division: int, commander: int) -> int:
    """The brigades (as a bit set) apart from the main group of their division. Brigades within 2 zones of
    one another (3 when one is mounted) are one group; the group nearest to the corps commander is the main
    one, the greater of two as near. A brigade on its own is no group; where all stand alone all are isolated,
    or all but the one nearest to the commander, as the players have agreed."""
    members = present(position, division)
    groups: list[list[int]] = []
    at = position.state.at
    for brigade in members:
        within = near_zones(position, brigade)
        joined = [brigade]
        apart = []
        for group in groups:
            near = any(
                within >> at[other] & 1 or near_zones(position, other) >> at[brigade] & 1 for other in group
            )
            if near:
                joined += group
            else:
                apart.append(group)
        groups = [*apart, joined]
    if len(groups) < 2:
        return 0
    together = [group for group in groups if len(group) > 1]
    if not together and position.rules.has("lone-brigades", "isolated"):
        return sum(1 << brigade for brigade in members)
    groups = together or groups
    zones = [at[b] for group in groups for b in group]
    nearest = nearest_zones(position, commander, zones) if at[commander] else 0

    def rank(group: list[int]) -> tuple[bool, int, int]:
        return (not any(nearest >> at[b] & 1 for b in group), -len(group), min(group))

    main = min(groups, key=rank)
    isolated = 0
    for brigade in members:
        if brigade not in main:
            isolated |= 1 << brigade
    return isolated


def nearest_zones(position: SecondBullRun, commander: int, zones: list[PlaceId]) -> PlaceSet:
    """Those of the zones that are nearest to a commander in movement points; none that he cannot reach."""
    enemy = ground(position).held[1 - position.rules.roster.side[commander]]
    return position.rules.quiet.nearest_of(position.state.at[commander], set_of(zones), FAR, enemy)


@enforces("9.2.1")
def in_command(position: SecondBullRun, brigades: list[int], commander: int) -> bool:
    """Whether at least one of these brigades, none of them isolated, is within a commander's range."""
    at = position.state.at
    return any(is_in_range(position, commander, at[brigade]) for brigade in brigades)


# --- the test -------------------------------------------------------------------------------------


@enforces("9.2.2")
def command_test_modifiers(position: SecondBullRun, brigades: list[int]) -> list[tuple[str, int, str]]:
    """What changes the die of a command test: (words, modifier, rule)."""
    roster = position.rules.roster
    table = position.rules.tables["command_test"]
    at = position.state.at
    found = []
    if brigades and all(roster.is_cavalry[brigade] for brigade in brigades):
        found.append(("cavalry", table["cavalry"], "9.2.2"))
    if any(in_contact(position, at[brigade], roster.side[brigade]) for brigade in brigades):
        found.append(("in contact with the enemy", table["in_contact"], "9.2.2"))
    return found


def ask_test(position: SecondBullRun, frame: Frame) -> Decision:
    """A division or an independent brigade out of range rolls; `frame[1]` is its id."""
    return die("Command test", "9.2.2", unit=frame[1])


def answer_test(position: SecondBullRun, frame: Frame, action: Action) -> None:
    """A unit that passes goes on to the frame that was waiting; one that fails counts as activated."""
    _, unit, brigades, following = frame
    rolled = int(action[1])
    total = rolled + sum(modifier for _, modifier, _ in command_test_modifiers(position, list(brigades)))
    passed = total <= position.rules.tables["command_test"]["succeeds_at"]
    position.emit("command_test", "9.2.2", unit=unit, die=rolled, total=total, passed=passed)
    if passed:
        position.goto(*following)
    else:
        position.end()


PROCEDURES = {"command_test": Procedure(ask_test, answer_test)}

EVENTS = (
    Kind(
        "command_test",
        "Command test of {unit}: {die}, in all {total}: {passed}.",
        {"unit": UNIT, "die": DIE, "total": NUMBER, "passed": WORDS},
    ),
)
