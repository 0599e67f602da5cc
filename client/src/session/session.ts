/** One seat at one game: what was sent, what is selected, what is previewed. Knows words and shapes, no rules. */

import type { Kit } from "../api";
import type { Board, Target } from "../board/board";
import type { Counter, Stack } from "../board/state";
import { Connection, type Answer } from "../connection";
import { namePlace, namePlaces, nice } from "../format";
import { Ground } from "../geometry";
import type { Book, Layout, LogLine, ReachRow, Refusal, View } from "../model";
import { withChanges } from "../model";
import { isMarch, OptionIndex, plainWords, wordsOf, type Option } from "../options";
import { settings } from "../settings";
import { sound } from "../sound";
import { Store } from "../store";
import { words } from "../words";
import { Faces } from "./faces";
import { lights } from "./lights";
import { Overlays } from "./overlays";
import { Pace } from "./pace";
import { Plans } from "./plans";
import { Playback } from "./playback";
import { stacksOf } from "./stacks";
import type { LinkState, Menu, Why } from "./types";

/** So many answers on the map are shown all at once. */
const FEW_PLACES = 12;

export class Session extends Store {
  view: View | null = null;
  /** What the board shows: behind `view` while the other side's turn is played back. */
  shown: View | null = null;
  log: LogLine[] = [];
  private tellable = { log: [] as LogLine[], untold: Infinity, lines: [] as LogLine[] };
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
  notice = "";
  fan: string | null = null;

