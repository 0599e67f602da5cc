/** The grammar of pointing: select, preview, commit, ask why; by click, by drag, by key. */

import type { Target } from "../board/board";
import type { Counter } from "../board/state";
import { isMarch, type Option } from "../options";
import { words } from "../words";
import type { Session } from "./session";
import type { Menu } from "./types";

/** The counters of a place, top first. */
function countersAt(session: Session, place: string): Counter[] {
  const here = session.stacks().filter((s) => s.place === place);
  return here.flatMap((s) => [...s.counters].reverse());
}

/** True where each counter can be pointed at: a stack fanned out, a box beside the map. */
function isSpread(session: Session, place: string): boolean {
  return session.pointing.fan === place || !session.ground.has(place);
}

/** The piece a stack offers to a click: those that can act first, then the rest that are known, top first. */
function pick(session: Session, place: string, counter: Counter | null): string | null {
  const { selected } = session.pointing;
  if (counter && isSpread(session, place)) return counter.faceDown ? null : counter.id;
  const here = countersAt(session, place).filter((c) => !c.faceDown);
  const able = here.filter((c) => session.options.byPiece.has(c.id));
  const list = (able.length ? able : here).map((c) => c.id);
  if (selected && list.includes(selected)) return list[(list.indexOf(selected) + 1) % list.length]!;
  return list[0] ?? null;
}

export function hover(session: Session, target: Target): void {
  session.pointing.hovered = target;
  const place = target.place?.name ?? null;
  if (place && session.board && !session.board.state.cursorShown && session.board.state.focus !== place)
    session.board.set({ focus: place });
  const before = session.pointing.preview;
  // Off the map, as over the panel with its buttons, what was shown last stays.
  if (place && !session.warnings.asked) setPreview(session, place);
  if (session.pointing.preview !== before) session.paint();
  session.changed();
}

export function setPreview(session: Session, place: string | null): void {
  if (session.army.isOn) return session.army.preview(place);
  const { inHand } = session.pointing;
  session.pointing.preview =
    inHand && place && (legTo(session, place) || session.pointing.ways(inHand, place).length) ? place : null;
}

function legTo(session: Session, place: string): boolean {
  return (
    session.pointing.waypoints.length > 0 &&
    session.pointing.waypoints[session.pointing.waypoints.length - 1] !== place &&
    session.options.to(session.pointing.inHand!, place).length > 0
  );
}

/** The grammar: select, preview, commit, ask why. */
export function click(
  session: Session,
  target: { place: { name: string } | null; counter: Counter | null },
  how: { shift: boolean; touch: boolean; key?: boolean },
): void {
  const place = target.place?.name ?? null;
  session.pointing.menu = null;
  session.pointing.why = null;
  session.warnings.drop();
  if (session.pointing.preview !== place) session.pointing.preview = null;
  if (session.playback.queue.length) session.playback.pause();
  if (!place) {
    session.pointing.letGo();
    return;
  }
  if (session.overlays.shown?.waiting) {
    void session.overlays.show(session.overlays.shown.id, place);
    return;
  }
  if (session.pointing.fan && session.pointing.fan !== place) session.pointing.fan = null;
  const clicked = pick(session, place, target.counter);
  if (!session.canAct) {
    if (clicked) session.pointing.select(clicked);
    else session.paint();
    if (!clicked && session.pointing.selected) session.pointing.letGo();
    session.changed();
    return;
  }
  const { selected, inHand } = session.pointing;
  const { army } = session;
  if (army.walking) return;
  if (how.shift && clicked && army.canMarch(clicked)) return army.toggle(clicked);
  if (army.isOn) {
    if (army.isFar) return void army.orderTo(place);
    if (army.goals().has(place)) {
      if (how.shift) return army.addLeg(place);
      if (!how.touch || session.pointing.preview === place) return army.go(place);
      army.preview(place);
      session.paint();
      return session.changed();
    }
    // On a screen that is touched there is no Shift: taps add to the group.
    if (how.touch && clicked && army.canMarch(clicked)) return army.toggle(clicked);
    if (!clicked || !session.options.byPiece.has(clicked))
      return void session.pointing.askWhy(army.pieces[0]!, place);
    army.clear();
  }
  // The piece in hand goes there.
  if (inHand && place !== session.placeOf(inHand)) {
    const ways = session.pointing.ways(inHand, place);
    const other = clicked && session.options.byPiece.has(clicked) && clicked !== inHand ? clicked : null;
    const both = other ? session.options.of(inHand).filter((o) => o.pieces.includes(other)) : [];
    if (ways.length) {
      if (how.shift && ways.some(isMarch)) return session.pointing.addWaypoint(place);
      if (how.touch && session.pointing.preview !== place) {
        session.pointing.preview = place;
        session.paint();
        session.changed();
        return;
      }
      if (ways.length > 1 || (other && !how.key)) return openMenu(session, place, ways, other);
      return session.commit(ways[0]!, false, true);
    }
    if (both.length)
      return both.length > 1 ? openMenu(session, place, both, null) : session.commit(both[0]!, false, true);
  }
  // A place that is an answer by itself.
  const alone = session.options.onPlace(place);
  if (alone.length)
    return alone.length > 1 ? openMenu(session, place, alone, null) : session.commit(alone[0]!, false, true);
  // A piece that is an answer by itself, or that can be selected.
  if (clicked && session.options.byPiece.has(clicked)) {
    // To begin with a piece spends something: looking at it does not.
    const begins = session.options.of(clicked).every((o) => o.does === "begin");
    const isSure =
      how.key && session.pointing.selected && session.placeOf(session.pointing.selected) === place;
    if (begins && isSure) return commitBeginning(session);
    if (session.options.isPicking && !begins) return choose(session, place, clicked, target.counter);
    session.pointing.select(clicked);
    return;
  }
  if (clicked && session.isPicked(clicked)) return void session.unpick(clicked);
  if (inHand && inHand === selected && place !== session.placeOf(inHand)) {
    void session.pointing.askWhy(inHand, place);
    return;
  }
  if (clicked) {
    session.pointing.select(clicked);
    if (session.book.pieces[clicked]?.side === session.side) void session.pointing.askWhy(clicked, place);
    return;
  }
  if (!inHand && askWho(session, place)) return;
  void session.pointing.askWhy(inHand ?? selected, place);
}

