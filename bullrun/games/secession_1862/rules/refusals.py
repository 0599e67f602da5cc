"""Why not? The answer to any action that is not among the options, with the rule."""

from __future__ import annotations

from bullrun.board.places import PlaceId
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.why_not import Guide, Why
from bullrun.games.nouns import unknown_nouns
from bullrun.games.secession_1862.rules.arrivals import entries_of, entry_cost
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun, zone_words
from bullrun.games.secession_1862.rules.chapters import VOCABULARY
from bullrun.games.secession_1862.rules.command import independents, present
from bullrun.games.secession_1862.rules.commanders import barred_to_commanders, commander_reach
from bullrun.games.secession_1862.rules.facing import legal_facings
from bullrun.games.secession_1862.rules.ground import (
    control_zone,
    full_zones,
    ground,
    may_stay,
    quiet_march,
    stack,
)
from bullrun.games.secession_1862.rules.movement import (
    BUSY,
    ENGAGED,
    FACED,
    FORCED,
    HALTED,
    ISOLATED,
    MOUNTED,
    MOVED,
    cohesive_zones,
    march_goals,
    march_mask,
    may_end,
    may_force,
    rush_costs,
)
from bullrun.games.secession_1862.rules.reach import acting_frame
from bullrun.games.secession_1862.rules.retreat import retreat_zones
from bullrun.games.secession_1862.rules.roster import NONE
from bullrun.games.secession_1862.rules.state import COMMANDERS, PHASES
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.reasons import NO_PIECE, Actor, WhyActing, named_piece, named_zone


def _not_yours(position: SecondBullRun, side: str, action: Action) -> Refusal | None:
    roster = position.rules.roster
    if len(action) < 2:
        return None
    division = roster.division_number.get(action[1])
    piece = roster.number.get(action[1])
    owner = None
    if division is not None:
        owner = roster.divisions[division].side
    elif piece is not None:
        owner = roster.side[piece]
        if not position.state.at[piece] and action[0] not in ("place", "enter", "return", "bring", "hold"):
            if position.state.eliminated >> piece & 1:
                return Refusal("10.4.11", f"{action[1]} is eliminated.")
            return Refusal("8.E1", f"{action[1]} is not on the map.")
    if owner is not None and SIDES[owner] != side:
        return Refusal("6.1.1", f"{action[1]} belongs to the other side.")
    return None


# --- movement -------------------------------------------------------------------------------------


def why_not_move(position: SecondBullRun, piece: int, zone: PlaceId) -> Refusal | None:
    """Why a counter cannot move to a zone, command apart; None when the way is open."""
    rules, state = position.rules, position.state
    roster, there = rules.roster, zone_words(rules.board.names[zone])
    if piece >= roster.brigades:
        return _why_commander(position, piece, zone)
    name, side, at = roster.ids[piece], roster.side[piece], state.at[piece]
    _, _, points, flags = acting_frame(position, piece)
    if zone == at:
        return Refusal("9.4.2", f"{name} is in {there} already.")
    if state.routed >> piece & 1:
        return Refusal("10.4.7", f"{name} is in rout and cannot move.")
    if ground(position).held[1 - side] >> zone & 1:
        return Refusal("9.6.3", f"An enemy brigade stands in {there}.")
    if flags & ENGAGED:
        return Refusal("9.4.7", f"{name} has prepared an attack.")
    if flags & HALTED:
        return Refusal("9.3.2", f"{name} has entered an enemy zone of control and must stop.")
    if flags & MOUNTED:
        return Refusal("9.4.8", f"{name} does not move after mounting.")
    if full_zones(position, piece) >> zone & 1:
        return _why_full(position, piece, zone)
    if not march_mask(position, side, at, points, not flags & MOVED) >> zone & 1:
        return _why_no_way(position, piece, zone, points, flags)
    if not cohesive_zones(position, piece, 1 << zone):
        return Refusal("9.1.2", f"{name} and its division must end within 2 zones of one another.")
    return None


