import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it("measures what snapshots cost an iteration; how long a busy machine takes is no failure", () => {
  const words = ["bench/snapshots.mjs", "--files", "300", "--turns", "2"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^first turn of 300 files +looks \d+ ms, snapshots \d+ ms$/m);
  expect(stdout).toMatch(/^a turn of 5 changed files .*: \d+\.\d\d x an iteration without them/m);
});
