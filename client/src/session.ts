/** One seat at one game: what was sent, what is selected, what is previewed. Knows words and shapes, no rules. */

import { api, type Kit } from "./api";
import type { Board, Target } from "./board/board";
import { noLights, type Counter, type Lit, type Stack, type Tone } from "./board/state";
import { Connection, type Answer } from "./connection";
import { addFractions, frac, nice, parseFraction } from "./format";
import { Ground } from "./geometry";
import type { Book, Layout, LogLine, ReachRow, Refusal, TableView, View } from "./model";
import { withChanges } from "./model";
import { OptionIndex, plainWords, wordsOf, type Option } from "./options";
import { settings } from "./settings";
import { sound } from "./sound";
import { Store } from "./store";
import { words } from "./words";

export interface Why {
  place: string | null;
  piece: string | null;
  action: string;
  refusal: Refusal | null; // null while asking
}

export interface Menu {
  place: string;
  choices: { says: string; option: Option | null; select: string | null; rule?: string }[];
}

export interface Combat {
  key: string;
  attackers: string[];
  defenders: string[];
  report: Record<string, unknown> | null;
  trouble: string;
}

export interface Pin {
  attackers: string[];
  defenders: string[];
  odds: string;
  good: number | null;
  bad: number | null;
}

export interface OverlayShown {
  id: string;
  title: string;
  says: string;
  at: string | null;
  side: string | null;
  waiting: boolean;
}

interface OverlayData {
  places?: Record<string, { tone?: Tone; text?: string }>;
  lines?: { path: string[]; tone?: Tone }[];
  says?: string;
}

export interface Threat {
  at: string;
  says?: string;
  odds?: string;
  chance?: string;
  attackers?: string[];
  defenders?: string[];
}

interface Frame {
  view: View;
  events: LogLine[];
}

export type LinkState = "opening" | "open" | "lost" | "old" | "gone" | "refused";

export class Session extends Store {
  view: View | null = null;
  /** What the board shows: behind `view` while the other side's turn is played back. */
  shown: View | null = null;
  log: LogLine[] = [];
  options = new OptionIndex(null, { isPiece: () => false, isPlace: () => false });
  link: LinkState = "opening";
  linkSays = "";
  readonly ground: Ground;
  board: Board | null = null;

  selected: string | null = null;
  hovered: Target | null = null;
  preview: string | null = null;
  /** Of several things a piece can do at places, the one the player means; null for any. */
  verb: string | null = null;
  waypoints: string[] = [];
  reach = new Map<string, ReachRow[]>();
  why: Why | null = null;
  menu: Menu | null = null;
  confirming: { option: Option; says: string } | null = null;
  combat: Combat | null = null;
  /** Plans kept for comparison, at most three. */
  pins: Pin[] = [];
  overlay: OverlayShown | null = null;
  threats: Threat[] | null = null;
  notice = "";
  fan: string | null = null;
  private overlayData: OverlayData | null = null;
  private changedPlaces = new Set<string>();
  private crosses = new Set<string>();
  private dice = new Map<string, { text: string; tone: "dice" }>();

  queue: Frame[] = [];
  playing = false;
  private pumping = false;
  private waitingSkip: (() => void) | null = null;
  private readonly connection: Connection;
  private sent = 0;
  private faceStyle = settings.values.counters;
  spoken = "";

  constructor(
    readonly id: string,
    readonly side: string | null,
    readonly token: string | null,
    readonly book: Book,
    readonly layout: Layout,
    readonly kit: Kit,
  ) {
    super();
    this.ground = new Ground(layout);
    this.connection = new Connection(id, token, {
      hello: (view, log) => this.hello(view, log),
      update: (changes, events) => this.update(changes, events),
      state: (state, says) => {
        this.link = state;
        this.linkSays = says;
        this.changed();
      },
    });
  }

  close(): void {
    this.connection.close();
    this.keepSeen();
  }

  // --- names ------------------------------------------------------------------------------------

  pieceName(id: string): string {
    return this.book.pieces[id]?.name ?? (id.startsWith("?") ? words.board.unknown : id);
  }

  sideName(side: string): string {
    return this.book.sides.find((s) => s.id === side)?.name ?? side;
  }

  /** "U17" or, where the map names it, "Z47 Henry House Hill". */
  placeTitle(name: string): string {
    const label = this.book.labels[name];
    return label ? `${name} ${label}` : name;
  }

  /** Words of the game as a reader likes them: fractions set small, numbered zones with their names. */
  polish(text: string): string {
    const set = text.replace(/\b(\d+) (\d)\/(\d)\b/g, (all) => nice(all));
    if (this.layout.kind === "hex") return set;
    return set.replace(/\b[A-Z]+\d+\b/g, (name) =>
      this.book.labels[name] ? `${this.book.labels[name]} (${name})` : name,
    );
  }

  placeOf(piece: string): string | null {
    return this.shown?.pieces[piece]?.at ?? null;
  }

  optionWords(option: Option): { says: string; confirm?: string; rule?: string } {
    const found = wordsOf(this.view?.decision ?? null, option.text) ?? {
      says: plainWords(option, (id) => this.pieceName(id)),
    };
    return { ...found, says: this.polish(found.says) };
  }

