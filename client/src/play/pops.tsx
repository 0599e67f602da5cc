/** What stands beside a place of the map: a choice, a reason, a tip. */

import { useEffect, useState } from "preact/hooks";
import { nice, niceFractions } from "../format";
import { takeChoice } from "../session/grammar";
import type { Point } from "../geometry";
import type { SetsOff } from "../model";
import type { Session } from "../session/session";
import { describeOccupants } from "../text";
import { Icon } from "../ui/icons";
import { Chip, IconButton } from "../ui/parts";
import { tableWords } from "../table-words";
import { words } from "../words";

/** What a box must not cover, in points of the screen: the place itself and the way there most of all. */
function inTheWay(session: Session, place: string): [Point, number][] {
  const { board } = session;
  if (!board) return [];
  const { lit } = board.state;
  const found: [Point, number][] = [];
  const add = (name: string, weight: number) => {
    const at = board.screenOf(name);
    if (at) found.push([at, weight]);
  };
  add(place, 60);
  for (const name of lit.path) add(name, 12);
  for (const { to } of lit.causes) add(to, 12);
  for (const arrow of lit.arrows) add(arrow.from, 12);
  for (const name of lit.targets) add(name, 4);
  for (const [name, cost] of lit.reach) add(name, cost.alarm ? 3 : 1);
  return found;
}

/** Place a box beside a place: where it covers least of what is being chosen from, and as near as that allows. */
function beside(session: Session, place: string | null, width: number, height: number, far = 120): string {
  const board = session.board;
  const at = place ? board?.screenOf(place) : null;
  if (!board || !place || !at) return "left:50%;top:20%;transform:translateX(-50%)";
  const gap = (board.ground.layout.placeWidth / 2) * board.camera.scale + 10;
  const { width: w, height: h } = board.screen;
  const edge = 10;
  const clampX = (x: number) => Math.min(Math.max(edge, x), Math.max(edge, w - width - edge));
  const clampY = (y: number) => Math.min(Math.max(edge, y), Math.max(edge, h - height - edge));
  const middle: Point = [at[0] - width / 2, at[1] - height / 2];
  const spots: Point[] = [
    [clampX(middle[0]), clampY(at[1] + gap)],
    [clampX(middle[0]), clampY(at[1] - gap - height)],
    [clampX(at[0] + gap), clampY(middle[1])],
    [clampX(at[0] - gap - width), clampY(middle[1])],
    [clampX(at[0] + gap), clampY(at[1] + gap)],
    [clampX(at[0] - gap - width), clampY(at[1] + gap)],
    [clampX(at[0] + gap), clampY(at[1] - gap - height)],
    [clampX(at[0] - gap - width), clampY(at[1] - gap - height)],
    [clampX(0), clampY(0)],
    [clampX(w), clampY(0)],
    [clampX(0), clampY(h)],
    [clampX(w), clampY(h)],
  ];
  const points = inTheWay(session, place);
  const margin = gap * 0.6;
  const cost = ([x, y]: Point) =>
    points.reduce(
      (sum, [p, weight]) =>
        p[0] > x - margin && p[0] < x + width + margin && p[1] > y - margin && p[1] < y + height + margin
          ? sum + weight
          : sum,
      Math.hypot(x + width / 2 - at[0], y + height / 2 - at[1]) / far,
    );
  const [left, top] = spots.reduce((best, one) => (cost(one) < cost(best) ? one : best));
  return `left:${left}px;top:${top}px;max-height:${Math.max(140, h - top - edge)}px`;
}

/** On a button: what comes of it besides what it says. */
export function Off({ off }: { off?: SetsOff | null }) {
  if (!off) return null;
  return (
    <span class="off">
      <Icon name={off.dice ? "dices" : "warn"} /> {off.dice ? off.says.replace(/\.$/, "") : off.title}
    </span>
  );
}

export function MenuPop({ session }: { session: Session }) {
  const menu = session.pointing.menu!;
  return (
    <div
      class="pop"
      style={beside(session, menu.place, 330, 60 + Math.min(330, 42 * menu.choices.length))}
      role="dialog"
      aria-label={words.board.chooseHere(session.placeTitle(menu.place))}
    >
      <div class="row">
        <h4 class="grow">{words.board.chooseHere(session.placeTitle(menu.place))}</h4>
        <IconButton icon="x" label={words.close} class="ghost sm" onClick={() => session.pointing.letGo()} />
      </div>
      <div class="menu">
        {menu.choices.map((choice, i) => (
          <button
            type="button"
            class={i === 0 ? "btn pri" : "btn"}
            key={i}
            ref={i === 0 ? (el) => el?.focus({ preventScroll: true }) : undefined}
            onClick={() => takeChoice(session, choice)}
          >
            {choice.says}
            <Off off={choice.off} />
          </button>
        ))}
      </div>
    </div>
  );
}

