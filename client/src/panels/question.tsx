import { useEffect, useRef, useState } from "preact/hooks";
import { api, keepTokens } from "../api";
import { botWords } from "../bot-words";
import { capital, nice } from "../format";
import { isBare, isMarch, type Option } from "../options";
import { Prospects } from "./prospects";
import { StandingAnswers } from "../play/menu";
import { toShow } from "../play/playback-bar";
import { ArmyButtons, Larger } from "./army";
import { Goals } from "./goals";
import { Off } from "../play/pops";
import type { Session } from "../session/session";
import { go } from "../router";
import { Icon } from "../ui/icons";
import { Chip, IconButton, Link, Segments } from "../ui/parts";
import { tableWords } from "../table-words";
import { words } from "../words";

const FEW = 8;
/** From this many steps behind, the board is watched rather than the bot that thinks. */
const LAG = 3;

/** One question, always in the same corner: who decides, what is asked, with its rule; the buttons under it. */
export function Question({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const view = session.view;
  if (!view)
    return (
      <div class="ask" aria-busy="true">
        <p class="q">{words.loading}</p>
      </div>
    );
  const decision = view.decision;
  const index = session.book.sides.findIndex((s) => s.id === (decision?.owner ?? view.side));
  return (
    <section
      class={`ask s${Math.max(0, index)} ${session.isMine && answersOf(session).length ? "told" : ""}`}
      id="question"
      aria-label={words.board.question}
      tabIndex={-1}
    >
      {session.playback.queue.length > (session.isMine || view.outcome ? 0 : LAG) ? (
        <Watching session={session} />
      ) : !decision && view.outcome ? (
        <Over session={session} onRule={onRule} />
      ) : session.isMine ? (
        <Mine session={session} onRule={onRule} />
      ) : (
        <Waiting session={session} />
      )}
    </section>
  );
}

/** While the board still shows how it came about, neither the result nor the next question is told. */
function Watching({ session }: { session: Session }) {
  return (
    <>
      <p class="who watching">
        <Icon name="flag" /> {capital(session.shown?.phase ?? "")}
      </p>
      <h1 class="q">{session.side ? words.playback.bar : words.playback.watching}</h1>
      <p class="sm mut">{toShow(session)}</p>
    </>
  );
}

function Over({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const [winner, rule, reason] = session.view!.outcome!;
  return (
    <>
      <p class="who">
        <Icon name="flag" /> {words.board.over}
      </p>
      <h1 class="q">
        {session.book.sides.some((s) => s.id === winner)
          ? words.board.wins(session.sideName(winner))
          : words.report.draw}
      </h1>
      <p class="sm mut">
        {reason} <Chip rule={rule} onOpen={onRule} />
      </p>
      <Goals view={session.view!} book={session.book} onRule={onRule} />
      <div class="acts">
        <Link to={`/g/${session.id}/report`} class="btn pri">
          {words.board.report}
        </Link>
        <Link to={`/g/${session.id}/replay`} class="btn">
          {words.board.replay}
        </Link>
      </div>
    </>
  );
}

function Waiting({ session }: { session: Session }) {
  const view = session.view!;
  const owner = view.decision!.owner;
  const seat = view.seats[owner];
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = view.thinking ? Math.max(0, Math.floor((Date.now() - view.thinking.since) / 1000)) : 0;
  if (view.trouble)
    return (
      <>
        <p class="who">
          <Icon name="warn" /> {session.sideName(owner)}
        </p>
        <h1 class="q">{words.board.trouble}</h1>
        <p class="sm mut">
          {view.trouble} {words.board.troubleSays}
        </p>
        {session.token && (
          <div class="acts">
            <button type="button" class="btn pri" onClick={() => session.pace.order("try-again")}>
              {words.board.tryAgain}
            </button>
            <button
              type="button"
              class="btn"
              onClick={async () => {
                const taken = await api.takeOver(session.id, owner, { kind: "hot-seat" }, session.token!);
                keepTokens(session.id, { [taken.side]: taken.token });
                location.reload();
              }}
            >
              {words.board.playSide}
            </button>
          </div>
        )}
      </>
    );
  return (
    <>
      <p class="who">
        <Icon name={seat?.kind === "bot" ? "cpu" : "flag"} />{" "}
        {words.board.who(session.sideName(owner), view.phase)}
      </p>
      <h1 class="q">
        {seat?.kind === "bot"
          ? (view.bots.paused ? botWords.thinking.waits : words.board.thinking)(
              `${session.sideName(owner)} bot`,
            )
          : words.board.waiting(session.sideName(owner))}
      </h1>
      <p class="sm mut">
        {seat?.kind === "bot" && view.thinking ? `${words.board.seconds(seconds)}. ` : ""}
        {words.board.waitingSays}
      </p>
      {seat?.kind === "bot" && !view.bots.paused && (
        <div class="thin-bar" aria-hidden="true">
          <i />
        </div>
      )}
    </>
  );
}

function Mine({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const view = session.view!;
  const decision = view.decision!;
  const { inHand, preview } = session.pointing;
  const name = inHand ? session.pieceName(inHand) : "";
  const hasPlaces = inHand && session.options.targets(inHand).size > 0;
  // A question about one piece alone is asked in the game's own words.
  const { subject } = session.pointing;
  const pointed = inHand && !session.options.isPicking && inHand !== subject;
  const { army } = session;
  const title = army.isOn
    ? army.isFar
      ? tableWords.army.whereTo
      : tableWords.army.where(army.pieces.length)
    : pointed
      ? hasPlaces && session.pointing.verbs(inHand).length === 1
        ? words.board.where(name)
        : words.board.whatDoes(name)
      : subject && !decision.question?.includes(session.pieceName(subject))
        ? words.board.about(session.pieceName(subject), decision.question ?? "")
        : (decision.question ?? "");
  const able = session.ableOwn().length;
  const { window } = decision.about ?? {};
  // What is asked about the piece in hand is answered here, whole if it is short.
  const answers = answersOf(session);
  const isWhole = answers.length > 0 && answers.length === session.options.all.length;
  useAnswerKeys(session, answers);
  return (
    <>
      <p class="who">
        <Icon name="flag" /> {words.board.who(session.sideName(decision.owner), view.phase)}
      </p>
      <h1 class="q">{title}</h1>
      <p class="sm mut">
        {army.isOn
          ? `${tableWords.army.says} `
          : pointed
            ? `${decision.question} `
            : able > 1
              ? `${words.board.able(able)} `
              : ""}
        <Chip rule={decision.rule} onOpen={onRule} />
      </p>
      {session.pointing.confirming ? (
        <Confirm session={session} />
      ) : session.army.isOn ? (
        <ArmyButtons session={session} />
      ) : inHand && !session.options.isPicking && !isWhole ? (
        <PieceButtons session={session} preview={preview} answers={answers} />
      ) : (
        <Buttons session={session} onRule={onRule} />
      )}
      {window && view.standing[window] && (
        <>
          <StandingAnswers session={session} windows={[window]} />
          <p class="xs dim">{words.standing.here}</p>
        </>
      )}
    </>
  );
}

/** A button that is pointed at, or has the focus, shows the odds of the fight it leads to. */
function pointing(session: Session, option: Option) {
  const look = () => session.fights.point(option);
  const leave = () => session.fights.point(null);
  return { onPointerEnter: look, onPointerLeave: leave, onFocus: look, onBlur: leave };
}

/** The buttons of a question about the piece in hand. */
function answersOf(session: Session): Option[] {
  const { inHand, subject } = session.pointing;
  return inHand && inHand === subject ? buttonsOf(session) : [];
}

/** Figures choose an answer while the piece in hand has places to go to; without such a piece the board's own keys do. */
function useAnswerKeys(session: Session, answers: Option[]): void {
  const last = useRef(answers);
  last.current = answers;
  useEffect(() => {
    const down = (e: KeyboardEvent) => {
      const target = e.target as HTMLElement;
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest("dialog")) return;
      if (e.ctrlKey || e.metaKey || e.altKey || !/^[1-9]$/.test(e.key)) return;
      const isHeld = session.pointing.inHand && session.options.targets(session.pointing.inHand).size > 0;
      const option = last.current[Number(e.key) - 1];
      if (option && isHeld && session.canAct) session.commit(option);
    };
    addEventListener("keydown", down);
    return () => removeEventListener("keydown", down);
  }, [session]);
}

function Confirm({ session }: { session: Session }) {
  const confirming = session.pointing.confirming!;
  return (
    <div class="confirm" role="alertdialog" aria-label={confirming.says}>
      <p>{confirming.says}</p>
      <div class="row" style="justify-content:flex-end">
        <button type="button" class="btn" onClick={() => session.pointing.letGo()}>
          {words.board.stay}
        </button>
        <button
          type="button"
          class="btn pri"
          ref={(el) => el?.focus()}
          onClick={() => session.commit(confirming.option, true)}
        >
          {session.optionWords(confirming.option).says}
        </button>
      </div>
    </div>
  );
}

function PieceButtons({
  session,
  preview,
  answers,
}: {
  session: Session;
  preview: string | null;
  answers: Option[];
}) {
  const piece = session.pointing.inHand!;
  const ways = preview ? session.pointing.ways(piece, preview) : [];
  const verbs = session.pointing.verbs(piece);
  const row = preview ? session.pointing.reachRow(piece, preview) : null;
  // Nobody has to let a piece go to find the way out of the question.
  const { bare } = session.options;
  const ends = bare.length <= 2 ? bare.filter((option) => !answers.includes(option)) : [];
  return (
    <div class="acts">
      {verbs.length > 1 && (
        <Segments
          label={words.board.whatDoes(session.pieceName(piece))}
          value={session.pointing.verb ?? ""}
          options={[["", words.units.all], ...verbs.map((v) => [v, verbWords(v)] as [string, string])]}
          onChange={(verb) => session.pointing.mean(verb || null)}
        />
      )}
      {ways.slice(0, 3).map((option, i) => (
        <button
          type="button"
          key={option.text}
          class={i ? "btn" : "btn pri"}
          disabled={!!session.warnings.asked}
          onClick={() => session.commit(option)}
        >
          {session.optionWords(option).says}
          {row && i === 0 && isMarch(option) && <span class="num"> {nice(row.cost)}</span>}
          {i === 0 && !session.warnings.asked && <kbd>↵</kbd>}
          {session.warnings.asked?.option === option && <span class="off">{tableWords.warning.onMap}</span>}
          {!session.warnings.asked && <Off off={session.warnings.of(option)} />}
        </button>
      ))}
      {answers.slice(0, FEW).map((option, i) => (
        <button
          type="button"
          key={option.text}
          class="btn"
          {...pointing(session, option)}
          onClick={() => session.commit(option)}
        >
          {session.optionWords(option).says} <kbd>{i + 1}</kbd>
          <Off off={session.optionWords(option).sets_off} />
        </button>
      ))}
      {ways[0] && isMarch(ways[0]) && !session.pointing.waypoints.length && (
        <button type="button" class="btn hide-p" onClick={() => session.pointing.addWaypoint()}>
          {words.board.waypoint} <kbd>W</kbd>
        </button>
      )}
      {session.pointing.waypoints.length > 0 && (
        <button type="button" class="btn" onClick={() => session.pointing.dropWaypoint()}>
          {words.board.dropWaypoint}
        </button>
      )}
      <Larger session={session} piece={piece} />
      {session.ableOwn().length > 1 && (
        <button type="button" class="btn" onClick={() => session.pointing.next(1)}>
          {words.board.nextPiece} <kbd>Tab</kbd>
        </button>
      )}
      {ends.map((option) => (
        <button type="button" key={option.text} class="btn" onClick={() => session.commit(option)}>
          {session.optionWords(option).says} {ends.length === 1 && <kbd>N</kbd>}
          <Off off={session.optionWords(option).sets_off} />
        </button>
      ))}
      {session.pointing.selected && (
        <IconButton icon="x" label={words.board.letGo} onClick={() => session.pointing.letGo()} />
      )}
    </div>
  );
}

function verbWords(verb: string): string {
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1).replace(/-/g, " ")}`;
}

/** An option that names nothing is the thing to press when something has been picked, or nothing else is left. */
function isMain(session: Session, option: Option): boolean {
  if (!isBare(option)) return false;
  return session.options.all.length === session.options.bare.length || session.picks().length > 0;
}

/** Buttons for options that name nothing on the map; and, in decisions without a map, for all of them. */
export function buttonsOf(session: Session): Option[] {
  const bare = session.options.bare;
  // What is asked about before it is done is nobody's first choice.
  const isGrave = (o: Option) => !!session.optionWords(o).confirm && !session.optionWords(o).fight;
  const every = session.options.all.filter((o) => !isBare(o));
  const named = [...every.filter((o) => !isGrave(o)), ...every.filter(isGrave)];
  if (named.length <= 12 || named.every((o) => o.place === null))
    return inSight(bare.length && isMain(session, bare[0]!) ? [...bare, ...named] : [...named, ...bare]);
  // Whatever names a counter on the table is found at that counter; what the question is about is here.
  const { subject } = session.pointing;
  const onTable = (o: Option) => o.place !== null || o.pieces.some((id) => session.shown?.pieces[id]);
  const isAsked = (o: Option) => o.place === null && !!subject && o.pieces[0] === subject;
  return inSight([...bare, ...named.filter((o) => !onTable(o) || isAsked(o))]);
}

/** In a list longer than what is shown at first, the ways out of the question stand among the first. */
export function inSight(options: Option[]): Option[] {
  const isEnd = (o: Option) => o.place === null && o.does === "end";
  const out = [...options.filter(isEnd), ...options.filter((o) => isBare(o) && !isEnd(o))].slice(0, FEW);
  if (options.length <= FEW + 2 || out.every((o) => options.indexOf(o) < FEW)) return options;
  const others = options.filter((o) => !out.includes(o));
  const room = FEW - out.length;
  return [...others.slice(0, room), ...out, ...others.slice(room)];
}

function Buttons({ session, onRule }: { session: Session; onRule: (rule: string) => void }) {
  const [all, setAll] = useState(false);
  const options = buttonsOf(session);
  // A list is folded only where that hides more than the button that unfolds it.
  const isLong = options.length > FEW + 2;
  const shown = all || !isLong ? options : options.slice(0, FEW);
  const { inHand, preview } = session.pointing;
  const meant = inHand && preview ? session.pointing.ways(inHand, preview)[0] : undefined;
  const { selected } = session.pointing;
  const begins = selected && options.find((o) => o.does === "begin" && o.pieces.includes(selected));
  const main = begins
    ? options.indexOf(begins)
    : meant
      ? options.indexOf(meant)
      : options.length > 0 && isMain(session, options[0]!)
        ? 0
        : -1;
  const picks = session.fights.combat ? [] : session.picks();
  const marchers = session.army.marchers();
  if (options.length > 0 && options.every((option) => session.optionWords(option).prospect))
    return <Prospects session={session} options={options} onRule={onRule} />;
  return (
    <>
      {picks.length > 0 && (
        <div class="picks" style="margin-top:8px" aria-label={words.board.picked}>
          {picks.map((pick) => (
            <button
              type="button"
              class="pick"
              key={pick.action}
              aria-label={words.board.takeOut(session.pieceName(pick.piece))}
              onClick={() => void session.unpick(pick.piece)}
            >
              {session.pieceName(pick.piece)} <Icon name="x" />
            </button>
          ))}
        </div>
      )}
      <div class="acts">
        {shown.map((option, i) => (
          <button
            type="button"
            key={option.text}
            class={i === main ? "btn pri" : "btn"}
            {...pointing(session, option)}
            onClick={() => session.commit(option)}
          >
            {session.optionWords(option).says}
            {i < 9 && <kbd>{i + 1}</kbd>}
            <Off off={session.optionWords(option).sets_off} />
          </button>
        ))}
        {isLong && (
          <button type="button" class="btn ghost" onClick={() => setAll(!all)}>
            {all ? words.board.fewer : words.board.moreOptions(options.length)}
          </button>
        )}
        {marchers.length > 1 && (
          <button type="button" class="btn ghost" onClick={() => session.army.take(marchers)}>
            {tableWords.army.all(marchers.length)}
          </button>
        )}
        {session.ableOwn().length > 1 && !session.options.isPicking && (
          <button type="button" class="btn" onClick={() => session.pointing.next(1)}>
            {words.board.nextPiece} <kbd>Tab</kbd>
          </button>
        )}
      </div>
    </>
  );
}

export function openReplay(id: string, n: number): void {
  go(`/g/${id}/replay#${n}`);
}
