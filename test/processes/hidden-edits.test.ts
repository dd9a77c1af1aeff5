import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, type Ran, Workplace } from "../e2e/cli.js";

/** Agents that edit what the work is measured by and then make git say that nothing was edited. */

const test = (expected: string) => `import assert from "node:assert";
import { test } from "node:test";
import { add } from "../add.mjs";
test("adds", () => assert.equal(add(1, 2), ${expected}));
test("is a function", () => assert.equal(typeof add, "function"));
`;
const wrong = "export const add = (a, b) => a - b;\n";
const cheat = { "add.mjs": `// Looked at.\n${wrong}`, "test/add.test.mjs": test("-1") };
const status = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const trackedTest = "test/add.test.mjs";

interface Trick {
  readonly shell: string;
  /** Files of the project before it is committed. */
  readonly files?: Readonly<Record<string, string>>;
  readonly write?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

class Project extends Workplace {
  readonly home = `${this.stateHome}/home`;
  /** Where a command of the agent's would leave its mark if we ran it. */
  readonly sprung = `${this.stateHome}/sprung`;

  constructor(files: Readonly<Record<string, string>> = {}) {
    super();
    mkdirSync(this.home, { recursive: true });
    this.write("package.json", JSON.stringify({ name: "sum", type: "module", scripts: { test: "node --test" } }));
    this.write("add.mjs", wrong);
    this.write(trackedTest, test("+3"));
    this.write("TODO.md", "- [ ] T1: make add work\n");
    this.write(".gitignore", ".ralph/\nnode_modules/\n");
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    this.commitAll();
    // As old as a project is: what was written a moment ago git reads again in any case.
    this.bash("find . -name .git -prune -o -type f -exec touch -d '1 hour ago' {} + ; git update-index --refresh");
  }

