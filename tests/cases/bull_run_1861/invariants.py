"""What must be true of any position of Bull Run 1861, whatever was played."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.ground import Ground, brigades_in, elements_in, ground, touched_zone
from bullrun.games.bull_run_1861.rules.state import NO_HOST, SETUP

SETTLED = ("choose", "headquarters", "combat", "offensive", "mark", "operations")
"""Questions at which no brigade is on its way."""


def check(position: BullRun) -> None:
    """One front line a zone, stacks that fit, lines that hold together, derived ground that is right."""
    state, rules = position.state, position.rules
    roster = rules.roster
    on, anew = ground(position), Ground(position)
    assert (on.front, on.rear, on.held) == (anew.front, anew.rear, anew.held), "derived ground is stale"
    assert not on.held[0] & on.held[1], "both sides in one zone [10.5.4]"
    limit = 3 if rules.has("northern-reinforcements") else 2
    settled = not state.frames or state.frames[-1][0] in SETTLED
    for zone in places_in(on.held[0] | on.held[1]):
        elements = elements_in(position, zone)
        assert sum(not state.second >> e & 1 for e in elements) == 1, "one front line [10.5.2]"
        if settled:
            assert brigades_in(position, zone) <= limit, "too many brigades [10.5.1]"
            assert len({state.facing[e] for e in elements}) == 1, "a stack with two facings [10.5.3]"
            assert state.host != NO_HOST or state.at[roster.legion] != zone or len(elements) == 1
    for element in (*roster.elements[0], *roster.elements[1]):
        with_host = element == roster.legion and state.host != NO_HOST
        if state.at[element] and not with_host:
            assert rules.around[state.at[element]] >> state.facing[element] & 1, "faces a zone far away"
    for brigade in range(roster.brigades):
        line = state.at[brigade + roster.brigades]
        assert not line or rules.zoc[line] >> state.at[brigade] & 1, "a line torn apart [10.6.1]"
        assert state.fatigue[brigade] <= 2, "too tired"
        assert state.losses[brigade] <= roster.combat[brigade]
        gone = state.losses[brigade] == roster.combat[brigade] or not rules.chosen[brigade]
        assert not (gone and state.at[brigade]), "a brigade that cannot be there [11.4.10]"
    if state.host != NO_HOST:
        assert state.at[state.host] == state.at[roster.legion] != 0, "the Legion has lost its host"
    if settled and state.phase != SETUP and position.log is not None:
        trapped = {event.facts["piece"] for event in position.log if event.kind == "headquarters_trapped"}
        for side in (0, 1):
            for hq in roster.headquarters[side]:
                if touched_zone(position, 1 - side) >> state.at[hq] & 1:
                    assert roster.ids[hq] in trapped, (
                        "a headquarters in contact that was never pushed [10.3.6]"
                    )
