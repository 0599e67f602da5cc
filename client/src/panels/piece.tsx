import { nice, parseFraction } from "../format";
import type { Session } from "../session/session";
import { markersAt, markerWords } from "../session/stacks";
import { Chip, Face } from "../ui/parts";
import { Icon } from "../ui/icons";
import { tableWords } from "../table-words";
import { words } from "../words";

const HIDDEN = new Set(["at", "look", "badges"]);

/** The selected piece: its face, what is printed on it, its state, its acts. */
export function PieceCard({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const id = session.pointing.selected;
  const piece = id ? session.shown?.pieces[id] : undefined;
  const info = id ? session.book.pieces[id] : undefined;
  if (!id || !piece || !info) return null;
  const acts = session.canAct ? session.options.acts(id) : [];
  return (
    <section class="sec" aria-label={info.name}>
      <div class="unit">
        <Face body={session.faces.bodies.get(piece.look)} size={64} />
        <div class="grow">
          <h2>{info.name}</h2>
          <p class="sm mut">
            {info.kind.charAt(0).toUpperCase() + info.kind.slice(1)}, {session.sideName(info.side)}.{" "}
            {piece.at}
          </p>
          <div class="chips">
            {Object.entries(piece)
              .filter(
                ([key, value]) =>
                  !HIDDEN.has(key) && value !== false && value !== null && !Array.isArray(value),
              )
              .map(([key, value]) => (
                <span key={key} class="chip">
                  {state(key, value)}
                </span>
              ))}
            {markersAt(session.shown!, id).map((marker, i) => (
              <span key={i} class="chip">
                {markerWords(marker)} <Chip rule={marker.rule} onOpen={onRule} />
              </span>
            ))}
          </div>
        </div>
      </div>
      {info.provenance && (
        <p class="xs dim" style="margin-top:6px">
          {words.charts.numbers(info.provenance)}
        </p>
      )}
      {Array.isArray(piece.components) && (
        <p class="sm mut" style="margin-top:8px">
          {(piece.components as string[]).map((c) => session.pieceName(c)).join(", ")}
        </p>
      )}
      {acts.length > 0 && acts.length <= 12 && (
        <div class="acts row wrap" style="margin-top:10px">
          {acts.map((option) => {
            const said = session.optionWords(option);
            return (
              <span key={option.text} class="row">
                <button type="button" class="btn sm" onClick={() => session.commit(option)}>
                  {said.says}
                </button>
                <Chip rule={said.rule} onOpen={onRule} />
              </span>
            );
          })}
        </div>
      )}
    </section>
  );
}

export function state(key: string, value: unknown): string {
  const name = key.replace(/_/g, " ");
  if (value === true) return name;
  return `${name} ${nice(String(value))}`;
}

/** The way to the previewed place, with the terms of its cost. */
export function PathTerms({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const { inHand, preview } = session.pointing;
  if (!inHand || !preview) return null;
  const row = session.pointing.reachRow(inHand, preview);
  if (!row) return null;
  const allowance = session.shown?.pieces[inHand]?.movement_left;
  const merged = merge(row.terms ?? []);
  const total = nice(row.cost);
  return (
    <section class="sec" aria-label={words.board.path(row.path[0] ?? "", preview)}>
      <h3>
        <span class="grow">{words.board.path(row.path[0] ?? "", preview)}</span>
        <span class="num">
          {typeof allowance === "string" ? words.board.of(total, nice(allowance)) : total}
        </span>
      </h3>
      <table class="terms">
        <tbody>
          {merged.map((term, i) => (
            <tr key={i}>
              <td>
                {term.says}
                <span class="dim">{term.at.length ? ` ${term.at.join(", ")}` : ""}</span>
              </td>
              <td class="r">
                <Chip rule={term.rule} onOpen={onRule} />
              </td>
              <td>{nice(term.cost)}</td>
            </tr>
          ))}
          <tr class="sum">
            <td colSpan={2}>{words.board.spent}</td>
            <td>{total}</td>
          </tr>
        </tbody>
      </table>
      {row.sets_off && (
        <p class="note alarm">
          <Icon name="warn" />
          <span>
            <b>{row.sets_off.title}.</b> {row.sets_off.says} {row.sets_off.final && tableWords.warning.final}{" "}
            <Chip rule={row.sets_off.rule} onOpen={onRule} />
          </span>
        </p>
      )}
      {row.stops && !row.sets_off && (
        <p class="note">
          <Icon name="warn" />
          <span>
            <b>{preview}</b>: {words.board.mustStop}
          </span>
        </p>
      )}
    </section>
  );
}

/** Equal terms in a row become one line with all their places. */
export function merge(
  terms: { at?: string; says: string; cost: string; rule?: string }[],
): { at: string[]; says: string; cost: string; rule?: string }[] {
  const lines: { at: string[]; says: string; cost: string; rule?: string; each: string }[] = [];
  for (const term of terms) {
    const last = lines[lines.length - 1];
    if (last && last.says === term.says && last.rule === term.rule && last.each === term.cost) {
      if (term.at) last.at.push(term.at);
      const a = parseFraction(last.cost);
      const b = parseFraction(term.cost);
      if (a && b) last.cost = `${a.n * b.d + b.n * a.d}/${a.d * b.d}`;
    } else
      lines.push({
        at: term.at ? [term.at] : [],
        says: term.says,
        cost: term.cost,
        rule: term.rule,
        each: term.cost,
      });
  }
  return lines;
}
