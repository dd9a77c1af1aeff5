import { describe, expect, it } from "vitest";
import { Workplace } from "../e2e/cli.js";
import { HookPlace } from "../hook/session.js";
import { reviewerCommand } from "../review/place.js";

/** Reviewers where somebody else runs the agent: a gate, a check and the hook of a session. */

const files = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
  ".gitignore": ".ralph/\n",
  "src/double.js": "export function double(x) {\n  return x;\n}\n",
  "test/double.test.js":
    'import assert from "node:assert";\nimport { test } from "node:test";\nimport { double } from "../src/double.js";\n' +
    'test("double works", () => assert.equal(double(1), 2));\n',
  "TODO.md": "- [x] T1: make double double its number\n",
};
const right = "export function double(x) {\n  return 2 * x;\n}\n";
const wrong = "export function double(x) {\n  return x + x * x;\n}\n";
const claim = "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n";

async function gate(work: string, words: readonly string[]) {
  using place = new Workplace();
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  place.commitAll();
  place.write("src/double.js", work);
  place.write(".ralph/last-response.md", claim);
  return await place.run(["gate", ".ralph/last-response.md", "TODO.md", ...words]);
}

describe("gate --reviewer", () => {
  it.each([
    { character: "right", work: right, code: 0, says: /found nothing that counts/ },
    { character: "right", work: wrong, code: 1, says: /double\(3\) is not 6/ },
    { character: "editing", work: right, code: 1, says: /it changed src\/double\.js/ },
    { character: "nonsense", work: right, code: 1, says: /not reviewed/ },
    { character: "careless", work: right, code: 0, says: /found nothing that counts/ },
  ])("$character, code $code", async ({ character, work, code, says }) => {
    const ran = await gate(work, ["--run-checks", "--reviewer", reviewerCommand(character)]);
    expect(ran.code, ran.out + ran.err).toBe(code);
    expect(ran.out + ran.err).toMatch(says);
  });

  it("says that only a look at the workspace can be reviewed", async () => {
    const ran = await gate(right, ["--reviewer", reviewerCommand("careless")]);
    expect([ran.code, /--run-checks asks it/.test(ran.out)], ran.out + ran.err).toEqual([1, true]);
  });
});

describe("the hook of a session", () => {
  it("refuses a stop with a reviewer's finding, and lets go what it finds nothing in", async () => {
    using place = new HookPlace();
    const reviewer = reviewerCommand("right");
    place.write("ready.txt", "yes\n");
    place.write(".ralph/config.yaml", `reviewers: [${JSON.stringify(reviewer)}]\n`);
    place.write("src/double.js", wrong);
    const refused = await place.stop("I have implemented it. The task is complete.");
    expect(refused.decision, JSON.stringify(refused)).toBe("block");
    expect(refused.reason).toContain("double(3) is not 6");
    place.write("src/double.js", right);
    const allowed = await place.stop("Done.", { stop_hook_active: true });
    expect(allowed.decision, JSON.stringify(allowed)).toBeUndefined();
  });
});
