import { UserError } from "../lib/errors.js";

/** A command as a list of words, with the variables set in front of it. */
export interface SplitCommand {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Splits a command the way a shell would, without being one: quotes and backslashes group, `NAME=value` in front sets a
 * variable, and whatever only a shell understands is refused rather than passed on as a word.
 */
export function splitCommand(command: string, where: string): SplitCommand {
  const words = splitWords(command, where);
  const first = words.findIndex((word) => !assignment.test(word));
  const env = words.slice(0, first < 0 ? words.length : first).map((word): [string, string] => {
    const at = word.indexOf("=");
    return [word.slice(0, at), word.slice(at + 1)];
  });
  if (first < 0) throw new UserError({ what: "the command is empty", where, fix: "give a program and its arguments" });
  return { words: words.slice(first), env: Object.fromEntries(env) };
}

const assignment = /^[A-Za-z_]\w*=/;
const operators = "|&;<>()`\n";

interface Scan {
  readonly words: string[];
  /** Null between words; an empty word ('') is a word. */
  word: string | null;
  quote: "'" | '"' | null;
}

function splitWords(command: string, where: string): readonly string[] {
  const scan: Scan = { words: [], word: null, quote: null };
  for (let at = 0; at < command.length; at++) {
    const char = command[at] ?? "";
    const next = command[at + 1] ?? "";
    if (char === "\\" && scan.quote !== "'" && (scan.quote === null || '"\\$`'.includes(next))) {
      scan.word = `${scan.word ?? ""}${next}`;
      at++;
    } else step(scan, char, () => refuse(command, at, where));
    if (char === "$" && scan.quote !== "'" && /[A-Za-z_{(]/.test(next)) refuse(command, at, where);
  }
  if (scan.quote !== null)
    throw new UserError({
      what: `a quote (${scan.quote}) is not closed in ${JSON.stringify(command)}`,
      where,
      fix: "close it",
    });
  if (scan.word !== null) scan.words.push(scan.word);
  return scan.words;
}

function step(scan: Scan, char: string, refuseIt: () => never): void {
  const add = (text: string): void => {
    scan.word = `${scan.word ?? ""}${text}`;
  };
  if (scan.quote !== null) {
    if (char === scan.quote) scan.quote = null;
    else if (char === "`" && scan.quote === '"') refuseIt();
    else add(char);
  } else if (char === "'" || char === '"') {
    scan.quote = char;
    add("");
  } else if (char === " " || char === "\t") {
    if (scan.word !== null) scan.words.push(scan.word);
    scan.word = null;
  } else if (operators.includes(char)) refuseIt();
  else add(char);
}

function refuse(command: string, at: number, where: string): never {
  const found = /^(?:\$[{(]?\w*|\|\||&&|>>|<<|[\s\S])/.exec(command.slice(at))?.[0] ?? "";
  throw new UserError({
    what: `${JSON.stringify(found)} in ${JSON.stringify(command)} is something only a shell understands, and none is used`,
    where,
    fix: 'put the command into a script and name that, or give it as a list: ["sh", "-c", "…"]',
  });
}
