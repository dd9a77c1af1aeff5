import type { Budget } from "../../decide/run-request.js";
import { printableLines } from "../../lib/text/printable.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import type { ViewScreen } from "../live-view/view-layout.js";
import type { EventContext, ViewState } from "../live-view/view-state.js";
import { foldText, formatFull, readableRows } from "./full-lines.js";
import type { FullMode, FullUi, Readable, TurnTarget } from "./full-mode.js";
import { nextReadable, scrollKey, typeKey } from "./mode-keys.js";
import { RunLog } from "./run-log.js";
import { describeTask } from "./task-text.js";
import type { ViewActions } from "./view-actions.js";

interface FullViewOptions {
  readonly actions: ViewActions;
  screen(): ViewScreen;
  redraw(): void;
  mask(text: string): string;
}

const budgetKeys: Readonly<Record<string, Budget>> = { i: "iterations", t: "seconds", c: "usd", k: "tokens" };
const longest = 1_000_000;

/** The state of the full screen, and what its keys do. */
export class FullScreenView {
  readonly #options: FullViewOptions;
  readonly #log = new RunLog();
  #ui: FullUi = { mode: { is: "run" }, selected: null, message: null };

  constructor(options: FullViewOptions) {
    this.#options = options;
  }

  /** `isPast`: it happened before anybody looked, and its lines are not known. */
  apply(event: RunEvent, context: EventContext, isPast: boolean): void {
    this.#log.apply(event, context);
    if (event.type === "decision-made") this.#ui = { ...this.#ui, message: null }; // The answer to something older.
    if (event.type === "run-start" && (isPast || event.resumed))
      this.#log.recall(this.#options.actions.past(event.run), context);
  }

  lines(state: ViewState): readonly string[] {
    return formatFull({ log: this.#log, state, ui: this.#ui }, this.#options.screen());
  }

  /** True if the key was meant for it: others are those of the run. */
  press(key: string): boolean {
    const { mode } = this.#ui;
    if (mode.is !== "typing") this.#set({ message: null });
    switch (mode.is) {
      case "typing":
        return this.#type(mode, key);
      case "budget":
        return this.#chooseBudget(key);
      case "help":
        return this.#leave(key, ["?", "escape", "enter", "q"]);
      case "reading":
        return this.#read(mode, key);
      case "run":
        return this.#pressInRun(key);
    }
  }

  #set(changed: Partial<FullUi>): void {
    this.#ui = { ...this.#ui, ...changed };
    this.#options.redraw();
  }

  #pressInRun(key: string): boolean {
    const { selected } = this.#ui;
    switch (key) {
      case "?":
        return this.#enter({ is: "help" });
      case "+":
        return this.#enter({ is: "budget" });
      case "t":
        return this.#enter({ is: "typing", what: "tell", task: selected, text: "" });
      case "a":
        if (this.#log.questions.length > 0) return this.#enter({ is: "typing", what: "answer", task: null, text: "" });
        this.#set({ message: "nothing was asked; t tells the agent something" });
        return true;
      case "d":
        return this.#show("diff", this.#target(true));
      case "o":
        return this.#show("output", this.#target());
      case "enter":
        return this.#showTask();
      case "up":
      case "k":
      case "down":
      case "j":
        return this.#select(key === "up" || key === "k" ? -1 : 1);
      case "escape":
        this.#set({ selected: null });
        return true;
      default:
        return false;
    }
  }

  #enter(mode: FullMode): true {
    this.#set({ mode });
    return true;
  }

  #leave(key: string, keys: readonly string[]): true {
    if (keys.includes(key)) this.#set({ mode: { is: "run" } });
    return true;
  }

  #select(by: 1 | -1): true {
    const ids = [...this.#log.tasks.keys()];
    const { selected } = this.#ui;
    const from = selected ?? this.#log.current.at(-1)?.task ?? null;
    const at = from === null ? -1 : ids.indexOf(from);
    const next = selected === null && at >= 0 ? at : Math.max(0, Math.min(ids.length - 1, at + by));
    this.#set({ selected: ids[next] ?? null });
    return true;
  }

  /** The chosen task, else the turn that goes on; `isOver`: what it changed is known once it was judged. */
  #target(isOver = false): TurnTarget {
    const { selected } = this.#ui;
    const turns = selected === null ? (isOver ? this.#log.turns : this.#log.current) : this.#log.turnsOf(selected);
    const turn = turns.findLast((each) => !isOver || each.isOver);
    return { task: selected, iteration: turn?.iteration ?? null };
  }

  #type(mode: Extract<FullMode, { is: "typing" }>, key: string): true {
    if (key === "enter") this.#send(mode);
    else this.#set({ mode: typeKey(mode, key) });
    return true;
  }

  #send({ what, task, text }: Extract<FullMode, { is: "typing" }>): void {
    this.#set({ mode: { is: "run" } });
    if (text.trim() === "") return;
    const { actions } = this.#options;
    this.#report(what === "answer" ? actions.answer(text) : actions.tell(text, task));
  }

  #chooseBudget(key: string): true {
    const budget = budgetKeys[key];
    if (budget) this.#report(this.#options.actions.raise(budget));
    this.#set({ mode: { is: "run" } });
    return true;
  }

  /** What was asked takes a moment: the screen goes on meanwhile. */
  #report(asked: Promise<string>): void {
    void asked.then(
      (message) => this.#set({ message: this.#clean(message) }),
      (error: unknown) => this.#set({ message: this.#clean(error instanceof Error ? error.message : String(error)) }),
    );
  }

  #read(mode: Extract<FullMode, { is: "reading" }>, key: string): true {
    const scrolled = scrollKey(mode, key, readableRows(this.#options.screen()));
    if (scrolled) this.#set({ mode: scrolled });
    else if (key === "d") this.#show("diff", mode.what === "task" ? mode.target : this.#target(true));
    else if (key === "o") this.#show(nextReadable(mode.what), mode.target);
    else this.#leave(key, ["escape", "q", "enter"]);
    return true;
  }

  #show(what: Readable, target: TurnTarget): true {
    if (target.iteration === null) {
      this.#set({ message: "there is nothing of it yet" });
      return true;
    }
    const title = `${what} of ${target.task ?? `turn ${target.iteration}`}`;
    this.#report(this.#options.actions.read(what, target).then((text) => this.#open(what, target, { title, text })));
    return true;
  }

  #open(what: Readable | "task", target: TurnTarget, { title, text }: { title: string; text: string }): "" {
    const screen = this.#options.screen();
    const lines = foldText(printableLines(this.#options.mask((text || "(nothing)").slice(-longest))), screen);
    // The end of what goes on is what is new.
    const top = what === "output" ? Math.max(0, lines.length - readableRows(screen)) : 0;
    this.#set({ mode: { is: "reading", what, target, title, lines, top }, message: null });
    return "";
  }

  #showTask(): true {
    const id = this.#ui.selected ?? this.#log.current.at(-1)?.task ?? null;
    const task = id === null ? undefined : this.#log.tasks.get(id);
    if (!task) {
      this.#set({ message: "choose a task with the arrow keys" });
      return true;
    }
    const target = { task: task.id, iteration: this.#log.turnsOf(task.id).at(-1)?.iteration ?? null };
    this.#open("task", target, { title: `task ${task.id}`, text: describeTask(task, this.#log) });
    return true;
  }

  #clean = (text: string): string | null => {
    const line = printableLines(this.#options.mask(text)).replaceAll(/\s*\n\s*/g, " ");
    return line === "" ? null : line;
  };
}
