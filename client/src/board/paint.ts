/** Draws counters and highlights. Colour never stands alone: each state has its shape. */

import { outline, type Ground, type Place, type Point } from "../geometry";
import type { Camera, Screen } from "./camera";
import { BADGE_SCALE, type Sprites } from "./sprites";
import type { BoardState, Counter, Stack, Tone } from "./state";

export interface Colours {
  reach: string;
  reachSoft: string;
  stop: string;
  attack: string;
  attackSoft: string;
  select: string;
  selectCase: string;
  focus: string;
  halo: string;
  ink: string;
  surface: string;
  line: string;
  raised: string;
  info: string;
  sheet: string;
  alarm: string;
}

export interface Flight {
  counter: Counter;
  at: Point;
  alpha: number;
}

export interface Scene {
  ground: Ground;
  camera: Camera;
  screen: Screen;
  ratio: number;
  sprites: Sprites;
  colours: Colours;
  flights: Map<string, Flight>;
  /** Smallest width of a counter on screen, in CSS pixels. */
  least: number;
}

const UI = 'Inter Variable, Inter, system-ui, "Segoe UI", Roboto, sans-serif';

export interface Spot {
  stack: Stack;
  x: number;
  y: number;
  size: number;
}

/** Where each stack lies: those that share a place lie side by side. */
export function spots(stacks: Stack[], ground: Ground, scale: number, least: number): Spot[] {
  const size = Math.max(ground.layout.counterSize, least / scale);
  const sharing = new Map<string, number>();
  for (const stack of stacks) sharing.set(stack.place, (sharing.get(stack.place) ?? 0) + 1);
  const seen = new Map<string, number>();
  const found: Spot[] = [];
  for (const stack of stacks) {
    const place = ground.get(stack.place);
    if (!place) continue;
    const n = sharing.get(stack.place)!;
    const i = seen.get(stack.place) ?? 0;
    seen.set(stack.place, i + 1);
    const step = size * ground.layout.counter.step;
    found.push({ stack, x: place.centre[0] + step * (i - (n - 1) / 2), y: place.centre[1], size });
  }
  return found.sort((a, b) => a.y - b.y || a.x - b.x);
}

export function paint(ctx: CanvasRenderingContext2D, state: BoardState, scene: Scene): void {
  const { camera: c, ratio } = scene;
  const k = c.scale * ratio;
  ctx.setTransform(k, 0, 0, k, -c.x * k, -c.y * k);
  ctx.lineJoin = "round";
  ctx.lineCap = "round";
  const px = 1 / c.scale; // one CSS pixel in map units
  const { lit } = state;
  paintOverlay(ctx, state, scene, px);
  paintReach(ctx, state, scene, px);
  for (const name of lit.changed)
    strokePlace(ctx, scene.ground.get(name), scene.colours.ink, 1.6 * px, [], 0.55);
  if (!state.countersHidden) paintStacks(ctx, state, scene, px);
  paintCosts(ctx, state, scene, px);
  for (const [name] of lit.chosen) {
    strokePlace(ctx, scene.ground.get(name), scene.colours.halo, 6 * px);
    strokePlace(ctx, scene.ground.get(name), scene.colours.attack, 3.4 * px);
  }
  for (const name of lit.targets) brackets(ctx, scene.ground.get(name), scene.colours, px);
  for (const line of lit.lines) strokeLine(ctx, line.path, scene, tone(scene.colours, line.tone), px);
  for (const arrow of lit.arrows) paintArrow(ctx, arrow, scene, px);
  paintCauses(ctx, state, scene, px);
  paintSelected(ctx, state, scene, px);
  paintPath(ctx, state, scene, px);
  if (lit.refused) {
    const place = scene.ground.get(lit.refused);
    fillPlace(ctx, place, scene.colours.attack, 0.12);
    strokePlace(ctx, place, scene.colours.halo, 6 * px);
    strokePlace(ctx, place, scene.colours.attack, 3 * px, [7 * px, 5 * px]);
  }
  for (const name of lit.crosses) cross(ctx, scene.ground.get(name), scene, px);
  for (const flight of scene.flights.values()) {
    const size = Math.max(scene.ground.layout.counterSize, scene.least / c.scale);
    ctx.globalAlpha = flight.alpha;
    paintCounter(ctx, flight.counter, flight.at[0] - size / 2, flight.at[1] - size / 2, size, scene);
    ctx.globalAlpha = 1;
  }
  for (const [name, tag] of lit.tags) paintTag(ctx, scene.ground.get(name), tag, scene, px);
  if (state.cursorShown && state.focus) {
    const place = scene.ground.get(state.focus);
    strokePlace(ctx, place, scene.colours.halo, 7 * px);
    strokePlace(ctx, place, scene.colours.focus, 3.4 * px);
  }
  if (state.fan) paintFan(ctx, state, scene);
}

