/** Who a machine plays as: how strong, and where the level has one, of what temper. */

import { capital } from "../format";
import type { LevelCard } from "../model";
import { words } from "../words";
import { Segments } from "./parts";

/** "colonel:bold" -> "Colonel, bold". */
export function botName(id: string): string {
  const [level, ...more] = id.split(":");
  return [capital(level!), ...more].join(", ");
}

/** The levels that can play a game, each under one name. */
export function levelsFor(bots: LevelCard[], able: string[]): LevelCard[] {
  return bots.filter(({ level, alias }) => able.includes(level) && !alias);
}

/** The one to begin with: in the middle. */
export function usualLevel(bots: LevelCard[]): string {
  return bots[Math.floor(bots.length / 2)]?.level ?? "";
}

export function Opponent({
  side,
  bots,
  value,
  onChange,
}: {
  side: string;
  bots: LevelCard[];
  value: string;
  onChange: (value: string) => void;
}) {
  const [level, chosen] = value.split(":") as [string, string | undefined];
  const card = bots.find((one) => one.level === level);
  const temper = chosen ?? card?.temper ?? "";
  const named = (one: LevelCard | undefined, temper: string) =>
    one?.tempers.includes(temper) && temper !== one.temper ? `${one.level}:${temper}` : (one?.level ?? "");
  return (
    <div class="opponent">
      <Segments
        label={words.newGame.level(side)}
        value={level}
        options={bots.map((one) => [one.level, capital(one.level)])}
        onChange={(id) =>
          onChange(
            named(
              bots.find((one) => one.level === id),
              temper,
            ),
          )
        }
      />
      {card && card.tempers.length > 0 && (
        <Segments
          label={words.newGame.temper(side)}
          value={temper}
          options={card.tempers.map((id) => [id, capital(id)])}
          onChange={(id) => onChange(named(card, id))}
        />
      )}
      <p class="sm dim">
        {capital(level)}: {card?.says ?? ""}.
      </p>
    </div>
  );
}
