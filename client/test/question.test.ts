import { describe, expect, it } from "vitest";
import type { Option } from "../src/options";
import { inSight } from "../src/panels/question";

function option(text: string): Option {
  const [verb, ...pieces] = text.split(" ");
  const does = verb === "mark" ? "pick" : verb === "launch" ? "choose" : "end";
  return { text, verb: verb!, does, pieces, places: [], boxes: [], place: null };
}

const picks = Array.from({ length: 12 }, (_, i) => option(`mark B-${i}`));
const first = (options: Option[]) =>
  inSight(options)
    .slice(0, 8)
    .map((o) => o.text);

describe("the answers shown at first", () => {
  it("hold the ways out of a long list, after what can be picked", () => {
    const shown = first([...picks, option("done")]);
    expect(shown.at(-1)).toBe("done");
    expect(shown[0]).toBe("mark B-0");
  });
  it("hold a way out that names its piece", () => {
    expect(first([...picks, option("done B-3")])).toContain("done B-3");
  });
  it("hold all of several ways out", () => {
    const shown = first([...picks, option("launch"), option("pass")]);
    expect(shown).toContain("launch");
    expect(shown).toContain("pass");
  });
  it("stay as they are when nothing is out of sight", () => {
    const short = [...picks.slice(0, 5), option("done")];
    expect(inSight(short)).toEqual(short);
    const ahead = [option("done"), ...picks];
    expect(inSight(ahead)).toEqual(ahead);
  });
  it("lose none", () => {
    const all = [...picks, option("done")];
    expect(new Set(inSight(all))).toEqual(new Set(all));
  });
});