  get isMine(): boolean {
    return !!this.side && this.view?.decision?.owner === this.side;
  }

  /** True when the board shows the present and a click can act. */
  get canAct(): boolean {
    return this.isMine && this.link === "open" && !this.queue.length;
  }

  /** Pieces that can act, in the order of the book. */
  able(): string[] {
    return Object.keys(this.book.pieces).filter((id) => this.options.byPiece.has(id));
  }

  /** Own pieces that can act: what Tab goes through. */
  ableOwn(): string[] {
    const own = this.able().filter((id) => this.book.pieces[id]!.side === this.side);
    return own.length ? own : this.able();
  }

  get rest(): number | null {
    return this.link === "lost"
      ? Math.max(0, Math.ceil((this.connection.retryAt - Date.now()) / 1000))
      : null;
  }

  // --- hearing ----------------------------------------------------------------------------------

  private hello(view: View, log: LogLine[]): void {
    const first = this.view === null;
    const before = this.view;
    this.view = view;
    this.log = log;
    this.reach.clear();
    this.queue = [];
    this.indexOptions();
    void this.fetchFaces(view);
    const seen = first ? this.lastSeen() : null;
    const moved = first
      ? seen !== null && seen < view.number && view.number > 0
      : before!.number < view.number;
    if (first && moved && seen !== null) {
      this.shown = view;
      void this.catchUp(seen);
    } else if (!first && before && before.seen !== view.seen) {
      this.queue.push({ view, events: log.filter((line) => line.n > before.number) });
      this.note(words.state.another);
      void this.pump();
    } else this.show(view);
    this.dropIfGone();
    this.changed();
  }

  private update(changes: Record<string, unknown>, events: LogLine[]): void {
    if (!this.view) return;
    const before = this.view;
    const view = withChanges(before, changes);
    this.view = view;
    this.log = [
      ...this.log.filter((line) => line.n <= view.number && !(events.length && line.n >= events[0]!.n)),
      ...events,
    ];
    if (view.seen !== before.seen) {
      this.reach.clear();
      this.combat = null;
      this.confirming = null;
      this.menu = null;
    }
    if (changes.decision !== undefined) this.indexOptions();
    const mine = this.sent > 0 || before.decision?.owner === this.side;
    void this.fetchFaces(view);
    this.dropIfGone();
    if (view.seen === before.seen) {
      if (!this.queue.length) this.show(view);
    } else if (mine && !this.queue.length) void this.showOwn({ view, events });
    else {
      this.queue.push({ view, events });
      if (!this.pumping && this.queue.length === 1) this.playing = true;
      void this.pump();
    }
    if (this.isMine && before.decision?.owner !== this.side) sound("turn");
    if (this.isMine && before.decision?.owner !== this.side)
      this.say(this.view.decision?.question ?? "", true);
    this.changed();
  }

  private indexOptions(): void {
    this.options = new OptionIndex(
      this.side && this.view?.decision?.owner === this.side ? this.view.decision : null,
      {
        isPiece: (word) => word in this.book.pieces,
        isPlace: (word) => this.ground.has(word),
      },
    );
    this.askCombat();
  }

  /** When one piece alone is asked about, it is the subject. */
  private takeSubject(): void {
    const own = [...this.options.byPiece.keys()];
    if (
      own.length === 1 &&
      this.canAct &&
      !this.selected &&
      this.options.bare.length === 0 &&
      this.shown?.pieces[own[0]!]
    )
      this.select(own[0]!);
    else if (this.canAct && !own.length) this.reveal([...this.options.byPlace.keys()]);
  }

  /** Bring places into view when none of them is: an answer must not lie beyond the edge of the screen. */
  private reveal(places: string[]): void {
    const { board } = this;
    const found = places.filter((name) => this.ground.has(name));
    if (!board || !found.length) return;
    const { left, right, top, bottom } = board.state.bounds;
    const seen = found.some((name) => {
      const [x, y] = board.screenOf(name)!;
      return x > left && y > top && x < board.screen.width - right && y < board.screen.height - bottom;
    });
    if (!seen) board.frameOn(found);
  }

  private dropIfGone(): void {
    if (this.selected && !this.options.byPiece.has(this.selected)) {
      const stays = this.selected in (this.view?.pieces ?? {});
      if (!stays || this.isMine)
        this.selected = stays && this.isMine && !this.options.byPiece.size ? this.selected : null;
    }
    this.preview = null;
    this.waypoints = [];
    this.why = null;
  }

  private async fetchFaces(view: TableView): Promise<void> {
    const wanted = new Set<string>();
    for (const piece of Object.values(view.pieces)) wanted.add(piece.look);
    for (const heap of view.face_down) wanted.add(heap.look);
    for (const marker of view.markers) wanted.add(marker.look);
    await this.faces([...wanted]);
  }

  readonly faceBodies = new Map<string, string>();
  private readonly facesAsked = new Set<string>();

