/** What a new game is made of, and the presets: as printed, the first game, what was played last. */

import type { GameCard, LevelCard } from "./model";
import type { SeatWish } from "./api";
import { levelsFor, usualLevel } from "./ui/opponent";

export type Kind = SeatWish["kind"];

export interface Wish {
  game: string;
  scenario: string;
  options: Record<string, string>;
  seats: Record<string, { kind: Kind; level: string; name: string }>;
  dice: "sealed" | "typed";
  charts: string; // the text of a file of charts
}

export type Preset = "printed" | "first" | "last";

const KEY = "bullrun.last-games";
/** The level of bots to begin against. */
export const MILDEST = "recruit";

type Scenario = GameCard["scenarios"][number];
export type Option = GameCard["options"][number];

/** The options that mean something in a scenario. */
export function optionsIn(card: GameCard, scenario: string): Option[] {
  return card.options.filter((o) => !o.scenarios.length || o.scenarios.includes(scenario));
}

/** The scenario to begin with. */
export function firstScenario(card: GameCard): Scenario {
  return card.scenarios.find((s) => s.first) ?? card.scenarios[0]!;
}

const plain = (card: GameCard) => Object.fromEntries(card.options.map((o) => [o.id, o.default]));

/** Every rule of the book, against a bot of middling strength. */
export function asPrinted(card: GameCard, bots: LevelCard[], scenario = card.scenarios[0]!.id): Wish {
  const level = usualLevel(levelsFor(bots, card.levels));
  return {
    game: card.id,
    scenario,
    options: plain(card),
    seats: Object.fromEntries(
      card.sides.map((side, i) => {
        const kind: Kind = i === 0 ? "me" : level ? "bot" : "hot-seat";
        return [side.id, { kind, level, name: "" }];
      }),
    ),
    dice: "sealed",
    charts: "",
  };
}

/** Ready positions, the mildest bot, and the side that the game names for a newcomer. */
export function firstGame(card: GameCard, bots: LevelCard[]): Wish {
  const scenario = firstScenario(card);
  const able = levelsFor(bots, card.levels).map(({ level }) => level);
  const level = able.includes(MILDEST) ? MILDEST : (able[0] ?? "");
  const mine = scenario.first?.side ?? card.sides[0]!.id;
  return {
    game: card.id,
    scenario: scenario.id,
    options: { ...plain(card), ...scenario.first?.options },
    seats: Object.fromEntries(
      card.sides.map(({ id }) => {
        const kind: Kind = id === mine ? "me" : level ? "bot" : "hot-seat";
        return [
          id,
          { kind, level: kind === "bot" ? level : usualLevel(levelsFor(bots, card.levels)), name: "" },
        ];
      }),
    ),
    dice: "sealed",
    charts: "",
  };
}

function kept(): Record<string, Wish> & { last?: Wish } {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Wish>;
  } catch {
    return {};
  }
}

/** What was begun here last, of one game or of any; null if never, or if the game has changed since. */
export function lastChoice(games: GameCard[], game = "last"): Wish | null {
  const wish = kept()[game];
  const card = games.find((one) => one.id === wish?.game);
  if (!wish || !card?.scenarios.some((s) => s.id === wish.scenario)) return null;
  const options = plain(card);
  for (const o of card.options) {
    const value = wish.options[o.id];
    if (value && o.choices.some((c) => c.id === value)) options[o.id] = value;
  }
  return card.sides.every(({ id }) => wish.seats[id]) ? { ...wish, options, charts: "" } : null;
}

export function keepChoice(wish: Wish): void {
  const found = { ...wish, charts: "" };
  localStorage.setItem(KEY, JSON.stringify({ ...kept(), [wish.game]: found, last: found }));
}

/** Whether two wishes are the same but for names and charts. */
export function isSame(a: Wish | null, b: Wish): boolean {
  const said = ({ game, scenario, options, seats, dice }: Wish) =>
    JSON.stringify([
      game,
      scenario,
      Object.entries(options).sort(),
      Object.entries(seats)
        .map(([side, { kind, level }]) => [side, kind, kind === "bot" ? level : ""])
        .sort(),
      dice,
    ]);
  return !!a && said(a) === said(b);
}
