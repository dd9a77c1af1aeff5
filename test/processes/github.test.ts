import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { formatAnnotation, withoutWorkflowCommands } from "../../src/report/github/workflow-commands.js";
import { bin, Workplace } from "../e2e/cli.js";

const status = "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---";

function workplace(): Workplace {
  const place = new Workplace();
  onTestFinished(() => place[Symbol.dispose]());
  return place;
}

function prepare(place: Workplace, steps: readonly unknown[], title = "write the parser"): void {
  place.write("TODO.md", `- [ ] T1 ${title}\n`);
  place.commitAll();
  place.write(".git/script.json", JSON.stringify({ steps }));
}

const scripted = ["--agent", "scripted", "--script", ".git/script.json", "--tasks", "TODO.md", "--protocol", "ralph"];

/** Lines that the runner of GitHub Actions takes as commands. */
const commandsIn = (log: string): string[] =>
  log.split("\n").filter((line) => line.trimStart().startsWith("::") || line.includes("##["));

describe("in a job of GitHub Actions", () => {
  it("writes the summary of the step and annotations, and nothing the agent wrote is a command", () => {
    const place = workplace();
    const injected = "::add-mask::x\n##[error]y\n::error::\u001b[0m::set-output name=a::b";
    prepare(place, [{ say: `${injected}\nDone.\n\n${status}` }], "::error::title ##[group]x");
    const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: join(place.path, "summary.md") };
    const { out, err } = place.runProcess(["run", ...scripted], "", env);
    const commands = commandsIn(out + err);
    expect(commands.length).toBeGreaterThan(0);
    const groups = commands.filter((line) => /^::(?:end)?group::/.test(line));
    expect(groups.length).toBeGreaterThan(0);
    expect(groups.every((line, at) => line.startsWith(at % 2 === 0 ? "::group::turn " : "::endgroup::"))).toBe(true);
    for (const line of groups) expect(line).not.toContain("##[");
    const annotations = commands.filter((line) => !groups.includes(line));
    for (const line of annotations) expect(line).toMatch(/^::(?:error|warning|notice) title=untildone%3A [^:]*::/);
    for (const line of commands) expect(line.slice(2).split("::")).not.toContain("add-mask");
    expect(annotations[0]).toMatch(
      /^::error title=untildone%3A Needs review%3A 0 of 1 task done::A person has to look/,
    );
    expect(place.read("summary.md")).toContain("Needs review: 0 of 1 task done");
    expect(place.read("summary.md")).toContain("## Claims that were refused");
  });

  it("prints JSON that reads back as it was", () => {
    const place = workplace();
    prepare(place, [{ say: "::error::x ##[group]y" }]);
    const words = ["run", ...scripted, "--json", "--max-iterations", "1"];
    const { out } = place.runProcess(words, "", { GITHUB_ACTIONS: "true" });
    const lines = out.split("\n").filter((line) => line !== "" && !line.startsWith("::"));
    expect(commandsIn(lines.join("\n"))).toEqual([]);
    const last = lines.map((line) => JSON.parse(line)).at(-1);
    expect(last.summary.lastWords).toBe("::error::x ##[group]y");
  });

  it("writes nothing of it elsewhere", () => {
    const place = workplace();
    prepare(place, [{ say: "x" }]);
    const env = { GITHUB_STEP_SUMMARY: join(place.path, "summary.md") };
    expect(place.runProcess(["run", ...scripted, "--max-iterations", "1"], "", env).out).not.toContain("::error");
    expect(existsSync(join(place.path, "summary.md"))).toBe(false);
  });
});

it.each([
  ["::error::x", "\\u003a:error::x"],
  ["  \t::error::x\nok ::x", "  \t\\u003a:error::x\nok ::x"],
  ["a ##[error]b", "a #\\u0023[error]b"],
  ["\u001b[31m::error::x", "\\u003a:error::x"],
  ["\u0007::x", "\\u0007::x"],
  ["a: b", "a: b"],
])("makes %j a text for the runner", (text, safe) => {
  expect(withoutWorkflowCommands(text)).toBe(safe);
});

