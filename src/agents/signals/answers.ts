import { type Claim, contradictionWarning, type Dialect, type TaskClaim } from "../../decide/agent-report.js";
import { isOfTheList } from "./dialects/interpret.js";
import type { FieldAnswer } from "./dialects/values.js";
import type { ReadSignal } from "./read-signals.js";

/** What the trusted signals of a message add up to, after resolving contradictions. */
export interface Explicit {
  readonly claim: Exclude<Claim, "failed"> | null;
  readonly taskClaim: TaskClaim | null;
  readonly runDenied: boolean;
  readonly taskDenied: boolean;
  readonly contradictory: boolean;
  readonly abort: boolean;
  readonly override: boolean;
  readonly remaining: { readonly text: string; readonly of: "task" | "list" } | null;
  readonly warnings: readonly string[];
}

/** Dialects that answer the same question: the last signal of a family counts. */
const families: Readonly<Record<Dialect, string>> = {
  "ralph-status": "exit signal",
  "exit-signal": "exit signal",
  "json-status": "exit signal",
  "doyaken-status": "phase",
  "exit-status": "exit status",
  promise: "promise",
  "loop-complete": "loop complete",
  refusal: "refusal",
};

/**
 * The last signal of each family counts. A "no" in any family beats a "yes", earlier or later, because contradicting
 * answers are not a "yes". Only a refusal about the past, or one with a condition, gives way to a later "yes".
 */
export function weighSignals(read: readonly ReadSignal[]): Explicit {
  if (read.length === 0) return nothingSaid;
  const trusted = latestOfFamilies(read.filter(({ signal }) => signal.trusted));
  const answered = trusted.filter(({ found }, at) => !found.passing || !trusted.slice(at + 1).some(isYes));
  const run: Plain[] = [];
  const task: Plain[] = [];
  let contradicted = false;
  let taskContradicted = false;
  for (const signal of answered) {
    addPlain(run, runAnswer(signal));
    addPlain(task, taskAnswer(signal));
    contradicted ||= signal.found.answers?.runContradicted === true;
    taskContradicted ||= signal.found.answers?.taskContradicted === true;
  }
  const runNo = run.includes("no");
  const taskNo = task.includes("no");
  const blocked = task.includes("blocked") || run.includes("blocked");
  const runYes = run.includes("yes") || (run.length === 0 && task.includes("yes"));
  const clash = runYes && (runNo || (run.length > 0 && (taskNo || blocked))) && !contradicted;
  const contradictory = contradicted || taskContradicted || clash;
  return {
    claim: runClaim({
      blocked,
      no: runNo || taskNo || contradicted || clash || (taskContradicted && run.length === 0),
      yes: runYes,
    }),
    taskClaim: taskClaim({
      no: taskNo || blocked || taskContradicted,
      yes: task.includes("yes"),
      runYes: runYes && !contradicted && !clash,
    }),
    runDenied: runNo || contradicted || clash,
    taskDenied: taskNo || blocked || taskContradicted,
    contradictory,
    abort: answered.some(({ found }) => found.says === "abort"),
    override: answered.some(({ found }) => /^true\b/i.test(found.fields["EXIT_OVERRIDE"] ?? "")),
    remaining: findRemaining(answered),
    warnings: collectWarnings(read, contradictory),
  };
}

const nothingSaid: Explicit = {
  claim: null,
  taskClaim: null,
  runDenied: false,
  taskDenied: false,
  contradictory: false,
  abort: false,
  override: false,
  remaining: null,
  warnings: [],
};

const isYes = ({ found }: ReadSignal): boolean => found.says === "complete";

function latestOfFamilies(trusted: readonly ReadSignal[]): readonly ReadSignal[] {
  if (trusted.length < 2) return trusted;
  const latest = new Map<string, ReadSignal>();
  for (const signal of trusted) latest.set(findFamily(signal), signal);
  const counted = new Set(latest.values());
  return trusted.filter((signal) => counted.has(signal));
}

/** An abort is its own family: it answers another question than the promise. */
const findFamily = ({ found }: ReadSignal): string => (found.says === "abort" ? "abort" : families[found.dialect]);

type Plain = "yes" | "no" | "blocked";

function addPlain(to: Plain[], answer: FieldAnswer | undefined): void {
  if (answer === "yes" || answer === "no" || answer === "blocked") to.push(answer);
}

/** A signal's own answer for the run, or undefined if it is only about the task. */
function runAnswer({ found }: ReadSignal): FieldAnswer | undefined {
  if (found.answers?.listLeft) return "no";
  if (found.answers) return found.fields["EXIT_SIGNAL"] === undefined ? undefined : found.answers.run;
  if (found.says === "complete") return "yes";
  return found.says === "continue" ? "no" : undefined;
}

function taskAnswer({ found: { answers, fields } }: ReadSignal): FieldAnswer | undefined {
  const speaksOfTask =
    fields["STATUS"] !== undefined || fields["PHASE_COMPLETE"] !== undefined || fields["EXIT_STATUS"] !== undefined;
  return speaksOfTask ? answers?.task : undefined;
}

function runClaim({ blocked, no, yes }: { blocked: boolean; no: boolean; yes: boolean }): Explicit["claim"] {
  if (blocked) return "blocked";
  if (no) return "continue";
  return yes ? "complete" : null;
}

function taskClaim({ no, yes, runYes }: { no: boolean; yes: boolean; runYes: boolean }): Explicit["taskClaim"] {
  if (no) return "continue";
  return yes || runYes ? "complete" : null;
}

function findRemaining(answered: readonly ReadSignal[]): Explicit["remaining"] {
  const text = answered.findLast(({ found }) => found.answers?.remaining)?.found.answers?.remaining;
  return text ? { text, of: isOfTheList(text) ? "list" : "task" } : null;
}

function collectWarnings(read: readonly ReadSignal[], contradictory: boolean): readonly string[] {
  const warnings = contradictory ? [contradictionWarning] : [];
  for (const { signal } of read) {
    if (signal.says === "malformed")
      warnings.push(`line ${signal.line}: the status gives no answer we know (${shown(signal.fields)})`);
    if (signal.trusted && /^low/i.test(signal.fields["CONFIDENCE"] ?? ""))
      warnings.push("the agent says its confidence is low");
  }
  return warnings;
}

function shown(fields: Readonly<Record<string, string>>): string {
  const key = ["EXIT_SIGNAL", "PHASE_COMPLETE", "EXIT_STATUS", "STATUS"].find((name) => fields[name] !== undefined);
  return key ? `${key}: ${(fields[key] ?? "").slice(0, 60)}` : "no field we know";
}