  async faces(names: string[]): Promise<void> {
    const fresh = names.filter((name) => !this.facesAsked.has(name));
    if (!fresh.length) return;
    for (const name of fresh) this.facesAsked.add(name);
    for (let i = 0; i < fresh.length; i += 400) {
      const bodies = await api.faces(this.book.id, fresh.slice(i, i + 400), this.faceStyle);
      for (const [name, body] of Object.entries(bodies)) this.faceBodies.set(name, body);
      this.board?.sprites.add(bodies);
    }
    this.changed();
  }

  attach(board: Board): void {
    this.board = board;
    board.reducedMotion = settings.reducedMotion;
    if (this.faceBodies.size) board.sprites.add(Object.fromEntries(this.faceBodies));
    this.paint();
  }

  // --- playback ---------------------------------------------------------------------------------

  private show(view: View): void {
    this.shown = view;
    this.takeSubject();
    this.paint();
    this.keepSeen();
  }

  private async showOwn(frame: Frame): Promise<void> {
    const before = this.shown;
    this.shown = frame.view;
    this.changedPlaces.clear();
    this.crosses.clear();
    this.mark(frame.events, frame.view);
    this.paint();
    this.say(frame.events.map((e) => e.says).join(" "), false);
    this.keepSeen();
    this.takeSubject();
    if (before) await this.animate(before, frame, 1);
  }

  private async catchUp(from: number): Promise<void> {
    try {
      const index = await api.replay(this.id, this.token, this.side ?? undefined);
      const last = index.steps.length - 1;
      const first = index.steps.findIndex((s) => s[0] >= from);
      if (first < 0 || first >= last || last - first > 380 || !this.view) return this.show(this.view!);
      const stretch = await api.stretch(this.id, this.token, first, last, this.side ?? undefined);
      const now = this.view;
      let at = { ...now, ...stretch.view, decision: null } as View;
      this.shown = at;
      void this.fetchFaces(at);
      for (const step of stretch.steps) {
        at = withChanges(at, step.changes);
        if (!step.events.length) continue;
        void this.fetchFaces(at);
        this.queue.push({ view: at, events: step.events.map((e) => ({ ...e, n: step.n })) });
      }
      const tail = this.queue[this.queue.length - 1];
      if (tail) tail.view = now;
      else this.shown = now;
      this.playing = false;
      this.paint();
      this.changed();
    } catch {
      if (this.view) this.show(this.view);
    }
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    while (this.queue.length && this.playing) await this.stepOnce();
    this.pumping = false;
    if (!this.queue.length) {
      this.playing = false;
      if (this.view) this.show(this.view);
      this.changed();
    }
  }

  play(): void {
    this.playing = true;
    this.changed();
    void this.pump();
  }

  pause(): void {
    this.playing = false;
    this.changed();
  }

  async step(): Promise<void> {
    this.playing = false;
    if (!this.pumping && this.queue.length) {
      this.pumping = true;
      await this.stepOnce();
      this.pumping = false;
      if (!this.queue.length && this.view) this.show(this.view);
    }
    this.changed();
  }

  skip(): void {
    for (const frame of this.queue) this.mark(frame.events, frame.view);
    this.queue = [];
    this.playing = false;
    this.waitingSkip?.();
    if (this.view) this.show(this.view);
    this.changed();
  }

  private async stepOnce(): Promise<void> {
    const frame = this.queue[0]!;
    const before = this.shown;
    const fast = this.queue.length > 24 ? 2.5 : 1;
    this.mark(frame.events, frame.view);
    this.shown = frame.view;
    if (frame.events.length) {
      this.notice = frame.events
        .map((e) => e.says)
        .slice(0, 3)
        .join(" ");
      this.say(this.notice, false);
    }
    this.paint();
    this.changed();
    const subject = this.subjects(frame);
    if (subject.length) this.board?.show(subject);
    if (before) await this.animate(before, frame, settings.values.speed * fast);
    await this.pause_for(frame.events.length ? 400 / (settings.values.speed * fast) : 0);
    if (this.queue[0] === frame) this.queue.shift();
    this.changed();
  }

  private pause_for(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || settings.reducedMotion) milliseconds = Math.min(milliseconds, 120);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.waitingSkip = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private subjects(frame: Frame): string[] {
    const found: string[] = [];
    for (const event of frame.events) {
      const at = placeOfEvent(event, frame.view, this.ground);
      if (at) found.push(at);
    }
    return found.slice(-2);
  }

  private async animate(before: View, frame: Frame, speed: number): Promise<void> {
    if (!this.board || settings.reducedMotion) return;
    const jobs: Promise<void>[] = [];
    for (const [id, now] of Object.entries(frame.view.pieces)) {
      const then = before.pieces[id];
      if (!then || then.at === now.at || !this.ground.has(now.at) || !this.ground.has(then.at)) continue;
      const told = frame.events.find((e) => e.facts?.piece === id && Array.isArray(e.facts.path));
      let path = told ? (told.facts!.path as string[]) : [then.at, now.at];
      if (path[0] !== then.at) path = [then.at, ...path];
      jobs.push(this.board.walk(this.counter(id, now), path, Math.min(500, 140 + 35 * path.length) / speed));
    }
    for (const [id, then] of Object.entries(before.pieces)) {
      const now = frame.view.pieces[id];
      if (this.ground.has(then.at) && (!now || !this.ground.has(now.at)) && jobs.length < 12)
        jobs.push(this.board.fade(this.counter(id, then), then.at, 250 / speed));
    }
    await Promise.all(jobs.slice(0, 40));
  }

