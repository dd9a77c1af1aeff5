import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasRedis, RedisProcess } from "../../scripts/redis-process.mjs";
import type { Hold } from "../../src/fleet/board-terms.js";
import { type Connection, connect } from "../../src/fleet/connect.js";
import { Fleet } from "../../src/fleet/fleet.js";
import { jobName, newProgress } from "../../src/fleet/names.js";
import type { RepositoryEnd, Submission, TaskProgress } from "../../src/fleet/terms.js";

const isRedisThere = hasRedis();
if (!isRedisThere) console.warn("redis-server is not installed: what a fleet keeps there is not tried");

const id = "20260101-000000-aaaaaa";
const limits = { iterations: null, usd: null, tokens: null, until: null };
const repository = (name: string) => ({
  ...{ name, url: `/srv/${name}.git`, from: "main", base: "0".repeat(40), list: "TODO.md" },
  tasks: ["T1", "T2"].map((task) => ({ id: task, title: task, after: [] })),
});
const submission: Submission = {
  ...{ version: 1, id, at: "2026-01-01T00:00:00.000Z", limits, priority: 1, pullRequest: false },
  repositories: [repository("one"), repository("two")],
};

let redis: RedisProcess;
let connection: Connection;
let fleet: Fleet;

beforeAll(async () => {
  if (!isRedisThere) return;
  redis = await RedisProcess.start();
  connection = await connect({ url: redis.url, shown: redis.url });
  fleet = new Fleet(connection);
});

afterAll(async () => {
  await fleet?.close();
  await connection?.close();
  await redis?.close();
});

beforeEach(async () => {
  if (!isRedisThere) return;
  await connection.redis.flushall();
  await fleet.submit(submission);
});

/** As if a worker had the task. */
async function hold(at: number, task: string | null, round = 0): Promise<Hold> {
  const job = jobName(id, at, task, round);
  await connection.redis.set(`${connection.prefix}:tasks:${job}:lock`, "mine");
  return { job, token: "mine", submission: id, repository: at, name: "one", task: task ?? "" };
}

const progress = (status: TaskProgress["status"], round = 0): TaskProgress => ({
  ...newProgress,
  ...{ status, round, at: "2026-01-01T00:00:01.000Z", worker: "w1" },
});

const endOf = (round: number, outcome: RepositoryEnd["outcome"] = "completed"): RepositoryEnd => ({
  ...{ round, at: "2026-01-01T00:00:02.000Z", outcome, reason: "", commit: null, checks: [], pullRequest: null },
});

async function endTask(at: number, task: string, status: "done" | "failed", round = 0): Promise<void> {
  await fleet.board.commit(await hold(at, task, round), {
    ...{ progress: progress(status, round), isOver: true, records: [`"${task} of ${at}"`] },
  });
}

describe.skipIf(!isRedisThere)("what a fleet keeps in Redis", () => {
  it("says of one repository what it says of all", async () => {
    await endTask(1, "T1", "done");
    const [all, one] = [await fleet.board.standing(id), await fleet.board.standing(id, 1)];
    expect([all?.countOpen(1), one?.countOpen(1), one?.countOpen(0)]).toEqual([1, 1, 0]);
    expect([one?.limits, one?.used]).toEqual([all?.limits, all?.used]);
    expect(await fleet.board.standing("nobody", 0)).toBeNull();
    expect((await fleet.listTasksOf(submission, 1)).map((each) => each.progress.status)).toEqual(["done", "waiting"]);
  });

  it("finds the entries of one repository in the journal, and forgets all of a submission", async () => {
    for (const [at, task] of [
      [0, "T1"],
      [1, "T1"],
      [0, "T2"],
      [1, "T2"],
    ] as const)
      await endTask(at, task, "done");
    const found: string[] = [];
    for await (const { record } of fleet.board.journal.readOf(id, 1)) found.push(record);
    expect(found).toEqual(['"T1 of 1"', '"T2 of 1"']);
    const holder = await hold(0, "T1");
    await fleet.board.announce(holder, { from: "", to: "a" });
    await fleet.board.remove(submission, []);
    expect(await connection.redis.keys(`*submission:${id}*`)).toEqual([]);
  });

  it("keeps the moves of a branch that whoever has the task announced, and no others", async () => {
    const holder = await hold(0, "T1");
    expect(await fleet.board.announce(holder, { from: "", to: "a" })).toBe(true);
    expect(await fleet.board.announce({ ...holder, token: "old" }, { from: "a", to: "b" })).toBe(false);
    expect([...(await fleet.board.movesOf(holder))]).toEqual([["a", ""]]);
    expect((await fleet.board.movesOf({ ...holder, repository: 1 })).size).toBe(0);
  });

  it.each([
    ["no end", {}, false],
    ["the end of an earlier round", { "ended:0": "0", "end:0": JSON.stringify(endOf(0)) }, false],
    ["an end of this round", { "ended:0": "1", "end:0": JSON.stringify(endOf(1)) }, true],
    ["an end of a later round", { "end:0": JSON.stringify(endOf(7)) }, true],
    ["a round alone", { "ended:0": "1" }, true],
    ["a round that is no number", { "ended:0": "x" }, true],
    ["an end that cannot be read", { "end:0": "{" }, true],
    ["an end without a round", { "end:0": '"completed"' }, true],
    ["the end of another repository", { "ended:1": "1", "end:1": JSON.stringify(endOf(1)) }, false],
  ])("does not believe that a repository has ended whose task is at work: %s", async (_, fields, isForged) => {
    const key = `${connection.prefix}:submission:${id}`;
    if (Object.keys(fields).length > 0) await connection.redis.hset(key, fields);
    const answer = await fleet.board.commit(await hold(0, "T1"), { progress: progress("working", 1) });
    expect(answer).toEqual({ is: "ok", wasEnded: isForged });
    const left = await connection.redis.hgetall(key);
    for (const name of Object.keys(fields)) expect(name in left).toBe(!isForged);
  });

  it("tries again in a later round than any before, so that an earlier end says nothing of it", async () => {
    await endTask(0, "T1", "done");
    await endTask(0, "T2", "failed");
    const roundOf = async (task: string) =>
      (await fleet.board.progressOf({ submission: id, repository: 0, task }))?.round;
    for (const round of [1, 2]) {
      await fleet.retry(submission, limits, new Set(["failed"]));
      expect(await roundOf("T2")).toBe(round);
      await endTask(0, "T2", round === 2 ? "done" : "failed", round);
    }
    await fleet.board.end(await hold(0, null, 2), { submission: id, repository: 0, end: endOf(2, "needs-review") }, []);
    // Its work was not on the branch any more.
    await connection.redis.hset(`${connection.prefix}:submission:${id}:tasks`, {
      "0/T1": JSON.stringify(progress("failed")),
    });
    await fleet.retry(submission, limits, new Set(["failed"]));
    expect(await roundOf("T1")).toBe(3);
  });
});
