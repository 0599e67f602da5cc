/** What never changes about a game: its book, the shape of its board, its map, the kit of its art. */

import { api, type Kit } from "./api";
import type { Book, Layout } from "./model";

export interface Table {
  book: Book;
  layout: Layout;
  kit: Kit;
  map: string;
}

const tables = new Map<string, Promise<Table>>();

/** What never changes about a game is fetched once. */
export function loadTable(game: string): Promise<Table> {
  let found = tables.get(game);
  if (!found) {
    found = Promise.all([api.book(game), api.layout(game), api.kit(), api.map(game)]).then(
      ([book, layout, kit, map]) => ({ book, layout, kit, map }),
    );
    tables.set(game, found);
    found.catch(() => tables.delete(game));
  }
  return found;
}
