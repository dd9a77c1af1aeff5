import { linesBesideImports } from "../../checks/honest-tests/import-lines.js";

interface Texts {
  readonly old: string | null;
  readonly now: string | null;
}

/** How a function that is waited for begins, in the languages that have it; its name is what is found. */
const asyncHeads: readonly RegExp[] = [
  /\basync\s+(?:function\s*\*?\s*|def\s+|fn\s+)([\p{L}_$][\w$]*)/gu,
  /([\p{L}_$][\w$]*)\s*(?::[^=\n]{0,80})?[=:]\s*async\b/gu,
  /^\s*(?:(?:static|public|private|protected|override)\s+)*async\s+([\p{L}_$][\w$]*)\s*\(/gmu,
  /([\p{L}_$][\w$]*)\s*(?:=\s*)?\([^()\n]{0,200}\)\s*:\s*Promise</gu,
  /([\p{L}_$][\w$]*)\s*=\s*\(?[^()=\n]{0,200}\)?\s*=>\s*(?:new\s+Promise\b|Promise\.)/gu,
  /\bfunction\s+([\p{L}_$][\w$]*)\s*\([^()\n]{0,200}\)\s*\{\s*return\s+(?:new\s+Promise\b|Promise\.)/gu,
];

const asyncNames = (text: string): ReadonlySet<string> =>
  new Set(asyncHeads.flatMap((shape) => [...text.matchAll(shape)].map(([, name = ""]) => name)));

/** The functions that answer later now, and did not. */
export function findBecameAsync(changes: readonly Texts[]): ReadonlySet<string> {
  const before = new Set(changes.flatMap(({ old }) => [...asyncNames(old ?? "")]));
  const after = changes.flatMap(({ now }) => [...asyncNames(now ?? "")]);
  return new Set(after.filter((name) => !before.has(name)));
}

const inside = String.raw`((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)`;
/** What waiting adds to a text, and what is there without it. An expectation that nobody waits for is not among them. */
const waiting: readonly (readonly [RegExp, string])[] = [
  [/\b(?:await|return)\s+assert\.rejects\b/g, "assert.throws"],
  [new RegExp(String.raw`\bawait\s+expect\(${inside}\)\s*\.(?:resolves|rejects)\b`, "g"), "expect($1)"],
  [new RegExp(String.raw`\basyncio\.run\(${inside}\)`, "g"), "$1"],
  [/\(\s*await\s+((?:[^()]|\([^()]*\))+)\)(?=[.[])/g, "$1"],
  [/^[ \t]*@pytest\.mark\.(?:asyncio|anyio)\b.*$/gm, ""],
  [/\bawait\s+/g, ""],
  [/\basync\s+/g, ""],
  [/\(\)\s*=>\s*/g, ""],
  [/\.await\b/g, ""],
  [/\s+/g, ""],
];

const withoutWaiting = (text: string): string =>
  waiting.reduce((left, [shape, instead]) => left.replaceAll(shape, instead), text).replace(/[)\]};]+$/, "");

/** What a text waits for, by the name of the last function called. */
const waitedFor = (text: string): readonly string[] =>
  [...text.matchAll(/(?:\bawait\s+|\basyncio\.run\()\(?([\p{L}_$][\w$.?]*)\s*\(/gu)].flatMap(([, name = ""]) =>
    /^(?:expect|assert\.\w+|import)$/.test(name) ? [] : [name.split(/\??\./).at(-1) ?? ""],
  );

/**
 * Whether a test does nothing but wait where it did not: for functions that became asynchronous.
 */
export function onlyWaits(test: Texts, becameAsync: ReadonlySet<string>): boolean {
  const { old, now } = test;
  if (old === null || now === null || old === now || becameAsync.size === 0) return false;
  const before = waitedFor(old);
  const newly = waitedFor(now).filter((name) => !before.includes(name));
  const isKnown = newly.every((name) => becameAsync.has(name)) && [...becameAsync].some((name) => now.includes(name));
  return isKnown && withoutWaiting(old) === withoutWaiting(now);
}

/** Whether what stands above the tests of a file is as it was, but for what it imports. */
export function isHeadKept(file: Texts, firstLine: { readonly old: number; readonly now: number }): boolean {
  const head = (text: string | null, line: number): string =>
    linesBesideImports(
      (text ?? "")
        .split(/\r\n|\n|\r/)
        .slice(0, line - 1)
        .join("\n"),
    ).join("\n");
  return head(file.old, firstLine.old) === head(file.now, firstLine.now);
}
