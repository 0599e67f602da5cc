"""11.4 Combat result: the answer to a hit, step losses, retreats and the advance."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, DIE, END, LOSS, NUMBER, PIECE, PLACE, WORDS, Kind, Verb
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.facing import cancel_operational, place_options
from bullrun.games.bull_run_1861.rules.ground import brigades_in, ground, is_extended, put, take_off
from bullrun.games.bull_run_1861.rules.headquarters import push_headquarters
from bullrun.games.bull_run_1861.rules.movement import arrive, fold_line, gather_legion, note_passage, tire
from bullrun.games.bull_run_1861.rules.victory import watch_defeat
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips

HURT, UNHURT = 0, 1
"""Whether a retreating brigade loses steps in enemy fronts: a second line that goes along does not."""


# --- the answer to a hit --------------------------------------------------------------------------


@enforces("11.4.5")
def must_retreat(position: BullRun, brigade: int) -> bool:
    """Whether one more step would leave less than half of the printed combat strength."""
    printed = position.rules.roster.combat[brigade]
    return 2 * (printed - position.state.losses[brigade] - 1) < printed


@enforces("11.4.4", "11.4.5")
def ask_hit(position: BullRun, frame: Frame) -> Decision | None:
    """Lose a step, or try to retreat; the retreat is compulsory for a brigade that is nearly broken. With
    nowhere to go the step is lost in place."""
    _, brigade, away_from = frame
    roster = position.rules.roster
    if not position.state.at[brigade]:
        position.end()
        return None
    name = roster.ids[brigade]
    options: list[Action] = []
    way_out = first_steps(position, brigade, away_from)
    if not way_out or not must_retreat(position, brigade):
        options.append(("lose", name))
    if way_out:
        options.append(("retreat", name))
    rule = "11.4.4" if len(options) > 1 else "11.4.5"
    return Decision(
        SIDES[roster.side[brigade]], "Lose a step or try to retreat?", options, rule, about=About(piece=name)
    )


def answer_hit(position: BullRun, frame: Frame, action: Action) -> None:
    _, brigade, away_from = frame
    if action[0] == "lose":
        position.goto("lose_step", brigade)
    else:
        position.goto("retreat_die", brigade, away_from)


@enforces("10.6.4", "11.4.7")
def retreat_modifiers(position: BullRun, brigade: int) -> list[tuple[str, int, str]]:
    """What changes the retreat die: (words, modifier, rule)."""
    roster = position.rules.roster
    table = position.rules.tables["retreat"]
    found = []
    if roster.star[brigade] or roster.is_cavalry[brigade]:
        words = "command bonus" if roster.star[brigade] else "cavalry"
        found.append((words, table["star_or_cavalry"], "11.4.7"))
    if is_extended(position, brigade):
        found.append(("extended line", table["extended_line"], "10.6.4"))
    return found


@enforces("11.4.7")
def ask_retreat_die(position: BullRun, frame: Frame) -> Decision:
    return die("Retreat die", "11.4.7", about=About(piece=position.rules.roster.ids[frame[1]]))


def answer_retreat_die(position: BullRun, frame: Frame, action: Action) -> None:
    _, brigade, away_from = frame
    total = pips(action) + sum(modifier for _, modifier, _ in retreat_modifiers(position, brigade))
    succeeds = total <= position.rules.tables["retreat"]["succeeds_at"]
    name = position.rules.roster.ids[brigade]
    position.emit("retreat_die", "11.4.7", piece=name, die=pips(action), total=total, succeeds=succeeds)
    if succeeds:
        position.end()
        begin_retreat(position, brigade, away_from, HURT)
    else:
        position.goto("lose_step", brigade)


# --- step losses ----------------------------------------------------------------------------------


@enforces("10.5.5")
def ask_lose_step(position: BullRun, frame: Frame) -> Decision | None:
    """A brigade loses a step; if the Legion is with it a die decides who suffers."""
    brigade = frame[1]
    roster = position.rules.roster
    if position.state.host in (brigade, brigade + roster.brigades):
        return die("Does the Legion take the loss?", "10.5.5", about=About(piece=roster.ids[brigade]))
    position.end()
    lose_step(position, brigade)
    return None


def answer_lose_step(position: BullRun, frame: Frame, action: Action) -> None:
    position.end()
    roster = position.rules.roster
    legion_suffers = pips(action) <= position.rules.tables["legion"]["takes_loss_at"]
    suffers = roster.legion if legion_suffers else frame[1]
    position.emit("legion_die", "10.5.5", piece=roster.ids[suffers], die=pips(action))
    lose_step(position, suffers)


@enforces("2.3", "11.4.10")
def lose_step(position: BullRun, brigade: int) -> None:
    """One step less; a brigade without combat strength leaves the map."""
    state = position.state
    roster = position.rules.roster
    state.losses[brigade] += 1
    name = roster.ids[brigade]
    position.emit("step_lost", "11.4.10", piece=name, losses=state.losses[brigade])
    if state.losses[brigade] >= roster.combat[brigade]:
        remove(position, brigade)
        position.emit("eliminated", "11.4.10", piece=name)
    watch_defeat(position)


def remove(position: BullRun, brigade: int) -> None:
    """Take a brigade off the map for good, with the marker of its line."""
    state = position.state
    roster = position.rules.roster
    if brigade == roster.legion and state.host != -1:
        state.host = -1
        state.second |= 1 << brigade
        position.cache = None
    if is_extended(position, brigade):
        take_off(position, brigade + roster.brigades)
    take_off(position, brigade)
    state.operational &= ~(1 << brigade)


# --- retreat --------------------------------------------------------------------------------------


def enemy_fronts(position: BullRun, side: int) -> PlaceSet:
    """Every zone that an enemy has in its front, never across Bull Run."""
    state = position.state
    rules = position.rules
    enemy = ground(position).held[1 - side]
    zones = 0
    for zone, element in ground(position).front.items():
        if enemy >> zone & 1:
            zones |= rules.fronts[zone][state.facing[element]] & rules.zoc[zone]
    return zones


def _distance(position: BullRun, zone: PlaceId, away_from: tuple[PlaceId, ...]) -> int:
    board = position.rules.board
    return min(board.distance(zone, other) for other in away_from)


def _farther(position: BullRun, zones: PlaceSet, than: int, away_from: tuple[PlaceId, ...]) -> PlaceSet:
    return sum(1 << zone for zone in places_in(zones) if _distance(position, zone, away_from) > than)


def _room(position: BullRun, brigade: int, zones: PlaceSet) -> PlaceSet:
    if brigade == position.rules.roster.legion:
        return zones
    limit = position.rules.tables["stacking"]["brigades"]
    return sum(1 << zone for zone in places_in(zones) if brigades_in(position, zone) < limit)


@enforces("11.4.4", "11.4.6", "11.4.8", "10.5.4")
def ways_out(position: BullRun, brigade: int, away_from: tuple[PlaceId, ...]) -> tuple[PlaceSet, int]:
    """The zones that a retreat can enter first: farther from the enemy, free of enemies, with room there
    or one zone on, and through as few enemy fronts as can be; and through how many."""
    state = position.state
    rules = position.rules
    side = rules.roster.side[brigade]
    passable = rules.open_sets(side, state)
    enemy = ground(position).held[1 - side]
    line = state.at[brigade + rules.roster.brigades]
    near = passable[state.at[brigade]] & ~enemy
    distance = _distance(position, state.at[brigade], away_from)
    if line:
        near &= passable[line]
        distance = min(distance, _distance(position, line, away_from))
    fronts = enemy_fronts(position, side)
    fewest, best = 9, 0
    for zone in places_in(_farther(position, near, distance, away_from)):
        here = fronts >> zone & 1
        if _room(position, brigade, 1 << zone):
            count = here
        else:
            onward = second_steps(position, brigade, zone, away_from)
            if not onward:
                continue
            count = here + (0 if onward & ~fronts else 1)
        if count < fewest:
            fewest, best = count, 1 << zone
        elif count == fewest:
            best |= 1 << zone
    return best, fewest


def first_steps(position: BullRun, brigade: int, away_from: tuple[PlaceId, ...]) -> PlaceSet:
    """The zones that a retreat can enter first."""
    return ways_out(position, brigade, away_from)[0]


def second_steps(position: BullRun, brigade: int, zone: PlaceId, away_from: tuple[PlaceId, ...]) -> PlaceSet:
    """The zones that a retreat can go on to from its first zone."""
    rules = position.rules
    side = rules.roster.side[brigade]
    near = rules.open_sets(side, position.state)[zone] & ~ground(position).held[1 - side]
    distance = _distance(position, zone, away_from)
    return _room(position, brigade, _farther(position, near, distance, away_from))


@enforces("11.3.3", "11.4.8")
def begin_retreat(position: BullRun, brigade: int, away_from: tuple[PlaceId, ...], manner: int) -> None:
    """Call for a retreat, and after it for that of every second line which loses its front line by it."""
    state = position.state
    roster = position.rules.roster
    on = ground(position)
    followers: list[int] = []
    for element in (brigade, brigade + roster.brigades):
        zone = state.at[element]
        if zone and on.front.get(zone) == element:
            followers += [roster.brigade_of(other) for other in on.rear.get(zone, ())]
    for follower in sorted(set(followers) - {brigade}, reverse=True):
        position.call("follow", follower, away_from)
    position.call("retreat", brigade, away_from, 0, manner)


@enforces("6.6", "11.3.3")
def ask_follow(position: BullRun, frame: Frame) -> None:
    """A second line retreats with its front line and tires, which costs it an operational marker too; if it
    has nowhere to go it stays."""
    _, brigade, away_from = frame
    position.end()
    if not position.state.at[brigade]:
        return
    tire(position, brigade, "11.3.3")
    cancel_operational(position, brigade, "6.6")
    if first_steps(position, brigade, away_from):
        begin_retreat(position, brigade, away_from, UNHURT)
    else:
        position.emit("cannot_retreat", "11.3.3", piece=position.rules.roster.ids[brigade])


@enforces("11.4.4", "11.4.6")
def ask_retreat(position: BullRun, frame: Frame) -> Decision | None:
    """One zone, and then perhaps a second; a halt needs room."""
    _, brigade, away_from, steps, _ = frame
    roster = position.rules.roster
    zone = position.state.at[brigade]
    if not zone:
        position.end()
        return None
    name = roster.ids[brigade]
    after: tuple[Action, ...] = ()
    if steps == 0:
        zones = first_steps(position, brigade, away_from)
    else:
        zones = 0
        if steps < position.rules.tables["retreat"]["zones"]:
            zones = second_steps(position, brigade, zone, away_from)
        limit = position.rules.tables["stacking"]["brigades"]
        fits = brigade == roster.legion or brigades_in(position, zone) <= limit
        safe = zones & ~enemy_fronts(position, roster.side[brigade])
        if fits:
            zones, after = safe, (("halt", name),)
        elif safe:
            zones = safe
    options = place_options(position, [(("retreat", name), zones)] if zones else [], (), after)
    return Decision(
        SIDES[roster.side[brigade]], "Where does it retreat?", options, "11.4.4", about=About(piece=name)
    )


@enforces("11.4.6", "11.4.8")
def answer_retreat(position: BullRun, frame: Frame, action: Action) -> None:
    _, brigade, away_from, steps, manner = frame
    rules = position.rules
    if action[0] == "halt":
        position.end()
        arrive(position, brigade, must_face=True)
        return
    zone = rules.board.place(action[2])
    side = rules.roster.side[brigade]
    in_front = enemy_fronts(position, side) >> zone & 1
    left = position.state.at[brigade]
    if is_extended(position, brigade):
        gather_legion(position, brigade, left)
        fold_line(position, brigade, left)
    position.state.attacking &= ~(1 << brigade)
    put(position, brigade, zone)
    note_passage(position, brigade, left, zone)
    position.emit("retreated", "11.4.4", piece=action[1], zone=action[2])
    position.goto("retreat", brigade, away_from, steps + 1, manner)
    push_headquarters(position, zone, side)
    if in_front and manner == HURT:
        position.emit("through_front", "11.4.6", piece=action[1], zone=action[2])
        position.call("lose_step", brigade)


# --- advance --------------------------------------------------------------------------------------


@enforces("11.3.3", "11.4.9")
def ask_advance(position: BullRun, frame: Frame) -> Decision | None:
    """Each zone that the enemy held before the result and has left may be taken by one front-line attacker:
    a line that retreats leaves two."""
    _, attackers, held = frame
    state = position.state
    rules = position.rules
    side = state.active
    abandoned = held & ~ground(position).held[1 - side]
    groups: list[tuple[Action, PlaceSet]] = []
    for element in attackers:
        zone = state.at[element]
        brigade = rules.roster.brigade_of(element)
        if zone and not is_extended(position, brigade):
            goals = abandoned & rules.open_sets(side, state)[zone]
            if goals:
                groups.append((("advance", rules.roster.ids[element]), goals))
    if not groups:
        position.end()
        return None
    options = place_options(position, groups, (), (("hold",),))
    return Decision(SIDES[side], "Which brigade advances?", options, "11.4.9")


def answer_advance(position: BullRun, frame: Frame, action: Action) -> None:
    if action[0] == "hold":
        position.end()
        return
    _, attackers, held = frame
    rules = position.rules
    brigade = rules.roster.number[action[1]]
    left = position.state.at[brigade]
    zone = rules.board.place(action[2])
    position.goto("advance", tuple(b for b in attackers if b != brigade), held & ~(1 << zone))
    put(position, brigade, zone)
    note_passage(position, brigade, left, zone)
    position.emit("advanced", "11.4.9", piece=action[1], zone=action[2])
    arrive(position, brigade, must_face=True)


PROCEDURES = {
    "hit": Procedure(ask_hit, answer_hit),
    "retreat_die": Procedure(ask_retreat_die, answer_retreat_die),
    "lose_step": Procedure(ask_lose_step, answer_lose_step),
    "follow": Procedure(ask_follow),
    "retreat": Procedure(ask_retreat, answer_retreat),
    "advance": Procedure(ask_advance, answer_advance),
}

VERBS = (
    Verb("lose", CHOOSE, (PIECE,), "{0} loses a step", "11.4.4", "combat"),
    Verb("retreat", CHOOSE, (PIECE,), "{0} tries to retreat", "11.4.4", "combat"),
    Verb("retreat", CHOOSE, (PIECE, PLACE), "{0} retreats to {1}", "11.4.4", "combat"),
    Verb("halt", END, (PIECE,), "{0} halts", "11.4.4"),
    Verb("advance", CHOOSE, (PIECE, PLACE), "{0} advances to {1}", "11.4.9", "combat"),
)

EVENTS = (
    Kind(
        "retreat_die",
        "{piece} tries to retreat: {die}, in all {total}.",
        {"piece": PIECE, "die": DIE, "total": NUMBER, "succeeds": WORDS},
    ),
    Kind(
        "legion_die",
        "Does the Legion take the loss? {die}: it falls on {piece}.",
        {"piece": PIECE, "die": DIE},
    ),
    Kind(
        "step_lost",
        "{piece} loses a step and has lost {losses}.",
        {"piece": PIECE, "losses": NUMBER},
        tone=LOSS,
    ),
    Kind("eliminated", "{piece} is eliminated.", {"piece": PIECE}, tone=LOSS),
    Kind("cannot_retreat", "{piece} has nowhere to retreat to and stays.", {"piece": PIECE}),
    Kind("retreated", "{piece} retreats to {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("through_front", "{piece} passes an enemy front in {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("advanced", "{piece} advances to {zone}.", {"piece": PIECE, "zone": PLACE}),
)