  readonly faces: Faces;
  readonly playback = new Playback(this);
  readonly pace = new Pace(this);
  readonly plans = new Plans(this);
  readonly overlays = new Overlays(this);
  private readonly connection: Connection;
  private sent = 0;
  /** The step whose answers were brought into view: the map is not moved twice for one question. */
  private revealed = -1;

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
    return side ? (this.book.sides.find((s) => s.id === side)?.name ?? side) : words.units.neither;
  }

  /** "U17" or, where the map names it, "Z47 Henry House Hill". */
  placeTitle(name: string): string {
    const label = this.book.labels[name];
    return label ? `${name} ${label}` : name;
  }

  /** Words of the game as a reader likes them: fractions set small, numbered zones with their names. */
  polish(text: string): string {
    return namePlaces(
      text.replace(/\b(\d+) (\d)\/(\d)\b/g, (all) => nice(all)),
      this.book,
    );
  }

  placeOf(piece: string): string | null {
    return this.shown?.pieces[piece]?.at ?? null;
  }

  optionWords(option: Option): { says: string; confirm?: string; rule?: string } {
    const found = wordsOf(this.view?.decision ?? null, option.text) ?? {
      says: plainWords(option, (id) => this.pieceName(id)),
    };
    const named = option.places.reduce((says, at) => namePlace(says, at, this.book.labels), found.says);
    return { ...found, says: this.polish(named) };
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
    this.reach.clear();
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
      this.plans.forget();
      this.confirming = null;
      this.menu = null;
    }
    if (changes.decision !== undefined) this.indexOptions();
    const mine = this.sent > 0 || before.decision?.owner === this.side;
    void this.faces.fetchFor(view);
    this.dropIfGone();
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
    this.options = new OptionIndex(
      this.side && this.view?.decision?.owner === this.side ? this.view.decision : null,
      {
        isPiece: (word) => word in this.book.pieces,
        isPlace: (word) => this.ground.has(word),
      },
    );
    this.plans.forget();
  }

  /** The one piece that the question is about, if there is one. */
  get subject(): string | null {
    const named = this.view?.decision?.facts?.piece;
    if (typeof named === "string" && named in this.book.pieces) return named;
    const able = [...this.options.byPiece.keys()];
    return able.length === 1 && !this.options.bare.length ? able[0]! : null;
  }

  /** The piece that a click on a place means: the one taken up, else the one that is asked about. */
  get inHand(): string | null {
    const { selected, subject, options } = this;
    if (selected && options.byPiece.has(selected)) return selected;
    return subject && options.byPiece.has(subject) ? subject : null;
  }

  /** A piece that is asked about is taken up, so that it shows; else the answers come into view. */
  takeSubject(): void {
    if (!this.canAct) return;
    const { subject } = this;
    const held = !!this.selected && (this.selected === subject || this.options.byPiece.has(this.selected));
    if (subject && !held && this.shown?.pieces[subject]) this.select(subject);
    if (this.revealed === this.view?.seen) return;
    if (this.board) this.revealed = this.view?.seen ?? -1;
    if (!this.options.byPiece.size) this.reveal([...this.options.byPlace.keys()]);
    else if (subject) {
      const at = this.placeOf(subject);
      const places = [...this.options.targets(subject).keys()];
      if (places.length <= FEW_PLACES) this.reveal(places, 0.5);
      else if (at && this.ground.has(at)) this.board?.show([at]);
    } else {
      const named = (o: Option) => [...o.places, ...o.pieces.map((id) => this.placeOf(id) ?? "")];
      const places = new Set(this.options.all.flatMap(named).filter((at) => this.ground.has(at)));
      if (places.size <= FEW_PLACES) this.reveal([...places], 0.5);
    }
  }

  /** Bring places into view when too few of them are: answers must not lie beyond the edge of the screen. */
  private reveal(places: string[], share = 0): void {
    const { board } = this;
    const found = places.filter((name) => this.ground.has(name));
    if (!board || !found.length) return;
    if (found.filter((name) => board.isInView(name)).length <= found.length * share) board.frameOn(found);
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

  attach(board: Board): void {
    this.board = board;
    board.reducedMotion = settings.reducedMotion;
    if (this.faces.bodies.size) board.sprites.add(Object.fromEntries(this.faces.bodies));
    this.paint();
  }

  // --- playback ---------------------------------------------------------------------------------

  show(view: View): void {
    this.shown = view;
    this.takeSubject();
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

  /**
   * Ways of a piece to a place, as far as the player has not ruled them out. Where no enemy stands the march,
   * which is what the map draws, comes first.
   */
  ways(piece: string, place: string): Option[] {
    const ways = this.options.to(piece, place).filter((o) => !this.verb || o.verb === this.verb);
    if (ways.length < 2 || this.isHeldByOther(place)) return ways;
    return [...ways.filter(isMarch), ...ways.filter((o) => !isMarch(o))];
  }

  /** True when counters of another side lie at a place; what belongs to neither holds nothing. */
  isHeldByOther(place: string): boolean {
    const { shown } = this;
    if (!shown || !this.side) return false;
    const isOther = (side: string | undefined) => !!side && side !== this.side;
    return (
      shown.face_down.some((heap) => heap.at === place && isOther(heap.side)) ||
      Object.entries(shown.pieces).some(
        ([id, piece]) => piece.at === place && isOther(this.book.pieces[id]?.side),
      )
    );
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
    if (!this.canAct || !this.options.of(piece).some(isMarch)) return;
    const seen = this.view?.seen;
    const answer = await this.inquire({ reach: piece });
    if (!answer.ok || this.view?.seen !== seen) return;
    this.reach.set(piece, (answer.answer.reach as ReachRow[]) ?? []);
    this.paint();
    this.changed();
  }

  reachRow(piece: string, place: string): ReachRow | null {
    if (!this.ways(piece, place).some(isMarch)) return null;
    return this.reach.get(piece)?.find((row) => row.place === place) ?? null;
  }

  // --- pointing ---------------------------------------------------------------------------------

  // --- acting -----------------------------------------------------------------------------------

  commit(option: Option, sure = false): void {
    if (this.playback.queue.length) this.playback.skip();
    const said = this.optionWords(option);
    const piecesLeft = this.ableOwn().length;
    const ends =
      option.verb.startsWith("end") && !option.pieces.length && piecesLeft > 0 && settings.values.confirm;
    if (!sure && (said.confirm || ends)) {
      this.confirming = { option, says: said.confirm ?? words.board.confirmEnd(said.says, piecesLeft) };
      const fight = said.confirm ? this.plans.fight() : null;
      if (fight)
        this.reveal(
          [...fight.attackers, ...fight.defenders].map((id) => this.placeOf(id) ?? ""),
          0.5,
        );
      this.say(this.confirming.says, true);
      this.changed();
      return;
    }
    this.confirming = null;
    if (this.waypoints.length && this.inHand && option.place) {
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
    const piece = this.inHand!;
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
    if (!place || !this.inHand || !this.options.to(this.inHand, place).some(isMarch)) return;
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
    return this.options.isPicking || this.plans.combat || !this.options.byPiece.size ? found : [];
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

  /** What the map shows for a piece is asked about first: the verb that is meant, else its march. */
  private marchTo(piece: string | null, place: string | null): string | null {
    if (!piece || !place) return null;
    const named = (o: Option) => o.pieces.length === 1 && o.places.length === 1;
    const own = this.options.of(piece).filter(named);
    const verb =
      own.find((o) => o.verb === this.verb)?.verb ??
      (this.isHeldByOther(place) ? own.find((o) => !isMarch(o))?.verb : undefined) ??
      (own.find(isMarch) ?? this.options.all.find((o) => named(o) && isMarch(o)))?.verb;
    return verb ? `${verb} ${piece} ${place}` : null;
  }

  /** True when taking back the last step could change what a piece may do: it was that piece's own. */
  canUndoOf(piece: string | null): boolean {
    const last = this.view?.undo.steps ? this.view.undo.tail?.at(-1) : undefined;
    return !!piece && !!last && last.split(" ").includes(piece);
  }

  async askWhy(piece: string | null, place: string | null): Promise<void> {
    const action =
      this.marchTo(piece, place) ??
      this.options.question(piece, place) ??
      (piece && place ? `move ${piece} ${place}` : null);
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
      const answer = await this.inquire({ why: action });
      if (this.why?.action !== action) return;
      this.why = answer.ok
        ? { place, piece, action, refusal: answer.answer.why as Refusal }
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

  inquire(question: Record<string, unknown>): Promise<Answer> {
    return this.connection.send("ask", { ask: question });
  }

  async ask<T>(question: Record<string, unknown>): Promise<T | null> {
    const answer = await this.inquire(question);
    return answer.ok ? (answer.answer as T) : null;
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
      lit: lights(this),
    });
  }
}
