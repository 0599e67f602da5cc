"""2.6, 4.84: nothing that a viewer can ask for depends on what lies face down. Along whole games the real
position and imagined ones, alike in all that the viewer may know, must give the same bytes."""

from __future__ import annotations

import json
from random import Random

import pytest

from bullrun.bots import Seat, make_bot
from bullrun.engine.view import imagine, known_position, see_events, sides_differ
from bullrun.engine.why_not import why_not
from bullrun.errors import BullrunError
from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from bullrun.service.outgoing import question_view, table_view
from tests.cases.asking import ask
from tests.cases.bull_run_1983.scene import play, scene
from tests.cases.bull_run_1983.test_setup import start

GAME = "bull-run-1983"
PIECES = [piece.id for piece in BULL_RUN.data.pieces("pieces")]
OF_SIDE = {
    side: [piece.id for piece in BULL_RUN.data.pieces("pieces") if piece.side == side]
    for side in BULL_RUN.sides
}
HEXES = [BULL_RUN.data.board("map").name(place) for place in BULL_RUN.data.board("map").places]
BRIGADES = [piece.id for piece in BULL_RUN.data.pieces("pieces") if piece.kind == "brigade"]
LONE_VERBS = ("end-movement", "commit", "end-declaration", "done", "strike", "keep", "stay", "end-rally")
PIECE_VERBS = (
    "attack", "bombard", "with", "support", "also", "join", "resolve", "lose", "break", "change", "follow",
    "rally", "unfreeze", "dummy", "hide", "give-up",
)  # fmt: skip
BOTH_VERBS = ("move", "enter", "place", "retreat", "advance", "perish")
PLACE_VERBS = ("av", "clear", "abatis")


def forms(random):
    """A brigade piece with parts of its own that add up, or anything else."""
    brigade = random.choice(BRIGADES)
    code = brigade.split("-")[2]
    side = brigade[:3]
    own = [p for p in PIECES if p.startswith(f"{side}-I-{code}-")]
    return ["form", brigade, *random.sample(own, min(len(own), random.randint(1, 4)))]


def some_action(random):
    kind = random.randrange(8)
    if kind < 2:
        return forms(random)
    if kind < 5:
        return [random.choice(PIECE_VERBS), random.choice(PIECES)]
    if kind == 5:
        return [random.choice(PLACE_VERBS), random.choice(HEXES)]
    if kind == 6:
        return [random.choice(LONE_VERBS)]
    return [random.choice(BOTH_VERBS), random.choice(PIECES), random.choice(HEXES)]


def some_questions(random):
    """What the service may be asked by anybody."""
    yield from ({"why": " ".join(some_action(random))} for _ in range(40))
    yield from ({"reach": random.choice(PIECES)} for _ in range(3))
    yield from ({"threats": side} for side in BULL_RUN.sides)
    for overlay in ("control", "command", "recon", "sight"):
        for side in BULL_RUN.sides:
            yield {"overlay": {"name": overlay, "side": side, "at": random.choice(HEXES)}}
    yield from ({"ground": random.choice(HEXES)} for _ in range(5))
    yield from ({"sight": random.sample(HEXES, 2)} for _ in range(3))
    for mine, theirs in (BULL_RUN.sides, BULL_RUN.sides[::-1]):
        attackers = random.sample(OF_SIDE[mine], 2)
        yield {"combat": {"attackers": attackers, "defenders": [random.choice(OF_SIDE[theirs])]}}


def answers(position, viewer, seed):
    """Everything this viewer is told, as bytes."""
    random = Random(seed)
    told = [table_view(BULL_RUN, position, viewer), question_view(BULL_RUN, position, viewer)]
    for question in some_questions(random):
        try:
            told.append([question, ask(BULL_RUN, position, viewer, question)])
        except BullrunError as error:
            told.append([question, str(error)])
    known = known_position(BULL_RUN, position, viewer)
    told.append([BULL_RUN.phase(known), BULL_RUN.table.score(known), sides_differ(BULL_RUN, known)])
    return json.dumps(told, indent=1, sort_keys=True, default=str)


def same_for(position, viewer, seed):
    real = answers(position, viewer, seed)
    for variant in range(2):
        other = imagine(BULL_RUN, position, viewer, Random(1000 * seed + variant))
        imagined = answers(other, viewer, seed)
        if imagined != real:
            pairs = zip(real.splitlines(), imagined.splitlines(), strict=False)
            differ = next((a, b) for a, b in pairs if a != b)
            raise AssertionError(f"{viewer} can tell at {BULL_RUN.phase(position)}: {differ}")


