import { isOver } from "../../decide/dependencies.js";
import { selectTaskById, type Task } from "../../decide/tasks.js";
import {
  areFromPerson,
  isSameQuestion,
  maxWords,
  type NewWords,
  type Question,
  taskOfWords,
  type Words,
} from "../../decide/words.js";
import { findAgain } from "../../evidence/ledger/pair-tasks.js";
import { errorMessage } from "../../lib/errors.js";
import { maxQuestions } from "../../store/words.js";
import { accept, type ControlReply, refuse } from "./control-reply.js";
import {
  describeAnswered,
  describeMissed,
  describeNothingAsked,
  describeWhen,
  findOpenTask,
  tasksOf,
} from "./describe-words.js";
import type { RunEvent } from "./run-event.js";

/** What the run does with words. */
export interface WordsPort {
  emit(event: RunEvent): void;
  /** Writes words to the journal; null before the run has started. Throws if that fails. */
  save(words: NewWords): Words | null;
  /** Whether its next prompt comes only after `untildone run --resume`, in words: "the run is stopping". */
  readonly over: string | null;
}

/** Messages that may wait for one task. */
const maxWaiting = 20;

/** What a person says to the tasks of a run, and what their agents ask. */
export class PersonWords {
  readonly #port: WordsPort;
  #words: readonly Words[] = [];
  /** Those in the prompt of a turn that goes on. */
  readonly #given = new Set<number>();
  #questions: readonly Question[] = [];
  /** The list as it counts; null if it is not known, or there is none. */
  #tasks: readonly Task[] | null = null;
  #setAside: readonly string[] = [];
  #atWork: readonly string[] = [];

  constructor(port: WordsPort) {
    this.#port = port;
  }

  get waiting(): readonly Words[] {
    return this.#words;
  }

  get questions(): readonly Question[] {
    return this.#questions;
  }

  /** Those for the next prompt of a task; null for a prompt without one. */
  listFor(task: string | null): readonly Words[] {
    return this.#words.filter((words) => !this.#given.has(words.id) && [null, task].includes(taskOfWords(words)));
  }

  /** The same, for a prompt that is written now. */
  give(task: string | null): readonly Words[] {
    const words = this.listFor(task);
    for (const { id } of words) this.#given.add(id);
    return words;
  }

  /** Their turn failed: the agent may not have read them. */
  takeBack(words: readonly Words[]): void {
    for (const { id } of words) this.#given.delete(id);
  }

  /** How many messages of a person wait for a prompt of the task; `own`: for no other one. */
  countFor(task: string | null, of: "own" | "any" = "any"): number {
    const isOwn = (words: Words): boolean => of === "any" || taskOfWords(words) === task;
    return this.listFor(task).filter((words) => areFromPerson(words) && isOwn(words)).length;
  }

  restore(words: readonly Words[], questions: readonly Question[]): void {
    this.#words = words;
    this.#questions = questions;
  }

  /** The tasks that are worked on now: what a person says is for them. */
  setAtWork(tasks: readonly string[]): void {
    this.#atWork = tasks;
  }

