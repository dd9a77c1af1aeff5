const testNames = /^(?:(?:unit|integration|e2e|smoke|acceptance|regression|all)[-_ ]?)?(?:tests?|specs?)$/i;
const runners =
  /(?:^|[ /])(?:vitest|jest|mocha|ava|jasmine|tap|pytest|unittest|nose2|tox|rspec|phpunit|pest|bats|ctest|nextest)(?:$|[ .])|(?:^|[ /])node\b.{0,80} --test\b|\b(?:go|cargo|dotnet|mix|swift|deno|bun|flutter|dart|mvn|gradle|gradlew|mvnw|sbt|npm|pnpm|yarn|make|just|rake|composer|zig)\s(?:.{0,80}\s)?(?:run\s)?test\b/;

/** Whether a check is one of tests, by its name or by what it runs: then its output counts beside its exit status. */
export function looksLikeTests(name: string, words: readonly string[]): boolean {
  return testNames.test(name) || runners.test(words.join(" ").slice(0, 400));
}
