import type { AgentRunner } from "../agents/start/run-agent.js";
import type { LiveTerminal } from "../report/live-view/live-view.js";

/** A command's access to the outside. It prints through this and never exits. */
export interface Io {
  readonly cwd: string;
  readonly isTerminal: boolean;
  readonly colour: boolean;
  /** Columns of the terminal; a large number without one. */
  readonly width: number;
  /** Whether stderr is a terminal: progress is shown only there. */
  readonly isWatched: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home, or "" if unknown. */
  readonly home: string;
  /** Results. */
  out(text: string): void;
  /** Messages. */
  err(text: string): void;
  /** A command to the runner of GitHub Actions, as `formatAnnotation` writes it; absent elsewhere. */
  command?(line: string): void;
  /** Replaces the current line of the terminal. */
  live(to: "out" | "err", text: string): void;
  /** Null where lines cannot be redrawn: no terminal, `TERM=dumb`, CI. */
  readonly terminal: LiveTerminal | null;
  /** Rings the bell of the terminal, or shows a desktop notification there. Absent without a terminal. */
  readonly alert?: (kind: "bell" | "osc9", text: string) => void;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** The same for a command that reads it once, to its end: it starts sooner. Absent where there is no such way. */
  readonly input?: AsyncIterable<Uint8Array>;
  /** Asks a person; null if not interactive. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Loads another command, whose flags are completed or explained. */
  readonly loadCommand?: (name: string) => Command | Promise<Command>;
  /** The page of the dashboard asks, not a terminal. */
  readonly isDashboard?: true;
  /** The process ends with the command. */
  readonly ownsProcess?: true;
  /** Runs agents in-process, for tests. */
  readonly runAgent?: AgentRunner;
}

export interface Flag {
  readonly type: "boolean" | "string";
  readonly help: string;
  /** The placeholder for the value in the help. */
  readonly value?: string;
  /** What the value can be, for completion in a shell; files and folders go by their placeholder. */
  readonly choices?: readonly string[];
  readonly multiple?: boolean;
  /** Its value where none is given. */
  readonly bare?: string;
  /** A short name of one letter. */
  readonly short?: string;
}

export interface ParsedArgs {
  readonly words: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
}

/** Name, flags, help and action in one declaration, from which the help is generated. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  readonly flags: Readonly<Record<string, Flag>>;
  /** The maximum number of positional arguments; unlimited if absent. */
  readonly maxPositionals?: number;
  /** What a positional argument can be, for completion in a shell; files if absent. */
  readonly choices?: readonly string[];
  readonly examples: readonly string[];
  /** Its options by what they are about, for the help; what is in none comes last. */
  readonly optionGroups?: readonly (readonly [title: string, names: readonly string[]])[];
  /** Commands of its own, by their word after its name. */
  readonly parts?: Readonly<Record<string, Command>>;
  /** It only prints what exists, so it may stop when the reader of stdout is gone. */
  readonly isListing?: true;
  /** It is about a project, which may be above the current folder; "with-words": what follows its name are paths. */
  readonly findsProject?: "flags" | "with-words";
  /** It plays an agent: what it prints is not ours, and stays as it is. */
  readonly isAgent?: true;
  run(args: ParsedArgs, io: Io): Promise<number>;
}

export const globalFlags: Readonly<Record<string, Flag>> = {
  dir: { type: "string", value: "FOLDER", help: "project folder (default: current directory)" },
  debug: { type: "boolean", help: "print the stack trace of internal errors" },
  help: { type: "boolean", help: "show this help" },
};
