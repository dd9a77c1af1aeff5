import type { CommandOptions, CommandRun } from "../../lib/process/command-run.js";
import { runCommand } from "../../lib/process/process.js";

export interface RoomOptions extends CommandOptions {
  /** Whether the command may use the network; false if absent. Outside it always may. */
  readonly network?: boolean;
  /** Folders of ours that it works in, beside the project: a copy of it, and what belongs to that. */
  readonly shows?: readonly string[];
  /** A judge is an agent: it needs its log-in and its model, and changes nothing. */
  readonly as?: "check" | "judge";
}

/** Where commands run that check the work: their code may be the agent's. */
export interface CheckRoom {
  /** What results depend on, such as "bwrap" or "docker my-image"; null outside of any sandbox. */
  readonly id: string | null;
  /** Where copies of the project are made; null for the usual place. */
  readonly copies: string | null;
  run(words: readonly string[], options: RoomOptions): Promise<CommandRun>;
  close(): Promise<void>;
}

/** Here, with all that the person may do. */
export const outside: CheckRoom = {
  id: null,
  copies: null,
  run: (words, { network: _, shows: __, as: ___, ...options }) => runCommand(words, options),
  close: async () => undefined,
};
