import { expect, it } from "vitest";
import { formatBody, gitHubName } from "./finish-repository.js";
import type { RepositoryEnd } from "./terms.js";

const completed: RepositoryEnd = {
  ...{ round: 0, at: "2026-11-18T00:00:00Z", outcome: "completed", reason: "", commit: null, checks: [] },
  pullRequest: null,
};

it("says how the repository ended, and what its last checks say", () => {
  const end: RepositoryEnd = {
    ...completed,
    outcome: "needs-review",
    reason: "required check v fails",
    checks: [{ name: "v", state: "fails", detail: "exit status 1" }],
  };
  const body = formatBody([], { id: "abc", done: {}, end }).split("\n");
  expect(body[0]).toBe("Submission abc of untildone: needs-review, required check v fails.");
  expect(body).toContain("- Check v fails: exit status 1");
});

it.each([
  ["https://github.com/acme/shop", "acme/shop"],
  ["https://github.com/acme/shop.git/", "acme/shop"],
  ["git@github.com:acme/shop.git", "acme/shop"],
  ["ssh://git@github.com:22/acme/shop", "acme/shop"],
  ["https://bob@git.acme.com/acme/shop", "git.acme.com/acme/shop"],
])("%s is %s for gh", (url, name) => {
  expect(gitHubName(url)).toBe(name);
});

it.each(["/srv/git/shop.git", "file:///srv/git/shop.git", "https://github.com/shop", "https://gitlab.com/a/b/c"])(
  "%s is not on GitHub",
  (url) => {
    expect(() => gitHubName(url)).toThrow("a pull request needs a repository on GitHub");
  },
);

it.each([
  [{ doneInRun: 3, unverified: 3 }, "NOT VERIFIED: 3 of 3 tasks done are not proven."],
  [{ doneInRun: 2, unverified: 1 }, "NOT VERIFIED: 1 of 2 tasks done is not proven."],
  [{ doneInRun: 1 }, "Submission abc of untildone: completed."],
  [{}, "Submission abc of untildone: completed."],
])("the first line says what is not proven: %j", (done, line) => {
  expect(formatBody([], { id: "abc", done, end: completed }).split("\n")[0]).toBe(line);
});

it.each([
  [
    { doneInRun: 3, unverified: 1, provenBy: [{ kind: "check", check: "types", tests: [] }] } as const,
    ["- Proved by: types (failed before)", "- Not proven: 1 of 3 tasks done"],
  ],
  [{ doneInRun: 1 }, ["- Not proven: nothing"]],
  [{}, ["- Not proven: nothing (no task was done)"]],
])("the text always says what is not proven: %j", (done, lines) => {
  const body = formatBody([], { id: "abc", done, end: completed }).split("\n");
  expect(body.filter((line) => line.startsWith("- "))).toEqual(lines);
});
