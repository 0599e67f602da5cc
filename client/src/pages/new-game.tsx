import { useEffect, useState } from "preact/hooks";
import { api, keepMade, troubleOf, type Library, type SeatWish } from "../api";
import { capital } from "../format";
import type { GameCard, LevelCard } from "../model";
import { go } from "../router";
import { drawingsFor, loadTable } from "../table";
import { Icon } from "../ui/icons";
import { Alarm, Chip, Segments, TopBar } from "../ui/parts";
import { botName, levelsFor, Opponent, usualLevel } from "../ui/opponent";
import { words } from "../words";

type Kind = SeatWish["kind"];

interface Wish {
  game: string;
  scenario: string;
  options: Record<string, string>;
  seats: Record<string, { kind: Kind; level: string; name: string }>;
  dice: "sealed" | "typed";
  charts: string; // the text of a file of charts
}

/** A file of charts as it was chosen. */
interface ChartFile {
  name: string;
  changes: number;
  faults: string[];
  count: number;
}

const LARGEST_CHARTS = 256 * 1024; // no file of charts is larger

function fresh(card: GameCard, bots: LevelCard[]): Wish {
  const able = levelsFor(bots, card.levels);
  return {
    game: card.id,
    scenario: card.scenarios[0]!.id,
    options: Object.fromEntries(card.options.map((o) => [o.id, o.default])),
    seats: Object.fromEntries(
      card.sides.map((side, i) => [
        side.id,
        {
          kind: (i === 0 ? "me" : usualLevel(able) ? "bot" : "hot-seat") as Kind,
          level: usualLevel(able),
          name: "",
        },
      ]),
    ),
    dice: "sealed",
    charts: "",
  };
}

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