function tone(colours: Colours, name: Tone): string {
  return { a: colours.reach, b: colours.attack, c: colours.stop, d: colours.info }[name];
}

function trace(ctx: CanvasRenderingContext2D, polygon: Point[], grow = 0, centre?: Point): void {
  polygon.forEach(([x, y], i) => {
    const gx = centre ? x + (x - centre[0]) * grow : x;
    const gy = centre ? y + (y - centre[1]) * grow : y;
    if (i) ctx.lineTo(gx, gy);
    else ctx.moveTo(gx, gy);
  });
  ctx.closePath();
}

function strokePlace(
  ctx: CanvasRenderingContext2D,
  place: Place | undefined,
  colour: string,
  width: number,
  dash: number[] = [],
  alpha = 1,
): void {
  if (!place) return;
  ctx.beginPath();
  trace(ctx, place.polygon, -0.03, place.centre);
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.globalAlpha = alpha;
  ctx.stroke();
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}

function fillPlace(
  ctx: CanvasRenderingContext2D,
  place: Place | undefined,
  colour: string,
  alpha: number,
): void {
  if (!place) return;
  ctx.beginPath();
  trace(ctx, place.polygon);
  ctx.globalAlpha = alpha;
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.globalAlpha = 1;
}

function paintOverlay(ctx: CanvasRenderingContext2D, state: BoardState, scene: Scene, px: number): void {
  const by = new Map<Tone, Place[]>();
  for (const [name, { tone: t }] of state.lit.overlay) {
    const place = scene.ground.get(name);
    if (!place) continue;
    const list = by.get(t);
    if (list) list.push(place);
    else by.set(t, [place]);
  }
  for (const [t, places] of by) {
    const colour = tone(scene.colours, t);
    ctx.beginPath();
    for (const place of places) trace(ctx, place.polygon);
    ctx.fillStyle = colour;
    ctx.globalAlpha = 0.2;
    ctx.fill();
    ctx.globalAlpha = 1;
    strokeOutline(ctx, places, scene.colours.halo, 4.4 * px);
    strokeOutline(
      ctx,
      places,
      colour,
      2 * px,
      t === "b" ? [6 * px, 4 * px] : t === "c" ? [2 * px, 5 * px] : [],
    );
  }
  if (scene.camera.scale * scene.ground.layout.placeWidth < 34) return;
  for (const [name, { tone: t, text }] of state.lit.overlay) {
    const place = scene.ground.get(name);
    if (place && text)
      label(ctx, text, place.centre[0], place.centre[1] + 5, 13, tone(scene.colours, t), scene.colours.halo);
  }
}

function strokeOutline(
  ctx: CanvasRenderingContext2D,
  places: Place[],
  colour: string,
  width: number,
  dash: number[] = [],
): void {
  ctx.beginPath();
  for (const line of outline(places)) line.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.stroke();
  ctx.setLineDash([]);
}

function paintReach(ctx: CanvasRenderingContext2D, state: BoardState, scene: Scene, px: number): void {
  const { reach } = state.lit;
  if (!reach.size) return;
  const of = (alarm: boolean) =>
    [...reach]
      .filter(([, cost]) => cost.alarm === alarm)
      .map(([name]) => scene.ground.get(name))
      .filter((p): p is Place => !!p);
  const places = of(false);
  ctx.beginPath();
  for (const place of places) trace(ctx, place.polygon);
  ctx.fillStyle = scene.colours.reachSoft;
  ctx.fill();
  strokeOutline(ctx, places, scene.colours.halo, 5 * px);
  strokeOutline(ctx, places, scene.colours.reach, 2.4 * px);
  for (const place of of(true)) paintAlarm(ctx, place, scene, px);
}

