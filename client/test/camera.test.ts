import { describe, expect, it } from "vitest";
import { fitted, kept, onSheet, panned, showing, toMap, toScreen, zoomed } from "../src/board/camera";

const sheet = { left: 0, top: 0, width: 3468, height: 2915 };
const screen = { width: 1000, height: 800 };
const edges = { left: 0, right: 0, top: 0, bottom: 0 };

describe("the camera", () => {
  it("maps screen and map points to each other", () => {
    const c = { x: 100, y: 50, scale: 1.7 };
    const [x, y] = toMap(c, toScreen(c, [321, 654]));
    expect(x).toBeCloseTo(321);
    expect(y).toBeCloseTo(654);
  });
  it("zooms to the pointer: the point under it stays", () => {
    const c = fitted(sheet, screen);
    const at: [number, number] = [300, 200];
    const before = toMap(c, at);
    const after = toMap(zoomed(c, 1.5, at, sheet, screen), at);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });
  it("shows the whole sheet when fitted", () => {
    const c = fitted(sheet, screen);
    const [l, t] = toScreen(c, [0, 0]);
    const [r, b] = toScreen(c, [3468, 2915]);
    expect(Math.min(l, t)).toBeGreaterThanOrEqual(0);
    expect(r).toBeLessThanOrEqual(1000);
    expect(b).toBeLessThanOrEqual(800);
  });
  it("never loses the sheet", () => {
    let c = fitted(sheet, screen);
    for (let i = 0; i < 50; i++) c = panned(c, 400, 300, sheet, screen);
    const [x, y] = toScreen(c, [1734, 1457]);
    expect(x).toBeLessThanOrEqual(screen.width * 1.5);
    expect(y).toBeLessThanOrEqual(screen.height * 1.5);
    expect(kept(c, sheet, screen)).toEqual(c);
  });
  it("moves only as far as needed to show a point", () => {
    const c = { x: 0, y: 0, scale: 1 };
    expect(showing(c, [500, 400], screen, edges)).toBe(c);
    const moved = showing(c, [1200, 400], screen, edges);
    expect(toScreen(moved, [1200, 400])[0]).toBeCloseTo(940);
    expect(moved.y).toBe(0);
  });
  it("wastes no screen beyond the sheet", () => {
    const c = onSheet({ x: 3000, y: -500, scale: 1 }, sheet, screen, edges);
    expect(c.x + screen.width).toBeLessThanOrEqual(3468);
    expect(c.y).toBeGreaterThanOrEqual(0);
  });
});
