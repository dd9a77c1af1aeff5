import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/cli/doctor/finding.js";
import { readIfThere } from "../../src/lib/files/files.js";
import { bin, Workplace } from "../e2e/cli.js";
import { isRunning } from "../evidence/place.js";

const acpAgent = fileURLToPath(new URL("acp-agent.mjs", import.meta.url));

/** A project where everything is as it should be. */
class Place extends Workplace {
  constructor() {
    super();
    this.write("TODO.md", "- [ ] T1: one\n- [x] T2: two\n");
    this.write("package.json", JSON.stringify({ scripts: { test: "node --test" } }));
    this.write(".gitconfig", "[user]\nname = A\nemail = a@example.invalid\n");
    this.program("codex", 'echo "codex-cli 0.166.0"');
    this.program("npm", "echo 1..2; echo ok 1 - adds; echo ok 2 - sums");
    this.write(".codex/auth.json", '{"tokens": {"access_token": "x"}}');
    this.commitAll();
  }

  /** Only its own programs and those of the system. */
  async examine(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    const path = [join(this.path, "bin"), "/usr/local/bin", "/usr/bin", "/bin"].join(":");
    const { code, out, err } = await this.runBeside(["doctor", "--json", ...words], { PATH: path, ...env });
    const { canStart = null, findings = [] } = out === "" ? {} : JSON.parse(out);
    const found = (name: string): Finding | undefined => findings.find((finding: Finding) => finding.name === name);
    return { code, err, canStart, findings: findings as readonly Finding[], found };
  }
}

