"""What is asked of whom, and the options: at least one always, and each makes progress."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain
from typing import Any, NamedTuple, overload

from bullrun.engine.action import Action
from bullrun.fast import expanded, nth_member

CHANCE = "chance"
"""The owner of every decision that dice or a cup make."""


PASS: Action = ("pass",)
"""What a side answers to an offer that it lets go by."""


class Fight(NamedTuple):
    """A fight that a question, an option or an event is about; pieces by id."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    support: tuple[str, ...] = ()
    kind: str = ""
    """Which of a game's kinds of fight, where it has several."""
    at: str = ""
    after: str = ""
    """The option that must be taken first, as text."""

    def to_json(self) -> dict[str, Any]:
        """By name, without what is empty."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self._asdict().items()
            if value
        }


class SetsOff(NamedTuple):
    """What comes of an option besides what its words say, told before it is taken and where it is taken."""

    kind: str
    """Which of a game's consequences it is, in a word of the game's: whoever has been asked about one may say
    that it need not be asked about again."""
    title: str
    says: str
    rule: str
    places: tuple[str, ...] = ()
    """Where what causes it lies, as everybody sees it."""
    asks: bool = False
    """Whether it is asked about before the option is taken."""
    final: bool = False
    """Whether nobody can take the option back after it."""
    dice: bool = False
    """Whether that is because dice are rolled at once; `says` names them."""

    def to_json(self) -> dict[str, Any]:
        """By name, without what is empty."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self._asdict().items()
            if value
        }


class Prospect(NamedTuple):
    """What an option would allow as things stand, for whoever compares it with others before choosing."""

    says: str
    chances: tuple[tuple[str, Fraction], ...] = ()
    """What may come of it at once, at most three."""
    reach: tuple[str, ...] = ()
    """Places that somebody could go to."""
    targets: tuple[str, ...] = ()
    """Places that could be struck."""

    def to_json(self) -> dict[str, Any]:
        """By name, without what is empty."""
        found: dict[str, Any] = {"says": self.says}
        if self.chances:
            found["chances"] = [{"says": says, "chance": str(chance)} for says, chance in self.chances]
        for name, places in (("reach", self.reach), ("targets", self.targets)):
            if places:
                found[name] = list(places)
        return found


class Said(NamedTuple):
    """An option in words."""

    says: str
    """What its button says, a verb with its object: "End the movement phase"."""
    confirm: str = ""
    """What to ask before it, where it cannot be undone."""
    rule: str = ""
    fight: Fight | None = None
    """The fight it is about: one that stands already, or with `after` one that the option prepares."""
    sets_off: SetsOff | None = None
    prospect: Prospect | None = None


class About(NamedTuple):
    """What a question is about, for whoever shows it."""

    piece: str = ""
    fight: Fight | None = None
    at: str = ""
    """Where it happens."""
    window: str = ""
    """The offer it belongs to; standing answers are given by window."""
    roll: str = ""
    """What chance decides here, in a word of the game's."""

    def to_json(self) -> dict[str, Any]:
        """By name, without what is empty."""
        found: dict[str, Any] = {name: value for name, value in self._asdict().items() if value}
        if self.fight is not None:
            found["fight"] = self.fight.to_json()
        return found


NOTHING = About()


class Decision:
    """A question to one owner. `weights` stand beside the options when the owner is CHANCE.

    `secret`: the machine draws the outcome, even where people roll their own dice. `always`: the owner is
    asked even when there is only one option, which the engine would otherwise take by itself.
    """

    __slots__ = ("about", "always", "facts", "options", "owner", "question", "rule", "secret", "weights")

    def __init__(
        self,
        owner: str,
        question: str,
        options: Sequence[Action],
        rule: str,
        weights: Sequence[int] | None = None,
        *,
        about: About = NOTHING,
        secret: bool = False,
        always: bool = False,
        **facts: Any,
    ) -> None:
        self.owner = owner
        self.question = question
        self.options = options
        self.rule = rule
        self.weights = weights
        self.about = about
        self.secret = secret
        self.always = always
        self.facts: Mapping[str, Any] = facts

    def __repr__(self) -> str:
        return f"Decision({self.owner!r}, {self.question!r}, {len(self.options)} options, rule {self.rule})"


