/** Several pieces on the march together: each goes its own way by ordinary steps, and what stays says why. */

import { isMarch, type Option } from "../options";
import type { ReachRow, Refusal, SetsOff } from "../model";
import { tableWords } from "../table-words";
import { marchOf } from "../vocabulary";
import type { Session } from "./session";

/** What becomes of a piece of the group. */
export interface Fate {
  does: "comes" | "part" | "stays";
  says: string;
  rule: string;
}

/** A march over several turns, given once, seen all the time, and stopped at will or when the enemy is near. */
export interface MarchOrder {
  pieces: string[];
  to: string;
  left: number; // places that the last of them has still to go
  halted: string; // why some of them do not go on by themselves
}

/** An order halts this many places before an enemy. */
const WARY = { hex: 2, zone: 1 };
/** More steps than a piece takes to a place. */
const MOST_STEPS = 12;

const said = tableWords.army;

export class Army {
  pieces: string[] = [];
  /** Places on the way that the player has fixed. */
  legs: string[] = [];
  /** The next place that is pointed at is where they go over several turns. */
  isFar = false;
  readonly fates = new Map<string, Fate>();
  orders: MarchOrder[] = [];
  walking: { done: number; all: number } | null = null;
  private last: string[] = [];
  private stopped = false;
  private whyAt = "";

  constructor(private readonly session: Session) {
    try {
      this.orders = JSON.parse(localStorage.getItem(this.key) ?? "[]") as MarchOrder[];
    } catch {
      this.orders = [];
    }
  }

  private get key(): string {
    return `bullrun.orders.${this.session.id}.${this.session.side}`;
  }

  get isOn(): boolean {
    return this.pieces.length > 0;
  }

  // --- who ----------------------------------------------------------------------------------------

  /** Lets a piece act, so that it may march next. */
  private beginning(piece: string): Option | undefined {
    return this.session.options
      .of(piece)
      .find((o) => o.does === "begin" && o.pieces.length === 1 && o.place === null);
  }

  /** True for own pieces that can march now. */
  canMarch(piece: string): boolean {
    const { session } = this;
    if (session.book.pieces[piece]?.side !== session.side) return false;
    const marches = session.options
      .of(piece)
      .some((o) => isMarch(o) && o.pieces.length === 1 && o.place !== null);
    return marches || (!!this.beginning(piece) && session.book.asks.includes("way"));
  }

  marchers(): string[] {
    return this.session.canAct ? this.session.able().filter((id) => this.canMarch(id)) : [];
  }

  at(place: string): string[] {
    return this.marchers().filter((id) => this.session.placeOf(id) === place);
  }

  /** The bodies of a piece that have others who can march, the smallest first. */
  bodies(piece: string): { name: string; pieces: string[] }[] {
    const all = this.marchers();
    const { pieces } = this.session.book;
    return (pieces[piece]?.bodies ?? [])
      .map((name) => ({ name, pieces: all.filter((id) => pieces[id]?.bodies?.includes(name)) }))
      .filter((body) => body.pieces.length > 1 && body.pieces.includes(piece));
  }

  take(pieces: string[]): void {
    const can = new Set(this.marchers());
    const taken = [...new Set(pieces)].filter((id) => can.has(id));
    this.pieces = taken;
    this.legs = [];
    this.fates.clear();
    const { pointing } = this.session;
    pointing.why = pointing.menu = pointing.fan = null;
    pointing.preview = null;
    pointing.waypoints = [];
    pointing.selected = taken.at(-1) ?? null;
    this.session.warnings.drop();
    for (const piece of taken) void pointing.learnReach(piece);
    if (taken.length) this.session.say(said.taken(taken.length), false);
    this.refresh();
  }

  toggle(piece: string): void {
    const { selected } = this.session.pointing;
    const before = this.isOn ? this.pieces : selected && this.canMarch(selected) ? [selected] : [];
    this.take(before.includes(piece) ? before.filter((id) => id !== piece) : [...before, piece]);
  }

  /** The next larger body of the piece in hand that the group is not already. */
  takeBody(): void {
    const piece = this.session.pointing.selected ?? this.pieces[0];
    const body = piece && this.bodies(piece).find((one) => one.pieces.length > this.pieces.length);
    if (body) this.take(body.pieces);
  }

