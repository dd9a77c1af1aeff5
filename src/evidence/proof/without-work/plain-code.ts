import { closeOf } from "./blank-code.js";

const slashes = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
const hashes = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#(?!\[)[^\n]*/g;

/** Without comments, and each string as a number of its own, so that equal ones stay equal and none looks like code. */
export function numberStrings(text: string, comment: "//" | "#"): string {
  const known: string[] = [];
  return text.replaceAll(comment === "//" ? slashes : hashes, (literal) => {
    if (/^(?:\/[/*]|#)/.test(literal)) return "";
    if (!known.includes(literal)) known.push(literal);
    return `"${known.indexOf(literal)}"`;
  });
}

const pythonTry =
  /^([ \t]*)try:[ \t]*\n(?:(?:\1[ \t].*)?\n)+?\1except(?:\s+(?:Exception|AssertionError|BaseException)(?:\s+as\s+\w+)?)?:\s*(?:pass|\.\.\.|print\(.*\)|return)[ \t]*$/gm;
const rubyBegin =
  /^([ \t]*)begin[ \t]*\n(?:(?:\1[ \t].*)?\n)+?\1rescue\s+Exception\b.*\n(?:\s*(?:nil|puts\b.*)?\n)*?\1end[ \t]*$/gm;

/** Code without the parts whose failures are caught and forgotten. */
export function withoutCaught(code: string): string {
  let rest = code.replaceAll(pythonTry, "$1pass").replaceAll(rubyBegin, "$1nil");
  for (const starts of [/\btry\s*\{/g, /\blet\s+_\s*=\s*(?:std::)?(?:panic::)?catch_unwind\(/g])
    for (let found = starts.exec(rest); found !== null; found = starts.exec(rest)) {
      const end = caughtEnd(rest, found.index + found[0].length - 1);
      if (end === null) continue;
      rest = rest.slice(0, found.index) + rest.slice(end);
      starts.lastIndex = found.index;
    }
  return rest;
}

const handler = /\s*catch\s*(?:\(([^)]*)\))?\s*\{/y;

/** Where the handler that forgets ends; null if it does something, or lets the failure through. */
function caughtEnd(code: string, open: number): number | null {
  const end = closeOf(code, open);
  if (code[open] === "(") return end;
  handler.lastIndex = end;
  const found = handler.exec(code);
  if (found === null || /\w\s+\w/.test(found[1] ?? "") !== /Throwable|AssertionError|\bError\b/.test(found[1] ?? ""))
    return null;
  const close = closeOf(code, handler.lastIndex - 1);
  const does = code.slice(handler.lastIndex, close - 1).replaceAll(/\bconsole\.\w+\(.*?\);?|\breturn;?/g, "");
  return does.trim() === "" ? close : null;
}
