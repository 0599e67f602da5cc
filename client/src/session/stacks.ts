/** The pieces of a view as the board stacks them. */

import type { Counter, Stack } from "../board/state";
import type { Ground } from "../geometry";
import type { Book, Marker, Piece, TableView } from "../model";

interface Names {
  book: Book;
  ground: Ground;
}

/** A piece as the board draws it. */
export function counterOf(
  id: string,
  piece: Pick<Piece, "look" | "badges" | "facing">,
  { book }: Pick<Names, "book">,
): Counter {
  const worn = (piece.badges ?? []).flatMap(([state, value]) => {
    const badge = book.badges[state];
    return badge ? [{ ...badge, value }] : [];
  });
  return {
    id,
    look: piece.look,
    badges: worn,
    side: book.pieces[id]?.side ?? "",
    facing: piece.facing ?? null,
    dim: worn.some((badge) => badge.dims),
    faceDown: false,
    under: [],
  };
}

/** "has moved", "fatigue 2" */
export function badgeWords(book: Book, piece: Pick<Piece, "badges"> | undefined): string[] {
  return (piece?.badges ?? []).map(([state, value]) => {
    const says = book.badges[state]?.says || state;
    return value ? `${says} ${value}` : says;
  });
}

/** The markers on a place, a piece, a box or a cell of a track. */
export function markersAt(view: TableView, at: string): Marker[] {
  return view.markers.filter((marker) => marker.at === at);
}

/** "low ammunition", "chaos 2" */
export function markerWords({ says, kind, value }: Marker): string {
  return [says ?? kind.replace(/-/g, " "), value].filter(Boolean).join(" ");
}

export function stacksOf(view: TableView, names: Names): Stack[] {
  const found = new Map<string, Stack>();
  const apart = names.book.apart;
  const stack = (place: string, side: string): Stack => {
    const key = apart ? `${place}|${side}` : place;
    let here = found.get(key);
    if (!here) found.set(key, (here = { place, side, counters: [], markers: [] }));
    return here;
  };
  for (const marker of view.markers)
    if (names.ground.has(marker.at)) stack(marker.at, "").markers.push(marker.look);
  for (const id of Object.keys(names.book.pieces)) {
    const piece = view.pieces[id];
    if (piece && names.ground.has(piece.at))
      stack(piece.at, names.book.pieces[id]!.side).counters.push({
        ...counterOf(id, piece, names),
        under: markersAt(view, id).map((marker) => marker.look),
      });
  }
  for (const here of found.values()) {
    const lying = (counter: Counter) => names.book.pieces[counter.id]?.under ?? "";
    here.counters.sort((a, b) => Number(!lying(a)) - Number(!lying(b)));
  }
  for (const heap of view.face_down) {
    if (!names.ground.has(heap.at)) continue;
    const here = stack(heap.at, heap.side);
    for (let i = 0; i < heap.count; i++)
      here.counters.push({
        id: `face down:${heap.side}:${heap.at}:${i}`,
        look: heap.look,
        badges: [],
        side: heap.side,
        facing: null,
        dim: false,
        faceDown: true,
        under: [],
      });
  }
  for (const here of found.values()) {
    const top = here.counters[here.counters.length - 1];
    const below = here.counters.slice(0, -1).map((counter) => names.book.pieces[counter.id]?.under ?? "");
    for (const state of new Set(below)) {
      const badge = names.book.badges[state];
      if (top && badge) top.badges = [...top.badges, { ...badge, value: "" }];
    }
  }
  return [...found.values()];
}
