import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { jsonLines, Workplace } from "../e2e/cli.js";

/** What a hook answered. */
export interface Answer {
  readonly decision?: "block" | "deny";
  readonly reason?: string;
  readonly systemMessage?: string;
  readonly followup_message?: string;
}

interface Record {
  readonly run: string;
  readonly decision: {
    readonly decision: string;
    readonly outcome: string | null;
    readonly rule: string;
    readonly verified: boolean | null;
    readonly notProven: string | null;
  };
}

/** A project with a check of its own that passes when `ready.txt` says yes, and the hook of a session in it. */
export class HookPlace extends Workplace {
  constructor(files: Readonly<{ [name: string]: string }> = readyCheck) {
    super();
    for (const [name, text] of Object.entries({ "notes.txt": "a\n", ...files })) this.write(name, text);
    this.commitAll();
  }

  /** A stop of Claude Code, answered. */
  async stop(message: string, more: object = {}, words: readonly string[] = []): Promise<Answer> {
    return this.answer("claude", { ...claudeStop(this.path), last_assistant_message: message, ...more }, words);
  }

  async answer(agent: string, input: unknown, words: readonly string[] = []): Promise<Answer> {
    const text = typeof input === "string" ? input : JSON.stringify(input);
    const { code, out, err } = await this.run(["hook", agent, ...words], text);
    expect(code, err).toBe(0);
    return out === "" ? {} : JSON.parse(out);
  }

  get records(): readonly Record[] {
    return jsonLines(this.read(".ralph/decisions.jsonl")) as unknown as Record[];
  }

  get outcomes(): readonly (string | null)[] {
    return this.records.map(({ decision }) => decision.outcome);
  }

  /** How often a decision was made. */
  get judged(): number {
    return existsSync(join(this.path, ".ralph/decisions.jsonl")) ? this.records.length : 0;
  }

  get rules(): readonly string[] {
    return this.records.map(({ decision }) => decision.rule);
  }
}

export const readyCheck = {
  ".ralph/config.json": JSON.stringify({ checks: { ready: "grep -q yes ready.txt" } }),
  "ready.txt": "no\n",
};

export const claudeStop = (cwd: string) => ({
  session_id: "3f0c1b52-77aa-4a0e-9c11-1f2d3c4b5a69",
  transcript_path: `${cwd}/none.jsonl`,
  cwd,
  prompt_id: "0b8d1c9e-5b1f-4d5e-8a6a-91c7d6a2f310",
  permission_mode: "acceptEdits",
  effort: { level: "high" },
  hook_event_name: "Stop",
  stop_hook_active: false,
  last_assistant_message: "Done.",
  background_tasks: [],
  session_crons: [],
});
