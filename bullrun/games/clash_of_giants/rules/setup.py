"""B3.1, G3.1, B9.3 Setting up: units in the hexes of the list, or near a site that the owner chooses; either
side may agree to stand where the army was that morning."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.events import Join
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, PIECE, PLACE, WORD, WORDS, Kind, Verb
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash, SetUp
from bullrun.games.clash_of_giants.rules.ground import held_by, may_stack, name, put, stack, wait_in
from bullrun.games.clash_of_giants.rules.state import NOBODY, TO_SET_UP, ClashState
from bullrun.games.sides import SIDES

SETTING = ("union-setup", "confederate-setup")
SITE_RULES = {
    "taliaferro": "B3.1.1.taliaferro",
    "ewell": "B3.1.1.ewell",
    "light": "B3.1.1.light",
    "stuart": "B3.1.1.fitz",
}


@enforces("B9.2")
def prepare(rules: Battlefield) -> Clash:
    """A fresh game: the table as it is before anybody has set up."""
    state = ClashState(len(rules.pieces))
    position = Clash(rules, state)
    state.turn = rules.first_turn
    state.sites = (0,) * len(rules.setups)
    state.control = (NOBODY,) * len(rules.victory_hexes)
    state.due = tuple(0 if group.bought else group.turn for group in rules.groups)
    for unit in range(rules.roster.unit_count):
        state.steps[unit] = rules.roster.steps[unit]
    for entry in rules.setups:
        for unit in entry.units:
            state.box[unit] = TO_SET_UP
            if entry.reduced >> unit & 1:
                state.steps[unit] -= 1
    state.frames = [("set_up", 0)]
    return position


@enforces("B3.1.1.first", "B9.3.csa", "G3.1.1", "G3.1.2")
def ask_set_up(position: Clash, frame: Frame) -> Decision | None:
    """One side after the other, in the order of the battle; then the first turn begins."""
    rules = position.rules
    order = rules.data["setup_order"]
    if frame[1] == len(order):
        hold_victory_hexes(position)
        position.goto("turn", 0)
        return None
    side = SIDES.index(order[frame[1]])
    position.goto("set_up", frame[1] + 1)
    position.call("choose_sites", side)
    return None


# --- sites


@enforces("B3.1.1.taliaferro", "B3.1.1.ewell", "B3.1.1.light", "B3.1.1.fitz")
def ask_sites(position: Clash, frame: Frame) -> Decision | None:
    """Each formation of a side chooses its site; whoever has only one, or a hex for each unit, has no
    choice."""
    rules, state = position.rules, position.state
    side: int = frame[1]
    for number, entry in enumerate(rules.setups):
        if entry.side != side or state.sites[number] or not entry.sites:
            continue
        if _stands_ready(rules, entry) or len(entry.sites) == 1:
            _choose(position, number, _only_site(rules, entry))
            continue
        formation = rules.roster.formations[entry.formation]
        return Decision(
            SIDES[side],
            f"Where does {formation.name} set up?",
            [("site", formation.id, name(position, site)) for site in entry.sites],
            SITE_RULES.get(formation.id, "B3.1.1.three"),
        )
    _place_the_given(position, side)
    position.goto("place_units", side)
    return None


def answer_sites(position: Clash, frame: Frame, action: Action) -> None:
    """The whole formation stands near this site."""
    rules = position.rules
    formation = rules.roster.formation_index(action[1])
    number = next(
        n
        for n, entry in enumerate(rules.setups)
        if entry.formation == formation and not position.state.sites[n]
    )
    _choose(position, number, rules.board.place(action[2]))


def _choose(position: Clash, number: int, site: PlaceId) -> None:
    state, entry = position.state, position.rules.setups[number]
    state.sites = (*state.sites[:number], site, *state.sites[number + 1 :])
    if len(entry.sites) > 1:
        formation = position.rules.roster.formations[entry.formation]
        rule = SITE_RULES.get(formation.id, "B3.1.1.three")
        position.emit("site", rule, formation=formation.name, at=name(position, site))


def _stands_ready(rules: Battlefield, entry: SetUp) -> bool:
    """Whether the players agreed that a side stands where it was that morning."""
    return bool(entry.ready) and rules.has(SETTING[entry.side], "historical")


def _only_site(rules: Battlefield, entry: SetUp) -> PlaceId:
    """The site nearest to all the ready hexes; the one site where there is only one."""
    if len(entry.sites) == 1:
        return entry.sites[0]
    distance = rules.board.distance
    return min(entry.sites, key=lambda site: (sum(distance(site, at) for at in entry.ready.values()), site))


@enforces("B3.1.2.e", "B9.3.csa", "B3.1.1.three")
def _place_the_given(position: Clash, side: int) -> None:
    """Units with a hex of their own, those that stand ready, and Hooker if Ewell has taken his place."""
    rules, state = position.rules, position.state
    for entry in rules.setups:
        if entry.side != side:
            continue
        formation, site, letter = entry.instead
        taken = any(
            other.formation == formation and state.sites[number] == site
            for number, other in enumerate(rules.setups)
        )
        if letter and taken:
            place = rules.entries[letter][0]
            for unit in entry.units:
                wait_in(position, unit, place)
                state.arrival[unit] = state.turn
                _tell(position, unit, "B3.1.2.e")
            continue
        hexes = entry.ready if _stands_ready(rules, entry) else entry.at
        for unit, place in hexes.items():
            put(position, unit, place)
            _tell(position, unit, _rule(rules, entry))


def _tell(position: Clash, unit: int, rule: str) -> None:
    at = name(position, position.state.at[unit])
    position.emit("set_up", rule, piece=position.rules.roster.ids[unit], at=at)


# --- units


def _rule(rules: Battlefield, entry: SetUp) -> str:
    """Where an entry of the list comes from."""
    if rules.battle == "gettysburg":
        return "G3.1.1" if entry.side == 0 else "G3.1.2"
    if "like" in rules.data:
        return "B9.3.usa" if entry.side == 0 else "B9.3.csa"
    return "B3.1.2.else" if entry.side == 0 else "B3.1.1.three"


@enforces("B3.1.1.three", "B3.1.1.hex", "B3.1.2.else", "B9.3.usa")
def area(position: Clash, number: int, unit: int) -> PlaceSet:
    """Where a unit of an entry may be set up: within a number of hexes of the site, over the river too;
    never in an entry hex or on an enemy, cavalry in woods only on a road and never in Devil's Den;
    within stacking."""
    rules = position.rules
    entry = rules.setups[number]
    found = rules.board.within(position.state.sites[number], entry.within)
    found &= ~rules.entry_hexes & ~held_by(position, 1 - entry.side)
    if rules.roster.cavalry >> unit & 1:
        for place in places_in(found & (rules.woods | rules.rocks)):
            if rules.rocks >> place & 1 or not rules.roads[place]:
                found &= ~(1 << place)
    for place in places_in(found & held_by(position, entry.side)):
        if not may_stack(position, unit, place):
            found &= ~(1 << place)
    return found


def ask_units(position: Clash, frame: Frame) -> Decision | None:
    """The owner puts his units down one by one, in any order."""
    rules, state = position.rules, position.state
    side: int = frame[1]
    board, names = rules.board, rules.roster.ids
    groups: list[tuple[Action, PlaceSet]] = [
        (("place", names[unit]), area(position, number, unit))
        for number, entry in enumerate(rules.setups)
        if entry.side == side
        for unit in entry.units
        if state.box[unit] == TO_SET_UP
    ]
    if not groups:
        position.end()
        return None
    rule = _rule(rules, next(entry for entry in rules.setups if entry.side == side))
    return Decision(
        SIDES[side], "Which unit is set up, and where?", SetOptions(board.names, board.find, groups), rule
    )


def answer_units(position: Clash, frame: Frame, action: Action) -> None:
    """The unit stands there."""
    rules = position.rules
    unit = rules.roster.number[action[1]]
    put(position, unit, rules.board.place(action[2]))
    entry = next(entry for entry in rules.setups if unit in entry.units)
    _tell(position, unit, _rule(rules, entry))


# --- what the table shows then


@enforces("B4.2.1", "B9.4.vp", "G4.2.1")
def hold_victory_hexes(position: Clash) -> None:
    """Who holds each victory hex and what is scored before the first turn: as the scenario says, or whoever
    stands in the hex itself, cavalry too; otherwise nobody."""
    rules, state = position.rules, position.state
    start = rules.data["start"]
    control = []
    for place in rules.victory_hexes:
        holder = start["control"][rules.board.names[place]]
        units = stack(position, place)
        if holder == "occupied":
            control.append(rules.roster.side[units[0]] if units else NOBODY)
        else:
            control.append(SIDES.index(holder))
    state.control = tuple(control)
    state.casualties = (start["points"]["union"], start["points"]["confederate"])


# --- why not


def why_not_site(position: Clash, action: Action) -> Refusal | None:
    """Why a formation cannot take that site."""
    rules = position.rules
    if len(action) != 3 or action[1] not in rules.roster.formation_ids or rules.board.find(action[2]) is None:
        return Refusal("B3.1.1.three", "Say which formation sets up where: site FORMATION HEX.")
    formation = rules.roster.formation_index(action[1])
    for number, entry in enumerate(rules.setups):
        if entry.formation != formation or len(entry.sites) < 2:
            continue
        rule = SITE_RULES.get(action[1], "B3.1.1.three")
        if position.state.sites[number]:
            return Refusal(rule, f"{entry.title} has chosen its site; a formation has one only.")
        names = " or ".join(name(position, site) for site in entry.sites)
        return Refusal(rule, f"{entry.title} sets up at {names}, and it is not its turn yet or no such site.")
    return Refusal("B3.1.1.three", f"{action[1]} has no choice of sites.")


def why_not_place(position: Clash, action: Action) -> Refusal | None:
    """Why a unit cannot be set up there."""
    rules, state = position.rules, position.state
    roster, board = rules.roster, rules.board
    if len(action) != 3 or action[1] not in roster.number or board.find(action[2]) is None:
        return Refusal("B3.1.1.three", "Say which unit is set up where: place UNIT HEX.")
    unit, place = roster.number[action[1]], board.place(action[2])
    number = next((n for n, entry in enumerate(rules.setups) if unit in entry.units), None)
    if number is None:
        return Refusal("9.1.place", f"{action[1]} is not set up; it arrives later, if at all.")
    entry, here = rules.setups[number], action[2]
    rule = _rule(rules, entry)
    if state.box[unit] != TO_SET_UP:
        return Refusal(rule, f"{action[1]} has been set up.")
    if not state.sites[number]:
        return Refusal(rule, f"{entry.title} must choose its site first.")
    site = state.sites[number]
    distance = board.distance(site, place)
    if distance > entry.within:
        near = f"within {entry.within} of {name(position, site)}"
        return Refusal(rule, f"{here} is {distance} hexes away; {entry.title} sets up {near}.")
    if rules.entry_hexes >> place & 1:
        return Refusal("B3.1.1.hex", f"{here} is an entry hex.")
    if held_by(position, 1 - entry.side) >> place & 1:
        return Refusal("11.2", f"An enemy stands in {here}.")
    if roster.cavalry >> unit & 1 and (rules.woods | rules.rocks) >> place & 1 and not rules.roads[place]:
        return Refusal("B3.1.1.hex", f"Cavalry is not set up in {here}: no road leads into it.")
    if not may_stack(position, unit, place):
        rule = "7.1.two" if len(stack(position, place)) > 1 else "7.1.division"
        return Refusal(rule, f"{action[1]} cannot stand with the units in {here}.")
    return None


PROCEDURES = {
    "set_up": Procedure(ask_set_up),
    "choose_sites": Procedure(ask_sites, answer_sites),
    "place_units": Procedure(ask_units, answer_units),
}
VERBS = (
    Verb("site", CHOOSE, (WORD, PLACE), "Set {0} up at {1}", "B3.1.1.three", "set-up"),
    Verb("place", CHOOSE, (PIECE, PLACE), "Place {0} in {1}", "B3.1.1.three", "set-up"),
)
EVENTS = (
    Kind("site", "{formation} sets up at {at}.", {"formation": WORDS, "at": PLACE}),
    Kind(
        "set_up",
        "{piece} is set up in {at}.",
        {"piece": PIECE, "at": PLACE},
        join=Join(("piece", "at"), "{piece} are set up in {at}."),
    ),
)
WHY_NOT = {"site": why_not_site, "place": why_not_place}
