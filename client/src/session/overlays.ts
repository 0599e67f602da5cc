/** The overlay on the map, one at a time. */

import { words } from "../words";
import type { Session } from "./session";
import type { OverlayData, OverlayShown } from "./types";

export class Overlays {
  shown: OverlayShown | null = null;
  data: OverlayData | null = null;

  constructor(private readonly session: Session) {}

  async show(id: string | null, at: string | null = null, side: string | null = null): Promise<void> {
    const info = id ? this.session.book.overlays.find((o) => o.id === id) : null;
    if (!info || (this.shown?.id === id && !this.shown.waiting && !info.from_place && !side)) {
      this.shown = null;
      this.data = null;
      this.session.paint();
      this.session.changed();
      return;
    }
    const place =
      at ??
      (info.from_place
        ? this.session.pointing.selected
          ? this.session.placeOf(this.session.pointing.selected)
          : null
        : null);
    if (info.from_place && !place) {
      this.shown = {
        id: info.id,
        title: info.title,
        says: words.tools.pickPlace,
        at: null,
        side: null,
        waiting: true,
      };
      this.session.changed();
      return;
    }
    const whose = info.sides ? (side ?? this.session.side ?? this.session.book.sides[0]!.id) : null;
    this.shown = {
      id: info.id,
      title: info.title,
      says: info.says ?? "",
      at: place,
      side: whose,
      waiting: false,
    };
    const wanted: Record<string, unknown> = { name: info.id };
    if (whose) wanted.side = whose;
    if (place) wanted.at = place;
    const answer = await this.session.ask<{ overlay: OverlayData }>({ overlay: wanted });
    if (this.shown?.id !== info.id) return;
    this.data = answer?.overlay ?? null;
    if (answer?.overlay?.says) this.shown = { ...this.shown, says: answer.overlay.says };
    this.session.paint();
    this.session.changed();
  }
}
