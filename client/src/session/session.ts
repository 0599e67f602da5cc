/** One seat at one game: what was sent, what is selected, what is previewed. Knows words and shapes, no rules. */

import type { Kit } from "../api";
import type { Board } from "../board/board";
import type { Stack } from "../board/state";
import { Connection, type Answer } from "../connection";
import { niceFractions } from "../format";
import { Ground } from "../geometry";
import type { Book, Layout, LogLine, OptionWords, StandingAnswer, View } from "../model";
import { withChanges } from "../model";
import { isBare, OptionIndex, plainWords, wordsOf, type Option } from "../options";
import { settings } from "../settings";
import { sound } from "../sound";
import { Store } from "../store";
import { words } from "../words";
import { Army } from "./army";
import { Faces } from "./faces";
import { lights } from "./lights";
import { Overlays } from "./overlays";
import { Pace } from "./pace";
import { attackersOf, Fights } from "./fights";
import { Playback } from "./playback";
import { Pointing } from "./pointing";
import { stacksOf } from "./stacks";
import { Warnings } from "./warnings";
import type { LinkState } from "./types";

export class Session extends Store {
  view: View | null = null;
  /** What the board shows: behind `view` while the other side's turn is played back. */
  shown: View | null = null;
  log: LogLine[] = [];
  private tellable = { log: [] as LogLine[], untold: Infinity, lines: [] as LogLine[] };
  options = new OptionIndex(null, { verbs: {}, isPiece: () => false });
  link: LinkState = "opening";
  linkSays = "";
  readonly ground: Ground;
  board: Board | null = null;

  notice = "";

