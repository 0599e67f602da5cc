import { useEffect, useState } from "preact/hooks";
import { api, keepMade, troubleOf, type Proof, type Report } from "../api";
import { botWords } from "../bot-words";
import { capital, listed, turnWords } from "../format";
import type { Book } from "../model";
import { onBoard } from "../table";
import { go } from "../router";
import { Icon } from "../ui/icons";
import { Alarm, Chip, FigureTable, IconButton, Link, PageHead, useNarrow } from "../ui/parts";
import { words } from "../words";
import { exportRecord } from "./lobby";

export function ReportPage({ id }: { id: string }) {
  const [report, setReport] = useState<Report | null>(null);
  const [book, setBook] = useState<Book | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    api.report(id).then(
      async (found) => {
        setReport(found);
        setBook(onBoard(await api.book(found.game), found.board));
      },
      (error: unknown) => setTrouble(troubleOf(error, words.state.stopped(0))),
    );
  }, [id]);
  const again = async () => {
    if (!report || !book) return;
    const view = await api.games();
    const game = view.games.find((g) => g.id === id);
    const sides = book.sides.map((s) => s.id);
    const seats = Object.fromEntries(
      sides.map((side, i) => {
        const other = report.seats[sides[(i + 1) % sides.length]!]!;
        return [side, { kind: other.kind, level: other.level, name: "" }];
      }),
    );
    const made = await api.create({
      game: report.game,
      scenario: game?.scenario,
      options: (game as unknown as { options: Record<string, string> })?.options ?? {},
      seats,
    });
    keepMade(made);
    go(`/g/${made.id}`);
  };
  return (
    <>
      <PageHead title={report?.game_title} sub={report?.title}>
        <Link to={`/g/${id}/replay`} class="btn" label={words.report.replay}>
          <Icon name="play" /> <span class="hide-p">{words.report.replay}</span>
        </Link>
        <Link to={`/g/${id}/review`} class="btn" label={botWords.review.title}>
          <Icon name="search" /> <span class="hide-p">{botWords.review.title}</span>
        </Link>
        <a class="btn" href={`/api/games/${id}/report.html`} download>
          <Icon name="download" /> {words.report.html}
        </a>
        <a class="btn" href={`/api/games/${id}/report.csv?table=turns`} download>
          <Icon name="download" /> {words.report.csv}
        </a>
        <IconButton
          icon="download"
          class="hide-p"
          label={words.menu.exportRecord}
          onClick={() => void exportRecord(id, null)}
        />
        <button type="button" class="btn pri hide-p" onClick={() => void again()}>
          {words.report.again}
        </button>
      </PageHead>
      <main class="page">
        <Alarm says={trouble} />
        {!trouble && !(report && book) && (
          <p class="mut" role="status">
            {words.report.writing}
          </p>
        )}
        {report && book && <Body report={report} book={book} id={id} />}
      </main>
    </>
  );
}

function Body({ report, book, id }: { report: Report; book: Book; id: string }) {
  const rule = (r: string) => go(`/library/${book.id}/${encodeURIComponent(r)}`);
  const sides = Object.keys(report.sides);
  const narrow = useNarrow();
  const known = sides.includes(report.winner);
  return (
    <>
      <p class="sm mut">
        {words.report.title}
        {report.charts ? `. ${words.charts.played(report.charts)}` : ""}
      </p>
      <div class="row wrap" style="margin-bottom:18px;align-items:flex-end">
        <div class="grow" style="min-width:280px">
          <h1 class="h1">{known ? words.report.holds(report.winner_name) : words.report.draw}</h1>
          <p class="mut" style="margin-top:5px">
            {capital(report.reason)}. <Chip rule={report.rule} onOpen={rule} />
          </p>
        </div>
        <div class="kpis" style="min-width:min(420px,100%)">
          <div class="kpi">
            <b>{report.battles.length}</b>
            <span>{words.report.battlesCount}</span>
          </div>
          <div class="kpi">
            <b>{report.turns.length}</b>
            <span>
              {words.report.turns}, {report.rolls} {words.report.rolls}
            </span>
          </div>
          <div class="kpi">
            <b>{report.decisions}</b>
            <span>
              {words.report.decisions}, {words.report.decisionsSays(report.minutes)}
            </span>
          </div>
        </div>
      </div>
      <div class="rgrid">
        {report.series.map((series, i) => {
          const wide = report.series.length % 2 === 1 && i === report.series.length - 1;
          return (
            <section class="card rcard" key={series.id} style={`grid-column:span ${wide ? 12 : 6}`}>
              <h2>{series.title}</h2>
              <Chart
                series={series}
                sides={report.sides}
                wide={wide && !narrow}
                onStep={(n) => go(`/g/${id}/replay#${n}`)}
              />
            </section>
          );
        })}
        <section class="card rcard" style="grid-column:span 12">
          <h2>{words.report.battles}</h2>
          {report.battles.length ? (
            <>
              <p>{words.report.battlesSays}</p>
              <Timeline report={report} book={book} id={id} />
            </>
          ) : (
            <p>{words.report.noBattles}</p>
          )}
        </section>
        <section class="card rcard" style="grid-column:span 7">
          <h2>{words.report.luck}</h2>
          {report.luck.length ? (
            <>
              <p>{words.report.luckSays}</p>
              <Luck report={report} />
            </>
          ) : (
            <p>{words.report.noLuck}</p>
          )}
        </section>
        <section class="card rcard" style="grid-column:span 5">
          <Dice report={report} id={id} />
        </section>
      </div>
    </>
  );
}

