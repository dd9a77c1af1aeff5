import { isRecord } from "../base/is-record.js";
import { tryParseJson } from "../base/try-parse-json.js";
import type { Closed, LimitBoard } from "../parallel/limit-gate.js";
import { digest } from "../system/folder.js";
import { packText, unpackText } from "../system/pack-text.js";
import type { Connection } from "./connect.js";
import { type Pause, readPause } from "./pause.js";
import { commitScript, endManyScript, endScript, holdsScript, moveScript, noteScript } from "./scripts.js";
import {
  type FleetLimits,
  type RepositoryEnd,
  readEnd,
  readLimits,
  readProgress,
  readSubmission,
  type Submission,
  type TaskProgress,
} from "./terms.js";

export const queueName = "tasks";

/** Which task a worker works on, and the token that BullMQ gave it for that. */
export interface Hold {
  readonly job: string;
  readonly token: string;
  readonly submission: string;
  readonly repository: number;
  /** The name of the repository, for messages. */
  readonly name: string;
  readonly task: string;
}

type TaskName = Pick<Hold, "submission" | "repository" | "task">;

/** What a submission has used so far, and what it may use. */
export interface Standing {
  readonly cancelled: boolean;
  readonly used: { readonly iterations: number; readonly usd: number; readonly tokens: number };
  readonly limits: FleetLimits;
  /** How often a worker was lost, and another went on. */
  readonly takeovers: number;
  /** Tasks of a repository that are not over. */
  countOpen(repository: number): number;
  /** How a repository ended, in its last round; null if it has not. */
  endOf(repository: number): RepositoryEnd | null;
}

export interface Change {
  readonly progress: TaskProgress;
  /** What another worker needs to go on; null if nobody will. Absent if it is as it was. */
  readonly state?: string | null;
  /** Used since the last change. */
  readonly used?: { readonly iterations: number; readonly usd: number; readonly tokens: number };
  /** It was taken over from a worker that was lost. */
  readonly isTakeover?: boolean;
  /** Lines for the journal of the repository. */
  readonly records?: readonly string[];
  /** The task is over. */
  readonly isOver?: true;
}

/** A change of a task that nobody works on. */
export interface Move {
  /** The status it must have. */
  readonly from: TaskProgress["status"];
  readonly to: TaskProgress;
  /** What is added to the count of open tasks. */
  readonly open: -1 | 0 | 1;
  readonly records?: readonly string[];
}

export interface EndOfMany extends Pick<Hold, "repository" | "task">, Pick<Move, "from" | "to"> {
  readonly record: string;
}

/** `lost`: another worker has the task now, or none. `over`: the task is over already. */
export type Committed = "ok" | "lost" | "over";

/** Which repository ended, and how. */
export interface EndedRepository {
  readonly submission: string;
  readonly repository: number;
  readonly end: RepositoryEnd;
}

/** The journal is most of what a fleet keeps in Redis, so its records are packed, to half of their length. */
export interface JournalEntry {
  readonly id: string;
  readonly repository: number;
  /** A line of JSON; empty if it is damaged. */
  readonly record: string;
}

