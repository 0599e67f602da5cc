"""The Day Was Ours: one value, and which chapter answers what. No rules here."""

from __future__ import annotations

from bullrun.engine.game import Game, Play, Table
from bullrun.games.day_was_ours import HOME
from bullrun.games.day_was_ours.rules import chapters, hidden, sequence, sight, why_not_move
from bullrun.games.day_was_ours.rules.battlefield import load_board
from bullrun.games.day_was_ours.rules.charts import CHARTS, load_roster
from bullrun.games.day_was_ours.rules.given import given_position
from bullrun.games.day_was_ours.rules.refusals import GUIDE
from bullrun.games.day_was_ours.rules.setup import prepare
from bullrun.games.day_was_ours.rules.state import DayState
from bullrun.games.day_was_ours.table import counters, display, odds, options, places, printed, report, words
from bullrun.games.day_was_ours.thinking import fights, judgment, outlook, planning
from bullrun.games.loading import fitted_outlook, game_data
from bullrun.games.sides import SIDE_NAMES, SIDES
from bullrun.thinking.contract import Foresight, Planning, Thinking

SCENARIOS = ("matthews-hill", "henry-house-hill", "whole-battle")

GAME = Game(
    id="day-was-ours",
    version=1,
    title="The Day Was Ours",
    credits="After The Day Was Ours, designed by Matt Ward, in the Blind Swords system of Hermann Luttmann,"
    " published by Revolution Games.",
    sides=SIDES,
    side_names=SIDE_NAMES,
    home=__name__,
    data=game_data(HOME, SCENARIOS, lambda _: load_roster().infos, lambda _: load_board(), CHARTS),
    vocabulary=chapters.VOCABULARY,
    play=Play(
        rules=chapters.rules,
        start=prepare,
        given=given_position,
        state=DayState,
        phase=sequence.phase,
        guide=GUIDE,
        imagine=hidden.imagine,
        draws_in_secret=True,
        windows={
            "gap": "Between two chits",
            "passed": "After the command roll of an enemy brigade",
            "order": "After the order of an enemy brigade",
            "fire": "Before an enemy fire",
            "fired": "After an enemy fire",
            "assault": "In a close combat",
            "end": "Before rebuilding",
            "opportunity": "Opportunity Fire, when an enemy leaves your side",
            "support": "Defensive Support Fire of your batteries",
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
        reach=why_not_move.reach_report,
        sight=sight.sight_between,
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
        planning=Planning(
            plans=planning.make_plans,
            best=planning.best_plan,
            variants=planning.variants,
            answer=planning.answer,
            group=planning.group,
            look_ahead=2,
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
