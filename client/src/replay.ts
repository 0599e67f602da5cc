/** A game as it was played, for one viewer: positions by step, fetched in stretches and kept. */

import { api, type ReplayIndex } from "./api";
import type { LogLine, TableView } from "./model";
import { withChanges } from "./model";
import { Store } from "./store";

export interface Moment {
  view: TableView;
  events: LogLine[];
}

const STRETCH = 60;

export class Replay extends Store {
  readonly moments = new Map<number, Moment>();
  private readonly loading = new Map<number, Promise<void>>();
  trouble = "";

  constructor(
    readonly id: string,
    readonly token: string | null,
    readonly viewer: string | undefined,
    readonly index: ReplayIndex,
  ) {
    super();
  }

  get length(): number {
    return this.index.steps.length;
  }

  /** The number of a moment, the same in the address, the log, the tree and the bookmarks: actions and rolls. */
  numberOf(i: number): number {
    return this.index.steps[i]?.[0] ?? 0;
  }

  /** The place in the index of the last step with at most n actions. */
  at(n: number): number {
    let found = 0;
    this.index.steps.forEach((step, i) => {
      if (step[0] <= n) found = i;
    });
    return found;
  }

  get(i: number): Moment | null {
    const found = this.moments.get(i) ?? null;
    if (!found) void this.load(i);
    // The next stretch is fetched before it is needed.
    const ahead = i + STRETCH / 2;
    if (ahead < this.length && !this.moments.has(ahead)) void this.load(ahead);
    return found;
  }

  load(i: number): Promise<void> {
    const block = Math.floor(i / STRETCH);
    let job = this.loading.get(block);
    if (!job) {
      job = this.fetch(block);
      this.loading.set(block, job);
    }
    return job;
  }

  private async fetch(block: number): Promise<void> {
    const first = block * STRETCH;
    const last = Math.min(this.length - 1, first + STRETCH - 1);
    try {
      const stretch = await api.stretch(this.id, this.token, first, last, this.viewer);
      const turn = (i: number) => this.index.steps[i]?.[1] ?? "";
      const line = (i: number) => (event: LogLine) => ({
        ...event,
        n: this.index.steps[i]![0],
        turn: turn(i),
      });
      const { events, ...view } = stretch.view;
      let now: TableView = view;
      this.moments.set(first, { view: now, events: events.map(line(first)) });
      stretch.steps.forEach((step, k) => {
        now = withChanges(now, step.changes);
        this.moments.set(first + 1 + k, { view: now, events: step.events.map(line(first + 1 + k)) });
      });
    } catch (error) {
      this.loading.delete(block);
      this.trouble = (error as Error).message;
    }
    this.changed();
  }

  /** The step to go to: one action, or the border of a phase or turn. */
  step(from: number, by: 1 | -1, size: "action" | "phase" | "turn"): number {
    const key = (i: number) => {
      const s = this.index.steps[i]!;
      return size === "turn" ? s[1] : size === "phase" ? `${s[1]}|${s[2]}|${s[3]}` : String(i);
    };
    let i = from;
    const end = by > 0 ? this.length - 1 : 0;
    if (by > 0) {
      while (i < end && key(i) === key(from)) i++;
      return i;
    }
    if (i > 0) i--;
    while (i > 0 && key(i - 1) === key(i)) i--;
    return i;
  }
}

/** Runs of one turn along the steps. */
export function turnsOf(index: ReplayIndex): { turn: string; from: number; to: number }[] {
  const runs: { turn: string; from: number; to: number }[] = [];
  index.steps.forEach((step, i) => {
    const last = runs[runs.length - 1];
    if (last && last.turn === step[1]) last.to = i;
    else runs.push({ turn: step[1], from: i, to: i });
  });
  return runs;
}

export function phasesOf(index: ReplayIndex): { from: number; to: number; side: string; phase: string }[] {
  const runs: { from: number; to: number; side: string; phase: string; turn: string }[] = [];
  index.steps.forEach((step, i) => {
    const last = runs[runs.length - 1];
    if (last && last.turn === step[1] && last.side === step[2] && last.phase === step[3]) last.to = i;
    else runs.push({ from: i, to: i, turn: step[1], side: step[2], phase: step[3] });
  });
  return runs;
}
