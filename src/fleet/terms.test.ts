import { describe, expect, it } from "vitest";
import { isSubmissionId, isTaskOver, readSubmission, readTaskJob, refuseListName, taskStatuses } from "./terms.js";

const job = { version: 1, submission: "20261116-101500-abc123", repository: 0, task: "T1" };

describe("a job", () => {
  it.each([
    ["of a task", job],
    ["of the end of a repository", { ...job, task: null }],
    ["with a name that has a path in it", { ...job, task: "../../etc/passwd" }],
    ["with the longest name", { ...job, task: "x".repeat(300) }],
  ])("%s is taken", (_, value) => {
    expect(readTaskJob(value)).toEqual(value);
  });

  it("is taken without what does not belong there", () => {
    expect(readTaskJob({ ...job, command: "rm -rf /" })).toEqual(job);
  });

  it.each([
    ["nothing", null],
    ["a list", [job]],
    ["another version", { ...job, version: 2 }],
    ["no version", { ...job, version: undefined }],
    ["a submission that is a path", { ...job, submission: "../x" }],
    ["a submission with a colon", { ...job, submission: "a:b" }],
    ["a submission that is no text", { ...job, submission: 7 }],
    ["a negative repository", { ...job, repository: -1 }],
    ["half a repository", { ...job, repository: 0.5 }],
    ["a repository that is text", { ...job, repository: "0" }],
    ["no task", { ...job, task: undefined }],
    ["an empty task", { ...job, task: "" }],
    ["a task that is too long", { ...job, task: "x".repeat(301) }],
    ["a task with a line break", { ...job, task: "T1\nT2" }],
    ["a task with a zero byte", { ...job, task: "T1\0" }],
  ])("with %s is refused", (_, value) => {
    expect(readTaskJob(value)).toBeNull();
  });
});

const task = { id: "T1", title: "first", after: [] };
const repository = {
  ...{ name: "shop", url: "https://example.com/shop.git", from: "main", base: "a".repeat(40), list: "TODO.md" },
  tasks: [task],
};
const submission = {
  ...{ version: 1, id: "20261116-101500-abc123", at: "2026-11-16T10:15:00.000Z", priority: 100, pullRequest: false },
  repositories: [repository],
  limits: { iterations: null, usd: 1.5, tokens: 0, until: null },
};
const withRepository = (more: object) => ({ ...submission, repositories: [{ ...repository, ...more }] });
const withTask = (more: object) => withRepository({ tasks: [{ ...task, ...more }] });

describe("a submission", () => {
  it.each([
    ["as it is written", submission],
    ["with a list in a folder", withRepository({ list: "docs/plan..v2/TODO.md" })],
    ["with a branch in a folder", withRepository({ from: "release/1.2" })],
    ["with a commit of 64 digits", withRepository({ base: "b".repeat(64) })],
    ["with the longest title", withTask({ title: "x".repeat(2_000) })],
    ["with tasks that wait", withTask({ after: ["T0"] })],
  ])("%s is taken", (_, value) => {
    expect(readSubmission(JSON.stringify(value))).toEqual(value);
  });

  it.each([
    ["of another version", { ...submission, version: 2 }],
    ["with an id that is a path", { ...submission, id: "../x" }],
    ["without repositories", { ...submission, repositories: undefined }],
    ["without limits", { ...submission, limits: null }],
    ["with a limit below zero", { ...submission, limits: { ...submission.limits, usd: -1 } }],
    ["with a limit that is text", { ...submission, limits: { ...submission.limits, usd: "9" } }],
    ["with a limit left out", { ...submission, limits: { usd: 1 } }],
    ["with a list outside", withRepository({ list: "../../etc/passwd" })],
    ["with a list from the root", withRepository({ list: "/etc/passwd" })],
    ["with a list in the middle of which is a way out", withRepository({ list: "docs/../../x" })],
    ["with a list elsewhere", withRepository({ list: "github:acme/shop" })],
    ["with a line break in its list", withRepository({ list: "TODO.md\n" })],
    ["with a line break in its name", withRepository({ name: "shop\n\u001b[2J" })],
    ["with an option for a branch", withRepository({ from: "--upload-pack=sh" })],
    ["with two refs for a branch", withRepository({ from: "main:refs/heads/x" })],
    ["with a pattern for a branch", withRepository({ from: "*" })],
    ["with a way out for a branch", withRepository({ from: "a/../b" })],
    ["with a commit that is a branch", withRepository({ base: "main" })],
    ["with a title of 10 MB", withTask({ title: "x".repeat(10_000_000) })],
    ["with a line break in the name of a task", withTask({ id: "T1\nT2" })],
    ["with a task without a name", withTask({ id: "" })],
    ["with a task that waits for a number", withTask({ after: [1] })],
  ])("%s is refused", (_, value) => {
    expect(readSubmission(JSON.stringify(value))).toBeNull();
  });

  it.each(["", "{", "null", "[]", "7"])("that is %j is refused", (text) => {
    expect(readSubmission(text)).toBeNull();
  });
});

it.each([
  ["20261116-101500-abc123", true],
  ["a", true],
  ["-a", false],
  ["", false],
  ["A", false],
  ["a.b", false],
  ["a/b", false],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["a\n", false],
])("%j is an id of a submission: %s", (id, is) => {
  expect(isSubmissionId(id)).toBe(is);
});

it.each([
  ["TODO.md", null],
  [".untildone/tasks", null],
  ["beads", null],
  ["github:acme/shop", "it is not a file of the repository"],
  ["GitHub:acme/shop", "it is not a file of the repository"],
  ["/etc/passwd", "it is outside of the repository"],
  ["..", "it is outside of the repository"],
  ["a/../../b", "it is outside of the repository"],
  ["a..b/c", null],
])("the list %j: %s", (list, problem) => {
  expect(refuseListName(list)).toBe(problem);
});

it("knows which statuses are the last", () => {
  expect(taskStatuses.filter((status) => !isTaskOver(status as never))).toEqual(["held", "waiting", "working"]);
});
