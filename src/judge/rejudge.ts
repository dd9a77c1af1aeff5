import { judgeCase, type Policy } from "../core/policy.js";
import { enterRun, entryOf, type Kept, keep } from "../store/kept.js";
import type { DecisionRecord } from "../store/record.js";
import { aftermath } from "./aftermath.js";

/**
 * A recorded iteration under another policy: what was seen stays, what earlier decisions left behind is what that policy
 * left. The words were read when they were said: settings that change how words are read do not work backwards.
 */
export function rejudge(kept: Kept, record: DecisionRecord, policy: Policy): { record: DecisionRecord; kept: Kept } {
  const { run, breaker } = enterRun(kept, entryOf(record));
  const observation = { ...record.observation, history: run.history, breaker };
  const { decision, of } = judgeCase(policy, observation);
  const after = { ...record.after, ...aftermath(of, decision) };
  const judged = { ...record, observation, decision, after };
  return { record: judged, kept: keep(kept, judged) };
}
