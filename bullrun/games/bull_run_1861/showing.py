"""What a page shows beyond the options: the clock, options in words, overlays, the facts of a zone, tables,
scores for the report, threats and luck. Every number comes from the chapters that rule on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from bullrun.board.places import PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.events import Event
from bullrun.games.bull_run_1861.battlefield import BullRun, load_board, load_tables
from bullrun.games.bull_run_1861.combat import may_join, targets_of, waiting_attackers
from bullrun.games.bull_run_1861.command import command_costs
from bullrun.games.bull_run_1861.facing import front_of
from bullrun.games.bull_run_1861.ground import brigades_in, control_zone, face, ground
from bullrun.games.bull_run_1861.modifiers import assess, combat_strength, distribution
from bullrun.games.bull_run_1861.movement import attack_facings, attackable, find_farm_ford
from bullrun.games.bull_run_1861.operational import operating_group
from bullrun.games.bull_run_1861.reports import combat_report
from bullrun.games.bull_run_1861.roster import SIDES, UNION, load_roster
from bullrun.games.bull_run_1861.state import PHASES
from bullrun.games.bull_run_1861.victory import score as victory_score
from bullrun.games.bull_run_1861.victory import steps_lost
from bullrun.games.bull_run_1861.words import piece_name
from bullrun.games.vaevictis.odds import DEFENCE
from bullrun.games.vaevictis.panels import attack_panel, battle_row, combat_luck, facings, wash

# --- the top bar ----------------------------------------------------------------------------------


def outline(position: BullRun) -> dict[str, Any]:
    """Turns and phases; this game has no boxes beside the map."""
    turns = position.rules.hours[1 : position.state.last_turn + 1]
    phases = [{"id": phase, "title": phase.capitalize()} for phase in PHASES]
    return {"turns": turns, "turn": position.state.turn - 1, "phases": phases, "boxes": []}


# --- options in words -----------------------------------------------------------------------------

_WORDS = {
    "launch": "Launch the major offensive",
    "hold": "Hold",
    "mark": "Mark {0} for operational movement",
    "activate": "Activate {0}",
    "rest": "{0} recovers one level of fatigue",
    "force": "{0} makes a forced march",
    "move": "Move {0} to {1}",
    "attack": "{0} faces {1} and prepares an attack",
    "attack-ford": "{0} finds Farm Ford, faces {1} and prepares an attack",
    "extend": "{0} extends its line into {1}",
    "regroup": "{0} regroups in {1}",
    "lead": "{0} takes the front line",
    "front": "{0} is the front line",
    "second": "{0} stands in second line",
    "face": "{0} faces {1}",
    "attach": "{0} joins {1}",
    "displace": "{0} goes to {1}",
    "strike": "Attack {0}",
    "sweep": "{0} attacks every enemy in its front",
    "join": "{0} attacks too",
    "fight": "Fight the combat",
    "lose": "{0} loses a step",
    "retreat": "{0} retreats to {1}",
    "halt": "{0} halts",
    "advance": "{0} advances to {1}",
    "operate": "Operational movement of {0}",
    "place": "Place {0} in {1}",
    "roll": "Roll {0}",
}


def option_words(position: BullRun, action: Action) -> str | Mapping[str, Any]:
    """What a button says."""
    nouns = [load_board().called(piece_name(word)) for word in action[1:]]
    if action[0] == "done":
        says = f"{nouns[0]} is done" if nouns else "Done"
        standing = attack_of(position, action)
        return {"says": says, "attack": standing} if standing else says
    if action[0] == "retreat" and len(nouns) == 1:
        return f"{nouns[0]} tries to retreat"
    if action[0] == "operate":
        nouns = [" and ".join(piece_name(word) for word in _marching_together(position, action[1]))]
    says = _WORDS[action[0]].format(*nouns)
    attack = attack_of(position, action)
    return {"says": says, "attack": attack} if attack else says


def _marching_together(position: BullRun, leader: str) -> list[str]:
    operating = operating_group(position, position.rules.roster.number[leader])
    return [position.rules.roster.ids[brigade] for brigade in operating[0]] if operating else [leader]


def attack_of(position: BullRun, action: Action) -> dict[str, Any] | None:
    """The fight that an option is about, as a question about `combat`; None when it is about none."""
    verb = action[0]
    if verb in ("attack", "attack-ford"):
        then = position.copy()
        element = then.rules.roster.number[action[1]]
        if verb == "attack-ford":
            find_farm_ford(then, then.rules.roster.brigade_of(element))
        face(then, element, then.rules.board.place(action[2]))
        then.state.attacking |= 1 << element
        return _prepared(then, (element,), " ".join(action))
    if verb == "done" and len(action) > 1:
        brigade = position.rules.roster.number[action[1]]
        return _prepared(position, (brigade, brigade + position.rules.roster.brigades), "")
    if verb == "strike":
        zone = position.rules.board.place(action[1])
        return _fight(position, _together(position, zone, ()), (zone,))
    if verb == "sweep":
        element = position.rules.roster.number[action[1]]
        return _fight(position, (element,), tuple(places_in(targets_of(position, element))))
    return None


def _prepared(position: BullRun, elements: Sequence[int], after: str) -> dict[str, Any] | None:
    """The fight that the first attack marker of these elements leads to: against the zone faced if that is a
    target, with every other marked brigade that can join."""
    waiting = waiting_attackers(position)
    for element in elements:
        targets = waiting.get(element, 0)
        if targets:
            faced = position.state.facing[element]
            zone = faced if targets >> faced & 1 else next(iter(places_in(targets)))
            return _fight(position, _together(position, zone, (element,)), (zone,), after)
    return None


def _together(position: BullRun, zone: int, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """Everybody who can attack a zone together with those already chosen."""
    while joiners := may_join(position, zone, chosen):
        chosen = (*chosen, joiners[0])
    return tuple(sorted(chosen))


def _fight(
    position: BullRun, attackers: Sequence[int], zones: Sequence[int], after: str = ""
) -> dict[str, Any] | None:
    front = ground(position).front
    if not attackers or not zones or any(zone not in front for zone in zones):
        return None
    ids = position.rules.roster.ids
    sides = {"attackers": [ids[a] for a in attackers], "defenders": [ids[front[zone]] for zone in zones]}
    return {**sides, "after": after} if after else sides


# --- overlays and zones ---------------------------------------------------------------------------

OVERLAYS: Sequence[Mapping[str, Any]] = (
    {"id": "control", "title": "Zones of control", "says": "Every zone around a brigade, on its bank.",
     "key": "z", "rule": "10.2.1", "from_place": False, "sides": True},
    {"id": "facing", "title": "Facings", "says": "Where each stack faces, and its front.", "key": "f",
     "rule": "10.2.2", "from_place": False, "sides": True},
    {"id": "command", "title": "Command range", "says": "The zones in command of each headquarters.",
     "key": "c", "rule": "10.1.1", "from_place": False, "sides": True},
    {"id": "objectives", "title": "Objectives", "says": "Hills and towns, and who controls them.", "key": "o",
     "rule": "4.3", "from_place": False, "sides": False},
)  # fmt: skip


def overlay(position: BullRun, name: str, side: str, at: str | None) -> dict[str, Any]:
    """A wash over the map."""
    me = SIDES.index(side) if side in SIDES else UNION
    board = position.rules.board
    if name == "facing":
        return _facings(position, me)
    if name == "objectives":
        places = {
            board.names[zone]: {
                "tone": "a" if position.state.northern >> zone & 1 else "b",
                "text": str(position.rules.worth[zone]),
            }
            for zone in places_in(position.rules.objectives)
        }
        return {"places": places, "lines": [], "says": "Victory points of each zone."}
    if name == "command":
        return _command(position, me)
    places = wash(position.rules.board, control_zone(position, me), "a")
    return {"places": places, "lines": [], "says": "Enemies stop here."}


def _command(position: BullRun, side: int) -> dict[str, Any]:
    """The ranges of a side's headquarters. Where there are two each has its tone and its initial, and zones
    of both have a third tone: a headquarters does nothing for the brigades of the other army (10.1.5)."""
    roster, names = position.rules.roster, position.rules.board.names
    headquarters = roster.headquarters[side]
    if len(headquarters) == 1:
        zones = sum(1 << zone for zone in command_costs(position, headquarters[0]))
        says = "Brigades elsewhere must test their initiative."
        return {"places": wash(position.rules.board, zones, "a"), "lines": [], "says": says}
    places: dict[str, dict[str, str]] = {}
    for tone, hq in zip("ab", headquarters, strict=True):
        initial = roster.ids[hq][0]
        for zone in command_costs(position, hq):
            if names[zone] in places:
                both = places[names[zone]]["text"] + initial
                places[names[zone]] = {"tone": "c", "text": both}
            else:
                places[names[zone]] = {"tone": tone, "text": initial}
    listed = ", ".join(f"{roster.ids[hq][0]} {piece_name(roster.ids[hq])}" for hq in headquarters)
    says = f"{listed}: each for its own army only, whose brigades elsewhere must test their initiative."
    return {"places": places, "lines": [], "says": says}


def _facings(position: BullRun, side: int) -> dict[str, Any]:
    fronts: PlaceSet = 0
    faced = []
    for zone, element in sorted(ground(position).front.items()):
        if position.rules.roster.side[element] == side:
            fronts |= front_of(position, element)
            faced.append((zone, position.state.facing[element]))
    return facings(position.rules.board, fronts, faced)


def place_facts(position: BullRun, place: str) -> list[dict[str, Any]]:
    """Terrain, borders, points and stacking of a zone."""
    rules = position.rules
    board = rules.board
    zone = board.place(place)
    rows: list[dict[str, Any]] = []

    def add(says: str, value: str, rule: str) -> None:
        rows.append({"says": says, "value": value, "rule": rule})

    if rules.hills >> zone & 1:
        add("Hill", "defender +2", "11.3.7")
    if rules.woods >> zone & 1:
        add("Woods", "defender +1", "11.3.7")
    if not (rules.hills | rules.woods) >> zone & 1:
        add("Open ground", "", "11.3.7")
    for feature in board.features:
        if zone in feature.places and feature.kind in ("village", "hamlet", "ford", "bridge"):
            across = [board.names[other] for other in feature.places if other != zone]
            add(feature.name, f"to {across[0]}" if across else feature.kind, "10.3.3")
    road = board.borders.across("road")[zone]
    if road:
        add("Road to", ", ".join(board.names_of(road)), "10.3.2")
    if zone in rules.worth:
        holder = SIDES[UNION if position.state.northern >> zone & 1 else 1 - UNION]
        add(f"{rules.objective_names[zone]}: victory points", f"{rules.worth[zone]}, {holder}", "4.5")
    add("Brigades", f"{brigades_in(position, zone)} of {rules.tables['stacking']['brigades']}", "10.5.1")
    return rows


# --- tables ---------------------------------------------------------------------------------------


@cache
def tables() -> list[dict[str, Any]]:
    """The printed tables."""
    data = load_tables()
    activation = data["activation"]
    combat = data["combat"]
    return [
        {
            "id": "activation", "title": "Activation", "rule": "7.1", "head": ["Die", "Union", "Confederate"],
            "rows": [
                [str(pip + 1), str(activation["union"][pip]), str(activation["confederate"][pip])]
                for pip in range(6)
            ],
            "note": "Major offensive: +2, read 6 for more. On turn 1 one brigade a side.",
        },
        {
            "id": "ratio", "title": "Strength ratio", "rule": "11.2.1", "head": ["Ratio", "Stronger side"],
            "rows": [[row["ratio"], f"{row['bonus']:+}"] for row in data["ratio"]["bonus"]],
            "note": "Rounded for the weaker side; equal strengths favour the attacker.",
        },
        {
            "id": "modifiers", "title": "Combat modifiers", "rule": "11.3.7", "head": ["What", "Bonus"],
            "rows": [
                ["second line in support", f"{combat['support']:+}"],
                ["artillery die made", f"{combat['artillery']:+}"],
                ["cavalry die made (attacker)", f"{combat['cavalry']:+}"],
                ["command bonus", f"{combat['star']:+}"],
                ["hill (defender)", f"{combat['hill']:+}"],
                ["ford or bridge (defender)", f"{combat['crossing']:+}"],
                ["woods (defender)", f"{combat['woods']:+}"],
                ["extended line (defender)", f"{combat['extended_line']:+}"],
                ["fatigue", "-1 or -2"],
                ["flank (defender)", f"{combat['defender_flank']:+}"],
                ["enemy on the flank (attacker)", f"{combat['attacker_flank']:+}"],
            ],
            "note": "The lower total tires; half the other or less is a hit.",
        },
        {
            "id": "movement", "title": "Movement points", "rule": "10.3.2", "head": ["Step", "Points"],
            "rows": [
                ["zone", str(data["march"]["zone"])],
                ["along a road", str(data["march"]["road"])],
                ["ford or bridge", str(data["march"]["crossing"])],
                ["Farm Ford, first Northern brigade", str(data["march"]["unknown_ford"])],
                ["attack marker", str(data["march"]["attack"])],
                ["extend or regroup a line", str(data["march"]["extend"])],
            ],
            "note": "Infantry 4, cavalry and headquarters 6; a forced march +2, cavalry +3.",
        },
    ]  # fmt: skip


# --- attacks --------------------------------------------------------------------------------------

_OUTCOMES = {
    "defender: fatigue and hit": ("The defenders tire and are hit.", "good"),
    "defender: fatigue": ("The defenders tire.", "fair"),
    "attacker: fatigue": ("The attackers tire.", "poor"),
    "attacker: fatigue and hit": ("The attackers tire and are hit.", "bad"),
}


def attack_report(position: BullRun, attackers: Sequence[int], defenders: Sequence[int]) -> dict[str, Any]:
    """The umpire's report with what a panel needs: figures, outcomes, notes."""
    return attack_panel(combat_report(position, attackers, defenders), _OUTCOMES)