def chance(
    question: str, rule: str, outcomes: Sequence[Action], weights: Sequence[int], **facts: Any
) -> Decision:
    """A decision that chance makes: listed outcomes with integer weights."""
    if len(outcomes) != len(weights) or not outcomes or min(weights) <= 0:
        raise ValueError("chance needs one positive weight for each outcome")
    return Decision(CHANCE, question, outcomes, rule, weights, **facts)


class SetOptions(Sequence[Action]):
    """Many options of the form prefix + one name out of a bit set, expanded only when looked at.

    A group is (prefix, members): the options `prefix + (names[i],)` for each i in members, ascending.
    Plain actions in `before` and `after` frame the groups; `sizes` tells how many members each group has,
    where that is known. Prefixes are unique, so membership is one dictionary look-up and one bit test, and
    picking the n-th option scans one group only.
    """

    __slots__ = ("_after", "_before", "_groups", "_members", "_names", "_number", "_sizes", "_starts")

    def __init__(
        self,
        names: Sequence[str],
        number: Callable[[str], int | None],
        groups: Sequence[tuple[Action, int]],
        before: Sequence[Action] = (),
        after: Sequence[Action] = (),
        sizes: Sequence[int] | None = None,
    ) -> None:
        self._names = names
        self._number = number
        self._groups = groups
        self._before = before
        self._after = after
        self._sizes = sizes
        self._starts: list[int] | None = None
        self._members: dict[Action, int] | None = None

    def _start_list(self) -> list[int]:
        starts = self._starts
        if starts is None:
            sizes = self._sizes
            if sizes is None:
                sizes = [members.bit_count() for _, members in self._groups]
            starts = self._starts = list(accumulate(sizes, initial=len(self._before)))
        return starts

    def __len__(self) -> int:
        return self._start_list()[-1] + len(self._after)

    def is_single(self) -> bool:
        """True when exactly one option exists; cheaper than `len`."""
        found = len(self._before) + len(self._after)
        for _, members in self._groups:
            if found > 1:
                return False
            found += members.bit_count()
        return found == 1

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self)[index]
        starts = self._start_list()
        if index < 0:
            index += len(self)
        if index < len(self._before):
            if index < 0:
                raise IndexError("option index out of range")
            return self._before[index]
        if index >= starts[-1]:
            return self._after[index - starts[-1]]
        group = bisect_right(starts, index) - 1
        prefix, members = self._groups[group]
        return (*prefix, self._names[nth_member(members, index - starts[group])])

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, tuple) or not action:
            return False
        if action in self._before or action in self._after:
            return True
        found = self._members
        if found is None:
            found = self._members = dict(self._groups)
        members = found.get(action[:-1])
        if not members:
            return False
        place = self._number(action[-1])
        return place is not None and members >> place & 1 == 1

    def __iter__(self) -> Iterator[Action]:
        names = self._names
        groups = (expanded(prefix, members, names) for prefix, members in self._groups)
        return chain(self._before, chain.from_iterable(groups), self._after)

    @property
    def before(self) -> Sequence[Action]:
        """The plain options that come first."""
        return self._before

    @property
    def after(self) -> Sequence[Action]:
        """The plain options that come last."""
        return self._after

    @property
    def groups(self) -> Sequence[tuple[Action, int]]:
        """The groups as they are, for readers that work on bit sets."""
        return self._groups

    def bundles(self) -> Iterator[tuple[Action, list[str]]]:
        """The groups as (prefix, last words)."""
        for prefix, members in self._groups:
            yield prefix, [word for (word,) in expanded((), members, self._names)]


def is_forced(options: Sequence[Action]) -> bool:
    """One option only: the engine takes it by itself."""
    if isinstance(options, SetOptions):
        return options.is_single()
    return len(options) == 1
