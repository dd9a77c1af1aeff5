import { checkKind } from "../../core/evidence.js";
import type { CommandPlan } from "../plan.js";

const testNames =
  /^(?:(?:unit|integration|e2e|smoke|acceptance|regression|all)[-_ ]?)?(?:tests?|specs?)$|^(?:unit|integration|e2e)$/i;
const otherNames = /^(?:build|compile|package|bundle|lint|format|fmt|style|types|type-?check)\b/i;
const runners =
  /(?:^|[ /])(?:vitest|jest|mocha|ava|jasmine|tap|uvu|karma|wdio|testcafe|pytest|unittest|nose2|tox|behave|rspec|cucumber(?:-js)?|phpunit|pest|behat|bats|busted|elm-test|kaocha|ginkgo|ctest|nextest)(?:$|[ .])|(?:^|[ /])node\b.{0,80} --test\b|\b(?:go|cargo|dotnet|mix|swift|deno|bun|flutter|dart|mvn|gradle|gradlew|mvnw|sbt|npm|pnpm|yarn|make|just|rake|composer|zig|forge|bazel|meson|dune|cabal|nx|turbo)\s(?:.{0,80}\s)?(?:run\s)?test\b/;

/** Whether a check is one of tests, by its name or by what it runs: then its output counts beside its exit status. */
export function looksLikeTests(name: string, words: readonly string[]): boolean {
  return testNames.test(checkKind(name)) || runners.test(words.join(" ").slice(0, 400));
}

/** What counts of a check of which nobody said so. */
export function guessWhatItReads(name: string, words: readonly string[]): CommandPlan["reads"] {
  if (looksLikeTests(name, words)) return "tests";
  return otherNames.test(name) ? "status" : "either";
}
