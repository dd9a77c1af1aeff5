import type { Evidence } from "../../decide/evidence.js";
import type { IterationFacts } from "../../decide/observation.js";
import type { Shown } from "../../decide/observe.js";
import { notProven, type Proof } from "../../decide/proof.js";
import { draw } from "../../lib/numbers/draw.js";
import { type AgentTurn, nameState } from "./take-turn.js";
import { isTaskRight, type LabWorld, type TrueTask } from "./world.js";

export interface Examined {
  readonly evidence: readonly Evidence[];
  readonly facts: IterationFacts;
  readonly shown: Shown;
}

/** What untildone would see after the turn: tests, changes and proofs, as far as the project can tell. */
export function examine(world: LabWorld, task: TrueTask, turn: AgentTurn): Examined {
  const failing = listFailing(world);
  return {
    evidence: world.project.checks ? [testsOf(world, task, failing), honestyOf(turn, task)] : [],
    facts: {
      filesChanged: turn.changed ? 1 : 0,
      commits: 0,
      workVisible: task.changes > 0,
      snapshot: nameState(world, task),
      ...(world.project.checks ? { failingTests: failing.length } : {}),
    },
    shown: { facts: factsOf(task), proof: world.project.checks ? proofOf(task) : untested },
  };
}

const ownTest = ({ id }: TrueTask): string => `${id} works`;
const suiteTest = ({ id }: TrueTask): string => `what ${id} touches works`;

/** Tests of tasks to come fail from the start; work that is wrong fails a test where the suite notices it. */
function listFailing(world: LabWorld): readonly string[] {
  const own = world.tasks.filter((task) => task.hasFact && !isTaskRight(task)).map(ownTest);
  const noticed = world.tasks.filter(({ work, isNoticed, isHidden }) => work === "wrong" && isNoticed && !isHidden);
  const broken = world.broken === null ? [] : ["what was there works"];
  const isOdd = draw(world.seed, world.loop, 41, world.turns) < world.project.flaky;
  return [...own, ...noticed.map(suiteTest), ...broken, ...(isOdd ? ["the clock is right"] : [])];
}

function testsOf({ tasks }: LabWorld, task: TrueTask, failing: readonly string[]): Evidence {
  const atStart = tasks.filter(({ hasFact }) => hasFact).map(ownTest);
  const others = tasks.filter((each) => each !== task && each.hasFact).map(ownTest);
  const before = failing.filter((test) => atStart.includes(test) || isOlder(test, tasks, task));
  const known = task.hasFact && !before.includes(ownTest(task)) ? [...before, ownTest(task)] : before;
  return {
    ...{ name: "tests", required: true, state: failing.length > 0 ? "fails" : "holds" },
    detail: failing.length > 0 ? `${failing.length} fail` : "all pass",
    ...{ failing, failingBefore: known, failingAtStart: atStart, failed: failing.length, failedBefore: known.length },
    before: known.length > 0 ? "fails" : "holds",
    atStart: atStart.length > 0 ? "fails" : "holds",
    ofOthers: failing.filter((test) => others.includes(test)),
  };
}

/** It failed before this task began: another task was taken as done with it. */
const isOlder = (test: string, tasks: readonly TrueTask[], task: TrueTask): boolean =>
  tasks.some((each) => each !== task && test === suiteTest(each));

const honestyOf = ({ cheated }: AgentTurn, { isHidden }: TrueTask): Evidence => ({
  ...{ name: "honest-tests", required: true, state: cheated || isHidden ? "fails" : "holds" },
  detail: cheated || isHidden ? "a test was weakened" : "",
});

const factsOf = (task: TrueTask): NonNullable<Shown["facts"]> =>
  task.hasFact
    ? [{ name: ownTest(task), kind: "test", before: "fails", now: isTaskRight(task) ? "holds" : "fails" }]
    : [];

const untested = notProven("nothing tests this work");

/** An honest test that its author understood wrongly is proof, too: it fails without the work. */
function proofOf(task: TrueTask): Proof {
  const { work, test, hasFact } = task;
  if (work !== "right" && work !== "wrong") return untested;
  if (hasFact && work === "right") return { state: "proven", kind: "fact", check: "tests", tests: [ownTest(task)] };
  if (test === "honest") return { state: "proven", kind: "new-test", check: "tests", tests: [`new ${ownTest(task)}`] };
  if (test === "hollow") return { ...notProven("its tests name it but check nothing about it"), isMeasured: true };
  return untested;
}
