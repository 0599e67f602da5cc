import { describe, expect, it } from "vitest";
import { around, balance, outcomesOf } from "../src/panels/combat";
import { linked, newestFirst, withoutEmptyParts } from "../src/panels/log";
import { merge } from "../src/panels/piece";
import { search } from "../src/panels/rules";
import { niceTicks } from "../src/pages/report";
import { phasesOf, turnsOf } from "../src/replay";
import { diceTags, placeOfEvent } from "../src/session/events";
import { runningSums } from "../src/session/lights";
import { distance } from "../src/text";
import { withChanges, type Book, type LogLine, type Shown, type TableView } from "../src/model";

const book = {
  pieces: { "A-1": { name: "1 Va", side: "red", kind: "infantry", facts: {} } },
  labels: {},
} as unknown as Book;
const ground = { has: (name: string) => /^[A-Z]\d+$/.test(name) } as never;
const line = (says: string, shows: Shown): LogLine => ({ n: 1, turn: "", rule: "1", says, shows });

const lines = (...levels: number[]) => levels.map((level, n) => line(`${n}`, level ? { level } : {}));

describe("the log", () => {
  it("links what the facts name, as whole words", () => {
    const parts = linked(
      line("1 Va moves from U1 to U12.", { pieces: ["A-1"], places: ["U1", "U12"] }),
      book,
      ground,
    );
    expect(parts).toEqual([
      { text: "1 Va", piece: "A-1" },
      { text: " moves from " },
      { text: "U1", place: "U1" },
      { text: " to " },
      { text: "U12", place: "U12" },
      { text: "." },
    ]);
  });
  it("links a zone by its name and number together", () => {
    const named = { ...book, labels: { U12: "Sudley road (E)" } } as unknown as Book;
    const parts = linked(
      line("1 Va enters by Sudley road (E) (U12) and goes to zone U1.", {
        pieces: ["A-1"],
        places: ["U1"],
        path: ["U12", "U1"],
      }),
      named,
      ground,
    );
    expect(parts.filter((p) => p.place)).toEqual([
      { text: "Sudley road (E) (U12)", place: "U12" },
      { text: "U1", place: "U1" },
    ]);
  });
  it("links every piece and place of a run of events told together", () => {
    const many = {
      pieces: { "A-1": { name: "1 Va" }, "A-11": { name: "11 Va" }, "A-J": { name: "Jones" } },
      labels: {},
    } as unknown as Book;
    const parts = linked(
      line("Unfrozen and turned up: 1 Va and Jones in U1; 11 Va in U12.", {
        pieces: ["A-1", "A-11", "A-J"],
        places: ["U1", "U12"],
      }),
      many,
      ground,
    );
    expect(parts.filter((p) => p.piece).map((p) => p.piece)).toEqual(["A-1", "A-J", "A-11"]);
    expect(parts.filter((p) => p.place).map((p) => p.place)).toEqual(["U1", "U12"]);
  });
  it("leaves out turns and phases in which nothing happens, but for the present one", () => {
    const told = (...levels: number[]) => withoutEmptyParts(lines(...levels)).map((l) => l.says);
    expect(told(1, 2, 0, 2, 2, 0)).toEqual(["0", "1", "2", "4", "5"]);
    expect(told(1, 2, 2, 1, 2, 2)).toEqual(["3", "5"]);
    expect(told(1, 2, 3, 0, 3, 2, 0)).toEqual(["0", "1", "2", "3", "5", "6"]);
  });
  it("tells the newest first, each heading over what stands under it", () => {
    const told = (...levels: number[]) => newestFirst(lines(...levels)).map((l) => l.says);
    expect(told(0, 0)).toEqual(["1", "0"]);
    // A turn with two phases, then another with one, in which two things have happened.
    expect(told(1, 2, 0, 2, 0, 1, 2, 0, 0)).toEqual(["5", "6", "8", "7", "0", "3", "4", "1", "2"]);
    expect(told(0, 2, 0)).toEqual(["1", "2", "0"]);
  });
  it("sets fractions small", () => {
    expect(linked(line("2 1/2 of 4 MP", {}), book, ground)[0]!.text).toBe("2½ of 4 MP");
  });
  it("finds where something happened", () => {
    const view = { pieces: { "A-1": { at: "U7" } } } as unknown as TableView;
    expect(placeOfEvent(line("", { places: ["U3"], pieces: ["A-1"] }), view, ground)).toBe("U3");
    expect(placeOfEvent(line("", { pieces: ["A-1"] }), view, ground)).toBe("U7");
    expect(placeOfEvent(line("", { places: ["held"] }), view, ground)).toBeNull();
    expect(placeOfEvent(line("", {}), view, ground)).toBeNull();
  });
  it("puts all dice of a step on the map, each throw where it was made", () => {
    const view = { pieces: { "A-1": { at: "U7" } } } as unknown as TableView;
    const events = [
      line("", { pieces: ["A-1"], dice: [6] }),
      line("", { places: ["U3", "U4"], dice: [2, 5] }),
      line("", { places: ["U3"], dice: [1] }),
      line("", { side: "x", dice: [3] }),
    ];
    expect([...diceTags(events, view, ground)]).toEqual([
      ["U7", { text: "⚄ 6", tone: "dice" }],
      ["U3", { text: "⚄ 2 5 · 1", tone: "dice" }],
    ]);
  });
});