/** Lines over turns: solid against dashed, labelled at their ends. */
export function Chart({
  series,
  sides,
  onStep,
  wide,
}: {
  wide?: boolean;
  series: Report["series"][number];
  sides: Record<string, string>;
  onStep: (n: number) => void;
}) {
  const ids = Object.keys(sides);
  const points = series.points;
  const values = points.flatMap((p) => ids.map((s) => p.values[s] ?? 0));
  const high = Math.max(1, ...values);
  const low = Math.min(0, ...values);
  const [w, h, left, right, top, bottom] = [wide ? 1150 : 560, 240, 34, 118, 14, 30];
  const x = (i: number) => left + (i / Math.max(1, points.length - 1)) * (w - left - right);
  const y = (v: number) => top + (1 - (v - low) / (high - low)) * (h - top - bottom);
  const every = Math.max(1, Math.ceil(points.length / (wide ? 16 : 7)));
  const ticks = niceTicks(low, high);
  const ends = ids.map((s) => y(points[points.length - 1]?.values[s] ?? 0));
  const clash = ends.length === 2 && Math.abs(ends[0]! - ends[1]!) < 14;
  return (
    <>
      <svg
        class="chart"
        viewBox={`0 0 ${w} ${h}`}
        role="img"
        aria-label={`${series.title}. ${ids.map((s) => `${sides[s]}: ${points.map((p) => p.values[s]).join(", ")}`).join(". ")}`}
      >
        {ticks.map((t) => (
          <g key={t}>
            <path class="axl" d={`M${left} ${y(t)}H${w - right}`} />
            <text class="ax" x={left - 7} y={y(t) + 4} text-anchor="end">
              {t}
            </text>
          </g>
        ))}
        {points.map(
          (p, i) =>
            i % every === 0 && (
              <text key={i} class="ax" x={x(i)} y={h - 8} text-anchor="middle">
                {p.turn}
              </text>
            ),
        )}
        {ids.map((side, k) => (
          <g key={side}>
            <path
              class={k ? "lc" : "lu"}
              d={points.map((p, i) => `${i ? "L" : "M"}${x(i)} ${y(p.values[side] ?? 0)}`).join("")}
            />
            {points.map((p, i) => (
              <circle
                key={i}
                cx={x(i)}
                cy={y(p.values[side] ?? 0)}
                r={3}
                fill={k ? "var(--csa-text)" : "var(--usa-text)"}
                style="cursor:pointer"
                onClick={() => onStep(p.n)}
              />
            ))}
            <text class={k ? "tx c" : "tx u"} x={w - right + 8} y={ends[k]! + 4 + (clash ? (k ? 8 : -8) : 0)}>
              {sides[side]} {points[points.length - 1]?.values[side] ?? 0}
            </text>
          </g>
        ))}
      </svg>
      <details class="sm">
        <summary>{words.report.table}</summary>
        <FigureTable
          head={[words.replay.turn, ...ids.map((s) => sides[s])]}
          rows={points.map((p) => [p.turn, ...ids.map((s) => p.values[s])])}
        />
      </details>
    </>
  );
}

export function niceTicks(low: number, high: number): number[] {
  const raw = (high - low) / 4;
  const base = 10 ** Math.floor(Math.log10(Math.max(raw, 1e-9)));
  const step = Math.max(1, [1, 2, 5, 10].map((m) => m * base).find((s) => s >= raw) ?? raw);
  const ticks = [];
  for (let t = Math.ceil(low / step) * step; t <= high + 1e-9; t += step)
    ticks.push(Math.round(t * 100) / 100);
  return ticks;
}

