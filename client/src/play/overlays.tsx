import type { Session } from "../session/session";
import { Icon } from "../ui/icons";
import { Segments } from "../ui/parts";
import { words } from "../words";
import { RESERVED } from "./keys";

export function OverlayMenu({
  session,
  hidden,
  onHide,
  onClose,
}: {
  session: Session;
  hidden: boolean;
  onHide: (on: boolean) => void;
  onClose: () => void;
}) {
  return (
    <div class="pop" style="left:66px;top:150px;width:270px" role="dialog" aria-label={words.tools.overlays}>
      <h4>{words.tools.overlays}</h4>
      <div class="menu">
        {session.book.overlays.map((o) => (
          <button
            type="button"
            class="btn"
            key={o.id}
            aria-pressed={session.overlays.shown?.id === o.id}
            onClick={() => {
              onClose();
              void session.overlays.show(o.id);
            }}
          >
            {o.title}{" "}
            {o.key && (
              <kbd>
                {RESERVED.has(o.key.toLowerCase()) ? "⇧" : ""}
                {o.key.toUpperCase()}
              </kbd>
            )}
          </button>
        ))}
        <button
          type="button"
          class="btn"
          aria-pressed={hidden}
          onClick={() => {
            onClose();
            onHide(!hidden);
          }}
        >
          {words.tools.hide} <kbd>H</kbd>
        </button>
        <button
          type="button"
          class="btn"
          onClick={() => {
            onClose();
            void session.overlays.show(null);
          }}
        >
          {words.tools.none}
        </button>
      </div>
    </div>
  );
}

/** What the overlay shows, with a way to close it. */
export function OverlayLine({ session }: { session: Session }) {
  const { shown } = session.overlays;
  if (!shown) return null;
  return (
    <div class="overlay-line" role="status">
      <span>
        <b>{shown.title}</b> {shown.at ?? ""}. {shown.says}
        {shown.side && !shown.waiting && (
          <span style="display:block;margin-top:5px">
            <Segments
              label={shown.title}
              value={shown.side}
              options={session.book.sides.map((s) => [s.id, s.name])}
              onChange={(whose) => void session.overlays.show(shown.id, null, whose)}
            />
          </span>
        )}
      </span>
      <button
        type="button"
        class="lk"
        onClick={() => void session.overlays.show(null)}
        aria-label={words.close}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}