def threats(position: BullRun, side: str) -> list[dict[str, Any]]:
    """For each stack of a side the worst single attack that a neighbouring enemy could make on it: he turns
    as his attack marker is placed (11.1.1)."""
    me = SIDES.index(side)
    rules = position.rules
    on = ground(position)
    rows = []
    for zone, defender in sorted(on.front.items()):
        if rules.roster.side[defender] != me:
            continue
        worst = None
        for near in places_in(rules.around[zone] & on.held[1 - me]):
            if attackable(position, near, 1 - me) >> zone & 1:
                attacker = on.front[near]
                chance = max(
                    _chance_of_hit(position, attacker, zone, faced)
                    for faced in places_in(attack_facings(position, near, 1 << zone))
                )
                if worst is None or chance > worst[0]:
                    worst = (chance, attacker)
        if worst is not None:
            rows.append(
                {
                    "at": rules.board.names[zone],
                    "says": "could be hit by its strongest neighbour",
                    "odds": "",
                    "chance": str(worst[0]),
                    "attackers": [rules.roster.ids[worst[1]]],
                    "defenders": [rules.roster.ids[defender]],
                }
            )
    return rows


def _chance_of_hit(position: BullRun, attacker: int, zone: int, faced: int) -> Fraction:
    then = position.copy()
    face(then, attacker, faced)
    return distribution(assess(then, (attacker,), (zone,)))[DEFENCE, True]


