import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { bin, jsonLines, type Ran, Workplace } from "../e2e/cli.js";

const claim = `printf -- '---RALPH_STATUS---\\nSTATUS: COMPLETE\\nEXIT_SIGNAL: true\\nNONCE: %s\\n---END_RALPH_STATUS---\\n' "$nonce"`;
const readPrompt = 'nonce=$(sed -n "s/^NONCE: //p")';

/** A project with one task, an agent, and a home beside it that nobody is to see. */
class Place extends Workplace {
  readonly home = mkdtempSync(join(tmpdir(), "untildone-home-"));

  constructor(agent: string) {
    super();
    this.write(".gitignore", ".ralph/\nbin/\nlog*\n");
    this.write("TODO.md", "- [ ] T1: one\n");
    this.program("my-agent", `${readPrompt}\n${agent}\necho 1 > work.txt\n${claim}`);
    mkdirSync(join(this.home, ".ssh"));
    writeFileSync(join(this.home, ".ssh/id"), "the private key");
    this.commitAll();
  }

  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { PATH: `${join(this.path, "bin")}:${process.env["PATH"]}`, HOME: this.home, ...more };
  }

  start(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ran> {
    return this.runBeside(
      ["run", "--set", "unverified=accept", "--command", "my-agent", "--tasks", "TODO.md", ...words],
      this.env(more),
    );
  }

  override [Symbol.dispose](): void {
    super[Symbol.dispose]();
    rmSync(this.home, { recursive: true, force: true });
  }
}

const bwrapWorks = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "true"]).status === 0;
if (!bwrapWorks) console.warn("bubblewrap cannot be used here: its tests are skipped (apt-get install bubblewrap)");

/** What an agent tries, by a name, and the end of what it is told. */
const attempts: readonly (readonly [name: string, command: string, told: RegExp])[] = [
  ["write beside the system", "echo x > /outside", /Read-only file system|Permission denied/],
  ["write to the system", "echo x > /usr/outside", /Read-only file system|Permission denied/],
  ["read the home folder", 'cat "$HOME/.ssh/id"', /No such file/],
  ["edit the state folder", "echo x >> .ralph/decisions.jsonl", /Read-only file system|No such file|Permission denied/],
  ["remove the state folder", "rm -r .ralph", /busy|Read-only|Permission denied|not permitted/],
  ["write a hook of git", "echo x > .git/hooks/pre-commit", /Read-only file system/],
  ["set a command of git", "git config core.fsmonitor ./x", /busy|Read-only/],
  ["move git's folder away", "mv .git .gx", /busy|Read-only/],
  ["change the kernel", "( : >> /proc/sys/kernel/core_pattern )", /Read-only file system|Permission denied/],
  ["undo a mount", "umount .ralph", /superuser|not permitted|denied|must be/],
];

