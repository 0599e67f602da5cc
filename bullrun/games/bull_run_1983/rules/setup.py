"""1. Setting up: the Confederates first, with the terrain markers (11.1-11.3), then the Union along its
march routes. Either side may take the ready historical positions instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.events import Join
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.memory import Memory
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, END, PIECE, PIECES, PLACE, SIDE, WORD, WORDS, Kind, Verb
from bullrun.games.bull_run_1983.rules import brigades, reinforcements
from bullrun.games.bull_run_1983.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1983.rules.ground import ground, ids, name, place_of, points_in, put
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BATTLE, BRIGADE, MOBILE
from bullrun.games.bull_run_1983.rules.state import DUE, FORMED, SETUP, WAITING, BullRunState
from bullrun.games.sides import CONFEDERATE, SIDES, UNION

FACES = {"mobile": MOBILE, "battle": BATTLE}
SIDE_RULES = {CONFEDERATE: "1.2", UNION: "1.3"}
"""Where a side sets up, whichever entry of its card a piece belongs to."""


class SetupGroup(NamedTuple):
    """Pieces of one entry of the order-of-battle card."""

    title: str
    side: int
    rule: str
    area: PlaceSet
    """Where they may stand; 0 for march routes, which depend on the enemy."""
    ends: tuple[PlaceId, ...]
    """Where their march routes may end."""
    fixed: bool
    """In one named hex (1.21)."""
    frozen: bool
    pieces: tuple[int, ...]


# --- what the scenario says ---------------------------------------------------------------------------


@enforces("1.1")
def groups(rules: Battlefield) -> list[SetupGroup]:
    """The entries of both cards, in the order of the scenario file."""
    found: list[SetupGroup] | None = rules.memo.get("set-up groups")
    if found is None:
        found = rules.memo["set-up groups"] = [_read_group(rules, entry) for entry in rules.data["setup"]]
    return found


@enforces("1.12", "1.21", "1.22", "1.23")
def _read_group(rules: Battlefield, entry: Mapping[str, Any]) -> SetupGroup:
    """`in` a hex: that hex; `behind` a ford: within four hexes on the Confederate bank; `at` a ford or
    bridge: within three on either bank; never in the water."""
    board = rules.board
    where = entry["where"]
    area = 0
    for place in entry.get("places", ()):
        area |= board.within(board.place(place), entry["within"])
    if where == "behind":
        area &= board.regions["confederate_bank"]
    side = SIDES.index(entry["side"])
    fog = side == UNION and rules.has("fog-of-war")
    return SetupGroup(
        entry["title"],
        side,
        {"in": "1.21", "behind": "1.22", "at": "1.23", "march-route": "1.3"}[where],
        area & dry_land(rules),
        tuple(board.place(end) for end in entry.get("ends", ())),
        where == "in",
        entry.get("frozen", False) or fog,
        tuple(rules.roster.number[piece] for piece in entry["pieces"]),
    )


def dry_land(rules: Battlefield) -> PlaceSet:
    """Hexes where a piece or ABATIS may start: no river, ford or bridge, TRESTLE or not (1.12)."""
    wet = rules.rivers(0) | rules.fords | rules.bridges(1)
    return rules.board.all & ~wet


def group_of(rules: Battlefield) -> dict[int, SetupGroup]:
    """Piece -> its entry on the card."""
    found: dict[int, SetupGroup] | None = rules.memo.get("set-up group of")
    if found is None:
        found = {piece: group for group in groups(rules) for piece in group.pieces}
        rules.memo["set-up group of"] = found
    return found


# --- march routes -------------------------------------------------------------------------------------


@enforces("1.32")
def kept_away(position: BullRun) -> PlaceSet:
    """Hexes within recon range of a Confederate leader or unit; markers do not count."""
    on = ground(position)
    near = on.units[CONFEDERATE] | on.leaders[CONFEDERATE]
    for _ in range(position.rules.tables["range"]["march_route_from_enemy"] - 1):
        near = position.rules.board.spread(near)
    return near


@enforces("1.31", "1.33")
def march_routes(position: BullRun, ends: tuple[PlaceId, ...], avoid: PlaceSet, north: bool) -> PlaceSet:
    """The road hexes from which a march route leads to one of the ends: along roads and railroads, not
    through fords, out of the hexes to avoid. `north` joins R1 and DD1 beyond the map."""
    rules = position.rules
    board = rules.board
    closed = avoid | rules.fords | rules.rivers(position.state.trestle)
    known: Memory[Any, PlaceSet] = rules.memo.setdefault("march routes", Memory(64))
    found = known.get((closed, ends, north))
    if found is not None:
        return found
    roads = [board.borders.across(kind) for kind in reinforcements.ROADS]
    link = board.set_named(("R1", "DD1")) if north else 0
    seen = front = set_of(ends) & ~closed
    while front:
        reached = 0
        for place in places_in(front):
            for road in roads:
                reached |= road[place]
        if front & link:
            reached |= link
        front = reached & ~closed & ~seen
        seen |= front
    known[closed, ends, north] = seen
    return seen


@enforces("1.3", "O4.1u")
def march_area(position: BullRun, group: SetupGroup) -> PlaceSet:
    """Where pieces of a Union entry may stand: on or next to a road hex of their march routes, on the Union
    bank, out of the enemy's recon range."""
    rules = position.rules
    avoid = kept_away(position)
    by_r1 = rules.board.place("R1") in group.ends
    routes = march_routes(position, group.ends, avoid, by_r1)
    return rules.board.spread(routes) & rules.board.regions["union_bank"] & dry_land(rules) & ~avoid


