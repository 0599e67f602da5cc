/** The edge of the panel, and what stands above the question while the line is down. */

import { useEffect, useState } from "preact/hooks";
import { api, Refused, tokensOf, troubleOf } from "../api";
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

/** What a side would like done to the game, and the other one's answer. */
export function WishNote({ session }: { session: Session }) {
  const [trouble, setTrouble] = useState("");
  const wish = session.view?.wish;
  if (!wish || !session.token || session.view?.outcome) return null;
  const tokens = tokensOf(session.id);
  const mine = wish.sides.includes(session.side ?? "");
  const who = wish.sides.map((side) => session.sideName(side)).join(", ");
  const agree = async () => {
    try {
      for (const token of Object.values(tokens))
        if (wish.do === "delete") await api.remove(session.id, token);
        else await api.rename(session.id, wish.title, token);
    } catch (error) {
      // Once all have agreed to delete it, nothing is left to answer.
      if (!(error instanceof Refused && error.status === 404))
        setTrouble(troubleOf(error, words.state.offline));
    }
  };
  return (
    <div class="line-state" role="status">
      <Icon name="info" />
      <span class="grow">
        {wish.do === "delete" ? words.wish.delete(who) : words.wish.rename(who, wish.title)}{" "}
        {mine && words.wish.mine} {trouble}
      </span>
      {!mine && (
        <button type="button" class="btn sm" onClick={() => void agree()}>
          {words.wish.agree}
        </button>
      )}
      <button
        type="button"
        class="btn sm"
        onClick={() =>
          void api
            .dropWish(session.id, session.token!)
            .catch((e: unknown) => setTrouble(troubleOf(e, words.state.offline)))
        }
      >
        {mine ? words.wish.withdraw : words.wish.decline}
      </button>
    </div>
  );
}

/** What an imported record proved of its dice, said once. */
export function ProofNote({ id }: { id: string }) {
  const key = `bullrun.proof.${id}`;
  const [says, setSays] = useState(() => sessionStorage.getItem(key));
  if (!says) return null;
  return (
    <div class="line-state" role="status">
      <Icon name="info" />
      <span class="grow">{says}</span>
      <button
        type="button"
        class="btn sm"
        onClick={() => {
          sessionStorage.removeItem(key);
          setSays(null);
        }}
      >
        {words.ok}
      </button>
    </div>
  );
}
