import { checkKind } from "../../../decide/evidence.js";
import type { CommandPlan } from "../../plan.js";
import { runners } from "../../test-output/runners.js";

const testNames =
  /^(?:(?:unit|integration|e2e|smoke|acceptance|regression|all)[-_ ]?)?(?:tests?|specs?)$|^(?:unit|integration|e2e)$/i;
const otherNames = /^(?:build|compile|package|bundle|lint|format|fmt|style|types|type-?check)\b/i;
/** Programs that run tests among other things, and say so. */
const others =
  /(?:^|[ /])node\b.{0,80} --test\b|\b(?:go|cargo|dotnet|mix|swift|deno|bun|flutter|dart|mvn|gradle|gradlew|mvnw|sbt|npm|pnpm|yarn|make|just|rake|composer|zig|forge|bazel|meson|dune|cabal|nx|turbo)\s(?:.{0,80}\s)?(?:run\s)?test\b/;
const programs = runners.flatMap(({ commands }) => commands);
const known = new RegExp(`(?:^|[ /])(?:${programs.join("|")})(?:$|[ .])`);

/** Whether a check is one of tests, by its name or by what it runs: then its output counts beside its exit status. */
export function looksLikeTests(name: string, words: readonly string[]): boolean {
  return testNames.test(checkKind(name)) || runsTests(words.join(" ").slice(0, 400));
}

const runsTests = (command: string): boolean => known.test(command) || others.test(command);

/** What counts of a check of which nobody said so. */
export function guessWhatItReads(name: string, words: readonly string[]): CommandPlan["reads"] {
  if (looksLikeTests(name, words)) return "tests";
  return otherNames.test(name) ? "status" : "either";
}
