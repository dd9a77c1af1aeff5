import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bin, jsonLines, type Ran, Workplace } from "../e2e/cli.js";

type Step = Readonly<Record<string, unknown>>;

/** A repository with a task list, and git as a person would use it there. */
class Repo extends Workplace {
  constructor({ commit = true, identity = true } = {}) {
    super();
    this.git("init", "-q", "-b", "main");
    if (identity) {
      this.git("config", "user.name", "Ada");
      this.git("config", "user.email", "ada@example.invalid");
    }
    this.write("TODO.md", "- [ ] T1 write the parser\n- [ ] T2 write the printer\n");
    this.write("parser.txt", "old parser\n");
    this.write("mine.txt", "as committed\n");
    if (commit) this.commit("begin");
  }

  git(...words: string[]): string {
    const { status, stdout, stderr } = this.tryGit(...words);
    if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
    return stdout;
  }

  tryGit(...words: string[]) {
    return spawnSync("git", words, { cwd: this.path, encoding: "utf8", env: this.env });
  }

  commit(message: string): void {
    this.git("add", "-A");
    this.git("-c", "user.name=Ada", "-c", "user.email=ada@example.invalid", "commit", "-qm", message);
  }

  get env(): Record<string, string> {
    const { PATH = "", ...own } = this.ownEnv;
    return { PATH, ...own, GIT_CONFIG_NOSYSTEM: "1" };
  }

  words(more: readonly string[]): string[] {
    const last = ["--agent", "scripted", "--script", ".git/script.json", "--tasks", "TODO.md"];
    return ["run", ...last, ...more];
  }

  /** Runs the loop over the steps, one iteration each. */
  loop(steps: readonly Step[], ...more: string[]): Ran {
    this.write(".git/script.json", JSON.stringify({ steps }));
    return this.runProcess(this.words(["--max-iterations", String(steps.length), ...more]), "", this.env);
  }

  subjects(name = "HEAD"): string[] {
    return this.git("log", "--format=%s", name).trim().split("\n");
  }

  filesOf(commit: string): string[] {
    return this.git("show", "--name-only", "--no-renames", "--format=", commit).trim().split("\n").sort();
  }

  /** The state of the index and of every file outside .git and our own folder, byte for byte. */
  index(): string {
    return this.git("ls-files", "-s");
  }

  isHealthy(): void {
    const { status, stderr, stdout } = this.tryGit("fsck", "--strict");
    expect({ status, said: `${stdout}${stderr}`.replaceAll(/^dangling .*\n|^Checking.*\n|^notice.*\n/gm, "") }).toEqual(
      {
        status: 0,
        said: "",
      },
    );
    expect(existsSync(join(this.path, ".git/index.lock"))).toBe(false);
  }
}

const say = "Still at it.";
const first: Step = { write: { "parser.txt": "new parser\n", "sub/added.txt": "added\n" }, say };
const second: Step = { write: { "printer.txt": "printer\n" }, delete: ["parser.txt"], say };
const statusOf = (repo: Repo): string[] => repo.git("status", "--porcelain", "-uall", "--", ":!.ralph").split("\n");

