import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import { realPath } from "../../lib/files/folder.js";
import { FolderSnapshots } from "./folder-snapshots.js";
import { joinChanges } from "./joined-change.js";
import { forgetSnapshots, openSnapshots } from "./open-snapshots.js";
import { planUndo } from "./plan-undo.js";
import type { Snapshots } from "./snapshot.js";

let root = "";
let records = "";
beforeEach(() => {
  root = realPath(mkdtempSync(join(tmpdir(), "untildone-snapshots-")));
  records = mkdtempSync(join(tmpdir(), "untildone-records-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
  rmSync(records, { recursive: true, force: true });
});

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const git = (...words: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], {
    cwd: root,
    encoding: "utf8",
  });

async function save(snapshots: Snapshots, iteration: number, side: "before" | "after"): Promise<void> {
  expect(await snapshots.save({ iteration, side }, await lookAtWorkspace(root))).toBeNull();
}

/** Two turns; between them a person writes. */
async function playTurns(snapshots: Snapshots): Promise<void> {
  await save(snapshots, 1, "before");
  write("src/a b.js", "one\n");
  write('odd "name"\\.txt', "odd\n");
  symlinkSync("src/a b.js", join(root, "link"));
  rmSync(join(root, "gone.txt"));
  await save(snapshots, 1, "after");
  write("person.txt", "mine\n");
  await save(snapshots, 2, "before");
  write("src/a b.js", "one\ntwo\n");
  write("gone.txt", "back\n");
  await save(snapshots, 2, "after");
}

describe.each([
  { kind: "git", start: () => git("init", "-q") },
  { kind: "git with a commit", start: () => [git("init", "-q"), git("add", "-A"), git("commit", "-qm", "start")] },
  { kind: "no git", start: () => undefined },
])("snapshots with $kind", ({ kind, start }) => {
  beforeEach(() => {
    write("gone.txt", "old\n");
    write(".gitignore", "secret.txt\n");
    write("secret.txt", "not the work\n");
    start();
  });

  it("know what each turn changed, and nothing else", async () => {
    const snapshots = await openSnapshots({ cwd: root, run: "r1", privateFolder: records });
    await playTurns(snapshots);
    const again = await openSnapshots({ cwd: root, run: "r1", privateFolder: records });
    expect((await again.list()).map(({ iteration, side }) => `${iteration} ${side}`)).toEqual([
      "1 before",
      "1 after",
      "2 before",
      "2 after",
    ]);
    const [first, second] = await Promise.all([joinChanges(again, [1]), joinChanges(again, [2])]);
    if (!(first instanceof Map) || !(second instanceof Map)) throw new Error("gone");
    expect([...first.keys()].toSorted()).toEqual(["gone.txt", "link", 'odd "name"\\.txt', "src/a b.js"]);
    expect([...second.keys()].toSorted()).toEqual(["gone.txt", "src/a b.js"]);
    const [change] = second.get("src/a b.js") ?? [];
    const known = await again.read([change?.before?.hash ?? "", change?.after?.hash ?? ""]);
    expect([...known.values()].map(String)).toEqual(["one\n", "one\ntwo\n"]);
    if (kind === "git with a commit") expect(git("status", "--short", "--untracked-files=no")).toContain("gone.txt");
  });

  it("save nothing again that did not change, and go with the run", async () => {
    const snapshots = await openSnapshots({ cwd: root, run: "r1", privateFolder: records });
    await save(snapshots, 1, "before");
    await save(snapshots, 1, "after");
    expect(await snapshots.list()).toEqual([{ iteration: 1, side: "before" }]);
    await forgetSnapshots({ cwd: root, privateFolder: records }, ["other"]);
    expect(await snapshots.list()).toHaveLength(1);
    await forgetSnapshots({ cwd: root, privateFolder: records }, ["r1"]);
    expect(await snapshots.list()).toEqual([]);
  });

  it("undo one turn of two, keep the other's lines, and refuse what was written over", async () => {
    const lines = Array.from({ length: 12 }, (_, at) => `line ${at}\n`);
    write("list.txt", lines.join(""));
    const snapshots = await openSnapshots({ cwd: root, run: "r1", privateFolder: records });
    await save(snapshots, 1, "before");
    write("list.txt", lines.toSpliced(1, 0, "first\n").join(""));
    await save(snapshots, 1, "after");
    write("list.txt", lines.toSpliced(11, 0, "second\n").toSpliced(1, 0, "first\n").join(""));
    await save(snapshots, 2, "after");
    const change = await joinChanges(snapshots, [1]);
    if (!(change instanceof Map)) throw new Error("gone");
    const plan = await planUndo(change, snapshots);
    if ("conflicts" in plan) throw new Error("conflict");
    expect([...plan.contents.values()].map(String)).toEqual([lines.toSpliced(11, 0, "second\n").join("")]);
    write("list.txt", lines.toSpliced(1, 0, "first, by a person\n").join(""));
    expect(await planUndo(change, snapshots)).toEqual({ conflicts: [{ path: "list.txt", since: 1 }] });
  });
});

describe("snapshots that cannot be taken", () => {
  it("say why, for a folder that was not looked at", async () => {
    const snapshots = new FolderSnapshots(root, records);
    const state = { version: 1, roots: [], snapshot: null, notes: ["no"] } as const;
    expect(await snapshots.save({ iteration: 1, side: "before" }, state)).toBe("the project could not be looked at");
  });
});

it.each([
  ["that has no commit", [] as readonly string[]],
  ["that has a commit, and changes since", ["commit", "-q", "--allow-empty", "-m", "inner"]],
])("snapshots take a repository inside the project %s", async (_, words) => {
  write("a.txt", "1\n");
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "start");
  const snapshots = await openSnapshots({ cwd: root, privateFolder: records, run: "r1" });
  await save(snapshots, 1, "before");
  git("init", "-q", "inner");
  if (words.length > 0) git("-C", "inner", ...words);
  write("inner/b.txt", "x\n");
  await save(snapshots, 1, "after");
  const changes = await snapshots.changesToNow({ iteration: 1, side: "after" }, await lookAtWorkspace(root));
  expect([...changes]).toEqual([]);
});
