"""What explains chapters 8 to 14: refusals cite the rule that forbids, answers agree with play."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bullrun.engine.given import ImpossiblePosition
from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from bullrun.games.bull_run_1983.table.options import option_words
from bullrun.umpire import answer
from tests.cases import asking
from tests.cases.bull_run_1983.combat import fight
from tests.cases.bull_run_1983.scene import explain, options, play, rules, scene
from tests.cases.bull_run_1983.test_reinforcements import ELSEWHERE, waiting

GAME = "bull-run-1983"


def refusal(position, side, action):
    found = explain(position, side, tuple(action.split()))
    assert found is not None, f"{action!r} is allowed"
    return found


@pytest.mark.rule(GAME, "13.1", "13.11")
def test_why_a_piece_does_not_enter():
    position = waiting({"USA-L-0-McDowell": "E5"}, "union", "9:00 AM")
    for action, rule in (
        ("enter USA-I-0-1NJM CCC2", "13.1"),
        ("enter CSA-I-S-1Md A18", "13.1"),
        ("enter USA-L-0-McDowell E6", "13.1"),
        ("enter USA-I-W-4Mich A1", "5.3"),
        ("enter USA-I-W-4Mich", "13.1"),
    ):
        assert refusal(position, "union", action).rule == rule, action
    assert "4:00 PM" in refusal(position, "union", "enter USA-I-0-1NJM CCC2").says
    blocked = waiting({"USA-L-0-McDowell": "E5", "CSA-I-0-Hampton": "CCC3"}, "union", "4:00 PM")
    assert refusal(blocked, "union", "enter USA-I-0-1NJM CCC2").rule == "13.11"


@pytest.mark.rule(GAME, "13.1", "O1")
def test_who_is_rolled_for_does_not_enter_before_the_roll():
    field = rules(uncertain_times="on")
    position = waiting({"USA-L-0-McDowell": "E5"}, "union", "4:00 PM", field)
    assert refusal(position, "union", "enter USA-I-0-1NJM CCC2").rule == "O1"


@pytest.mark.rule(GAME, "13.3")
def test_the_moves_of_a_piece_that_must_enter_are_those_it_is_offered():
    """The minor road into CCC35 costs 1, and every move from there so much more."""
    position = waiting({"USA-L-0-McDowell": "E5"}, "union", "9:00 AM")
    offered = {o.split()[2] for o in options(position) if o.startswith("enter USA-I-W-4Mich")}
    rows = {row["place"]: row for row in asking.reach(BULL_RUN, position, "USA-I-W-4Mich")}
    assert set(rows) == offered
    assert rows["CCC35"]["cost"] == "1" and rows["CCC35"]["path"] == ["CCC35"]
    assert [term["rule"] for term in rows["CCC35"]["terms"]] == ["13.3"]
    assert asking.reach(BULL_RUN, position, "USA-I-0-1NJM") == [], "not before its hour"
    play(position, "enter USA-I-W-4Mich CCC35")
    later = asking.reach(BULL_RUN, position, "USA-I-W-4Mich")
    assert {row["place"] for row in later} == offered - {"CCC35"}
    for row in later:
        assert Fraction(rows[row["place"]]["cost"]) == 1 + Fraction(row["cost"])


@pytest.mark.rule(GAME, "8.4")
def test_why_a_brigade_does_not_break_up():
    pieces = {"CSA-BG-JA-Jackson": "U20", "USA-BG-K-Keyes": "U25", "USA-L-S-Sherman": "U25"}
    position = scene(pieces, phase="movement")
    for piece in ("USA-L-S-Sherman", "USA-BG-S-Sherman", "CSA-BG-JA-Jackson"):
        assert refusal(position, "union", f"break {piece}").rule == "8.4", piece
    assert explain(position, "union", ("break", "USA-BG-K-Keyes")) is None


@pytest.mark.rule(GAME, "12.4")
def test_why_a_leader_does_not_go_along():
    position = fight(
        {"USA-I-K-2Conn": "U20", "USA-I-K-1Conn": "U20", "CSA-C-EV-Terry": "U21", "USA-L-K-Keyes": "U20",
         "USA-L-S-Sherman": "U17"},
        1,
    )  # fmt: skip
    told = refusal(position, "union", "follow USA-L-S-Sherman")
    assert told.rule == "12.4" and told.says.startswith("No unit")
    play(position, "advance USA-I-K-1Conn U21")
    assert "follow USA-L-K-Keyes" in options(position)
    told = refusal(position, "union", "follow USA-L-S-Sherman")
    assert told.rule == "12.4" and "U20" in told.says


@pytest.mark.rule(GAME, "9.64", "8.3")
def test_a_given_brigade_piece_that_was_bombarded_has_an_active_leader():
    """Franklin is not self-activating; struck in his brigade piece he is active, and it with him."""
    for struck in (True, False):
        pieces = {"USA-BG-F-Franklin": {"at": "U20", "struck": struck}, "CSA-I-0-Hampton": "CCC20"}
        position = scene(pieces, phase="command")
        moves = [o for o in options(position) if o.startswith("move USA-BG-F-Franklin")]
        assert bool(moves) == struck


@pytest.mark.rule(GAME, "5.4", "13.41")
def test_units_given_up_for_an_overstacked_hex_are_not_told_as_losses_in_combat():
    position = waiting({**ELSEWHERE, "CSA-I-0-Hampton": "EE34"}, "confederate", "11:00 AM")
    play(position, "end-movement", "give-up CSA-I-S-1Md")
    assert [event.rule for event in position.log if event.kind == "eliminated"] == ["5.4"]


@pytest.mark.rule(GAME, "11.6", "5.4")
def test_buttons_name_the_hex_of_an_abatis_and_the_unit_given_up():
    position = scene({"CSA-I-EV-LaSp": "Z9"}, side="confederate", phase="rally", abatis=["Z9"])
    assert option_words(position, ("clear", "Z9")).says == "Remove the ABATIS in Z9"
    assert option_words(position, ("give-up", "CSA-I-S-1Md")).says == "Give up 1 Md"


@pytest.mark.rule(GAME, "14.23", "14.21")
def test_only_infantry_of_a_brigade_can_be_given_in_the_rally_box():
    for piece in ("USA-A-S-E3US", "USA-C-P-Palmer", "USA-I-0-1NJM", "USA-BG-K-Keyes", "USA-L-K-Keyes"):
        with pytest.raises(ImpossiblePosition, match=r"14\.23"):
            scene({piece: {"box": "rally box"}}, phase="rally")
    scene({"USA-I-K-1Conn": {"box": "rally box"}}, phase="rally")


@pytest.mark.rule(GAME, "4.8", "O2", "O4.1c")
def test_frozen_pieces_can_be_given_only_where_something_is_frozen():
    union, confederate = {"USA-I-K-1Conn": "E5"}, {"CSA-I-0-Hampton": "E5"}
    for pieces, field in ((union, rules()), (confederate, rules("july-20"))):
        with pytest.raises(ImpossiblePosition, match=r"4\.8"):
            scene({p: {"at": at, "frozen": True} for p, at in pieces.items()}, battlefield=field)
    for pieces, field in ((union, rules(fog_of_war="on")), (confederate, rules())):
        scene({p: {"at": at, "frozen": True} for p, at in pieces.items()}, battlefield=field)


def ask(turn, phase, pieces, *questions):
    """The umpire's answers for a Union position."""
    entries = [{"id": piece, **facts} for piece, facts in pieces.items()]
    spec = {"game": GAME, "turn": turn, "side": "union", "phase": phase, "pieces": entries}
    return [next(iter(one.values())) for one in answer({**spec, "ask": list(questions)})["answers"]]


