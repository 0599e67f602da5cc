/** Where an event happened and what was rolled, as the game declares it. */

import type { Tag } from "../board/state";
import type { Ground } from "../geometry";
import type { LogLine, TableView } from "../model";

/** Where an event happened: at its place, else where its pieces are. */
export function placeOfEvent(event: LogLine, view: TableView, ground: Pick<Ground, "has">): string | null {
  const { places = [], pieces = [] } = event.shows ?? {};
  const at = [...places, ...pieces.map((id) => view.pieces[id]?.at ?? "")];
  return at.find((place) => ground.has(place)) ?? null;
}

/** What the map shows of the dice of one step: at each place all that were rolled there, throw by throw. */
export function diceTags(events: LogLine[], view: TableView, ground: Pick<Ground, "has">): Map<string, Tag> {
  const tags = new Map<string, Tag>();
  for (const event of events) {
    const { dice } = event.shows ?? {};
    const at = dice ? placeOfEvent(event, view, ground) : null;
    if (!dice || !at) continue;
    const before = tags.get(at)?.text;
    tags.set(at, { text: `${before ? `${before} · ` : "⚄ "}${dice.join(" ")}`, tone: "dice" });
  }
  return tags;
}
