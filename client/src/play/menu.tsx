import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api, download, dropToken, makerOf, tokensOf } from "../api";
import { botWords } from "../bot-words";
import type { StandingAnswer } from "../model";
import { exportRecord } from "../pages/lobby";
import { go } from "../router";
import type { Session } from "../session/session";
import { askAgain, isAnythingQuiet } from "../session/warnings";
import { settings } from "../settings";
import { tableWords } from "../table-words";
import { Icon, type IconName } from "../ui/icons";
import { Dialog, Segments } from "../ui/parts";
import { words } from "../words";

export function GameMenu({
  session,
  onClose,
  onKeys,
  onBranch,
  onResign,
  onStanding,
}: {
  session: Session;
  onClose: () => void;
  onKeys: () => void;
  onBranch: () => void;
  onResign: () => void;
  onStanding: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("button")?.focus();
    const close = (e: Event) => !box.current?.contains(e.target as Node) && onClose();
    const esc = (e: KeyboardEvent) => e.key === "Escape" && onClose();
    setTimeout(() => addEventListener("pointerdown", close), 0);
    addEventListener("keydown", esc);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", esc);
    };
  }, []);
  const item = (icon: IconName, says: string, act: () => void) => (
    <button
      type="button"
      onClick={() => {
        onClose();
        act();
      }}
    >
      <Icon name={icon} /> {says}
    </button>
  );
  const undo = session.view?.undo;
  const seats = session.view?.outcome ? [] : Object.entries(session.view?.seats ?? {});
  const people = seats.filter(([, seat]) => seat.kind !== "bot" && !seat.free).map(([side]) => side);
  const tokens = tokensOf(session.id);
  const maker = makerOf(session.id);
  return (
    <div class="menu-pop" ref={box} role="dialog" aria-label={words.menu.label}>
      {item("house", words.menu.lobby, () => go("/"))}
      {item("alignLeft", words.menu.text, () => go(`/g/${session.id}/text`))}
      {item("play", words.menu.replay, () => go(`/g/${session.id}/replay#${session.view?.number ?? 0}`))}
      {item("branch", words.menu.branch, onBranch)}
      {Object.keys(session.view?.standing ?? {}).length > 0 &&
        !session.view?.outcome &&
        item("bell", words.standing.title, onStanding)}
      {isAnythingQuiet() && item("bell", tableWords.warning.ask, askAgain)}
      {session.side &&
        session.token &&
        !session.view?.outcome &&
        item("flag", botWords.resign.menu, onResign)}
      {people
        .filter((side) => tokens[side])
        .map((side) =>
          item("users", words.sit.letGo(session.sideName(side)), () => {
            if (confirm(words.sit.letGoSure(session.sideName(side))))
              void letGo(session.id, side, tokens[side]!);
          }),
        )}
      {maker &&
        people
          .filter((side) => !tokens[side])
          .map((side) =>
            item("users", words.sit.free(session.sideName(side)), () => {
              if (confirm(words.sit.freeSure(session.sideName(side)))) void letGo(session.id, side, maker);
            }),
          )}
      {undo?.steps
        ? item(
            "reset",
            `${words.undo.reset}, ${words.undo.resetTitle(undo.steps).toLowerCase()}`,
            () => void session.reset(),
          )
        : null}
      {item("bookOpen", words.menu.library, () => go(`/library/${session.book.id}`))}
      {item("download", words.menu.exportRecord, () => void exportRecord(session.id, session.token))}
      {item("image", words.menu.exportPicture, () => void exportPicture(session))}
      {item(settings.isNight ? "sun" : "moon", words.menu.theme, () => settings.flipTheme())}
      {item("settings", words.menu.settings, () => go("/settings"))}
      {item("keyboard", words.menu.keys, onKeys)}
    </div>
  );
}

/** What the machine answers for this seat, window by window. */
export function StandingAnswers({ session, windows }: { session: Session; windows: string[] }) {
  const all = session.view?.standing ?? {};
  const { window: asked, at: place } = session.view?.decision?.about ?? {};
  const choices = (window: string): [StandingAnswer, string][] => {
    const { answer, at } = all[window]!;
    // "Only here" is said of a place, so it can be chosen only while a question is asked about one.
    const where = answer === "here" ? at : asked === window ? place : undefined;
    return [
      ["ask", words.standing.ask],
      ...(where ? [["here", words.standing.only(where)] as [StandingAnswer, string]] : []),
      ["never", words.standing.never],
    ];
  };
  return (
    <dl class="standing">
      {windows.map((window) => (
        <Fragment key={window}>
          <dt>{all[window]!.says}</dt>
          <dd>
            <Segments
              label={all[window]!.says}
              value={all[window]!.answer}
              options={choices(window)}
              onChange={(answer) => answer !== all[window]!.answer && void session.stand(window, answer)}
            />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

export function StandingDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  return (
    <Dialog title={words.standing.title} onClose={onClose}>
      <p class="sm mut">{words.standing.says}</p>
      <StandingAnswers session={session} windows={Object.keys(session.view?.standing ?? {})} />
    </Dialog>
  );
}

/** Free a seat and begin anew with those that are left. */
async function letGo(id: string, side: string, token: string): Promise<void> {
  await api.letGo(id, side, token);
  dropToken(id, token);
  location.reload();
}

async function exportPicture(session: Session): Promise<void> {
  download(
    `bullrun-${session.id}.svg`,
    await api.picture(session.id, session.token, settings.isNight ? "night" : "paper"),
    "image/svg+xml",
  );
}
