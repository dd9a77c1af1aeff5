import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { bin, Workplace } from "../e2e/cli.js";

const list = "- [ ] T1: Make part 1\n- [ ] T2: Make part 2\n";
const run = [
  "run",
  "--set",
  "unverified=accept",
  "--agent",
  "scripted",
  "--script",
  "script.json",
  "--tasks",
  "TODO.md",
  "--no-detect",
];

/** A project in which something is no file, from the start or made by the agent. */
class Strange extends Workplace {
  constructor(shell = "true") {
    super();
    this.write("TODO.md", list);
    this.write("script.json", JSON.stringify({ steps: [{ say: "I went on.", shell }] }));
    this.commitAll();
  }

  /** Ended after 20 seconds: what hangs must not hang the tests. */
  play(words: readonly string[]): { readonly code: number | null; readonly text: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
      cwd: this.path,
      env: this.ownEnv,
      encoding: "utf8",
      timeout: 20_000,
      killSignal: "SIGKILL",
    });
    return { code: status, text: `${stdout}${stderr}` };
  }

  loop(): { readonly code: number | null; readonly text: string } {
    return this.play([...run, "--max-iterations", "2"]);
  }
}

type Make = (path: string) => void;
const clear = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
};
const pipe: Make = (path) => {
  clear(path);
  spawnSync("mkfifo", [path]);
};
const device: Make = (path) => {
  clear(path);
  symlinkSync("/dev/full", path); // Reading it never ends.
};
const folder: Make = (path) => {
  clear(path);
  mkdirSync(path);
};
const huge: Make = (path) => {
  clear(path);
  spawnSync("touch", [path]);
  truncateSync(path, 3 * 1024 ** 3); // Takes no room on the disk.
};
const socket: Make = (path) => {
  clear(path);
  const bind = `require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`;
  spawnSync(process.execPath, ["-e", bind, path]);
};

const onLinux = process.platform === "linux";

describe.runIf(onLinux)("what is no file is refused by its kind, before it is read", { timeout: 60_000 }, () => {
  it.each([
    ...["TODO.md", "PROMPT.md", ".ralph/config.yaml", ".ralph/exit-state.json"].flatMap((name) => [
      { name, make: pipe, says: "it is a named pipe, not a file" },
      { name, make: device, says: "it is a device, not a file" },
      { name, make: socket, says: "it is a socket or a device, not a file" },
      { name, make: huge, says: "the file is too large (3072 MB, at most" },
    ]),
    { name: "PROMPT.md", make: folder, says: "it is a directory, not a file" },
    { name: ".ralph/config.yaml", make: folder, says: "it is a directory, not a file" },
    { name: "package.json", make: pipe, says: "it is a named pipe, not a file" },
    { name: "script.json", make: pipe, says: "it is a named pipe, not a file" },
  ])("$name: $says", ({ name, make, says }) => {
    using place = new Strange();
    make(join(place.path, name));
    const { code, text } = place.loop();
    expect(text).toContain(says);
    expect(text).toContain(name);
    expect(code).toBe(2);
  });

  it.each([
    ["decide", "strange"],
    ["analyze", "strange"],
    ["tests", "strange"],
    ["scripted", "strange"],
  ])("%s %s", (...words) => {
    using place = new Strange();
    for (const make of [pipe, device]) {
      make(join(place.path, "strange"));
      expect(place.play(words)).toMatchObject({
        code: 2,
        text: expect.stringMatching(/it is a .*, not a file\n.*strange/),
      });
    }
  });

  it("a lock that is a pipe is an abandoned one", () => {
    using place = new Strange();
    pipe(join(place.path, ".ralph/untildone.lock"));
    spawnSync("touch", ["-d", "2 hours ago", join(place.path, ".ralph/untildone.lock")]);
    expect(place.loop().text).toContain("iteration 2");
  });

  it("what the shell makes of <(command) can still be read", () => {
    using place = new Strange();
    expect(place.bash(`untildone analyze <(sleep 0.2; echo "EXIT_SIGNAL: true")`)).toMatchObject({ code: 0 });
  });
});

