import type { Decision, Outcome } from "../decide/decision.js";
import { describeDecisionProof } from "../decide/decision-proof.js";
import { oneLine } from "../lib/text/printable.js";
import { paint } from "./terminal/paint.js";

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

/** What proves it, and what is not proven, "nothing" included. */
function formatProof(decision: Decision, bold: (text: string) => string): readonly string[] {
  const told = describeDecisionProof(decision);
  if (told === null) return [];
  return [
    ...(told.provedBy === null ? [] : [`  ${bold("proved by")}  ${told.provedBy}`]),
    `  ${bold("not proven")} ${told.notProven}`,
  ];
}

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
