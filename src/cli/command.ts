import { parseArgs } from "node:util";
import type { AgentRunner } from "../agents/run-agent.js";
import { UserError } from "../base/errors.js";
import { nearest } from "../base/nearest.js";
import type { LiveTerminal } from "../report/live-view.js";
import { maxIndent, wrap } from "../report/wrap.js";

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
  /** Commands of its own, by their word after its name. */
  readonly parts?: Readonly<Record<string, Command>>;
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

/** Spaces before and after the name of an option. */
const margin = 4;

/** The help of one command, wrapped at `columns`. */
export function formatHelp(command: Command, columns = 80): string {
  const flags = Object.entries({ ...command.flags, ...globalFlags });
  const left = flags.map(
    ([name, { short, value }]) => `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`,
  );
  const width = Math.min(Math.max(...left.map(({ length }) => length)), maxIndent(columns) - margin);
  const option = (name: string, help: string): string => {
    const hang = width + margin;
    // Long names get their own line, so that the texts align.
    const text = wrap(`${" ".repeat(hang)}${help}`, { width: columns, hang });
    return name.length > width ? `  ${name}\n${text}` : `  ${name.padEnd(width)}  ${text.slice(hang)}`;
  };
  const parts = Object.entries(command.parts ?? {});
  const longest = Math.max(0, ...parts.map(([name]) => name.length));
  return [
    `untildone ${command.usage}`,
    "",
    wrap(command.about, { width: columns }),
    "",
    ...(parts.length === 0 ? [] : ["Commands"]),
    ...parts.map(([name, { about }]) =>
      wrap(`  ${name.padEnd(longest)}  ${firstSentence(about)}`, { width: columns, hang: longest + 4 }),
    ),
    ...(parts.length === 0 ? [] : ["", `untildone ${command.name} COMMAND --help explains one of them.`, ""]),
    "Options",
    ...flags.map(([, flag], at) => option(left[at] ?? "", flag.help)),
    "",
    "Examples",
    ...command.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;

/** Parses the words after the command's name. An unknown flag gets a suggestion. */
export function readArguments(command: Command, words: readonly string[]): ParsedArgs {
  const known = { ...command.flags, ...globalFlags };
  refuseUnknownFlags(words, { known, name: command.name });
  const { values, positionals, tokens } = splitWords(withBareValues(words, known), known);
  const extra = command.maxPositionals === undefined ? undefined : positionals[command.maxPositionals];
  const mistake =
    tokens.flatMap((token) => ("rawName" in token ? findMistake(token, known) : []))[0] ??
    (extra === undefined ? undefined : `unexpected argument ${JSON.stringify(extra)}`);
  if (mistake !== undefined)
    throw new UserError({
      what: mistake,
      where: `untildone ${command.name}`,
      fix: `see untildone ${command.name} --help`,
    });
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  const texts = (name: string): readonly string[] =>
    [values[name] ?? []].flat().filter((value) => typeof value === "string");
  return { words: positionals, flag: (name) => values[name] === true, text, texts };
}

/** Adds the value of options that may be given without one. */
function withBareValues(words: readonly string[], known: Readonly<Record<string, Flag>>): readonly string[] {
  const end = words.indexOf("--");
  return words.map((word, at) => {
    const bare = word.startsWith("--") && (end < 0 || at < end) ? known[word.slice(2)]?.bare : undefined;
    const next = words[at + 1];
    return bare !== undefined && (next === undefined || next.startsWith("-")) ? `${word}=${bare}` : word;
  });
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** What is wrong with one option. A number may be negative; any other value with a dash is likely the next option. */
function findMistake(
  { name, rawName, value, inlineValue }: OptionToken,
  known: Readonly<Record<string, Flag>>,
): readonly string[] {
  const flag = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!flag) return [`unknown option ${rawName}`];
  if (flag.type === "boolean") return value === undefined ? [] : [`--${name} takes no value`];
  const isMissing = value === undefined || (!inlineValue && /^-(?!\d|$)/.test(value));
  return isMissing ? [`--${name} needs a value: --${name} ${flag.value ?? "VALUE"}`] : [];
}

interface SplitWords {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
  readonly tokens: readonly (OptionToken | object)[];
}

/** Without a flag there is nothing to parse, and Node loads its parser only when it is used. */
function splitWords(words: readonly string[], known: Readonly<Record<string, Flag>>): SplitWords {
  if (!words.some((word) => word.startsWith("-"))) return { values: {}, positionals: words, tokens: [] };
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { type, multiple, short }]) => [
      name,
      { type, multiple: multiple ?? false, ...(short === undefined ? {} : { short }) },
    ]),
  );
  // Not strict: what is wrong is said in our own words.
  return parseArgs({ args: [...words], options, allowPositionals: true, strict: false, tokens: true });
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
