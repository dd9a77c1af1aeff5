import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "../e2e/cli.js";

/** The list that was asked for is the list that is owed, whatever an agent's turn does to the file. */

const status = { STATUS: "COMPLETE" };
const done = (more: object = {}) => ({ say: "Done.", status, ...more });

interface Verdict {
  readonly outcome: string | null;
  readonly taskDone: string | null;
  readonly tasksDone: readonly { readonly id: string }[];
  readonly feedback: readonly string[];
}

interface Played {
  readonly place: Workplace;
  readonly outcome: string | null;
  readonly tasksDone: readonly string[];
  readonly warnings: string;
  readonly feedback: string;
  readonly unmarked: readonly string[];
  readonly turns: number;
}

async function play(
  files: Readonly<Record<string, string>>,
  steps: readonly object[],
  { list = "TODO.md", args = [] as readonly string[], isReal = false } = {},
): Promise<Played> {
  const place = new Workplace();
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  return playIn(place, steps, { args: ["--tasks", list, ...args], isReal });
}

async function playIn(
  place: Workplace,
  steps: readonly object[],
  { args = [] as readonly string[], isReal = false } = {},
): Promise<Played> {
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--json", "--max-iterations", "6"];
  // Nothing here can check the work: what is tried is which tasks are owed.
  const all = [...words, "--set", "unverified=accept", ...args];
  const ran = isReal ? await place.runBeside(all) : await place.run(all);
  const events = jsonLines(ran.out);
  const decisions = events
    .filter(({ type }) => type === "decision-made")
    .map(({ record }) => (record as { decision: Verdict }).decision);
  return {
    place,
    outcome: decisions.at(-1)?.outcome ?? null,
    tasksDone: decisions.flatMap(({ tasksDone }) => tasksDone.map(({ id }) => id)),
    warnings: events
      .filter(({ type }) => type === "warning")
      .map(({ text }) => text)
      .join("\n"),
    feedback: decisions.flatMap(({ feedback }) => feedback).join("\n"),
    unmarked: events.flatMap(({ type, summary }) =>
      type === "run-end" ? (summary as { unmarked: string[] }).unmarked : [],
    ),
    turns: events.filter(({ type }) => type === "agent-end").length,
  };
}

interface Edit {
  readonly how: string;
  readonly list?: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly args?: readonly string[];
  /** Tasks that the edit adds. */
  readonly adds?: number;
  readonly isReal?: true;
}

const todo = "- [ ] T1: one thing\n- [ ] T2: two things\n";
const md = (how: string, after: string, more: Partial<Edit> = {}): Edit => ({
  how: `Markdown: ${how}`,
  before: { "TODO.md": todo },
  after: { "TODO.md": after },
  ...more,
});
const one = "- [ ] T1: one thing\n";
const json = (second: object | null): string =>
  JSON.stringify({
    tasks: [{ id: "T1", title: "one thing", status: "todo" }, ...(second ? [second] : [])],
  });
const jsonl = (second: object | null): string =>
  [{ id: "T1", title: "one thing", status: "open" }, ...(second ? [second] : [])]
    .map((task) => `${JSON.stringify(task)}\n`)
    .join("");
const yaml = (second: string): string => `tasks:\n  - id: T1\n    title: one thing\n    status: todo\n${second}`;
const yamlTwo = (word: string): string => `  - id: T2\n    title: two things\n    status: ${word}\n`;
const two = { id: "T2", title: "two things" };
const headings = (second: string): string => `# Plan\n\n## Task 1: one thing\n\nStatus: todo\n\n${second}`;

