import { parseArgs } from "node:util";
import { UserError } from "../lib/errors.js";
import { nearest } from "../lib/text/nearest.js";
import { type Command, type Flag, globalFlags, type ParsedArgs } from "./command.js";

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
