/** The drawn counters, fetched once each. */

import { api } from "../api";
import type { TableView } from "../model";
import { settings } from "../settings";
import type { Session } from "./session";

interface Shelf {
  bodies: Map<string, string>;
  /** What has been asked for and is on its way. */
  coming: Map<string, Promise<void>>;
}

/** By game and style: another seat of the same game finds them here. */
const shelves = new Map<string, Shelf>();

function shelfOf(game: string, style: string): Shelf {
  const key = `${game}/${style}`;
  const shelf = shelves.get(key) ?? { bodies: new Map(), coming: new Map() };
  shelves.set(key, shelf);
  return shelf;
}

function looksOf(view: TableView): string[] {
  const seen = [...Object.values(view.pieces), ...view.face_down, ...view.markers];
  return [...new Set(seen.map((one) => one.look))];
}

async function fetchFaces(game: string, style: string, names: string[]): Promise<void> {
  const { bodies, coming } = shelfOf(game, style);
  const fresh = names.filter((name) => !bodies.has(name) && !coming.has(name));
  for (let i = 0; i < fresh.length; i += 400) {
    const part = fresh.slice(i, i + 400);
    const job = api
      .faces(game, part, style)
      .then((found) => Object.entries(found).forEach(([name, body]) => bodies.set(name, body)))
      .finally(() => part.forEach((name) => coming.delete(name)));
    for (const name of part) coming.set(name, job);
  }
  await Promise.all(new Set(names.map((name) => coming.get(name))));
}

/** What everybody may see is fetched while the page still finds out who sits here. */
export function fetchAhead(view: TableView): void {
  // Whoever sits down asks again.
  fetchFaces(view.game, settings.values.counters, looksOf(view)).catch(() => undefined);
}

export class Faces {
  readonly bodies: Map<string, string>;
  private readonly asked = new Set<string>();
  private readonly style = settings.values.counters;

  constructor(private readonly session: Session) {
    this.bodies = shelfOf(session.book.id, this.style).bodies;
  }

  async fetchFor(view: TableView): Promise<void> {
    const fresh = looksOf(view).filter((name) => !this.asked.has(name));
    if (!fresh.length) return;
    for (const name of fresh) this.asked.add(name);
    await fetchFaces(this.session.book.id, this.style, fresh);
    const found = fresh.flatMap((name) => {
      const body = this.bodies.get(name);
      return body === undefined ? [] : [[name, body] as const];
    });
    this.session.board?.sprites.add(Object.fromEntries(found));
    this.session.changed();
  }
}
