import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Mirror } from "./mirror.js";

let folder = "";
const who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
const git = (...words: string[]): string => execFileSync("git", words, { cwd: folder, encoding: "utf8" });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mirror-"));
  for (const name of ["remote.git", "other.git"]) git("init", "-q", "--bare", "-b", "main", name);
  git("init", "-q", "-b", "main", "source");
  git("-C", "source", ...who, "commit", "-q", "--allow-empty", "-m", "start");
  git("-C", "source", "push", "-q", "../remote.git", "main");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a setting that an agent left in the copy does not send a push elsewhere", async () => {
  const url = join(folder, "remote.git");
  const mirror = new Mirror(folder, url);
  const commit = (await mirror.fetch("main")) ?? "";
  git("-C", mirror.path, "config", `url.${join(folder, "other.git")}.insteadOf`, url);
  expect(await mirror.push("work", { to: commit, from: "" })).toBe(true);
  expect(git("-C", "remote.git", "for-each-ref", "--format=%(refname)")).toContain("refs/heads/work");
  expect(git("-C", "other.git", "for-each-ref")).toBe("");
});

/** A commit on a branch of its own. */
function push(branch: string): string {
  git("-C", "source", "checkout", "-q", "-b", branch, "main");
  git("-C", "source", ...who, "commit", "-q", "--allow-empty", "-m", branch);
  git("-C", "source", "push", "-q", "../remote.git", branch);
  return git("-C", "source", "rev-parse", "HEAD").trim();
}

/** As fetching makes them in the course of time. */
function addPacks(path: string, count: number): void {
  for (let at = 0; at < count; at++) {
    const options = { cwd: path, encoding: "utf8", input: `part ${at}\n` } as const;
    const blob = execFileSync("git", ["hash-object", "-w", "--stdin"], options);
    execFileSync("git", ["pack-objects", "-q", "objects/pack/pack"], { ...options, input: blob });
  }
}

const countPacks = (path: string): number =>
  readdirSync(join(path, "objects/pack")).filter((name) => name.endsWith(".pack")).length;

/** Everything in it was written two days ago. */
function makeOld(folder: string): void {
  const then = new Date(Date.now() - 2 * 86_400_000);
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile()) utimesSync(join(file.parentPath, file.name), then, then);
}

test.each<[string, number, boolean, boolean]>([
  ["few packs: nothing is done", 10, true, true],
  ["many packs, and what nobody names is old: it goes", 21, true, false],
  ["many packs, and what nobody names is young: another slot may have just fetched it", 21, false, true],
])("%s", async (_, packs, isOld, isLeft) => {
  const mirror = new Mirror(folder, join(folder, "remote.git"));
  const kept = (await mirror.fetch("main")) ?? "";
  const dropped = push("b0");
  await mirror.fetch("b0");
  const named = push("b1");
  await mirror.fetch("b1");
  addPacks(mirror.path, packs);
  if (isOld) makeOld(join(mirror.path, "objects"));
  await mirror.drop(["b0"]);
  expect(countPacks(mirror.path) <= 2).toBe(packs > 20);
  expect([await mirror.has(kept), await mirror.has(named), await mirror.has(dropped)]).toEqual([true, true, isLeft]);
});

test("what an earlier worker noted of submissions is forgotten, and the branches they start from are not", async () => {
  const url = join(folder, "remote.git");
  for (const name of ["main", "untildone/1", "untildone/1-T1"])
    git("-C", "source", "push", "-q", "../remote.git", `main:refs/heads/${name}`);
  const earlier = new Mirror(folder, url);
  for (const name of ["main", "untildone/1", "untildone/1-T1"]) await earlier.fetch(name);
  const mirror = new Mirror(folder, url);
  await mirror.fetch("untildone/1");
  expect(git("-C", mirror.path, "for-each-ref", "--format=%(refname)").trim().split("\n")).toEqual([
    "refs/fleet/fetched/main",
    "refs/fleet/fetched/untildone/1",
  ]);
});

