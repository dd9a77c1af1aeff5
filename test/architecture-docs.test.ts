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

it("draws the rooms that the test of imports allows", () => {
  const [, drawn = ""] = /```text\n(4 {2}screens[\s\S]*?)```/.exec(page) ?? [];
  const tested = readFileSync(`${root}test/imports.test.ts`, "utf8");
  const [, floors = ""] = /const floors[^=]*= \[([\s\S]*?)\n\];/.exec(tested) ?? [];
  const rooms = [...floors.matchAll(/(\w+): \[/g)].map(([, name = ""]) => name).filter((name) => name !== "entry");
  expect(rooms).toHaveLength(12);
  const shown = [...drawn.matchAll(/^(?:\d {2}\w[\w ]{14,20}| {24}| {3}ground {14,})(\w+) /gm)].map(([, name]) => name);
  expect(shown.toSorted()).toEqual(rooms.toSorted());
});

it("names only folders that are there", () => {
  const [, drawn = ""] = /```text\n(4 {2}screens[\s\S]*?)```/.exec(page) ?? [];
  let room = "";
  for (const line of drawn.split("\n")) {
    room = /^.{24}(\w+) /.exec(line)?.[1] ?? room;
    for (const [, folder = ""] of line.matchAll(/([a-z-]+)\//g))
      expect(
        [`src/${room}/${folder}`, `src/${room}/signals/${folder}`].some((path) => existsSync(root + path)),
        line,
      ).toBe(true);
  }
});
