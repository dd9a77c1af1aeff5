import { expect, it } from "vitest";
import { gitHubName } from "../../src/fleet/finish-repository.js";

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
