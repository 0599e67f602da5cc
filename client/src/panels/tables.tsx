import type { GameBook } from "../model";
import { Chip, FigureTable } from "../ui/parts";
import { words } from "../words";

export function TableList({ book, onRule }: { book: GameBook; onRule?: (rule: string) => void }) {
  if (!book.tables.length) return <p class="sm dim">{words.tables.none}</p>;
  return (
    <>
      {book.tables.map((table) => (
        <section key={table.id} style="margin-bottom:18px">
          <h3 class="sm b" style="margin-bottom:5px;display:flex;gap:8px;align-items:center">
            {table.title} <Chip rule={table.rule} onOpen={onRule} />
            {table.provenance && <span class="xs dim">{table.provenance}</span>}
          </h3>
          <FigureTable label={table.title} head={table.head} rows={table.rows} />
          {table.note && (
            <p class="xs dim" style="margin-top:4px">
              {table.note}
            </p>
          )}
        </section>
      ))}
    </>
  );
}
