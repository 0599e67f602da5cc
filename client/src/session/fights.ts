/** Before you commit: the fight looked at, fights kept beside it, what the enemy could do. */

import type { Target } from "../board/board";
import type { Fight } from "../model";
import { isBare, wordsOf, type Option } from "../options";
import type { Session } from "./session";
import type { Combat, Pin, Threat } from "./types";

/** A fight that can be asked about, and the option that speaks of it; none where the question does. */
export interface Considered {
  fight: Fight;
  option: Option | null;
}

export class Fights {
  /** Fights kept for comparison, at most three. */
  pins: Pin[] = [];
  threats: Threat[] | null = null;
  /** What has been asked of the present position, by question. */
  private asked = new Map<string, Combat>();
  /** The option pointed at away from the map: a button with the pointer or the focus on it. */
  pointed: Option | null = null;
  /** Of several fights, the one last looked at, and where the pointer had been on the map before. */
  private looked = "";
  private passed: Target | null = null;

  constructor(private readonly session: Session) {}

  /** The figures to show now; asked for when they are not there yet. */
  get combat(): Combat | null {
    const shown = this.shown();
    return shown && this.figures(shown.fight);
  }

  /** The position has changed: what was asked holds no longer. */
  forget(): void {
    this.asked.clear();
    this.pointed = null;
    this.looked = "";
  }

  /** Look at the fight of an option, without choosing it; null: no longer. */
  point(option: Option | null): void {
    if (this.pointed === option) return;
    this.pointed = option;
    this.session.paint();
    this.session.changed();
  }

  /** Keep one of several fights in sight. */
  look(considered: Considered): void {
    this.looked = keyOf(considered.fight);
    this.passed = this.session.pointing.hovered;
    this.pointed = null;
    this.session.paint();
    this.session.changed();
  }

  /** The fights that stand already and wait for the dice: of the piece in hand, else of the question. */
  standing(): Considered[] {
    const { session } = this;
    const { options } = session;
    const { inHand } = session.pointing;
    const held = inHand && !options.isPicking ? options.of(inHand) : [];
    const found = new Map<string, { fight: Fight; option: Option }>();
    for (const option of held.length ? held : options.all) {
      const fight = this.of(option);
      if (fight && !fight.after && !found.has(keyOf(fight))) found.set(keyOf(fight), { fight, option });
    }
    // What names nothing speaks of the fight as it is, so it comes first.
    return [...found.values()].sort((a, b) => Number(isBare(b.option)) - Number(isBare(a.option)));
  }

  /** The fight that is shown: the question's own, the one pointed at, or the first that stands. */
  shown(): Considered | null {
    const { session } = this;
    if (!session.book.asks.includes("combat") || !session.isMine || session.playback.queue.length)
      return null;
    // Whoever is asked before the dice sees the chances of just that fight.
    const { confirming } = session.pointing;
    const asked = confirming && this.of(confirming.option);
    if (asked) return { fight: asked, option: confirming.option };
    const { fight } = session.view?.decision?.about ?? {};
    if (fight && attackersOf(fight).length && fight.defenders) return { fight, option: null };
    const { inHand, preview, hovered } = session.pointing;
    const here = hovered === this.passed ? undefined : hovered?.place?.name;
    const ways = inHand && preview ? session.pointing.ways(inHand, preview) : [];
    const alone = here ? session.options.onPlace(here) : [];
    for (const option of [...(this.pointed ? [this.pointed] : []), ...ways, ...alone]) {
      const found = this.of(option);
      if (found) return { fight: found, option };
    }
    const standing = this.standing();
    return standing.find((one) => keyOf(one.fight) === this.looked) ?? standing[0] ?? null;
  }

  private of(option: Option): Fight | null {
    return wordsOf(this.session.view?.decision ?? null, option.text)?.fight ?? null;
  }

  private figures(fight: Fight): Combat {
    const key = keyOf(fight);
    const found = this.asked.get(key);
    if (found) return found;
    const combat: Combat = { key, fight, report: null, trouble: "" };
    this.asked.set(key, combat);
    void this.reckon(combat);
    return combat;
  }

  private async reckon(combat: Combat): Promise<void> {
    const { key, fight } = combat;
    const answer = await this.session.inquire({ combat: fight });
    if (this.asked.get(key) !== combat) return;
    this.asked.set(
      key,
      answer.ok
        ? { ...combat, report: answer.answer.combat as Record<string, unknown> }
        : { ...combat, trouble: answer.says },
    );
    this.session.paint();
    this.session.changed();
  }

  pin(good: number | null, bad: number | null): void {
    const { combat } = this;
    if (!combat?.report) return;
    const odds = String(combat.report.column ?? combat.report.odds ?? "");
    this.pins = [...this.pins, { fight: combat.fight, odds, good, bad }].slice(-3);
    this.session.changed();
  }

  unpin(i: number): void {
    this.pins = this.pins.filter((_, k) => k !== i);
    this.session.changed();
  }

  async toggleThreats(): Promise<void> {
    if (this.threats) this.threats = null;
    else if (this.session.side)
      this.threats =
        (await this.session.ask<{ threats: Threat[] }>({ threats: this.session.side }))?.threats ?? [];
    this.session.paint();
    this.session.changed();
  }
}

/** All who attack, those in support too. */
export function attackersOf(fight: Fight): string[] {
  return [...(fight.attackers ?? []), ...(fight.support ?? [])];
}

function keyOf(fight: Fight): string {
  return JSON.stringify(fight);
}