describe("--checkpoint commit", () => {
  it("makes a commit an iteration that holds the work of that iteration", () => {
    using repo = new Repo();
    const { out } = repo.loop([first, second], "--checkpoint", "commit", "--json");
    expect(repo.subjects()).toEqual([
      expect.stringMatching(/^untildone: iteration 2, task T1: aborted$/),
      "untildone: iteration 1, task T1: continue",
      "begin",
    ]);
    expect(repo.filesOf("HEAD~1")).toEqual(["parser.txt", "sub/added.txt"]);
    expect(repo.filesOf("HEAD")).toEqual(["parser.txt", "printer.txt"]);
    expect(repo.git("log", "-1", "--format=%an <%ae>").trim()).toBe("Ada <ada@example.invalid>");
    expect(statusOf(repo)).toEqual([""]);
    const made = jsonLines(out).filter(({ type }) => type === "checkpoint-made");
    expect(made.map(({ commit }) => commit)).toEqual([
      repo.git("rev-parse", "HEAD~1").trim(),
      repo.git("rev-parse", "HEAD").trim(),
    ]);
    repo.isHealthy();
  });

  it("leaves what was uncommitted as it was: bytes, staged and unstaged, and the stash", () => {
    using repo = new Repo();
    repo.write("moved.txt", "to be moved\n");
    repo.commit("more");
    repo.write("mine.txt", "stashed\n");
    repo.git("stash", "-q");
    repo.write("mine.txt", "staged\n");
    repo.git("add", "mine.txt");
    repo.write("mine.txt", "staged, then more\r\n");
    repo.write("new.txt", "new and staged\n");
    repo.git("add", "new.txt");
    repo.git("mv", "moved.txt", "elsewhere.txt");
    repo.write("loose.txt", "untracked\n");
    const before = { status: statusOf(repo), staged: repo.git("diff", "--cached"), unstaged: repo.git("diff") };
    const stash = repo.git("stash", "list", "--format=%H %s");
    const { out } = repo.loop([first, second], "--checkpoint", "commit");
    expect({ status: statusOf(repo), staged: repo.git("diff", "--cached"), unstaged: repo.git("diff") }).toEqual(
      before,
    );
    expect(repo.read("mine.txt")).toBe("staged, then more\r\n");
    expect(repo.read("loose.txt")).toBe("untracked\n");
    expect(repo.git("stash", "list", "--format=%H %s")).toBe(stash);
    expect(repo.filesOf("HEAD~1")).toEqual(["parser.txt", "sub/added.txt"]);
    expect(repo.filesOf("HEAD")).toEqual(["parser.txt", "printer.txt"]);
    expect(out).toContain("had uncommitted changes before the run; checkpoints leave these files out");
    repo.isHealthy();
  });

  it("keeps the user's file out even where the agent changed it, or put a folder in its place", () => {
    using repo = new Repo();
    repo.write("mine.txt", "mine\n");
    repo.write("place", "untracked\n");
    repo.git("add", "place");
    const staged = repo.index();
    const steps = [
      { write: { "mine.txt": "the agent's\n" }, delete: ["place"], say },
      { write: { "place/in.txt": "x\n" }, say },
    ];
    repo.loop(steps, "--checkpoint", "commit");
    expect(repo.subjects()).toEqual(["begin"]);
    expect(repo.index()).toBe(staged);
    repo.isHealthy();
  });

  it("takes what the agent staged, a file in place of a folder, names with blanks, links, and rights", () => {
    using repo = new Repo();
    repo.write("thing", "a file\n");
    repo.write("kept.log", "tracked\n");
    repo.commit("more");
    const script = `git rm -q --cached kept.log; echo '*.log' > .gitignore; rm thing; mkdir thing; echo x > 'thing/with "blank" é.txt'; git add thing; ln -s parser.txt link; chmod +x parser.txt`;
    repo.write(".git/agent.sh", script);
    repo.runProcess(
      [
        "run",
        "--command",
        "bash .git/agent.sh",
        "--tasks",
        "TODO.md",
        "--max-iterations",
        "1",
        "--checkpoint",
        "commit",
      ],
      "",
      repo.env,
    );
    const raw = repo.git("-c", "core.quotePath=false", "diff", "--raw", "-z", "--abbrev=4", "HEAD~1", "HEAD");
    expect(raw.split("\0").filter((field) => field !== "" && !field.startsWith(":"))).toEqual([
      ".gitignore",
      "kept.log",
      "link",
      "parser.txt",
      "thing",
      'thing/with "blank" é.txt',
    ]);
    expect(raw).toMatch(/:100644 100755/);
    expect(statusOf(repo)).toEqual([""]);
    expect(repo.read("kept.log")).toBe("tracked\n");
    repo.isHealthy();
  });

  it("makes no commit where nothing changed, and never commits the state folder", () => {
    using repo = new Repo();
    const { out } = repo.loop(
      [{ say }, { say, write: { "a.txt": "a\n" } }],
      "--checkpoint",
      "commit",
      "--state",
      "own/state",
    );
    expect(repo.filesOf("HEAD")).toEqual(["a.txt"]);
    expect(repo.subjects()).toHaveLength(2);
    expect(existsSync(join(repo.path, "own/state"))).toBe(true);
    expect(out).not.toContain("no checkpoint:");
  });

  it("is no progress of the next iteration", () => {
    using repo = new Repo();
    const { out } = repo.loop([first, { say }], "--checkpoint", "commit", "--json");
    const facts = jsonLines(out).flatMap(({ type, record }) =>
      type === "decision-made" ? [(record as { after: { past: Record<string, unknown> } }).after.past] : [],
    );
    expect(facts).toMatchObject([
      { filesChanged: 2, commits: 0 },
      { filesChanged: 0, commits: 0 },
    ]);
  });

  it("runs no hook, no signing program and no filter of the repository", () => {
    using repo = new Repo();
    for (const hook of [
      "pre-commit",
      "commit-msg",
      "post-commit",
      "reference-transaction",
      "post-index-change",
      "post-checkout",
    ])
      chmodSync(
        repo.write(`.git/hooks/${hook}`, `#!/bin/sh\necho ${hook} >> "${repo.path}/.git/marker"\nexit 1\n`),
        0o755,
      );
    chmodSync(repo.write(".git/evil.sh", `#!/bin/sh\necho ran >> "${repo.path}/.git/marker"\nexit 1\n`), 0o755);
    repo.git("config", "commit.gpgSign", "true");
    repo.git("config", "gpg.program", join(repo.path, ".git/evil.sh"));
    repo.git("config", "core.fsmonitor", join(repo.path, ".git/evil.sh"));
    repo.git("config", "filter.evil.clean", join(repo.path, ".git/evil.sh"));
    repo.write(".git/info/attributes", "*.evil filter=evil\n");
    const { out } = repo.loop([{ write: { "a.txt": "a\n", "b.evil": "b\n" }, say }], "--checkpoint", "commit");
    expect(existsSync(join(repo.path, ".git/marker"))).toBe(false);
    expect(repo.filesOf("HEAD")).toEqual(["a.txt"]);
    expect(out).toContain("b.evil passes a filter of the repository's own configuration, which is not run");
  });

  it("works before the first commit, with a detached HEAD, and from a folder of the repository", () => {
    using fresh = new Repo({ commit: false });
    fresh.loop([{ write: { "a.txt": "a\n" }, say }], "--checkpoint", "commit");
    expect(fresh.subjects()).toEqual([expect.stringContaining("iteration 1")]);
    expect(fresh.git("ls-tree", "-r", "--name-only", "HEAD").trim()).toBe("a.txt");
    expect(statusOf(fresh)).toEqual(["?? TODO.md", "?? mine.txt", "?? parser.txt", ""]);
    fresh.isHealthy();

    using detached = new Repo();
    detached.git("checkout", "-q", "--detach");
    const { out } = detached.loop([first], "--checkpoint", "commit");
    expect(out).toContain("HEAD is detached");
    expect(detached.subjects()).toHaveLength(2);
    expect(detached.subjects("main")).toEqual(["begin"]);

    using inside = new Repo();
    inside.write("pkg/TODO.md", "- [ ] T1 here\n");
    inside.commit("a folder");
    inside.loop(
      [{ write: { "a.txt": "a\n", "../up.txt": "up\n" }, say }],
      "--checkpoint",
      "commit",
      "--dir",
      "pkg",
      "--script",
      join(inside.path, ".git/script.json"),
    );
    expect(inside.filesOf("HEAD")).toEqual(["pkg/a.txt", "up.txt"]);
  });

  it("signs with a neutral name only where there is none", () => {
    using repo = new Repo({ identity: false });
    repo.loop([first], "--checkpoint", "commit");
    expect(repo.git("log", "-1", "--format=%an <%ae> %cn <%ce>").trim()).toBe(
      "untildone <untildone@localhost> untildone <untildone@localhost>",
    );
  });

  it("keeps out of a merge, and says so", () => {
    using repo = new Repo();
    repo.git("checkout", "-qb", "side");
    repo.write("mine.txt", "side\n");
    repo.commit("side");
    repo.git("checkout", "-q", "main");
    repo.write("mine.txt", "main\n");
    repo.commit("main");
    expect(repo.tryGit("merge", "side").status).toBe(1);
    const index = repo.index();
    for (const kind of ["commit", "branch"]) {
      const { out } = repo.loop([first], "--checkpoint", kind);
      expect(out).toContain("no checkpoint: a merge is in progress");
    }
    expect(repo.index()).toBe(index);
    expect(repo.subjects()[0]).toBe("main");
    expect(repo.git("branch", "--list", "untildone/*")).toBe("");
  });

  it("says that somebody else holds the index, and takes the work into the next checkpoint", () => {
    using repo = new Repo();
    const script = `if [ "$UNTILDONE_ITERATION" = 1 ]; then echo 1 > a.txt; touch .git/index.lock; else rm -f .git/index.lock; fi`;
    repo.write(".git/agent.sh", script);
    const words = ["run", "--command", "bash .git/agent.sh", "--tasks", "TODO.md", "--max-iterations", "2"];
    const { out } = repo.runProcess([...words, "--checkpoint", "commit"], "", repo.env);
    expect(out).toMatch(/no checkpoint: .*index\.lock/);
    expect(repo.subjects()).toEqual([expect.stringContaining("iteration 2"), "begin"]);
    expect(repo.filesOf("HEAD")).toEqual(["a.txt"]);
  });

  it("records the commit of a submodule, and no repository that is none", () => {
    using other = new Repo();
    using repo = new Repo();
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.path, "module");
    repo.commit("with a submodule");
    const who = "-c user.name=a -c user.email=a@example.invalid";
    const script = `cd module && echo x > x.txt && git add -A && git ${who} commit -qm inner && echo dirty > y.txt; cd .. && git init -q nested && echo n > nested/n.txt`;
    repo.write(".git/agent.sh", script);
    const words = ["run", "--command", "bash .git/agent.sh", "--tasks", "TODO.md", "--max-iterations", "1"];
    const { out } = repo.runProcess([...words, "--checkpoint", "commit"], "", repo.env);
    expect(repo.filesOf("HEAD")).toEqual(["module"]);
    expect(repo.git("rev-parse", "HEAD:module")).toBe(repo.git("-C", "module", "rev-parse", "HEAD"));
    expect(out).toContain("nested/ is a repository of its own");
    repo.isHealthy();
  });

  it("remembers over a resume what was the user's and what was not", () => {
    using repo = new Repo();
    repo.write("mine.txt", "mine\n");
    repo.loop([{ write: { ...(first["write"] as object), ".git/index.lock": "" }, say }], "--checkpoint", "commit");
    expect(repo.subjects()).toEqual(["begin"]);
    rmSync(join(repo.path, ".git/index.lock"));
    repo.write(".git/script.json", JSON.stringify({ steps: [first, second] }));
    repo.runProcess(repo.words(["--resume", "--max-iterations", "2", "--checkpoint", "commit"]), "", repo.env);
    expect(repo.filesOf("HEAD")).toEqual(["parser.txt", "printer.txt", "sub/added.txt"]);
    expect(statusOf(repo)).toEqual([" M mine.txt", ""]);
  });
});

