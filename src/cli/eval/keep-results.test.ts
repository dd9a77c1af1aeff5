import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { KeptResults, nameOf } from "./keep-results.js";
import type { RunResult } from "./results.js";

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => void rmSync(folder, { recursive: true })));

const result = (run: string): RunResult => ({
  ...{ tool: "untildone", run, class: "honest", evidence: null, comesTrue: true, tasks: 1, best: 1, there: ["T1"] },
  ...{ completed: true, outcome: "completed", why: "", verified: [], refused: [], told: [] },
  ...{ calls: 1, seconds: 1, folder: null, fault: null },
});
const keysOf = (runs: Readonly<Record<string, string>>) =>
  new Map(Object.entries(runs).map(([run, key]) => [nameOf({ tool: "untildone", run }), key]));

function openTwice(first: Readonly<Record<string, string>>, second: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "untildone-kept-"));
  folders.push(folder);
  const { kept } = KeptResults.open(folder, { build: "b1", keys: keysOf(first), isResumed: false });
  for (const run of Object.keys(first)) kept.add(result(run));
  const again = (keys: Readonly<Record<string, string>>, build = "b1") =>
    KeptResults.open(folder, { build, keys: keysOf(keys), isResumed: true }).results.map(({ run }) => run);
  return { folder, again, found: again(second) };
}

it("goes on with what was measured, without half a line at its end", () => {
  const { folder, again } = openTwice({ a: "1", b: "1" }, { a: "1", b: "1" });
  appendFileSync(join(folder, "results.jsonl"), '{"tool":"untildone","run":"c');
  expect(again({ a: "1", b: "1", c: "1" })).toEqual(["a", "b"]);
});

it("measures a run again that was changed", () => {
  expect(openTwice({ a: "1", b: "1" }, { a: "1", b: "2" }).found).toEqual(["a"]);
});

it("keeps what another part of the set came to", () => {
  const { again, found } = openTwice({ a: "1", b: "1" }, { b: "1" });
  expect(found).toEqual(["b"]);
  expect(again({ a: "1", b: "1" })).toEqual(["a", "b"]);
});

it("refuses results of another build, and a file that is damaged", () => {
  const { folder, again } = openTwice({ a: "1" }, { a: "1" });
  expect(() => again({ a: "1" }, "b2")).toThrow(/of another build/);
  writeFileSync(join(folder, "results.jsonl"), "nothing\n");
  expect(() => again({ a: "1" })).toThrow(/of another build/);
});
