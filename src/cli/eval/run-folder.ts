import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { errorMessage } from "../../lib/errors.js";
import { isRecord } from "../../lib/json/is-record.js";
import { ownCommandLine } from "../own-command-line.js";
import { type AgentScript, scriptName } from "./agent-turn.js";
import { fill } from "./templates.js";
import type { Tool } from "./tools.js";
import type { EvalRun } from "./types.js";

/** Where one run is played: the project, a home of its own, and what the agent knows, outside of the project. */
export interface RunFolder {
  readonly root: string;
  readonly project: string;
  readonly agent: string;
  readonly env: Readonly<Record<string, string>>;
  /** Every process of the run has it in its environment. */
  readonly mark: string;
}

export function makeRunFolder(run: EvalRun, tool: Tool): RunFolder {
  let root: string | null = null;
  try {
    root = realpathSync(mkdtempSync(join(tmpdir(), `untildone-eval-${process.pid}-`)));
    return fillFolder(root, run, tool);
  } catch (error) {
    if (root !== null) rmSync(root, { recursive: true, force: true });
    throw new Error(`the folder of the run cannot be made: ${errorMessage(error)}`);
  }
}

export const discard = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

/** What an evaluation left that was killed: its folders carry the number of its process. */
export function discardStale(): void {
  for (const name of readNames(tmpdir())) {
    const pid = Number(/^untildone-eval-(\d+)-\w{6}$/.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const root = join(tmpdir(), name);
    try {
      endProcesses({ mark: realpathSync(root) });
      discard(root);
    } catch {
      // Somebody else's, or gone already: it is in nobody's way.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isRecord(error) && error["code"] === "EPERM";
  }
}

function fillFolder(root: string, run: EvalRun, tool: Tool): RunFolder {
  for (const name of ["project", "home", "tmp", "bin", "agent"]) mkdirSync(join(root, name));
  const project = join(root, "project");
  const env = makeEnv(root);
  const folder = { root, project, agent: join(root, "agent"), env, mark: root };
  const words = { list: run.list.text, tests: run.tests };
  writeAll(project, { ...run.files, [tool.list]: run.list.text });
  writeAll(project, Object.fromEntries(Object.entries(tool.files).map(([name, text]) => [name, fill(text, words)])));
  writeAll(project, { ".gitignore": ".ralph/\nnode_modules/\n__pycache__/\n.pytest_cache/\n" });
  writeScript(folder, run, tool);
  writeFileSync(join(root, "home/.gitconfig"), "[user]\n\tname = Owner\n\temail = owner@example.invalid\n");
  for (const words of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "Start"],
  ])
    git(words, folder);
  return folder;
}

function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** The agent under the name by which the tool calls it. */
function writeScript({ root, agent }: RunFolder, run: EvalRun, tool: Tool): void {
  const { turns, format } = run;
  const { dialect, list, ticks, isPlain } = tool;
  const script: AgentScript = { turns, list, dialect, ticks, format: isPlain ? "text" : format };
  writeFileSync(join(agent, scriptName), JSON.stringify(script));
  if (tool.agent === "") return;
  const program = join(root, "bin", tool.agent);
  const words = [...ownCommandLine("eval"), "--play", agent].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const version = `[ "$1" = --version ] && echo "2.1.0" && exit 0`;
  writeFileSync(program, `#!/bin/sh\n${version}\nexec ${words.join(" ")} -- "$@"\n`);
  chmodSync(program, 0o755);
  // Loops wait between two turns of a real agent; ours needs no rest.
  writeFileSync(join(root, "bin/sleep"), "#!/bin/sh\nexit 0\n");
  chmodSync(join(root, "bin/sleep"), 0o755);
}

function git(words: readonly string[], { project, env }: RunFolder): void {
  const { status, stderr, error } = spawnSync("git", words, { cwd: project, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${words[0]} failed: ${error ? errorMessage(error) : stderr.trim()}`);
}

const makeEnv = (root: string): Readonly<Record<string, string>> => ({
  PATH: [join(root, "bin"), ...programFolders()].join(delimiter),
  HOME: join(root, "home"),
  TMPDIR: join(root, "tmp"),
  LANG: "C.UTF-8",
  // Turns take less than a second, which is all that Python's compiled code tells apart.
  PYTHONDONTWRITEBYTECODE: "1",
  EVAL_RUN: root,
  EVAL_CLI: ownCommandLine("").slice(0, 2).join(" "),
});

let folders: readonly string[] | null = null;

/** Version managers find their programs through HOME, which a run has of its own: the real folders come first. */
export function programFolders(): readonly string[] {
  if (folders) return folders;
  const { stdout } = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" });
  const python = stdout?.trim() ? [dirname(stdout.trim())] : [];
  folders = [...python, dirname(process.execPath), ...(process.env["PATH"] ?? "").split(delimiter)];
  return folders;
}

const found = new Map<string, boolean>();

/** Whether this machine has a program that a run or a tool needs. */
export function hasProgram(name: string): boolean {
  const known = found.get(name);
  if (known !== undefined) return known;
  const words = name === "pytest" ? ["python3", "-c", "import pytest"] : ["sh", "-c", `command -v ${name}`];
  const has = spawnSync(words[0] ?? "", words.slice(1)).status === 0;
  found.set(name, has);
  return has;
}

/** Ends what is left of a run: everything that has its mark in its environment. */
export function endProcesses({ mark }: Pick<RunFolder, "mark">): void {
  for (const pid of listPids()) {
    if (pid === process.pid || !readText(`/proc/${pid}/environ`).includes(`EVAL_RUN=${mark}\0`)) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself.
    }
  }
}

/** Not on Linux: the process group is all that is known. */
const listPids = (): readonly number[] =>
  readNames("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
