/** What a step sets off, told at the place where it is made; what matters is asked about once. */

import type { SetsOff } from "../model";
import { isMarch, type Option } from "../options";
import { tableWords } from "../table-words";
import type { Session } from "./session";
import type { Warning } from "./types";

const KEPT = "bullrun.quiet";

/** What need not be asked about any more in this browser, by game. */
function quiet(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export function askAgain(): void {
  localStorage.removeItem(KEPT);
}

export function isAnythingQuiet(): boolean {
  return quiet().length > 0;
}

export class Warnings {
  /** The step that waits for an answer. */
  asked: Warning | null = null;
  /** Whether the answer holds for the next ones of its kind, too. */
  ticked = false;

  constructor(private readonly session: Session) {}

  /** What an option sets off, as far as it is known already. */
  of(option: Option): SetsOff | null {
    const worded = this.session.optionWords(option).sets_off;
    if (worded) return worded;
    const piece = option.pieces[0];
    return (piece && isMarch(option) && this.atPlace(piece, option.place)) || null;
  }

  /** What the march of a piece to a place sets off. */
  atPlace(piece: string, place: string | null): SetsOff | null {
    return (place && this.session.pointing.reachRow(piece, place)?.sets_off) || null;
  }

  /** Carry a step out, or ask first; what was only pointed at on the map is asked about if dice follow. */
  guard(option: Option, onMap: boolean, go: () => void): void {
    const piece = option.pieces[0] ?? "";
    const { pointing, book } = this.session;
    // A drag can be quicker than the answer that says where it leads.
    if (isMarch(option) && book.asks.includes("reach") && !pointing.reach.has(piece)) {
      const seen = this.session.view?.seen;
      void pointing.learnReach(piece).then(() => {
        if (this.session.view?.seen === seen) this.ask(option, onMap, go);
      });
      return;
    }
    this.ask(option, onMap, go);
  }

  private ask(option: Option, onMap: boolean, go: () => void): void {
    const off = this.of(option);
    const asks = off && (off.asks || (onMap && off.final));
    if (!off || !asks || this.isQuiet(off)) return go();
    const place = option.place ?? this.session.placeOf(option.pieces[0] ?? "") ?? "";
    const harmless = this.harmless(option);
    this.askFor({
      off,
      option,
      place,
      says: isMarch(option) ? tableWords.warning.move : this.session.optionWords(option).says,
      instead: harmless && {
        place: harmless.place ?? "",
        go: () => this.session.commit(harmless, true),
      },
      go,
    });
  }

  askFor(warning: Warning): void {
    const { off } = warning;
    if (this.isQuiet(off)) return warning.go();
    this.ticked = false;
    this.asked = warning;
    this.session.pointing.menu = null;
    this.session.say(`${off.title}. ${off.says}`, true);
    this.session.paint();
    this.session.changed();
  }

  isQuiet(off: SetsOff): boolean {
    return quiet().includes(`${this.session.book.id} ${off.kind}`);
  }

  /** The last place on the way before which nothing is set off. */
  private harmless(option: Option): Option | null {
    const piece = option.pieces[0];
    if (!piece || !option.place || !isMarch(option)) return null;
    const path = this.session.pointing.reachRow(piece, option.place)?.path.slice(1, -1) ?? [];
    for (const place of path.reverse()) {
      const found = this.session.options.to(piece, place).find((o) => o.verb === option.verb);
      if (found && !this.atPlace(piece, place)) return found;
    }
    return null;
  }

  answer(yes: boolean): void {
    const { asked } = this;
    if (!asked) return;
    this.asked = null;
    if (this.ticked) {
      const kept = new Set([...quiet(), `${this.session.book.id} ${asked.off.kind}`]);
      localStorage.setItem(KEPT, JSON.stringify([...kept]));
    }
    if (yes) asked.go();
    else asked.instead?.go();
    this.session.paint();
    this.session.changed();
  }

  /** Nothing is done; nothing was asked. */
  drop(): boolean {
    const was = !!this.asked;
    this.asked = null;
    return was;
  }
}
