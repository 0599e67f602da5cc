/** Addresses: stable, shareable, and the browser's back and forward work. */

import { useEffect, useState } from "preact/hooks";

const listeners = new Set<() => void>();

export function href(to: string): string {
  return to;
}

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  for (const listener of [...listeners]) listener();
  if (!replace) scrollTo(0, 0);
}

addEventListener("popstate", () => {
  for (const listener of [...listeners]) listener();
});

export function usePath(): string {
  const [path, set] = useState(location.pathname);
  useEffect(() => {
    const listener = () => set(location.pathname);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return path;
}
