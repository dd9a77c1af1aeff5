import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { lookAtWorkspace } from "../../src/evidence/workspace/state.js";
import type { Repository } from "../../src/lib/git/git.js";
import { openRepository } from "../../src/lib/git/git.js";
import { readSwitches } from "../../src/lib/git/git-output.js";
import { Place } from "../evidence/place.js";

/** What a process keeps of a repository between two looks must never outlive what it was read from. */
const repository = async (): Promise<Place> => {
  const place = new Place().writeAll({ "a.txt": "1\n" }).repository();
  await pause(150); // Until its settings count as settled, so that they are kept.
  await lookAtWorkspace(place.path);
  return place;
};

const git = (place: Place, ...words: readonly string[]): string =>
  execFileSync("git", words, { cwd: place.path, encoding: "utf8" }).trim();

async function open(place: Place): Promise<Repository> {
  const opened = await openRepository(place.path);
  if (!opened.ok) throw new Error(opened.why);
  return opened;
}

it("sees a repository that was made anew, with other hashes", async () => {
  const place = await repository();
  expect((await open(place)).hashName).toBe("sha1");
  rmSync(join(place.path, ".git"), { recursive: true });
  git(place, "init", "-q", "--object-format=sha256");
  place.commit("anew");
  expect((await open(place)).hashName).toBe("sha256");
  const { roots } = await lookAtWorkspace(place.path);
  expect(roots[0]).toMatchObject({ git: true, commit: git(place, "rev-parse", "HEAD"), files: {}, gone: [] });
});

it.each(["objects", "refs"])("notes a repository that lost its %s since it was read", async (name) => {
  const place = await repository();
  rmSync(join(place.path, ".git", name), { recursive: true });
  expect(await lookAtWorkspace(place.path)).toMatchObject({ snapshot: null, notes: [expect.any(String)] });
});

it("sees a repository that is gone", async () => {
  const place = await repository();
  rmSync(join(place.path, ".git"), { recursive: true });
  expect((await lookAtWorkspace(place.path)).roots[0]).toMatchObject({ git: false, commit: null });
});

it("knows the commit at HEAD on a branch, off it, on one of ours, and before the first", async () => {
  const place = await repository();
  const head = async () => (await lookAtWorkspace(place.path)).roots[0];
  const first = git(place, "rev-parse", "HEAD");
  place.write("a.txt", "2\n");
  place.commit("second");
  const second = git(place, "rev-parse", "HEAD");
  expect((await head())?.commit).toBe(second);
  git(place, "checkout", "-q", "--detach", first);
  expect(await head()).toMatchObject({ commit: first, head: null });
  git(place, "checkout", "-q", "-b", "untildone/run-1");
  expect(await head()).toMatchObject({ commit: first, head: "refs/heads/untildone/run-1" });
  git(place, "checkout", "-q", "--orphan", "empty");
  expect(await head()).toMatchObject({ commit: null, head: null });
});

it("reads a content again if nobody but us holds it, and says that it is lost", async () => {
  const place = await repository();
  const opened = await open(place);
  const hash = git(place, "rev-parse", "HEAD:a.txt");
  expect((await opened.blobs([hash])).get(hash)?.toString()).toBe("1\n");
  rmSync(join(place.path, ".git/objects", hash.slice(0, 2)), { recursive: true });
  expect((await opened.blobs([hash])).get(hash)?.toString()).toBe("1\n");
  expect((await opened.blobs([hash], 1)).size).toBe(0);
  expect(await opened.lost([hash])).toEqual(new Set([hash]));
});

it.each([
  { set: "a\ntrue", is: true },
  { set: "a\nYES", is: true },
  { set: "a\non", is: true },
  { set: "a\n1", is: true },
  { set: "a", is: true },
  { set: "a\nfalse", is: false },
  { set: "a\nno", is: false },
  { set: "a\nOff", is: false },
  { set: "a\n0", is: false },
  { set: "a\n", is: false },
  { set: "a\ntrue\0a\nfalse", is: false },
  { set: "a\nmaybe", is: undefined },
])("reads the switch $set as $is", ({ set, is }) => {
  expect(readSwitches(Buffer.from(`${set}\0`)).get("a")).toBe(is);
});
