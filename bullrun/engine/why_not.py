"""Why not? The way to the first reason against an action that is not among the options; a game says which
rules to cite and knows its own reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bullrun.engine.action import Action, action_text
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import CHANCE, Decision
from bullrun.engine.position import Position
from bullrun.engine.vocabulary import Verb

Why = Callable[[Any, Action], Refusal | None]
"""The reason of one verb."""


def the_phase(phase: str) -> str:
    """How a phase is spoken of."""
    return f"the {phase} phase"


class Guide(NamedTuple):
    """What a game knows about refusing."""

    sides: Sequence[str]
    over: str
    """The rule by which the game ends."""
    turns: str
    """The rule that says who decides."""
    verbs: Mapping[str, Sequence[Verb]]
    """The verbs of its vocabulary, with their rules and the phases they belong to."""
    phase: Callable[[Any], str]
    """The phase of a position."""
    nouns: Sequence[Callable[[Any, str, Action], Refusal | None]]
    """What may be wrong with the words after the verb, for a side."""
    reasons: Mapping[str, Why]
    """What may be wrong with each verb."""
    named: Callable[[str], str] = the_phase


def why_not(guide: Guide, position: Position[Any, Any], side: str, action: Action) -> Refusal | None:
    """The first reason against an action; None when it is an option of this side now."""
    decision = position.decision()
    if decision is None:
        return Refusal(guide.over, "The game is over.")
    if side not in (*guide.sides, CHANCE):
        return Refusal(guide.turns, f"There is no side {side!r}.")
    if decision.owner == side and action in decision.options:
        return None
    if side == CHANCE:
        return _why_not_rolled(guide, decision, action)
    for nouns in guide.nouns:
        refusal = nouns(position, side, action)
        if refusal is not None:
            return refusal
    verb = action[0]
    verbs = sorted({option[0] for option in decision.options})
    forms = guide.verbs.get(verb, ())
    phase = forms[0].phase if forms else ""
    # Of a verb of several phases, the rule of the question says more than its own.
    rule = forms[0].rule if phase else ""
    now = guide.phase(position)
    # Some things happen out of their phase, as losses do in an automatic victory: then the verb is an option.
    if phase and now != phase and verb not in verbs:
        return Refusal(rule, f"That belongs to {guide.named(phase)}; it is {guide.named(now)} now.")
    if decision.owner == CHANCE:
        return Refusal(decision.rule, "The die must be rolled first.")
    if decision.owner != side:
        return _not_now(guide, decision)
    reason = guide.reasons.get(verb)
    refusal = reason(position, action) if reason is not None else None
    if refusal is not None:
        return refusal
    if verb not in verbs and not rule:
        return Refusal(decision.rule, f"{verb!r} is no answer here. Possible: {', '.join(verbs)}.")
    return Refusal(rule or decision.rule, f"Not possible now. The question is: {decision.question}")


def _why_not_rolled(guide: Guide, decision: Decision, action: Action) -> Refusal:
    """What people with real dice hear, who answer for chance."""
    if decision.owner != CHANCE:
        return _not_now(guide, decision)
    if action[0] != decision.options[0][0]:
        return Refusal(decision.rule, "The die must be rolled first.")
    return Refusal(decision.rule, f"{action_text(action)!r} is not among the outcomes.")


def _not_now(guide: Guide, decision: Decision) -> Refusal:
    return Refusal(guide.turns, f"It is for {decision.owner} to decide now.")
