import type { SignFinder, Suspect } from "./sign.js";
import type { SourceText } from "./source-text.js";

const what = "this code answers by how often it was called";
const counter =
  /(?<![.\w])((?:this\.|self\.)?[#$\w]+)\s*(?:\+\+|\+=\s*1\b)|\+\+\s*((?:this\.|self\.)?[#$\w]+)|([#$\w]+)\.fetch_add\(\s*1/g;
const literal = String.raw`(?:-?\d[\w.]*|["'${"`"}][^"'${"`"}\n]*["'${"`"}]|true|false|True|False)`;

/** The first call gets the first answer. A round robin takes turns among what it was given, not among answers. */
export const countedAnswers: SignFinder = {
  name: "call-count",
  strength: "weak",
  summary: "answers by how often it was called",
  find(source) {
    const names = new Set([...source.bare.matchAll(counter)].map(([, a, b, c]) => a ?? b ?? c ?? ""));
    const counters = [...names].filter((name) => livesOn(name, source));
    return [...counters.flatMap((name) => answersOf(name, source)), ...takenInTurn(source)];
  },
};

const listed = new RegExp(
  String.raw`^(?:export\s+)?(?:(?:const|let|var)\s+)?([#$\w]+)[^\n=]{0,40}=\s*(?:(?:itertools\.)?(?:iter|cycle)\(\s*)?[[(]\s*${literal}\s*,\s*${literal}`,
  "gm",
);

/** A list of answers from which each call takes the next. A queue is filled before it is emptied. */
function takenInTurn({ code, bare }: SourceText): readonly Suspect[] {
  return [...code.matchAll(listed)].flatMap(([, name = ""]) => {
    const own = literally(name);
    const taken = new RegExp(String.raw`(?<![.\w])(?:next\(\s*${own}\b|${own}\s*\.\s*(?:shift|pop|next)\()`).exec(bare);
    const isFilled = new RegExp(String.raw`(?<![.\w])${own}\s*\.\s*(?:push|unshift|append|extend|insert)\(`).test(bare);
    return taken && !isFilled ? [toFound(taken[0], taken.index)] : [];
  });
}

const toFound = (text: string, at: number): Suspect => ({
  at,
  text: text.replaceAll(/\s+/g, " "),
  what,
  touches: "answers",
});

/** Whether a counter outlives the call: it stands at the top level, or it is a field. */
function livesOn(name: string, { bare }: SourceText): boolean {
  if (/^(?:this|self)\./.test(name)) return true;
  return new RegExp(
    String.raw`^(?:export\s+)?(?:(?:let|var|static(?:\s+mut)?)\s+)?${literally(name)}\b[^\n=]{0,40}(?:=|\bint\b)`,
    "m",
  ).test(bare);
}

function answersOf(name: string, { code, bare }: SourceText): readonly Suspect[] {
  const own = `(?:${[name, ...aliasesOf(name, bare)].map(literally).join("|")})`;
  const indexed = new RegExp(
    String.raw`(?<![.\w])(\w+)(?:\[|\.(?:get|nth|at)\()\s*(?:\+\+\s*)?${own}(?:\s*\+\+)?\s*(?:-\s*1\s*|%[^\])\n]{1,60})?[\])]`,
    "g",
  );
  const compared = new RegExp(
    String.raw`\bif\s*\(?\s*(?:\+\+\s*)?${own}(?:\s*\+\+)?\s*={2,3}\s*[1-9]\d*\s*\)?\s*[:{]?\s*return\s+${literal}\s*[;\n}]|(?<![.\w])${own}\s*={2,3}\s*[1-9]\d*\s*\?\s*${literal}\s*:`,
    "g",
  );
  const tables = [...bare.matchAll(indexed)].filter(([, table = ""]) => isTable(table, code));
  const chosen = [...code.matchAll(compared)].filter(
    ({ 0: found, index }) => !isPlural(code.slice(index, index + found.length + 80)),
  );
  return [...tables, ...chosen].map((found) => toFound(found[0], found.index));
}

/** "1 part was", "3 parts were": words that begin alike. */
const isPlural = (choice: string): boolean =>
  /^[^?\n]*={2,3}\s*1\s*\?\s*["'`](\w{2})[^"'`\n]*["'`]\s*:\s*["'`]\1|^[^?\n]*={2,3}\s*1\s*\?\s*["'`]["'`]\s*:\s*["'`]e?s["'`]/.test(
    choice,
  );

/** Names that hold what a counter said: `let call = CALLS.fetch_add(1, …)`, `const n = calls++`. */
const aliasesOf = (name: string, bare: string): readonly string[] =>
  [
    ...bare.matchAll(
      new RegExp(
        String.raw`(?:\blet|\bconst|\bvar|^[ \t]*)\s+(\w+)\s*:?=\s*(?:\+\+\s*)?${literally(name)}(?:\s*\+\+|\.fetch_add\(|\s*;|\s*$)`,
        "gm",
      ),
    ),
  ].flatMap(([, alias]) => alias ?? []);

/** A list of two or more plain values. */
const isTable = (name: string, code: string): boolean =>
  new RegExp(
    String.raw`\b${literally(name)}\b[^\n=]{0,40}=\s*(?:\w*\[\]\w+|&?|vec!|%w)\s*[[{(]\s*${literal}\s*,\s*${literal}`,
  ).test(code);

const literally = (name: string): string => name.replaceAll(/[$.#]/g, String.raw`\$&`);