  /** Remember dice, losses and changed places for the map. */
  private mark(events: LogLine[], view: View): void {
    if (events.some((event) => rollOf(event))) sound("dice");
    else if (events.length) sound("move");
    for (const event of events) {
      const at = placeOfEvent(event, view, this.ground);
      if (!at) continue;
      this.changedPlaces.add(at);
      const roll = rollOf(event);
      if (roll) this.dice.set(at, { text: roll, tone: "dice" });
      if (/lost|eliminat|killed|destroyed|beaten/.test(event.kind)) this.crosses.add(at);
    }
    if (events.some((e) => e.kind === "phase" || e.kind === "player_turn" || e.kind === "turn")) {
      this.dice.clear();
      this.crosses.clear();
    }
  }

  private lastSeen(): number | null {
    const text = localStorage.getItem(`bullrun.seen.${this.id}.${this.side}`);
    return text === null ? null : Number(text);
  }

  private keepSeen(): void {
    if (this.shown && this.side && !this.queue.length)
      localStorage.setItem(`bullrun.seen.${this.id}.${this.side}`, String(this.shown.number));
  }

  // --- saying -----------------------------------------------------------------------------------

  announce: (text: string, urgent: boolean) => void = () => undefined;

  say(text: string, urgent: boolean): void {
    if (text) this.announce(text, urgent);
  }

  note(text: string): void {
    this.notice = text;
    this.say(text, false);
    this.changed();
  }

  // --- selecting --------------------------------------------------------------------------------

  /** What a piece can do at places, by verb. */
  verbs(piece: string): string[] {
    return [
      ...new Set(
        this.options
          .of(piece)
          .filter((o) => o.place !== null)
          .map((o) => o.verb),
      ),
    ];
  }

  /** Ways of a piece to a place, as far as the player has not ruled them out. */
  ways(piece: string, place: string): Option[] {
    return this.options.to(piece, place).filter((o) => !this.verb || o.verb === this.verb);
  }

  mean(verb: string | null): void {
    this.verb = verb;
    this.preview = null;
    this.paint();
    this.changed();
  }

  select(piece: string | null): void {
    if (piece !== this.selected) this.verb = null;
    this.selected = piece;
    this.preview = null;
    this.waypoints = [];
    this.why = null;
    this.menu = null;
    this.confirming = null;
    if (piece) {
      if (this.canAct) this.reveal([this.placeOf(piece) ?? "", ...this.options.targets(piece).keys()]);
      void this.askReach(piece);
      if (this.placeOf(piece) && this.board) this.board.set({ focus: this.placeOf(piece) });
    }
    this.paint();
    this.changed();
  }

  letGo(): void {
    if (this.why || this.menu || this.confirming || this.fan) {
      this.why = null;
      this.menu = null;
      this.confirming = null;
      this.fan = null;
    } else if (this.waypoints.length) this.waypoints = [];
    else if (this.preview) this.preview = null;
    else this.selected = null;
    this.paint();
    this.changed();
  }

  /** Tab: the next piece that can act. */
  next(step: 1 | -1): void {
    const all = this.ableOwn().filter((id) => this.shown?.pieces[id]);
    if (!all.length) return;
    const i = this.selected ? all.indexOf(this.selected) : step > 0 ? -1 : 0;
    const piece = all[(i + step + all.length) % all.length]!;
    this.select(piece);
    const at = this.placeOf(piece);
    if (at && this.ground.has(at)) this.board?.show([at]);
    this.say(`${this.pieceName(piece)}${at ? `, ${at}` : ""}`, false);
  }

  private async askReach(piece: string): Promise<void> {
    if (!this.book.asks.includes("reach") || this.reach.has(piece) || !this.shown) return;
    if (!this.canAct || !this.options.targets(piece).size) return;
    const seen = this.view?.seen;
    const answer = await this.connection.send("ask", { ask: { reach: piece } });
    if (!answer.ok || this.view?.seen !== seen) return;
    this.reach.set(piece, (answer.answer!.reach as ReachRow[]) ?? []);
    this.paint();
    this.changed();
  }

  reachRow(piece: string, place: string): ReachRow | null {
    return this.reach.get(piece)?.find((row) => row.place === place) ?? null;
  }

  /** The pieces a stack offers to a click: those that can act first, then the rest, top first. */
  pick(place: string, counter: Counter | null): string | null {
    const here = (this.stacks().filter((s) => s.place === place) ?? [])
      .flatMap((s) => [...s.counters].reverse())
      .map((c) => c.id);
    if (!here.length) return null;
    const able = here.filter((id) => this.options.byPiece.has(id));
    const list = able.length ? able : here.filter((id) => !id.startsWith("?"));
    if (this.fan === place && counter) return counter.id;
    if (!list.length) return here[0]!;
    if (this.selected && list.includes(this.selected))
      return list[(list.indexOf(this.selected) + 1) % list.length]!;
    return list[0]!;
  }

