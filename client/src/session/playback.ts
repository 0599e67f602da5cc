/** What happened, shown step by step: own acts at once, the other side's at the player's pace. */

import { api } from "../api";
import type { Tag } from "../board/state";
import type { LogLine, View } from "../model";
import { withChanges } from "../model";
import { niceFractions } from "../format";
import { settings } from "../settings";
import { sound } from "../sound";
import { diceTags, placeOfEvent } from "./events";
import type { Session } from "./session";
import { counterOf } from "./stacks";
import type { Queued } from "./types";

/** From this many steps behind, playback goes faster. */
const BEHIND = 12;

export class Playback {
  /** What the board has still to show. */
  queue: Queued[] = [];
  playing = false;
  /** True once some of the queue was shown. */
  hasBegun = false;
  /** What happened in the steps that were not watched, until the next one of one's own. */
  passed: LogLine[] = [];
  /** True while what happened meanwhile is being fetched. */
  isFetching = false;
  readonly changed = new Set<string>();
  readonly crosses = new Set<string>();
  readonly dice = new Map<string, Tag>();
  /** The part of the game in which the dice that show were rolled. */
  private part = "";
  private pumping = false;
  private waitingSkip: (() => void) | null = null;

  constructor(private readonly session: Session) {}

  get isIdle(): boolean {
    return !this.pumping;
  }

  /** The first step that the board has still to show; the log tells nothing from there on. */
  get untold(): number {
    for (const frame of this.queue) if (!frame.shown && frame.events.length) return frame.events[0]!.n;
    return Infinity;
  }

  /** As the player chose; with many steps behind, faster, so that the picture keeps up. */
  get speed(): number {
    return settings.values.speed * Math.max(1, this.queue.length / BEHIND);
  }

  async showOwn(frame: Queued): Promise<void> {
    const before = this.session.shown;
    this.session.shown = frame.view;
    this.passed = [];
    this.changed.clear();
    this.clean();
    this.mark(before, frame);
    this.session.paint();
    this.session.say(frame.events.map((e) => e.says).join(" "), false);
    this.session.keepSeen();
    this.session.pointing.takeSubject();
    if (before) await this.animate(before, frame, 1);
  }

  async catchUp(from: number): Promise<void> {
    this.isFetching = true;
    try {
      const index = await api.replay(this.session.id, this.session.token, this.session.side ?? undefined);
      const last = index.steps.length - 1;
      const first = index.steps.findIndex((s) => s[0] >= from);
      if (first < 0 || first >= last || last - first > 380 || !this.session.view) {
        this.isFetching = false;
        this.session.show(this.session.view!);
        return this.session.changed();
      }
      const stretch = await api.stretch(
        this.session.id,
        this.session.token,
        first,
        last,
        this.session.side ?? undefined,
      );
      this.isFetching = false;
      const now = this.session.view;
      let at = { ...now, ...stretch.view, decision: null } as View;
      this.session.shown = at;
      void this.session.faces.fetchFor(at);
      for (const step of stretch.steps) {
        at = withChanges(at, step.changes);
        if (!step.events.length) continue;
        void this.session.faces.fetchFor(at);
        this.queue.push({ view: at, events: step.events.map((e) => ({ ...e, n: step.n })) });
      }
      const tail = this.queue[this.queue.length - 1];
      if (tail) tail.view = now;
      else this.session.shown = now;
      this.playing = false;
      this.hasBegun = false;
      this.session.paint();
      this.session.changed();
    } catch {
      this.isFetching = false;
      if (this.session.view) this.session.show(this.session.view);
      this.session.changed();
    }
  }

