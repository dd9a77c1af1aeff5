import { type CheckResult, exactState } from "../evidence/checks/tests/judge-run.js";
import { oneLine } from "../lib/text/printable.js";

/** What a person must know of the checks before they rely on them. `own` are the goal's, by their names. */
export function warnOfGoal(checks: readonly CheckResult[], own: readonly string[]): readonly string[] {
  const red = checks.filter(({ state }) => state === "fails").map(({ name }) => name);
  const green = checks.filter(({ state }) => state === "holds").map(({ name }) => name);
  const silent = checks.filter(({ state }) => state !== "holds" && state !== "fails");
  return [...describeGreen(green, red, own), ...silent.map(describeSilent)];
}

/** With a red check beside it, a green one of the project is as it should be. */
function describeGreen(green: readonly string[], red: readonly string[], own: readonly string[]): readonly string[] {
  const told = red.length === 0 ? green : green.filter((name) => own.includes(name));
  if (told.length === 0) return [];
  const [verb, subject] = told.length === 1 ? ["passes", "it"] : ["pass", "they"];
  const head = `${told.join(", ")} ${verb} already: ${subject} cannot show that the goal is met`;
  if (red.length > 0) return [`${head}; ${red.join(", ")} can`];
  return [`${head}: the stop will be called done, not proven. Give a --check that fails until the goal is met`];
}

function describeSilent(check: CheckResult): string {
  const { name, why, tail = [], fix } = check;
  if (exactState(check) === "empty") return `${name} ran no test: it cannot show that the goal is met`;
  const head = `${name} cannot run, so it never counts as passed: ${oneLine(why ?? "see that the command is right")}`;
  return [head, ...tail.map((line) => `  ${oneLine(line)}`), ...(fix ? [`  fix: ${oneLine(fix)}`] : [])].join("\n");
}
