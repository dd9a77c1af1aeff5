import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FleetPlace, isRedisThere, prefix, until } from "./fleet-place.js";

const whole = (task: string) => ({ write: { [`parts/${task}`]: "whole\n" } });
const half = (task: string) => ({ write: { [`parts/${task}`]: "half\n" }, silent: true, say: "Half is written." });
const soon = ["--retry-after", "1s"];

function addHook(bare: string, name: string, text: string): string {
  const hook = join(bare, "hooks", name);
  mkdirSync(join(bare, "hooks"), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\n${text}\n`);
  chmodSync(hook, 0o755);
  return hook;
}

/** A remote that takes no push, whoever asks. */
function refusePushes(bare: string): () => void {
  const hook = addHook(bare, "pre-receive", "echo 'this repository is frozen' >&2\nexit 1");
  return () => rmSync(hook);
}

describe.skipIf(!isRedisThere)("what is nobody's task's fault", { timeout: 300_000 }, () => {
  it("a remote that takes no push: no turn is paid, and the work is done when it does", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n");
    place.script({ T1: [whole("T1")], T2: [whole("T2")] });
    const allow = refusePushes(bare);
    const id = await place.submit([bare]);
    const worker = place.worker("w1", soon);
    const { why } = await worker.sees("repository-paused");
    expect(why).toContain("read only");
    expect(why).toContain("this repository is frozen");
    await until(() => worker.ofType("repository-paused").length > 1, "a second try");
    // A pause may be over before a busy machine shows it: the next one is twice as long.
    await until(async () => (await place.cli(["status", id])).out.includes("left alone until"), "status says so");
    expect([place.turns("T1"), place.turns("T2"), await place.used(id)]).toEqual([0, 0, 0]);
    allow();
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
    expect(worker.ofType("task-failed")).toEqual([]);
  });

  it("a push that is refused later: the turn is counted, and the budget holds", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({
      T1: [half("T1"), { ...half("T1"), waitFor: place.gate("go") }, half("T1"), half("T1"), half("T1")],
    });
    const id = await place.submit([bare], "--max-iterations", "3");
    place.worker("w1", soon);
    await until(() => place.turns("T1") === 2, "a second turn");
    refusePushes(bare);
    place.openGate("go");
    await place.over(id);
    // The third is tried from where the first one ended, since nobody has the work of the second.
    expect(await place.used(id)).toBe(place.turns("T1"));
    expect(place.turns("T1")).toBeLessThanOrEqual(4);
    expect(await place.task(id, "T1")).toMatchObject({ status: "stopped" });
  });

  it("a push that is refused for what is in it is the task's own, and holds up no other", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n");
    place.script({ T1: [{ write: { "parts/T1": "whole\n", secret: "x\n" } }], T2: [whole("T2")] });
    const hook = join(bare, "hooks/pre-receive");
    mkdirSync(join(bare, "hooks"), { recursive: true });
    const look = 'while read old new ref; do git cat-file -e "$new:secret" 2>/dev/null && exit 1; done; exit 0';
    writeFileSync(hook, `#!/bin/sh\n${look}\n`, { mode: 0o755 });
    const id = await place.submit([bare]);
    const worker = place.worker("w1", [...soon, "--slots", "2"]);
    await worker.sees("task-failed");
    await until(async () => (await place.task(id, "T2")).status === "done", "the other one");
    expect(worker.ofType("repository-paused")).toEqual([]);
    expect(worker.ofType("task-failed")[0]?.why).toContain("refuses this push, and takes others");
    expect(place.branches(bare).filter((name) => name.includes("try-"))).toEqual([]);
  });

  it("is waited for only as long as patience lasts", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [whole("T1")] });
    refusePushes(bare);
    const id = await place.submit([bare]);
    place.worker("w1", [...soon, "--patience", "3s"]);
    await place.over(id);
    expect(await place.task(id, "T1")).toMatchObject({ status: "failed", why: expect.stringContaining("read only") });
    const ends = (await place.journal(id)).filter(({ about }) => about?.unit === "T1");
    expect(ends).toMatchObject([
      { about: { is: "set-aside" }, decision: { reason: expect.stringContaining("failed") } },
    ]);
  });

  it("a remote that is away: nothing fails, and all is done when it is back", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n- [ ] T3: third\n");
    place.script({ T1: [whole("T1")], T2: [whole("T2")], T3: [whole("T3")] });
    const id = await place.submit([bare]);
    renameSync(bare, `${bare}-away`);
    const worker = place.worker("w1", [...soon, "--slots", "2"]);
    await until(() => worker.ofType("repository-paused").length > 2, "several tries");
    renameSync(`${bare}-away`, bare);
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
    expect(worker.ofType("task-failed")).toEqual([]);
    for (const task of ["T1", "T2", "T3"]) expect(place.turns(task)).toBe(1);
  });

  it("patience is had once for a repository that is deleted in the middle, and all is told; a retry goes on", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n- [ ] T3: third\n- [ ] T4: fourth\n");
    const other = place.repository("two", "- [ ] T9: other\n");
    place.script({
      ...{ T1: [whole("T1")], T2: [{ ...whole("T2"), waitFor: place.gate("go") }] },
      ...{ T3: [whole("T3")], T4: [whole("T4")], T9: [whole("T9")] },
    });
    const id = await place.submit([bare, other], "--tasks", "TODO.md");
    const worker = place.worker("w1", [...soon, "--patience", "3s"]);
    await until(() => place.turns("T2") === 1, "a turn of the second task");
    renameSync(bare, `${bare}-deleted`);
    place.openGate("go");
    await place.ended(id);
    const { code, out } = await place.cli(["status", id]);
    expect(code).toBe(1);
    expect(out).toMatch(/one .*needs-review: 1 done, 3 failed/);
    expect(out).toContain("the repository is gone");
    expect(out).toMatch(/two .*completed: 1 done/);
    // One after a second, one when patience ends: not two for each task, nor for the last job.
    expect(worker.ofType("repository-paused").length).toBeLessThanOrEqual(3);
    const ends = (await place.journal(id)).filter(({ about }) => about?.is === "set-aside");
    expect(ends.map(({ about }) => about?.unit).toSorted()).toEqual(["T2", "T3", "T4"]);
    renameSync(`${bare}-deleted`, bare);
    await place.cli(["retry", id]);
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
    for (const task of ["T1", "T2", "T3", "T4"]) expect(await place.merges(id, bare, task)).toEqual([1, 1]);
  });

  it.each([
    ["a full disk", "git", "echo 'fatal: write error: No space left on device' >&2; exit 128", "is full"],
    ["an agent that is not logged in", "--command", "sh -c 'echo Invalid API key >&2; exit 1'", "logged in"],
    [
      "a sandbox that cannot be made",
      "bwrap",
      "echo 'bwrap: No permissions to create new namespace' >&2; exit 1",
      "bwrap",
    ],
  ])("%s: that worker takes no more tasks, and another one does them all", async (_, name, text, why) => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", Array.from({ length: 6 }, (__, at) => `- [ ] T${at + 1}: part\n`).join(""));
    place.script(Object.fromEntries(Array.from({ length: 6 }, (__, at) => [`T${at + 1}`, [whole(`T${at + 1}`)]])));
    const id = await place.submit([bare]);
    const given = name === "bwrap" ? ["--sandbox", "bwrap", "--insecure-redis"] : [];
    const bad = name.startsWith("--")
      ? place.worker("bad", [name, text])
      : place.worker("bad", given, place.brokenProgram(name, text));
    const left = await bad.sees("worker-drained");
    expect(left.why).toContain(why);
    await until(() => !bad.isRunning, "it ends");
    expect(bad.child.exitCode).toBe(1);
    expect(bad.err).toContain("takes no more tasks");
    expect((await place.cli(["status"])).out).toContain("worker bad: takes no more tasks");
    place.worker("good");
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
  });

  it("a worker without an agent that is started again and again uses up neither tasks nor budgets, and status says why", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [{ ...whole("T1"), waitFor: place.gate("go") }] });
    const id = await place.submit([bare], "--max-iterations", "1");
    for (let times = 0; times < 4; times++) {
      const bad = place.worker("w1", ["--command", "sh -c 'echo Invalid API key >&2; exit 1'"]);
      await until(() => !bad.isRunning, "it ends");
      expect(bad.child.exitCode).toBe(1);
    }
    expect(await place.task(id, "T1")).toMatchObject({ status: "waiting", iterations: 0, takeovers: 0 });
    expect(await place.used(id)).toBe(0);
    place.worker("w1");
    await until(() => place.turns("T1") === 1, "a turn");
    expect((await place.cli(["status"])).out).toMatch(
      /worker w1: 1 of 1 slots .*took no more tasks before: .*Invalid API key/,
    );
    place.openGate("go");
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
    const isTold = async () => (await place.cli(["status"])).out.includes("Invalid API key");
    await until(async () => !(await isTold()), "it is over");
  });

  it("a repository that asks for a log-in is left to others, and the worker goes on with all else", async () => {
    await using place = await FleetPlace.open();
    const [hidden, open] = [
      place.repository("one", "- [ ] T1: first\n"),
      place.repository("two", "- [ ] T2: second\n"),
    ];
    place.script({ T1: [whole("T1")], T2: [whole("T2")] });
    const id = await place.submit([hidden, open], "--tasks", "TODO.md");
    const refuse = `case "$*" in *${hidden}*) echo "fatal: could not read Username for 'https://git.example.com': terminal prompts disabled" >&2; exit 128;; esac`;
    const git = `${refuse}\nPATH=${process.env["PATH"]} exec git "$@"`;
    const lacking = place.worker("lacking", soon, place.brokenProgram("git", git));
    expect((await lacking.sees("repository-left")).why).toContain("the repository asks for a log-in");
    await until(async () => (await place.task(id, "T2")).status === "done", "the other repository");
    expect(await place.task(id, "T1")).toMatchObject({ iterations: 0, takeovers: 0 });
    expect(lacking.isRunning).toBe(true);
    expect(lacking.ofType("worker-drained")).toEqual([]);
    place.worker("good");
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
  });

  it("what a worker cannot prepare it leaves to others, which do it all, and no try of a task is used", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", Array.from({ length: 4 }, (_, at) => `- [ ] T${at + 1}: part\n`).join(""));
    place.script(Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`T${at + 1}`, [whole(`T${at + 1}`)]])));
    const id = await place.submit([bare]);
    const lacking = place.worker("lacking", ["--setup", "no-such-installer", "--slots", "2"]);
    expect(await lacking.sees("repository-left")).toMatchObject({ why: expect.stringContaining("--setup failed") });
    expect((await place.cli(["status", id])).out).toContain("left by lacking");
    place.worker("good");
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
    expect(lacking.ofType("task-failed")).toEqual([]);
    expect(lacking.isRunning).toBe(true);
  });

  it.each([
    ["comes back: nothing fails, and all is done", "24h"],
    ["stays away: its tasks fail when patience ends, with the cause", "3s"],
  ])("a registry that its packages come from %s", async (_, patience) => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n");
    place.script({ T1: [whole("T1")], T2: [whole("T2")] });
    const id = await place.submit([bare]);
    const setup = `test -e ${place.gate("registry")}`;
    const worker = place.worker("w1", [...soon, "--patience", patience, "--setup", setup]);
    if (patience === "24h") {
      await until(() => worker.ofType("repository-left").length > 2, "several tries");
      place.openGate("registry");
    }
    await place.ended(id);
    const isDone = patience === "24h";
    expect((await place.cli(["status", id])).code).toBe(isDone ? 0 : 1);
    expect(worker.ofType("task-failed").length).toBe(isDone ? 0 : 2);
    for (const task of ["T1", "T2"]) {
      expect(place.turns(task)).toBe(isDone ? 1 : 0);
      if (!isDone)
        expect(await place.task(id, task)).toMatchObject({ status: "failed", why: expect.stringContaining("--setup") });
    }
  });

  it("a task that takes its workers down is set aside after the third", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [{ waitFor: place.gate("never") }] });
    const id = await place.submit([bare]);
    for (let at = 1; at <= 3; at++) {
      const worker = place.worker(`w${at}`);
      await until(() => place.turns("T1") === at, "a turn");
      await worker.end("SIGKILL");
    }
    place.worker("w4");
    await place.over(id);
    expect(await place.task(id, "T1")).toMatchObject({
      ...{ status: "set-aside", why: "its worker was lost 3 times in a row before an iteration was finished" },
    });
  });

  it("a worker lost after its work was published: the task is done, although the budget is spent", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [whole("T1")] });
    const published = place.gate("published");
    const hook = `read from to ref; case $ref in *-T1) exit 0;; */try-*) exit 0;; esac; touch ${published}\n`;
    addHook(bare, "post-receive", `${hook}while [ ! -e ${place.gate("go")} ]; do sleep 0.05; done`);
    const id = await place.submit([bare], "--max-iterations", "1");
    const first = place.worker("w1");
    await until(() => existsSync(published), "the work is published");
    await first.end("SIGKILL");
    place.openGate("go");
    place.worker("w2");
    await place.ended(id);
    expect(await place.task(id, "T1")).toMatchObject({ status: "done", iterations: 1 });
    expect(await place.merges(id, bare, "T1")).toEqual([1, 1]);
    expect((await place.cli(["status", id])).code).toBe(0);
  });

  it("a branch that could not be removed when its task was merged is removed at the end", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second (depends on T1)\n");
    place.script({ T1: [whole("T1")], T2: [{ ...whole("T2"), waitFor: place.gate("go") }] });
    const kept = `case $1 in *-T1) case $3 in *[!0]*) ;; *) test -e ${place.gate("go")} || exit 1;; esac;; esac`;
    addHook(bare, "update", kept);
    const id = await place.submit([bare]);
    const worker = place.worker("w1");
    await until(() => place.turns("T2") === 1, "a turn of the next task");
    expect(place.branches(bare)).toContain(`untildone/${id}-T1`);
    place.openGate("go");
    // How it ended is written down first.
    await worker.sees("repository-over");
    expect(place.branches(bare)).toEqual([`untildone/${id}`]);
    expect((await place.cli(["status", id])).code).toBe(0);
  });

  it("a remote that lets nobody delete a branch: that is told once, and the repository ends as if it did", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n");
    place.git(bare, "config", "receive.denyDeletes", "true");
    place.script({ T1: [whole("T1")], T2: [whole("T2")] });
    const id = await place.submit([bare]);
    const worker = place.worker("w1");
    await worker.sees("repository-over");
    const told = worker.ofType("warning").filter(({ text = "" }) => text.includes("branches of merged tasks stay"));
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining(`untildone/${id}-T1, untildone/${id}-T2`)]);
    expect((await place.cli(["status", id])).code).toBe(0);
    const left = [`untildone/${id}`, `untildone/${id}-T1`, `untildone/${id}-T2`, "untildone/try-push"];
    expect(place.branches(bare)).toEqual(left);
    const mirrors = join(place.path, "state/untildone-fleet/w1/mirrors");
    const refs = readdirSync(mirrors).map((name) =>
      place.git(join(mirrors, name), "for-each-ref", "--format=%(refname)"),
    );
    expect(refs).toEqual(["refs/fleet/fetched/main"]);
  });

  it("a disk that fills while the end is judged says nothing of the repository: another worker judges it", async () => {
    await using place = await FleetPlace.open();
    const full = place.gate("full");
    const git = `if [ -e ${full} ]; then echo 'fatal: write error: No space left on device' >&2; exit 128; fi\nPATH=${process.env["PATH"]} exec git "$@"`;
    // The list has a tick only in what was merged, which is checked last.
    const verify = `grep -q whole parts/T1 || exit 1\nif grep -q '\\[x\\]' TODO.md; then touch ${full}; fi\n`;
    const bare = place.repository("one", "- [ ] T1: first\n", { "verify.sh": verify });
    place.script({ T1: [whole("T1")] });
    const id = await place.submit([bare]);
    const bad = place.worker("bad", [], place.brokenProgram("git", git));
    expect((await bad.sees("worker-drained")).why).toContain("is full");
    await until(() => !bad.isRunning, "it ends");
    place.worker("good");
    await place.ended(id);
    const { code, out } = await place.cli(["status", id]);
    expect([code, out]).toEqual([0, expect.stringContaining("completed")]);
    expect(bad.ofType("repository-over")).toEqual([]);
  });

  it("a task that somebody calls done in Redis is not: the list on the branch decides", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n");
    place.script({ T1: [{ ...whole("T1"), waitFor: place.gate("go") }] });
    const id = await place.submit([bare]);
    const worker = place.worker("w1");
    await until(() => place.turns("T1") === 1, "a turn");
    const forged = { ...(await place.task(id, "T2")), status: "done", why: "" };
    await place.client.hset(`${prefix}:submission:${id}:tasks`, "0/T2", JSON.stringify(forged));
    await place.client.hincrby(`${prefix}:submission:${id}`, "open:0", -1);
    place.openGate("go");
    await worker.sees("repository-over");
    expect(await place.task(id, "T2")).toMatchObject({
      ...{ status: "set-aside", why: expect.stringContaining("does not have it as done") },
    });
    expect((await place.cli(["status", id])).code).toBe(1);
  });
});

