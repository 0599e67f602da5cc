/** What is lit on the map: reach, path, targets, plans, threats, overlays, what just happened. */

import { noLights, type Lit } from "../board/state";
import { addFractions, frac, nice, parseFraction } from "../format";
import type { ReachRow } from "../model";
import { isMarch, type Option } from "../options";
import { attackersOf } from "./fights";
import type { Session } from "./session";

export function lights(session: Session): Lit {
  const lit = noLights();
  lit.changed =
    session.isMine && session.playback.queue.length === 0 && !session.pointing.inHand
      ? session.playback.changed
      : new Set();
  lit.crosses = session.playback.crosses;
  for (const [at, tag] of session.playback.dice) lit.tags.set(at, tag);
  for (const [place, wash] of Object.entries(session.overlays.data?.places ?? {}))
    lit.overlay.set(place, { tone: wash.tone ?? "a", text: wash.text ?? "" });
  for (const line of session.overlays.data?.lines ?? [])
    lit.lines.push({ path: line.path, tone: line.tone ?? "a" });
  for (const threat of session.fights.threats ?? []) {
    lit.overlay.set(threat.at, { tone: "b", text: "" });
    if (threat.odds) lit.tags.set(threat.at, { text: threat.odds, tone: "bad" });
  }
  if (session.pointing.why) lit.refused = session.pointing.why.place;
  if (!session.canAct) return lit;
  // A button that is pointed at shows whom and where it means.
  const { pointed } = session.fights;
  for (const at of pointed ? [...pointed.places, ...pointed.pieces.map((id) => session.placeOf(id))] : [])
    if (at && session.ground.has(at)) lit.targets.add(at);
  const { inHand } = session.pointing;
  const prospect = pointed && session.optionWords(pointed).prospect;
  if (prospect) {
    for (const place of prospect.reach ?? [])
      lit.reach.set(place, { text: "", stop: false, through: false, alarm: false });
    for (const place of prospect.targets ?? []) lit.targets.add(place);
  } else if (session.army.isOn) armyLights(session, lit);
  else if (inHand) {
    for (const place of session.options.targets(inHand).keys()) {
      if (!session.pointing.ways(inHand, place).length) continue;
      // Whom it can strike is marked before anybody points there.
      const held = session.pointing.isHeldByOther(place);
      if (held && session.pointing.ways(inHand, place).some((o) => isAim(o, true) && o.does !== "turn"))
        lit.targets.add(place);
      const row = session.pointing.reachRow(inHand, place);
      const alarm = !!row?.sets_off?.asks;
      lit.reach.set(place, { text: row ? nice(row.cost) : "", stop: !!row?.stops, through: false, alarm });
    }
    for (const option of session.options.of(inHand))
      for (const other of option.pieces) {
        const at = other === inHand ? null : session.placeOf(other);
        if (at && option.place === null && session.book.pieces[other]?.side !== session.side)
          lit.targets.add(at);
      }
    if (session.pointing.preview) previewLights(session, lit, inHand, session.pointing.preview);
  } else {
    for (const option of session.options.all) {
      if (!option.pieces.length && option.place)
        lit.reach.set(option.place, { text: "", stop: false, through: false, alarm: false });
      for (const piece of option.pieces) {
        const at = session.placeOf(piece);
        if (at && option.place === null && session.book.pieces[piece]?.side !== session.side)
          lit.targets.add(at);
      }
    }
  }
  if (session.fights.combat) {
    const { fight } = session.fights.combat;
    const defenders = fight.defenders ?? [];
    const to = session.placeOf(defenders[0] ?? "");
    for (const piece of defenders) {
      const at = session.placeOf(piece);
      if (at) lit.chosen.set(at, "");
    }
    const seen = new Set<string>();
    for (const piece of attackersOf(fight)) {
      const from = session.placeOf(piece);
      if (!from || !to || seen.has(from)) continue;
      seen.add(from);
      lit.arrows.push({
        from,
        to,
        dashed: !session.ground.neighbours(from).some((n) => n.place.name === to),
      });
    }
  }
  return lit;
}

/** Where a group can go: what it costs the one who pays most, or how many can come. */
function armyLights(session: Session, lit: Lit): void {
  const { army, pointing } = session;
  const all = army.pieces.length;
  for (const [place, who] of army.isFar ? [] : army.goals()) {
    const rows = who.map((id) => army.row(id, place)).filter((row) => row !== null);
    const most = rows.reduce<(typeof rows)[number] | null>(
      (best, row) => (!best || amount(row.cost) > amount(best.cost) ? row : best),
      null,
    );
    lit.reach.set(place, {
      text: who.length < all ? `${who.length}/${all}` : most ? nice(most.cost) : "",
      stop: who.length === all && rows.some((row) => row.stops),
      through: false,
      alarm: rows.some((row) => row.sets_off?.asks),
    });
  }
  for (const [i, leg] of army.legs.entries()) lit.chosen.set(leg, String(i + 1));
  const { preview } = pointing;
  if (!preview || army.isFar) return;
  const first = army.pieces.map((id) => army.row(id, preview)).find((row) => row);
  lit.path = [...army.legs, ...(first && !army.legs.length ? first.path : [preview])];
  for (const cause of army.setsOff(preview)?.places ?? []) lit.causes.push({ from: preview, to: cause });
}

function amount(cost: string): number {
  const value = parseFraction(cost);
  return value ? value.n / value.d : 0;
}

function previewLights(session: Session, lit: Lit, piece: string, place: string): void {
  const row = session.pointing.reachRow(piece, place);
  const path = [...session.pointing.waypoints, place].flatMap((leg, i) => {
    const legRow = i === 0 ? session.pointing.reachRow(piece, leg) : null;
    return legRow?.path ?? [leg];
  });
  lit.path = path;
  if (row && !session.pointing.waypoints.length) lit.sums = runningSums(row);
  for (const cause of row?.sets_off?.places ?? []) lit.causes.push({ from: place, to: cause });
  const [way] = session.pointing.ways(piece, place);
  const held = session.pointing.isHeldByOther(place);
  if (held) lit.targets.add(place);
  if (way && isAim(way, held)) {
    // Nobody goes there: an arrow, and whoever stands there stays in sight.
    const from = session.placeOf(way.pieces[0] ?? piece);
    if (from) lit.arrows.push({ from, to: place, dashed: !held });
    lit.path = [place];
    return;
  }
  const look = session.shown?.pieces[piece]?.look;
  if (look && !held) lit.ghost = { place, look };
}

/** Points at a place without going there. */
function isAim(option: Option, held: boolean): boolean {
  return option.does === "aim" || option.does === "turn" || (held && !isMarch(option));
}

/** What has been spent on arriving at each place of a path. */
export function runningSums(row: ReachRow): string[] {
  const sums: string[] = [];
  let sum = frac(0);
  for (const place of row.path.slice(1)) {
    for (const term of row.terms ?? []) {
      const cost = parseFraction(term.cost);
      if (term.at === place && cost) sum = addFractions(sum, cost);
    }
    sums.push(nice(`${sum.n}/${sum.d}`));
  }
  return ["", ...sums];
}
