/** What never changes about a game on one of its boards: its book, the board's shape and map, the kit of its art. */

import { api, type Kit } from "./api";
import { drawingsOf, type Drawings } from "./board/drawings";
import type { Book, GameBook, Layout, View } from "./model";
import { settings } from "./settings";

export interface Tableful {
  board: string; // its name
  book: Book;
  layout: Layout;
  kit: Kit;
  map: string;
}

const LAST = "bullrun.table";
const books = new Map<string, Promise<GameBook>>();
const tables = new Map<string, Promise<Tableful>>();
let kit: Promise<Kit> | null = null;

/** What all games' pictures share is fetched once. */
export function loadKit(): Promise<Kit> {
  if (!kit) {
    kit = api.kit();
    kit.catch(() => (kit = null));
  }
  return kit;
}

/** A book as it reads on one of the boards. */
export function onBoard(book: GameBook, board: string): Book {
  const { kind = "", labels = {} } = book.boards[board] ?? {};
  return { ...book, boardKind: kind, labels };
}

/** A game's book is fetched once, whatever the board. */
function loadBook(game: string): Promise<GameBook> {
  let found = books.get(game);
  if (!found) {
    found = api.book(game);
    books.set(game, found);
    found.catch(() => books.delete(game));
  }
  return found;
}

/** What never changes about a game is fetched once. */
export function loadTable(game: string, board: string): Promise<Tableful> {
  const name = `${game} ${board}`;
  let found = tables.get(name);
  if (!found) {
    found = Promise.all([loadBook(game), api.layout(game, board), loadKit(), api.map(game, board)]).then(
      ([book, layout, kit, map]) => ({ board, book: onBoard(book, board), layout, kit, map }),
    );
    tables.set(name, found);
    localStorage.setItem(LAST, name);
    found.catch(() => tables.delete(name));
  }
  return found;
}

/** The table of a game that is played with an owner's charts: its tables and counters are those in force. */
export async function tableOf(view: View): Promise<Tableful> {
  const table = await loadTable(view.game, view.board);
  if (!view.charts) return table;
  const { tables, pieces } = await api.chartsOf(view.id);
  return { ...table, book: { ...table.book, tables, pieces: { ...table.book.pieces, ...pieces } } };
}

/** Most visits open the game that was open last: its table is fetched before anything else is known. */
export function loadLastTable(): void {
  const [game, board] = (localStorage.getItem(LAST) ?? "").split(" ");
  if (game && board) loadTable(game, board).then(drawingsFor, () => localStorage.removeItem(LAST));
}

/** The drawings of a table; what takes longest, the map, begins at once. */
export function drawingsFor(table: Tableful): Drawings {
  const sketch = (theme: string) => api.pictureOf(table.book.id, table.board, theme);
  const drawings = drawingsOf(table.layout, table.map, table.kit, settings.values.counters, sketch);
  drawings.tiles.setTheme(settings.isNight ? "night" : "paper");
  return drawings;
}
