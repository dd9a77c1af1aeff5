import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { readNamedParts } from "../../src/evidence/audit/named-parts.js";
import { Workplace } from "./cli.js";

const commit = (place: Workplace, message: string): void => {
  for (const words of [
    ["add", "-A"],
    ["commit", "-qm", message],
  ])
    spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], { cwd: place.path });
};

/** One tick whose work a test needs, one that nothing stands behind, one that says nothing. */
function ticked(place: Workplace): void {
  place.write(
    "TODO.md",
    "- [x] T1: Add one() in one.txt\n- [x] T2: Create two.js\n- [x] T3: Talk to people\n- [ ] T4: Create four.js\n",
  );
  place.write("check.sh", 'test "$(cat one.txt)" = 1 && echo it is one\n');
  place.commitAll();
  place.write("one.txt", "1\n");
  commit(place, "T1: write it");
}

describe("an audit", () => {
  it("says what stands behind each tick, in every format", async () => {
    using place = new Workplace();
    ticked(place);
    const text = await place.run(["audit", "TODO.md"]);
    expect(text.code, text.err).toBe(1);
    expect(text.out).toContain("3 ticked tasks: 1 shown, 1 phantom, 1 unknown");
    expect(text.out).toContain("there is no file two.js");
    expect(text.out).not.toContain("four.js");
    const json = JSON.parse((await place.run(["audit", "TODO.md", "--json"])).out);
    expect(json.tasks.map(({ id, verdict }: Record<string, string>) => `${id} ${verdict}`)).toEqual([
      "T1 shown",
      "T2 phantom",
      "T3 unknown",
    ]);
    const sarif = JSON.parse((await place.run(["audit", "TODO.md", "--format", "sarif"])).out);
    expect(sarif.runs[0].results).toMatchObject([
      { ruleId: "file-missing", locations: [{ physicalLocation: { region: { startLine: 2 } } }] },
    ]);
    expect((await place.run(["audit", "TODO.md", "--format", "md"])).out).toContain(
      "| **phantom** | T2: Create two.js | there is no file two.js |",
    );
  });

  it("verifies by taking the commits of a task back, and leaves the project as it is", async () => {
    using place = new Workplace();
    ticked(place);
    const { out, err } = await place.run([
      "audit",
      "TODO.md",
      "--json",
      "--prove",
      "--no-detect",
      "--check",
      "tests=sh check.sh",
    ]);
    const [first] = JSON.parse(out).tasks;
    expect(first, err).toMatchObject({ id: "T1", verdict: "verified" });
    expect(place.read("one.txt")).toBe("1\n");
  });

  it.each([
    { name: "a list that is not there", words: ["missing.md"], says: "the task list cannot be used" },
    { name: "a commit that is not there", words: ["TODO.md", "--since", "v9"], says: "there is no commit v9" },
    { name: "an unknown format", words: ["TODO.md", "--format", "pdf"], says: '--format is "pdf"' },
    {
      name: "nothing to prove with",
      words: ["TODO.md", "--prove", "--no-detect"],
      says: "no check was found that could prove anything",
    },
  ])("refuses $name", async ({ words, says }) => {
    using place = new Workplace();
    ticked(place);
    expect(await place.run(["audit", ...words])).toMatchObject({ code: 2, err: expect.stringContaining(says) });
  });

  it("looks at files alone where there is no repository, and says so", async () => {
    using place = new Workplace();
    place.write("TODO.md", "- [x] T1: Create one.js\n- [x] T2: Create two.js\n");
    place.write("one.js", "export const one = 1;\n");
    const { code, out, err } = await place.run(["audit", "TODO.md", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out).counts).toMatchObject({ shown: 1, phantom: 1 });
    expect(err).toContain("no git history to look at");
    expect(await place.run(["audit", "TODO.md", "--since", "HEAD"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--since needs a git repository"),
    });
  });
});

describe("what a task names", () => {
  const made = (title: string) => {
    const { files, symbols, tests } = readNamedParts(title, []);
    return [...files, ...symbols].flatMap(({ name, isMade }) => (isMade ? [name] : [])).concat(tests);
  };

  it.each([
    ["Create `src/models/user.py`", ["src/models/user.py"]],
    ["Create User model in src/models/user.py", ["src/models/user.py"]],
    ["Add parseDate to src/date.ts", ["src/date.ts", "parseDate"]],
    ["Implement slugify() as in `src/old.js`", ["slugify"]],
    ["Write the importer, see docs/import.md", []],
    ["Add Node.js and GitHub logins", []],
    ["Create path/to/file.ts", []],
    ["Fetch https://example.com/a/b.js", []],
    ["Rename src/a.js to src/b.js", []],
    ["Remove the old parser from src/parse.js", []],
    ["Fix the crash in src/parse.js", []],
    ["Add tests in test/date.test.js", ["test/date.test.js"]],
  ])("is what it makes: %s", (title, names) => expect(made(title)).toEqual(names));
});
