import { isEntry } from "./entry.js";
import type { SignFinder, Suspect } from "./sign.js";
import type { SourceText } from "./source-text.js";

const what = "this module ends the process when it is loaded, as if all were well";
/** Ending with an error fails the tests by itself. */
const nothing = String.raw`\(\s*(?:[+-]?0|false|null|None|undefined)?\s*\)`;
const exits: Readonly<Partial<Record<SourceText["language"], RegExp>>> = {
  javascript: new RegExp(String.raw`\bprocess\.(?:exit|reallyExit)${nothing}|\bDeno\.exit${nothing}`, "g"),
  python: new RegExp(
    String.raw`(?<![.\w])(?:sys\.exit|os\._exit|exit|quit)${nothing}|\braise\s+SystemExit\b(?!\s*\(\s*[^0)\s])`,
    "g",
  ),
  go: /\bos\.Exit\(\s*0\s*\)/g,
  ruby: /(?<![.\w])exit!?(?:\s*\(?\s*(?:0|true)\s*\)?)?\s*$/gm,
};

/** Tests that never ran did not fail. */
export const exitsOnLoad: SignFinder = {
  name: "exits",
  strength: "strong",
  summary: "exits when it is loaded",
  find(source, all) {
    const shape = exits[source.language];
    const found = shape ? [...source.bare.matchAll(shape)].filter(({ index }) => isAtLoad(source, index)) : [];
    if (found.length === 0 || isEntry(source, all)) return [];
    return found.map((each): Suspect => ({ at: each.index, text: each[0], what }));
  },
};

function isAtLoad({ bare, language }: SourceText, at: number): boolean {
  if (language === "javascript") return openBlocks(bare, at).every((head) => runsAtOnce(head));
  if (language === "go") return openBlocks(bare, at).some((head) => /^func\s+init\s*\(\s*\)\s*$/.test(head));
  return indentedUnder(bare, at).every((head) =>
    language === "ruby"
      ? /^(?:if|unless|else|elsif|begin|rescue|ensure|while|until)\b/.test(head) && !/\$0|PROGRAM_NAME/.test(head)
      : /^(?:if|elif|else|try|except|finally|with|for|while)\b/.test(head) && !/__name__/.test(head),
  );
}

const mainGuard = /\brequire\.main\b|\bimport\.meta\.(?:main|url|filename)\b|\bprocess\.argv\b/;
const scheduled =
  /(?:^|[^\w.])(?:setTimeout|setImmediate|queueMicrotask|process\.nextTick)\(\s*(?:async\s*)?(?:\(\s*\)\s*=>|function\s*\w*\s*\(\s*\))\s*$/;
const calledAtOnce = /^[\s;!+]*\(\s*(?:function\s*\w*\s*\([^)]*\)|\([^)]*\)\s*=>)\s*$/;

/** Whether a block runs while its file is loaded: under a condition, called on the spot, or a moment later. */
function runsAtOnce(head: string): boolean {
  if (mainGuard.test(head)) return false;
  return (
    /^\s*(?:\}\s*)?(?:if|else|try|catch|finally|for|while|do|switch)\b(?!.*=>)|^\s*$/.test(head) ||
    scheduled.test(head) ||
    calledAtOnce.test(head)
  );
}

/** What stands before each brace that is open at a place, from the outside in. */
function openBlocks(bare: string, at: number): readonly string[] {
  const open: number[] = [];
  for (let place = 0; place < at; place++)
    if (bare[place] === "{") open.push(place);
    else if (bare[place] === "}") open.pop();
  const heads = open.map((place) => headBefore(bare, place));
  // An arrow without braces is a function, too.
  const own = headBefore(bare, at);
  return own.includes("=>") || /^\s*if\b/.test(own) ? [...heads, own] : heads;
}

const headBefore = (bare: string, place: number): string => {
  const before = bare.slice(Math.max(0, place - 400), place);
  return before.slice(Math.max(before.lastIndexOf(";"), before.lastIndexOf("{"), before.lastIndexOf("}")) + 1).trim();
};

/** The lines that a place is indented under, from the inside out. */
function indentedUnder(bare: string, at: number): readonly string[] {
  const lines = bare.slice(0, at).split("\n");
  let depth = indentOf(lines.at(-1) ?? "");
  const heads: string[] = [];
  const own = (lines.at(-1) ?? "").trim();
  if (own !== "" && /:$/.test(own)) heads.push(own);
  for (const line of lines.slice(0, -1).reverse())
    if (depth > 0 && line.trim() !== "" && indentOf(line) < depth) {
      depth = indentOf(line);
      heads.push(line.trim());
    }
  return heads;
}

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;
