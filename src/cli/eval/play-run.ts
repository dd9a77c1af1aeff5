import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { errorMessage } from "../../lib/errors.js";
import { ownCommandLine } from "../own-command-line.js";
import { listCalls } from "./agent-turn.js";
import { confirmRun } from "./confirm.js";
import { readEnd } from "./read-end.js";
import { faultsOf, notPlayed, type RunResult } from "./results.js";
import { endProcesses, hasProgram, makeRunFolder, type RunFolder } from "./run-folder.js";
import { sealRun } from "./seal-run.js";
import { fill } from "./templates.js";
import type { Tool } from "./tools.js";
import { findThere } from "./truth.js";
import { writeTruth } from "./truth-reviewer.js";
import type { Beside, EvalRun } from "./types.js";

export interface PlayTerms {
  readonly seconds: number;
  /** The folder of a foreign tool, and that of the set's own tools. */
  readonly path: string | null;
  readonly tools: string;
  readonly signal: AbortSignal;
  /** What stands beside the checks of a run, made by somebody who knows the truth. */
  readonly beside: readonly Beside[];
}

/** How a process of a tool ended; "ended-its-parent" where it took with it the shell that had started it. */
export interface ToolEnd {
  readonly how: "exited" | "timed-out" | "ended-its-parent";
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Plays one run with one tool. Whatever goes wrong is part of the result, with the folder that shows it. */
export async function playRun(run: EvalRun, tool: Tool, terms: PlayTerms): Promise<RunResult> {
  const began = performance.now();
  const base = {
    tool: tool.name,
    run: run.name,
    class: run.class,
    evidence: run.label?.evidence ?? null,
    comesTrue: run.truth.every(({ after }) => after !== null),
    tasks: run.truth.length,
    best: run.best,
  };
  const none = { completed: false, outcome: null, why: "", there: [], verified: [], refused: [], told: [], calls: 0 };
  const seconds = (): number => Math.round((performance.now() - began) / 100) / 10;
  const missing = [...run.needs, ...tool.needs].filter((name) => !hasProgram(name));
  if (missing.length > 0) return { ...base, ...none, fault: notPlayed(missing), seconds: 0, folder: null };
  let folder: RunFolder | null = null;
  try {
    folder = makeRunFolder(run, tool);
    if (tool.start === null && terms.beside.includes("seals")) await sealRun(run, folder);
    if (tool.start === null && terms.beside.includes("reviewer")) writeTruth(folder.root, run);
    const end = await startTool(run, { tool, folder, terms });
    endProcesses(folder);
    const there = findThere(run, folder);
    const calls = listCalls(folder.agent).length;
    const seen = readEnd(end, tool);
    const fault = faultOf(end, { seen: seen.outcome, run, there, calls, seconds: terms.seconds });
    const result = { ...base, ...seen, there, calls, fault, seconds: seconds(), folder: folder.root };
    return { ...result, fault: fault ?? findWrongLabel(run, result) };
  } catch (error) {
    return { ...base, ...none, fault: errorMessage(error), seconds: seconds(), folder: folder?.root ?? null };
  }
}

interface Seen {
  readonly seen: string | null;
  readonly run: EvalRun;
  readonly there: readonly string[];
  readonly calls: number;
  readonly seconds: number;
}

/** What makes a result worthless, if anything does: it then counts for nothing, and is named. */
function faultOf(end: ToolEnd, { seen, run, there, calls, seconds }: Seen): string | null {
  if (end.how === "timed-out") return `the tool did not end within ${seconds} s`;
  if (end.how === "ended-its-parent") return "the tool ended the process that had started it";
  const said = end.err.trim().split("\n").at(-1) ?? "";
  if (calls === 0 && seen !== "completed") return `the tool never called its agent: status ${end.status}; ${said}`;
  const false_ = run.truth.filter(({ id, after }) => after === null && there.includes(id)).map(({ id }) => id);
  return false_.length === 0 ? null : `its label is wrong: ${false_.join(", ")} can never be done, and is there`;
}

/**
 * Work that is missing after its turn was played counts against the tool only if the script does that work: the run is
 * played again, without any tool.
 */
function findWrongLabel(run: EvalRun, result: RunResult): string | null {
  const isMissing = run.truth.some(
    ({ id, after }) => after !== null && after <= result.calls && !result.there.includes(id),
  );
  if (!isMissing || faultsOf(result).length === 0) return null;
  const found = confirmRun(run);
  return found.length === 0 ? null : `its label is wrong: ${found.join("; ")}`;
}

interface Stage {
  readonly tool: Tool;
  readonly folder: RunFolder;
  readonly terms: PlayTerms;
}

/** Into files, not pipes, in a process group of its own, below a shell: a tool that kills its parent kills that one. */
async function startTool(run: EvalRun, { tool, folder, terms }: Stage): Promise<ToolEnd> {
  const [out, err, status] = ["out", "err", "status"].map((name) => join(folder.root, name)) as [
    string,
    string,
    string,
  ];
  const [outFd, errFd] = [openSync(out, "w"), openSync(err, "w")];
  const words = ["-c", '"$@"; echo $? > "$0"', status, ...commandOf(run, { tool, folder, terms })];
  const stdio = ["ignore", outFd, errFd] as const;
  const child = spawn("sh", words, { cwd: folder.project, env: { ...folder.env }, detached: true, stdio: [...stdio] });
  closeSync(outFd);
  closeSync(errFd);
  const late = new AbortController();
  const stopped = once(terms.signal, "abort", { signal: late.signal }).then(() => "late");
  const timer = setTimeout(terms.seconds * 1000, "late", { signal: late.signal });
  const ended = once(child, "exit").then(() => "exited");
  const how = await Promise.race([ended, timer, stopped.catch(() => "exited")]);
  late.abort();
  await timer.catch(() => undefined);
  if (how === "late") killGroup(child.pid);
  const code = existsSync(status) ? Number(readFileSync(status, "utf8")) : null;
  return {
    how: how === "late" ? "timed-out" : code === null ? "ended-its-parent" : "exited",
    status: code,
    out: readFileSync(out, "utf8"),
    err: readFileSync(err, "utf8"),
  };
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
}

function commandOf(run: EvalRun, { tool, folder, terms }: Stage): readonly string[] {
  const most = Math.max(6, run.turns.length * 2 + 2);
  if (tool.start === null) return ownRun(run, { folder, most, beside: terms.beside });
  const words = { tests: run.tests, max: String(most), path: terms.path ?? "", tools: terms.tools };
  return tool.start.map((word) => fill(word, words));
}

interface OwnRun {
  readonly folder: RunFolder;
  readonly most: number;
  readonly beside: readonly Beside[];
}

const ownRun = (run: EvalRun, { folder, most, beside }: OwnRun): readonly string[] => {
  const quote = (word: string): string => `"${word}"`;
  const agent = [...ownCommandLine("eval"), "--play", folder.agent].map(quote).join(" ");
  const reviewer = [...ownCommandLine("eval"), "--review", folder.root].map(quote).join(" ");
  const reviewed = beside.includes("reviewer") ? ["--reviewer", `command:${reviewer}`] : [];
  const limits = ["--max-iterations", String(most), "--timeout", "60", "--grace", "0.5"];
  return [
    ...ownCommandLine("run"),
    "--json",
    "--command",
    agent,
    "--tasks",
    run.list.file,
    ...limits,
    ...reviewed,
    ...run.args,
  ];
};
