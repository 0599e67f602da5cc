/** Turn review: chance to win over time, the decisions that cost most, luck apart from skill. */

import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api";
import { botApi, follow, type Job, type Review } from "../bots";
import { botWords } from "../bot-words";
import { turnWords } from "../format";
import type { Book } from "../model";
import { onBoard } from "../table";
import { go } from "../router";
import { Icon } from "../ui/icons";
import { Alarm, Chip, FigureTable, Link, PageHead, TopBar, useNarrow } from "../ui/parts";
import { words } from "../words";

const say = botWords.review;

/** The review of a finished game of the lobby. */
export function ReviewPage({ id }: { id: string }) {
  return (
    <>
      <PageHead title={say.title}>
        <Link to={`/g/${id}/report`} class="btn">
          {words.board.report}
        </Link>
        <Link to={`/g/${id}/replay`} class="btn" label={words.report.replay}>
          <Icon name="play" /> <span class="hide-p">{words.report.replay}</span>
        </Link>
      </PageHead>
      <main class="page">
        <Work begin={() => botApi.review(id)} onStep={(n) => go(`/g/${id}/replay#${n}`)} key={id} />
      </main>
    </>
  );
}

/** The review of a game file, which need not be a game of the lobby. */
export function ReviewFilePage() {
  const [text, setText] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <TopBar at="library" />
      <main class="page">
        <h1 class="h1">{say.file}</h1>
        <p class="mut" style="margin:5px 0 14px">
          {say.fileSays}
        </p>
        <p style="margin-bottom:18px">
          <button type="button" class="btn pri" onClick={() => input.current?.click()}>
            <Icon name="upload" /> {say.choose}
          </button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={say.choose}
            onChange={async (e) => {
              const file = e.currentTarget.files?.[0];
              if (!file) return;
              setText(await file.text());
              setRound(round + 1);
            }}
          />
        </p>
        {text !== null && <Work begin={() => botApi.reviewRecord(text)} key={round} />}
      </main>
    </>
  );
}

function Work({ begin, onStep }: { begin: () => Promise<Job<Review>>; onStep?: (n: number) => void }) {
  const [job, setJob] = useState<Job<Review> | null>(null);
  const [book, setBook] = useState<Book | null>(null);
  const [trouble, setTrouble] = useState("");
  const unfollow = useRef<() => void>(() => undefined);
  const start = () => {
    setTrouble("");
    begin().then(
      (made) => {
        unfollow.current();
        unfollow.current = follow(made, null, 700, setJob);
      },
      (error: Error) => setTrouble(error.message),
    );
  };
  useEffect(() => {
    start();
    return () => unfollow.current();
  }, []);
  const { game, scenario } = job?.result ?? {};
  useEffect(() => {
    if (game)
      void api
        .book(game)
        .then((b) => setBook(onBoard(b, b.scenarios.find((s) => s.id === scenario)?.board ?? "")));
  }, [game, scenario]);
  const stop = () => {
    if (!job) return;
    unfollow.current();
    void botApi.stop<Review>(job.id, null).then(setJob, (error: Error) => setTrouble(error.message));
  };
  return (
    <>
      <Alarm says={trouble} />
      {job && job.state !== "done" && (
        <div class="review-bar card rcard" role="status">
          {job.state === "running" ? (
            <>
              <span>{job.total ? say.working : say.waiting}</span>
              <progress value={job.done} max={Math.max(1, job.total)} aria-label={say.working} />
              <b>{say.progress(job.done, job.total)}</b>
              <button type="button" class="btn" onClick={stop}>
                {say.stop}
              </button>
            </>
          ) : (
            <>
              <span class="grow">{job.state === "stopped" ? say.stopped : `${say.failed} ${job.says}`}</span>
              <button type="button" class="btn" onClick={start}>
                {say.resume}
              </button>
            </>
          )}
        </div>
      )}
      {job?.result && book && (
        <Body review={job.result} book={book} running={job.state === "running"} onStep={onStep} />
      )}
    </>
  );
}

