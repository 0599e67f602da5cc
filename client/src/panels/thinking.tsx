/** The pace of the bots: who thinks, move now, pause and step; who moved for a bot that failed; an offer to give up. */

import { useState } from "preact/hooks";
import { botApi, type Order } from "../bots";
import { botWords } from "../bot-words";
import type { Session } from "../session/session";
import { Icon } from "../ui/icons";
import { Alarm, Dialog } from "../ui/parts";

export function Thinking({ session }: { session: Session }) {
  const view = session.view;
  if (!view) return null;
  if (!Object.values(view.seats).some((seat) => seat.kind === "bot")) return null;
  const { mayOrder, isForBot: toMove } = session.pace;
  const order = (what: Order, by?: "decision" | "phase" | "turn") => () => session.pace.order(what, by);
  const { paused, notice, offer } = view.bots;
  return (
    <>
      {notice && (
        <div class="bot-note" role="status">
          <Icon name="warn" />
          <span class="grow">{notice}</span>
          {mayOrder && (
            <span class="row wrap">
              {!view.outcome && (
                <button type="button" class="btn sm" onClick={order("try-again")}>
                  {botWords.thinking.again}
                </button>
              )}
              <button type="button" class="btn sm" onClick={order("dismiss")}>
                {botWords.thinking.dismiss}
              </button>
            </span>
          )}
        </div>
      )}
      {offer && session.token && (
        <div
          class="bot-note offer"
          role="alertdialog"
          aria-label={botWords.offer.says(session.sideName(offer))}
        >
          <Icon name="flag" />
          <span class="grow">{botWords.offer.says(session.sideName(offer))}</span>
          <span class="row wrap">
            <button
              type="button"
              class="btn sm pri"
              onClick={() => void botApi.answerOffer(session.id, session.token!, true)}
            >
              {botWords.offer.accept}
            </button>
            <button
              type="button"
              class="btn sm"
              onClick={() => void botApi.answerOffer(session.id, session.token!, false)}
            >
              {botWords.offer.decline}
            </button>
          </span>
        </div>
      )}
      {mayOrder && !view.outcome && (toMove || paused) && (
        <div class="bot-pace" role="group" aria-label={botWords.thinking.label}>
          {paused ? (
            <>
              <span class="grow" role="status">
                {botWords.thinking.paused}
              </span>
              <button type="button" class="btn sm pri" onClick={order("resume")}>
                <Icon name="play" /> {botWords.thinking.resume}
              </button>
              {toMove &&
                (["decision", "phase", "turn"] as const).map((by) => (
                  <button type="button" class="btn sm" key={by} onClick={order("step", by)}>
                    {botWords.thinking[by]}
                  </button>
                ))}
            </>
          ) : (
            <>
              <button
                type="button"
                class="btn sm"
                title={botWords.thinking.moveNowSays}
                onClick={order("move-now")}
              >
                <Icon name="skipForward" /> {botWords.thinking.moveNow}
              </button>
              <button type="button" class="btn sm" onClick={order("pause")}>
                <Icon name="pause" /> {botWords.thinking.pause}
              </button>
            </>
          )}
        </div>
      )}
    </>
  );
}

/** A last question before a side gives up. */
export function ResignDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const [trouble, setTrouble] = useState("");
  const resign = async () => {
    try {
      await botApi.resign(session.id, session.token!, session.view!.seen);
      onClose();
    } catch (error) {
      setTrouble((error as Error).message);
    }
  };
  return (
    <Dialog title={botWords.resign.title} onClose={onClose}>
      <p>{botWords.resign.says(session.sideName(session.side ?? ""))}</p>
      <Alarm says={trouble} />
      <div class="row" style="justify-content:flex-end;margin-top:14px">
        <button type="button" class="btn" onClick={onClose}>
          {botWords.resign.no}
        </button>
        <button type="button" class="btn pri" onClick={() => void resign()}>
          {botWords.resign.yes}
        </button>
      </div>
    </Dialog>
  );
}
