"""Second Bull Run 1862: one value, and which chapter answers what. No rules here."""

from __future__ import annotations

from bullrun.engine.game import Game, Play, Table
from bullrun.games.loading import fitted_outlook, game_data, rules_of
from bullrun.games.secession_1862 import HOME
from bullrun.games.secession_1862.rules import reach, sequence
from bullrun.games.secession_1862.rules.battlefield import Battlefield, load_board
from bullrun.games.secession_1862.rules.chapters import CHAPTERS, VOCABULARY
from bullrun.games.secession_1862.rules.charts import CHARTS, load_roster
from bullrun.games.secession_1862.rules.given import given_position
from bullrun.games.secession_1862.rules.refusals import GUIDE
from bullrun.games.secession_1862.rules.setup import prepare
from bullrun.games.secession_1862.rules.state import BattleState
from bullrun.games.secession_1862.table import (
    counters,
    display,
    odds,
    options,
    places,
    printed,
    report,
    words,
)
from bullrun.games.secession_1862.thinking import judgment, outlook, planning
from bullrun.games.secession_1862.thinking.prospects import WEIGHTS
from bullrun.games.sides import SIDE_NAMES, SIDES
from bullrun.thinking.contract import Foresight, Planning, Thinking
from bullrun.thinking.outlook import CERTAIN

GAME = Game(
    id="secession-1862",
    version=5,
    title="Second Bull Run 1862",
    credits="After Second Bull Run 1862 (Secession), designed by Laurent Martin, published in VaeVictis 148.",
    sides=SIDES,
    side_names=SIDE_NAMES,
    home=__name__,
    data=game_data(
        HOME,
        ("29-august", "30-august", "both-days"),
        lambda _: load_roster().infos,
        lambda _: load_board(),
        CHARTS,
    ),
    vocabulary=VOCABULARY,
    play=Play(
        rules=rules_of(HOME, CHAPTERS, Battlefield, CHARTS),
        start=prepare,
        given=given_position,
        state=BattleState,
        phase=sequence.phase,
        guide=GUIDE,
    ),
    table=Table(
        place_of=display.place_of,
        describe=display.describe,
        display=display.display,
        words=words.words,
        counters=counters.COUNTERS,
        apart=True,
        option=options.option_words,
        reach=reach.reach_report,
        way=reach.way_report,
        bodies=options.bodies,
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
            look_ahead=2,
            best=planning.best_plan,
            variants=planning.variants,
            parts_left=planning.parts_left,
            moods=(),
            whims=16,
            # Most battles are drawn: what is done moves the chance to win by little.
            stake=CERTAIN // 1000,
        ),
        foresight=Foresight(
            signs=outlook.signs,
            names=outlook.SIGNS,
            outlook=fitted_outlook(HOME, outlook.SIGNS),
            plain=outlook.PLAIN,
            deciding=("enough",),
            share_of_win=outlook.share_of_win,
        ),
        weights=WEIGHTS,
    ),
)
