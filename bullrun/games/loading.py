"""What every published game does in the same way: data files, scenarios and settings, the tables of its
chapters, and the rules in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from bullrun.board.map_file import load_map
from bullrun.board.places import Board
from bullrun.engine.charts import Charts, Fits, InForce, Owners, Sheet
from bullrun.engine.data_file import read_toml
from bullrun.engine.frames import Procedure
from bullrun.engine.game import Data, PieceInfo, Scenario
from bullrun.engine.ledger import Ledger, load_ledger
from bullrun.engine.settings import Setting, load_settings
from bullrun.engine.vocabulary import Vocabulary, declared
from bullrun.thinking.outlook import Outlook, load_outlook

SomeBoard = TypeVar("SomeBoard", bound=Board)


def data_toml(package: str, name: str) -> dict[str, Any]:
    """A data file of a game, parsed."""
    return read_toml(files(package) / "data" / name)


def scenario_toml(package: str, name: str) -> dict[str, Any]:
    """A scenario of a game, completed by the one it is like."""
    data = data_toml(package, f"scenarios/{name}.toml")
    if "like" in data:
        data = {**data_toml(package, f"scenarios/{data['like']}.toml"), **data}
    return data


def data_map(package: str, kind: type[SomeBoard], name: str = "map") -> SomeBoard:
    """A map of a game, by the name of its file."""
    board = load_map(files(package) / "data" / f"{name}.toml")
    assert isinstance(board, kind)
    return board


def game_data(
    package: str,
    scenarios: Sequence[str],
    pieces: Callable[[str], Sequence[PieceInfo]],
    board: Callable[[str], Any],
    charts: Charts | None = None,
) -> Data:
    """What a game has in its files: scenarios by name, settings and the ledger in the usual ones, and the
    counters and the map as its roster and battlefield load them."""

    @cache
    def all_scenarios() -> Mapping[str, Scenario]:
        found = {}
        for name in scenarios:
            data = scenario_toml(package, name)
            where = {key: data[key] for key in ("board", "pieces") if key in data}
            words = {key: data[key] for key in ("length", "wins", "balance") if key in data}
            found[name] = Scenario(
                name,
                data["title"],
                data["says"],
                data["rule"],
                **where,
                **words,
                first=data.get("first_game"),
            )
        return found

    @cache
    def settings() -> Mapping[str, Setting]:
        return load_settings(files(package) / "data" / "options.toml")

    @cache
    def ledger() -> Ledger:
        return load_ledger(files(package) / "data" / "rules.toml")

    return Data(all_scenarios, settings, ledger, pieces, board, charts)


def game_charts(package: str, home: str, *sheets: Sheet, fits: Fits | None = None) -> Charts:
    """What of a game's data an owner may change, for the constant CHARTS of the module `home`."""
    return Charts(home, partial(data_toml, package), sheets, fits)


def fitted_outlook(package: str, names: Iterable[str]) -> Callable[[], Outlook]:
    """What the signs of a game are worth, read when first asked for."""

    @cache
    def outlook() -> Outlook:
        return load_outlook(files(package) / "data" / "outlook.toml", tuple(names))

    return outlook


def collected(chapters: Iterable[ModuleType], table: str) -> dict[str, Any]:
    """One table of what the chapters have under its name; each key belongs to one chapter."""
    found: dict[str, Any] = {}
    for chapter in chapters:
        for key, value in getattr(chapter, table, {}).items():
            if key in found:
                raise ValueError(f"two chapters have {key!r} in their {table}")
            found[key] = value
    return found


def vocabulary_of(*chapters: ModuleType) -> Vocabulary:
    """All that the chapters declare as their VERBS and EVENTS."""
    return declared(
        [verb for chapter in chapters for verb in getattr(chapter, "VERBS", ())],
        [kind for chapter in chapters for kind in getattr(chapter, "EVENTS", ())],
    )


class Agreed(NamedTuple):
    """What players agree on before the game, with the scenario's data and the procedures that play it."""

    scenario: str
    data: Mapping[str, Any]
    options: Mapping[str, str]
    procedures: Mapping[str, Procedure]
    charts: InForce
    """Tables and counters as they are in force: `charts.file("tables.toml")`."""


class RulesInForce:
    """The common part of a `Rules`. One object for each scenario, its settings and charts, shared by all
    positions; a game adds its board, its counters and what follows from them, and never changes during
    play."""

    def __init__(self, agreed: Agreed) -> None:
        self.scenario, self.data, options, self.procedures, self.charts = agreed
        self.options = dict(options)
        self._forget()

    def _forget(self) -> None:
        """Begin to remember what is asked again and again."""
        self.memo: dict[str, Any] = {}
        """What chapters derive once from the rules in force, by name."""

    def __getstate__(self) -> dict[str, Any]:
        """What another process makes them from again: memories stay at home."""
        return {name: value for name, value in vars(self).items() if not name.startswith(("known_", "memo"))}

    def __setstate__(self, values: dict[str, Any]) -> None:
        vars(self).update(values)
        self._forget()

    def has(self, option: str, value: str = "on") -> bool:
        """Whether a setting has a value."""
        return self.options[option] == value

    def concealed_by_side(self, state: Any) -> tuple[int, int]:
        """Nothing is hidden, unless a game says otherwise."""
        return (0, 0)


def rules_of(
    package: str, chapters: Sequence[ModuleType], make: Callable[[Agreed], Any], charts: Charts | None = None
) -> Callable[[str, Mapping[str, str], Owners], Any]:
    """How a game makes its rules in force from a scenario, completed settings and an owner's charts."""
    procedures = collected(chapters, "PROCEDURES")
    declared_charts = charts or Charts("", partial(data_toml, package), ())

    def rules(scenario: str, options: Mapping[str, str], owners: Owners) -> Any:
        data = scenario_toml(package, scenario)
        return make(Agreed(scenario, data, options, procedures, declared_charts.in_force(owners)))

    return rules
