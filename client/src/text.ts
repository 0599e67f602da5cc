/** One renderer for everything that is read aloud or read as text. */

import { nice, spoken } from "./format";
import { compass } from "./geometry";
import type { Session } from "./session/session";
import { badgeWords, markersAt, markerWords } from "./session/stacks";
import { words } from "./words";

/** "4 Ala, infantry, 2-3-4, moved" */
export function describePiece(session: Session, id: string): string {
  const info = session.book.pieces[id];
  const piece = session.shown?.pieces[id];
  if (!info) return words.board.unknown;
  const factors = typeof piece?.factors === "string" ? piece.factors.replace(/-/g, " ") : "";
  const marks = session.shown ? markersAt(session.shown, id).map(markerWords) : [];
  return [info.name, info.kind, factors, ...badgeWords(session.book, piece), ...marks]
    .filter(Boolean)
    .join(", ");
}

export interface Occupants {
  side: string;
  known: string[];
  hidden: number;
}

export function occupants(session: Session, place: string): Occupants[] {
  const found = new Map<string, Occupants>();
  const of = (side: string) => {
    let here = found.get(side);
    if (!here) found.set(side, (here = { side, known: [], hidden: 0 }));
    return here;
  };
  for (const [id, piece] of Object.entries(session.shown?.pieces ?? {}))
    if (piece.at === place) of(session.book.pieces[id]!.side).known.push(id);
  for (const heap of session.shown?.face_down ?? [])
    if (heap.at === place) of(heap.side).hidden += heap.count;
  return [...found.values()];
}

/** "3 Red: 4 Ala, infantry, 2 3 4; ..." or "empty". */
export function describeOccupants(session: Session, place: string, full = true): string {
  const heaps = occupants(session, place);
  const markers = session.shown ? markersAt(session.shown, place).map(markerWords) : [];
  const parts = heaps.map((heap) => {
    const names = heap.known.map((id) => (full ? describePiece(session, id) : session.pieceName(id)));
    if (heap.hidden) names.push(words.board.unknowns(heap.hidden));
    const count = heap.known.length + heap.hidden;
    return full ? `${count} ${session.sideName(heap.side)}: ${names.join("; ")}` : names.join(", ");
  });
  return [...markers, ...(parts.length ? parts : [words.board.empty])].join(". ");
}

/** What the cursor reads: place, who is there, what it means for the selected piece. */
export function describePlace(session: Session, place: string, facts: string[] = []): string {
  const parts = [session.placeTitle(place), ...facts, describeOccupants(session, place)];
  const { inHand } = session.pointing;
  if (inHand && session.options.to(inHand, place).length) {
    const row = session.pointing.reachRow(inHand, place);
    parts.push(
      row
        ? `reach, ${words.board.cost(spoken(row.cost))}${row.stops ? `, ${words.board.mustStop}` : ""}`
        : "reach",
    );
  } else if (session.options.onPlace(place).length) parts.push(words.legend.target);
  return `${parts.join(". ")}.`;
}

/** "North V12, Sherman and 1 Mich. North-east W13, empty." */
export function describeNeighbours(session: Session, place: string): string {
  return session.ground
    .neighbours(place)
    .map(
      ({ place: p, bearing }) =>
        `${compass(bearing)} ${session.placeTitle(p.name)}, ${describeOccupants(session, p.name, false)}`,
    )
    .map((s) => s.charAt(0).toUpperCase() + s.slice(1))
    .join(". ");
}

/** Find pieces and places by name; best first. */
export interface Found {
  piece?: string;
  place?: string;
  says: string;
}

export function find(session: Session, text: string): Found[] {
  const wanted = fold(text);
  if (!wanted) return [];
  const scored: { found: Found; score: number }[] = [];
  for (const place of session.ground.places) {
    const score = Math.max(
      match(fold(place.name), wanted),
      match(fold(session.book.labels[place.name] ?? ""), wanted),
    );
    if (score)
      scored.push({
        found: {
          place: place.name,
          says: `${session.placeTitle(place.name)}, ${describeOccupants(session, place.name, false)}`,
        },
        score: score + 1,
      });
  }
  for (const [id, info] of Object.entries(session.book.pieces)) {
    const piece = session.shown?.pieces[id];
    if (!piece) continue;
    const score = Math.max(match(fold(info.name), wanted), match(fold(id), wanted) - 1);
    if (score > 0)
      scored.push({
        found: { piece: id, place: piece.at, says: `${info.name}, ${info.kind}, ${piece.at}` },
        score,
      });
  }
  scored.sort((a, b) => b.score - a.score || a.found.says.length - b.found.says.length);
  return scored.slice(0, 12).map((s) => s.found);
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9 ]/g, "")
    .trim();
}

function match(name: string, wanted: string): number {
  if (name === wanted) return 10;
  if (name.startsWith(wanted)) return 7;
  if (name.split(" ").some((w) => w.startsWith(wanted))) return 5;
  return name.includes(wanted) && wanted.length > 1 ? 3 : 0;
}

/** The nearest names to a mistyped one, by edit distance. */
export function nearest(session: Session, text: string): string {
  const wanted = fold(text);
  let best = "";
  let least = 4;
  const tryName = (name: string) => {
    const d = distance(fold(name), wanted);
    if (d < least) {
      least = d;
      best = name;
    }
  };
  for (const [id, info] of Object.entries(session.book.pieces))
    if (session.shown?.pieces[id]) tryName(info.name);
  for (const place of session.ground.places) tryName(place.name);
  for (const label of Object.values(session.book.labels)) tryName(label);
  return best;
}

