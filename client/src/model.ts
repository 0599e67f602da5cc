/** What the server sends. The client knows no rule: everything here is data to show. */

import type { Verbs } from "./vocabulary";

export interface Rule {
  id: string;
  title: string;
  says: string;
  chapter: string;
  source: string;
}

export interface PieceInfo {
  side: string;
  kind: string;
  name: string;
  facts: Record<string, unknown>;
  bodies?: string[]; // brigade, division ...: the smallest first
  under?: string; // it lies at the bottom of its stack, and the top counter wears this badge for it
  provenance?: string; // where its numbers come from: printed, reconstructed, owner's ...
}

export interface BoardCard {
  kind: string;
  places: number;
}

/** A level of bots; a name is put together as LEVEL or LEVEL:TEMPER. */
export interface LevelCard {
  level: string;
  says: string;
  tempers: string[];
  temper: string; // the one it has unless another is named
  budget: boolean;
  alias: string; // the level that this is another name of
}

export interface GameCard {
  id: string;
  version: number;
  title: string;
  credits: string;
  boards: Record<string, BoardCard>; // by name, the first scenario's first
  levels: string[]; // of bots that can play it
  charts: boolean; // whether an owner of the printed game may type in his own numbers
  sides: { id: string; name: string }[];
  scenarios: {
    id: string;
    title: string;
    says: string;
    rule: string;
    board: string;
    length: string;
    wins: Record<string, string>; // by side, and "nobody"
    balance: string;
    first: { side: string; options: Record<string, string> } | null; // the game to begin with
  }[];
  options: {
    id: string;
    title: string;
    says: string;
    rule: string;
    default: string;
    group: "set-up" | "optional rule" | "ruling";
    scenarios: string[]; // where it has a meaning; everywhere if there are none
    balance: string; // what it does to the balance, where that was measured
    choices: { id: string; says: string }[];
  }[];
}

export interface PrintedTable {
  id: string;
  title: string;
  rule?: string;
  head: string[];
  rows: string[][];
  note?: string;
  provenance?: string;
}

/** Tables and counters as they are in force in a game with an owner's charts. */
export interface ChartsInForce {
  tables: PrintedTable[];
  pieces: Record<string, PieceInfo>;
  changes: Record<string, unknown>;
  file: string;
}

/** What is wrong in a file of charts, and what it changes. */
export interface CheckedCharts {
  changes: Record<string, unknown>;
  faults: string[];
  count: number;
}

export interface OverlayInfo {
  id: string;
  title: string;
  says?: string;
  key?: string;
  rule?: string;
  from_place?: boolean;
  sides?: boolean;
}

/** What never changes about a game, whatever the board. */
export interface GameBook extends GameCard {
  boards: Record<string, BoardCard & { labels: Record<string, string> }>;
  pieces: Record<string, PieceInfo>;
  rules: Rule[];
  tables: PrintedTable[];
  overlays: OverlayInfo[];
  verbs: Verbs;
  /** Whether the sides of one place lie side by side. */
  apart: boolean;
  /** Which plate a state wears on a counter, and where. */
  badges: Record<string, { plate: string; spot: string; says: string; dims: boolean }>;
  asks: string[];
  referee: string;
}

/** A game's book for those who play on one of its boards. */
export interface Book extends GameBook {
  boardKind: string;
  labels: Record<string, string>;
}

export interface Layout {
  kind: string;
  viewBox: [number, number, number, number];
  neat: [number, number, number, number];
  placeWidth: number;
  counterSize: number;
  counter: {
    size: number;
    spots: Record<string, [number, number]>;
    count: [number, number];
    fan: number;
    shown: number;
    step: number; // from one stack to the next in a place, in counters
  };
  places: { name: string; centre: [number, number]; polygon: [number, number][] }[];
}

/** A piece that the viewer knows: where it is, how it looks, and its state by name. */
export interface Piece {
  at: string;
  look: string;
  badges?: [string, string][];
  facing?: string | null; // the place it faces
  [state: string]: unknown;
}

export interface Options {
  plain: string[];
  groups: [string, string[]][];
}

/** A fight that a question or an option is about; pieces by id. */
export interface Fight {
  attackers?: string[];
  defenders?: string[];
  support?: string[];
  kind?: string;
  at?: string;
  after?: string; // the option that must be taken first
}

/** What comes of a step besides what its words say. */
export interface SetsOff {
  kind: string; // who has been asked about one can say that it need not be asked about again
  title: string;
  says: string;
  rule: string;
  places?: string[]; // where what causes it lies
  asks?: boolean; // asked about before it is done
  final?: boolean; // nobody can take the step back after it
  dice?: boolean; // dice are rolled at once, which `says` names
}

/** What an option would allow as things stand. */
export interface Prospect {
  says: string;
  chances?: { says: string; chance: string }[];
  reach?: string[]; // places that somebody could go to
  targets?: string[]; // places that could be struck
}

/** An option in words. */
export interface OptionWords {
  says: string;
  confirm?: string; // what to ask before it
  rule?: string;
  fight?: Fight;
  sets_off?: SetsOff;
  prospect?: Prospect;
}

