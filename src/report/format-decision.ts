import { oneLine } from "../base/printable.js";
import type { Decision, Outcome } from "../core/decision.js";
import { paint } from "./paint.js";

/** A decision for people: the verdict, the reason, and the feedback for the next turn. */
export function formatDecision(decision: Decision, colour: boolean): string {
  const { bold, dim, yellow } = paint(colour);
  const head = `${formatVerdict(decision, colour)}  ${dim(`by ${decision.rule} (${decision.policy})`)}`;
  const lines = [
    head,
    `  ${decision.reason}`,
    ...(decision.taskDone === null ? [] : [`  ${bold("task done")}  ${decision.taskDone}`]),
    ...formatProof(decision, bold),
    ...(decision.setAside ? [`  ${bold("set aside")}  ${decision.setAside.task}: ${decision.setAside.reason}`] : []),
    ...(decision.wait
      ? [
          `  ${bold("wait")}       ${decision.wait.seconds} s${decision.wait.until ? `, until ${decision.wait.until}` : ""}`,
        ]
      : []),
    ...decision.warnings.map((warning) => `  ${yellow("warning")}    ${warning}`),
    ...decision.feedback.map((line) => `  ${dim("feedback")}   ${line}`),
  ];
  return `${lines.map(oneLine).join("\n")}\n`;
}

/** What proved it, or why nothing did. */
function formatProof({ verified, proof, notProven }: Decision, bold: (text: string) => string): readonly string[] {
  if (notProven !== null && notProven !== undefined) return [`  ${bold("not proven")} ${notProven}`];
  if (!verified) return [];
  const by = proof.map(({ kind, check, tests }) =>
    [proofWords[kind], check, ...tests.slice(0, 3)].filter(Boolean).join(" "),
  );
  return [`  ${bold("proved by")}  ${by.slice(0, 5).join("; ")}`];
}

const proofWords = {
  "old-test": "a test that failed before:",
  "new-test": "a new test that fails without it:",
  check: "a check that failed before:",
  fact: "what the task asks for:",
  "held-before": "",
} as const;

/** The colour of an outcome; null stands for CONTINUE. */
export function outcomeTone(outcome: Outcome | null, colour: boolean): (text: string) => string {
  const { green, yellow, red, cyan } = paint(colour);
  if (outcome === null) return cyan;
  return outcome === "completed" ? green : outcome === "aborted" ? red : yellow;
}

function formatVerdict({ decision, outcome, exitCode }: Decision, colour: boolean): string {
  const { bold } = paint(colour);
  const tone = outcomeTone(outcome, colour);
  if (decision === "CONTINUE") return tone(bold("CONTINUE"));
  return tone(bold(`EXIT ${outcome}`)) + (exitCode === null ? "" : ` (code ${exitCode})`);
}
