import type { Task } from "../decide/tasks.js";
import { maskArguments } from "../lib/secrets/mask-arguments.js";
import type { RunEstimate } from "../run/loop/run-event.js";
import type { RunOptions } from "../run/start/options.js";
import { formatEstimate } from "./format-estimate.js";

/** What `run --dry-run` found out. */
export interface PlannedRun {
  readonly policy: string;
  readonly tasks: string;
  readonly todo: readonly Pick<Task, "id" | "title">[];
  readonly task: string | null;
  readonly agents: readonly { readonly name: string; readonly words: readonly string[] }[];
  readonly sandbox: string;
  readonly checks: readonly string[];
  readonly notes: readonly string[];
  readonly refusals: readonly string[];
  readonly estimate: RunEstimate | null;
  readonly prompt: string;
}

export function formatPlannedRun(plan: PlannedRun, { sandboxNetwork }: RunOptions["config"]): string {
  const row = (name: string, text: string): string => `${name.padEnd(9)}${text}\n`;
  return [
    row("policy", plan.policy),
    row("tasks", `${plan.tasks}${plan.task ? `, next ${plan.task}` : ""}`),
    ...plan.todo.map(({ id, title }) => row("to do", formatTitle(id, title))),
    ...plan.agents.map(({ name, words }) => row("agent", `${name}: ${maskArguments(words.join(" "))}`)),
    ...(plan.sandbox === "none" ? [] : [row("sandbox", `${plan.sandbox}, network ${sandboxNetwork}`)]),
    ...plan.checks.map((check) => row("check", maskArguments(check))),
    ...(plan.estimate ? [row("estimate", formatEstimate(plan.estimate))] : []),
    ...plan.notes.map((note) => row("note", note)),
    ...plan.refusals.map((why) => row("refused", why)),
    `\n${plan.prompt}`,
  ].join("");
}

/** A position in the list is no name: it only stands before the title. */
const formatTitle = (id: string, title: string): string =>
  title.startsWith(id) ? title : `${id}${/^\d+$/.test(id) ? "." : ":"} ${title}`;
