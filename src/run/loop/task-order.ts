import { type AgentReport, readNote } from "../../decide/agent-report.js";
import type { SetAside } from "../../decide/decision.js";
import type { JudgedAgain, WaitsFor } from "../../decide/observation.js";
import type { Task } from "../../decide/tasks.js";
import type { DecisionRecord } from "../../store/record.js";
import { findWaitedFor } from "./waited-for.js";

/** What is remembered of the last turn of a task that was set aside. */
export interface LastTry {
  readonly report: AgentReport;
  readonly hasClaimed: boolean;
  /** What the agent said, for tasks it names. */
  readonly words: string;
  readonly vetoes: readonly string[];
  /** Tasks done in the run when it was set aside. */
  readonly doneThen: readonly string[];
}

/**
 * Which tasks come first although the list says otherwise, and which of those set aside are looked at once more. In memory:
 * a resumed run tries them all again.
 */
export class TaskOrder {
  readonly #tries = new Map<string, LastTry>();
  /** How many tasks were done when each was judged again. */
  readonly #judged = new Map<string, number>();
  readonly #hadTurn = new Set<string>();
  readonly #pairs = new Set<string>();
  readonly #told = new Set<string>();
  #waitsInARow = 0;
  #first: string | null = null;

  /** The task that comes next, if it can be selected. */
  get first(): string | null {
    return this.#first;
  }

  /** Whether the agent says in a turn that changed nothing that its task waits for another. */
  seeWaiting(turn: WaitingTurn): WaitsFor | undefined {
    const { report, message, tasks, task, hasChanged } = turn;
    if (hasChanged) this.#waitsInARow = 0;
    if (hasChanged || !task || report.failure) return undefined;
    const found = findWaitedFor([readNote(report) ?? "", lastParagraphs(message)].join("\n"), tasks, task.id);
    if (found === null) return undefined;
    return { for: found, isKnown: this.#pairs.has(JSON.stringify([task.id, found])), inARow: this.#waitsInARow };
  }

  /** What a task waited for and is done now, once. */
  takeMet(task: string, done: readonly string[]): string | null {
    for (const pair of this.#pairs) {
      const [own = "", other = ""] = JSON.parse(pair) as readonly string[];
      if (own !== task || !done.includes(other) || this.#told.has(pair)) continue;
      this.#told.add(pair);
      return other;
    }
    return null;
  }

  /** Remembers what a decision means for the order. */
  note(record: DecisionRecord, { message, vetoes, done }: NotedTurn): void {
    const { decision, observation, after } = record;
    const task = observation.selection.is === "task" ? observation.selection.id : null;
    if (this.#first === task) this.#first = null;
    if (decision.rule === "waits-for" && observation.waits && task !== null) {
      this.#pairs.add(JSON.stringify([task, observation.waits.for]));
      this.#waitsInARow++;
      this.#first = observation.waits.for;
    }
    if (!decision.setAside || !observation.turn || task === null) return;
    const { report } = observation.turn;
    const words = `${readNote(report) ?? ""}\n${lastParagraphs(message)}`;
    const hasClaimed = after.past.claimed === true && !report.failure;
    this.#tries.set(task, { report, hasClaimed, words, vetoes, doneThen: done });
  }

  lastTry(task: string): LastTry | undefined {
    return this.#tries.get(task);
  }

  /** Those of the tasks set aside that may still be looked at, because something was done since. */
  candidates(setAside: readonly SetAside[], done: readonly string[]): readonly SetAside[] {
    return setAside.filter(({ task, retry }) => {
      const tried = this.#tries.get(task);
      const since = this.#judged.get(task) ?? tried?.doneThen.length ?? 0;
      return tried !== undefined && !retry && done.length > since;
    });
  }

  /** It is judged now: not again until more is done. */
  noteJudged(task: string, done: readonly string[]): void {
    this.#judged.set(task, done.length);
  }

  /** Why a task gets one more turn, which it may have once in a run; null if it does not. */
  whyTurn({ task, rule }: SetAside, seen: SeenAgain): string | null {
    const tried = this.#tries.get(task);
    if (!tried || this.#hadTurn.has(task)) return null;
    const since = seen.tasks.filter(({ id }) => seen.done.includes(id) && !tried.doneThen.includes(id));
    const own = seen.tasks.find(({ id }) => id === task);
    const met = since.find(
      (other) => own?.dependsOn.includes(other.id) || namesTask(tried.words, other, [...seen.tasks]),
    );
    if (met) return `it named ${met.id}, which is done since`;
    const areGone = tried.vetoes.length > 0 && !tried.vetoes.some((veto) => seen.vetoes?.includes(veto));
    if (tried.hasClaimed && seen.vetoes && areGone) return "what it was refused for is gone";
    if (seen.isMet) return "files of its parked work were changed since";
    if (rule === "same-task-failing" || rule === "task-cap") return "other tasks were done since";
    return null;
  }

  noteTurn({ task, turn }: JudgedAgain): void {
    if (turn !== null) this.#hadTurn.add(task);
  }
}

interface WaitingTurn {
  readonly report: AgentReport;
  readonly message: string;
  readonly tasks: readonly Task[];
  readonly task: Task | null | undefined;
  readonly hasChanged: boolean;
}

interface NotedTurn {
  readonly message: string;
  /** What stood against its claim. */
  readonly vetoes: readonly string[];
  /** Tasks done in the run. */
  readonly done: readonly string[];
}

export interface SeenAgain {
  readonly tasks: readonly Task[];
  /** Tasks done in the run. */
  readonly done: readonly string[];
  /** What stands against its claim now; null if it was not judged. */
  readonly vetoes: readonly string[] | null;
  /** The files of its parked work were changed since. */
  readonly isMet: boolean;
}

const namesTask = (words: string, other: Task, tasks: readonly Task[]): boolean =>
  findWaitedFor(
    `needs ${words.replaceAll("\n", ", needs ")}`,
    tasks.map((task) =>
      task.id === other.id ? { ...task, status: "todo" as const } : { ...task, status: "done" as const },
    ),
    "",
  ) === other.id;

const lastParagraphs = (message: string): string =>
  message
    .trim()
    .split(/\n\s*\n/)
    .slice(-2)
    .join("\n");
