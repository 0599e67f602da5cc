/** Requests to the server, and the seat tokens this browser holds. */

import type {
  ChartsInForce,
  CheckedCharts,
  ApiError,
  GameBook,
  GameCard,
  Layout,
  LevelCard,
  LobbyGame,
  LogLine,
  Mark,
  Seat,
  TableView,
  View,
} from "./model";
import { words } from "./words";

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: ApiError,
  ) {
    super(body.says);
  }
}

/** What to tell about an error: the server's own words, or these where it had none. */
export function troubleOf(error: unknown, otherwise: string): string {
  // An address of a game that is no address of any.
  if (error instanceof Refused && /\bgame_id$/.test(error.body.field)) return words.state.noGame;
  return error instanceof Refused ? error.body.says || otherwise : String(error);
}

export async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  token?: string | null,
): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, { error: "offline", says: "", rule: "", field: "", facts: {} });
  }
  const type = answer.headers.get("content-type") ?? "";
  if (!answer.ok) {
    const says = type.includes("json") ? ((await answer.json()) as ApiError) : null;
    throw new Refused(
      answer.status,
      says ?? {
        error: "broken",
        says: `The server answered ${answer.status}.`,
        rule: "",
        field: "",
        facts: {},
      },
    );
  }
  if (answer.status === 204) return undefined as T;
  return (type.includes("json") ? await answer.json() : await answer.text()) as T;
}

export interface Library {
  games: GameCard[];
  bots: LevelCard[];
}
export interface Created {
  id: string;
  tokens: Record<string, string>;
  maker: string; // frees any person's seat
  proof?: Proof | null; // of an imported record
}
/** What a record proves of its dice: each roll is counted once. */
export interface Proof {
  rolls: number;
  proved: number;
  given: number;
  typed: number;
  unproved: number;
  says: string;
}
export interface ReplayIndex {
  viewer: string;
  steps: [number, string, string, string, string][];
  battles: number[];
  children: {
    id: string;
    title: string;
    parent_step: number;
    actions: number;
    winner: string | null;
    reason: string | null;
  }[];
  parent: string | null;
  parent_step: number | null;
  marks: Mark[];
}
export interface Stretch {
  from: number;
  to: number;
  view: TableView & { events: LogLine[] };
  steps: { n: number; owner: string; events: LogLine[]; changes: Record<string, unknown> }[];
}
export interface SeatWish {
  kind: Seat["kind"];
  level?: string;
  name?: string;
}
export interface Report {
  id: string;
  game: string;
  board: string;
  game_title: string;
  title: string;
  sides: Record<string, string>;
  seats: Record<string, Seat>;
  winner: string;
  winner_name: string;
  charts?: number; // how many numbers are an owner's
  rule: string;
  reason: string;
  turns: { turn: string; n: number; index: number }[];
  decisions: number;
  minutes: number;
  series: {
    id: string;
    title: string;
    rule: string;
    points: { turn: string; n: number; values: Record<string, number> }[];
  }[];
  battles: {
    says: string;
    at?: string | string[];
    by?: string;
    attackers?: string[];
    defenders?: string[];
    won?: boolean | null;
    turn: string;
    n: number;
    index: number;
    rule: string;
  }[];
  luck: {
    side: string;
    measure: string;
    count: number;
    expected: string;
    rolled: string;
    lead: number;
    as_lucky: string;
  }[];
  rolls: number;
  dice: { kind: string; commitment: string; key: string; says: string };
}
export interface Kit {
  defs: string;
  plates: Record<string, string>; // of badges, by name
  css: string;
}

