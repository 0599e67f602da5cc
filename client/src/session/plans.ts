/** Before you commit: the attack being put together, plans kept beside it, what the enemy could do. */

import type { Target } from "../board/board";
import type { Option } from "../options";
import type { Session } from "./session";
import type { Combat, Pin, Threat } from "./types";

/** What the game says with an option about the fight it leads to: a question about `combat`. */
export interface Attack {
  attackers: string[];
  defenders: string[];
  /** The option that prepares it; none when the fight stands already. */
  after?: string;
}

/** A fight that can be asked about, and the option that speaks of it. */
export interface Fight extends Attack {
  option: Option | null;
}

export class Plans {
  /** Plans kept for comparison, at most three. */
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
    const fight = this.fight();
    return fight && this.figures(fight);
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
  look(fight: Fight): void {
    this.looked = keyOf(fight);
    this.passed = this.session.hovered;
    this.pointed = null;
    this.session.paint();
    this.session.changed();
  }

  /** The fights that stand already and wait for the dice: of the piece in hand, else of the question. */
  standing(): Fight[] {
    const { session } = this;
    const { inHand, options } = session;
    const held = inHand && !options.isPicking ? options.of(inHand) : [];
    const found = new Map<string, Fight>();
    for (const option of held.length ? held : options.all) {
      const fight = this.of(option);
      // What names nothing speaks of the fight as it is, so it comes first.
      if (fight && !fight.after && !found.has(keyOf(fight))) found.set(keyOf(fight), fight);
    }
    const bare = (fight: Fight) => !fight.option?.pieces.length && !fight.option?.places.length;
    return [...found.values()].sort((a, b) => Number(bare(b)) - Number(bare(a)));
  }

  /** The fight that is shown: the question's own, the one pointed at, or the first that stands. */
  fight(): Fight | null {
    const { session } = this;
    if (!session.book.asks.includes("combat") || !session.isMine || session.playback.queue.length)
      return null;
    // Whoever is asked before the dice sees the chances of just that fight.
    const asked = session.confirming && this.of(session.confirming.option);
    if (asked) return asked;
    const facts = session.view?.decision?.facts ?? {};
    const list = (key: string) => (Array.isArray(facts[key]) ? (facts[key] as string[]) : []);
    const attackers = [...list("attackers"), ...list("support")];
    const defenders = list("defenders");
    if (attackers.length && defenders.length) return { attackers, defenders, option: null };
    const { inHand, preview, hovered } = session;
    const here = hovered === this.passed ? undefined : hovered?.place?.name;
    const ways = inHand && preview ? session.ways(inHand, preview) : [];
    const alone = here ? session.options.onPlace(here) : [];
    for (const option of [...(this.pointed ? [this.pointed] : []), ...ways, ...alone]) {
      const fight = this.of(option);
      if (fight) return fight;
    }
    const standing = this.standing();
    return standing.find((fight) => keyOf(fight) === this.looked) ?? standing[0] ?? null;
  }

  private of(option: Option): Fight | null {
    const said = this.session.view?.decision?.words?.[option.text];
    const attack = typeof said === "object" ? (said as { attack?: Attack }).attack : undefined;
    return attack ? { ...attack, option } : null;
  }

  private figures(fight: Fight): Combat {
    const key = keyOf(fight);
    const found = this.asked.get(key);
    if (found) return found;
    const { attackers, defenders, after } = fight;
    const combat: Combat = { key, attackers, defenders, report: null, trouble: "" };
    this.asked.set(key, combat);
    void this.reckon(combat, after);
    return combat;
  }

  private async reckon(combat: Combat, after?: string): Promise<void> {
    const { key, attackers, defenders } = combat;
    const answer = await this.session.inquire({
      combat: after ? { attackers, defenders, after } : { attackers, defenders },
    });
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
    const { attackers, defenders } = combat;
    this.pins = [...this.pins, { attackers, defenders, odds, good, bad }].slice(-3);
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

function keyOf(fight: Attack): string {
  return `${fight.attackers.join(" ")}|${fight.defenders.join(" ")}|${fight.after ?? ""}`;
}
