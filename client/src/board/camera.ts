/** The part of the map on screen. Pure arithmetic: map point = (x, y) + screen point / scale. */

import type { Point } from "../geometry";

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Sheet {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Screen {
  width: number;
  height: number;
}

export const CLOSEST = 3;

export function toMap(c: Camera, p: Point): Point {
  return [c.x + p[0] / c.scale, c.y + p[1] / c.scale];
}

export function toScreen(c: Camera, p: Point): Point {
  return [(p[0] - c.x) * c.scale, (p[1] - c.y) * c.scale];
}

export function fitted(sheet: Sheet, screen: Screen, margin = 8): Camera {
  const scale = Math.min(
    (screen.width - 2 * margin) / sheet.width,
    (screen.height - 2 * margin) / sheet.height,
  );
  return centred(sheet.left + sheet.width / 2, sheet.top + sheet.height / 2, Math.max(scale, 0.02), screen);
}

export function centred(x: number, y: number, scale: number, screen: Screen): Camera {
  return { x: x - screen.width / 2 / scale, y: y - screen.height / 2 / scale, scale };
}

/** The smallest scale: the whole sheet, with a little air. */
export function farthest(sheet: Sheet, screen: Screen): number {
  return fitted(sheet, screen).scale * 0.85;
}

/** Zoom by a factor, keeping the map point under `at` where it is. */
export function zoomed(c: Camera, factor: number, at: Point, sheet: Sheet, screen: Screen): Camera {
  const scale = Math.min(CLOSEST, Math.max(farthest(sheet, screen), c.scale * factor));
  const [mx, my] = toMap(c, at);
  return kept({ x: mx - at[0] / scale, y: my - at[1] / scale, scale }, sheet, screen);
}

export function panned(c: Camera, dx: number, dy: number, sheet: Sheet, screen: Screen): Camera {
  return kept({ ...c, x: c.x - dx / c.scale, y: c.y - dy / c.scale }, sheet, screen);
}

/** Keep some of the sheet on screen: its middle third never leaves. */
export function kept(c: Camera, sheet: Sheet, screen: Screen): Camera {
  const w = screen.width / c.scale;
  const h = screen.height / c.scale;
  const clamp = (v: number, low: number, size: number, view: number) => {
    const slack = Math.max(view * 0.5, view - size / 2);
    return Math.min(Math.max(v, low - slack), low + size - view + slack);
  };
  return { ...c, x: clamp(c.x, sheet.left, sheet.width, w), y: clamp(c.y, sheet.top, sheet.height, h) };
}

/** A view that wastes no screen beyond the sheet: inside it where it is larger, in the middle where it is smaller. */
export function onSheet(
  c: Camera,
  sheet: Sheet,
  screen: Screen,
  edges: { left: number; right: number; top: number; bottom: number },
): Camera {
  const along = (v: number, low: number, size: number, pixels: number, before: number, after: number) => {
    const view = (pixels - before - after) / c.scale;
    const lead = before / c.scale;
    if (view >= size) return low + size / 2 - view / 2 - lead;
    return Math.min(Math.max(v, low - lead), low + size - view - lead);
  };
  return {
    ...c,
    x: along(c.x, sheet.left, sheet.width, screen.width, edges.left, edges.right),
    y: along(c.y, sheet.top, sheet.height, screen.height, edges.top, edges.bottom),
  };
}

/** Move as little as needed so that a point lies inside the free part of the screen. */
export function showing(
  c: Camera,
  p: Point,
  screen: Screen,
  edges: { left: number; right: number; top: number; bottom: number },
  margin = 60,
): Camera {
  const [sx, sy] = toScreen(c, p);
  const left = edges.left + margin;
  const right = screen.width - edges.right - margin;
  const top = edges.top + margin;
  const bottom = screen.height - edges.bottom - margin;
  const dx = sx < left ? left - sx : sx > right ? right - sx : 0;
  const dy = sy < top ? top - sy : sy > bottom ? bottom - sy : 0;
  return dx || dy ? { ...c, x: c.x - dx / c.scale, y: c.y - dy / c.scale } : c;
}

export function between(a: Camera, b: Camera, t: number): Camera {
  const scale = a.scale * (b.scale / a.scale) ** t;
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, scale };
}
