/** Who sits down: a seat to take, and the screen between two people. */

import { api, keepTokens } from "../api";
import type { Book, View } from "../model";
import { Link } from "../ui/parts";
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
  const people = Object.entries(view.seats).filter(([, seat]) => seat.kind !== "bot");
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
        {people.map(([side]) => (
          <button
            type="button"
            key={side}
            class="btn pri"
            onClick={async () => {
              const taken = await api.sit(id, side);
              keepTokens(id, { [side]: taken.token });
              onTake({ side, token: taken.token });
            }}
          >
            {words.sit.play(book.sides.find((s) => s.id === side)?.name ?? side)}
          </button>
        ))}
        <button type="button" class="btn" onClick={() => onTake({ side: null, token: null })}>
          {words.sit.watch}
        </button>
        <Link to="/" class="btn">
          {words.menu.lobby}
        </Link>
      </div>
    </main>
  );
}
