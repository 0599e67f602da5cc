/** Selecting and asking: the piece in hand, where it is pointed, what stands in the way. */

import type { Target } from "../board/board";
import type { ReachRow, Refusal } from "../model";
import { isMarch, type Option } from "../options";
import { marchOf } from "../vocabulary";
import { words } from "../words";
import type { Session } from "./session";
import type { Menu, Why } from "./types";

/** At most this many answers on the map are shown all at once. */
const FEW_PLACES = 12;

export class Pointing {
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
  fan: string | null = null;

  /** The step whose answers were brought into view: the map is not moved twice for one question. */
  private revealed = -1;

  constructor(private readonly session: Session) {}

  /** The one piece that the question is about, if there is one. */
  get subject(): string | null {
    const named = this.session.view?.decision?.about?.piece;
    if (named && named in this.session.book.pieces) return named;
    const able = [...this.session.options.byPiece.keys()];
    return able.length === 1 && !this.session.options.bare.length ? able[0]! : null;
  }

  /** The piece that a click on a place means: the one taken up, else the one that is asked about. */
  get inHand(): string | null {
    const { selected, subject } = this;
    const { options } = this.session;
    if (selected && options.byPiece.has(selected)) return selected;
    return subject && options.byPiece.has(subject) ? subject : null;
  }

  /** A piece that is asked about is taken up, so that it shows; else the answers come into view. */
  takeSubject(): void {
    if (!this.session.canAct) return;
    const { subject } = this;
    const held =
      !!this.selected && (this.selected === subject || this.session.options.byPiece.has(this.selected));
    if (subject && !held && this.session.shown?.pieces[subject]) this.select(subject);
    if (this.revealed === this.session.view?.seen) return;
    if (this.session.board) this.revealed = this.session.view?.seen ?? -1;
    if (!this.session.options.byPiece.size) this.reveal([...this.session.options.byPlace.keys()]);
    else if (subject) {
      const at = this.session.placeOf(subject);
      const places = [...this.session.options.targets(subject).keys()];
      if (places.length <= FEW_PLACES) this.reveal(places, 0.5);
      else if (at && this.session.ground.has(at)) this.session.board?.show([at]);
    } else {
      const named = (o: Option) => [...o.places, ...o.pieces.map((id) => this.session.placeOf(id) ?? "")];
      const places = new Set(
        this.session.options.all.flatMap(named).filter((at) => this.session.ground.has(at)),
      );
      if (places.size <= FEW_PLACES) this.reveal([...places], 0.5);
    }
  }

  /** Bring places into view when too few of them are: answers must not lie beyond the edge of the screen. */
  reveal(places: string[], share = 0): void {
    const { board } = this.session;
    const found = places.filter((name) => this.session.ground.has(name));
    if (!board || !found.length) return;
    if (found.filter((name) => board.isInView(name)).length <= found.length * share) board.frameOn(found);
  }

  dropIfGone(): void {
    if (this.selected && !this.session.options.byPiece.has(this.selected)) {
      const stays = this.selected in (this.session.view?.pieces ?? {});
      if (!stays || this.session.isMine)
        this.selected =
          stays && this.session.isMine && !this.session.options.byPiece.size ? this.selected : null;
    }
    this.preview = null;
    this.waypoints = [];
    this.why = null;
  }

  // --- selecting --------------------------------------------------------------------------------

