import type { SeenSign } from "../../../decide/seen-sign.js";
import type { CheckPlan } from "../../plan.js";
import type { CheatingSign, Touches } from "./sign.js";

/** The weak signs that touch what turned green, answers of tests first. With them the work is not verified. */
export const weakSigns = (signs: readonly CheatingSign[], turnedGreen: ReadonlySet<Touches>): readonly SeenSign[] =>
  signs
    .filter(({ strength, touches }) => strength === "weak" && touches !== null && turnedGreen.has(touches))
    .toSorted((a, b) => Number(b.name === "pairs") - Number(a.name === "pairs"))
    .map(({ name, file, line, what }) => ({ kind: name, file, line, what }));

const kinds: readonly (readonly [Touches, RegExp])[] = [
  ["types", /\b(?:types?|type-?check|tsc|vue-tsc|tsd|mypy|pyright|pyre|flow|ty|build|javac|vet)\b|\bcargo check\b/],
  [
    "lint",
    /\b(?:lint|eslint|biome|oxlint|tslint|stylelint|ruff|flake8|pylint|clippy|golangci-lint|staticcheck|rubocop|phpstan|vet|warnings?)\b|-Dwarnings\b|-Werror\b|\bcargo check\b/,
  ],
  ["coverage", /\b(?:coverage|nyc|c8|cov)\b|--cov\b/],
];

const everything: readonly Touches[] = ["types", "lint", "coverage", "answers"];

/**
 * What silencing would turn a check green: by its name and its command. Tests are turned green by their answers; a check
 * that nobody can tell the kind of, by anything.
 */
export function touchesOf(
  plan: Pick<CheckPlan, "name"> & { readonly words?: readonly string[]; readonly reads?: string },
) {
  const words = [plan.name, ...(plan.words ?? [])].join(" ");
  const silenced = kinds.flatMap(([kind, shape]) => (shape.test(words) ? [kind] : []));
  if (plan.reads === "tests" || /\btests?\b/.test(words)) return new Set<Touches>([...silenced, "answers"]);
  return new Set<Touches>(silenced.length === 0 ? everything : silenced);
}
