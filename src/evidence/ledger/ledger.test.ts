import { describe, expect, it } from "vitest";
import type { Task } from "../../decide/tasks.js";
import { newLines } from "../workspace/changed-lines.js";
import type { Changes, FileChange } from "../workspace/changes.js";
import { countList } from "./count-list.js";
import { emptyList, type ListLedger, seePerson, seeTurn, startList } from "./list-ledger.js";
import { findNamedPlaces } from "./named-work.js";
import { addTurn, noWork, seeWork, type TaskWork, withoutReverted } from "./task-work.js";

const state = (hash: string | null) => (hash === null ? null : { mode: "100644", hash });
const file = (path: string, from: string | null, to: string | null, cosmetic = false): FileChange => ({
  root: "/p",
  path,
  kind: from === null ? "added" : to === null ? "deleted" : "modified",
  from: null,
  cosmetic,
  before: state(from),
  now: state(to),
});
const changes = (files: readonly FileChange[], more: Partial<Changes> = {}): Changes => ({
  files,
  commits: 0,
  refs: [],
  problems: [],
  notes: [],
  ...more,
});
const tag = { name: "refs/tags/v1", from: null, to: "1" };
const work = (...turns: Changes[]): TaskWork => turns.reduce(addTurn, noWork);
const visible = (own: TaskWork, ...done: TaskWork[]) => seeWork([own], done);

describe("the work of a task", () => {
  it.each([
    { when: "nothing", own: work(changes([])), is: false },
    { when: "a file added", own: work(changes([file("a", null, "1")])), is: true },
    { when: "over several turns", own: work(changes([file("a", null, "1")]), changes([])), is: true },
    { when: "undone by itself", own: work(changes([file("a", "1", "2")]), changes([file("a", "2", "1")])), is: false },
    {
      when: "one of two undone",
      own: work(changes([file("a", "1", "2"), file("b", "1", "2")]), changes([file("a", "2", "1")])),
      is: true,
    },
    { when: "a commit of what lay there", own: work(changes([], { commits: 1 })), is: true },
    { when: "a tag or a branch", own: work(changes([], { refs: [tag] })), is: true },
    {
      when: "a tag that was taken back",
      own: work(changes([], { refs: [tag] }), changes([], { refs: [{ ...tag, from: "1", to: null }] })),
      is: false,
    },
    {
      when: "a commit and its revert",
      own: work(changes([file("a", "1", "2")], { commits: 1 }), changes([file("a", "2", "1")], { commits: 1 })),
      is: false,
    },
  ])("is visible, or not: $when", ({ own, is }) => expect(visible(own).visible).toBe(is));

  const empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
  const asked = "Document slug in GUIDE.md";
  it.each<[string, string | null, boolean, TaskWork]>([
    ["a page without a word", asked, false, work(changes([file("GUIDE.md", null, empty)]))],
    [
      "a page without a word, that got some later",
      asked,
      true,
      work(changes([file("GUIDE.md", null, empty)]), changes([file("GUIDE.md", empty, "1")])),
    ],
    ["a page that lost its words", asked, true, work(changes([file("GUIDE.md", "1", empty)]))],
    ["a page beside one with words", asked, true, work(changes([file("GUIDE.md", null, empty), file("b", null, "1")]))],
    [
      "a page, where an empty one is asked for",
      "Add an empty GUIDE.md",
      true,
      work(changes([file("GUIDE.md", null, empty)])),
    ],
    ["a page, where nobody knows what is asked for", null, true, work(changes([file("GUIDE.md", null, empty)]))],
    ["a source file", "Add slug", false, work(changes([file("src/slug.ts", null, empty)]))],
    ["a mark for git", "Keep the folder data", true, work(changes([file("data/.gitkeep", null, empty)]))],
    ["a mark for Python", "Make a package of it", true, work(changes([file("app/__init__.py", null, empty)]))],
    ["a mark for types", "Ship the types", true, work(changes([file("app/py.typed", null, empty)]))],
  ])("is visible in a new file with nothing in it, or not: %s", (_, text, is, own) =>
    expect(seeWork([own], [], text).visible).toBe(is),
  );

  it("does not show where it only undoes what a done task did", () => {
    const done = work(changes([file("a", null, "1")]));
    expect(visible(work(changes([file("a", "1", null)])), done).visible).toBe(false);
    expect(visible(work(changes([file("a", "1", "2")])), done).visible).toBe(true);
    const later = work(changes([file("a", "1", "2")]));
    expect(visible(work(changes([file("a", "2", null)])), done, later).visible).toBe(false);
    expect(visible(work(changes([file("a", "1", null), file("b", null, "1")])), done).visible).toBe(true);
  });

  it("tells blanks and line breaks apart, also over several turns", () => {
    expect(visible(work(changes([file("a", "1", "2", true)])))).toEqual({ visible: true, cosmeticOnly: true });
    const both = work(changes([file("a", "1", "2", true)]), changes([file("a", "2", "3")]));
    expect(visible(both)).toEqual({ visible: true, cosmeticOnly: false });
  });

  it("loses what a person put back between two turns", () => {
    const own = work(changes([file("a", "1", "2")]));
    expect(visible(withoutReverted(own, changes([file("a", "2", "1")]))).visible).toBe(false);
    expect(visible(withoutReverted(own, changes([file("a", "2", "3")]))).visible).toBe(true);
  });

  it("counts a rename as a file that went and one that came", () => {
    const renamed: FileChange = { ...file("b", "1", "1"), kind: "renamed", from: "a" };
    expect(Object.keys(work(changes([renamed])).files)).toEqual(["/p/b", "/p/a"]);
  });
});

