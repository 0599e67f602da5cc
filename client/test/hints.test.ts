import { describe, expect, it } from "vitest";
import type { Hint } from "../src/bots";
import { howSure } from "../src/panels/hints";

const hint = (more: Partial<Hint>): Hint =>
  ({ gain: 0, interval95: null, telling: "", worth: 0, unit: "percent", play_outs: 0, ...more }) as Hint;
const told = (more: Partial<Hint>) => howSure(hint(more), [hint(more)]);

describe("how sure a hint is", () => {
  it("says in words when play-outs are too few or only happen to agree", () => {
    expect(told({ telling: "open", gain: -30, play_outs: 5 })).toBe(
      "As good as the first so far, after 5 play-outs.",
    );
    expect(told({ telling: "same", gain: -30, play_outs: 40 })).toBe(
      "−0.3 % against the first in each of 40 play-outs. That they agree is no proof.",
    );
    expect(told({ telling: "open", gain: -30, interval95: [-212, 151], play_outs: 12 })).toBe(
      "−0.3 % against the first so far, after 12 play-outs (95 %: −2.2 % to +1.6 %).",
    );
  });
  it("never rounds an interval to nothing", () => {
    expect(told({ telling: "close", gain: -1, interval95: [-2, 0], play_outs: 40 })).toBe(
      "As good as the first: 0.1 % apart at most, 40 play-outs.",
    );
    expect(told({ telling: "worse", gain: -14, interval95: [-16, -13], play_outs: 40 })).toBe(
      "−0.1 % against the first (95 %: −0.2 % to −0.1 %), 40 play-outs.",
    );
  });
  it("gives the first plan a chance and no false precision", () => {
    expect(told({ telling: "best", worth: 4732, play_outs: 12 })).toBe(
      "About 47 % to win, judged by 12 play-outs a few moves ahead.",
    );
  });
  it("does not call one option better where all count alike", () => {
    const options = [hint({ unit: "worth", gain: 0 }), hint({ unit: "worth", gain: 0 })];
    expect(howSure(options[0]!, options)).toBe("One step ahead these choices count alike.");
    expect(howSure(hint({ unit: "worth", gain: 18 }), options)).toBe(
      "+18 points better than most choices, one step ahead.",
    );
  });
});