  /** What a piece can do at places, by verb. */
  verbs(piece: string): string[] {
    return [
      ...new Set(
        this.session.options
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
    const ways = this.session.options.to(piece, place).filter((o) => !this.verb || o.verb === this.verb);
    if (ways.length < 2 || this.isHeldByOther(place)) return ways;
    return [...ways.filter(isMarch), ...ways.filter((o) => !isMarch(o))];
  }

  /** True when counters of another side lie at a place; what belongs to neither holds nothing. */
  isHeldByOther(place: string): boolean {
    const { shown } = this.session;
    if (!shown || !this.session.side) return false;
    const isOther = (side: string | undefined) => !!side && side !== this.session.side;
    return (
      shown.face_down.some((heap) => heap.at === place && isOther(heap.side)) ||
      Object.entries(shown.pieces).some(
        ([id, piece]) => piece.at === place && isOther(this.session.book.pieces[id]?.side),
      )
    );
  }

  mean(verb: string | null): void {
    this.verb = verb;
    this.preview = null;
    this.session.paint();
    this.session.changed();
  }

  select(piece: string | null): void {
    if (piece !== this.selected) this.verb = null;
    this.selected = piece;
    this.session.army.clear();
    this.preview = null;
    this.waypoints = [];
    this.why = null;
    this.menu = null;
    this.confirming = null;
    this.session.warnings.drop();
    if (piece) {
      if (this.session.canAct)
        this.reveal([this.session.placeOf(piece) ?? "", ...this.session.options.targets(piece).keys()]);
      void this.askReach(piece);
      if (this.session.placeOf(piece) && this.session.board)
        this.session.board.set({ focus: this.session.placeOf(piece) });
    }
    this.session.paint();
    this.session.changed();
  }

  letGo(): void {
    if (this.session.warnings.drop()) {
      this.preview = null;
    } else if (this.session.army.clear()) {
      this.preview = null;
      this.selected = null;
    } else if (this.why || this.menu || this.confirming || this.fan) {
      this.why = null;
      this.menu = null;
      this.confirming = null;
      this.fan = null;
    } else if (this.waypoints.length) this.waypoints = [];
    else if (this.preview) this.preview = null;
    else this.selected = null;
    this.session.paint();
    this.session.changed();
  }

  /** Tab: the next piece that can act. */
  next(step: 1 | -1): void {
    const all = this.session.ableOwn().filter((id) => this.session.shown?.pieces[id]);
    if (!all.length) return;
    const i = this.selected ? all.indexOf(this.selected) : step > 0 ? -1 : 0;
    const piece = all[(i + step + all.length) % all.length]!;
    this.select(piece);
    const at = this.session.placeOf(piece);
    if (at && this.session.ground.has(at)) this.session.board?.show([at]);
    this.session.say(`${this.session.pieceName(piece)}${at ? `, ${at}` : ""}`, false);
  }

  private async askReach(piece: string): Promise<void> {
    if (!this.session.canAct || !this.session.options.of(piece).some(isMarch)) return;
    await this.learnReach(piece);
  }

  /** Ask where a piece can go, unless that is known. */
  async learnReach(piece: string): Promise<void> {
    if (!this.session.book.asks.includes("reach") || this.reach.has(piece) || !this.session.shown) return;
    const seen = this.session.view?.seen;
    const answer = await this.session.inquire({ reach: piece });
    if (!answer.ok || this.session.view?.seen !== seen) return;
    this.reach.set(piece, (answer.answer.reach as ReachRow[]) ?? []);
    this.session.paint();
    this.session.changed();
  }

  reachRow(piece: string, place: string): ReachRow | null {
    if (!this.ways(piece, place).some(isMarch)) return null;
    return this.reach.get(piece)?.find((row) => row.place === place) ?? null;
  }

  addWaypoint(place: string | null = this.preview): void {
    if (!place || !this.inHand || !this.session.options.to(this.inHand, place).some(isMarch)) return;
    this.waypoints.push(place);
    this.session.paint();
    this.session.changed();
  }

  dropWaypoint(): void {
    this.waypoints.pop();
    this.session.paint();
    this.session.changed();
  }

  /** What the map shows for a piece is asked about first: the verb that is meant, else its march. */
  private marchTo(piece: string | null, place: string | null): string | null {
    if (!piece || !place) return null;
    const named = (o: Option) => o.pieces.length === 1 && o.places.length === 1;
    const own = this.session.options.of(piece).filter(named);
    const verb =
      own.find((o) => o.verb === this.verb)?.verb ??
      (this.isHeldByOther(place) ? own.find((o) => !isMarch(o))?.verb : undefined) ??
      (own.find(isMarch) ?? this.session.options.all.find((o) => named(o) && isMarch(o)))?.verb;
    return verb ? `${verb} ${piece} ${place}` : null;
  }

  /** True when taking back the last step could change what a piece may do: it was that piece's own. */
  canUndoOf(piece: string | null): boolean {
    const last = this.session.view?.undo.steps ? this.session.view.undo.tail?.at(-1) : undefined;
    return !!piece && !!last && last.split(" ").includes(piece);
  }

  async askWhy(piece: string | null, place: string | null): Promise<void> {
    const action =
      this.marchTo(piece, place) ??
      this.session.options.question(piece, place) ??
      marchOf(this.session.book.verbs, piece, place);
    if (!action) {
      this.why = {
        place,
        piece,
        action: "",
        refusal: {
          possible: false,
          rule: this.session.view?.decision?.rule ?? "",
          says: piece ? words.why.nothing : words.why.noPiece,
          facts: {},
        },
      };
    } else {
      this.why = { place, piece, action, refusal: null };
      this.session.paint();
      this.session.changed();
      const answer = await this.session.inquire({ why: action });
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
      this.session.say(
        `${words.why.title}: ${this.why.refusal.says}${this.why.refusal.rule ? ` ${words.rule(this.why.refusal.rule)}.` : ""}`,
        true,
      );
    this.session.paint();
    this.session.changed();
  }
}