@enforces("O3")
def marched_by_r1(position: BullRun, piece: int) -> bool:
    """Whether a Union piece's march route must have gone to R1: no road on the map leads it to Centreville
    or, for the 3rd Division, to CCC35. With a choice of routes its owner would take the shorter."""
    rules = position.rules
    group = group_of(rules)[piece]
    r1 = rules.board.place("R1")
    if r1 not in group.ends:
        return False
    others = tuple(end for end in group.ends if end != r1)
    routes = march_routes(position, others, kept_away(position), north=False)
    return not rules.board.spread(routes) >> place_of(position, piece) & 1


# --- the procedure ------------------------------------------------------------------------------------


@enforces("1.13", "4.8", "O4")
def prepare(rules: Battlefield) -> BullRun:
    """The table before set-up: everything on its card, reinforcements set aside, all as the scenario (the
    21st or, a day early, the 20th) has it."""
    state = BullRunState(len(rules.roster.ids))
    for group in groups(rules):
        for piece in group.pieces:
            state.box[piece] = WAITING
            if group.frozen:
                state.frozen |= 1 << piece
    for arriving in reinforcements.groups(rules):
        for piece in arriving.pieces:
            state.box[piece] = DUE
    state.turn = rules.track.index(rules.data["first_turn"])
    state.phase = SETUP
    state.side = CONFEDERATE
    state.frames = [("sequence", 0), ("setup", 0)]
    return BullRun(rules, state)


@enforces("1.2", "1.34")
def ask_setup(position: BullRun, frame: Frame) -> Decision | None:
    """One side after the other. Frame: (setup, step). Every piece is placed by itself, so commands may be
    split."""
    state, rules = position.state, position.rules
    step: int = frame[1]
    position.goto("setup", step + 1)
    if step == 0:
        _put_fixed(position)
        if rules.has("confederate-setup", "historical"):
            _set_markers(position)
            _set_historically(position, CONFEDERATE)
        else:
            for later_first in ("place", "form at start", "trestle", "abatis"):
                position.call(later_first)
    elif step == 1:
        state.side = UNION
        if not (rules.has("union-setup", "historical") and _set_historically(position, UNION)):
            position.call("place")
            position.call("form at start")
    elif step == 2:
        _remember_routes(position)
        if rules.has("fog-of-war"):
            position.call("dummies")
    else:
        state.changed = 0
        position.end()
    return None


