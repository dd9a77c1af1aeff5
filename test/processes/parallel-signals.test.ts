import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eventsIn, ofType, ParallelPlace, type Script, summaryOf, verdicts } from "./parallel-place.js";

const list = Array.from({ length: 6 }, (_, at) => `- [ ] T${at + 1}: make T${at + 1}\n`).join("");
const ids = Array.from({ length: 6 }, (_, at) => `T${at + 1}`);
const scriptOf = (sleepMs: number): Script =>
  Object.fromEntries(ids.map((id) => [id, [{ sleepMs, write: { [`${id}.txt`]: `${id}\n` } }]]));

/** Starts a run, and sends signals once so many agents are at work. */
async function interrupt(place: ParallelPlace, signals: readonly NodeJS.Signals[]) {
  const seen = place.start("--parallel", "4");
  const ended = once(seen.child, "close");
  while (ofType(seen, "agent-start").length < 4) await setTimeout(50);
  for (const signal of signals) {
    seen.child.kill(signal);
    await setTimeout(300);
  }
  const [code] = await ended;
  return { ...seen, code: code as number };
}

/** A run that goes on does each task once, whatever was left open. */
async function finishes(place: ParallelPlace): Promise<void> {
  place.write(".ralph/script.json", JSON.stringify(scriptOf(0)));
  const next = await place.runBeside(["run", "--resume", "--json"]);
  expect([next.code, summaryOf(next).tasks]).toEqual([0, { done: 6, total: 6 }]);
  expect([place.worktrees().length, place.branches().length, place.unitFiles()]).toEqual([1, 1, []]);
  for (const id of ids) expect(place.at(`${id}.txt`)).toBe(`${id}\n`);
}

describe("run --parallel: signals", { timeout: 300_000 }, () => {
  it.concurrent("finishes all iterations after one Ctrl-C, merges what is done, and stops", async () => {
    using place = new ParallelPlace(list, scriptOf(4000));
    const ran = await interrupt(place, ["SIGINT"]);
    expect(ran.code).toBe(3);
    expect(ofType(ran, "agent-end").map(({ how }) => how)).toEqual(Array(4).fill("exited 0"));
    expect(ofType(ran, "run-end")[0]).toMatchObject({ record: { decision: { outcome: "interrupted" } } });
    expect(verdicts(ran).filter(({ about }) => about?.is === "merged").length).toBe(4);
    expect(summaryOf(ran).tasks).toEqual({ done: 4, total: 6 });
    await finishes(place);
  });

  it.concurrent.each([
    { name: "two Ctrl-C", signals: ["SIGINT", "SIGINT"] as const },
    { name: "a closed terminal", signals: ["SIGHUP"] as const },
  ])("stops all agents now after $name", async ({ signals }) => {
    using place = new ParallelPlace(list, scriptOf(120_000));
    const ran = await interrupt(place, signals);
    expect(ran.code).toBe(3);
    expect(ofType(ran, "agent-end").length).toBe(4);
    expect(ofType(ran, "run-end")[0]).toMatchObject({ record: { decision: { outcome: "interrupted" } } });
    expect(summaryOf(ran).tasks).toEqual({ done: 0, total: 6 });
    await finishes(place);
  });

  it.concurrent("ends all loops when the journal cannot be written, and goes on once it can", async () => {
    using place = new ParallelPlace(list, scriptOf(3000));
    const full = "ulimit -f 40; trap '' XFSZ; exec \"$@\"";
    const ran = await place.runLimited(full, place.words("--parallel", "4"));
    expect([2, 3]).toContain(ran.code);
    expect(ran.err).toMatch(/too large|cannot|full/);
    expect(eventsIn(ran).filter(({ type }) => type === "run-end")).toEqual([]);
    await finishes(place);
  });
});
