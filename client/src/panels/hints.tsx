/** Up to three plans for the present question: what each is expected to gain and why; the board shows who goes where. */

import { useEffect, useRef, useState } from "preact/hooks";
import { botApi, follow, type Hint, type Hints as Found, type Job } from "../bots";
import { botWords } from "../bot-words";
import { niceFractions } from "../format";
import type { Option } from "../options";
import type { Session } from "../session/session";
import type { OverlayData } from "../session/types";
import { Icon } from "../ui/icons";
import { Chip, IconButton } from "../ui/parts";
import { words } from "../words";

const MOST_LINES = 14;

/** A plan that is followed: what it still does, and at which state its last step was sent. */
interface Course {
  says: string;
  line: Hint["line"];
  seen: number | undefined;
  isRest: boolean;
}

export function Hints({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const [job, setJob] = useState<Job<Found> | null>(null);
  const [lit, setLit] = useState<number | null>(null);
  const unfollow = useRef<() => void>(() => undefined);
  const before = useRef<OverlayData | null>(null);
  const [course, setCourse] = useState<Course | null>(null);
  const box = useRef<HTMLElement>(null);
  const seen = session.view?.seen;
  const shine = (hint: Hint | null) => {
    const { overlays } = session;
    if (hint) {
      if (lit === null) before.current = overlays.data;
      overlays.data = pictureOf(session, hint);
    } else overlays.data = before.current;
    session.paint();
    session.changed();
  };
  const close = () => {
    unfollow.current();
    if (job?.state === "running" && session.token) void botApi.stop(job.id, session.token);
    if (lit !== null) shine(null);
    setLit(null);
    setJob(null);
  };
  // A hint is about one moment: it goes when the game goes on. The plan that is followed stays.
  useEffect(() => close, [seen]);
  const next = course && seen !== course.seen && session.canAct ? course.line[0] : undefined;
  const isOpen = next !== undefined && session.options.texts.has(next.action);
  // "Do the rest" goes on by itself, as long as what comes next is what the plan expects.
  useEffect(() => {
    if (course?.isRest && isOpen) takeStep(course);
  }, [seen, isOpen]);
  // On a small screen they would come up below its edge.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [job?.state]);
  if (!session.isMine || !session.token) return null;
  const ask = async () => {
    try {
      unfollow.current();
      unfollow.current = follow(await botApi.hints(session.id, session.token!), session.token, 350, setJob);
    } catch (error) {
      session.note((error as Error).message);
    }
  };
  /** Take the next step of a plan; what comes after it is kept. */
  const takeStep = (plan: Course) => {
    const option = session.options.texts.get(plan.line[0]?.action ?? "");
    if (!option) return;
    setCourse({ ...plan, seen, line: plan.line.slice(1) });
    session.commit(option);
  };
  if (course && !job) {
    const waits = seen === course.seen;
    return (
      <section class="hints course" aria-label={botWords.hints.course}>
        <div class="row">
          <h2 class="grow">{course.says}</h2>
          <IconButton icon="x" label={botWords.hints.off} class="ghost" onClick={() => setCourse(null)} />
        </div>
        <p class="sm" role="status">
          {next && isOpen
            ? botWords.hints.next(niceFractions(next.words), course.line.length)
            : waits
              ? "…"
              : course.line.length
                ? botWords.hints.changed
                : botWords.hints.reached}
        </p>
        <span class="row wrap">
          {next && isOpen ? (
            <>
              <button type="button" class="btn sm" onClick={() => takeStep({ ...course, isRest: false })}>
                <Icon name="check" /> {botWords.hints.take}
              </button>
              <button type="button" class="btn sm" onClick={() => takeStep({ ...course, isRest: true })}>
                <Icon name="skipForward" /> {botWords.hints.rest}
              </button>
            </>
          ) : (
            !waits && (
              <button type="button" class="btn sm" onClick={() => (setCourse(null), void ask())}>
                <Icon name="info" /> {botWords.hints.ask}
              </button>
            )
          )}
        </span>
      </section>
    );
  }
  if (!job)
    return (
      <div class="hint-ask">
        <button type="button" class="btn sm" onClick={() => void ask()}>
          <Icon name="info" /> {botWords.hints.ask}
        </button>
      </div>
    );
  const hints = job.result?.hints ?? [];
  const light = (index: number | null) => {
    if (index === lit) return;
    shine(index === null ? null : hints[index]!);
    setLit(index);
  };
  return (
    <section ref={box} class="hints" aria-label={botWords.hints.title} aria-busy={job.state === "running"}>
      <div class="row">
        <h2 class="grow">{job.state === "running" ? botWords.hints.asking : botWords.hints.title}</h2>
        {job.state === "running" ? (
          <button type="button" class="btn sm" onClick={close}>
            {botWords.hints.stop}
          </button>
        ) : (
          <IconButton icon="x" label={botWords.hints.close} class="ghost" onClick={close} />
        )}
      </div>
      {job.state === "running" && (
        <div class="thin-bar" aria-hidden="true">
          <i />
        </div>
      )}
      {job.state === "failed" && <p class="err">{job.says}</p>}
      {job.state === "running" && hints.length > 0 && <p class="xs mut">{botWords.hints.better}</p>}
      {job.state === "done" && !hints.length && <p class="sm mut">{botWords.hints.none}</p>}
      {hints.length > 0 && (
        <ol role="status">
          {hints.map((hint, i) => (
            <li
              key={i}
              class={lit === i ? "lit" : ""}
              onMouseEnter={() => light(i)}
              onMouseLeave={() => light(null)}
              onFocusIn={() => light(i)}
              onFocusOut={() => light(null)}
            >
              <HintCard
                session={session}
                hint={hint}
                hints={hints}
                onRule={onRule}
                onTake={(option) => {
                  setCourse({
                    says: niceFractions(hint.says || hint.words),
                    line: hint.line.slice(1),
                    seen,
                    isRest: false,
                  });
                  session.commit(option);
                }}
                onShow={() => session.board?.frameOn(shownPlaces(session, hint))}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function HintCard({
  session,
  hint,
  hints,
  onRule,
  onShow,
  onTake,
}: {
  session: Session;
  hint: Hint;
  hints: Hint[];
  onRule: (rule: string) => void;
  onShow: () => void;
  onTake: (option: Option) => void;
}) {
  const option = session.options.texts.get(hint.action || (hint.line[0]?.action ?? ""));
  const only = hints.length === 1;
  const { parting } = hint;
  return (
    <>
      <p class="says">{niceFractions(hint.says || hint.words)}</p>
      {/* A single one has nothing to be compared with. */}
      <p class="xs mut">{only ? words.hints.only : howSure(hint, hints)}</p>
      {hint.says && hint.words && (
        <p class="sm">
          {botWords.hints.now}: {niceFractions(hint.words)}
        </p>
      )}
      {hint.starts_alike && (
        <p class="sm">
          {parting
            ? botWords.hints.parts(parting.after, parting.words, parting.instead_words)
            : botWords.hints.startsAlike}
        </p>
      )}
      {hint.reasons.length > 0 && (
        <details class="sm" open={only}>
          <summary>{botWords.hints.why}</summary>
          <ul>
            {hint.reasons.map((reason) => (
              <li key={reason.rule}>
                {reason.says} <Chip rule={reason.rule} onOpen={onRule} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <span class="row wrap">
        <button type="button" class="btn sm" onClick={onShow}>
          <Icon name="crosshair" /> {botWords.hints.show}
        </button>
        {option && session.canAct && (
          <button type="button" class="btn sm" onClick={() => onTake(option)}>
            <Icon name="check" /> {botWords.hints.take}
          </button>
        )}
      </span>
    </>
  );
}

/** What a plan gains, and how far play-outs can be trusted to say so. Intervals are rounded outwards: no figure is surer
 * than it was found to be. */
export function howSure(hint: Hint, hints: Hint[]): string {
  const say = botWords.hints;
  const percent = hint.unit === "percent";
  const figure = (n: number, round: (n: number) => number = Math.round) => {
    const shown = percent ? (round(n / 10) / 10 || 0).toFixed(1) : String(round(n));
    return `${Number(shown) > 0 ? "+" : ""}${shown}${percent ? " %" : ""}`.replace("-", "−");
  };
  if (!hint.play_outs)
    return hints.every((one) => one.gain === hint.gain) ? say.optionsAlike : say.option(figure(hint.gain));
  const n = hint.play_outs;
  if (hint.telling === "best") return say.best(percent ? `${Math.round(hint.worth / 100)} %` : "", n);
  if (hint.telling === "same") return say.same(figure(hint.gain), n);
  if (!hint.interval95) return say.few(n);
  const [low, high] = hint.interval95;
  if (hint.telling === "close") return say.near(figure(Math.max(-low, high), Math.ceil).replace("+", ""), n);
  const [least, most] = [figure(low, Math.floor), figure(high, Math.ceil)];
  return hint.telling === "worse"
    ? say.worse(figure(hint.gain), least, most, n)
    : say.open(figure(hint.gain), least, most, n);
}

/** Where a hint happens: its places, and where its pieces stand. */
function shownPlaces(session: Session, hint: Hint): string[] {
  const stand = hint.pieces.map((id) => session.placeOf(id));
  return [...hint.places, ...stand].filter((at): at is string => !!at && session.ground.has(at));
}

function pictureOf(session: Session, hint: Hint): OverlayData {
  const places: NonNullable<OverlayData["places"]> = {};
  const lines: NonNullable<OverlayData["lines"]> = [];
  for (const id of hint.pieces) {
    const at = session.placeOf(id);
    if (at && session.ground.has(at)) places[at] = { tone: "a" };
  }
  for (const at of hint.places) if (session.ground.has(at)) places[at] = { tone: "c" };
  const one = { who: hint.pieces, where: hint.places };
  for (const task of hint.tasks.length ? hint.tasks : [one]) {
    const goals = task.where.filter((at) => session.ground.has(at));
    if (!goals.length) continue;
    for (const id of task.who) {
      const from = session.placeOf(id);
      if (!from || !session.ground.has(from) || goals.includes(from) || lines.length >= MOST_LINES) continue;
      const near = goals.reduce((a, b) =>
        session.ground.distance(from, b) < session.ground.distance(from, a) ? b : a,
      );
      lines.push({ path: [from, near], tone: "c" });
    }
  }
  return { places, lines };
}
