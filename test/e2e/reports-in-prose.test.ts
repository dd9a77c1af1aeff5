import { describe, expect, it } from "vitest";
import { Workplace } from "./cli.js";

/** An agent that ends like Codex, with a report of its changes and without a status block. */

const suite = (name: string, expected: string): string =>
  [
    'import { test } from "node:test";',
    'import assert from "node:assert";',
    `import { ${name} } from "../${name}.mjs";`,
    `test("${name}", () => assert.equal(${name}(), ${JSON.stringify(expected)}));`,
  ].join("\n");
const piece = (name: string, says: string = name): Readonly<Record<string, string>> => ({
  [`${name}.mjs`]: `export const ${name} = () => ${JSON.stringify(says)};\n`,
  [`test/${name}.test.mjs`]: suite(name, name),
});
const report = (name: string): string =>
  `Implemented \`${name}()\` in \`${name}.mjs\`.\n\n- Added \`test/${name}.test.mjs\`\n\nTests pass (\`npm test\`).`;

interface Ending {
  readonly outcome: string;
  readonly turns: number;
}

function run(steps: readonly object[], list?: string): Ending {
  using place = new Workplace();
  place.write("package.json", JSON.stringify({ type: "module", scripts: { test: "node --test" } }));
  place.write("test/base.test.mjs", 'import { test } from "node:test";\ntest("base", () => {});\n');
  place.write(".gitignore", ".ralph/\n");
  place.write("PROMPT.md", "Write the greeting module with its tests.\n");
  if (list) place.write("TODO.md", list);
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  const given = list ? [] : ["--tasks", "none", "--prompt", "PROMPT.md"];
  const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--max-iterations", "4", ...given];
  const { out } = place.runProcess(words);
  const turns = (out.match(/^.*iteration \d+/gm) ?? []).length;
  return { outcome: place.runProcess(["state", "--outcome"]).out.trim(), turns };
}

const noted = (at: number): object => ({ write: { [`notes-${at}.md`]: `${at}\n` }, say: `Added \`notes-${at}.md\`.` });
const list = "- [ ] T1: greet\n- [ ] T2: leave\n";

describe("a report of changes without a status block", () => {
  it.each([
    {
      name: "completes a run without a list at once where a test proves the work",
      steps: [{ write: piece("greet"), say: report("greet") }],
      ends: { outcome: "completed", turns: 1 },
    },
    {
      name: "completes it in the second turn where nothing else changed",
      steps: [
        { write: { "README.md": "# Greeting\n" }, say: "Added `README.md` with the usage." },
        { say: "No further changes were needed: `README.md` is complete." },
      ],
      ends: { outcome: "completed", turns: 2 },
    },
    {
      name: "never completes it where every turn changes something that nothing proves",
      steps: [1, 2, 3, 4].map(noted),
      ends: { outcome: "aborted", turns: 4 },
    },
    {
      name: "does not complete it where nothing was changed",
      steps: [{ say: report("greet") }],
      ends: { outcome: "needs-review", turns: 2 },
    },
    {
      name: "does not complete it where a part is said to be left",
      steps: [{ write: piece("greet"), say: `${report("greet")} The goodbye still needs to be written.` }],
      ends: { outcome: "stuck", turns: 4 },
    },
    {
      name: "does not complete it where the tests fail",
      steps: [{ write: piece("greet", "Good day"), say: report("greet") }],
      ends: { outcome: "stuck", turns: 3 },
    },
    {
      name: "completes the selected tasks of a list",
      steps: ["greet", "leave"].map((name) => ({ write: piece(name), say: report(name) })),
      list,
      ends: { outcome: "completed", turns: 2 },
    },
    {
      name: "completes no task of a list where nothing was changed",
      steps: [{ say: report("greet") }],
      list,
      ends: { outcome: "needs-review", turns: 3 },
    },
  ])("$name", ({ steps, list, ends }) => expect(run(steps, list)).toEqual(ends));
});
