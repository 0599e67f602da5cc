"""What can be seen of a turn afterwards, and in what better turns differ from the one that was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bullrun.engine.events import listed

MOST_NAMED = 3
"""How many attacks and places in which better turns differ are named."""


class Traces(NamedTuple):
    """Whom a side attacked in a stretch of play, and where its pieces stand at the end."""

    attacked: frozenset[tuple[str, ...]]
    """The defenders of each attack."""
    places: Mapping[str, str]
    """Of each piece; empty off the map."""


NO_TRACES = Traces(frozenset(), {})


def differences(played: Traces, better: Sequence[Traces], names: Mapping[str, str]) -> tuple[str, ...]:
    """Sentences on what is so in most of the better turns and was not in the one that was played: whom they
    attack, whom none of them attacks, where pieces end up."""

    def told(pieces: Iterable[str]) -> str:
        known = [names.get(piece, piece) for piece in pieces]
        if len(known) > MOST_NAMED + 1:
            known[MOST_NAMED:] = [f"{len(known) - MOST_NAMED} more"]
        return listed(known)

    attacks = Counter(defenders for one in better for defenders in sorted(one.attacked))
    wanted = [who for who, n in attacks.most_common() if 2 * n > len(better) and who not in played.attacked]
    unwanted = [who for who in sorted(played.attacked) if not attacks[who]]
    groups: dict[str, list[str]] = {}
    for piece, here in played.places.items():
        ((place, count),) = Counter(one.places[piece] for one in better).most_common(1)
        if place and place != here and 2 * count > len(better):
            groups.setdefault(place, []).append(piece)
    moves = []
    for place in sorted(groups, key=lambda place: -len(groups[place]))[:MOST_NAMED]:
        pieces = groups[place]
        heres = dict.fromkeys(played.places[piece] or "off the map" for piece in pieces)
        where = names.get(place, place)
        moves.append(f"{told(pieces)} {'end' if len(pieces) > 1 else 'ends'} in {where}, here {told(heres)}")
    found = []
    if wanted:
        found.append(f"Most of those turns attack {_each(map(told, wanted))}.")
    if unwanted:
        found.append(f"None of them attacks {_each(map(told, unwanted), 'or')}.")
    if moves:
        found.append(f"In most of them {'; '.join(moves)}.")
    return tuple(found)


def _each(groups: Iterable[str], last: str = "and") -> str:
    """A few groups of names, kept apart."""
    few = list(groups)[:MOST_NAMED]
    if len(few) == 1:
        return few[0]
    apart, end = ("; ", ";") if any(" and " in group for group in few) else (", ", "")
    return f"{apart.join(few[:-1])}{end} {last} {few[-1]}"
