import { enterSandbox } from "../../agents/sandbox/run-in-sandbox.js";
import { type AgentRunner, runAgent } from "../../agents/start/run-agent.js";
import { pathResolve } from "../../lib/files/folder.js";
import { now } from "../../lib/time/clock.js";
import { openTracker } from "../../tasks/open-tracker.js";
import { prepareWorktree } from "../git/prepare-worktree.js";
import { allAgents } from "../loop/agent-roles.js";
import { RunControl } from "../loop/run-control.js";
import type { RunEvent } from "../loop/run-event.js";
import type { StopRequest } from "../loop/stop.js";
import { type LimitBoard, LimitGate } from "../parallel/limit-gate.js";
import { guardRun } from "../records/guard-run.js";
import { inSandbox, startSandbox } from "../start/enter-sandbox.js";
import type { OpenedRun } from "../start/open-run.js";
import type { RunHost, RunOptions } from "../start/options.js";
import { refuseUnusable } from "../start/probe-agents.js";
import { openRunSession } from "../start/run-session.js";
import { nameBranch, openAt } from "./clone.js";
import { openClone } from "./open-clone.js";
import { CloneRun } from "./task-run.js";
import { findTask, openTaskSession } from "./task-session.js";
import type { TaskRun, TaskTerms } from "./task-terms.js";

/** The caller of one task. */
export interface TaskHost {
  readonly stop: StopRequest;
  emit(event: RunEvent): void;
  /** Before every turn of an agent, such as to save what was done; what it throws ends the task's loop. */
  beforeTurn?(): Promise<void>;
  /** Usage limits that others have met, and who is told of those that are met here. */
  readonly limits?: LimitBoard;
  /** Runs the agent's turns; by default as child processes. */
  readonly runAgent?: AgentRunner | undefined;
}

function hostOf({ stop, emit, beforeTurn, limits, runAgent: own = runAgent }: TaskHost): RunHost {
  const runner = limits ? new LimitGate(now, limits).wrap(own) : own;
  const runTurn: AgentRunner = async (agent, request, turn) => {
    await beforeTurn?.();
    return runner(agent, request, turn);
  };
  return { stop, emit, ask: null, control: new RunControl(stop, emit), runAgent: runTurn };
}

/** Opens a task in its clone, where its base is checked out on a branch. Takes the baseline, then what was left. */
export async function openTaskRun(options: RunOptions, host: TaskHost, terms: TaskTerms): Promise<TaskRun> {
  // Whoever goes on with it needs a commit for each iteration.
  const own = { ...options, git: { ...options.git, worktree: false, checkpoint: "commit", parallel: 1 } } as const;
  const opened = await openClone(own, hostOf(host), terms);
  try {
    return await openTask(opened, terms);
  } catch (error) {
    opened.store.close();
    throw error;
  }
}

async function openTask(opened: OpenedRun, terms: TaskTerms): Promise<TaskRun> {
  const { options, host, logs, room } = opened;
  const [repository, trunkRepository] = [await openAt(options.cwd), await openAt(terms.trunk.root)];
  const sandbox = await startSandbox(opened);
  const guard = guardRun(opened);
  try {
    const agents = allAgents(options.agents);
    await refuseUnusable(agents, options.cwd, (probe) => (sandbox ? enterSandbox(sandbox, probe, {}) : probe));
    const logFile = `${logs}/baseline/setup.log`;
    await prepareWorktree({ setup: options.git.setup, cwd: options.cwd, logFile, signal: host.stop.now, room });
    const prepared = await openRunSession(inSandbox(opened, sandbox), guard);
    const { optionalSections, taskMarks } = options.config.resolved.settings;
    const trunkTracker = await openTracker(options.tasks, {
      ...{ cwd: pathResolve(terms.trunk.root, repository.inside), env: options.env, optionalSections, taskMarks },
    });
    const task = await findTask(prepared.tasks.tracker, terms.task);
    if (terms.left) await repository.ask(["reset", "-q", "--hard", terms.left.commit], { writes: true });
    const session = await openTaskSession(prepared, { opened, task, repository, left: terms.left });
    const branch = await nameBranch(repository);
    const places = { repository, trunkRepository, trunkTracker, branch };
    return new CloneRun({ ...places, opened, session, task, terms, guard, sandbox });
  } catch (error) {
    guard.close();
    await Promise.all([sandbox?.close(), room.close()]);
    throw error;
  }
}
