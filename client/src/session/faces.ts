/** The drawn counters, fetched once each. */

import { api } from "../api";
import type { TableView } from "../model";
import { settings } from "../settings";
import type { Session } from "./session";

/** By game and style: another seat of the same game finds them here. */
const drawn = new Map<string, Map<string, string>>();

export class Faces {
  readonly bodies: Map<string, string>;
  private readonly asked = new Set<string>();
  private readonly style = settings.values.counters;

  constructor(private readonly session: Session) {
    const key = `${session.book.id}/${this.style}`;
    this.bodies = drawn.get(key) ?? new Map();
    drawn.set(key, this.bodies);
  }

  async fetchFor(view: TableView): Promise<void> {
    const wanted = new Set<string>();
    for (const piece of Object.values(view.pieces)) wanted.add(piece.look);
    for (const heap of view.face_down) wanted.add(heap.look);
    for (const marker of view.markers) wanted.add(marker.look);
    await this.fetch([...wanted]);
  }

  private async fetch(names: string[]): Promise<void> {
    const fresh = names.filter((name) => !this.asked.has(name) && !this.bodies.has(name));
    if (!fresh.length) return;
    for (const name of fresh) this.asked.add(name);
    for (let i = 0; i < fresh.length; i += 400) {
      const found = await api.faces(this.session.book.id, fresh.slice(i, i + 400), this.style);
      for (const [name, body] of Object.entries(found)) this.bodies.set(name, body);
      this.session.board?.sprites.add(found);
    }
    this.session.changed();
  }
}
