"""What a page shows beyond the options: clock and boxes, options in words, overlays, the facts of a zone,
tables, scores for the report, threats and luck. Every number comes from the chapters that rule on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from bullrun.board.places import PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.events import Event, listed
from bullrun.games.secession_1862.battlefield import Battle, load_board, load_tables, zone_words
from bullrun.games.secession_1862.combat import RESULTS, attackers_of, distribution
from bullrun.games.secession_1862.command import command_area
from bullrun.games.secession_1862.ground import control_zone, front_of, ground, gun_zone, stack
from bullrun.games.secession_1862.losses import combat_potential
from bullrun.games.secession_1862.modifiers import assess
from bullrun.games.secession_1862.reports import combat_report
from bullrun.games.secession_1862.roster import SIDES, UNION, load_roster
from bullrun.games.secession_1862.state import ADMINISTRATION, PHASES, SETUP
from bullrun.games.secession_1862.table import ELIMINATED, WAITING
from bullrun.games.secession_1862.victory import losses_of
from bullrun.games.secession_1862.victory import score as victory_score
from bullrun.games.secession_1862.words import piece_name
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE
from bullrun.games.vaevictis.panels import attack_panel, battle_row, combat_luck, facings, wash

# --- the top bar ----------------------------------------------------------------------------------


def outline(position: Battle) -> dict[str, Any]:
    """Turns of all days, phases and boxes."""
    rules, state = position.rules, position.state
    turns: list[str] = []
    now = 0
    for number, day in enumerate(rules.days):
        if number == state.day:
            now = len(turns) + state.turn - day.first_turn
        date = day.date.split()[0]
        for turn in range(day.first_turn, day.last_turn + 1):
            turns.append(f"{date} Aug {rules.hours[turn]}" if len(rules.days) > 1 else rules.hours[turn])
    # A turn of entry has its arrivals only (4.1).
    is_entry = state.turn in rules.days[state.day].entry_turns
    phases = (PHASES[SETUP], PHASES[ADMINISTRATION]) if is_entry else PHASES
    return {
        "turns": turns,
        "turn": now,
        "phases": [{"id": phase, "title": phase.capitalize()} for phase in phases],
        "boxes": [
            {"id": WAITING, "title": "Reinforcements", "rule": "8.E1"},
            {"id": ELIMINATED, "title": "Eliminated", "rule": "10.4.11"},
        ],
    }


# --- options in words -----------------------------------------------------------------------------

_WORDS = {
    "designate": "Designate {0}",
    "activate": "Activate {0}",
    "act": "{0} acts",
    "rest": "{0} rests",
    "force": "{0} makes a forced march",
    "move": "Move {0} to {1}",
    "rush": "{0} goes from front to front into {1}, for a loss",
    "attack": "{0} prepares to attack {1}",
    "dismount": "{0} dismounts",
    "mount": "{0} mounts",
    "face": "{0} faces {1}",
    "test": "{0} tries to move",
    "displace": "{0} goes to {1}",
    "resolve": "Fight for {0}",
    "suffer": "{0} suffers",
    "retreat": "{0} retreats to {1}",
    "advance": "{0} advances to {1}",
    "halt": "Nobody else advances",
    "enter": "{0} enters by {1} and goes to {2}",
    "return": "{0} comes back by {1} and goes to {2}",
    "bring": "{0} comes now",
    "hold": "{0} is held back",
    "take": "Call {0} to the field",
    "decline": "Leave {0} where it is",
    "wait": "Wait",
    "counter-attack": "Declare the counter-attack",
    "stay": "{0} stays",
    "withdraw": "{0} withdraws",
    "move-out": "The corps of {0} moves out",
    "place": "Place {0} in {1}",
    "roll": "Roll {0}",
}
_CONFIRMED = {
    "rush": ("Take a loss to get there?", "9.4.5"),
    "take": ("The Union scores 2 points for this division.", "11.2.1a"),
    "counter-attack": ("It can be declared once, for the next two turns.", "11.2.2"),
}


def option_words(position: Battle, action: Action) -> str | Mapping[str, Any]:
    """What a button says."""
    verb, nouns = action[0], list(action[1:])
    if verb != "roll":
        nouns = [piece_or_zone(word) for word in nouns]
    attack = attack_of(position, action)
    if verb == "done":
        says = f"{nouns[0]} is done" if nouns else "Done"
        return {"says": says, "attack": attack} if attack else says
    if verb == "use":
        return f"Use {listed(nouns)}"
    says = _WORDS[verb].format(*nouns)
    if attack:
        return {"says": says, "attack": attack}
    if verb in _CONFIRMED:
        question, rule = _CONFIRMED[verb]
        return {"says": says, "confirm": question, "rule": rule}
    return says


def piece_or_zone(word: str) -> str:
    """What a reader calls it."""
    return zone_words(word) if load_board().find(word) else piece_name(word)


def attack_of(position: Battle, action: Action) -> dict[str, Any] | None:
    """The fight that an option is about, as a question about `combat`; None when it is about none. A brigade
    that has prepared its attack can only face and be done."""
    rules, state = position.rules, position.state
    marked: tuple[int, ...] = ()
    after = {}
    if action[0] == "attack":
        brigade, target = rules.roster.number[action[1]], rules.board.place(action[2])
        marked, after = (brigade,), {"after": " ".join(action)}
    elif action[0] == "resolve":
        target = rules.board.place(action[1])
    elif action[0] in ("done", "face") and len(action) > 1:
        target = state.target[rules.roster.number[action[1]]]
    else:
        return None
    attackers = sorted({*marked, *attackers_of(position, target)}) if target else []
    defenders = stack(position, target) if target else ()
    if not attackers or not defenders:
        return None
    ids = rules.roster.ids
    return {"attackers": [ids[b] for b in attackers], "defenders": [ids[b] for b in defenders], **after}


# --- overlays and zones ---------------------------------------------------------------------------

OVERLAYS: Sequence[Mapping[str, Any]] = (
    {"id": "control", "title": "Zones of control", "says": "Every zone around a brigade, on its bank.",
     "key": "z", "rule": "9.3.1", "from_place": False, "sides": True},
    {"id": "facing", "title": "Facings", "says": "Where each stack faces, and its front.", "key": "f",
     "rule": "9.3.3", "from_place": False, "sides": True},
    {"id": "guns", "title": "Fronts of artillery", "says": "Dearer to enter, and under fire.", "key": "g",
     "rule": "9.4.3", "from_place": False, "sides": True},
    {"id": "command", "title": "Command ranges", "says": "The zones in range of a side's corps commanders.",
     "key": "c", "rule": "9.1.1", "from_place": False, "sides": True},
    {"id": "objectives", "title": "Objectives", "says": "The stars, and who controls them.", "key": "o",
     "rule": "3.1", "from_place": False, "sides": False},
)  # fmt: skip


def overlay(position: Battle, name: str, side: str, at: str | None) -> dict[str, Any]:
    """A wash over the map."""
    me = SIDES.index(side) if side in SIDES else UNION
    rules = position.rules
    if name == "facing":
        return _facings(position, me)
    if name == "objectives":
        return _objectives(position)
    if name == "control":
        zones, says = control_zone(position, me), "Enemies stop here."
    elif name == "guns":
        zones, says = gun_zone(position, me), "One movement point more for the enemy."
    else:
        zones, says = 0, "Divisions elsewhere need a command test."
        for commander in rules.roster.corps_commanders[me]:
            if position.state.at[commander]:
                zones |= command_area(position, commander)
    return {"places": wash(position.rules.board, zones, "a"), "lines": [], "says": says}


def _facings(position: Battle, side: int) -> dict[str, Any]:
    fronts: PlaceSet = 0
    faced = []
    for zone in places_in(ground(position).held[side]):
        for brigade in stack(position, zone):
            front = front_of(position, brigade)
            if front:
                fronts |= front
                faced.append((zone, position.state.facing[brigade]))
                break
    return facings(position.rules.board, fronts, faced)


def _objectives(position: Battle) -> dict[str, Any]:
    rules, taken = position.rules, position.state.taken
    worth = str(rules.data["victory"]["objective"])
    every = rules.has("objectives-counted", "all")
    says = "A star counts only for the side it is an objective of."
    if every:
        says = "Every star counts for the side that controls it."
    places = {}
    for side in (0, 1):
        for zone in places_in(rules.objectives[side]):
            holder = side if taken >> zone & 1 else 1 - side
            text = worth if holder == side or every else ""
            places[rules.board.names[zone]] = {"tone": "a" if holder == UNION else "b", "text": text}
    return {"places": places, "lines": [], "says": says}


def place_facts(position: Battle, place: str) -> list[dict[str, Any]]:
    """Terrain, borders, points and stacking of a zone."""
    rules = position.rules
    board = rules.board
    zone = board.place(place)
    rows: list[dict[str, Any]] = []

    def add(says: str, value: str, rule: str) -> None:
        rows.append({"says": says, "value": value, "rule": rule})

    for zones, title in (
        (rules.woods, "Woods"),
        (rules.village, "Village"),
        (rules.embankment, "Embankment"),
    ):
        if zones >> zone & 1:
            add(title, "defender +1", "10.3.5")
    if rules.escarpment >> zone & 1:
        only = " if climbed" if rules.has("escarpment", "climbed") else ""
        add("Escarpment", f"defender +1{only}", "10.3.5")
    if not rules.favourable >> zone & 1:
        add("Open ground", "", "10.3.5")
    climb = [
        board.names[other] for other in board.neighbours[zone] if board.borders.has("climb", other, zone)
    ]
    if climb:
        add("Climbed from", ", ".join(climb), "9.4.3")
    if rules.crossing[zone]:
        add("Bridge to", ", ".join(board.names_of(rules.crossing[zone])), "9.4.3")
    river = board.borders.across("river")[zone] & ~rules.crossing[zone]
    if river:
        add("Bull Run parts it from", ", ".join(board.names_of(river)), "9.4.4")
    road = board.borders.across("road")[zone]
    if road:
        add("Road to", ", ".join(board.names_of(road)), "9.4.2")
    for letter, entry in rules.entries.items():
        if entry == zone:
            add("Entry", letter, "8.E2")
    if zone in rules.objective_names:
        side = 0 if rules.objectives[0] >> zone & 1 else 1
        holder = side if position.state.taken >> zone & 1 else 1 - side
        add(
            f"{rules.objective_names[zone]}: objective of the {SIDES[side]} side",
            f"held: {SIDES[holder]}",
            "3.1",
        )
    add("Brigades", f"{len(stack(position, zone))} of {rules.tables['stacking']['brigades']}", "9.6.1")
    return rows


# --- tables ---------------------------------------------------------------------------------------


@cache
def tables() -> list[dict[str, Any]]:
    """The printed tables."""
    data = load_tables()
    combat, test, march = data["combat"], data["combat_test"], data["march"]
    return [
        {
            "id": "activation", "title": "Activation", "rule": "11.1.2", "head": ["Die", "Divisions"],
            "rows": [["0 or less", "0"], ["1 - 2", "1"], ["3 - 5", "2"], ["6 or more", "3"]],
            "note": "With the value of the corps commander and what the scenario adds.",
        },
        {
            "id": "command", "title": "Command test", "rule": "9.2.2", "head": ["Die", "Division"],
            "rows": [["1 - 3", "acts"], ["4 - 6", "does nothing"]],
            "note": "-1 for cavalry, -1 in contact with the enemy.",
        },
        {
            "id": "ratio", "title": "Strength ratio", "rule": "10.3.1", "head": ["Ratio", "Attacker"],
            "rows": [
                ["below 1/3", "fatigue and combat test, no dice"],
                *([row["ratio"], f"{row['bonus']:+}"] for row in data["ratio"]["attacker"]),
                ["artillery alone", f"{data['ratio']['artillery_alone']:+}"],
            ],
            "note": "Rounded for the defender.",
        },
        {
            "id": "modifiers", "title": "Combat modifiers", "rule": "10.3.2", "head": ["What", "Modifier"],
            "rows": [
                ["every 6 artillery points, the rest by die", f"{combat['artillery']:+}"],
                ["sharpshooters, on 1 or 2", f"{combat['sharpshooters']:+}"],
                ["zone with a command bonus", f"{combat['star']:+}"],
                ["fatigue", "-1 to -4, defender -2"],
                ["each kind of terrain", f"defender {combat['terrain']:+}, up to {combat['most_terrain']:+}"],
                ["further attacking zone (attacker)", f"{combat['further_zone']:+}"],
                ["unattacked front on an attacking zone (attacker)", f"{combat['under_front']:+}"],
                ["zone that attacks the flank (defender)", f"{combat['flank_zone']:+}"],
                ["mounted against or alone in woods", f"{combat['mounted_in_woods']:+}"],
            ],
            "note": "A tie tires the attacker; more than twice the other total brings a combat test.",
        },
        {
            "id": "test", "title": "Combat test", "rule": "10.4.5", "head": ["Total", "Result"],
            "rows": [
                ["-1 or less", "rout: a loss, 3 zones, rout marker"],
                ["0 - 2", "disorder: a loss, 2 zones"],
                ["3 - 5", "retreat: 1 zone"],
                ["6 or more", "melee: a loss on both sides"],
            ],
            "note": (
                f"{test['star']:+} star, +1 Jackson's corps, {test['worn_out']} fatigue 2, "
                f"{test['loss_marker']} loss marker, {test['half_lost']} half lost, "
                f"{test['artillery_alone']} artillery alone."
            ),
        },
        {
            "id": "rout", "title": "Rout test", "rule": "8.D", "head": ["Die", "Brigade"],
            "rows": [["1 - 3", "rout goes on"], ["4 - 5", "fatigue 1"], ["6", "fatigue 1, a loss recovered"]],
            "note": "",
        },
        {
            "id": "movement", "title": "Movement points", "rule": "9.4.2", "head": ["Step", "Points"],
            "rows": [
                ["zone", str(march["zone"])],
                ["along a road, out of enemy control", str(march["road"])],
                ["bridge or escarpment climbed", f"+{march['crossing']}"],
                ["front of enemy artillery", f"+{march['artillery_front']}"],
                ["attack, mount, dismount", str(march["attack"])],
            ],
            "note": "Infantry and artillery 6, mounted and commanders 8, dismounted 2; forced march +2.",
        },
    ]  # fmt: skip


# --- attacks --------------------------------------------------------------------------------------

_OUTCOMES = {
    RESULTS[DEFENCE, True]: ("The defenders tire and take combat tests.", "good"),
    RESULTS[DEFENCE, False]: ("The defenders tire.", "fair"),
    RESULTS[ATTACK, False]: ("The attackers tire.", "poor"),
    RESULTS[ATTACK, True]: ("The attackers tire and take combat tests.", "bad"),
}


def attack_report(position: Battle, attackers: Sequence[int], defenders: Sequence[int]) -> dict[str, Any]:
    """The umpire's report with what a panel needs: figures, outcomes, notes."""
    return attack_panel(combat_report(position, attackers, defenders), _OUTCOMES)