  takeStack(): void {
    const { pointing, board } = this.session;
    const place = (pointing.selected && this.session.placeOf(pointing.selected)) ?? board?.state.focus;
    if (place) this.take(this.at(place));
  }

  clear(): boolean {
    const was = this.isOn || this.isFar;
    this.pieces = [];
    this.legs = [];
    this.isFar = false;
    this.fates.clear();
    return was;
  }

  /** Those who are gone or done are no longer in the group. */
  dropGone(): void {
    if (this.walking || !this.isOn) return;
    const can = new Set(this.marchers());
    if (this.session.isMine) this.pieces = this.pieces.filter((id) => can.has(id));
  }

  private refresh(): void {
    this.session.paint();
    this.session.changed();
  }

  // --- where --------------------------------------------------------------------------------------

  row(piece: string, place: string): ReachRow | null {
    return this.session.pointing.reach.get(piece)?.find((row) => row.place === place) ?? null;
  }

  canCome(piece: string, place: string): boolean {
    if (this.marchTo(piece, place)) return true;
    return !!this.beginning(piece) && !!this.row(piece, place);
  }

  private marchTo(piece: string, place: string): Option | undefined {
    return this.session.options.to(piece, place).find((o) => isMarch(o) && o.pieces.length === 1);
  }

  /** Where some of them can go, with those who can. */
  goals(): Map<string, string[]> {
    const found = new Map<string, string[]>();
    for (const piece of this.pieces) {
      const places = new Set<string>();
      for (const [place, options] of this.session.options.targets(piece))
        if (options.some((o) => isMarch(o) && o.pieces.length === 1)) places.add(place);
      if (!places.size && this.beginning(piece))
        for (const row of this.session.pointing.reach.get(piece) ?? []) places.add(row.place);
      for (const place of places) {
        const list = found.get(place);
        if (list) list.push(piece);
        else found.set(place, [piece]);
      }
    }
    return found;
  }

  /** What the march of any of them to a place sets off. */
  setsOff(place: string): SetsOff | null {
    for (const piece of this.pieces) {
      const off = this.row(piece, place)?.sets_off;
      if (off?.asks) return off;
    }
    return null;
  }

  /** Point at a place: who comes, and why the others do not. */
  preview(place: string | null): void {
    const { pointing } = this.session;
    const goals = place && !this.isFar ? this.goals().get(place) : undefined;
    pointing.preview = place && (this.isFar || goals) ? place : null;
    if (!pointing.preview || this.isFar || this.whyAt === `${this.session.view?.seen} ${place}`) return;
    this.fates.clear();
    const seen = this.session.view?.seen;
    this.whyAt = `${seen} ${place}`;
    const left = this.pieces.filter((id) => !goals!.includes(id)).slice(0, 8);
    for (const piece of left)
      void this.why(piece, place!).then((fate) => {
        if (this.whyAt !== `${seen} ${place}`) return;
        this.fates.set(piece, fate);
        this.session.changed();
      });
  }

  private async why(piece: string, place: string): Promise<Fate> {
    const at = this.session.placeOf(piece);
    if (at === place) return { does: "stays", says: said.isThere, rule: "" };
    const action = marchOf(this.session.book.verbs, piece, place);
    const answer = action ? await this.session.ask<{ why: Refusal }>({ why: action }) : null;
    const { says = said.cannot, rule = "" } = answer && !answer.why.possible ? answer.why : {};
    return { does: "stays", says, rule };
  }

  addLeg(place: string | null = this.session.pointing.preview): void {
    if (place && this.goals().has(place)) this.legs.push(place);
    this.refresh();
  }

  // --- going --------------------------------------------------------------------------------------

  /** March to a place, by the places fixed before; asked first where that sets something off. */
  go(place: string): void {
    const legs = [...this.legs, place];
    const pieces = [...this.pieces];
    const off = legs.map((leg) => this.setsOff(leg)).find((one) => one);
    if (this.walking) return;
    const go = () => void this.march(pieces, legs);
    if (!off) return go();
    const first = pieces.find((id) => this.row(id, place)?.sets_off) ?? pieces[0]!;
    const path = (this.row(first, place)?.path ?? []).slice(1, -1).reverse();
    const safe = path.find((at) => !this.setsOff(at) && pieces.some((id) => this.canCome(id, at)));
    this.session.warnings.askFor({
      off,
      place,
      says: tableWords.warning.move,
      instead: safe ? { place: safe, go: () => void this.march(pieces, [safe]) } : null,
      go,
    });
  }