  // --- pointing ---------------------------------------------------------------------------------

  hover(target: Target): void {
    this.hovered = target;
    const place = target.place?.name ?? null;
    if (place && this.board && !this.board.state.cursorShown && this.board.state.focus !== place)
      this.board.set({ focus: place });
    const before = this.preview;
    this.setPreview(place);
    if (this.preview !== before) this.paint();
    this.changed();
  }

  setPreview(place: string | null): void {
    if (!this.selected || !place) {
      this.preview = null;
      return;
    }
    this.preview = this.legTo(place) || this.ways(this.selected, place).length ? place : null;
  }

  private legTo(place: string): boolean {
    return (
      this.waypoints.length > 0 &&
      this.waypoints[this.waypoints.length - 1] !== place &&
      this.options.to(this.selected!, place).length > 0
    );
  }

  /** The grammar: select, preview, commit, ask why. */
  click(
    target: { place: { name: string } | null; counter: Counter | null },
    how: { shift: boolean; touch: boolean; key?: boolean },
  ): void {
    const place = target.place?.name ?? null;
    this.menu = null;
    this.why = null;
    if (this.queue.length) this.pause();
    if (!place) {
      this.letGo();
      return;
    }
    if (this.overlay?.waiting) {
      void this.showOverlay(this.overlay.id, place);
      return;
    }
    if (this.fan && this.fan !== place) this.fan = null;
    const clicked =
      this.fan === place && target.counter ? target.counter.id : this.pick(place, target.counter);
    if (!this.canAct) {
      if (clicked && !clicked.startsWith("?")) this.select(clicked);
      else this.paint();
      if (!clicked && this.selected) this.letGo();
      this.changed();
      return;
    }
    const selected = this.selected;
    const here = selected ? this.placeOf(selected) : null;
    // The selected piece goes there.
    if (selected && place !== here) {
      const ways = this.ways(selected, place);
      const other = clicked && this.options.byPiece.has(clicked) && clicked !== selected ? clicked : null;
      const both = other ? this.options.of(selected).filter((o) => o.pieces.includes(other)) : [];
      if (ways.length) {
        if (how.shift) return this.addWaypoint(place);
        if (how.touch && this.preview !== place) {
          this.preview = place;
          this.paint();
          this.changed();
          return;
        }
        if (ways.length > 1 || (other && !how.key)) return this.openMenu(place, ways, other);
        return this.commit(ways[0]!);
      }
      if (both.length) return both.length > 1 ? this.openMenu(place, both, null) : this.commit(both[0]!);
    }
    // A place that is an answer by itself.
    const alone = this.options.onPlace(place);
    if (alone.length) return alone.length > 1 ? this.openMenu(place, alone, null) : this.commit(alone[0]!);
    // A piece that is an answer by itself, or that can be selected.
    if (clicked && this.options.byPiece.has(clicked)) {
      if (this.options.isPicking) return this.choose(place, clicked, target.counter);
      this.select(clicked);
      return;
    }
    if (clicked && this.isPicked(clicked)) return void this.unpick(clicked);
    if (selected && place !== here) {
      void this.askWhy(selected, place);
      return;
    }
    if (clicked && !clicked.startsWith("?")) {
      this.select(clicked);
      if (this.book.pieces[clicked]?.side === this.side) void this.askWhy(clicked, place);
      return;
    }
    void this.askWhy(selected, place);
  }

  /** One of several answers lies in a stack: take it, or ask which. */
  private choose(place: string, clicked: string, counter: Counter | null): void {
    const here = this.stacks()
      .filter((s) => s.place === place)
      .flatMap((s) => [...s.counters].reverse())
      .filter((c) => this.options.byPiece.has(c.id));
    const options =
      this.fan === place && counter ? this.options.of(clicked) : here.flatMap((c) => this.options.of(c.id));
    if (options.length === 1) this.commit(options[0]!);
    else this.openMenu(place, options, null);
  }

  private openMenu(place: string, options: Option[], other: string | null): void {
    const choices: Menu["choices"] = options.map((option) => {
      const said = this.optionWords(option);
      return { says: said.says, option, select: null, rule: said.rule };
    });
    if (other) choices.push({ says: words.board.select(this.pieceName(other)), option: null, select: other });
    this.menu = { place, choices };
    this.paint();
    this.changed();
  }

  takeChoice(choice: Menu["choices"][number]): void {
    this.menu = null;
    if (choice.option) this.commit(choice.option);
    else if (choice.select) this.select(choice.select);
  }

  hold(target: Target): void {
    const place = target.place?.name ?? null;
    this.fan =
      place && this.fan !== place && this.stacks().some((s) => s.place === place && s.counters.length > 1)
        ? place
        : null;
    if (place && !this.fan && target.counter && !target.counter.id.startsWith("?"))
      this.select(target.counter.id);
    this.paint();
    this.changed();
  }

  // --- acting -----------------------------------------------------------------------------------

