/** The group in hand: who comes and who stays, what to do with it; and the orders over several turns. */

import { nice } from "../format";
import type { Session } from "../session/session";
import { tableWords } from "../table-words";
import { Chip, Face } from "../ui/parts";

const said = tableWords.army;

/** The buttons of a group, under the question. */
export function ArmyButtons({ session }: { session: Session }) {
  const { army } = session;
  const { preview } = session.pointing;
  const coming = preview && !army.isFar ? (army.goals().get(preview)?.length ?? 0) : 0;
  const next = army.bodies(army.pieces[0] ?? "").find((body) => body.pieces.length > army.pieces.length);
  return (
    <div class="acts">
      {preview && coming > 0 && (
        <button
          type="button"
          class="btn pri"
          disabled={!!session.warnings.asked}
          onClick={() => army.go(preview)}
        >
          {said.go(preview, coming, army.pieces.length)}
          {session.warnings.asked ? <span class="off">{tableWords.warning.onMap}</span> : <kbd>↵</kbd>}
        </button>
      )}
      {army.canRepeat && (
        <button type="button" class="btn" onClick={() => army.repeat()}>
          {said.repeat} <kbd>X</kbd>
        </button>
      )}
      {session.book.asks.includes("way") && (
        <button type="button" class="btn" aria-pressed={army.isFar} onClick={() => army.aimFar()}>
          {army.isFar ? said.notFar : said.far} <kbd>Y</kbd>
        </button>
      )}
      {next && (
        <button type="button" class="btn" onClick={() => army.take(next.pieces)}>
          {said.body(next.name, next.pieces.length)} <kbd>I</kbd>
        </button>
      )}
      <button type="button" class="btn" onClick={() => session.pointing.letGo()}>
        {said.letGo} <kbd>Esc</kbd>
      </button>
    </div>
  );
}

/** More than the one piece in hand: its stack, its brigade, its division; and a march over several turns. */
export function Larger({ session, piece }: { session: Session; piece: string }) {
  const { army } = session;
  if (!army.canMarch(piece)) return null;
  const stack = army.at(session.placeOf(piece) ?? "");
  return (
    <>
      {stack.length > 1 && (
        <button type="button" class="btn ghost" onClick={() => army.take(stack)}>
          {said.stack(stack.length)} <kbd>A</kbd>
        </button>
      )}
      {army.bodies(piece).map((body, i) => (
        <button type="button" class="btn ghost" key={body.name} onClick={() => army.take(body.pieces)}>
          {said.body(body.name, body.pieces.length)} {i === 0 && <kbd>I</kbd>}
        </button>
      ))}
      {army.canRepeat && (
        <button type="button" class="btn ghost" onClick={() => army.repeat()}>
          {said.repeat} <kbd>X</kbd>
        </button>
      )}
      {session.book.asks.includes("way") && (
        <button type="button" class="btn ghost" onClick={() => army.aimFar()}>
          {said.far} <kbd>Y</kbd>
        </button>
      )}
    </>
  );
}

/** Who comes, who stays and why; ticks take pieces out of the group and back. */
export function ArmyPanel({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const { army } = session;
  const { preview } = session.pointing;
  if (!army.isOn && !army.fates.size && !army.walking) return null;
  const listed = [...new Set([...army.fates.keys(), ...army.pieces])];
  const goals = preview && !army.isFar ? (army.goals().get(preview) ?? []) : [];
  return (
    <section class="sec" aria-label={said.who}>
      <h3>
        <span class="grow">{said.who}</span>
        <span class="num">
          {army.walking
            ? said.walking(army.walking.done, army.walking.all)
            : preview && !army.isFar
              ? said.count(goals.length, army.pieces.length)
              : said.pieces(army.pieces.length)}
        </span>
        {army.walking && (
          <button type="button" class="btn sm" onClick={() => army.stop()}>
            {said.stop}
          </button>
        )}
      </h3>
      <ul class="who-comes">
        {listed.map((id) => {
          const fate = army.fates.get(id);
          const row = preview ? army.row(id, preview) : null;
          const comes = goals.includes(id);
          const piece = session.shown?.pieces[id];
          const does = comes ? "comes" : (fate?.does ?? (preview && army.isOn ? "stays" : null));
          const all = piece?.movement_left;
          return (
            <li key={id}>
              <label class="row">
                <input
                  type="checkbox"
                  checked={army.pieces.includes(id)}
                  disabled={!army.canMarch(id)}
                  onChange={() => army.toggle(id)}
                />
                <Face body={session.faces.bodies.get(piece?.look ?? "")} size={30} />
                <span class="grow">
                  <b>{session.pieceName(id)}</b>
                  <span class="sub">
                    {comes && row
                      ? typeof all === "string"
                        ? `${nice(row.cost)} / ${nice(all)}`
                        : nice(row.cost)
                      : fate?.says}
                    {!comes && fate?.rule && <Chip rule={fate.rule} onOpen={onRule} />}
                  </span>
                </span>
              </label>
              {does && <span class={`fate ${does}`}>{said[does]}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Marches over several turns: seen at all times, stopped with a click. */
export function Orders({ session }: { session: Session }) {
  const { army } = session;
  if (!army.orders.length) return null;
  const ready = army.ready();
  return (
    <section class="sec" aria-label={said.orders}>
      <h3>
        <span class="grow">{said.orders}</span>
        {ready.length > 0 && (
          <button
            type="button"
            class="btn sm pri"
            disabled={!!army.walking}
            onClick={() => void army.carryOutAll()}
          >
            {said.allOn(ready.length)} {!session.pointing.selected && <kbd>Y</kbd>}
          </button>
        )}
      </h3>
      <ul class="who-comes">
        {army.orders.map((order, i) => (
          <li key={i}>
            <span class="grow">
              <b>
                {said.order(
                  order.pieces.length === 1
                    ? session.pieceName(order.pieces[0]!)
                    : said.pieces(order.pieces.length),
                  session.placeTitle(order.to),
                )}
              </b>
              <span class="sub">{order.halted || said.left(order.left)}</span>
            </span>
            <button type="button" class="btn sm" onClick={() => army.stopOrder(order)}>
              {said.stop}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
