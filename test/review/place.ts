import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Decision } from "../../src/decide/decision.js";
import type { Review } from "../../src/decide/review.js";
import { jsonLines, Workplace } from "../e2e/cli.js";

const reviewer = fileURLToPath(new URL("scripted-reviewer.mjs", import.meta.url));

export const done = { STATUS: "COMPLETE" };
export const right = { write: { "src/double.js": "export function double(x) {\n  return 2 * x;\n}\n" }, status: done };
export const wrong = {
  write: { "src/double.js": "export function double(x) {\n  return x + x * x;\n}\n" },
  status: done,
};

const project = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
  ".gitignore": ".ralph/\nnotes.jsonl\n",
  "src/double.js": "export function double(x) {\n  return x;\n}\n",
  "test/double.test.js":
    'import assert from "node:assert";\nimport { test } from "node:test";\nimport { double } from "../src/double.js";\n' +
    'test("double works", () => assert.equal(double(1), 2));\n',
  "TODO.md": "- [ ] T1: make double double its number\n",
};

export interface ReviewedRun {
  readonly code: number | null;
  readonly turns: number;
  readonly outcome: string | null;
  readonly reason: string;
  readonly verified: boolean | null;
  readonly reviews: readonly Review[];
  /** How often the reviewer itself was started, with what it was asked. */
  readonly asked: readonly string[];
  readonly decisions: readonly Decision[];
  readonly text: string;
  readonly place: Workplace;
}

/** The name of a scripted reviewer, as a setting has it. */
export const reviewerCommand = (character: string, notes = ""): string =>
  `command:"${process.execPath}" "${reviewer}" ${character} "${notes}"`;

/** A whole run through the CLI, of a task whose test does not see every mistake, with one scripted reviewer. */
export async function playReviewed(
  character: string | null,
  steps: readonly object[],
  words: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<ReviewedRun> {
  const place = new Workplace();
  for (const [name, text] of Object.entries({ ...project, ...files })) place.write(name, text);
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  place.commitAll();
  const notes = `${place.path}-notes.jsonl`;
  const command = reviewerCommand(character ?? "", notes);
  const run = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--json"];
  const { code, out, err } = await place.run([...run, ...(character ? ["--reviewer", command] : []), ...words]);
  const events = jsonLines(out);
  const decisions = events.flatMap(({ type, record }) =>
    type === "decision-made" ? [(record as { readonly decision: Decision }).decision] : [],
  );
  const last = decisions.at(-1);
  return {
    code,
    turns: events.filter(({ type }) => type === "iteration-start").length,
    outcome: last?.outcome ?? null,
    reason: last?.reason ?? "",
    verified: last?.verified ?? null,
    reviews: events.flatMap(({ type, review }) => (type === "review-end" ? [review as Review] : [])),
    asked: readLines(notes),
    decisions,
    text: `${out}\n${err}`,
    place,
  };
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { readonly question: string }).question);
  } catch {
    return []; // Nobody was asked.
  }
}