def along(position, bots, steps, every, viewers, seed):
    """Play on; at every so-and-so-many-th decision compare what the viewers are told."""
    random = Random(seed)
    for step in range(steps):
        decision = position.decision()
        if decision is None or not sides_differ(BULL_RUN, position):
            break
        if step % every == 0:
            for viewer in viewers:
                same_for(position, viewer, step + seed)
        if decision.weights is not None:
            action = random.choices(decision.options, decision.weights)[0]
        elif bots:
            action = bots[decision.owner].choose(Seat(BULL_RUN, position, decision))
        else:
            action = decision.options[random.randrange(len(decision.options))]
        position.apply(action)


STARTS = [
    {},
    {"confederate_setup": "free"},
    {"fog_of_war": "on"},
    {"fog_of_war": "on", "union_setup": "free", "confederate_setup": "free"},
    {"uncertain_times": "on"},
]


@pytest.mark.rule(GAME, "4.84", "2.6")
@pytest.mark.parametrize("chosen", STARTS, ids=lambda chosen: "-".join(chosen) or "plain")
def test_no_answer_tells_what_lies_face_down_in_random_games(chosen):
    position = start(**chosen)
    along(position, None, 420, 29, ("union", "confederate", "spectator"), seed=len(chosen))


@pytest.mark.rule(GAME, "4.84", "2.6")
@pytest.mark.parametrize("chosen", [{}, {"fog_of_war": "on"}], ids=["plain", "fog"])
def test_no_answer_tells_what_lies_face_down_in_greedy_games(chosen):
    position = start(**chosen)
    bots = {side: make_bot("greedy", f"audit {side}") for side in BULL_RUN.sides}
    along(position, bots, 500, 31, ("union", "confederate"), seed=3)


@pytest.mark.rule(GAME, "2.6")
@pytest.mark.parametrize(
    ("phase", "action"),
    [
        ("movement", "form CSA-BG-K-Kershaw CSA-I-K-2SC CSA-I-K-8SC"),
        ("movement", "move CSA-I-K-2SC U10"),
        ("movement", "change CSA-A-K-Kemper"),
        ("movement", "break CSA-BG-K-Kershaw"),
        ("combat", "attack CSA-I-K-2SC"),
        ("combat", "bombard CSA-I-K-2SC"),
        ("combat", "attack CSA-BG-K-Kershaw"),
        ("rally", "rally CSA-I-K-2SC"),
    ],
)
def test_refusals_about_face_down_pieces_are_all_alike(phase, action):
    """Formed or apart, near or far, in use or not: the Union gets the same answer."""
    down = {"frozen": True}
    lying = [
        {"CSA-BG-K-Kershaw": {"at": "E30", **down}},
        {
            "CSA-L-K-Kershaw": {"at": "E30", **down},
            "CSA-I-K-2SC": {"at": "E33", **down},
            "CSA-I-K-8SC": {"at": "F32", **down},
        },
        {"CSA-L-K-Kershaw": {"at": "E30", **down}, "CSA-I-K-2SC": {"at": "E30", **down}},
    ]
    mine = {
        "USA-I-B-2NH": {"at": "U22", "active": True},
        "USA-A-B-2RI": {"at": "U21", "active": True},
        "USA-L-B-Burnside": {"at": "U21", "active": True},
        "CSA-I-EV-4SC": "U23",
        "CSA-C-EV-Terry": "U24",
        "CSA-A-K-Kemper": {"at": "E30", **down},
    }
    if phase == "rally":
        mine["USA-I-B-71NYM"] = {"box": "rally box"}
        mine["USA-I-B-1RI"] = {"at": "U21"}
        del mine["CSA-I-EV-4SC"], mine["CSA-C-EV-Terry"]
    told = set()
    for hidden in lying:
        position = scene({**mine, **hidden}, side="union", phase=phase, turn="NOON")
        answer = why_not(BULL_RUN.play.guide, position, "union", tuple(action.split()))
        assert answer is not None
        told.add((answer.rule, answer.says))
    assert len(told) == 1 and {rule for rule, _ in told} == {"2.6"}


@pytest.mark.rule(GAME, "4.84", "2.6")
def test_what_face_down_pieces_do_is_told_to_their_own_side_only():
    down = {"at": "E30", "frozen": True}
    pieces = ("CSA-L-K-Kershaw", "CSA-I-K-2SC", "CSA-I-K-8SC", "CSA-A-K-Kemper")
    position = scene(dict.fromkeys(pieces, down), side="confederate", phase="movement", turn="9:00 AM")
    play(
        position,
        "change CSA-A-K-Kemper",
        "form CSA-BG-K-Kershaw CSA-I-K-2SC CSA-I-K-8SC",
        "break CSA-BG-K-Kershaw",
    )
    kinds = {"battery_changed", "brigade_formed", "brigade_broken"}
    assert {
        event.kind for event in see_events(BULL_RUN, position.rules, position.log, "confederate")
    } >= kinds
    for viewer in ("union", "spectator"):
        assert (
            not {event.kind for event in see_events(BULL_RUN, position.rules, position.log, viewer)} & kinds
        )