/** Everything about submissions in Redis, beside the queue. */
export class Board {
  readonly #connection: Connection;
  /** What was submitted does not change. */
  readonly #found = new Map<string, Submission>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get #redis() {
    return this.#connection.redis;
  }

  /** The key of the lock that BullMQ keeps for a job. */
  #lock = (job: string): string => this.#key(queueName, job, "lock");
  #key = (...names: readonly string[]): string => [this.#connection.prefix, ...names].join(":");
  #submission = (id: string): string => this.#key("submission", id);
  /** Apart from what changes: it may be long, and is read once. */
  #terms = (id: string): string => this.#key("submission", id, "terms");
  #tasks = (id: string): string => this.#key("submission", id, "tasks");
  #journal = (id: string): string => this.#key("submission", id, "journal");
  #state = (job: string): string => this.#key("state", job);

  async add(submission: Submission): Promise<void> {
    const { id, repositories, limits, at } = submission;
    const open = repositories.flatMap(({ tasks }, index) => [openField(index), String(tasks.length)]);
    const start = this.#redis.multi();
    start.set(this.#terms(id), JSON.stringify(submission));
    start.hset(this.#submission(id), "limits", JSON.stringify(limits), ...open);
    for (const [index, { tasks }] of repositories.entries())
      for (const { id: task, after } of tasks) {
        const status = after.length > 0 ? "held" : "waiting";
        start.hset(this.#tasks(id), taskField(index, task), JSON.stringify({ ...newProgress, status, at }));
      }
    start.zadd(this.#key("submissions"), Date.parse(at), id);
    await start.exec();
  }

  /** The ids of all submissions, newest first. */
  list = (): Promise<readonly string[]> => this.#redis.zrevrange(this.#key("submissions"), 0, -1);

  async find(id: string): Promise<Submission | null> {
    const known = this.#found.get(id);
    if (known) return known;
    const text = await this.#redis.get(this.#terms(id));
    const submission = text === null ? null : readSubmission(text);
    if (submission === null) return null;
    const [oldest] = this.#found.keys();
    if (this.#found.size >= maxFound && oldest !== undefined) this.#found.delete(oldest);
    this.#found.set(id, submission);
    return submission;
  }

  /** Null if there is no such submission. */
  async standing(id: string): Promise<Standing | null> {
    const fields = await this.#redis.hgetall(this.#submission(id));
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

  /** Of some tasks of a repository. */
  async progressIn(
    id: string,
    repository: number,
    tasks: readonly string[],
  ): Promise<ReadonlyMap<string, TaskProgress>> {
    if (tasks.length === 0) return new Map();
    const found = await this.#redis.hmget(this.#tasks(id), ...tasks.map((task) => taskField(repository, task)));
    return new Map(
      tasks.flatMap((task, at) => {
        const progress = readProgress(found[at] ?? "");
        return progress ? [[task, progress] as const] : [];
      }),
    );
  }

  async progress(id: string): Promise<ReadonlyMap<string, TaskProgress>> {
    const fields = await this.#redis.hgetall(this.#tasks(id));
    return new Map(
      Object.entries(fields).flatMap(([name, json]) => {
        const progress = readProgress(json);
        return progress ? [[name, progress] as const] : [];
      }),
    );
  }

  async progressOf({ submission, repository, task }: TaskName): Promise<TaskProgress | null> {
    const json = await this.#redis.hget(this.#tasks(submission), taskField(repository, task));
    return json === null ? null : readProgress(json);
  }

  readState = (job: string): Promise<string | null> => this.#redis.get(this.#state(job));

  /** Whether the worker with this token still has the job. */
  async holds({ job, token }: Pick<Hold, "job" | "token">): Promise<boolean> {
    return (await this.#redis.eval(holdsScript, 1, this.#lock(job), token)) === 1;
  }

  /** Writes down all of an iteration at once, or nothing if the task is no longer ours. */
  async commit(hold: Hold, change: Change): Promise<Committed> {
    const { job, token, submission, repository, task } = hold;
    const { progress, state, used = { iterations: 0, usd: 0, tokens: 0 }, records = [], isOver, isTakeover } = change;
    const keys = [this.#lock(job), this.#state(job), ...this.#keysOf(submission), this.#journal(submission)];
    const answer = await this.#redis.eval(
      ...([commitScript, keys.length, ...keys] as const),
      ...[token, taskField(repository, task), JSON.stringify(progress), state === undefined ? "=" : (state ?? "")],
      ...[String(used.iterations), String(used.usd), String(used.tokens)],
      ...[isOver ? openField(repository) : "", String(repository), isTakeover ? "1" : "0", ...records.map(packText)],
    );
    return (answer as [Committed])[0];
  }

  /** Writes down how a repository ended. Once for each round, by the worker that has the last job. */
  async end(
    { job, token }: Pick<Hold, "job" | "token">,
    { submission, repository, end }: EndedRepository,
    records: readonly string[],
  ): Promise<Committed> {
    const keys = [this.#lock(job), this.#submission(submission), this.#journal(submission)];
    const values = [token, roundField(repository), String(end.round), String(repository)];
    const more = [endField(repository), JSON.stringify(end), ...records.map(packText)];
    return (await this.#redis.eval(endScript, keys.length, ...keys, ...values, ...more)) as Committed;
  }

  /** Adds to the end of a repository, such as its pull request. */
  async noteEnd(
    { job, token }: Pick<Hold, "job" | "token">,
    { submission, repository, end }: EndedRepository,
  ): Promise<Committed> {
    const keys = [this.#lock(job), this.#submission(submission)];
    const values = [token, endField(repository), JSON.stringify(end), String(end.round)];
    return (await this.#redis.eval(noteScript, keys.length, ...keys, ...values)) as Committed;
  }

  #keysOf = (id: string): readonly [string, string] => [this.#submission(id), this.#tasks(id)];

  /** Changes a task that nobody works on, if its status is still as we know it. */
  async move({ submission, repository, task }: TaskName, { from, to, open, records = [] }: Move): Promise<boolean> {
    const values = [taskField(repository, task), JSON.stringify(to), from, open === 0 ? "" : openField(repository)];
    const more = [String(open), String(repository), ...records.map(packText)];
    const keys = [...this.#keysOf(submission), this.#journal(submission)];
    return (await this.#redis.eval(moveScript, keys.length, ...keys, ...values, ...more)) === 1;
  }

  /** Ends many tasks that nobody works on, if their status is still as we know it: which of them were ended. */
  async endMany(id: string, ends: readonly EndOfMany[]): Promise<readonly number[]> {
    const keys = [...this.#keysOf(id), this.#journal(id)];
    const values = ends.flatMap(({ repository, task, from, to, record }) => [
      ...[taskField(repository, task), JSON.stringify(to), from, String(repository), packText(record)],
    ]);
    return (await this.#redis.eval(endManyScript, keys.length, ...keys, ...values)) as readonly number[];
  }

  async cancel(id: string): Promise<void> {
    await this.#redis.hset(this.#submission(id), "cancelled", "1");
  }

  /** Goes on after a cancel or a spent budget. */
  async reopen(id: string, limits: FleetLimits): Promise<void> {
    const start = this.#redis.multi();
    start.hdel(this.#submission(id), "cancelled").hset(this.#submission(id), "limits", JSON.stringify(limits));
    await start.exec();
  }

  /** Removes all that is known about a submission. */
  async remove(id: string, jobs: readonly string[]): Promise<void> {
    const keys = [...this.#keysOf(id), this.#terms(id), this.#journal(id), ...jobs.map(this.#state)];
    await this.#redis
      .multi()
      .del(...keys)
      .zrem(this.#key("submissions"), id)
      .exec();
  }

  /** The journal from an entry on, which is left out. */
  async readJournal(
    id: string,
    { after, most = 1_000 }: { after: string; most?: number },
  ): Promise<readonly JournalEntry[]> {
    const entries = await this.#redis.xrange(this.#journal(id), after === "" ? "-" : `(${after}`, "+", "COUNT", most);
    return entries.map(([entry, fields]) => ({
      id: entry,
      repository: Number(fields[fields.indexOf("repository") + 1]),
      record: unpackText(fields[fields.indexOf("record") + 1] ?? "", maxRecordBytes) ?? "",
    }));
  }

  /** The usage limits of one account, met by any worker. */
  limitsOf(account: string): LimitBoard {
    const key = (agent: string): string => this.#key("limit", account, agent);
    return {
      read: async (agent) => readClosed(await this.#redis.get(key(agent))),
      write: async (agent, closed) => {
        await this.#redis.set(key(agent), JSON.stringify(closed), "PXAT", Math.ceil(closed.until));
      },
    };
  }

  /** Null if a repository is worked on as usual. */
  async pauseOf(url: string): Promise<Pause | null> {
    return readPause((await this.#redis.get(this.#pause(url))) ?? "");
  }

  /** Leaves a repository alone for a while, by all workers. */
  async pause(url: string, pause: Pause): Promise<void> {
    await this.#redis.set(this.#pause(url), JSON.stringify(pause), "PX", pauseKeptMs);
  }

  async endPause(url: string): Promise<void> {
    await this.#redis.del(this.#pause(url));
  }

  #pause = (url: string): string => this.#key("pause", digest(url));

  /** A worker says that it is there; after a minute without that it is no longer listed. */
  async greet(worker: string, about: object, seconds = 60): Promise<void> {
    await this.#redis.set(this.#key("worker", worker), JSON.stringify(about), "EX", seconds);
  }

  async leave(worker: string): Promise<void> {
    await this.#redis.del(this.#key("worker", worker));
  }

  async workers(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
    const found = new Map<string, Readonly<Record<string, unknown>>>();
    const start = this.#key("worker", "");
    for await (const keys of this.#redis.scanStream({ match: `${escapeGlob(start)}*`, count: 500 }))
      for (const key of keys as string[]) {
        const about = tryParseJson((await this.#redis.get(key)) ?? "");
        if (isRecord(about)) found.set(key.slice(start.length), about);
      }
    return found;
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

/** A repository that nobody submitted again is forgotten. */
const pauseKeptMs = 7 * 24 * 3_600_000;

const escapeGlob = (text: string): string => text.replaceAll(/[*?[\]\\]/g, "\\$&");

const maxRecordBytes = 16 * 1024 * 1024;

export const openField = (repository: number): string => `open:${repository}`;
const roundField = (repository: number): string => `ended:${repository}`;
const endField = (repository: number): string => `end:${repository}`;
export const taskField = (repository: number, task: string): string => `${repository}/${task}`;

/** BullMQ allows no colon in the name of a job, and a task may have any. */
export const jobName = (submission: string, repository: number, task: string | null, round: number): string =>
  `${submission}.${repository}.${task === null ? "end" : digest(task).slice(0, 16)}.${round}`;

export const newProgress: Omit<TaskProgress, "status" | "at"> = {
  ...{ why: "", worker: null, iterations: 0, takeovers: 0, round: 0 },
};

function readClosed(json: string | null): Closed | undefined {
  const value = tryParseJson(json ?? "");
  return isRecord(value) && typeof value["until"] === "number" && isRecord(value["failure"])
    ? (value as unknown as Closed)
    : undefined;
}