it("escapes what would end an annotation", () => {
  const annotation = { level: "error", title: "a: b, c\n::x", message: "50 %\r\n::stop-commands::y" } as const;
  expect(formatAnnotation(annotation)).toBe("::error title=a%3A b%2C c%0A%3A%3Ax::50 %25%0D%0A::stop-commands::y\n");
});

describe("--pr", () => {
  /** A remote, and a `gh` that writes down what it is asked. */
  function withRemote(gh: string): { place: Workplace; env: Record<string, string> } {
    const place = workplace();
    const remote = `${place.path}-state/remote.git`;
    mkdirSync(remote, { recursive: true });
    execFileSync("git", ["init", "-q", "--bare", remote]);
    const say = `It's done; \`x\` $(touch hacked) "quoted".\n\n${status}`;
    prepare(place, [{ say, write: { "parser.txt": "parser\n" } }]);
    execFileSync("git", ["remote", "add", "origin", remote], { cwd: place.path });
    const folder = `${place.path}-state/bin`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "gh"), `#!/bin/sh\n${gh}\n`);
    chmodSync(join(folder, "gh"), 0o755);
    return { place, env: { PATH: `${folder}:${process.env["PATH"]}`, GH_LOG: `${place.path}-state/gh.log` } };
  }
  const writesDown = 'for word in "$@"; do printf "%s\\n" "$word"; done >> "$GH_LOG"; cat > "$GH_LOG.body"';

  it("pushes the branch of the worktree and opens a pull request with the report as its body", () => {
    const { place, env } = withRemote(`${writesDown}; echo https://github.example/x/y/pull/7`);
    const { code, out } = place.runProcess(["run", ...scripted, "--worktree", "--pr"], "", env);
    expect(code).toBe(1); // Nothing could check the work.
    expect(out).toContain("Pull request: https://github.example/x/y/pull/7\n");
    const words = readFileSync(env["GH_LOG"] ?? "", "utf8").split("\n");
    expect(words.slice(0, 3)).toEqual(["pr", "create", "--head"]);
    expect(words).toContain("1 task done, not proven: T1");
    expect(words).toContain("--draft"); // Nothing proves the work.
    const branch = words[3] ?? "";
    const remote = `${place.path}-state/remote.git`;
    expect(execFileSync("git", ["--git-dir", remote, "show", `${branch}:parser.txt`], { encoding: "utf8" })).toBe(
      "parser\n",
    );
    const body = readFileSync(`${env["GH_LOG"]}.body`, "utf8");
    expect(body.split("\n")[0]).toContain("DONE, NOT VERIFIED: 1 of 1 task done");
    expect(body).toContain("## Why it stopped");
    expect(existsSync(join(place.path, "hacked"))).toBe(false);
  });

  it("changes the pull request that already exists", () => {
    const { place, env } = withRemote(
      `if [ "$2" = create ]; then echo "a pull request for branch x already exists" >&2; exit 1; fi; ${writesDown}; echo https://github.example/x/y/pull/8`,
    );
    const { out } = place.runProcess(["run", ...scripted, "--worktree", "--pr"], "", env);
    expect(out).toContain("Pull request: https://github.example/x/y/pull/8\n");
    expect(readFileSync(env["GH_LOG"] ?? "", "utf8")).toMatch(/^pr\nedit\n/);
  });

  it("says why there is none, and leaves the status of the run", () => {
    const { place, env } = withRemote('echo "no permission" >&2; exit 1');
    const { code, out } = place.runProcess(["run", ...scripted, "--worktree", "--pr"], "", env);
    expect(code).toBe(1); // Nothing could check the work.
    expect(out).toContain("no pull request: gh pr create failed: no permission");
  });

  /** An agent that does its task and changes the repository's settings. */
  const edits = (place: Workplace, ...commands: readonly string[]): readonly string[] => {
    place.write(
      ".git/agent.sh",
      [...commands, "echo parser > parser.txt", `cat <<'END'\nDone.\n${status}\nEND`].join("\n"),
    );
    const agent = ["--command", `sh ${place.path}/.git/agent.sh`, "--tasks", "TODO.md", "--protocol", "ralph"];
    return ["run", ...agent, "--worktree", "--pr"];
  };
  const mark = (place: Workplace): string => `${place.path}-state/pwned`;

  it.each([
    ["remote.origin.receivepack", (file: string) => `touch ${file}; git-receive-pack`],
    ["core.sshCommand", (file: string) => `touch ${file}; ssh`],
    ["credential.helper", (file: string) => `!touch ${file}`],
    ["core.fsmonitor", (file: string) => `touch ${file}; false`],
    ["core.hooksPath", (file: string) => file],
    ["url.https://evil.example/.insteadOf", () => "/"],
    ["remote.origin.pushurl", (file: string) => `${file}.git`],
    ["remote.origin.gh-resolved", () => "evil/repository"],
  ])("does not push if the agent set %s", (key, value) => {
    const { place, env } = withRemote("git status; echo https://github.example/x/y/pull/9");
    const words = edits(place, `git config '${key}' '${value(mark(place))}'`);
    const { code, out } = place.runProcess(words, "", env);
    expect(code).toBe(1); // Nothing could check the work.
    expect(out).not.toContain("Pull request:");
    expect(out).toContain(
      `no pull request: settings of this repository changed since the run began: ${key.toLowerCase()}`,
    );
    expect(out).toMatch(/push it yourself with: git push origin untildone\/\S+/);
    expect(existsSync(mark(place))).toBe(false);
    const remote = `${place.path}-state/remote.git`;
    expect(execFileSync("git", ["--git-dir", remote, "branch"], { encoding: "utf8" })).toBe("");
  });

  it("does not push if the agent named a file with settings, moved the remote or removed a setting", () => {
    const { place, env } = withRemote("echo https://github.example/x/y/pull/9");
    execFileSync("git", ["config", "http.sslVerify", "true"], { cwd: place.path });
    const file = `${place.path}-state/settings`;
    writeFileSync(file, `[remote "origin"]\n\treceivepack = touch ${mark(place)}; git-receive-pack\n`);
    const words = edits(place, `git config include.path ${file}`, "git config --unset http.sslVerify");
    const { out } = place.runProcess(words, "", env);
    expect(out).toContain("include.path, remote.origin.receivepack and 1 that was removed");
    expect(existsSync(mark(place))).toBe(false);
  });

  it("does not push what a resumed run finds changed since its first start", () => {
    const { place, env } = withRemote("echo https://github.example/x/y/pull/9");
    const words = edits(
      place,
      `git config remote.origin.receivepack 'touch ${mark(place)}; git-receive-pack'`,
      `test -e ${mark(place)}-began || { touch ${mark(place)}-began; exit 1; }`,
    );
    place.runProcess([...words, "--max-iterations", "1"], "", env);
    const { out } = place.runProcess(["run", "--resume", "--pr", "--max-iterations", "3"], "", env);
    expect(out).toContain("remote.origin.receivepack");
    expect(existsSync(mark(place))).toBe(false);
  });

  it("pushes if only names, branches and nothing that git push obeys changed", () => {
    const { place, env } = withRemote("echo https://github.example/x/y/pull/9");
    const words = edits(place, "git config user.name Agent", "git config branch.x.remote origin");
    expect(place.runProcess(words, "", env).out).toContain("Pull request: https://github.example/x/y/pull/9\n");
  });

  it.each([
    { words: ["--pr"], says: "--pr needs the branch of a worktree" },
    { words: ["--pr", "--worktree"], says: "--pr needs gh, which is not installed" },
  ])("is refused before the run: $says", ({ words, says }) => {
    const place = workplace();
    prepare(place, [{ say: "x" }]);
    const folder = place.program("git", `exec ${execFileSync("which", ["git"], { encoding: "utf8" }).trim()} "$@"`);
    const { code, err } = place.runProcess(["run", ...scripted, ...words], "", { PATH: folder });
    expect(code).toBe(2);
    expect(err).toContain(says);
  });
});

