import { describe, expect, it } from "vitest";
import { Place } from "../../test/trackers/place.js";
import { readSituation } from "../run/situation/load.js";
import { decideSituation } from "../run/situation/observe.js";
import { type ForeignTracker, guardTracker } from "./guard.js";
import { viewListing } from "./tracker.js";

const working = "I moved the parser into a file of its own.";

async function decided(place: Place, file: string, policy: string, output?: string) {
  const given = { policy, tasks: { file }, ...(output === undefined ? {} : { output }) };
  return decideSituation(await readSituation(given, place.path)).decision;
}

const unusable: readonly (readonly [name: string, file: string, content: string | Uint8Array | null, why: string])[] = [
  ["missing", "plan.md", null, "plan.md: there is no such file"],
  ["empty", "plan.md", "", "plan.md: the file is empty"],
  ["blank", "plan.md", "\uFEFF \r\n\n", "plan.md: the file is empty"],
  ["without a box", "plan.md", "# Plan\n\nWords only.\n", "plan.md: no task was found in the file"],
  [
    "with boxes nobody can count",
    "plan.md",
    "# Plan\n\n-[ ] a\n",
    "plan.md: line 3: no task was found: a box without a list marker",
  ],
  [
    "binary",
    "plan.md",
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0, 0, 0, 0]),
    "plan.md: the file is binary, not text",
  ],
  [
    "JSON cut in half",
    "prd.json",
    '{\n  "stories": [\n    {"id": 1,',
    "prd.json: line 3: this is not JSON: expected a key in double quotes, but the text ends here",
  ],
  [
    "JSON with a comma too many",
    "prd.json",
    '{"stories": [\n  {"id": 1},\n]}',
    'prd.json: line 3: this is not JSON: expected no "," before "]"',
  ],
  ["JSON without tasks", "prd.json", '{"stories": []}', "prd.json: no task was found in the file"],
  ["JSON of another kind", "prd.json", '{"name": "x"}', "prd.json: no task was found in the file"],
  [
    "JSON Lines with a torn line",
    "issues.jsonl",
    '{"id":"a","status":"closed"}\n{"id":"b","sta',
    "issues.jsonl: line 2: this is not JSON",
  ],
  ["YAML that is none", "tasks.yaml", "tasks:\n  - id: a\n  status: [open\n", "tasks.yaml: line"],
  ["a folder without tasks", "tasks/x.json", "{}", "the folder tasks holds no task"],
];

describe.each(["standard", "gold"])("a list that cannot be used aborts the run under %s", (policy) => {
  it.each(unusable)("%s", async (_, file, content, why) => {
    const place = new Place();
    if (content !== null) place.write(file, content);
    const asked = file.startsWith("tasks/") ? "tasks" : file;
    for (const output of [undefined, working, `${working} All tasks are complete.\n\nEXIT_SIGNAL: true`]) {
      const decision = await decided(place, asked, policy, output);
      expect(decision).toMatchObject({ decision: "EXIT", outcome: "aborted", rule: "tracker-unusable", exitCode: 2 });
      expect(decision.reason).toContain(why);
    }
  });
});

it("is unusable where it is too large for a list", async () => {
  const place = new Place();
  const { truncateSync } = await import("node:fs");
  truncateSync(place.write("plan.md", "- [ ] a\n"), 65 * 1024 * 1024);
  expect((await decided(place, "plan.md", "standard")).reason).toContain(
    "the file is too large (65 MB, at most 10 MB are read)",
  );
});