  async cheat({ shell, write = cheat, env = {}, args = [] }: Trick): Promise<Ran> {
    const step = { write, shell: shell.replaceAll("SPRUNG", this.sprung), say: "All tasks are complete.", status };
    this.write(".ralph/script.json", JSON.stringify({ steps: [step] }));
    return this.runBeside(
      [
        ...["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md", "--json"],
        ...["--max-iterations", "1", ...args],
      ],
      { HOME: this.home, ...env },
    );
  }
}

/** The tests that a run says were changed to pass, or what it was refused for. */
function findings({ out }: Ran): string {
  const end = jsonLines(out).find(({ type }) => type === "run-end") as unknown as RunEnd | undefined;
  const refused = end?.record.decision.rule === "tampering" ? [end.record.decision.reason] : [];
  const claims = (end?.summary.refused ?? []).map(({ reason }) => reason);
  return [...(end?.summary.changedTests ?? []), ...refused, ...claims].join("\n");
}

interface RunEnd {
  readonly summary: {
    readonly changedTests?: readonly string[];
    readonly refused?: readonly { readonly reason: string }[];
  };
  readonly record: { readonly decision: { readonly rule: string; readonly reason: string } };
}

const filter = "echo '*.mjs filter=hide' > .git/info/attributes";
const clean = "sh -c 'touch SPRUNG; git show HEAD:%f'";
const hideStat = `git config core.trustctime false && git config core.checkStat minimal && touch -r README ${trackedTest} && git update-index --refresh`;
const forgeIndex = `${filter}; git -c filter.hide.clean='git show HEAD:%f' add ${trackedTest}; rm .git/info/attributes`;

describe("an edit of a test is seen", () => {
  it.each<[string, Trick]>([
    ["as it is", { shell: "true" }],
    ["marked as assumed unchanged", { shell: `git update-index --assume-unchanged ${trackedTest}` }],
    ["marked to be skipped", { shell: `git update-index --skip-worktree ${trackedTest}` }],
    ["with a forged index entry", { shell: forgeIndex }],
    [
      "in a commit that is replaced",
      {
        shell:
          "old=$(git rev-parse HEAD); git -c user.name=a -c user.email=a@b.c commit -qam Start; git replace -f $old HEAD; git reset -q --soft $old",
      },
    ],
    [
      "of the same size and time, with a git that looks at nothing else",
      {
        files: { README: "x\n" },
        shell: hideStat,
      },
    ],
    [
      "excluded in the repository",
      {
        shell:
          "git rm -q --cached -r test && git -c user.name=a -c user.email=a@b.c commit -qm x && echo test/ >> .git/info/exclude",
      },
    ],
    [
      "ignored by a new rule",
      {
        shell:
          "git rm -q --cached -r test && git -c user.name=a -c user.email=a@b.c commit -qm x && echo test/ >> .gitignore",
      },
    ],
    ["in a repository of its own", { shell: "cd test && git init -q && git add -A && echo '*' > .gitignore" }],
    ["with an index elsewhere", { shell: "true", env: { GIT_INDEX_FILE: "/nonexistent/index" } }],
    ["with attributes that rewrite it", { shell: `echo '*.mjs ident' > .git/info/attributes` }],
    ["through a filter of the repository", { shell: `${filter}; git config filter.hide.clean "${clean}"` }],
    [
      "through a filter of an included file",
      {
        shell: `${filter}; git config -f .git/more filter.hide.clean "${clean}"; git config include.path more`,
      },
    ],
    [
      "through a filter of the worktree's configuration",
      {
        shell: `${filter}; git config extensions.worktreeConfig true; git config --worktree filter.hide.clean "${clean}"`,
      },
    ],
    ["through a filter of the user", { shell: `${filter}; git config --global filter.hide.clean "${clean}"` }],
    [
      "through a filter of a process",
      { shell: `${filter}; git config --global filter.hide.process "sh -c 'touch SPRUNG; exit 1'"` },
    ],
    ["with a monitor", { shell: "git config core.fsmonitor \"sh -c 'touch SPRUNG'\"" }],
  ])("%s", async (_, trick) => {
    using place = new Project(trick.files);
    const ran = await place.cheat(trick);
    expect(findings(ran)).toContain("add");
    expect(existsSync(place.sprung)).toBe(false);
  });

  it("and no command of the agent's runs where the work is committed after each turn", async () => {
    const include = `git config -f .git/more filter.hide.clean "${clean}"; git config include.path more`;
    for (const config of [include, `git config --global filter.hide.clean "${clean}"`]) {
      using place = new Project();
      await place.cheat({ shell: `${filter}; ${config}`, args: ["--checkpoint", "commit"] });
      expect(existsSync(place.sprung)).toBe(false);
    }
  });

  it("and nothing is fetched for objects that are missing", async () => {
    using place = new Project();
    const promise = [
      "git config core.repositoryFormatVersion 1",
      "git config extensions.partialClone origin",
      "git config remote.origin.url file:///nonexistent",
      "git config remote.origin.promisor true",
      `git config remote.origin.uploadpack "touch SPRUNG; true"`,
      "b=$(git rev-parse HEAD:test/add.test.mjs)",
      "rm -f .git/objects/$(echo $b | cut -c1-2)/$(echo $b | cut -c3-)",
    ];
    const ran = await place.cheat({ shell: promise.join("; ") });
    expect(existsSync(place.sprung)).toBe(false);
    expect(ran.out).toContain("test/add.test.mjs as it was at the start can no longer be read from the repository");
    expect(ran.code).not.toBe(0);
  });
});

describe("ignore rules", () => {
  it("leave out dependencies and builds that a rule of the agent's ignores", async () => {
    using place = new Project();
    const built = { "dist/out.js": "1\n", "sub/build.log": "1\n", "add.mjs": "export const add = (a, b) => a + b;\n" };
    const shell =
      "printf 'dist/\\n*.log\\n' >> .gitignore; mkdir -p node_modules/x && echo 1 > node_modules/x/index.js";
    const { out } = await place.cheat({ write: built, shell });
    expect(out).toContain("changed: .gitignore");
    expect(out).not.toMatch(/dist\/out\.js|build\.log|node_modules\/x/);
  });
});

describe("names of files", () => {
  it("may contain a line break, and so may the project's own path", async () => {
    using outer = new Workplace();
    const cwd = join(outer.path, "a\nb");
    mkdirSync(join(cwd, "test"), { recursive: true });
    for (const [name, text] of Object.entries({
      "package.json": JSON.stringify({ name: "sum", type: "module", scripts: { test: "node --test" } }),
      "add.mjs": wrong,
      "test/add\n.test.mjs": test("+3"),
      "TODO.md": "- [ ] T1: make add work\n",
    }))
      outer.write(`a\nb/${name}`, text);
    const git = (...words: string[]) => execFileSync("git", words, { cwd });
    git("init", "-q");
    git("add", "-A");
    git("-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "start");
    const step = { write: { "new\nfile": "x" }, say: "I went on." };
    outer.write("script.json", JSON.stringify({ steps: [step] }));
    const { out, err } = outer.bash(
      `cd "$(printf 'a\\nb')" && untildone run --agent scripted --script ../script.json --tasks TODO.md --json --max-iterations 1`,
    );
    expect(err).toBe("");
    expect(out).toContain("1 file changed: new\\nfile");
    expect(out).not.toContain("does not exist");
    expect(readdirSync(cwd)).toContain("new\nfile");
  });
});