def _why_full(position: SecondBullRun, piece: int, zone: PlaceId) -> Refusal:
    """Why a brigade may not end its move with those in a zone."""
    rules = position.rules
    roster, here = rules.roster, zone_words(rules.board.names[zone])
    there = stack(position, zone)
    most = rules.tables["stacking"]["brigades"]
    if len(there) >= most:
        says = f"{most} brigades are in {here} already."
    else:
        says = f"{roster.ids[there[0]]} of another corps stands in {here}."
    return Refusal(
        "9.6.1",
        f"{roster.ids[piece]} may not end there: {says}",
        {"brigades": [roster.ids[b] for b in there]},
    )


def _why_no_way(position: SecondBullRun, piece: int, zone: PlaceId, points: int, flags: int) -> Refusal:
    rules = position.rules
    name = rules.roster.ids[piece]
    at = position.state.at[piece]
    if rules.around[at] >> zone & 1 and not rules.passable[at] >> zone & 1:
        return Refusal("9.4.4", "Bull Run is crossed only at bridges.")
    if not flags & MOVED and zone in rush_costs(position, piece, points):
        return Refusal("9.4.5", f"From one enemy front into another {name} goes by a rush, for a loss.")
    free = quiet_march(rules, at).costs.get(zone)
    if free is not None and free <= points:
        says = "Enemy brigades, their zones of control and their artillery bar the way."
        return Refusal("9.3.2", says, {"cost": str(free), "points": str(points)})
    fewer = " Isolation costs it 2." if flags & ISOLATED else ""
    there = zone_words(rules.board.names[zone])
    says = f"{name} has {points} movement points and does not get as far as {there}.{fewer}"
    return Refusal("9.4.2", says, {"cost": str(free) if free else "", "points": str(points)})


def _why_commander(position: SecondBullRun, commander: int, zone: PlaceId) -> Refusal | None:
    roster = position.rules.roster
    side = roster.side[commander]
    name = roster.ids[commander]
    state = position.state
    if barred_to_commanders(position, side) >> zone & 1:
        return Refusal("6.3.2", f"{name} does not go next to an enemy brigade where no friend is.")
    points = roster.points["commander"]
    if not commander_reach(position, side, state.at[commander], points) >> zone & 1:
        return Refusal("6.3.2", f"{name} has {points} movement points and cannot get there.")
    if commander == roster.army_commander[side]:
        return Refusal("6.3.1", f"{name} moves only after passing his test, once a turn.")
    if commander != state.designated:
        return Refusal("6.3.1", "Only the designated corps commander moves.")
    return None


def _why_move(position: SecondBullRun, action: Action) -> Refusal | None:
    roster, board = position.rules.roster, position.rules.board
    zone = board.find(action[2]) if len(action) == 3 else None
    if zone is None or action[1] not in roster.number:
        return Refusal("9.4.2", "A move names a counter and a zone: move PIECE ZONE.")
    piece = roster.number[action[1]]
    refusal = why_not_move(position, piece, zone)
    if refusal is not None:
        return refusal
    if piece >= roster.brigades:
        return Refusal("6.3.1", "Commanders move after the brigades, before combat.")
    if position.state.phase == COMMANDERS:
        return Refusal("6.3.1", "The brigades have finished moving.")
    return _why_act(position, action) or Refusal("6.1.3", f"{action[1]} must be activated before it moves.")


# --- activation -----------------------------------------------------------------------------------


def _why_activate(position: SecondBullRun, action: Action) -> Refusal | None:
    roster, state = position.rules.roster, position.state
    if any(frame[0] in ("act", "brigades") for frame in state.frames):
        return Refusal("6.1.3", "Another division is acting: it must finish first.")
    if not any(frame[0] == "divisions" for frame in state.frames):
        return Refusal("6.1.1", "A corps commander is designated first.")
    number = roster.division_number.get(action[1]) if len(action) > 1 else None
    if number is not None:
        division = roster.divisions[number]
        if division.corps not in (state.designated, NONE):
            commander = roster.ids[state.designated]
            return Refusal("6.1.3", f"{division.name}'s division is not one of {commander}'s.")
        if state.selected >> number & 1:
            return Refusal("6.1.3", f"{division.name}'s division has been activated in this phase.")
        if len(present(position, number)) < 2:
            return Refusal("6.2.1", "A division with one brigade left acts as an independent brigade.")
        return Refusal("6.1.3", "None of its brigades can act.")
    return _why_independent(position, action)


