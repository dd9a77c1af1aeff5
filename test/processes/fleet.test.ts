import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { Queue } from "bullmq";
import { describe, expect, it } from "vitest";
import { FleetPlace, isRedisThere, pause, prefix, until } from "./fleet-place.js";

const whole = (task: string) => ({ write: { [`parts/${task}`]: "whole\n" } });
const half = (task: string) => ({ write: { [`parts/${task}`]: "half\n" }, silent: true, say: "Half is written." });

describe.skipIf(!isRedisThere)("a fleet", { timeout: 300_000 }, () => {
  it("works on the lists of several repositories, and in the order that tasks wait for each other", async () => {
    await using place = await FleetPlace.open();
    const one = place.repository("one", "- [ ] T1: first\n- [ ] T2: second (depends on T1)\n");
    const two = place.repository("two", "- [ ] T3: third\n- [x] T4: done before\n");
    place.script({ T1: [whole("T1")], T2: [whole("T2")], T3: [whole("T3")] });
    const id = await place.submit([one, two]);
    expect((await place.task(id, "T2")).status).toBe("held");
    const worker = place.worker("w1", ["--slots", "2"]);
    await until(() => worker.ofType("repository-over").length === 2, "two ends");
    expect(await place.cli(["status", id])).toMatchObject({ code: 0, err: "" });
    expect(place.show(one, id, "TODO.md")).toBe("- [x] T1: first\n- [x] T2: second (depends on T1)");
    expect(place.show(two, id, "TODO.md")).toBe("- [x] T3: third\n- [x] T4: done before");
    for (const [bare, task] of [
      [one, "T1"],
      [one, "T2"],
      [two, "T3"],
    ] as const)
      expect(await place.merges(id, bare, task)).toEqual([1, 1]);
    expect(place.startedAt("T2")).toBeGreaterThan(place.startedAt("T1"));
    expect([...place.branches(one), ...place.branches(two)]).toEqual([`untildone/${id}`, `untildone/${id}`]);
    expect(await worker.end("SIGTERM")).toBe(0);
    await until(() => place.running().length === 0, "nothing runs");
  });

  it("is not done where the last checks of a repository do not hold", async () => {
    await using place = await FleetPlace.open();
    // Holds as long as a task is open: after the last one, nobody works on it any more.
    const bare = place.repository("one", "- [ ] T1: first\n", { "verify.sh": 'grep -q "\\[ \\]" TODO.md\n' });
    place.script({ T1: [whole("T1")] });
    const id = await place.submit([bare]);
    const worker = place.worker("w1");
    await worker.sees("repository-over");
    const shown = await place.cli(["status", id]);
    expect(shown.code).toBe(1);
    expect(shown.out).toContain("needs-review: 1 done");
    expect(shown.out).toContain("check v: fails");
    const { repositories } = JSON.parse((await place.cli(["status", id, "--json"])).out);
    expect(repositories).toMatchObject([{ state: "needs-review", end: { outcome: "needs-review", round: 0 } }]);
    expect((await place.cli(["metrics"])).out).toContain(
      `untildone_fleet_repositories{submission="${id}",state="needs-review"} 1`,
    );
  });

  it("opens a pull request after the last checks, and it says what they said", async () => {
    await using place = await FleetPlace.open();
    const log = join(place.path, "gh.log");
    const verify = `grep -q "\\[ \\]" TODO.md && exit 0\necho "last check" >> ${log}\nexit 1\n`;
    const bare = place.repository("one", "- [ ] T1: first\n", { "verify.sh": verify });
    const url = "https://github.com/acme/one";
    writeFileSync(join(place.path, ".gitconfig"), `[url "${bare}"]\n\tinsteadOf = ${url}\n`);
    const gh = join(place.path, "programs/gh");
    mkdirSync(join(place.path, "programs"));
    const answer = `echo "$*" >> ${log}\ncase "$2" in create) cat >> ${log}; echo ${url}/pull/7;; esac\n`;
    writeFileSync(gh, `#!/bin/sh\n${answer}`, { mode: 0o755 });
    place.script({ T1: [whole("T1")] });
    const id = await place.submit([url], "--pr");
    const env = { ...place.env(), PATH: `${join(place.path, "programs")}:${process.env["PATH"]}` };
    const worker = place.worker("w1", ["--allow-repo", "https://github.com/acme/*"], env);
    await worker.sees("pull-request-open");
    const told = readFileSync(log, "utf8");
    expect(told).toMatch(/^last check\n/);
    expect(told).not.toMatch(/^pr create[\s\S]*^last check$/m);
    expect(told).toContain("--title 1 of 1 tasks of TODO.md (needs-review)");
    expect(told).toContain("- Check v fails");
    await worker.sees("repository-over");
    expect(await place.cli(["status", id])).toMatchObject({
      ...{ code: 1, out: expect.stringContaining(`pull request ${url}/pull/7`) },
    });
  });

  it("takes back what is done where somebody moved the branch, and does it again when asked", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n");
    place.script({ T1: [{ ...whole("T1"), waitFor: place.gate("go") }], T2: [whole("T2")] });
    const id = await place.submit([bare]);
    const worker = place.worker("w1");
    await until(() => place.turns("T1") === 1, "a turn");
    await place.cli(["drain"]);
    place.openGate("go");
    await worker.sees("task-over", ({ hold }) => hold?.task === "T1");
    place.git(bare, "update-ref", `refs/heads/untildone/${id}`, "refs/heads/main");
    await place.cli(["drain", "--end"]);
    await worker.sees("repository-over");
    expect(await place.task(id, "T1")).toMatchObject({
      status: "set-aside",
      why: expect.stringContaining("no longer on"),
    });
    expect(await place.task(id, "T2")).toMatchObject({ status: "done" });
    const shown = await place.cli(["status", id]);
    expect(shown).toMatchObject({ code: 1, out: expect.stringContaining("1 done, 1 set-aside") });
    await place.cli(["retry", id]);
    await until(() => worker.ofType("repository-over").length === 2, "a second end");
    expect((await place.cli(["status", id])).code).toBe(0);
    expect(place.show(bare, id, "TODO.md")).toBe("- [x] T1: first\n- [x] T2: second");
  });

  it("does not mark what an agent only claims, and says of tasks that wait for it why they never start", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository(
      "one",
      "- [ ] T1: first\n- [ ] T2: second (depends on T1)\n- [ ] T3: third (depends on T2)\n",
    );
    place.script({ T1: [{ write: { "parts/T1": "broken\n" }, say: "All done, all tests pass." }] });
    const id = await place.submit([bare]);
    place.worker("w1", ["--max-iterations-per-task", "2"]);
    await place.over(id);
    expect(await place.task(id, "T1")).toMatchObject({ status: "set-aside", iterations: 2 });
    for (const [task, on] of [
      ["T2", "T1"],
      ["T3", "T2"],
    ] as const)
      expect(await place.task(id, task)).toMatchObject({
        status: "set-aside",
        why: `it waits for task ${on}, which is set aside`,
      });
    expect(await place.merges(id, bare, "T1")).toEqual([0, 0]);
    expect((await place.cli(["status", id])).code).toBe(1);
    const some = await place.cli(["status", id, "--limit", "1", "--status", "set-aside", "--repo", "one"]);
    expect(some.out.match(/^ {2}set-aside/gm)).toHaveLength(1);
    expect(some.out).toContain("2 tasks more");
    expect(some.out).toContain("page 1 of 3: --page 2 shows the next");
    const second = await place.cli(["status", id, "--limit", "1", "--page", "2"]);
    expect(second.out).toMatch(/^ {2}set-aside T2/m);
    expect(second.out).not.toMatch(/^ {2}set-aside T[13]/m);
    expect((await place.cli(["status", id, "--page", "2"])).out).toContain("page 2 is empty: there is 1 page");
    expect((await place.cli(["status", id, "--repo", "other"])).out).not.toContain("T1");
    for (const wrong of [
      ["--status", "over"],
      ["--limit", "few"],
      ["--page", "0"],
    ])
      expect(await place.cli(["status", id, ...wrong])).toMatchObject({
        code: 2,
        err: expect.stringContaining(wrong[0] ?? ""),
      });
  });

  it("publishes nothing of a task whose clone cannot run its checks, and says why", async () => {
    await using place = await FleetPlace.open();
    const manifest = JSON.stringify({ scripts: { test: "jest" }, devDependencies: { jest: "29" } });
    const bare = place.repository("one", "- [ ] T1: first\n", { "package.json": manifest, "package-lock.json": "{}" });
    place.script({ T1: [whole("T1")] });
    const id = await place.submit([bare]);
    const worker = place.worker("w1", ["--check", "tests=npm test"]);
    const { why } = (await worker.sees("repository-left")) as unknown as { why: string };
    expect(why).toContain("the required check tests (npm test) cannot run: jest cannot be started");
    expect(why).toContain('--setup "npm ci"');
    expect(place.turns("T1")).toBe(0);
    expect(place.branches(bare)).toEqual([]);
    expect(await place.task(id, "T1")).toMatchObject({ status: "waiting", why: expect.stringContaining("cannot run") });
    expect((await place.cli(["status", id])).out).toContain("cannot run");
  });

  it.each([
    ["another worker", "w2"],
    ["the same one, started again", "w1"],
  ])("goes on from the last finished iteration of a worker that was killed: %s", async (_, name) => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [half("T1"), { ...whole("T1"), waitFor: place.gate("go") }] });
    const id = await place.submit([bare]);
    const first = place.worker("w1");
    await until(() => place.turns("T1") === 2, "a second turn");
    await first.end("SIGKILL");
    const second = place.worker(name);
    expect(await second.sees("task-taken")).toMatchObject({ isTakeover: true });
    await until(() => place.turns("T1") === 3, "the second turn again");
    place.openGate("go");
    await place.over(id);
    expect(await place.task(id, "T1")).toMatchObject({ status: "done", iterations: 2, worker: name });
    expect(second.ofType("task-failed")).toEqual([]);
    expect(place.turns("T1")).toBe(3);
    expect(await place.merges(id, bare, "T1")).toEqual([1, 1]);
    expect(place.branches(bare)).toEqual([`untildone/${id}`]);
    await until(() => place.agents().length === 0, "no agent runs");
    if (name === "w1") expect(readdirSync(join(place.path, "state/untildone"))).toEqual([]);
  });

  it("refuses what a worker brings that was frozen and comes back", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [{ ...whole("T1"), waitFor: place.gate("go") }] });
    const id = await place.submit([bare]);
    const first = place.worker("w1");
    await until(() => place.turns("T1") === 1, "a turn");
    first.child.kill("SIGSTOP");
    const second = place.worker("w2");
    await until(() => place.turns("T1") === 2, "a turn of the other worker");
    place.openGate("go");
    await place.over(id);
    first.child.kill("SIGCONT");
    await first.sees("task-lost");
    await pause(1_000);
    expect(first.ofType("task-over")).toEqual([]);
    expect(second.ofType("task-over")).toHaveLength(1);
    expect(await place.merges(id, bare, "T1")).toEqual([1, 1]);
    expect(place.branches(bare)).toEqual([`untildone/${id}`]);
    expect(first.isRunning).toBe(true);
    expect(await place.task(id, "T1")).toMatchObject({ status: "done", iterations: 1 });
  });

  it("stops the agent of a task whose submission is cancelled", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n- [ ] T3: third (depends on T2)\n");
    place.script({ T1: [{ waitFor: place.gate("never") }], T2: [{ waitFor: place.gate("never") }] });
    const id = await place.submit([bare]);
    const worker = place.worker("w1");
    await until(() => place.agents().length > 0, "an agent");
    const { out } = await place.cli(["cancel", id]);
    expect(out).toContain("2 tasks not begun");
    await place.over(id);
    for (const task of ["T1", "T2", "T3"])
      expect(await place.task(id, task)).toMatchObject({ status: "cancelled", why: "the submission was cancelled" });
    await until(() => place.agents().length === 0, "no agent runs");
    expect(worker.isRunning).toBe(true);
    place.script({ T1: [whole("T1")], T2: [whole("T2")], T3: [whole("T3")] });
    expect((await place.cli(["retry", id])).out).toBe(`3 tasks of ${id} in the queue again\n`);
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
  });

  it("stops at the budget of the submission, and goes on with a larger one", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n");
    place.script({ T1: [half("T1"), whole("T1")], T2: [half("T2"), whole("T2")] });
    const id = await place.submit([bare], "--max-iterations", "1");
    place.worker("w1");
    await place.over(id);
    const why = "the budget of the submission is spent: 1 of 1 iterations";
    expect(await place.task(id, "T1")).toMatchObject({ status: "stopped", why });
    expect(await place.task(id, "T2")).toMatchObject({ status: "stopped", why });
    expect(await place.used(id)).toBe(1);
    await place.cli(["retry", id, "--max-iterations", "20"]);
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
    expect(await place.merges(id, bare, "T1")).toEqual([1, 1]);
    expect(place.branches(bare)).toEqual([`untildone/${id}`]);
  });

  it("takes no task while it is drained", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [whole("T1")] });
    expect((await place.cli(["drain"])).out).toBe("no worker takes a task now; 0 tasks at work\n");
    const id = await place.submit([bare]);
    const worker = place.worker("w1");
    await until(async () => (await place.cli(["status"])).out.includes("worker w1"), "the worker is listed");
    await pause(1_500);
    expect(worker.ofType("task-taken")).toEqual([]);
    expect((await place.cli(["status"])).out).toContain("draining");
    await place.cli(["drain", "--end"]);
    await place.over(id);
    expect((await place.task(id, "T1")).status).toBe("done");
  });

  it.each([
    ["after the iteration with Ctrl-C", "SIGINT"],
    ["at once with SIGTERM", "SIGTERM"],
  ] as const)("gives its task back %s", async (_, signal) => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    const gated = { waitFor: place.gate("go") };
    place.script({
      T1: [
        { ...half("T1"), ...gated },
        { ...whole("T1"), ...gated },
      ],
    });
    const id = await place.submit([bare]);
    const first = place.worker("w1");
    await until(() => place.turns("T1") === 1, "a turn");
    const ended = first.end(signal);
    await first.says(/other workers go on/);
    if (signal === "SIGINT") place.openGate("go");
    expect(await ended).toBe(0);
    expect(await place.task(id, "T1")).toMatchObject({ status: "waiting", iterations: 1, takeovers: 0 });
    await until(() => place.agents().length === 0, "no agent runs");
    place.openGate("go");
    const second = place.worker("w2");
    await place.over(id);
    expect(await second.sees("task-taken")).toMatchObject({ isTakeover: false });
    expect(place.turns("T1")).toBe(2);
    expect((await place.task(id, "T1")).status).toBe("done");
  });

  it("holds back the workers of an account that met its usage limit, and no others", async () => {
    await using place = await FleetPlace.open();
    const [one, two, three] = ["T1", "T2", "T3"].map((task) => place.repository(task, `- [ ] ${task}: it\n`));
    place.script({ T1: [{ limitSeconds: 12 }, whole("T1")], T2: [whole("T2")], T3: [whole("T3")] });
    const margin = ["--limit-margin", "0"];
    place.worker("a1", ["--account", "a", ...margin]);
    const first = await place.submit([one ?? ""]);
    await until(() => place.turns("T1") === 1, "a turn that meets the limit");
    const met = Date.now();
    const other = place.worker("a2", ["--account", "a", ...margin]);
    const second = await place.submit([two ?? ""]);
    await other.sees("task-event", ({ event }) => event?.type === "wait-start");
    expect(place.turns("T2")).toBe(0);
    place.worker("b1", ["--account", "b", ...margin]);
    const third = await place.submit([three ?? ""]);
    await place.over(third);
    await place.over(second);
    await place.over(first);
    expect(place.startedAt("T2") - met).toBeGreaterThan(9_000);
    expect(place.startedAt("T3")).toBeLessThan(place.startedAt("T2"));
    expect((await place.task(first, "T1")).status).toBe("done");
  });

  it("sends work back that does not go together with what others merged", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n", { shared: "zero\n" });
    const wait = { waitFor: place.gate("go") };
    place.script({
      T1: [{ ...wait, replace: { shared: ["zero", "one"] } }],
      T2: [
        { waitFor: place.gate("late"), replace: { shared: ["zero", "two"] } },
        { write: { shared: "one and two\n" } },
      ],
    });
    const id = await place.submit([bare]);
    place.worker("w1");
    place.worker("w2");
    await until(() => place.turns("T1") === 1 && place.turns("T2") === 1, "both at work");
    place.openGate("go");
    await until(async () => (await place.merges(id, bare, "T1"))[0] === 1, "T1 is merged");
    place.openGate("late");
    await place.over(id);
    expect(await place.task(id, "T2")).toMatchObject({ status: "done", iterations: 2 });
    expect(place.show(bare, id, "shared")).toBe("one and two");
    expect(await place.merges(id, bare, "T2")).toEqual([1, 1]);
  });

  it("leaves repositories that a worker does not allow to others", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [whole("T1")] });
    const strict = place.worker("w1", ["--allow-repo", "https://example.invalid/*"]);
    const id = await place.submit([bare]);
    const { text } = await strict.sees("warning");
    expect(text).toBe(`left to other workers, since --allow-repo does not name it: ${bare}`);
    expect(place.turns("T1")).toBe(0);
    place.worker("w2");
    await place.over(id);
    expect(await place.task(id, "T1")).toMatchObject({ status: "done", worker: "w2" });
  });

  it("leaves what a newer version submitted to newer workers, says so, and loses nothing of it", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [whole("T1")] });
    const id = await place.submit([bare]);
    const key = `${prefix}:submission:${id}:terms`;
    const terms = (await place.client.get(key)) ?? "";
    await place.client.set(key, terms.replace('"version":1', '"version":2'));
    const worker = place.worker("w1");
    await worker.sees("warning", ({ text = "" }) => text.startsWith(`submission ${id} is of a newer version`));
    const shown = await place.cli(["status"]);
    expect(shown.out).toContain(`${id}  is of a newer version of untildone`);
    expect(await place.cli(["status", id])).toMatchObject({ code: 2, err: expect.stringContaining("newer version") });
    // As it is for a worker that is updated.
    await place.client.set(key, terms);
    await place.over(id);
    expect(await place.task(id, "T1")).toMatchObject({ status: "done" });
    const queue = new Queue("tasks", { connection: place.client as never, prefix });
    const job = { version: 2, submission: id, repository: 0, task: "T1" };
    await queue.add("task", job, { jobId: "of-tomorrow" });
    await worker.sees("warning", ({ text = "" }) => text.startsWith("a job is of a newer version"));
    expect(await queue.getJobState("of-tomorrow")).not.toBe("failed");
    await queue.close();
  });

  it("works in clones with tags, an origin that takes no push, and submodules", async () => {
    await using place = await FleetPlace.open();
    const lib = place.repository("lib", "- [ ] T9: other\n", { "code.txt": "code\n" });
    const verify = [
      "git describe --tags | grep -q v1 || exit 1",
      "git remote get-url origin | grep -q one.git || exit 2",
      "test -s lib/code.txt || exit 3",
      "git push -q origin HEAD:refs/heads/evil && exit 4",
      "exit 0",
    ].join("\n");
    const bare = place.repository("one", "- [ ] T1: first\n", { "verify.sh": `${verify}\n` });
    const source = join(place.path, "one.src");
    place.git(source, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", lib, "lib");
    place.git(source, "commit", "-qm", "Add lib");
    place.git(source, "tag", "v1");
    place.git(source, "push", "-q", bare, "main", "v1");
    place.script({ T1: [whole("T1")] });
    const id = await place.submit([bare]);
    const worker = place.worker("w1");
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
    expect(worker.ofType("task-failed")).toEqual([]);
    expect(place.git(bare, "for-each-ref", "--format=%(refname:short)", "refs/heads")).not.toContain("evil");
    // The mirror keeps nothing of the task.
    const [mirror = ""] = readdirSync(join(place.path, "state/untildone-fleet/w1/mirrors"));
    const refs = place.git(join(place.path, "state/untildone-fleet/w1/mirrors", mirror), "for-each-ref");
    expect(refs).not.toContain("T1");
  });

  it("tells of a worker of the same name elsewhere, and takes over a folder that came from another machine", async () => {
    await using place = await FleetPlace.open();
    await place.client.set(`${prefix}:worker:w1`, JSON.stringify({ slots: 1, host: "elsewhere" }), "EX", 60);
    const first = place.worker("w1");
    await first.says(/a worker named w1 already runs on elsewhere/);
    await first.end("SIGTERM");
    const folder = join(place.path, "state/untildone-fleet/w2");
    mkdirSync(folder, { recursive: true });
    const holder = { pid: 1, host: "gone", started: "x", command: "fleet worker", since: "2026-01-01", token: "t" };
    writeFileSync(join(folder, "worker.lock"), JSON.stringify(holder));
    const second = place.worker("w2");
    await second.says(/that of a worker on gone since 2026-01-01, which the fleet does not hear of: taken over/);
    await second.end("SIGTERM");
    expect(second.child.exitCode).toBe(0);
    const before = { ...holder, host: hostname(), since: "2026-02-02" };
    writeFileSync(join(folder, "worker.lock"), JSON.stringify(before));
    const third = place.worker("w2");
    await third.says(/that of a worker that ended without leaving \(process 1, since 2026-02-02\): taken over/);
    await third.end("SIGTERM");
  });

  it("shows the password of Redis nowhere", async () => {
    const password = "open-sesame-7391";
    await using place = await FleetPlace.open({ password });
    const bare = place.repository("one", "- [ ] T1: first\n");
    const shell = join(place.path, "agent.sh");
    const seen = join(place.path, "environment");
    writeFileSync(
      shell,
      `#!/bin/sh\ncat > /dev/null\nenv > ${seen}\nenv > parts/environment\necho whole > parts/T1\necho whole >> parts/environment\necho "The task is done."\n`,
    );
    chmodSync(shell, 0o755);
    const id = await place.submit([bare]);
    const worker = place.worker("w1", ["--command", shell]);
    await place.over(id);
    await worker.end("SIGTERM");
    expect(readFileSync(seen, "utf8")).toContain("UNTILDONE_ITERATION");
    const keys = await place.client.keys("*");
    const dumps = await Promise.all(keys.map(async (key) => String(await place.client.dumpBuffer(key))));
    const files = readdirSync(place.path, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
    const status = await place.cli(["status", id]);
    const texts = [worker.out, worker.err, status.out, status.err, ...keys, ...dumps, ...files];
    expect(texts.filter((text) => text.includes(password))).toEqual([]);
  });
});
