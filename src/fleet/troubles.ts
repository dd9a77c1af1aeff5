import { now } from "../lib/time/clock.js";
import type { Hold } from "./board-terms.js";
import { commonBranch } from "./branches.js";
import { type Fault, findFault } from "./fault.js";
import { LogIns } from "./log-ins.js";
import { nextPause, type Pause } from "./pause.js";
import { explainRefusal } from "./redis-refusal.js";
import { submitAgain } from "./submit-again.js";
import type { FleetRepository, Submission } from "./terms.js";
import type { WorkerOptions } from "./worker-terms.js";

/** What is wrong around the tasks of a worker: with Redis, with a remote, or with this machine. */
export class Troubles {
  readonly #options: WorkerOptions;
  readonly #leave: () => void;
  /** Submissions of which it was said that Redis has lost them. */
  readonly #gone = new Set<string>();
  /** Repositories that cannot be prepared or checked on this machine. */
  readonly #left = new Map<string, Pause>();
  readonly #logIns = new LogIns();
  /** The last that was said about Redis. */
  #complaint = "";
  /** What is wrong with this machine; null if nothing is. */
  #ofMachine: string | null = null;

  /** `leave` is called once something is wrong with this machine. */
  constructor(options: WorkerOptions, leave: () => void) {
    this.#options = options;
    this.#leave = leave;
  }

  get ofMachine(): string | null {
    return this.#ofMachine;
  }

  /** What Redis refuses is said once. Its absence is said by the connection, all else by the task it concerns. */
  complain(error: unknown): boolean {
    const refusal = explainRefusal(error, this.#options.connection.address.shown);
    if (refusal === null) return false;
    const text = `${refusal.what}: waiting until that is over (${refusal.fix})`;
    if (text !== this.#complaint) this.#options.tell({ type: "warning", text });
    this.#complaint = text;
    return true;
  }

  /** Redis gave us a job: what it refused before is over. */
  redisAnswers(): void {
    this.#complaint = "";
  }

  /** Before a task is blamed, the machine is tried: not every error says what it comes from. */
  async find(error: unknown, repository: FleetRepository | undefined): Promise<Fault> {
    const fault = findFault(error);
    if (repository && fault.of === "place" && fault.isLogIn && this.#logIns.noteRefused(repository.url))
      return {
        of: "worker",
        why: `more than one host refuses the log-in of this worker: ${fault.why}`,
        mayBeTask: false,
      };
    if ((fault.of !== "task" && fault.of !== "place") || !repository) return fault;
    return this.#options.trade.tryMachine(repository).then(
      () => fault,
      (of) => (findFault(of).of === "worker" ? findFault(of) : fault),
    );
  }

  /** Takes no more tasks: each would fail here, and not by its own fault. Others end after their iteration. */
  drain(why: string): void {
    if (this.#ofMachine !== null) return;
    this.#ofMachine = why;
    this.#options.tell({ type: "worker-drained", why });
    this.#leave();
  }

  /** Null if patience has run out: the other tasks of the repository find it so, too, and do not wait once more. */
  async pause({ name, url }: FleetRepository, fault: Extract<Fault, { of: "repository" }>): Promise<Pause | null> {
    const { fleet, patience, tell } = this.#options;
    const known = await fleet.board.notices.pauseOf(url);
    const pause = nextPause(known, fault, { now: now(), patience });
    if (pause === null || pause === known) return pause;
    await fleet.board.notices.pause(url, pause);
    tell({ type: "repository-paused", name, why: fault.why, until: new Date(pause.until).toISOString() });
    return pause;
  }

  /** The same for this worker alone: the others may have what it lacks, or the cause is over before patience is. */
  leave({ name, url }: FleetRepository, { why }: Extract<Fault, { of: "place" }>): Pause | null {
    const { patience, tell } = this.#options;
    const known = this.#left.get(url) ?? null;
    const pause = nextPause(known, { is: "unusable-here", why }, { now: now(), patience });
    if (pause === null || pause === known) return pause;
    this.#left.set(url, pause);
    tell({ type: "repository-left", name, why, until: new Date(pause.until).toISOString() });
    return pause;
  }

  /** Whether this worker leaves it to others now. */
  isLeft({ url }: FleetRepository): boolean {
    return (this.#left.get(url)?.until ?? 0) > now();
  }

  /** The repository can be reached and worked on: what was noted about it is over. */
  async answered({ url }: FleetRepository): Promise<void> {
    this.#left.delete(url);
    this.#logIns.noteTaken(url);
    const { board } = this.#options.fleet;
    if (await board.notices.pauseOf(url)) await board.notices.endPause(url);
  }

  /** Redis was emptied: what is on the branches is all that is left of the submission. */
  async tellIfGone({ submission }: Hold, repository: FleetRepository): Promise<void> {
    const { fleet, tell, connection } = this.#options;
    const { name, url, from } = repository;
    const isGone = await fleet.board.standing(submission, 0).then(
      (standing) => standing === null,
      () => false,
    );
    if (!isGone || this.#gone.has(`${submission} ${url}`)) return;
    this.#gone.add(`${submission} ${url}`);
    const branch = commonBranch(submission);
    // Its terms are known from before.
    const terms = await fleet.board.find(submission).catch(() => null);
    const again = terms && submitAgain(terms, repository, { prefix: connection.prefix, now: now() });
    const lost = `${name}: Redis no longer knows submission ${submission}: its journal and what it used are lost`;
    const left = `Merged work is on ${branch} (if there is none, start from ${from}), unfinished work on ${branch}-TASK`;
    const limits =
      terms && terms.repositories.length > 1 && hasLimit(terms) ? ", whose limits were for all repositories" : "";
    tell({ type: "warning", text: `${lost}. ${left}. To go on${limits}: ${again ?? "submit it again"}` });
  }
}

const hasLimit = ({ limits }: Submission): boolean => Object.values(limits).some((limit) => limit !== null);
