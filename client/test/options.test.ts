import { describe, expect, it } from "vitest";
import { OptionIndex, plainWords, wordsOf } from "../src/options";

const nouns = {
  isPiece: (w: string) => /^[A-Z]-\d$/.test(w),
  isPlace: (w: string) => /^[A-Z]\d+$/.test(w),
};
const decision = {
  owner: "blue",
  options: {
    plain: ["end-movement", "break B-1", "form B-2 B-1"],
    groups: [["move B-1", ["U1", "U2"]] as [string, string[]], ["move B-2", ["U2"]] as [string, string[]]],
  },
  words: {
    "end-movement": { says: "End the movement phase", confirm: "Sure?" },
    "break B-1": "Break B-1 up",
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
    expect(plainWords(index.texts.get("form B-2 B-1")!, (id) => `no. ${id}`)).toBe("Form no. B-2 no. B-1");
  });
  it("are none of my business when the decision is another's", () => {
    expect(new OptionIndex({ owner: "red" }, nouns).all).toEqual([]);
    expect(new OptionIndex(null, nouns).all).toEqual([]);
  });
});