describe.skipIf(!isRedisThere)("a list of repositories", { timeout: 300_000 }, () => {
  it("with wrong lines: those that the remotes tell are named at once, nothing is submitted, and the others can be", async () => {
    await using place = await FleetPlace.open();
    const good = Array.from({ length: 5 }, (_, at) => place.repository(`r${at}`, `- [ ] T${at}: part\n`));
    const bad = ["1", "2", "3"].map((name) => `${place.path}/none${name}.git`);
    const empty = place.repository("empty", "- [x] T9: done\n");
    writeFileSync(join(place.path, "list.txt"), [...good, ...bad, empty].join("\n"));
    const refused = await place.cli(["submit", "list.txt"]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("nothing was submitted: 3 of 9 repositories cannot be used");
    expect(refused.err).toMatch(/line [678]: .*none1\.git: git cannot read the repository/);
    expect(refused.err).toContain("--skip-unusable");
    expect((await place.cli(["status"])).out).toContain("nothing was submitted yet");
    const taken = await place.cli(["submit", "list.txt", "--skip-unusable"]);
    expect(taken).toMatchObject({ code: 0, out: expect.stringContaining("5 tasks in 5 repositories") });
    expect(taken.err.match(/left out: /g)).toHaveLength(3);
  });

  it("of 10,000 lines with three wrong ones: these are named before any remote is asked", async () => {
    await using place = await FleetPlace.open();
    const lines = Array.from({ length: 10_000 }, (_, at) => `https://example.invalid/r${at}.git`);
    lines[0] = "ext::sh -c x";
    lines[4_999] = "https://example.invalid/r7.git";
    lines[9_999] = "https://bob:hush@example.invalid/x";
    writeFileSync(join(place.path, "list.txt"), `# all of ours\n${lines.join("\n")}\n`);
    const git = place.brokenProgram("git", `touch ${place.gate("asked")}; exit 1`);
    const { code, err } = await place.cli(["submit", "list.txt"], git);
    expect(code).toBe(2);
    expect(err).toContain("nothing was submitted: 3 of 10000 repositories cannot be used");
    for (const told of [
      "line 2: ext::sh: ",
      "line 5001: https://example.invalid/r7.git: it is named twice",
      "line 10001: ",
    ])
      expect(err).toContain(told);
    expect(err).not.toContain("hush");
    expect(existsSync(place.gate("asked"))).toBe(false);
  });

  it("that names one twice is refused, and a second list of it is not", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n", { "MORE.md": "- [ ] T2: second\n" });
    writeFileSync(join(place.path, "list.txt"), `${bare} TODO.md\n${bare} MORE.md\n${bare} TODO.md\n`);
    const refused = await place.cli(["submit", "list.txt"]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("it is named twice with the list TODO.md");
    const { out } = await place.cli(["submit", "list.txt", "--skip-unusable", "--json"]);
    const { id } = JSON.parse(out);
    place.script({ T1: [whole("T1")], T2: [whole("T2")] });
    place.worker("w1", ["--slots", "2"]);
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
  });

  it("of one fleet is worked off beside another in the same Redis, although they have a repository in common", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second\n");
    place.script({ T1: [whole("T1")], T2: [whole("T2")] });
    const [day, night] = [await place.submit([bare]), await place.submit([bare], "--fleet", "night")];
    place.worker("w1", ["--slots", "2"]);
    place.worker("w2", ["--fleet", "night", "--slots", "2"]);
    await place.ended(day);
    await until(
      async () => (await place.cli(["status", night, "--fleet", "night"])).code === 0,
      "the other one is done",
    );
    expect(await place.cli(["status", night])).toMatchObject({
      code: 2,
      err: expect.stringContaining("no submission"),
    });
    for (const task of ["T1", "T2"]) expect(place.turns(task)).toBe(2);
    expect(place.branches(bare).toSorted()).toEqual([`untildone/${day}`, `untildone/${night}`].toSorted());
  });

  it("of one fleet is not seen by another in the same Redis", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    await place.cli(["submit", "--repo", bare, "--fleet", "night"]);
    expect((await place.cli(["status"])).out).toContain("nothing was submitted yet");
    expect((await place.cli(["status", "--fleet", "night"])).out).toContain("1 waiting");
    expect(await place.cli(["status", "--fleet", "a b"])).toMatchObject({ code: 2 });
  });
});
