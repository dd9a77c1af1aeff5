import type { Decision } from "../../decide/decision.js";
import { judgeCase, type Policy } from "../../decide/policy.js";
import type { Case } from "../../decide/rule.js";
import type { Gathered } from "../../evidence/gathered.js";
import { enterRun, type RunState, toEntry } from "../../store/current-run.js";
import type { DecisionRecord } from "../../store/record.js";
import { applyRecord } from "../../store/run-state.js";
import { aftermath } from "./after-decision.js";

/**
 * Judges a recorded iteration under another policy: the facts stay, the history is the one that policy would have left.
 * The agent's output is not read again, so settings that affect reading it have no effect.
 */
export function rejudge(
  runState: RunState,
  record: DecisionRecord,
  policy: Policy,
): { record: DecisionRecord; runState: RunState } {
  const { run, breaker } = enterRun(runState, toEntry(record));
  const observation = { ...record.observation, history: run.history, breaker };
  const { decision, context } = judgeCase(policy, observation);
  const after = { ...record.after, ...aftermath(context, decision) };
  const judged = { ...record, observation, decision, after };
  return { record: judged, runState: applyRecord(runState, judged) };
}

/** Judges the same claim by what the checks found later. */
export function rejudgeWith(
  { observation }: Pick<DecisionRecord, "observation">,
  { evidence, facts: { failingTests } }: Pick<Gathered, "evidence" | "facts">,
  policy: Policy,
): { readonly decision: Decision; readonly gate: Case["gate"] } {
  const { turn } = observation;
  const facts = failingTests === undefined ? {} : { failingTests };
  const { decision, context } = judgeCase(policy, {
    ...observation,
    ...{ interrupted: false, evidence },
    turn: turn && { ...turn, facts: { ...turn.facts, ...facts } },
  });
  return { decision, gate: context.gate };
}