  async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    while (this.queue.length && this.playing) await this.stepOnce();
    this.pumping = false;
    if (!this.queue.length) {
      this.playing = false;
      if (this.session.view) this.session.show(this.session.view);
      this.session.changed();
    }
  }

  play(): void {
    this.playing = true;
    this.session.changed();
    void this.pump();
  }

  pause(): void {
    this.playing = false;
    this.session.changed();
  }

  async step(): Promise<void> {
    this.playing = false;
    if (!this.pumping && this.queue.length) {
      this.pumping = true;
      await this.stepOnce();
      this.pumping = false;
      if (!this.queue.length && this.session.view) this.session.show(this.session.view);
    }
    this.session.changed();
  }

  skip(): void {
    let before = this.session.shown;
    this.passed = this.queue.flatMap((frame) => (frame.shown ? [] : frame.events));
    for (const frame of this.queue) {
      if (!frame.shown) this.mark(before, frame);
      before = frame.view;
    }
    this.queue = [];
    this.playing = false;
    // What was shown last is old by now.
    this.session.notice = "";
    this.waitingSkip?.();
    if (this.session.view) this.session.show(this.session.view);
    this.session.changed();
  }

  private async stepOnce(): Promise<void> {
    const frame = this.queue[0]!;
    const before = this.session.shown;
    this.mark(before, frame);
    this.session.shown = frame.view;
    frame.shown = true;
    this.hasBegun = true;
    if (frame.events.length) {
      this.session.notice = frame.events
        .map((e) => e.says)
        .slice(0, 3)
        .map(niceFractions)
        .join(" ");
      this.session.say(this.session.notice, false);
    }
    this.session.paint();
    this.session.changed();
    const subject = this.subjects(frame);
    if (subject.length) this.session.board?.show(subject);
    const { speed } = this;
    if (before) await this.animate(before, frame, speed);
    await this.rest(frame.events.length ? 400 / speed : 0);
    if (this.queue[0] === frame) this.queue.shift();
    this.session.changed();
  }

  private rest(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || settings.reducedMotion) milliseconds = Math.min(milliseconds, 120);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.waitingSkip = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private subjects(frame: Queued): string[] {
    const found: string[] = [];
    for (const event of frame.events) {
      const at = placeOfEvent(event, frame.view, this.session.ground);
      if (at) found.push(at);
    }
    return found.slice(-2);
  }

  private async animate(before: View, frame: Queued, speed: number): Promise<void> {
    if (!this.session.board || settings.reducedMotion) return;
    const jobs: Promise<void>[] = [];
    for (const [id, now] of Object.entries(frame.view.pieces)) {
      const then = before.pieces[id];
      if (
        !then ||
        then.at === now.at ||
        !this.session.ground.has(now.at) ||
        !this.session.ground.has(then.at)
      )
        continue;
      const told = frame.events.find((e) => e.shows?.path && e.shows.pieces?.includes(id));
      let path = told?.shows?.path ?? [then.at, now.at];
      if (path[0] !== then.at) path = [then.at, ...path];
      jobs.push(
        this.session.board.walk(
          counterOf(id, now, this.session),
          path,
          Math.min(500, 140 + 35 * path.length) / speed,
        ),
      );
    }
    for (const [id, then] of Object.entries(before.pieces)) {
      const now = frame.view.pieces[id];
      if (this.session.ground.has(then.at) && (!now || !this.session.ground.has(now.at)) && jobs.length < 12)
        jobs.push(this.session.board.fade(counterOf(id, then, this.session), then.at, 250 / speed));
    }
    await Promise.all(jobs.slice(0, 40));
  }

  /** Remember dice, losses and changed places for the map. What is of an earlier phase is gone first. */
  private mark(before: View | null, { events, view }: Queued): void {
    if (events.some((event) => event.shows?.dice)) sound("dice");
    else if (events.length) sound("move");
    const part = before ? `${before.turn} ${before.side} ${before.phase}` : "";
    if (part !== this.part) this.clean();
    this.part = part;
    for (const event of events) {
      const at = placeOfEvent(event, view, this.session.ground);
      if (!at) continue;
      this.changed.add(at);
      if (event.shows?.tone === "loss") this.crosses.add(at);
    }
    for (const [at, tag] of diceTags(events, view, this.session.ground)) this.dice.set(at, tag);
  }

  private clean(): void {
    this.dice.clear();
    this.crosses.clear();
  }
}
