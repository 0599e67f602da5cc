/** The options of a decision, indexed by what a player can point at. Pure: it knows words, not rules. */

import type { Decision, OptionWords } from "./model";

export interface Option {
  text: string;
  verb: string;
  pieces: string[];
  places: string[];
  /** The last place named: where the option happens. */
  place: string | null;
}

/** Verbs that take a piece over the ground: only for these do costs and ways say anything. */
const MARCHES = new Set(["move", "enter"]);

export function isMarch(option: Option): boolean {
  return MARCHES.has(option.verb);
}

export interface Nouns {
  isPiece(word: string): boolean;
  isPlace(word: string): boolean;
}

export class OptionIndex {
  readonly all: Option[] = [];
  readonly byPiece = new Map<string, Option[]>();
  readonly byPlace = new Map<string, Option[]>();
  /** Options that name nothing on the table: the buttons. */
  readonly bare: Option[] = [];
  readonly texts = new Map<string, Option>();
  readonly verbs = new Set<string>();

  constructor(
    decision: Decision | null,
    private readonly nouns: Nouns,
  ) {
    const options = decision?.options;
    if (!options) return;
    for (const text of options.plain) this.add(this.read(text));
    // Thousands of options share a few beginnings: each is read once.
    for (const [prefix, lasts] of options.groups) {
      const start = this.read(prefix);
      for (const last of lasts) this.add(this.grow(start, last));
    }
  }

  private read(text: string): Option {
    const [verb, ...words] = text.split(" ");
    const option: Option = { text, verb: verb!, pieces: [], places: [], place: null };
    return words.reduce((grown, word) => this.grow(grown, word, text), option);
  }

  private grow(option: Option, word: string, text = `${option.text} ${word}`): Option {
    if (this.nouns.isPiece(word)) return { ...option, text, pieces: [...option.pieces, word] };
    if (this.nouns.isPlace(word)) return { ...option, text, places: [...option.places, word], place: word };
    return { ...option, text };
  }

  private add(option: Option): void {
    const { text } = option;
    this.all.push(option);
    this.texts.set(text, option);
    this.verbs.add(option.verb);
    for (const piece of option.pieces) push(this.byPiece, piece, option);
    for (const place of option.places) push(this.byPlace, place, option);
    if (!option.pieces.length && !option.places.length) this.bare.push(option);
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
    const shape = (o: Option) => [o.pieces.length, o.places.length].join();
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

export function wordsOf(
  decision: Decision | null,
  text: string,
): { says: string; confirm?: string; rule?: string } | null {
  const words: OptionWords | undefined = decision?.words?.[text];
  if (words === undefined) return null;
  return typeof words === "string" ? { says: words } : words;
}

/** Words for an option that came without: "end-movement" -> "End movement". */
export function plainWords(option: Option, pieceName: (id: string) => string): string {
  const words = option.text.split(" ").slice(1);
  const nouns = words.map((w) => (option.pieces.includes(w) ? pieceName(w) : w));
  const verb = option.verb.replace(/-/g, " ");
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}${nouns.length ? ` ${nouns.join(" ")}` : ""}`;
}
