import { now } from "../../lib/time/clock.js";
import { eachRecordBackwards } from "../../store/load.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Store } from "../../store/store.js";
import { AgentRests } from "../loop/agent-rests.js";
import { allAgents } from "../loop/agent-roles.js";
import type { LoopMemory } from "../loop/loop-state.js";
import { feedbackForNextTurn } from "../loop/next-feedback.js";
import type { RunHost, RunOptions } from "../start/options.js";

interface ResumedRun {
  readonly id: string;
  readonly store: Store;
  readonly options: RunOptions;
  readonly host: RunHost;
}

/** What a resumed run needs of its earlier turns. */
export function recall({ store, id, options, host }: ResumedRun): LoopMemory {
  const rests = AgentRests.resume(readRunRecords(store, id).flatMap(({ turns = [] }) => turns));
  const agents = allAgents(options.agents);
  if (agents.length > 1)
    for (const { agent, until } of rests.list(agents, now()))
      host.emit({
        type: "warning",
        text: `${agent} is at its usage limit until ${until}: another agent takes its turns`,
      });
  return { feedback: lastFeedback(store, id), rests };
}

/** The feedback of the run's last decision, for the turn that did not happen. */
export function lastFeedback({ folder }: Pick<Store, "folder">, run: string): readonly string[] {
  let feedback: readonly string[] = [];
  eachRecordBackwards(folder, (record) => {
    if (record.run !== run) return "enough";
    if (record.kind !== "decision") return "more";
    feedback = feedbackForNextTurn(record);
    return "enough";
  });
  return feedback;
}

/** The decisions of a run, oldest first. */
export function readRunRecords({ folder }: Store, run: string): readonly DecisionRecord[] {
  const records: DecisionRecord[] = [];
  eachRecordBackwards(folder, (record) => {
    if (record.run !== run) return "enough";
    if (record.kind === "decision") records.push(record);
    return "more";
  });
  return records.reverse();
}
