import { isOver } from "../../decide/dependencies.js";
import { nextTask } from "../../decide/next-task.js";
import { type Task, withoutSetAside } from "../../decide/tasks.js";
import { findAgain } from "../../evidence/ledger/pair-tasks.js";
import { findRun } from "../../store/current-run.js";
import type { DecisionRecord } from "../../store/record.js";
import { findUnit, isUnitDone } from "../../store/units.js";
import { RefusedStart } from "../loop/refuse-start.js";
import { isChain } from "./chain.js";
import type { Unit } from "./unit.js";
import type { UnitsSetup } from "./units-setup.js";

/** How often work that cannot be merged goes back to its agent before it is set aside. */
const maxSentBack = 2;

/** A unit at work, until its loop ends. */
interface EndedUnit {
  readonly unit: Unit;
  readonly record: DecisionRecord;
}

/**
 * Works on several tasks at once until none can start. Merges one after the other. Returns the decision that ends the
 * run, if one unit made it; otherwise the rules of the run decide about what is left.
 */
export async function runUnits(units: UnitsSetup): Promise<DecisionRecord | null> {
  const run = new UnitsRun(units);
  try {
    await run.begin();
    while (await run.step());
    return await run.end();
  } catch (error) {
    // A run that has not begun has no decisions: not even that its other turns were stopped.
    if (error instanceof RefusedStart) units.writer.refuse(error);
    await run.abandon();
    throw error;
  }
}

class UnitsRun {
  readonly #units: UnitsSetup;
  readonly #active = new Map<string, Promise<EndedUnit>>();
  /** A unit that has ended and is being merged. */
  #ended: string | null = null;
  /** Tasks of units that were left, and those set aside before the run was resumed: to be tried again. */
  #left: readonly Task[] = [];
  readonly #retry = new Set<string>();
  /** The unit whose decision ends the run. */
  #last: EndedUnit | null = null;
  #isStopping = false;

  constructor(units: UnitsSetup) {
    this.#units = units;
  }

  async begin(): Promise<void> {
    const { writer, places, session } = this.#units;
    const tasks = await writer.begin();
    if (isChain(tasks)) session.person.emit({ type: "warning", text: oneByOne });
    if (session.restarts) for (const { task } of this.#setAside()) this.#retry.add(task);
    const left: Task[] = [];
    for (const was of places.left()) {
      const task = findAgain(was, tasks);
      if (task && !isOver(task)) left.push(was);
      else await places.discard(was);
    }
    this.#left = left;
  }

  /** Starts what can start, then waits for a unit to end. False once none is at work. */
  async step(): Promise<boolean> {
    await this.#fill();
    if (this.#active.size === 0) return false;
    const ended = await Promise.race(this.#active.values());
    const { id } = ended.unit.task;
    this.#active.delete(id);
    this.#ended = id;
    // Before the merge, which may take as long as the checks do.
    await this.#fill();
    await this.#handle(ended);
    this.#ended = null;
    this.#noteLoops();
    return true;
  }

  async #fill(): Promise<void> {
    const { stop, most } = this.#units;
    while (!this.#isStopping && stop.level === 0 && this.#active.size < most) {
      const task = await this.#next();
      if (!task) return;
      this.#left = this.#left.filter(({ id }) => id !== task.id);
      this.#retry.delete(task.id);
      this.#add(task, this.#start(task));
    }
  }

  #add({ id }: Task, ended: Promise<EndedUnit>): void {
    ended.catch(() => undefined); // It is heard of in the next step.
    this.#active.set(id, ended);
    this.#noteLoops();
  }

  /** A pause begins when all of them wait, and what a person says is for all of them. */
  #noteLoops(): void {
    this.#units.session.person.control.setLoops([
      ...new Set([...this.#active.keys(), ...(this.#ended === null ? [] : [this.#ended])]),
    ]);
  }

  async #next(): Promise<Task | null> {
    const [left] = this.#left;
    if (left) return left;
    const { writer, session } = this.#units;
    const tasks = await writer.readTasks();
    const aside = this.#setAside()
      .filter(({ task, retry }) => !retry && !this.#retry.has(task))
      .map(({ task }) => task);
    if (tasks) session.person.control.words.seeTasks(tasks, aside);
    return (
      tasks &&
      nextTask(
        withoutSetAside(tasks, [...aside, ...this.#active.keys(), ...(this.#ended === null ? [] : [this.#ended])]),
      )
    );
  }

  #setAside = () => findRun(this.#units.writer.runState, this.#units.session.run)?.setAside ?? [];

  async #start(task: Task): Promise<EndedUnit> {
    const { places, writer, session, readRecord } = this.#units;
    const unit = await places.open(task);
    const { done } = findUnit(findRun(writer.runState, session.run)?.units, task.id);
    const record = done === null ? null : readRecord(done);
    return { unit, record: record ?? (await unit.work()) };
  }

  async #handle({ unit, record }: EndedUnit): Promise<void> {
    const { decision } = record;
    if (isUnitDone(record, unit.task.id)) await this.#deliver(unit, record);
    else if (decision.setAside) await unit.close(false);
    else if (decision.outcome === "interrupted" || decision.rule === "budget-spent") this.#isStopping = true;
    else if (decision.outcome === "completed") await this.#dispute(unit, record);
    else this.#finish({ unit, record });
  }

  async #deliver(unit: Unit, record: DecisionRecord): Promise<void> {
    const { writer, stop, session, places } = this.#units;
    const { task } = unit;
    if (stop.level === 2) return; // Its work is done, and merged when the run is resumed.
    const ended = { task, record, startedAt: new Date(session.clock.now()).toISOString() };
    const delivery = await unit.deliver(record);
    if (delivery.is === "merged") {
      await writer.finish(ended, delivery.commit);
      await unit.close(true);
      return;
    }
    if (stop.now.aborted) return;
    const { sentBack } = findUnit(findRun(writer.runState, session.run)?.units, task.id);
    if (sentBack < maxSentBack) {
      await writer.sendBack(ended, delivery);
      await unit.takeBack(delivery);
      this.#add(task, this.#continue(unit));
    } else {
      const branch = places.branchOf(task);
      await writer.setAside(ended, `its work on ${branch} could not be merged: ${delivery.why}`);
      await unit.close(false);
    }
  }

  /** Its loop takes the whole list for done, and no turn has done its task: somebody else edited its list. */
  async #dispute(unit: Unit, record: DecisionRecord): Promise<void> {
    const why = `nothing was done for it: ${record.decision.reason}`;
    await this.#units.writer.setAside({ task: unit.task, record }, why);
    await unit.close(false);
  }

  async #continue(unit: Unit): Promise<EndedUnit> {
    return { unit, record: await unit.work() };
  }

  /** One unit shows that the run cannot go on: the others finish their iteration. */
  #finish(ended: EndedUnit): void {
    this.#last ??= ended;
    this.#isStopping = true;
    this.#units.stop.raise(1);
  }

  async end(): Promise<DecisionRecord | null> {
    return this.#last && this.#units.writer.end(this.#last.unit.task, this.#last.record);
  }

  /** After an error: nothing may go on behind our back. */
  async abandon(): Promise<void> {
    this.#units.stop.raise(2);
    await Promise.allSettled(this.#active.values());
  }
}

const oneByOne = "the tasks depend on each other: they are worked on one after the other";