/** What a question is about. */
export interface About {
  piece?: string;
  fight?: Fight;
  at?: string; // where it happens
  window?: string;
  roll?: string;
}

export interface Decision {
  owner: string;
  question?: string;
  rule?: string;
  about?: About;
  options?: Options;
  count?: number;
  words?: Record<string, OptionWords>;
}

export interface Seat {
  kind: "me" | "hot-seat" | "bot";
  name: string;
  level: string;
  free?: boolean; // nobody holds it
}

/** What a side wants done to the game that needs the other one too. */
export interface Wish {
  do: "delete" | "rename";
  title: string;
  sides: string[];
}

/** What the machine does for a side when something could be played in a window. */
export type StandingAnswer = "ask" | "here" | "never";

/** A marker on a place, a piece, a box or a cell of a track ("track/cell"). */
export interface Marker {
  at: string;
  kind: string;
  look: string;
  side?: string;
  value?: string;
  says?: string;
  rule?: string;
}

export interface Box {
  id: string;
  title: string;
  rule: string;
  side?: string;
  is_cup?: boolean;
  at?: string; // the place on the map to which an entry leads
  row?: string; // the name of the row of boxes in which it is printed
}

/** What lies on the table besides pieces; markers are listed apart, with their looks. */
export interface Display {
  clock: { says: string; turns: string[]; turn: number; phases: { id: string; title: string }[] };
  boxes: Box[];
  tracks: { id: string; title: string; rule: string; cells: string[]; beside?: string }[];
  rows: { says: string; value: string; rule?: string }[];
  goals: Goal[]; // the chief one of each side first
}

/** What a side plays for, and how far it has come. */
export interface Goal {
  side: string;
  says: string;
  now: string;
  needs?: string; // what is still missing
  rule?: string;
  wins?: boolean; // it would win by it if the game ended now
}

/** The table as one viewer sees it. */
export interface TableView {
  game: string;
  viewer: string;
  turn: string;
  side: string;
  phase: string;
  pieces: Record<string, Piece>;
  face_down: { side: string; at: string; count: number; look: string }[];
  markers: Marker[];
  display: Display;
  outcome: [string, string, string] | null;
}

export interface View extends TableView {
  board: string; // its name
  id: string;
  title: string;
  number: number;
  seen: number;
  decision: Decision | null;
  undo: { steps: number; why: string; tail: string[]; redo: number };
  thinking: { side: string; name: string; level: string; since: number; n: number } | null;
  bots: { paused: boolean; notice: string; offer: string };
  trouble: string;
  hides: boolean;
  seats: Record<string, Seat>;
  parent: string | null;
  parent_step: number | null;
  veiled: boolean; // a what-if of a game that still runs
  wish: Wish | null;
  standing: Record<string, { says: string; answer: StandingAnswer; at?: string }>; // by window
  dice: { kind: string; commitment: string; key?: string };
  charts?: number; // how many numbers are an owner's
}

/** What an event shows on the map, in the log and in the film; what is empty is left out. */
export interface Shown {
  places?: string[]; // it happens at the first
  path?: string[]; // the way that its pieces took
  pieces?: string[];
  dice?: number[];
  side?: string;
  tone?: "loss" | "gain" | "battle" | "result";
  level?: number; // of a heading: 1 opens a turn, 2 a part of it, 3 a part of that
}

export interface LogLine {
  n: number;
  turn: string;
  rule: string;
  says: string;
  shows?: Shown;
}

export interface ReachRow {
  place: string;
  cost: string;
  path: string[];
  stops?: boolean;
  sets_off?: SetsOff;
  terms?: { at?: string; says: string; cost: string; rule?: string }[];
}

export interface Refusal {
  possible: boolean;
  rule: string;
  says: string;
  facts: Record<string, unknown>;
}

export interface ApiError {
  error: string;
  says: string;
  rule: string;
  field: string;
  facts: Record<string, unknown>;
}

export interface LobbyGame {
  id: string;
  game: string;
  scenario: string;
  title: string;
  parent: string | null;
  parent_step: number | null;
  created: number;
  changed: number;
  actions: number;
  winner: string | null;
  rule: string | null;
  reason: string | null;
  commitment: string;
  seats: Record<string, Seat>;
  thinking: boolean;
  /** What is wrong with it; empty for a sound game. */
  damage: string;
  summary: {
    turn: string;
    side: string;
    phase: string;
    turns: number;
    owner: string | null;
    last: string;
    reason: string | null;
  };
}

export interface Mark {
  id: number;
  kind: "bookmark" | "note";
  n: number;
  text: string;
}

/** Put changes, as the server counts them, over a view. */
export function withChanges<T extends TableView>(view: T, changes: Record<string, unknown>): T {
  const next = { ...view } as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries(changes)) {
    if (key === "pieces") {
      const pieces: Record<string, Piece> = { ...view.pieces };
      for (const [id, piece] of Object.entries(value as Record<string, Piece | null>)) {
        if (piece === null) delete pieces[id];
        else pieces[id] = piece;
      }
      next.pieces = pieces;
    } else {
      next[key] = value;
    }
  }
  return next as unknown as T;
}
