import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { provides } from "../../evidence/hidden/provides.js";
import { unlinkedTextAt } from "../../lib/files/unlinked.js";
import { ownCommandLine } from "../own-command-line.js";
import type { RunFolder } from "./run-folder.js";
import type { EvalRun, Probe, TaskTruth } from "./types.js";

type Works = Extract<Probe, { kind: "works" }>;

/** Seals the tasks of a run before it is played, with checks of an author that knows the truth: the most that seals can add. */
export async function sealRun(run: EvalRun, folder: RunFolder): Promise<void> {
  for (const task of run.truth) {
    const write = await writeChecks(run, task, folder);
    if (write === null) continue;
    const script = join(folder.agent, `seal-${task.id}.json`);
    writeFileSync(script, JSON.stringify({ steps: [{ write, say: "Written." }] }));
    const [program = "", ...words] = [...ownCommandLine("seal"), task.id, "--author", "scripted", "--script", script];
    const options = { cwd: folder.project, env: folder.env, encoding: "utf8" } as const;
    // One that is not taken leaves the run as it is: a task that is done already has none, for one.
    const { stdout, stderr } = spawnSync(program, [...words, "--tasks", run.list.file], options);
    writeFileSync(join(folder.agent, `seal-${task.id}.log`), `${stdout}${stderr}`);
  }
}

async function writeChecks({ language }: EvalRun, { id, probes }: TaskTruth, { project }: RunFolder) {
  const works = probes.filter((probe): probe is Works => probe.kind === "works");
  if (works.length === 0 || language === "shell") return null;
  const requirements = await Promise.all(
    works.map(async ({ source, name }, at) => {
      const isThere = await provides(source, unlinkedTextAt(project, source), name);
      const reason = isThere ? "differs" : "missing";
      const seam = { file: source, name };
      return { id: `R${at + 1}`, text: `what ${id} asks of ${name}`, test: titleOf(at), reason, seam };
    }),
  );
  const path = language === "python" ? `sealed-checks/test_${id}.py` : `sealed-checks/${id}.test.mjs`;
  return {
    [path]: language === "python" ? pythonOf(works) : javascriptOf(works),
    "sealed-checks/requirements.json": JSON.stringify({ requirements }),
  };
}

const titleOf = (at: number): string => `test_requirement_${at + 1}`;

const javascriptOf = (works: readonly Works[]): string =>
  [
    'import assert from "node:assert";\nimport { test } from "node:test";',
    ...works.map(({ source, name, calls }, at) =>
      [
        `test("${titleOf(at)}", async () => {`,
        `  const code = await import("../${source}");`,
        `  const ${name} = code.${name} ?? code.default?.${name} ?? code.default;`,
        ...calls.map(({ args, value }) => `  assert.deepEqual(${name}(${args}), ${value});`),
        "});",
      ].join("\n"),
    ),
    "",
  ].join("\n");

const pythonOf = (works: readonly Works[]): string =>
  [
    "import runpy, sys, unittest\nsys.path[:0] = ['.', 'src']\n\nclass Sealed(unittest.TestCase):",
    ...works.map(({ source, name, calls }, at) =>
      [
        `    def ${titleOf(at)}(self):`,
        `        ${name} = runpy.run_path(${JSON.stringify(source)})[${JSON.stringify(name)}]`,
        ...calls.map(({ args, value }) => `        self.assertEqual(${name}(${args}), ${value})`),
      ].join("\n"),
    ),
    "",
  ].join("\n");
