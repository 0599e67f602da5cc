import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, download, keepTokens, Refused, tokensOf, type Kit } from "../api";
import { Board } from "../board/board";
import { nice } from "../format";
import type { Book, Layout, View } from "../model";
import { CombatPanel, Pins, Threats } from "../panels/combat";
import { Log } from "../panels/log";
import { Notes } from "../panels/notes";
import { PathTerms, PieceCard } from "../panels/piece";
import { buttonsOf, openReplay, Question } from "../panels/question";
import { RuleBook } from "../panels/rules";
import { TableList } from "../panels/tables";
import { Units } from "../panels/units";
import { go } from "../router";
import { Session } from "../session";
import { settings } from "../settings";
import { useStore } from "../store";
import { describeNeighbours, describeOccupants, describePlace, find, nearest } from "../text";
import { Icon, Mark, type IconName } from "../ui/icons";
import { Chip, Dialog, IconButton, Link, Segments } from "../ui/parts";
import { words } from "../words";
import { exportRecord } from "./lobby";
import { BranchDialog } from "./replay";
import { KeyList } from "./settings";
import { TextBoard } from "./text-board";

export interface Table {
  book: Book;
  layout: Layout;
  kit: Kit;
  map: string;
}

const tables = new Map<string, Promise<Table>>();

/** What never changes about a game is fetched once. */
export function loadTable(game: string): Promise<Table> {
  let found = tables.get(game);
  if (!found) {
    found = Promise.all([api.book(game), api.layout(game), api.kit(), api.map(game)]).then(
      ([book, layout, kit, map]) => ({ book, layout, kit, map }),
    );
    tables.set(game, found);
    found.catch(() => tables.delete(game));
  }
  return found;
}

type Chair = { side: string | null; token: string | null };

export function GamePage({ id, text }: { id: string; text: boolean }) {
  const [table, setTable] = useState<Table | null>(null);
  const [open, setOpen] = useState<View | null>(null); // what everybody may know, to choose a seat
  const [chair, setChair] = useState<Chair | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    api.view(id, null).then(
      async (view) => {
        setOpen(view);
        setTable(await loadTable(view.game));
      },
      (error: unknown) =>
        setTrouble(error instanceof Refused ? error.body.says || words.state.stopped(0) : String(error)),
    );
  }, [id]);
  const tokens = tokensOf(id);
  const mine = Object.keys(tokens);
  // One seat: sit down at once. Several people at one screen: a page between them while anything is hidden.
  useEffect(() => {
    if (!open || chair) return;
    if (mine.length === 1) setChair({ side: mine[0]!, token: tokens[mine[0]!]! });
    else if (mine.length > 1 && !needsScreen(open)) {
      const owner = open.decision?.owner;
      const side = owner && tokens[owner] ? owner : mine[0]!;
      setChair({ side, token: tokens[side]! });
    }
  }, [open, chair]);
  if (trouble)
    return (
      <main class="sheet">
        <p class="err" role="alert">
          {trouble}
        </p>
        <p style="margin-top:12px">
          <Link to="/" class="btn">
            {words.menu.lobby}
          </Link>
        </p>
      </main>
    );
  if (!open || !table)
    return (
      <div class="board-loading" role="status">
        {words.loading}
      </div>
    );
  if (!chair && mine.length > 1) {
    const owner = open.decision?.owner ?? mine[0]!;
    const side = tokens[owner] ? owner : mine[0]!;
    return (
      <Handover
        book={table.book}
        view={open}
        side={side}
        onTake={() => setChair({ side, token: tokens[side]! })}
      />
    );
  }
  if (!chair) return <TakeSeat id={id} book={table.book} view={open} onTake={setChair} />;
  return (
    <SeatAt
      key={`${id}/${chair.side}`}
      id={id}
      chair={chair}
      table={table}
      text={text}
      onPass={(side, view) => {
        if (needsScreen(view)) {
          setChair(null);
          setOpen({ ...open, decision: { owner: side }, hides: true, outcome: null });
        } else setChair({ side, token: tokens[side]! });
      }}
    />
  );
}

/** Two people at one screen, and something hidden. One person who plays both sides sees both anyway. */
function needsScreen(view: View): boolean {
  return view.hides && !view.outcome && Object.values(view.seats).some((seat) => seat.kind === "hot-seat");
}

function sideIndex(book: Book, side: string): number {
  return Math.max(
    0,
    book.sides.findIndex((s) => s.id === side),
  );
}

