import { looksLikeTests } from "../tests/looks-like-tests.js";
import { holdsTests, type TextChange } from "./compare-tests.js";
import type { Suspicion } from "./suspicion.js";
import { type Weakening, weakenings } from "./weak-lines.js";

/** Files that say what a check looks at and how strict it is, and hold little else. */
const checkConfig =
  /(?:^|\/)(?:(?:vite|vitest|jest|playwright|cypress|karma|ava|wdio|eslint|stylelint|web-test-runner)\.(?:config|conf|workspace)\.[\w.]+|\.(?:mocharc|nycrc|c8rc|eslintrc|stylelintrc|jshintrc)(?:\.\w+)?|\.(?:eslintignore|coveragerc|flake8|pylintrc|rspec|simplecov|golangci\.\w+|rubocop\.yml|credo\.exs)|pytest\.ini|tox\.ini|mypy\.ini|\.?ruff\.toml|conftest\.py|noxfile\.py|phpunit\.xml(?:\.dist)?|phpstan\.neon|biome\.jsonc?|tsconfig(?:\.[\w-]+)?\.json|codecov\.ya?ml|tarpaulin\.toml|clippy\.toml)$/;
/** Files that do so among many other things: a mere edit of them tells nothing. */
const mixedConfig =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|(?:GNU)?[Mm]akefile|[Jj]ustfile|[Tt]askfile\.ya?ml|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|Rakefile|mix\.exs|deno\.jsonc?|\.gitlab-ci\.yml|azure-pipelines\.yml|Jenkinsfile|\.pre-commit-config\.yaml)$|(?:^|\/)\.(?:github\/workflows|circleci|husky)\//;

export const isCheckConfig = (path: string): boolean => checkConfig.test(path) || mixedConfig.test(path);

/** Files made of commands. Scripts of package.json are compared one by one. */
const commandFile =
  /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|[Tt]askfile\.ya?ml|composer\.json|Rakefile|\.gitlab-ci\.yml|azure-pipelines\.yml|Jenkinsfile|tox\.ini|noxfile\.py)$|(?:^|\/)\.(?:github\/workflows|circleci|husky)\//;

/** What became of files that rule a check. `run` are further files that a check's command names. */
export function compareConfig(changes: readonly TextChange[], run: readonly string[]): readonly Suspicion[] {
  return changes.flatMap(({ path, oldPath, old, now }): readonly Suspicion[] => {
    const isRun = run.includes(oldPath) && !holdsTests(oldPath, old);
    if (old === null || !(isRun || isCheckConfig(oldPath) || isCheckConfig(path))) return [];
    if (now === null) return [gone(oldPath, isRun)];
    const weak = [...weakenings(old, now, path), ...(isRun || commandFile.test(path) ? noLongerRun(old, now) : [])];
    if (weak.length > 0) return weak.map((each) => ({ kind: "check-weakened", file: path, ...each, veto: true }));
    if (!isRun && !checkConfig.test(path)) return [];
    return [{ kind: "edited", file: path, line: null, what: "the configuration of a check was edited", veto: false }];
  });
}

/** Lines that ran tests, and are gone without another that does. */
function noLongerRun(old: string, now: string): readonly Weakening[] {
  const running = (text: string): readonly string[] =>
    text.split(/\r\n|\n|\r/).filter((line) => !/^\s*(?:#|\/\/)/.test(line) && looksLikeTests("", [line.trim()]));
  const before = running(old);
  const after = running(now);
  if (after.length >= before.length) return [];
  const lost = before.find((line) => !after.includes(line));
  return lost === undefined ? [] : [{ line: null, what: `it no longer runs tests: ${lost.trim().slice(0, 160)}` }];
}

function gone(file: string, isRun: boolean): Suspicion {
  const what = isRun ? "a file that a check runs was deleted" : "the configuration of a check was deleted";
  return { kind: "check-weakened", file, line: null, what, veto: isRun || checkConfig.test(file) };
}
