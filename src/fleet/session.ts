import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { safeJson } from "../lib/secrets/secrets.js";
import { packText, unpackText } from "../lib/text/pack-text.js";
import { oneLine } from "../lib/text/printable.js";
import { now } from "../lib/time/clock.js";
import { asTaskRecord, type DecisionRecord, findUnusableAgent, readDecision, type TaskState } from "../run.js";
import type { Board } from "./board.js";
import type { BranchMove, Change, Hold, Standing } from "./board-terms.js";
import { endLine } from "./end-record.js";
import { isCommit, type TaskProgress, type TaskStatus } from "./terms.js";

/** Another worker has the task: nothing of what this one has may be seen by others. */
export class Lost extends Error {
  constructor() {
    super("another worker has the task now");
  }
}

/** The task ends here, and not by a decision about it. */
export class Halt extends Error {
  readonly status: Extract<TaskStatus, "stopped" | "cancelled">;

  constructor(status: Halt["status"], why: string) {
    super(why);
    this.status = status;
  }
}

/** What another worker needs to go on. */
export interface LeftState extends TaskState {
  /** How often its work could not be merged. */
  readonly sentBack: number;
}

interface SessionStart {
  readonly progress: TaskProgress;
  readonly left: LeftState | null;
  readonly title: string;
  warn(text: string): void;
}

const forgedEnd =
  "Redis said how it ended while its tasks are at work: somebody else writes to this Redis (untildone fleet doctor); not believed";

interface SessionEnd {
  readonly status: TaskStatus;
  readonly why: string;
  /** What the journal says of it; null if that is to be made. */
  readonly record: Omit<DecisionRecord, "n" | "version"> | null;
  /** A decision of the task's own says it already. */
  readonly isRecorded?: boolean | undefined;
}

/** A task that a worker has: everything others learn of it goes through here, with the token of the job. */
export class TaskSession {
  readonly hold: Hold;
  readonly #board: Board;
  #progress: TaskProgress;
  /** Lines of the task's journal that are in the common one, and those whose use is counted. */
  #sent: number;
  #counted: number;
  #hadTurn = false;
  readonly #title: string;
  readonly #warn: SessionStart["warn"];
  /** The last decision about it that others know. */
  #last: DecisionRecord | null;

  constructor(board: Board, hold: Hold, { progress, left, title, warn }: SessionStart) {
    this.#warn = warn;
    this.hold = hold;
    this.#title = title;
    this.#last = left === null ? null : lastDecision(left.journal);
    this.#board = board;
    this.#progress = progress;
    this.#sent = left === null ? 0 : splitLines(left.journal).length;
    this.#counted = this.#sent;
  }

  get progress(): TaskProgress {
    return this.#progress;
  }

  /** Whether all of a journal is known to others. */
  isSent = (journal: string): boolean => splitLines(journal).length === this.#sent;