def _remember_routes(position: BullRun) -> None:
    """Who came by R1, and where only the 3rd Division could come from: known to all who watched."""
    state, rules = position.state, position.rules
    areas = []
    for group in groups(rules):
        if group.side == UNION:
            areas.append(march_area(position, group))
            for piece in group.pieces:
                if marched_by_r1(position, piece):
                    state.from_r1 |= 1 << piece
    common = areas[0]
    for area in areas:
        common &= area
    for area in areas:
        state.third_only |= area & ~common


def _put_fixed(position: BullRun) -> None:
    """Pieces in a named hex have no choice, and nobody else may take their room (1.21)."""
    for group in groups(position.rules):
        if group.fixed and group.side == CONFEDERATE:
            for piece in group.pieces:
                _place(position, piece, next(places_in(group.area)))


def _place(position: BullRun, piece: int, place: PlaceId, face: int = MOBILE) -> None:
    roster = position.rules.roster
    put(position, piece, place)
    position.state.face[piece] = face
    position.emit_veiled(
        "placed",
        entry_of(position, piece).rule,
        SIDE_RULES[roster.side[piece]],
        piece=roster.ids[piece],
        at=name(position, place),
        side=SIDES[roster.side[piece]],
    )


# --- ready positions ------------------------------------------------------------------------------


def _set_markers(position: BullRun) -> None:
    data = position.rules.data["historical"]["confederate"]
    for place in data["abatis"]:
        _fell_trees(position, position.rules.board.place(place))
    _settle_trestle(position, data["trestle"])


def _set_historically(position: BullRun, side: int) -> bool:
    """Put every piece where it stood. What the enemy's own set-up makes impossible there is left to be
    placed by hand; True when nothing is left."""
    rules, state = position.rules, position.state
    number = rules.roster.number
    data = rules.data["historical"][SIDES[side]]
    battle = {number[piece] for piece in data["battle"]}
    for piece_id, place_name in data["places"].items():
        piece, place = number[piece_id], rules.board.place(place_name)
        if state.box[piece] == WAITING and area_of(position, piece) >> place & 1:
            put(position, piece, place)
        if state.at[piece] and piece in battle:
            state.face[piece] = BATTLE
    position.emit("set_up_historically", "1.1", side=SIDES[side], title=data["title"])
    log, position.log = position.log, None  # which face-down pieces form is nobody's business
    for brigade, units in data["formed"].items():
        action = ("form", brigade, *sorted(units, key=number.__getitem__))
        if action in brigades.form_options(position, side):
            brigades.form(position, action)
    position.log = log
    return not any(state.box[p] == WAITING for p in places_in(rules.roster.of_side[side]))


# --- placing by hand ------------------------------------------------------------------------------


def entry_of(position: BullRun, piece: int) -> SetupGroup:
    """A piece's entry on the card; a brigade piece sets up in place of its parts (1.14)."""
    roster = position.rules.roster
    if roster.kind[piece] == BRIGADE:
        piece = roster.brigade_leader[roster.brigade[piece]]
    return group_of(position.rules)[piece]


@enforces("1.11")
def area_of(position: BullRun, piece: int) -> PlaceSet:
    """Where a piece may be placed now: its card's area without the hexes that 12 defense points fill, and
    without those that brigade pieces still to be placed need."""
    group = entry_of(position, piece)
    area = march_area(position, group) if group.ends else group.area
    return _free_of(position, piece, area, _kept_free(position))


def _free_of(position: BullRun, piece: int, area: PlaceSet, kept: PlaceSet) -> PlaceSet:
    rules, state = position.rules, position.state
    if rules.roster.kind[piece] == BRIGADE:
        area &= ~rules.no_brigades(state.abatis, state.trestle)
    elif rules.roster.defense[piece]:
        area &= ~kept
    return area & ~_full(position, rules.roster.defense[piece])


def _full(position: BullRun, points: int) -> PlaceSet:
    """Hexes without room for this many defense points more."""
    if not points:
        return 0
    on = ground(position)
    key = f"full for {points}"
    full: PlaceSet | None = on.memo.get(key)
    if full is None:
        full = 0
        for place, held in on.points.items():
            if held + points > position.rules.stack_limit(place):
                full |= 1 << place
        on.memo[key] = full
    return full


