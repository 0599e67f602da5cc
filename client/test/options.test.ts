import { expect, test } from "vitest";

import type { Decision } from "../src/model";
import { OptionIndex, plainWords, wordsOf } from "../src/options";

const nouns = {
  isPiece: (word: string) => word.startsWith("P-"),
  isPlace: (word: string) => /^[A-Z]\d+$/.test(word),
};

function decision(plain: string[], groups: [string, string[]][] = []): Decision {
  return {
    owner: "union",
    question: "?",
    rule: "5.1",
    facts: {},
    options: { plain, groups },
  } as unknown as Decision;
}

test("options are found by what a player can point at", () => {
  const index = new OptionIndex(
    decision(
      ["end-phase", "change P-1"],
      [
        ["move P-1", ["A1", "A2"]],
        ["move P-2", ["A2"]],
      ],
    ),
    nouns,
  );
  expect(index.all.map((o) => o.text)).toEqual([
    "end-phase",
    "change P-1",
    "move P-1 A1",
    "move P-1 A2",
    "move P-2 A2",
  ]);
  expect([...index.targets("P-1").keys()]).toEqual(["A1", "A2"]);
  expect(index.to("P-2", "A2").map((o) => o.text)).toEqual(["move P-2 A2"]);
  expect(index.acts("P-1").map((o) => o.text)).toEqual(["change P-1"]);
  expect(index.bare.map((o) => o.text)).toEqual(["end-phase"]);
  expect(index.of("P-9")).toEqual([]);
});

test("a click that is no option becomes a question the rules can answer", () => {
  const index = new OptionIndex(decision(["end-phase"], [["move P-1", ["A1"]]]), nouns);
  expect(index.question("P-1", "Z9")).toBe("move P-1 Z9");
  expect(index.question(null, null)).toBeNull();
});

test("picking pieces one by one is recognised", () => {
  expect(new OptionIndex(decision(["with P-1", "with P-2", "commit"]), nouns).isPicking).toBe(true);
  expect(new OptionIndex(decision(["end"], [["move P-1", ["A1"]]]), nouns).isPicking).toBe(false);
});

test("no decision, no options", () => {
  expect(new OptionIndex(null, nouns).all).toEqual([]);
  expect(wordsOf(null, "end-phase")).toBeNull();
});

test("an option without words of its own still reads well", () => {
  const index = new OptionIndex(decision(["end-phase", "change P-1"]), nouns);
  expect(plainWords(index.texts.get("end-phase")!, (id) => id)).toBe("End phase");
  expect(plainWords(index.texts.get("change P-1")!, () => "2 NH")).toBe("Change 2 NH");
});
