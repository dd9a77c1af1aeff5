import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { askServer } from "../../src/lib/net/http.js";
import { openTrackerIn } from "../../src/tasks/open.js";
import { systemWorld } from "../../src/tasks/system-world.js";
import type { Tracker } from "../../src/tasks/tracker.js";
import type { World } from "../../src/tasks/world.js";
import { FakeGithub } from "./fake-github.js";
import { Place } from "./place.js";

const cli = fileURLToPath(new URL("../../dist/cli.cjs", import.meta.url));
const token = "ghp_onlyForThisTest0123456789";
/** Only silence that is meant is waited out: on a busy machine an answer may take its time. */
const patienceFor = ({ upsets: [next] }: FakeGithub): number => (next === "hang" ? 300 : 60_000);
const now = Date.parse("2026-01-01T00:00:00Z");

/** A tracker against the fake, with a clock that only notes how long it was asked to wait. */
async function connect(fake: FakeGithub, options = ""): Promise<{ tracker: Tracker; waits: number[] }> {
  const waits: number[] = [];
  const world: World = {
    ...systemWorld(".", { GITHUB_API_URL: fake.url, GITHUB_TOKEN: token }),
    ask: (request) => askServer({ ...request, timeoutMs: patienceFor(fake) }),
    now: () => now,
    sleep: async (ms) => void waits.push(ms),
  };
  return { tracker: await openTrackerIn(world, `github:acme/shop${options}`, { optionalSections: [] }), waits };
}

const statusesOf = async (tracker: Tracker): Promise<Record<string, string>> => {
  const listing = await tracker.list();
  if (listing.is !== "tasks") throw new Error(JSON.stringify(listing));
  return Object.fromEntries(listing.tasks.map(({ id, status }) => [id, status]));
};