function Body({
  review,
  book,
  running,
  onStep,
}: {
  review: Review;
  book: Book;
  running: boolean;
  onStep?: (n: number) => void;
}) {
  const name = (side: string) => book.sides.find((s) => s.id === side)?.name ?? side;
  const openRule = (rule: string) => go(`/library/${book.id}/${encodeURIComponent(rule)}`);
  const sides = Object.keys(review.luck);
  const unit = review.unit === "percent" ? " %" : "";
  const figure = (n: number) => `${n > 0 ? "+" : ""}${n.toFixed(1)}${unit}`;
  const scenario = book.scenarios.find((s) => s.id === review.scenario)?.title ?? review.scenario;
  return (
    <>
      <p class="sm mut">
        {book.title}, {scenario}
      </p>
      <h1 class="h1" style="margin-bottom:16px">
        {say.title}
      </h1>
      <div class="rgrid">
        <section class="card rcard" style="grid-column:span 12">
          <h2>{say.chance(name(review.side))}</h2>
          <p>{review.estimates.length ? say.chanceSays : say.chanceOnly}</p>
          <ChanceChart review={review} side={name(review.side)} onStep={onStep} />
        </section>
        <section class="card rcard" style="grid-column:span 7">
          <h2>{say.costly}</h2>
          <p>{say.costlySays}</p>
          {review.costly.length === 0 && <p>{running ? say.looking : say.noCostly}</p>}
          {review.costly.map((one) => (
            <article class="review-cost" key={`${one.kind}${one.action_number}`}>
              <b class="xs">{turnWords(one.turn)}</b>
              <p>
                <b>{name(one.side)}</b>,{" "}
                {one.kind === "turn" ? say.wholeTurn : `${one.phase}: ${one.question}`}
              </p>
              <span class="end r">
                <b style="color:var(--bad)">{say.cost(`${one.cost.toFixed(1)}${unit}`)}</b>
                <span class="xs mut" style="display:block">
                  {one.interval95
                    ? say.between(one.interval95[0].toFixed(1), `${one.interval95[1].toFixed(1)}${unit}`)
                    : say.allAlike}
                </span>
              </span>
              <dl>
                {one.kind === "turn" ? (
                  <>
                    <dt>{say.made}</dt>
                    <dd>{say.madeSays(`${(one.made ?? 0).toFixed(0)}${unit}`)}</dd>
                    <dt>{say.had}</dt>
                    <dd>{`${(one.expected ?? 0).toFixed(0)}${unit}`}</dd>
                    {one.better_words && (
                      <>
                        <dt>{say.plan}</dt>
                        <dd>{one.better_words}</dd>
                      </>
                    )}
                    {!!one.differences?.length && (
                      <>
                        <dt>{say.otherwise}</dt>
                        <dd>{one.differences.join(" ")}</dd>
                      </>
                    )}
                  </>
                ) : (
                  <>
                    <dt>{say.chose}</dt>
                    <dd>{one.chosen_words}</dd>
                    <dt>{say.better}</dt>
                    <dd>{one.better_words}</dd>
                  </>
                )}
              </dl>
              {one.why.map((reason) => (
                <p class="why sm mut" key={reason.rule}>
                  {reason.says} <Chip rule={reason.rule} onOpen={openRule} />
                </p>
              ))}
              {onStep && (
                <p class="why">
                  <button type="button" class="lk sm" onClick={() => onStep(one.action_number - 1)}>
                    {say.look(one.action_number)}
                  </button>
                </p>
              )}
            </article>
          ))}
        </section>
        <section class="card rcard" style="grid-column:span 5">
          <h2>{say.luck}</h2>
          <p>
            {say.luckSays} {review.unit === "percent" ? say.percent : say.worth}
          </p>
          <FigureTable
            head={[say.side, say.luckOf, say.choices, say.rolls]}
            rows={Object.entries(review.luck).map(([side, line]) => [
              name(side),
              figure(line.luck),
              figure(line.choices),
              line.rolls,
            ])}
          />
          <details class="sm">
            <summary>{say.byTurn}</summary>
            <FigureTable
              head={[say.turn, ...sides.map((side) => `${name(side)}, ${say.luckOf.toLowerCase()}`)]}
              rows={review.turns.map((turn) => [
                turn.turn,
                ...sides.map((side) => figure(turn.luck[side] ?? 0)),
              ])}
            />
          </details>
          <details class="sm">
            <summary>{say.method}</summary>
            <p>{review.method}</p>
          </details>
        </section>
      </div>
    </>
  );
}

