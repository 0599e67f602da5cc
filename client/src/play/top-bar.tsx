import type { Session } from "../session/session";
import type { Tableful } from "../table";
import { GoalStrip } from "../panels/goals";
import { Icon } from "../ui/icons";
import { Brand, IconButton } from "../ui/parts";
import { words } from "../words";
import type { Chair } from "./handover";

export function GameTop({
  session,
  table,
  chair,
  onMenu,
  onFind,
}: {
  session: Session;
  table: Tableful;
  chair: Chair;
  onMenu: () => void;
  onFind: () => void;
}) {
  const view = session.shown ?? session.view;
  const undo = session.view?.undo;
  const scenario = session.view?.title ?? "";
  const people = Object.values(session.view?.seats ?? {}).filter((s) => s.kind !== "bot");
  const says = chair.side
    ? people.length > 1
      ? people.every((s) => s.kind === "me")
        ? words.board.bothSides(scenario)
        : words.board.hotSeat(scenario)
      : words.board.seat(scenario, session.sideName(chair.side))
    : words.board.watching(scenario);
  const clock = view?.display.clock;
  const turns = clock?.turns.length ?? 0;
  const now = clock?.turn ?? 0;
  const all = clock?.phases ?? [];
  const present = all.findIndex((p) => p.id === view?.phase);
  // A long sequence shows the phases around the present one.
  const from = all.length > 6 ? Math.min(Math.max(0, present - 1), Math.max(0, all.length - 4)) : 0;
  const phases = all.length > 6 ? all.slice(from, from + 4) : all;
  const at = present - from;
  return (
    <header class="top">
      <Brand hide="hide-t" />
      <div class="ttl hide-p">
        <b>{table.book.title}</b>
        <span>{says}</span>
      </div>
      <div class="clock" style="margin-left:auto">
        {turns > 0 && turns <= 40 && (
          <span class="tick hide-t" aria-hidden="true">
            {Array.from({ length: turns }, (_, i) => (
              <i key={i} class={i < now ? "d" : i === now ? "n" : ""} />
            ))}
          </span>
        )}
        <b>{clock?.says}</b>
      </div>
      {view && <GoalStrip view={view} book={table.book} />}
      <ol class="steps" aria-label={words.replay.phase}>
        {phases.length ? (
          phases.map((p, i) => (
            <li
              key={p.id}
              class={i === at ? "on" : i < at ? "done" : ""}
              aria-current={i === at ? "step" : undefined}
            >
              {p.title}
            </li>
          ))
        ) : (
          <li class="on">{view?.phase}</li>
        )}
      </ol>
      <div class="row" style="margin-left:auto">
        {chair.side && (
          <>
            <IconButton icon="search" label={words.tools.find} class="only-phone ghost" onClick={onFind} />
            <IconButton
              icon="undo"
              label={words.undo.undo}
              title={undo?.steps ? `${words.undo.undo} (Ctrl Z)` : undo?.why || words.undo.nothing}
              disabled={!undo?.steps}
              onClick={() => void session.undo()}
            />
            <IconButton
              icon="redo"
              class="hide-p"
              label={words.undo.redo}
              disabled={!undo?.redo}
              onClick={() => void session.redo()}
            />
            <button
              type="button"
              class="btn hide-t"
              aria-disabled={!undo?.steps || undefined}
              title={undo?.steps ? words.undo.resetTitle(undo.steps) : undo?.why}
              onClick={() => undo?.steps && void session.reset()}
            >
              <Icon name="reset" /> {words.undo.reset}
            </button>
          </>
        )}
        <IconButton icon="menu" label={words.menu.label} class="ghost" onClick={onMenu} />
      </div>
    </header>
  );
}
