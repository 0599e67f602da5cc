import { beforeEach, describe, expect, it, vi } from "vitest";
import "./browser";
import { botApi } from "../src/bots";
import { Pace } from "../src/session/pace";
import type { Session } from "../src/session/session";

const sent: string[] = [];
const calls: string[] = [];

function session(owner: "union" | "confederate", paused = false, token: string | null = "t"): Session {
  const call = (what: string) => () => void calls.push(what);
  return {
    id: "1",
    token,
    view: {
      seats: { union: { kind: "me" }, confederate: { kind: "bot" } },
      decision: { owner },
      bots: { paused },
    },
    playback: {
      queue: [1],
      pause: call("pause"),
      play: call("play"),
      step: call("step"),
      skip: call("skip"),
    },
    note: () => undefined,
  } as unknown as Session;
}

describe("the pace of picture and bots", () => {
  beforeEach(() => {
    sent.length = calls.length = 0;
    vi.spyOn(botApi, "order").mockImplementation((_id, _token, what) => {
      sent.push(what);
      return Promise.resolve(null);
    });
  });
  it("is one: a pause stops the bot that moves, and play lets it go on", () => {
    const pace = new Pace(session("confederate"));
    pace.pause();
    pace.play();
    expect(calls).toEqual(["pause", "play"]);
    expect(sent).toEqual(["pause", "resume"]);
  });
  it("leaves bots alone that are not to move", () => {
    const pace = new Pace(session("union"));
    pace.pause();
    pace.step();
    pace.play();
    expect(sent).toEqual([]);
  });
  it("goes to the present: bots that rest for the picture go on, others rest", () => {
    const held = new Pace(session("confederate"));
    held.step();
    held.skip();
    expect(sent).toEqual(["pause", "resume"]);
    new Pace(session("confederate", true)).skip();
    expect(sent).toEqual(["pause", "resume"]);
  });
  it("is not for who only looks on", () => {
    const pace = new Pace(session("confederate", false, null));
    expect(pace.mayOrder).toBe(false);
    pace.pause();
    expect(calls).toEqual(["pause"]);
    expect(sent).toEqual([]);
  });
});
