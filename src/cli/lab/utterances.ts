import { readTranscript } from "../../agents/transcripts/read-transcript.js";
import type { AgentReport } from "../../decide/agent-report.js";
import type { Settings } from "../../decide/settings.js";
import { readReport } from "../../run/judge/read-report.js";

/** What an agent says at the end of a turn. */
export type Utterance =
  | { readonly is: "claim"; readonly ofAll: boolean; readonly block: boolean }
  | { readonly is: "progress"; readonly block: boolean }
  | { readonly is: "question" | "failure" | "limit" };

/** Real text, read as a run reads it, once for each policy: the settings say which signals are known. */
export class Utterances {
  readonly #settings: Settings;
  readonly #read = new Map<string, AgentReport>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  read(utterance: Utterance): AgentReport {
    const key = JSON.stringify(utterance);
    const known = this.#read.get(key);
    if (known) return known;
    const exitCode = utterance.is === "failure" || utterance.is === "limit" ? 1 : 0;
    const transcript = readTranscript(this.#textOf(utterance), { process: { exitCode } });
    const report = readReport(transcript, { settings: this.#settings, now: null });
    this.#read.set(key, report);
    return report;
  }

  #textOf(utterance: Utterance): string {
    switch (utterance.is) {
      case "claim":
        return `${utterance.ofAll ? "All tasks are complete." : "The task is complete."} The tests pass.${this.#block(utterance, "COMPLETE")}`;
      case "progress":
        return `I have begun with the parser; the second half of this task is not done yet.${this.#block({ ...utterance, ofAll: false }, "IN_PROGRESS")}`;
      case "question":
        return "Which of the two formats do you want me to support?";
      case "failure":
        return "Error: the connection to the model was lost after the third request";
      case "limit":
        return "You've hit your usage limit.";
    }
  }

  /** Prompts of `standard` ask about the task alone; the systems of the others ask whether the loop may end. */
  #block({ block, ofAll }: { readonly block: boolean; readonly ofAll: boolean }, status: string): string {
    if (!block) return "";
    if (this.#settings.grantedBy === "facts")
      return `\n\n---TASK_STATUS---\nSTATUS: ${status}\nWORK: none\nNOTE: none\n---END_TASK_STATUS---`;
    return `\n\n---RALPH_STATUS---\nSTATUS: ${status}\nEXIT_SIGNAL: ${ofAll}\n---END_RALPH_STATUS---`;
  }
}
