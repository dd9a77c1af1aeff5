import { existsSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "bullmq";
import { describe, expect, it } from "vitest";
import { FleetPlace, isRedisThere, prefix } from "./fleet-place.js";

const id = "20261116-101500-abc123";
const job = { version: 1, submission: id, repository: 0, task: "T1" };
const whole = { write: { "parts/T1": "whole\n" } };

/** Jobs that are refused whatever the submission says. */
const jobs: readonly (readonly [string, unknown])[] = [
  ["no version", { ...job, version: "1" }],
  ["a command", { command: "touch ran" }],
  ["a submission that is a path", { ...job, submission: "../../etc" }],
  ["a task with a line break", { ...job, task: "T1\nT2" }],
  ["a task of 10 MB", { ...job, task: "x".repeat(10_000_000) }],
  ["a repository that is not there", { ...job, repository: 12 }],
  ["a submission that is not there", { ...job, submission: "nobody" }],
];

/** What somebody who can write to Redis makes of the terms of a submission. `RAN` is a file that nothing may make. */
const terms: readonly (readonly [string, (bare: string, ran: string) => object, RegExp])[] = [
  ["a URL that runs a command", (_, ran) => ({ url: `ext::sh -c touch% ${ran}` }), /cannot be used/],
  ["a URL that is an option", (_, ran) => ({ url: `--upload-pack=touch${ran}` }), /cannot be used/],
  ["a URL with a password", () => ({ url: "https://acme:hush@127.0.0.1/x.git" }), /has a password/],
  ["a repository elsewhere", () => ({ url: "/etc" }), /--allow-repo does not name it/],
  ["a list outside", () => ({ list: "../../etc/passwd" }), /cannot be read/],
  ["a list from the root", () => ({ list: "/etc/passwd" }), /cannot be read/],
  ["a branch that is an option", (_, ran) => ({ from: `--upload-pack=touch ${ran}` }), /cannot be read/],
  ["a title of 10 MB", () => ({ tasks: [{ id: "T1", title: "x".repeat(10_000_000), after: [] }] }), /cannot be read/],
  ["a task with a line break", () => ({ tasks: [{ id: "T1\nT2", title: "", after: [] }] }), /cannot be read/],
];

describe.skipIf(!isRedisThere)("jobs that somebody else wrote into the queue", { timeout: 300_000 }, () => {
  it("are refused in words, run nothing, and the worker goes on", async () => {
    await using place = await FleetPlace.open();
    const ran = join(place.path, "ran");
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [whole] });
    const queue = new Queue("tasks", { connection: place.client as never, prefix });
    for (const [at, [, data]] of jobs.entries()) await queue.add("task", data, { jobId: `job-${at}` });
    const base = place.git(bare, "rev-parse", "main");
    for (const [at, [, change]] of terms.entries()) {
      const task = { id: "T1", title: "first", after: [] };
      const honest = { name: "one", url: bare, from: "main", base, list: "TODO.md", tasks: [task] };
      const limits = { iterations: null, usd: null, tokens: null, until: null };
      const submission = {
        version: 1,
        id: `${id}-${at}`,
        at: new Date().toISOString(),
        priority: 1,
        pullRequest: false,
      };
      const key = `${prefix}:submission:${id}-${at}`;
      const whole = { ...submission, limits, repositories: [{ ...honest, ...change(bare, ran) }] };
      await place.client.set(`${key}:terms`, JSON.stringify(whole));
      await place.client.hset(key, "limits", JSON.stringify(limits), "open:0", "1");
      const progress = { status: "waiting", why: "", at: "", worker: null, iterations: 0, takeovers: 0, round: 0 };
      await place.client.hset(`${key}:tasks`, "0/T1", JSON.stringify(progress));
      await queue.add("task", { ...job, submission: `${id}-${at}` }, { jobId: `terms-${at}` });
    }
    const worker = place.worker("w1");
    for (const [at, [what]] of jobs.entries())
      await worker
        .sees("warning", ({ text = "" }) => text.startsWith(`job "job-${at}" is refused: `))
        .catch((error) => {
          throw new Error(`${what}: ${error}`);
        });
    const honest = await place.submit([bare]);
    await place.over(honest);
    const said = worker.ofType("warning").map(({ text = "" }) => text);
    for (const [, , words] of terms) expect(said.some((text) => words.test(text))).toBe(true);
    expect(said).toHaveLength(jobs.length + terms.length);
    expect(worker.ofType("task-taken").map(({ hold }) => hold?.job.startsWith(honest))).toEqual([true]);
    expect(worker.isRunning).toBe(true);
    expect(worker.out + worker.err).not.toMatch(/hush|x{1000}/);
    expect(existsSync(ran)).toBe(false);
    expect(await place.merges(honest, bare, "T1")).toEqual([1, 1]);
    expect(place.turns("T1")).toBe(1);
    const { code, err } = await place.cli(["status"]);
    expect([code, err]).toEqual([0, ""]);
    await queue.close();
  });
});
