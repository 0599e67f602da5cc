import { describe, expect, it } from "vitest";
import { whatIfSeats } from "../src/pages/replay";
import { botName, levelsOf, usualLevel } from "../src/ui/opponent";

const bots = {
  recruit: "draws",
  colonel: "plans",
  "colonel:cautious": "plans; cautious",
  "colonel:bold": "plans; bold",
  random: "takes any",
  planner: "another name of the colonel",
};

describe("opponents", () => {
  it("groups tempers under their level and leaves out second names", () => {
    expect([...levelsOf(bots)]).toEqual([
      ["recruit", []],
      ["colonel", ["cautious", "bold"]],
      ["random", []],
    ]);
  });
  it("starts with the one in the middle", () => {
    expect(usualLevel(bots)).toBe("colonel");
    expect(usualLevel({})).toBe("");
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