  readonly faces: Faces;
  readonly playback = new Playback(this);
  readonly pace = new Pace(this);
  readonly pointing = new Pointing(this);
  readonly fights = new Fights(this);
  readonly overlays = new Overlays(this);
  readonly warnings = new Warnings(this);
  readonly army: Army;
  private readonly connection: Connection;
  private answered = 0;
  private sent = 0;

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
    this.faces = new Faces(this);
    this.army = new Army(this);
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
    return this.book.pieces[id]?.name ?? id;
  }

  sideName(side: string): string {
    return side ? (this.book.sides.find((s) => s.id === side)?.name ?? side) : words.units.neither;
  }

  /** "U17" or, where the map names it, "Z47 Henry House Hill"; a box beside it by its title. */
  placeTitle(name: string): string {
    const box = this.shown?.display.boxes.find((one) => one.id === name);
    if (box) return box.title;
    const label = this.book.labels[name];
    return label ? `${name} ${label}` : name;
  }

  placeOf(piece: string): string | null {
    return this.shown?.pieces[piece]?.at ?? null;
  }

  optionWords(option: Option): OptionWords {
    const said = wordsOf(this.view?.decision ?? null, option.text);
    if (said) return { ...said, says: niceFractions(said.says) };
    return { says: plainWords(option, this.book.verbs, (id) => this.book.pieces[id]?.name ?? id) };
  }

  get isMine(): boolean {
    return !!this.side && this.view?.decision?.owner === this.side;
  }

  /** True while something was sent and not yet answered. */
  get isBusy(): boolean {
    return this.sent > 0;
  }

  /** True when the board shows the present and a click can act. */
  get canAct(): boolean {
    const isPresent = !this.playback.queue.length && !this.playback.isFetching;
    return this.isMine && this.link === "open" && isPresent;
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

  /** The log as far as the board has shown it. */
  get logShown(): LogLine[] {
    const { untold } = this.playback;
    if (untold === Infinity) return this.log;
    if (this.tellable.log !== this.log || this.tellable.untold !== untold)
      this.tellable = { log: this.log, untold, lines: this.log.filter((line) => line.n < untold) };
    return this.tellable.lines;
  }

  // --- hearing ----------------------------------------------------------------------------------

  private hello(view: View, log: LogLine[]): void {
    const first = this.view === null;
    const before = this.view;
    this.view = view;
    this.log = log;
    this.pointing.reach.clear();
    this.playback.queue = [];
    this.indexOptions();
    void this.faces.fetchFor(view);
    const seen = first ? this.lastSeen() : null;
    const moved = first
      ? seen !== null && seen < view.number && view.number > 0
      : before!.number < view.number;
    if (first && moved && seen !== null) {
      this.shown = view;
      void this.playback.catchUp(seen);
    } else if (!first && before && before.seen !== view.seen) {
      this.playback.queue.push({ view, events: log.filter((line) => line.n > before.number) });
      this.note(words.state.another);
      void this.playback.pump();
    } else this.show(view);
    this.pointing.dropIfGone();
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
      this.pointing.reach.clear();
      this.fights.forget();
      this.pointing.confirming = null;
      this.pointing.menu = null;
      this.warnings.drop();
    }
    if (changes.decision !== undefined) this.indexOptions();
    const mine = this.sent > 0 || before.decision?.owner === this.side;
    void this.faces.fetchFor(view);
    this.pointing.dropIfGone();
    this.army.dropGone();
    if (view.seen === before.seen) {
      if (!this.playback.queue.length) this.show(view);
    } else if (mine && !this.playback.queue.length) void this.playback.showOwn({ view, events });
    else {
      this.playback.queue.push({ view, events });
      // What a bot did before it heard that the picture rests waits with it.
      if (this.playback.isIdle && this.playback.queue.length === 1 && !this.pace.forPicture)
        this.playback.playing = true;
      void this.playback.pump();
    }
    if (this.isMine && before.decision?.owner !== this.side) sound("turn");
    if (this.isMine && before.decision?.owner !== this.side)
      this.say(this.view.decision?.question ?? "", true);
    this.changed();
  }

  private indexOptions(): void {
    const mine = this.side && this.view?.decision?.owner === this.side;
    this.options = new OptionIndex(mine ? this.view!.decision : null, {
      verbs: this.book.verbs,
      isPiece: (word) => word in this.book.pieces,
    });
    this.fights.forget();
  }

  attach(board: Board): void {
    this.board = board;
    board.reducedMotion = settings.reducedMotion;
    if (this.faces.bodies.size) board.sprites.add(Object.fromEntries(this.faces.bodies));
    this.paint();
  }

  // --- playback ---------------------------------------------------------------------------------

  show(view: View): void {
    this.shown = view;
    this.pointing.takeSubject();
    this.paint();
    this.keepSeen();
  }

  private lastSeen(): number | null {
    const text = localStorage.getItem(`bullrun.seen.${this.id}.${this.side}`);
    return text === null ? null : Number(text);
  }

  keepSeen(): void {
    if (this.shown && this.side && !this.playback.queue.length)
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

  // --- acting -----------------------------------------------------------------------------------

  /** `onMap`: a place or piece was pointed at, so that no words have told what comes of it. */
  commit(option: Option, sure = false, onMap = false): void {
    if (this.playback.queue.length) this.playback.skip();
    const said = this.optionWords(option);
    const asks =
      said.confirm ?? (this.endsEarly(option) && words.board.confirmEnd(said.says, this.ableOwn().length));
    if (!sure && asks) {
      this.pointing.confirming = { option, says: asks };
      const { fight } = (said.confirm && this.fights.shown()) || {};
      if (fight)
        this.pointing.reveal(
          [...attackersOf(fight), ...(fight.defenders ?? [])].map((id) => this.placeOf(id) ?? ""),
          0.5,
        );
      this.say(this.pointing.confirming.says, true);
      this.changed();
      return;
    }
    this.pointing.confirming = null;
    const go = () => {
      if (this.pointing.waypoints.length && this.pointing.inHand && option.place) void this.march(option);
      else void this.act(option.text);
    };
    if (sure) go();
    else this.warnings.guard(option, onMap, go);
  }

  /** True for the end of a part of the game in which pieces could still act; not once some have been picked. */
  private endsEarly(option: Option): boolean {
    const { piece, window } = this.view?.decision?.about ?? {};
    const isEnd = option.does === "end" && isBare(option) && !piece && !window;
    return isEnd && settings.values.confirm && this.ableOwn().length > 0 && !this.picks().length;
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
    else this.answered = Number(answer.answer.seen ?? 0);
    return answer.ok;
  }

  /** Act, and wait until what came of it is here. */
  async perform(action: string): Promise<boolean> {
    if (!(await this.act(action))) return false;
    while ((this.view?.seen ?? 0) < this.answered && this.link === "open")
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    return true;
  }

  /** What the machine is to answer for this seat in a window; the question asked now may be answered by it. */
  async stand(window: string, says: StandingAnswer): Promise<void> {
    this.sent++;
    const answer = await this.connection.send("stand", { window, answer: says });
    this.sent--;
    if (!answer.ok) this.refused(answer, "");
  }

  private refused(answer: Extract<Answer, { ok: false }>, action: string): void {
    if (answer.error === "offline") return this.note(words.state.offline);
    if (answer.error === "stale") return this.note(words.state.another);
    const option = this.options.texts.get(action);
    this.pointing.why = {
      place: option?.place ?? (this.pointing.selected ? this.placeOf(this.pointing.selected) : null),
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
    const piece = this.pointing.inHand!;
    const legs = [...this.pointing.waypoints, last.place!];
    this.pointing.waypoints = [];
    for (const leg of legs) {
      const option = this.options.to(piece, leg).find((o) => o.verb === last.verb);
      if (!option || !(await this.act(option.text))) break;
      await new Promise((resolve) => setTimeout(resolve, 30));
      if (this.view?.pieces[piece]?.at !== leg) break;
    }
    if (this.options.byPiece.has(piece)) this.pointing.select(piece);
  }

  undo(to?: number): Promise<boolean> {
    if (!this.view?.undo.steps) return this.cannot(this.view?.undo.why || words.undo.nothing);
    return this.request("undo", to === undefined ? {} : { to });
  }

  redo(): Promise<boolean> {
    if (!this.view?.undo.redo) return this.cannot(words.undo.noRedo);
    return this.request("redo", {});
  }

  reset(): Promise<boolean> {
    if (!this.view?.undo.steps) return this.cannot(this.view?.undo.why || words.undo.nothing);
    return this.request("reset", {});
  }

  private cannot(says: string): Promise<boolean> {
    this.note(says);
    return Promise.resolve(false);
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
    return this.options.isPicking || this.fights.combat || !this.options.byPiece.size ? found : [];
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

  // --- asking -----------------------------------------------------------------------------------

  inquire(question: Record<string, unknown>): Promise<Answer> {
    return this.connection.send("ask", { ask: question });
  }

  async ask<T>(question: Record<string, unknown>): Promise<T | null> {
    const answer = await this.inquire(question);
    return answer.ok ? (answer.answer as T) : null;
  }

  // --- showing ----------------------------------------------------------------------------------

  stacks(): Stack[] {
    return this.shown ? stacksOf(this.shown, this) : [];
  }

  paint(): void {
    const board = this.board;
    if (!board || !this.shown) return;
    board.set({
      stacks: this.stacks(),
      able: new Set(this.canAct ? this.able().filter((id) => this.book.pieces[id]?.side === this.side) : []),
      selected: new Set(
        this.army.isOn ? this.army.pieces : this.pointing.selected ? [this.pointing.selected] : [],
      ),
      fan: this.pointing.fan,
      lit: lights(this),
    });
  }
}
