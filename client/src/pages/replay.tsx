import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  api,
  dropToken,
  keepMade,
  Refused,
  tokensOf,
  troubleOf,
  type ReplayIndex,
  type SeatWish,
} from "../api";
import { Board } from "../board/board";
import { noLights } from "../board/state";
import { niceFractions, turnWords } from "../format";
import { Ground } from "../geometry";
import type { Book, LevelCard, Mark as Bookmark, Seat, View } from "../model";
import { Log, Sentence } from "../panels/log";
import { RuleBook } from "../panels/rules";
import { Speed } from "../play/playback-bar";
import { phasesOf, Replay, turnsOf, type Moment } from "../replay";
import { go } from "../router";
import { diceTags, placeOfEvent } from "../session/events";
import { stacksOf } from "../session/stacks";
import { settings } from "../settings";
import { useStore } from "../store";
import { drawingsFor, loadLastTable, tableOf, type Tableful } from "../table";
import { Icon } from "../ui/icons";
import { Alarm, Chip, Dialog, IconButton, Link, Loading, PageHead, Segments, Trouble } from "../ui/parts";
import { levelsFor, Opponent, usualLevel } from "../ui/opponent";
import { words } from "../words";
import { exportRecord, isPerson } from "./lobby";

type Size = "action" | "phase" | "turn";

export function ReplayPage({ id }: { id: string }) {
  const [table, setTable] = useState<Tableful | null>(null);
  const [open, setOpen] = useState<View | null>(null);
  const [index, setIndex] = useState<ReplayIndex | null>(null);
  const [viewer, setViewer] = useState<string | undefined>(
    new URLSearchParams(location.search).get("seen") ?? undefined,
  );
  const [trouble, setTrouble] = useState("");
  const tokens = tokensOf(id);
  const token = useMemo(() => {
    const owner = open?.decision?.owner;
    return (owner && tokens[owner]) || Object.values(tokens)[0] || null;
  }, [open]);
  useEffect(() => {
    const fail = (error: unknown) => setTrouble(troubleOf(error, words.state.stopped(0)));
    loadLastTable();
    api.view(id, null).then(async (view) => {
      setTable(await tableOf(view));
      setOpen(view);
    }, fail);
  }, [id]);
  useEffect(() => {
    if (!open) return;
    api.replay(id, token, viewer).then(setIndex, (e: Error) => {
      if (!(e instanceof Refused && e.status === 403 && token)) return setTrouble(e.message);
      dropToken(id, token); // the seat has changed hands
      location.reload();
    });
  }, [open, viewer]);
  if (trouble) return <Trouble says={trouble} />;
  if (!table || !open || !index) return <Loading />;
  return (
    <Player
      key={viewer ?? "own"}
      id={id}
      token={token}
      table={table}
      open={open}
      index={index}
      viewer={viewer}
      onViewer={setViewer}
    />
  );
}

