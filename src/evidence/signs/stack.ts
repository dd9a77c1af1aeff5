import { findPatterns, type Pattern } from "./find-patterns.js";
import type { SignFinder } from "./sign.js";
import type { SourceText } from "./source-text.js";

const caller = "this code looks at who calls it";

/** Printing the stack of an error, or giving one its stack, is ordinary code. */
const patterns: readonly Pattern[] = [
  {
    languages: ["javascript"],
    on: "bare",
    what: caller,
    shape:
      /\bnew\s+Error\b(?:\([^()\n]{0,80}\))?\s*\)?\s*(?:!|\?)?\.\s*stack\b|(?<![.\w])Error\([^()\n]{0,80}\)\s*\??\.\s*stack\b|\.stack\b\s*[!?]?\.\s*(?:includes|match|matchAll|search|indexOf|startsWith|endsWith)\(|\.test\(\s*[\w.?!]{1,60}\.stack\b|\bError\.prepareStackTrace\s*=(?![=>])|\bgetCallSites?\(|\barguments\.callee\.caller\b/g,
  },
  {
    languages: ["javascript"],
    what: caller,
    shape:
      /(?:\bfrom|\brequire\(|\bimport\()\s*["'](?:callsites?|caller|caller-path|caller-callsite|stack-trace|parent-module)["']/g,
  },
  {
    languages: ["python"],
    on: "bare",
    what: caller,
    shape:
      /\binspect\.(?:stack|currentframe|getouterframes|trace)\(|\b(?:sys\.)?_getframe\(|\btraceback\.(?:extract_stack|walk_stack|format_stack)\(|\.f_back\b/g,
  },
  { languages: ["go"], on: "bare", what: caller, shape: /\bruntime\.Callers?(?:Frames)?\(/g },
  { languages: ["go"], what: caller, shape: /\bContains\(\s*(?:string\(\s*)?debug\.Stack\(\)/g },
  { languages: ["rust"], what: caller, shape: /\bBacktrace::\w+\(\)[^\n;]{0,40}\.contains\(/g },
  {
    languages: ["java"],
    on: "bare",
    what: caller,
    shape:
      /\bcurrentThread\(\)\s*\.\s*getStackTrace\(|\bnew\s+(?:Throwable|Exception)\(\s*\)\s*\.\s*getStackTrace\(|\bStackWalker\b|\bnew\s+StackTrace\(|\bdebug_backtrace\(/g,
  },
  {
    languages: ["ruby"],
    on: "bare",
    what: caller,
    shape:
      /(?<![.\w:@])caller(?:_locations)?(?:\([^)\n]{0,20}\))?\s*(?:\.(?:any\?|grep|find|include\?|first|join|map)|\[)/g,
  },
];

/** Code that answers by who asks. A tracing library does so with good reason: the setting `signs` names it. */
export const stack: SignFinder = {
  name: "stack",
  strength: "strong",
  summary: "inspects the stack of calls",
  find: (source) => findPatterns(source, patterns).filter(({ at }) => !givesModule(source, at)),
};

/** A class that is made at run time is given the module of its maker, as named tuples are. */
function givesModule({ code }: SourceText, at: number): boolean {
  const rest = code.slice(at, at + 500);
  const around = code.slice(code.lastIndexOf("\n", at) + 1, at) + rest;
  return (
    /^(?:sys\.)?_getframe\(/.test(rest) &&
    /\.__module__\s*=(?!=)/.test(rest) &&
    !/\bf_(?:code|back|lineno)\b|\bco_\w+|test/i.test(around)
  );
}
