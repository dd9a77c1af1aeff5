import type { AgentReport } from "../../decide/agent-report.js";
import type { DecisionRecord } from "../../store/record.js";
import { clipLine } from "./clip-text.js";
import { forPerson } from "./for-person.js";
import type { RefusedClaim, ReportedDecision, ReportedTask, TaskState } from "./run-report.js";

/** The claims that were refused, each with what spoke against it and what became of the task. */
export function reportRefused(
  decisions: readonly ReportedDecision[],
  { records, tasks }: { readonly records: readonly DecisionRecord[]; readonly tasks: readonly ReportedTask[] },
): readonly RefusedClaim[] {
  const doneIn = new Map(decisions.flatMap(({ tasksDone, iteration }) => tasksDone.map((id) => [id, iteration])));
  const states = new Map(tasks.map(({ id, state }) => [id, state]));
  return decisions.flatMap((decision, at) => {
    if (decision.claim !== "refused") return [];
    const { n, iteration, task, detail, reason } = decision;
    const checks = detail.checks.filter(({ state }) => state !== "holds");
    return [
      {
        n,
        iteration,
        task,
        words: detail.words,
        signals: describeSignals(records[at]?.observation.turn?.report),
        reasons: listReasons(decision) ?? [reason],
        checks: checks.some(({ state }) => state === "fails")
          ? checks.filter(({ state }) => state === "fails")
          : checks,
        later: describeLater(task, { doneIn, states }),
      },
    ];
  });
}

/** What the gate missed; the reason of the decision says it only in part if the task was set aside. */
function listReasons({ detail }: ReportedDecision): readonly string[] | null {
  const reasons = detail.gate.flatMap((line) => /^(?:veto|missing): (.*)$/s.exec(line)?.[1] ?? []).map(forPerson);
  return reasons.length === 0 ? null : reasons;
}

/** The agent's own status, as it wrote it. */
function describeSignals(report: AgentReport | undefined): readonly string[] {
  const said = report?.signals.filter(({ trusted, says }) => trusted && says === "complete") ?? [];
  return said.map(({ dialect, line, fields }) =>
    clipLine(
      `${
        Object.entries(fields)
          .filter(([name]) => name !== "NONCE" && name !== "NOTE")
          .map(([name, value]) => `${name}: ${value}`)
          .join(", ") || dialect
      } (line ${line})`,
    ),
  );
}

const endings: Readonly<Record<TaskState, string>> = {
  verified: "done and verified later",
  "not-proven": "done later; not proven",
  forced: "done on your word",
  accepted: "accepted by a person",
  "done-before": "done",
  disputed: "set aside for you",
  "set-aside": "set aside for you",
  owed: "not done",
  "not-done": "not done",
};

function describeLater(
  task: string | null,
  known: { readonly doneIn: ReadonlyMap<string, number>; readonly states: ReadonlyMap<string, TaskState> },
): string {
  if (task === null) return "";
  const ending = endings[known.states.get(task) ?? "not-done"];
  const iteration = known.doneIn.get(task);
  return iteration === undefined ? ending : `${ending}, in iteration ${iteration}`;
}