describe("places that are named", () => {
  const paths = [
    "src/a.js",
    "test/a.test.js",
    "README.md",
    "Makefile",
    ".gitignore",
    "app/[id]/page.tsx",
    "src/größe.js",
    "lib/util.js",
    "src/util.js",
  ].map((path) => `/p/${path}`);
  it.each([
    ["src/a.js", [["src/a.js", "whole"]]],
    ["./src/a.js:12", [["src/a.js", [[12, 12]]]]],
    [
      "src/a.js:10-20, test/a.test.js",
      [
        ["test/a.test.js", "whole"],
        ["src/a.js", [[10, 20]]],
      ],
    ],
    ["`src/a.js#L3-L9`", [["src/a.js", [[3, 9]]]]],
    [
      "`src/a.js` (lines 3–9) and README.md",
      [
        ["README.md", "whole"],
        ["src/a.js", [[3, 9]]],
      ],
    ],
    [
      "src/a.js:3, 10-12",
      [
        [
          "src/a.js",
          [
            [3, 3],
            [10, 12],
          ],
        ],
      ],
    ],
    [
      "Makefile, .gitignore",
      [
        [".gitignore", "whole"],
        ["Makefile", "whole"],
      ],
    ],
    ["app/[id]/page.tsx", [["app/[id]/page.tsx", "whole"]]],
    ["src/größe.js:1", [["src/größe.js", [[1, 1]]]]],
    ["a.test.js", [["test/a.test.js", "whole"]]],
    ["util.js", []],
    ["lib/util.js", [["lib/util.js", "whole"]]],
    ["other.js", []],
    ["app/", [["app/[id]/page.tsx", "whole"]]],
    ["src/a.json", []],
    ["2 files", []],
  ])("%s", (text, places) => {
    expect(findNamedPlaces(text, paths).map(({ path, ranges }) => [path.slice(3), ranges])).toEqual(places);
  });

  it("finds the lines a text has gained, wherever they were moved", () => {
    const before = "one\ntwo\n}\n";
    expect(newLines(before, "  two\none\nthree\n}\n}\n").map(({ number, text }) => `${number} ${text}`)).toEqual([
      "3 three",
    ]);
    expect(newLines("", "a\n\nb\n").map(({ number }) => number)).toEqual([1, 3]);
    expect(newLines("same\n", "same\nsame\n").map(({ number }) => number)).toEqual([2]);
  });
});

