"""Owner's charts of every game: any valid file survives writing, checking, playing and replaying."""

from __future__ import annotations

import pickle
from functools import cache
from random import Random
from typing import Any

import pytest

from bullrun.engine.chart_file import MOST_BYTES, look_through, write_charts
from bullrun.engine.charts import OWNERS, ChartError, Charts
from bullrun.engine.match import Match
from bullrun.engine.record import OPEN, parse_record, replay
from bullrun.errors import BullrunError
from bullrun.games.registry import game_ids, load_game
from bullrun.service.library import charts_view
from tests.conformance.subjects import TOYS, subjects

GAMES = {name: TOYS.get(name) or load_game(name) for name in (*TOYS, *game_ids())}
CHARTED = [name for name, game in GAMES.items() if game.data.charts is not None]
SCENARIOS = [(name, scenario) for name in CHARTED for scenario in GAMES[name].scenarios]
KEY = bytes(range(32))
STEPS = 120


def declared(game: str) -> Charts:
    found = GAMES[game].data.charts
    assert found is not None
    return found


@cache
def owners_of(game: str, seed: int) -> dict[str, Any]:
    """About half of all numbers replaced by others that may stand there, as far as they go together."""
    charts, random = declared(game), Random(seed)
    items = list(charts.items.values())
    random.shuffle(items)
    owners: dict[str, Any] = {}
    for first in range(0, len(items) // 2, 10):
        more = {}
        for item in items[first : first + 10]:
            instead = [other.value for other in random.sample(items, min(40, len(items)))]
            fit = [value for value in instead if not item.kind.why_not(value, item.value)]
            more.update([(item.path, value) for value in fit if value != item.value])
        try:
            owners = dict(charts.in_force({**owners, **more}).owners)
        except ChartError:
            continue
    assert owners
    return owners


def played(game: str, scenario: str, seed: int, options: dict[str, str]) -> Match:
    random = Random(seed)
    charts = owners_of(game, seed)
    match = Match.new(GAMES[game], scenario, options, dice=OPEN, key=KEY, charts=charts)
    while match.number < STEPS and (decision := match.decision()) is not None:
        match.submit(decision.owner, decision.options[random.randrange(len(decision.options))])
    return match


@pytest.mark.parametrize("game", CHARTED)
def test_what_a_game_writes_it_reads_back(game: str) -> None:
    text = write_charts(GAMES[game], {})
    assert look_through(GAMES[game], text) == ({}, [])
    assert len(text.encode()) < MOST_BYTES // 2
    owners = owners_of(game, 1)
    assert look_through(GAMES[game], write_charts(GAMES[game], owners)) == (owners, [])


@pytest.mark.parametrize("game", CHARTED)
def test_all_that_is_open_has_a_source_and_refuses_what_is_no_value(game: str) -> None:
    for path, item in declared(game).items.items():
        assert item.source, path
        for wrong in (None, {}, [], "", 10**9, -1.5, [None], [[]], "\0"):
            says = item.kind.why_not(wrong, item.value)
            assert says and len(says) < 500, (path, wrong)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_a_game_with_any_valid_charts_plays_and_replays(game: str, scenario: str) -> None:
    turned = [dict(one.options) for one in subjects() if (one.game_id, one.scenario) == (game, scenario)]
    for seed, options in enumerate(turned, 1):
        match = played(game, scenario, seed, options)
        text = match.record.to_text()
        record = parse_record(text)
        assert record.charts == owners_of(game, seed)
        last = list(replay(GAMES[game], record))[-1]
        assert last.position.state.digest() == match.position.state.digest()
        assert Match.resume(GAMES[game], parse_record(text)).record.to_text() == text
        there = pickle.loads(pickle.dumps(match.position))
        assert there.rules.charts.owners == owners_of(game, seed)
        asked, wanted = there.decision(), match.position.decision()
        assert (asked and list(asked.options)) == (wanted and list(wanted.options))


@pytest.mark.parametrize("game", CHARTED)
def test_tables_and_counters_say_that_numbers_are_the_owners(game: str) -> None:
    owners = owners_of(game, 1)
    for scenario in GAMES[game].scenarios:
        view = charts_view(GAMES[game], GAMES[game].rules(scenario, {}, owners), owners)
        plain = charts_view(GAMES[game], GAMES[game].rules(scenario, {}), {})
        own = {name for name, piece in view["pieces"].items() if piece.get("provenance") == OWNERS}
        changed = {
            name for name, piece in view["pieces"].items() if piece["facts"] != plain["pieces"][name]["facts"]
        }
        assert changed <= own
        for one, other in zip(view["tables"], plain["tables"], strict=True):
            assert one["rows"] == other["rows"] or one["provenance"] == OWNERS, one["id"]
            assert other.get("provenance") != OWNERS


@pytest.mark.parametrize("game", CHARTED)
def test_nothing_of_one_game_stays_in_another(game: str) -> None:
    """The own charts are the same before and after somebody else's."""
    scenario = next(iter(GAMES[game].scenarios))
    before = charts_view(GAMES[game], GAMES[game].rules(scenario, {}), {})
    played(game, scenario, 1, {})
    assert charts_view(GAMES[game], GAMES[game].rules(scenario, {}), {}) == before


@pytest.mark.parametrize("game", [name for name in GAMES if name not in CHARTED])
def test_a_game_without_charts_refuses_them(game: str) -> None:
    with pytest.raises(BullrunError, match="has no charts"):
        GAMES[game].rules(next(iter(GAMES[game].scenarios)), {}, {"tables.combat.1": 1})