/** Enter on the place of a piece that was looked at before: it begins. */
function commitBeginning(session: Session): void {
  const own = session.options.of(session.pointing.selected!).filter((o) => o.does === "begin");
  if (own.length === 1) session.commit(own[0]!);
}

/** Nobody is in hand, but pieces can act at this place: offer them, the nearest first. False where there are none. */
function askWho(session: Session, place: string): boolean {
  const acting = (session.options.byPlace.get(place) ?? []).filter((o) => o.place === place);
  const far = (id: string) => session.ground.distance(session.placeOf(id) ?? "", place);
  const pieces = [...new Set(acting.flatMap((o) => o.pieces.slice(0, 1)))];
  if (!pieces.length) return false;
  // Those beside the map are equally far.
  pieces.sort((a, b) => far(a) - far(b) || 0);
  const choice = (id: string) => ({
    says: words.board.select(session.pieceName(id)),
    option: null,
    select: id,
  });
  session.pointing.menu = { place, choices: pieces.map(choice) };
  session.paint();
  session.changed();
  return true;
}

/** One of several answers lies in a stack: take it, or ask which. */
function choose(session: Session, place: string, clicked: string, counter: Counter | null): void {
  const here = countersAt(session, place).filter((c) => session.options.byPiece.has(c.id));
  const options =
    counter && isSpread(session, place)
      ? session.options.of(clicked)
      : here.flatMap((c) => session.options.of(c.id));
  if (options.length === 1) session.commit(options[0]!, false, true);
  else openMenu(session, place, options, null);
}

function openMenu(session: Session, place: string, options: Option[], other: string | null): void {
  const choices: Menu["choices"] = options.map((option) => {
    const said = session.optionWords(option);
    return { says: said.says, option, select: null, rule: said.rule, off: session.warnings.of(option) };
  });
  if (other)
    choices.push({ says: words.board.select(session.pieceName(other)), option: null, select: other });
  session.pointing.menu = { place, choices };
  session.paint();
  session.changed();
}

export function takeChoice(session: Session, choice: Menu["choices"][number]): void {
  const place = session.pointing.menu?.place ?? null;
  session.pointing.menu = null;
  if (choice.option) session.commit(choice.option);
  else if (choice.select) {
    session.pointing.select(choice.select);
    // It was chosen for a place: its way there shows, and the cursor stays.
    setPreview(session, place);
    session.board?.set({ focus: place });
    session.paint();
    session.changed();
  }
}

export function hold(session: Session, target: Target): void {
  const place = target.place?.name ?? null;
  session.pointing.fan =
    place &&
    session.pointing.fan !== place &&
    session.stacks().some((s) => s.place === place && s.counters.length > 1)
      ? place
      : null;
  if (place && !session.pointing.fan && target.counter && !target.counter.faceDown)
    session.pointing.select(target.counter.id);
  session.paint();
  session.changed();
}

/** A piece is let go over a place. */
export function drop(session: Session, place: string | null, touch = false): void {
  const piece = session.pointing.selected;
  if (!piece || !place) return;
  if (place === session.placeOf(piece)) {
    // Taken up and laid down where it lay: on a screen that is touched, that starts a group.
    if (touch && session.army.canMarch(piece)) return session.army.take(session.army.at(place));
    session.pointing.select(piece);
    return;
  }
  const ways = session.pointing.ways(piece, place);
  if (ways.length === 1) session.commit(ways[0]!, false, true);
  else if (ways.length > 1)
    session.pointing.menu = {
      place,
      choices: ways.map((o) => ({
        says: session.optionWords(o).says,
        option: o,
        select: null,
        off: session.warnings.of(o),
      })),
    };
  else void session.pointing.askWhy(piece, place);
  session.changed();
}

/** Twice on a stack: all of it. */
export function twice(session: Session, target: Target): boolean {
  const pieces = target.place && target.counter ? session.army.at(target.place.name) : [];
  if (pieces.length < 2) return false;
  session.army.take(pieces);
  return true;
}

/** A box was drawn: all in it that can march. */
export function box(session: Session, places: string[]): void {
  session.army.take(session.army.marchers().filter((id) => places.includes(session.placeOf(id) ?? "")));
}
