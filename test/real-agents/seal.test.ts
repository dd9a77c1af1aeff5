import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import type { Decision } from "../../src/decide/decision.js";
import { bin } from "../e2e/cli.js";
import type { Reply } from "./fake-model/reply.js";
import { type Installed, install } from "./install.js";
import { RealPlace } from "./place.js";
import { type RealCli, realClis } from "./real-cli.js";
import { blocked, claim } from "./replies.js";

/** Real Claude Code and Codex, one writes sealed checks and the other does the task, both ways round. */

const files = {
  "TODO.md": "- [ ] T1: Add double(n) in src/double.js: twice the number, fractions too\n",
  "package.json": JSON.stringify({ name: "exercise", type: "module", scripts: { test: "node --test test/" } }),
  "test/base.test.js": 'import test from "node:test";\ntest("base", () => {});\n',
  ".gitignore": ".ralph/\n",
};
const secretTitle = "quiet heron doubles";
const tests = `import assert from "node:assert/strict";
import test from "node:test";
import { double } from "../src/double.js";
test("${secretTitle}", () => {
  assert.equal(double(4), 8);
  assert.equal(double(-1), -2);
});
test("${secretTitle} fractions", () => {
  assert.equal(double(0.5), 1);
  assert.equal(double(1.25), 2.5);
});
`;
const requirement = (id: string, test: string, text: string) => ({
  ...{ id, text, test, reason: "missing", seam: { file: "src/double.js", name: "double" } },
});
const requirements = [
  requirement("R1", secretTitle, "whole numbers are doubled"),
  requirement("R2", `${secretTitle} fractions`, "fractions are doubled"),
];
const good = "export const double = (n) => 2 * n;\n";
const bad = "export const double = (n) => 2 * Math.floor(n);\n";

const put = (name: string, text: string): string =>
  `mkdir -p "$(dirname ${name})" && printf '%s' '${Buffer.from(text).toString("base64")}' | base64 -d > ${name}`;
const writes = (text = tests): readonly Reply[] => [
  {
    shell: `${put("sealed-checks/double.test.js", text)} && ${put("sealed-checks/requirements.json", JSON.stringify({ requirements }))}`,
  },
  { say: "Wrote the checks." },
];
const turn = (content: string): readonly Reply[] => [
  { shell: put("src/double.js", content) },
  claim("Added double.", "src/double.js"),
];

describe.each([
  { author: realClis.claude, worker: realClis.codex },
  { author: realClis.codex, worker: realClis.claude },
] satisfies readonly { readonly author: RealCli; readonly worker: RealCli }[])(
  "sealed by $author.name, done by $worker.name",
  { timeout: 300_000 },
  ({ author, worker }) => {
    let installed: readonly Installed[];
    beforeAll(async () => {
      installed = [await install(worker), await install(author)];
    }, 600_000);

    async function open(context: TestContext): Promise<RealPlace> {
      const [own, other] = installed;
      if (!own || own.bin === null) return context.skip(own?.why);
      if (!other || other.bin === null) return context.skip(other?.why);
      return RealPlace.create({
        ...{ cli: worker, access: "key", folder: own.bin, files },
        beside: { cli: author, folder: other.bin },
      });
    }

    async function seal(place: RealPlace, script: readonly Reply[]) {
      place.model.play(script);
      const sealing = place.startProgram([
        process.execPath,
        bin,
        "seal",
        "--author",
        author.name,
        "--tasks",
        "TODO.md",
      ]);
      const code = await sealing.ended();
      await place.waitUntilNothingRuns();
      return { code, out: sealing.out, err: sealing.err };
    }

    async function work(place: RealPlace, script: readonly Reply[]) {
      const before = place.model.turns.length;
      place.model.play(script);
      const run = place.start(["--agent", worker.name, "--tasks", "TODO.md", "--max-iterations", "4"]);
      const code = await run.ended();
      await place.waitUntilNothingRuns();
      const decisions = run.eventsOf("decision-made").map(({ record }) => (record as { decision: Decision }).decision);
      const asked = place.model.turns.slice(before).map(({ text }) => text);
      return { code, run, decisions, asked, turns: run.eventsOf("iteration-start").length };
    }

    it("is sealed, refused by the requirement that is not met, and done", async (context) => {
      await using place = await open(context);
      const sealed = await seal(place, writes());
      expect([sealed.code, sealed.out], sealed.err).toEqual([0, "T1 sealed: 2 requirements\n"]);
      expect(place.model.turns[0]?.text).toContain("Write acceptance tests for the task below");
      const { code, run, turns, asked } = await work(place, [...turn(bad), ...turn(good)]);
      expect([code, turns], run.err).toEqual([0, 2]);
      expect(asked.join("\n")).toContain("fractions are doubled");
      expect(asked.join("\n")).not.toContain("whole numbers are doubled");
      expect(asked.join("\n")).not.toContain(secretTitle);
      expect(run.out).not.toContain(secretTitle);
    });

    it("is disputed, and set aside with both texts", async (context) => {
      await using place = await open(context);
      expect((await seal(place, writes())).code).toBe(0);
      const { code, run } = await work(place, [blocked("the sealed check of R2 contradicts the task")]);
      expect(code, run.err).toBe(1);
      expect(run.out).toMatch(/task T1 is disputed\. R2 asks for: .*fractions are doubled.*sealed check of R2/);
    });

    it("is asked for again where the checks do not count, and told what was wrong", async (context) => {
      await using place = await open(context);
      const empty = tests.replaceAll(/ {2}assert\.equal\((double\([^)]*\)), [^)]*\);/g, "  $1;");
      const { code, out, err } = await seal(place, [...writes(empty), ...writes()]);
      expect([code, out], err).toEqual([0, "T1 sealed: 2 requirements\n"]);
      expect(place.model.turns.some(({ text }) => text.includes("its test asserts nothing"))).toBe(true);
    });

    it("does not seal what an author does beside its folder", async (context) => {
      await using place = await open(context);
      const does: Reply = { shell: put("src/double.js", good) };
      const { code, out, err } = await seal(place, [does, ...writes(), does, ...writes()]);
      expect([code, out], err).toEqual([1, expect.stringContaining("the author wrote outside of sealed-checks/")]);
    });
  },
);