describe("numbers that open", () => {
  it("add up along a path", () => {
    const row = {
      place: "U3",
      cost: "3",
      path: ["U1", "U2", "U3"],
      terms: [
        { at: "U2", says: "road", cost: "1/3" },
        { at: "U3", says: "clear", cost: "1" },
        { at: "U3", says: "abatis", cost: "5/3" },
      ],
    };
    expect(runningSums(row)).toEqual(["", "⅓", "3"]);
  });
  it("merge equal terms", () => {
    const terms = [
      { at: "U1", says: "road", cost: "1/3", rule: "5.6" },
      { at: "U2", says: "road", cost: "1/3", rule: "5.6" },
      { at: "U3", says: "stream", cost: "2", rule: "5.3" },
    ];
    expect(merge(terms).map((t) => [t.says, t.at.join(), t.cost])).toEqual([
      ["road", "U1,U2", "6/9"],
      ["stream", "U3", "2"],
    ]);
  });
  it("read both shapes of outcomes", () => {
    expect(outcomesOf({ results: { DE: "1/2", EX: "1/2" } }).map((o) => o.name)).toEqual(["DE", "EX"]);
    const told = outcomesOf({
      outcomes: [{ name: "DE", says: "gone", chance: "1/6", faces: [1], tone: "good" }],
    });
    expect(told[0]).toEqual({ name: "DE", says: "gone", chance: "1/6", faces: ["1"], tone: "good" });
    expect(balance(told)).toEqual({ good: 1 / 6, bad: 0 });
    expect(balance(outcomesOf({ results: { DE: "1" } }))).toBeNull();
  });
  it("show the columns around the one that counts", () => {
    const ladder = Array.from({ length: 11 }, (_, i) => ({ name: String(i), on: i === 10 }));
    expect(around(ladder).map((s) => s.name)).toEqual(["4", "5", "6", "7", "8", "9", "10"]);
  });
});

describe("reading", () => {
  const rules = [
    { id: "5.5", title: "Rivers", says: "No crossing", chapter: "5", source: "" },
    {
      id: "5.52",
      title: "Fords",
      says: "Eight points a turn cross a ford of a river",
      chapter: "5",
      source: "",
    },
    { id: "7.1", title: "Battles", says: "In any order", chapter: "7", source: "" },
  ];
  it("searches rules by number and by words, titles first", () => {
    expect(search(rules, "5.5").map((r) => r.id)).toEqual(["5.5", "5.52"]);
    expect(search(rules, "river").map((r) => r.id)).toEqual(["5.5", "5.52"]);
    expect(search(rules, "ford points").map((r) => r.id)).toEqual(["5.52"]);
    expect(search(rules, "dragon")).toEqual([]);
  });
  it("measures how far names are apart", () => {
    expect(distance("ricketts", "rickets")).toBe(1);
    expect(distance("", "abc")).toBe(3);
  });
  it("puts changes over a view", () => {
    const view = { pieces: { a: { at: "U1" }, b: { at: "U2" } }, turn: "1" } as unknown as TableView;
    const next = withChanges(view, { pieces: { a: null, c: { at: "U3" } }, turn: "2" });
    expect(Object.keys(next.pieces)).toEqual(["b", "c"]);
    expect(next.turn).toBe("2");
    expect(Object.keys(view.pieces)).toEqual(["a", "b"]);
  });
  it("cuts a game into turns and phases", () => {
    const index = {
      steps: [
        [0, "9:00", "u", "move", ""],
        [1, "9:00", "u", "move", "u"],
        [2, "9:00", "u", "fight", "u"],
        [3, "9:30", "c", "move", "c"],
      ],
    } as never;
    expect(turnsOf(index).map((t) => [t.turn, t.from, t.to])).toEqual([
      ["9:00", 0, 2],
      ["9:30", 3, 3],
    ]);
    expect(phasesOf(index).length).toBe(3);
  });
  it("labels axes with round numbers", () => {
    expect(niceTicks(0, 8)).toEqual([0, 2, 4, 6, 8]);
    expect(niceTicks(0, 135)).toEqual([0, 50, 100]);
    expect(niceTicks(0, 1)).toEqual([0, 1]);
  });
});
