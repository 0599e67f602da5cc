"""Options in words, and what an option sets off."""

from __future__ import annotations

from bullrun.engine.action import Action, action_text
from bullrun.engine.decision import Fight, Said
from bullrun.engine.game import PieceInfo
from bullrun.engine.vocabulary import NUMBER, nouns_of, spoken
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun, load_board, zone_words
from bullrun.games.secession_1862.rules.chapters import VOCABULARY
from bullrun.games.secession_1862.rules.combat import attackers_of
from bullrun.games.secession_1862.rules.ground import stack
from bullrun.games.secession_1862.table.words import piece_name


def option_words(position: SecondBullRun, action: Action) -> Said:
    """What a button says."""
    form = VOCABULARY.form(action)
    assert form is not None, action
    named = [word if what == NUMBER else piece_or_zone(word) for what, word in nouns_of(form, action)]
    says, fight = spoken(form, named), fight_of(position, action)
    return Said(says, form.confirm, form.rule if form.confirm else "", fight)


def piece_or_zone(word: str) -> str:
    """What a reader calls it."""
    return zone_words(word) if load_board().find(word) else piece_name(word)


def fight_of(position: SecondBullRun, action: Action) -> Fight | None:
    """The fight that an option is about; None when it is about none. A brigade
    that has prepared its attack can only face and be done."""
    rules, state = position.rules, position.state
    marked: tuple[int, ...] = ()
    after = ""
    if action[0] == "attack":
        brigade, target = rules.roster.number[action[1]], rules.board.place(action[2])
        marked, after = (brigade,), action_text(action)
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
    return Fight(tuple(ids[b] for b in attackers), tuple(ids[b] for b in defenders), after=after)


def bodies(piece: PieceInfo) -> tuple[str, ...]:
    """Its division and its corps, as far as it belongs to one."""
    return (
        *((f"{piece.facts['division']}'s division",) if "division" in piece.facts else ()),
        *((f"{piece.facts['corps']}'s corps",) if "corps" in piece.facts else ()),
    )
