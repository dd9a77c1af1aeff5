import { type ScriptCommand, splitScript } from "./split-script.js";

/** How a piece of a script can end: with a status, or with the whole script. */
type ScriptEnd = "pass" | "fail" | "exit 0" | "exit 1";
type Endings = ReadonlySet<ScriptEnd>;

/** Whether a script ends with status 0 whatever the project is like. In doubt it can fail. */
export const cannotFail = (script: string): boolean => isOnly(endingsOf(script), ["pass", "exit 0"]);

/** Whether a script stands for one that is still to be written: it fails whatever the project is like. */
export const isPlaceholder = (script: string): boolean =>
  /\bno tests? specified\b/i.test(script) || isOnly(endingsOf(script), ["fail", "exit 1"]);

/** The same of a command that no shell reads, unless it is one. */
export function commandCannotFail([program = "", ...rest]: readonly string[]): boolean {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const at = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
  const script = rest[at + 1];
  if (!shells.has(name) || at < 0 || script === undefined)
    return isOnly(runCommand([name, ...rest], "pass"), ["pass", "exit 0"]);
  return cannotFail(rest[at]?.includes("e") ? `set -e\n${script}` : script);
}

const shells = new Set(["sh", "bash", "dash", "zsh", "ksh"]);
const either: Endings = new Set(["pass", "fail"]);

function isOnly(endings: Endings, wanted: readonly ScriptEnd[]): boolean {
  return endings.size > 0 && [...endings].every((ending) => wanted.includes(ending));
}

/** Every way in which a script can end. */
function endingsOf(script: string): Endings {
  const pieces = splitScript(script);
  if (pieces === null || pieces.length === 0) return pieces === null ? either : new Set(["pass"]);
  let now = new Set<ScriptEnd>(["pass"]);
  let isStrict = false;
  for (const list of splitLists(pieces)) {
    if (list.some(({ words }) => setsErrorExit(words))) isStrict = true;
    const next = new Set<ScriptEnd>();
    for (const before of now)
      for (const ending of before === "pass" || before === "fail" ? runList(list, before) : [before])
        next.add(isStrict && ending === "fail" ? "exit 1" : ending);
    now = next;
  }
  return now;
}

const setsErrorExit = ([program, ...rest]: readonly string[]): boolean =>
  program === "set" && rest.some((word) => /^-[a-z]*e/.test(word) || word === "errexit");

/** Commands that `&&` and `||` join, up to the next line, semicolon or ampersand. */
function splitLists(pieces: readonly ScriptCommand[]): readonly (readonly ScriptCommand[])[] {
  const lists: ScriptCommand[][] = [];
  for (const piece of pieces) {
    if (piece.after === "&&" || piece.after === "||") lists.at(-1)?.push(piece);
    else lists.push([piece]);
  }
  return lists;
}

/** From left to right, as a shell does: neither of the two binds more closely. */
function runList(list: readonly ScriptCommand[], before: "pass" | "fail"): Endings {
  let now: Set<ScriptEnd> = new Set([before]);
  for (const { after, words, isBackground } of list) {
    const skips: ScriptEnd = after === "||" ? "pass" : "fail";
    const isFirst = after !== "&&" && after !== "||";
    const next = new Set<ScriptEnd>();
    for (const ending of now) {
      const isRun = ending === "pass" || ending === "fail" ? isFirst || ending !== skips : false;
      for (const each of isRun ? runCommand(words, ending as "pass" | "fail") : [ending]) next.add(each);
    }
    if (isBackground) return new Set(["pass"]); // Nobody waits for what it comes to.
    now = next;
  }
  return now;
}

function runCommand(words: readonly string[], before: "pass" | "fail"): Endings {
  const [program, first] = words;
  if (words.some(isRedirect)) return either;
  if (program === undefined || program === "true" || program === ":" || program === "set") return new Set(["pass"]);
  if (program === "echo" || program === "printf") return new Set(["pass"]);
  if (program === "false") return new Set(["fail"]);
  if (program !== "exit") return either;
  if (first === undefined || first === "$?") return new Set([before === "pass" ? "exit 0" : "exit 1"]);
  if (!/^\d+$/.test(first)) return new Set(["exit 0", "exit 1"]);
  return new Set([Number(first) === 0 ? "exit 0" : "exit 1"]);
}

/** Into a file, which may not be writable. */
const isRedirect = (word: string): boolean => /^\d?>/.test(word) && !/^\d?>{1,2}(?:&\d|\/dev\/null)$/.test(word);
