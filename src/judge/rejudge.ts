import { judgeCase, type Policy } from "../core/policy.js";
import type { DecisionRecord } from "../store/record.js";
import { applyRecord, enterRun, type RunState, toEntry } from "../store/run-state.js";
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
