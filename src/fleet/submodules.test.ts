import { expect, it } from "vitest";
import { resolveUrl } from "./submodules.js";

it.each([
  ["https://github.com/acme/lib", "https://github.com/acme/shop", "https://github.com/acme/lib"],
  ["../lib.git", "https://github.com/acme/shop.git", "https://github.com/acme/lib.git"],
  ["../../other/lib", "https://github.com/acme/shop/", "https://github.com/other/lib"],
  ["./lib", "/srv/git/shop.git", "/srv/git/shop.git/lib"],
  ["../lib.git", "git@github.com:acme/shop.git", "git@github.com:acme/lib.git"],
])("a submodule %s of %s is at %s", (named, url, at) => {
  expect(resolveUrl(named, url)).toBe(at);
});
