import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import type { ClosedLimit, LimitBoard } from "../run.js";
import type { Connection } from "./connect.js";
import type { BoardKeys } from "./names.js";
import { type Pause, readPause } from "./pause.js";

/** What workers tell each other: who is there, which repositories are left alone, and whose usage limit is met. */
export class Notices {
  readonly #connection: Connection;
  readonly #keys: BoardKeys;

  constructor(connection: Connection, keys: BoardKeys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  /** The usage limits of one account, met by any worker. */
  limitsOf(account: string): LimitBoard {
    const key = (agent: string): string => this.#keys.limit(account, agent);
    return {
      read: async (agent) => readClosed(await this.#connection.redis.get(key(agent))),
      write: async (agent, closed) => {
        await this.#connection.redis.set(key(agent), JSON.stringify(closed), "PXAT", Math.ceil(closed.until));
      },
    };
  }

  /** Null if a repository is worked on as usual. */
  async pauseOf(url: string): Promise<Pause | null> {
    return readPause((await this.#connection.redis.get(this.#keys.pause(url))) ?? "");
  }

  /** Leaves a repository alone for a while, by all workers. */
  async pause(url: string, pause: Pause): Promise<void> {
    await this.#connection.redis.set(this.#keys.pause(url), JSON.stringify(pause), "PX", pauseKeptMs);
  }

  async endPause(url: string): Promise<void> {
    await this.#connection.redis.del(this.#keys.pause(url));
  }

  /** A worker says that it is there; after a minute without that it is no longer listed. */
  async greet(worker: string, about: object, seconds = 60): Promise<void> {
    await this.#connection.redis.set(this.#keys.worker(worker), JSON.stringify(about), "EX", seconds);
  }

  async leave(worker: string): Promise<void> {
    await this.#connection.redis.del(this.#keys.worker(worker));
  }

  async workers(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
    const found = new Map<string, Readonly<Record<string, unknown>>>();
    const start = this.#keys.worker("");
    for await (const keys of this.#connection.redis.scanStream({ match: `${escapeGlob(start)}*`, count: 500 }))
      for (const key of keys as string[]) {
        const about = tryParseJson((await this.#connection.redis.get(key)) ?? "");
        if (isRecord(about)) found.set(key.slice(start.length), about);
      }
    return found;
  }
}

function readClosed(json: string | null): ClosedLimit | undefined {
  const value = tryParseJson(json ?? "");
  return isRecord(value) && typeof value["until"] === "number" && isRecord(value["failure"])
    ? (value as unknown as ClosedLimit)
    : undefined;
}

const escapeGlob = (text: string): string => text.replaceAll(/[*?[\]\\]/g, "\\$&");

/** A repository that nobody submitted again is forgotten. */
const pauseKeptMs = 7 * 24 * 3_600_000;
