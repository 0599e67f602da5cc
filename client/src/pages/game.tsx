import { useEffect, useState } from "preact/hooks";
import { api, tokensOf, troubleOf } from "../api";
import type { View } from "../model";
import { Handover, needsScreen, TakeSeat, type Chair } from "../play/handover";
import { SeatAt } from "../play/seat";
import { fetchAhead } from "../session/faces";
import { drawingsFor, loadLastTable, tableOf, type Tableful } from "../table";
import { Loading, Trouble } from "../ui/parts";
import { words } from "../words";

export function GamePage({ id, text }: { id: string; text: boolean }) {
  const [table, setTable] = useState<Tableful | null>(null);
  const [open, setOpen] = useState<View | null>(null); // what everybody may know, to choose a seat
  const [chair, setChair] = useState<Chair | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    loadLastTable();
    api.view(id, null).then(
      async (view) => {
        setOpen(view);
        fetchAhead(view);
        const found = await tableOf(view);
        drawingsFor(found);
        setTable(found);
      },
      (error: unknown) => setTrouble(troubleOf(error, words.state.stopped(0))),
    );
  }, [id]);
  const tokens = tokensOf(id);
  const mine = Object.keys(tokens);
  // One seat: sit down at once. Several people at one screen: a page between them while anything is hidden.
  useEffect(() => {
    if (!open || chair) return;
    if (mine.length === 1) setChair({ side: mine[0]!, token: tokens[mine[0]!]! });
    else if (mine.length > 1 && !needsScreen(open)) {
      const owner = open.decision?.owner;
      const side = owner && tokens[owner] ? owner : mine[0]!;
      setChair({ side, token: tokens[side]! });
    } else if (Object.values(open.seats).every((seat) => seat.kind === "bot"))
      // Nobody can sit down: watch.
      setChair({ side: null, token: null });
  }, [open, chair]);
  if (trouble) return <Trouble says={trouble} />;
  if (!open || !table) return <Loading />;
  if (!chair && mine.length > 1) {
    const owner = open.decision?.owner ?? mine[0]!;
    const side = tokens[owner] ? owner : mine[0]!;
    return (
      <Handover
        book={table.book}
        view={open}
        side={side}
        onTake={() => setChair({ side, token: tokens[side]! })}
      />
    );
  }
  if (!chair) return <TakeSeat id={id} book={table.book} view={open} onTake={setChair} />;
  return (
    <SeatAt
      key={`${id}/${chair.side}`}
      id={id}
      chair={chair}
      table={table}
      text={text}
      onPass={(side, view) => {
        if (needsScreen(view)) {
          setChair(null);
          setOpen({ ...open, decision: { owner: side }, hides: true, outcome: null });
        } else setChair({ side, token: tokens[side]! });
      }}
    />
  );
}