export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}

// --- the command line of the text board -----------------------------------------------------------

export interface Said {
  lines: string[];
  choose?: { text: string; says: string }[];
}

/** Short words: "i1us u12", "why i1us u13", "near v13", "mine", "can", "log 5", "ask". */
export async function command(session: Session, text: string): Promise<Said> {
  const parts = text.trim().split(/\s+/);
  const first = (parts[0] ?? "").toLowerCase();
  if (first === "ask" || first === "")
    return {
      lines: [
        session.view?.decision?.question ??
          words.board.waiting(session.sideName(session.view?.decision?.owner ?? "")),
      ],
    };
  if (first === "mine")
    return { lines: own(session).map((id) => `${describePiece(session, id)}, ${session.placeOf(id)}`) };
  if (first === "can")
    return {
      lines: session.ableOwn().map((id) => `${describePiece(session, id)}, ${session.placeOf(id) ?? ""}`),
    };
  if (first === "log") return { lines: session.log.slice(-(Number(parts[1]) || 5)).map((l) => l.says) };
  if (first === "near") {
    const place = placeNamed(session, parts.slice(1).join(" "));
    if (!place) return { lines: [words.text.noPlace(parts.slice(1).join(" "))] };
    return { lines: [describePlace(session, place), describeNeighbours(session, place)] };
  }
  if (first === "why") {
    const pair = pieceAndPlace(session, parts.slice(1));
    if (!pair.piece && !pair.place) return { lines: [words.text.notUnderstood(text)] };
    await session.pointing.askWhy(pair.piece, pair.place);
    const refusal = session.pointing.why?.refusal;
    return {
      lines: [
        refusal
          ? `${refusal.possible ? "" : `${words.why.title}: `}${refusal.says}${refusal.rule ? ` ${words.rule(refusal.rule)}.` : ""}`
          : words.why.nothing,
      ],
    };
  }
  const exact = session.options.texts.get(text.trim());
  const rest = first === "do" ? parts.slice(1) : parts;
  const ways = exact ? [exact] : matching(session, rest);
  if (ways.length === 1) {
    const says = session.optionWords(ways[0]!).says;
    session.commit(ways[0]!, true);
    return { lines: [says] };
  }
  if (ways.length > 1 && ways.length <= 40)
    return {
      lines: [words.text.many(ways.length)],
      choose: ways.map((o) => ({ text: o.text, says: session.optionWords(o).says })),
    };
  const pair = pieceAndPlace(session, rest);
  if (pair.piece && pair.place) return command(session, `why ${rest.join(" ")}`);
  if (pair.piece)
    return {
      lines: [
        `${describePiece(session, pair.piece)}, ${session.placeOf(pair.piece) ?? ""}`,
        ...session.options
          .of(pair.piece)
          .slice(0, 30)
          .map((o) => session.optionWords(o).says),
      ],
    };
  if (pair.place) return { lines: [describePlace(session, pair.place)] };
  return { lines: [words.text.notUnderstood(text)] };
}

function own(session: Session): string[] {
  return Object.keys(session.shown?.pieces ?? {}).filter(
    (id) => session.book.pieces[id]!.side === session.side,
  );
}

/** Options that fit a piece, a place, or the words of a button. */
function matching(session: Session, parts: string[]) {
  const pair = pieceAndPlace(session, parts);
  if (pair.piece && pair.place) return session.options.to(pair.piece, pair.place);
  const text = fold(parts.join(" "));
  return session.options.all.filter(
    (o) =>
      !o.place && (fold(session.optionWords(o).says) === text || fold(o.text.replace(/-/g, " ")) === text),
  );
}

function placeNamed(session: Session, text: string): string | null {
  const wanted = fold(text);
  const exact = session.ground.places.find(
    (p) => fold(p.name) === wanted || fold(session.book.labels[p.name] ?? "") === wanted,
  );
  return exact?.name ?? null;
}

export function pieceNamed(session: Session, text: string): string | null {
  const wanted = fold(text).replace(/ /g, "");
  if (!wanted) return null;
  const all = Object.entries(session.book.pieces).filter(([id]) => session.shown?.pieces[id]);
  const fits = (test: (name: string) => boolean) =>
    all.filter(([id, info]) => test(fold(info.name).replace(/ /g, "")) || test(fold(id).replace(/ /g, "")));
  const exact = fits((name) => name === wanted);
  const found = exact.length ? exact : fits((name) => name.startsWith(wanted));
  const mine = found.filter(([, info]) => info.side === session.side);
  return (mine[0] ?? found[0])?.[0] ?? null;
}

/** The longest split of words into a piece and a place, either of which may be missing. */
function pieceAndPlace(session: Session, parts: string[]): { piece: string | null; place: string | null } {
  for (let i = parts.length; i >= 0; i--) {
    const piece = pieceNamed(session, parts.slice(0, i).join(" "));
    const place = placeNamed(session, parts.slice(i).join(" "));
    if (piece && place) return { piece, place };
  }
  const place = placeNamed(session, parts.join(" "));
  return { piece: place ? null : pieceNamed(session, parts.join(" ")), place };
}

export function describeOption(session: Session, text: string): string {
  const option = session.options.texts.get(text);
  if (!option) return text;
  const row =
    option.place && option.pieces[0] ? session.pointing.reachRow(option.pieces[0], option.place) : null;
  const said = session.optionWords(option).says;
  return row ? `${said}, ${nice(row.cost)}${row.stops ? `, ${words.board.mustStop}` : ""}` : said;
}