describe("--checkpoint branch", () => {
  it("commits beside the branch and leaves HEAD, index and files alone", () => {
    using repo = new Repo();
    repo.write("mine.txt", "mine\n");
    repo.git("add", "mine.txt");
    const before = {
      head: repo.git("rev-parse", "HEAD"),
      on: repo.git("symbolic-ref", "HEAD"),
      index: readFileSync(join(repo.path, ".git/index")),
    };
    repo.loop([first, second], "--checkpoint", "branch");
    const after = {
      head: repo.git("rev-parse", "HEAD"),
      on: repo.git("symbolic-ref", "HEAD"),
      index: readFileSync(join(repo.path, ".git/index")),
    };
    expect(after).toEqual(before);
    expect(repo.read("printer.txt")).toBe("printer\n");
    const branch = repo.git("branch", "--list", "untildone/*", "--format=%(refname:short)").trim();
    expect(repo.subjects(branch)).toEqual([
      expect.stringContaining("iteration 2"),
      expect.stringContaining("iteration 1"),
      "begin",
    ]);
    expect(repo.filesOf(`${branch}~1`)).toEqual(["parser.txt", "sub/added.txt"]);
    expect(repo.filesOf(branch)).toEqual(["parser.txt", "printer.txt"]);
    expect(repo.git("show", `${branch}:mine.txt`)).toBe("as committed\n");
    repo.isHealthy();
  });

  it("works before the first commit", () => {
    using repo = new Repo({ commit: false });
    repo.loop([{ write: { "a.txt": "a\n" }, say }], "--checkpoint", "branch");
    const branch = repo.git("branch", "--list", "untildone/*", "--format=%(refname:short)").trim();
    expect(repo.git("ls-tree", "-r", "--name-only", branch).trim()).toBe("a.txt");
    expect(repo.tryGit("rev-parse", "-q", "--verify", "HEAD").status).not.toBe(0);
    expect(repo.git("ls-files")).toBe("");
  });
});