test("a remote that is a shallow clone is fetched, cloned and pushed to", async () => {
  git("-C", "source", ...who, "commit", "-q", "--allow-empty", "-m", "more");
  git("clone", "-q", "--bare", "--depth", "1", `file://${join(folder, "source")}`, "shallow.git");
  const mirror = new Mirror(folder, join(folder, "shallow.git"));
  const commit = (await mirror.fetch("main")) ?? "";
  await mirror.clone(join(folder, "clone"), { commit, branch: "work" });
  git("-C", "clone", ...who, "commit", "-q", "--allow-empty", "-m", "work");
  const work = await mirror.take(join(folder, "clone"), "HEAD", "work");
  expect(await mirror.push("work", { to: work, from: "" })).toBe(true);
  expect(git("-C", "shallow.git", "rev-parse", "work").trim()).toBe(work);
});

test("a remote that names objects by SHA-256 is fetched, also by the next worker, and pushed to", async () => {
  git("init", "-q", "-b", "main", "--object-format=sha256", "long");
  git("-C", "long", ...who, "commit", "-q", "--allow-empty", "-m", "start");
  git("clone", "-q", "--bare", "long", "long.git");
  const url = join(folder, "long.git");
  await new Mirror(folder, url).fetch("main");
  const mirror = new Mirror(folder, url);
  const commit = (await mirror.fetch("main")) ?? "";
  expect(commit).toHaveLength(64);
  expect(await mirror.push("work", { to: commit, from: "" })).toBe(true);
});

/** Whether it takes a push, by what `probe` says. */
const takes = (mirror: Mirror): Promise<string> =>
  mirror.probe().then(
    () => "yes",
    (error) => error.message,
  );

test.each<[string, readonly string[], string]>([
  ["all", [], "yes"],
  ["no deletion", ["receive.denyDeletes=true"], "yes"],
  ["neither a deletion nor a turning back", ["receive.denyDeletes=true", "receive.denyNonFastForwards=true"], "yes"],
  ["nothing", [], "the repository is read only"],
])("a remote that takes %s is tried again and again, and keeps at most one branch of it", async (_, settings, said) => {
  const mirror = new Mirror(folder, join(folder, "remote.git"));
  const commit = (await mirror.fetch("main")) ?? "";
  for (const setting of settings) git("-C", "remote.git", "config", ...setting.split("="));
  if (said !== "yes")
    writeFileSync(join(folder, "remote.git/hooks/pre-receive"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  for (let times = 0; times < 3; times++) expect(await takes(mirror)).toContain(said);
  const left = git("-C", "remote.git", "for-each-ref", "--format=%(refname)", "refs/heads/untildone").trim();
  expect(left).toBe(settings[0]?.includes("Deletes") ? "refs/heads/untildone/try-push" : "");
  expect(git("-C", "remote.git", "rev-parse", "main").trim()).toBe(commit);
});

test("a remote that keeps the branch of an earlier try, and takes nothing any more, is read only", async () => {
  const mirror = new Mirror(folder, join(folder, "remote.git"));
  await mirror.fetch("main");
  git("-C", "remote.git", "config", "receive.denyDeletes", "true");
  expect(await takes(mirror)).toBe("yes");
  writeFileSync(join(folder, "remote.git/hooks/pre-receive"), "#!/bin/sh\necho frozen >&2\nexit 1\n", { mode: 0o755 });
  expect(await takes(mirror)).toContain("frozen");
});

test("several workers that try it at once find that it takes pushes", async () => {
  const mirrors = ["a", "b", "c", "d"].map((name) => new Mirror(join(folder, name), join(folder, "remote.git")));
  for (const mirror of mirrors) await mirror.fetch("main");
  expect(await Promise.all(mirrors.map(takes))).toEqual(["yes", "yes", "yes", "yes"]);
});