/** Nothing of either side is on the page until the next player says so. */
function Handover({
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

function TakeSeat({
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
      </div>
    </main>
  );
}

type Tab = "log" | "units" | "tables" | "rules" | "notes";

function SeatAt({
  id,
  chair,
  table,
  text,
  onPass,
}: {
  id: string;
  chair: Chair;
  table: Table;
  text: boolean;
  onPass: (side: string, view: View) => void;
}) {
  const session = useMemo(
    () => new Session(id, chair.side, chair.token, table.book, table.layout, table.kit),
    [id, chair.side],
  );
  useStore(session);
  const { values } = useStore(settings);
  const [tab, setTab] = useState<Tab>("log");
  const [rule, setRule] = useState<string | null>(null);
  const [menu, setMenu] = useState(false);
  const [finding, setFinding] = useState(false);
  const [keys, setKeys] = useState(false);
  const [branching, setBranching] = useState(false);
  const [sheet, setSheet] = useState<0 | 1 | 2>(1);
  const [polite, setPolite] = useState("");
  const [urgent, setUrgent] = useState("");
  useEffect(() => {
    session.announce = (said, now) => (now ? setUrgent : setPolite)(said);
    return () => session.close();
  }, [session]);
  const view = session.view;
  // The turn goes to another person at this screen.
  useEffect(() => {
    const owner = view?.decision?.owner;
    if (owner && owner !== chair.side && tokensOf(id)[owner] && view.seats[owner]?.kind !== "bot") {
      const wait = needsScreen(view) ? 0 : 150;
      const timer = setTimeout(() => onPass(owner, view), wait);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [view?.decision?.owner]);
  useEffect(() => {
    if (view) document.title = `${session.isMine ? "● " : ""}${table.book.title}, ${view.turn}`;
  }, [view?.turn, session.isMine]);
  const openRule = (r: string) => {
    setRule(r);
    setTab("rules");
    if (sheet === 0) setSheet(1);
    if (values.panelHidden) settings.set({ panelHidden: false });
  };
  const ui = { setTab, setMenu, setFinding, setKeys, openRule, text };
  useKeys(session, ui);
  const side = sideIndex(table.book, view?.decision?.owner ?? chair.side ?? "");
  const place = (name: string) => session.board?.frameOn([name]);
  const piece = (name: string) => {
    session.select(name);
    const at = session.placeOf(name);
    if (at) place(at);
  };
  return (
    <div
      class={`game s${side} ${values.panel} ${values.panelHidden && !text ? "wide" : ""} ${session.why ? "has-why" : ""}`}
      style={`--panel:${values.panelWidth}px`}
    >
      <a class="skip" href="#question">
        {words.skip}
      </a>
      <GameTop
        session={session}
        table={table}
        chair={chair}
        onMenu={() => setMenu(!menu)}
        onFind={() => setFinding(true)}
      />
      {text ? (
        <div style="overflow-y:auto;grid-column:1/-1">
          <TextBoard session={session} onRule={openRule} />
          {tab === "rules" && rule && (
            <Dialog title={words.rule(rule)} onClose={() => setTab("log")}>
              <RuleBook
                book={table.book}
                rule={rule}
                log={session.log}
                onOpen={setRule}
                onStep={(n) => openReplay(id, n)}
              />
            </Dialog>
          )}
        </div>
      ) : (
        <>
          <MapView session={session} table={table} onRule={openRule} onFind={() => setFinding(true)} />
          <aside class={`side sheet${sheet}`} aria-label={words.board.panel}>
            <Grip />
            <button
              type="button"
              class="sheet-grip"
              aria-label={words.board.panel}
              onClick={() => setSheet(((sheet + 1) % 3) as 0 | 1 | 2)}
            />
            <LinkState session={session} />
            <Question session={session} onRule={openRule} />
            <div class="scroll">
              {session.combat ? (
                <CombatPanel session={session} onRule={openRule} />
              ) : (
                <PieceCard session={session} onRule={openRule} />
              )}
              <PathTerms session={session} onRule={openRule} />
              <Pins session={session} />
              <Threats session={session} />
              <Tabs tab={tab} onTab={setTab} />
              <div role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`}>
                {tab === "log" && (
                  <Log
                    lines={session.log}
                    book={table.book}
                    ground={session.ground}
                    onRule={openRule}
                    onPiece={piece}
                    onPlace={place}
                    undoFrom={view && view.undo.steps ? view.number - view.undo.steps : undefined}
                    onUndo={(to) => void session.undo(to)}
                    onStep={(n) => openReplay(id, n)}
                  />
                )}
                {tab === "units" && <Units session={session} />}
                {tab === "tables" && (
                  <div style="padding:12px 16px">
                    <TableList book={table.book} onRule={openRule} />
                  </div>
                )}
                {tab === "rules" && (
                  <div style="padding:12px 16px">
                    <RuleBook
                      book={table.book}
                      rule={rule}
                      log={session.log}
                      onOpen={setRule}
                      onStep={(n) => openReplay(id, n)}
                      current={view?.decision?.rule}
                    />
                  </div>
                )}
                {tab === "notes" && <Notes id={id} token={chair.token} />}
              </div>
            </div>
          </aside>
          <TabBar
            tab={tab}
            sheet={sheet}
            onTab={(t) => {
              if (t === "map") setSheet(0);
              else if (t === "text") go(`/g/${id}/text`);
              else {
                setTab(t);
                setSheet(2);
              }
            }}
          />
        </>
      )}
      {menu && (
        <GameMenu
          session={session}
          onClose={() => setMenu(false)}
          onKeys={() => setKeys(true)}
          onBranch={() => setBranching(true)}
        />
      )}
      {finding && <Finder session={session} onClose={() => setFinding(false)} />}
      {keys && (
        <Dialog title={words.keys.title} onClose={() => setKeys(false)}>
          <KeyList />
        </Dialog>
      )}
      {branching && view && (
        <BranchDialog
          id={id}
          token={chair.token}
          step={view.number}
          book={table.book}
          seats={view.seats}
          onClose={() => setBranching(false)}
        />
      )}
      <div class="sr" role="status" aria-live="polite">
        {polite}
      </div>
      <div class="sr" role="alert" aria-live="assertive">
        {urgent}
      </div>
    </div>
  );
}

function Grip() {
  return (
    <div
      class="grip hide-p"
      aria-hidden="true"
      onPointerDown={(e) => {
        const start = e.clientX;
        const width = settings.values.panelWidth;
        const sign = settings.values.panel === "right" ? -1 : 1;
        const move = (m: PointerEvent) =>
          settings.set({
            panelWidth: Math.round(Math.min(560, Math.max(320, width + sign * (m.clientX - start)))),
          });
        const up = () => {
          removeEventListener("pointermove", move);
          removeEventListener("pointerup", up);
        };
        addEventListener("pointermove", move);
        addEventListener("pointerup", up);
        e.preventDefault();
      }}
    />
  );
}

function LinkState({ session }: { session: Session }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (session.link !== "lost") return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [session.link]);
  if (session.link === "lost")
    return (
      <p class="line-state" role="status">
        <Icon name="warn" />{" "}
        <span>
          {words.state.lost(session.rest ?? 0)} {words.state.stopped(session.view?.number ?? 0)}
        </span>
      </p>
    );
  if (session.link === "old" || session.link === "refused" || session.link === "gone")
    return (
      <p class="line-state bad" role="alert">
        <Icon name="warn" />
        <span class="grow">{session.link === "gone" ? words.state.gone : session.linkSays}</span>
        <button
          type="button"
          class="btn sm"
          onClick={() => (session.link === "gone" ? go("/") : location.reload())}
        >
          {session.link === "gone" ? words.menu.lobby : words.state.reload}
        </button>
      </p>
    );
  return null;
}

function GameTop({
  session,
  table,
  chair,
  onMenu,
  onFind,
}: {
  session: Session;
  table: Table;
  chair: Chair;
  onMenu: () => void;
  onFind: () => void;
}) {
  const view = session.shown ?? session.view;
  const undo = session.view?.undo;
  const scenario = session.view?.title ?? "";
  const people = Object.values(session.view?.seats ?? {}).filter((s) => s.kind !== "bot").length;
  const says = chair.side
    ? people > 1
      ? words.board.hotSeat(scenario)
      : words.board.seat(scenario, session.sideName(chair.side))
    : words.board.watching(scenario);
  const outline = view?.outline;
  const clock = view?.table.clock as { turn?: number; of?: number } | undefined;
  const turns = outline?.turns?.length ?? clock?.of ?? 0;
  const now = outline?.turn ?? (clock?.turn !== undefined ? clock.turn - 1 : 0);
  const all = outline?.phases ?? [];
  const present = all.findIndex((p) => p.id === view?.phase);
  // A long sequence shows the phases around the present one.
  const from = all.length > 6 ? Math.min(Math.max(0, present - 1), Math.max(0, all.length - 4)) : 0;
  const phases = all.length > 6 ? all.slice(from, from + 4) : all;
  const at = present - from;
  return (
    <header class="top">
      <Link to="/" class="brand" label={words.menu.home}>
        <Mark />
        <span class="hide-t">{words.brand}</span>
      </Link>
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
        <b>{clockWords(view)}</b>
      </div>
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

/** "12:30 PM", or "Turn 3, 10:30" where turns are only numbered. */
function clockWords(view: View | null): string {
  if (!view) return "";
  const time = (view.table.clock as { time?: string } | undefined)?.time;
  if (!/^\d+$/.test(view.turn)) return view.turn;
  return time && time !== view.turn
    ? `${words.replay.turn} ${view.turn}, ${time}`
    : `${words.replay.turn} ${view.turn}`;
}

function GameMenu({
  session,
  onClose,
  onKeys,
  onBranch,
}: {
  session: Session;
  onClose: () => void;
  onKeys: () => void;
  onBranch: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("button")?.focus();
    const close = (e: Event) => !box.current?.contains(e.target as Node) && onClose();
    const esc = (e: KeyboardEvent) => e.key === "Escape" && onClose();
    setTimeout(() => addEventListener("pointerdown", close), 0);
    addEventListener("keydown", esc);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", esc);
    };
  }, []);
  const item = (icon: IconName, says: string, act: () => void) => (
    <button
      type="button"
      onClick={() => {
        onClose();
        act();
      }}
    >
      <Icon name={icon} /> {says}
    </button>
  );
  const undo = session.view?.undo;
  return (
    <div class="menu-pop" ref={box} role="dialog" aria-label={words.menu.label}>
      {item("house", words.menu.lobby, () => go("/"))}
      {item("alignLeft", words.menu.text, () => go(`/g/${session.id}/text`))}
      {item("play", words.menu.replay, () => go(`/g/${session.id}/replay#${session.view?.number ?? 0}`))}
      {item("branch", words.menu.branch, onBranch)}
      {undo?.steps
        ? item(
            "reset",
            `${words.undo.reset}, ${words.undo.resetTitle(undo.steps).toLowerCase()}`,
            () => void session.reset(),
          )
        : null}
      {item("bookOpen", words.menu.library, () => go(`/library/${session.book.id}`))}
      {item("download", words.menu.exportRecord, () => void exportRecord(session.id, session.token))}
      {item("image", words.menu.exportPicture, () => void exportPicture(session))}
      {item(settings.isNight ? "sun" : "moon", words.menu.theme, () => settings.flipTheme())}
      {item("settings", words.menu.settings, () => go("/settings"))}
      {item("keyboard", words.menu.keys, onKeys)}
    </div>
  );
}

async function exportPicture(session: Session): Promise<void> {
  download(
    `bullrun-${session.id}.svg`,
    await api.picture(session.id, session.token, settings.isNight ? "night" : "paper"),
    "image/svg+xml",
  );
}

function Tabs({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const all: Tab[] = ["log", "units", "tables", "rules", "notes"];
  return (
    <div class="tabs" role="tablist" aria-label={words.board.panel}>
      {all.map((t, i) => (
        <button
          type="button"
          key={t}
          id={`tab-${t}`}
          role="tab"
          aria-selected={t === tab}
          aria-controls="panel"
          tabIndex={t === tab ? 0 : -1}
          onClick={() => onTab(t)}
          onKeyDown={(e) => {
            const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
            if (!step) return;
            e.preventDefault();
            e.stopPropagation();
            const next = all[(i + step + all.length) % all.length]!;
            onTab(next);
            document.getElementById(`tab-${next}`)?.focus();
          }}
        >
          {words.tabs[t]}
        </button>
      ))}
    </div>
  );
}

function TabBar({
  tab,
  sheet,
  onTab,
}: {
  tab: Tab;
  sheet: number;
  onTab: (tab: "map" | "log" | "units" | "rules" | "text") => void;
}) {
  const all: ["map" | "log" | "units" | "rules" | "text", IconName][] = [
    ["map", "map"],
    ["log", "list"],
    ["units", "flag"],
    ["rules", "bookOpen"],
    ["text", "alignLeft"],
  ];
  return (
    <nav class="tabbar" aria-label={words.board.panel}>
      {all.map(([name, icon]) => (
        <button
          type="button"
          key={name}
          aria-pressed={name === "map" ? sheet < 2 : sheet === 2 && tab === name}
          onClick={() => onTab(name)}
        >
          <Icon name={icon} /> {words.tabs[name]}
        </button>
      ))}
    </nav>
  );
}

// --- the map --------------------------------------------------------------------------------------

function MapView({
  session,
  table,
  onRule,
  onFind,
}: {
  session: Session;
  table: Table;
  onRule: (rule: string) => void;
  onFind: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [, moved] = useState(0);
  const { values, isNight } = useStore(settings);
  const [overlays, setOverlays] = useState(false);
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const board = new Board(box.current!, session.ground, table.map, table.kit, {
      hover: (target) => session.hover(target),
      click: (target, how) => {
        session.board?.set({ cursorShown: false });
        session.click(target, how);
      },
      hold: (target) => session.hold(target),
      grab: (counter) => session.canAct && session.options.targets(counter.id).size > 0,
      // A drag is select and preview at once.
      take: (counter) => session.selected !== counter.id && session.select(counter.id),
      drag: (target) => {
        session.setPreview(target.place?.name ?? null);
        session.paint();
        session.changed();
      },
      drop: (target) => drop(session, target.place?.name ?? null),
      moved: () => moved((n) => n + 1),
    });
    session.attach(board);
    (window as unknown as { bullrun?: unknown }).bullrun = { board, session };
    let framed = false;
    const frame = () => {
      if (framed || !session.shown) return;
      framed = true;
      const at = start(session);
      if (at.length) board.frameOn(at, false);
    };
    frame();
    const stop = session.subscribe(frame);
    return () => {
      stop();
      board.destroy();
      session.board = null;
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
    values.legend && session.selected && session.canAct && session.options.targets(session.selected).size > 0;
  return (
    <div class="board" role="application" tabIndex={0} ref={box} id="map" aria-label={words.board.map}>
      <div class="toolcol hide-p">
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
            pressed={overlays || !!session.overlay}
            onClick={() => setOverlays(!overlays)}
          />
          {session.book.asks.includes("threats") && session.side && (
            <Tool
              icon="swords"
              label={words.tools.threats}
              pressed={!!session.threats}
              onClick={() => void session.toggleThreats()}
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
      {session.overlay && (
        <div class="overlay-line" role="status">
          <span>
            <b>{session.overlay.title}</b> {session.overlay.at ?? ""}. {session.overlay.says}
            {session.overlay.side && !session.overlay.waiting && (
              <span style="display:block;margin-top:5px">
                <Segments
                  label={session.overlay.title}
                  value={session.overlay.side}
                  options={session.book.sides.map((s) => [s.id, s.name])}
                  onChange={(whose) => void session.showOverlay(session.overlay!.id, null, whose)}
                />
              </span>
            )}
          </span>
          <button
            type="button"
            class="lk"
            onClick={() => void session.showOverlay(null)}
            aria-label={words.close}
          >
            <Icon name="x" />
          </button>
        </div>
      )}
      {values.panelHidden && session.view?.decision && (
        <p class="mini-q">
          {session.isMine
            ? session.view.decision.question
            : words.board.waiting(session.sideName(session.view.decision.owner))}
        </p>
      )}
      {legend && (
        <div class="legend hide-p" style="left:14px;bottom:16px">
          <span>
            <svg viewBox="0 0 20 20">
              <path
                d="M5 2h10l4 8-4 8H5l-4-8z"
                fill="var(--reach-soft)"
                stroke="var(--reach)"
                stroke-width="1.800"
              />
            </svg>
            {words.legend.reach}
          </span>
          <span>
            <svg viewBox="0 0 20 20">
              <path
                d="M6 2h8l4 4v8l-4 4H6l-4-4V6z"
                fill="var(--m-paper)"
                stroke="var(--stop)"
                stroke-width="1.800"
              />
            </svg>
            {words.legend.stop}
          </span>
        </div>
      )}
      <Tip session={session} />
      {session.menu && <MenuPop session={session} />}
      {session.why && <WhyPop session={session} onRule={onRule} />}
      {session.queue.length > 0 ? (
        <PlaybackBar session={session} />
      ) : session.notice && !legend ? (
        <Toast session={session} />
      ) : null}
    </div>
  );
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

function drop(session: Session, place: string | null): void {
  const piece = session.selected;
  if (!piece || !place) return;
  if (place === session.placeOf(piece)) {
    session.select(piece);
    return;
  }
  const ways = session.options.to(piece, place);
  if (ways.length === 1) session.commit(ways[0]!);
  else if (ways.length > 1)
    session.menu = {
      place,
      choices: ways.map((o) => ({ says: session.optionWords(o).says, option: o, select: null })),
    };
  else void session.askWhy(piece, place);
  session.changed();
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

function OverlayMenu({
  session,
  hidden,
  onHide,
  onClose,
}: {
  session: Session;
  hidden: boolean;
  onHide: (on: boolean) => void;
  onClose: () => void;
}) {
  return (
    <div class="pop" style="left:66px;top:150px;width:270px" role="dialog" aria-label={words.tools.overlays}>
      <h4>{words.tools.overlays}</h4>
      <div class="menu">
        {session.book.overlays.map((o) => (
          <button
            type="button"
            class="btn"
            key={o.id}
            aria-pressed={session.overlay?.id === o.id}
            onClick={() => {
              onClose();
              void session.showOverlay(o.id);
            }}
          >
            {o.title}{" "}
            {o.key && (
              <kbd>
                {RESERVED.has(o.key.toLowerCase()) ? "⇧" : ""}
                {o.key.toUpperCase()}
              </kbd>
            )}
          </button>
        ))}
        <button
          type="button"
          class="btn"
          aria-pressed={hidden}
          onClick={() => {
            onClose();
            onHide(!hidden);
          }}
        >
          {words.tools.hide} <kbd>H</kbd>
        </button>
        <button
          type="button"
          class="btn"
          onClick={() => {
            onClose();
            void session.showOverlay(null);
          }}
        >
          {words.tools.none}
        </button>
      </div>
    </div>
  );
}

/** Place a box beside a place, on the side with most room, never over it. */
function beside(session: Session, place: string | null, width: number, height: number): string {
  const board = session.board;
  const at = place ? board?.screenOf(place) : null;
  if (!board || !at) return "left:50%;top:20%;transform:translateX(-50%)";
  const gap = (board.ground.layout.placeWidth / 2) * board.camera.scale + 10;
  const { width: w, height: h } = board.screen;
  const below = h - at[1] > height + gap || h - at[1] > at[1];
  const left = Math.min(Math.max(10, at[0] - width / 2), Math.max(10, w - width - 10));
  const roomBelow = h - at[1] - gap;
  const roomAbove = at[1] - gap;
  if (Math.max(roomBelow, roomAbove) < height * 0.7 && w > width * 2) {
    const right = at[0] < w / 2;
    const x = right ? at[0] + gap : at[0] - gap - width;
    return `left:${Math.max(10, x)}px;top:${Math.min(Math.max(10, at[1] - height / 2), Math.max(10, h - height - 10))}px`;
  }
  return below
    ? `left:${left}px;top:${at[1] + gap}px;max-height:${Math.max(140, roomBelow - 16)}px`
    : `left:${left}px;bottom:${h - at[1] + gap}px;max-height:${Math.max(140, roomAbove - 16)}px`;
}

function MenuPop({ session }: { session: Session }) {
  const menu = session.menu!;
  return (
    <div
      class="pop"
      style={beside(session, menu.place, 330, 60 + 42 * menu.choices.length)}
      role="dialog"
      aria-label={words.board.chooseHere(menu.place)}
    >
      <div class="row">
        <h4 class="grow">{words.board.chooseHere(menu.place)}</h4>
        <IconButton icon="x" label={words.close} class="ghost sm" onClick={() => session.letGo()} />
      </div>
      <div class="menu">
        {menu.choices.map((choice, i) => (
          <button
            type="button"
            class={i === 0 ? "btn pri" : "btn"}
            key={i}
            ref={i === 0 ? (el) => el?.focus({ preventScroll: true }) : undefined}
            onClick={() => session.takeChoice(choice)}
          >
            {choice.says}
          </button>
        ))}
      </div>
    </div>
  );
}

function WhyPop({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const why = session.why!;
  const facts = Object.entries(why.refusal?.facts ?? {}).filter(
    ([, v]) =>
      typeof v === "number" ||
      (typeof v === "string" && !(v in session.book.pieces) && !session.ground.has(v)),
  );
  const subject = why.piece ? session.pieceName(why.piece) : why.place;
  return (
    <div
      class="pop why"
      style={beside(session, why.place, 330, 220)}
      role="dialog"
      aria-label={words.why.title}
    >
      <div class="why-in">
        <div class="row">
          <h4 class="grow">{why.refusal?.possible ? words.why.possible : words.why.title}</h4>
          <Chip rule={why.refusal?.rule} onOpen={onRule} />
          <IconButton icon="x" label={words.close} class="ghost sm" onClick={() => session.letGo()} />
        </div>
        <p class="sm dim">
          {subject}
          {why.place && why.piece ? `, ${why.place}` : ""}
        </p>
        <p style="margin:4px 0 8px">{why.refusal ? why.refusal.says : words.why.asking}</p>
        {facts.length > 0 && (
          <table class="terms">
            <tbody>
              {facts.map(([k, v]) => (
                <tr key={k}>
                  <td>{k.replace(/_/g, " ")}</td>
                  <td>{nice(String(v))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div class="row wrap" style="margin-top:8px">
          {session.view && session.view.undo.steps > 0 && (
            <button
              type="button"
              class="btn sm"
              onClick={() => {
                session.letGo();
                void session.undo();
              }}
            >
              <Icon name="undo" /> {words.undo.undo}
            </button>
          )}
          {why.refusal?.rule && (
            <button type="button" class="btn sm ghost" onClick={() => onRule(why.refusal!.rule)}>
              <Icon name="bookOpen" /> {words.readRule(why.refusal.rule)}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

function Tip({ session }: { session: Session }) {
  const target = session.hovered;
  const place = target?.place?.name;
  const [ground, setGround] = useState<{ place: string; says: string } | null>(null);
  useEffect(() => {
    if (!place || !session.book.asks.includes("ground")) return undefined;
    const timer = setTimeout(async () => {
      const answer = await session.ask<{ ground: { says: string; value?: string }[] }>({ ground: place });
      if (answer)
        setGround({
          place,
          says: answer.ground.map((g) => (g.value ? `${g.says} ${g.value}` : g.says)).join(", "),
        });
    }, 120);
    return () => clearTimeout(timer);
  }, [place]);
  if (!place || !session.board || session.why || session.menu || session.fan) return null;
  const { selected, preview } = session;
  const row = selected && preview === place ? session.reachRow(selected, place) : null;
  const who = describeOccupants(session, place, false);
  const at = session.board.screenOf(place);
  if (!at) return null;
  const gap = (session.board.ground.layout.placeWidth / 2) * session.board.camera.scale + 8;
  const from = selected ? session.board.screenOf(session.placeOf(selected) ?? "") : null;
  const fits = at[0] + gap + 290 < session.board.screen.width;
  const right = from && from[0] > at[0] && at[0] > 310 ? false : fits;
  const style = right
    ? `left:${at[0] + gap}px;top:${Math.max(4, at[1] - 16)}px`
    : `right:${session.board.screen.width - at[0] + gap}px;top:${Math.max(4, at[1] - 16)}px`;
  return (
    <div class="tip hide-p" style={style} aria-hidden="true">
      <b>{session.placeTitle(place)}</b>
      {row && <b>, {nice(row.cost)}</b>} {row?.stops && words.board.mustStop}
      {who !== words.board.empty && <span class="sub">{who}</span>}
      {ground?.place === place && ground.says && <span class="sub">{ground.says}</span>}
    </div>
  );
}

function PlaybackBar({ session }: { session: Session }) {
  return (
    <div class="playbar" role="region" aria-label={words.playback.bar}>
      <span class="txt">
        {session.playing && session.notice ? session.notice : words.playback.happened(session.queue.length)}
      </span>
      {session.playing ? (
        <button type="button" class="btn sm" onClick={() => session.pause()}>
          <Icon name="pause" /> {words.playback.pause}
        </button>
      ) : (
        <button type="button" class="btn sm pri" onClick={() => session.play()}>
          <Icon name="play" /> {words.playback.play}
        </button>
      )}
      <button type="button" class="btn sm" onClick={() => void session.step()}>
        {words.playback.step}
      </button>
      <button type="button" class="btn sm" onClick={() => session.skip()}>
        {words.playback.skip}
      </button>
    </div>
  );
}

function Toast({ session }: { session: Session }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      session.notice = "";
      session.changed();
    }, 5000);
    return () => clearTimeout(timer);
  }, [session.notice]);
  return (
    <p class="toast hide-p" aria-hidden="true">
      {session.notice}
    </p>
  );
}

function Finder({ session, onClose }: { session: Session; onClose: () => void }) {
  const [text, setText] = useState("");
  const found = useMemo(() => find(session, text), [text]);
  const open = (i: number) => {
    const hit = found[i];
    if (!hit) return;
    if (hit.piece) session.select(hit.piece);
    if (hit.place && session.ground.has(hit.place)) {
      session.board?.frameOn([hit.place]);
      session.board?.set({ focus: hit.place, cursorShown: true });
    }
    onClose();
  };
  return (
    <div class="finder" role="dialog" aria-label={words.find.label}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          open(0);
        }}
      >
        <input
          class="search"
          ref={(el) => el?.focus()}
          aria-label={words.find.label}
          placeholder={words.find.hint}
          value={text}
          onInput={(e) => setText(e.currentTarget.value)}
          onKeyDown={(e) => {
            e.stopPropagation();
            if (e.key === "Escape") onClose();
          }}
        />
      </form>
      <div class="pieces" style="margin-top:6px" role="status">
        {text && !found.length && <p class="sm dim">{words.find.none(text, nearest(session, text))}</p>}
        {found.map((hit, i) => (
          <button type="button" key={hit.says} onClick={() => open(i)}>
            {hit.says}
          </button>
        ))}
      </div>
      <button type="button" class="btn sm ghost" onClick={onClose}>
        {words.close}
      </button>
    </div>
  );
}

// --- keys -----------------------------------------------------------------------------------------

interface Ui {
  setTab: (tab: Tab) => void;
  setMenu: (on: boolean) => void;
  setFinding: (on: boolean) => void;
  setKeys: (on: boolean) => void;
  openRule: (rule: string) => void;
  text: boolean;
}

function useKeys(session: Session, ui: Ui): void {
  const last = useRef(ui);
  last.current = ui;
  useEffect(() => {
    const down = (e: KeyboardEvent) => onKey(session, last.current, e);
    const up = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() === "h") session.board?.set({ countersHidden: false });
      if (e.key.toLowerCase() === "m") session.board?.set({ magnified: null });
    };
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    return () => {
      removeEventListener("keydown", down);
      removeEventListener("keyup", up);
    };
  }, [session]);
}

function onKey(session: Session, ui: Ui, e: KeyboardEvent): void {
  const target = e.target as HTMLElement;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest("dialog")) return;
  const onMap = target.id === "map" || target === document.body;
  const key = e.key;
  const lower = key.toLowerCase();
  if ((e.ctrlKey || e.metaKey) && lower === "z") {
    e.preventDefault();
    void (e.shiftKey ? session.reset() : session.undo());
    return;
  }
  if ((e.ctrlKey || e.metaKey) && lower === "y") {
    e.preventDefault();
    void session.redo();
    return;
  }
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (key === "Escape") return session.letGo();
  if (/^[1-9]$/.test(key)) {
    const option = buttonsOf(session)[Number(key) - 1];
    if (option && session.canAct && !(session.selected && session.options.targets(session.selected).size))
      session.commit(option);
    return;
  }
  if (ui.text) return;
  if (onMap && mapKey(session, e)) {
    e.preventDefault();
    return;
  }
  if (key === "?") {
    const at = session.board?.state.focus ?? null;
    if (session.selected && at) void session.askWhy(session.selected, at);
    else ui.setKeys(true);
    return;
  }
  if (key === "/") {
    e.preventDefault();
    return ui.setFinding(true);
  }
  if (key === "+" || key === "=") return session.board?.zoom(1.35);
  if (key === "-") return session.board?.zoom(1 / 1.35);
  if (key === "0") return session.board?.fit();
  if (key === "\\") return settings.set({ panelHidden: !settings.values.panelHidden });
  if (!settings.values.letters) return;
  const overlay = session.book.overlays.find((o) => o.key?.toLowerCase() === lower);
  if (overlay && (e.shiftKey || !RESERVED.has(lower)))
    return void session.showOverlay(
      overlay.id,
      overlay.from_place ? (session.board?.state.focus ?? null) : null,
    );
  if (key === ".") return session.say(session.view?.decision?.question ?? "", true);
  if (lower === "h" && !e.repeat) return session.board?.set({ countersHidden: true });
  if (lower === "m" && !e.repeat)
    return session.board?.set({
      magnified: session.hovered?.screen ?? [session.board.screen.width / 2, session.board.screen.height / 2],
    });
  if (lower === "n") {
    const ends = session.options.bare;
    if (session.canAct && ends.length === 1) session.commit(ends[0]!);
    return;
  }
  if (lower === "r") return ui.openRule(session.view?.decision?.rule ?? "");
  if (lower === "t") return go(`/g/${session.id}/text`);
  if (lower === "o" && session.book.asks.includes("threats")) return void session.toggleThreats();
  if (lower === "w") return session.addWaypoint();
}

/** Letters that mean the same in every game; an overlay of that letter takes Shift. */
const RESERVED = new Set(["f", "h", "m", "n", "o", "r", "t", "v", "w", "b", "j", "k"]);

const ARROWS: Record<string, number> = { ArrowUp: 0, ArrowDown: 180, ArrowLeft: 270, ArrowRight: 90 };

/** Keys of the map itself; true when the key was one. */
function mapKey(session: Session, e: KeyboardEvent): boolean {
  const board = session.board;
  if (!board) return false;
  const { key } = e;
  const focus = board.state.focus;
  if (key in ARROWS) {
    const from = focus ?? session.ground.nearest(...center(board)).name;
    let degrees = ARROWS[key]!;
    if (session.layout.kind === "hex" && degrees % 180)
      degrees = degrees === 90 ? (e.shiftKey ? 120 : 60) : e.shiftKey ? 240 : 300;
    // Without Shift the row is kept: up and down take turns.
    if (session.layout.kind === "hex" && ARROWS[key]! % 180 && !e.shiftKey && parity(session, from))
      degrees = 180 - degrees < 0 ? 540 - degrees : 180 - degrees;
    const to = session.ground.step(from, degrees);
    if (to) moveCursor(session, to.name);
    return true;
  }
  if (key === "Enter") {
    if (!focus) return true;
    board.set({ cursorShown: true });
    if (e.shiftKey) session.addWaypoint(focus);
    else session.click({ place: { name: focus }, counter: null }, { shift: false, touch: false, key: true });
    return true;
  }
  if (key === "Tab") {
    if (!session.canAct || !session.ableOwn().length) return false;
    const all = session.ableOwn();
    const at = session.selected ? all.indexOf(session.selected) : -1;
    // Past the last piece Tab leaves the map, so that the focus is never caught.
    if ((!e.shiftKey && at === all.length - 1) || (e.shiftKey && at <= 0)) {
      session.select(null);
      return false;
    }
    session.next(e.shiftKey ? -1 : 1);
    return true;
  }
  if (key === "Backspace") {
    if (session.waypoints.length) session.dropWaypoint();
    else {
      const picks = session.picks();
      if (picks.length) void session.undo();
    }
    return true;
  }
  if (key === " ") {
    if (session.queue.length) void session.step();
    else if (focus) board.show([focus]);
    return true;
  }
  if (key === "f") {
    session.fan = session.fan ? null : focus;
    session.paint();
    session.changed();
    return true;
  }
  if (key === "v" && focus) {
    session.say(describeNeighbours(session, focus), true);
    return true;
  }
  return false;
}

function center(board: Board): [number, number] {
  return [
    board.camera.x + board.screen.width / 2 / board.camera.scale,
    board.camera.y + board.screen.height / 2 / board.camera.scale,
  ];
}

function parity(session: Session, name: string): boolean {
  const place = session.ground.get(name);
  return !!place && Math.round(place.centre[0] / (session.layout.placeWidth * 0.75)) % 2 === 1;
}

export function moveCursor(session: Session, place: string): void {
  session.board?.set({ focus: place, cursorShown: true });
  session.board?.show([place]);
  session.setPreview(place);
  session.paint();
  session.say(describePlace(session, place), false);
  session.changed();
}
