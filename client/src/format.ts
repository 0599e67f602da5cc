/** Numbers and times as players read them. */

import { words } from "./words";

const THIN: Record<string, string> = {
  "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕", "2/5": "⅖", "3/5": "⅗", "4/5": "⅘",
  "1/6": "⅙", "5/6": "⅚", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞",
}; // prettier-ignore
const SPOKEN: Record<string, string> = {
  "1/2": "a half", "1/3": "a third", "2/3": "two thirds", "1/4": "a quarter", "3/4": "three quarters",
  "1/6": "a sixth", "5/6": "five sixths",
}; // prettier-ignore

export interface Fraction {
  n: number;
  d: number;
}

export function gcd(a: number, b: number): number {
  return b ? gcd(b, a % b) : Math.abs(a);
}

export function frac(n: number, d = 1): Fraction {
  const g = gcd(n, d) || 1;
  return { n: n / g, d: d / g };
}

/** "4/3", "1 1/2" or "3" as a fraction; null for anything else. */
export function parseFraction(text: string): Fraction | null {
  const found = /^(-?\d+)?(?:\s*(-?\d+)\/(\d+))?$/.exec(text.trim());
  const slash = /^(-?\d+)\/(\d+)$/.exec(text.trim());
  if (slash) return frac(Number(slash[1]), Number(slash[2]));
  if (!found || (found[1] === undefined && found[2] === undefined)) return null;
  const whole = Number(found[1] ?? 0);
  if (found[2] === undefined) return frac(whole);
  return frac(whole * Number(found[3]) + Number(found[2]), Number(found[3]));
}

export function addFractions(a: Fraction, b: Fraction): Fraction {
  return frac(a.n * b.d + b.n * a.d, a.d * b.d);
}

/** "4/3" -> "1⅓". Words that are no fraction stay as they are. */
export function nice(text: string): string {
  const value = parseFraction(text);
  if (!value) return text;
  const whole = Math.trunc(value.n / value.d);
  const rest = Math.abs(value.n - whole * value.d);
  if (!rest) return String(whole);
  const part = THIN[`${rest}/${value.d}`] ?? ` ${rest}/${value.d}`;
  return whole ? `${whole}${part}` : part.trim();
}

/** A sentence with its fractions set small. */
export function niceFractions(text: string): string {
  return text.replace(/\b(\d+) (\d)\/(\d)\b/g, (all) => nice(all));
}

/** "4/3" -> "1 and a third". */
export function spoken(text: string): string {
  const value = parseFraction(text);
  if (!value) return text;
  const whole = Math.trunc(value.n / value.d);
  const rest = Math.abs(value.n - whole * value.d);
  if (!rest) return String(whole);
  const part = SPOKEN[`${rest}/${value.d}`] ?? `${rest} over ${value.d}`;
  return whole ? `${whole} and ${part}` : part;
}

/** A chance as per cent with one decimal. */
export function percent(chance: string | number): string {
  const value = typeof chance === "number" ? chance : toNumber(chance);
  return `${(value * 100).toFixed(1)}%`;
}

export function toNumber(text: string): number {
  const value = parseFraction(text);
  return value ? value.n / value.d : Number(text);
}

/** How long ago, in the shortest honest words. */
export function ago(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  if (days === 1) return "yesterday";
  if (days < 7) return new Date(then).toLocaleDateString("en", { weekday: "long" });
  return new Date(then).toLocaleDateString("en", { day: "numeric", month: "short" });
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** ["a", "b", "c"] -> "a, b and c". */
export function listed(words: string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** "12:30 PM" as it is; a turn that is only a number says that it is a turn. */
export function turnWords(turn: string): string {
  return /^\d+$/.test(turn) ? `${words.replay.turn} ${turn}` : turn;
}