  /** Throws if the task is no longer ours. Before everything that others see. */
  async fence(): Promise<void> {
    if (!(await this.#board.holds(this.hold))) throw new Lost();
  }

  /** Before the common branch is pushed: what a worker did not write down is somebody else's. */
  async announce(move: BranchMove): Promise<void> {
    if (!(await this.#board.announce(this.hold, move))) throw new Lost();
  }

  /** Throws if no further turn may start. */
  async mayGoOn(): Promise<void> {
    const standing = await this.#board.standing(this.hold.submission, this.hold.repository);
    const reason = standing ? findHalt(standing, now()) : new Halt("cancelled", "the submission was removed");
    if (reason) throw reason;
    this.#hadTurn = true;
  }

  /** Whether its agent may have worked here. */
  get hadTurn(): boolean {
    return this.#hadTurn;
  }

  async begin(worker: string): Promise<void> {
    const isTakeover = this.#progress.status === "working";
    const takeovers = this.#progress.takeovers + (isTakeover ? 1 : 0);
    await this.#commit({ progress: { ...this.#progress, status: "working", worker, takeovers }, isTakeover });
  }

  /** What the turns used, before their work is pushed: it is paid, whatever becomes of the work. */
  async count(journal: string): Promise<void> {
    const lines = splitLines(journal);
    const fresh = lines.slice(this.#counted).flatMap((line) => readDecision(line) ?? []);
    const turns = fresh.filter(({ observation }) => observation.turn !== null);
    if (turns.length > 0) {
      // An agent that is not logged in did nothing: what it cost, if anything, is all that counts.
      const had = turns.filter((record) => findUnusableAgent(record) === null).length;
      const progress = { ...this.#progress, iterations: this.#progress.iterations + had };
      const used = { iterations: had, usd: sum(turns, "usd"), tokens: sum(turns, "tokens") };
      await this.#commit({ progress, used });
    }
    this.#counted = lines.length;
  }

  /** After an iteration whose work is pushed. */
  async save(state: LeftState): Promise<void> {
    const lines = splitLines(state.journal);
    const fresh = lines.slice(this.#sent).flatMap((line) => readDecision(line) ?? []);
    const hadTurn = fresh.some(({ observation }) => observation.turn !== null);
    await this.#commit({
      // An iteration was finished here, so what went wrong before is not the task's fault.
      progress: hadTurn ? { ...this.#progress, takeovers: 0 } : this.#progress,
      state: packState(state),
      records: fresh.map((record) => this.#asLine(record)),
    });
    this.#sent = lines.length;
    this.#last = fresh.at(-1) ?? this.#last;
  }

  /** The task is over, which the journal says in any case. */
  async end({ status, why, record, isRecorded = false }: SessionEnd): Promise<void> {
    const { submission, task } = this.hold;
    const own = { submission, task, title: this.#title, end: { status, why: oneLine(why) }, last: this.#last };
    const line = record === null ? (isRecorded ? null : endLine(own)) : this.#asLine({ version: 1, n: 0, ...record });
    const records = line === null ? [] : [line];
    await this.#commit({ progress: { ...this.#progress, status, why }, state: null, records, isOver: true });
  }

  /** In the queue again, for whoever takes it. A task that each worker leaves takes them down, one by one. */
  async giveBack(why: string, { isLeft = false } = {}): Promise<void> {
    const takeovers = this.#progress.takeovers + (isLeft ? 1 : 0);
    await this.#commit({ progress: { ...this.#progress, status: "waiting", worker: null, why, takeovers } });
  }

  #asLine(record: DecisionRecord): string {
    const { submission, task } = this.hold;
    return safeJson(asTaskRecord(record, { run: submission, task }));
  }

  async #commit(change: Change): Promise<void> {
    const progress = { ...change.progress, at: new Date(now()).toISOString() };
    const { is, wasEnded } = await this.#board.commit(this.hold, { ...change, progress });
    if (wasEnded) this.#warn(`${this.hold.name}: ${forgedEnd}`);
    if (is !== "ok") throw new Lost();
    this.#progress = progress;
  }
}

function lastDecision(journal: string): DecisionRecord | null {
  const line = splitLines(journal).at(-1);
  return line === undefined ? null : readDecision(line);
}

const splitLines = (journal: string): readonly string[] => journal.split("\n").filter((line) => line !== "");

const sum = (records: readonly DecisionRecord[], name: "usd" | "tokens"): number =>
  records.reduce((total, { after }) => total + (after[name] ?? 0), 0);

/** Why a submission may start no further turn. */
export function findHalt({ cancelled, used, limits }: Standing, now: number): Halt | null {
  if (cancelled) return new Halt("cancelled", "the submission was cancelled");
  const names = { iterations: "iterations", usd: "US dollars", tokens: "tokens" } as const;
  for (const [name, word] of Object.entries(names) as ["iterations" | "usd" | "tokens", string][]) {
    const limit = limits[name];
    if (limit !== null && used[name] >= limit)
      return new Halt("stopped", `the budget of the submission is spent: ${round(used[name])} of ${limit} ${word}`);
  }
  if (limits.until !== null && now >= limits.until) return new Halt("stopped", "the time of the submission is over");
  return null;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** A journal shrinks to a tenth. */
const packState = (state: LeftState): string => packText(safeJson(state));

const maxStateBytes = 64 * 1024 * 1024;

/** Null if there is none to rely on: the task then starts anew. */
export function unpackState(packed: string | null): LeftState | null {
  if (packed === null) return null;
  const value = tryParseJson(unpackText(packed, maxStateBytes) ?? "");
  if (!isRecord(value)) return null;
  const { run, base, commit, journal, ledger, feedback, sentBack } = value;
  const isNamed = typeof run === "string" && /^\d{8}-\d{6}-[a-z0-9]{6}$/.test(run) && typeof journal === "string";
  const isPlaced = typeof base === "string" && isCommit(base) && typeof commit === "string" && isCommit(commit);
  const isFeedback =
    feedback === null || (Array.isArray(feedback) && feedback.every((line) => typeof line === "string"));
  const isKnown = isRecord(ledger) && typeof sentBack === "number" && isFeedback;
  return isNamed && isPlaced && isKnown ? (value as unknown as LeftState) : null;
}