function Timeline({ report, book, id }: { report: Report; book: Book; id: string }) {
  const sides = Object.keys(report.sides);
  const name = (list: string[] | undefined) =>
    listed((list ?? []).slice(0, 3).map((p) => book.pieces[p]?.name ?? p));
  // A zone by its name, a hex by its number.
  const place = (at: string) => (book.boardKind === "hex" ? at : (book.labels[at] ?? at));
  return (
    <div class="timeline" tabIndex={0} role="region" aria-label={words.report.battles}>
      {report.turns.map((turn) => {
        const here = report.battles.filter((b) => b.turn === turn.turn);
        if (!here.length) return null;
        return (
          <div class="col" key={turn.turn}>
            <b class="xs">{turnWords(turn.turn)}</b>
            {here.map((b, i) => (
              <button
                type="button"
                key={i}
                class={`battle s${sides.indexOf(b.by ?? "")}`}
                title={b.says}
                onClick={() => go(`/g/${id}/replay#${b.n}`)}
              >
                <span class="row">
                  <b class="grow">{[b.at ?? []].flat().map(place).join(", ")}</b>
                  {b.won === true && (
                    <span style="color:var(--good)" aria-label={words.report.won}>
                      ✓
                    </span>
                  )}
                  {b.won === false && (
                    <span style="color:var(--bad)" aria-label={words.report.lost}>
                      ✕
                    </span>
                  )}
                </span>
                <span class="xs mut">
                  {b.defenders?.length
                    ? words.report.against(name(b.attackers), name(b.defenders))
                    : name(b.attackers)}
                </span>
                <span class="xs mut" style="display:block">
                  {b.says}
                </span>
              </button>
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Luck({ report }: { report: Report }) {
  const widest = Math.max(1, ...report.luck.map((l) => Math.abs(l.lead)));
  const sides = Object.keys(report.sides);
  return (
    <div role="table" aria-label={words.report.luck}>
      <div class="luckrow xs dim" role="row">
        <span role="columnheader">{words.report.measure}</span>
        <span role="columnheader" style="text-align:center" class="hide-p">
          {words.report.asExpected}
        </span>
        <span role="columnheader" class="r">
          {words.report.expected}
        </span>
        <span role="columnheader" class="r">
          {words.report.rolled}
        </span>
        <span role="columnheader" class="r">
          {words.report.asLucky}
        </span>
      </div>
      {report.luck.map((line, i) => (
        <div class="luckrow" role="row" key={i}>
          <span role="cell">
            {report.sides[line.side] ?? line.side}, {line.measure}
          </span>
          <span role="cell" class="track" aria-hidden="true">
            <i class={`dot s${sides.indexOf(line.side)}`} style={`left:${50 + (line.lead / widest) * 44}%`} />
          </span>
          <span role="cell" class="r">
            {line.expected}
          </span>
          <b role="cell" class="r">
            {line.rolled}
          </b>
          <span role="cell" class="r">
            {line.as_lucky}%
          </span>
        </div>
      ))}
    </div>
  );
}

/** Only what is proved is green. */
function proofColour(check: Proof & { ok: boolean }): string {
  if (!check.ok) return "--bad";
  return check.proved === check.rolls ? "--good" : "--ink-2";
}

function Dice({ report, id }: { report: Report; id: string }) {
  const [check, setCheck] = useState<(Proof & { ok: boolean }) | null>(null);
  const [help, setHelp] = useState(false);
  const run = () => void api.check(id).then(setCheck);
  useEffect(run, [id]);
  return (
    <>
      <h2>{words.report.dice}</h2>
      <p>{words.report.diceSays(report.dice.kind, report.rolls)}</p>
      <table class="sum">
        <tbody>
          <tr>
            <td>{words.report.seal}</td>
            <td>
              <code class="key">{report.dice.commitment || "–"}</code>
            </td>
          </tr>
          <tr>
            <td>{words.report.key}</td>
            <td>
              <code class="key">{report.dice.key || "–"}</code>
            </td>
          </tr>
          <tr>
            <td>{words.report.match}</td>
            <td role="status" style={check ? `color:var(${proofColour(check)})` : ""}>
              {check?.says ?? words.combat.counting}
            </td>
          </tr>
        </tbody>
      </table>
      <div class="row wrap" style="margin-top:12px">
        <button
          type="button"
          class="btn"
          onClick={() => {
            setCheck(null);
            run();
          }}
        >
          <Icon name="check" /> {words.report.check}
        </button>
        <button type="button" class="btn ghost" aria-expanded={help} onClick={() => setHelp(!help)}>
          {words.report.byHand}
        </button>
      </div>
      {help && (
        <p class="note plain">
          <Icon name="info" />
          <span>{words.report.byHandSays}</span>
        </p>
      )}
    </>
  );
}
