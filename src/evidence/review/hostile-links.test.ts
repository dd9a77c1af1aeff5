import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { outside } from "../../agents/sandbox/check-room.js";
import { realPath } from "../../lib/files/folder.js";
import { changedLines } from "../workspace/changed-lines.js";
import type { FileChange } from "../workspace/changes.js";
import { describeWork } from "../workspace/describe-work.js";
import { describeDiff } from "./describe-diff.js";
import { weighFindings } from "./weigh-findings.js";

/** An agent makes links to what is not its own: what is shown to others says where they lead, and not what is there. */

const secret = "the text of a key";
const root = realPath(mkdtempSync(join(tmpdir(), "untildone-hostile-")));
afterAll(() => rmSync(root, { recursive: true }));
const cwd = join(root, "project");
mkdirSync(join(cwd, "src"), { recursive: true });
mkdirSync(join(root, "keys"));
writeFileSync(join(root, "keys/id"), `${secret}\n`);
writeFileSync(join(cwd, "src/plain.txt"), "plain\n");
symlinkSync("../../keys/id", join(cwd, "src/notes.txt"));
symlinkSync("../keys", join(cwd, "folder"));
symlinkSync("notes.txt", join(cwd, "src/twice.txt"));

const hostile = [
  ["src/notes.txt", "link -> ../../keys/id"],
  ["src/twice.txt", "link -> notes.txt"],
  ["folder", "link -> ../keys"],
] as const;
const contents = { readBytes: async () => new Map([["old", Buffer.from("../../keys/before")]]) } as never;
const added = { from: null, to: "120000 1", cosmetic: false };
const diffOf = (path: string, work: object = added) =>
  describeDiff({ cwd, root: cwd, files: { [join(cwd, path)]: work as never }, contents });
const change = (path: string): FileChange =>
  ({ root: cwd, path, from: null, kind: "added", before: null, now: { mode: "120000", hash: "1" } }) as never;

describe("a reviewer's question", () => {
  it.each(hostile)("says of %s: %s", async (path, expected) => {
    const { text } = await diffOf(path);
    expect(text).toContain(`+${expected}`);
    expect(text).not.toContain(secret);
  });

  it("leaves out what is behind a folder that became a link", async () => {
    const { text, leftOut } = await diffOf("folder/id", { ...added, to: "100644 1" });
    expect([text, leftOut]).toEqual(["", ["folder/id (not text)"]]);
  });

  it("shows what a link was before as a link, too", async () => {
    const { text } = await diffOf("src/notes.txt", { ...added, from: "120000 old" });
    expect(text).toMatch(/^-link -> \.\.\/\.\.\/keys\/before\n\+link -> \.\.\/\.\.\/keys\/id$/m);
  });

  it("shows a plain file", async () => {
    expect((await diffOf("src/plain.txt", { ...added, to: "100644 1" })).text).toContain("+plain");
  });
});

it.each([...hostile, ["folder/id", "(not text)"]] as const)(
  "a judge's question says of %s: %s",
  async (path, expected) => {
    const baseline = { state: { roots: [] } };
    const sinceStart = { files: [change(path)] };
    const text = await describeWork({ baseline, sinceStart } as never, 10_000);
    expect(text).not.toContain(secret);
    if (path !== "folder/id") expect(text).toContain(expected);
  },
);

it.each(["src/notes.txt", "src/twice.txt", "folder/id"])("no line of %s is recorded as work", async (path) => {
  expect(await changedLines(change(path))).toBeNull();
});

it.each([
  ["src/notes.txt", "src/notes.txt is a link to ../../keys/id, and is not followed"],
  ["src/twice.txt", "src/twice.txt is a link to notes.txt, and is not followed"],
  ["folder/id", "folder is a link to ../keys, and is not followed"],
  ["src/plain.txt", undefined],
])("a finding at %s quotes nothing from behind a link", async (file, dropped) => {
  const finding = { file, line: 1, severity: "blocking", kind: "input", text: "it is wrong", shows: "1" } as const;
  const place = { copy: { cwd }, earlier: [], findings: "refuse", named: 0, room: outside } as never;
  const [weighed] = await weighFindings([finding], place);
  expect(weighed?.dropped).toBe(dropped);
  expect(weighed?.at).toBe(dropped === undefined ? "plain" : "");
});
