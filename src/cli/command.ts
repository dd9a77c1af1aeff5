import { parseArgs } from "node:util";
import type { AgentRunner } from "../agents/run-agent.js";
import { UserError } from "../base/errors.js";
import { nearest } from "../base/nearest.js";
import type { LiveTerminal } from "../report/live-view.js";
import { wrap } from "../report/wrap.js";

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
  /** It only prints what exists, so it may stop when the reader of stdout is gone. */
  readonly isListing?: true;
  /** It plays an agent: what it prints is not ours, and stays as it is. */
  readonly isAgent?: true;
  run(args: ParsedArgs, io: Io): Promise<number>;
}

export const globalFlags: Readonly<Record<string, Flag>> = {
  dir: { type: "string", value: "FOLDER", help: "project folder (default: current directory)" },
  debug: { type: "boolean", help: "print the stack trace of internal errors" },
  help: { type: "boolean", help: "show this help" },
};

/** The help of one command, wrapped at `columns`. */
export function formatHelp(command: Command, columns = 80): string {
  const flags = Object.entries({ ...command.flags, ...globalFlags });
  const left = flags.map(
    ([name, { short, value }]) => `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`,
  );
  const width = Math.min(Math.max(...left.map(({ length }) => length)), Math.floor(columns / 3));
  const option = (name: string, help: string): string => {
    const hang = width + 4;
    // Long names get their own line, so that the texts align.
    const text = wrap(`${" ".repeat(hang)}${help}`, { width: columns, hang });
    return name.length > width ? `  ${name}\n${text}` : `  ${name.padEnd(width)}  ${text.slice(hang)}`;
  };
  return [
    `untildone ${command.usage}`,
    "",
    wrap(command.about, { width: columns }),
    "",
    "Options",
    ...flags.map(([, flag], at) => option(left[at] ?? "", flag.help)),
    "",
    "Examples",
    ...command.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/** Parses the words after the command's name. An unknown flag gets a suggestion. */
export function readArguments(command: Command, words: readonly string[]): ParsedArgs {
  const known = { ...command.flags, ...globalFlags };
  refuseUnknownFlags(words, { known, name: command.name });
  try {
    const { values, positionals } = splitWords(words, known);
    const extra = command.maxPositionals === undefined ? undefined : positionals[command.maxPositionals];
    if (extra !== undefined) throw new Error(`unexpected argument ${JSON.stringify(extra)}`);
    const text = (name: string): string | undefined => {
      const value = values[name];
      return typeof value === "string" ? value : undefined;
    };
    const texts = (name: string): readonly string[] =>
      [values[name] ?? []].flat().filter((value) => typeof value === "string");
    return { words: positionals, flag: (name) => values[name] === true, text, texts };
  } catch (error) {
    const what = error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error);
    throw new UserError({ what, where: `untildone ${command.name}`, fix: `see untildone ${command.name} --help` });
  }
}

interface SplitWords {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

/** Without a flag there is nothing to parse, and Node loads its parser only when it is used. */
function splitWords(words: readonly string[], known: Readonly<Record<string, Flag>>): SplitWords {
  if (!words.some((word) => word.startsWith("-"))) return { values: {}, positionals: words };
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { type, multiple, short }]) => [
      name,
      { type, multiple: multiple ?? false, ...(short === undefined ? {} : { short }) },
    ]),
  );
  return parseArgs({ args: [...words], options, allowPositionals: true });
}

function refuseUnknownFlags(
  words: readonly string[],
  { known, name }: { known: Readonly<Record<string, Flag>>; name: string },
): void {
  const end = words.indexOf("--");
  for (const [at, word] of (end < 0 ? words : words.slice(0, end)).entries()) {
    const flag = /^--([^=]+)/.exec(word)?.[1];
    if (flag === undefined || Object.hasOwn(known, flag)) continue;
    const near = nearest(flag, Object.keys(known));
    const taking = /^--([a-z-]+)$/.exec(words[at - 1] ?? "")?.[1] ?? "";
    const joined = known[taking]?.type === "string" ? `--${taking}=${word}` : undefined;
    const meant = joined ?? (near === undefined ? undefined : `--${near}`);
    throw new UserError({
      what: `unknown option --${flag}`,
      where: `untildone ${name}`,
      fix: `${meant === undefined ? "" : `did you mean ${meant}? `}see untildone ${name} --help`,
    });
  }
}