describe("issues as tasks", () => {
  it("are read page by page, without pull requests", async () => {
    const fake = await FakeGithub.start();
    for (let n = 1; n <= 250; n++)
      fake.add(`issue ${n}`, n % 2 ? { state: "closed" } : n === 100 ? { pull_request: {} } : {});
    const statuses = Object.values(await statusesOf((await connect(fake)).tracker));
    expect(statuses.length).toBe(249);
    expect(statuses.filter((status) => status === "done").length).toBe(125);
    expect(fake.asked.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("are asked for again only where they have changed", async () => {
    const fake = await FakeGithub.start();
    fake.perPage = 2;
    for (let n = 1; n <= 5; n++) fake.add(`issue ${n}`);
    const { tracker } = await connect(fake);
    const first = await statusesOf(tracker);
    expect(await statusesOf(tracker)).toEqual(first);
    expect(fake.asked.map(({ status }) => status)).toEqual([200, 200, 200, 304, 304, 304]);
    Object.assign(fake.issues[2] ?? {}, { state: "closed" });
    expect(await statusesOf(tracker)).toEqual({ ...first, 3: "done" });
    expect(fake.asked.slice(6).map(({ status }) => status)).toEqual([304, 200, 304]);
  });

  it.each([
    [{}, "todo"],
    [{ state: "closed", state_reason: "completed" }, "done"],
    [{ state: "closed", state_reason: null }, "done"],
    [{ state: "closed", state_reason: "not_planned" }, "skipped"],
    [{ state: "closed", state_reason: "duplicate" }, "skipped"],
    [{ labels: [{ name: "Blocked" }] }, "blocked"],
    [{ labels: [{ name: "status: blocked" }] }, "blocked"],
    [{ labels: [{ name: "in progress" }] }, "doing"],
    [{ labels: [{ name: "done" }] }, "todo"],
    [{ state: "closed", labels: [{ name: "blocked" }] }, "done"],
  ] as const)("%j is %s", async (issue, status) => {
    const fake = await FakeGithub.start();
    fake.add("a", { ...issue, labels: "labels" in issue ? [...issue.labels] : [] });
    expect(await statusesOf((await connect(fake)).tracker)).toEqual({ 1: status });
  });

  it("carry what they wait for, their parts, their priority and their kind", async () => {
    const fake = await FakeGithub.start();
    fake.add("parser");
    fake.add("printer", {
      labels: [{ name: "P1" }, { name: "bug" }],
      body: "Depends on #1.\n\nSee #9.\n\n- [ ] prints totals\n- [x] prints names\n",
      parent_issue_url: `${fake.url}/repos/acme/shop/issues/1`,
    });
    const listing = await (await connect(fake)).tracker.list();
    expect(listing).toMatchObject({
      tasks: [
        { id: "1" },
        {
          id: "2",
          dependsOn: ["1"],
          acceptance: ["prints totals", "prints names"],
          priority: 1,
          kind: "bug",
          parent: "1",
        },
      ],
    });
  });

  it("are narrowed by labels, milestone and assignee", async () => {
    const fake = await FakeGithub.start();
    fake.milestones = [{ number: 7, title: "Beta" }];
    const agent = { labels: [{ name: "agent" }, { name: "good first issue" }], milestone: 7, assignee: "ann" };
    fake.add("a", agent);
    fake.add("b", { ...agent, milestone: 8 });
    fake.add("c", { ...agent, assignee: "bob" });
    fake.add("d", { ...agent, labels: [{ name: "agent" }] });
    const { tracker } = await connect(fake, "?label=agent,good%20first%20issue&milestone=beta&assignee=ann");
    expect(await statusesOf(tracker)).toEqual({ 1: "todo" });
    const other = await connect(fake, "?milestone=gamma");
    expect(await other.tracker.list()).toMatchObject({ is: "unusable", why: 'there is no milestone "gamma"' });
  });

  it("follow no link to another server", async () => {
    const fake = await FakeGithub.start();
    fake.upsets.push({
      status: 200,
      headers: { link: '<http://127.0.0.1:9/steal>; rel="next"' },
      body: [{ number: 1, title: "a", state: "open", labels: [] }],
    });
    expect(await statusesOf((await connect(fake)).tracker)).toEqual({ 1: "todo" });
    expect(fake.asked[0]?.headers.authorization).toBe(`Bearer ${token}`);
  });
});

describe("a server that is not well", () => {
  const reset = (seconds: number): Record<string, string> => ({
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(now / 1000 + seconds),
  });
  it.each([
    ["a limit that ends soon", [{ status: 403, headers: reset(20) }], [21_000]],
    ["a limit told in seconds", [{ status: 429, headers: { "retry-after": "5" } }], [5000]],
    ["a fault that passes", [{ status: 502 }, { status: 503 }], [1000, 2000]],
    ["no answer", ["hang"], [1000]],
    ["a broken connection", ["drop"], [1000]],
  ] as const)("is waited for: %s", async (_, upsets, waited) => {
    const fake = await FakeGithub.start();
    fake.add("a");
    fake.upsets.push(...upsets);
    const { tracker, waits } = await connect(fake);
    expect(await statusesOf(tracker)).toEqual({ 1: "todo" });
    expect(waits).toEqual(waited);
  });

  const often = <T>(upset: T): T[] => Array.from({ length: 8 }, () => upset);
  it.each([
    [
      "a limit that ends late",
      often({ status: 403, headers: reset(7200) }),
      "GitHub's rate limit is used up until 2026-01-01T02:00:01Z",
      0,
    ],
    [
      "a limit without end",
      often({ status: 429, headers: { "retry-after": "1" } }),
      "GitHub's rate limit is used up",
      3,
    ],
    ["a fault that stays", often({ status: 500 }), "GitHub has a fault of its own (500)", 3],
    ["silence", often("hang" as const), "GitHub cannot be reached: no answer in 0.3 s", 3],
    [
      "a bad token",
      often({ status: 401, body: { message: `Bad credentials ${token}` } }),
      "GitHub refuses the token: set GITHUB_TOKEN to one that is valid: Bad credentials ***",
      0,
    ],
    [
      "a token without rights",
      often({ status: 403, body: { message: "Resource not accessible" } }),
      "the token lacks the right to it: Resource not accessible",
      0,
    ],
    [
      "no such repository",
      often({ status: 404, body: { message: "Not Found" } }),
      "GitHub knows no such repository or issue, or the token may not see it",
      0,
    ],
    ["issues turned off", often({ status: 410 }), "issues are turned off", 0],
    [
      "a question it does not accept",
      often({ status: 422, body: { message: "Validation Failed" } }),
      "GitHub does not accept the question: Validation Failed",
      0,
    ],
    [
      "an answer of another kind",
      often({ status: 200, body: { not: "a list" } }),
      "GitHub's answer is no list of issues",
      0,
    ],
    ["a page for people", often({ status: 503 }), "GitHub has a fault of its own (503)", 3],
  ])("makes the list unusable, in words: %s", async (_, upsets, why, waited) => {
    const fake = await FakeGithub.start();
    fake.upsets.push(...upsets);
    const { tracker, waits } = await connect(fake);
    const listing = await tracker.list();
    expect(listing).toMatchObject({ is: "unusable", why: expect.stringContaining(why) });
    expect(JSON.stringify(listing)).not.toContain(token);
    expect(waits.length).toBe(waited);
  });
});

describe("writing", () => {
  it("is refused unless it was asked for, and nothing is sent", async () => {
    const fake = await FakeGithub.start();
    fake.add("a");
    const { tracker } = await connect(fake, "?label=x");
    expect(await tracker.mark("1", "done")).toMatchObject({ is: "refused", why: expect.stringContaining("write=yes") });
    expect(fake.asked).toEqual([]);
  });

  it("closes, labels, and says why", async () => {
    const fake = await FakeGithub.start();
    fake.add("a", { labels: [{ name: "in progress" }] });
    const { tracker } = await connect(fake, "?write=yes");
    expect(await tracker.mark("#1", "blocked", "no key")).toMatchObject({ is: "marked", task: "1" });
    expect(fake.issues[0]).toMatchObject({ state: "open", labels: [{ name: "blocked" }] });
    expect(fake.comments).toEqual(["Blocked: no key"]);
    expect(await tracker.mark("1", "done")).toMatchObject({ is: "marked" });
    expect(fake.issues[0]).toMatchObject({ state: "closed", state_reason: "completed", labels: [] });
  });

  it("is not tried twice, since it may have been done", async () => {
    const fake = await FakeGithub.start();
    fake.add("a");
    fake.upsets.push({ status: 502 });
    const { tracker, waits } = await connect(fake, "?write=yes");
    expect(await tracker.mark("1", "done")).toMatchObject({ is: "refused", why: expect.stringContaining("502") });
    expect(waits).toEqual([]);
  });
});

it.each([
  ["github:acme", "names no repository"],
  ["github:acme/shop/more", "names no repository"],
  ["github:acme/shop?lable=x", "did you mean label?"],
])("says what is wrong with %s", async (spec, why) => {
  const tracker = await new Place().open(spec);
  expect(await tracker.list()).toMatchObject({ is: "unusable", why: expect.stringContaining(why) });
});

const fakeGh = `#!/usr/bin/env node
const words = process.argv.slice(2);
require("fs").appendFileSync("asked.txt", JSON.stringify(words) + "\\n");
if (words[0] === "--version") console.log("gh version 2.0.0");
else if (words.includes("PATCH")) process.stdout.write("HTTP/2.0 200 OK\\r\\n\\r\\n{}");
else if (words.includes("DELETE")) { process.stdout.write('HTTP/2.0 404 Not Found\\r\\n\\r\\n{"message":"Label does not exist"}'); process.exit(1); }
else process.stdout.write('HTTP/2.0 200 OK\\r\\nEtag: W/"1"\\r\\nContent-Type: application/json\\r\\n\\r\\n[{"number":4,"title":"a","state":"open","labels":[]}]');
`;

it("goes through gh where it is there", async () => {
  const place = new Place();
  chmodSync(place.write("bin/gh", fakeGh), 0o755);
  const tracker = await place.open("github:acme/shop?write=yes", { PATH: `${place.path}/bin:${process.env["PATH"]}` });
  expect(await statusesOf(tracker)).toEqual({ 4: "todo" });
  expect(await tracker.mark("4", "done")).toMatchObject({ is: "marked" });
  expect(place.read("asked.txt").toString()).toContain('"--raw-field","state=closed"');
});

it("prints no token, whatever goes wrong", async () => {
  const fake = await FakeGithub.start();
  fake.upsets.push({ status: 401, body: { message: `Bad credentials: ${token}` } });
  const env = { PATH: process.env["PATH"] ?? "", GITHUB_API_URL: fake.url, GITHUB_TOKEN: token };
  const child = spawn(process.execPath, [cli, "tasks", "github:acme/shop", "--debug"], { env });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  const [code] = await once(child, "close");
  expect(code).toBe(2);
  expect(said).toContain("GitHub refuses the token");
  expect(said).not.toContain(token);
});