  get canRepeat(): boolean {
    return this.last.length > 0;
  }

  /** The way that went last, for the pieces that are taken now. */
  repeat(): void {
    const { selected } = this.session.pointing;
    if (!this.isOn && selected) this.take([selected]);
    if (!this.isOn || !this.last.length) return;
    this.legs = this.last.slice(0, -1);
    this.go(this.last.at(-1)!);
  }

  private async march(pieces: string[], legs: string[]): Promise<void> {
    this.last = legs;
    await this.each(pieces, (piece) => this.walk(piece, legs));
  }

  /** One after the other, until one must stop them all; who is left stays in hand. */
  private async each(pieces: string[], step: (piece: string) => Promise<Fate | null>): Promise<void> {
    this.walking = { done: 0, all: pieces.length };
    this.stopped = false;
    this.fates.clear();
    this.legs = [];
    this.isFar = false;
    this.session.pointing.preview = null;
    const left = new Set(pieces);
    for (const piece of pieces) {
      if (this.stopped || !this.session.isMine) break;
      const fate = await step(piece);
      if (fate) this.fates.set(piece, fate);
      if (fate?.does !== "stays") left.delete(piece);
      this.walking.done++;
      this.session.changed();
      if (!fate) break;
    }
    const moved = pieces.length - left.size;
    this.walking = null;
    const can = new Set(this.marchers());
    this.pieces = [...left].filter((id) => can.has(id));
    const { pointing } = this.session;
    pointing.selected = this.pieces.at(-1) ?? null;
    this.session.note(said.went(moved, pieces.length));
    this.refresh();
  }

  stop(): void {
    this.stopped = true;
  }

  /** One piece over its legs; null where all must stop: something was turned up, or somebody must decide. */
  private async walk(piece: string, legs: string[]): Promise<Fate | null> {
    const { session } = this;
    const todo = [...legs];
    let came = "";
    for (let n = 0; n < MOST_STEPS; n++) {
      const at = session.placeOf(piece) ?? "";
      while (todo.length && todo[0] === at) todo.shift();
      const goal = todo[0];
      const next = goal ? (this.marchTo(piece, goal) ?? this.beginning(piece)) : this.ending(piece, came);
      if (!next) break;
      if (goal && !isMarch(next)) {
        await session.pointing.learnReach(piece);
        if (!this.row(piece, goal)) break;
      }
      const steps = session.view?.undo.steps ?? 0;
      came = at;
      if (!(await session.perform(next.text))) return null;
      // Dice or something that came into sight: the rest waits for its player.
      if ((session.view?.undo.steps ?? 0) <= steps && isMarch(next)) {
        this.stopped = true;
        session.note(said.halted);
        return { does: "part", says: said.halted, rule: "" };
      }
      if (!session.isMine) return null;
      if (goal && isMarch(next) && session.placeOf(piece) !== goal) break;
    }
    const at = session.placeOf(piece) ?? "";
    if (!todo.length || at === todo.at(-1)) return { does: "comes", says: "", rule: "" };
    const { says, rule } = await this.why(piece, todo[0]!);
    return { does: todo.length < legs.length ? "part" : "stays", says, rule };
  }

  /** How a piece that has arrived ends its step where the question is still about it: it faces on. */
  private ending(piece: string, from: string): Option | undefined {
    const { session } = this;
    if (session.view?.decision?.about?.piece !== piece) return undefined;
    const own = session.options.of(piece);
    const done = own.find((o) => o.does === "end" && o.place === null);
    const turns = own.filter((o) => o.does === "turn" && o.place !== null);
    const at = session.placeOf(piece) ?? "";
    const way = session.ground.bearing(from, at);
    if (!turns.length || way === null) return done ?? turns[0];
    const off = (o: Option) => {
      const to = session.ground.bearing(at, o.place!);
      return to === null ? 360 : Math.abs(((to - way + 540) % 360) - 180);
    };
    return done ?? turns.reduce((best, one) => (off(one) < off(best) ? one : best));
  }

  // --- orders over several turns ------------------------------------------------------------------

  /** The next place that is pointed at is where they go, however long it takes. */
  aimFar(): void {
    const { selected } = this.session.pointing;
    if (!this.isOn && selected && this.canMarch(selected)) this.take([selected]);
    if (!this.isOn) return;
    this.isFar = !this.isFar;
    if (this.isFar) this.session.say(said.whereTo, true);
    this.refresh();
  }

