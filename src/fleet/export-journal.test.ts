import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { doneClaim } from "../../test/ask.js";
import { Workplace } from "../../test/e2e/cli.js";
import { loadState } from "../store/load.js";
import type { JournalEntry } from "./board-terms.js";
import { readMerged } from "./compare-branch.js";
import { JournalExport } from "./export-journal.js";
import { readExported } from "./exported.js";
import { nameFolders } from "./name-folders.js";
import { countMerged } from "./read-done.js";
import type { Submission } from "./terms.js";

it.each([
  [
    ["shop", "shop", "Shop"],
    ["shop", "shop-2", "Shop-3"],
  ],
  [
    ["../../etc", "..", ".git", ""],
    ["etc", "repository", "git", "repository-2"],
  ],
  [
    ["a/b", "a b", "a\u001b[2Jb"],
    ["a-b", "a-b-2", "a-2Jb"],
  ],
  [
    ["a", "a", "a-2"],
    ["a", "a-2", "a-2-2"],
  ],
])("makes folders of %j: %j", (names, folders) => {
  expect(nameFolders(names)).toEqual(folders);
});

const place = new Workplace();
afterAll(() => place[Symbol.dispose]());

const id = "20260131-220000-abcdef";
const tasks = ["T1", "T2"].map((task) => ({ id: task, title: task, after: [] }));
const repository = { name: "shop", url: "/shop.git", from: "main", base: "a".repeat(40), list: "TODO.md", tasks };
const submission: Submission = {
  ...{ version: 1, id, at: "2026-01-31T22:00:00.000Z", priority: 100, pullRequest: false },
  repositories: [repository, { ...repository, tasks: tasks.slice(0, 1) }],
  limits: { iterations: null, usd: null, tokens: null, until: null },
};

// biome-ignore lint/suspicious/noExplicitAny: a record as JSON.
let made: any;
beforeAll(async () => {
  place.write("response.md", doneClaim);
  await place.run(["check", "response.md"]);
  made = JSON.parse(place.read(".ralph/decisions.jsonl").trim().split("\n")[0] ?? "");
});

let folder = "";
let count = 0;
let entries: JournalEntry[] = [];
beforeEach(() => {
  folder = `${place.path}/export-${++count}`;
  entries = [];
});

/** A second after the last one. */
function add(to: number, more: object, verdict: object = {}): void {
  const decision = {
    ...made.decision,
    decision: "CONTINUE",
    outcome: null,
    exitCode: null,
    taskDone: null,
    ...verdict,
  };
  const after = { ...made.after, seconds: 99, setAside: [] };
  addLine(to, JSON.stringify({ ...made, n: 0, run: id, decision, after, ...more }));
}

const addLine = (to: number, record: string): void => {
  const at = Date.parse(submission.at) + 1000 * (entries.length + 1);
  entries.push({ id: `${at}-0`, repository: to, record });
};

