"""The after-action report: result, points and losses over time, battles, luck with exact rarity, the dice
key. Only for finished games: it shows everything."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any

from bullrun.engine.action import Action
from bullrun.engine.decision import CHANCE, Decision
from bullrun.engine.proof import Proof, prove
from bullrun.engine.record import IMAGINE, RESIGN, RecordError, imagined, open_game
from bullrun.engine.view import AnyPosition
from bullrun.engine.vocabulary import shows
from bullrun.errors import BullrunError
from bullrun.service.live import LiveGame
from bullrun.service.outgoing import outcome_view


def report(live: LiveGame) -> dict[str, Any]:
    """All parts of the report."""
    if not live.over:
        raise BullrunError("The report is made after the end of the game.")
    live.check_open()
    winner, rule, reason = outcome_view(live.position) or ("", "", "")
    luck, rolls = _luck(live)
    return {
        "id": live.id,
        "game": live.game.id,
        "board": live.game.scenarios[live.match.record.scenario].board,
        "game_title": live.game.title,
        "title": live.title,
        "sides": {side: live.game.side_names[side] for side in live.game.sides},
        "seats": live.seats_view(),
        "winner": winner,
        "winner_name": live.game.side_names.get(winner, winner),
        "rule": rule,
        "reason": reason,
        "turns": _turns(live),
        "decisions": sum(1 for owner, _ in live.match.record.entries if owner != CHANCE),
        "minutes": (live.changed - live.created) // 60_000,
        "series": _series(live),
        "battles": _battles(live),
        "luck": luck,
        "rolls": rolls,
        **({"charts": len(live.match.record.charts)} if live.match.record.charts else {}),
        "dice": {
            "kind": live.match.record.dice,
            "commitment": live.match.record.commitment,
            "key": live.match.record.key,
            "says": check_dice(live)["says"],
        },
    }


def _turns(live: LiveGame) -> list[dict[str, Any]]:
    """Each turn with the step it began at."""
    found: list[dict[str, Any]] = []
    for index, moment in enumerate(live.moments):
        if not found or found[-1]["turn"] != moment.phase[0]:
            found.append({"turn": moment.phase[0], "n": moment.n, "index": index})
    return found


def _series(live: LiveGame) -> list[dict[str, Any]]:
    """What the game plots, at the last moment of every turn."""
    game = live.game
    if game.table.score is None:
        return []
    found: dict[str, dict[str, Any]] = {}
    for index, moment in enumerate(live.moments):
        following = live.moments[index + 1] if index + 1 < len(live.moments) else None
        if following is not None and following.phase[0] == moment.phase[0]:
            continue
        position = type(live.position)(live.position.rules, moment.state.copy())
        for line in game.table.score(position):
            kept = found.setdefault(
                line["id"],
                {"id": line["id"], "title": line["title"], "rule": line.get("rule", ""), "points": []},
            )
            kept["points"].append({"turn": moment.phase[0], "n": moment.n, "values": dict(line["values"])})
    return list(found.values())


def _battles(live: LiveGame) -> list[dict[str, Any]]:
    fought = live.game.table.battle
    if fought is None:
        return []
    found: list[dict[str, Any]] = []
    for index, moment in enumerate(live.moments):
        for event in moment.events:
            battle = fought(event)
            if battle is None:
                continue
            if battle.fight is None:
                if found:
                    found[-1]["won"] = battle.won
                    found[-1]["says"] += f": {battle.says}"
                continue
            found.append(
                {
                    "says": battle.says,
                    "at": list(shows(live.game.vocabulary, event).places),
                    "attackers": list(battle.fight.attackers),
                    "defenders": list(battle.fight.defenders),
                    "by": battle.by,
                    "won": battle.won,
                    "turn": moment.phase[0],
                    "n": moment.n,
                    "index": index,
                    "rule": event.rule,
                }
            )
    return found


# --- luck ---------------------------------------------------------------------------------------


class _Tally:
    """One measure of one side: what came, what was due, and how all its sums are spread."""

    def __init__(self) -> None:
        self.rolled = Fraction(0)
        self.expected = Fraction(0)
        self.count = 0
        self.spread: dict[Fraction, Fraction] = {Fraction(0): Fraction(1)}

    def add(self, got: Fraction, outcomes: Mapping[Fraction, Fraction]) -> None:
        self.rolled += got
        self.expected += sum((value * part for value, part in outcomes.items()), Fraction(0))
        self.count += 1
        new: dict[Fraction, Fraction] = {}
        for total, share in self.spread.items():
            for value, part in outcomes.items():
                new[total + value] = new.get(total + value, Fraction(0)) + share * part
        self.spread = new

    def rarity(self) -> Fraction:
        """The chance of doing as well or better."""
        return sum((share for total, share in self.spread.items() if total >= self.rolled), Fraction(0))


def _luck(live: LiveGame) -> tuple[list[dict[str, Any]], int]:
    """Expected against rolled by side and measure, and how many times chance decided."""
    record, game = live.match.record, live.game
    position = open_game(game, record)
    tallies: dict[tuple[str, str], _Tally] = {}
    rolls = 0
    for owner, action in record.entries:
        decision = position.decision()
        if decision is None or action == RESIGN:
            break
        if action[0] == IMAGINE and owner == CHANCE:
            position = imagined(game, position, action)
            continue
        if decision.weights is not None:
            rolls += 1
            total = sum(decision.weights)
            outcomes: dict[tuple[str, str], dict[Fraction, Fraction]] = {}
            got: dict[tuple[str, str], Fraction] = {}
            for option, weight in zip(decision.options, decision.weights, strict=True):
                measured = _measure(live, position, decision, option)
                if measured is None:
                    continue
                side, measure, value = measured
                spread = outcomes.setdefault((side, measure), {})
                spread[value] = spread.get(value, Fraction(0)) + Fraction(weight, total)
                if option == action:
                    got[(side, measure)] = value
            for key, spread in outcomes.items():
                rest = 1 - sum(spread.values(), Fraction(0))
                if rest:
                    spread[Fraction(0)] = spread.get(Fraction(0), Fraction(0)) + rest
                tallies.setdefault(key, _Tally()).add(got.get(key, Fraction(0)), spread)
        position.apply(action)
    lines = []
    for (side, measure), tally in sorted(tallies.items()):
        lines.append(
            {
                "side": side,
                "measure": measure,
                "count": tally.count,
                "expected": f"{float(tally.expected):.1f}",
                "rolled": f"{float(tally.rolled):g}",
                "lead": float(tally.rolled - tally.expected),
                "as_lucky": f"{float(tally.rarity()) * 100:.0f}",
            }
        )
    return lines, rolls


def _measure(
    live: LiveGame, position: AnyPosition, decision: Decision, action: Action
) -> tuple[str, str, Fraction] | None:
    game = live.game
    found = game.table.luck(position.rules, decision, action) if game.table.luck is not None else None
    if found is None:
        return None
    side = found["side"]
    if side not in game.sides:
        active = game.phase(position)[1] or _attacking(position, decision)
        if active not in game.sides:
            return None
        other = next((s for s in game.sides if s != active), active)
        side = {"attacker": active, "defender": other}.get(side, side)
    return side, found["measure"], Fraction(str(found["value"]))


def _attacking(position: AnyPosition, decision: Decision) -> str:
    """Whose attack it is that chance decides in a phase of both sides; "" where no piece tells."""
    fight = decision.about.fight
    first = fight.attackers[0] if fight is not None and fight.attackers else ""
    return next((piece.side for piece in position.rules.pieces if piece.id == first), "")


# --- the key ------------------------------------------------------------------------------------


def check_dice(live: LiveGame) -> dict[str, Any]:
    """Prove the rolls by the key, as anybody can do offline with the exported record."""
    record = live.match.record
    if record.commitment and not live.over:
        raise BullrunError("The key of the dice is revealed after the end of the game.")
    try:
        _, proof = prove(live.game, record)
    except RecordError as error:
        return {"ok": False, **Proof(0, 0, 0, 0, 0, str(error)).to_json()}
    return {"ok": True, **proof.to_json()}


# --- files --------------------------------------------------------------------------------------


def as_csv(data: Mapping[str, Any], table: str) -> str:
    """One table of the report."""
    out = io.StringIO()
    write = csv.writer(out)
    sides = list(data["sides"])
    if table == "turns":
        write.writerow(["turn", *[f"{s['id']}_{side}" for s in data["series"] for side in sides]])
        for row, turn in enumerate(data["series"][0]["points"] if data["series"] else data["turns"]):
            cells = [s["points"][row]["values"].get(side, "") for s in data["series"] for side in sides]
            write.writerow([turn["turn"], *cells])
    elif table == "battles":
        write.writerow(["turn", "step", "at", "by", "attackers", "defenders", "won", "rule", "says"])
        for battle in data["battles"]:
            write.writerow(
                [battle["turn"], battle["n"], " ".join(battle["at"]), battle["by"]]
                + [" ".join(battle[key]) for key in ("attackers", "defenders")]
                + [battle["won"], battle["rule"], battle["says"]]
            )
    elif table == "luck":
        write.writerow(["side", "measure", "rolls", "expected", "rolled", "as_lucky_or_luckier_percent"])
        for line in data["luck"]:
            write.writerow(
                [line[key] for key in ("side", "measure", "count", "expected", "rolled", "as_lucky")]
            )
    else:
        raise BullrunError("table: expected turns, battles or luck")
    return out.getvalue()


STYLE = """body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
body{color:#2b241a;background:#fbf6ea}table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}
td,th{border-top:1px solid #d8cbb0;padding:.35rem .6rem;text-align:left}h1{font-size:2rem;margin-bottom:0}"""


def as_html(data: Mapping[str, Any]) -> str:
    """The report as one page without scripts."""
    names = data["sides"]
    title, winner = escape(data["game_title"]), escape(data["winner_name"])
    counts = f"{len(data['turns'])} turns, {data['decisions']} decisions, {data['rolls']} rolls"
    rule = f" [{data['rule']}]" if data["rule"] else ""
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}: after-action report</title>",
        f"<style>{STYLE}</style><p>{title}, {escape(data['title'])}</p><h1>{winner} wins</h1>",
        f"<p>{escape(data['reason'])}{escape(rule)}</p>",
        f"<p>{counts}, {len(data['battles'])} battles.</p>",
    ]
    if "charts" in data:
        parts.append(f"<p>Played with an owner's charts: {data['charts']} of the game's numbers are his.</p>")
    for line in data["series"]:
        parts.append(f"<h2>{escape(line['title'])}</h2>")
        head = ["Turn", *names.values()]
        rows = [[p["turn"], *[p["values"].get(side, "") for side in names]] for p in line["points"]]
        parts.append(_table(head, rows))
    if data["battles"]:
        parts.append("<h2>Battles</h2>")
        parts.append(
            _table(
                ["Turn", "What happened", "Rule"],
                [[b["turn"], b["says"], b["rule"]] for b in data["battles"]],
            )
        )
    if data["luck"]:
        parts.append("<h2>Luck</h2>")
        rows = [
            [
                names.get(x["side"], x["side"]),
                x["measure"],
                x["count"],
                x["expected"],
                x["rolled"],
                f"{x['as_lucky']} %",
            ]
            for x in data["luck"]
        ]
        parts.append(_table(["Side", "Measure", "Rolls", "Expected", "Rolled", "As lucky or luckier"], rows))
    dice = data["dice"]
    parts.append("<h2>Dice</h2>")
    rows = [["Seal", dice["commitment"] or "none"], ["Key", dice["key"] or "none"], ["Rolls", dice["says"]]]
    parts.append(_table(["", ""], rows))
    return "".join(parts)


def _table(head: list[str], rows: list[list[Any]]) -> str:
    top = "".join(f"<th scope=col>{escape(h)}</th>" for h in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
