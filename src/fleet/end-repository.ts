import { oneLine } from "../base/printable.js";
import { branchName } from "../checkpoints/checkpoints.js";
import type { DoneSoFar } from "../core/observe.js";
import { RunControl } from "../loop/run-control.js";
import { StopRequest } from "../loop/stop.js";
import { LinkedStop } from "../parallel/linked-stop.js";
import { type JudgedEnd, judgeEnd } from "../run/judge-end.js";
import type { DecisionRecord } from "../store/record.js";
import { newRunId, now } from "../system/clock.js";
import { safeJson } from "../system/secrets.js";
import { jobName, type Standing } from "./board.js";
import type { LostWork } from "./compare-branch.js";
import { leftForPerson } from "./end-record.js";
import type { ListedTask } from "./fleet.js";
import { lastRound } from "./repository-state.js";
import { Lost } from "./session.js";
import { TaskPlace } from "./task-place.js";
import type { FleetRepository, RepositoryEnd, Submission } from "./terms.js";
import { commonBranch, type WorkTools } from "./work-on-task.js";
import type { LastJob } from "./worker.js";

interface Ending {
  readonly submission: Submission;
  readonly repository: number;
  readonly tasks: readonly ListedTask[];
  readonly done: DoneSoFar;
  readonly last: LastJob;
  readonly tools: Omit<WorkTools, "stop" | "emit">;
  /** A task that the board calls done is not. */
  takeBack(lost: LostWork): Promise<void>;
}

/**
 * Writes down how a repository ended, by the rules of a run: its checks are run on everything that was merged. That
 * comes before anything is told to be done, and before a pull request is opened. Null if the submission is gone.
 */
export async function endRepository(ending: Ending): Promise<RepositoryEnd | null> {
  const { submission, repository, tasks, last, tools } = ending;
  const target = submission.repositories[repository];
  const standing = await tools.board.standing(submission.id);
  const round = lastRound(tasks.map(({ progress }) => progress));
  if (!target || !standing) return null;
  const known = standing.endOf(repository);
  if (known && known.round >= round) return known;
  const tip = await tools.mirrors(target.url).fetch(commonBranch(submission.id));
  const { record: decided, open } = await judge(ending, { target, standing, round, tip: tip ?? target.base });
  if (last.stop.now.aborted) throw new Error("the worker is leaving");
  await tools.mirrors(target.url).tryMachine();
  // Only we mark a task on the branch, with its work: whoever can write to Redis cannot do that.
  const why = `the list on ${commonBranch(submission.id)} does not have it as done: nothing shows that it was merged`;
  for (const task of tasks)
    if (task.progress.status === "done" && open.includes(task.task))
      await ending.takeBack({ task, why, last: decided });
  const end = describeEnd(decided, { round, commit: tip });
  const record = safeJson({ ...decided, run: submission.id });
  const answer = await tools.board.end(last, { submission: submission.id, repository, end }, [record]);
  if (answer === "lost") throw new Lost();
  return end;
}

function describeEnd(
  { at, decision, observation }: DecisionRecord,
  { round, commit }: { readonly round: number; readonly commit: string | null },
): RepositoryEnd {
  const { outcome, reason } = decision;
  const checks = observation.evidence
    .filter(({ required }) => required)
    .map(({ name, state, detail }) => ({ name, state, detail: oneLine(detail).slice(0, 300) }));
  return {
    round,
    at,
    outcome: outcome ?? "needs-review",
    reason: oneLine(reason).slice(0, 1_000),
    commit,
    checks,
    pullRequest: null,
  };
}

interface JudgedRepository {
  readonly target: FleetRepository;
  readonly standing: Standing;
  readonly round: number;
  readonly tip: string;
}

async function judge(
  { submission: { id }, repository, tasks, done, last, tools }: Ending,
  { target, standing, round, tip }: JudgedRepository,
): Promise<JudgedEnd> {
  const mirror = tools.mirrors(target.url);
  const common = commonBranch(id);
  const folder = `${tools.places}/${jobName(id, repository, null, round)}.${newRunId(now())}`;
  const { base } = target;
  const branch = branchName(`${id}-end`);
  const place = await TaskPlace.open({
    mirror,
    folder,
    first: base,
    base,
    commit: tip,
    branch,
    common,
    mayFetch: tools.mayFetch,
  });
  try {
    const { cwd, start, stateFolder: state } = place;
    const options = await tools.makeOptions({ cwd, start, state, list: target.list });
    const stop = stopOf(last, standing.cancelled);
    const emit = (): void => undefined;
    const host = { stop, emit, ask: null, control: new RunControl(new StopRequest(), emit) };
    const iterations = tasks.reduce((sum, { progress }) => sum + progress.iterations, 0);
    const setAside = tasks.flatMap(({ task, progress }) => leftForPerson(task, progress) ?? []);
    return await judgeEnd(options, host, { run: id, start, tip, setAside, iterations, done });
  } finally {
    await place.drop();
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
