import { expect, it } from "vitest";
import { formatBody, gitHubName } from "../../src/fleet/finish-repository.js";

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
  [{ doneInRun: 1 }, "Submission abc of untildone."],
  [{}, "Submission abc of untildone."],
])("the first line says what is not proven: %j", (done, line) => {
  expect(formatBody([], "abc", done).split("\n")[0]).toBe(line);
});
