import { useEffect, useRef, useState } from "preact/hooks";
import { Board, type Target } from "../board/board";
import type { Camera } from "../board/camera";
import { box, click, drop, hold, hover, setPreview, twice } from "../session/grammar";
import type { Session } from "../session/session";
import { settings } from "../settings";
import { useStore } from "../store";
import { drawingsFor, type Tableful } from "../table";
import { Icon, type IconName } from "../ui/icons";
import { tableWords } from "../table-words";
import { words } from "../words";
import { OverlayLine, OverlayMenu } from "./overlays";
import { PlaybackBar, Toast } from "./playback-bar";
import { MenuPop, Tip, WarningPop, WhyPop } from "./pops";

/** Where each game was looked at last: the other seat, or coming back, finds the map as it was. */
const cameras = new Map<string, Camera>();

export function MapView({
  session,
  table,
  onRule,
  onFind,
}: {
  session: Session;
  table: Tableful;
  onRule: (rule: string) => void;
  onFind: () => void;
}) {
  const frameBox = useRef<HTMLDivElement>(null);
  const [, moved] = useState(0);
  const { values, isNight } = useStore(settings);
  const [overlays, setOverlays] = useState(false);
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const board = new Board(frameBox.current!, session.ground, drawingsFor(table), {
      hover: (target) => hover(session, target),
      click: (target, how) => {
        session.board?.set({ cursorShown: false });
        click(session, target, how);
      },
      hold: (target) => hold(session, target),
      grab: (counter) => session.canAct && session.options.targets(counter.id).size > 0,
      // A drag is select and preview at once.
      take: (counter) => session.pointing.selected !== counter.id && session.pointing.select(counter.id),
      drag: (target) => {
        setPreview(session, target.place?.name ?? null);
        session.paint();
        session.changed();
      },
      drop: (target, touch) => drop(session, boxUnder(board, target) ?? target.place?.name ?? null, touch),
      twice: (target) => session.canAct && twice(session, target),
      box: (places) => box(session, places),
      moved: () => moved((n) => n + 1),
    });
    session.attach(board);
    (window as unknown as { bullrun?: unknown }).bullrun = { board, session };
    let framed = false;
    const frame = () => {
      if (framed || !session.shown) return;
      framed = true;
      const at = start(session);
      const before = cameras.get(session.id);
      if (before) board.look(before);
      if (at.length && !(before && at.some((name) => board.isInView(name)))) board.frameOn(at, false);
    };
    frame();
    const stop = session.subscribe(frame);
    return () => {
      stop();
      if (framed) cameras.set(session.id, board.camera);
      board.destroy();
      session.board = null;
      // Nothing of this seat stays on the page for the next player.
      delete (window as unknown as { bullrun?: unknown }).bullrun;
    };
  }, [session]);
  useEffect(() => {
    // The sheet's variables change with the next style pass.
    requestAnimationFrame(() => session.board?.recolour());
    if (session.board) session.board.reducedMotion = settings.reducedMotion;
  }, [isNight, values.motion]);
  const hide = (on: boolean) => {
    setHidden(on);
    session.board?.set({ countersHidden: on });
  };
  const board = session.board;
  const legend =
    values.legend &&
    session.pointing.inHand &&
    session.canAct &&
    session.options.targets(session.pointing.inHand).size > 0;
  return (
    <div class="board" role="application" tabIndex={0} ref={frameBox} id="map" aria-label={words.board.map}>
      <div class="toolcol hide-p" data-edge="left">
        <div class="tools v" role="group" aria-label={words.tools.label}>
          <Tool icon="plus" label={words.tools.zoomIn} onClick={() => board?.zoom(1.35)} />
          <Tool icon="minus" label={words.tools.zoomOut} onClick={() => board?.zoom(1 / 1.35)} />
          <Tool icon="fit" label={words.tools.fit} onClick={() => board?.fit()} />
        </div>
        <div class="tools v" role="group" aria-label={words.tools.overlays}>
          <Tool
            icon={hidden ? "eyeOff" : "eye"}
            label={words.tools.hide}
            pressed={hidden}
            onClick={() => hide(!hidden)}
          />
          <Tool
            icon="layers"
            label={words.tools.overlays}
            pressed={overlays || !!session.overlays.shown}
            onClick={() => setOverlays(!overlays)}
          />
          {session.book.asks.includes("threats") && session.side && (
            <Tool
              icon="swords"
              label={words.tools.threats}
              pressed={!!session.fights.threats}
              onClick={() => void session.fights.toggleThreats()}
            />
          )}
          <Tool icon="search" label={words.tools.find} onClick={onFind} />
        </div>
      </div>
      <div class="toolcol r only-phone">
        <div class="tools v">
          <Tool icon="fit" label={words.tools.fit} onClick={() => board?.fit()} />
          <Tool
            icon="layers"
            label={words.tools.overlays}
            pressed={overlays}
            onClick={() => setOverlays(!overlays)}
          />
        </div>
      </div>
      {overlays && (
        <OverlayMenu session={session} hidden={hidden} onHide={hide} onClose={() => setOverlays(false)} />
      )}
      <OverlayLine session={session} />
      {values.panelHidden && session.view?.decision && (
        <p class="mini-q">
          {session.isMine
            ? session.view.decision.question
            : words.board.waiting(session.sideName(session.view.decision.owner))}
        </p>
      )}
      {legend && (
        <div class="legend hide-p" style="left:14px;bottom:16px">
          <Sign
            shape="M5 2h10l4 8-4 8H5l-4-8z"
            fill="var(--reach-soft)"
            line="var(--reach)"
            says={words.legend.reach}
          />
          <Sign
            shape="M6 2h8l4 4v8l-4 4H6l-4-4V6z"
            fill="var(--m-paper)"
            line="var(--stop)"
            says={words.legend.stop}
          />
          {[...(session.board?.state.lit.reach.values() ?? [])].some((cost) => cost.alarm) && (
            <Sign
              shape="M10 2l8 15H2z"
              fill="var(--m-paper)"
              line="var(--alarm)"
              says={tableWords.warning.legend}
            />
          )}
        </div>
      )}
      <Tip session={session} />
      {session.pointing.menu && <MenuPop session={session} />}
      {session.warnings.asked && <WarningPop session={session} onRule={onRule} />}
      {session.pointing.why && <WhyPop session={session} onRule={onRule} />}
      {session.playback.queue.length > 0 ? (
        <PlaybackBar session={session} />
      ) : session.notice && !legend ? (
        <Toast session={session} />
      ) : null}
    </div>
  );
}

