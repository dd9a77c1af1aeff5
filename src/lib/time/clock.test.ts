import { afterEach, expect, it, vi } from "vitest";
import { now, stopwatch } from "./clock.js";

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ["forwards", 24 * 3_600_000],
  ["backwards", -24 * 3_600_000],
])("a system clock that jumps %s spends none of --max-time", (_, jump) => {
  const elapsed = stopwatch();
  const before = now();
  vi.useFakeTimers({ toFake: ["Date"], now: before + jump });
  expect(Math.abs(now() - before - jump)).toBeLessThan(1_000);
  expect(elapsed()).toBeGreaterThanOrEqual(0);
  expect(elapsed()).toBeLessThan(5);
});