  /** In a list without ids a line that is added or removed gives the tasks other numbers. */
  seeTasks(tasks: readonly Task[], setAside: readonly string[]): void {
    const before = this.#tasks ?? tasks;
    const rename = (id: string): string => {
      const was = before === tasks ? undefined : before.find((task) => task.id === id);
      return was ? (findAgain(was, tasks)?.id ?? id) : id;
    };
    this.#words = this.#words.map((words) => {
      const task = taskOfWords(words);
      return task === null || rename(task) === task ? words : { ...words, task: rename(task) };
    });
    this.#questions = this.#questions.map((question) =>
      question.task === null ? question : { ...question, task: rename(question.task) },
    );
    this.#atWork = this.#atWork.map(rename);
    this.#tasks = tasks;
    this.#setAside = setAside;
    this.#missDone(new Set(tasks.filter(isOver).map(({ id }) => id)));
  }

  /** No prompt of a task that is done will have them: that is told at once, and again when the run ends. */
  #missDone(done: ReadonlySet<string>): void {
    const isMissed = (words: Words): boolean => done.has(taskOfWords(words) ?? "");
    const missed = this.#words.filter(isMissed);
    this.#questions = this.#questions.filter(({ task }) => !done.has(task ?? ""));
    if (missed.length === 0) return;
    this.#words = this.#words.filter((words) => !isMissed(words));
    for (const words of missed) this.#port.emit({ type: "warning", text: describeMissed(words) });
  }

  note(questions: readonly Question[]): void {
    const added = questions.filter((question) => !this.#questions.some((each) => isSameQuestion(each, question)));
    this.#questions = [...this.#questions, ...added].slice(-maxQuestions);
  }

  /** The tasks are done: nobody needs to answer them any more. */
  close(tasks: readonly string[]): void {
    this.#questions = this.#questions.filter(({ task }) => task === null || !tasks.includes(task));
  }

  /** A prompt had these words, and its turn did not fail. */
  markUsed(words: readonly Words[]): void {
    const used = new Set(words.map(({ id }) => id));
    this.#words = this.#words.filter(({ id }) => !used.has(id));
  }

  /** For the task that is named, or for each at work. */
  tell(text: string, { from = "tell", task }: { readonly from?: "tell" | "file"; readonly task?: string } = {}) {
    const named = task === undefined ? null : findOpenTask(task, this.#tasks);
    if (typeof named === "string") return refuse(named);
    const tasks = named ? [named.id] : this.#atWork;
    const all = tasks.length === 0 ? [{ from, text }] : tasks.map((id) => ({ from, text, task: id }));
    return this.#take(all, `${this.#describeWhen(tasks)} will have this`);
  }

  /** Answers every open question, or those of one task. */
  answer(text: string, task?: string): ControlReply {
    const found = task === undefined ? null : selectTaskById(task, this.#tasks ?? []);
    const id = found?.is === "task" ? (found.inList ?? found.id) : null;
    const asked = this.#questions.filter((question) => task === undefined || question.task === id);
    if (asked.length === 0) return refuse(describeNothingAsked(task));
    const all = asked.map((question) => ({
      ...({ from: "answer", text, question } as const),
      ...(question.task === null ? {} : { task: question.task }),
    }));
    const reply = this.#take(all, describeAnswered(asked, this.#describeWhen(tasksOf(asked))));
    if (reply.ok) this.#questions = this.#questions.filter((question) => !asked.includes(question));
    return reply;
  }

  #take(all: readonly NewWords[], message: string): ControlReply {
    const said = (all[0]?.text ?? "").trim();
    if (said === "") return refuse("there are no words to give to the agent");
    if (said.length > maxWords)
      return refuse(`that is too long: ${said.length} characters of at most ${maxWords}; name a file instead`);
    if (all.some((words) => this.#countWaiting(taskOfWords(words)) >= maxWaiting))
      return refuse(`${maxWaiting} messages are waiting for the next prompt already`);
    for (const words of all) {
      const saved = this.#trySave({ ...words, text: said });
      if (typeof saved === "string") return refuse(`it cannot be written down: ${saved}`);
      this.#words = [...this.#words, saved];
      this.#port.emit({ type: "words-received", words: saved });
    }
    return accept(message);
  }

  #countWaiting = (task: string | null): number => this.#words.filter((words) => taskOfWords(words) === task).length;

  /** The run goes on if its disk is full. */
  #trySave(words: NewWords): Words | string {
    try {
      return this.#port.save(words) ?? "the run has not started yet";
    } catch (error) {
      return errorMessage(error);
    }
  }

  #describeWhen(tasks: readonly string[]): string {
    return describeWhen(tasks, { over: this.#port.over, listed: this.#tasks, setAside: this.#setAside });
  }
}
