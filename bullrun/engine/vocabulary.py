"""What a game's verbs do and what its events tell, declared once by the game and read by everybody who shows,
asks, marks or counts: nobody guesses from spelling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from bullrun.engine.action import Action
from bullrun.engine.events import UNKNOWN_PIECE, Event, Join, listed

MARCH = "march"
"""Takes a piece over the ground: what `reach` says of ways and costs is about this."""
AIM = "aim"
"""Points at a place or piece and goes nowhere."""
TURN = "turn"
"""Points a piece at a place that it faces."""
PICK = "pick"
"""Takes one piece, or several, out of those that could be taken."""
BEGIN = "begin"
"""Lets a piece act: that is spent with it, and what is asked next is about the piece."""
CHOOSE = "choose"
"""Any other choice."""
END = "end"
"""Ends, passes, stays or waits."""
DOES = (MARCH, AIM, TURN, PICK, BEGIN, CHOOSE, END)

PIECE, PIECES = "piece", "pieces"
UNIT = "unit"
"""A piece, or a body of pieces by its name."""
PLACE, PLACES, PATH = "place", "places", "path"
DIE, DICE = "die", "dice"
SIDE = "side"
NUMBER = "number"
"""A number, a fraction as text ("4 1/2"), or a list of them."""
WORDS = "words"
"""What is read and means no thing on the table."""
FACTS = (PIECE, PIECES, UNIT, PLACE, PLACES, PATH, DIE, DICE, SIDE, NUMBER, WORDS)

WORD = "word"
"""A noun that is one of a few words of the game's."""
BOX = "box"
"""A noun that is a place beside the map."""
REST = (PIECES, PLACES)
"""Nouns that take all words that are left; they come last."""
NOUNS = (PIECE, UNIT, PLACE, BOX, NUMBER, WORD, *REST)

LOSS = "loss"
"""Somebody is lost or beaten."""
GAIN = "gain"
"""Somebody or something is won, or comes back."""
BATTLE = "battle"
"""A fight begins."""
RESULT = "result"
"""A fight is decided."""
TONES = (LOSS, GAIN, BATTLE, RESULT)


class Verb(NamedTuple):
    """One form of a verb; where it stands with other nouns too, each form is declared."""

    name: str
    does: str
    nouns: tuple[str, ...]
    says: str
    """What a button says, a verb with its object: "Move {0} to {1}"."""
    rule: str = ""
    phase: str = ""
    """The only phase in which it is an answer; "" for a verb of several."""
    confirm: str = ""
    """What to ask before it, where it cannot be undone."""


class Kind(NamedTuple):
    """One kind of event."""

    name: str
    says: str
    """One sentence, with facts by name: "{piece} moves to {to}."."""
    facts: Mapping[str, str] = {}
    """Each fact and what it is. Where several are places, it happens at the first."""
    tone: str = ""
    level: int = 0
    """Of a heading: 1 opens a turn, 2 a part of it, 3 a part of that; 0 for what happens under them."""
    join: Join | None = None
    """How a run of them is told in one sentence."""


class Vocabulary(NamedTuple):
    """All verbs and kinds of event of a game."""

    verbs: Mapping[str, tuple[Verb, ...]]
    kinds: Mapping[str, Kind]
    joins: Mapping[str, Join]

    def form(self, action: Action) -> Verb | None:
        """The form of the verb that an action has; None when no form has that many nouns."""
        for verb in self.verbs.get(action[0], ()):
            if fits(verb, len(action) - 1):
                return verb
        return None

    def level(self, event: Event) -> int:
        """Of a heading, how high it stands; 0 for an event that is none."""
        kind = self.kinds.get(event.kind)
        return kind.level if kind is not None else 0

    def places(self, event: Event) -> list[str]:
        """The facts of an event that name places."""
        kinds = self.kinds[event.kind].facts
        return [fact for fact in event.facts if kinds.get(fact) in (PLACE, PLACES, PATH)]


def fits(verb: Verb, count: int) -> bool:
    """Whether a form stands with this many nouns."""
    if verb.nouns and verb.nouns[-1] in REST:
        return count >= len(verb.nouns)
    return count == len(verb.nouns)


