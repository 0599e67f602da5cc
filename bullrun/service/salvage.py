"""What can be saved of a stored game: how far it reads and replays, and that part as a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from bullrun.engine.game import Game
from bullrun.engine.lines import folded
from bullrun.engine.record import Record
from bullrun.errors import BullrunError
from bullrun.service.journal import FORMAT, journal_of
from bullrun.service.live import Moment, moments_of
from bullrun.service.rows import Saved, in_words
from bullrun.service.storage import Storage

HEADER = frozenset({"game", "version", "scenario", "options", "charts", "given", "dice"})
"""Without any of these a game cannot be replayed."""


class Found(NamedTuple):
    """A stored game as far as it can be had."""

    saved: Saved
    troubles: dict[str, str]
    """What is wrong, by the part that is."""
    game: Game | None
    moments: list[Moment]
    """Up to where it replays."""
    other: str
    """The version of the rules it was played by, if that is not today's: such a game is not damaged."""

    @property
    def record(self) -> Record:
        """As much of the record as can be replayed; all that reads where replaying is out of the question."""
        record = self.saved.record
        if "record" in self.troubles:
            good = self.moments[-1].n if self.moments else 0
            digests = {n: digest for n, digest in record.digests.items() if n <= good}
            record = replace(record, entries=record.entries[:good], digests=digests, result=None)
        if record.branch is not None and record.branch[1] > len(record.entries):
            # What is left ends before it parts from its parent.
            record = replace(record, branch=(record.branch[0], len(record.entries)))
        return record


def examine(storage: Storage, load_game: Callable[[str], Game], name: str) -> Found | None:
    """Read a stored game and replay it as far as it goes; None where there is none."""
    found = storage.salvage(name)
    if found is None:
        return None
    saved, troubles = found
    try:
        game = load_game(saved.record.game)
    except BullrunError as error:
        troubles.setdefault("game", str(error))
        return Found(saved, troubles, None, [], "")
    record = saved.record
    if "version" not in troubles and record.version != game.version:
        return Found(saved, troubles, game, [], str(record.version))
    wrong = wrong_seats(game, saved)
    if wrong:
        troubles.setdefault("seats", wrong)
    moments: list[Moment] = []
    if not HEADER & set(troubles):
        moments, why = moments_of(game, replace(record, seats={}))
        if why:
            good = moments[-1].n if moments else 0
            troubles["record"] = f"it replays up to action {good} of {len(record.entries)}: {why}"
    return Found(saved, troubles, game, moments, "")


def wrong_seats(game: Game, saved: Saved) -> str:
    """What is wrong with who sits where."""
    if set(saved.seats) == set(game.sides):
        return ""
    return f"expected {' and '.join(game.sides)}, got {' and '.join(saved.seats) or 'nobody'}"


def as_record(found: Found, with_key: bool = True) -> str:
    """The whole record; what is wrong stands in it as comments. The key is for games that are over."""
    record = found.record
    comments = {n: list(lines) for n, lines in record.comments.items()}
    comments[0] = [*_remarks(found), *comments.get(0, [])]
    return replace(record, comments=comments).to_text(with_key=with_key)


def as_journal(found: Found, viewer: str, open_from: int = 0) -> str:
    """What a viewer may know of a game that is not over, from a number of actions on."""
    if found.game is None:
        return "\n".join([FORMAT, *_remarks(found)]) + "\n"
    moments = [moment for moment in found.moments if moment.n >= open_from]
    text = journal_of(found.game, found.saved.title, found.record, moments, viewer)
    head, _, rest = text.partition("\n")
    return "\n".join([head, *_remarks(found), rest])


def _remarks(found: Found) -> list[str]:
    if not found.troubles:
        return []
    return [f"# damaged: {folded(in_words(found.troubles))}"]
