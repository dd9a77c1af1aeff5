import { errorMessage } from "../lib/errors.js";
import { now } from "../lib/time/clock.js";
import { pause } from "../lib/time/pause.js";
import { taskBranch } from "./branches.js";
import { RepositoryFault } from "./fault.js";
import type { Mirror } from "./mirror.js";
import type { TaskSession } from "./session.js";
import type { FleetRepository } from "./terms.js";
import type { WorkTools } from "./work-terms.js";

/** The remote of a task that is worked on: its own branch there, and what to do while it does not answer. */
export class TaskRemote {
  readonly #session: TaskSession;
  readonly #url: string;
  readonly #tools: WorkTools;
  readonly #mirror: Mirror;
  readonly #branch: string;
  #hasProbed = false;
  /** Where the branch of the task is at the remote. */
  #pushed: string | null = null;

  constructor(session: TaskSession, { url }: FleetRepository, tools: WorkTools) {
    this.#session = session;
    this.#url = url;
    this.#tools = tools;
    this.#mirror = tools.mirrors(url);
    this.#branch = taskBranch(session.hold.submission, session.hold.task);
  }

  /** The branch belongs to whoever has the task: what a worker that was frozen pushed late is replaced. */
  push = (commit: string): Promise<void> => this.patiently(() => this.#push(commit));

  async #push(commit: string): Promise<void> {
    this.#pushed ??= await this.#mirror.remoteCommit(this.#branch);
    while (commit !== this.#pushed) {
      await this.#session.fence();
      if (await this.#mirror.push(this.#branch, { to: commit, from: this.#pushed })) this.#pushed = commit;
      else this.#pushed = await this.#mirror.remoteCommit(this.#branch);
    }
  }

  /** A remote that takes no push is told before the first turn is paid, and again after it took none. */
  async probe(): Promise<void> {
    if (this.#hasProbed) return;
    this.#hasProbed = true;
    const url = this.#url;
    const isKnown = this.#tools.pushed.has(url) && (await this.#tools.board.notices.pauseOf(url)) === null;
    if (!isKnown) await this.#mirror.probe();
    this.#tools.pushed.add(url);
  }

  /** Work that is paid is not given up because the remote is away for a moment. */
  async patiently<T>(act: () => Promise<T>): Promise<T> {
    const until = now() + this.#tools.holdOnMs;
    for (let waitMs = 1_000; ; waitMs = Math.min(2 * waitMs, 20_000))
      try {
        return await act();
      } catch (error) {
        const isAway = error instanceof RepositoryFault && error.is !== "read-only";
        if (!isAway || now() + waitMs > until || this.#tools.stop.now.aborted) throw error;
        this.#tools.emit({ type: "warning", text: `${error.message}: the work waits for it` });
        await pause(waitMs);
        await this.#session.fence();
      }
  }

  /** Its work is part of the common branch, and this one is needed no more. */
  async drop(): Promise<void> {
    await this.#session.fence();
    try {
      const at = this.#pushed ?? (await this.#mirror.remoteCommit(this.#branch));
      if (at !== "") await this.#mirror.push(this.#branch, { to: "", from: at });
    } catch (error) {
      this.#tools.emit({ type: "warning", text: `${this.#branch} could not be removed: ${errorMessage(error)}` });
    }
  }
}
