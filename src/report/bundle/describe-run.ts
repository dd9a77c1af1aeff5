import type { Evidence } from "../../decide/evidence.js";
import { policyForKind, resolvePolicy } from "../../decide/policies/policies.js";
import type { DecisionRecord } from "../../store/record.js";
import type { ReportedTask, RunReport } from "../run-report/run-report.js";
import type { ProofPredicate, ProvedCheck, ProvedTask } from "./statement.js";

/** What of a proof follows from the records of the run alone: whoever has them can make it again and compare. */
export interface DescribedRun extends Pick<ProofPredicate, "tasks" | "policy" | "agents"> {
  readonly run: Omit<ProofPredicate["run"], "project">;
  readonly checks: readonly CheckOutcome[];
}

type CheckOutcome = Omit<ProvedCheck, "command" | "env" | "timeoutSeconds" | "reads" | "outputSha256">;

export function describeRun(report: RunReport, last: DecisionRecord): DescribedRun {
  const { name, settings } = policyForKind(resolvePolicy(last.policy, last.settings), last.taskKind);
  return {
    run: {
      id: report.run,
      startedAt: report.startedAt,
      endedAt: report.lastAt,
      outcome: report.outcome,
      exitCode: report.exitCode,
      headline: report.headline.title,
    },
    tasks: report.tasks.map(toTask),
    checks: last.observation.evidence.map(toOutcome),
    policy: { name, settings: last.settings, effective: settings },
    agents: countTurns(report),
  };
}

const toTask = ({ id, title, state, provedBy, notProven }: ReportedTask): ProvedTask => ({
  ...{ id, title, provedBy, notProven },
  verdict: state,
});

const toOutcome = ({ name, required, state, detail, passed, failed }: Evidence): CheckOutcome => ({
  ...{ name, required, state, detail },
  passed: passed ?? null,
  failed: failed ?? null,
});

function countTurns({ decisions }: RunReport): ProofPredicate["agents"] {
  const turns = new Map<string, number>();
  for (const { agents } of decisions) for (const agent of agents) turns.set(agent, (turns.get(agent) ?? 0) + 1);
  return [...turns].map(([label, count]) => {
    const [, agent = label, model = null] = /^(.+?) \((.+)\)$/.exec(label) ?? [];
    return { agent, model, turns: count };
  });
}