def _why_independent(position: SecondBullRun, action: Action) -> Refusal | None:
    roster = position.rules.roster
    piece = named_piece(position, action)
    if not 0 <= piece < roster.brigades:
        return Refusal("6.1.3", "Divisions and independent brigades are activated.")
    if piece not in independents(position, roster.side[piece]):
        return Refusal("6.2.1", f"{action[1]} acts with its division.")
    return _why_act(position, action)


def _why_act(position: SecondBullRun, action: Action) -> Refusal | None:
    roster, state = position.rules.roster, position.state
    piece = named_piece(position, action)
    if not 0 <= piece < roster.brigades:
        return Refusal("6.1.3", "Only brigades act.")
    if state.routed >> piece & 1:
        return Refusal("10.4.7", f"{action[1]} is in rout.")
    if state.acted >> piece & 1:
        return Refusal("6.1.3", f"{action[1]} has acted in this action phase.")
    top = state.frames[-1]
    if top[0] == "act" and top[1] != piece:
        return Refusal("6.1.3", "Another brigade is acting: it must finish first.")
    if top[0] == "brigades" and action[0] == "act":
        if roster.division[piece] == NONE or piece in independents(position, roster.side[piece]):
            return Refusal("6.2.2", f"{action[1]} is too far from the division, or another one went with it.")
        if roster.division[piece] == top[1]:
            return _come_up_first()
        return Refusal("6.1.3", f"{action[1]} is not of the division that acts.")
    return None


def _why_done(position: SecondBullRun, action: Action) -> Refusal | None:
    top = position.state.frames[-1][0]
    if top == "brigades":
        return _come_up_first()
    if top == "act":
        return Refusal("9.5.1", "A brigade that is not in contact ends its action by facing a zone.")
    return None


def _come_up_first() -> Refusal:
    says = "A brigade of the division would be left alone: one that can still come up to it acts first."
    return Refusal("9.1.2", says)


# --- what an acting brigade does ------------------------------------------------------------------


def _why_acting(position: SecondBullRun, action: Action) -> Refusal | None:
    """The verbs of an acting brigade: first of all, whether it is the one that acts."""
    brigade = named_piece(position, action)
    top = position.state.frames[-1]
    if top[0] != "act" or top[1] != brigade:
        return Refusal("6.1.3", "Only the brigade that is acting can do that.")
    if action[0] in ("rest", "attack", "mount", "dismount"):
        refusal = _why_not_here(position, brigade, top[3])
        if refusal is not None:
            return refusal
    return ACTING[action[0]](position, action, (brigade, top[2], top[3]))


def _why_not_here(position: SecondBullRun, brigade: int, flags: int) -> Refusal | None:
    """Why an acting brigade must move on before it does anything else; None when it may stay."""
    if may_end(position, brigade, flags) or not (
        march_goals(position, brigade, acting_frame(position, brigade)[2], flags)
    ):
        return None
    rules = position.rules
    name, here = rules.roster.ids[brigade], zone_words(rules.board.names[position.state.at[brigade]])
    if flags & MOVED and not may_stay(position, brigade):
        return Refusal("9.6.1", f"{name} only passes through {here} and must move on.")
    return Refusal("9.1.2", f"{name} must move on: in {here} its division does not hold together.")


def _why_force(position: SecondBullRun, action: Action, actor: Actor) -> Refusal | None:
    brigade, points, flags = actor
    if flags & FORCED:
        return Refusal("9.4.1", "A brigade makes one forced march in an action.")
    if flags & ISOLATED:
        return Refusal("9.1.3", "An isolated brigade makes no forced march.")
    if not may_force(position, brigade):
        says = "Artillery, dismounted cavalry and brigades at fatigue 2 make no forced march."
        return Refusal("9.4.1", says)
    if flags & ENGAGED:
        return Refusal("9.4.1", "It has prepared its attack.")
    says = f"The normal movement comes first while there is room, and it must help; {points} points are left."
    return Refusal("9.4.1", says)


