import { describe, expect, it } from "vitest";
import css from "../src/style/tokens.css?raw";

/** The tokens of both themes, read from the sheet itself; later blocks win, as in a browser. */
function tokens(theme: "day" | "night"): Record<string, string> {
  const found: Record<string, string> = {};
  const read = (selector: RegExp) => {
    for (const block of css.matchAll(selector))
      for (const [, name, value] of block[1]!.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})\b/gi))
        found[name!] = value!;
  };
  read(/:root\s*\{([^}]*)\}/g);
  if (theme === "night") read(/\[data-theme="?night"?\]\s*\{([^}]*)\}/g);
  return found;
}

function light(colour: string): number {
  const hex = colour.length === 4 ? [...colour.slice(1)].map((c) => c + c).join("") : colour.slice(1);
  const parts = [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
  const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const TEXT: [string, string][] = [
  ["ink", "surface"],
  ["ink", "page"],
  ["ink-2", "surface"],
  ["ink-2", "sunk"],
  ["ink-3", "page"],
  ["ink-3", "surface"],
  ["accent-ink", "accent"],
  ["accent", "surface"],
  ["usa-ink", "usa"],
  ["csa-ink", "csa"],
  ["usa-text", "raised"],
  ["csa-text", "raised"],
  ["good", "surface"],
  ["bad", "surface"],
  ["warn", "surface"],
];
const EDGES: [string, string][] = [
  ["reach", "m-paper"],
  ["stop", "m-paper"],
  ["attack", "m-paper"],
  ["focus", "surface"],
  ["select-lit", "select-case"],
];

describe.each(["day", "night"] as const)("colours by %s", (theme) => {
  const t = tokens(theme);
  it.each(TEXT)("%s on %s reads", (a, b) => expect(contrast(t[a]!, t[b]!)).toBeGreaterThanOrEqual(4.5));
  it.each(EDGES)("%s on %s shows", (a, b) => expect(contrast(t[a]!, t[b]!)).toBeGreaterThanOrEqual(3));
});
