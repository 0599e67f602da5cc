/** The tabs of the panel, and their bar at the foot of a phone. */

import { Icon, type IconName } from "../ui/icons";
import { words } from "../words";

export type Tab = "log" | "units" | "tables" | "rules" | "notes";

export function Tabs({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const all: Tab[] = ["log", "units", "tables", "rules", "notes"];
  return (
    <div class="tabs" role="tablist" aria-label={words.board.panel}>
      {all.map((t, i) => (
        <button
          type="button"
          key={t}
          id={`tab-${t}`}
          role="tab"
          aria-selected={t === tab}
          aria-controls="panel"
          tabIndex={t === tab ? 0 : -1}
          onClick={() => onTab(t)}
          onKeyDown={(e) => {
            const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
            if (!step) return;
            e.preventDefault();
            e.stopPropagation();
            const next = all[(i + step + all.length) % all.length]!;
            onTab(next);
            document.getElementById(`tab-${next}`)?.focus();
          }}
        >
          {words.tabs[t]}
        </button>
      ))}
    </div>
  );
}

export function TabBar({
  tab,
  sheet,
  onTab,
}: {
  tab: Tab;
  sheet: number;
  onTab: (tab: "map" | "log" | "units" | "rules" | "text") => void;
}) {
  const all: ["map" | "log" | "units" | "rules" | "text", IconName][] = [
    ["map", "map"],
    ["log", "list"],
    ["units", "flag"],
    ["rules", "bookOpen"],
    ["text", "alignLeft"],
  ];
  return (
    <nav class="tabbar" aria-label={words.board.panel}>
      {all.map(([name, icon]) => (
        <button
          type="button"
          key={name}
          aria-pressed={name === "map" ? sheet < 2 : sheet === 2 && tab === name}
          onClick={() => onTab(name)}
        >
          <Icon name={icon} /> {words.tabs[name]}
        </button>
      ))}
    </nav>
  );
}
