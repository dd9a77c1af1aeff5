import type { Decision, Outcome } from "../../decide/decision.js";
import { canGain, isRight, isTaskRight, type LabWorld, type TrueTask } from "./world.js";

/** What one loop came to, beside the truth. */
export interface LoopResult {
  readonly outcome: Outcome | "endless";
  readonly turns: number;
  /** Turns that cost something: a usage limit does not. */
  readonly paid: number;
  /** Turns on a task that was right already, or that the agent can never finish. */
  readonly wasted: number;
  /** Completed, and something asked for is missing, wrong or broken. */
  readonly premature: boolean;
  /** The same, and a failing test or a weakened one showed it. */
  readonly shown: boolean;
  /** Everything was right at the end, and it was not called completed; null where not everything was right. */
  readonly missed: boolean | null;
  /** Tasks that were called verified, and those of them that are wrong. */
  readonly verified: number;
  readonly verifiedWrong: number;
  /** Turns from the one after which nothing could be gained any more, while something is left; null if that never was. */
  readonly stuckTurns: number | null;
}

export class LoopTally {
  readonly #world: LabWorld;
  readonly #verified = new Set<string>();
  #wasted = 0;
  #turns = 0;
  #paid = 0;
  #stuckSince: number | null = null;

  constructor(world: LabWorld) {
    this.#world = world;
  }

  /** Before a turn on a task. */
  begins(task: TrueTask): void {
    const { tasks } = this.#world;
    this.#turns++;
    if (!canGain(task, this.#world)) this.#wasted++;
    const isStuck = tasks.some(({ hopeless }) => hopeless) && !tasks.some((each) => canGain(each, this.#world));
    if (!isStuck) this.#stuckSince = null;
    else this.#stuckSince ??= this.#turns - 1;
  }

  pays(): void {
    this.#paid++;
  }

  decided({ tasksDone }: Decision): void {
    for (const { id, verified } of tasksDone) if (verified) this.#verified.add(id);
  }

  end(decision: Decision | null): LoopResult {
    const right = isRight(this.#world);
    const outcome = decision?.outcome ?? "endless";
    const verified = this.#world.tasks.filter(({ id }) => this.#verified.has(id));
    return {
      ...{ outcome, turns: this.#turns, paid: this.#paid, wasted: this.#wasted },
      premature: outcome === "completed" && !right,
      shown: outcome === "completed" && showsWrong(this.#world),
      missed: right ? outcome !== "completed" : null,
      verified: verified.length,
      verifiedWrong: verified.filter((task) => !isTaskRight(task)).length,
      stuckTurns: this.#stuckSince === null ? null : this.#turns - this.#stuckSince,
    };
  }
}

/** Something untildone looks at says that not everything is right. */
const showsWrong = ({ tasks, broken, project }: LabWorld): boolean =>
  project.checks &&
  (broken !== null ||
    tasks.some(
      (task) => !isTaskRight(task) && (task.hasFact || task.isHidden || (task.work === "wrong" && task.isNoticed)),
    ));
