import { describe, expect, it } from "vitest";
import { OptionIndex, plainWords, wordsOf } from "../src/options";
import type { Verbs } from "../src/vocabulary";

const nouns = {
  verbs: {
    "end-movement": [{ does: "end", nouns: [], says: "End the movement" }],
    break: [{ does: "choose", nouns: ["piece"], says: "Break {0} up" }],
    form: [{ does: "choose", nouns: ["piece", "pieces"], says: "Form {0} of {1}" }],
    move: [{ does: "march", nouns: ["piece", "place"], says: "Move {0} to {1}" }],
    with: [{ does: "pick", nouns: ["piece"], says: "With {0}" }],
    commit: [{ does: "choose", nouns: [], says: "Commit" }],
    roll: [{ does: "choose", nouns: ["number"], says: "{0}" }],
    hold: [{ does: "choose", nouns: ["piece", "box"], says: "Hold {0}" }],
    wake: [{ does: "pick", nouns: ["unit"], says: "Wake {0}" }],
  } as Verbs,
  isPiece: (w: string) => /^[A-Z]-\d$/.test(w),
};
const decision = {
  owner: "blue",
  options: {
    plain: ["end-movement", "break B-1", "form B-2 B-1"],
    groups: [["move B-1", ["U1", "U2"]] as [string, string[]], ["move B-2", ["U2"]] as [string, string[]]],
  },
  words: {
    "end-movement": { says: "End the movement phase", confirm: "Sure?" },
    "break B-1": { says: "Break B-1 up" },
  },
};

describe("options", () => {
  const index = new OptionIndex(decision, nouns);
  it("are found by piece and place", () => {
    expect(index.all.length).toBe(6);
    expect([...index.targets("B-1").keys()]).toEqual(["U1", "U2"]);
    expect(index.to("B-2", "U2").map((o) => o.text)).toEqual(["move B-2 U2"]);
    expect(index.acts("B-1").map((o) => o.text)).toEqual(["break B-1", "form B-2 B-1"]);
    expect(index.bare.map((o) => o.text)).toEqual(["end-movement"]);
  });
  it("are read by what the book says each word is, whatever it looks like", () => {
    const found = new OptionIndex(
      {
        owner: "blue",
        options: {
          plain: ["roll 5", "move B-1 5", "hold B-1 held-blue", "wake DIV-1", "wake B-2"],
          groups: [],
        },
      },
      nouns,
    );
    expect(found.texts.get("roll 5")).toMatchObject({ does: "choose", places: [], place: null });
    expect(found.texts.get("move B-1 5")).toMatchObject({ does: "march", pieces: ["B-1"], place: "5" });
    expect(found.texts.get("hold B-1 held-blue")).toMatchObject({ boxes: ["held-blue"], place: "held-blue" });
    expect(found.to("B-1", "held-blue").length).toBe(1);
    expect(found.bare.map((o) => o.text)).toEqual(["roll 5", "wake DIV-1"]);
    expect(found.of("B-2").length).toBe(1);
  });
  it("tell what to ask when something is refused", () => {
    expect(index.question("B-2", "U9")).toBe("move B-2 U9");
    expect(index.question("B-2", null)).toBe("break B-2");
    expect(index.question(null, "U9")).toBeNull();
  });
  it("know when pieces are picked one by one", () => {
    expect(index.isPicking).toBe(false);
    const picking = { owner: "blue", options: { plain: ["with B-1", "with B-2", "commit"], groups: [] } };
    expect(new OptionIndex(picking, nouns).isPicking).toBe(true);
  });
  it("have words, given or made", () => {
    expect(wordsOf(decision, "end-movement")?.confirm).toBe("Sure?");
    expect(wordsOf(decision, "break B-1")?.says).toBe("Break B-1 up");
    expect(wordsOf(decision, "move B-1 U1")).toBeNull();
    const named = (text: string, from = index) =>
      plainWords(from.texts.get(text)!, nouns.verbs, (id) => `no. ${id}`);
    expect(named("form B-2 B-1")).toBe("Form no. B-2 of no. B-1");
    const two = new OptionIndex(
      { owner: "blue", options: { plain: ["form B-2 B-1 B-3"], groups: [] } },
      nouns,
    );
    expect(named("form B-2 B-1 B-3", two)).toBe("Form no. B-2 of no. B-1 and no. B-3");
  });
  it("are none of my business when the decision is another's", () => {
    expect(new OptionIndex({ owner: "red" }, nouns).all).toEqual([]);
    expect(new OptionIndex(null, nouns).all).toEqual([]);
  });
});
