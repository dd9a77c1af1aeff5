import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EvalRun, HiddenCall, Language, Probe } from "./types.js";

/** A busy machine may need a while to start a program. */
const mostMs = 60_000;

/** The tasks whose work is really there, asked outside of the run and by nothing that an agent could see. */
export const findThere = (
  { truth, language }: Pick<EvalRun, "truth" | "language">,
  folder: ProbedFolder,
): readonly string[] =>
  truth.filter(({ probes }) => probes.every((probe) => holds(probe, language, folder))).map(({ id }) => id);

/** Where the truth is asked. */
interface ProbedFolder {
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

function holds(probe: Probe, language: Language, folder: ProbedFolder): boolean {
  const path = (file: string): string => join(folder.project, file);
  switch (probe.kind) {
    case "works":
      return existsSync(path(probe.source)) && asks[language](probe, folder);
    case "contains":
      return existsSync(path(probe.file)) && readFileSync(path(probe.file), "utf8").includes(probe.text);
    case "lacks":
      return existsSync(path(probe.file)) && !readFileSync(path(probe.file), "utf8").includes(probe.text);
    case "gone":
      return !existsSync(path(probe.file));
    case "prints":
      return run("sh", ["-c", probe.command], folder).trimEnd() === probe.text.trimEnd();
  }
}

type Works = Extract<Probe, { kind: "works" }>;

const asks: Readonly<Record<Language, (probe: Works, folder: ProbedFolder) => boolean>> = {
  javascript: ({ calls, source, name }, folder) =>
    run(process.execPath, ["--input-type=module", "-e", javascriptOf(calls, name, source)], folder).trimEnd() ===
    yes(calls),
  python: ({ calls, source, name }, folder) =>
    run("python3", ["-c", pythonOf(calls, name, source)], folder).trimEnd() === yes(calls),
  shell: ({ calls, source }, folder) =>
    calls.every(({ args, value }) => run("sh", ["-c", `sh ${source} ${args}`], folder).trimEnd() === value),
};

/** One sign for each call, so that code that ends the process early says too little. */
const yes = (calls: readonly HiddenCall[]): string => "y".repeat(calls.length);

/** Values are compared as text, by nothing that the code under test could have changed before. */
const javascriptOf = (calls: readonly HiddenCall[], name: string, source: string): string =>
  [
    "const { stringify } = JSON, { entries } = Object, { writeSync } = await import('node:fs');",
    "const text = (v) => Array.isArray(v) ? '[' + v.map(text) + ']' : v !== null && typeof v === 'object' ? '{' + entries(v).sort().map(([k, w]) => stringify(k) + text(w)) + '}' : typeof v + String(v);",
    `const wanted = [${calls.map(({ value }) => `text(${value})`).join(", ")}];`,
    `const code = await import(process.cwd() + ${JSON.stringify(`/${source}`)});`,
    `const ${name} = code[${JSON.stringify(name)}] ?? code.default?.[${JSON.stringify(name)}] ?? code.default;`,
    `const calls = [${calls.map(({ args }) => `() => ${name}(${args})`).join(", ")}];`,
    "let said = '';",
    "calls.forEach((call, at) => { let answer; try { answer = text(call()); } catch { answer = 'threw'; } said += answer === wanted[at] ? 'y' : 'n'; });",
    "writeSync(1, said);",
  ].join("\n");

const pythonOf = (calls: readonly HiddenCall[], name: string, source: string): string =>
  [
    "import json, sys",
    "sys.path[:0] = ['.', 'src']",
    `wanted = [json.dumps(v, sort_keys=True) for v in [${calls.map(({ value }) => value).join(", ")}]]`,
    `code = {"__name__": "asked"}`,
    `exec(compile(open(${JSON.stringify(source)}).read(), ${JSON.stringify(source)}, "exec"), code)`,
    `calls = [${calls.map(({ args }) => `lambda: code[${JSON.stringify(name)}](${args})`).join(", ")}]`,
    "said = ''",
    "for at, call in enumerate(calls):",
    "    try:",
    "        said += 'y' if json.dumps(call(), sort_keys=True) == wanted[at] else 'n'",
    "    except Exception:",
    "        said += 'n'",
    "sys.stdout.write(said)",
  ].join("\n");

/** What a program prints. One that does not end tells nothing, and must not count as work that is missing. */
function run(program: string, words: readonly string[], { project, env }: ProbedFolder): string {
  const options = { cwd: project, env, encoding: "utf8", timeout: mostMs, killSignal: "SIGKILL" } as const;
  const { stdout, error } = spawnSync(program, words, options);
  if (error && "code" in error && error.code === "ETIMEDOUT")
    throw new Error(`its truth could not be asked: ${program} did not end within ${mostMs / 1000} s`);
  return stdout ?? "";
}
