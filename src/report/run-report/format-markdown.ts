import { quoteTail } from "../../evidence/checks/tests/output-tail.js";
import { duration } from "../../lib/text/duration.js";
import { localStamp } from "../../lib/text/local-time.js";
import { money } from "../../lib/text/money.js";
import type { AdvicePart } from "../../run/loop/advice.js";
import { describeReviewer, describeTold } from "../format-review.js";
import { byTitle, nameInText } from "../name-task.js";
import { plainReason } from "../plain-words.js";
import { outcomeMarks } from "./outcome-marks.js";
import { formatProofFile } from "./proof-file.js";
import type { RefusedClaim, ReportedDecision, ReportedTask, RunReport, TaskState } from "./run-report.js";

/** The body of a pull request may have 65,536 characters. */
const limits = { claims: 12, tasks: 80, actions: 30, decisions: 50, cell: 300, words: 500 };

/** The report for a pull request or the summary of a job. Whatever it quotes is text: no link, no mention, no HTML. */
export const formatMarkdown = (report: RunReport): string =>
  [
    `# ${report.onlyReview === "unchecked" ? "❔" : outcomeMarks[report.outcome ?? "open"]} ${escapeMarkdown(report.headline.title)}`,
    ...report.problems.map((problem) => `> **Note:** ${escapeMarkdown(problem)}`),
    section("What happened", report.headline.happened.map(escapeMarkdown)),
    section(isOver(report) ? "Why it stopped" : "Where it stands", report.headline.stopped.map(escapeMarkdown)),
    section(
      "What to do next",
      report.headline.steps.map((step) => step.map(formatPart).join("")),
    ),
    formatClaims(report),
    formatTasks(report),
    formatReviews(report),
    formatUnmet(report),
    formatFlaky(report),
    formatPerson(report),
    formatDecisions(report),
    `${formatProofFile(report)}Run \`${report.run.replaceAll("`", "")}\` of ${escapeMarkdown(report.project)}, ${localStamp(Date.parse(report.startedAt))}. Every decision in full: \`untildone report ${report.run.replaceAll("`", "")} -o report.html\``,
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");

const isOver = ({ status }: RunReport): boolean => status === "ended" || status === "cut-off";

function section(title: string, lines: readonly string[]): string {
  const [first = "", ...more] = lines;
  const list = more.length === 0 ? first : [first, ...more].map((line) => `- ${line}`).join("\n");
  return first === "" ? "" : `## ${title}\n\n${list}`;
}

const formatPart = ({ text, isCommand }: AdvicePart): string =>
  isCommand && !text.includes("`") ? `\`${text}\`` : escapeMarkdown(text);

function formatClaims({ refused }: RunReport): string {
  if (refused.length === 0) return "";
  const shown = refused.slice(-limits.claims);
  return [
    "## Claims that were refused",
    ...note(refused.length - shown.length, "earlier claims are"),
    table(["", "The agent said", "The evidence"], shown.map(formatClaim)),
  ].join("\n\n");
}

const formatClaim = ({ iteration, task, words, signals, reasons, checks, later }: RefusedClaim): readonly string[] => [
  [`Iteration ${iteration}`, ...(task === null ? [] : [bold(task)]), later].filter(Boolean).join("<br>"),
  [...(words === null ? [] : [`“${cell(lastPart(words), limits.words)}”`]), ...signals.map((text) => cell(text))].join(
    "<br>",
  ),
  [
    ...reasons.map((reason) => cell(reason)),
    ...checks.flatMap(({ name, state, detail, tail }) => [
      `${bold(name)} ${state}: ${cell(detail)}`,
      ...quoteTail(tail).map((line) => cell(line)),
    ]),
  ].join("<br>"),
];

/** The end of a message has the claim. */
const lastPart = (words: string): string =>
  words
    .replace(/^---(\w+)---[\s\S]*$/m, "")
    .trim()
    .slice(-limits.words);

const taskStates: Readonly<Record<TaskState, string>> = {
  verified: "✅ done, verified",
  "not-proven": "❔ done, not proven",
  forced: "✅ done on your word",
  accepted: "✅ accepted by a person",
  "done-before": "✅ done before this run",
  disputed: "✋ disputed, set aside",
  "set-aside": "✋ set aside",
  owed: "⬜ not done (ticked without work)",
  "not-done": "⬜ not done",
};

function formatTasks({ tasks }: RunReport): string {
  if (tasks.length === 0) return "";
  const shown = tasks.slice(0, limits.tasks);
  const row = ({ id, title, state, reason }: ReportedTask): readonly string[] => [
    cell(title === null || title.startsWith(id) ? (title ?? id) : `${id} ${title}`),
    taskStates[state],
    reason === null ? "" : cell(reason),
  ];
  return [
    "## Tasks",
    table(["Task", "State", "Why"], shown.map(row)),
    ...note(tasks.length - shown.length, "more tasks are"),
  ].join("\n\n");
}

/** The findings with their answers: who merges it decides whom to believe. */
function formatReviews({ summary: { reviews } }: RunReport): string {
  if (!reviews) return "";
  const findings = reviews.findings.slice(-limits.actions);
  return [
    "## Reviews",
    reviews.reviewers.map((share) => `- ${cell(describeReviewer(share))}`).join("\n"),
    ...note(reviews.findings.length - findings.length, "earlier findings are"),
    ...(findings.length > 0 ? [findings.map((told) => `- ${cell(describeTold(told), limits.words)}`).join("\n")] : []),
  ].join("\n\n");
}

/** Behind a bar, line by line: what a check printed is a quotation. */
function formatUnmet({ summary: { unmet } }: RunReport): string {
  if (unmet.length === 0) return "";
  const lines = unmet.map(({ detail, tail, fix }) =>
    [detail, ...quoteTail(tail), ...(fix === null ? [] : [`fix: ${fix}`])].map((line) => cell(line)).join("<br>"),
  );
  return ["## Checks that do not hold", lines.map((line) => `- ${line}`).join("\n")].join("\n\n");
}

function formatFlaky({ summary: { flaky } }: RunReport): string {
  if (flaky.length === 0) return "";
  const list = flaky.slice(0, limits.tasks).map((test) => `- ${cell(test)}`);
  return [
    "## Flaky tests",
    "They passed and failed on the same content, and counted for nothing.",
    list.join("\n"),
  ].join("\n\n");
}

function formatPerson({ person }: RunReport): string {
  if (person.length === 0) return "";
  const shown = person.slice(-limits.actions);
  return [
    "## What a person did",
    ...note(person.length - shown.length, "earlier entries are"),
    shown.map(({ at, text }) => `- ${localStamp(Date.parse(at))}: ${cell(text)}`).join("\n"),
  ].join("\n\n");
}

/** What became of work that was done beside that of other tasks. */
const results = { merged: "merged", "sent-back": "sent back", "set-aside": "set aside" } as const;

function formatDecisions({ decisions, tasks }: RunReport): string {
  const shown = decisions.slice(-limits.decisions);
  const name = byTitle(new Map(tasks.map(({ id, title }) => [id, title])));
  const row = (decision: ReportedDecision): readonly string[] => [
    decision.result === null && decision.iteration > 0 ? String(decision.iteration) : "",
    decision.task === null ? "" : cell(decision.task, 60),
    decision.result === null || decision.result === "ended" ? decision.verdict : results[decision.result],
    decision.seconds === null ? "" : duration(decision.seconds),
    decision.usd === null ? "" : money(decision.usd),
    cell(nameInText(plainReason(decision.reason), name), 160),
  ];
  return [
    "## Iterations",
    ...note(decisions.length - shown.length, "earlier decisions are"),
    table(["#", "Task", "Decision", "Time", "Cost", "Reason"], shown.map(row)),
  ].join("\n\n");
}

const note = (leftOut: number, what: string): readonly string[] =>
  leftOut <= 0 ? [] : [`${leftOut} ${what} left out here.`];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const bold = (text: string): string => `**${cell(text)}**`;

const cell = (text: string, max: number = limits.cell): string =>
  escapeMarkdown(text.length > max ? `${text.slice(0, max - 1)}…` : text).replaceAll(/\s*\n\s*/g, "<br>");

/**
 * Text that stays text: no markup, no HTML, and nothing that GitHub would turn into a link, a mention or a reference.
 * An empty comment parts what would be recognised as one.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_{}[\]()#+!|~]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/(?:@|\\#|(?:www|gh)(?=[.-])|:)(?=[\w.-]|\/\/)/gi, "$&<!-- -->");
