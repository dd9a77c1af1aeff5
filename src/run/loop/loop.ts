import type { Agent } from "../../agents/agent.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Session } from "../session.js";
import { decideBeforeTurn } from "./before-turn.js";
import { iterate } from "./iterate.js";
import { judgeAgain } from "./judge-again.js";
import { excludePaths, recordPersonChanges } from "./look.js";
import { beginLoop, type LoopMemory, type LoopState, newMemory } from "./loop-state.js";
import { markGroups } from "./mark-done.js";
import { readList } from "./select.js";
import { noteTasks, selectNext } from "./select-next.js";
import { waitForLimit } from "./wait.js";

/** The result of a run: the decision that ended it, which alone determines the exit code. */
export interface LoopResult {
  readonly last: DecisionRecord;
  /** The last agent used, or the next one. */
  readonly agent: Agent | null;
}

/** Selects a task, runs the agent, inspects the workspace, decides and acts, until a decision says exit. */
export async function runLoop(session: Session, memory: LoopMemory = newMemory()): Promise<LoopResult> {
  const { tasks, workspace, agent } = session;
  const { work } = workspace;
  const state = beginLoop(session, memory);
  const ended = (last: DecisionRecord): LoopResult => ({ last, agent: state.agent ?? agent.roles.usual[0] ?? null });
  if (session.restarts) await work.resume(state.workspace, await readList(tasks.tracker), excludePaths(session));
  for (;;) {
    if (await pauseIfAsked(session, state)) await recordPersonChanges(session, state);
    const list = await readList(tasks.tracker);
    work.seeList(list);
    const selected = selectNext(session, state, list);
    if (await markGroups(session, selected, state.groupsMarked)) continue;
    noteTasks(session, selected);
    const again = selected.task === null ? await judgeAgain(session, state, selected) : null;
    if (again?.decision.decision === "EXIT") return ended(again);
    if (again) continue;
    const before = await decideBeforeTurn(session, state, selected);
    if (before && isEnd(session, before)) return ended(before);
    if (before) continue;
    const record = await iterate(session, state, selected);
    if (isEnd(session, record)) return ended(record);
    if (await waitForLimit(session, record, state.counted)) await recordPersonChanges(session, state);
  }
}

/** The loop of one task also ends when that is done or set aside, although the decision says continue. */
const isEnd = ({ tasks }: Session, { decision }: DecisionRecord): boolean =>
  decision.decision === "EXIT" ||
  (tasks.only !== undefined && (decision.taskDone !== null || decision.setAside !== null));

/** A pause costs nothing of the time budget. */
async function pauseIfAsked({ person, clock }: Session, state: LoopState): Promise<boolean> {
  const before = clock.elapsed();
  const hasWaited = await person.control.waitWhilePaused(clock.sleep, person.stop);
  if (hasWaited) state.counted += clock.elapsed() - before;
  return hasWaited;
}
