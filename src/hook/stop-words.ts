import type { Decision } from "../decide/decision.js";
import { describeDecisionProof } from "../decide/decision-proof.js";
import type { SessionStop } from "../decide/observation.js";
import { asksWhere } from "../decide/session-stop.js";
import { safeText } from "../lib/secrets/secrets.js";
import { oneLine } from "../lib/text/printable.js";
import { listFeedback } from "../run/loop/prompt.js";

const maxGoal = 2_000;
const maxLine = 300;

/** A list or a failing test that the project had before must not widen what the person asked for. */
const unasked =
  "If this has nothing to do with what the person asked for, do not start on it: say so and stop again without changing anything.";

/** What the agent is told instead of being let go: the feedback it would get in a run. */
export function formatReason(feedback: readonly string[], stop: SessionStop): string {
  const { goal, goalChange, refusals, limit } = stop;
  return safeText(
    [
      `Not done yet: untildone ran the checks itself and refused this stop (${refusals + 1} of at most ${limit}).`,
      ...(goal === null ? [] : [`The goal of this session: ${cut(goal, maxGoal)}`]),
      `What was seen, and what to do now:\n\n${listFeedback(feedback)}`,
      ...(goalChange === undefined ? [] : ["If you changed or removed the goal, say so, and why: the person is told."]),
      "Fix this and stop again; the checks are then run again. If only the person can decide something, ask them: a question is let through.",
      ...(goal === null ? [unasked] : []),
    ].join("\n\n"),
  );
}

/** The answer to an agent that asks before it stops. */
export function formatNotYet(feedback: readonly string[], goal: string | null): string {
  return safeText(
    [
      "No, not yet: untildone ran the checks itself.",
      ...(goal === null ? [] : [`The goal: ${cut(goal, maxGoal)}`]),
      `What was seen, and what to do now:\n\n${listFeedback(feedback)}`,
      "Fix this and ask again. If only the person can decide something, ask them, or use report_blocked.",
      ...(goal === null ? [unasked] : []),
    ].join("\n\n"),
  );
}

/** For the person, in one line. */
export function describeRefusal(feedback: readonly string[], stop: SessionStop, notes: readonly string[]): string {
  return line([
    `untildone refused the stop (${stop.refusals + 1} of at most ${stop.limit}): ${feedback.join("; ")}`,
    ...notes,
  ]);
}

export function describeLetGo(decision: Decision, stop: SessionStop, notes: readonly string[]): string {
  const { outcome, verified, reason } = decision;
  if (outcome === "completed")
    return line([
      `untildone: ${verified === true ? "done and verified" : "done, not proven"}: ${reason}`,
      ...explainProof(decision),
      ...notes,
    ]);
  const unmet = decision.feedback.find((line) => !reason.includes(line) && !reason.includes("required check"));
  const after = stop.refusals > 0 ? ` after ${stop.refusals} refused` : "";
  return line([
    `untildone let the agent stop${after}, and it is not done (${outcome}): ${reason}`,
    ...(unmet === undefined ? [] : [unmet.replace(asksWhere, "")]),
    ...explainProof(decision),
    ...notes,
    "details: untildone explain",
  ]);
}

/** For the person only: an agent that reads what proves its work writes for that. */
function explainProof(decision: Decision): readonly string[] {
  const told = describeDecisionProof(decision);
  if (told === null) return ["not proven: it is not done"];
  const isUnknown = decision.verified === null && !decision.onlyReview;
  return [
    ...(told.provedBy === null ? [] : [`proved by: ${told.provedBy}`]),
    `not proven: ${isUnknown ? "how things stood before is not known" : told.notProven}`,
  ];
}

const line = (parts: readonly string[]): string =>
  safeText(parts.map((part) => cut(oneLine(part), maxLine)).join("; "));

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);