describe("--worktree", () => {
  const treesOf = (repo: Repo): string[] =>
    readdirSync(join(repo.path, ".ralph/worktrees")).filter((name) => name !== ".gitignore");

  it("works in a worktree on a branch of the run, and says how to take the work over", () => {
    using repo = new Repo();
    repo.write("mine.txt", "mine\n");
    const { out } = repo.loop([first], "--worktree");
    const [run = ""] = treesOf(repo);
    expect(repo.read("parser.txt")).toBe("old parser\n");
    expect(repo.read(`.ralph/worktrees/${run}/parser.txt`)).toBe("new parser\n");
    expect(repo.read(`.ralph/worktrees/${run}/mine.txt`)).toBe("as committed\n");
    expect(repo.subjects()).toEqual(["begin"]);
    expect(repo.subjects(`untildone/${run}`)).toHaveLength(2);
    expect(out).toContain("without the uncommitted changes of mine.txt");
    expect(out).toContain(`git merge untildone/${run}`);
    expect(existsSync(join(repo.path, `.ralph/worktrees/${run}/.ralph`))).toBe(false);
    expect(repo.git("status", "--porcelain", "-uall")).not.toContain("worktrees");
    repo.git("checkout", "-q", "mine.txt");
    const remove = /^Remove: +(.*)$/m.exec(out)?.[1] ?? "";
    const { code, err } = repo.bash(`git merge -q untildone/${run} && ${remove}`);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(repo.read("parser.txt")).toBe("new parser\n");
    expect(treesOf(repo)).toEqual([]);
    repo.isHealthy();
  });

  it("goes on in the same worktree", () => {
    using repo = new Repo();
    repo.loop([first], "--worktree");
    repo.write(".git/script.json", JSON.stringify({ steps: [first, second] }));
    for (const more of [[], ["--worktree"]])
      repo.runProcess(
        repo.words(["--resume", "--max-iterations", more.length === 0 ? "2" : "3", ...more]),
        "",
        repo.env,
      );
    const [run = "", ...others] = treesOf(repo);
    expect(others).toEqual([]);
    expect(repo.subjects(`untildone/${run}`)).toEqual([
      expect.stringContaining("iteration 2"),
      expect.stringContaining("iteration 1"),
      "begin",
    ]);
    repo.git("worktree", "remove", `.ralph/worktrees/${run}`);
    const { code, err } = repo.runProcess(repo.words(["--resume"]), "", repo.env);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("the worktree of the run is gone") });
  });

  it.each([
    {
      what: "a task list that was never committed",
      make: () => {
        const repo = new Repo();
        repo.git("rm", "-q", "--cached", "TODO.md");
        repo.git("commit", "-qm", "no list");
        return repo;
      },
      says: "TODO.md was never committed",
    },
    { what: "no commit", make: () => new Repo({ commit: false }), says: "needs a commit to start from" },
  ])("refuses $what, and leaves nothing behind", ({ make, says }) => {
    using repo = make();
    const { code, err } = repo.loop([first], "--worktree");
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
    expect(repo.git("branch", "--list", "untildone/*")).toBe("");
    expect(repo.git("worktree", "list").trim().split("\n")).toHaveLength(1);
  });
});

