import { expect, it } from "vitest";
import { Workplace } from "../e2e/cli.js";

const testOf = (name: string, value: number): string =>
  `import assert from "node:assert";\nimport { test } from "node:test";\ntest("${name} works", async () => {\n  const { ${name} } = await import("../src/${name}.js");\n  assert.equal(${name}(), ${value});\n});\n`;

const step = (files: Readonly<Record<string, string>>) => ({
  write: files,
  say: "Done.",
  status: { STATUS: "COMPLETE", WORK: Object.keys(files).join(", ") },
});

/** A night with two tasks whose tests were there and failed. */
async function night(place: Workplace, second = "export const two = () => 2;\n"): Promise<void> {
  place.write("package.json", '{"type":"module","scripts":{"test":"node --test"}}\n');
  place.write("TODO.md", "- [ ] T1: Write one\n- [ ] T2: Write two\n");
  place.write("test/one.test.js", testOf("one", 1));
  place.write("test/two.test.js", testOf("two", 2));
  place.commitAll();
  const steps = [step({ "src/one.js": "export const one = () => 1;\n" }), step({ "src/two.js": second })];
  place.write(".ralph/s.json", JSON.stringify({ steps }));
  const { code, out } = await place.run(["run", "--agent", "scripted", "--script", ".ralph/s.json"]);
  expect(code, out).toBe(0);
}

it("takes out a task whose own test was there before, and says that this fails again", async () => {
  using place = new Workplace();
  await night(place);
  const { code, out, err } = await place.run(["undo", "T1"]);
  expect(out).toContain("T1 is undone: 1 file (src/one.js)");
  expect(err).toContain("note: tests will fail as before T1 (1 of 2 tests fail: one works)");
  expect(code).toBe(0);
  expect(place.read("TODO.md")).toBe("- [ ] T1: Write one\n- [x] T2: Write two\n");
});

it("is refused where a later task's test that was there before needs it", async () => {
  using place = new Workplace();
  await night(place, 'import { one } from "./one.js";\nexport const two = () => 2 * one();\n');
  const { code, err } = await place.run(["undo", "T1"]);
  expect(err).toContain("something built on it");
  expect(err).toContain("two works");
  expect(err).not.toContain("one works\n");
  expect(code).toBe(1);
  expect(place.read("src/one.js")).toContain("one");
});

it("is refused where a person changed the same lines, and nothing is lost", async () => {
  using place = new Workplace();
  await night(place);
  place.write("src/one.js", "export const one = () => 3 - 2;\n");
  const { code, err } = await place.run(["undo", "T1"]);
  expect(err).toContain("src/one.js: you or another program changed the same lines since");
  expect(code).toBe(1);
  expect(place.read("src/one.js")).toBe("export const one = () => 3 - 2;\n");
});

it("is refused by bisect where the same test failed before the first turn", async () => {
  using place = new Workplace();
  await night(place);
  await place.run(["undo", "T1"]);
  const { code, out } = await place.run(["bisect"]);
  expect(out).toContain("tests failed already before the first turn, so no turn of this run made it fail");
  expect(code).toBe(1);
});