/** What a step sets off, and whether it is to be made: asked at the place where it would be made. */
export function WarningPop({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const { off, says, place, instead } = session.warnings.asked!;
  const said = tableWords.warning;
  return (
    <div
      class="pop warning"
      style={beside(session, place, 330, 250)}
      role="alertdialog"
      aria-label={said.at(session.placeTitle(place))}
      aria-describedby="warning-says"
    >
      <div class="row">
        <Icon name="warn" />
        <h4 class="grow">{off.title}</h4>
        <Chip rule={off.rule} onOpen={onRule} />
      </div>
      <p id="warning-says" class="sm">
        {off.says} {off.final && <b>{said.final}</b>}
      </p>
      <div class="row wrap" style="margin-top:8px">
        <button type="button" class="btn pri" onClick={() => session.warnings.answer(true)}>
          {says}
        </button>
        {instead ? (
          <button
            type="button"
            class="btn"
            ref={(el) => el?.focus({ preventScroll: true })}
            onClick={() => session.warnings.answer(false)}
          >
            {said.instead(instead.place)}
          </button>
        ) : (
          <button
            type="button"
            class="btn"
            ref={(el) => el?.focus({ preventScroll: true })}
            onClick={() => session.pointing.letGo()}
          >
            {said.stay}
          </button>
        )}
      </div>
      <label class="row sm" style="margin-top:8px;cursor:pointer">
        <input
          type="checkbox"
          onChange={(e) => (session.warnings.ticked = (e.target as HTMLInputElement).checked)}
        />
        {said.quiet}
      </label>
    </div>
  );
}

export function WhyPop({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const why = session.pointing.why!;
  const facts = Object.entries(why.refusal?.facts ?? {}).filter(
    ([, v]) =>
      typeof v === "number" ||
      (typeof v === "string" && !(v in session.book.pieces) && !session.ground.has(v)),
  );
  const place = why.place ? session.placeTitle(why.place) : null;
  const subject = why.piece ? session.pieceName(why.piece) : place;
  return (
    <div
      class="pop why"
      style={beside(session, why.place, 330, 220)}
      role="dialog"
      aria-label={words.why.title}
    >
      <div class="why-in">
        <div class="row">
          <h4 class="grow">{why.refusal?.possible ? words.why.possible : words.why.title}</h4>
          <Chip rule={why.refusal?.rule} onOpen={onRule} />
          <IconButton
            icon="x"
            label={words.close}
            class="ghost sm"
            onClick={() => session.pointing.letGo()}
          />
        </div>
        <p class="sm dim">
          {subject}
          {place && why.piece ? `, ${place}` : ""}
        </p>
        <p style="margin:4px 0 8px">{why.refusal ? niceFractions(why.refusal.says) : words.why.asking}</p>
        {facts.length > 0 && (
          <table class="terms">
            <tbody>
              {facts.map(([k, v]) => (
                <tr key={k}>
                  <td>{k.replace(/_/g, " ")}</td>
                  <td>{nice(String(v))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div class="row wrap" style="margin-top:8px">
          {session.pointing.canUndoOf(why.piece) && (
            <button
              type="button"
              class="btn sm"
              onClick={() => {
                session.pointing.letGo();
                void session.undo();
              }}
            >
              <Icon name="undo" /> {words.undo.undo}
            </button>
          )}
          {why.refusal?.rule && (
            <button type="button" class="btn sm ghost" onClick={() => onRule(why.refusal!.rule)}>
              <Icon name="bookOpen" /> {words.readRule(why.refusal.rule)}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

export function Tip({ session }: { session: Session }) {
  const target = session.pointing.hovered;
  const place = target?.place?.name;
  const [ground, setGround] = useState<{ place: string; says: string } | null>(null);
  useEffect(() => {
    if (!place || !session.book.asks.includes("ground")) return undefined;
    const timer = setTimeout(async () => {
      const answer = await session.ask<{ ground: { says: string; value?: string }[] }>({ ground: place });
      if (answer)
        setGround({
          place,
          says: answer.ground.map((g) => (g.value ? `${g.says} ${g.value}` : g.says)).join(", "),
        });
    }, 120);
    return () => clearTimeout(timer);
  }, [place]);
  if (
    !place ||
    !session.board ||
    session.pointing.why ||
    session.warnings.asked ||
    session.pointing.menu ||
    session.pointing.fan
  )
    return null;
  const { inHand, preview } = session.pointing;
  const row = inHand && preview === place ? session.pointing.reachRow(inHand, place) : null;
  const who = describeOccupants(session, place, false);
  const lines = 1 + Number(!!row?.sets_off) + Number(who !== words.board.empty) + Number(!!ground?.says);
  const style = beside(session, place, 280, 24 + 21 * lines, 8);
  return (
    <div class="tip hide-p" style={style} aria-hidden="true">
      <b>{session.placeTitle(place)}</b>
      {row && <b>, {nice(row.cost)}</b>} {row?.stops && words.board.mustStop}
      {row?.sets_off && <span class="sub alarm">{row.sets_off.title}</span>}
      {who !== words.board.empty && <span class="sub">{who}</span>}
      {ground?.place === place && ground.says && <span class="sub">{ground.says}</span>}
    </div>
  );
}
