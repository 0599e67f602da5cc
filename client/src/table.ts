/** What never changes about a game: its book, the shape of its board, its map, the kit of its art. */

import { api, type Kit } from "./api";
import { drawingsOf, type Drawings } from "./board/drawings";
import type { Book, Layout } from "./model";
import { settings } from "./settings";

export interface Table {
  book: Book;
  layout: Layout;
  kit: Kit;
  map: string;
}

const LAST = "bullrun.table";
const tables = new Map<string, Promise<Table>>();
let kit: Promise<Kit> | null = null;

/** What all games' pictures share is fetched once. */
export function loadKit(): Promise<Kit> {
  if (!kit) {
    kit = api.kit();
    kit.catch(() => (kit = null));
  }
  return kit;
}

/** What never changes about a game is fetched once. */
export function loadTable(game: string): Promise<Table> {
  let found = tables.get(game);
  if (!found) {
    found = Promise.all([api.book(game), api.layout(game), loadKit(), api.map(game)]).then(
      ([book, layout, kit, map]) => ({ book, layout, kit, map }),
    );
    tables.set(game, found);
    localStorage.setItem(LAST, game);
    found.catch(() => tables.delete(game));
  }
  return found;
}

/** Most visits open the game that was open last: its table is fetched before anything else is known. */
export function loadLastTable(): void {
  const game = localStorage.getItem(LAST);
  if (game) loadTable(game).then(drawingsFor, () => localStorage.removeItem(LAST));
}

/** The drawings of a table; what takes longest, the map, begins at once. */
export function drawingsFor(table: Table): Drawings {
  const sketch = (theme: string) => api.pictureOf(table.book.id, theme);
  const drawings = drawingsOf(table.layout, table.map, table.kit, settings.values.counters, sketch);
  drawings.tiles.setTheme(settings.isNight ? "night" : "paper");
  return drawings;
}
