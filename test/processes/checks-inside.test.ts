import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines } from "../e2e/cli.js";
import { addHonestly, addWithProbe, bwrapWorks, ChecksPlace, type Tried } from "./checks-place.js";

if (!bwrapWorks) console.warn("bubblewrap cannot be used here: its tests are skipped (apt-get install bubblewrap)");

/** A service of the machine that no test is to reach. */
async function listen() {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, [Symbol.dispose]: () => void server.close() };
}

/** What the probe did, and could not do, in the project and in copies of it. */
const done = (tried: readonly Tried[], isCopy: boolean): string[] => [
  ...new Set(
    tried.filter(({ cwd, result }) => cwd.includes("/copy-") === isCopy && result === "DONE").map(({ name }) => name),
  ),
];

const verified =
  "- [ ] T1: Add a function add(a, b) in src/add.js\n  - [ ] it adds (verify: `node --test test/add.test.js`)\n";
const isRunning = (word: string): boolean => spawnSync("pgrep", ["-f", word]).status === 0;

describe.skipIf(!bwrapWorks)("checks with --sandbox bwrap", () => {
  it("reach nothing of ours: in the project, in copies, in verify commands; the work is proved as ever", async () => {
    using server = await listen();
    using place = new ChecksPlace(addWithProbe, { list: verified, port: server.port });
    const { code, out, err } = await place.start();
    expect({ code, err, out }).toMatchObject({ code: 0, err: "" });
    expect(out).toContain("checks run in a sandbox of their own");
    expect(out).toContain("task T1 done with its parts, verified");
    const tried = place.tried();
    expect(new Set(tried.map(({ cwd }) => cwd.includes("/copy-")))).toEqual(new Set([true, false]));
    expect(tried.filter(({ name }) => name === "secret").length).toBeGreaterThanOrEqual(4);
    // It writes to a folder that is thrown away.
    expect(done(tried, false)).toEqual(["outside"]);
    expect(done(tried, true)).toEqual(["outside"]);
    expect(existsSync(place.outside)).toBe(false);
    expect(existsSync(join(place.path, ".git/hooks/pre-commit"))).toBe(false);
  });

  it("reach all of it with --checks-outside, which says so", async () => {
    using server = await listen();
    using place = new ChecksPlace(addWithProbe, { port: server.port });
    const { code, out } = await place.start("--checks-outside");
    expect(code).toBe(0);
    expect(out).toContain("checks run outside of the sandbox (--checks-outside): tests that the agent writes have all");
    expect(done(place.tried(), false)).toEqual(
      expect.arrayContaining(["secret", "state", "state-write", "outside", "environment", "loopback"]),
    );
    expect(existsSync(place.outside)).toBe(true);
  });

  it("have the network where a check asks for it", async () => {
    using server = await listen();
    using place = new ChecksPlace(addWithProbe, { port: server.port });
    const { code, out } = await place.start("--set", 'checks.tests={"network":true}');
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(done(place.tried(), false)).toEqual(["outside", "loopback"]);
    expect(done(place.tried(), true)).toEqual(["outside", "loopback"]);
  });

  it("leave no file with the rights of its owner, not even the last of them", async () => {
    using place = new ChecksPlace(addHonestly);
    place.program("own-check", "cp /bin/sh left.log && chmod 4755 left.log");
    const { code, out } = await place.start("--check", "own=own-check", "--json");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(lstatSync(join(place.path, "left.log")).mode & 0o6000).toBe(0);
    expect(jsonLines(out)).toContainEqual(expect.objectContaining({ type: "file-restored" }));
  });

  it("may use git, ports of their own, a home and the temporary directory, and keep nothing there", async () => {
    const script = [
      'git log --oneline >/dev/null && git status --short >/dev/null && [ ! -e "$HOME/left" ] && [ ! -e /tmp/left ]',
      'touch "$HOME/left" /tmp/left coverage.log',
      `node -e 'const s=require("net").createServer(c=>c.end("x")).listen(0,"127.0.0.1",()=>require("net").connect(s.address().port,"127.0.0.1").on("data",()=>process.exit(0)))'`,
    ].join(" && ");
    using place = new ChecksPlace(addHonestly);
    place.program("own-check", script);
    const { code, out } = await place.start("--check", "own=own-check");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(existsSync(join(place.path, "coverage.log"))).toBe(true);
    expect(readdirSync(place.home)).toEqual([".ssh"]);
  });

  it("that miss a tool there end the start with the way to show it", async () => {
    using place = new ChecksPlace(addHonestly);
    const tool = join(place.home, "tools/my-lint");
    mkdirSync(join(place.home, "tools"));
    writeFileSync(tool, "#!/bin/sh\nexit 0\n");
    chmodSync(tool, 0o755);
    place.write("lint.sh", `exec ${tool}\n`);
    const refused = await place.start("--check", "lint=sh lint.sh");
    expect({ code: refused.code, ran: refused.out.includes("iteration 1") }).toEqual({ code: 2, ran: false });
    expect(refused.err).toContain("the required check lint (sh lint.sh) cannot run");
    expect(refused.err).toContain(`not in the sandbox: show its folder with --sandbox-mount ${place.home}/tools`);
    expect(refused.err).toContain("--checks-outside");
    const shown = await place.start("--check", "lint=sh lint.sh", "--sandbox-mount", `${place.home}/tools`);
    expect({ code: shown.code, out: shown.out }).toMatchObject({ code: 0 });
    const none = await place.start("--check", "lint=no-such-lint");
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining("no-such-lint is not found in the sandbox") });
  });

  it("leave nothing running: not what they started, not when they run out of time", async () => {
    using place = new ChecksPlace(addHonestly);
    place.program("leaves", "setsid sleep 4721 & exit 0");
    place.program("hangs", "setsid sleep 4722 & sleep 4722");
    const check = '{"command":"hangs","timeout":1,"required":false}';
    const { code, out } = await place.start("--check", "leaves=leaves", "--set", `checks.hangs=${check}`);
    expect({ code, out }).toMatchObject({ code: 0 });
    expect([isRunning("sleep 4721"), isRunning("sleep 4722")]).toEqual([false, false]);
  });

  it.each(["SIGINT", "SIGKILL"] as const)("end when the run gets %s", async (signal) => {
    using place = new ChecksPlace(addHonestly);
    place.program("waits", `touch begun.log; setsid sleep 473${signal.length} & sleep 473${signal.length}`);
    const child = place.spawn("--check", "waits=waits");
    await until(() => existsSync(join(place.path, "begun.log")));
    child.kill(signal);
    // The first Ctrl-C lets the turn end.
    const again = setInterval(() => child.kill(signal), 1500);
    await once(child, "exit");
    clearInterval(again);
    await until(() => !isRunning(`sleep 473${signal.length}`));
  });

  it.each([
    ["--worktree", ["--worktree"], 1],
    ["--parallel 2", ["--parallel", "2"], 2],
  ])("prove the work in %s, where --setup is inside, too", async (_, words, count) => {
    const list = Array.from({ length: count }, (__, at) => `- [ ] T${at + 1}: Add src/addT${at + 1}.js\n`).join("");
    using place = new ChecksPlace(addHonestly, { list });
    const setup = `! cat ${place.home}/.ssh/id 2>/dev/null && echo ran > setup.log`;
    const { code, out } = await place.start(...words, "--setup", setup);
    expect({ code, out }).toMatchObject({ code: 0 });
    for (let at = 1; at <= count; at++) expect(out).toMatch(new RegExp(`T${at} done, verified`));
  });

  it("cannot be moved elsewhere by --resume", async () => {
    using place = new ChecksPlace("echo 1 >> work.txt; exit 0");
    expect((await place.start("--max-iterations", "1")).code).not.toBe(0);
    const resume = ["run", "--resume", "--max-iterations", "2"];
    const moved = await place.runBeside([...resume, "--checks-outside"], place.env());
    expect({ code: moved.code, ran: moved.out.includes("iteration 2") }).toEqual({ code: 2, ran: false });
    expect(moved.err).toContain("made in a sandbox (bwrap) when it began, and would now be made outside");
    expect(moved.err).toContain("fix  untildone run --resume --sandbox bwrap --set checksOutside=false");
    expect(moved.out).not.toContain("sandbox bwrap");
    const same = await place.runBeside(resume, place.env());
    expect(same.out).toContain("iteration 2");
  });

  it("of a judge have its log-in, and change nothing", async () => {
    using place = new ChecksPlace(addHonestly);
    mkdirSync(join(place.home, ".claude"));
    writeFileSync(join(place.home, ".claude/.credentials.json"), "log-in");
    place.program(
      "claude",
      'cat > /dev/null; cat "$HOME/.claude/.credentials.json" "$HOME/.ssh/id" >&2; echo x > src/judged.js; echo \'{"verdict":"pass","reason":"ok"}\'',
    );
    const { code, out } = await place.start("--set", 'checks.judge={"command":"claude"}');
    expect({ code, out }).toMatchObject({ code: 0 });
    const [log = ""] = place.logs("judge.log");
    expect(log).toContain("log-in");
    expect(log).toContain("Read-only file system");
    expect(log).not.toContain("the private key");
    expect(existsSync(join(place.path, "src/judged.js"))).toBe(false);
  });

  it("are not led out by a link that the agent put where something is protected", async () => {
    const swap = `rm -rf .gitmodules; mv .git .gx 2>/dev/null && ln -s ${"$HOME"}/.ssh .git`;
    using place = new ChecksPlace(`${swap}; ${addHonestly}`);
    place.write(
      "test/link.test.js",
      'import test from "node:test"; import { readFileSync } from "node:fs"; test("x", () => { try { console.log("LEAK " + readFileSync(".git/id", "utf8")); } catch {} });\n',
    );
    await place.start("--json");
    expect(place.logs("tests.log").join("")).not.toContain("LEAK");
  });

  it("are told in --json", async () => {
    using place = new ChecksPlace(addHonestly);
    const { out } = await place.start("--json");
    expect(jsonLines(out).find(({ type }) => type === "sandbox-entered")).toMatchObject({ checks: "inside" });
    expect(readFileSync(join(place.path, "src/addT1.js"), "utf8")).toContain("addT1");
  });
});

async function until(happened: () => boolean): Promise<void> {
  for (let waited = 0; !happened(); waited += 50) {
    if (waited > 20_000) throw new Error("it did not happen within 20 s");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