def threats(position: Battle, side: str) -> list[dict[str, Any]]:
    """For each stack of a side in contact: what an attack by all infantry and cavalry beside it would
    bring."""
    me = SIDES.index(side)
    rules = position.rules
    roster = rules.roster
    on = ground(position)
    rows = []
    for zone in places_in(on.held[me] & control_zone(position, 1 - me)):
        attackers = tuple(
            b
            for near in places_in(rules.passable[zone] & on.held[1 - me])
            for b in on.stacks[near]
            if not roster.is_artillery[b] and not position.state.routed >> b & 1
        )
        if attackers:
            found = assess(position, attackers, zone)
            rows.append(
                {
                    "at": rules.board.names[zone],
                    "says": "could be attacked by everything beside it",
                    "odds": f"{found.strengths[ATTACK]} : {found.strengths[DEFENCE]}",
                    "chance": str(distribution(position, found)[RESULTS[DEFENCE, True]]),
                    "attackers": [roster.ids[b] for b in attackers],
                    "defenders": [roster.ids[b] for b in on.stacks[zone]],
                }
            )
    return rows


# --- the report -----------------------------------------------------------------------------------


def score(position: Battle) -> list[dict[str, Any]]:
    """Victory points, combat potential on the map and losses."""
    roster, state = position.rules.roster, position.state
    strength = dict.fromkeys(SIDES, 0)
    for brigade in range(roster.brigades):
        if state.at[brigade] and not roster.is_artillery[brigade]:
            strength[SIDES[roster.side[brigade]]] += combat_potential(position, brigade)
    lost = {side: losses_of(position, number) for number, side in enumerate(SIDES)}
    points = dict(zip(SIDES, victory_score(position), strict=True))
    return [
        {"id": "points", "title": "Victory points", "rule": "3.1", "values": points},
        {"id": "strength", "title": "Combat potential on the map", "rule": "2.1.1", "values": strength},
        {"id": "losses", "title": "Losses", "rule": "10.4.11", "values": lost},
    ]


def battle(event: Event) -> dict[str, Any] | None:
    """The combats of the timeline, and how they ended."""
    if event.kind == "hopeless":
        return {"settles": True, "won": False, "says": "hopeless"}
    if event.kind == "combat_result":
        won = event.facts["loser"] == "defence"
        says = "the defenders tire" if won else "the attackers tire"
        return {"settles": True, "won": won, "says": says + " and are tested" * event.facts["tested"]}
    if event.kind != "battle":
        return None
    roster = load_roster()
    attacker = roster.number[event.facts["attackers"][0]]
    return battle_row(event.facts, event.facts["zone"], SIDES[roster.side[attacker]])


luck = combat_luck
