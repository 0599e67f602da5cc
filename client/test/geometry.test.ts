import { expect, test } from "vitest";

import { Ground, bearing, compass, inside, outline, type Point } from "../src/geometry";
import type { Layout } from "../src/model";

const square = (x: number, y: number): Point[] => [[x, y], [x + 100, y], [x + 100, y + 100], [x, y + 100]]; // prettier-ignore
const place = (name: string, x: number, y: number) => ({
  name,
  centre: [x + 50, y + 50] as Point,
  polygon: square(x, y),
});

const ground = new Ground({
  viewBox: [0, 0, 300, 200],
  placeWidth: 100,
  places: [place("A", 0, 0), place("B", 100, 0), place("C", 0, 100), place("D", 100, 100)],
} as unknown as Layout);

test("the place under a point is found by arithmetic", () => {
  expect(ground.hit(50, 50)?.name).toBe("A");
  expect(ground.hit(150, 150)?.name).toBe("D");
  expect(ground.hit(500, 500)).toBeNull();
  expect(ground.nearest(900, 10).name).toBe("B");
  expect(inside(square(0, 0), 99, 1)).toBe(true);
  expect(inside(square(0, 0), 101, 1)).toBe(false);
});

test("arrow keys walk to the neighbour in that direction", () => {
  expect(ground.step("A", 90)?.name).toBe("B");
  expect(ground.step("A", 180)?.name).toBe("C");
  expect(ground.step("A", 0)).toBeNull();
  expect(ground.neighbours("A").map((n) => n.place.name)).toEqual(["B", "C"]);
  expect(ground.neighbours("nowhere")).toEqual([]);
});

test("bearings run clockwise from the top of the sheet", () => {
  expect(bearing([0, 0], [0, -10])).toBeCloseTo(0);
  expect(bearing([0, 0], [10, 0])).toBeCloseTo(90);
  expect(bearing([0, 0], [-10, 0])).toBeCloseTo(270);
  expect(compass(91)).toBe("east");
});

test("the outline of two neighbours has no line between them", () => {
  const [line, ...rest] = outline([ground.get("A")!, ground.get("B")!]);
  expect(rest).toEqual([]);
  const along = line!.slice(1).map((p, i) => Math.hypot(p[0] - line![i]![0], p[1] - line![i]![1]));
  expect(along.reduce((a, b) => a + b, 0)).toBeCloseTo(600);
});