def _kept_free(position: BullRun) -> PlaceSet:
    """Hexes that other units must leave to brigade pieces still to be placed.

    While every such piece has more hexes with room than there are such pieces, nothing need be kept. So
    all of them can always be placed; and single units always find room, because no area is so small that
    the whole side could fill it. No order of placing runs into a dead end."""
    state, rules = position.state, position.rules
    roster = rules.roster
    waiting = [
        piece
        for code, _ in brigades.leaders_of(roster)[state.side]
        if state.box[piece := roster.brigade_piece[code]] == WAITING
    ]
    kept = 0
    for piece in waiting:
        group = entry_of(position, piece)
        area = march_area(position, group) if group.ends else group.area
        room = _free_of(position, piece, area, 0)
        if room.bit_count() <= len(waiting):
            kept |= room
    return kept


def ask_place(position: BullRun, frame: Frame) -> Decision | None:
    """Ask for the next piece and its hex; a battery also for the piece it shows."""
    state, rules = position.state, position.rules
    roster, board = rules.roster, rules.board
    groups_of_options: list[tuple[Action, PlaceSet]] = []
    kept = _kept_free(position)
    areas = {
        group.title: march_area(position, group) if group.ends else group.area
        for group in groups(rules)
        if group.side == state.side
    }
    for piece in places_in(roster.of_side[state.side]):
        if state.box[piece] != WAITING:
            continue
        area = _free_of(position, piece, areas[entry_of(position, piece).title], kept)
        if roster.kind[piece] == BATTERY:
            for face in FACES:
                groups_of_options.append((("place", roster.ids[piece], face), area))
        else:
            groups_of_options.append((("place", roster.ids[piece]), area))
    if not groups_of_options:
        position.end()
        return None
    return Decision(
        SIDES[state.side],
        "Which piece do you place, and where?",
        SetOptions(board.names, board.find, groups_of_options),
        SIDE_RULES[state.side],
    )


def answer_place(position: BullRun, frame: Frame, action: Action) -> None:
    """Place one piece."""
    piece = position.rules.roster.number[action[1]]
    face = FACES[action[2]] if len(action) == 4 else MOBILE
    _place(position, piece, position.rules.board.place(action[-1]), face)


@enforces("1.24", "11.3", "11.4")
def ask_abatis(position: BullRun, frame: Frame) -> Decision | None:
    """Four ABATIS in four hexes near the Stone Bridge or Farm Ford; no other rule ever moves one."""
    rules, state = position.rules, position.state
    markers = rules.data["markers"]
    if state.abatis.bit_count() == len(markers["abatis"]):
        position.end()
        return None
    board = rules.board
    area = 0
    for near in markers["abatis_near"]:
        area |= board.within(board.place(near), markers["abatis_within"])
    free = area & dry_land(rules) & ~state.abatis
    options = SetOptions(board.names, board.find, [(("abatis",), free)])
    return Decision(SIDES[CONFEDERATE], "Where do you put the next ABATIS?", options, "11.3")


def answer_abatis(position: BullRun, frame: Frame, action: Action) -> None:
    """Put one ABATIS."""
    _fell_trees(position, position.rules.board.place(action[1]))


def _fell_trees(position: BullRun, place: PlaceId) -> None:
    position.state.abatis |= 1 << place
    position.emit("abatis_placed", "11.3", at=name(position, place))


@enforces("1.25", "11.1")
def ask_trestle(position: BullRun, frame: Frame) -> Decision | None:
    """The TRESTLE stands for the whole game or not at all."""
    return Decision(
        SIDES[CONFEDERATE],
        "Does the TRESTLE in UU28 stand, or is it destroyed?",
        [("trestle", "stands"), ("trestle", "destroyed")],
        "11.1",
    )


def answer_trestle(position: BullRun, frame: Frame, action: Action) -> None:
    """Set it or leave it out."""
    _settle_trestle(position, action[1] == "stands")
    position.end()


