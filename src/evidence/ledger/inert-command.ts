/** Programs that read, or write only what their arguments name. */
const reading = new Set(
  "ls cat head tail wc grep rg egrep fgrep pwd cd echo printf true false test [ which type tree stat file du df date sleep diff cmp sort uniq cut tr jq nl less more basename dirname realpath readlink env export set ps kill mkdir touch".split(
    " ",
  ),
);

const gitReading = new Set(
  "status diff log show add commit branch rev-parse blame ls-files remote fetch tag".split(" "),
);

/** Runners of tests, builds and checks: what they write is not the list. */
const running =
  /^(?:(?:npm|pnpm|yarn|bun)\s+(?:ci|install|i|t|test|build|lint|typecheck|check|(?:run|run-script)\s+(?:-s\s+)?(?:test|build|lint|typecheck|check)\S*)|(?:npx\s+(?:--\S+\s+)*|pnpm\s+exec\s+|yarn\s+|bunx\s+)?(?:vitest|jest|mocha|ava|tsc|eslint|playwright|biome|prettier)|node\s+(?:--\S+\s+)*--test|(?:python3?\s+-m\s+|uv\s+run\s+|poetry\s+run\s+)?(?:pytest|unittest|mypy|ruff|tox)|python3?\s+--version|node\s+(?:--version|-v)|go\s+(?:test|build|vet|mod)|cargo\s+(?:nextest|test|build|check|clippy)|mvnw?\s+\S*\s*(?:test|verify|package)|(?:\.\/)?gradlew?\s+(?:test|build|check)|rspec|bundle\s+exec\s+rspec|phpunit|make(?:\s+(?:test|check|build|lint|all))?$|bats|dotnet\s+(?:test|build)|ctest|cmake|mix\s+test|swift\s+(?:test|build))(?=\s|$)/u;

/** Flags that let a checker change files. */
const fixes = /(?:^|\s)(?:--fix\S*|--write|-w|-u|--update\S*|format)(?=\s|$)/u;

/**
 * Whether a shell command is known to leave alone a file that it does not name. Only what is known counts: a script, code
 * on the command line, `sed -i`, `git checkout`, a pattern or a variable as the target may change any file.
 */
export function isInert(command: string, runners: "allowed" | "refused" = "allowed"): boolean {
  const text = command.replaceAll(/\\\r?\n/gu, " ");
  if (/\$\(|`|<<|<\(/u.test(text)) return false;
  const plain = text.replaceAll(/'[^']*'|"(?:[^"\\]|\\[\s\S])*"/gu, (quoted) => (/\$/u.test(quoted) ? "$" : "_"));
  if (/['"]/u.test(plain)) return false;
  const withoutRedirects = plain.replaceAll(/\d?>{1,2}\s*(?:&\d|[\w./-]+)|(?<!<)<\s*[\w./-]+/gu, " ");
  if (/[<>(){}]/u.test(withoutRedirects)) return false;
  return withoutRedirects.split(/&&|\|\||[;&|\n]/u).every((part) => isInertPart(part, runners));
}

function isInertPart(part: string, runners: "allowed" | "refused"): boolean {
  const text = part.trim().replace(/^(?:(?:\w+=\S*|time|env)\s+)+/u, "");
  if (text === "") return true;
  const [program = "", ...words] = text.split(/\s+/u);
  if (program === "git") return gitReading.has(words.find((word) => !word.startsWith("-")) ?? "");
  if (program === "find") return !words.some((word) => /^-(?:exec|ok|delete|fprint)/u.test(word));
  if (reading.has(program)) return !(program === "sort" && words.some((word) => word.startsWith("-o")));
  return runners === "allowed" && running.test(text) && !fixes.test(text);
}
