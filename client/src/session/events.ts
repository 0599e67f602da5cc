/** Where an event happened and what was rolled, read from its facts. */

import type { Tag } from "../board/state";
import type { Ground } from "../geometry";
import type { LogLine, TableView } from "../model";

const PLACE_FACTS = ["at", "to", "place", "where", "hex", "zone", "zones", "target"];

/** Where an event happened, if its facts or its pieces tell. */
export function placeOfEvent(event: LogLine, view: TableView, ground: Ground): string | null {
  const facts = event.facts ?? {};
  for (const key of PLACE_FACTS) {
    const value = facts[key];
    if (typeof value === "string" && ground.has(value)) return value;
    if (Array.isArray(value) && typeof value[0] === "string" && ground.has(value[0])) return value[0];
  }
  for (const key of ["piece", "defenders", "pieces", "attackers"]) {
    const value = facts[key];
    const id = Array.isArray(value) ? value[0] : value;
    const at = typeof id === "string" ? view.pieces[id]?.at : undefined;
    if (at && ground.has(at)) return at;
  }
  return null;
}

/** The dice of an event, one after the other. */
export function diceOf(event: LogLine): number[] {
  const found = event.facts?.die ?? event.facts?.dice;
  return (Array.isArray(found) ? found : [found]).filter((pips) => typeof pips === "number");
}

/** What the map shows of the dice of one step: at each place all that were rolled there, throw by throw. */
export function diceTags(events: LogLine[], view: TableView, ground: Ground): Map<string, Tag> {
  const tags = new Map<string, Tag>();
  for (const event of events) {
    const dice = diceOf(event);
    const at = dice.length ? placeOfEvent(event, view, ground) : null;
    if (!at) continue;
    const before = tags.get(at)?.text;
    tags.set(at, { text: `${before ? `${before} · ` : "⚄ "}${dice.join(" ")}`, tone: "dice" });
  }
  return tags;
}
