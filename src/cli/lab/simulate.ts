import type { Decision } from "../../decide/decision.js";
import type { Evidence } from "../../decide/evidence.js";
import { nextTask } from "../../decide/next-task.js";
import type { Policy } from "../../decide/policy.js";
import { withoutSetAside } from "../../decide/tasks.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import type { JudgedTurn } from "../../run/judge/turn.js";
import { type JudgingPlace, type OpenedSession, openSession } from "../../run/session.js";
import { emptyRunState, type RunState } from "../../store/current-run.js";
import { applyRecord } from "../../store/run-state.js";
import { examine } from "./examine.js";
import { takeTurn } from "./take-turn.js";
import { type LoopResult, LoopTally } from "./tally-loop.js";
import type { Utterances } from "./utterances.js";
import { canGain, type LabWorld, markDone, type TrueTask } from "./world.js";

/** A policy, and what agents say as it reads them. */
export interface LabPolicy {
  readonly policy: Policy;
  readonly utterances: Utterances;
}

/** No policy lets a loop go on for this long. */
const mostTurns = 300;
const turnMs = 60_000;

/** What one simulated loop knows besides the world. */
interface Loop extends LabPolicy {
  readonly world: LabWorld;
  readonly tally: LoopTally;
  readonly session: Pick<OpenedSession<JudgingPlace>, "judge">;
  runState: RunState;
  now: number;
  /** What the checks last came to. */
  seen: readonly Evidence[];
  /** The task whose last claim was refused. */
  refused: number | null;
}

/** Plays one loop to its end, as a run does: before each turn the list decides, after it the whole policy. */
export function simulate(world: LabWorld, terms: LabPolicy): LoopResult {
  const loop = openLoop(world, terms);
  while (world.turns < mostTurns) {
    const task = selectTask(loop);
    const before = decideOn(loop, {
      ...{ report: null, tasks: { is: "tasks", tasks: world.list }, task: task?.id ?? null },
      ...{ evidence: loop.seen, facts: {}, spent: { usage: null, costUsd: null } },
    });
    if (before.decision === "EXIT") return loop.tally.end(before);
    const after = takeIteration(loop, task);
    if (after.decision === "EXIT") return loop.tally.end(after);
  }
  return loop.tally.end(null);
}

function openLoop(world: LabWorld, terms: LabPolicy): Loop {
  const { policy } = terms;
  const loop: Omit<Loop, "session"> = {
    ...{ ...terms, world, tally: new LoopTally(world), runState: emptyRunState },
    ...{ now: 0, seen: [], refused: null },
  };
  const session = openSession(
    { policy, spec: policy.name, settings: {}, origins: {}, run: "lab" },
    {
      journal: {
        get runState() {
          return opened.runState;
        },
      },
      clock: { now: () => opened.now },
    },
  );
  const opened: Loop = Object.assign(loop, { session });
  return opened;
}

function selectTask({ world, runState }: Loop): TrueTask | undefined {
  const aside = (runState.run?.setAside ?? []).map(({ task }) => task);
  const next = nextTask(withoutSetAside(world.list, aside));
  return next ? world.tasks.find(({ id }) => id === next.id) : undefined;
}

function takeIteration(loop: Loop, selected: TrueTask | undefined): Decision {
  const { world, policy, tally } = loop;
  // With nothing selected the agent works on what it finds failing.
  const task = selected ?? world.tasks.find((each) => canGain(each, world)) ?? world.tasks[0];
  if (!task) throw new Error("expected a task");
  tally.begins(task);
  const turn = takeTurn(world, task, loop.refused === task.number || !selected);
  world.turns++;
  const isFree = turn.utterance.is === "limit";
  if (!isFree) tally.pays();
  const { evidence, facts, shown } = examine(world, task, turn);
  const isClaim = turn.utterance.is === "claim";
  // Under the other policies agents tick their own list.
  if (isClaim && policy.settings.grantedBy !== "facts") markDone(world, [task.id]);
  const decision = decideOn(loop, {
    ...{ report: loop.utterances.read(turn.utterance), evidence, facts, shown },
    ...{ tasks: { is: "tasks", tasks: world.list }, task: selected?.id ?? null, seconds: turnMs / 1000 },
    spent: { usage: null, costUsd: isFree ? 0 : world.population.usd },
  });
  const isDone = tasksDoneBy(decision).includes(task.id);
  if (isDone || isClaim) loop.refused = isDone ? null : task.number;
  loop.seen = evidence;
  return decision;
}

function decideOn(loop: Loop, turn: JudgedTurn): Decision {
  const { policy, world, session } = loop;
  loop.now += turnMs;
  const { record, decision } = session.judge(turn);
  loop.runState = applyRecord(loop.runState, { version: 1, n: loop.runState.records + 1, ...record });
  if (policy.marksTasks !== false) markDone(world, tasksDoneBy(decision));
  loop.tally.decided(decision);
  return decision;
}