def _why_rest(position: SecondBullRun, action: Action, actor: Actor) -> Refusal | None:
    brigade, _, flags = actor
    if flags & BUSY:
        return Refusal("6.1.5", "A brigade rests or moves, not both.")
    if not position.state.fatigue[brigade]:
        return Refusal("6.1.5", "The brigade is not fatigued.")
    return None


def _why_attack(position: SecondBullRun, action: Action, actor: Actor) -> Refusal | None:
    brigade, points, flags = actor
    rules, state = position.rules, position.state
    zone = named_zone(position, action)
    if zone is None:
        return Refusal("9.4.7", "An attack names a brigade and a zone: attack PIECE ZONE.")
    if rules.roster.is_artillery[brigade]:
        return Refusal("10.4.12", "Artillery does not attack; it supports what is in its front.")
    if flags & ENGAGED:
        return Refusal("9.4.7", f"{action[1]} has an attack marker already.")
    if points < rules.attack_cost:
        return Refusal("9.4.7", f"An attack costs {rules.attack_cost} movement points, {points} are left.")
    if not ground(position).held[1 - rules.roster.side[brigade]] >> zone & 1:
        return Refusal("9.4.7", f"There is no enemy brigade in {action[2]}.")
    if not rules.passable[state.at[brigade]] >> zone & 1:
        return Refusal("9.4.7", f"{action[1]} could not go to {action[2]} from where it is.")
    if any(state.target[b] not in (0, zone) for b in stack(position, state.at[brigade])):
        return Refusal("10.1.1", "Two brigades of a stack attack the same zone.")
    return Refusal("10.1.1", "It does not adjoin the others that attack this zone, or it faces elsewhere.")


def _why_rush(position: SecondBullRun, action: Action, actor: Actor) -> Refusal | None:
    return Refusal("9.4.5", "A rush leads from an enemy front at the start of the move into another one.")


def _why_saddle(position: SecondBullRun, action: Action, actor: Actor) -> Refusal | None:
    brigade, points, _ = actor
    if not position.rules.roster.is_cavalry[brigade]:
        return Refusal("9.4.8", "Only cavalry mounts and dismounts.")
    return Refusal("9.4.8", f"It costs 2 movement points, once in an action; {points} are left.")


def _why_face(position: SecondBullRun, action: Action) -> Refusal | None:
    rules, state = position.rules, position.state
    piece = named_piece(position, action)
    zone = named_zone(position, action)
    if piece == NO_PIECE or zone is None:
        return Refusal("9.5.1", "A facing names a brigade and a zone: face PIECE ZONE.")
    if piece >= rules.roster.brigades:
        return Refusal("9.5.1", "Commanders have no facing.")
    if not rules.around[state.at[piece]] >> zone & 1:
        return Refusal("9.3.3", "A brigade faces a zone next to its own.")
    top = state.frames[-1]
    if top[0] == "turn":
        return Refusal("9.5.2", "It must have the brigade that came up in its front.")
    if not legal_facings(position, state.at[piece], rules.roster.side[piece]) >> zone & 1:
        if top[0] == "rested" or (top[0] == "act" and top[1] == piece and not top[3] & MOVED):
            says = "It stands as it is, or turns with as many enemy brigades in its front as it can."
            return Refusal("9.5.3", says)
        return Refusal("9.5.1", "It must have as many enemy brigades in its front as it can.")
    if top[0] == "act" and top[1] == piece and not top[3] & FACED:
        return _why_not_here(position, piece, top[3])
    if top[0] == "act" and top[3] & FACED:
        return Refusal("9.5.1", "It took its facing when it came into contact.")
    return Refusal("9.5.1", "A brigade faces at the end of its own action.")


# --- other questions ------------------------------------------------------------------------------


def _why_test(position: SecondBullRun, action: Action) -> Refusal | None:
    roster, state = position.rules.roster, position.state
    piece = named_piece(position, action)
    if piece not in roster.army_commander:
        return Refusal("6.3.1", "Only an army commander takes a test before he moves.")
    if state.turned >> piece & 1:
        return Refusal("6.3.1", f"{action[1]} is activated: he has had his one test of this turn.")
    return None


