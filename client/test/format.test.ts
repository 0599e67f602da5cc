import { describe, expect, it } from "vitest";
import {
  addFractions,
  ago,
  frac,
  listed,
  nice,
  niceFractions,
  parseFraction,
  percent,
  spoken,
} from "../src/format";

describe("fractions", () => {
  it("are set as players print them", () => {
    expect(nice("4/3")).toBe("1⅓");
    expect(nice("1/2")).toBe("½");
    expect(nice("2 1/2")).toBe("2½");
    expect(nice("6/3")).toBe("2");
    expect(nice("7/9")).toBe("7/9");
    expect(nice("13 NY")).toBe("13 NY");
    expect(niceFractions("It spends 2 1/2 of 4 MP.")).toBe("It spends 2½ of 4 MP.");
  });
  it("are spoken", () => {
    expect(spoken("4/3")).toBe("1 and a third");
    expect(spoken("3")).toBe("3");
    expect(spoken("1/2")).toBe("a half");
  });
  it("are exact", () => {
    expect(addFractions(frac(1, 3), frac(1, 6))).toEqual({ n: 1, d: 2 });
    expect(parseFraction("x")).toBeNull();
    expect(parseFraction("-3/6")).toEqual({ n: -1, d: 2 });
  });
});

describe("chances and times", () => {
  it("have one decimal", () => {
    expect(percent("2/3")).toBe("66.7%");
    expect(percent("1")).toBe("100.0%");
  });
  it("say how long ago", () => {
    expect(ago(0, 30_000)).toBe("now");
    expect(ago(0, 8 * 60_000)).toBe("8 min ago");
    expect(ago(0, 26 * 3_600_000)).toBe("yesterday");
  });
  it("list with an and", () => {
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
    expect(listed(["a"])).toBe("a");
  });
});