it.each([
  { words: ["--checkpoint", "commit"], says: "--checkpoint needs a git repository: not a git repository" },
  { words: ["--worktree"], says: "--worktree needs a git repository: not a git repository" },
  { words: ["--worktree"], path: "/nowhere", says: "needs git, which is not installed" },
  { words: ["--checkpoint", "comit"], says: 'unknown checkpoint mode "comit"' },
])("refuses $words without git ($says), and begins nothing", ({ words, path, says }) => {
  using place = new Workplace();
  place.write("TODO.md", "- [ ] T1 here\n");
  place.write("script.json", '{"steps":[{"say":"x"}]}');
  const run = ["run", "--agent", "scripted", "--script", "script.json", ...words];
  const { code, err } = place.runProcess(run, "", {
    GIT_CEILING_DIRECTORIES: place.path,
    ...(path === undefined ? {} : { PATH: path }),
  });
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  expect(existsSync(join(place.path, ".ralph"))).toBe(false);
});

it("leaves a healthy repository however it is killed, and goes on", async () => {
  using repo = new Repo();
  repo.write("mine.txt", "mine\n");
  repo.git("add", "mine.txt");
  const steps = Array.from({ length: 60 }, (_, at) => ({ write: { [`f${at}.txt`]: `${at}\n` }, say }));
  repo.write(".git/script.json", JSON.stringify({ steps }));
  const words = repo.words([
    "--checkpoint",
    "commit",
    "--json",
    "--set",
    "stagnationLoops=0",
    "--max-iterations",
    "60",
  ]);
  for (let round = 0; round < 6; round++) {
    const child = spawn(process.execPath, [bin, ...words, ...(round > 0 ? ["--resume"] : [])], {
      cwd: repo.path,
      env: repo.env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    // Right after a verdict a checkpoint is being made; each round is killed a little later in it.
    let heard = "";
    for await (const chunk of child.stdout) {
      heard += chunk;
      if (heard.includes('"decision-made"')) break;
    }
    await new Promise((resolve) => setTimeout(resolve, round * 25));
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await expect.poll(() => existsSync(join(repo.path, ".git/index.lock")), { timeout: 10_000 }).toBe(false);
    repo.isHealthy();
    expect(repo.git("show", ":mine.txt")).toBe("mine\n");
    expect(repo.git("show", "HEAD:mine.txt")).toBe("as committed\n");
    // Whatever was cut off, nothing of the run's work is staged to be undone.
    expect(repo.git("diff", "--cached", "--name-status", "--diff-filter=D")).toBe("");
  }
  repo.runProcess([...words.slice(0, -1), "8", "--resume"], "", repo.env);
  expect(statusOf(repo)).toEqual(["M  mine.txt", ""]);
  repo.isHealthy();
}, 60_000);
