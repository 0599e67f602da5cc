/** What stands beside a place of the map: a choice, a reason, a tip. */

import { useEffect, useState } from "preact/hooks";
import { nice, niceFractions } from "../format";
import { takeChoice } from "../session/grammar";
import type { Session } from "../session/session";
import { describeOccupants } from "../text";
import { Icon } from "../ui/icons";
import { Chip, IconButton } from "../ui/parts";
import { words } from "../words";

/** Place a box beside a place, on the side with most room, never over it. */
function beside(session: Session, place: string | null, width: number, height: number): string {
  const board = session.board;
  const at = place ? board?.screenOf(place) : null;
  if (!board || !at) return "left:50%;top:20%;transform:translateX(-50%)";
  const gap = (board.ground.layout.placeWidth / 2) * board.camera.scale + 10;
  const { width: w, height: h } = board.screen;
  const below = h - at[1] > height + gap || h - at[1] > at[1];
  const left = Math.min(Math.max(10, at[0] - width / 2), Math.max(10, w - width - 10));
  const roomBelow = h - at[1] - gap;
  const roomAbove = at[1] - gap;
  if (Math.max(roomBelow, roomAbove) < height * 0.7 && w > width * 2) {
    const right = at[0] < w / 2;
    const x = right ? at[0] + gap : at[0] - gap - width;
    return `left:${Math.max(10, x)}px;top:${Math.min(Math.max(10, at[1] - height / 2), Math.max(10, h - height - 10))}px`;
  }
  return below
    ? `left:${left}px;top:${at[1] + gap}px;max-height:${Math.max(140, roomBelow - 16)}px`
    : `left:${left}px;bottom:${h - at[1] + gap}px;max-height:${Math.max(140, roomAbove - 16)}px`;
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
          </button>
        ))}
      </div>
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
  if (!place || !session.board || session.pointing.why || session.pointing.menu || session.pointing.fan)
    return null;
  const { inHand, preview } = session.pointing;
  const row = inHand && preview === place ? session.pointing.reachRow(inHand, place) : null;
  const who = describeOccupants(session, place, false);
  const at = session.board.screenOf(place);
  if (!at) return null;
  const gap = (session.board.ground.layout.placeWidth / 2) * session.board.camera.scale + 8;
  const from = inHand ? session.board.screenOf(session.placeOf(inHand) ?? "") : null;
  const fits = at[0] + gap + 290 < session.board.screen.width;
  const right = from && from[0] > at[0] && at[0] > 310 ? false : fits;
  const style = right
    ? `left:${at[0] + gap}px;top:${Math.max(4, at[1] - 16)}px`
    : `right:${session.board.screen.width - at[0] + gap}px;top:${Math.max(4, at[1] - 16)}px`;
  return (
    <div class="tip hide-p" style={style} aria-hidden="true">
      <b>{session.placeTitle(place)}</b>
      {row && <b>, {nice(row.cost)}</b>} {row?.stops && words.board.mustStop}
      {who !== words.board.empty && <span class="sub">{who}</span>}
      {ground?.place === place && ground.says && <span class="sub">{ground.says}</span>}
    </div>
  );
}
