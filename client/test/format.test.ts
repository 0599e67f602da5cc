import { expect, test } from "vitest";

import { addFractions, frac, nice, parseFraction, spoken } from "../src/format";

test("fractions are read, added and written as players read them", () => {
  expect(parseFraction("4/3")).toEqual({ n: 4, d: 3 });
  expect(parseFraction("1 1/2")).toEqual({ n: 3, d: 2 });
  expect(parseFraction("6/4")).toEqual({ n: 3, d: 2 });
  expect(parseFraction("U17")).toBeNull();
  expect(addFractions(frac(1, 3), frac(1, 2))).toEqual({ n: 5, d: 6 });
  expect(nice("4/3")).toBe("1⅓");
  expect(nice("1/2")).toBe("½");
  expect(nice("7/36")).toBe("7/36");
  expect(nice("3")).toBe("3");
  expect(nice("8-1")).toBe("8-1");
  expect(spoken("4/3")).toBe("1 and a third");
});
