import { expect, it } from "vitest";
import { describeGit } from "./look-at-programs.js";
import { describeClock, describeDurability, describeMemory } from "./look-at-redis.js";

const mega = 1024 * 1024;

it.each([
  ["git", describeGit("git version 2.38.0\n"), "ok"],
  ["git", describeGit("git version 2.37.9"), "fail"],
  ["git", describeGit("git version 3.0.1 (Apple Git-1)"), "ok"],
  ["git", describeGit(null), "fail"],
  ["memory", describeMemory(900 * mega, 0), "ok"],
  ["memory", describeMemory(79 * mega, 100 * mega), "ok"],
  ["memory", describeMemory(80 * mega, 100 * mega), "warn"],
  ["memory", describeMemory(100 * mega, 100 * mega), "fail"],
  ["append-only", describeDurability("1", "ok"), "ok"],
  ["append-only", describeDurability("0", "ok"), "warn"],
  ["append-only", describeDurability("1", "err"), "fail"],
  ["clock", describeClock(-5), "ok"],
  ["clock", describeClock(5.1), "warn"],
  ["clock", describeClock(-5.1), "warn"],
] as const)("finds about %s: %j is %s", (name, finding, status) => {
  expect(finding).toMatchObject({ name, status });
  expect(finding.fix === null).toBe(status === "ok");
});
