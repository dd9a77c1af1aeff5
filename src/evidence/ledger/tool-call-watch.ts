import { type ToolCall, unreadCall } from "../../agents/agent.js";
import { verbOf } from "../../agents/tool-activity.js";
import type { Transcript } from "../../decide/transcript.js";
import { isInert } from "./inert-command.js";

/** Follows the tool calls of a turn, to tell whether the agent can have edited a file. */
export class ToolCallWatch {
  /** The file's name, without folders; null: there is no file to watch. */
  readonly #name: string | null;
  #edits = 0;
  #commands = 0;
  #calls = 0;
  #mayHaveEdited = false;
  #hasRunCode = false;

  constructor(path: string | null) {
    this.#name = path === null ? null : (path.split("/").findLast((part) => part !== "") ?? null);
  }

  note(call: ToolCall): void {
    const does = verbOf(call.tool);
    this.#calls++;
    if (does === "edits" || does === "deletes") this.#edits++;
    if (does === "runs") this.#commands++;
    this.#mayHaveEdited ||= this.#name === null || mayEdit(call, this.#name);
    this.#hasRunCode ||=
      does === "runs" && !scriptsOf(call).every((script) => isInert(withoutShell(script), "refused"));
  }

  /** Tests or a build ran: code of the agent, which may do what no call shows. */
  get hasRunCode(): boolean {
    return this.#hasRunCode;
  }

  /**
   * Whether the turn's tool calls are known and none of them can have edited the file. An agent that shows no call, or
   * fewer than its transcript counts, may have done anything.
   */
  leavesAlone({ edits, commands }: Pick<Transcript, "edits" | "commands">): boolean {
    const areAllKnown = this.#calls > 0 && edits <= this.#edits && commands.length <= this.#commands;
    return areAllKnown && !this.#mayHaveEdited;
  }
}

function mayEdit(call: ToolCall, name: string): boolean {
  const does = verbOf(call.tool);
  if (does === "reads" || does === "searches" || does === "fetches") return false;
  // What another agent does may not be shown.
  if (call === unreadCall || does === "delegates") return true;
  const scripts = scriptsOf(call);
  const isRun = does === "runs" || (does === undefined && scripts.length > 0);
  const texts = isRun ? scripts : textsIn(call.input, 0);
  if (texts.some((text) => text.includes(name))) return true;
  return isRun && (scripts.length === 0 || !scripts.every((script) => isInert(withoutShell(script))));
}

/** Where tools that run something have what they run. */
const scriptKeys = ["command", "cmd", "commands", "script", "code"];

const scriptsOf = ({ input }: ToolCall): readonly string[] => scriptKeys.flatMap((key) => textsIn(input[key], 0));

const maxDepth = 6;

/** Every text in the input of a call, a command given in words as one. */
function textsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > maxDepth) return [];
  if (Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === "string"))
    return [value.join(" ")];
  return Object.values(value).flatMap((entry) => textsIn(entry, depth + 1));
}

/** The script of `bash -lc '…'`. */
const withoutShell = (command: string): string =>
  /^\S*\b(?:ba|z|da)?sh\s+-\w*c\s+(["']?)([\s\S]*)\1\s*$/u.exec(command.trim())?.[2] ?? command;
