import { tryParseJson } from "../lib/json/try-parse-json.js";
import { packText } from "../lib/text/pack-text.js";
import type {
  BranchMove,
  Change,
  Committed,
  EndedRepository,
  EndOfMany,
  Hold,
  Move,
  Standing,
  TaskName,
} from "./board-terms.js";
import type { Connection } from "./connect.js";
import { FleetJournal } from "./journal.js";
import { BoardKeys, endField, newProgress, openField, roundField, taskField } from "./names.js";
import { Notices } from "./notices.js";
import {
  announceScript,
  commitScript,
  endManyScript,
  endScript,
  holdsScript,
  moveScript,
  noteScript,
} from "./scripts.js";
import {
  type FleetLimits,
  isNewer,
  type RepositoryEnd,
  readEnd,
  readLimits,
  readProgress,
  readSubmission,
  type Submission,
  type TaskProgress,
} from "./terms.js";

/** Everything about submissions in Redis, beside the queue. */
export class Board {
  readonly #connection: Connection;
  readonly #keys: BoardKeys;
  readonly journal: FleetJournal;
  readonly notices: Notices;
  /** What was submitted does not change. */
  readonly #found = new Map<string, Submission>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#keys = new BoardKeys(connection.prefix);
    this.journal = new FleetJournal(connection, this.#keys);
    this.notices = new Notices(connection, this.#keys);
  }

  get #redis() {
    return this.#connection.redis;
  }