/** The box beside the map over which a counter was let go. */
function boxUnder(board: Board, { screen }: Target): string | null {
  const { left, top } = board.element.getBoundingClientRect();
  const found = document.elementFromPoint(left + screen[0], top + screen[1]);
  return found?.closest<HTMLElement>("[data-box]")?.dataset.box ?? null;
}

/** Where to look first: own pieces that can act, else where pieces stand. */
function start(session: Session): string[] {
  const view = session.shown!;
  const places = [...session.options.byPlace.keys()].filter((p) => session.ground.has(p));
  if (!session.options.byPiece.size && places.length) return places;
  const can = session
    .ableOwn()
    .map((id) => view.pieces[id]?.at)
    .filter((p): p is string => !!p && session.ground.has(p));
  if (can.length) return can;
  return Object.values(view.pieces)
    .map((p) => p.at)
    .filter((p) => session.ground.has(p));
}

/** A line of the legend. */
function Sign({ shape, fill, line, says }: { shape: string; fill: string; line: string; says: string }) {
  return (
    <span>
      <svg viewBox="0 0 20 20">
        <path d={shape} fill={fill} stroke={line} stroke-width="1.800" />
      </svg>
      {says}
    </span>
  );
}

function Tool({
  icon,
  label,
  onClick,
  pressed,
}: {
  icon: IconName;
  label: string;
  onClick: () => void;
  pressed?: boolean;
}) {
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={pressed} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
