/** The options of a decision, indexed by what a player can point at. Pure: it knows words, not rules. */

import { listed } from "./format";
import type { Decision, OptionWords } from "./model";
import { formOf, nounAt, spoken, type Does, type VerbForm, type Verbs } from "./vocabulary";

export interface Option {
  text: string;
  verb: string;
  does: Does;
  pieces: string[];
  places: string[];
  boxes: string[];
  /** The last place or box named: where the option happens. */
  place: string | null;
}

/** Takes a piece over the ground: only for these do costs and ways say anything. */
export function isMarch(option: Option): boolean {
  return option.does === "march";
}

/** Names nothing on the table: a button. */
export function isBare(option: Option): boolean {
  return !option.pieces.length && option.place === null;
}

export interface Nouns {
  verbs: Verbs;
  isPiece(word: string): boolean; // of a noun that may be a piece or a body of pieces
}

export class OptionIndex {
  readonly all: Option[] = [];
  readonly byPiece = new Map<string, Option[]>();
  readonly byPlace = new Map<string, Option[]>();
  /** Options that name nothing on the table: the buttons. */
  readonly bare: Option[] = [];
  readonly texts = new Map<string, Option>();

  constructor(
    decision: Decision | null,
    private readonly nouns: Nouns,
  ) {
    const options = decision?.options;
    if (!options) return;
    for (const text of options.plain) this.add(this.read(text));
    // Thousands of options share a few beginnings: each is read once.
    for (const [prefix, lasts] of options.groups) {
      const words = prefix.split(" ");
      const form = formOf(this.nouns.verbs, words[0]!, words.length);
      const start = this.begin(prefix, words, form);
      for (const last of lasts) this.add(this.grow(start, last, form, words.length - 1));
    }
  }

  private read(text: string): Option {
    const words = text.split(" ");
    return this.begin(text, words, formOf(this.nouns.verbs, words[0]!, words.length - 1));
  }

  private begin(text: string, words: string[], form: VerbForm | undefined): Option {
    const verb = words[0]!;
    const does = form?.does ?? "choose";
    const option: Option = { text: verb, verb, does, pieces: [], places: [], boxes: [], place: null };
    const grown = words.slice(1).reduce((grown, word, i) => this.grow(grown, word, form, i), option);
    return { ...grown, text };
  }

  private grow(option: Option, word: string, form: VerbForm | undefined, i: number): Option {
    const text = `${option.text} ${word}`;
    const noun = form ? nounAt(form, i) : "";
    if (noun === "piece" || (noun === "unit" && this.nouns.isPiece(word)))
      return { ...option, text, pieces: [...option.pieces, word] };
    if (noun === "place") return { ...option, text, places: [...option.places, word], place: word };
    if (noun === "box") return { ...option, text, boxes: [...option.boxes, word], place: word };
    return { ...option, text };
  }

  private add(option: Option): void {
    this.all.push(option);
    this.texts.set(option.text, option);
    for (const piece of option.pieces) push(this.byPiece, piece, option);
    for (const place of [...option.places, ...option.boxes]) push(this.byPlace, place, option);
    if (isBare(option)) this.bare.push(option);
  }

  of(piece: string): Option[] {
    return this.byPiece.get(piece) ?? [];
  }

  /** Options of a piece that lead to a place. */
  to(piece: string, place: string): Option[] {
    return this.of(piece).filter((o) => o.place === place);
  }

  /** Places where a piece can act. */
  targets(piece: string): Map<string, Option[]> {
    const found = new Map<string, Option[]>();
    for (const option of this.of(piece)) if (option.place !== null) push(found, option.place, option);
    return found;
  }

  /** What a piece can do without pointing at a place. */
  acts(piece: string): Option[] {
    return this.of(piece).filter((o) => o.place === null);
  }

  /** Options that name only a place. */
  onPlace(place: string): Option[] {
    return (this.byPlace.get(place) ?? []).filter((o) => !o.pieces.length);
  }

  /** True when pieces are picked one by one: each option is a verb and one piece. */
  get isPicking(): boolean {
    const named = this.all.filter((o) => o.pieces.length);
    return named.length > 0 && named.every((o) => o.pieces.length === 1 && o.place === null);
  }

  /** The action to ask about when a piece is pointed at a place, or at nothing. */
  question(piece: string | null, place: string | null): string | null {
    const shape = (o: Option) => [o.pieces.length, o.places.length + o.boxes.length].join();
    const verbOf = (wanted: string) => this.all.find((o) => shape(o) === wanted)?.verb;
    if (piece && place) {
      const verb = verbOf("1,1");
      if (verb) return `${verb} ${piece} ${place}`;
    }
    if (piece) {
      const verb = verbOf("1,0");
      if (verb) return `${verb} ${piece}`;
    }
    if (place) {
      const verb = verbOf("0,1");
      if (verb) return `${verb} ${place}`;
    }
    return null;
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

export function wordsOf(decision: Decision | null, text: string): OptionWords | null {
  return decision?.words?.[text] ?? null;
}

/** Words for an option that came without, as the book words its verb. */
export function plainWords(option: Option, verbs: Verbs, name: (word: string) => string): string {
  const words = option.text.split(" ").slice(1);
  const form = formOf(verbs, option.verb, words.length);
  return form ? spoken(form, words.map(name), listed) : option.text;
}
