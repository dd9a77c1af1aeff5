import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, type Ran, Workplace } from "./cli.js";

interface Played extends Ran {
  /** As the agent got them. */
  readonly prompts: readonly string[];
  readonly list: string;
  readonly decisions: readonly Record<string, { tasksDone: readonly unknown[] } & Record<string, unknown>>[];
}

const claim = (file: string, note = "none"): object => ({
  write: { [file]: `${file}\n` },
  status: { STATUS: "COMPLETE", WORK: file, NOTE: note },
});

/** Plays the steps, one for each turn. */
async function play(list: string, steps: readonly object[], ...args: string[]): Promise<Played> {
  using place = new Workplace();
  return await playIn(place, list, steps, args);
}

async function playIn(
  place: Workplace,
  list: string,
  steps: readonly object[],
  args: readonly string[],
): Promise<Played> {
  place.write("TODO.md", list);
  place.write(".gitignore", ".ralph/\n");
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md"];
  const ran = await place.run([...words, "--set", "unverified=accept", "--max-iterations", "9", ...args]);
  const logs = join(place.path, ".ralph/logs");
  const [run = ""] = readdirSync(logs).filter((name) => /^\d{8}-/.test(name));
  const files = readdirSync(join(logs, run)).filter((name) => name.endsWith("-prompt.md"));
  return {
    ...ran,
    prompts: files.sort().map((name) => place.read(`.ralph/logs/${run}/${name}`)),
    list: place.read("TODO.md"),
    decisions: jsonLines(place.read(".ralph/decisions.jsonl")) as never,
  };
}

const nested = `# Shop

## Caching

- [ ] Add caching
  The limit is 64 MB.
  - [ ] memory cache
  - [x] disk cache
  - [ ] cache metrics
`;

describe("the prompt of a part", () => {
  it("has the headings it stands under, the whole with its text, and the other parts with their states", async () => {
    const { prompts } = await play(nested, [claim("a.txt")], "--max-iterations", "1");
    expect(prompts[0]).toContain(
      [
        "## Your task: 2",
        "",
        "memory cache",
        "",
        "### Where it belongs",
        "",
        "- It stands under: Shop > Caching",
        "- It is one part of: Add caching",
        "  > The limit is 64 MB.",
        "- The other parts of that are tasks of their own:",
        "  - disk cache (done)",
        "  - cache metrics (to do)",
        "",
        "2 more open tasks follow this one.",
      ].join("\n"),
    );
  });

  it("is shown by --dry-run", async () => {
    using place = new Workplace();
    place.write("TODO.md", nested);
    place.write("script.json", JSON.stringify({ steps: [{ say: "x" }] }));
    const words = ["run", "--agent", "scripted", "--script", "script.json", "--tasks", "TODO.md", "--dry-run"];
    const { out } = await place.run(words);
    expect(out).toContain("- It stands under: Shop > Caching\n- It is one part of: Add caching\n");
  });
});

describe("a whole whose parts are done", () => {
  const bare = "- [ ] T1: Add caching\n  - [ ] T2: memory cache\n  - [ ] T3: disk cache\n";

  it("needs no turn without text of its own, and is ticked with the last part", async () => {
    const { code, prompts, list, decisions, out } = await play(bare, [claim("a.txt"), claim("b.txt")]);
    expect({ code, turns: prompts.length }).toEqual({ code: 0, turns: 2 });
    expect(prompts[0]).toContain("1 more open task follows this one.");
    expect(list).not.toContain("[ ]");
    expect(decisions.at(-1)?.["decision"]).toMatchObject({
      outcome: "completed",
      tasksDone: [
        { id: "T3", verified: false },
        { id: "T1", verified: false, byParts: true },
      ],
    });
    expect(out).toContain("task T1 done with its parts");
    expect(out).toMatch(/^Tasks: +3 of 3 done$/m);
  });

  it("is finished at the end of a run that goes on, too", async () => {
    const { code, prompts, list } = await play(`${bare}- [ ] T4: docs\n`, [
      claim("a.txt"),
      claim("b.txt"),
      claim("c.txt"),
    ]);
    expect({ code, turns: prompts.length }).toEqual({ code: 0, turns: 3 });
    expect(prompts[2]).toContain("Your task: T4");
    expect(list).not.toContain("[ ]");
  });

  it("needs none if the parts were done before the run, and is ticked", async () => {
    const before = "- [ ] T1: Add caching\n  - [x] T2: memory cache\n- [ ] T4: docs\n";
    const { code, prompts, list } = await play(before, [claim("a.txt")]);
    expect({ code, turns: prompts.length }).toEqual({ code: 0, turns: 1 });
    expect(prompts[0]).toContain("Your task: T4");
    expect(list).not.toContain("[ ]");
  });

  it("takes a turn if it has text of its own, and is told what is left to it", async () => {
    const { prompts, list } = await play("- [ ] T1: Add caching\n  Document the limit.\n  - [ ] T2: memory cache\n", [
      claim("a.txt", "the limit is in src/limit.js"),
      claim("b.txt"),
    ]);
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain(
      [
        "T1: Add caching",
        "Document the limit.",
        "",
        "Its parts are done already. What is left is what its own text asks for beyond them:",
        "- T2: memory cache (done)",
        "If nothing is, name under WORK the files and lines that show it.",
        "",
        "### What earlier turns noted",
        "",
        "- T2: the limit is in src/limit.js",
      ].join("\n"),
    );
    expect(list).not.toContain("[ ]");
  });

  it("stays open while a part is set aside", async () => {
    const asks = { status: { STATUS: "BLOCKED", WORK: "none", NOTE: "no access" } };
    const { code, list } = await play(bare, [claim("a.txt"), asks], "--set", "waitingLimit=1");
    expect(code).toBe(1);
    expect(list).toBe("- [ ] T1: Add caching\n  - [x] T2: memory cache\n  - [ ] T3: disk cache\n");
  });
});

