import { judgeCase, type Policy } from "../core/policy.js";
import type { DecisionRecord } from "../store/record.js";
import { applyRecord, enterRun, type RunState, toEntry } from "../store/run-state.js";
import { aftermath } from "./after-decision.js";

/**
 * A recorded iteration under another policy: what was seen stays, what earlier decisions left behind is what that policy
 * left. The words were read when they were said: settings that change how words are read do not work backwards.
 */
export function rejudge(
  runState: RunState,
  record: DecisionRecord,
  policy: Policy,
): { record: DecisionRecord; runState: RunState } {
  const { run, breaker } = enterRun(runState, toEntry(record));
  const observation = { ...record.observation, history: run.history, breaker };
  const { decision, of } = judgeCase(policy, observation);
  const after = { ...record.after, ...aftermath(of, decision) };
  const judged = { ...record, observation, decision, after };
  return { record: judged, runState: applyRecord(runState, judged) };
}
