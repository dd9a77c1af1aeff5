import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const start = (...words: string[]) => spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });

// A sample of what scripts/replay-proofs.mjs and bench/proof-file.mjs measure at full size.
it("generated runs are replayed with the recorded verdict", () => {
  const { status, stdout, stderr } = start("scripts/replay-proofs.mjs", "--runs", "3", "--min", "100");
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toContain("3 of 3 replayed as recorded");
}, 600_000);

it("the time of verify is measured", () => {
  const { status, stdout, stderr } = start("bench/proof-file.mjs", "30", "--rounds", "1");
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/proof of 30 records, .*\nverify +-?\d+\nverify --file-only +-?\d+\n/);
}, 600_000);
