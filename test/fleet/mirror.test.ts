import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Mirror } from "../../src/fleet/mirror.js";

let folder = "";
const git = (...words: string[]): string => execFileSync("git", words, { cwd: folder, encoding: "utf8" });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mirror-"));
  for (const name of ["remote.git", "other.git"]) git("init", "-q", "--bare", "-b", "main", name);
  git("init", "-q", "-b", "main", "source");
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
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
