import { Fragment } from "preact";
import { nice, percent, toNumber } from "../format";
import type { Option } from "../options";
import { attackersOf } from "../session/fights";
import type { Session } from "../session/session";
import { Chip, Face } from "../ui/parts";
import { Icon } from "../ui/icons";
import { words } from "../words";

const CHOSEN = "background:var(--accent);color:var(--accent-ink);border-color:transparent";

interface Die {
  side?: string;
  says: string;
  piece?: string;
  needs: number;
  chance: string;
  rule?: string;
}
interface Term {
  side?: string;
  says?: string;
  what?: string;
  unit?: string;
  piece?: string;
  part?: string;
  value?: unknown;
  points?: unknown;
  sum?: string;
  rule?: string;
  [more: string]: unknown;
}
interface Outcome {
  name: string;
  says: string;
  chance: string;
  faces: string[];
  tone: string;
}

/** The figures of an attack: answer first, reasons under it, rules behind them. */
export function CombatPanel({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const combat = session.fights.combat;
  if (!combat) return null;
  const report = combat.report;
  return (
    <section class="sec" aria-label={words.combat.title} aria-busy={!report}>
      <WhichFight session={session} />
      {report && <Favour report={report} />}
      <Participants session={session} />
      {combat.trouble && (
        <p class="note bad">
          <Icon name="warn" />
          <span>{combat.trouble}</span>
        </p>
      )}
      {report && <Figures session={session} report={report} onRule={onRule} />}
    </section>
  );
}

/** The answer first: how often it turns out well. */
function Favour({ report }: { report: Record<string, unknown> }) {
  const favour = balance(outcomesOf(report));
  if (!favour) return null;
  return (
    <p class="sm b" style="margin-bottom:8px">
      {words.combat.favour(percent(favour.good), percent(favour.bad))}
    </p>
  );
}

/** Which fight this is; of several that wait for the dice, each can be looked at before one is chosen. */
function WhichFight({ session }: { session: Session }) {
  const { fights } = session;
  const shown = fights.shown();
  if (!shown?.option) return null;
  const standing = fights.standing();
  const says = (option: Option) => session.optionWords(option).says;
  if (shown.fight.after || standing.length < 2)
    return (
      <h3 class="sm" style="margin-bottom:8px">
        {says(shown.option)}
      </h3>
    );
  return (
    <div class="picks" style="margin-bottom:10px" role="group" aria-label={words.combat.which}>
      {standing.map((one) => (
        <button
          type="button"
          key={one.option!.text}
          class="pick"
          style={one.option === shown.option ? CHOSEN : ""}
          aria-pressed={one.option === shown.option}
          onPointerEnter={() => fights.look(one)}
          onFocus={() => fights.look(one)}
          onClick={() => fights.look(one)}
        >
          {says(one.option!)}
        </button>
      ))}
    </div>
  );
}

function Participants({ session }: { session: Session }) {
  const { fight, option } = session.fights.shown()!;
  const groups: [string, string[]][] = [
    [words.combat.attackers, fight.attackers ?? []],
    [words.combat.support, fight.support ?? []],
    [words.combat.defenders, fight.defenders ?? []],
  ];
  return (
    <>
      {groups
        .filter(([, pieces]) => pieces.length)
        .map(([title, pieces]) => (
          <div key={title} style="margin-bottom:8px">
            <h3 class="xs dim" style="margin-bottom:4px">
              {title}
            </h3>
            <div class="picks">
              {pieces.map((id) => (
                <Tag key={id} session={session} id={id} picked={!option} />
              ))}
            </div>
          </div>
        ))}
    </>
  );
}

function Tag({ session, id, picked }: { session: Session; id: string; picked: boolean }) {
  const piece = session.shown?.pieces[id];
  const name = session.pieceName(id);
  const body = (
    <>
      {piece && <Face body={session.faces.bodies.get(piece.look)} size={26} />}
      <span>{name}</span>
    </>
  );
  if (!picked || !session.isPicked(id)) return <span class="pick">{body}</span>;
  return (
    <button
      type="button"
      class="pick"
      aria-label={words.board.takeOut(name)}
      title={words.board.takeOut(name)}
      onClick={() => void session.unpick(id)}
    >
      {body}
      <Icon name="x" />
    </button>
  );
}

function Figures({
  session,
  report,
  onRule,
}: {
  session: Session;
  report: Record<string, unknown>;
  onRule: (rule: string) => void;
}) {
  const outcomes = outcomesOf(report);
  const terms = Array.isArray(report.terms) ? (report.terms as Term[]) : [];
  const dice = Array.isArray(report.dice) ? (report.dice as Die[]) : [];
  const ladder = Array.isArray(report.ladder)
    ? (report.ladder as { name: string; needs?: string; on?: boolean }[])
    : [];
  const figures = Array.isArray(report.figures)
    ? (report.figures as { value: string; chance?: string; says: string }[])
    : [];
  const stages = Array.isArray(report.stages)
    ? (report.stages as { says: string; rule?: string; outcomes: unknown[] }[])
    : [];
  const notes = Array.isArray(report.notes) ? (report.notes as { says: string; rule?: string }[]) : [];
  const objections = Array.isArray(report.objections)
    ? (report.objections as (string | { says: string; rule?: string })[])
    : [];
  const near = around(ladder);
  const favour = balance(outcomes);
  const text = (key: string) =>
    typeof report[key] === "string" || typeof report[key] === "number" ? String(report[key]) : "";
  const side = [text("attack"), text("defense")].filter(Boolean).map(nice);
  return (
    <>
      {figures.length > 0 && (
        <div class="kpis" style="margin-bottom:10px">
          {figures.slice(0, 3).map((f, i) => (
            <div class="kpi" key={i}>
              <b>{f.chance ? percent(f.chance) : nice(f.value)}</b>
              <span>{f.says}</span>
            </div>
          ))}
        </div>
      )}
      {terms.length > 0 && (
        <table class="terms">
          <tbody>
            {terms.map((term, i) => (
              <tr key={i}>
                <td>{termWords(term, session)}</td>
                <td class="r">
                  <Chip rule={term.rule} onOpen={onRule} />
                </td>
                <td>{valueWords(term)}</td>
              </tr>
            ))}
            {dice.map((die, i) => (
              <tr key={`die ${i}`}>
                <td>{sided(die.side, words.combat.needs(dieWords(die, session), die.needs))}</td>
                <td class="r">
                  <Chip rule={die.rule} onOpen={onRule} />
                </td>
                <td>{percent(die.chance)}</td>
              </tr>
            ))}
            {side.length === 2 && (
              <tr class="sum">
                <td colSpan={2}>{words.combat.against(side[0]!, side[1]!)}</td>
                <td>{text("column") || text("odds")}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      {near.length > 0 && (
        <ol class="ladder" style={`grid-template-columns:repeat(${near.length},1fr)`}>
          {near.map((step) => (
            <li key={step.name} class={step.on ? "on" : ""} aria-current={step.on ? "true" : undefined}>
              {step.name}
              {step.needs && <small>{nice(step.needs)}</small>}
            </li>
          ))}
        </ol>
      )}
      {text("says") && <p class="xs dim">{text("says")}</p>}
      {objections.map((o, i) => (
        <p class="note bad" key={i}>
          <Icon name="warn" />
          <span>
            {typeof o === "string" ? o : o.says}{" "}
            {typeof o === "string" ? null : <Chip rule={o.rule} onOpen={onRule} />}
          </span>
        </p>
      ))}
      {outcomes.length > 0 && (
        <>
          <h3 class="xs dim" style="margin:12px 0 6px">
            {words.combat.chances} {text("table")}
          </h3>
          <Outcomes outcomes={outcomes} />
        </>
      )}
      {stages.map((stage) => (
        <Fragment key={stage.says}>
          <h3 class="xs dim" style="margin:12px 0 6px">
            {stage.says} <Chip rule={stage.rule} onOpen={onRule} />
          </h3>
          <Outcomes outcomes={outcomesOf({ outcomes: stage.outcomes })} />
        </Fragment>
      ))}
      <div class="row" style="margin-top:8px">
        <button
          type="button"
          class="btn sm"
          onClick={() => session.fights.pin(favour?.good ?? null, favour?.bad ?? null)}
        >
          <Icon name="bookmark" /> {words.combat.pin}
        </button>
      </div>
      {notes.map((n, i) => (
        <p class="note plain" key={i}>
          <Icon name="info" />
          <span>
            {n.says} <Chip rule={n.rule} onOpen={onRule} />
          </span>
        </p>
      ))}
    </>
  );
}

/** Each end with its chance, as a bar. */
function Outcomes({ outcomes }: { outcomes: Outcome[] }) {
  return (
    <ul class="out">
      {outcomes.map((o) => (
        <li key={o.name} style={o.faces.length || !o.says ? "" : "grid-template-columns:1fr auto"}>
          {(o.faces.length > 0 || !o.says) && (
            <span class="dicef">
              {o.faces.length ? (
                o.faces.map((f) => (
                  <span class="die" key={f}>
                    {f}
                  </span>
                ))
              ) : (
                <b class="sm">{o.name}</b>
              )}
            </span>
          )}
          <span class="what">
            <span class="bar">
              <i class={tone(o.tone)} style={`width:${toNumber(o.chance) * 100}%`} />
            </span>
            {o.says && <span class="xs mut">{o.says}</span>}
          </span>
          <span class="p num">{percent(o.chance)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The columns near the one that counts: at most seven. */
export function around<T extends { on?: boolean }>(ladder: T[]): T[] {
  const at = ladder.findIndex((step) => step.on);
  if (ladder.length <= 7 || at < 0) return ladder;
  const from = Math.min(Math.max(0, at - 3), ladder.length - 7);
  return ladder.slice(from, from + 7);
}

/** How often the dice turn out well or badly for the attacker, if the outcomes say which they are. */
export function balance(outcomes: Outcome[]): { good: number; bad: number } | null {
  const sum = (tones: string[]) =>
    outcomes.filter((o) => tones.includes(o.tone)).reduce((total, o) => total + toNumber(o.chance), 0);
  if (!outcomes.some((o) => o.tone)) return null;
  return { good: sum(["good", "fair"]), bad: sum(["bad", "poor"]) };
}

function tone(name: string): string {
  return { good: "g1", fair: "g2", even: "n1", poor: "b1", bad: "b2" }[name] ?? "n1";
}

function termWords(term: Term, session: Session): string {
  const who = term.unit ?? term.piece;
  const name = typeof who === "string" ? session.pieceName(who) : "";
  const said = term.says ?? term.what ?? term.part ?? "";
  return sided(term.side, said.includes(name) ? said : [name, said].filter(Boolean).join(": "));
}

function dieWords(die: Die, session: Session): string {
  return die.piece ? die.says.replace(die.piece, session.pieceName(die.piece)) : die.says;
}

/** Whose term it is, where the report says so. */
function sided(side: string | undefined, says: string): string {
  const whose = side === "attack" ? words.combat.attackers : side ? words.combat.defenders : "";
  return whose ? words.combat.bySide(whose, says) : says;
}

/** A sum or a value; what is added to one side is shown with its sign. */
function valueWords(term: Term): string {
  const value = nice(String(term.sum ?? term.value ?? term.points ?? ""));
  return term.side && /^[1-9]/.test(value) ? `+${value}` : value;
}

/** `results` as a mapping or `outcomes` as a list, to one shape. */
export function outcomesOf(report: Record<string, unknown>): Outcome[] {
  const list = report.outcomes;
  if (Array.isArray(list))
    return (list as Partial<Outcome>[]).map((o) => ({
      name: String(o.name ?? o.says ?? ""),
      says: String(o.says ?? o.name ?? ""),
      chance: String(o.chance ?? "0"),
      faces: (o.faces ?? []).map(String),
      tone: o.tone ?? "",
    }));
  const results = report.results;
  if (results && typeof results === "object")
    return Object.entries(results as Record<string, unknown>).map(([name, chance]) => ({
      name,
      says: "",
      chance: String(chance),
      faces: [],
      tone: "",
    }));
  return [];
}

/** Pinned fights side by side, in the figures that matter. */
export function Pins({ session }: { session: Session }) {
  if (!session.fights.pins.length) return null;
  const names = (ids: string[]) => ids.map((id) => session.pieceName(id)).join(", ");
  return (
    <section class="sec" aria-label={words.combat.pinned}>
      <h3>{words.combat.pinned}</h3>
      <table class="terms">
        <tbody>
          {session.fights.pins.map((pin, i) => (
            <tr key={i}>
              <td>{words.combat.plan(names(attackersOf(pin.fight)), names(pin.fight.defenders ?? []))}</td>
              <td class="r">{pin.odds}</td>
              <td>{pin.good === null ? "" : `${percent(pin.good)} / ${percent(pin.bad ?? 0)}`}</td>
              <td>
                <button
                  type="button"
                  class="lk"
                  aria-label={words.combat.unpin}
                  onClick={() => session.fights.unpin(i)}
                >
                  <Icon name="x" />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the other side could do to mine, worst first, from what I may know. */
export function Threats({ session }: { session: Session }) {
  if (!session.fights.threats) return null;
  const worst = [...session.fights.threats].sort(
    (a, b) => toNumber(b.chance ?? "0") - toNumber(a.chance ?? "0"),
  );
  return (
    <section class="sec" aria-label={words.combat.theirs}>
      <h3>
        <span class="grow">{words.combat.theirs}</span>
        <button
          type="button"
          class="lk"
          aria-label={words.close}
          onClick={() => void session.fights.toggleThreats()}
        >
          <Icon name="x" />
        </button>
      </h3>
      <p class="xs dim" style="margin-bottom:6px">
        {worst.length ? words.combat.theirsSays : words.combat.none}
      </p>
      <table class="terms">
        <tbody>
          {worst.slice(0, 20).map((threat) => (
            <tr key={threat.at}>
              <td>
                <button type="button" class="lk" onClick={() => session.board?.frameOn([threat.at])}>
                  {session.placeTitle(threat.at)}
                </button>{" "}
                <span class="mut">{threat.says ?? ""}</span>
              </td>
              <td class="r">{threat.odds ?? ""}</td>
              <td>{threat.chance === undefined ? "" : percent(threat.chance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
