import { tasksDoneBy } from "../../decide/tasks-done.js";
import type { Question } from "../../decide/words.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import type { DecisionRecord } from "../../store/record.js";
import { listQuestions } from "../../store/words.js";
import { formatEvent } from "../format-event.js";
import type { EventContext } from "../live-view/view-state.js";
import { byTitle, type NameTask } from "../name-task.js";
import { sayOutcome, sayResult, type TurnLine } from "./turn-lines.js";

export type LoggedState = "todo" | "now" | "done" | "not-proven" | "refused" | "aside";

export interface LoggedTask {
  readonly id: string;
  readonly title: string;
  state: LoggedState;
  /** How many turns it took so far. */
  turns: number;
  /** What became of its last turn, in a sentence. */
  said: string | null;
}

/** One turn of the agent: what it does, what the checks say, and what was decided. */
export interface LoggedTurn {
  readonly iteration: number;
  readonly task: string | null;
  /** The task it belongs to, where several are worked on at once. */
  readonly unit: string | null;
  readonly startedAt: number;
  isOver: boolean;
  readonly lines: TurnLine[];
}

const limits = { turns: 300, lines: 400 };

/** What a run did so far, task by task and turn by turn, as the full screen shows it. Grows with the run, up to a limit. */
export class RunLog {
  readonly tasks = new Map<string, LoggedTask>();
  /** Oldest first. */
  readonly turns: LoggedTurn[] = [];
  /** What nobody answered yet. */
  questions: readonly Question[] = [];
  run: string | null = null;
  /** The last decision, in a sentence. */
  said: { readonly text: string; readonly isEnd: boolean } | null = null;
  readonly name: NameTask = byTitle({ get: (id) => this.tasks.get(id)?.title });

  apply(event: RunEvent, context: EventContext): void {
    switch (event.type) {
      case "run-start":
        this.#start(event, context);
        break;
      case "iteration-start":
        this.#begin(event, context);
        break;
      case "decision-made":
        this.#decide(event.record, context);
        break;
      case "task-marked":
        if (event.problem === null) this.#set(event.task, event.verified ? "done" : "not-proven");
        break;
      case "words-received":
        this.questions = this.questions.filter(({ text }) => text !== event.words.question?.text);
        this.#add(event, context);
        break;
      default:
        this.#add(event, context);
    }
  }

  /** What was decided before: by a run that is resumed, or before somebody watched. */
  recall(records: readonly DecisionRecord[], context: EventContext): void {
    for (const record of records) {
      const { selection } = record.observation;
      const task = selection.is === "task" ? selection.id : null;
      if (record.observation.turn && !record.about) this.#open(record.iteration, task, record.unit ?? null, context.at);
      this.#decide(record, context);
    }
  }

  /** The turns that go on, in the order of the tasks beside them; else the last one. */
  get current(): readonly LoggedTurn[] {
    const open = this.turns.filter(({ isOver }) => !isOver);
    if (open.length === 0) return this.turns.slice(-1);
    const order = [...this.tasks.keys()];
    const placeOf = ({ task }: LoggedTurn): number => (task === null ? -1 : order.indexOf(task));
    return open.sort((a, b) => placeOf(a) - placeOf(b));
  }

  turnsOf = (task: string): readonly LoggedTurn[] => this.turns.filter((turn) => turn.task === task);

  #start({ run, list = [] }: Extract<RunEvent, { type: "run-start" }>, { clean }: EventContext): void {
    this.run = run;
    for (const { id, title, isDone } of list)
      this.tasks.set(id, { id, title: clean(title), state: isDone ? "done" : "todo", turns: 0, said: null });
  }

  #begin(event: Extract<RunEvent, { type: "iteration-start" }>, { at, clean }: EventContext): void {
    const { iteration, task, unit = null } = event;
    if (task && !this.tasks.has(task.id))
      this.tasks.set(task.id, { id: task.id, title: clean(task.title), state: "todo", turns: 0, said: null });
    // Where tasks are worked on one by one, a turn that was not judged is over all the same.
    if (unit === null) for (const turn of this.turns) turn.isOver = true;
    this.#open(iteration, task?.id ?? null, unit, at);
    if (task) this.#set(task.id, "now");
  }

  #open(iteration: number, task: string | null, unit: string | null, startedAt: number): void {
    this.turns.push({ iteration, task, unit, startedAt, isOver: false, lines: [] });
    if (this.turns.length > limits.turns) this.turns.shift();
    const known = task === null ? undefined : this.tasks.get(task);
    if (known) known.turns++;
  }

  #set(id: string, state: LoggedState): void {
    const task = this.tasks.get(id);
    if (task) task.state = state;
  }

  #add(event: RunEvent, { clean }: EventContext): void {
    const turn = this.#turnOf(event.unit);
    if (!turn) return;
    for (const line of sayResult(event) ?? plainLines(event, this.name)) {
      const text = clean(line.text);
      if (text !== "") turn.lines.push({ ...line, text });
    }
    if (turn.lines.length > limits.lines) turn.lines.splice(0, turn.lines.length - limits.lines);
  }

  #turnOf = (unit: string | undefined): LoggedTurn | undefined =>
    this.turns.findLast((turn) => !turn.isOver && turn.unit === (unit ?? null));

  #decide(record: DecisionRecord, { clean }: EventContext): void {
    const { decision, observation, after, unit } = record;
    const task = observation.selection.is === "task" ? observation.selection.id : null;
    const said = sayOutcome(record, this.name);
    this.said = { text: clean(said[0]?.text ?? ""), isEnd: decision.outcome !== null && unit === undefined };
    const turn = this.#turnOf(unit);
    if (turn) {
      turn.lines.push(...said.map((line) => ({ ...line, text: clean(line.text) })));
      turn.isOver = true;
    }
    const known = task === null ? undefined : this.tasks.get(task);
    if (known) {
      known.said = this.said.text;
      known.state = said[0]?.is === "bad" ? "refused" : known.state === "now" ? "todo" : known.state;
    }
    for (const { task: aside } of after.setAside ?? []) this.#set(aside, "aside");
    if (unit === undefined)
      for (const id of tasksDoneBy(decision)) this.#set(id, decision.verified === false ? "not-proven" : "done");
    this.questions = [...this.questions, ...listQuestions(record)].slice(-20);
  }
}

const shown: ReadonlySet<RunEvent["type"]> = new Set([
  ...(["agent-retry", "agent-switch", "wait-start", "work-parked", "file-restored", "budget-warning"] as const),
  ...(["warning", "words-received", "words-given", "checkpoint-made", "phase-start", "proof-end"] as const),
]);

/** All else as the lines below the screen would say it. */
const plainLines = (event: RunEvent, name: NameTask): readonly TurnLine[] =>
  shown.has(event.type)
    ? formatEvent({ ...event, unit: undefined } as unknown as RunEvent, false, name).map(({ text }) => ({
        is: "note" as const,
        text: text.trim(),
      }))
    : [];