/** Play-outs as points with their intervals, and what the positions foretell as a line; the table says the same. */
export function ChanceChart({
  review,
  side,
  onStep,
}: {
  review: Review;
  side: string;
  onStep?: (n: number) => void;
}) {
  const narrow = useNarrow();
  const [w, h, left, right, top, bottom] = [narrow ? 560 : 1150, 280, 46, 16, 12, 30];
  const last = Math.max(1, review.actions);
  const x = (after: number) => left + (after / last) * (w - left - right);
  const y = (share: number) => top + (1 - share) * (h - top - bottom);
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const marks = review.estimates.length ? review.estimates : review.moments;
  const every = Math.max(1, Math.ceil(marks.length / (narrow ? 7 : 14)));
  const spoken = review.moments
    .map((m) => `${m.turn}: ${percent(m.share)} (${percent(m.interval95[0])} – ${percent(m.interval95[1])})`)
    .join("; ");
  return (
    <>
      <svg
        class="chart"
        viewBox={`0 0 ${w} ${h}`}
        role="img"
        aria-label={`${say.chance(side)}. ${spoken || say.none}`}
      >
        {[0, 0.25, 0.5, 0.75, 1].map((t) => (
          <g key={t}>
            <path class={t === 0.5 ? "axl half" : "axl"} d={`M${left} ${y(t)}H${w - right}`} />
            <text class="ax" x={left - 7} y={y(t) + 4} text-anchor="end">
              {percent(t)}
            </text>
          </g>
        ))}
        {marks.map(
          (m, i) =>
            i % every === 0 && (
              <text key={i} class="ax" x={x(m.after)} y={h - 8} text-anchor="middle">
                {m.turn}
              </text>
            ),
        )}
        {review.estimates.length > 1 && (
          <path
            class="lu"
            d={review.estimates.map((e, i) => `${i ? "L" : "M"}${x(e.after)} ${y(e.share)}`).join("")}
          />
        )}
        {review.moments.map((m) => (
          <g key={m.after}>
            <path class="band" d={`M${x(m.after)} ${y(m.interval95[0])}V${y(m.interval95[1])}`} />
            <path
              class="band"
              d={`M${x(m.after) - 5} ${y(m.interval95[0])}h10M${x(m.after) - 5} ${y(m.interval95[1])}h10`}
            />
            <circle
              cx={x(m.after)}
              cy={y(m.share)}
              r={5}
              fill="var(--usa-text)"
              style={onStep ? "cursor:pointer" : ""}
              onClick={() => onStep?.(m.after)}
            />
          </g>
        ))}
      </svg>
      <details class="sm">
        <summary>{say.table}</summary>
        <FigureTable
          head={[say.after, say.turn, say.share, say.interval]}
          rows={[
            ...review.moments.map((m) => [
              m.after,
              m.turn,
              percent(m.share),
              `${percent(m.interval95[0])} – ${percent(m.interval95[1])}`,
            ]),
            ...review.estimates.map((e) => [e.after, e.turn, percent(e.share), say.foretold]),
          ]}
        />
      </details>
    </>
  );
}
