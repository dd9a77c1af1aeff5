import type { DecisionRecord } from "../../store/record.js";
import type { Session } from "../session.js";
import { inspect } from "./inspect.js";
import { judgeWithLate, unsaid } from "./judge-turn.js";
import type { LoopState } from "./loop-state.js";
import type { Selected } from "./select.js";
import { checkpoint, settle, withoutTurn } from "./settle.js";

/**
 * Asks the rules that need no turn, so that a finished or blocked list starts no agent. Null if the agent should run.
 */
export async function decideBeforeTurn(
  session: Session,
  state: LoopState,
  selected: Selected,
): Promise<DecisionRecord | null> {
  const { workspace, tasks, agent, person } = session;
  workspace.guard.remember();
  // If the last turn already ran the final checks and nothing changed, their results still hold.
  const seen = selected.allDone
    ? (state.final ??
      (await inspect(session, state, { selected, claimed: true, ending: true, listBefore: tasks.readText() })))
    : null;
  const first = {
    ...unsaid(selected, seen),
    ...{ forceComplete: state.force, interrupted: person.stop.level > 0 },
    ...(agent.isAbsent ? { order: { withoutAgent: true as const } } : {}),
  };
  const { judged } = await judgeWithLate(session, state, { seen, tasks: selected.tasks, first });
  const { decision } = judged;
  if (decision.decision === "CONTINUE" && decision.taskDone === null) {
    if (seen) state.feedback = decision.feedback;
    return null;
  }
  state.force = false;
  const record = await settle(session, state, withoutTurn(judged, selected));
  if (decision.taskDone !== null) await checkpoint(session, state, record);
  return record;
}