const runLogs = "$(ls -d .ralph/logs/2*)";

describe.runIf(onLinux)("what an agent puts in place of our files does not stop the loop", { timeout: 60_000 }, () => {
  it.each([
    ".ralph/exit-state.json",
    ".ralph/decisions.jsonl",
    ".ralph/last-response.md",
    ".ralph/logs/confidence.log",
    `${runLogs}/0002-agent.log`,
    `${runLogs}/0002-prompt.md`,
  ])("%s becomes a pipe", (file) => {
    using place = new Strange(`rm -f ${file}; mkfifo ${file}`);
    const { code, text } = place.loop();
    expect(text).toContain("iteration 2");
    expect(code).toBe(2);
  });

  it.each([`${runLogs}/0002-agent.log`, ".ralph/last-response.md", ".ralph/logs/confidence.log"])(
    "%s becomes a link, and the file it leads to is not written",
    (file) => {
      using place = new Strange(`echo precious > keep.txt; ln -sf "$PWD/keep.txt" ${file}`);
      place.loop();
      expect(place.read("keep.txt")).toBe("precious\n");
    },
  );

  it.each([
    { name: "a pipe", shell: "rm TODO.md; mkfifo TODO.md", says: "it is a named pipe, not a file" },
    { name: "a device", shell: "ln -sf /dev/full TODO.md", says: "it is a device, not a file" },
    {
      name: "60 MB of boxes",
      shell: "yes -- '- [ ] one more' | head -c 60000000 > TODO.md",
      says: "the file is too large (58 MB",
    },
  ])("the list becomes $name: the run ends and says so", ({ shell, says }) => {
    using place = new Strange(shell);
    const { code, text } = place.loop();
    expect(text).toContain(says);
    expect(code).toBe(2);
  });
});

describe.runIf(onLinux)("the state folder", { timeout: 60_000 }, () => {
  it.each([".ralph", ".ralph/logs"])("%s becomes a link: the run ends, and nothing is written there", (name) => {
    using place = new Strange(
      `mkdir ../other-$$ && mv ${name} moved && ln -s "$(realpath ../other-$$)" ${name} && echo ../other-$$ > where`,
    );
    const { code, text } = place.loop();
    const other = join(place.path, place.read("where").trim());
    try {
      expect(text).toContain("it was replaced by a link to");
      expect(text).toContain("which untildone does not follow");
      expect(code).toBe(2);
      expect(readdirSync(other)).toEqual([]);
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it("becomes a file: set aside, and the folder is put back", () => {
    using place = new Strange("rm -rf .ralph; echo mine > .ralph");
    expect(place.loop().text).toContain("iteration 2");
    expect(place.read(".ralph.set-aside")).toBe("mine\n");
    expect(existsSync(join(place.path, ".ralph/decisions.jsonl"))).toBe(true);
  });
});

it.runIf(onLinux)("a signal ends a loop whose list is a pipe", { timeout: 60_000 }, async () => {
  using place = new Strange("rm -f TODO.md; mkfifo TODO.md; touch ready; exec sleep 60");
  const child = spawn(process.execPath, [bin, ...run, "--grace", "0.2"], { cwd: place.path, env: place.ownEnv });
  const ended = once(child, "close");
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      text += chunk;
    });
  await vi.waitFor(() => expect(existsSync(join(place.path, "ready"))).toBe(true), { timeout: 20_000 });
  child.kill("SIGINT");
  await vi.waitFor(() => expect(text).toMatch(/interrupt|stop/i), { timeout: 20_000 });
  child.kill("SIGINT");
  await ended;
  expect(text).toContain("INTERRUPTED");
  expect(child.exitCode).toBe(3);
});
