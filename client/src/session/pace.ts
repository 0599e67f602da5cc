/** Pause means pause: the picture and the bots behind it rest, go on and step together. */

import { botApi, type Order } from "../bots";
import type { Session } from "./session";

export class Pace {
  /** True while the bots rest because the picture was paused; nobody told the bots themselves to rest. */
  forPicture = false;

  constructor(private readonly session: Session) {}

  /** Only who sits here gives orders; where only bots play, anybody does. */
  get mayOrder(): boolean {
    const seats = Object.values(this.session.view?.seats ?? {});
    const bots = seats.filter((seat) => seat.kind === "bot").length;
    return bots > 0 && (!!this.session.token || bots === seats.length);
  }

  get isPaused(): boolean {
    return !!this.session.view?.bots.paused;
  }

  /** It is for a bot to decide. */
  get isForBot(): boolean {
    const { view } = this.session;
    return !!view?.decision && view.seats[view.decision.owner]?.kind === "bot";
  }

  /** Orders to the bots take the picture along. */
  order(what: Order, by?: "decision" | "phase" | "turn"): void {
    const { session } = this;
    this.forPicture = false;
    if (what === "pause") session.playback.pause();
    else if (session.playback.queue.length && (what === "resume" || what === "step")) session.playback.play();
    this.send(what, by);
  }

  /** The picture rests, and a bot that would go on behind it. */
  pause(): void {
    this.session.playback.pause();
    this.rest();
  }

  play(): void {
    this.session.playback.play();
    this.goOn();
  }

  step(): void {
    void this.session.playback.step();
    this.rest();
  }

  /** To the present. Bots that were told to rest by name go on resting. */
  skip(): void {
    this.session.playback.skip();
    if (this.forPicture) this.goOn();
  }

  private rest(): void {
    if (!this.mayOrder || !this.isForBot || this.isPaused) return;
    this.forPicture = true;
    this.send("pause");
  }

  private goOn(): void {
    // The order to rest may still be on its way.
    const rests = this.forPicture || this.isPaused;
    this.forPicture = false;
    if (this.mayOrder && rests) this.send("resume");
  }

  private send(what: Order, by?: "decision" | "phase" | "turn"): void {
    const { id, token } = this.session;
    void botApi.order(id, token, what, by).catch((e: Error) => this.session.note(e.message));
  }
}
