import type { PermissionOption, ToolCall, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Permissions } from "../agent.js";

const reading = ["read", "search", "think"];
const changing = ["edit", "delete", "move"];

/** What may be done at each level. Of a tool whose kind is unknown, nothing is known. */
const allowedKinds: Readonly<Record<Permissions, ReadonlySet<string> | "any">> = {
  all: "any",
  edit: new Set([...reading, ...changing]),
  read: new Set(reading),
};

/** What a program must not have done without asking, by the name of what it did. */
const deeds: Readonly<Record<string, string>> = {
  execute: "ran a command",
  edit: "edited a file",
  delete: "deleted a file",
  move: "moved a file",
};

export interface PermissionAnswer {
  readonly isAllowed: boolean;
  /** Null if the program offers no way to say this. */
  readonly option: PermissionOption | null;
}

/** Answers what a program asks during a turn, and notices what it does without asking. */
export class PermissionDesk {
  readonly #level: Permissions;
  readonly #kinds = new Map<string, string>();
  readonly #asked = new Set<string>();

  constructor(level: Permissions) {
    this.#level = level;
  }

  answer(call: ToolCallUpdate, options: readonly PermissionOption[]): PermissionAnswer {
    this.#asked.add(call.toolCallId);
    const isAllowed = this.#isAllowed(this.#kindOf(call));
    const option = chooseOption(options, isAllowed ? "allow" : "reject");
    return { isAllowed: isAllowed && option !== null, option };
  }

  /** What it did although it may not, or null. */
  findBreach(call: ToolCall | ToolCallUpdate): string | null {
    const kind = this.#kindOf(call);
    if (call.status !== "completed" || this.#asked.has(call.toolCallId) || this.#isAllowed(kind)) return null;
    return deeds[kind] ?? null;
  }

  #isAllowed(kind: string): boolean {
    const kinds = allowedKinds[this.#level];
    return kinds === "any" || kinds.has(kind);
  }

  /** An update holds only what has changed. */
  #kindOf({ toolCallId, kind }: ToolCall | ToolCallUpdate): string {
    if (kind) this.#kinds.set(toolCallId, kind);
    return this.#kinds.get(toolCallId) ?? "other";
  }
}

/** "Always" is the second choice: some agents write it into the project's settings. */
const chooseOption = (options: readonly PermissionOption[], word: "allow" | "reject"): PermissionOption | null =>
  options.find(({ kind }) => kind === `${word}_once`) ?? options.find(({ kind }) => kind === `${word}_always`) ?? null;
