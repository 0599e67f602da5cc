/** The smallest observable that components can listen to. */

import { useLayoutEffect, useState } from "preact/hooks";

/** At most this many changes in a while (milliseconds) are passed on at once; more are a flood, passed on in
 * parts with a breath between them, so that the page lives on while machines play each other. */
const MANY = 5;
const WHILE = 200;
const BREATH = 100;

export class Store {
  private readonly listeners = new Set<() => void>();
  private asked = false;
  private readonly told: number[] = [];

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tell listeners, once for all changes made in one go. */
  changed(): void {
    if (this.asked) return;
    this.asked = true;
    const flood = this.told.length === MANY && performance.now() - this.told[0]! < WHILE;
    if (flood) setTimeout(() => this.tell(), BREATH);
    else queueMicrotask(() => this.tell());
  }

  private tell(): void {
    this.asked = false;
    this.told.push(performance.now());
    if (this.told.length > MANY) this.told.shift();
    for (const listener of [...this.listeners]) listener();
  }
}

/** Render again whenever the store changes. */
export function useStore<T extends Store>(store: T): T {
  const [, tick] = useState(0);
  // Before the first paint: a change between drawing and listening would never be shown.
  useLayoutEffect(() => store.subscribe(() => tick((n) => n + 1)), [store]);
  return store;
}
