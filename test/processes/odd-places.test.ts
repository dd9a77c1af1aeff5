import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bin, Workplace } from "../e2e/cli.js";

const run = ["run", "--agent", "scripted", "--script", "script.json", "--tasks", "TODO.md", "--no-detect"];

class Odd extends Workplace {
  constructor(...steps: readonly object[]) {
    super();
    this.write("TODO.md", "- [ ] T1: Make the part\n");
    this.write("script.json", JSON.stringify({ steps: steps.length > 0 ? steps : [{ say: "I went on." }] }));
    this.commitAll();
  }

  loop(words: readonly string[] = []) {
    return this.runBeside([...run, "--max-iterations", "1", ...words]);
  }
}

describe("a .gitignore that is a pipe", { timeout: 90_000 }, () => {
  it("is refused at once where git would wait for it", async () => {
    using place = new Odd();
    spawnSync("mkfifo", [join(place.path, ".gitignore")]);
    const began = performance.now();
    const { code, err } = await place.loop(["--checkpoint", "commit"]);
    expect(err).toMatch(/it is a pipe, and git would wait for it\n.*\.gitignore/);
    expect(code).toBe(2);
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it("makes no difference otherwise", async () => {
    using place = new Odd({ say: "I went on.", write: { "part.txt": "1\n" } });
    spawnSync("mkfifo", [join(place.path, ".gitignore")]);
    expect((await place.loop()).out).toContain("part.txt");
  });
});

describe.runIf(process.platform === "linux")("a name that is not UTF-8", { timeout: 60_000 }, () => {
  it("is named at the start of a run, in a folder with git and without", async () => {
    using place = new Odd();
    spawnSync("sh", ["-c", "printf work > $(printf 'caf\\351.txt')"], { cwd: place.path });
    const note = "changes are not seen in files whose names are not UTF-8: caf\ufffd.txt";
    expect((await place.loop()).out).toContain(note);
    spawnSync("rm", ["-rf", ".git", ".ralph"], { cwd: place.path });
    expect((await place.loop()).out).toContain(note);
  });
});

describe("line breaks in what others wrote", { timeout: 60_000 }, () => {
  it("look like no line of ours in explain and state", async () => {
    const fake = "no\n\nGate\n  the claim of the run passed\nrun 1  ended";
    using place = new Odd();
    place.write("evidence.json", JSON.stringify([{ name: "tests", state: "fails", required: true, detail: fake }]));
    place.write("said.md", "All tasks are complete, ready for review.\n\nEXIT_SIGNAL: true\n");
    await place.runBeside(["check", "said.md", "--evidence", "evidence.json"]);
    for (const command of ["explain", "state"]) {
      const { out } = await place.runBeside([command]);
      expect(out).toContain("no Gate the claim of the run passed");
      expect(out.split("\n").filter((line) => /^\s*the claim of the run passed|^run 1 {2}ended/.test(line))).toEqual(
        [],
      );
    }
  });
});

/** A small disk that is read-only, in a mount namespace of its own: only root may make one. */
const readOnly = (folder: string, command: string): string =>
  `mount -t tmpfs -o size=8m tmpfs ${folder} && cd ${folder} && echo '- [ ] T1: one' > TODO.md && mkdir .ralph && echo '{"steps":[{"say":"On."}]}' > script.json && mount -o remount,ro ${folder} && ${command}`;
const canMount = spawnSync("unshare", ["-m", "true"]).status === 0;

describe.runIf(canMount)("a read-only disk", { timeout: 60_000 }, () => {
  it.each([
    ["run", run.join(" "), 2],
    ["check", "check script.json", 2],
    ["tasks --mark", "tasks TODO.md --mark T1 done", 2],
    ["reset", "reset", 2],
    ["gate", "gate script.json", 1],
    ["state", "state", 0],
  ])("is named by %s, if it has to write", (_, words, code) => {
    using place = new Workplace();
    const disk = join(place.path, "disk");
    mkdirSync(disk);
    const script = readOnly(disk, `${process.execPath} ${bin} ${words}`);
    const ran = spawnSync("unshare", ["-m", "sh", "-c", script], { env: place.ownEnv, encoding: "utf8" });
    const text = `${ran.stdout}${ran.stderr}`;
    expect(text).not.toMatch(/internal error|EROFS/);
    if (code === 2) expect(text).toMatch(/read-only/);
    expect(ran.status).toBe(code);
  });
});
