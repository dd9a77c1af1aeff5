import { safeJson } from "../lib/secrets/secrets.js";
import { oneLine } from "../lib/text/printable.js";
import { newRunId, now } from "../lib/time/clock.js";
import { branchName, type DecisionRecord, type DoneSoFar, type JudgedEnd, judgeEnd, type SetAside } from "../run.js";
import type { Standing } from "./board-terms.js";
import { commonBranch } from "./branches.js";
import { describeForeign, findForeign, type LostWork } from "./compare-branch.js";
import { leftForPerson } from "./end-record.js";
import type { ListedTask } from "./fleet.js";
import { jobName } from "./names.js";
import { lastRound } from "./repository-state.js";
import { Lost } from "./session.js";
import { TaskPlace } from "./task-place.js";
import type { FleetRepository, RepositoryEnd, Submission } from "./terms.js";
import type { WorkTools } from "./work-terms.js";
import type { LastJob } from "./worker-terms.js";

interface RepositoryEnding {
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
export async function endRepository(ending: RepositoryEnding): Promise<RepositoryEnd | null> {
  const { submission, repository, tasks, last, tools } = ending;
  const target = submission.repositories[repository];
  const standing = await tools.board.standing(submission.id, repository);
  const round = lastRound(tasks.map(({ progress }) => progress));
  if (!target || !standing) return null;
  const known = standing.endOf(repository);
  if (known && known.round >= round) return known;
  const mirror = tools.mirrors(target.url);
  const name = commonBranch(submission.id);
  const branch = { name, from: await mirror.fetch(target.from), tip: await mirror.fetch(name) };
  const { tip } = branch;
  const moves = await tools.board.movesOf({ submission: submission.id, repository });
  const foreign = await findForeign(moves, target.base, { mirror, branch });
  const strange = foreign === null ? [] : [describeForeign(foreign, name)];
  const { record: decided, open } = await judge(ending, { target, standing, round, tip: tip ?? target.base, strange });
  if (last.stop.now.aborted) throw new Error("the worker is leaving");
  await mirror.tryMachine();
  // Only we mark a task on the branch, with its work: whoever can write to Redis cannot do that.
  const why = `the list on ${name} does not have it as done: nothing shows that it was merged`;
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
  /** What is on the branch beside the work of this fleet. */
  readonly strange: readonly SetAside[];
}

async function judge(
  { submission: { id }, repository, tasks, done, last, tools }: RepositoryEnding,
  { target, standing, round, tip, strange }: JudgedRepository,
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
    const host = { stop: last.stop.now, isStopped: standing.cancelled };
    const iterations = tasks.reduce((sum, { progress }) => sum + progress.iterations, 0);
    const setAside = [...strange, ...tasks.flatMap(({ task, progress }) => leftForPerson(task, progress) ?? [])];
    return await judgeEnd(options, host, { run: id, start, tip, setAside, iterations, done });
  } finally {
    await place.drop();
    place.close(tools.kept);
  }
}
