/** Requests about the machine: its pace, hints, giving up, reviews; and long work that is watched and stopped. */

import { request } from "./api";

export interface Job<T> {
  id: string;
  kind: string;
  state: "running" | "done" | "stopped" | "failed";
  done: number;
  total: number;
  says: string;
  result: T | null;
}

export interface Reason {
  rule: string;
  title: string;
  says: string;
}

export interface Hint {
  name: string;
  says: string;
  words: string;
  action: string;
  reasons: Reason[];
  gain: number;
  interval95: [number, number] | null;
  telling: "best" | "worse" | "close" | "same" | "open" | "";
  worth: number;
  unit: "percent" | "worth";
  play_outs: number;
  starts_alike: boolean;
  parting: { after: number; action: string; words: string; instead_of: string; instead_words: string } | null;
  line: { action: string; words: string }[]; // how it goes on, up to the dice or to the enemy
  tasks: { does: string; who: string[]; where: string[] }[];
  pieces: string[];
  places: string[];
}

export interface Hints {
  seen: number;
  hints: Hint[];
}

export interface Review {
  game: string;
  scenario: string;
  actions: number;
  complete: boolean;
  side: string;
  unit: "percent" | "worth";
  method: string;
  moments: { after: number; turn: string; share: number; interval95: [number, number] }[];
  estimates: { after: number; turn: string; share: number }[];
  turns: { turn: string; luck: Record<string, number>; choices: Record<string, number> }[];
  luck: Record<string, { luck: number; choices: number; rolls: number }>;
  costly: {
    kind: "turn" | "decision";
    made?: number;
    expected?: number;
    differences?: string[];
    action_number: number;
    side: string;
    turn: string;
    phase: string;
    question: string;
    chosen_words: string;
    better_words: string;
    cost: number;
    interval95: [number, number] | null;
    why: Reason[];
  }[];
}

export type Order = "pause" | "resume" | "step" | "move-now" | "try-again" | "dismiss";

export const botApi = {
  order: (id: string, token: string | null, order: Order, by?: "decision" | "phase" | "turn") =>
    request<unknown>("POST", `/api/games/${id}/bots`, by ? { order, by } : { order }, token),
  resign: (id: string, token: string, seen: number) =>
    request<unknown>("POST", `/api/games/${id}/resign`, { seen }, token),
  answerOffer: (id: string, token: string, accept: boolean) =>
    request<unknown>("POST", `/api/games/${id}/offer`, { accept }, token),
  hints: (id: string, token: string) => request<Job<Hints>>("POST", `/api/games/${id}/hints`, {}, token),
  review: (id: string) => request<Job<Review>>("POST", `/api/games/${id}/review`, {}),
  reviewRecord: (record: string) => request<Job<Review>>("POST", "/api/review", { record }),
  job: <T>(id: string, token: string | null) => request<Job<T>>("GET", `/api/jobs/${id}`, undefined, token),
  stop: <T>(id: string, token: string | null) =>
    request<Job<T>>("DELETE", `/api/jobs/${id}`, undefined, token),
};

/** Follow a job until it runs no more; the answer ends the watching without stopping the work. */
export function follow<T>(
  job: Job<T>,
  token: string | null,
  every: number,
  heard: (job: Job<T>) => void,
): () => void {
  let over = false;
  let timer = 0;
  const look = async (): Promise<void> => {
    let now: Job<T>;
    try {
      now = await botApi.job<T>(job.id, token);
    } catch (error) {
      now = { ...job, state: "failed", says: (error as Error).message };
    }
    if (over) return;
    heard(now);
    if (now.state === "running") timer = window.setTimeout(() => void look(), every);
  };
  heard(job);
  if (job.state === "running") timer = window.setTimeout(() => void look(), every);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
