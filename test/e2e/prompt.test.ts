import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Workplace } from "./cli.js";

const list =
  '# Plan\n\n- [ ] T1: Add `slugify(text)`\n  - keeps "a-b"\n  - `slugify("A b")` gives `a-b`\n- [ ] T2: two\n- [ ] T3: three\n';
const block = (status: string, nonce = "{{nonce}}"): string =>
  `---TASK_STATUS---\nSTATUS: ${status}\nWORK: none\nNOTE: none\nNONCE: ${nonce}\n---END_TASK_STATUS---`;

/** Runs the steps, and gives back the prompts as the agent got them. */
async function prompts(steps: readonly object[], ...args: string[]): Promise<readonly string[]> {
  using place = new Workplace();
  place.write("TODO.md", list);
  place.write(".gitignore", ".ralph/\n");
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md"];
  await place.run([...words, "--max-iterations", String(steps.length), ...args]);
  const logs = join(place.path, ".ralph/logs");
  const [run = ""] = readdirSync(logs).filter((name) => /^\d{8}-/.test(name));
  const files = readdirSync(join(logs, run)).filter((name) => name.endsWith("-prompt.md"));
  return files.sort().map((name) => place.read(`.ralph/logs/${run}/${name}`));
}

describe("the prompt", () => {
  it("holds the task as it was written, how many come after it, and the block with every field explained", async () => {
    const [first = ""] = await prompts([{ say: "x" }]);
    expect(first).toContain(
      'T1: Add `slugify(text)`\n- keeps "a-b"\n- `slugify("A b")` gives `a-b`\n\n### Where it belongs\n\n- It stands under: Plan\n\n2 more open tasks follow this one.',
    );
    expect(first).not.toContain("T2");
    for (const field of ["STATUS", "WORK", "NOTE", "NONCE"]) {
      expect(first).toMatch(new RegExp(`^${field}: `, "m"));
      expect(first).toMatch(new RegExp(`^- \`${field}\` `, "m"));
      // A script that looks for the field finds the block, wherever it looks from.
      expect(first.match(new RegExp(`${field}: `, "g"))).toHaveLength(1);
    }
    expect(first).toContain("Nobody is there to answer");
  });

  it("says what to do after a refused claim, and nothing of how we count", async () => {
    const [, second = ""] = await prompts([{ say: `All done.\n\n${block("COMPLETE")}` }, { say: "x" }]);
    expect(second).toContain(
      "Nothing was changed for this task: do it now, or, if its work already exists, name the file",
    );
    expect(second).not.toMatch(/indicator|score|T2|tasks not done/);
  });

  it.each([
    {
      when: "no block was found",
      step: { write: { a: "1\n" }, say: "I changed a file." },
      says: "had no status block",
    },
    {
      when: "a question was asked",
      step: { say: `Which port should I use?\n\n${block("IN_PROGRESS")}` },
      says: "You asked: Which port should I use? Nobody is there to answer",
    },
    {
      when: "the nonce was wrong",
      step: { write: { a: "1\n" }, say: `Done.\n\n${block("COMPLETE", "0000")}` },
      says: "its NONCE was not the one of its prompt",
    },
    { when: "the turn failed", step: { say: "oh", exit: 3 }, says: "Your last turn ended in a failure" },
    {
      when: "the turn hung",
      step: { hang: true },
      says: "Your last turn was stopped",
      args: ["--timeout", "1", "--grace", "1"],
    },
  ])("says so where $when", async ({ step, says, args = [] }) => {
    const [, second = ""] = await prompts([step, { say: "x" }], ...args);
    expect(second).toContain(says);
  });

  it("takes the block back as it asked for it", async () => {
    const [, second = ""] = await prompts([
      { write: { a: "1\n" }, say: `Done.\n\n${block("COMPLETE")}` },
      { say: "x" },
    ]);
    expect(second).toContain("## Your task: T2");
    expect(second).toContain("1 more open task follows this one.");
  });
});
