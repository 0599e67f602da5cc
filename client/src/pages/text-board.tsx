import { useState } from "preact/hooks";
import { CombatPanel } from "../panels/combat";
import { withoutEmptyParts } from "../panels/log";
import { buttonsOf, Question } from "../panels/question";
import { PlaybackBar } from "../play/playback-bar";
import type { Session } from "../session/session";
import { command, describeOption, describePiece, occupants, type Said } from "../text";
import { Link } from "../ui/parts";
import { words } from "../words";

/** The whole game as headings, lists and real buttons. */
export function TextBoard({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const [line, setLine] = useState("");
  const [said, setSaid] = useState<Said | null>(null);
  const view = session.shown;
  if (!view) return null;
  const able = session.ableOwn();
  const mine = Object.keys(view.pieces).filter((id) => session.book.pieces[id]!.side === session.side);
  const places = new Set<string>();
  for (const piece of Object.values(view.pieces)) places.add(piece.at);
  for (const heap of view.face_down) places.add(heap.at);
  const theirs = [...places].filter((p) => occupants(session, p).some((o) => o.side !== session.side)).sort();
  const acts = session.pointing.selected ? session.options.of(session.pointing.selected) : [];
  return (
    <main class="textboard" id="question-text">
      <p>
        <Link to={`/g/${session.id}`} class="btn">
          {words.text.back}
        </Link>
      </p>
      {session.playback.queue.length > 0 && <PlaybackBar session={session} />}
      <section aria-label={words.text.ask}>
        <Question session={session} onRule={onRule} />
        <CombatPanel session={session} onRule={onRule} />
      </section>
      <section aria-label={words.text.command}>
        <form
          class="row"
          onSubmit={async (e) => {
            e.preventDefault();
            setSaid(await command(session, line));
            setLine("");
          }}
        >
          <label class="field grow">
            <span>{words.text.command}</span>
            <input
              class="search"
              value={line}
              onInput={(e) => setLine(e.currentTarget.value)}
              aria-describedby="command-hint"
            />
          </label>
          <button type="submit" class="btn pri" style="align-self:end">
            {words.text.run}
          </button>
        </form>
        <p class="xs dim" id="command-hint">
          {words.text.commandHint}
        </p>
        <div role="log" aria-live="polite">
          {said?.lines.map((l, i) => (
            <p key={i}>{l}</p>
          ))}
          {said?.choose && (
            <div class="btns">
              {said.choose.map((c) => (
                <button
                  type="button"
                  class="btn"
                  key={c.text}
                  onClick={() => session.commit(session.options.texts.get(c.text)!)}
                >
                  {c.says}
                </button>
              ))}
            </div>
          )}
        </div>
      </section>
      {session.isMine && (
        <section aria-labelledby="t-can">
          <h2 id="t-can">{words.text.can}</h2>
          {!able.length && !buttonsOf(session).length && <p class="dim">{words.text.none}</p>}
          <ul class="plain">
            {able.map((id) => (
              <li key={id}>
                <button
                  type="button"
                  class="lk"
                  aria-expanded={session.pointing.selected === id}
                  onClick={() => session.pointing.select(session.pointing.selected === id ? null : id)}
                >
                  {describePiece(session, id)}, {session.placeOf(id) || words.board.offMap.toLowerCase()}
                </button>
                {session.pointing.selected === id && (
                  <div class="btns" style="margin:6px 0" aria-label={words.text.acts(session.pieceName(id))}>
                    {acts.map((o) => (
                      <button type="button" class="btn" key={o.text} onClick={() => session.commit(o)}>
                        {describeOption(session, o.text)}
                      </button>
                    ))}
                  </div>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="t-mine">
        <h2 id="t-mine">{words.text.mine}</h2>
        <ul class="plain">
          {mine.map((id) => (
            <li key={id}>
              {describePiece(session, id)}, {view.pieces[id]!.at || words.board.offMap.toLowerCase()}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="t-theirs">
        <h2 id="t-theirs">{words.text.theirs}</h2>
        <ul class="plain">
          {theirs.map((place) => (
            <li key={place}>
              {place}:{" "}
              {occupants(session, place)
                .filter((o) => o.side !== session.side)
                .map((o) =>
                  [
                    ...o.known.map((id) => describePiece(session, id)),
                    ...(o.hidden ? [words.board.unknowns(o.hidden)] : []),
                  ].join("; "),
                )
                .join("; ")}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="t-log">
        <h2 id="t-log">{words.tabs.log}</h2>
        <ul class="plain">
          {withoutEmptyParts(session.log)
            .slice(-30)
            .reverse()
            .map((l, i) => (
              <li key={i}>
                {l.says} {l.rule && `§ ${l.rule}`}
              </li>
            ))}
        </ul>
      </section>
    </main>
  );
}
