import { Fragment, type ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Book, LogLine } from "../model";
import type { Ground } from "../geometry";
import { niceFractions, turnWords } from "../format";
import { Chip } from "../ui/parts";
import { words } from "../words";

const SHOWN = 160;

interface LogProps {
  lines: LogLine[];
  book: Book;
  ground: Ground;
  onRule: (rule: string) => void;
  onPiece: (piece: string) => void;
  onPlace: (place: string) => void;
  undoFrom?: number; // own steps after this number can be taken back
  onUndo?: (to: number) => void;
  now?: number; // step to mark
  onStep?: (n: number) => void;
}

/** Newest first; names, places and rules are links. */
export function Log(props: LogProps) {
  const [more, setMore] = useState(0);
  // Long and seldom changed: it is laid out anew only when it has changed, not with every move of the pointer.
  return useMemo(
    () => <Lines {...props} more={more} onMore={() => setMore(more + 400)} />,
    [props.lines, props.undoFrom, props.now, more],
  );
}

function Lines(props: LogProps & { more: number; onMore: () => void }) {
  const { more } = props;
  const lines = withoutEmptyParts(props.lines);
  const shown = newestFirst(lines.slice(Math.max(0, lines.length - SHOWN - more)));
  const hidden = lines.length - shown.length;
  let turn = "";
  if (!lines.length) return <p class="log dim">{words.log.empty}</p>;
  return (
    <>
      <ol class="log">
        {shown.map((line, i) => {
          const level = line.shows?.level ?? 0;
          // The heading of a turn says which it is; where it is not there, the turn is named.
          const head = line.turn !== turn && level !== 1;
          turn = line.turn;
          const canUndo = props.undoFrom !== undefined && line.n > props.undoFrom;
          return (
            <Fragment key={lines.length - i}>
              {head && <li class="turn">{turnWords(line.turn)}</li>}
              <li class={`${level ? `head l${level}` : ""} ${props.now === line.n ? "now" : ""}`}>
                <time>
                  {props.onStep ? (
                    <button
                      type="button"
                      class="lk"
                      aria-label={words.log.step(line.n)}
                      onClick={() => props.onStep!(line.n)}
                    >
                      {line.n}
                    </button>
                  ) : (
                    line.n
                  )}
                </time>
                <span class="txt" {...heading(level)}>
                  <Sentence line={line} {...props} /> <Chip rule={line.rule} onOpen={props.onRule} />
                  {canUndo && (
                    <>
                      {" "}
                      <button type="button" class="lk undo-here" onClick={() => props.onUndo!(line.n - 1)}>
                        {words.undo.toHere}
                      </button>
                    </>
                  )}
                </span>
              </li>
            </Fragment>
          );
        })}
      </ol>
      {/* After the list, not in it: new lines cannot push it out of its place. */}
      {hidden > 0 && (
        <p class="log earlier">
          <button type="button" class="btn sm" onClick={props.onMore}>
            {words.log.earlier(Math.min(400, hidden))}
          </button>
        </p>
      )}
    </>
  );
}

/** A heading is one to a screen reader too: the panel's tabs stand two levels above the highest. */
function heading(level: number) {
  return level ? { role: "heading" as const, "aria-level": level + 2 } : {};
}

const levelOf = (line: LogLine): number => line.shows?.level ?? 0;

/** Turns and phases in which nothing has happened are not told, but for those that have just begun. */
export function withoutEmptyParts(lines: LogLine[]): LogLine[] {
  const told: LogLine[] = [];
  let begun: LogLine[] = [];
  for (const line of lines) {
    const level = levelOf(line);
    if (level) begun = [...begun.filter((one) => levelOf(one) < level), line];
    else {
      told.push(...begun, line);
      begun = [];
    }
  }
  return [...told, ...begun];
}

/** The last line first, but every heading over what stands under it. */
export function newestFirst(lines: LogLine[]): LogLine[] {
  const highest = Math.min(...lines.map((line) => levelOf(line) || Infinity));
  if (highest === Infinity) return [...lines].reverse();
  const parts: LogLine[][] = [[]];
  for (const line of lines)
    if (levelOf(line) === highest) parts.push([line]);
    else parts[parts.length - 1]!.push(line);
  const [before, ...headed] = parts;
  return [
    ...headed.reverse().flatMap(([head, ...under]) => [head!, ...newestFirst(under)]),
    ...newestFirst(before!),
  ];
}

/** The sentence of an event with live links for what it shows. */
export function Sentence({
  line,
  book,
  ground,
  onPiece,
  onPlace,
}: {
  line: LogLine;
  book: Book;
  ground: Ground;
  onPiece: (p: string) => void;
  onPlace: (p: string) => void;
}) {
  const parts = useMemo(() => linked(line, book, ground), [line, book, ground]);
  const out: ComponentChildren[] = parts.map((part, i) => {
    if (part.piece)
      return (
        <button type="button" key={i} class="lk" onClick={() => onPiece(part.piece!)}>
          {part.text}
        </button>
      );
    if (part.place)
      return (
        <button type="button" key={i} class="lk" onClick={() => onPlace(part.place!)}>
          {part.text}
        </button>
      );
    return part.text;
  });
  return <>{out}</>;
}

export interface Part {
  text: string;
  piece?: string;
  place?: string;
}

export function linked(line: LogLine, book: Book, ground: Pick<Ground, "has">): Part[] {
  const { pieces = [], places = [], path = [] } = line.shows ?? {};
  const known: Part[] = [
    ...pieces.flatMap((piece) => (book.pieces[piece] ? [{ text: book.pieces[piece].name, piece }] : [])),
    ...[...new Set([...places, ...path])]
      .filter((place) => ground.has(place))
      .map((place) => {
        const named = `${book.labels[place]} (${place})`;
        return { text: line.says.includes(named) ? named : place, place };
      }),
  ];
  known.sort((a, b) => b.text.length - a.text.length);
  let parts: Part[] = [{ text: niceFractions(line.says) }];
  for (const link of known) {
    parts = parts.flatMap((part) => {
      if (part.piece || part.place) return [part];
      const i = wordIndex(part.text, link.text);
      if (i < 0) return [part];
      return [
        { text: part.text.slice(0, i) },
        { ...link },
        { text: part.text.slice(i + link.text.length) },
      ].filter((p) => p.text);
    });
  }
  return parts;
}

/** Where a name stands as a whole word. */
function wordIndex(text: string, name: string): number {
  let from = 0;
  for (;;) {
    const i = text.indexOf(name, from);
    if (i < 0) return -1;
    const before = i ? text[i - 1]! : " ";
    const after = text[i + name.length] ?? " ";
    if (!/\w/.test(before) && !/\w/.test(after)) return i;
    from = i + 1;
  }
}