function Player({
  id,
  token,
  table,
  open,
  index,
  viewer,
  onViewer,
}: {
  id: string;
  token: string | null;
  table: Tableful;
  open: View;
  index: ReplayIndex;
  viewer: string | undefined;
  onViewer: (viewer: string | undefined) => void;
}) {
  const replay = useMemo(() => new Replay(id, token, viewer, index), [id, viewer]);
  useStore(replay);
  const { values } = useStore(settings);
  const [at, setAt] = useState(() => {
    const n = Number(location.hash.slice(1));
    return location.hash ? replay.at(Number.isFinite(n) ? n : 0) : open.outcome ? 0 : replay.length - 1;
  });
  const [size, setSize] = useState<Size>("action");
  const [playing, setPlaying] = useState(false);
  const [tab, setTab] = useState<"log" | "bookmarks" | "rules">("log");
  const [rule, setRule] = useState<string | null>(null);
  const [marks, setMarks] = useState<Bookmark[]>(index.marks.filter((m) => m.kind === "bookmark"));
  const [branching, setBranching] = useState(false);
  const moment = replay.get(at);
  const n = replay.numberOf(at);
  // Who acts next; where dice come next or nothing, whose part of the turn it is.
  const next = index.steps[at + 1]?.[4] ?? "";
  const mover = next in open.seats ? next : index.steps[at]![2];
  // Keys may come faster than the page is drawn: a step starts where the last one ended.
  const here = useRef(at);
  const move = (to: number) => {
    const next = Math.min(replay.length - 1, Math.max(0, to));
    here.current = next;
    setAt(next);
    history.replaceState(null, "", `${location.pathname}${location.search}#${index.steps[next]![0]}`);
  };
  const step = (by: 1 | -1, what: Size = size) => move(replay.step(here.current, by, what));
  useEffect(() => {
    if (!playing) return undefined;
    if (at >= replay.length - 1) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => replay.moments.has(at + 1) && step(1), 700 / values.speed);
    return () => clearTimeout(timer);
  }, [playing, at, size, replay.moments.size]);
  const bookmark = async () => {
    if (!token) return;
    const found = marks.find((m) => m.n === n);
    const answer = found
      ? await api.dropMark(id, token, found.id)
      : await api.addMark(id, token, { kind: "bookmark", n, text: "" });
    setMarks(answer.marks.filter((m) => m.kind === "bookmark"));
  };
  // Before the first paint: a key pressed as soon as the page shows must not be lost.
  useLayoutEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (
        /^(INPUT|TEXTAREA|SELECT)$/.test((e.target as HTMLElement).tagName) ||
        e.ctrlKey ||
        e.metaKey ||
        e.altKey
      )
        return;
      const acts: Record<string, () => void> = {
        j: () => step(-1), k: () => step(1), ArrowLeft: () => step(-1), ArrowRight: () => step(1),
        PageUp: () => step(-1, "turn"), PageDown: () => step(1, "turn"), Home: () => move(0), End: () => move(replay.length - 1),
        b: () => void bookmark(), " ": () => setPlaying(!playing),
      }; // prettier-ignore
      const act = acts[e.key] ?? acts[e.key.toLowerCase()];
      if (!act || ((e.target as HTMLElement).tagName === "BUTTON" && e.key === " ")) return;
      e.preventDefault();
      act();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });
  const [turn, , phase] = [index.steps[at]?.[1] ?? "", "", index.steps[at]?.[3] ?? ""];
  const headline = moment
    ? niceFractions(moment.events[0]?.says ?? "") ||
      (at ? `${turnWords(turn)}, ${phase}` : words.replay.nothing)
    : words.loading;
  const openRule = (r: string) => {
    setRule(r);
    setTab("rules");
  };
  const lines = useMemo(() => {
    const found = [];
    for (let i = Math.max(0, at - 40); i <= at; i++) found.push(...(replay.moments.get(i)?.events ?? []));
    return found;
  }, [at, replay.moments.size]);
  const ground = useMemo(() => new Ground(table.layout), [table]);
  return (
    <div class="repl">
      <PageHead
        overBoard
        title={table.book.title}
        sub={open.outcome ? `${open.title}, ${outcomeWords(open.outcome[0], table.book)}` : open.title}
      >
        {open.outcome && (
          <span class="hide-p">
            <Segments
              label={words.replay.title}
              value={viewer ?? "referee"}
              options={[
                ["referee", words.replay.both],
                ...table.book.sides.map((s) => [s.id, words.replay.as(s.name)] as [string, string]),
              ]}
              onChange={(v) => {
                history.replaceState(
                  null,
                  "",
                  `${location.pathname}${v === "referee" ? "" : `?seen=${v}`}${location.hash}`,
                );
                onViewer(v === "referee" ? undefined : v);
              }}
            />
          </span>
        )}
        {open.outcome ? (
          <Link to={`/g/${id}/report`} class="btn hide-p">
            {words.lobby.report}
          </Link>
        ) : (
          <Link to={`/g/${id}`} class="btn">
            {words.replay.toGame}
          </Link>
        )}
        <IconButton
          icon="download"
          label={words.menu.exportRecord}
          onClick={() => void exportRecord(id, token)}
        />
      </PageHead>
      <ReplayBoard table={table} moment={moment} ground={ground} />
      <aside class="side" aria-label={words.board.panel}>
        <section class="ask" style="border-top-color:var(--accent)">
          <p class="who">
            <Icon name="eye" />{" "}
            {words.replay.known(
              index.viewer === table.book.referee
                ? null
                : (table.book.sides.find((s) => s.id === index.viewer)?.name ?? index.viewer),
            )}
          </p>
          <h1 class="q">{headline}</h1>
          <div aria-live="polite">
            {moment?.events.slice(0, 8).map((event, i) => (
              <p class="sm" key={i} style={i ? "" : "display:none"}>
                <Sentence
                  line={event}
                  book={table.book}
                  ground={ground}
                  onPiece={() => undefined}
                  onPlace={() => undefined}
                />{" "}
                <Chip rule={event.rule} onOpen={openRule} />
              </p>
            ))}
          </div>
        </section>
        <section class="sec">
          <h3>
            {words.replay.tree} <span class="end dim">{words.replay.lines(1 + index.children.length)}</span>
          </h3>
          <Tree index={index} n={n} onStep={(k) => move(replay.at(k))} />
        </section>
        <div class="tabs" role="tablist">
          {(["log", "bookmarks", "rules"] as const).map((t) => (
            <button type="button" key={t} role="tab" aria-selected={tab === t} onClick={() => setTab(t)}>
              {t === "bookmarks" ? words.replay.bookmarks : words.tabs[t]}
            </button>
          ))}
        </div>
        <div class="scroll">
          {tab === "log" && (
            <Log
              lines={lines}
              book={table.book}
              ground={ground}
              now={n}
              onRule={openRule}
              onPiece={() => undefined}
              onPlace={() => undefined}
              onStep={(k) => move(replay.at(k))}
            />
          )}
          {tab === "bookmarks" && (
            <ul class="log">
              {!marks.length && (
                <li style="display:block" class="dim">
                  {words.replay.noBookmarks}
                </li>
              )}
              {marks.map((m) => (
                <li key={m.id}>
                  <time>{m.n}</time>
                  <button type="button" class="lk" onClick={() => move(replay.at(m.n))}>
                    {m.text || words.replay.bookmarkAt(m.n)}
                  </button>
                </li>
              ))}
            </ul>
          )}
          {tab === "rules" && (
            <div style="padding:12px 16px">
              <RuleBook
                book={table.book}
                rule={rule}
                log={lines}
                onOpen={setRule}
                onStep={(k) => move(replay.at(k))}
              />
            </div>
          )}
        </div>
      </aside>
      <footer class="scrub">
        <div class="ctl">
          <div class="tools">
            <button type="button" aria-label={words.replay.turnBack} onClick={() => step(-1, "turn")}>
              <Icon name="chevronsLeft" />
            </button>
            <button type="button" aria-label={words.replay.stepBack} onClick={() => step(-1)}>
              <Icon name="skipBack" />
            </button>
            <button
              type="button"
              aria-label={playing ? words.replay.pause : words.replay.play}
              aria-pressed={playing}
              onClick={() => setPlaying(!playing)}
            >
              <Icon name={playing ? "pause" : "play"} />
            </button>
            <button type="button" aria-label={words.replay.stepOn} onClick={() => step(1)}>
              <Icon name="skipForward" />
            </button>
            <button type="button" aria-label={words.replay.turnOn} onClick={() => step(1, "turn")}>
              <Icon name="chevronsRight" />
            </button>
          </div>
          <span>
            <b class="num">{n}</b>{" "}
            <span class="dim">{words.replay.ofAll(replay.numberOf(replay.length - 1))}</span>
          </span>
          <span class="mut grow hide-p">
            {turnWords(turn)}, {phase}
          </span>
          <span class="hide-p">
            <Segments
              label={words.replay.size}
              value={size}
              options={[
                ["action", words.replay.action],
                ["phase", words.replay.phase],
                ["turn", words.replay.turn],
              ]}
              onChange={setSize}
            />
          </span>
          <Speed />
          {token && (
            <button
              type="button"
              class="btn hide-p"
              aria-label={words.replay.bookmark}
              title={words.replay.bookmark}
              aria-pressed={marks.some((m) => m.n === n)}
              onClick={() => void bookmark()}
            >
              <Icon name="bookmark" /> <span class="hide-t">{words.replay.bookmark}</span>
            </button>
          )}
          <button type="button" class="btn pri end" onClick={() => setBranching(true)}>
            <Icon name="branch" /> <span class="hide-p">{words.replay.playOn}</span>
            <span class="only-phone">{words.replay.branch}</span>
          </button>
        </div>
        <h1 class="only-phone now">{headline}</h1>
        <Scrubber index={index} at={at} marks={marks} onMove={move} />
      </footer>
      {branching && (
        <BranchDialog
          id={id}
          token={token}
          step={n}
          mover={mover}
          book={table.book}
          seats={open.seats}
          imagines={open.hides && !open.outcome}
          onClose={() => setBranching(false)}
        />
      )}
    </div>
  );
}

