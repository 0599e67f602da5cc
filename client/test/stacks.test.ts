import { describe, expect, it } from "vitest";
import type { Ground } from "../src/geometry";
import type { Book, TableView } from "../src/model";
import { stacksOf } from "../src/session/stacks";

const book = {
  apart: false,
  badges: {
    leader: { plate: "star", spot: "top left", says: "with a leader", dims: false },
    moved: { plate: "moved", spot: "right", says: "has moved", dims: true },
  },
  pieces: {
    regiment: { side: "blue", kind: "infantry", name: "1 Va", facts: {} },
    general: { side: "blue", kind: "leader", name: "Bee", facts: {}, under: "leader" },
    enemy: { side: "red", kind: "infantry", name: "2 Wis", facts: {} },
  },
} as unknown as Book;
const ground = { has: (place: string) => place === "A1" } as unknown as Ground;

function view(parts: Partial<TableView>): TableView {
  return { pieces: {}, face_down: [], markers: [], ...parts } as unknown as TableView;
}

describe("stacks", () => {
  const together = view({
    pieces: {
      regiment: { at: "A1", look: "r", badges: [["moved", ""]] },
      general: { at: "A1", look: "g" },
      enemy: { at: "the cup", look: "e" },
    },
  });

  it("has a leader under his units, and the top counter wears his star", () => {
    const [stack] = stacksOf(together, { book, ground });
    expect(stack!.counters.map((c) => c.id)).toEqual(["general", "regiment"]);
    expect(stack!.counters[1]!.badges.map((b) => b.plate)).toEqual(["moved", "star"]);
    expect(stack!.counters[1]!.dim).toBe(true);
    expect(stack!.counters[0]!.badges).toEqual([]);
  });

  it("gives no badge to a leader who is alone", () => {
    const [alone] = stacksOf(view({ pieces: { general: { at: "A1", look: "g" } } }), { book, ground });
    expect(alone!.counters[0]!.badges).toEqual([]);
  });

  it("has markers of the place below and face-down counters on top", () => {
    const seen = view({
      ...together,
      markers: [{ at: "A1", kind: "fog", look: "f" }],
      face_down: [{ side: "blue", at: "A1", count: 2, look: "back" }],
    });
    const [stack] = stacksOf(seen, { book, ground });
    expect(stack!.markers).toEqual(["f"]);
    expect(stack!.counters.map((c) => c.look)).toEqual(["g", "r", "back", "back"]);
    expect(stack!.counters[3]!.badges.map((b) => b.plate)).toEqual(["star"]);
  });

  it("lies in one stack for each side where the game says so", () => {
    const both = view({ pieces: { regiment: { at: "A1", look: "r" }, enemy: { at: "A1", look: "e" } } });
    expect(stacksOf(both, { book, ground })).toHaveLength(1);
    expect(stacksOf(both, { book: { ...book, apart: true }, ground })).toHaveLength(2);
  });

  it("has a marker on a piece under it", () => {
    const seen = view({ ...together, markers: [{ at: "regiment", kind: "shaken", look: "s" }] });
    const [stack] = stacksOf(seen, { book, ground });
    expect(stack!.counters.find((c) => c.id === "regiment")!.under).toEqual(["s"]);
  });
});
