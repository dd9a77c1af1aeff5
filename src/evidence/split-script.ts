/** A simple command of a script, the operator in front of it, and whether it runs in the background. */
export interface ScriptCommand {
  readonly after: "" | ";" | "&&" | "||";
  readonly words: readonly string[];
  readonly isBackground: boolean;
}

/** What opens something that is no simple command. */
const compound = new Set(["if", "for", "while", "until", "case", "function", "!", "{", "("]);
const token =
  /[^\S\n]*(?:(#[^\n]*)|(&&|\|\||[;&|\n])|((?:\d?>{1,2}\s*(?:&\d|[^\s;&|<>]+)|<\s*[^\s;&|<>]+|\$\([^()]*\)|`[^`]*`|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s;&|<>'"\\`])+))/y;

/** The simple commands of a script for a shell, without quotes and leading variables; null for what is more than that. */
export function splitScript(script: string): readonly ScriptCommand[] | null {
  const pieces: ScriptCommand[] = [];
  let piece: { after: ScriptCommand["after"]; words: string[] } = { after: "", words: [] };
  const end = (isBackground: boolean): void => {
    if (piece.words.length > 0) pieces.push({ ...piece, isBackground });
  };
  if (/\bpipefail\b/.test(script)) return null;
  const text = script
    .replaceAll(/\\\r?\n/g, " ")
    .replaceAll("\r", "")
    .trim();
  for (token.lastIndex = 0; token.lastIndex < text.length; ) {
    const [whole, , operator, word] = token.exec(text) ?? [];
    if (whole === undefined) return null;
    if (word !== undefined) piece.words.push(plain(word));
    else if (operator === "|")
      piece = { ...piece, words: [] }; // A pipe's status is that of its last command.
    else if (operator !== undefined) {
      end(operator === "&");
      piece = { after: operator === "&&" || operator === "||" ? operator : ";", words: [] };
    }
  }
  end(false);
  const commands = pieces.map((each) => ({ ...each, words: withoutVariables(each.words) }));
  return commands.some(({ words }) => compound.has(words[0] ?? "") || /^[({]/.test(words[0] ?? "")) ? null : commands;
}

const plain = (word: string): string =>
  word.replaceAll(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, "$1$2$3").replace(/^(\d?>{1,2})\s+/, "$1");

function withoutVariables(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !/^\w+=/.test(word));
  return at < 0 ? [] : words.slice(at);
}
