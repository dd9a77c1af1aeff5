import { UserError } from "../../../lib/errors.js";
import { type SplitCommand, splitCommand } from "../../split-words.js";

/** A script that ends with one simple command. */
export interface ScriptCall extends SplitCommand {
  /** What runs before it, as a shell reads it; empty for none. */
  readonly before: string;
}

/** Commands before the last one that change where it runs, or run tests themselves. */
const unfit = /[|;&\n]|\b(?:cd|pushd|exit|exec|export|set|source)\b|test|spec|e2e|jest|mocha|\bava\b|\btape?\b|uvu/;

/** Null for a script that is more than commands that must all succeed, of which the last runs tests. */
export function readScriptCall(script: string): ScriptCall | null {
  const parts = script.trim().split("&&");
  const last = parts.pop() ?? "";
  if (parts.some((part) => unfit.test(part))) return null;
  const command = trySplit(last.trim());
  return command && { ...withoutSetter(command), before: parts.map((part) => part.trim()).join(" && ") };
}

function trySplit(text: string): SplitCommand | null {
  try {
    return splitCommand(text, "package.json");
  } catch (error) {
    if (error instanceof UserError) return null; // Something only a shell understands.
    throw error;
  }
}

/** `cross-env` and `env` set variables for the command behind them. */
function withoutSetter({ words, env }: SplitCommand): SplitCommand {
  if (words[0] !== "cross-env" && words[0] !== "env") return { words, env };
  const at = words.findIndex((word, place) => place > 0 && !/^[A-Za-z_]\w*=/.test(word));
  const set = words.slice(1, at < 0 ? words.length : at).map((word): [string, string] => {
    const sign = word.indexOf("=");
    return [word.slice(0, sign), word.slice(sign + 1)];
  });
  return { words: at < 0 ? [] : words.slice(at), env: { ...env, ...Object.fromEntries(set) } };
}
