import { branchName } from "../checkpoints/checkpoints.js";
import type { Outcome, SetAside } from "../core/decision.js";
import type { DoneSoFar } from "../core/observe.js";
import { RunControl } from "../loop/run-control.js";
import { StopRequest } from "../loop/stop.js";
import { LinkedStop } from "../parallel/linked-stop.js";
import { judgeEnd } from "../run/judge-end.js";
import type { DecisionRecord } from "../store/record.js";
import { safeJson } from "../system/secrets.js";
import { jobName, type Standing } from "./board.js";
import type { ListedTask } from "./fleet.js";
import { Lost } from "./session.js";
import { TaskPlace } from "./task-place.js";
import type { FleetRepository, Submission, TaskStatus } from "./terms.js";
import { commonBranch, type WorkTools } from "./work-on-task.js";
import type { LastJob } from "./worker.js";

interface Ending {
  readonly submission: Submission;
  readonly repository: number;
  readonly tasks: readonly ListedTask[];
  readonly done: DoneSoFar;
  readonly last: LastJob;
  readonly tools: Omit<WorkTools, "stop" | "emit">;
}

/**
 * Writes down how a repository ended, by the rules of a run: its checks are run on everything that was merged. Returns
 * why there is no end, if the rules would let an agent go on.
 */
export async function endRepository(ending: Ending): Promise<string | null> {
  const { submission, repository, tasks, last, tools } = ending;
  const target = submission.repositories[repository];
  const standing = await tools.board.standing(submission.id);
  const round = tasks.reduce((most, { progress }) => Math.max(most, progress.round), 0);
  if (!target || !standing || standing.endedRound(repository) >= round) return null;
  const decided = await judge(ending, { target, standing, round });
  if (last.stop.now.aborted) throw new Error("the worker is leaving");
  if (decided === null)
    return "the checks do not hold on the branch of all tasks, or a task of it is open: it has no end";
  const record = safeJson({ ...decided, run: submission.id });
  const answer = await tools.board.end(last, { submission: submission.id, repository, round, record });
  if (answer === "lost") throw new Lost();
  return null;
}

interface JudgedRepository {
  readonly target: FleetRepository;
  readonly standing: Standing;
  readonly round: number;
}

async function judge(
  { submission: { id }, repository, tasks, done, last, tools }: Ending,
  { target, standing, round }: JudgedRepository,
): Promise<DecisionRecord | null> {
  const mirror = tools.mirrors(target.url);
  const common = commonBranch(id);
  const tip = (await mirror.fetch(common)) ?? target.base;
  const folder = `${tools.places}/${jobName(id, repository, null, round)}`;
  const { base } = target;
  const branch = branchName(`${id}-end`);
  const place = await TaskPlace.open({ mirror, folder, first: base, base, commit: tip, branch, common });
  try {
    const { cwd, start, stateFolder: state } = place;
    const options = await tools.makeOptions({ cwd, start, state, list: target.list });
    const stop = stopOf(last, standing.cancelled);
    const emit = (): void => undefined;
    const host = { stop, emit, ask: null, control: new RunControl(new StopRequest(), emit) };
    const iterations = tasks.reduce((sum, { progress }) => sum + progress.iterations, 0);
    const setAside = tasks.flatMap(leftForPerson);
    return await judgeEnd(options, host, { run: id, start, tip, setAside, iterations, done });
  } finally {
    place.close(tools.kept);
  }
}

/** A person stopped the submission, or this worker stops. That the worker leaves soon is not about the submission. */
function stopOf({ stop }: LastJob, isCancelled: boolean): LinkedStop {
  const person = new StopRequest();
  if (isCancelled) person.raise(1);
  const linked = new LinkedStop(person);
  if (stop.now.aborted) linked.raise(2);
  stop.now.addEventListener("abort", () => linked.raise(2));
  return linked;
}

/** What a person has to do about a task that is over and not done, in the words of a run. */
const kinds: Partial<Record<TaskStatus, { readonly outcome: Outcome; readonly rule: string }>> = {
  "set-aside": { outcome: "needs-review", rule: "merge" },
  stopped: { outcome: "aborted", rule: "budget-spent" },
  cancelled: { outcome: "interrupted", rule: "interrupted" },
  failed: { outcome: "aborted", rule: "merge" },
};

function leftForPerson({ task, progress: { status, why } }: ListedTask): readonly SetAside[] {
  const kind = kinds[status];
  return kind ? [{ task, reason: why, ...kind }] : [];
}
