import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, type Ran, Workplace } from "../e2e/cli.js";
import type { Engine, Person } from "./engine.js";

const claim = `printf -- '---RALPH_STATUS---\\nSTATUS: COMPLETE\\nEXIT_SIGNAL: true\\nNONCE: %s\\n---END_RALPH_STATUS---\\n' "$nonce"`;
const readPrompt = 'nonce=$(sed -n "s/^NONCE: //p")';

const author = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];

interface Seat {
  readonly engine: Engine;
  readonly person: Person;
  readonly image?: string;
}

/** A project of somebody with an agent that is a script, to be run in a real sandbox. */
export class EnginePlace extends Workplace {
  readonly home = mkdtempSync(join(tmpdir(), "untildone-home-"));
  /** The agent's program, which lies outside of the project: a worktree sees nothing of what lies in that. */
  readonly tools = mkdtempSync(join(tmpdir(), "untildone-tools-"));
  readonly #seat: Seat;

  constructor(seat: Seat, agent: string, tasks = "- [ ] T1: one\n") {
    super();
    this.#seat = seat;
    this.write(".gitignore", ".ralph/\n");
    this.write("TODO.md", tasks);
    this.agent(agent);
    mkdirSync(join(this.home, ".ssh"));
    writeFileSync(join(this.home, ".ssh/id"), "the private key");
    mkdirSync(this.stateHome, { recursive: true });
    this.commitAll();
  }

  /** What the agent does in a turn before it claims to be done. */
  agent(script: string): void {
    this.tool("my-agent", `${readPrompt}\n${script}\n${claim}`);
  }

  /** A program that is shown inside. */
  tool(name: string, script: string): string {
    const file = join(this.tools, name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    chmodSync(this.tools, 0o755);
    return file;
  }

  /** Everything belongs to the person, as if they had made it. */
  own(): void {
    const { uid, gid } = this.#seat.person;
    for (const folder of [this.path, this.home, this.stateHome]) {
      chownSync(folder, uid, gid);
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
        lchownSync(join(folder, name), uid, gid);
    }
  }

  words(more: readonly string[]): readonly string[] {
    const agent = ["--command", join(this.tools, "my-agent")];
    return ["run", "--set", "unverified=accept", ...agent, "--tasks", "TODO.md", ...this.inside(), ...more];
  }

  inside(): readonly string[] {
    const { engine, image = "agents:1" } = this.#seat;
    const named = engine.kind === "bwrap" ? [] : ["--sandbox-image", image];
    return ["--sandbox", engine.kind, "--sandbox-mount", this.tools, ...named];
  }

  /** The built CLI, started by the person. */
  spawn(
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
    cwd = this.path,
    program = bin,
  ): ChildProcess {
    const { engine, person } = this.#seat;
    return spawn(process.execPath, [program, ...words], {
      ...{ cwd, uid: person.uid, gid: person.gid, stdio: ["ignore", "pipe", "pipe"] },
      env: { ...this.ownEnv, HOME: this.home, USER: person.name, ...engine.env, ...env },
    });
  }

  async go(more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
    return readEnd(this.spawn(this.words(more), env));
  }

  async resume(): Promise<Ran> {
    return readEnd(this.spawn(["run", "--resume"]));
  }

  /** As the person: git trusts nobody else's repository. */
  override commitAll(): void {
    this.own();
    for (const words of [
      ["init", "-q"],
      ["add", "-A"],
      [...author, "commit", "-qm", "start"],
    ])
      this.git(...words);
  }

  git(...words: readonly string[]): string {
    const { person } = this.#seat;
    const env = { ...this.ownEnv, HOME: this.home };
    const { uid, gid } = person;
    return spawnSync("git", words, { cwd: this.path, uid, gid, env, encoding: "utf8" }).stdout;
  }

  override [Symbol.dispose](): void {
    super[Symbol.dispose]();
    for (const folder of [this.home, this.tools]) rmSync(folder, { recursive: true, force: true });
  }
}

export async function readEnd(child: ChildProcess): Promise<Ran> {
  const read = { out: "", err: "" };
  child.stdout?.on("data", (chunk) => {
    read.out += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    read.err += chunk;
  });
  const [code] = await once(child, "close");
  return { code, ...read };
}
