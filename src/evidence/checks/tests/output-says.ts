import { plainLine } from "../../important-lines.js";

const things = "(?:tests?|testcases?|specs?|suites?|examples?|scenarios?|assertions?)";
const speaks = new RegExp(String.raw`\b${things}\b|\b\d+ (?:skipped|pending|ignored|todo|passed|passing)\b`, "i");
/** "no tests found", "0 of 3 specs", "ran 0 tests", "tests: 0", but not "no tests failed". */
const empty = new RegExp(
  String.raw`(?<![\w.,])(?:0|no|zero|without)(?: \w+){0,3} (?:${things}|pass(?:ed|ing)?)\b(?! (?:have )?(?:fail|were skipped|skipped|broke))|\b(?:${things}|passed|ran)[ :=]{1,8}0(?![\d.])`,
  "i",
);
const skipped =
  /\b(?:all|[1-9]\d*)(?: \w+){0,2} (?:skipped|ignored|pending|deselected|filtered out)\b|\bskipping\b.*\btests?\b/i;
const idle = /\bis up to date\b|\bnothing (?:to|was|ran|has)\b/i;
/** An announcement that nothing follows: "Testing..." */
const announced = /\btesting\b.{0,80}(?:\.\.\.|…)$/i;
const passed = /\b(?:pass(?:ed|es|ing)?|ok|okay|succe(?:ss|eded|ssful|ssfully)|green)\b|[✓✔√✅]/i;
const counted = /\b[1-9]\d*(?: \w+){0,2} (?:pass(?:ed|es|ing)?|ok|succe(?:eded|ssful)|green)\b/i;
/** A runner's marks for its tests, cut off before it named any: "..", ".s." */
const marks = /^[.·•*sS]{1,200}$/;
/** A package manager's own lines: the script's name, and its command. */
const banner = /^(?:> |\$ )/;

/** A runner's own closing words for a suite without tests: "No tests found, exiting with code 1". */
const noTest =
  /^[\s✖×✗>|•-]{0,8}(?:error:? )?no (?:tests?|specs?|test (?:files?|suites?|cases?))\b(?: \w+){0,2} (?:found|ran|run|executed|collected|matched|discovered)\b/i;

/** Whether a runner says that it found no test, which many do with a nonzero exit status. */
export const saysNoTest = (output: string): boolean =>
  output.split(/\r\n|\n|\r/).some((line) => noTest.test(plainLine(line).slice(0, 400)));

/**
 * Reads output that no known runner printed. `none-ran`: it says that no test ran. `none-passed`: it mentions tests, or
 * stops before it does, and no pass. `other`: it does not contradict the exit status.
 */
export function outputSays(output: string): "none-ran" | "none-passed" | "other" {
  const lines = output
    .split(/\r\n|\n|\r/)
    .map((line) => plainLine(line).trim().slice(0, 400))
    .filter((line) => line !== "" && !banner.test(line));
  const has = (shape: RegExp): boolean => lines.some((line) => shape.test(line));
  if (has(counted)) return "other";
  if (has(empty) || has(skipped)) return "none-ran";
  return [speaks, idle, marks, announced].some(has) && !has(passed) ? "none-passed" : "other";
}