const edits: readonly Edit[] = [
  md("vanishes", one, { isReal: true }),
  md("loses its box", `${one}- T2: two things\n`),
  md("loses its marker", `${one}\nT2: two things\n`),
  md("moves under an optional heading", `${one}\n## Optional\n\n- [ ] T2: two things\n`, { isReal: true }),
  md("is struck out", `${one}- [ ] ~~T2: two things~~\n`),
  md("is fenced", `${one}\n\`\`\`\n- [ ] T2: two things\n\`\`\`\n`),
  md("is commented out", `${one}<!--\n- [ ] T2: two things\n-->\n`),
  md("is cancelled", `${one}- [-] T2: two things\n`, { isReal: true, args: ["--set", 'taskMarks={"-":"skipped"}'] }),
  md("is replaced by another", `${one}- [x] T3: something else\n`, { adds: 1 }),
  md("is renamed beyond recognition and ticked", `${one}- [x] T2: nothing at all\n`),
  md("is renamed with its id", `${one}- [x] X9: look around\n`, { adds: 1 }),
  {
    how: "Markdown: a numbered list is cut short",
    before: { "TODO.md": "1. [ ] one thing\n2. [ ] two things\n" },
    after: { "TODO.md": "1. [ ] one thing\n" },
  },
  {
    how: "Markdown: one of two tasks alike is removed",
    before: { "TODO.md": "- [ ] Add a test\n- [ ] Add a test\n" },
    after: { "TODO.md": "- [ ] Add a test\n" },
  },
  {
    how: "Markdown: a heading vanishes",
    before: { "TODO.md": headings("## Task 2: two things\n\nStatus: todo\n") },
    after: { "TODO.md": headings("") },
  },
  {
    how: "Markdown: a plain item vanishes",
    before: { "TODO.md": "# Tasks\n\n- one thing\n- two things\n" },
    after: { "TODO.md": "# Tasks\n\n- one thing\n" },
  },
  {
    how: "JSON: vanishes",
    list: "tasks.json",
    before: { "tasks.json": json({ ...two, status: "todo" }) },
    after: { "tasks.json": json(null) },
    isReal: true,
  },
  {
    how: "JSON: is cancelled",
    list: "tasks.json",
    before: { "tasks.json": json({ ...two, status: "todo" }) },
    after: { "tasks.json": json({ ...two, status: "cancelled" }) },
  },
  {
    how: "JSONL: vanishes",
    list: "tasks.jsonl",
    before: { "tasks.jsonl": jsonl({ ...two, status: "open" }) },
    after: { "tasks.jsonl": jsonl(null) },
  },
  {
    how: "JSONL: is skipped",
    list: "tasks.jsonl",
    before: { "tasks.jsonl": jsonl({ ...two, status: "open" }) },
    after: { "tasks.jsonl": jsonl({ ...two, status: "skipped" }) },
  },
  {
    how: "YAML: vanishes",
    list: "tasks.yaml",
    before: { "tasks.yaml": yaml(yamlTwo("todo")) },
    after: { "tasks.yaml": yaml("") },
  },
  {
    how: "YAML: is cancelled",
    list: "tasks.yaml",
    before: { "tasks.yaml": yaml(yamlTwo("todo")) },
    after: { "tasks.yaml": yaml(yamlTwo("cancelled")) },
    isReal: true,
  },
  {
    how: "folder: vanishes",
    list: "tasks",
    before: { "tasks/todo/T1.md": "# one thing\n", "tasks/todo/T2.md": "# two things\n" },
    after: {},
    shell: "rm tasks/todo/T2.md",
    isReal: true,
  },
  {
    how: "folder: is cancelled",
    list: "tasks",
    before: {
      "tasks/todo/T1.md": "# one thing\n",
      "tasks/todo/T2.md": "# two things\n",
      "tasks/cancelled/README.md": "x",
    },
    after: {},
    shell: "mv tasks/todo/T2.md tasks/cancelled/T2.md",
  },
];

describe.concurrent("a task that an agent's turn takes away", () => {
  const first = ({ after, shell }: Edit) =>
    done({ write: { "src/a.txt": "1\n", ...after }, ...(shell ? { shell } : {}) });

  it.concurrent.each(edits)("is still owed, and the run says so: $how", async (edit) => {
    const idle = { say: "I looked around." };
    const { place, ...ended } = await play(edit.before, [first(edit), idle], {
      list: edit.list ?? "TODO.md",
      args: edit.args ?? [],
      isReal: edit.isReal ?? false,
    });
    using _ = place;
    expect(ended.outcome).not.toBe("completed");
    expect(ended.turns).toBeGreaterThan(1);
  });

  it.concurrent.each(edits)("can be done all the same: $how", async (edit) => {
    const { list = "TODO.md", args = [], adds = 0 } = edit;
    const more = ["b", "c"].map((name) => done({ write: { [`src/${name}.txt`]: "1\n" } }));
    const { place, ...ended } = await play(edit.before, [first(edit), ...more], { list, args });
    using _ = place;
    expect(ended).toMatchObject({ outcome: "completed", turns: 2 + adds });
    expect(ended.tasksDone.length).toBe(2 + adds);
  });

  it.concurrent.each(edits.filter(({ how }) => /vanishes|cancel|optional/.test(how)))(
    "is let go where the person accepts such edits: $how",
    async (edit) => {
      const { place, ...ended } = await play(edit.before, [first(edit)], {
        list: edit.list ?? "TODO.md",
        args: ["--accept-list-edits", ...(edit.args ?? [])],
      });
      using _ = place;
      expect(ended).toMatchObject({ outcome: "completed", turns: 1, tasksDone: [expect.anything()] });
    },
  );

  it.concurrent("is named, with the flag that accepts the edit", async () => {
    const removed = await play({ "TODO.md": todo }, [done({ write: { a: "1\n", "TODO.md": one } }), { say: "x" }]);
    using _ = removed.place;
    expect(removed.warnings).toContain("task T2 was taken off the list while the agent worked on T1");
    expect(removed.warnings).toContain("--accept-list-edits");
    const waived = await play({ "TODO.md": todo }, [
      done({ write: { a: "1\n", "TODO.md": `${one}\n## Optional\n\n- [ ] T2: two things\n` } }),
      { say: "x" },
    ]);
    using _2 = waived.place;
    expect(waived.warnings).toContain("task T2 was cancelled or made optional while the agent worked on T1");
  });

  it.concurrent("stays owed in a resumed run, until a person edits the list or accepts it", async () => {
    const steps = [done({ write: { a: "1\n", "TODO.md": one } }), { say: "I looked around." }];
    const cut = await play({ "TODO.md": todo }, steps, { args: ["--max-iterations", "1"] });
    using place = cut.place;
    expect(cut.outcome).toBe("aborted");
    const resumed = await playIn(place, steps, { args: ["--resume"] });
    expect(resumed.outcome).not.toBe("completed");
    const accepted = await playIn(place, steps, { args: ["--resume", "--accept-list-edits", "--reset-breaker"] });
    expect(accepted.outcome).toBe("completed");
  });

  it.concurrent("is not in the file any more: the file is left alone, and the run says so", async () => {
    const steps = [done({ write: { a: "1\n", "TODO.md": one } }), done({ write: { b: "1\n" } })];
    const { place, outcome, unmarked } = await play({ "TODO.md": todo }, steps);
    using _ = place;
    expect(outcome).toBe("completed");
    expect(unmarked).toEqual(["T2: two things"]);
    expect(place.read("TODO.md")).toBe("- [x] T1: one thing\n");
  });
});