describe("doctor", () => {
  it("finds nothing wrong where a run can start, and changes nothing", async () => {
    using place = new Place();
    const before = readdirSync(place.path, { recursive: true }).sort();
    const { code, canStart, findings, found } = await place.examine(["--agent", "codex"]);
    expect({ code, canStart, bad: findings.filter(({ status }) => status !== "ok") }).toEqual({
      code: 0,
      canStart: true,
      bad: [],
    });
    expect(found("codex")?.text).toMatch(/^codex-cli 0\.166\.0, .*\/bin\/codex$/);
    expect(found("codex log-in")?.text).toBe("account in ~/.codex/auth.json");
    expect(found("tasks")?.text).toBe("TODO.md: 2 tasks, 1 left");
    expect(found("check tests")).toMatchObject({
      text: expect.stringMatching(/^holds: 2 tests passed, \d+(?:\.\d)? s: npm run test \(package\.json/),
      check: {
        state: "holds",
        required: true,
        command: ["npm", "run", "test"],
        passed: 2,
        total: 2,
        tail: [],
      },
    });
    expect(readdirSync(place.path, { recursive: true }).sort()).toEqual(before);
    expect(existsSync(place.stateHome)).toBe(false);
  });

  it("prints a line for each, the fix below it, and the sum", async () => {
    using place = new Place();
    const { code, out } = await place.runBeside(["doctor", "--agent", "gemini"], { PATH: "/usr/bin:/bin" });
    expect(code).toBe(1);
    expect(out).toMatch(/^ok {4}node +\d+\.\d+\.\d+$/m);
    expect(out).toMatch(/^fail {2}gemini +not installed\n +fix: npm install -g @google\/gemini-cli$/m);
    expect(out).toMatch(/\n\nuntildone run cannot start: 1 problem to fix\n$/);
  });

  const change: readonly {
    readonly title: string;
    readonly prepare?: (place: Place) => void;
    readonly words?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly name: string;
    readonly expected: Partial<Finding> & { readonly text: string };
  }[] = [
    {
      title: "a key",
      words: ["--agent", "codex"],
      env: { OPENAI_API_KEY: "k" },
      name: "codex log-in",
      expected: { status: "ok", text: "API key in OPENAI_API_KEY" },
    },
    {
      title: "no log-in",
      prepare: (place) => place.write(".codex/auth.json", "{}"),
      words: ["--agent", "codex"],
      name: "codex log-in",
      expected: { status: "warn", text: "none was found", fix: "codex login" },
    },
    {
      title: "a version that never comes",
      prepare: (place) => place.program("codex", "exit 3"),
      words: ["--agent", "codex"],
      name: "codex",
      expected: { status: "warn", text: "--version does not work" },
    },
    {
      title: "an unknown agent",
      words: ["--agent", "codxe"],
      name: "agents",
      expected: { status: "fail", text: 'there is no agent "codxe"' },
    },
    {
      title: "the second of two agents",
      words: ["--agent", "codex,gemini"],
      name: "gemini",
      expected: { status: "warn", text: "not installed" },
    },
    {
      title: "the first of two agents, if the second is installed",
      words: ["--agent", "gemini,codex"],
      name: "gemini",
      expected: { status: "warn", text: "not installed" },
    },
    {
      title: "two agents, neither installed",
      words: ["--agent", "gemini,qwen"],
      name: "qwen",
      expected: { status: "fail", text: "not installed" },
    },
    {
      title: "a program that speaks the Agent Client Protocol",
      words: ["--agent", `acp:${process.execPath} ${acpAgent} honest`],
      name: `acp:${process.execPath} ${acpAgent} honest`,
      expected: { status: "ok", text: "answers" },
    },
    {
      title: "a program that does not speak it, also beside another agent",
      words: ["--agent", `codex,acp:${process.execPath} ${acpAgent} dies`],
      name: `acp:${process.execPath} ${acpAgent} dies`,
      expected: { status: "fail", text: "the program ended with exit code 7" },
    },
    {
      title: "such a program that is not installed",
      words: ["--agent", "acp:gemini --acp"],
      name: "acp:gemini --acp",
      expected: { status: "fail", text: "not installed", fix: "npm install -g @google/gemini-cli" },
    },
    {
      title: "the log-in of an adapter",
      prepare: (place) => place.program("codex-acp", "exit 0"),
      words: ["--agent", "acp:codex-acp", "--sandbox", "bwrap"],
      name: "acp:codex-acp log-in",
      expected: { status: "ok", text: "account in ~/.codex/auth.json" },
    },
    {
      title: "a program that is not there",
      words: ["--command", "nothing-here --yes"],
      name: "command",
      expected: { status: "fail", text: "nothing-here is not installed" },
    },
    {
      title: "a list that is not there",
      words: ["--agent", "codex", "--tasks", "LIST.md"],
      name: "tasks",
      expected: { status: "fail", text: "LIST.md" },
    },
    {
      title: "a list with nothing left",
      prepare: (place) => place.write("TODO.md", "- [x] T1: one\n"),
      words: ["--agent", "codex"],
      name: "tasks",
      expected: { status: "warn", text: "1 task, 0 left" },
    },
    {
      title: "a check whose program is missing",
      words: ["--agent", "codex", "--check", "unit=nothing-here x"],
      name: "check unit",
      expected: { status: "fail", text: "cannot run: nothing-here" },
    },
    {
      title: "the same under a policy that starts all the same",
      words: ["--agent", "codex", "--policy", "doyaken", "--check", "unit=nothing-here x"],
      name: "check unit",
      expected: { status: "warn", text: "cannot run: nothing-here" },
    },
    {
      title: "the same without running it",
      words: ["--agent", "codex", "--no-checks", "--check", "unit=nothing-here x"],
      name: "check unit",
      expected: { status: "warn", text: "nothing-here is not installed: no claim can pass" },
    },
    {
      title: "a check that is not run",
      words: ["--agent", "codex", "--no-checks"],
      name: "check tests",
      expected: { status: "ok", text: "npm run test (package.json scripts.test (found)), not run" },
    },
    {
      title: "a runner that is not installed",
      prepare: (place) => place.program("npm", "echo '> jest'; echo 'sh: 1: jest: not found' >&2; exit 127"),
      words: ["--agent", "codex"],
      name: "check tests",
      expected: { status: "fail", text: "cannot run: " },
    },
    {
      title: "an optional check that cannot run",
      prepare: (place) =>
        place.write(".ralph/config.json", '{"checks": {"e2e": {"command": "nothing-here", "required": false}}}'),
      words: ["--agent", "codex"],
      name: "check e2e",
      expected: { status: "warn", text: "cannot run: nothing-here" },
    },
    {
      title: "tests that fail",
      prepare: (place) => place.program("npm", "echo 1..2; echo ok 1 - adds; echo not ok 2 - sums; exit 1"),
      words: ["--agent", "codex"],
      name: "check tests",
      expected: { status: "warn", text: "fails: 1 of 2 tests fail: sums" },
    },
    {
      title: "a suite without tests",
      prepare: (place) =>
        place.program("npm", "echo TAP version 13; echo 1..0; echo '# tests 0'; echo '# pass 0'; echo '# fail 0'"),
      words: ["--agent", "codex"],
      name: "check tests",
      expected: { status: "warn", text: "empty: " },
    },
    {
      title: "a check that takes longer than it may here",
      words: ["--agent", "codex", "--check", "slow=sleep 60", "--timeout", "1"],
      name: "check slow",
      expected: {
        status: "warn",
        text: "not finished: it did not end within 1 s",
        fix: "give it more time: --timeout 30m",
      },
    },
    {
      title: "a check for which there is no time",
      words: ["--agent", "codex", "--check", "slow=sleep 60", "--check", "next=sleep 60", "--timeout", "1"],
      name: "check next",
      expected: { status: "warn", text: "not run, the time is over" },
    },
    {
      title: "a check that takes longer than it may in a run",
      prepare: (place) =>
        place.write(".ralph/config.json", '{"checks": {"e2e": {"command": "sleep 60", "timeout": "1s"}}}'),
      words: ["--agent", "codex"],
      name: "check e2e",
      expected: { status: "fail", text: "cannot run: it did not end within 1 s" },
    },
    {
      title: "a placeholder",
      prepare: (place) => place.write("package.json", JSON.stringify({ scripts: { test: "echo none && exit 1" } })),
      words: ["--agent", "codex"],
      name: "checks",
      expected: { status: "warn", text: "no command that could verify the work was found" },
    },
    {
      title: "a check that changes files",
      prepare: (place) => place.program("npm", "echo x >> TODO.md; echo x > new.txt; echo 1..1; echo ok 1 - adds"),
      words: ["--agent", "codex"],
      name: "files",
      expected: {
        status: "warn",
        text: "the checks left 2 files changed: TODO.md, new.txt",
        files: ["TODO.md", "new.txt"],
      },
    },
    {
      title: "a check that leaves a process behind",
      prepare: (place) => place.program("npm", "sleep 300 & echo 1..1; echo ok 1 - adds"),
      words: ["--agent", "codex"],
      name: "check tests",
      expected: { status: "ok", text: "tests left 1 process running; ended" },
    },
    {
      title: "no checks",
      words: ["--agent", "codex", "--no-detect"],
      name: "checks",
      expected: { status: "warn", text: "no command", fix: 'untildone run --check tests="npm test"' },
    },
    {
      title: "a mistake in the configuration",
      prepare: (place) => place.write(".ralph/config.json", '{"minScore": "high"}'),
      name: "configuration",
      expected: { status: "fail", text: "minScore" },
    },
    {
      title: "a run without any limit",
      words: ["--agent", "codex", "--set", "maxIterations=0"],
      name: "configuration",
      expected: { status: "fail", text: "the run has no limit at all" },
    },
    {
      title: "a sandbox that is not installed",
      words: ["--agent", "codex", "--sandbox", "podman", "--sandbox-image", "x"],
      env: { PATH: "/none" },
      name: "sandbox podman",
      expected: { status: "fail", text: "podman is not installed" },
    },
    {
      title: "records that cannot be written",
      words: ["--agent", "codex"],
      env: { XDG_STATE_HOME: "/proc/none" },
      name: "private folder",
      expected: { status: "fail", text: "/proc cannot be written" },
    },
    {
      title: "records in the project",
      prepare: (place) => mkdirSync(join(place.path, "state")),
      words: ["--agent", "codex"],
      env: { XDG_STATE_HOME: "IN" },
      name: "private folder",
      expected: { status: "warn", text: "is in the project" },
    },
    {
      title: "no identity",
      prepare: (place) => place.write(".gitconfig", ""),
      words: ["--agent", "codex"],
      name: "identity",
      expected: { status: "warn", text: "git does not know who commits" },
    },
  ];

  it.each(change)("says what is to be done about $title", async ({ prepare, words = [], env = {}, name, expected }) => {
    using place = new Place();
    prepare?.(place);
    const own = env["XDG_STATE_HOME"] === "IN" ? { ...env, XDG_STATE_HOME: join(place.path, "state") } : env;
    const { code, canStart, found, findings } = await place.examine(words, own);
    const { text, ...rest } = expected;
    expect(found(name), JSON.stringify(findings)).toMatchObject({ ...rest, text: expect.stringContaining(text) });
    expect({ code, canStart }).toEqual(
      expected.status === "fail" ? { code: 1, canStart: false } : { code: 0, canStart: true },
    );
    if (expected.status !== "ok") expect(found(name)?.fix).toEqual(expect.any(String));
  });

  it("shows the last lines of what cannot run, and never says that it can start", async () => {
    using place = new Place();
    const lines = Array.from({ length: 9 }, (_, at) => `echo line ${at + 1}`).join("; ");
    place.program("npm", `${lines}; exit 127`);
    const path = [join(place.path, "bin"), "/usr/local/bin", "/usr/bin", "/bin"].join(":");
    const { code, out } = await place.runBeside(["doctor", "--agent", "codex"], { PATH: path });
    expect(code).toBe(1);
    expect(out).toMatch(/^fail {2}check tests +cannot run: /m);
    expect(out).toMatch(/\n +\| line 5\n +\| line 6\n +\| line 7\n +\| line 8\n +\| line 9\n +fix: /);
    expect(out).not.toContain("line 4");
    expect(out).not.toContain("can start");
  });

  it("ends a check and leaves nothing on Ctrl-C", async () => {
    using place = new Place();
    place.program("npm", 'echo $$ > "$HOME/pid"; sleep 300');
    const path = [join(place.path, "bin"), "/usr/local/bin", "/usr/bin", "/bin"].join(":");
    const child = spawn(process.execPath, [bin, "doctor", "--agent", "codex"], {
      cwd: place.path,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...place.ownEnv, PATH: path },
    });
    await expect.poll(() => readIfThere(join(place.path, "pid")), { timeout: 30_000 }).toMatch(/^\d+\n$/);
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect(code).toBe(3);
    expect(isRunning(Number(place.read("pid")))).toBe(false);
  });

  it.runIf(process.getuid?.() === 0).each([
    [[], {}, "fail"],
    [[], { IS_SANDBOX: "1" }, undefined],
    [["--sandbox", "docker", "--sandbox-image", "x"], {}, undefined],
  ])("claude as root with %j and %j: %s", async (words, env, status) => {
    using place = new Place();
    chmodSync(join(place.program("claude", "echo 2.1.325"), "claude"), 0o755);
    const { found } = await place.examine(["--agent", "claude", ...words], env);
    expect(found("claude as root")?.status).toBe(status);
  });

  it("names a run that was cut off, as run does", async () => {
    using place = new Place();
    place.program("codex", 'if [ "$1" = exec ]; then kill -9 $PPID; fi');
    const path = `${join(place.path, "bin")}:${process.env["PATH"]}`;
    await place.runBeside(["run", "--agent", "codex", "--tasks", "TODO.md"], { PATH: path });
    const { code, found } = await place.examine(["--agent", "codex"]);
    expect(code).toBe(1);
    expect(found("last run")).toMatchObject({ status: "fail", text: expect.stringContaining("was cut off") });
    expect(found("last run")?.fix).toContain("untildone run --resume");
  });

  it.each([
    [["--what"], /unknown option --what/],
    [["now"], /unexpected argument/],
    [["--timeout", "0"], /--timeout is 0/],
    [["--timeout", "soon"], /--timeout is "soon"/],
  ])("refuses %j", async (words, message) => {
    using place = new Place();
    const { code, err } = await place.examine(words);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});
