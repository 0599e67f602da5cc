"""Clash of Giants: one value, and which chapter answers what. No rules here."""

from __future__ import annotations

from bullrun.engine.game import Game, Play, Table
from bullrun.games.clash_of_giants import HOME
from bullrun.games.clash_of_giants.rules import sequence
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, load_board
from bullrun.games.clash_of_giants.rules.chapters import CHAPTERS, VOCABULARY, WINDOWS
from bullrun.games.clash_of_giants.rules.charts import CHARTS, load_roster
from bullrun.games.clash_of_giants.rules.combat import ATTACK_WINDOW, DEFENCE_WINDOW
from bullrun.games.clash_of_giants.rules.given import given_position
from bullrun.games.clash_of_giants.rules.refusals import GUIDE
from bullrun.games.clash_of_giants.rules.setup import prepare
from bullrun.games.clash_of_giants.rules.special_command import WINDOW_NAMES
from bullrun.games.clash_of_giants.rules.state import ClashState
from bullrun.games.clash_of_giants.table import (
    counters,
    display,
    odds,
    options,
    places,
    printed,
    report,
    ways,
    words,
)
from bullrun.games.clash_of_giants.thinking import at_once, fights, judgment, outlook, planning
from bullrun.games.loading import fitted_outlook, game_data, rules_of
from bullrun.games.sides import SIDE_NAMES, SIDES
from bullrun.thinking.contract import Foresight, Planning, Thinking

GAME = Game(
    id="clash-of-giants",
    version=1,
    title="Clash of Giants: Civil War",
    credits="After Clash of Giants: Civil War, designed by Ted Raicer, published by GMT Games in 2016.",
    sides=SIDES,
    side_names=SIDE_NAMES,
    home=__name__,
    data=game_data(
        HOME,
        ("28-august", "29-august", "gettysburg"),
        lambda name: load_roster(name).infos,
        load_board,
        CHARTS,
    ),
    vocabulary=VOCABULARY,
    play=Play(
        rules=rules_of(HOME, CHAPTERS, lambda agreed: Battlefield(agreed, WINDOWS), CHARTS),
        start=prepare,
        given=given_position,
        state=ClashState,
        phase=sequence.phase,
        guide=GUIDE,
        windows={
            ATTACK_WINDOW: "Artillery for an attack",
            DEFENCE_WINDOW: "Artillery for the defence",
            **WINDOW_NAMES,
        },
    ),
    table=Table(
        place_of=display.place_of,
        describe=display.describe,
        display=display.display,
        words=words.words,
        counters=counters.COUNTERS,
        option=options.option_words,
        sets_off=options.sets_off,
        reach=ways.reach_report,
        combat=odds.combat_report,
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
        gains=at_once.gains,
        planning=Planning(
            plans=planning.make_plans,
            best=planning.best_plan,
            answer=planning.answer,
            group=planning.group,
            look_ahead=1,
            rolled_for=planning.rolled_for,
        ),
        foresight=Foresight(
            signs=outlook.signs,
            names=outlook.SIGNS,
            outlook=fitted_outlook(HOME, outlook.SIGNS),
            plain=outlook.PLAIN,
        ),
        weights=fights.WEIGHTS,
    ),
)