def nouns_of(verb: Verb, action: Action) -> list[tuple[str, str]]:
    """The words after the verb, each with what it is."""
    kinds = list(verb.nouns)
    if kinds and kinds[-1] in REST:
        last = PIECE if kinds[-1] == PIECES else PLACE
        kinds[-1:] = [last] * (len(action) - len(kinds))
    return list(zip(kinds, action[1:], strict=True))


def declared(verbs: Iterable[Verb], kinds: Iterable[Kind]) -> Vocabulary:
    """A vocabulary; what is declared twice or is no word of this module is an error that names it."""
    forms: dict[str, tuple[Verb, ...]] = {}
    for verb in verbs:
        if verb.does not in DOES or set(verb.nouns) - set(NOUNS) or set(verb.nouns[:-1]) & set(REST):
            raise ValueError(f"verb {verb.name}: {verb.does} {verb.nouns}")
        if any(one.nouns == verb.nouns for one in forms.get(verb.name, ())):
            raise ValueError(f"verb {verb.name} {verb.nouns}: declared twice")
        forms[verb.name] = (*forms.get(verb.name, ()), verb)
    known: dict[str, Kind] = {}
    for kind in kinds:
        if kind.tone not in ("", *TONES) or set(kind.facts.values()) - set(FACTS):
            raise ValueError(f"event {kind.name}: {kind.tone} {dict(kind.facts)}")
        if kind.name in known:
            raise ValueError(f"event {kind.name}: declared twice")
        known[kind.name] = kind
    return Vocabulary(forms, known, {name: kind.join for name, kind in known.items() if kind.join})


def spoken(verb: Verb, nouns: list[str]) -> str:
    """What a button says, with the nouns as a reader knows them."""
    fixed = len(verb.nouns) - 1
    if verb.nouns and verb.nouns[-1] in REST:
        nouns = [*nouns[:fixed], listed(nouns[fixed:])]
    return verb.says.format(*nouns)


def template(vocabulary: Vocabulary, event: Event) -> str:
    """The sentence that tells an event, or a run of them, with the names of its facts in braces."""
    kind = vocabulary.kinds[event.kind]
    return kind.join.says if kind.join is not None and kind.join.is_made(event) else kind.says


class Shown(NamedTuple):
    """What an event shows on a table, in a log and in a film."""

    places: tuple[str, ...] = ()
    """It happens at the first."""
    path: tuple[str, ...] = ()
    """The way that its pieces took."""
    pieces: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    side: str = ""
    """Whose it is."""
    tone: str = ""
    level: int = 0

    def to_json(self) -> dict[str, Any]:
        """Without what is empty."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self._asdict().items()
            if value
        }


NOTHING_SHOWN = Shown()


def _each(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def shows(vocabulary: Vocabulary, event: Event) -> Shown:
    """What an event shows, as a viewer may know it; of a joined one, what all of the run show."""
    kind = vocabulary.kinds.get(event.kind)
    if kind is None:
        return NOTHING_SHOWN
    found: dict[str, list[Any]] = {PIECE: [], PLACE: [], PATH: [], DIE: [], SIDE: []}
    for fact, what in kind.facts.items():
        shown = found.get(_ONE.get(what, ""))
        if shown is not None and fact in event.facts:
            shown += [one for one in _each(event.facts[fact]) if one != UNKNOWN_PIECE]
    return Shown(
        tuple(dict.fromkeys(found[PLACE] or found[PATH][-1:])),
        tuple(found[PATH]),
        tuple(dict.fromkeys(found[PIECE])),
        tuple(found[DIE]),
        found[SIDE][0] if found[SIDE] else "",
        kind.tone,
        kind.level,
    )


_ONE = {
    PIECE: PIECE,
    PIECES: PIECE,
    UNIT: PIECE,
    PLACE: PLACE,
    PLACES: PLACE,
    PATH: PATH,
    DIE: DIE,
    DICE: DIE,
    SIDE: SIDE,
}
