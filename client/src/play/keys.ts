/** The keyboard: everything on the board without a pointer. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Board } from "../board/board";
import { buttonsOf } from "../panels/question";
import { go } from "../router";
import { click, setPreview } from "../session/grammar";
import type { Session } from "../session/session";
import { settings } from "../settings";
import { describeNeighbours, describePlace } from "../text";
import type { Tab } from "./tabs";

interface Ui {
  setTab: (tab: Tab) => void;
  setMenu: (on: boolean) => void;
  setFinding: (on: boolean) => void;
  setKeys: (on: boolean) => void;
  openRule: (rule: string) => void;
  text: boolean;
}

export function useKeys(session: Session, ui: Ui): void {
  const last = useRef(ui);
  last.current = ui;
  // Before the first paint: a key pressed as soon as the page shows must not be lost.
  useLayoutEffect(() => {
    const down = (e: KeyboardEvent) => onKey(session, last.current, e);
    const up = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() === "h") session.board?.set({ countersHidden: false });
      if (e.key.toLowerCase() === "m") session.board?.set({ magnified: null });
    };
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    return () => {
      removeEventListener("keydown", down);
      removeEventListener("keyup", up);
    };
  }, [session]);
}

function onKey(session: Session, ui: Ui, e: KeyboardEvent): void {
  const target = e.target as HTMLElement;
  if (target.closest("dialog")) return;
  const ticks = target instanceof HTMLInputElement && target.type === "checkbox";
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !(ticks && e.key === "Escape")) return;
  const onMap = target.id === "map" || target === document.body;
  const key = e.key;
  const lower = key.toLowerCase();
  if ((e.ctrlKey || e.metaKey) && lower === "z") {
    e.preventDefault();
    void (e.shiftKey ? session.reset() : session.undo());
    return;
  }
  if ((e.ctrlKey || e.metaKey) && lower === "y") {
    e.preventDefault();
    void session.redo();
    return;
  }
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (key === "Escape") return session.pointing.letGo();
  if (key === "End" && session.playback.queue.length) {
    e.preventDefault();
    return session.pace.skip();
  }
  if (/^[1-9]$/.test(key)) {
    const option = buttonsOf(session)[Number(key) - 1];
    if (
      option &&
      session.canAct &&
      !(session.pointing.inHand && session.options.targets(session.pointing.inHand).size)
    )
      session.commit(option);
    return;
  }
  if (ui.text) return;
  if (onMap && mapKey(session, e)) {
    e.preventDefault();
    return;
  }
  if (key === "?") {
    const at = session.board?.state.focus ?? null;
    const asked = session.pointing.inHand ?? session.pointing.selected;
    if (asked && at) void session.pointing.askWhy(asked, at);
    else ui.setKeys(true);
    return;
  }
  if (key === "/") {
    e.preventDefault();
    return ui.setFinding(true);
  }
  if (key === "+" || key === "=") return session.board?.zoom(1.35);
  if (key === "-") return session.board?.zoom(1 / 1.35);
  if (key === "0") return session.board?.fit();
  if (key === "|") return document.querySelector<HTMLElement>(".tray-fold")?.click();
  if (key === "\\") return settings.set({ panelHidden: !settings.values.panelHidden });
  if (!settings.values.letters) return;
  const overlay = session.book.overlays.find((o) => o.key?.toLowerCase() === lower);
  if (overlay && (e.shiftKey || !RESERVED.has(lower)))
    return void session.overlays.show(
      overlay.id,
      overlay.from_place ? (session.board?.state.focus ?? null) : null,
    );
  if (key === ".") return session.say(session.view?.decision?.question ?? "", true);
  if (lower === "h" && !e.repeat) return session.board?.set({ countersHidden: true });
  if (lower === "m" && !e.repeat)
    return session.board?.set({
      magnified: session.pointing.hovered?.screen ?? [
        session.board.screen.width / 2,
        session.board.screen.height / 2,
      ],
    });
  if (lower === "n") {
    const ends = session.options.bare;
    if (session.canAct && ends.length === 1) session.commit(ends[0]!);
    return;
  }
  if (lower === "r") return ui.openRule(session.view?.decision?.rule ?? "");
  if (lower === "t") return go(`/g/${session.id}/text`);
  if (lower === "o" && session.book.asks.includes("threats")) return void session.fights.toggleThreats();
  if (lower === "w") return session.army.isOn ? session.army.addLeg() : session.pointing.addWaypoint();
  const { army } = session;
  if (!session.canAct || army.walking) return;
  if (lower === "a") return army.takeStack();
  if (lower === "i") return army.takeBody();
  if (lower === "x") return army.repeat();
  if (lower === "y") return army.isOn || session.pointing.selected ? army.aimFar() : void army.carryOutAll();
}

/** Letters that mean the same in every game; an overlay of that letter takes Shift. */
export const RESERVED = new Set([
  "f",
  "h",
  "m",
  "n",
  "o",
  "r",
  "t",
  "v",
  "w",
  "b",
  "j",
  "k",
  "a",
  "i",
  "x",
  "y",
]);