KEYES = {"USA-L-K-Keyes": {"at": "E5"}, "USA-I-K-1Conn": {"at": "E5"}, "USA-I-K-2Conn": {"box": "rally box"}}


@pytest.mark.rule(GAME, "14.4", "14.32")
def test_the_umpire_answers_for_the_turn_that_was_asked_and_not_for_a_later_one():
    """Where nobody has a choice the game plays on by itself: the next Rally phase would allow it."""
    rally = {"why": "rally USA-I-K-2Conn"}
    (noon,) = ask("NOON", "rally", KEYES, rally)
    assert noon["legal"]
    early, offered = ask("11:30 AM", "rally", KEYES, rally, {"legal": True})
    assert not early["legal"] and early["rule"] == "14.4"
    assert offered["owner"] is None and offered["actions"] == []
    moved = KEYES | {"USA-I-K-1Conn": {"at": "E5", "moved": True}}
    (told,) = ask("NOON", "rally", moved, rally)
    assert not told["legal"] and told["rule"] == "14.32"


@pytest.mark.rule(GAME, "3.3")
def test_the_umpire_does_not_call_a_game_over_because_nobody_has_a_choice_before_its_end():
    still = {"USA-I-K-1Conn": {"at": "E5"}}
    (offered,) = ask("3:00 PM", "rally", still, {"legal": True})
    assert offered["owner"] is None and "over" not in offered["question"]
    (last,) = ask("8:00 PM", "rally", still, {"legal": True})
    assert last["question"] == "the game is over"


@pytest.mark.rule(GAME, "5.1")
def test_the_umpire_does_not_end_the_phase_for_a_side_whose_pieces_are_all_inactive():
    """To end the phase is all it can do; the engine would do so by itself and ask the enemy."""
    inactive = {"USA-I-S-69NYM": {"at": "U20", "active": False}, "CSA-I-EV-4SC": {"at": "A1"}}
    told, offered = ask(7, "movement", inactive, {"why": "move USA-I-S-69NYM U21"}, {"legal": True})
    assert not told["legal"] and told["rule"] == "5.1"
    assert offered["owner"] == "union" and offered["actions"] == ["end-movement"]