  commit(option: Option, sure = false): void {
    if (this.queue.length) this.skip();
    const said = this.optionWords(option);
    const piecesLeft = this.ableOwn().length;
    const ends =
      option.verb.startsWith("end") && !option.pieces.length && piecesLeft > 0 && settings.values.confirm;
    if (!sure && (said.confirm || ends)) {
      this.confirming = { option, says: said.confirm ?? words.board.confirmEnd(said.says, piecesLeft) };
      this.say(this.confirming.says, true);
      this.changed();
      return;
    }
    this.confirming = null;
    if (this.waypoints.length && this.selected && option.place) {
      void this.march(option);
      return;
    }
    void this.act(option.text);
  }

  async act(action: string): Promise<boolean> {
    return this.request("act", { action }, action);
  }

  private async request(what: string, body: Record<string, unknown>, action = ""): Promise<boolean> {
    if (!this.view) return false;
    this.sent++;
    const answer = await this.connection.send(what, { seen: this.view.seen, ...body });
    this.sent--;
    if (!answer.ok) this.refused(answer, action);
    return answer.ok;
  }

  private refused(answer: Extract<Answer, { ok: false }>, action: string): void {
    if (answer.error === "offline") return this.note(words.state.offline);
    if (answer.error === "stale") return this.note(words.state.another);
    const option = this.options.texts.get(action);
    this.why = {
      place: option?.place ?? (this.selected ? this.placeOf(this.selected) : null),
      piece: option?.pieces[0] ?? null,
      action,
      refusal: { possible: false, rule: answer.rule, says: answer.says, facts: answer.facts },
    };
    this.say(answer.says, true);
    this.paint();
    this.changed();
  }

  /** Legs in order; if one is interrupted the rest is dropped. */
  private async march(last: Option): Promise<void> {
    const piece = this.selected!;
    const legs = [...this.waypoints, last.place!];
    this.waypoints = [];
    for (const leg of legs) {
      const option = this.options.to(piece, leg).find((o) => o.verb === last.verb);
      if (!option || !(await this.act(option.text))) break;
      await new Promise((resolve) => setTimeout(resolve, 30));
      if (this.view?.pieces[piece]?.at !== leg) break;
    }
    if (this.options.byPiece.has(piece)) this.select(piece);
  }

  addWaypoint(place: string | null = this.preview): void {
    if (!place || !this.selected || !this.options.to(this.selected, place).length) return;
    this.waypoints.push(place);
    this.paint();
    this.changed();
  }

  dropWaypoint(): void {
    this.waypoints.pop();
    this.paint();
    this.changed();
  }

  undo(to?: number): Promise<boolean> {
    return this.request("undo", to === undefined ? {} : { to });
  }

  redo(): Promise<boolean> {
    return this.request("redo", {});
  }

  reset(): Promise<boolean> {
    return this.request("reset", {});
  }

  /** Picks of the present set that can still be taken out: own last steps, each a verb and one piece. */
  picks(): { piece: string; action: string; index: number }[] {
    const tail = this.view?.undo.tail ?? [];
    if (!this.isMine) return [];
    const found = [];
    for (let i = tail.length - 1; i >= 0; i--) {
      const [verb, piece, ...more] = tail[i]!.split(" ");
      if (!piece || more.length || !(piece in this.book.pieces) || !verb) break;
      found.unshift({ piece, action: tail[i]!, index: i });
    }
    return this.options.isPicking || this.combat || !this.options.byPiece.size ? found : [];
  }

  isPicked(piece: string): boolean {
    return this.picks().some((p) => p.piece === piece);
  }

  async unpick(piece: string): Promise<boolean> {
    const tail = this.view?.undo.tail ?? [];
    const pick = this.picks().find((p) => p.piece === piece);
    if (!pick || !this.view) return false;
    const to = this.view.number - (tail.length - pick.index);
    return this.request("revise", { to, actions: pick.index === 0 ? [] : tail.slice(pick.index + 1) });
  }

  async askWhy(piece: string | null, place: string | null): Promise<void> {
    const action = this.options.question(piece, place) ?? (piece && place ? `move ${piece} ${place}` : null);
    if (!action) {
      this.why = {
        place,
        piece,
        action: "",
        refusal: {
          possible: false,
          rule: this.view?.decision?.rule ?? "",
          says: piece ? words.why.nothing : words.why.noPiece,
          facts: {},
        },
      };
    } else {
      this.why = { place, piece, action, refusal: null };
      this.paint();
      this.changed();
      const answer = await this.connection.send("ask", { ask: { why: action } });
      if (this.why?.action !== action) return;
      this.why = answer.ok
        ? { place, piece, action, refusal: answer.answer!.why as Refusal }
        : {
            place,
            piece,
            action,
            refusal: { possible: false, rule: answer.rule, says: answer.says, facts: {} },
          };
    }
    if (this.why.refusal)
      this.say(
        `${words.why.title}: ${this.why.refusal.says}${this.why.refusal.rule ? ` ${words.rule(this.why.refusal.rule)}.` : ""}`,
        true,
      );
    this.paint();
    this.changed();
  }

  // --- asking -----------------------------------------------------------------------------------

  async ask<T>(question: Record<string, unknown>): Promise<T | null> {
    const answer = await this.connection.send("ask", { ask: question });
    return answer.ok ? (answer.answer as T) : null;
  }

