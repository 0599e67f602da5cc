"""Why not: the order of the reasons, and what each cites."""

from __future__ import annotations

from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision, chance
from bullrun.engine.vocabulary import AIM, END, MARCH, PIECE, PLACE, Verb, declared
from bullrun.engine.why_not import Guide, why_not


class Asked:
    """A position with one question."""

    def __init__(self, decision, phase="movement"):
        self._decision = decision
        self.phase = phase

    def decision(self):
        return self._decision


GUIDE = Guide(
    ("blue", "grey"),
    over="9.9",
    turns="1.1",
    verbs=declared(
        (
            Verb("attack", AIM, (PIECE,), "Attack {0}", "6.1", "combat"),
            Verb("march", MARCH, (PLACE,), "March {0}", "5.1", "movement"),
            Verb("halt", END, (), "Halt", "5.9"),
        ),
        (),
    ).verbs,
    phase=lambda position: position.phase,
    nouns=(lambda position, side, action: Refusal("", "unknown") if "nobody" in action else None,),
    reasons={"march": lambda position, action: Refusal("5.2", "too far") if "far" in action else None},
)
MARCHING = Asked(Decision("blue", "March?", (("march", "near"), ("halt",)), "5.0"))


def test_an_option_has_no_reason_against_it():
    assert why_not(GUIDE, MARCHING, "blue", ("march", "near")) is None


def test_each_reason_cites_its_rule_and_the_first_counts():
    def rule(position, side, *action):
        return why_not(GUIDE, position, side, action).rule

    assert rule(Asked(None), "blue", "march", "near") == "9.9"
    assert why_not(GUIDE, MARCHING, "red", ("march", "near")).says == "There is no side 'red'."
    assert why_not(GUIDE, MARCHING, "grey", ("attack", "nobody")).says == "unknown"
    assert rule(MARCHING, "grey", "attack", "near") == "6.1"
    assert rule(MARCHING, "grey", "march", "near") == "1.1"
    assert rule(MARCHING, "blue", "march", "far") == "5.2"
    assert rule(MARCHING, "blue", "march", "sideways") == "5.1"
    assert "Possible: halt, march." in why_not(GUIDE, MARCHING, "blue", ("dance",)).says


def test_an_option_out_of_its_phase_is_not_refused_for_the_phase():
    position = Asked(Decision("blue", "Lose one", (("attack", "near"),), "7.1"), "movement")
    assert why_not(GUIDE, position, "blue", ("attack", "there")).says.startswith("Not possible now.")


def test_the_die_comes_first():
    found = why_not(GUIDE, Asked(chance("Combat", "6.6", (("roll", "1"),), (1,))), "blue", ("march", "near"))
    assert found == Refusal("6.6", "The die must be rolled first.")


def test_people_with_real_dice_answer_for_chance():
    rolls = Asked(chance("Combat", "6.6", (("roll", "1"), ("roll", "2")), (1, 1)))
    assert why_not(GUIDE, rolls, "chance", ("roll", "2")) is None
    wrong = why_not(GUIDE, rolls, "chance", ("roll", "7"))
    assert wrong == Refusal("6.6", "'roll 7' is not among the outcomes.")
    early = why_not(GUIDE, rolls, "chance", ("march", "near"))
    assert early == Refusal("6.6", "The die must be rolled first.")
    now = why_not(GUIDE, MARCHING, "chance", ("roll", "1"))
    assert now == Refusal("1.1", "It is for blue to decide now.")
