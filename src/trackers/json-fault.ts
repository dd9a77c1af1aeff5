/** What keeps a text from being JSON, and where. Node tells the place only sometimes. */
export interface JsonFault {
  readonly at: number;
  readonly message: string;
}

const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The first fault of a text, or null where it is JSON. Keeps a stack of its own: depth must not overflow ours. */
export function jsonFault(text: string): JsonFault | null {
  const open: ("{" | "[")[] = [];
  let at = blanks(text, 0);
  let wants: "value" | "value-or-end" | "key" | "key-or-end" | "comma" | "nothing" = "value";
  for (;;) {
    at = blanks(text, at);
    const character = text[at];
    const inside = open.at(-1);
    if (character === undefined) return wants === "nothing" ? null : fault(text.length, "the text ends too early");
    if ((character === "}" && inside === "{") || (character === "]" && inside === "[")) {
      if (wants !== "comma" && !wants.endsWith("-or-end")) return fault(at, `a value is missing before ${character}`);
      open.pop();
      at++;
      wants = open.length > 0 ? "comma" : "nothing";
    } else if (wants === "comma") {
      if (character !== ",") return fault(at, "a comma is missing, or what is open is not closed");
      at++;
      wants = inside === "{" ? "key" : "value";
    } else if (wants === "nothing") return fault(at, "there is more after the end");
    else if (wants === "key" || wants === "key-or-end") {
      const end = stringEnd(text, at);
      if (end < 0) return fault(at, "a name in double quotes is missing");
      const colon = blanks(text, end);
      if (text[colon] !== ":") return fault(colon, "a colon is missing after the name");
      at = colon + 1;
      wants = "value";
    } else if (character === "{" || character === "[") {
      open.push(character);
      at++;
      wants = character === "{" ? "key-or-end" : "value-or-end";
    } else {
      const end = character === '"' ? stringEnd(text, at) : match(literal, text, at);
      if (end < 0) return fault(at, character === '"' ? "the text in quotes does not end" : "this is no JSON value");
      at = end;
      wants = open.length > 0 ? "comma" : "nothing";
    }
  }
}

const fault = (at: number, message: string): JsonFault => ({ at, message });

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** After a text in quotes, or -1. A loop, since an expression over a text of megabytes would keep as many ways back. */
function stringEnd(text: string, from: number): number {
  if (text[from] !== '"') return -1;
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code < 32) return -1;
    if (code !== 92) continue;
    const end = match(escaped, text, at);
    if (end < 0) return -1;
    at = end - 1;
  }
  return -1;
}

function blanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++;
  return at;
}
