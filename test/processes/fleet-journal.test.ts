import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasRedis, RedisProcess } from "../../scripts/redis-process.mjs";
import { Board } from "../../src/fleet/board.js";
import { connect } from "../../src/fleet/connect.js";
import type { RepositoryEnd } from "../../src/fleet/terms.js";
import { bin } from "../e2e/bin.js";

const isRedisThere = hasRedis();
if (!isRedisThere) console.warn("redis-server is not installed: the journal of a fleet is not tried");

const place = mkdtempSync(join(tmpdir(), "untildone-fleet-journal-"));
const started: ChildProcess[] = [];
let redis: RedisProcess | null = null;
let url = "";
let id = "";

const env = () => ({
  ...{ PATH: process.env["PATH"], HOME: place, XDG_STATE_HOME: join(place, "state"), UNTILDONE_REDIS_URL: url },
});

function run(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
    ...{ cwd: place, encoding: "utf8", env: env() },
  });
  return { code: status, out: stdout, err: stderr };
}

function start(...words: readonly string[]) {
  const child = spawn(process.execPath, [bin, ...words], { cwd: place, env: env(), stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  const heard = { child, out: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => {
      heard.out += chunk;
    });
  return heard;
}

async function until(holds: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  for (const end = Date.now() + 170_000; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`it did not happen: ${what()}`);
}

function makeRepository(name: string, list: string): string {
  const source = join(place, `${name}.src`);
  mkdirSync(join(source, "parts"), { recursive: true });
  writeFileSync(join(source, "TODO.md"), list);
  writeFileSync(join(source, "verify.sh"), 'for file in parts/*; do grep -q whole "$file" || exit 1; done\n');
  writeFileSync(join(source, "parts/0"), "whole\n");
  const git = (...words: readonly string[]) =>
    spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: source });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "start");
  git("clone", "-q", "--bare", ".", `../${name}.git`);
  return join(place, `${name}.git`);
}

/** T1 is done at once, T2 only after a refused claim, T3 never. */
const agent = `#!/bin/sh
task=$(grep -oE 'T[0-9]: Write' | head -1 | cut -c2)
case "$task" in
  3) ;;
  2) if [ -e parts/2 ]; then echo whole > parts/2; else echo half > parts/2; fi ;;
  *) echo whole > parts/$task ;;
esac
printf 'The task is done.\\n\\nEXIT_SIGNAL: true\\n'
`;

beforeAll(async () => {
  if (!isRedisThere) return;
  redis = await RedisProcess.start();
  url = redis.url;
  writeFileSync(join(place, "agent.sh"), agent);
  chmodSync(join(place, "agent.sh"), 0o755);
  const list = (count: number) =>
    Array.from({ length: count }, (_, at) => `- [ ] T${at + 1}: Write part ${at + 1}\n`).join("");
  const repositories = [makeRepository("shop", list(3)), makeRepository("site", list(1))];
  const submitted = run("fleet", "submit", "--json", ...repositories.flatMap((each) => ["--repo", each]));
  id = JSON.parse(submitted.out).id;
  const given = ["--command", join(place, "agent.sh"), "--check", "v=sh verify.sh", "--no-detect", "--slots", "2"];
  const worker = start("fleet", "worker", "--name", "w1", ...given, "--allow-repo", `${place}/*`);
  await until(
    () => worker.out.split("are over").length === 3,
    () => worker.out,
  );
}, 180_000);

afterAll(async () => {
  for (const child of started.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const closed = once(child, "close");
    child.kill("SIGKILL");
    await closed;
  }
  await redis?.close();
  rmSync(place, { recursive: true, force: true });
});

