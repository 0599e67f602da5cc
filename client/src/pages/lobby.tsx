import { useEffect, useState } from "preact/hooks";
import { api, download, dropTokens, keepMade, Refused, tokensOf, troubleOf, type Library } from "../api";
import { botWords } from "../bot-words";
import { ago, capital, turnWords } from "../format";
import type { GameCard, LevelCard, LobbyGame, Seat } from "../model";
import { go } from "../router";
import { settings } from "../settings";
import { useStore } from "../store";
import { loadLastTable } from "../table";
import { Icon } from "../ui/icons";
import { Alarm, Dialog, IconButton, Link, TopBar } from "../ui/parts";
import { firstGame, keepChoice, MILDEST } from "../wishes";
import { words } from "../words";

interface Loaded {
  games: LobbyGame[];
  now: number;
  library: Library;
}

export function Lobby() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [trouble, setTrouble] = useState("");
  const [importing, setImporting] = useState(false);
  const refresh = async () => {
    try {
      const [list, library] = await Promise.all([
        api.games(),
        loaded ? Promise.resolve(loaded.library) : api.library(),
      ]);
      setLoaded({ ...list, library });
      setTrouble("");
    } catch (error) {
      setTrouble(
        error instanceof Refused && error.status === 0
          ? words.state.stopped(0)
          : String((error as Error).message),
      );
    }
  };
  useEffect(() => {
    void refresh();
    loadLastTable();
    const timer = setInterval(() => !document.hidden && void refresh(), 4000);
    return () => clearInterval(timer);
  }, []);
  const damaged = (loaded?.games ?? []).filter((g) => g.damage);
  const sound = (loaded?.games ?? []).filter((g) => !g.damage);
  const running = sound.filter((g) => !g.winner);
  const finished = sound.filter((g) => g.winner);
  const waits = running.filter(isMine).length;
  return (
    <>
      <TopBar at="play" />
      <main class="page">
        <div class="row wrap" style="margin-bottom:18px">
          <h1 class="h1 grow">{loaded ? words.lobby.waits(waits) : words.lobby.title}</h1>
          <button type="button" class="btn hide-p" onClick={() => setImporting(true)}>
            <Icon name="upload" /> {words.lobby.importRecord}
          </button>
          <Link to="/new" class="btn pri lg">
            <Icon name="plus" /> {words.lobby.newGame}
          </Link>
        </div>
        <Alarm says={trouble} />
        <h2 class="h2">{words.lobby.running}</h2>
        {loaded &&
          !running.length &&
          (finished.length || damaged.length ? (
            <div class="card empty">
              <p style="margin-bottom:12px">{words.lobby.none}</p>
              <Link to="/new" class="btn">
                {words.lobby.newGame}
              </Link>
            </div>
          ) : (
            <FirstGame library={loaded.library} />
          ))}
        <div class="games" aria-live="polite">
          {running
            .sort((a, b) => Number(isMine(b)) - Number(isMine(a)))
            .map((game) => (
              <Card key={game.id} game={game} loaded={loaded!} onGone={refresh} />
            ))}
        </div>
        {finished.length > 0 && (
          <>
            <h2 class="h2" style="margin-top:28px">
              {words.lobby.finished} <small>{words.lobby.finishedCount(finished.length)}</small>
            </h2>
            <Finished games={finished} loaded={loaded!} />
          </>
        )}
        {damaged.length > 0 && (
          <>
            <h2 class="h2" style="margin-top:28px">
              {words.lobby.damaged}
            </h2>
            <div class="games">
              {damaged.map((game) => (
                <DamagedCard key={game.id} game={game} loaded={loaded!} onGone={refresh} />
              ))}
            </div>
          </>
        )}
        <p class="only-phone" style="margin-top:20px">
          <button type="button" class="btn" onClick={() => setImporting(true)}>
            <Icon name="upload" /> {words.lobby.importRecord}
          </button>
        </p>
      </main>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

/** For who has never played here: the smallest board and the mildest bot, ready to start. */
function FirstGame({ library }: { library: Library }) {
  const [trouble, setTrouble] = useState("");
  const places = (card: GameCard) => card.boards[card.scenarios[0]!.board]?.places ?? 0;
  const card = library.games
    .filter((one) => one.levels.includes(MILDEST))
    .sort((a, b) => places(a) - places(b))[0];
  if (!card) return null;
  const wish = firstGame(card, library.bots);
  const mine = card.sides.find((side) => wish.seats[side.id]!.kind === "me")!;
  const start = async () => {
    try {
      const made = await api.create(wish);
      keepMade(made);
      keepChoice(wish);
      go(`/g/${made.id}`);
    } catch (error) {
      setTrouble(troubleOf(error, words.state.offline));
    }
  };
  return (
    <section class="card first" aria-label={words.lobby.first}>
      <img src={api.pictureOf(card.id, card.scenarios[0]!.board, "paper")} alt="" />
      <div class="body">
        <h3 class="h2" style="margin:0">
          {words.lobby.first}: {card.title}
        </h3>
        <p class="mut">{words.lobby.firstSays(mine.name)}</p>
        <ol class="mut">
          {words.lobby.firstSteps.map((says) => (
            <li key={says}>{says}</li>
          ))}
        </ol>
        <Alarm says={trouble} />
        <div class="row wrap">
          <button type="button" class="btn pri" onClick={() => void start()}>
            {words.lobby.firstStart}
          </button>
          <Link to="/new" class="btn">
            {words.lobby.firstOther}
          </Link>
        </div>
      </div>
    </section>
  );
}

/** Who sits there: a name, unless it only says the side once more, or the bot whose game this was. */
function seatWords(seat: Seat, side: string, bots: LevelCard[], isHere: boolean): string {
  // "general:bold" -> "bold general bot".
  if (seat.kind === "bot") return words.lobby.bot(seat.level.split(":").reverse().join(" "));
  if (seat.name !== side && isPerson(seat, bots)) return seat.name;
  if (seat.free) return words.lobby.free;
  if (!isHere) return words.lobby.elsewhere;
  return seat.kind === "me" ? words.lobby.you : words.newGame.hotSeat.toLowerCase();
}

/** Whether a person sits there under a name of his own. */
export function isPerson(seat: Seat, bots: LevelCard[]): boolean {
  const [level] = seat.name.replace(/ bot$/, "").split(":");
  return seat.kind !== "bot" && !bots.some((one) => one.level === level);
}

/** A person of this browser must decide. */
function isMine(game: LobbyGame): boolean {
  const owner = game.summary.owner;
  return !!owner && game.seats[owner]?.kind !== "bot" && owner in tokensOf(game.id);
}

function names(game: LobbyGame, loaded: Loaded) {
  const card = loaded.library.games.find((g) => g.id === game.game);
  const side = (id: string) => card?.sides.find((s) => s.id === id)?.name ?? id;
  return { title: card?.title ?? game.game, side };
}

function Card({ game, loaded, onGone }: { game: LobbyGame; loaded: Loaded; onGone: () => void }) {
  const { isNight } = useStore(settings);
  const { title, side } = names(game, loaded);
  const parent = loaded.games.find((g) => g.id === game.parent)?.title ?? title;
  const mine = isMine(game);
  const owner = game.summary.owner;
  const seat = owner ? game.seats[owner] : undefined;
  const people = Object.values(game.seats).filter((s) => s.kind !== "bot");
  const hot = people.length > 1 && people.some((s) => s.kind === "hot-seat");
  const solo =
    people.length === Object.keys(game.seats).length &&
    people.every((s) => s.kind === "me") &&
    Object.keys(game.seats).every((id) => id in tokensOf(game.id));
  const status =
    game.thinking || seat?.kind === "bot"
      ? game.thinking
        ? words.lobby.thinking
        : words.lobby.botWaits
      : mine && !hot
        ? words.lobby.yourMove
        : words.lobby.toMove(seat && isPerson(seat, loaded.library.bots) ? seat.name : side(owner ?? ""));
  const order = loaded.library.games.find((g) => g.id === game.game)?.sides.map((s) => s.id) ?? [];
  const who = solo
    ? words.lobby.bothSides
    : order
        .map((id) => [id, game.seats[id]!] as const)
        .map(
          ([id, s]) => `${side(id)}: ${seatWords(s, side(id), loaded.library.bots, id in tokensOf(game.id))}`,
        )
        .join(", ");
  const act = mine
    ? hot
      ? words.lobby.pass
      : words.lobby.go
    : !Object.keys(tokensOf(game.id)).length && Object.values(game.seats).some((s) => s.free)
      ? words.sit.title
      : words.lobby.watch;
  const [trouble, setTrouble] = useState("");
  const [asked, setAsked] = useState("");
  const remove = async () => {
    if (!confirm(words.lobby.removeSure(`${title}, ${game.title}`))) return;
    try {
      const others = await removeFor(game.id);
      setTrouble("");
      setAsked(others.length ? words.wish.asked(others.map(side).join(", ")) : "");
      if (!others.length) dropTokens(game.id);
      onGone();
    } catch (error) {
      setTrouble(troubleOf(error, words.state.offline));
    }
  };
  return (
    <article class={mine ? "card gcard mine" : "card gcard"}>
      <div class="th">
        <img
          src={`/api/games/${game.id}/picture.svg?small=true&theme=${isNight ? "night" : "paper"}&n=${game.actions}`}
          alt={words.lobby.picture(title)}
          loading="lazy"
        />
      </div>
      <div class="bd">
        <div class="row" style="margin-bottom:4px">
          <span
            class="chip"
            style={mine ? "background:var(--accent);color:var(--accent-ink);border-color:transparent" : ""}
          >
            {game.thinking && <Icon name="cpu" />}
            {status}
          </span>
          {game.parent && (
            <span class="chip">
              <Icon name="branch" />
              <Link
                to={`/g/${game.parent}/replay#${game.parent_step ?? 0}`}
                label={words.lobby.whatIfOf(parent, game.parent_step ?? 0)}
              >
                {words.lobby.whatIf}
              </Link>
            </span>
          )}
          <span class="end xs dim">{ago(game.changed, loaded.now)}</span>
        </div>
        <h3>{title}</h3>
        <p class="sm mut sub">
          {game.title}. {who}
        </p>
        <p class="sm" style="margin:7px 0 10px">
          <b>{turnWords(game.summary.turn)}</b>, {game.summary.phase.replace(/-/g, " ")}. {game.summary.last}
        </p>
        <Alarm says={trouble} />
        {asked && (
          <p class="note plain" role="status">
            <Icon name="info" />
            <span>{asked}</span>
          </p>
        )}
        <div class="row" style="margin-top:auto">
          <Link
            to={`/g/${game.id}`}
            class={mine ? "btn pri" : "btn"}
            label={`${act}: ${title}, ${game.title}`}
          >
            {act}
          </Link>
          <IconButton
            icon="trash"
            label={`${words.lobby.remove}: ${title}, ${game.title}`}
            class="ghost end"
            onClick={() => void remove()}
          />
        </div>
      </div>
    </article>
  );
}

/** A game that does not read whole: what is wrong, and what is left of it to take away. */
function DamagedCard({ game, loaded, onGone }: { game: LobbyGame; loaded: Loaded; onGone: () => void }) {
  const [trouble, setTrouble] = useState("");
  const { title } = names(game, loaded);
  const label = [title, game.title].filter(Boolean).join(", ") || game.id;
  const save = async () => {
    try {
      await exportRecord(game.id, Object.values(tokensOf(game.id))[0] ?? null);
      setTrouble("");
    } catch (error) {
      setTrouble(troubleOf(error, words.state.offline));
    }
  };
  const remove = async () => {
    if (!confirm(words.lobby.removeSure(label))) return;
    try {
      await removeFor(game.id);
      dropTokens(game.id);
      onGone();
    } catch (error) {
      setTrouble(troubleOf(error, words.state.offline));
    }
  };
  return (
    <article class="card dcard" aria-label={label}>
      <h3>
        <Icon name="warn" /> {title || game.id}
      </h3>
      <p class="sm mut sub">{game.title}</p>
      <p class="sm sub">{words.lobby.damagedBy(capital(game.damage))}</p>
      <p class="sm mut">{words.lobby.damagedHelp}</p>
      <Alarm says={trouble} />
      <div class="row wrap">
        <button
          type="button"
          class="btn"
          aria-label={`${words.lobby.damagedExport}: ${label}`}
          onClick={() => void save()}
        >
          <Icon name="download" /> {words.lobby.damagedExport}
        </button>
        <Link to={`/g/${game.id}`} class="btn" label={`${words.lobby.damagedOpen}: ${label}`}>
          {words.lobby.damagedOpen}
        </Link>
        <IconButton
          icon="trash"
          label={`${words.lobby.remove}: ${label}`}
          class="ghost end"
          onClick={() => void remove()}
        />
      </div>
    </article>
  );
}

/** Delete a game for every seat that this browser holds; says who else must want it. */
export async function removeFor(id: string): Promise<string[]> {
  const tokens = Object.values(tokensOf(id));
  let asks: string[] = [];
  for (const token of tokens.length ? tokens : [null]) {
    asks = (await api.remove(id, token))?.asks ?? [];
    if (!asks.length) break; // it is gone
  }
  return asks;
}

function Finished({ games, loaded }: { games: LobbyGame[]; loaded: Loaded }) {
  const night = useStore(settings).isNight;
  const c = words.lobby.columns;
  return (
    <div class="card" style="overflow-x:auto">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{c.game}</th>
            <th scope="col">{c.result}</th>
            <th scope="col" class="hide-p">
              {c.players}
            </th>
            <th scope="col" class="hide-t">
              {c.length}
            </th>
            <th scope="col" class="hide-p">
              {c.ended}
            </th>
            <th scope="col">
              <span class="sr">{c.open}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {games.map((game) => {
            const { title, side } = names(game, loaded);
            const known = loaded.library.games
              .find((g) => g.id === game.game)
              ?.sides.some((s) => s.id === game.winner);
            return (
              <tr key={game.id}>
                <td>
                  <img
                    class="thumb hide-p"
                    src={`/api/games/${game.id}/picture.svg?small=true&theme=${night ? "night" : "paper"}`}
                    alt=""
                    loading="lazy"
                  />
                  <b class="disp" style="font-size:16px">
                    {title}
                  </b>
                  <br />
                  <span class="xs dim">{game.title}</span>
                </td>
                <td>
                  {known ? words.lobby.wins(side(game.winner!)) : words.lobby.draw}
                  <span class="xs dim" style="display:block">
                    {capital(game.reason ?? "")}
                  </span>
                </td>
                <td class="hide-p">
                  {Object.entries(game.seats).map(([id, s]) => (
                    <div key={id} class="sm">
                      {side(id)}: {seatWords(s, side(id), loaded.library.bots, id in tokensOf(game.id))}
                    </div>
                  ))}
                </td>
                <td class="hide-t">{words.lobby.turns(game.summary.turns)}</td>
                <td class="hide-p">{ago(game.changed, loaded.now)}</td>
                <td style="text-align:right;white-space:nowrap">
                  <Link
                    to={`/g/${game.id}/report`}
                    class="btn sm"
                    label={`${words.lobby.report}: ${title}, ${game.title}`}
                  >
                    {words.lobby.report}
                  </Link>{" "}
                  <Link
                    to={`/g/${game.id}/replay`}
                    class="btn sm hide-p"
                    label={`${words.lobby.replay}: ${title}, ${game.title}`}
                  >
                    {words.lobby.replay}
                  </Link>{" "}
                  <Link
                    to={`/g/${game.id}/review`}
                    class="btn sm hide-p"
                    label={`${botWords.review.title}: ${title}, ${game.title}`}
                  >
                    {botWords.review.short}
                  </Link>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const send = async () => {
    try {
      const made = await api.importRecord(text);
      keepMade(made);
      if (made.proof && made.proof.proved < made.proof.rolls)
        sessionStorage.setItem(`bullrun.proof.${made.id}`, made.proof.says);
      go(`/g/${made.id}`);
    } catch (error) {
      setTrouble(troubleOf(error, words.state.offline));
    }
  };
  return (
    <Dialog title={words.importing.title} onClose={onClose} wide>
      <p class="sm mut">{words.importing.says}</p>
      <label class="field">
        <span>{words.importing.label}</span>
        <textarea
          class="search"
          rows={10}
          value={text}
          onInput={(e) => setText(e.currentTarget.value)}
          onPaste={(e) => {
            // A browser types a long text letter by letter; a whole game is put in at once.
            const pasted = e.clipboardData?.getData("text/plain");
            if (!pasted) return;
            e.preventDefault();
            const box = e.currentTarget;
            box.setRangeText(pasted, box.selectionStart, box.selectionEnd, "end");
            setText(box.value);
          }}
          spellcheck={false}
        />
      </label>
      <div class="row wrap">
        <label class="btn">
          {words.importing.file}
          <input
            type="file"
            class="sr"
            onChange={async (e) => {
              const file = e.currentTarget.files?.[0];
              if (file) setText(await file.text());
            }}
          />
        </label>
        <button type="button" class="btn pri end" disabled={!text.trim()} onClick={() => void send()}>
          {words.importing.button}
        </button>
      </div>
      <Alarm says={trouble} />
    </Dialog>
  );
}

export async function exportRecord(id: string, token: string | null): Promise<void> {
  download(`bullrun-${id}.txt`, await api.record(id, token), "text/plain");
}
