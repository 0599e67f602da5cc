/** What lies beside the map: tracks, boxes and cups. Pieces there are taken up, dragged and chosen as on the map. */

import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Box, Display, Marker } from "../model";
import { click, drop, setPreview } from "../session/grammar";
import type { Session } from "../session/session";
import { counterOf, markersAt, markerWords } from "../session/stacks";
import { settings } from "../settings";
import { useStore } from "../store";
import { describePiece } from "../text";
import { Icon } from "../ui/icons";
import { Chip, Face } from "../ui/parts";
import { words } from "../words";

/** Farther than this a press becomes a drag. */
const SLACK = 6;

/** A box and what lies in it, what can act first. */
interface Filled {
  box: Box;
  pieces: string[];
  heaps: { side: string; count: number; look: string }[];
  markers: Marker[];
  count: number;
  acts: boolean; // a piece in it can act, or it is an answer itself
}

function filled(session: Session, box: Box): Filled {
  const view = session.shown!;
  const { byPiece, byPlace } = session.options;
  const here = Object.keys(session.book.pieces).filter((id) => view.pieces[id]?.at === box.id);
  const able = session.canAct ? here.filter((id) => byPiece.has(id)) : [];
  const heaps = view.face_down.filter((heap) => heap.at === box.id);
  return {
    box,
    pieces: [...able, ...here.filter((id) => !able.includes(id))],
    heaps,
    markers: markersAt(view, box.id),
    count: here.length + heaps.reduce((sum, heap) => sum + heap.count, 0),
    acts: able.length > 0 || (session.canAct && byPlace.has(box.id)),
  };
}

/** Cups and boxes of a row always show, others when there is something in them or to be done with them; those first. */
function boxesOf(session: Session): Filled[] {
  return session
    .shown!.display.boxes.map((box) => filled(session, box))
    .filter(({ box, count, markers, acts }) => box.is_cup || box.row || count || markers.length || acts)
    .sort((a, b) => Number(b.acts) - Number(a.acts));
}

/** The place of the map or the box beside it under a point of the window. */
export function placeUnder(session: Session, x: number, y: number): string | null {
  const found = document.elementFromPoint(x, y);
  const box = found?.closest<HTMLElement>("[data-box]")?.dataset.box;
  if (box) return box;
  return found?.closest("#map") ? (session.board?.placeAt(x, y)?.name ?? null) : null;
}

