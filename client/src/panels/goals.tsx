/** What each side plays for: in the bar at all times, and in full when it is clicked. */

import { useState } from "preact/hooks";
import type { Book, Goal, TableView } from "../model";
import { Chip, Dialog } from "../ui/parts";
import { words } from "../words";

/** How many turns come after the present one. */
export function turnsLeft(view: TableView): number {
  const { turns, turn } = view.display.clock;
  return Math.max(0, turns.length - 1 - turn);
}

/** Who would win if the game ended now: the side, or "" for nobody. */
export function leader(goals: Goal[]): string {
  return goals.find((goal) => goal.wins)?.side ?? "";
}

/** The chief goal of each side in a few words; it opens the whole. */
export function GoalStrip({
  view,
  book,
  onRule,
}: {
  view: TableView;
  book: Book;
  onRule?: (rule: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { goals } = view.display;
  if (!goals.length) return null;
  const chief = book.sides.map((side) => goals.find((goal) => goal.side === side.id));
  const says = book.sides.map((side, i) => words.goals.brief(side.name, chief[i])).join(", ");
  return (
    <>
      <button
        type="button"
        class="goals"
        aria-haspopup="dialog"
        title={words.goals.title}
        onClick={() => setOpen(true)}
      >
        <span class="sr">{words.goals.open(says, turnsLeft(view))}</span>
        {book.sides.map((side, i) => (
          <span key={side.id} aria-hidden="true" class={`chip side${i} ${chief[i]?.wins ? "leads" : ""}`}>
            {chief[i]?.now.replace(/ \D+$/, "") ?? "–"}
          </span>
        ))}
        <span class="sm hide-t" aria-hidden="true">
          {words.goals.left(turnsLeft(view))}
        </span>
      </button>
      {isOpen && (
        <Dialog title={words.goals.title} onClose={() => setOpen(false)}>
          <Goals view={view} book={book} {...(onRule ? { onRule } : {})} />
        </Dialog>
      )}
    </>
  );
}

/** Every goal of every side, and who would win if the game ended now. */
export function Goals({
  view,
  book,
  onRule,
}: {
  view: TableView;
  book: Book;
  onRule?: (rule: string) => void;
}) {
  const { goals } = view.display;
  const ahead = leader(goals);
  return (
    <div class="goal-list">
      {!view.outcome && (
        <p class="b">
          {words.goals.stands(book.sides.find((side) => side.id === ahead)?.name)}{" "}
          {words.goals.left(turnsLeft(view))}.
        </p>
      )}
      {book.sides.map((side, i) => (
        <section key={side.id}>
          <h3>
            <span class={`chip side${i}`}>{side.name}</span>
          </h3>
          <table class="sum">
            <tbody>
              {goals
                .filter((goal) => goal.side === side.id)
                .map((goal) => (
                  <tr key={goal.says}>
                    <td>
                      {goal.says} <Chip rule={goal.rule} {...(onRule ? { onOpen: onRule } : {})} />
                    </td>
                    <td>
                      <b>{goal.now}</b>
                      <span class="sm mut">{goal.needs ? `, ${words.goals.needs(goal.needs)}` : ""}</span>
                      {goal.wins && <span class="sm mut">, {words.goals.enough}</span>}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