function outcomeWords(winner: string, book: Book): string {
  const side = book.sides.find((s) => s.id === winner);
  return side ? words.board.wins(side.name) : words.report.draw.toLowerCase();
}

function Tree({ index, n, onStep }: { index: ReplayIndex; n: number; onStep: (n: number) => void }) {
  const before = index.children.filter((c) => c.parent_step <= n);
  const after = index.children.filter((c) => c.parent_step > n);
  const kid = (c: ReplayIndex["children"][number]) => (
    <div class="kid" key={c.id}>
      <Link to={`/g/${c.id}`} class="lk">
        {c.title}
      </Link>{" "}
      <button type="button" class="lk dim" onClick={() => onStep(c.parent_step)}>
        {words.replay.at(c.parent_step)}
      </button>
    </div>
  );
  return (
    <div class="tree">
      {index.parent ? (
        <Link to={`/g/${index.parent}/replay#${index.parent_step}`} class="lk">
          {words.replay.parent}
        </Link>
      ) : (
        <button type="button" class="lk" onClick={() => onStep(0)}>
          {words.replay.asPlayed}
        </button>
      )}
      {before.map(kid)}
      <b>
        ● {words.replay.here}, {n}
      </b>
      {after.map(kid)}
    </div>
  );
}

/** Turns, phases as blocks, battles as crosses under the line, bookmarks as ribbons, branches as curves. */
function Scrubber({
  index,
  at,
  marks,
  onMove,
}: {
  index: ReplayIndex;
  at: number;
  marks: Bookmark[];
  onMove: (i: number) => void;
}) {
  const box = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(1000);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(200, entry!.contentRect.width)));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const last = Math.max(1, index.steps.length - 1);
  const x = (i: number) => 8 + (i / last) * (width - 16);
  const number = (i: number) => index.steps[i]?.[0] ?? 0;
  const byN = useMemo(() => new Map(index.steps.map((s, i) => [s[0], i])), [index]);
  const place = (n: number) => byN.get(n) ?? index.steps.findIndex((s) => s[0] >= n);
  const turns = useMemo(() => turnsOf(index), [index]);
  const phases = useMemo(() => phasesOf(index), [index]);
  const go = (clientX: number) => {
    const rect = box.current!.getBoundingClientRect();
    onMove(Math.round(((clientX - rect.left - 8) / (rect.width - 16)) * last));
  };
  let labelled = -100;
  return (
    <svg
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={words.replay.scrubber}
      aria-valuemin={0}
      aria-valuemax={number(last)}
      aria-valuenow={number(at)}
      aria-valuetext={`${words.replay.of(number(at), number(last))}, ${index.steps[at]?.[1] ?? ""}`}
      onPointerDown={(e) => {
        e.currentTarget.setPointerCapture(e.pointerId);
        go(e.clientX);
      }}
      onPointerMove={(e) => e.buttons && go(e.clientX)}
    >
      {turns.map((t) => {
        const left = x(t.from);
        const show = left - labelled > 58;
        if (show) labelled = left;
        return (
          <g key={`${t.turn}${t.from}`}>
            <path d={`M${left} 14V56`} stroke="var(--line-strong)" />
            {show && (
              <text x={left + 4} y={11} class="ax" font-size="11.5" fill="var(--ink-2)">
                {t.turn}
              </text>
            )}
          </g>
        );
      })}
      {phases.map((p) => (
        <rect
          key={p.from}
          x={x(p.from) + 1}
          y={27}
          width={Math.max(2, x(p.to + 1 > last ? last : p.to + 1) - x(p.from) - 2)}
          height={11}
          rx={3}
          fill={p.from <= at ? "var(--ink-3)" : "var(--line)"}
        />
      ))}
      {index.battles.map((n, i) => (
        <path
          key={i}
          d={`M${x(place(n)) - 3.5} 44l7 7m0-7l-7 7`}
          stroke="var(--attack)"
          stroke-width="1.800"
        />
      ))}
      {marks.map((m) => (
        <path
          key={m.id}
          d={`M${x(place(m.n)) - 4} 14h8v11l-4-3-4 3z`}
          fill="var(--select-lit)"
          stroke="var(--select-case)"
          stroke-width=".8"
        />
      ))}
      {index.children.map((c) => {
        const from = x(place(c.parent_step));
        return (
          <path
            key={c.id}
            d={`M${from} 33c6 0 6 34 22 34h${Math.max(16, Math.min(120, width - from - 40))}`}
            fill="none"
            stroke="var(--accent)"
            stroke-width="2"
          />
        );
      })}
      <path d={`M${x(at)} 18V58`} stroke="var(--ink)" stroke-width="2" />
      <circle cx={x(at)} cy={32.5} r={8} fill="var(--raised)" stroke="var(--ink)" stroke-width="2" />
    </svg>
  );
}