/** A place that sets something off: hatched, with a dotted rim. */
function paintAlarm(ctx: CanvasRenderingContext2D, place: Place, scene: Scene, px: number): void {
  const { alarm, halo } = scene.colours;
  const xs = place.polygon.map((p) => p[0]);
  const ys = place.polygon.map((p) => p[1]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  ctx.save();
  ctx.beginPath();
  trace(ctx, place.polygon, -0.04, place.centre);
  ctx.globalAlpha = 0.14;
  ctx.fillStyle = alarm;
  ctx.fill();
  ctx.clip();
  ctx.globalAlpha = 0.55;
  ctx.beginPath();
  const step = Math.max(9, 8 * px);
  for (let x = left - (bottom - top); x < right; x += step) {
    ctx.moveTo(x, bottom);
    ctx.lineTo(x + (bottom - top), top);
  }
  ctx.strokeStyle = alarm;
  ctx.lineWidth = Math.max(1.4, 1.4 * px);
  ctx.stroke();
  ctx.restore();
  strokePlace(ctx, place, halo, 5.4 * px);
  strokePlace(ctx, place, alarm, 2.8 * px, [1.2 * px, 5 * px]);
}

/** The sign of what sets something off. */
function triangle(ctx: CanvasRenderingContext2D, x: number, y: number, scene: Scene, px: number): void {
  const r = Math.max(11, 9 * px);
  ctx.beginPath();
  ctx.moveTo(x, y - r);
  ctx.lineTo(x + r, y + r * 0.76);
  ctx.lineTo(x - r, y + r * 0.76);
  ctx.closePath();
  ctx.fillStyle = scene.colours.halo;
  ctx.fill();
  ctx.strokeStyle = scene.colours.alarm;
  ctx.lineWidth = Math.max(2, 1.8 * px);
  ctx.stroke();
  label(ctx, "!", x, y + r * 0.52, r * 1.15, scene.colours.alarm, "");
}

/** Dotted lines from a place to what makes it set something off. */
function paintCauses(ctx: CanvasRenderingContext2D, state: BoardState, scene: Scene, px: number): void {
  for (const { from, to } of state.lit.causes) {
    const a = scene.ground.get(from)?.centre;
    const b = scene.ground.get(to)?.centre;
    if (!a || !b) continue;
    for (const [width, colour] of [
      [5.4 * px, scene.colours.halo],
      [2.6 * px, scene.colours.alarm],
    ] as const) {
      ctx.beginPath();
      ctx.moveTo(...a);
      ctx.lineTo(...b);
      ctx.setLineDash([2 * px, 6 * px]);
      ctx.strokeStyle = colour;
      ctx.lineWidth = width;
      ctx.stroke();
    }
    ctx.setLineDash([]);
    strokePlace(ctx, scene.ground.get(to), scene.colours.alarm, 3 * px, [1.2 * px, 5 * px]);
  }
}

/** Costs: with many places only near the cursor and at the rim. */
function paintCosts(ctx: CanvasRenderingContext2D, state: BoardState, scene: Scene, px: number): void {
  const { reach } = state.lit;
  const width = scene.camera.scale * scene.ground.layout.placeWidth;
  if (!reach.size || width < 30) return;
  const taken = new Set(state.stacks.map((s) => s.place));
  const focus = scene.ground.get(state.focus);
  const many = reach.size > 60;
  const size = Math.max(12.5, 11 * px);
  for (const [name, cost] of reach) {
    const place = scene.ground.get(name);
    if (!place) continue;
    if (many && !cost.stop && !cost.alarm) {
      const near =
        focus &&
        Math.hypot(place.centre[0] - focus.centre[0], place.centre[1] - focus.centre[1]) <
          4.4 * scene.ground.layout.placeWidth;
      const rim = place.neighbours.some((i) => !reach.has(scene.ground.places[i]!.name));
      if (!near && !rim) continue;
    }
    const below = taken.has(name) && !state.countersHidden;
    const x = place.centre[0];
    const y = place.centre[1] + (below ? scene.ground.layout.counterSize * 0.5 + 7 : 0);
    if (cost.alarm) {
      triangle(ctx, x, y - (cost.text && !below ? 8 : 0), scene, px);
      if (cost.text && !below)
        label(ctx, cost.text, x, y + 17, size, scene.colours.alarm, scene.colours.halo);
    } else if (cost.stop) {
      octagon(ctx, x, y, 12.5, scene.colours, px);
      label(ctx, cost.text, x, y + 4.2, 11.5, scene.colours.stop, "");
    } else if (cost.text) {
      label(ctx, cost.text, x, y + 4.6, size, scene.colours.reach, scene.colours.halo);
      if (cost.through) {
        ctx.beginPath();
        ctx.moveTo(x - 9, y);
        ctx.lineTo(x + 9, y);
        ctx.strokeStyle = scene.colours.reach;
        ctx.lineWidth = 1.6;
        ctx.stroke();
      }
    }
  }
}

function octagon(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  r: number,
  colours: Colours,
  px: number,
): void {
  ctx.beginPath();
  for (let i = 0; i < 8; i++) {
    const a = Math.PI / 8 + (i * Math.PI) / 4;
    const p: Point = [x + r * Math.cos(a), y + r * Math.sin(a)];
    if (i) ctx.lineTo(...p);
    else ctx.moveTo(...p);
  }
  ctx.closePath();
  ctx.fillStyle = colours.halo;
  ctx.fill();
  ctx.strokeStyle = colours.stop;
  ctx.lineWidth = Math.max(2, 1.6 * px);
  ctx.stroke();
}

function label(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  halo: string,
): void {
  ctx.font = `650 ${size}px ${UI}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  if (halo) {
    ctx.strokeStyle = halo;
    ctx.lineWidth = size * 0.28;
    ctx.strokeText(text, x, y);
  }
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

function brackets(
  ctx: CanvasRenderingContext2D,
  place: Place | undefined,
  colours: Colours,
  px: number,
): void {
  if (!place) return;
  const n = place.polygon.length;
  for (const [width, colour] of [
    [7 * px, colours.halo],
    [3.6 * px, colours.attack],
  ] as const) {
    ctx.beginPath();
    place.polygon.forEach((p, i) => {
      const before = place.polygon[(i + n - 1) % n]!;
      const after = place.polygon[(i + 1) % n]!;
      const part = (q: Point): Point => [p[0] + (q[0] - p[0]) * 0.26, p[1] + (q[1] - p[1]) * 0.26];
      ctx.moveTo(...part(before));
      ctx.lineTo(...p);
      ctx.lineTo(...part(after));
    });
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke();
  }
}

function paintStacks(ctx: CanvasRenderingContext2D, state: BoardState, scene: Scene, px: number): void {
  const { counter } = scene.ground.layout;
  for (const spot of spots(state.stacks, scene.ground, scene.camera.scale, scene.least)) {
    if (!onScreen(spot, scene)) continue;
    const { stack, size } = spot;
    const k = size / counter.size;
    const present = stack.counters.filter((c) => !scene.flights.has(c.id));
    const ordered = [
      ...present.filter((c) => !state.selected.has(c.id)),
      ...present.filter((c) => state.selected.has(c.id)),
    ];
    const layers = [
      ...stack.markers.map((look) => ({ marker: look })),
      ...ordered.flatMap((c) => [...c.under.map((look) => ({ marker: look })), { counter: c }]),
    ];
    if (!layers.length) continue;
    const shown = layers.slice(-counter.shown);
    const fan = counter.fan * k;
    const spread = (shown.length - 1) * fan;
    const left = spot.x - size / 2 - spread / 2;
    const top = spot.y - size / 2 + spread / 2;
    shown.forEach((layer, i) => {
      const back = shown.length - 1 - i;
      const x = left + back * fan;
      const y = top - back * fan;
      if ("marker" in layer)
        scene.sprites.draw(ctx, layer.marker, x, y, size, size * scene.camera.scale * scene.ratio);
      else paintCounter(ctx, layer.counter, x, y, size, scene, back === 0);
    });
    const top_counter = ordered[ordered.length - 1];
    if (top_counter && present.some((c) => state.able.has(c.id))) {
      ctx.strokeStyle = scene.colours.select;
      ctx.lineWidth = Math.max(1.6, 1.6 * px);
      roundRect(ctx, left - 1, top - 1, size + 2, size + 2, 5 * k);
      ctx.stroke();
    }
    if (ordered.length > 1)
      count(
        ctx,
        ordered.length,
        left + spread + counter.count[0] * k,
        top - spread + counter.count[1] * k,
        k,
        px,
      );
  }
}

function onScreen(spot: Spot, scene: Scene): boolean {
  const { camera: c, screen } = scene;
  const pad = spot.size;
  return (
    spot.x > c.x - pad &&
    spot.y > c.y - pad &&
    spot.x < c.x + screen.width / c.scale + pad &&
    spot.y < c.y + screen.height / c.scale + pad
  );
}

export function paintCounter(
  ctx: CanvasRenderingContext2D,
  counter: Counter,
  x: number,
  y: number,
  size: number,
  scene: Scene,
  withBadges = true,
): void {
  const pixels = size * scene.camera.scale * scene.ratio;
  scene.sprites.draw(ctx, counter.look, x, y, size, pixels);
  const k = size / scene.ground.layout.counter.size;
  if (counter.dim) {
    ctx.fillStyle = "rgba(0,0,0,.24)";
    roundRect(ctx, x, y, size, size, 4.6 * k);
    ctx.fill();
  }
  if (!withBadges) return;
  if (counter.facing) paintFacing(ctx, counter.facing, x + size / 2, y + size / 2, size, scene);
  for (const { plate, spot: name, value } of counter.badges) {
    const spot = scene.ground.layout.counter.spots[name];
    if (!spot) continue;
    const wide = BADGE_SCALE * k;
    scene.sprites.draw(
      ctx,
      `badge:${plate}`,
      x + spot[0] * k - wide / 2,
      y + spot[1] * k - wide / 2,
      wide,
      pixels * 0.4,
    );
    if (value) label(ctx, value, x + spot[0] * k, y + spot[1] * k + 3.2 * k, 8.5 * k, "#1d1710", "#fff8e6");
  }
}

/** A wedge on the rim towards the place that a counter faces. */
function paintFacing(
  ctx: CanvasRenderingContext2D,
  to: string,
  x: number,
  y: number,
  size: number,
  scene: Scene,
): void {
  const place = scene.ground.get(to);
  if (!place) return;
  const angle = Math.atan2(place.centre[1] - y, place.centre[0] - x);
  const r = size * 0.62;
  ctx.save();
  ctx.translate(x + Math.cos(angle) * r, y + Math.sin(angle) * r);
  ctx.rotate(angle);
  ctx.beginPath();
  ctx.moveTo(size * 0.17, 0);
  ctx.lineTo(-size * 0.07, -size * 0.17);
  ctx.lineTo(-size * 0.07, size * 0.17);
  ctx.closePath();
  ctx.fillStyle = "#fffaf0";
  ctx.fill();
  ctx.strokeStyle = "#14120d";
  ctx.lineWidth = size * 0.028;
  ctx.stroke();
  ctx.restore();
}

function count(ctx: CanvasRenderingContext2D, n: number, x: number, y: number, k: number, px: number): void {
  const r = Math.max(7.4 * k, 7 * px);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, Math.PI * 2);
  ctx.fillStyle = "#fffaf0";
  ctx.fill();
  ctx.strokeStyle = "#14120d";
  ctx.lineWidth = Math.max(1.1 * k, px);
  ctx.stroke();
  label(ctx, String(n), x, y + r * 0.48, r * 1.36, "#221c12", "");
}

function roundRect(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
  r: number,
): void {
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, r);
}

function paintSelected(ctx: CanvasRenderingContext2D, state: BoardState, scene: Scene, px: number): void {
  if (!state.selected.size) return;
  for (const stack of state.stacks) {
    if (!stack.counters.some((c) => state.selected.has(c.id))) continue;
    const place = scene.ground.get(stack.place);
    strokePlace(ctx, place, scene.colours.selectCase, 7 * px);
    strokePlace(ctx, place, scene.colours.select, 3.6 * px);
  }
}

function paintPath(ctx: CanvasRenderingContext2D, state: BoardState, scene: Scene, px: number): void {
  const { path, sums, ghost } = state.lit;
  const points = path.map((name) => scene.ground.get(name)?.centre).filter((p): p is Point => !!p);
  if (points.length > 1) {
    for (const [width, colour] of [
      [8.4 * px, scene.colours.selectCase],
      [4.8 * px, scene.colours.select],
    ] as const) {
      ctx.beginPath();
      smooth(ctx, points);
      ctx.strokeStyle = colour;
      ctx.lineWidth = width;
      ctx.stroke();
    }
    points.slice(1, -1).forEach((p, i) => {
      const text = sums[i + 1];
      if (!text) return;
      const r = Math.max(10, 9 * px);
      ctx.beginPath();
      ctx.arc(p[0], p[1], r, 0, Math.PI * 2);
      ctx.fillStyle = "#fffaf0";
      ctx.fill();
      ctx.strokeStyle = scene.colours.selectCase;
      ctx.lineWidth = 1.8 * px;
      ctx.stroke();
      label(ctx, text, p[0], p[1] + r * 0.36, r * 1.0, "#4b3403", "");
    });
  }
  if (ghost) {
    const place = scene.ground.get(ghost.place);
    if (!place) return;
    const size = Math.max(scene.ground.layout.counterSize, scene.least / scene.camera.scale);
    ctx.globalAlpha = 0.72;
    scene.sprites.draw(
      ctx,
      ghost.look,
      place.centre[0] - size / 2,
      place.centre[1] - size / 2,
      size,
      size * scene.camera.scale * scene.ratio,
    );
    ctx.globalAlpha = 1;
    strokePlace(ctx, place, scene.colours.selectCase, 6.4 * px);
    strokePlace(ctx, place, scene.colours.select, 3.6 * px, [9 * px, 6 * px]);
  }
}

function smooth(ctx: CanvasRenderingContext2D, points: Point[]): void {
  ctx.moveTo(...points[0]!);
  for (let i = 1; i < points.length - 1; i++) {
    const p = points[i]!;
    const q = points[i + 1]!;
    ctx.quadraticCurveTo(p[0], p[1], (p[0] + q[0]) / 2, (p[1] + q[1]) / 2);
  }
  ctx.lineTo(...points[points.length - 1]!);
}

function strokeLine(
  ctx: CanvasRenderingContext2D,
  path: string[],
  scene: Scene,
  colour: string,
  px: number,
): void {
  const points = path.map((name) => scene.ground.get(name)?.centre).filter((p): p is Point => !!p);
  for (const [width, c] of [
    [6 * px, scene.colours.halo],
    [2.6 * px, colour],
  ] as const) {
    ctx.beginPath();
    points.forEach((p, i) => (i ? ctx.lineTo(...p) : ctx.moveTo(...p)));
    ctx.strokeStyle = c;
    ctx.lineWidth = width;
    ctx.stroke();
  }
}

function paintArrow(
  ctx: CanvasRenderingContext2D,
  arrow: { from: string; to: string; dashed: boolean },
  scene: Scene,
  px: number,
): void {
  const a = scene.ground.get(arrow.from)?.centre;
  const b = scene.ground.get(arrow.to)?.centre;
  if (!a || !b) return;
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const half = scene.ground.layout.counterSize * 0.36;
  const start: Point = [a[0] + ux * half, a[1] + uy * half];
  const tip: Point = [b[0] - ux * half * 0.9, b[1] - uy * half * 0.9];
  const head = Math.max(11, 9 * px);
  const neck: Point = [tip[0] - ux * head, tip[1] - uy * head];
  for (const [grow, colour] of [
    [1.7, scene.colours.halo],
    [1, scene.colours.attack],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.fillStyle = colour;
    ctx.lineCap = "butt";
    ctx.lineWidth = 4.6 * px * grow;
    ctx.setLineDash(arrow.dashed ? [7 * px, 5 * px] : []);
    ctx.beginPath();
    ctx.moveTo(...start);
    ctx.lineTo(...neck);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    const wing = head * (grow > 1 ? 0.95 : 0.72);
    ctx.moveTo(tip[0] + ux * (grow > 1 ? 3 : 0), tip[1] + uy * (grow > 1 ? 3 : 0));
    ctx.lineTo(neck[0] - uy * wing, neck[1] + ux * wing);
    ctx.lineTo(neck[0] + uy * wing, neck[1] - ux * wing);
    ctx.closePath();
    ctx.fill();
  }
  ctx.lineCap = "round";
}

function cross(ctx: CanvasRenderingContext2D, place: Place | undefined, scene: Scene, px: number): void {
  if (!place) return;
  const r = Math.max(6, 5 * px);
  const [x, y] = [
    place.centre[0] - scene.ground.layout.placeWidth * 0.32,
    place.centre[1] + scene.ground.layout.placeWidth * 0.22,
  ];
  for (const [width, colour] of [
    [5.4 * px, scene.colours.halo],
    [2.6 * px, scene.colours.attack],
  ] as const) {
    ctx.beginPath();
    ctx.moveTo(x - r, y - r);
    ctx.lineTo(x + r, y + r);
    ctx.moveTo(x + r, y - r);
    ctx.lineTo(x - r, y + r);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke();
  }
}

function paintTag(
  ctx: CanvasRenderingContext2D,
  place: Place | undefined,
  tag: { text: string; tone: "bad" | "info" | "dice" },
  scene: Scene,
  px: number,
): void {
  if (!place) return;
  const size = Math.max(12, 12 * px);
  ctx.font = `700 ${size}px ${UI}`;
  const width = ctx.measureText(tag.text).width + size * 1.1;
  const high = size * 1.6;
  const x = place.centre[0] - width / 2;
  const y = place.centre[1] - scene.ground.layout.counterSize * 0.62 - high;
  roundRect(ctx, x, y, width, high, high / 2.4);
  ctx.fillStyle = tag.tone === "bad" ? scene.colours.attack : scene.colours.raised;
  ctx.fill();
  ctx.strokeStyle = tag.tone === "bad" ? scene.colours.halo : scene.colours.ink;
  ctx.lineWidth = 1.4 * px;
  ctx.stroke();
  label(
    ctx,
    tag.text,
    place.centre[0],
    y + high * 0.68,
    size,
    tag.tone === "bad" ? scene.colours.halo : scene.colours.ink,
    "",
  );
}

// --- the fan: a stack spread beside its place, every piece readable ------------------------------

export interface FanCell {
  counter: Counter;
  x: number;
  y: number;
  size: number;
}

/** Screen boxes of a fanned stack: a block beside the place, on the side with most room. */
export function fanCells(state: BoardState, scene: Pick<Scene, "ground" | "camera" | "screen">): FanCell[] {
  const place = scene.ground.get(state.fan);
  if (!place) return [];
  const counters = state.stacks
    .filter((s) => s.place === state.fan)
    .flatMap((s) => [...s.counters].reverse());
  const size = 58;
  const gap = 10;
  const columns = Math.min(counters.length, counters.length > 12 ? 6 : 4);
  const rows = Math.ceil(counters.length / Math.max(columns, 1));
  const width = columns * (size + gap) + gap;
  const height = rows * (size + gap) + gap;
  const { camera: c, screen } = scene;
  const sx = (place.centre[0] - c.x) * c.scale;
  const sy = (place.centre[1] - c.y) * c.scale;
  const reach = (scene.ground.layout.placeWidth / 2) * c.scale + 8;
  const right = screen.width - state.bounds.right - sx > sx - state.bounds.left;
  const x = right ? sx + reach : sx - reach - width;
  const low = state.bounds.top + 8;
  const y = Math.min(
    Math.max(sy - height / 2, low),
    Math.max(low, screen.height - state.bounds.bottom - height - 8),
  );
  return counters.map((counter, i) => ({
    counter,
    x: x + gap + (i % columns) * (size + gap),
    y: y + gap + Math.floor(i / columns) * (size + gap),
    size,
  }));
}

function paintFan(ctx: CanvasRenderingContext2D, state: BoardState, scene: Scene): void {
  const cells = fanCells(state, scene);
  if (!cells.length) return;
  const { ratio, camera } = scene;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const pad = 10;
  const left = Math.min(...cells.map((c) => c.x)) - pad;
  const top = Math.min(...cells.map((c) => c.y)) - pad;
  const right = Math.max(...cells.map((c) => c.x + c.size)) + pad;
  const bottom = Math.max(...cells.map((c) => c.y + c.size)) + pad;
  roundRect(ctx, left, top, right - left, bottom - top, 9);
  ctx.fillStyle = scene.colours.surface;
  ctx.shadowColor = "rgba(0,0,0,.3)";
  ctx.shadowBlur = 14;
  ctx.fill();
  ctx.shadowColor = "transparent";
  ctx.shadowBlur = 0;
  ctx.strokeStyle = scene.colours.line;
  ctx.lineWidth = 1;
  ctx.stroke();
  const flat = { ...scene, camera: { ...camera, scale: 1 } };
  for (const cell of cells) {
    paintCounter(ctx, cell.counter, cell.x, cell.y, cell.size, flat);
    if (state.selected.has(cell.counter.id) || state.able.has(cell.counter.id)) {
      roundRect(ctx, cell.x - 2, cell.y - 2, cell.size + 4, cell.size + 4, 6);
      ctx.strokeStyle = scene.colours.selectCase;
      ctx.lineWidth = state.selected.has(cell.counter.id) ? 5 : 2.6;
      ctx.stroke();
      ctx.strokeStyle = scene.colours.select;
      ctx.lineWidth = state.selected.has(cell.counter.id) ? 3 : 1.6;
      ctx.stroke();
    }
  }
}
