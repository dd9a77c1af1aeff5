import { oneLine } from "../base/printable.js";
import type { Evidence } from "../core/evidence.js";
import type { CheckResult } from "../evidence/tests/judge-run.js";

/** A check as it stood when the goal was set, and why it could not run, where that is known. */
type Stood = CheckResult & Pick<Evidence, "tail" | "fix">;

/** What a person must know of the checks before they rely on them. `own` are the goal's, by their names. */
export function warnOfGoal(checks: readonly Stood[], own: readonly string[]): readonly string[] {
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

function describeSilent({ name, tail = [], fix }: Stood): string {
  const head = `${name} could not be run, so it never counts as passed: see that the command is right`;
  return [head, ...tail.map((line) => `  ${oneLine(line)}`), ...(fix ? [`  fix: ${oneLine(fix)}`] : [])].join("\n");
}