/** The five cases of the document that lost 42 iterations, each out of a file of every format. */
describe.each([
  [
    "fix_plan.md",
    (...of: string[]) =>
      of.map((status, at) => `- [${{ done: "x", blocked: "-", open: " " }[status]}] T${at + 1}: a\n`).join(""),
  ],
  [
    "prd.json",
    (...of: string[]) => JSON.stringify({ stories: of.map((status, at) => ({ id: `T${at + 1}`, status })) }),
  ],
  [
    "tasks.yaml",
    (...of: string[]) =>
      of.length === 0
        ? "tasks: []\n"
        : `tasks:\n${of.map((status, at) => `  - id: T${at + 1}\n    status: ${status}\n`).join("")}`,
  ],
  [
    "issues.jsonl",
    (...of: string[]) => of.map((status, at) => `${JSON.stringify({ id: `T${at + 1}`, status })}\n`).join(""),
  ],
] as const)("seed 004, out of %s:", (file, list) => {
  const rows = ["gold", "standard"].flatMap((policy) => [
    {
      policy,
      name: "all tasks done",
      statuses: ["done", "done"],
      expected: { decision: "EXIT", outcome: "completed", exitCode: 0 },
    },
    {
      policy,
      name: "all tasks blocked",
      statuses: ["done", "blocked"],
      expected: { decision: "EXIT", outcome: "blocked", exitCode: 1 },
    },
    {
      policy,
      name: "mixed states",
      statuses: ["done", "blocked", "open"],
      expected: { decision: "CONTINUE", outcome: null, exitCode: null },
    },
    { policy, name: "an empty list", statuses: [], expected: { decision: "EXIT", outcome: "aborted", exitCode: 2 } },
  ]);
  it.each(rows)("$policy, $name", async ({ policy, statuses, expected }) => {
    const place = new Place();
    place.write(file, list(...statuses));
    expect(await decided(place, file, policy)).toMatchObject(expected);
    expect(await decided(place, file, policy, working)).toMatchObject(expected);
  });
});

describe("a tracker somebody else wrote", () => {
  const tasks = {
    is: "tasks",
    format: "other",
    tasks: [
      { id: "a", title: "", status: "todo", optional: false, line: null, dependsOn: [], acceptance: [], kind: null },
    ],
    problems: [],
  };
  const whole: ForeignTracker = {
    name: "mine",
    list: () => tasks,
    allDone: () => false,
    allBlocked: () => true,
    mark: () => undefined,
  };
  const fail = () => {
    throw new Error("503");
  };

  it.each([
    ["with all methods", whole, { list: "tasks", allDone: false, allBlocked: true }],
    [
      "without allBlocked: nothing is blocked",
      { ...whole, allBlocked: undefined },
      { list: "tasks", allDone: false, allBlocked: false },
    ],
    [
      "without allDone",
      { ...whole, allDone: undefined },
      { list: "unusable", allDone: "it has no allDone", allBlocked: true },
    ],
    [
      "whose allDone throws",
      { ...whole, allDone: fail },
      { list: "unusable", allDone: "allDone failed: 503", allBlocked: true },
    ],
    [
      "whose allBlocked throws",
      { ...whole, allBlocked: fail },
      { list: "tasks", allDone: false, allBlocked: "allBlocked failed: 503" },
    ],
    ["whose list throws", { ...whole, list: fail }, { list: "unusable", allDone: false, allBlocked: true }],
    [
      "that answers nonsense",
      { ...whole, allDone: () => "yes", list: () => [] },
      { list: "unusable", allDone: "mine: allDone gave no answer", allBlocked: true },
    ],
    ["that is empty", {}, { list: "unusable", allDone: "it has no allDone", allBlocked: false }],
  ])("%s", async (_, given, expected) => {
    const tracker = guardTracker(given as ForeignTracker);
    const [listing, done, blocked] = [await tracker.list(), await tracker.allDone(), await tracker.allBlocked()];
    expect({
      list: listing.is,
      allDone: done.is === "known" ? done.value : done.why,
      allBlocked: blocked.is === "known" ? blocked.value : blocked.why,
    }).toEqual(expected);
    expect(viewListing(listing).is).toBe(expected.list === "tasks" ? "list" : "unusable");
  });

  it("marks, or says why not", async () => {
    expect(await guardTracker(whole).mark("a", "done")).toEqual({ is: "marked", task: "a", changed: true });
    expect(await guardTracker({ ...whole, mark: fail }).mark("a", "done")).toEqual({
      is: "refused",
      why: "mine: mark failed: 503",
    });
    expect(await guardTracker({}).mark("a", "done")).toMatchObject({ is: "refused" });
  });
});
