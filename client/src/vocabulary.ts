/** What a verb does and what each of its words is, as the book declares it: nobody guesses from spelling. */

export type Does = "march" | "aim" | "turn" | "pick" | "begin" | "choose" | "end";

/** One form of a verb; where it stands with other nouns too, there are several. */
export interface VerbForm {
  does: Does;
  nouns: string[]; // a last "pieces" or "places" takes all words that are left
  says: string; // "Move {0} to {1}"
}

export type Verbs = Record<string, VerbForm[]>;

const REST: Record<string, string> = { pieces: "piece", places: "place" };

function rest(form: VerbForm): string | undefined {
  return REST[form.nouns[form.nouns.length - 1] ?? ""];
}

/** The form of a verb that has this number of words. */
export function formOf(verbs: Verbs, verb: string, count: number): VerbForm | undefined {
  return verbs[verb]?.find((form) => (rest(form) ? count >= form.nouns.length : count === form.nouns.length));
}

/** What the i-th word after the verb is. */
export function nounAt(form: VerbForm, i: number): string {
  const last = form.nouns.length - 1;
  return i >= last && rest(form) ? rest(form)! : (form.nouns[i] ?? "");
}

/** The march of a piece to a place in the words of a game that has such a verb: what to ask about when no option fits. */
export function marchOf(verbs: Verbs, piece: string | null, place: string | null): string | null {
  const isMarch = ({ does, nouns }: VerbForm) => does === "march" && nouns.join() === "piece,place";
  const verb = Object.keys(verbs).find((name) => verbs[name]!.some(isMarch));
  return verb && piece && place ? `${verb} ${piece} ${place}` : null;
}

/** What a button says, with the words as a reader knows them. */
export function spoken(form: VerbForm, words: string[], listed: (words: string[]) => string): string {
  const last = form.nouns.length - 1;
  const all = rest(form) ? [...words.slice(0, last), listed(words.slice(last))] : words;
  return form.says.replace(/\{(\d+)\}/g, (_, i: string) => all[Number(i)] ?? "");
}