export const api = {
  library: () => request<Library>("GET", "/api/library"),
  book: (game: string) => request<GameBook>("GET", `/api/library/${game}`),
  layout: (game: string, board: string) =>
    request<Layout>("GET", `/api/library/${game}/boards/${board}/layout`),
  map: (game: string, board: string) =>
    request<string>("GET", `/api/library/${game}/boards/${board}/map.svg`),
  /** Where the small picture of the empty field lies. */
  pictureOf: (game: string, board: string, theme: string) =>
    `/api/library/${game}/boards/${board}/picture.svg?theme=${theme}`,
  faces: (game: string, names: string[], style: string) =>
    request<Record<string, string>>(
      "GET",
      `/api/library/${game}/faces?names=${names.join(",")}&style=${style}`,
    ),
  /** Where the game's own charts lie as a file. */
  chartsFile: (game: string) => `/api/library/${game}/charts`,
  checkCharts: (game: string, text: string) =>
    request<CheckedCharts>("POST", `/api/library/${game}/charts`, { text }),
  chartsOf: (id: string) => request<ChartsInForce>("GET", `/api/games/${id}/charts`),
  kit: () => request<Kit>("GET", "/api/art"),
  games: () => request<{ games: LobbyGame[]; now: number }>("GET", "/api/games"),
  create: (wish: unknown) => request<Created>("POST", "/api/games", wish),
  importRecord: (record: string) => request<Created>("POST", "/api/games/import", { record }),
  /** Without an answer it is gone; else these sides must want it too. */
  remove: (id: string, token: string | null) =>
    request<{ asks: string[] } | undefined>("DELETE", `/api/games/${id}`, undefined, token),
  rename: (id: string, title: string, token: string) =>
    request<{ asks?: string[] }>("PATCH", `/api/games/${id}`, { title }, token),
  dropWish: (id: string, token: string) => request<void>("DELETE", `/api/games/${id}/wish`, undefined, token),
  sit: (id: string, side: string) =>
    request<{ side: string; token: string }>("POST", `/api/games/${id}/seats/${side}`),
  /** With the seat's own token, or with the secret of who made the game. */
  letGo: (id: string, side: string, token: string) =>
    request<void>("DELETE", `/api/games/${id}/seats/${side}`, undefined, token),
  takeOver: (id: string, side: string, wish: SeatWish, token: string) =>
    request<{ side: string; token: string }>("PUT", `/api/games/${id}/seats/${side}`, wish, token),
  view: (id: string, token: string | null) => request<View>("GET", `/api/games/${id}`, undefined, token),
  ask: <T>(id: string, question: unknown, token: string | null, at?: number) =>
    request<T>(
      "POST",
      `/api/games/${id}/ask`,
      at === undefined ? { ask: question } : { ask: question, at },
      token,
    ),
  replay: (id: string, token: string | null, viewer?: string) =>
    request<ReplayIndex>(
      "GET",
      `/api/games/${id}/replay${viewer ? `?viewer=${viewer}` : ""}`,
      undefined,
      token,
    ),
  stretch: (id: string, token: string | null, first: number, last: number, viewer?: string) =>
    request<Stretch>(
      "GET",
      `/api/games/${id}/replay/steps?first=${first}&last=${last}${viewer ? `&viewer=${viewer}` : ""}`,
      undefined,
      token,
    ),
  branch: (id: string, token: string | null, step: number, title: string, seats: Record<string, SeatWish>) =>
    request<Created>("POST", `/api/games/${id}/branch`, { step, title, seats }, token),
  marks: (id: string, token: string | null) =>
    request<{ marks: Mark[] }>("GET", `/api/games/${id}/marks`, undefined, token),
  addMark: (id: string, token: string, mark: { kind: string; n: number; text: string }) =>
    request<{ marks: Mark[] }>("POST", `/api/games/${id}/marks`, mark, token),
  dropMark: (id: string, token: string, mark: number) =>
    request<{ marks: Mark[] }>("DELETE", `/api/games/${id}/marks/${mark}`, undefined, token),
  record: (id: string, token: string | null) =>
    request<string>("GET", `/api/games/${id}/record`, undefined, token),
  picture: (id: string, token: string | null, theme: string, small = false) =>
    request<string>("GET", `/api/games/${id}/picture.svg?theme=${theme}&small=${small}`, undefined, token),
  report: (id: string) => request<Report>("GET", `/api/games/${id}/report`),
  check: (id: string) => request<Proof & { ok: boolean }>("GET", `/api/games/${id}/check`),
};

// --- seats of this browser ------------------------------------------------------------------------

const KEY = "bullrun.seats";
const MADE = "bullrun.made";

function kept<T>(key: string): Record<string, T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, T>;
  } catch {
    return {};
  }
}

const seats = () => kept<Record<string, string>>(KEY);

/** The seats of a game that was made here, and that it was. */
export function keepMade(made: Created): void {
  keepTokens(made.id, made.tokens);
  localStorage.setItem(MADE, JSON.stringify({ ...kept<string>(MADE), [made.id]: made.maker }));
}

/** The secret of who made a game, in the browser where it was made. */
export function makerOf(id: string): string | null {
  return kept<string>(MADE)[id] ?? null;
}

export function keepTokens(id: string, tokens: Record<string, string>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...seats(), [id]: { ...seats()[id], ...tokens } }));
}

export function tokensOf(id: string): Record<string, string> {
  return seats()[id] ?? {};
}

/** The game is gone. */
export function dropTokens(id: string): void {
  for (const key of [KEY, MADE]) {
    const all = kept<unknown>(key);
    delete all[id];
    localStorage.setItem(key, JSON.stringify(all));
  }
}

/** A seat is no longer this browser's. */
export function dropToken(id: string, token: string): void {
  const all = seats();
  for (const [side, mine] of Object.entries(all[id] ?? {})) if (mine === token) delete all[id]![side];
  localStorage.setItem(KEY, JSON.stringify(all));
}

/** Save text as a file of the player's. */
export function download(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
