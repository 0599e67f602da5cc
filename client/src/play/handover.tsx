/** Who sits down: a seat to take, and the screen between two people. */

import { useState } from "preact/hooks";
import { api, keepTokens, makerOf, troubleOf } from "../api";
import type { Book, View } from "../model";
import { Alarm, Link } from "../ui/parts";
import { words } from "../words";

export type Chair = { side: string | null; token: string | null };

/** Two people at one screen, and something hidden. One person who plays both sides sees both anyway. */
export function needsScreen(view: View): boolean {
  return view.hides && !view.outcome && Object.values(view.seats).some((seat) => seat.kind === "hot-seat");
}

export function sideIndex(book: Book, side: string): number {
  return Math.max(
    0,
    book.sides.findIndex((s) => s.id === side),
  );
}

/** Nothing of either side is on the page until the next player says so. */
export function Handover({
  book,
  view,
  side,
  onTake,
}: {
  book: Book;
  view: View;
  side: string;
  onTake: () => void;
}) {
  const seat = view.seats[side]!;
  const other = book.sides.find((s) => s.id !== side);
  return (
    <main class={`handover s${sideIndex(book, side)}`}>
      <h1>{words.handover.pass(seat.name)}</h1>
      <p>
        {words.handover.hidden(other?.name ?? "")} {words.handover.saved}
      </p>
      <button type="button" class="btn lg" ref={(el) => el?.focus()} onClick={onTake}>
        {words.handover.am(seat.name)}
      </button>
    </main>
  );
}

export function TakeSeat({
  id,
  book,
  view,
  onTake,
}: {
  id: string;
  book: Book;
  view: View;
  onTake: (chair: Chair) => void;
}) {
  const [trouble, setTrouble] = useState("");
  const name = (side: string) => book.sides.find((s) => s.id === side)?.name ?? side;
  const people = Object.entries(view.seats).filter(([, seat]) => seat.kind !== "bot");
  const held = people.filter(([, seat]) => !seat.free);
  const maker = makerOf(id);
  const sit = async (side: string) => {
    try {
      const taken = await api.sit(id, side);
      keepTokens(id, { [side]: taken.token });
      onTake({ side, token: taken.token });
    } catch (error) {
      setTrouble(troubleOf(error, words.state.offline));
    }
  };
  const free = async (side: string) => {
    if (!confirm(words.sit.freeSure(name(side)))) return;
    try {
      await api.letGo(id, side, maker!);
      location.reload();
    } catch (error) {
      setTrouble(troubleOf(error, words.state.offline));
    }
  };
  return (
    <main class="sheet">
      <p class="sm mut">
        {book.title}, {view.title}
      </p>
      <h1 class="h1">{words.sit.title}</h1>
      <p class="mut" style="margin:8px 0 16px">
        {words.sit.says}
      </p>
      <div class="row wrap">
        {people
          .filter(([, seat]) => seat.free)
          .map(([side]) => (
            <button type="button" key={side} class="btn pri" onClick={() => void sit(side)}>
              {words.sit.play(name(side))}
            </button>
          ))}
        <button type="button" class="btn" onClick={() => onTake({ side: null, token: null })}>
          {words.sit.watch}
        </button>
        <Link to="/" class="btn">
          {words.menu.lobby}
        </Link>
      </div>
      {held.length > 0 && !view.outcome && (
        <section style="margin-top:20px">
          {held.map(([side, seat]) => (
            <p key={side} class="row wrap">
              <span class="grow">{words.sit.held(name(side), seat.name)}</span>
              {maker && (
                <button type="button" class="btn sm" onClick={() => void free(side)}>
                  {words.sit.free(name(side))}
                </button>
              )}
            </p>
          ))}
          {!maker && (
            <>
              <p class="sm mut" style="margin:10px 0 6px">
                {words.sit.heldSays}
              </p>
              {held.map(([side]) => (
                <p key={side}>
                  <code class="key">{words.sit.command(id, side)}</code>
                </p>
              ))}
            </>
          )}
        </section>
      )}
      <Alarm says={trouble} />
    </main>
  );
}