  async add(submission: Submission): Promise<void> {
    const { id, repositories, limits, at } = submission;
    const open = repositories.flatMap(({ tasks }, index) => [openField(index), String(tasks.length)]);
    const start = this.#redis.multi();
    start.set(this.#keys.terms(id), JSON.stringify(submission));
    start.hset(this.#keys.submission(id), "limits", JSON.stringify(limits), ...open);
    for (const [index, { tasks }] of repositories.entries())
      for (const { id: task, after } of tasks) {
        const status = after.length > 0 ? "held" : "waiting";
        start.hset(this.#keys.tasks(id), taskField(index, task), JSON.stringify({ ...newProgress, status, at }));
      }
    start.zadd(this.#keys.submissions(), Date.parse(at), id);
    await start.exec();
  }

  /** The ids of all submissions, newest first. */
  list = (): Promise<readonly string[]> => this.#redis.zrevrange(this.#keys.submissions(), 0, -1);

  async find(id: string): Promise<Submission | null> {
    const known = this.#found.get(id);
    if (known) return known;
    const text = await this.#redis.get(this.#keys.terms(id));
    const submission = text === null ? null : readSubmission(text);
    if (submission === null) return null;
    const [oldest] = this.#found.keys();
    if (this.#found.size >= maxFound && oldest !== undefined) this.#found.delete(oldest);
    this.#found.set(id, submission);
    return submission;
  }

  /** Whether a submission was made by a later version of this program, so that it cannot be read here. */
  async isOfNewer(id: string): Promise<boolean> {
    return isNewer(tryParseJson((await this.#redis.get(this.#keys.terms(id))) ?? ""));
  }

  /** Null if there is no such submission. Of one repository, if it is named: there may be ten thousand. */
  async standing(id: string, repository?: number): Promise<Standing | null> {
    const key = this.#keys.submission(id);
    const fields = repository === undefined ? await this.#redis.hgetall(key) : await this.#fieldsOf(key, repository);
    const limits = readLimits(fields["limits"] ?? "");
    if (limits === null) return null;
    const count = (name: string): number => Number(fields[name] ?? 0) || 0;
    return {
      limits,
      cancelled: fields["cancelled"] === "1",
      takeovers: count("takeovers"),
      used: { iterations: count("iterations"), usd: count("usd"), tokens: count("tokens") },
      countOpen: (repository) => count(openField(repository)),
      endOf: (repository) => readEnd(fields[endField(repository)]) ?? asOlder(fields[roundField(repository)]),
    };
  }

  async #fieldsOf(key: string, repository: number): Promise<Readonly<Record<string, string>>> {
    const names = [...ownFields, openField(repository), endField(repository), roundField(repository)];
    const values = await this.#redis.hmget(key, ...names);
    return Object.fromEntries(names.flatMap((name, at) => (values[at] == null ? [] : [[name, values[at]]])));
  }

  /** Of some tasks of a repository. */
  async progressIn(
    id: string,
    repository: number,
    tasks: readonly string[],
  ): Promise<ReadonlyMap<string, TaskProgress>> {
    if (tasks.length === 0) return new Map();
    const found = await this.#redis.hmget(this.#keys.tasks(id), ...tasks.map((task) => taskField(repository, task)));
    return new Map(
      tasks.flatMap((task, at) => {
        const progress = readProgress(found[at] ?? "");
        return progress ? [[task, progress] as const] : [];
      }),
    );
  }

  async progress(id: string): Promise<ReadonlyMap<string, TaskProgress>> {
    const fields = await this.#redis.hgetall(this.#keys.tasks(id));
    return new Map(
      Object.entries(fields).flatMap(([name, json]) => {
        const progress = readProgress(json);
        return progress ? [[name, progress] as const] : [];
      }),
    );
  }

  async progressOf({ submission, repository, task }: TaskName): Promise<TaskProgress | null> {
    const json = await this.#redis.hget(this.#keys.tasks(submission), taskField(repository, task));
    return json === null ? null : readProgress(json);
  }

  readState = (job: string): Promise<string | null> => this.#redis.get(this.#keys.state(job));

  /** Whether the worker with this token still has the job. */
  async holds({ job, token }: Pick<Hold, "job" | "token">): Promise<boolean> {
    return (await this.#redis.eval(holdsScript, 1, this.#keys.lock(job), token)) === 1;
  }

  /** Before the common branch is pushed. False if the task is no longer ours. */
  async announce({ job, token, submission, repository }: Hold, { from, to }: BranchMove): Promise<boolean> {
    const keys = [this.#keys.lock(job), this.#keys.moves(submission, repository)];
    return (await this.#redis.eval(announceScript, keys.length, ...keys, token, to, from)) === 1;
  }

  /** The moves of the common branch that workers announced: for each commit where it was before. */
  async movesOf({
    submission,
    repository,
  }: Pick<Hold, "submission" | "repository">): Promise<ReadonlyMap<string, string>> {
    return new Map(Object.entries(await this.#redis.hgetall(this.#keys.moves(submission, repository))));
  }

  /**
   * Writes down all of an iteration at once, or nothing if the task is no longer ours. `wasEnded`: somebody had written that
   * the repository has ended, which cannot be while we work on it.
   */
  async commit(hold: Hold, change: Change): Promise<{ readonly is: Committed; readonly wasEnded: boolean }> {
    const { job, token, submission, repository, task } = hold;
    const { progress, state, used = { iterations: 0, usd: 0, tokens: 0 }, records = [], isOver, isTakeover } = change;
    const keys = [
      this.#keys.lock(job),
      this.#keys.state(job),
      ...this.#keysOf(submission),
      this.#keys.journal(submission),
    ];
    const answer = await this.#redis.eval(
      ...([commitScript, keys.length, ...keys] as const),
      ...[token, taskField(repository, task), JSON.stringify(progress), state === undefined ? "=" : (state ?? "")],
      ...[String(used.iterations), String(used.usd), String(used.tokens)],
      ...[isOver ? openField(repository) : "", String(repository), isTakeover ? "1" : "0", ...records.map(packText)],
    );
    const [is, dropped] = answer as [Committed, string];
    return { is, wasEnded: dropped !== "" };
  }

  /** Writes down how a repository ended. Once for each round, by the worker that has the last job. */
  async end(
    { job, token }: Pick<Hold, "job" | "token">,
    { submission, repository, end }: EndedRepository,
    records: readonly string[],
  ): Promise<Committed> {
    const keys = [this.#keys.lock(job), this.#keys.submission(submission), this.#keys.journal(submission)];
    const values = [token, roundField(repository), String(end.round), String(repository)];
    const more = [endField(repository), JSON.stringify(end), ...records.map(packText)];
    return (await this.#redis.eval(endScript, keys.length, ...keys, ...values, ...more)) as Committed;
  }

  /** Adds to the end of a repository, such as its pull request. */
  async noteEnd(
    { job, token }: Pick<Hold, "job" | "token">,
    { submission, repository, end }: EndedRepository,
  ): Promise<Committed> {
    const keys = [this.#keys.lock(job), this.#keys.submission(submission)];
    const values = [token, endField(repository), JSON.stringify(end), String(end.round)];
    return (await this.#redis.eval(noteScript, keys.length, ...keys, ...values)) as Committed;
  }

  #keysOf = (id: string): readonly [string, string] => [this.#keys.submission(id), this.#keys.tasks(id)];

  /** Changes a task that nobody works on, if its status is still as we know it. */
  async move({ submission, repository, task }: TaskName, { from, to, open, records = [] }: Move): Promise<boolean> {
    const values = [taskField(repository, task), JSON.stringify(to), from, open === 0 ? "" : openField(repository)];
    const more = [String(open), String(repository), ...records.map(packText)];
    const keys = [...this.#keysOf(submission), this.#keys.journal(submission)];
    return (await this.#redis.eval(moveScript, keys.length, ...keys, ...values, ...more)) === 1;
  }

  /** Ends many tasks that nobody works on, if their status is still as we know it: which of them were ended. */
  async endMany(id: string, ends: readonly EndOfMany[]): Promise<readonly number[]> {
    const keys = [...this.#keysOf(id), this.#keys.journal(id)];
    const values = ends.flatMap(({ repository, task, from, to, record }) => [
      ...[taskField(repository, task), JSON.stringify(to), from, String(repository), packText(record)],
    ]);
    return (await this.#redis.eval(endManyScript, keys.length, ...keys, ...values)) as readonly number[];
  }

  async cancel(id: string): Promise<void> {
    await this.#redis.hset(this.#keys.submission(id), "cancelled", "1");
  }

  /** Goes on after a cancel or a spent budget. */
  async reopen(id: string, limits: FleetLimits): Promise<void> {
    const start = this.#redis.multi();
    start
      .hdel(this.#keys.submission(id), "cancelled")
      .hset(this.#keys.submission(id), "limits", JSON.stringify(limits));
    await start.exec();
  }

  /** Removes all that is known about a submission. */
  async remove({ id, repositories }: Submission, jobs: readonly string[]): Promise<void> {
    const moves = repositories.flatMap((_, each) => [this.#keys.moves(id, each), this.#keys.entries(id, each)]);
    const keys = [
      ...this.#keysOf(id),
      this.#keys.terms(id),
      this.#keys.journal(id),
      ...moves,
      ...jobs.map(this.#keys.state),
    ];
    await this.#redis
      .multi()
      .del(...keys)
      .zrem(this.#keys.submissions(), id)
      .exec();
  }
}

/** A worker of an older version wrote down that a repository ended, and not how. */
function asOlder(round: string | undefined): RepositoryEnd | null {
  if (round === undefined) return null;
  const reason = "a worker of an older version ended it, and did not write down how: see its journal";
  return {
    round: Number(round) || 0,
    at: "",
    outcome: "needs-review",
    reason,
    commit: null,
    checks: [],
    pullRequest: null,
  };
}

const maxFound = 100;
/** Of a submission, beside those of its repositories. */
const ownFields = ["limits", "cancelled", "takeovers", "iterations", "usd", "tokens"];
