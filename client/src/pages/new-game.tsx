import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, keepMade, troubleOf, type Library } from "../api";
import type { GameCard } from "../model";
import { go } from "../router";
import { settings } from "../settings";
import { useStore } from "../store";
import { drawingsFor, loadTable } from "../table";
import { Icon } from "../ui/icons";
import { Alarm, Chip, Segments, TopBar } from "../ui/parts";
import { botName, levelsFor, Opponent, usualLevel } from "../ui/opponent";
import {
  asPrinted,
  firstGame,
  firstScenario,
  isSame,
  keepChoice,
  lastChoice,
  optionsIn,
  type Kind,
  type Option,
  type Preset,
  type Wish,
} from "../wishes";
import { words } from "../words";

/** A file of charts as it was chosen. */
interface ChartFile {
  name: string;
  changes: number;
  faults: string[];
  count: number;
}

const LARGEST_CHARTS = 256 * 1024; // no file of charts is larger

/** What the choice of seats comes to. */
function seatsSay(kinds: Kind[]): string {
  const people = kinds.filter((kind) => kind !== "bot");
  const says = people.includes("hot-seat")
    ? [people.length > 1 ? words.newGame.hotSeatSays : words.newGame.loneSays]
    : people.length === kinds.length
      ? [words.newGame.bothSays]
      : people.length
        ? []
        : [words.newGame.watchSays];
  if (kinds.includes("bot")) says.push(words.newGame.botSays);
  return says.join(" ");
}

/** Who sits where, in a few words. */
function seatsBrief(card: GameCard, wish: Wish): string {
  return card.sides
    .map(({ id, name }) => {
      const seat = wish.seats[id]!;
      const who =
        seat.kind === "bot"
          ? botName(seat.level)
          : seat.kind === "me"
            ? words.newGame.me
            : seat.name || words.newGame.hotSeat;
      return `${name}: ${who}`;
    })
    .join(", ");
}

/** The smallest board is the best to begin with. */
function easiest(library: Library): GameCard | undefined {
  const places = (card: GameCard) => card.boards[card.scenarios[0]!.board]?.places ?? 0;
  return [...library.games].sort((a, b) => places(a) - places(b))[0];
}

/** What the Enter key is for elsewhere. */
const OWN_ENTER =
  "button:not([role=radio]), a, input:not([type=radio]):not([type=checkbox]), summary, select, textarea";

export function NewGame() {
  const [library, setLibrary] = useState<Library | null>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    api.library().then(
      (found) => {
        setLibrary(found);
        const card = easiest(found);
        if (card) setWish(lastChoice(found.games) ?? firstGame(card, found.bots));
      },
      (error: Error) => setTrouble(error.message || words.state.offline),
    );
  }, []);
  // While the rest is chosen, the board is made ready.
  const card = library?.games.find((g) => g.id === wish?.game);
  const board = card?.scenarios.find((s) => s.id === wish?.scenario)?.board;
  useEffect(() => {
    if (card && board) loadTable(card.id, board).then(drawingsFor, () => undefined);
  }, [card?.id, board]);
  const start = async () => {
    if (!wish || busy) return;
    setBusy(true);
    try {
      const seats = Object.fromEntries(
        Object.entries(wish.seats).map(([side, s]) => [
          side,
          { kind: s.kind, level: s.kind === "bot" ? s.level : "", name: s.kind === "bot" ? "" : s.name },
        ]),
      );
      const made = await api.create({ ...wish, seats });
      keepMade(made);
      keepChoice(wish);
      go(`/g/${made.id}`);
    } catch (error) {
      setTrouble(troubleOf(error, words.state.offline));
      setBusy(false);
    }
  };
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.key !== "Enter" || e.defaultPrevented || (e.target as Element).closest(OWN_ENTER)) return;
      e.preventDefault();
      void start();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  return (
    <>
      <TopBar at="play" />
      <main class="page new-game">
        <div class="row wrap head">
          <h1 class="h1 grow">{words.newGame.title}</h1>
          <span class="sm dim hide-p">{words.newGame.enter}</span>
        </div>
        <Alarm says={trouble} />
        {library && wish && card && (
          <div class="cols">
            <div>
              <Games library={library} wish={wish} onChange={setWish} />
              <Form
                library={library}
                card={card}
                wish={wish}
                onChange={setWish}
                onCharts={(charts) => setWish((now) => now && { ...now, charts })}
              />
            </div>
            <Summary card={card} wish={wish} busy={busy} onStart={() => void start()} />
            <div class="startbar">
              <span class="grow sm">
                <b>{card.scenarios.find((s) => s.id === wish.scenario)?.title}</b>
                <br />
                {seatsBrief(card, wish)}
              </span>
              <button type="button" class="btn pri" disabled={busy} onClick={() => void start()}>
                {words.newGame.start}
              </button>
            </div>
          </div>
        )}
      </main>
    </>
  );
}

