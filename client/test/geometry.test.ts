import { describe, expect, it } from "vitest";
import { bearing, compass, Ground, inside, outline, type Point } from "../src/geometry";
import type { Layout } from "../src/model";

/** A small field of flat-topped hexes, columns shifted by half a hex. */
function field(columns: number, rows: number): Layout {
  const places = [];
  for (let c = 0; c < columns; c++)
    for (let r = 0; r < rows; r++) {
      const x = 60 + c * 60;
      const y = 60 + r * 69.28 + (c % 2 ? 34.64 : 0);
      const polygon: Point[] = [0, 1, 2, 3, 4, 5].map((k) => [
        x + 40 * Math.cos((k * Math.PI) / 3),
        y + 40 * Math.sin((k * Math.PI) / 3),
      ]);
      places.push({ name: `${String.fromCharCode(65 + c)}${r + 1}`, centre: [x, y] as Point, polygon });
    }
  return {
    kind: "hex",
    viewBox: [0, 0, 100 + columns * 60, 140 + rows * 70],
    neat: [0, 0, 0, 0],
    placeWidth: 80,
    counterSize: 48,
    counter: { size: 48, spots: {}, count: [0, 0], fan: 4, shown: 4, step: 1.12 },
    places,
  };
}

describe("the ground", () => {
  const ground = new Ground(field(7, 6));
  it("finds the place under a point, everywhere", () => {
    for (const place of ground.places) {
      expect(ground.hit(...place.centre)?.name).toBe(place.name);
      for (const [x, y] of place.polygon) {
        const near: Point = [x + (place.centre[0] - x) * 0.05, y + (place.centre[1] - y) * 0.05];
        expect(ground.hit(...near)?.name).toBe(place.name);
      }
    }
    expect(ground.hit(-50, -50)).toBeNull();
  });
  it("agrees with the slow search", () => {
    for (let i = 0; i < 400; i++) {
      const p: Point = [(i * 37) % 480, (i * 53) % 520];
      const slow = ground.places.find((place) => inside(place.polygon, ...p)) ?? null;
      expect(ground.hit(...p)).toBe(slow);
    }
  });
  it("knows six neighbours inside, by direction", () => {
    expect(ground.neighbours("D3").map((n) => n.place.name)).toEqual(["D2", "E3", "E4", "D4", "C4", "C3"]);
    expect(ground.step("D3", 0)?.name).toBe("D2");
    expect(ground.step("D3", 180)?.name).toBe("D4");
    expect(ground.step("D3", 60)?.name).toBe("E3");
    expect(ground.step("A1", 0)).toBeNull();
  });
  it("outlines a set of places by its outer sides", () => {
    const one = outline([ground.get("D3")!]);
    expect(one.length).toBe(1);
    expect(one[0]!.length).toBe(7);
    const two = outline([ground.get("D3")!, ground.get("D4")!]);
    expect(two.reduce((n, line) => n + line.length - 1, 0)).toBe(10);
  });
});

describe("directions", () => {
  it("are compass words", () => {
    expect(compass(bearing([0, 0], [0, -1]))).toBe("north");
    expect(compass(bearing([0, 0], [1, 1]))).toBe("south-east");
    expect(compass(bearing([0, 0], [-1, 0]))).toBe("west");
    expect(compass(359)).toBe("north");
  });
});
