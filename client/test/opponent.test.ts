import { describe, expect, it } from "vitest";
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
