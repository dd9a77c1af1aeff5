import { Workplace } from "./cli.js";

/** A small project with a test, and an agent that cheats at it. */

export const status = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
export const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md"];

const test = (assertion: string) => `import assert from "node:assert";
import { test } from "node:test";
import { add } from "../add.mjs";
test("adds", () => {
  ${assertion}
});
test("is a function", () => assert.equal(typeof add, "function"));
`;
export const broken = "export const add = () => 4;\n";
export const scripts = (more: object = { scripts: { test: "node --test" } }) =>
  JSON.stringify({ name: "sum", type: "module", ...more });

export function project(steps: readonly object[]): Workplace {
  const place = new Workplace();
  place.write("package.json", scripts());
  place.write("add.mjs", "export const add = (a, b) => a + b;\n");
  place.write("test/add.test.mjs", test("assert.equal(add(1, 2), 3);"));
  place.write("TODO.md", "- [ ] T1: make add faster\n");
  place.write(".gitignore", ".ralph/\n");
  play(place, steps);
  place.commitAll();
  return place;
}

export const play = (place: Workplace, steps: readonly object[]): void =>
  void place.write(".ralph/script.json", JSON.stringify({ steps }));

export const killLoop = `kill -9 $(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' .ralph/untildone.lock); sleep 5`;
export const claim = { write: { "notes.txt": "faster\n" }, say: "All tasks are complete.", status };
export const emptied = { "add.mjs": broken, "test/add.test.mjs": test("add(1, 2);") };
export const honestTestsOff = { checks: { "honest-tests": false } };