const board = {
  read: async (_: string, { after, most = 1000 }: { after: string; most?: number }) =>
    entries.slice(entries.findIndex((entry) => entry.id === after) + 1).slice(0, most),
  readOf: async function* (_: string, repository: number) {
    for (const entry of entries) if (entry.repository === repository) yield entry;
  },
};
const update = () => new JournalExport(submission, folder).update(board);
const read = (name: string) =>
  readFileSync(`${folder}/${name}/.ralph/decisions.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

it("writes a journal for each repository, numbered in order, with the time that passed", async () => {
  add(0, { unit: "T1" });
  add(1, { unit: "T1" });
  add(0, { unit: "T2" });
  expect(await update()).toEqual({ added: 3, skipped: 0 });
  expect(read("shop").map(({ n, unit, after }) => [n, unit, after.seconds])).toEqual([
    [1, "T1", 1],
    [2, "T2", 2],
  ]);
  expect(read("shop-2").map(({ n, after }) => [n, after.seconds])).toEqual([[1, 2]]);
  expect(readExported(`${folder}/shop/.ralph`)).toEqual({
    submission: id,
    url: "/shop.git",
    branch: `untildone/${id}`,
  });
});

it("leaves out what is no decision about a task of the repository", async () => {
  add(0, { unit: "T1" });
  addLine(0, "{");
  addLine(0, "");
  add(0, { unit: "T1", run: "20260131-220000-others" });
  add(0, { unit: "T9" });
  add(1, { unit: "T2" });
  add(7, { unit: "T1" });
  addLine(0, JSON.stringify({ version: 1, n: 1, at: submission.at, run: id, kind: "reset" }));
  expect(await update()).toEqual({ added: 1, skipped: 7 });
});

it("adds only what is new, whatever the last export got to", async () => {
  add(0, { unit: "T1" });
  add(1, { unit: "T1" });
  await update();
  mkdirSync(`${folder}/kept`);
  copyFileSync(`${folder}/fleet-export.json`, `${folder}/kept/position`);
  add(0, { unit: "T2" });
  expect(await update()).toEqual({ added: 1, skipped: 0 });
  expect(await update()).toEqual({ added: 0, skipped: 0 });
  // Killed after the lines were written, and before the position was.
  copyFileSync(`${folder}/kept/position`, `${folder}/fleet-export.json`);
  expect(await update()).toEqual({ added: 0, skipped: 0 });
  rmSync(`${folder}/fleet-export.json`);
  expect(await update()).toEqual({ added: 0, skipped: 0 });
  rmSync(`${folder}/shop/.ralph/decisions.jsonl`);
  expect(await update()).toEqual({ added: 2, skipped: 0 });
  expect(read("shop").map(({ n }) => n)).toEqual([1, 2]);
  expect(read("shop-2")).toHaveLength(1);
});

it("goes on behind what a person accepted in the exported journal", async () => {
  add(0, { unit: "T1" });
  await update();
  const accepted = { version: 1, n: 2, at: submission.at, run: id, kind: "accept", tasks: ["T1"], by: "jane" };
  appendFileSync(`${folder}/shop/.ralph/decisions.jsonl`, `${JSON.stringify(accepted)}\n`);
  add(0, { unit: "T2" });
  expect(await update()).toEqual({ added: 1, skipped: 0 });
  expect(await update()).toEqual({ added: 0, skipped: 0 });
  expect(read("shop").map(({ n, kind, unit }) => [n, kind, unit])).toEqual([
    [1, "decision", "T1"],
    [2, "accept", undefined],
    [3, "decision", "T2"],
  ]);
});

it("knows what the merged tasks of one repository did, and what of it is proven", async () => {
  const after = (more: object) => ({ ...made.after, doneInRun: 1, unverified: 0, ...more });
  const merged = (unit: string, more: object) => ({
    about: { unit, is: "merged", commit: null },
    after: after(more),
  });
  const proof = [{ kind: "check", check: "v", tests: [] }];
  add(0, { unit: "T1", after: after({ unverified: 1 }) });
  add(0, merged("T1", { unverified: 1 }));
  add(1, merged("T1", { unverified: 1 }));
  add(0, merged("T2", { provenBy: proof, factRan: true }));
  add(0, { ...merged("T2", {}), about: { unit: "T2", is: "sent-back", commit: null } });
  expect(countMerged(await readMerged(board, { submission: id, repository: 0 }))).toEqual({
    ...{ doneInRun: 2, unverified: 1, provenBy: proof, factRan: true },
  });
});

it("keeps what is set aside when another task is merged, and goes on after an end", async () => {
  const aside = { task: "T2", outcome: "stuck", reason: "it got nowhere", rule: "stagnation" };
  add(0, { unit: "T2" }, { setAside: aside });
  add(0, { about: { unit: "T1", is: "merged", commit: null } }, { taskDone: "T1", rule: "merge" });
  const unknown = [{ ...aside, outcome: "needs-review", rule: "merge" }];
  const end = { decision: "EXIT", outcome: "stuck", exitCode: 1 };
  add(0, { after: { ...made.after, setAside: unknown } }, end);
  await update();
  expect(loadState(`${folder}/shop/.ralph`).runState).toMatchObject({
    exits: 1,
    run: { id, ended: true, setAside: [aside] },
  });
  add(0, { unit: "T2" });
  await update();
  expect(read("shop").at(-1)).toMatchObject({ n: 4, resumed: true, after: { seconds: 99 } });
  expect(loadState(`${folder}/shop/.ralph`).runState).toMatchObject({ decisions: 4, run: { id, ended: false } });
});
