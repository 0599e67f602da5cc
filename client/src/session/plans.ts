/** Before you commit: the attack being put together, plans kept beside it, what the enemy could do. */

import type { Session } from "./session";
import type { Combat, Pin, Threat } from "./types";

export class Plans {
  combat: Combat | null = null;
  /** Plans kept for comparison, at most three. */
  pins: Pin[] = [];
  threats: Threat[] | null = null;

  constructor(private readonly session: Session) {}

  /** Figures for the attack that the question speaks of. */
  askFor(): void {
    const facts = this.session.view?.decision?.facts ?? {};
    const list = (key: string) => (Array.isArray(facts[key]) ? (facts[key] as string[]) : []);
    const attackers = [...list("attackers"), ...list("support")];
    const defenders = list("defenders");
    if (!this.session.book.asks.includes("combat") || !attackers.length || !defenders.length) {
      if (!attackers.length || !defenders.length) this.combat = null;
      return;
    }
    void this.reckon(attackers, defenders);
  }

  async reckon(attackers: string[], defenders: string[]): Promise<void> {
    const key = `${attackers.join(" ")}|${defenders.join(" ")}`;
    this.combat = { key, attackers, defenders, report: this.combat?.report ?? null, trouble: "" };
    const answer = await this.session.inquire({ combat: { attackers, defenders } });
    if (this.combat?.key !== key) return;
    this.combat = answer.ok
      ? { key, attackers, defenders, report: answer.answer!.combat as Record<string, unknown>, trouble: "" }
      : { key, attackers, defenders, report: null, trouble: answer.says };
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