const ARROWS: Record<string, number> = { ArrowUp: 0, ArrowDown: 180, ArrowLeft: 270, ArrowRight: 90 };

/** Keys of the map itself; true when the key was one. */
function mapKey(session: Session, e: KeyboardEvent): boolean {
  const board = session.board;
  if (!board) return false;
  const { key } = e;
  const focus = board.state.focus;
  if (key in ARROWS) {
    const from = focus ?? session.ground.nearest(...center(board)).name;
    let degrees = ARROWS[key]!;
    if (session.layout.kind === "hex" && degrees % 180)
      degrees = degrees === 90 ? (e.shiftKey ? 120 : 60) : e.shiftKey ? 240 : 300;
    // Without Shift the row is kept: up and down take turns.
    if (session.layout.kind === "hex" && ARROWS[key]! % 180 && !e.shiftKey && parity(session, from))
      degrees = 180 - degrees < 0 ? 540 - degrees : 180 - degrees;
    const to = session.ground.step(from, degrees);
    if (to) moveCursor(session, to.name);
    return true;
  }
  if (key === "Enter") {
    if (!focus) return true;
    board.set({ cursorShown: true });
    if (e.shiftKey) session.army.isOn ? session.army.addLeg(focus) : session.pointing.addWaypoint(focus);
    else click(session, { place: { name: focus }, counter: null }, { shift: false, touch: false, key: true });
    return true;
  }
  if (key === "Tab") {
    if (!session.canAct || !session.ableOwn().length) return false;
    const all = session.ableOwn();
    const at = session.pointing.selected ? all.indexOf(session.pointing.selected) : -1;
    // Past the last piece Tab leaves the map, so that the focus is never caught.
    if ((!e.shiftKey && at === all.length - 1) || (e.shiftKey && at <= 0)) {
      session.pointing.select(null);
      return false;
    }
    session.pointing.next(e.shiftKey ? -1 : 1);
    return true;
  }
  if (key === "Backspace") {
    if (session.pointing.waypoints.length) session.pointing.dropWaypoint();
    else {
      const picks = session.picks();
      if (picks.length) void session.undo();
    }
    return true;
  }
  if (key === " ") {
    if (session.playback.queue.length) session.pace.step();
    else if (focus) board.show([focus]);
    return true;
  }
  if (key === "f") {
    session.pointing.fan = session.pointing.fan ? null : focus;
    session.paint();
    session.changed();
    return true;
  }
  if (key === "v" && focus) {
    session.say(describeNeighbours(session, focus), true);
    return true;
  }
  return false;
}

function center(board: Board): [number, number] {
  return [
    board.camera.x + board.screen.width / 2 / board.camera.scale,
    board.camera.y + board.screen.height / 2 / board.camera.scale,
  ];
}

function parity(session: Session, name: string): boolean {
  const place = session.ground.get(name);
  return !!place && Math.round(place.centre[0] / (session.layout.placeWidth * 0.75)) % 2 === 1;
}

export function moveCursor(session: Session, place: string): void {
  session.board?.set({ focus: place, cursorShown: true });
  session.board?.show([place]);
  setPreview(session, place);
  session.paint();
  session.say(describePlace(session, place), false);
  session.changed();
}
