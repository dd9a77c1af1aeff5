import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(`${root}docs/architecture.md`, "utf8");
const paths = [...page.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path = ""]) => path);

it.each([...new Set(paths)].filter((path) => !path.includes("NAME")))(
  "docs/architecture.md names %s, which is there",
  (path) => {
    expect(existsSync(`${root}${path}`)).toBe(true);
  },
);

it("has a recipe for everything that is added often", () => {
  expect([...page.matchAll(/^\*\*Add an? ([\w ]+)\.\*\*/gm)].map(([, what]) => what)).toEqual([
    "rule",
    "dialect",
    "language",
    "agent",
    "hook",
    "test runner",
    "task tracker",
  ]);
});

it("lists the layers as the test of imports has them", () => {
  const [, listed = ""] = /```text\n(base · [\s\S]*?)```/.exec(page) ?? [];
  const tested = readFileSync(`${root}test/imports.test.ts`, "utf8");
  const names = [...(/const layers = \[([\s\S]*?)\n\];/.exec(tested)?.[1] ?? "").matchAll(/"(\w+)"/g)];
  expect(listed.split(/[\s·]+/).filter(Boolean)).toEqual(
    names.map(([, name]) => name).filter((name) => name !== "entry"),
  );
});