  /** Figures for the attack that the question speaks of. */
  private askCombat(): void {
    const facts = this.view?.decision?.facts ?? {};
    const list = (key: string) => (Array.isArray(facts[key]) ? (facts[key] as string[]) : []);
    const attackers = [...list("attackers"), ...list("support")];
    const defenders = list("defenders");
    if (!this.book.asks.includes("combat") || !attackers.length || !defenders.length) {
      if (!attackers.length || !defenders.length) this.combat = null;
      return;
    }
    void this.reckon(attackers, defenders);
  }

  async reckon(attackers: string[], defenders: string[]): Promise<void> {
    const key = `${attackers.join(" ")}|${defenders.join(" ")}`;
    this.combat = { key, attackers, defenders, report: this.combat?.report ?? null, trouble: "" };
    const answer = await this.connection.send("ask", { ask: { combat: { attackers, defenders } } });
    if (this.combat?.key !== key) return;
    this.combat = answer.ok
      ? { key, attackers, defenders, report: answer.answer!.combat as Record<string, unknown>, trouble: "" }
      : { key, attackers, defenders, report: null, trouble: answer.says };
    this.paint();
    this.changed();
  }

  pin(good: number | null, bad: number | null): void {
    const { combat } = this;
    if (!combat?.report) return;
    const odds = String(combat.report.column ?? combat.report.odds ?? "");
    const { attackers, defenders } = combat;
    this.pins = [...this.pins, { attackers, defenders, odds, good, bad }].slice(-3);
    this.changed();
  }

  unpin(i: number): void {
    this.pins = this.pins.filter((_, k) => k !== i);
    this.changed();
  }

  async showOverlay(id: string | null, at: string | null = null, side: string | null = null): Promise<void> {
    const info = id ? this.book.overlays.find((o) => o.id === id) : null;
    if (!info || (this.overlay?.id === id && !this.overlay.waiting && !info.from_place && !side)) {
      this.overlay = null;
      this.overlayData = null;
      this.paint();
      this.changed();
      return;
    }
    const place = at ?? (info.from_place ? (this.selected ? this.placeOf(this.selected) : null) : null);
    if (info.from_place && !place) {
      this.overlay = {
        id: info.id,
        title: info.title,
        says: words.tools.pickPlace,
        at: null,
        side: null,
        waiting: true,
      };
      this.changed();
      return;
    }
    const whose = info.sides ? (side ?? this.side ?? this.book.sides[0]!.id) : null;
    this.overlay = {
      id: info.id,
      title: info.title,
      says: info.says ?? "",
      at: place,
      side: whose,
      waiting: false,
    };
    const wanted: Record<string, unknown> = { name: info.id };
    if (whose) wanted.side = whose;
    if (place) wanted.at = place;
    const answer = await this.ask<{ overlay: OverlayData }>({ overlay: wanted });
    if (this.overlay?.id !== info.id) return;
    this.overlayData = answer?.overlay ?? null;
    if (answer?.overlay?.says) this.overlay = { ...this.overlay, says: answer.overlay.says };
    this.paint();
    this.changed();
  }

  async toggleThreats(): Promise<void> {
    if (this.threats) this.threats = null;
    else if (this.side)
      this.threats = (await this.ask<{ threats: Threat[] }>({ threats: this.side }))?.threats ?? [];
    this.paint();
    this.changed();
  }

  // --- showing ----------------------------------------------------------------------------------

  counter(id: string, piece: { look: string; badges?: [string, string][]; facing?: unknown }): Counter {
    const badges = piece.badges ?? [];
    return {
      id,
      look: piece.look,
      badges,
      side: this.book.pieces[id]?.side ?? "",
      facing: typeof piece.facing === "string" ? piece.facing : null,
      dim: badges.some(([kind]) => this.layout.counter.dims.includes(kind)),
    };
  }

  stacks(): Stack[] {
    return this.shown ? stacksOf(this.shown, this) : [];
  }

  paint(): void {
    const board = this.board;
    if (!board || !this.shown) return;
    board.set({
      stacks: this.stacks(),
      able: new Set(this.canAct ? this.able().filter((id) => this.book.pieces[id]?.side === this.side) : []),
      selected: new Set(this.selected ? [this.selected] : []),
      fan: this.fan,
      lit: this.lights(),
    });
  }

