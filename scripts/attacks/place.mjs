// A temporary project in which a scripted agent works, with a home of its own, and the runs of the built CLI in it.
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { programFolders } from "./programs.mjs";

/** On a busy machine a run may need longer. */
const mostMs = 1_000 * Number(process.env["ATTACK_SECONDS"] ?? 120);

export class Place {
  root = realpathSync(mkdtempSync(join(tmpdir(), "untildone-attack-")));
  path = join(this.root, "project");
  #mark = `attack-${randomUUID()}`;
  cli;
  #env;

  constructor(cli, { files, links = {}, hasGit = true, env = {}, setup = null }) {
    this.cli = cli;
    this.#env = env;
    for (const folder of ["project", "home", "tmp"]) mkdirSync(join(this.root, folder));
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(this.path, name));
    if (hasGit) this.#git("init", "-q", "-b", "main");
    if (setup !== null) this.#mustRun("sh", ["-ec", setup]);
    if (hasGit) this.#commitStart();
  }

  #commitStart() {
    this.write(".gitignore", ".ralph/\nnode_modules\n.venv/\n__pycache__/\ntarget/\n");
    writeFileSync(join(this.root, "home/.gitconfig"), "[user]\n\tname = Owner\n\temail = owner@example.invalid\n");
    this.#git("add", "-A");
    this.#git("commit", "-qm", "Start");
  }

  #git = (...words) => this.#mustRun("git", words);

  #mustRun(program, words) {
    const { status, stderr } = spawnSync(program, words, this.#options());
    if (status !== 0) throw new Error(`${program} ${words[0]} failed: ${stderr}`);
  }

  write(name, text) {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** The text of a file of the project; empty if there is none. */
  read = (name) => read(join(this.path, name));

  /** What a program prints in the project, outside of any run. Its status is not asked: the code may end it early. */
  outputOf = (program, ...words) => spawnSync(program, words, this.#options()).stdout;

  /** Everything that untildone wrote: its folder in the project and the one of the user's, as bytes read one by one. */
  writtenBytes() {
    const folders = [join(this.path, ".ralph"), join(this.root, "home/.local/state")];
    return folders.flatMap(listFiles).map((file) => ({ file, text: readFileSync(file, "latin1") }));
  }

  /** What a command prints afterwards, bytes read one by one. */
  ask(...words) {
    const { stdout, stderr } = spawnSync(process.execPath, [this.cli, ...words], {
      ...this.#options(),
      encoding: "latin1",
    });
    return { file: `untildone ${words.join(" ")}`, text: stdout + stderr };
  }

  /** One run to its end: its events, exit status and messages. The script lies where the project's files do not. */
  async run(steps, words) {
    const script = join(this.root, "script.json");
    writeFileSync(script, JSON.stringify({ steps }));
    const isResumed = words.includes("--resume");
    const agent = isResumed ? [] : ["--agent", "scripted", "--script", script];
    return this.runNode([this.cli, "run", ...agent, "--json", ...words]);
  }

  /** Node with these words, into files, not pipes: a process that outlives the run cannot hold it up. */
  async runNode(words, atMostMs = mostMs) {
    const [out, err] = ["out", "err"].map((name) => join(this.root, name));
    const [outFd, errFd] = [openSync(out, "w"), openSync(err, "w")];
    const child = spawn(process.execPath, words, { ...this.#options(), stdio: ["ignore", outFd, errFd] });
    closeSync(outFd);
    closeSync(errFd);
    const late = new AbortController();
    const [code, signal] = await Promise.race([
      once(child, "exit"),
      setTimeout(atMostMs, ["late", null], { signal: late.signal }),
    ]);
    late.abort();
    if (code === "late") {
      child.kill("SIGKILL");
      throw new Error(`the run did not end within ${atMostMs / 1000} s`);
    }
    return { code, signal, events: parseLines(read(out)), out: read(out), err: read(err) };
  }

  #options() {
    const env = {
      // As on many machines, a folder of the user comes first.
      PATH: [join(this.root, "home/.local/bin"), ...programFolders].join(delimiter),
      HOME: join(this.root, "home"),
      // Scripted turns take less than a second, which is all that Python's compiled code tells apart.
      PYTHONDONTWRITEBYTECODE: "1",
      TMPDIR: join(this.root, "tmp"),
      ATTACK: this.#mark,
      CLI: `${process.execPath} ${this.cli}`,
      ...this.#env,
    };
    return { cwd: this.path, encoding: "utf8", env };
  }

  /** Ends what the agent left running, and removes the folder unless it is to be kept. */
  close(isKept) {
    for (const pid of this.#leftRunning()) endProcess(pid);
    if (!isKept) rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }

  #leftRunning() {
    const isOurs = (pid) =>
      read(`/proc/${pid}/environ`).includes(this.#mark) || read(`/proc/${pid}/cmdline`).includes(this.root);
    return listProcesses().filter((pid) => pid !== String(process.pid) && isOurs(pid));
  }
}

const listProcesses = () => {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function endProcess(pid) {
  try {
    process.kill(Number(pid), "SIGKILL");
  } catch {
    // It ended by itself.
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** A killed run may leave half a line. */
const parseLines = (text) =>
  text.split("\n").flatMap((line) => {
    try {
      return line === "" ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
