import { useEffect, useState } from "preact/hooks";
import { api, type Library as Lib } from "../api";
import { botWords } from "../bot-words";
import type { GameBook } from "../model";
import { RuleBook } from "../panels/rules";
import { TableList } from "../panels/tables";
import { go } from "../router";
import { Alarm, Link, TopBar } from "../ui/parts";
import { words } from "../words";

export function Library({ game, rule }: { game?: string; rule?: string }) {
  const [library, setLibrary] = useState<Lib | null>(null);
  const [book, setBook] = useState<GameBook | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    api.library().then(setLibrary, (e: Error) => setTrouble(e.message || words.state.offline));
  }, []);
  const id = game ?? library?.games[0]?.id;
  useEffect(() => {
    if (id) api.book(id).then(setBook, (e: Error) => setTrouble(e.message || words.state.offline));
  }, [id]);
  return (
    <>
      <TopBar at="library" />
      <main class="page">
        <h1 class="h1" style="margin-bottom:14px">
          {words.library.title}
        </h1>
        <Alarm says={trouble} />
        <nav class="row wrap" aria-label={words.library.title} style="margin-bottom:16px">
          {library?.games.map((g) => (
            <Link
              key={g.id}
              to={`/library/${g.id}`}
              class={g.id === id ? "btn pri" : "btn"}
              current={g.id === id}
            >
              {g.title}
            </Link>
          ))}
          <Link to="/review" class="btn end">
            {botWords.review.file}
          </Link>
        </nav>
        {book && book.id === id && (
          <div class="cols even">
            <section class="card" style="padding:16px 18px" aria-label={words.library.rules}>
              <RuleBook
                book={book}
                rule={rule ?? null}
                log={[]}
                onOpen={(r) => go(`/library/${book.id}${r ? `/${encodeURIComponent(r)}` : ""}`)}
              />
            </section>
            <aside>
              <section class="card" style="padding:16px 18px" aria-label={words.library.tables}>
                <h2 class="h2">{words.library.tables}</h2>
                <TableList book={book} />
              </section>
              <p class="xs dim" style="margin-top:12px">
                {book.credits}
              </p>
            </aside>
          </div>
        )}
      </main>
    </>
  );
}