function ReplayBoard({ table, moment, ground }: { table: Tableful; moment: Moment | null; ground: Ground }) {
  const box = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const asked = useRef(new Set<string>());
  const framed = useRef(false);
  const { isNight } = useStore(settings);
  useEffect(() => {
    const idle = () => undefined;
    const made = new Board(box.current!, ground, drawingsFor(table), {
      hover: idle,
      click: idle,
      hold: (t) => made.set({ fan: made.state.fan ? null : (t.place?.name ?? null) }),
      grab: () => false,
      take: idle,
      drag: idle,
      drop: idle,
      moved: idle,
    });
    board.current = made;
    (window as unknown as { bullrun?: unknown }).bullrun = { board: made };
    return () => made.destroy();
  }, []);
  useEffect(() => {
    requestAnimationFrame(() => board.current?.recolour());
  }, [isNight]);
  useEffect(() => {
    if (!moment || !board.current) return;
    const { view, events } = moment;
    const looks = [
      ...Object.values(view.pieces).map((p) => p.look),
      ...view.face_down.map((h) => h.look),
      ...view.markers.map((m) => m.look),
    ].filter((l) => !asked.current.has(l));
    if (looks.length) {
      for (const look of looks) asked.current.add(look);
      void api
        .faces(table.book.id, [...new Set(looks)], settings.values.counters)
        .then((bodies) => board.current?.sprites.add(bodies));
    }
    const lit = noLights();
    lit.tags = diceTags(events, view, ground);
    for (const event of events) {
      const at = placeOfEvent(event, view, ground);
      if (!at) continue;
      lit.changed.add(at);
      if (event.shows?.tone === "loss") lit.crosses.add(at);
      if (event.shows?.path) lit.path = event.shows.path;
    }
    board.current.set({ stacks: stacksOf(view, { book: table.book, ground }), lit });
    if (!framed.current) {
      framed.current = true;
      const all = Object.values(view.pieces).map((p) => p.at);
      board.current.frameOn(
        all.filter((p) => ground.has(p)),
        false,
      );
    }
    const spot = [...lit.changed].slice(-1);
    if (spot.length) board.current.show(spot);
  }, [moment]);
  return (
    <div class="board" ref={box} role="region" aria-label={words.replay.title} id="map">
      <div class="toolcol hide-p" data-edge="left">
        <div class="tools v" role="group" aria-label={words.tools.label}>
          <button type="button" aria-label={words.tools.zoomIn} onClick={() => board.current?.zoom(1.35)}>
            <Icon name="plus" />
          </button>
          <button
            type="button"
            aria-label={words.tools.zoomOut}
            onClick={() => board.current?.zoom(1 / 1.35)}
          >
            <Icon name="minus" />
          </button>
          <button type="button" aria-label={words.tools.fit} onClick={() => board.current?.fit()}>
            <Icon name="fit" />
          </button>
        </div>
      </div>
    </div>
  );
}

