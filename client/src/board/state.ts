/** Everything the board shows, in one plain object. No rules: shapes, counters, highlights, as data. */

import type { Point } from "../geometry";

export interface Counter {
  id: string; // a piece, or a name of its own for a face-down one
  look: string; // name of its drawing
  badges: { plate: string; spot: string; value: string }[];
  side: string;
  facing: string | null; // place it faces: a small arrow on that edge
  dim: boolean; // darkened, as badges of some kinds ask
  faceDown: boolean; // nobody here knows which piece it is
  under: string[]; // looks of markers that lie right under it
}

export interface Stack {
  place: string;
  side: string;
  counters: Counter[]; // bottom first
  markers: string[]; // looks of markers under the counters
}

export interface Cost {
  text: string;
  stop: boolean; // movement must end there: an octagon
  through: boolean; // may pass, not stop: struck through
  alarm: boolean; // sets something off: hatched, dotted rim, a triangle
}

export type Tone = "a" | "b" | "c" | "d";

export interface Tag {
  text: string;
  tone: "bad" | "info" | "dice";
}

export interface Lit {
  reach: Map<string, Cost>; // where the subject can go
  targets: Set<string>; // what can be attacked or chosen: corner brackets
  chosen: Map<string, string>; // places of a set being put together, with a tag
  path: string[]; // the way previewed, as places
  sums: string[]; // running sum at each place of the path
  ghost: { place: string; look: string } | null; // the counter at its destination
  refused: string | null; // where a click was refused
  changed: Set<string>; // what changed since the player looked away
  arrows: { from: string; to: string; dashed: boolean }[];
  causes: { from: string; to: string }[]; // what is set off, and by what
  overlay: Map<string, { tone: Tone; text: string }>;
  lines: { path: string[]; tone: Tone }[];
  tags: Map<string, Tag>; // words at places: dice, shares, results
  crosses: Set<string>; // losses
}

export interface BoardState {
  stacks: Stack[];
  able: Set<string>; // pieces that can act: a bright rim
  selected: Set<string>; // pieces
  focus: string | null; // place under the keyboard cursor
  cursorShown: boolean; // only while the keyboard steers
  lit: Lit;
  countersHidden: boolean;
  magnified: Point | null; // screen point under the lens
  fan: string | null; // place whose stack is spread
  bounds: { left: number; right: number; top: number; bottom: number }; // screen edges covered by panels
}

export function noLights(): Lit {
  return {
    reach: new Map(),
    targets: new Set(),
    chosen: new Map(),
    path: [],
    sums: [],
    ghost: null,
    refused: null,
    changed: new Set(),
    arrows: [],
    causes: [],
    overlay: new Map(),
    lines: [],
    tags: new Map(),
    crosses: new Set(),
  };
}

export function emptyBoard(): BoardState {
  return {
    stacks: [],
    able: new Set(),
    selected: new Set(),
    focus: null,
    cursorShown: false,
    lit: noLights(),
    countersHidden: false,
    magnified: null,
    fan: null,
    bounds: { left: 0, right: 0, top: 0, bottom: 0 },
  };
}
