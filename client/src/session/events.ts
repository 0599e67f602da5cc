/** Where an event happened and what was rolled, read from its facts. */

import type { Ground } from "../geometry";
import type { LogLine, TableView } from "../model";

const PLACE_FACTS = ["at", "to", "place", "where", "hex", "zone", "target"];

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

/** The dice of an event, if its facts tell. */
export function rollOf(event: LogLine): string | null {
  const facts = event.facts ?? {};
  for (const key of ["roll", "rolled", "die", "dice", "rolls", "pips"]) {
    const value = facts[key];
    if (typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value))) return `⚄ ${value}`;
    if (Array.isArray(value) && value.every((v) => typeof v === "number")) return `⚄ ${value.join(" ")}`;
  }
  return null;
}
