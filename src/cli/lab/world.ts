import type { Task } from "../../decide/tasks.js";
import { draw } from "../../lib/numbers/draw.js";
import { maxTasks, type Population, type ProjectKind } from "./population.js";

/** What a task is in truth, which no policy sees. */
export interface TrueTask {
  readonly id: string;
  readonly number: number;
  /** The agent never finishes it. */
  readonly hopeless: boolean;
  /** It has a test of its own that fails until it is right, and tests notice where it is wrong. */
  readonly hasFact: boolean;
  readonly isNoticed: boolean;
  work: "none" | "begun" | "right" | "wrong";
  /** The test that the agent wrote with it. */
  test: "none" | "honest" | "hollow";
  /** Turns spent on it, and those that changed something. */
  turns: number;
  changes: number;
  /** The agent weakened the tests that noticed it. */
  isHidden: boolean;
}

/** One simulated run: who works on what, and how it stands. */
export interface LabWorld {
  readonly seed: number;
  readonly loop: number;
  readonly population: Population;
  readonly project: ProjectKind;
  readonly tasks: readonly TrueTask[];
  list: readonly Task[];
  /** What worked before and does not now: the turn that broke it. */
  broken: number | null;
  turns: number;
}

const purposes = { tasks: 1, hopeless: 2, fact: 3, noticed: 4 };

export function newWorld(of: Pick<LabWorld, "seed" | "loop" | "population" | "project">): LabWorld {
  const chance = (purpose: number, number: number): number => draw(of.seed, of.loop, purpose, number);
  const size = 1 + Math.floor(chance(purposes.tasks, 0) * maxTasks);
  const tasks = Array.from({ length: size }, (_, at): TrueTask => {
    const number = at + 1;
    return {
      ...{ id: `T${number}`, number, work: "none", test: "none", turns: 0, changes: 0, isHidden: false },
      hopeless: chance(purposes.hopeless, number) < of.population.hopeless,
      hasFact: of.project.checks && chance(purposes.fact, number) < of.project.facts,
      isNoticed: of.project.checks && chance(purposes.noticed, number) < of.project.catches,
    };
  });
  return { ...of, tasks, list: tasks.map(toListed), broken: null, turns: 0 };
}

const toListed = ({ id, number }: TrueTask): Task => ({
  ...{ id, title: `Part ${number}`, status: "todo", optional: false, line: number },
  ...{ dependsOn: [], acceptance: [], kind: null },
});

export function markDone(world: LabWorld, ids: readonly string[]): void {
  if (ids.length === 0) return;
  world.list = world.list.map((task) => (ids.includes(task.id) ? { ...task, status: "done" } : task));
}

/** Everything that was asked for is there and right, and nothing else was broken on the way. */
export const isRight = ({ tasks, broken }: LabWorld): boolean => broken === null && tasks.every(isTaskRight);

export const isTaskRight = ({ work }: TrueTask): boolean => work === "right";

/** Another turn on it could still gain something. */
export const canGain = (task: TrueTask, { broken }: LabWorld): boolean =>
  !task.hopeless && (!isTaskRight(task) || broken === task.number);