export function NewGame() {
  const [library, setLibrary] = useState<Library | null>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    api.library().then(
      (found) => {
        setLibrary(found);
        if (found.games[0]) setWish(fresh(found.games[0], found.bots));
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
    if (!wish) return;
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
      go(`/g/${made.id}`);
    } catch (error) {
      setTrouble(troubleOf(error, words.state.offline));
      setBusy(false);
    }
  };
  return (
    <>
      <TopBar at="play" />
      <main class="page">
        <h1 class="h1" style="margin-bottom:16px">
          {words.newGame.title}
        </h1>
        <Alarm says={trouble} />
        {library && wish && card && (
          <>
            <div class="box5" role="radiogroup" aria-label={words.newGame.game}>
              {library.games.map((game) => (
                <button
                  type="button"
                  key={game.id}
                  role="radio"
                  aria-checked={game.id === wish.game}
                  class={game.id === wish.game ? "box on" : "box"}
                  onClick={() => setWish(fresh(game, library.bots))}
                >
                  <span class="art">
                    <img
                      src={api.pictureOf(game.id, game.scenarios[0]!.board, "paper")}
                      alt=""
                      loading="lazy"
                    />
                  </span>
                  <span class="t">
                    <b>{game.title}</b>
                    <small>
                      {game.credits
                        .replace(/^After /, "")
                        .split(",")
                        .slice(-1)[0]!
                        .trim()
                        .replace(/\.$/, "")}
                      {Object.values(game.boards).map(
                        ({ kind, places }) =>
                          `, ${kind === "hex" ? words.newGame.hexes(places) : words.newGame.zones(places)}`,
                      )}
                    </small>
                  </span>
                </button>
              ))}
            </div>
            <div class="cols" style="margin-top:20px">
              <Form
                library={library}
                card={card}
                wish={wish}
                onChange={setWish}
                onCharts={(charts) => setWish((now) => now && { ...now, charts })}
              />
              <Summary card={card} wish={wish} busy={busy} onStart={() => void start()} />
            </div>
            <div class="startbar">
              <span class="grow sm">
                <b>{card.title}</b>, {card.scenarios.find((s) => s.id === wish.scenario)?.title}
              </span>
              <button type="button" class="btn pri" disabled={busy} onClick={() => void start()}>
                {words.newGame.start}
              </button>
            </div>
          </>
        )}
      </main>
    </>
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
  const setups = card.options.filter((o) => o.group === "set-up");
  const others = card.options.filter((o) => o.group === "optional rule");
  const rulings = card.options.filter((o) => o.group === "ruling");
  const option = (id: string, value: string) =>
    onChange({ ...wish, options: { ...wish.options, [id]: value } });
  const choices = (o: GameCard["options"][number], title = (id: string) => id) =>
    o.choices.map((c) => (
      <Choice
        key={c.id}
        kind="radio"
        name={o.id}
        on={wish.options[o.id] === c.id}
        title={title(c.id)}
        says={c.says}
        rule={o.rule}
        onPick={() => option(o.id, c.id)}
      />
    ));
  const setting = (o: GameCard["options"][number]) => {
    const binary =
      o.choices.length === 2 && o.choices.some((c) => c.id === "on") && o.choices.some((c) => c.id === "off");
    if (binary)
      return (
        <Choice
          key={o.id}
          kind="checkbox"
          name={o.id}
          on={wish.options[o.id] === "on"}
          title={o.title}
          says={o.says}
          rule={o.rule}
          onPick={() => option(o.id, wish.options[o.id] === "on" ? "off" : "on")}
        />
      );
    return (
      <div key={o.id} style="margin-top:10px">
        <p class="sm b" style="margin-bottom:5px">
          {o.title}. <span class="mut">{o.says}</span>
        </p>
        {choices(o)}
      </div>
    );
  };
  return (
    <div class="card">
      <section class="fset">
        <h2>{words.newGame.scenario}</h2>
        {card.scenarios.map((s) => (
          <Choice
            key={s.id}
            kind="radio"
            name="scenario"
            on={wish.scenario === s.id}
            title={s.title}
            says={s.says}
            rule={s.rule}
            onPick={() => onChange({ ...wish, scenario: s.id })}
          />
        ))}
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
              <div key={side.id}>
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
        <p class="sm dim" style="margin-top:9px">
          {seatsSay(Object.values(wish.seats).map((seat) => seat.kind))}
        </p>
      </section>
      {setups.length > 0 && (
        <section class="fset">
          <h2>{words.newGame.setup}</h2>
          {setups.map((o) => (
            <div key={o.id} style="margin-bottom:12px">
              {setups.length > 1 && (
                <p class="sm b" style="margin-bottom:5px">
                  {o.title}
                </p>
              )}
              {choices(o, capital)}
            </div>
          ))}
        </section>
      )}
      <section class="fset">
        <h2>{words.newGame.options}</h2>
        {others.map(setting)}
        <div style="margin-top:14px">
          <Choice
            kind="radio"
            name="dice"
            on={wish.dice === "sealed"}
            title={`${words.newGame.dice}: ${words.newGame.sealed.toLowerCase()}`}
            says={words.newGame.sealedSays}
            onPick={() => onChange({ ...wish, dice: "sealed" })}
          />
          <Choice
            kind="radio"
            name="dice"
            on={wish.dice === "typed"}
            title={`${words.newGame.dice}: ${words.newGame.typed.toLowerCase()}`}
            says={words.newGame.typedSays}
            onPick={() => onChange({ ...wish, dice: "typed" })}
          />
        </div>
      </section>
      {card.charts && <Charts key={card.id} game={card.id} onChange={onCharts} />}
      {rulings.length > 0 && (
        <section class="fset">
          <details class="rulings">
            <summary>
              <h2>{words.newGame.rulings}</h2>
              <span class="sm dim">{words.newGame.rulingsSay(rulings.length)}</span>
            </summary>
            {rulings.map(setting)}
          </details>
        </section>
      )}
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
    <section class="fset" aria-label={words.charts.title}>
      <h2>{words.charts.title}</h2>
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
  rule,
  onPick,
}: {
  kind: "radio" | "checkbox";
  name: string;
  on: boolean;
  title: string;
  says: string;
  rule?: string;
  onPick: () => void;
}) {
  return (
    <label class={on ? "opt on" : "opt"}>
      <input type={kind} name={name} checked={on} onChange={onPick} />
      <span class={`ck ${kind === "radio" ? "rad" : ""} ${on ? "on" : ""}`}>
        {on && <Icon name="check" />}
      </span>
      <span>
        <b>{title}</b>
        <span class="sm mut" style="display:block">
          {says}
        </span>
      </span>
      <Chip rule={rule} />
    </label>
  );
}

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
  const on = card.options
    .filter((o) => wish.options[o.id] !== o.default)
    .map((o) => `${o.title}${wish.options[o.id] === "on" ? "" : `: ${wish.options[o.id]}`}`);
  return (
    <aside class="card sticky" style="padding:18px 20px" aria-label={words.newGame.yours}>
      <h2 class="disp" style="font-size:18px;margin-bottom:8px">
        {words.newGame.yours}
      </h2>
      <table class="sum">
        <tbody>
          <tr>
            <td>{words.newGame.game}</td>
            <td>{card.title}</td>
          </tr>
          <tr>
            <td>{words.newGame.scenario}</td>
            <td>{card.scenarios.find((s) => s.id === wish.scenario)?.title}</td>
          </tr>
          {card.sides.map((side, i) => {
            const seat = wish.seats[side.id]!;
            const who =
              seat.kind === "bot"
                ? botName(seat.level)
                : seat.kind === "me"
                  ? words.newGame.me
                  : seat.name || words.newGame.hotSeat;
            return (
              <tr key={side.id}>
                <td>
                  <span class={`chip side${i}`}>{side.name}</span>
                </td>
                <td>{who}</td>
              </tr>
            );
          })}
          <tr>
            <td>{words.newGame.options}</td>
            <td>{on.length ? on.join(", ") : words.newGame.none}</td>
          </tr>
          {card.charts && (
            <tr>
              <td>{words.charts.title}</td>
              <td>{wish.charts ? words.charts.yours : words.charts.own}</td>
            </tr>
          )}
        </tbody>
      </table>
      <div class="note plain">
        <Icon name="dices" />
        <span>{wish.dice === "sealed" ? words.newGame.sealedSays : words.newGame.typedSays}</span>
      </div>
      <button
        type="button"
        class="btn pri lg"
        style="width:100%;margin-top:14px"
        disabled={busy}
        onClick={onStart}
      >
        {busy ? words.newGame.starting : words.newGame.start}
      </button>
      <p class="xs dim" style="margin-top:10px">
        {card.credits}
      </p>
    </aside>
  );
}
