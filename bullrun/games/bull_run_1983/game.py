"""Bull Run (1983): one value, and which chapter answers what. No rules here."""

from __future__ import annotations

from bullrun.engine.game import Game, Play, Table
from bullrun.games.bull_run_1983 import HOME
from bullrun.games.bull_run_1983.rules import artillery, reach, sequence
from bullrun.games.bull_run_1983.rules.battlefield import Battlefield, load_board
from bullrun.games.bull_run_1983.rules.chapters import CHAPTERS, VOCABULARY
from bullrun.games.bull_run_1983.rules.charts import CHARTS, load_roster
from bullrun.games.bull_run_1983.rules.given import given_position
from bullrun.games.bull_run_1983.rules.hidden import imagine
from bullrun.games.bull_run_1983.rules.refusals import GUIDE
from bullrun.games.bull_run_1983.rules.setup import prepare
from bullrun.games.bull_run_1983.rules.state import BullRunState
from bullrun.games.bull_run_1983.table import counters, display, odds, options, places, printed, report, words
from bullrun.games.bull_run_1983.thinking import judgment, outlook, planning
from bullrun.games.loading import fitted_outlook, game_data, rules_of
from bullrun.games.sides import SIDE_NAMES, SIDES
from bullrun.thinking.contract import Foresight, Planning, Thinking

GAME = Game(
    id="bull-run-1983",
    version=3,
    title="Bull Run",
    credits="After Bull Run, designed by Richard Hamblen, published by The Avalon Hill Game Company in 1983.",
    sides=SIDES,
    side_names=SIDE_NAMES,
    home=__name__,
    data=game_data(
        HOME, ("july-21", "july-20"), lambda _: load_roster().infos, lambda _: load_board(), CHARTS
    ),
    vocabulary=VOCABULARY,
    play=Play(
        rules=rules_of(HOME, CHAPTERS, Battlefield, CHARTS),
        start=prepare,
        given=given_position,
        state=BullRunState,
        phase=sequence.phase,
        guide=GUIDE,
        imagine=imagine,
    ),
    table=Table(
        place_of=display.place_of,
        describe=display.describe,
        display=display.display,
        words=words.words,
        counters=counters.COUNTERS,
        option=options.option_words,
        sets_off=options.sets_off,
        reach=reach.reach_report,
        way=reach.way_report,
        bodies=options.bodies,
        sight=artillery.sight_between,
        combat=odds.attack_report,
        threats=odds.threats,
        overlays=places.OVERLAYS,
        overlay=places.overlay,
        ground=places.place_facts,
        tables=printed.tables,
        score=report.score,
        battle=report.battle,
        luck=report.luck,
    ),
    thinking=Thinking(
        worth=judgment.worth,
        gains=judgment.gains,
        daring=judgment.daring,
        planning=Planning(
            plans=planning.make_plans,
            answer=planning.answer,
            group=planning.group,
            look_ahead=6,
            contenders=planning.contenders,
            rolled_for=planning.rolled_for,
        ),
        foresight=Foresight(
            signs=outlook.signs,
            names=outlook.SIGNS,
            outlook=fitted_outlook(HOME, outlook.SIGNS),
            plain=outlook.PLAIN,
        ),
        weights=planning.WEIGHTS,
    ),
)
