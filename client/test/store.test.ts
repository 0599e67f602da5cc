import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Store } from "../src/store";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Let the microtasks run that have been asked for. */
const settle = async () => {
  for (let i = 0; i < 3; i++) await Promise.resolve();
};

test("changes in one go are told once, and at once", async () => {
  const store = new Store();
  let told = 0;
  store.subscribe(() => told++);
  store.changed();
  store.changed();
  await settle();
  expect(told).toBe(1);
});

test("a flood is told in parts, and nothing of it is lost", async () => {
  const store = new Store();
  let told = 0;
  store.subscribe(() => told++);
  for (let i = 0; i < 400; i++) {
    store.changed();
    await settle();
    vi.advanceTimersByTime(1);
  }
  expect(told).toBeGreaterThan(5);
  expect(told).toBeLessThan(20);
  const before = told;
  store.changed();
  vi.advanceTimersByTime(500);
  await settle();
  expect(told).toBe(before + 1);
});

test("after a quiet while changes are told at once again", async () => {
  const store = new Store();
  let told = 0;
  store.subscribe(() => told++);
  for (let i = 0; i < 50; i++) {
    store.changed();
    await settle();
  }
  vi.advanceTimersByTime(1000);
  const before = told;
  store.changed();
  await settle();
  expect(told).toBe(before + 1);
});
