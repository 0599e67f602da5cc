import { useMemo, useState } from "preact/hooks";
import { setPreview } from "../session/grammar";
import type { Session } from "../session/session";
import { find, nearest } from "../text";
import { words } from "../words";

export function Finder({ session, onClose }: { session: Session; onClose: () => void }) {
  const [text, setText] = useState("");
  const found = useMemo(() => find(session, text), [text]);
  const open = (i: number) => {
    const hit = found[i];
    if (!hit) return;
    if (hit.piece) session.pointing.select(hit.piece);
    if (hit.place && session.ground.has(hit.place)) {
      session.board?.frameOn([hit.place]);
      session.board?.set({ focus: hit.place, cursorShown: true });
      setPreview(session, hit.place);
      session.paint();
      session.changed();
    }
    onClose();
  };
  return (
    <div class="finder" role="dialog" aria-label={words.find.label}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          open(0);
        }}
      >
        <input
          class="search"
          ref={(el) => el?.focus()}
          aria-label={words.find.label}
          placeholder={words.find.hint}
          value={text}
          onInput={(e) => setText(e.currentTarget.value)}
          onKeyDown={(e) => {
            e.stopPropagation();
            if (e.key === "Escape") onClose();
          }}
        />
      </form>
      <div class="pieces" style="margin-top:6px" role="status">
        {text && !found.length && <p class="sm dim">{words.find.none(text, nearest(session, text))}</p>}
        {found.map((hit, i) => (
          <button type="button" key={hit.says} onClick={() => open(i)}>
            {hit.says}
          </button>
        ))}
      </div>
      <button type="button" class="btn sm ghost" onClick={onClose}>
        {words.close}
      </button>
    </div>
  );
}
