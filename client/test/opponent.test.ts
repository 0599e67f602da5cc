import { describe, expect, it } from "vitest";
import type { LevelCard } from "../src/model";
import { whatIfSeats } from "../src/pages/replay";
import { botName, levelsFor, usualLevel } from "../src/ui/opponent";

const card = (level: string, tempers: string[] = [], alias = ""): LevelCard => ({
  level,
  says: "",
  tempers,
  temper: tempers.length ? "balanced" : "",
  budget: false,
  alias,
});
const bots = [
  card("recruit"),
  card("colonel", ["cautious", "balanced", "bold"]),
  card("random"),
  card("planner", [], "colonel"),
];

describe("opponents", () => {
  it("are those that can play the game, each under one name", () => {
    const names = (able: string[]) => levelsFor(bots, able).map((one) => one.level);
    expect(names(["recruit", "colonel", "random", "planner"])).toEqual(["recruit", "colonel", "random"]);
    expect(names(["random"])).toEqual(["random"]);
  });
  it("starts with the one in the middle", () => {
    expect(usualLevel(levelsFor(bots, ["recruit", "colonel", "random"]))).toBe("colonel");
    expect(usualLevel([])).toBe("");
  });
  it("reads a name", () => {
    expect(botName("colonel:bold")).toBe("Colonel, bold");
  });
});

describe("who plays a what-if", () => {
  const seat = (kind: "me" | "hot-seat" | "bot", level = "") => ({ kind, name: "", level });
  it("is you against a captain where nobody sat for himself alone, as in an imported game", () => {
    const imported = { union: seat("hot-seat"), confederate: seat("hot-seat") };
    expect(whatIfSeats(imported, "confederate")).toEqual({
      union: { kind: "bot", level: "captain" },
      confederate: { kind: "me", level: "" },
    });
    const bots = { union: seat("bot", "general"), confederate: seat("bot", "colonel") };
    expect(whatIfSeats(bots, "union")).toEqual({
      union: { kind: "me", level: "" },
      confederate: { kind: "bot", level: "colonel" },
    });
  });
  it("is who played the game otherwise", () => {
    const mine = { union: seat("me"), confederate: seat("bot", "general") };
    expect(whatIfSeats(mine, "confederate")).toEqual({
      union: { kind: "me", level: "" },
      confederate: { kind: "bot", level: "general" },
    });
  });
});