const USUAL_ENEMY = "captain";

/** Who plays a what-if on, to begin with: as in its game; but where nobody sat for himself alone, as in an imported
 * game, who looks on takes the side that is to move against a bot. */
export function whatIfSeats(
  seats: Record<string, Seat>,
  mover: string,
): Record<string, { kind: Seat["kind"]; level: string }> {
  const kinds = new Set(Object.values(seats).map((seat) => seat.kind));
  const asTheyAre = kinds.has("me") || kinds.size > 1 || !(mover in seats);
  return Object.fromEntries(
    Object.entries(seats).map(([side, seat]) => {
      if (asTheyAre) return [side, { kind: seat.kind, level: seat.level ?? "" }];
      if (side === mover) return [side, { kind: "me", level: "" }];
      return [side, { kind: "bot", level: seat.level || USUAL_ENEMY }];
    }),
  );
}

export function BranchDialog({
  id,
  token,
  step,
  mover,
  book,
  seats,
  imagines,
  onClose,
}: {
  id: string;
  token: string | null;
  step: number;
  mover: string; // whose turn it is there
  book: Book;
  seats: Record<string, Seat>;
  imagines: boolean; // something lies hidden in a game that still runs
  onClose: () => void;
}) {
  const [title, setTitle] = useState("");
  const [first] = useState(() => Object.entries(whatIfSeats(seats, mover)));
  const [kinds, setKinds] = useState<Record<string, Seat["kind"]>>(
    Object.fromEntries(first.map(([side, s]) => [side, s.kind])),
  );
  const [levels, setLevels] = useState<Record<string, string>>(
    Object.fromEntries(first.map(([side, s]) => [side, s.level])),
  );
  const [bots, setBots] = useState<LevelCard[]>([]);
  useEffect(() => void api.library().then((found) => setBots(found.bots)), []);
  const able = levelsFor(bots, book.levels);
  const levelOf = (side: string) => {
    const [level] = (levels[side] ?? "").split(":");
    return able.some((one) => one.level === level) ? levels[side]! : usualLevel(able);
  };
  const [trouble, setTrouble] = useState("");
  const start = async () => {
    try {
      const wish: Record<string, SeatWish> = {};
      for (const [side, kind] of Object.entries(kinds))
        wish[side] = {
          kind,
          level: kind === "bot" ? levelOf(side) : "",
          name: kind !== "bot" && isPerson(seats[side]!, bots) ? seats[side]!.name : "",
        };
      const made = await api.branch(id, token, step, title, wish);
      keepMade(made);
      go(`/g/${made.id}`);
    } catch (error) {
      setTrouble(troubleOf(error, words.state.offline));
    }
  };
  return (
    <Dialog title={words.branch.title} onClose={onClose}>
      <p class="sm mut">{words.branch.says(step)}</p>
      {imagines && (
        <p class="note plain">
          <Icon name="info" />
          <span>{words.branch.imagined}</span>
        </p>
      )}
      <label class="field">
        <span>{words.branch.name}</span>
        <input
          class="search"
          maxLength={120}
          value={title}
          placeholder={words.lobby.whatIfAt(step)}
          onInput={(e) => setTitle(e.currentTarget.value)}
        />
      </label>
      <p class="sm mut">{words.branch.who}</p>
      {book.sides.map((side, i) => (
        <div class="row wrap" key={side.id}>
          <span class={`chip side${i}`}>{side.name}</span>
          {side.id === mover && <span class="xs mut">{words.branch.toMove}</span>}
          <Segments
            label={words.newGame.who(side.name)}
            value={kinds[side.id] ?? "me"}
            options={[
              ["me", words.newGame.me],
              ["hot-seat", words.newGame.hotSeat],
              ["bot", words.newGame.bot],
            ]}
            onChange={(kind) => setKinds({ ...kinds, [side.id]: kind })}
          />
          {kinds[side.id] === "bot" && (
            <Opponent
              side={side.name}
              bots={able}
              value={levelOf(side.id)}
              onChange={(level) => setLevels({ ...levels, [side.id]: level })}
            />
          )}
        </div>
      ))}
      <Alarm says={trouble} />
      <button type="button" class="btn pri" onClick={() => void start()}>
        <Icon name="branch" /> {words.branch.start}
      </button>
    </Dialog>
  );
}
