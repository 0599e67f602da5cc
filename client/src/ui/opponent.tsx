/** Who a machine plays as: how strong, and where the level has one, of what temper. */

import { capital } from "../format";
import { words } from "../words";
import { Segments } from "./parts";

/** "colonel:bold" -> "Colonel, bold". */
export function botName(id: string): string {
  const [level, ...more] = id.split(":");
  return [capital(level!), ...more].join(", ");
}

/** Levels in the order of the list, without second names, each with its tempers besides the usual one. */
export function levelsOf(bots: Record<string, string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [id, says] of Object.entries(bots)) {
    const [level, temper] = id.split(":");
    if (!temper && !says.startsWith("another name")) found.set(level!, []);
    else if (temper) found.get(level!)?.push(temper);
  }
  return found;
}

/** The bots that can play a game. */
export function botsFor(bots: Record<string, string>, levels: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(bots).filter(([id]) => levels.includes(id.split(":")[0]!)));
}

export function usualLevel(bots: Record<string, string>): string {
  const levels = [...levelsOf(bots).keys()];
  return levels[Math.floor(levels.length / 2)] ?? "";
}

export function Opponent({
  side,
  bots,
  value,
  onChange,
}: {
  side: string;
  bots: Record<string, string>;
  value: string;
  onChange: (value: string) => void;
}) {
  const levels = levelsOf(bots);
  const [level, temper] = value.split(":") as [string, string | undefined];
  const tempers = levels.get(level) ?? [];
  const half = Math.ceil(tempers.length / 2);
  return (
    <div class="opponent">
      <Segments
        label={words.newGame.level(side)}
        value={level}
        options={[...levels.keys()].map((id) => [id, capital(id)])}
        onChange={(id) => onChange(temper && levels.get(id)?.includes(temper) ? `${id}:${temper}` : id)}
      />
      {tempers.length > 0 && (
        <Segments
          label={words.newGame.temper(side)}
          value={temper ?? ""}
          options={[
            ...tempers.slice(0, half).map((id) => [id, capital(id)] as [string, string]),
            ["", words.newGame.balanced],
            ...tempers.slice(half).map((id) => [id, capital(id)] as [string, string]),
          ]}
          onChange={(id) => onChange(id ? `${level}:${id}` : level)}
        />
      )}
      <p class="sm dim">
        {capital(level)}: {bots[level] ?? ""}.
      </p>
    </div>
  );
}