describe.concurrent("a person's edit between two turns", () => {
  it.concurrent("counts: a task taken off or cancelled then is no longer owed", async () => {
    for (const edited of ["- [x] T1: one thing\n", "- [x] T1: one thing\n- [x] ~~T2: two things~~\n"]) {
      const cut = await play({ "TODO.md": todo }, [done({ write: { a: "1\n" } })], { args: ["--max-iterations", "1"] });
      using place = cut.place;
      place.write("TODO.md", edited);
      expect((await playIn(place, [{ say: "x" }], { args: ["--resume"] })).outcome).toBe("completed");
    }
  });
});

describe.concurrent("what a task asks for", () => {
  const list = "- [ ] T1: one\n- [ ] T2: two\n  - It works (verify: `sh verify.sh`)\n";
  const files = { "TODO.md": list, "verify.sh": "exit 1\n" };

  it.concurrent.each([
    ["the criterion is removed", "- [ ] T1: one\n- [ ] T2: two\n"],
    ["its command is another", list.replace("sh verify.sh", "true")],
    ["its command is gone", list.replace(" (verify: `sh verify.sh`)", "")],
  ])("is what it asked for at the start: %s", async (_, after) => {
    const steps = [done({ write: { a: "1\n", "TODO.md": after } }), done({ write: { b: "1\n" } }), done()];
    const { place, outcome, tasksDone } = await play(files, steps);
    using _place = place;
    expect(tasksDone).toEqual(["T1"]);
    expect(outcome).not.toBe("completed");
  });

  it.concurrent("is met where its command passes", async () => {
    const steps = [done({ write: { a: "1\n" } }), done({ write: { b: "1\n" } })];
    const { place, outcome } = await play({ ...files, "verify.sh": "exit 0\n" }, steps);
    using _ = place;
    expect(outcome).toBe("completed");
  });
});

it("lets an agent add tasks, which are done besides the owed ones", async () => {
  const added = `${todo}- [ ] T3: three things\n`;
  const steps = ["a", "b", "c"].map((name, at) =>
    done({ write: { [name]: "1\n", ...(at === 0 ? { "TODO.md": added } : {}) } }),
  );
  const { place, outcome, tasksDone } = await play({ "TODO.md": todo }, steps);
  using _ = place;
  expect(outcome).toBe("completed");
  expect(tasksDone).toEqual(["T1", "T2", "T3"]);
});

describe.concurrent("a task ticked beside the one at hand, with nothing changed", () => {
  const ticks: readonly Edit[] = [
    md("ticked", todo.replace("[ ] T2", "[x] T2")),
    {
      how: "YAML",
      list: "tasks.yaml",
      before: { "tasks.yaml": yaml(yamlTwo("todo")) },
      after: { "tasks.yaml": yaml(yamlTwo("done")) },
    },
    {
      how: "JSONL",
      list: "tasks.jsonl",
      before: { "tasks.jsonl": jsonl({ ...two, status: "open" }) },
      after: { "tasks.jsonl": jsonl({ ...two, status: "closed" }) },
    },
    {
      how: "folder",
      list: "tasks",
      before: { "tasks/todo/T1.md": "# one thing\n", "tasks/todo/T2.md": "# two things\n" },
      after: {},
      shell: "mkdir -p tasks/done && mv tasks/todo/T2.md tasks/done/T2.md",
    },
  ];

  it.concurrent.each(ticks)("is named by honest-tests: $how", async ({ before, after, shell, list = "TODO.md" }) => {
    const step = done({ write: after, ...(shell ? { shell } : {}) });
    const { place, outcome, feedback } = await play(before, [step, { say: "x" }], { list });
    using _ = place;
    expect(outcome).not.toBe("completed");
    expect(feedback).toContain("was ticked, and nothing has changed");
  });
});
