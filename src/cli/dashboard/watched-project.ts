import { closedBreaker } from "../../decide/breaker.js";
import { formatQuestion, type Question } from "../../decide/words.js";
import { readExported } from "../../fleet/exported.js";
import { errorMessage } from "../../lib/errors.js";
import { now } from "../../lib/time/clock.js";
import type { DashboardProject, ListedRun } from "../../report/dashboard-state.js";
import { clipText } from "../../report/run-report/clip-text.js";
import { findCutOff } from "../../run/records/open-runs.js";
import { findPrivateFolder, type PrivateFolder } from "../../run/records/private-folder.js";
import { acceptableTasks } from "../../run/start/acceptable.js";
import { findRunningRun } from "../../run/steer/client.js";
import { loadState } from "../../store/load.js";
import { findWaitingWords, nothingWaiting } from "../../store/words.js";
import type { Io, ParsedArgs } from "../command.js";
import { readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";
import { FollowedRun } from "./followed-run.js";
import { type IndexedRun, RunIndex } from "./run-index.js";

const maxRuns = 50;
/** Characters of a person's words, or of a question. */
const maxShown = 1000;

/** What the journal says about the last run, beside its decisions. */
type Standing = Pick<DashboardProject, "question" | "waitingWords" | "acceptable" | "breaker" | "problem">;

const nothingYet: Standing = {
  question: null,
  waitingWords: [],
  acceptable: [],
  breaker: closedBreaker,
  problem: null,
};

interface ProjectOptions {
  readonly id: number;
  readonly name: string;
  readonly onChange: () => void;
}

/** A project on the dashboard: its runs, and the one that is going on. */
export class WatchedProject {
  readonly id: number;
  readonly name: string;
  /** As the commands get it, in the project's folder. */
  readonly io: Io;
  readonly folder: string;
  readonly privateFolder: PrivateFolder | null;
  readonly isFleet: boolean;
  readonly #stateFlag: string | undefined;
  readonly #index: RunIndex;
  readonly #onChange: () => void;
  #standing: Standing = nothingYet;
  #followed: FollowedRun | null = null;
  #cutOff: ReadonlySet<string> = new Set();
  /** What was going on and cut off when the journal was read last. */
  #key = "";

  constructor(args: ParsedArgs, io: Io, { id, name, onChange }: ProjectOptions) {
    this.id = id;
    this.name = name;
    this.io = io;
    this.folder = stateFolder(readConfig(args, io), io);
    this.privateFolder = findPrivateFolder(io.cwd, io);
    this.isFleet = readExported(this.folder) !== null;
    this.#stateFlag = args.text("state");
    this.#index = new RunIndex(this.folder);
    this.#onChange = onChange;
  }

  get isRunning(): boolean {
    return this.#followed !== null;
  }

  /** What a command of this project is started with. */
  makeArgs(words: readonly string[]): ParsedArgs {
    const text = (name: string): string | undefined => (name === "state" ? this.#stateFlag : undefined);
    return { words, flag: () => false, text, texts: () => [] };
  }

  /** Reads what changed. A journal that cannot be read is a problem of this project alone. */
  async refresh(): Promise<void> {
    await this.#follow();
    try {
      const cutOff = this.privateFolder ? findCutOff(this.privateFolder, null).map(({ run }) => run) : [];
      const live = this.#followed?.address.run ?? null;
      const key = JSON.stringify([live, cutOff]);
      this.#cutOff = new Set(cutOff);
      if (!this.#index.update() && key === this.#key) return;
      this.#key = key;
      this.#standing = readStanding(this.folder, live);
    } catch (error) {
      this.#standing = { ...nothingYet, problem: errorMessage(error) };
    }
    this.#onChange();
  }

  leave(): void {
    this.#followed?.leave();
    this.#followed = null;
  }

  get state(): DashboardProject {
    const runs = this.#index.runs.filter(({ hasDecision }) => hasDecision);
    const listed = runs.slice(-maxRuns).map((run) => this.#list(run));
    return {
      id: this.id,
      name: this.name,
      isFleet: this.isFleet,
      runs: [...this.#listUndecided(runs), ...listed.reverse()],
      olderRuns: Math.max(0, runs.length - maxRuns),
      live: this.#followed?.state ?? null,
      canStart: !this.isFleet && this.#followed === null && runs.length > 0,
      ...this.#standing,
    };
  }

  /** The version of a run's report; null if there is none. */
  findVersion(run: string): string | null {
    const found = this.#index.runs.find((each) => each.run === run && each.hasDecision);
    return found ? this.#list(found).version : null;
  }

  async #follow(): Promise<void> {
    if (this.#followed?.hasEnded) this.#drop();
    if (this.#followed || !this.privateFolder) return;
    const found = findRunningRun(this.privateFolder.path, this.#stateFlag === undefined ? undefined : this.folder);
    if (found.is !== "run") return;
    const followed = new FollowedRun(found.address, this.#onChange);
    if (await followed.start()) this.#followed = followed;
  }

  #drop(): void {
    this.#followed = null;
    this.#onChange();
  }

  #list({ run, startedAt, lastAt, iterations, outcome, records }: IndexedRun): ListedRun {
    const status =
      this.#followed?.address.run === run
        ? "running"
        : this.#cutOff.has(run)
          ? "cut-off"
          : outcome === null
            ? "open"
            : "ended";
    const isPaused = status === "running" && this.#followed?.state.state === "paused";
    return { run, startedAt, lastAt, iterations, outcome, status, isPaused, version: `${records} ${status}` };
  }

  /** A run that is going on and has not come to a decision yet. */
  #listUndecided(decided: readonly IndexedRun[]): readonly ListedRun[] {
    const run = this.#followed?.address.run;
    if (run === undefined || decided.some((each) => each.run === run)) return [];
    const at = new Date(this.#followed?.state.view.clock.at ?? now()).toISOString();
    return [
      {
        run,
        startedAt: at,
        lastAt: at,
        iterations: 0,
        outcome: null,
        status: "running",
        isPaused: false,
        version: null,
      },
    ];
  }
}

/** One as it is, several each with its task. */
function describeQuestions(questions: readonly Question[]): string | null {
  const [first, ...more] = questions;
  if (!first) return null;
  return clipText(more.length === 0 ? first.text : questions.map(formatQuestion).join("; "), maxShown);
}

/** Of the run that is going on, which may not be in the journal yet, or of the last one. */
function readStanding(folder: string, live: string | null): Standing {
  const { runState, damage } = loadState(folder);
  const run = live ?? runState.run?.id;
  const { words, questions } = run === undefined ? nothingWaiting : findWaitingWords(folder, run);
  const { state, reason } = runState.breaker;
  return {
    question: describeQuestions(questions),
    waitingWords: words.map(({ text }) => clipText(text, maxShown)),
    acceptable: acceptableTasks(runState).filter((task) => !runState.run?.accepted?.includes(task)),
    breaker: { state, reason },
    problem: damage.length === 0 ? null : damage.map(({ name, why }) => `${name} ${why}`).join("; "),
  };
}