describe.skipIf(!isRedisThere)("a fleet that has ended", () => {
  it("is exported as journals that the other commands take", () => {
    expect(run("fleet", "export", id, "--to", "night")).toMatchObject({ code: 0, err: "" });
    expect(run("fleet", "export", "--to", "night").out).toContain("0 decisions");
    const report = JSON.parse(run("report", "--dir", "night/shop", "--format", "json").out);
    expect(report).toMatchObject({ run: id, status: "ended", outcome: "needs-review", problems: [] });
    expect(report.summary).toMatchObject({ tasks: { done: 2, total: 3 }, setAside: [{ task: "T3" }] });
    expect(report.refused.length).toBeGreaterThan(0);
    expect(report.headline.next[0]).toContain(`untildone fleet retry ${id}`);
    expect(JSON.parse(run("report", "--dir", "night/site", "--format", "json").out).headline.title).toBe(
      "COMPLETED, NOTHING PROVEN: 1 of 1 task done",
    );
    expect(run("state", "--dir", "night/shop", "--outcome")).toMatchObject({ code: 1, out: "needs-review\n" });
    expect(run("state", "--dir", "night/site", "--outcome")).toMatchObject({ code: 0, out: "completed\n" });
    expect(run("explain", "--all", "--dir", "night/site").out).toContain("no-work-left          spoke");
    expect(run("history", "--dir", "night/shop").out).toContain("T3: ");
    expect(run("replay", "--dir", "night/shop")).toMatchObject({ code: 0 });
    expect(run("fleet", "export", "--to", "agent.sh")).toMatchObject({ code: 2, err: expect.stringContaining("--to") });
    expect(run("fleet", "export", "../x")).toMatchObject({ code: 2, err: expect.stringContaining("no submission") });
  });

  it("has one end for each repository, also if the last job is done again", async () => {
    const lines = (name: string) => readFileSync(join(place, `night/${name}/.ralph/decisions.jsonl`), "utf8");
    for (const name of ["shop", "site"])
      expect(
        lines(name)
          .split("\n")
          .filter((line) => line.includes('"decision":"EXIT"') && !/"unit":/.test(line)),
      ).toHaveLength(1);
    const connection = await connect({ url, shown: url });
    const client = new Redis(url);
    try {
      const board = new Board(connection);
      await client.set("{untildone}:tasks:last:lock", "mine");
      const known = (await board.standing(id))?.endOf(1);
      expect(known).toMatchObject({ round: 0, outcome: "completed", checks: expect.arrayContaining([]) });
      const last = (token: string, round: number) => {
        const end = { ...(known as RepositoryEnd), round };
        return board.end({ job: "last", token }, { submission: id, repository: 1, end }, ["{}"]);
      };
      expect(await last("mine", 0)).toBe("over");
      expect(await last("old", 1)).toBe("lost");
      expect(await last("mine", 1)).toBe("ok");
      expect(await last("mine", 1)).toBe("over");
    } finally {
      client.disconnect();
      await connection.close();
    }
    // What is no decision is left out, and said.
    expect(run("fleet", "export", "--to", "night")).toMatchObject({ code: 0, err: expect.stringContaining("1 entry") });
  });

  it("has metrics, printed and served", async () => {
    const printed = run("fleet", "metrics");
    expect(printed).toMatchObject({ code: 0, err: "" });
    expect(printed.out).toContain(`untildone_fleet_tasks{submission="${id}",status="done"} 3\n`);
    for (const line of printed.out.trimEnd().split("\n"))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{(?:[a-z]+="[^"]*",?)+\})? [\d.]+)$/);
    const served = start("fleet", "metrics", "--port", "0");
    await until(
      () => served.out.includes("\n"),
      () => served.out,
    );
    const address = /http:\S+/.exec(served.out)?.[0] ?? "";
    const reply = await fetch(address);
    expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(await reply.text()).toContain("untildone_fleet_workers 1\n");
    expect((await fetch(new URL("/", address))).status).toBe(404);
    expect((await fetch(address, { method: "POST" })).status).toBe(405);
    served.child.kill("SIGINT");
    expect((await once(served.child, "close"))[0]).toBe(0);
    expect(run("fleet", "metrics", "--host", "0.0.0.0")).toMatchObject({ code: 2 });
  });

  it("is on the dashboard, where nothing of it can be steered, and new submissions appear", async () => {
    const served = start("fleet", "serve", "--port", "0");
    await until(
      () => served.out.includes("http:"),
      () => served.out,
    );
    const link = new URL(/http:\S+/.exec(served.out)?.[0] ?? "");
    const entered = await fetch(link, { redirect: "manual" });
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const base = new URL(entered.headers.get("location") ?? "", link);
    const readProjects = async () => {
      const reply = await fetch(new URL("events", base), { headers: { cookie } });
      const { value } = (await reply.body?.getReader().read()) ?? {};
      return JSON.parse(/^data: (.*)$/m.exec(new TextDecoder().decode(value))?.[1] ?? "").projects;
    };
    const { iterations } = JSON.parse(run("report", "--dir", "night/shop", "--format", "json").out).summary;
    const isRead = async () => (await readProjects())[0]?.runs[0]?.status === "ended";
    await until(isRead, () => served.out);
    const projects = await readProjects();
    expect(projects.map(({ name, isFleet }: Record<string, unknown>) => [name, isFleet])).toEqual([
      [`shop ${id}`, true],
      [`site ${id}`, true],
    ]);
    expect(projects[0].runs).toMatchObject([{ run: id, status: "ended", outcome: "needs-review", iterations }]);
    const act = await fetch(new URL("act", base), {
      method: "POST",
      headers: { cookie, "x-untildone": "act", origin: link.origin },
      body: JSON.stringify({ project: projects[0].id, action: "accept", text: "T3" }),
    });
    expect(await act.json()).toMatchObject({ ok: false, message: expect.stringContaining("untildone fleet") });
    run("fleet", "drain");
    run("fleet", "submit", "--repo", join(place, "site.git"));
    await until(
      async () => (await readProjects()).length === 3,
      () => served.out,
    );
    served.child.kill("SIGINT");
    expect((await once(served.child, "close"))[0]).toBe(0);
  });

  it("is looked at by its doctor", () => {
    const { code, out } = run("fleet", "doctor", "--command", join(place, "agent.sh"), "--json");
    const { canStart, findings } = JSON.parse(out);
    const statusOf = (name: string) => findings.find((each: { name: string }) => each.name === name)?.status;
    expect({ code, canStart }).toEqual({ code: 0, canStart: true });
    expect(["packages", "redis", "append-only", "memory", "clock", "git", "workers"].map(statusOf)).toEqual(
      Array.from({ length: 7 }, () => "ok"),
    );
    expect(statusOf("draining")).toBe("warn");
    const without = spawnSync(process.execPath, [bin, "fleet", "doctor"], {
      ...{ cwd: place, encoding: "utf8", env: { ...env(), UNTILDONE_REDIS_URL: "redis://:secret-word@127.0.0.1:1" } },
    });
    expect(without.status).toBe(1);
    expect(without.stdout).toContain("Redis cannot be reached");
    expect(without.stdout).not.toContain("secret-word");
  });
});