def _why_counter_attack(position: SecondBullRun, action: Action) -> Refusal | None:
    """It is the Confederates' on the days that allow it, from a turn on and once."""
    state = position.state
    day = position.rules.days[state.day]
    if not day.counter_attack:
        return Refusal("11.2.2", f"There is no counter-attack on {day.date}.")
    if state.counter_attack:
        return Refusal("11.2.2", f"The counter-attack was declared on turn {state.counter_attack}.")
    if state.turn < day.counter_attack:
        says = f"The counter-attack can be declared from turn {day.counter_attack} on"
        return Refusal("11.2.2", f"{says}; this is turn {state.turn}.")
    if state.turn >= day.last_turn:
        return Refusal("11.2.2", "No turn follows in which to counter-attack.")
    return Refusal("11.2.2", "The Confederate player declares it at the end of the administrative phase.")


def _why_resolve(position: SecondBullRun, action: Action) -> Refusal | None:
    zone = named_zone(position, action, 1)
    if zone is None:
        return Refusal("10.1.2", "A combat names the zone that is attacked: resolve ZONE.")
    return Refusal("10.1.2", f"No attack marker points to {zone_words(action[1])}.")


def _why_retreat(position: SecondBullRun, action: Action) -> Refusal | None:
    top = position.state.frames[-1]
    zone = named_zone(position, action)
    if top[0] != "retreat" or zone is None:
        return Refusal("10.4.6", "No brigade is retreating there now.")
    at = position.state.at[top[1]]
    if not position.rules.passable[at] >> zone & 1:
        return Refusal("10.4.8", "A retreat goes on zone by zone.")
    best = position.rules.board.names_of(retreat_zones(position, top[1], top[3], top[4], top[2] <= 1))
    return Refusal("10.4.9", "Other zones come first by the order of priorities.", {"zones": best})


def _why_enter(position: SecondBullRun, action: Action) -> Refusal | None:
    rules, state = position.rules, position.state
    piece = named_piece(position, action)
    if piece == NO_PIECE or len(action) != 4:
        return Refusal("8.E2", "An entry names a piece, its entry and a zone: enter PIECE ENTRY ZONE.")
    for number, group in enumerate(rules.groups):
        if piece in group.pieces and state.released >> number & 1:
            entries = entries_of(position, number)
            entry = rules.board.find(action[2])
            if entry is None or entry not in entries:
                open_now = [rules.board.names[zone] for zone in entries]
                return Refusal("8.E2", f"{action[1]} does not enter there.", {"entries": open_now})
            zone = rules.board.find(action[3]) or 0
            if control_zone(position, 1 - group.side) >> zone & 1:
                return Refusal("8.E2", "Reinforcements do not enter an enemy zone of control.")
            cost = str(entry_cost(position, entry))
            return Refusal(
                "11.1.3", "It does not get there with its points, or may not end there.", {"entry": cost}
            )
    return Refusal("8.E1", f"{action[1]} does not arrive now.")


ACTING: dict[str, WhyActing] = {
    "force": _why_force,
    "rest": _why_rest,
    "attack": _why_attack,
    "rush": _why_rush,
    "mount": _why_saddle,
    "dismount": _why_saddle,
}

REASONS: dict[str, Why] = {
    **dict.fromkeys(ACTING, _why_acting),
    "move": _why_move,
    "activate": _why_activate,
    "act": _why_act,
    "done": _why_done,
    "face": _why_face,
    "resolve": _why_resolve,
    "test": _why_test,
    "counter-attack": _why_counter_attack,
    "retreat": _why_retreat,
    "enter": _why_enter,
}


GUIDE = Guide(
    SIDES,
    over="8.F",
    turns="6.1.6",
    verbs=VOCABULARY.verbs,
    phase=lambda position: PHASES[position.state.phase],
    nouns=(
        unknown_nouns(
            "neither a piece, a division nor a zone of this game",
            lambda rules, word: word in rules.roster.division_number,
        ),
        _not_yours,
    ),
    reasons=REASONS,
)