def _settle_trestle(position: BullRun, stands: bool) -> None:
    position.state.trestle = int(stands)
    site = next(places_in(position.rules.trestle_site))
    position.emit("trestle_stands" if stands else "trestle_destroyed", "11.1", at=name(position, site))


@enforces("1.14")
def ask_form(position: BullRun, frame: Frame) -> Decision | None:
    """Before placing: which brigade pieces set up in place of their parts, and which piece a battery shows
    that has no choice of hex. Chosen beforehand, it does not tell the enemy where they lie face down."""
    state, roster = position.state, position.rules.roster
    options: list[Action] = [*_waiting_forms(position), *brigades.form_options(position, state.side)]
    for group in groups(position.rules):
        if group.fixed and group.side == state.side:
            options += [
                ("change", roster.ids[piece])
                for piece in group.pieces
                if roster.kind[piece] == BATTERY and not state.changed >> piece & 1
            ]
    return Decision(
        SIDES[state.side], "Which brigades are formed at the start?", [*options, ("done",)], "1.14"
    )


def _waiting_forms(position: BullRun) -> list[Action]:
    """The brigades whose leader and infantry all wait to be placed."""
    roster, box = position.rules.roster, position.state.box
    options: list[Action] = []
    for code, leader in brigades.leaders_of(roster)[position.state.side]:
        if box[leader] == WAITING:
            entry = group_of(position.rules)[leader]
            units = tuple(
                unit
                for unit in roster.brigade_infantry[code]
                if box[unit] == WAITING and group_of(position.rules)[unit] == entry
            )
            options += brigades.forms(roster, roster.brigade_piece[code], units)
    return options


def _form_waiting(position: BullRun, action: Action) -> None:
    state, roster = position.state, position.rules.roster
    brigade, *units = (roster.number[piece] for piece in action[1:])
    leader = roster.brigade_leader[roster.brigade[brigade]]
    for part in (leader, *units):
        state.box[part], state.holder[part] = FORMED, brigade
    state.box[brigade] = WAITING
    state.frozen |= (state.frozen >> leader & 1) << brigade
    parts = ids(position, (leader, *units))
    position.emit_to((SIDES[state.side],), "formed_for_set_up", "1.14", piece=action[1], parts=parts)


def answer_form(position: BullRun, frame: Frame, action: Action) -> None:
    """Form one brigade, turn one battery, or go on to placing."""
    state = position.state
    if action[0] == "form":
        if state.box[position.rules.roster.number[action[2]]] == WAITING:
            _form_waiting(position, action)
        else:
            brigades.form(position, action)
    elif action[0] == "change":
        piece = position.rules.roster.number[action[1]]
        state.face[piece] = 1 - state.face[piece]
        state.changed |= 1 << piece
        shows = "battle" if state.face[piece] == BATTLE else "mobile"
        position.emit("set_up_face", "1.14", piece=action[1], face=shows)
    else:
        position.end()


# --- why not --------------------------------------------------------------------------------------


def why_not_place(position: BullRun, action: Action) -> Refusal | None:
    """Why a piece cannot be placed in a hex."""
    rules, state = position.rules, position.state
    roster, board = rules.roster, rules.board
    if len(action) < 3 or action[1] not in roster.number or board.find(action[-1]) is None:
        return Refusal(
            "1.1", "Placing names a piece and a hex: place PIECE HEX, batteries place PIECE FACE HEX."
        )
    piece, place = roster.number[action[1]], board.place(action[-1])
    facts = {"piece": action[1], "at": action[-1]}
    if state.box[piece] != WAITING:
        return Refusal("1.13" if state.box[piece] == DUE else "1.1", "It is not waiting to be placed.", facts)
    group = entry_of(position, piece)
    if roster.kind[piece] == BATTERY and (len(action) != 4 or action[2] not in FACES):
        return Refusal("1.14", "A battery is placed with its mobile or its battle piece.", facts)
    if not dry_land(rules) >> place & 1:
        return Refusal("1.12", "Nothing starts on a river, ford or bridge hex.", facts)
    if group.ends:
        return _why_no_march(position, group, piece, place, facts)
    if not group.area >> place & 1:
        says = {
            "1.22": "It must stand within four hexes of its ford, on the Confederate bank.",
            "1.23": "It must stand within three hexes of its ford or bridge.",
            "1.21": "It must stand in its hex.",
        }[group.rule]
        return Refusal(group.rule, says, facts | {"group": group.title})
    return _why_full(position, piece, place, facts)


