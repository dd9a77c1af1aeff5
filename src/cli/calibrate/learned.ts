import { policyForKind, resolvePolicy } from "../../decide/policies/policies.js";
import type { SettingsPatch } from "../../decide/settings.js";
import { Comparison, isOtherwise } from "../../run/judge/compare.js";
import { readCheckRuns } from "../../run/learning/check-runs.js";
import { type Fit, fitAll } from "../../run/learning/fit.js";
import { type Outcome, OutcomeReader } from "../../run/learning/outcomes.js";
import { type Proposal, type Proposals, propose } from "../../run/learning/proposals.js";
import {
  type AgentPays,
  agentsThatPay,
  type CheckPays,
  type CheckRun,
  checksThatPay,
} from "../../run/learning/what-pays.js";
import { eachRecord } from "../../store/load.js";

/** All that a journal teaches. */
export interface Learned {
  readonly outcomes: readonly Outcome[];
  readonly fits: readonly Fit[];
  readonly checks: readonly CheckPays[];
  readonly agents: readonly AgentPays[];
  readonly proposals: Proposals;
  readonly replayed: readonly ReplayedProposal[];
}

/** What a proposed setting would have changed in the runs of the journal. */
export interface ReplayedProposal {
  readonly proposal: Proposal;
  readonly runs: number;
  readonly otherwise: number;
  readonly iterationsSaved: number;
}

export function learn(stateFolder: string): Learned {
  const reader = new OutcomeReader();
  const runs: CheckRun[] = [];
  eachRecord(stateFolder, (record) => {
    reader.take(record);
    runs.push(...readCheckRuns(record));
  });
  const outcomes = reader.outcomes();
  const fits = fitAll(outcomes);
  const proposals = propose(fits, outcomes);
  return {
    ...{ outcomes, fits, proposals },
    checks: checksThatPay(runs, outcomes),
    agents: agentsThatPay(reader),
    replayed: proposals.is === "proposals" ? proposals.proposals.map((each) => replay(stateFolder, each)) : [],
  };
}

function replay(stateFolder: string, proposal: Proposal): ReplayedProposal {
  const patch: SettingsPatch = { [proposal.setting]: proposal.value };
  let [runs, otherwise, iterationsSaved] = [0, 0, 0];
  const comparison = new Comparison(
    ({ policy, settings, taskKind }) => policyForKind(resolvePolicy(policy, { ...settings, ...patch }), taskKind),
    (run) => {
      runs++;
      if (isOtherwise(run)) otherwise++;
      iterationsSaved += run.saved;
    },
  );
  eachRecord(stateFolder, (record) => comparison.take(record));
  comparison.finish();
  return { proposal, runs, otherwise, iterationsSaved };
}
