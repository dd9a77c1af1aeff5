import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { bin, jsonLines, Workplace } from "../e2e/cli.js";

const run = ["run", "--agent", "scripted", "--script", "script.json", "--tasks", "TODO.md", "--no-detect"];

class Small extends Workplace {
  constructor(...steps: readonly object[]) {
    super();
    this.write("TODO.md", "- [ ] T1: Make the part\n");
    this.write("script.json", JSON.stringify({ steps: steps.length > 0 ? steps : [{ say: "I went on." }] }));
  }

  async loop(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    return this.runBeside([...run, "--max-iterations", "1", ...words], env);
  }
}

const agentEnd = (out: string): unknown => jsonLines(out).find(({ type }) => type === "agent-end");

describe("time limits beyond what a timer can count", { timeout: 60_000 }, () => {
  it.each([
    ["--timeout", "25d"],
    ["--timeout", "999999999d"],
    ["--timeout", "0"],
    ["--idle-timeout", "25d"],
    ["--idle-timeout", "0"],
    ["--max-time", "25d"],
  ])("%s %s does not end the turn", async (...words) => {
    using place = new Small({ say: "I went on.", sleepMs: 300 });
    const { out } = await place.loop(["--json", ...words]);
    expect(agentEnd(out)).toMatchObject({ how: "exited 0" });
  });

  it("--grace 25d lets a stopped agent finish", async () => {
    const slow = `process.on("SIGTERM", () => setTimeout(() => { require("fs").writeFileSync("finished", ""); process.exit(); }, 300)); setInterval(() => {}, 1000); require("fs").writeFileSync("ready", "");`;
    using place = new Small();
    place.write("slow.cjs", slow);
    const words = ["run", "--agent", "command", "--command", `${process.execPath} slow.cjs`, "--tasks", "TODO.md"];
    await place.runBeside([...words, "--no-detect", "--max-iterations", "1", "--timeout", "2", "--grace", "25d"]);
    expect(existsSync(join(place.path, "finished"))).toBe(true);
  });
});

describe("input that takes quadratic time if read carelessly", { timeout: 60_000 }, () => {
  it("a line of 400,000 escaped quotes", async () => {
    using place = new Small(
      { say: "I went on.", append: { "src.js": "\n" } },
      { say: "I went on.", write: { "src.js": "let a\n" } },
    );
    place.write("src.js", '\\"'.repeat(400_000));
    place.commitAll();
    const began = performance.now();
    await place.loop();
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  it.each([
    {
      name: "YAML",
      file: ".ralph/config.yaml",
      text: `checks:\n${Array.from({ length: 40_000 }, (_, n) => `  c${n}: "true"\n`).join("")}`,
    },
    {
      name: "JSON",
      file: ".ralph/config.json",
      text: JSON.stringify({ checks: Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`c${n}`, "true"])) }),
    },
  ])("40,000 keys in $name", async ({ file, text }) => {
    using place = new Small();
    place.write(file, text);
    const began = performance.now();
    expect(await place.runBeside(["config"])).toMatchObject({ code: 0 });
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

const onUnix = process.platform !== "win32";
const ours = (folder: string): readonly string[] => readdirSync(folder).filter((name) => name.startsWith("untildone-"));

describe.runIf(onUnix)("the temporary directory", { timeout: 60_000 }, () => {
  it.each(["/no/such/folder", "/dev/null"])("%s: says what to do", async (folder) => {
    using place = new Small();
    const { code, err } = await place.loop([], { TMPDIR: folder });
    expect(err).toContain("cannot make a temporary folder: ");
    expect(err).toContain("fix  set TMPDIR to a folder that can be written");
    expect(code).toBe(2);
  });

  /** Ends a run in the middle of a turn. */
  async function endBy(signal: NodeJS.Signals, folder: string): Promise<void> {
    using place = new Small({ say: "I went on.", shell: "touch ready; exec sleep 60" });
    const env = { ...place.ownEnv, TMPDIR: folder };
    const child = spawn(process.execPath, [bin, ...run, "--grace", "0.1"], { cwd: place.path, env });
    const ended = once(child, "close");
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        text += chunk;
      });
    await vi.waitFor(() => expect(existsSync(join(place.path, "ready"))).toBe(true), { timeout: 20_000 });
    child.kill(signal);
    if (signal !== "SIGKILL") {
      await vi.waitFor(() => expect(text).toMatch(/interrupt|stop/i), { timeout: 20_000 });
      child.kill(signal);
    }
    await ended;
  }

  it("holds nothing of ours after a run that was told to stop, nor after one that followed a killed one", async () => {
    using place = new Small();
    const folder = join(place.path, "tmp");
    mkdirSync(folder);
    await endBy("SIGTERM", folder);
    expect(ours(folder)).toEqual([]);
    await endBy("SIGKILL", folder);
    expect(ours(folder)).toHaveLength(1);
    await place.loop([], { TMPDIR: folder });
    expect(ours(folder)).toEqual([]);
  });
});

const isRoot = process.getuid?.() === 0;

describe.runIf(onUnix && !isRoot)("a folder that may not be written", { timeout: 60_000 }, () => {
  it("is named, not an internal error", async () => {
    using place = new Small();
    chmodSync(place.path, 0o555);
    const { code, err } = await place.loop();
    chmodSync(place.path, 0o755);
    expect(err).toContain("cannot write: it may not be written");
    expect(code).toBe(2);
  });
});
