import type { Pattern } from "./find-patterns.js";

const caller = "this code looks at who calls it";

/** Printing the stack of an error, or giving one its stack, is ordinary code. */
export const patterns: readonly Pattern[] = [
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