describe("notes", () => {
  it("of earlier turns and of a task that it depends on are in the prompt, and no others", async () => {
    const list = "- [ ] T1: store\n- [ ] T2: other\n- [ ] T3: screen (depends on T1)\n";
    const { prompts } = await play(list, [
      { write: { a: "1\n" }, status: { STATUS: "IN_PROGRESS", WORK: "a", NOTE: "half of the store is there" } },
      claim("store.js", "the store is in store.js"),
      claim("other.js", "nothing to do with it"),
      claim("screen.js"),
    ]);
    expect(prompts).toHaveLength(4);
    expect(prompts[0]).not.toContain("earlier turns noted");
    expect(prompts[1]).toContain("### What earlier turns noted\n\n- this task: half of the store is there\n");
    expect(prompts[2]).not.toContain("earlier turns noted");
    expect(prompts[3]).toContain("### What earlier turns noted\n\n- T1: the store is in store.js\n\n");
  });
});

describe("a turn that did more than its task", () => {
  it("makes the next prompts say that part of the work may be there", async () => {
    const list = "- [ ] T1: one\n- [ ] T2: two\n";
    const ahead = "part of this may be there already";
    const more = { ...claim("a.txt"), append: { "b.txt": "b\n" } };
    const named = { ...more, status: { STATUS: "COMPLETE", WORK: "T1: a.txt; T2: b.txt", NOTE: "none" } };
    const told = await play(list, [named, claim("c.txt")]);
    expect(told.prompts[0]).not.toContain(ahead);
    expect(told.prompts[1]).toMatch(/\n\nAn earlier turn did more[^\n]*\n\n## Your task: T2/);
    const plain = await play(list, [claim("a.txt"), claim("b.txt")]);
    expect(plain.prompts[1]).not.toContain(ahead);
  });

  it("is known by the tests of other tasks that it made pass", async () => {
    const test = (file: string): string =>
      `import { test } from "node:test";\nimport { existsSync } from "node:fs";\nimport assert from "node:assert";\ntest("${file} works", () => assert.ok(existsSync("${file}.txt")));\n`;
    const list = "- [ ] T1: alpha\n- [ ] T2: beta\n";
    const steps = [
      {
        write: { "alpha.txt": "a\n", "beta.txt": "b\n" },
        status: { STATUS: "COMPLETE", WORK: "alpha.txt", NOTE: "none" },
      },
      { status: { STATUS: "COMPLETE", WORK: "beta.txt", NOTE: "none" } },
    ];
    using place = new Workplace();
    place.write("test/alpha.test.mjs", test("alpha"));
    place.write("test/beta.test.mjs", test("beta"));
    const check = "tests=node --test test/alpha.test.mjs test/beta.test.mjs";
    const { prompts } = await playIn(place, list, steps, ["--no-detect", "--check", check]);
    expect(prompts[0]).not.toContain("part of this may be there already");
    expect(prompts[1]).toContain("part of this may be there already");
  });
});
