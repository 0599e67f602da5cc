"""Why not? The answer to any action that is not among the options, with the rule."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.why_not import Guide, Why
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.chapters import VOCABULARY
from bullrun.games.bull_run_1861.rules.command import in_command
from bullrun.games.bull_run_1861.rules.facing import all_facings
from bullrun.games.bull_run_1861.rules.ground import (
    brigades_in,
    control_zone,
    full_zones,
    ground,
    in_contact,
    is_extended,
    others_in_stack,
    touched_zone,
)
from bullrun.games.bull_run_1861.rules.headquarters import headquarters_reach, other_headquarters
from bullrun.games.bull_run_1861.rules.movement import (
    BUSY,
    ENGAGED,
    FACED,
    FORCED,
    HALTED,
    attackable,
    extension_zones,
    march_reach,
    may_tire,
    unknown_ford,
)
from bullrun.games.bull_run_1861.rules.operational import (
    group_goals,
    marked_zones,
    must_operate,
    operating_group,
)
from bullrun.games.bull_run_1861.rules.reach import acting_frame, reach_report
from bullrun.games.bull_run_1861.rules.results import first_steps, must_retreat
from bullrun.games.bull_run_1861.rules.setup import army_of
from bullrun.games.bull_run_1861.rules.state import ADMINISTRATION, COMBAT, HEADQUARTERS, NO_HOST, PHASES
from bullrun.games.nouns import unknown_nouns
from bullrun.games.sides import SIDES, UNION
from bullrun.games.vaevictis.reasons import Actor, WhyActing, named_piece, named_zone

FAR = 99

_SOUTH_STAYS = Refusal("13.2", "The South does not cross Bull Run on the first turn.")


def _not_yours(position: BullRun, side: str, action: Action) -> Refusal | None:
    roster = position.rules.roster
    piece = named_piece(position, action)
    if piece < 0:
        return None
    if SIDES[roster.side[piece]] != side:
        return Refusal("7.3", f"{action[1]} belongs to the other side.")
    if not position.state.at[piece] and action[0] not in ("place", "extend"):
        return Refusal("2.3", f"{action[1]} is not on the map.")
    return None


# --- movement -------------------------------------------------------------------------------------


def why_not_move(position: BullRun, piece: int, zone: PlaceId) -> Refusal | None:
    """Why a counter cannot move to a zone, command apart; None when the way is open."""
    roster = position.rules.roster
    if piece >= 2 * roster.brigades:
        return _why_headquarters(position, piece, zone)
    if piece >= roster.brigades:
        return Refusal("10.6.2", "An extended line does not move; it regroups in one of its two zones.")
    state = position.state
    called = position.rules.board.called(position.rules.board.names[zone])
    name, side = roster.ids[piece], roster.side[piece]
    _, _, points, start, flags = acting_frame(position, piece)
    at = state.at[piece]
    if zone == at:
        return Refusal("10.3.2", f"{name} is in {called} already.")
    if ground(position).held[1 - side] >> zone & 1:
        return Refusal("10.5.4", f"{called} holds an enemy brigade.")
    if is_extended(position, piece):
        return Refusal("10.6.2", f"{name} stands in an extended line: it must regroup before it moves.")
    if flags & ENGAGED:
        return Refusal("10.3.8", f"{name} has prepared an attack.")
    if flags & HALTED:
        return Refusal("10.3.5", f"{name} has entered an enemy zone of control and must stop.")
    if full_zones(position, piece) >> zone & 1:
        return Refusal("10.5.1", f"{called} is full.", {"brigades": brigades_in(position, zone)})
    ford = unknown_ford(position, side, at, start)
    reach = march_reach(position, side, at, points, ford)
    if zone in reach.costs:
        operating = operating_group(position, piece)
        if operating is not None and not group_goals(position, *operating) >> zone & 1:
            return Refusal("9.1", f"{called} has no room for all who march together.")
        return None
    control = control_zone(position, 1 - side)
    if position.rules.around[at] >> zone & 1:
        refusal = _why_no_step(position, side, at, zone)
        if refusal is not None:
            return refusal
    if control >> at & 1 and control >> zone & 1 and position.rules.around[at] >> zone & 1:
        return Refusal("10.3.7", f"{name} cannot go from one enemy zone of control straight into another.")
    free = position.rules.steps(side, state).search(at, FAR)
    cost = free.costs.get(zone)
    if cost is not None and cost <= points:
        return Refusal(
            "10.3.5", "Enemy brigades and their zones of control bar the way.", {"cost": str(cost)}
        )
    if cost is None:
        return _SOUTH_STAYS
    says = f"{called} costs {cost} movement points, {name} has {points}."
    return Refusal("10.3.2", says, {"cost": str(cost), "points": str(points)})


def _why_no_step(position: BullRun, side: int, at: PlaceId, zone: PlaceId) -> Refusal | None:
    """What is wrong with a step to a neighbouring zone over the river."""
    rules = position.rules
    if rules.zoc[at] >> zone & 1 or rules.open_sets(side, position.state)[at] >> zone & 1:
        return None
    if not rules.crossing[at] >> zone & 1:
        return Refusal("10.3.3", "Bull Run is crossed only at fords and bridges.")
    if side == UNION:
        return Refusal(
            "10.3.4", "The North does not know Farm Ford: 4 points, at the start of an activation."
        )
    return _SOUTH_STAYS


def _why_headquarters(position: BullRun, hq: int, zone: PlaceId) -> Refusal | None:
    roster = position.rules.roster
    side = roster.side[hq]
    name = roster.ids[hq]
    if position.state.turned >> hq & 1:
        return Refusal("7.6", f"{name} has been activated this turn.")
    if touched_zone(position, 1 - side) >> zone & 1:
        return Refusal("7.6", f"{name} may not come into contact with an enemy brigade.")
    if other_headquarters(position, hq) >> zone & 1:
        return Refusal("10.5.1", "A zone holds one headquarters.")
    if zone in headquarters_reach(position, hq).costs:
        return None
    says = f"{name} has {roster.headquarters_movement} movement points and cannot get there."
    return Refusal("7.6", says)


def _why_move(position: BullRun, action: Action) -> Refusal | None:
    roster, board = position.rules.roster, position.rules.board
    if len(action) != 3 or action[1] not in roster.number or board.find(action[2]) is None:
        return Refusal("10.3.2", "A move names a counter and a zone: move PIECE ZONE.")
    piece = roster.number[action[1]]
    refusal = why_not_move(position, piece, board.place(action[2]))
    if refusal is not None:
        return refusal
    if piece >= 2 * roster.brigades:
        return Refusal("7.6", "Headquarters move after the brigades, before combat.")
    if position.state.phase in (HEADQUARTERS, COMBAT):
        return Refusal("7.5", "The brigades have finished moving.")
    if position.state.phase == ADMINISTRATION:
        return _why_operate(position, piece)
    refusal = _why_activate(position, action)
    if refusal is not None:
        return refusal
    cost = next(row["cost"] for row in reach_report(position, piece) if row["place"] == action[2])
    says = f"{action[1]} must be activated first; then the way is open for {cost} points."
    facts = {"after": f"activate {action[1]}", "cost": cost, "in_command": in_command(position, piece)}
    return Refusal("7.3", says, facts)


def _why_operate(position: BullRun, piece: int) -> Refusal:
    """Why a brigade does not move at the end of a turn, though the way is open."""
    operating = operating_group(position, piece)
    if operating is None:
        return Refusal("6.5", "At the end of a turn only brigades move that are marked for it.")
    leader = position.rules.roster.ids[operating[0][0]]
    if not position.state.operational >> piece & 1:
        return Refusal("9.1", f"It marches together with {leader}.")
    return Refusal("9.1", "Its operational movement must be chosen first.", {"after": f"operate {leader}"})


def _why_operating(position: BullRun, action: Action) -> Refusal | None:
    """Why a brigade is not the one to choose for an operational movement."""
    piece = named_piece(position, action)
    if not 0 <= piece < position.rules.roster.brigades:
        return Refusal("9.1", "Operational movement names a brigade: operate BRIGADE.")
    if position.state.frames[-1][0] == "operate":
        return Refusal("9.1", "Other brigades are marching: they must finish first.")
    operating = operating_group(position, piece)
    if operating is None:
        return Refusal("6.5", f"{action[1]} is not marked for operational movement.")
    leader = position.rules.roster.ids[operating[0][0]]
    if leader == action[1]:
        return None
    return Refusal("9.1", f"It marches together with {leader}.", {"after": f"operate {leader}"})


def _why_activate(position: BullRun, action: Action) -> Refusal | None:
    roster = position.rules.roster
    piece = named_piece(position, action)
    if not 0 <= piece < roster.brigades:
        return Refusal("7.3", "Only brigades are activated.")
    if any(frame[0] == "act" for frame in position.state.frames):
        return Refusal("7.3", "Another brigade is acting: it must finish first.")
    if position.state.acted >> piece & 1:
        return Refusal("7.3", f"{action[1]} has acted in this movement phase.")
    if position.state.operational & must_operate(position) & 1 << piece:
        return Refusal("12.1", f"{action[1]} must carry out its operational movement this turn.")
    return None


# --- what an acting brigade does ------------------------------------------------------------------


def _why_acting(position: BullRun, action: Action) -> Refusal | None:
    """The verbs of an acting brigade: first of all, whether it is the one that acts."""
    roster = position.rules.roster
    element = named_piece(position, action)
    top = position.state.frames[-1]
    if (
        top[0] != "act"
        or element < 0
        or element >= 2 * roster.brigades
        or top[1] != roster.brigade_of(element)
    ):
        return Refusal("7.3", "Only the brigade that is acting can do that.")
    return ACTING[action[0]](position, action, (element, top[2], top[4]))


def _why_force(position: BullRun, action: Action, actor: Actor) -> Refusal | None:
    element, points, flags = actor
    if flags & FORCED and position.rules.has("forced-marches", "one"):
        return Refusal("10.3.1", "A brigade makes one forced march in an activation.")
    if not may_tire(position, position.rules.roster.brigade_of(element), flags):
        return Refusal("10.3.1", "A brigade never has more than Fatigue 2.")
    if points >= position.rules.tables["march"]["zone"]:
        return Refusal(
            "10.3.1", f"The regular movement points come first while there is room: {points} are left."
        )
    return Refusal("10.3.1", "More movement points would not help.")


def _why_rest(position: BullRun, action: Action, actor: Actor) -> Refusal | None:
    element, _, flags = actor
    if flags & BUSY:
        return Refusal("7.4", "A brigade recovers or moves, not both.")
    if not position.state.fatigue[element]:
        return Refusal("7.4", "The brigade is not fatigued.")
    return Refusal("10.5.5", "The Legion recovers with the brigade it is stacked with.")


def _why_attack(position: BullRun, action: Action, actor: Actor) -> Refusal | None:
    element, points, _ = actor
    state, rules = position.state, position.rules
    side = rules.roster.side[element]
    if state.attacking >> element & 1:
        return Refusal("10.3.8", f"{action[1]} has an attack marker already.")
    if points < rules.tables["march"]["attack"]:
        return Refusal("10.3.8", f"An attack costs 2 movement points, {points} are left.")
    if state.second >> element & 1:
        return Refusal("11.3.1", "Only the front line attacks; the second line supports it.")
    targets = attackable(position, state.at[element], side)
    front = rules.fronts[state.at[element]].get(named_zone(position, action) or 0, 0)
    if not targets & front and _is_behind_farm_ford(position, element, front):
        cost = rules.tables["march"]["unknown_ford"]
        says = f"The North does not know Farm Ford: the first to attack over it starts there and pays {cost}"
        return Refusal("10.3.4", f"{says} points (attack-ford); {points} are left.")
    if not targets:
        if rules.around[state.at[element]] & ground(position).held[1 - side]:
            return Refusal("10.3.3", "The enemy is behind Bull Run without a known crossing between.")
        return Refusal("10.3.8", "There is no enemy next to it.")
    return Refusal("11.1.1", "That facing has no enemy it can attack in its front.")


def _is_behind_farm_ford(position: BullRun, element: int, front: PlaceSet) -> bool:
    """Whether there is an enemy in a front with only the unknown Farm Ford between."""
    rules, here = position.rules, position.state.at[element]
    if rules.roster.side[element] != UNION or position.state.farm_ford or here not in rules.farm_ford:
        return False
    beyond = 1 << sum(rules.farm_ford) - here
    return bool(beyond & front & ground(position).held[1 - UNION])


def _why_extend(position: BullRun, action: Action, actor: Actor) -> Refusal | None:
    element, points, flags = actor
    state, rules = position.state, position.rules
    if element == rules.roster.legion:
        return Refusal("10.6.1", "The Legion is too small for an extended line.")
    if is_extended(position, rules.roster.brigade_of(element)):
        return Refusal("10.6.1", "It stands in an extended line already.")
    if flags & ENGAGED or points < rules.tables["march"]["extend"]:
        return Refusal("10.6.1", f"Extending costs 2 movement points before an attack; {points} are left.")
    zone = named_zone(position, action)
    if zone is None or not rules.around[state.at[element]] >> zone & 1:
        return Refusal("10.6.1", "A line extends into a neighbouring zone.")
    if not rules.zoc[state.at[element]] >> zone & 1:
        return Refusal("10.6.1", "A line does not extend across Bull Run.")
    if ground(position).held[1 - rules.roster.side[element]] >> zone & 1:
        return Refusal("10.5.4", "An enemy brigade is there.")
    return Refusal("10.5.1", "There is no room for another brigade.")


def _why_regroup(position: BullRun, action: Action, actor: Actor) -> Refusal | None:
    element, points, _ = actor
    if not is_extended(position, position.rules.roster.brigade_of(element)):
        return Refusal("10.6.2", "It does not stand in an extended line.")
    return Refusal("10.6.2", f"Regrouping costs 2 points into one of its two zones; {points} are left.")


def _why_face(position: BullRun, action: Action) -> Refusal | None:
    rules, state = position.rules, position.state
    element = named_piece(position, action)
    zone = named_zone(position, action)
    if element < 0 or zone is None:
        return Refusal("10.4.1", "A facing names a brigade and a zone: face PIECE ZONE.")
    if element >= 2 * rules.roster.brigades:
        return Refusal("10.4.1", "Headquarters have no facing.")
    if not all_facings(position, state.at[element]) >> zone & 1:
        return Refusal("10.2.2", "A brigade faces a zone next to its own.")
    top = state.frames[-1]
    if top[0] == "stand":
        return Refusal("12.1", "Each front line is turned once before the first turn.")
    decision = position.decision()
    if decision is None or decision.about.piece != action[1]:
        return Refusal("10.4.1", "A brigade faces at the end of its own move.")
    if top[0] == "act" and top[4] & FACED:
        return Refusal("10.4.2", "It has taken its facing to the enemy; only an attack changes that.")
    if top[0] in ("act", "orient"):
        others = others_in_stack(position, element)
        if others and state.attacking >> others[0] & 1:
            leader = rules.roster.ids[others[0]]
            return Refusal("10.5.2", f"{leader} has prepared an attack and keeps the front line.")
    if top[0] in ("orient", "turn"):
        return Refusal("10.4.2", "It must have the enemy in its front.")
    return Refusal("10.4.1", "A brigade faces at the end of its own move.")


# --- set-up ---------------------------------------------------------------------------------------


def _why_place(position: BullRun, action: Action) -> Refusal | None:
    rules = position.rules
    decision = position.decision()
    brigade, zone = named_piece(position, action), named_zone(position, action)
    if decision is None or position.state.frames[-1][0] != "place":
        return Refusal("12.2", "Brigades are placed before the first turn.")
    if zone is None or decision.about.piece != action[1]:
        return Refusal("12.2", f"{decision.about.piece} is placed now.")
    side, name = rules.roster.side[brigade], rules.board.called(rules.board.names[zone])
    if not rules.banks[side] >> zone & 1:
        return Refusal("12.2", f"{name} is on the other side's bank of Bull Run.")
    if full_zones(position, brigade) >> zone & 1:
        return Refusal("10.5.1", f"{name} is full.", {"brigades": brigades_in(position, zone)})
    if rules.roster.option[brigade]:
        return Refusal("13.1", f"{action[1]} starts at most one zone from its headquarters.")
    army = army_of(rules, side)
    if army["away_from_river"] and rules.riverside >> zone & 1:
        return Refusal("12.2", f"{name} touches Bull Run.")
    within = "within" if rules.has("free-setup-distance", "within") else "at least"
    town = rules.objective_names[rules.board.place(army["town"])]
    says = f"{name} is not {within} {army['distance']} movement points from {town}"
    if "anywhere" in army:
        free = army["anywhere"]
        says += f"; only {free['brigades']} brigades of the {free['army'].title()} army, each alone, may be"
    return Refusal("12.2", says + ".")


def _why_extend_line(position: BullRun, action: Action) -> Refusal | None:
    """Extending a line before the first turn, or as an acting brigade."""
    if position.state.frames[-1][0] not in ("extend_lines", "stand"):
        return _why_acting(position, action)
    brigade, zone = named_piece(position, action), named_zone(position, action)
    if not 0 <= brigade < position.rules.roster.brigades or not position.state.at[brigade]:
        return Refusal("10.6.1", "Only a brigade on the map extends its line.")
    if zone is None or not extension_zones(position, brigade) >> zone & 1:
        return _why_extend(position, action, (brigade, FAR, 0))
    if position.rules.data.get("groups"):
        return Refusal("12.1", f"{action[1]} does not start in an extended line.")
    return Refusal("12.2", "A line keeps to the zones in which its brigade could be placed.")


# --- other questions ------------------------------------------------------------------------------


def _why_mark(position: BullRun, action: Action) -> Refusal | None:
    state, rules = position.state, position.rules
    roster = rules.roster
    brigade = named_piece(position, action)
    if not 0 <= brigade < roster.brigades:
        return Refusal("6.4", "Only brigades are marked.")
    side = roster.side[brigade]
    if state.operational >> brigade & 1:
        return Refusal("6.4", f"{action[1]} is marked already.")
    if state.fatigue[brigade]:
        return Refusal("6.6", f"{action[1]} is fatigued.")
    if in_contact(position, state.at[brigade], side):
        return Refusal("6.6", f"{action[1]} is in contact with the enemy.")
    if is_extended(position, brigade):
        return Refusal("10.6.2", f"{action[1]} stands in an extended line and cannot move.")
    if brigade == roster.legion and state.host != NO_HOST:
        return Refusal("10.5.5", f"{action[1]} moves with the brigade it is stacked with.")
    if state.frames[-1][0] != "mark":
        return Refusal("6.4", "Brigades are marked when the initiative is settled, player 2's first.")
    zones = rules.tables["operational"]["zones"][SIDES[side]]
    marked = len(marked_zones(position, side))
    return Refusal("6.7", f"{marked} of {zones} zones are marked, two brigades at most in each.")


def _why_done(position: BullRun, action: Action) -> Refusal | None:
    """Why the choice of brigades cannot end."""
    top = position.state.frames[-1]
    if top[0] == "choose" and not position.rules.has("activations", "may"):
        return Refusal("7.1", f"The number rolled must be activated; {top[1]} are left.", {"left": top[1]})
    return None


def _why_launch(position: BullRun, action: Action) -> Refusal | None:
    return Refusal(
        "6.2", "A side launches one major offensive, never on turn 1 nor in the same turn as the other."
    )


def _why_strike(position: BullRun, action: Action) -> Refusal | None:
    zone = named_zone(position, action, 1)
    if zone is None:
        return Refusal("11.1.2", "A combat names the zone that is attacked: strike ZONE.")
    called = position.rules.board.called(action[1])
    if position.state.attacked >> zone & 1:
        return Refusal("11.1.2", f"{called} has been attacked in this movement phase.")
    if not ground(position).held[1 - position.state.active] >> zone & 1:
        return Refusal("11.1.1", f"No enemy stands in {called}.")
    return Refusal("11.1.1", f"No brigade with an attack marker has {called} in its front.")


def _why_sweep(position: BullRun, action: Action) -> Refusal | None:
    return Refusal("11.1.3", "A brigade attacks several zones only if several enemies are left in its front.")


def _why_join(position: BullRun, action: Action) -> Refusal | None:
    return Refusal(
        "11.1.3",
        "Who joins has an attack marker, has the zone in its front, and is next to another attacker.",
    )


def _why_retreat(position: BullRun, action: Action) -> Refusal | None:
    top = position.state.frames[-1]
    if top[0] == "hit" and not first_steps(position, top[1], top[2]):
        return Refusal("11.4.4", "There is no zone away from the enemy to retreat to.")
    if top[0] == "retreat":
        return Refusal(
            "11.4.6", "A retreat leads away from the combat, to room, and round enemy fronts if it can."
        )
    return None


def _why_lose(position: BullRun, action: Action) -> Refusal | None:
    top = position.state.frames[-1]
    if top[0] == "hit" and must_retreat(position, top[1]):
        return Refusal("11.4.5", "The step would leave less than half its strength: it must try to retreat.")
    return None


ACTING: dict[str, WhyActing] = {
    "force": _why_force,
    "rest": _why_rest,
    "attack": _why_attack,
    "attack-ford": _why_attack,
    "extend": _why_extend,
    "regroup": _why_regroup,
}

REASONS: dict[str, Why] = {
    **dict.fromkeys(ACTING, _why_acting),
    "place": _why_place,
    "extend": _why_extend_line,
    "move": _why_move,
    "activate": _why_activate,
    "face": _why_face,
    "mark": _why_mark,
    "done": _why_done,
    "launch": _why_launch,
    "operate": _why_operating,
    "strike": _why_strike,
    "sweep": _why_sweep,
    "join": _why_join,
    "retreat": _why_retreat,
    "lose": _why_lose,
}


GUIDE = Guide(
    SIDES,
    over="4.1",
    turns="7.5",
    verbs=VOCABULARY.verbs,
    phase=lambda position: PHASES[position.state.phase],
    nouns=(
        unknown_nouns("neither a piece nor a zone of this game", lambda rules, word: word.isdecimal()),
        _not_yours,
    ),
    reasons=REASONS,
)
