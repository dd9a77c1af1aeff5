import type { Job } from "bullmq";
import { now } from "../lib/time/clock.js";
import type { AtWork } from "./at-work.js";
import type { Hold } from "./board-terms.js";
import { isLastAttempt } from "./fleet.js";
import { lastRound } from "./repository-state.js";
import { isRequeued, type Requeue } from "./requeue.js";
import { Lost } from "./session.js";
import type { FleetRepository, RepositoryEnd, Submission, TaskJob } from "./terms.js";
import type { Troubles } from "./troubles.js";
import type { WorkerOptions } from "./worker-terms.js";

interface Around {
  readonly atWork: AtWork;
  readonly requeue: Requeue;
  readonly troubles: Troubles;
}

/** A repository whose tasks are over, and the job that says so. */
interface Finished extends Pick<Hold, "token"> {
  readonly submission: Submission;
  readonly repository: number;
  readonly target: FleetRepository;
  readonly job: Job<TaskJob>;
}

/** The last jobs of repositories: they write down how each one ended. */
export class LastJobs {
  readonly #options: WorkerOptions;
  readonly #around: Around;

  constructor(options: WorkerOptions, around: Around) {
    this.#options = options;
    this.#around = around;
  }

  async finish(finished: Finished): Promise<void> {
    const { submission, target } = finished;
    const end = await this.#around.atWork.run(async (stop) => {
      try {
        return await this.#judge(finished, stop);
      } catch (error) {
        if (stop.now.aborted) return this.#around.requeue.toQueue(finished.job, finished.token);
        return this.#handle(error, finished);
      }
    });
    await this.#around.troubles.answered(target);
    this.#options.tell({ type: "repository-over", submission: submission.id, name: target.name, end });
  }

  #judge(
    { submission, repository, job, token }: Finished,
    stop: Parameters<Parameters<AtWork["run"]>[0]>[0],
  ): Promise<RepositoryEnd | null> {
    const { fleet, trade } = this.#options;
    const hold = { job: job.id ?? "", token };
    const fence = async (): Promise<void> => {
      if (!(await fleet.board.holds(hold))) throw new Lost();
    };
    return trade.finish(submission, repository, { ...hold, stop, fence });
  }

  async #handle(error: unknown, finished: Finished): Promise<never> {
    const { job, token, target } = finished;
    const { troubles, requeue } = this.#around;
    if (isRequeued(error) || error instanceof Lost || troubles.complain(error)) throw error;
    const fault = await troubles.find(error, target);
    if (fault.of === "worker") {
      troubles.drain(fault.why);
      return requeue.toQueue(job, token);
    }
    const pause = fault.of === "repository" ? await troubles.pause(target, fault) : null;
    if (pause) return requeue.putOff(job, token, pause.until);
    if (fault.of === "place" && troubles.leave(target, fault)) return requeue.toOthers(job, token, null);
    const isLast = isLastAttempt(job) || fault.of !== "task";
    const { why } = fault;
    this.#options.tell({ type: "warning", text: `${target.name}: ${why}${isLast ? "" : "; tried again in a while"}` });
    if (!isLast) throw error;
    await this.#endUnchecked(finished, why);
    throw new this.#options.connection.bullmq.UnrecoverableError(why);
  }

  /** What could not be looked at is not completed: a person has to. */
  async #endUnchecked({ submission, repository, job, token }: Finished, why: string): Promise<void> {
    const { fleet } = this.#options;
    const tasks = await fleet.listTasksOf(submission, repository);
    const round = lastRound(tasks.map(({ progress }) => progress));
    // It was looked at, and what came after that failed: its branches, or its pull request.
    const known = (await fleet.board.standing(submission.id, repository))?.endOf(repository);
    if (known && known.round >= round) return;
    const at = new Date(now()).toISOString();
    const reason = `what was merged could not be checked: ${why}`;
    const end = { round, at, outcome: "needs-review", reason, commit: null, checks: [], pullRequest: null } as const;
    await fleet.board.end({ job: job.id ?? "", token }, { submission: submission.id, repository, end }, []);
  }
}