/** The games, each with its smallest board. */
function Games({
  library,
  wish,
  onChange,
}: {
  library: Library;
  wish: Wish;
  onChange: (wish: Wish) => void;
}) {
  const { isNight } = useStore(settings);
  return (
    <div class="box5" role="radiogroup" aria-label={words.newGame.game}>
      {library.games.map((game) => (
        <button
          type="button"
          key={game.id}
          role="radio"
          aria-checked={game.id === wish.game}
          class={game.id === wish.game ? "box on" : "box"}
          title={game.credits}
          onClick={() => onChange(lastChoice(library.games, game.id) ?? firstGame(game, library.bots))}
        >
          <span class="art">
            <img
              src={api.pictureOf(game.id, game.scenarios[0]!.board, isNight ? "night" : "paper")}
              alt=""
              loading="lazy"
            />
          </span>
          <span class="t">
            <b>{game.title}</b>
            <small>
              {[
                game.credits.match(/\b(19|20)\d\d\b/)?.[0],
                ...new Set(
                  Object.values(game.boards).map(({ kind, places }) =>
                    kind === "hex" ? words.newGame.hexes(places) : words.newGame.zones(places),
                  ),
                ),
              ]
                .filter(Boolean)
                .join(", ")}
            </small>
          </span>
        </button>
      ))}
    </div>
  );
}

const isSwitch = (o: Option) =>
  o.choices.length === 2 && o.choices.some((c) => c.id === "on") && o.choices.some((c) => c.id === "off");