describe("the Action", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const action = parse(readFileSync(join(root, "action.yml"), "utf8"));

  /** Runs the steps as the runner does: bash, with the inputs put in. */
  function runSteps(place: Workplace, inputs: Readonly<Record<string, string>>) {
    const folder = `${place.path}-state/bin`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "untildone"), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
    chmodSync(join(folder, "untildone"), 0o755);
    const given = (text: string): string =>
      text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => inputs[name] ?? action.inputs[name].default);
    const files = {
      GITHUB_OUTPUT: `${place.path}-state/output`,
      GITHUB_STEP_SUMMARY: `${place.path}-state/summary.md`,
    };
    const env = { ...place.ownEnv, ...files, GITHUB_ACTIONS: "true", RUNNER_TEMP: `${place.path}-state` };
    const scripts = action.runs.steps.filter(({ run }: { run?: string }) => run !== undefined);
    const codes = scripts.map((step: { run: string; env: Record<string, string> }) => {
      const own = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, given(text)]));
      const words = ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run];
      const path = `${folder}:${process.env["PATH"]}`;
      return spawnSync("bash", words, { cwd: place.path, encoding: "utf8", env: { ...env, ...own, PATH: path } })
        .status;
    });
    return {
      codes,
      output: readFileSync(files.GITHUB_OUTPUT, "utf8"),
      summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8"),
    };
  }

  it("runs the agent, and hands on the outcome and the reports", () => {
    const place = workplace();
    prepare(place, [{ say: `Done.\n\n${status}` }]);
    const args = ["--script", ".git/script.json", "--protocol", "ralph"].join("\n");
    const inputs = {
      agent: "scripted",
      tasks: "TODO.md",
      version: "installed",
      args,
      checks: "tests=node --version\n",
    };
    const { codes, output, summary } = runSteps(place, inputs);
    expect(codes).toEqual([0, 1]);
    expect(output).toContain("outcome=needs-review\n");
    expect(output).toMatch(/^headline=NEEDS REVIEW: ./m);
    for (const name of ["report", "junit"]) {
      const path = new RegExp(`^${name}=(.+)$`, "m").exec(output)?.[1] ?? "";
      expect(existsSync(path), name).toBe(true);
    }
    expect(summary).toContain("Needs review");
    // The machine is gone when somebody reads it.
    expect(summary).toContain("Run the job again");
    expect(summary).not.toContain("untildone run --resume");
  });

  it.each([
    { prove: "true", isProved: true },
    { prove: "false", isProved: false },
  ])("writes a proof and hands it on with prove: $prove", ({ prove, isProved }) => {
    const place = workplace();
    prepare(place, [{ say: `Done.\n\n${status}` }]);
    const args = ["--script", ".git/script.json", "--protocol", "ralph"].join("\n");
    const { output, summary } = runSteps(place, {
      ...{ agent: "scripted", tasks: "TODO.md", version: "installed", args, prove },
      checks: "tests=node --version\n",
    });
    const path = /^proof=(.+)$/m.exec(output)?.[1];
    expect(path !== undefined).toBe(isProved);
    expect(summary.includes("Signed proof:")).toBe(isProved);
    if (path !== undefined)
      expect(place.runProcess(["verify", path, "--any-key"])).toMatchObject({
        code: 0,
        out: expect.stringContaining("GENUINE"),
      });
  });

  it("keeps the reports, however the run ended", () => {
    const [kept] = action.runs.steps.filter(({ uses }: { uses?: string }) =>
      uses?.startsWith("actions/upload-artifact@"),
    );
    expect(kept.if).toContain("always()");
    expect(kept.with.path).toContain("outputs.report");
    expect(kept.with.path).toContain("outputs.junit");
    expect(kept.with.path).toContain("outputs.proof");
  });

  it("takes its inputs from the environment only: in a script they would be code", () => {
    for (const { run = "" } of action.runs.steps) expect(run).not.toContain("${{");
  });
});
