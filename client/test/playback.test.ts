import { describe, expect, it } from "vitest";
import "./browser";
import { Ground } from "../src/geometry";
import type { Layout, LogLine, View } from "../src/model";
import { Playback } from "../src/session/playback";
import type { Session } from "../src/session/session";

const ground = new Ground({
  viewBox: [0, 0, 100, 100],
  placeWidth: 10,
  places: ["Z1", "Z2"].map((name, i) => ({
    name,
    centre: [10 * i, 0],
    polygon: [
      [10 * i, 0],
      [10 * i + 9, 0],
      [10 * i, 9],
    ],
  })),
} as unknown as Layout);

function view(turn: string, side: string, phase: string): View {
  return { turn, side, phase, pieces: {} } as unknown as View;
}

function roll(zone: string, die: number): LogLine {
  return { n: 1, turn: "1", rule: "", says: "", shows: { places: [zone], dice: [die] } };
}

/** A table whose board is beside the point. */
function table(shown: View): Session {
  const nothing = () => undefined;
  return {
    shown,
    view: shown,
    ground,
    board: null,
    paint: nothing,
    say: nothing,
    changed: nothing,
    keepSeen: nothing,
    pointing: { takeSubject: nothing },
    show(this: { shown: View }, next: View) {
      this.shown = next;
    },
  } as unknown as Session;
}

const shownDice = (playback: Playback) => [...playback.dice].map(([at, tag]) => `${at} ${tag.text}`);

describe("dice on the map", () => {
  it("go when the player acts again", async () => {
    const movement = view("1", "union", "movement");
    const playback = new Playback(table(movement));
    await playback.showOwn({ view: movement, events: [roll("Z1", 3)] });
    expect(shownDice(playback)).toEqual(["Z1 ⚄ 3"]);
    await playback.showOwn({ view: movement, events: [] });
    expect(shownDice(playback)).toEqual([]);
  });
  it("stay while the other side's phase is played back, and go with the next", async () => {
    const [combat, rally] = [view("1", "union", "combat"), view("1", "union", "rally")];
    const session = table(combat);
    session.view = rally;
    const playback = new Playback(session);
    playback.queue = [
      { view: combat, events: [roll("Z1", 3)] },
      // The last battle ends the phase: its dice are seen all the same.
      { view: rally, events: [roll("Z2", 5)] },
    ];
    await playback.step();
    await playback.step();
    expect(shownDice(playback)).toEqual(["Z1 ⚄ 3", "Z2 ⚄ 5"]);
    playback.queue = [{ view: rally, events: [roll("Z1", 6)] }];
    await playback.step();
    expect(shownDice(playback)).toEqual(["Z1 ⚄ 6"]);
  });
  it("of a stretch that is skipped are those of its last phase", () => {
    const [combat, rally] = [view("1", "union", "combat"), view("1", "union", "rally")];
    const playback = new Playback(table(combat));
    playback.queue = [
      { view: rally, events: [roll("Z1", 3)] },
      { view: rally, events: [roll("Z2", 5)] },
    ];
    playback.skip();
    expect(shownDice(playback)).toEqual(["Z2 ⚄ 5"]);
  });
});

describe("losses on the map", () => {
  it("are crossed out; what is only destroyed is not", async () => {
    const combat = view("1", "union", "combat");
    const playback = new Playback(table(combat));
    const lost: LogLine = { ...roll("Z1", 1), shows: { places: ["Z1"], tone: "loss" } };
    const trestle: LogLine = { ...roll("Z2", 1), shows: { places: ["Z2"] } };
    await playback.showOwn({ view: combat, events: [lost, trestle] });
    expect([...playback.crosses]).toEqual(["Z1"]);
    expect([...playback.changed]).toEqual(["Z1", "Z2"]);
  });
});