describe("ticks", () => {
  const task = (id: string, title: string, status: Task["status"] = "todo"): Task => ({
    id,
    title,
    status,
    optional: false,
    line: null,
    dependsOn: [],
    acceptance: [],
    kind: null,
  });
  const list = (...statuses: Task["status"][]) =>
    statuses.map((status, at) => task(String(at + 1), `part ${at + 1}`, status));
  const counted = (...args: Parameters<typeof countList>) => countList(...args).map(({ status }) => status);

  it("of the start count", () => {
    expect(counted(startList(list("done", "todo")), list("done", "todo"))).toEqual(["done", "todo"]);
  });

  it("of the agent's turn are claims: owed until they are accepted", () => {
    const ledger = startList(list("todo", "todo"));
    const { ticked } = seeTurn(ledger, list("todo", "todo"), list("done", "done"));
    expect(ticked.map(({ id }) => id)).toEqual(["1", "2"]);
    const owed = { ...ledger, owed: ["part 2"], accepted: ["part 1"] };
    expect(counted(owed, list("done", "done"))).toEqual(["done", "todo"]);
    expect(seeTurn(owed, list("done", "done"), list("done", "done")).standing.map(({ id }) => id)).toEqual(["2"]);
  });

  it("of a person between two turns count, also where lines were inserted above", () => {
    const ledger = { ...startList(list("todo", "todo")), owed: ["part 2"] };
    const edited = [task("1", "new", "done"), task("2", "part 1", "done"), task("3", "part 2", "done")];
    expect(counted(seePerson(ledger, edited), edited)).toEqual(["done", "done", "todo"]);
  });

  it("that a person takes back are open again", () => {
    const ledger = seePerson(startList(list("done", "done")), list("todo", "done"));
    expect(ledger.accepted).toEqual(["part 2"]);
  });

  it("that could not be written down count all the same", () => {
    const ledger = { ...emptyList, accepted: ["part 1"], unmarked: ["part 1"] };
    expect(counted(seePerson(ledger, list("todo", "todo")), list("todo", "todo"))).toEqual(["done", "todo"]);
  });

  it.each([
    { when: "taken off the list", after: [task("1", "part 1")], lost: ["2"] },
    { when: "reworded", after: [task("1", "part 1"), task("2", "part 2 (parser)")], lost: [] },
    { when: "replaced", after: [task("1", "part 1"), task("2", "another thing")], lost: ["2"] },
    { when: "moved", after: [task("1", "part 2"), task("2", "part 1")], lost: [] },
    { when: "added", after: [...list("todo", "todo"), task("3", "more")], lost: [] },
  ])("notice a task that was $when", ({ after, lost }) => {
    const { removed } = seeTurn(startList(list("todo", "todo")), list("todo", "todo"), after);
    expect(removed.map(({ id }) => id)).toEqual(lost);
  });

  it("leave a task to do that was taken off the list in a turn, until a person takes it off", () => {
    const ledger = { ...startList(list("todo", "todo")), seen: list("todo") };
    expect(counted(ledger, list("todo"))).toEqual(["todo", "todo"]);
    expect(counted(seePerson(ledger, list("todo")), list("todo"))).toEqual(["todo", "todo"]);
    expect(counted(seePerson(startList(list("todo", "todo")), list("todo")), list("todo"))).toEqual(["todo"]);
  });

  it("count a task that is done and no longer in the list", () => {
    const ledger = { ...startList(list("todo", "todo")), accepted: ["part 2"] };
    expect(counted(ledger, list("todo"))).toEqual(["todo", "done"]);
  });

  it("see a task that was struck out or made optional in a turn as not done, unless a person did it", () => {
    const after = [task("1", "part 1", "skipped"), { ...task("2", "part 2"), optional: true }];
    const ledger = startList(list("todo", "todo"));
    const { waived } = seeTurn(ledger, list("todo", "todo"), after);
    expect(waived.map(({ id }) => id)).toEqual(["1", "2"]);
    const shown = (of: ListLedger) => countList(of, after).map(({ status, optional }) => [status, optional]);
    expect(shown({ ...ledger, seen: after })).toEqual([
      ["todo", false],
      ["todo", false],
    ]);
    expect(shown(seePerson(ledger, after))).toEqual([
      ["skipped", false],
      ["todo", true],
    ]);
  });

  it("leave a task with the words and criteria it was asked for in", () => {
    const asked = { ...task("A", "part 1"), acceptance: ["[ ] it parses", "it prints (verify: `make`)"] };
    const edited = { ...task("A", "nothing"), acceptance: ["[x] it parses"] };
    expect(countList(startList([asked]), [edited])).toMatchObject([
      { title: "part 1", acceptance: ["[x] it parses", "it prints (verify: `make`)"] },
    ]);
  });

  it.each([
    ["taken away", undefined],
    ["reworded", ["Done when test/other.test.js passes."]],
    ["added to", ["Done when test/a.test.js passes.", "Nothing is left to do."]],
  ])("leave a task with the text that stood below it, at its line, where that was %s", (_, now) => {
    const below = ["Done when test/a.test.js passes."];
    const asked = { ...task("A", "part 1"), line: 3, below };
    const edited = { ...task("A", "part 1"), line: 4, ...(now ? { below: now } : {}) };
    expect(countList(startList([asked]), [edited])).toEqual([{ ...asked, line: 4 }]);
    const byPerson = seePerson(startList([asked]), [edited]);
    expect(countList(byPerson, [edited])).toEqual([edited]);
  });

  it("leave a task without the text that the agent wrote below it", () => {
    const asked = task("A", "part 1");
    expect(countList(startList([asked]), [{ ...asked, below: ["make test/a.test.js pass"] }])).toEqual([asked]);
  });

  it("tell two tasks of one title apart by their ids", () => {
    const twins = [task("A", "same", "done"), task("B", "same")];
    expect(startList(twins).accepted).toEqual(["A same"]);
  });
});
