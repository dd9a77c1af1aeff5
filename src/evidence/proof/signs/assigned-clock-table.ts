import type { Pattern } from "./find-patterns.js";

const clock = "this code replaces the clock";
const exit = "this code replaces how the process ends, or what it ends with";

export const patterns: readonly Pattern[] = [
  {
    languages: ["javascript"],
    on: "bare",
    what: clock,
    shape:
      /(?<![.\w])(?:globalThis\.|global\.|window\.)?(?:Date\.now|performance\.now|process\.(?:hrtime(?:\.bigint)?|uptime)|Date\.prototype\.getTime)\s*=(?![=>])|\b(?:globalThis|global|window)\.(?:Date|setTimeout|setInterval|setImmediate|queueMicrotask|performance)\s*=(?![=>])|^[ \t]*Date\s*=(?![=>])/gm,
  },
  {
    languages: ["javascript"],
    on: "bare",
    what: exit,
    shape:
      /\bprocess\.(?:exit|reallyExit|abort|kill|emit)\s*=(?![=>])|\bprocess\.reallyExit\(|\bdefineProperty\(\s*process\b/g,
  },
  {
    languages: ["python"],
    on: "bare",
    what: clock,
    shape:
      /(?<![.\w])(?:time\.(?:time|monotonic|perf_counter|time_ns|sleep|process_time)|datetime\.(?:datetime|date)(?:\.now)?)\s*=(?!=)|\bsetattr\(\s*(?:time|datetime)\b/g,
  },
  {
    languages: ["python"],
    on: "bare",
    what: exit,
    shape: /(?<![.\w])(?:sys\.exit|os\._exit|os\.abort)\s*=(?!=)|\bsetattr\(\s*sys\s*,/g,
  },
  {
    languages: ["ruby"],
    on: "bare",
    what: exit,
    shape:
      /\bat_exit\s*(?:do|\{)[^}]{0,200}?\b(?:exit!?|abort)\b|\bdef\s+(?:Time\.now|Kernel\.exit|Process\.clock_gettime)\b/g,
  },
  {
    languages: ["java"],
    on: "bare",
    what: exit,
    shape: /\bgetRuntime\(\)\s*\.\s*halt\(|\bSystem\.setSecurityManager\(/g,
  },
];

export const exitsWell: readonly Pattern[] = [
  { languages: ["javascript"], on: "bare", what: exit, shape: /\bprocess\.exitCode\s*=\s*(?:0|undefined)\b/g },
];
export const leavesAtOnce: readonly Pattern[] = [
  { languages: ["python"], on: "bare", what: exit, shape: /\bos\._exit\(\s*(?:0\s*)?\)/g },
];