  private lights(): Lit {
    const lit = noLights();
    lit.changed = this.isMine && this.queue.length === 0 && !this.selected ? this.changedPlaces : new Set();
    lit.crosses = this.crosses;
    for (const [at, tag] of this.dice) lit.tags.set(at, tag);
    for (const [place, wash] of Object.entries(this.overlayData?.places ?? {}))
      lit.overlay.set(place, { tone: wash.tone ?? "a", text: wash.text ?? "" });
    for (const line of this.overlayData?.lines ?? [])
      lit.lines.push({ path: line.path, tone: line.tone ?? "a" });
    for (const threat of this.threats ?? []) {
      lit.overlay.set(threat.at, { tone: "b", text: "" });
      if (threat.odds) lit.tags.set(threat.at, { text: threat.odds, tone: "bad" });
    }
    if (this.why) lit.refused = this.why.place;
    if (!this.canAct) return lit;
    const { selected } = this;
    if (selected && this.options.byPiece.has(selected)) {
      for (const place of this.options.targets(selected).keys()) {
        if (!this.ways(selected, place).length) continue;
        const row = this.reachRow(selected, place);
        lit.reach.set(place, { text: row ? nice(row.cost) : "", stop: !!row?.stops, through: false });
      }
      for (const option of this.options.of(selected))
        for (const other of option.pieces) {
          const at = other === selected ? null : this.placeOf(other);
          if (at && option.place === null && this.book.pieces[other]?.side !== this.side) lit.targets.add(at);
        }
      if (this.preview) this.previewLights(lit, selected, this.preview);
    } else {
      for (const option of this.options.all) {
        if (!option.pieces.length && option.place)
          lit.reach.set(option.place, { text: "", stop: false, through: false });
        for (const piece of option.pieces) {
          const at = this.placeOf(piece);
          if (at && option.place === null && this.book.pieces[piece]?.side !== this.side) lit.targets.add(at);
        }
      }
    }
    if (this.combat) {
      const to = this.placeOf(this.combat.defenders[0]!);
      for (const piece of this.combat.defenders) {
        const at = this.placeOf(piece);
        if (at) lit.chosen.set(at, "");
      }
      const seen = new Set<string>();
      for (const piece of this.combat.attackers) {
        const from = this.placeOf(piece);
        if (!from || !to || seen.has(from)) continue;
        seen.add(from);
        lit.arrows.push({ from, to, dashed: !this.ground.neighbours(from).some((n) => n.place.name === to) });
      }
    }
    return lit;
  }

  private previewLights(lit: Lit, piece: string, place: string): void {
    const row = this.reachRow(piece, place);
    const path = [...this.waypoints, place].flatMap((leg, i) => {
      const legRow = i === 0 ? this.reachRow(piece, leg) : null;
      return legRow?.path ?? [leg];
    });
    lit.path = path;
    if (row && !this.waypoints.length) lit.sums = runningSums(row);
    const look = this.shown?.pieces[piece]?.look;
    if (look) lit.ghost = { place, look };
  }
}

/** What has been spent on arriving at each place of a path. */
export function runningSums(row: ReachRow): string[] {
  const sums: string[] = [];
  let sum = frac(0);
  for (const place of row.path.slice(1)) {
    for (const term of row.terms ?? []) {
      const cost = parseFraction(term.cost);
      if (term.at === place && cost) sum = addFractions(sum, cost);
    }
    sums.push(nice(`${sum.n}/${sum.d}`));
  }
  return ["", ...sums];
}

export function stacksOf(
  view: TableView,
  names: {
    book: Book;
    ground: Ground;
    layout: Layout;
    counter(id: string, p: { look: string; badges?: [string, string][]; facing?: unknown }): Counter;
  },
): Stack[] {
  const found = new Map<string, Stack>();
  const apart = names.layout.kind !== "hex";
  const stack = (place: string, side: string): Stack => {
    const key = apart ? `${place}|${side}` : place;
    let here = found.get(key);
    if (!here) found.set(key, (here = { place, side, counters: [], markers: [] }));
    return here;
  };
  for (const marker of view.markers)
    if (names.ground.has(marker.at)) stack(marker.at, "").markers.push(marker.look);
  for (const id of Object.keys(names.book.pieces)) {
    const piece = view.pieces[id];
    if (piece && names.ground.has(piece.at))
      stack(piece.at, names.book.pieces[id]!.side).counters.push(names.counter(id, piece));
  }
  for (const heap of view.face_down) {
    if (!names.ground.has(heap.at)) continue;
    const here = stack(heap.at, heap.side);
    for (let i = 0; i < heap.count; i++)
      here.counters.push({
        id: `?${heap.side}:${heap.at}:${i}`,
        look: heap.look,
        badges: [],
        side: heap.side,
        facing: null,
        dim: false,
      });
  }
  return [...found.values()];
}

const PLACE_FACTS = ["at", "to", "place", "where", "hex", "zone", "target"];

/** Where an event happened, if its facts or its pieces tell. */
export function placeOfEvent(event: LogLine, view: TableView, ground: Ground): string | null {
  const facts = event.facts ?? {};
  for (const key of PLACE_FACTS) {
    const value = facts[key];
    if (typeof value === "string" && ground.has(value)) return value;
    if (Array.isArray(value) && typeof value[0] === "string" && ground.has(value[0])) return value[0];
  }
  for (const key of ["piece", "defenders", "pieces", "attackers"]) {
    const value = facts[key];
    const id = Array.isArray(value) ? value[0] : value;
    const at = typeof id === "string" ? view.pieces[id]?.at : undefined;
    if (at && ground.has(at)) return at;
  }
  return null;
}

/** The dice of an event, if its facts tell. */
export function rollOf(event: LogLine): string | null {
  const facts = event.facts ?? {};
  for (const key of ["roll", "rolled", "die", "dice", "rolls", "pips"]) {
    const value = facts[key];
    if (typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value))) return `⚄ ${value}`;
    if (Array.isArray(value) && value.every((v) => typeof v === "number")) return `⚄ ${value.join(" ")}`;
  }
  return null;
}
