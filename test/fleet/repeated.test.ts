import { expect, test } from "vitest";
import { findRepeated } from "../../src/fleet/repeated.js";

const repository = (url: string, list: string, ids: readonly string[]) => ({
  ...{ name: "x", url, from: "main", base: "a".repeat(40), list },
  tasks: ids.map((id) => ({ id, title: id, after: [] })),
});

test.each<[string, readonly ReturnType<typeof repository>[], readonly string[]]>([
  ["other repositories", [repository("/a", "TODO.md", ["T1"]), repository("/b", "TODO.md", ["T1"])], []],
  ["two lists without a common task", [repository("/a", "A.md", ["T1"]), repository("/a", "B.md", ["T2"])], []],
  [
    "two lists with one",
    [repository("/a", "A.md", ["T1"]), repository("/a", "B.md", ["T2", "T1"])],
    ["task T1 is in two of its lists: submit them one after the other"],
  ],
  [
    "the same list, twice and once more",
    Array.from({ length: 3 }, () => repository("/a", "A.md", ["T1"])),
    Array.from({ length: 2 }, () => "it is named twice with the list A.md"),
  ],
  [
    "the same list without an open task",
    [repository("/a", "A.md", []), repository("/a", "A.md", [])],
    ["it is named twice with the list A.md"],
  ],
])("%s", (_, repositories, why) => {
  expect([...findRepeated(repositories).values()]).toEqual(why);
});
