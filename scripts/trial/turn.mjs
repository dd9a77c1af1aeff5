// One turn of an agent in a trial: what it was told, what it remembers, and what it can do.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

export class Turn {
  #folder;
  #used = [];

  constructor(prompt, folder) {
    this.#folder = folder;
    this.prompt = prompt;
    this.task = /^## Your task: (\S+)/m.exec(prompt)?.[1] ?? null;
    this.nonce = /^NONCE: (\S+)$/m.exec(prompt)?.[1] ?? null;
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, "calls"), `${this.task ?? "-"}\n`);
    writeFileSync(join(folder, `prompt-${listCalls(folder).length}.md`), prompt);
    const calls = listCalls(folder);
    /** Which call of the agent this is, and which for this task, both counted from 1. */
    this.call = calls.length;
    this.nth = calls.filter((task) => task === (this.task ?? "-")).length;
  }

  exists = (file) => existsSync(file);
  read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

  write(file, text) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    this.#used.push({ name: "Write", input: { file_path: file, content: text } });
  }

  writeAll(files) {
    for (const [file, text] of Object.entries(files)) this.write(file, text);
  }

  append = (file, text) => this.write(file, this.read(file) + text);
  replace = (file, from, to) => this.write(file, this.read(file).replaceAll(from, to));

  remove(file) {
    rmSync(file, { force: true });
    this.#used.push({ name: "Bash", input: { command: `rm -f ${file}` } });
  }

  run(command) {
    this.#used.push({ name: "Bash", input: { command } });
    return spawnSync("sh", ["-c", command], { encoding: "utf8" });
  }

  /** Ticks boxes of the list: those of the given tasks, by number, or all. */
  tick(list = "TODO.md", ...tasks) {
    let at = 0;
    const ticked = this.read(list).replaceAll(/^(\s*[-*] )\[ \]/gm, (box, start) => {
      at++;
      return tasks.length === 0 || tasks.includes(at) ? `${start}[x]` : box;
    });
    this.write(list, ticked);
  }

  /** A person does something meanwhile: the trial plays it, and this turn goes on when it is done. */
  async whilePersonActs() {
    writeFileSync(join(this.#folder, `waits-${this.call}`), "");
    while (!existsSync(join(this.#folder, `acted-${this.call}`))) await setTimeout(20);
  }

  /** The turn as Claude Code prints it: every tool it used, then what it says. */
  streamLines(say) {
    const session = { session_id: `trial-${this.call}` };
    const message = (content) => ({
      type: "assistant",
      message: { role: "assistant", content: [content] },
      ...session,
    });
    const tools = this.#used.flatMap((tool, at) => [
      message({ type: "tool_use", id: `tool-${at}`, ...tool }),
      {
        type: "user",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: `tool-${at}`, content: "done" }] },
        ...session,
      },
    ]);
    const result = { type: "result", subtype: "success", is_error: false, result: say, ...session };
    return [
      { type: "system", subtype: "init", cwd: process.cwd(), tools: ["Write", "Bash"], ...session },
      ...tools,
      message({ type: "text", text: say }),
      result,
    ];
  }
}

/** The task of every call so far. */
export const listCalls = (folder) => {
  const file = join(folder, "calls");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
};