def _why_no_march(
    position: BullRun, group: SetupGroup, piece: int, place: PlaceId, facts: dict[str, Any]
) -> Refusal | None:
    board = position.rules.board
    if not board.regions["union_bank"] >> place & 1:
        return Refusal("1.3", "Union pieces start on the Union bank of Bull Run.", facts)
    if kept_away(position) >> place & 1:
        return Refusal("1.32", "A Confederate piece is within four hexes.", facts)
    if not march_area(position, group) >> place & 1:
        return Refusal("1.3", "No march route leads there from its starting points.", facts)
    return _why_full(position, piece, place, facts)


def _why_full(position: BullRun, piece: int, place: PlaceId, facts: dict[str, Any]) -> Refusal | None:
    held, points = points_in(position, place), position.rules.roster.defense[piece]
    limit = position.rules.stack_limit(place)
    if points and held + points > limit:
        return Refusal("1.11", f"{held} DP are there already; at most {limit} may start in a hex.", facts)
    if not area_of(position, piece) >> place & 1:
        return Refusal(
            "8.52", "A brigade piece may not stand there, or one still to be placed needs the room."
        )
    return None


def why_not_abatis(position: BullRun, action: Action) -> Refusal | None:
    """Why an ABATIS cannot be put in a hex."""
    rules = position.rules
    place = rules.board.find(action[1]) if len(action) == 2 else None
    if place is None:
        return Refusal("11.3", "An ABATIS is put in a hex: abatis HEX.")
    facts = {"at": action[1]}
    if not dry_land(rules) >> place & 1:
        return Refusal("1.12", "No ABATIS on a river, ford or bridge hex.", facts)
    if position.state.abatis >> place & 1:
        return Refusal("1.24", "There is an ABATIS already.", facts)
    return Refusal("11.3", "It must be within three hexes of the Stone Bridge or Farm Ford.", facts)


WHY_NOT = {"place": why_not_place, "abatis": why_not_abatis}

PROCEDURES = {
    "setup": Procedure(ask_setup),
    "place": Procedure(ask_place, answer_place),
    "abatis": Procedure(ask_abatis, answer_abatis),
    "trestle": Procedure(ask_trestle, answer_trestle),
    "form at start": Procedure(ask_form, answer_form),
}

VERBS = (
    Verb("place", CHOOSE, (PIECE, PLACE), "Place {0} in {1}", "1.1", "set-up"),
    Verb("place", CHOOSE, (PIECE, WORD, PLACE), "Place {0} in {2}, {1} piece", "1.1", "set-up"),
    Verb("abatis", CHOOSE, (PLACE,), "An ABATIS in {0}", "11.3", "set-up"),
    Verb("trestle", CHOOSE, (WORD,), "The TRESTLE {0}", "1.25", "set-up"),
    Verb("done", END, (), "Done"),
)

EVENTS = (
    Kind(
        "placed",
        "{piece} sets up in {at}.",
        {"piece": PIECE, "at": PLACE, "side": SIDE},
        join=Join(("piece", "at"), "Set up: {piece in at}."),
    ),
    Kind("abatis_placed", "An ABATIS blocks {at}.", {"at": PLACE}, join=Join(("at",), "ABATIS block {at}.")),
    Kind("trestle_stands", "The TRESTLE stands in {at}.", {"at": PLACE}),
    Kind("trestle_destroyed", "The TRESTLE in {at} is destroyed.", {"at": PLACE}),
    Kind("set_up_historically", "{side}: {title}, the historical set-up.", {"side": SIDE, "title": WORDS}),
    Kind("formed_for_set_up", "{piece} sets up in place of {parts}.", {"piece": PIECE, "parts": PIECES}),
    Kind("set_up_face", "{piece} starts with its {face} piece.", {"piece": PIECE, "face": WORDS}),
)
