import type { FailureLine, FeedbackParts } from "../../decide/evidence.js";
import { maskSecrets } from "../../lib/secrets/secrets.js";
import { printable } from "../../lib/text/printable.js";
import { cutText } from "../../lib/text/text-width.js";
import { importantLines, plainLine } from "../important-lines.js";
import type { CommandPlan } from "../plan.js";
import type { CommandFinding } from "./command.js";
import type { CheckResult } from "./tests/judge-run.js";
import { quoteTail } from "./tests/output-tail.js";
import { failureKey, type TestFailure, type TestRun, withinFolder } from "./tests/test-run.js";

/** The command, what came of it, the failing tests that the agent broke first, and, where these do not say why, what was printed. */
export function partFeedback(
  plan: CommandPlan,
  { detail, lost, now }: Pick<CommandFinding, "detail" | "lost" | "now">,
  { tests, exitCode, atStart, text, cwd, tail }: SeenRun,
): FeedbackParts | null {
  // A command that we found and in which nothing ever ran says nothing.
  if (plan.found && now === "empty" && tests.failures.length === 0 && !atStart?.total) return null;
  const old = atStart?.failing ?? [];
  const failures = tests.failures.map((failure) => {
    const test = failureKey(failure, cwd);
    return { test, line: formatFailure(failure, cwd), isOld: old.includes(test) };
  });
  const isExplained =
    exitCode === 0 || (tests.failures.length > 0 && tests.failures.every(({ message }) => message !== null));
  return {
    head: [
      `${plan.name} (${plan.words.join(" ")}): ${lost ?? summarize(detail, tests, exitCode)}`,
      ...(lost === undefined ? [] : [letThemRun]),
    ],
    failures,
    foot: [
      ...(isExplained ? [] : listImportant(text, tail)),
      ...(tail.length > 0 ? ["The last lines of its output:", ...quoteTail(tail).map((line) => `  ${line}`)] : []),
    ],
  };
}

interface SeenRun {
  readonly cwd: string;
  readonly tests: TestRun;
  readonly exitCode: number | null;
  readonly atStart: CheckResult | null;
  readonly text: string;
  readonly tail: readonly string[];
}

/** Without what stands in its last lines anyway. */
const listImportant = (text: string, tail: readonly string[]): readonly string[] =>
  importantLines(text)
    .map((line) => maskSecrets(printable(line)))
    .filter((line) => !tail.includes(line.trim()))
    .map((line) => `  ${line}`);

export function formatParts({ head, failures, foot }: FeedbackParts): string {
  const list = (some: readonly FailureLine[], most: number): readonly string[] =>
    some.slice(0, most).map(({ line }) => `- ${line}`);
  const broken = failures.filter(({ isOld }) => !isOld);
  const known = failures.filter(({ isOld }) => isOld);
  return [
    ...head,
    ...(broken.length > 0 ? ["Make these pass:", ...list(broken, 10)] : []),
    ...(known.length > 0
      ? ["These failed before the run, too. Make pass what belongs to your task:", ...list(known, 5)]
      : []),
    ...foot,
  ].join("\n");
}

const letThemRun =
  "Let them run again, as they did at the start. Tests may be added, renamed and moved; only a person may allow removing some (the setting removedTests).";

function summarize(detail: string, { failures }: TestRun, exitCode: number | null): string {
  if (failures.length > 0) return `${detail.replace(/ fail: .*$/s, " fail")}.`;
  // How to ask less of a check is for people.
  const told = detail.replace(/; to trust the exit status alone.*$/s, "");
  return exitCode === 0 ? `${told}. What shows nothing does not count as passed.` : told;
}

function formatFailure({ name, file, line, message }: TestFailure, cwd: string): string {
  const where = file === null ? "" : `${withinFolder(file, cwd)}${line === null ? "" : `:${line}`}: `;
  const why = message ? `: ${withinFolder(message.split("\n")[0] ?? "", cwd)}` : "";
  return cutText(plainLine(`${where}${withinFolder(name, cwd)}${why}`), 300);
}