export function Tray({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const { values } = useStore(settings);
  const { ghost, ...carrying } = useCarrying(session);
  if (!session.shown) return null;
  const { tracks } = session.shown.display;
  const boxes = boxesOf(session);
  if (!tracks.length && !boxes.length) return null;
  const matters = tracks.length > 0 || boxes.some(({ box, acts }) => box.is_cup || acts);
  const isOpen = values.tray === "open" || (values.tray === "auto" && matters);
  const ofBox = new Set(boxes.map(({ box }) => box.id));
  const last = tracks.filter(({ beside }) => !beside || !ofBox.has(beside));
  const summary = boxes.map(({ box, count }) => words.tray.holds(box.title, count));
  return (
    <section class={`tray ${isOpen ? "" : "shut"}`} aria-label={words.tray.title}>
      <button
        type="button"
        class="tray-fold"
        aria-expanded={isOpen}
        title={words.tray.fold}
        onClick={() => settings.set({ tray: isOpen ? "shut" : matters ? "auto" : "open" })}
      >
        <Icon name={isOpen ? "chevronDown" : "chevronUp"} />
        <span class={isOpen ? "sr" : ""}>
          {isOpen ? words.tray.title : [...tracks.map((t) => t.title), ...summary].join(" · ")}
        </span>
        {!isOpen && boxes.some(({ acts }) => acts) && <b class="chip">{words.tray.acts}</b>}
      </button>
      {isOpen && (
        <div class="tray-in">
          {rowsOf(boxes).map((row) => (
            <Fragment key={row[0]!.box.id}>
              {row[0]!.box.row ? (
                <RowView session={session} row={row} carrying={carrying} onRule={onRule} />
              ) : (
                <BoxView session={session} filled={row[0]!} carrying={carrying} onRule={onRule} />
              )}
              {tracks
                .filter(({ beside }) => row.some(({ box }) => box.id === beside))
                .map((track) => (
                  <TrackView key={track.id} session={session} track={track} onRule={onRule} />
                ))}
            </Fragment>
          ))}
          {last.map((track) => (
            <TrackView key={track.id} session={session} track={track} onRule={onRule} />
          ))}
        </div>
      )}
      {ghost && (
        <div class="tray-ghost" style={`left:${ghost.x}px;top:${ghost.y}px`} aria-hidden="true">
          <Face body={session.faces.bodies.get(ghost.look)} size={48} />
        </div>
      )}
    </section>
  );
}

/** Boxes of one row together, the others each by itself. */
function rowsOf(boxes: Filled[]): Filled[][] {
  const found: Filled[][] = [];
  for (const one of boxes) {
    const row = one.box.row && found.find(([first]) => first!.box.row === one.box.row);
    if (row) row.push(one);
    else found.push([one]);
  }
  return found;
}

function RowView({
  session,
  row,
  carrying,
  onRule,
}: {
  session: Session;
  row: Filled[];
  carrying: Carrying;
  onRule: (rule: string) => void;
}) {
  const { row: title, rule } = row[0]!.box;
  return (
    <div class="tray-part" role="group" aria-label={title}>
      <h3>
        {title} <Chip rule={rule} onOpen={onRule} />
      </h3>
      <div class="tray-row">
        {row.map((one) => (
          <BoxView key={one.box.id} session={session} filled={one} carrying={carrying} onRule={onRule} />
        ))}
      </div>
    </div>
  );
}

function TrackView({
  session,
  track,
  onRule,
}: {
  session: Session;
  track: Display["tracks"][number];
  onRule: (rule: string) => void;
}) {
  const [open, setOpen] = useState<string | null>(null);
  const on = (cell: string) => markersAt(session.shown!, `${track.id}/${cell}`);
  const told = open === null ? [] : on(open);
  return (
    <div class="tray-part track" role="group" aria-label={track.title}>
      <h3>
        {track.title} <Chip rule={track.rule} onOpen={onRule} />
      </h3>
      <ol class="cells">
        {track.cells.map((cell) => {
          const markers = on(cell);
          const says = markers.map(markerWords).join(", ");
          return (
            <li key={cell}>
              <button
                type="button"
                class={markers.length ? "on" : ""}
                aria-pressed={open === cell}
                title={says}
                onClick={() => setOpen(open === cell ? null : cell)}
              >
                <span>{cell}</span>
                <span class="on-cell">
                  {markers.map((marker, i) => (
                    <Face key={i} body={session.faces.bodies.get(marker.look)} size={36} />
                  ))}
                </span>
                {says && <span class="sr">{says}</span>}
              </button>
            </li>
          );
        })}
      </ol>
      {open !== null && (
        <p class="xs told" aria-live="polite">
          <b>{open}</b>{" "}
          {told.length
            ? told.map((marker, i) => (
                <span key={i}>
                  {markerWords(marker)}. <Chip rule={marker.rule} onOpen={onRule} />{" "}
                </span>
              ))
            : words.tray.nothing}
        </p>
      )}
    </div>
  );
}

function BoxView({
  session,
  filled: { box, pieces, heaps, markers, count },
  carrying,
  onRule,
}: {
  session: Session;
  filled: Filled;
  carrying: Carrying;
  onRule: (rule: string) => void;
}) {
  const { inHand, selected } = session.pointing;
  const isAnswer =
    session.canAct &&
    ((!!inHand && session.pointing.ways(inHand, box.id).length > 0) ||
      session.options.onPlace(box.id).length > 0);
  const choose = () =>
    click(session, { place: { name: box.id }, counter: null }, { shift: false, touch: false });
  const index = session.book.sides.findIndex((side) => side.id === box.side);
  return (
    <div
      class={`tray-part tbox ${box.is_cup ? "cup" : ""} ${isAnswer ? "answer" : ""} ${index < 0 ? "" : `s${index}`}`}
      role="group"
      aria-label={words.tray.holds(box.title, count)}
      data-box={box.id}
      onClick={(e) => isAnswer && !(e.target as HTMLElement).closest("button") && choose()}
    >
      <h3>
        <span>{box.row ? box.title.replace(box.row, "").trim() : box.title}</span>{" "}
        {(count > 0 || !box.row) && <span class="num dim">{count}</span>}{" "}
        {!box.row && <Chip rule={box.rule} onOpen={onRule} />}
        {box.at && session.ground.has(box.at) && (
          <button type="button" class="lk" onClick={() => session.board?.frameOn([box.at!])}>
            {words.tray.leadsTo(session.placeTitle(box.at))}
          </button>
        )}
      </h3>
      {isAnswer && (
        <button type="button" class="btn sm" onClick={choose}>
          {words.tray.here}
        </button>
      )}
      <div class="faces">
        {pieces.map((id) => {
          const piece = session.shown!.pieces[id]!;
          const able = session.canAct && session.options.byPiece.has(id);
          return (
            <button
              type="button"
              key={id}
              class={`face-btn ${able ? "able" : ""} ${selected === id ? "on" : ""}`}
              aria-pressed={selected === id}
              title={session.pieceName(id)}
              {...carrying.of(id)}
              onClick={(e) => {
                if (carrying.hasJustDropped()) return;
                const counter = counterOf(id, piece, session);
                const key = e.detail === 0;
                click(session, { place: { name: box.id }, counter }, { shift: false, touch: false, key });
              }}
            >
              <Face body={session.faces.bodies.get(piece.look)} size={40} />
              <span class="sr">{describePiece(session, id)}</span>
            </button>
          );
        })}
        {heaps.map((heap) => (
          <span
            key={heap.side}
            class="heap"
            role="img"
            aria-label={words.board.unknowns(heap.count)}
            title={words.board.unknowns(heap.count)}
          >
            <Face body={session.faces.bodies.get(heap.look)} size={40} />
            <b class="num">{heap.count}</b>
          </span>
        ))}
        {markers.map((marker, i) => (
          <span key={i} role="img" aria-label={markerWords(marker)} title={markerWords(marker)}>
            <Face body={session.faces.bodies.get(marker.look)} size={40} />
          </span>
        ))}
      </div>
    </div>
  );
}

type Carrying = Omit<ReturnType<typeof useCarrying>, "ghost">;

/** A counter dragged from the tray: over the map it previews, where it is let go it acts. A finger taps instead, so
 * that the tray can be scrolled. */
function useCarrying(session: Session) {
  const held = useRef<{ id: string; x: number; y: number; moves: boolean } | null>(null);
  const dropped = useRef(false);
  const [ghost, setGhost] = useState<{ look: string; x: number; y: number } | null>(null);
  const move = (e: PointerEvent) => {
    const now = held.current;
    if (!now || (!now.moves && Math.hypot(e.clientX - now.x, e.clientY - now.y) < SLACK)) return;
    if (!now.moves) session.pointing.select(now.id);
    now.moves = true;
    setGhost({ look: session.shown?.pieces[now.id]?.look ?? "", x: e.clientX, y: e.clientY });
    setPreview(session, placeUnder(session, e.clientX, e.clientY));
    session.paint();
    session.changed();
  };
  const end = (e: PointerEvent) => {
    const now = held.current;
    held.current = null;
    if (!now?.moves) return;
    setGhost(null);
    dropped.current = true;
    // The click that belongs to the drag comes at once; none comes when the button has gone meanwhile.
    setTimeout(() => (dropped.current = false), 0);
    if (e.type === "pointerup") drop(session, placeUnder(session, e.clientX, e.clientY));
  };
  const of = (id: string) => ({
    onPointerDown: (e: PointerEvent & { currentTarget: HTMLElement }) => {
      if (e.button || e.pointerType === "touch" || !session.canAct) return;
      if (!session.options.targets(id).size) return;
      e.currentTarget.setPointerCapture(e.pointerId);
      held.current = { id, x: e.clientX, y: e.clientY, moves: false };
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  });
  return { ghost, of, hasJustDropped: () => dropped.current };
}
