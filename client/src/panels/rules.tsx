import { useMemo, useState } from "preact/hooks";
import type { GameBook, LogLine, Rule } from "../model";
import { Search } from "../ui/parts";
import { words } from "../words";

/** The ledger with a search; one rule opens with where it last mattered. */
export function RuleBook({
  book,
  rule,
  log,
  onOpen,
  onStep,
  current,
}: {
  book: GameBook;
  rule: string | null;
  log: LogLine[];
  onOpen: (rule: string | null) => void;
  onStep?: (n: number) => void;
  current?: string | null;
}) {
  const [text, setText] = useState("");
  const found = useMemo(() => search(book.rules, text), [book, text]);
  const open = rule ? book.rules.find((r) => r.id === rule) : null;
  if (open) {
    const last = log
      .filter((line) => line.rule === open.id)
      .slice(-5)
      .reverse();
    const near = book.rules.filter((r) => r.chapter === open.chapter);
    return (
      <article>
        <button type="button" class="lk sm" onClick={() => onOpen(null)}>
          {words.rules.back}
        </button>
        <p class="xs dim" style="margin-top:10px">
          {open.chapter}
        </p>
        <h3 class="disp" style="font-size:20px;margin:2px 0 6px">
          <span style="color:var(--accent)">§ {open.id}</span> {open.title}
        </h3>
        <p>{open.says}</p>
        <p class="xs dim" style="margin-top:8px">
          {words.rules.source}: {open.source}
        </p>
        {onStep && (
          <>
            <h4 class="sm b" style="margin:14px 0 4px">
              {words.rules.mattered}
            </h4>
            {last.length ? (
              <ul class="log" style="padding:0">
                {last.map((line, i) => (
                  <li key={i}>
                    <button type="button" class="lk" onClick={() => onStep(line.n)}>
                      {words.rules.atStep(line.n)}
                    </button>
                    <span>{line.says}</span>
                  </li>
                ))}
              </ul>
            ) : (
              <p class="sm dim">{words.rules.never}</p>
            )}
          </>
        )}
        <ul class="rulelist" style="margin-top:14px">
          {near.map((r) => (
            <Row key={r.id} rule={r} onOpen={onOpen} />
          ))}
        </ul>
      </article>
    );
  }
  let chapter = "";
  return (
    <div>
      <Search label={words.rules.search} value={text} onChange={setText} />
      {current && !text && (
        <p class="sm" style="margin-top:8px">
          {words.rules.current}:{" "}
          <button type="button" class="lk b" onClick={() => onOpen(current)}>
            § {current}
          </button>
        </p>
      )}
      <p class="xs dim" style="margin:8px 0" role="status">
        {found.length ? words.rules.count(found.length) : words.rules.none}
      </p>
      <ul class="rulelist">
        {found.map((r) => {
          const head = r.chapter !== chapter;
          chapter = r.chapter;
          return (
            <>
              {head && (
                <li class="chap" key={`c${r.chapter}`}>
                  {r.chapter}
                </li>
              )}
              <Row key={r.id} rule={r} onOpen={onOpen} />
            </>
          );
        })}
      </ul>
    </div>
  );
}

function Row({ rule, onOpen }: { rule: Rule; onOpen: (rule: string) => void }) {
  return (
    <li>
      <button type="button" onClick={() => onOpen(rule.id)}>
        <span class="n">{rule.id}</span>
        <span>{rule.title}</span>
      </button>
    </li>
  );
}

/** Numbers by prefix, words anywhere; titles before texts. */
export function search(rules: Rule[], text: string): Rule[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return rules;
  if (/^§?\s*[\do]/.test(wanted) && !/\s\w/.test(wanted.replace(/^§\s*/, ""))) {
    const id = wanted.replace(/^§\s*/, "");
    const byNumber = rules.filter((r) => r.id.toLowerCase().startsWith(id));
    if (byNumber.length) return byNumber;
  }
  const parts = wanted.split(/\s+/);
  const has = (where: string) => parts.every((p) => where.toLowerCase().includes(p));
  const inTitle = rules.filter((r) => has(r.title));
  const inText = rules.filter((r) => !inTitle.includes(r) && has(`${r.title} ${r.says}`));
  return [...inTitle, ...inText];
}
