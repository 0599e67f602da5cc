/** One socket for one seat of one game: it greets, asks, answers, and comes back when the line breaks. */

import { dropToken } from "./api";
import type { ApiError, LogLine, View } from "./model";

export const PROTOCOL = 2;

export interface Heard {
  hello(view: View, log: LogLine[]): void;
  update(changes: Record<string, unknown>, events: LogLine[], since: number): void;
  state(state: "open" | "lost" | "old" | "gone" | "refused", says: string): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private number = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private closed = false;
  private delay = 500;
  private timer = 0;
  retryAt = 0;

  constructor(
    private readonly id: string,
    private readonly token: string | null,
    private readonly heard: Heard,
  ) {
    this.open();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/games/${this.id}/live`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ hello: PROTOCOL, token: this.token }));
    socket.onmessage = (event) => this.take(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => this.lost();
  }

  private take(message: Message): void {
    if (message.type === "hello") {
      this.delay = 500;
      this.heard.state("open", "");
      this.heard.hello(message.view, message.log);
    } else if (message.type === "update") this.heard.update(message.changes, message.events, message.since);
    else if (message.type === "answer") {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    } else if (message.type === "old") {
      this.closed = true;
      this.heard.state("old", message.says);
    } else if (message.type === "gone") {
      this.closed = true;
      this.heard.state("gone", "");
    } else {
      this.closed = true;
      // The seat has changed hands.
      if (message.error === "not-yours" && this.token) dropToken(this.id, this.token);
      this.heard.state("refused", message.says);
    }
  }

  private lost(): void {
    for (const answer of this.waiting.values()) answer({ type: "answer", id: 0, ok: false, ...OFFLINE });
    this.waiting.clear();
    this.socket = null;
    if (this.closed) return;
    this.retryAt = Date.now() + this.delay;
    this.heard.state("lost", "");
    this.timer = window.setTimeout(() => this.open(), this.delay);
    this.delay = Math.min(this.delay * 2, 8000);
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Send a request; the answer never throws. */
  send(what: string, body: Record<string, unknown>): Promise<Answer> {
    if (!this.isOpen) return Promise.resolve({ type: "answer", id: 0, ok: false, ...OFFLINE });
    const id = ++this.number;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.socket!.send(JSON.stringify({ id, do: what, ...body }));
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}

export type Answer = { type: "answer"; id: number } & (
  { ok: true; answer: Record<string, unknown> } | ({ ok: false } & ApiError)
);

type Message =
  | { type: "hello"; view: View; log: LogLine[] }
  | { type: "update"; changes: Record<string, unknown>; events: LogLine[]; since: number }
  | Answer
  | { type: "old"; says: string }
  | { type: "gone" }
  | ({ type: "error" } & ApiError);

const OFFLINE: ApiError = { error: "offline", says: "", rule: "", field: "", facts: {} };
