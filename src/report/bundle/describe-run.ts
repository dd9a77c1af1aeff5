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

/** `decisions`: all of the run, oldest first, as the journal has them. */
export function describeRun(
  report: RunReport,
  decisions: readonly [...DecisionRecord[], DecisionRecord],
): DescribedRun {
  const last = decisions.at(-1) ?? decisions[0];
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
    checks: lastKnown(decisions),
    policy: { name, settings: last.settings, effective: settings },
    agents: countTurns(report),
  };
}

const toTask = ({ id, title, state, provedBy, notProven }: ReportedTask): ProvedTask => ({
  ...{ id, title, provedBy, notProven },
  verdict: state,
});

/**
 * What each check came to when it was made last: a run that ends between turns has made none then, and its last decision
 * names none. What the run itself made counts more than what was made of one task elsewhere.
 */
function lastKnown(decisions: readonly DecisionRecord[]): readonly CheckOutcome[] {
  const found = new Map<string, CheckOutcome>();
  const isOwn = ({ unit, about }: DecisionRecord): boolean => unit === undefined && !about;
  for (const decision of [...decisions.filter((each) => !isOwn(each)), ...decisions.filter(isOwn)])
    for (const evidence of decision.observation.evidence)
      found.set(evidence.name, toOutcome(evidence, decision.iteration));
  return [...found.values()];
}

const toOutcome = ({ name, required, state, detail, passed, failed }: Evidence, iteration: number): CheckOutcome => ({
  ...{ name, required, state, detail, iteration },
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
