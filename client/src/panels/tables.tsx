import type { Book } from "../model";
import { Chip } from "../ui/parts";
import { words } from "../words";

export function TableList({ book, onRule }: { book: Book; onRule?: (rule: string) => void }) {
  if (!book.tables.length) return <p class="sm dim">{words.tables.none}</p>;
  return (
    <>
      {book.tables.map((table) => (
        <section key={table.id} style="margin-bottom:18px">
          <h3 class="sm b" style="margin-bottom:5px;display:flex;gap:8px;align-items:center">
            {table.title} <Chip rule={table.rule} onOpen={onRule} />
          </h3>
          <div class="tblwrap" tabIndex={0} role="region" aria-label={table.title}>
            <table class="tbl">
              <thead>
                <tr>
                  {table.head.map((h, i) => (
                    <th key={i} scope="col">
                      {h}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map((row, i) => (
                  <tr key={i}>
                    {row.map((cell, j) =>
                      j ? (
                        <td key={j}>{cell}</td>
                      ) : (
                        <th key={j} scope="row">
                          {cell}
                        </th>
                      ),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
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
