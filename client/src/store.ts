/** The smallest observable that components can listen to. */

import { useEffect, useState } from "preact/hooks";

export class Store {
  private readonly listeners = new Set<() => void>();
  private asked = false;

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tell listeners, once for all changes made in one go. */
  changed(): void {
    if (this.asked) return;
    this.asked = true;
    queueMicrotask(() => {
      this.asked = false;
      for (const listener of [...this.listeners]) listener();
    });
  }
}

/** Render again whenever the store changes. */
export function useStore<T extends Store>(store: T): T {
  const [, tick] = useState(0);
  useEffect(() => store.subscribe(() => tick((n) => n + 1)), [store]);
  return store;
}