/** One setting: a box to tick, or each of its values by what it does. */
function Setting({
  option: o,
  value,
  onChange,
}: {
  option: Option;
  value: string;
  onChange: (v: string) => void;
}) {
  if (isSwitch(o))
    return (
      <Choice
        kind="checkbox"
        name={o.id}
        on={value === "on"}
        title={o.title}
        says={o.says}
        more={[o.choices.find((c) => c.id === "on")!.says, o.balance || words.newGame.notMeasured].join(" ")}
        rule={o.rule}
        onPick={() => onChange(value === "on" ? "off" : "on")}
      />
    );
  return (
    <fieldset class="setting">
      <legend class="sm b">
        {o.title} <Chip rule={o.rule} />
      </legend>
      <p class="sm mut">
        {o.says} {o.balance}
      </p>
      <div class="choices">
        {o.choices.map((c) => (
          <Choice
            key={c.id}
            kind="radio"
            name={o.id}
            on={value === c.id}
            title={c.says.replace(/\.$/, "")}
            says={c.id === o.default ? words.newGame.recommendedRuling : ""}
            onPick={() => onChange(c.id)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** A heading that unfolds what need not be touched, with what is chosen beside it. */
function Fold({ title, says, children }: { title: string; says: string; children: ComponentChildren }) {
  return (
    <details class="fold">
      <summary>
        <Icon name="chevronDown" />
        <h3>{title}</h3>
        <span class="sm dim">{says}</span>
      </summary>
      <div class="in">{children}</div>
    </details>
  );
}

function Form({
  library,
  card,
  wish,
  onChange,
  onCharts,
}: {
  library: Library;
  card: GameCard;
  wish: Wish;
  onChange: (wish: Wish) => void;
  onCharts: (text: string) => void;
}) {
  const here = optionsIn(card, wish.scenario);
  const of = (group: Option["group"]) => here.filter((o) => o.group === group);
  const [setups, others, rulings] = [of("set-up"), of("optional rule"), of("ruling")];
  const changed = (options: Option[]) => options.filter((o) => wish.options[o.id] !== o.default);
  const setting = (o: Option) => (
    <Setting
      key={o.id}
      option={o}
      value={wish.options[o.id]!}
      onChange={(value) => onChange({ ...wish, options: { ...wish.options, [o.id]: value } })}
    />
  );
  const last = lastChoice(library.games, card.id);
  const presets: [Preset, Wish | null, string, string][] = [
    [
      "printed",
      asPrinted(card, library.bots, wish.scenario),
      words.newGame.printed,
      words.newGame.printedSays,
    ],
    [
      "first",
      firstGame(card, library.bots),
      words.newGame.first,
      words.newGame.firstSays(firstScenario(card).title),
    ],
    [
      "last",
      last,
      words.newGame.last,
      last
        ? words.newGame.lastSays(
            card.scenarios.find((s) => s.id === last.scenario)!.title,
            seatsBrief(card, last),
          )
        : words.newGame.noLast,
    ],
  ];
  const chosen = presets.find(([, made]) => isSame(made, wish))?.[0];
  return (
    <div class="card">
      <section class="fset">
        <h2>{words.newGame.scenario}</h2>
        <div class="choices" role="radiogroup" aria-label={words.newGame.scenario}>
          {card.scenarios.map((s) => (
            <Choice
              key={s.id}
              kind="radio"
              name="scenario"
              on={wish.scenario === s.id}
              title={s.title}
              says={s.length}
              onPick={() => onChange({ ...wish, scenario: s.id })}
            />
          ))}
        </div>
      </section>
      <section class="fset">
        <h2>
          {words.newGame.how} {!chosen && <small>{words.newGame.mine}</small>}
        </h2>
        <div class="choices" role="radiogroup" aria-label={words.newGame.how}>
          {presets.map(([id, made, title, says]) => (
            <Choice
              key={id}
              kind="radio"
              name="preset"
              on={chosen === id}
              title={title}
              says={says}
              mark={id === "first" && !last ? words.newGame.recommended : ""}
              disabled={!made}
              onPick={() => made && onChange(made)}
            />
          ))}
        </div>
      </section>
      <section class="fset">
        <h2>{words.newGame.sides}</h2>
        <div class="sidesrow">
          {card.sides.map((side, i) => {
            const able = levelsFor(library.bots, card.levels);
            const seat = wish.seats[side.id]!;
            const set = (change: Partial<typeof seat>) =>
              onChange({ ...wish, seats: { ...wish.seats, [side.id]: { ...seat, ...change } } });
            return (
              <div key={side.id} class={seat.kind === "bot" ? "wide" : ""}>
                <span class={`chip side${i}`}>{side.name}</span>
                <Segments
                  label={words.newGame.who(side.name)}
                  value={seat.kind}
                  options={[
                    ["me", words.newGame.me],
                    ["hot-seat", words.newGame.hotSeat],
                    ...(usualLevel(able) ? ([["bot", words.newGame.bot]] as [Kind, string][]) : []),
                  ]}
                  onChange={(kind) => set({ kind })}
                />
                {seat.kind === "bot" && (
                  <Opponent
                    side={side.name}
                    bots={able}
                    value={seat.level}
                    onChange={(level) => set({ level })}
                  />
                )}
                {seat.kind === "hot-seat" && (
                  <input
                    class="search"
                    style="width:150px"
                    maxLength={60}
                    aria-label={words.newGame.playerName(side.name)}
                    placeholder={side.name}
                    value={seat.name}
                    onInput={(e) => set({ name: e.currentTarget.value })}
                  />
                )}
              </div>
            );
          })}
        </div>
      </section>
      <section class="fset">
        <h2>
          {words.newGame.rules} <small>{words.newGame.rulesSay}</small>
        </h2>
        <div class="folds">
          {setups.length > 0 && (
            <Fold title={words.newGame.setup} says={words.newGame.setupSays(changed(setups).length > 0)}>
              {setups.map(setting)}
            </Fold>
          )}
          {others.length > 0 && (
            <Fold
              title={words.newGame.options}
              says={words.newGame.changed(
                others.length,
                changed(others).map((o) => o.title),
              )}
            >
              {others.map(setting)}
            </Fold>
          )}
          {rulings.length > 0 && (
            <Fold
              title={words.newGame.rulings}
              says={words.newGame.rulingsSay(rulings.length, changed(rulings).length)}
            >
              <p class="sm mut">{words.newGame.rulingsMean}</p>
              {rulings.map(setting)}
            </Fold>
          )}
          {card.charts && (
            <Fold title={words.charts.title} says={wish.charts ? words.charts.yours : words.charts.own}>
              <Charts key={card.id} game={card.id} onChange={onCharts} />
            </Fold>
          )}
          <Fold
            title={words.newGame.dice}
            says={wish.dice === "sealed" ? words.newGame.sealedBrief : words.newGame.typedBrief}
          >
            <div class="choices">
              {(["sealed", "typed"] as const).map((dice) => (
                <Choice
                  key={dice}
                  kind="radio"
                  name="dice"
                  on={wish.dice === dice}
                  title={words.newGame[dice]}
                  says={words.newGame[`${dice}Says`]}
                  onPick={() => onChange({ ...wish, dice })}
                />
              ))}
            </div>
          </Fold>
        </div>
      </section>
    </div>
  );
}

/** Own tables and counters: a file that is checked as soon as it is chosen. */
function Charts({ game, onChange }: { game: string; onChange: (text: string) => void }) {
  const [file, setFile] = useState<ChartFile | null>(null);
  const [trouble, setTrouble] = useState("");
  const drop = () => {
    setFile(null);
    setTrouble("");
    onChange("");
  };
  const choose = async (chosen: File) => {
    drop();
    if (chosen.size > LARGEST_CHARTS) return setTrouble(words.charts.tooLarge(chosen.name));
    try {
      const text = await chosen.text();
      const { changes, faults, count } = await api.checkCharts(game, text);
      setFile({ name: chosen.name, changes: Object.keys(changes).length, faults, count });
      if (!count) onChange(text);
    } catch (error) {
      setTrouble(troubleOf(error, words.state.offline));
    }
  };
  return (
    <section aria-label={words.charts.title}>
      <p class="sm mut">{words.charts.says}</p>
      <p class="row wrap" style="margin-top:9px">
        <a class="btn sm" href={api.chartsFile(game)} download>
          {words.charts.save}
        </a>
        <label class="btn sm">
          {words.charts.choose}
          <input
            type="file"
            class="sr"
            accept=".toml,text/plain"
            aria-label={words.charts.choose}
            onChange={(e) => {
              const chosen = e.currentTarget.files?.[0];
              e.currentTarget.value = ""; // the same file may be chosen again when it has been mended
              if (chosen) void choose(chosen);
            }}
          />
        </label>
        {file && (
          <button type="button" class="btn sm" onClick={drop}>
            {words.charts.drop}
          </button>
        )}
      </p>
      <div role="status" class="sm" style="margin-top:9px">
        {trouble}
        {!file && !trouble && <span class="dim">{words.charts.own}</span>}
        {file && !file.count && words.charts.changes(file.name, file.changes)}
        {file && file.count > 0 && (
          <>
            <p class="b">{words.charts.wrong(file.name, file.count)}</p>
            <ul>
              {file.faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
              {file.count > file.faults.length && (
                <li>{words.charts.more(file.count - file.faults.length)}</li>
              )}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

function Choice({
  kind,
  name,
  on,
  title,
  says,
  more,
  mark,
  rule,
  disabled,
  onPick,
}: {
  kind: "radio" | "checkbox";
  name: string;
  on: boolean;
  title: string;
  says: string;
  more?: string;
  mark?: string;
  rule?: string;
  disabled?: boolean;
  onPick: () => void;
}) {
  return (
    <label class={`opt ${on ? "on" : ""} ${disabled ? "off" : ""}`}>
      <input type={kind} name={name} checked={on} disabled={disabled} onChange={onPick} />
      {kind === "checkbox" && <span class={on ? "ck on" : "ck"}>{on && <Icon name="check" />}</span>}
      <span>
        <b>{title}</b> {mark && <span class="chip good">{mark}</span>} <Chip rule={rule} />
        {says && <span class="sm mut says">{says}</span>}
        {more && <span class="xs dim says">{more}</span>}
      </span>
    </label>
  );
}

/** What is begun, how it is won, and the button. */
function Summary({
  card,
  wish,
  busy,
  onStart,
}: {
  card: GameCard;
  wish: Wish;
  busy: boolean;
  onStart: () => void;
}) {
  const { isNight } = useStore(settings);
  const scenario = card.scenarios.find((s) => s.id === wish.scenario)!;
  return (
    <aside class="sticky" aria-label={words.newGame.yours}>
      <div class="card begin">
        <img
          src={api.pictureOf(card.id, scenario.board, isNight ? "night" : "paper")}
          alt=""
          loading="lazy"
        />
        <div class="in">
          <h2 class="disp">{scenario.title}</h2>
          <p class="sm mut">{scenario.says}</p>
          <p class="sm">
            <b>{seatsBrief(card, wish)}.</b>{" "}
            <span class="dim">{seatsSay(Object.values(wish.seats).map((seat) => seat.kind))}</span>
          </p>
          <button type="button" class="btn pri lg" disabled={busy} onClick={onStart}>
            {busy ? words.newGame.starting : words.newGame.start}
          </button>
        </div>
      </div>
      {Object.keys(scenario.wins).length > 0 && (
        <section class="card wins" aria-label={words.newGame.wins}>
          <h2 class="disp">{words.newGame.wins}</h2>
          {card.sides.map((side, i) => (
            <p key={side.id} class={`sm win side${i}-edge`}>
              <b>{side.name}</b>: {scenario.wins[side.id]}
            </p>
          ))}
          {scenario.wins.nobody && (
            <p class="sm win">
              <b>{words.newGame.nobody}</b>: {scenario.wins.nobody}
            </p>
          )}
          <p class="sm dim balance">
            {words.newGame.balance}: {scenario.balance || words.newGame.balanceUnknown}
          </p>
        </section>
      )}
      <p class="xs dim">
        {card.credits} {wish.dice === "sealed" ? words.newGame.sealedSays : words.newGame.typedSays}
      </p>
    </aside>
  );
}
