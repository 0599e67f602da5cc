import { expect, test } from "vitest";

import {
  CLOSEST,
  between,
  fitted,
  kept,
  panned,
  showing,
  toMap,
  toScreen,
  zoomed,
} from "../src/board/camera";

const sheet = { left: 0, top: 0, width: 2000, height: 1000 };
const screen = { width: 1000, height: 800 };

test("map and screen points are inverse to each other", () => {
  const camera = { x: 120, y: -40, scale: 1.75 };
  const [x, y] = toScreen(camera, toMap(camera, [333, 444]));
  expect(x).toBeCloseTo(333);
  expect(y).toBeCloseTo(444);
});

test("the fitted camera shows the whole sheet", () => {
  const camera = fitted(sheet, screen);
  const [left, top] = toScreen(camera, [0, 0]);
  const [right, bottom] = toScreen(camera, [2000, 1000]);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(1000);
  expect(bottom).toBeLessThanOrEqual(800);
});

test("zooming keeps the point under the pointer and has limits", () => {
  const camera = { x: 500, y: 200, scale: 1 };
  const before = toMap(camera, [400, 300]);
  const after = toMap(zoomed(camera, 1.5, [400, 300], sheet, screen), [400, 300]);
  expect(after[0]).toBeCloseTo(before[0]);
  expect(after[1]).toBeCloseTo(before[1]);
  expect(zoomed(camera, 1000, [400, 300], sheet, screen).scale).toBe(CLOSEST);
  expect(zoomed(camera, 1e-6, [400, 300], sheet, screen).scale).toBeGreaterThan(0);
});

test("the sheet cannot be lost by panning", () => {
  const far = panned({ x: 0, y: 0, scale: 1 }, 1e6, 1e6, sheet, screen);
  expect(kept(far, sheet, screen)).toEqual(far);
  const [x, y] = toScreen(far, [0, 0]);
  expect(x).toBeLessThan(screen.width);
  expect(y).toBeLessThan(screen.height);
});

test("a point is brought on screen by the least movement", () => {
  const edges = { left: 0, right: 200, top: 0, bottom: 0 };
  const camera = { x: 0, y: 0, scale: 1 };
  expect(showing(camera, [400, 400], screen, edges)).toBe(camera);
  const moved = showing(camera, [900, 400], screen, edges);
  expect(toScreen(moved, [900, 400])[0]).toBeCloseTo(1000 - 200 - 60);
  expect(moved.y).toBe(0);
});

test("a flight goes from one camera to the other", () => {
  const a = { x: 0, y: 0, scale: 1 };
  const b = { x: 100, y: 50, scale: 4 };
  expect(between(a, b, 0)).toEqual(a);
  expect(between(a, b, 1)).toEqual(b);
  expect(between(a, b, 0.5).scale).toBeCloseTo(2);
});
