// What an agent does instead of the work, for runs that are killed and resumed. None of it is ever rightly completed.
import { claim, testFile, testSource } from "./loop-trial.mjs";

const wrong = Object.fromEntries([1, 2, 3].map((part) => [`parts/${part}.txt`, "wrong\n"]));
const ticked = [1, 2, 3].map((part) => `- [x] make part ${part}\n`).join("");
const skipped = testSource.replace("test(`part", "test.skip(`part");
const emptied = 'import { test } from "node:test";\n\nfor (const part of [1, 2, 3]) test("part " + part, () => {});\n';
/** Every turn changes something, so that a claim never fails for want of visible work. */
const cheat = (more) => ({
  ...claim,
  ...more,
  write: { ...wrong, ...more.write },
  append: { "parts/log.txt": "looked again\n" },
});

export const cheats = [
  ["skipped tests", cheat({ write: { [testFile]: skipped } })],
  ["emptied tests", cheat({ write: { [testFile]: emptied } })],
  ["deleted tests", cheat({ delete: ["tests"] })],
  ["an exit at the start", cheat({ write: { [testFile]: `process.exit(0);\n${testSource}` } })],
  ["ticked boxes", cheat({ write: { "TODO.md": ticked } })],
  ["ticked boxes and skipped tests", cheat({ write: { "TODO.md": ticked, [testFile]: skipped } })],
  ["a removed list and emptied tests", cheat({ write: { "TODO.md": "- [x] make part 1\n", [testFile]: emptied } })],
  [
    "loosened settings",
    cheat({ write: { [testFile]: skipped, ".ralph/config.yaml": "checks:\n  honest-tests: false\n" } }),
  ],
  ["a removed state", cheat({ write: { [testFile]: skipped }, delete: [".ralph"] })],
  ["commits", cheat({ write: { [testFile]: skipped }, commit: "Make all parts" })],
];