  async orderTo(place: string): Promise<void> {
    const pieces = [...this.pieces];
    this.isFar = false;
    this.orders = this.orders
      .map((one) => ({ ...one, pieces: one.pieces.filter((id) => !pieces.includes(id)) }))
      .filter((one) => one.pieces.length);
    const order: MarchOrder = { pieces, to: place, left: 0, halted: "" };
    this.orders.push(order);
    this.keep();
    await this.carryOut(order);
  }

  stopOrder(order: MarchOrder): void {
    this.orders = this.orders.filter((one) => one !== order);
    this.keep();
    this.session.changed();
  }

  private keep(): void {
    localStorage.setItem(this.key, JSON.stringify(this.orders));
  }

  /** Orders of which somebody can march now. */
  ready(): MarchOrder[] {
    const can = new Set(this.marchers());
    return this.orders.filter((order) => order.pieces.some((id) => can.has(id)));
  }

  async carryOutAll(): Promise<void> {
    for (const order of this.ready()) await this.carryOut(order);
  }

  async carryOut(order: MarchOrder): Promise<void> {
    order.halted = "";
    order.left = 0;
    const can = new Set(this.marchers());
    const pieces = order.pieces.filter((id) => can.has(id));
    if (this.walking || !pieces.length) return;
    this.walking = { done: 0, all: pieces.length };
    // Those in front go first and make room for the others.
    const ways = new Map<string, string[]>();
    for (const piece of pieces) ways.set(piece, await this.way(piece, order.to));
    const going = [...ways.keys()].sort((a, b) => ways.get(a)!.length - ways.get(b)!.length);
    await this.each(going, (piece) => this.advance(piece, order, ways.get(piece)!));
    order.pieces = order.pieces.filter((id) => {
      const at = this.session.placeOf(id);
      return at && at !== order.to && this.session.ground.has(at);
    });
    if (!order.pieces.length) this.orders = this.orders.filter((one) => one !== order);
    this.clear();
    this.keep();
    this.refresh();
  }

  private async way(piece: string, to: string): Promise<string[]> {
    return (await this.session.ask<{ way: string[] }>({ way: { piece, to } }))?.way ?? [];
  }

  /** As far along its way as a piece gets this turn, short of the enemy. */
  private async advance(piece: string, order: MarchOrder, way: string[]): Promise<Fate | null> {
    await this.session.pointing.learnReach(piece);
    let halted = way.length ? "" : said.noWay;
    for (const place of way.slice(1).reverse()) {
      if (!this.canCome(piece, place)) continue;
      const near = this.enemyNear(place);
      if (near || this.row(piece, place)?.sets_off?.asks) {
        halted = near || this.row(piece, place)!.sets_off!.title;
        continue;
      }
      const fate = await this.walk(piece, [place]);
      if (!fate) return null;
      if (fate.does !== "stays") {
        order.left = Math.max(order.left, way.length - 1 - way.indexOf(place));
        if (halted) order.halted = said.haltedBy(this.session.pieceName(piece), halted);
        return { does: place === order.to ? "comes" : "part", says: halted, rule: "" };
      }
    }
    order.left = Math.max(order.left, way.length - 1);
    if (halted) order.halted = said.haltedBy(this.session.pieceName(piece), halted);
    return { does: "stays", says: halted || said.noRoom, rule: "" };
  }

  /** The enemy that stands too near a place, in words; "" where none does. */
  private enemyNear(place: string): string {
    const { session } = this;
    const near = new Set([place]);
    const most = session.layout.kind === "hex" ? WARY.hex : WARY.zone;
    for (let n = 0; n < most; n++)
      for (const name of [...near])
        for (const one of session.ground.neighbours(name)) near.add(one.place.name);
    const isOther = (side: string | undefined) => !!side && side !== session.side;
    for (const heap of session.view?.face_down ?? [])
      if (isOther(heap.side) && near.has(heap.at)) return said.faceDown(session.placeTitle(heap.at));
    for (const [id, piece] of Object.entries(session.view?.pieces ?? {}))
      if (isOther(session.book.pieces[id]?.side) && near.has(piece.at))
        return said.enemy(session.pieceName(id), session.placeTitle(piece.at));
    return "";
  }
}
