/** The edge of the panel, and what stands above the question while the line is down. */

import { useEffect, useState } from "preact/hooks";
import { go } from "../router";
import type { Session } from "../session/session";
import { settings } from "../settings";
import { Icon } from "../ui/icons";
import { words } from "../words";

export function Grip() {
  return (
    <div
      class="grip hide-p"
      aria-hidden="true"
      onPointerDown={(e) => {
        const start = e.clientX;
        const width = settings.values.panelWidth;
        const sign = settings.values.panel === "right" ? -1 : 1;
        const move = (m: PointerEvent) =>
          settings.set({
            panelWidth: Math.round(Math.min(560, Math.max(320, width + sign * (m.clientX - start)))),
          });
        const up = () => {
          removeEventListener("pointermove", move);
          removeEventListener("pointerup", up);
        };
        addEventListener("pointermove", move);
        addEventListener("pointerup", up);
        e.preventDefault();
      }}
    />
  );
}

export function LinkState({ session }: { session: Session }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (session.link !== "lost") return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [session.link]);
  if (session.link === "lost")
    return (
      <p class="line-state" role="status">
        <Icon name="warn" />{" "}
        <span>
          {words.state.lost(session.rest ?? 0)} {words.state.stopped(session.view?.number ?? 0)}
        </span>
      </p>
    );
  if (session.link === "old" || session.link === "refused" || session.link === "gone")
    return (
      <p class="line-state bad" role="alert">
        <Icon name="warn" />
        <span class="grow">{session.link === "gone" ? words.state.gone : session.linkSays}</span>
        <button
          type="button"
          class="btn sm"
          onClick={() => (session.link === "gone" ? go("/") : location.reload())}
        >
          {session.link === "gone" ? words.menu.lobby : words.state.reload}
        </button>
      </p>
    );
  return null;
}
