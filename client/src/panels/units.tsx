import { useState } from "preact/hooks";
import type { Session } from "../session/session";
import { badgeWords } from "../session/stacks";
import { Face, Search, Segments } from "../ui/parts";
import { words } from "../words";

const MOST = 120;

/** Every piece the viewer knows, with filters; and the heaps it only sees from behind. */
export function Units({ session }: { session: Session }) {
  const [text, setText] = useState("");
  const [kind, setKind] = useState<"acting" | "all">("acting");
  const view = session.shown;
  if (!view) return null;
  const able = new Set(session.able());
  const acting = kind === "acting" && able.size > 0;
  const wanted = text.trim().toLowerCase();
  const ids = Object.keys(session.book.pieces).filter((id) => {
    const piece = view.pieces[id];
    if (!piece) return false;
    if (acting && !wanted) return able.has(id);
    const info = session.book.pieces[id]!;
    return !wanted || `${info.name} ${id} ${piece.at} ${info.kind}`.toLowerCase().includes(wanted);
  });
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const piece = view.pieces[id]!;
    const head = session.ground.has(piece.at)
      ? session.sideName(session.book.pieces[id]!.side)
      : `${session.sideName(session.book.pieces[id]!.side)}: ${boxTitle(session, piece.at)}`;
    groups.set(head, [...(groups.get(head) ?? []), id]);
  }
  return (
    <div style="padding:10px 16px 24px">
      <div class="row" style="margin-bottom:8px">
        <Search label={words.units.filter} value={text} onChange={setText} />
        {able.size > 0 && (
          <Segments
            label={words.units.filter}
            value={kind}
            options={[
              ["acting", words.units.acting],
              ["all", words.units.all],
            ]}
            onChange={setKind}
          />
        )}
      </div>
      {!wanted && <OnTable session={session} />}
      {!ids.length && <p class="sm dim">{words.units.none}</p>}
      {[...groups].map(([head, list]) => (
        <section key={head}>
          <h3 class="sm b" style="margin:10px 0 4px">
            {head} <span class="dim">{list.length}</span>
          </h3>
          <div class="pieces">
            {list.slice(0, MOST).map((id) => (
              <UnitRow key={id} session={session} id={id} />
            ))}
          </div>
        </section>
      ))}
      {!acting &&
        view.face_down.map((heap, i) => (
          <p key={i} class="sm mut" style="padding:3px 6px">
            <button type="button" class="lk" onClick={() => session.board?.frameOn([heap.at])}>
              {session.sideName(heap.side)}: {words.units.hidden(heap.count, heap.at)}
            </button>
          </p>
        ))}
    </div>
  );
}

export function boxTitle(session: Session, box: string): string {
  const found = session.view?.display.boxes.find((b) => b.id === box);
  return found?.title ?? box;
}

export function UnitRow({ session, id }: { session: Session; id: string }) {
  const piece = session.shown!.pieces[id]!;
  const info = session.book.pieces[id]!;
  return (
    <button
      type="button"
      class={session.pointing.selected === id ? "on" : ""}
      onClick={() => {
        session.pointing.select(id);
        if (session.ground.has(piece.at)) session.board?.show([piece.at]);
      }}
    >
      <Face body={session.faces.bodies.get(piece.look)} size={34} />
      <span class="grow">
        <b>{info.name}</b>
        <br />
        <span class="meta">
          {info.kind}, {piece.at}
          {badgeWords(session.book, piece)
            .map((said) => `, ${said}`)
            .join("")}
        </span>
      </span>
    </button>
  );
}

/** The figures and words that players keep an eye on. */
export function OnTable({ session }: { session: Session }) {
  const rows = session.shown?.display.rows ?? [];
  if (!rows.length) return null;
  return (
    <section aria-label={words.units.table}>
      <h3 class="sm b" style="margin:8px 0 4px">
        {words.units.table}
      </h3>
      <dl class="facts">
        {rows.map((row) => (
          <>
            <dt key={row.says}>{row.says}</dt>
            <dd>{row.value}</dd>
          </>
        ))}
      </dl>
    </section>
  );
}