# --- the report -----------------------------------------------------------------------------------


def score(position: BullRun) -> list[dict[str, Any]]:
    """Victory points, strength on the map and steps lost."""
    on = ground(position)
    strength = dict.fromkeys(SIDES, 0)
    for element in on.front.values():
        strength[SIDES[position.rules.roster.side[element]]] += combat_strength(position, element)
    for elements in on.rear.values():
        for element in elements:
            strength[SIDES[position.rules.roster.side[element]]] += combat_strength(position, element)
    lost = {side: steps_lost(position, number) for number, side in enumerate(SIDES)}
    points = dict(zip(SIDES, victory_score(position), strict=True))
    return [
        {"id": "points", "title": "Victory points", "rule": "4.1", "values": points},
        {"id": "strength", "title": "Combat strength on the map", "rule": "2.1", "values": strength},
        {"id": "losses", "title": "Steps lost", "rule": "4.2", "values": lost},
    ]


def battle(event: Event) -> dict[str, Any] | None:
    """The combats of the timeline, and how they ended."""
    if event.kind == "combat_result":
        won = event.facts["loser"] == "defence"
        says = "the defenders tire" if won else "the attackers tire"
        return {"settles": True, "won": won, "says": says + " and are hit" * event.facts["hit"]}
    if event.kind != "battle":
        return None
    roster = load_roster()
    attacker = roster.number[event.facts["attackers"][0]]
    return battle_row(event.facts, event.facts["zones"][0], SIDES[roster.side[attacker]])


luck = combat_luck