describe.skipIf(!bwrapWorks)("bwrap", () => {
  it("refuses what leads out, and tells the agent; the work is judged as ever", async () => {
    const lines = attempts.map(([, command], at) => `( ${command} ) 2> log${at}; echo "exit $?" >> log${at}`);
    using place = new Place(lines.join("\n"));
    const { code, out, err } = await place.start(["--sandbox", "bwrap"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("sandbox bwrap, network on; writes only");
    for (const [at, [name, , told]] of attempts.entries()) {
      const log = place.read(`log${at}`);
      expect(log, name).toMatch(told);
      expect(log, name).not.toMatch(/exit 0$/);
    }
    expect(place.read("TODO.md")).toBe("- [x] T1: one\n");
    expect(readFileSync(join(place.home, ".ssh/id"), "utf8")).toBe("the private key");
    expect(existsSync(join(place.path, ".git/hooks/pre-commit"))).toBe(false);
  });

  it("throws away what the agent writes to the home folder and to /tmp", async () => {
    using place = new Place('echo x > "$HOME/left"; echo x > "/tmp/untildone-left-$$"; ls "$HOME" > log');
    expect((await place.start(["--sandbox", "bwrap"])).code).toBe(0);
    expect(place.read("log")).toBe("left\n");
    expect(readdirSync(place.home)).not.toContain("left");
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("untildone-left-"))).toEqual([]);
  });

  it("hides other processes: the loop cannot be killed", async () => {
    using place = new Place('ls /proc | grep -c "^[0-9]" > log; kill -9 $(cat loop.pid) 2>> log');
    place.write("bin/loop", "");
    const child = spawn(
      process.execPath,
      [bin, "run", "--set", "unverified=accept", "--command", "my-agent", "--tasks", "TODO.md", "--sandbox", "bwrap"],
      {
        cwd: place.path,
        env: { ...place.ownEnv, ...place.env() },
        stdio: "ignore",
      },
    );
    place.write("loop.pid", String(child.pid));
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    expect(Number(place.read("log").split("\n")[0])).toBeLessThan(8);
    expect(place.read("log")).toMatch(/No such process/);
  });

  it("passes what the agent needs of the environment, and no more", async () => {
    using place = new Place("env | sort > log");
    const secrets = { NPM_TOKEN: "no", AWS_SECRET_ACCESS_KEY: "no", MY_KEY: "yes", LANG: "C" };
    expect((await place.start(["--sandbox", "bwrap", "--sandbox-env", "MY_KEY"], secrets)).code).toBe(0);
    const names = place.read("log").match(/^\w+(?==)/gm);
    expect(names).toEqual(expect.arrayContaining(["HOME", "IS_SANDBOX", "LANG", "MY_KEY", "PATH", "UNTILDONE_RUN"]));
    expect(names).not.toEqual(expect.arrayContaining(["NPM_TOKEN"]));
    expect(place.read("log")).not.toMatch(/=no$/m);
  });

  it("has no network if told so", async () => {
    using place = new Place("cat /proc/net/dev | grep -c : > log");
    expect((await place.start(["--sandbox", "bwrap", "--sandbox-network", "off"])).code).toBe(0);
    expect(place.read("log")).toBe("1\n");
  });

  it("lets the agent commit, also in a worktree", async () => {
    const commit = "echo 1 > work.txt; git add work.txt; git -c user.name=a -c user.email=a@b commit -qm work 2> log";
    using place = new Place(commit);
    const { code, out } = await place.start(["--sandbox", "bwrap", "--worktree"]);
    expect({ code, out }).toMatchObject({ code: 0 });
    const { stdout } = spawnSync("git", ["log", "--all", "--format=%s"], { cwd: place.path, encoding: "utf8" });
    expect(stdout.split("\n")).toContain("work");
  });

  it("shows a folder that the user names", async () => {
    using place = new Place('cat "$HOME/shown/a" > log; echo x > "$HOME/shown/b" 2>> log; echo x > "$HOME/open/b"');
    for (const name of ["shown", "open"]) mkdirSync(join(place.home, name));
    writeFileSync(join(place.home, "shown/a"), "A\n");
    const mounts = [`${place.home}/shown`, `${place.home}/open:rw`].flatMap((path) => ["--sandbox-mount", path]);
    expect((await place.start(["--sandbox", "bwrap", ...mounts])).code).toBe(0);
    expect(place.read("log")).toBe("A\n");
    expect(readdirSync(join(place.home, "open"))).toEqual(["b"]);
    expect(readdirSync(join(place.home, "shown"))).toEqual(["a"]);
  });

  it("shows a task list in the state folder", async () => {
    using place = new Place("cat .ralph/fix_plan.md > log; ls .ralph >> log");
    place.write(".ralph/fix_plan.md", "- [ ] T1: one\n");
    const words = [
      "run",
      "--set",
      "unverified=accept",
      "--command",
      "my-agent",
      "--tasks",
      ".ralph/fix_plan.md",
      "--sandbox",
      "bwrap",
    ];
    expect((await place.runBeside(words, place.env())).code).toBe(0);
    expect(place.read("log")).toBe("- [ ] T1: one\nfix_plan.md\n");
    expect(place.read(".ralph/fix_plan.md")).toBe("- [x] T1: one\n");
  });

  it("asks the agent to stop, and ends what it left", async () => {
    using place = new Place("trap 'echo asked > log; exit 0' TERM; setsid sleep 4711 & while :; do sleep 0.05; done");
    const words = ["--sandbox", "bwrap", "--timeout", "1", "--grace", "5", "--max-iterations", "1", "--json"];
    const { out } = await place.start(words);
    expect(place.read("log")).toBe("asked\n");
    const [ended] = jsonLines(out).filter(({ type }) => type === "agent-end");
    expect(ended).toMatchObject({ how: expect.stringContaining("not done after 1s") });
    expect(Number(ended?.["seconds"])).toBeLessThan(5);
    expect(spawnSync("pgrep", ["-f", "sleep 4711"], { encoding: "utf8" }).stdout).toBe("");
  });

  it("says nothing of processes left behind if the agent left none", async () => {
    using place = new Place("");
    place.write("TODO.md", Array.from({ length: 8 }, (_, at) => `- [ ] T${at + 1}: task\n`).join(""));
    place.program("my-agent", `${readPrompt}\nnode -e 'setTimeout(() => {}, 300)'\necho 1 > "work-$nonce"\n${claim}`);
    const { code, out } = await place.start(["--sandbox", "bwrap", "--json"]);
    expect(code).toBe(0);
    const left = jsonLines(out).filter(({ type }) => type === "agent-end");
    expect(left.map(({ leftBehind }) => leftBehind)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it("shows what is behind a link in a mounted folder, and from link to link, and not what one in the project leads to", async () => {
    using place = new Place("for name in a b c; do tool-$name; done > log 2>&1");
    const tools = mkdtempSync(join(tmpdir(), "untildone-tools-"));
    const tool = (folder: string, name: string): void => {
      mkdirSync(join(tools, folder), { recursive: true });
      writeFileSync(join(tools, folder, name), "#!/bin/sh\necho $0\n", { mode: 0o755 });
    };
    tool("elsewhere/bin", "tool-a");
    tool("beside/bin", "tool-b");
    tool("far/bin", "tool-c");
    mkdirSync(join(tools, "shown"));
    symlinkSync("../elsewhere", join(tools, "shown/link"));
    symlinkSync(join(tools, "beside"), join(place.path, "bin/link"));
    symlinkSync(join(tools, "far"), join(tools, "next"));
    symlinkSync("../next", join(tools, "shown/chain"));
    const path = [
      ...[join(tools, "shown"), join(tools, "shown/link/bin"), join(place.path, "bin/link/bin")],
      ...[join(tools, "shown/chain/bin"), join(place.path, "bin"), process.env["PATH"]],
    ].join(":");
    const { code, err } = await place.start(["--sandbox", "bwrap"], { PATH: path });
    rmSync(tools, { recursive: true });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(place.read("log")).toMatch(/tool-b: not found/);
    expect(place.read("log").match(/\/tool-./g)).toEqual(["/tool-a", "/tool-c"]);
  });

  it("shows the agent's own folder although that is a link", async () => {
    using place = new Place("");
    mkdirSync(join(place.home, "dotfiles/codex"), { recursive: true });
    writeFileSync(join(place.home, "dotfiles/codex/auth.json"), "{}");
    symlinkSync("dotfiles/codex", join(place.home, ".codex"));
    place.program("codex", 'cat > /dev/null; cat "$HOME/.codex/auth.json" > log; exit 1');
    const words = ["run", "--agent", "codex", "--tasks", "TODO.md", "--sandbox", "bwrap", "--max-iterations", "1"];
    await place.runBeside(words, place.env());
    expect(place.read("log")).toBe("{}");
  });

  it("holds a program that speaks the Agent Client Protocol, and not our own", async () => {
    using place = new Place("");
    place.write("TODO.md", "- [ ] T1: Make made.txt\n");
    const program = fileURLToPath(new URL("acp-agent.mjs", import.meta.url));
    const agent = ["--agent", `acp:${process.execPath} ${program} sandboxed`, "--sandbox", "bwrap"];
    const { code, out, err } = await place.runBeside(
      ["run", "--set", "unverified=accept", ...agent, "--tasks", "TODO.md", "--json"],
      place.env(),
    );
    expect({ code, err }, out).toEqual({ code: 0, err: "" });
    expect(jsonLines(out).filter(({ type }) => type === "agent-end")).toMatchObject([{ leftBehind: 0 }]);
    expect(place.read("log")).toMatch(/EROFS|ENOENT/);
    expect(place.read("log")).toContain('"IS_SANDBOX":"1"');
  });

  it("refuses a program that does not speak the protocol inside", async () => {
    using place = new Place("");
    const words = ["run", "--agent", "acp:true", "--sandbox", "bwrap", "--tasks", "TODO.md"];
    const { code, err, out } = await place.runBeside(words, place.env());
    expect({ code, out: out.includes("iteration 1") }).toEqual({ code: 2, out: false });
    expect(err).toContain("the agent cannot be used: the program ended with exit code 0\n  in   --agent acp:true");
  });

  it("asks such a program to stop over the protocol", async () => {
    using place = new Place("");
    const program = fileURLToPath(new URL("acp-agent.mjs", import.meta.url));
    const agent = ["--agent", `acp:${process.execPath} ${program} hangs`, "--sandbox", "bwrap"];
    const more = ["--tasks", "TODO.md", "--timeout", "4", "--grace", "5", "--max-iterations", "1", "--json"];
    const { out } = await place.runBeside(["run", "--set", "unverified=accept", ...agent, ...more], place.env());
    expect(place.read("asked.jsonl")).toContain('"method":"cancel"');
    expect(out).toContain("not done after 4s");
    expect(spawnSync("pgrep", ["-f", `${program} hangs`], { encoding: "utf8" }).stdout).toBe("");
  });

  it("ends with the run, however that is killed", async () => {
    using place = new Place("setsid sleep 4712 & touch begun; sleep 4712");
    const child = spawn(
      process.execPath,
      [bin, "run", "--set", "unverified=accept", "--command", "my-agent", "--tasks", "TODO.md", "--sandbox", "bwrap"],
      {
        cwd: place.path,
        env: { ...place.ownEnv, ...place.env() },
        stdio: "ignore",
      },
    );
    await until(() => existsSync(join(place.path, "begun")));
    child.kill("SIGKILL");
    await until(() => spawnSync("pgrep", ["-f", "sleep 4712"]).status === 1);
  });

  it("runs the scripted agent, which is this program", async () => {
    using place = new Place("");
    const step = { write: { "work.txt": "1\n" }, say: "Done.", status: { STATUS: "COMPLETE", EXIT_SIGNAL: "true" } };
    place.write(".ralph/script.json", JSON.stringify({ steps: [step] }));
    const words = [
      "run",
      "--set",
      "unverified=accept",
      "--agent",
      "scripted",
      "--script",
      ".ralph/script.json",
      "--tasks",
      "TODO.md",
    ];
    const { code, out } = await place.runBeside([...words, "--sandbox", "bwrap"], place.env());
    expect({ code, out }).toMatchObject({ code: 0 });
  });
});

async function until(happened: () => boolean): Promise<void> {
  for (let waited = 0; !happened(); waited += 50) {
    if (waited > 20_000) throw new Error("it did not happen within 20 s");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Notes how it was called, and runs what it is to execute here. */
const fakeEngine = `#!${process.execPath}
const { appendFileSync } = require("node:fs");
const { spawnSync } = require("node:child_process");
const words = process.argv.slice(2);
const names = words.flatMap((word, at) => (words[at - 1] === "--env" ? [word] : []));
const env = Object.fromEntries(names.map((name) => [name, process.env[name]]));
appendFileSync(process.env.CALLS, JSON.stringify({ words, env }) + "\\n");
if (words[0] === "version" && process.env.NO_DAEMON) { console.error("Cannot connect to the daemon"); process.exit(1); }
if (words[0] === "image" && words.at(-1) !== "agents:1") { console.error("No such image"); process.exit(1); }
if (words[0] === "run") { console.log("ready"); process.stdin.on("end", () => appendFileSync(process.env.CALLS, JSON.stringify({ words: ["input-closed"] }) + "\\n")).resume(); }
if (words[0] === "exec") {
  const at = words.findIndex((word) => word.startsWith("untildone-"));
  const inImage = JSON.parse(process.env.IN_IMAGE ?? "{}");
  const [name, ...rest] = words.slice(at + 1);
  if (rest[1]?.startsWith("kill")) { console.log("signalled"); process.exit(0); }
  if (inImage[rest.at(-1)]) process.exit(0);
  const [file, ...args] = [...(inImage[name] ?? [name]), ...rest];
  const PATH = process.env.PROJECT + "/bin:" + process.env.PATH;
  const { status } = spawnSync(file, args, { stdio: "inherit", cwd: process.env.PROJECT, env: { ...process.env, PATH } });
  process.exit(status ?? 1);
}
`;

interface Call {
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

describe.each(["docker", "podman"])("%s", (kind) => {
  class EnginePlace extends Place {
    constructor(agent: string) {
      super(agent);
      // Beside the project: no engine in it would be started.
      mkdirSync(join(this.home, "bin"));
      writeFileSync(join(this.home, "bin", kind), fakeEngine, { mode: 0o755 });
    }
    override env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
      const env = super.env({ CALLS: `${this.home}/calls`, PROJECT: this.path, ...more });
      return { ...env, PATH: `${join(this.home, "bin")}:${env["PATH"]}` };
    }
    calls(): readonly Call[] {
      return readFileSync(`${this.home}/calls`, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    }
  }
  const image = ["--sandbox", kind, "--sandbox-image", "agents:1"];

  it("is started once, executes each turn, and is removed", async () => {
    using place = new EnginePlace("");
    place.write("TODO.md", "- [ ] T1: one\n- [ ] T2: two\n");
    place.program("my-agent", `${readPrompt}\necho $nonce > "work-$nonce.txt"\n${claim}`);
    const { code, out, err } = await place.start([...image, "--sandbox-env", "MY_KEY"], {
      MY_KEY: "key",
      NPM_TOKEN: "no",
    });
    expect({ code, err, out }).toMatchObject({ code: 0, err: "" });
    const calls = place.calls();
    const [started, ...others] = calls.filter(({ words }) => words[0] === "run");
    expect(others).toEqual([]);
    const name = started?.words[started.words.indexOf("--name") + 1] ?? "";
    expect(name).toMatch(/^untildone-\d{8}-/);
    expect(started?.words).toContain(`type=bind,source=${place.path},target=${place.path}`);
    expect(started?.words.join(" ")).toContain(`type=tmpfs,target=${place.path}/.ralph,`);
    expect(started?.words.join(" ")).not.toContain(`${place.home}/.ssh`);
    const turns = calls.filter(
      ({ words }) => words[0] === "exec" && words.at(-1) === "my-agent" && words[1] === "--interactive",
    );
    expect(turns.length).toBe(2);
    for (const { env, words } of turns) {
      expect(env).toMatchObject({ MY_KEY: "key", UNTILDONE_RUN: expect.any(String), IS_SANDBOX: "1" });
      expect(env).not.toHaveProperty("NPM_TOKEN");
      expect(env).not.toHaveProperty("PATH");
      expect(words.join(" ")).not.toContain("key ");
    }
    expect(calls.map(({ words }) => words)).toContainEqual(["rm", "--force", name]);
    expect(calls.filter(({ words }) => words.at(-1)?.startsWith("kill -s KILL")).length).toBe(2);
  });

  it("executes a program that speaks the Agent Client Protocol, which need not be installed here", async () => {
    using place = new EnginePlace("");
    const agent = fileURLToPath(new URL("acp-agent.mjs", import.meta.url));
    place.write("TODO.md", "- [ ] T1: Make made.txt\n");
    const words = [
      "run",
      "--set",
      "unverified=accept",
      "--agent",
      "acp:only-in-image honest",
      "--tasks",
      "TODO.md",
      ...image,
    ];
    const env = { IN_IMAGE: JSON.stringify({ "only-in-image": [process.execPath, agent] }) };
    const { code, out, err } = await place.runBeside(words, place.env(env));
    expect({ code, out, err }).toMatchObject({ code: 0, err: "" });
    const started = place.calls().filter(({ words }) => words[0] === "exec" && words.at(-2) === "only-in-image");
    expect(started.length).toBe(2); // The handshake and one turn.
    for (const { words } of started) expect(words.join(" ")).not.toContain(bin);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("is removed when the run gets %s", async (signal) => {
    using place = new EnginePlace("touch begun; sleep 4713");
    const child = spawn(
      process.execPath,
      [
        bin,
        "run",
        "--set",
        "unverified=accept",
        "--command",
        "my-agent",
        "--tasks",
        "TODO.md",
        "--grace",
        "0",
        ...image,
      ],
      {
        cwd: place.path,
        env: { ...place.ownEnv, ...place.env() },
        stdio: "ignore",
      },
    );
    await until(() => existsSync(join(place.path, "begun")));
    child.kill(signal);
    await once(child, "exit");
    const isOver = (): boolean => place.calls().some(({ words }) => words[0] === "input-closed");
    await until(isOver);
    if (signal === "SIGTERM") {
      expect(place.calls().some(({ words }) => words[0] === "rm")).toBe(true);
      expect(place.calls().some(({ words }) => words.at(-1)?.startsWith("kill -s TERM"))).toBe(true);
    }
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ["no image is named", ["--sandbox", kind], {}, /needs an image[\s\S]*--sandbox-image NAME/],
    [
      "the image is not there",
      ["--sandbox", kind, "--sandbox-image", "x"],
      {},
      /there is no image x here[\s\S]*pull x/,
    ],
    ["the daemon is not running", image, { NO_DAEMON: "1" }, /cannot be used: Cannot connect/],
    ["the agent is not in the image", [...image, "--command", "other-agent"], {}, /other-agent is not in the image/],
  ])("is refused if %s", async (_, words, env, message) => {
    using place = new EnginePlace("");
    const { code, err, out } = await place.start(words, env);
    expect({ code, out: out.includes("iteration 1") }).toEqual({ code: 2, out: false });
    expect(err).toMatch(message);
    expect(existsSync(join(place.path, "work.txt"))).toBe(false);
  });
});

describe("a sandbox that cannot be had", () => {
  it.each([
    [
      ["--sandbox", "bwrap"],
      /bwrap \(bubblewrap\) is not installed\n {2}in {3}--sandbox bwrap\n {2}fix {2}install it: apt-get/,
    ],
    [["--sandbox", "podman", "--sandbox-image", "x"], /podman is not installed/],
    [["--sandbox", "dokcer"], /did you mean docker|docker/],
    [["--sandbox", "bwrap", "--sandbox-network", "of"], /--sandbox-network is "of"/],
    [["--sandbox", "bwrap", "--sandbox-memory", "4g"], /bwrap limits neither[\s\S]*--sandbox-memory[\s\S]*systemd-run/],
    [["--sandbox", "bwrap", "--sandbox-cpus", "2"], /bwrap limits neither[\s\S]*--sandbox-cpus/],
    [["--sandbox", "bwrap", "--sandbox-processes", "50"], /bwrap limits neither[\s\S]*--sandbox-processes/],
    [["--set", "sandbox=jail"], /one of none, docker, podman, bwrap/],
  ])("%j is one message, and nothing starts", async (words, message) => {
    using place = new Place("");
    const path = join(place.path, "few");
    mkdirSync(path);
    for (const name of ["git", "sh", "sed", "node"]) {
      const real = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
      spawnSync("ln", ["-s", real, join(path, name)]);
    }
    const { code, err, out } = await place.start(words, { PATH: `${join(place.path, "bin")}:${path}` });
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(out).toBe("");
    expect(existsSync(join(place.path, "work.txt"))).toBe(false);
  });
});
