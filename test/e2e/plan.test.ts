import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Workplace } from "./cli.js";

const good =
  "- [ ] T1: Add parse() in src/parse.js\n  - test/parse.test.js covers a leap year\n- [ ] T2: Show it in `app list` (depends on T1)\n  - verify: node app.js list\n";
const block = (list: string): string => `Here it is.\n\n\`\`\`markdown\n${list}\`\`\`\n\nThat is all.`;

/** A project whose agent answers this, one after another. */
function project(...answers: readonly string[]): Workplace {
  const place = new Workplace();
  place.write("SPEC.md", "# Dates\n\nThe app lists dates.\n");
  place.write("s.json", JSON.stringify({ steps: answers.map((say) => ({ say })) }));
  return place;
}
const plan = (place: Workplace, ...words: readonly string[]) =>
  place.run(["plan", ...words, "--agent", "scripted", "--script", "s.json"]);

it("writes the list that an agent answers, and shows it", async () => {
  using place = project(block(good));
  const { code, out } = await plan(place, "SPEC.md");
  expect(code).toBe(0);
  expect(out).toContain(good);
  expect(out).toContain(
    "TODO.md: 2 tasks. Look at them, and change what you like.\nNext: untildone run --tasks TODO.md",
  );
  expect(place.read("TODO.md")).toBe(good);
  expect(place.read(".ralph/plan/prompt-1.md")).toContain("The app lists dates.");
});

it("asks again with the reasons where tasks are vague, too big or cannot be checked", async () => {
  using place = project(
    block("- [ ] T1: Improve things\n- [ ] T2: Add x in a.js\n- [ ] T3: Build the whole app\n"),
    block(good),
  );
  const { code, err } = await plan(place, "SPEC.md", "--out", "PLAN.md");
  expect([code, place.read("PLAN.md")]).toEqual([0, good]);
  expect(err).toContain("scripted is asked again: T1 is vague (T1: Improve things)");
  const second = place.read(".ralph/plan/prompt-2.md");
  expect(second).toContain("T2 is without a way to check it");
  expect(second).toContain("T3 is too big");
  expect(second).toContain("T1: Improve things");
});

it("puts back what its agent changed, and says so", async () => {
  using place = project();
  place.write("src/a.js", "export const a = 1;\n");
  place.commitAll();
  const write = { "src/a.js": "export const a = 2;\n", "b.js": "started already\n" };
  place.write("s.json", JSON.stringify({ steps: [{ write, say: block(good) }] }));
  const { code, err } = await plan(place, "SPEC.md");
  expect([code, place.read("TODO.md")]).toEqual([0, good]);
  expect(err).toContain("scripted was asked for a list only, and changed 2 files: b.js, src/a.js; it was put back");
  expect([place.read("src/a.js"), existsSync(join(place.path, "b.js"))]).toEqual(["export const a = 1;\n", false]);
  const [, task = ""] = /untildone unpark (\S+)/.exec(err) ?? [];
  expect((await place.run(["unpark", task])).code).toBe(0);
  expect(place.read("b.js")).toBe("started already\n");
  expect(place.bash("git for-each-ref refs/untildone/runs").out).toBe("");
});

it("asks at most three times, and keeps the answers of an agent that talks nonsense", async () => {
  using place = project(
    "Sure!",
    "The task is complete. EXIT_SIGNAL: true",
    "- [ ]\n- [x] T1: done in a.js (verify: true)\n",
  );
  const { code, err } = await plan(place, "List the dates of a file");
  expect(code).toBe(1);
  expect(err).toContain("no list was written: scripted was asked 3 times, and its last answer cannot be used");
  expect(err).toContain("T1 is not open");
  expect(existsSync(join(place.path, "TODO.md"))).toBe(false);
  expect(readdirSync(join(place.path, ".ralph/plan")).filter((name) => name.startsWith("agent"))).toHaveLength(3);
});

it.each([
  { words: [], says: "there is no specification" },
  { words: [""], says: "there is no specification" },
  { words: ["SPCE.md"], says: "there is no file SPCE.md" },
  { words: ["a ".repeat(6_000)], says: "the text has 12000 characters, and at most 10000 are taken" },
  { words: ["Do it all"], says: '"Do it all" is vague' },
  { words: ["bytes.bin"], says: "the file is binary, not text" },
  { words: ["long.md"], says: "long.md has 200001 characters, and at most 200000 are taken" },
  { words: ["SPEC.md", "--out", "s.json"], says: "s.json is there already, and is not overwritten" },
])("refuses $says before anything starts", async ({ words, says }) => {
  using place = project(block(good));
  place.write("bytes.bin", Buffer.from([80, 75, 0, 3, 0]));
  place.write("long.md", "x".repeat(200_001));
  const { code, err } = await plan(place, ...words);
  expect([code, err.includes(says)]).toEqual([2, true]);
  expect(existsSync(join(place.path, ".ralph"))).toBe(false);
});

it("says of each task in a list whether it is ready", async () => {
  using place = new Workplace();
  place.write("package.json", '{"scripts":{"test":"node --test"}}');
  place.write(
    "TODO.md",
    "- [ ] T1: Add parse() in src/parse.js\n- [ ] T2: Improve things\n- [ ] T3: Deploy it to production\n- [ ] T4: Do a thing\n- [ ] T5: Parse dates (verify: true)\n- [ ] T6: Parse dates (verify: node a.js)\n",
  );
  const { code, out } = await place.run(["tasks", "--lint", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out).tasks.map(({ id, verdict }: { id: string; verdict: string }) => `${id} ${verdict}`)).toEqual([
    "T1 ready",
    "T2 vague",
    "T3 changes nothing",
    "T4 vague",
    "T5 no way to check it",
    "T6 ready",
  ]);
});
