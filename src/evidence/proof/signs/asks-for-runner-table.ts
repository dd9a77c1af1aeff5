import type { Pattern } from "./find-patterns.js";

const variable = "this code looks at a variable that test runners set";
const runner = "this code looks for a test runner";
const started = "this code looks at how it was started";
const names = String.raw`(?:NODE_TEST_CONTEXT|VITEST(?:_\w+)?|JEST_WORKER_ID|PYTEST_\w+|MOCHA_\w+|CYPRESS(?:_\w+)?|AVA_PATH|TEST_WORKER_INDEX|HARNESS_ACTIVE|BATS_\w+|RSPEC_\w+|RUST_TEST_\w+|NEXTEST(?:_\w+)?)`;

const variables: readonly Pattern[] = [
  {
    what: variable,
    // Taking a variable away from a child, or setting it, asks nothing.
    shape: new RegExp(
      [
        String.raw`(?<!delete [\w.]{0,40})\benv(?:ironment)?(?:\?\.|\.|\[["'${"`"}])${names}\b(?!["'${"`"}]?\]?\s*=(?![=>]))`,
        String.raw`\b(?:environ|ENV)(?:\.get\(|\.fetch\(|\[)\s*["']${names}["'](?!\]\s*=(?!=))`,
        String.raw`\b(?:[gG]et_?[eE]nv|LookupEnv|env::var(?:_os)?|fetchenv)\(\s*["']${names}["']`,
        String.raw`["']${names}["']\s+(?:not\s+)?in\s+(?:os\.environ|process\.env|env\b)`,
        String.raw`\{[^{}\n]{0,80}\b${names}\b[^{}\n]{0,80}\}\s*=\s*(?:process|import\.meta)\.env\b`,
        String.raw`\$\{?${names}\b`,
      ].join("|"),
      "g",
    ),
  },
  { what: runner, shape: /\bnpm_lifecycle_(?:event|script)\b["'\]]{0,2}[^\n]{0,40}["'`/]test\b/g },
];

const modules: readonly Pattern[] = [
  {
    languages: ["javascript"],
    what: runner,
    shape:
      /\btypeof\s+(?:jest|vi|vitest|describe|beforeEach|afterEach|expect|it)\b(?!\s*[.([])|\b(?:globalThis|global|window)(?:\.|\[["'])(?:jest|vi|describe|beforeEach|expect|it|__vitest\w*|__jest\w*)\b(?!["'\]]*\s*=(?![=>]))|["']__vitest_\w+["']/g,
  },
  // Tests within the source stand under this question, and under nothing else.
  { languages: ["javascript"], what: runner, shape: /(?<!^if \()\bimport\.meta\.vitest\b(?!\s*;?$)/gm },
  {
    languages: ["python"],
    what: runner,
    shape:
      /["'](?:_?pytest|unittest|nose|doctest)[\w.]*["']\s+(?:not\s+)?in\s+sys\.modules|\bsys\.modules(?:\.get\(|\[)\s*["'](?:_?pytest|unittest|nose)[\w.]*["'](?!\]\s*=(?!=))|\bany\([^\n]{0,80}(?:pytest|unittest)[^\n]{0,60}sys\.modules/g,
  },
  {
    languages: ["go"],
    what: runner,
    shape: /\btesting\.Testing\(\)|\bflag\.Lookup\(\s*"test\.|os\.Args\[0\][^\n]{0,40}"[^"\n]{0,10}\.test"/g,
  },
  { languages: ["rust"], what: runner, shape: /\bcfg!\(\s*(?:not\(\s*)?test\b/g },
  {
    languages: ["rust"],
    what: started,
    // Cargo builds tests into a folder of this name.
    shape: /\benv::(?:args(?:_os)?|current_exe)\(\)[^;{]{0,160}?"[^"\n]{0,40}\b(?:deps|test)\b[^"\n]{0,20}"/g,
  },
  { languages: ["ruby"], what: runner, shape: /\bdefined\?\(?\s*(?:::)?(?:RSpec|Minitest|Test::Unit)\b/g },
  {
    languages: ["java"],
    what: runner,
    shape:
      /\bClass\.forName\(\s*"(?:org\.junit|junit\.|org\.testng)|"surefire\.[\w.]+"|\bTestContext\.CurrentContext\b/g,
  },
  { what: started, shape: /\/proc\/(?:self|\$PPID|\$\{?(?:process\.)?ppid\}?)\/(?:cmdline|comm|environ)\b/g },
];

export const commandLine: readonly Pattern[] = [
  {
    what: started,
    shape:
      /\b(?:process\.(?:argv|execArgv)|sys\.argv|ARGV|os\.Args)\b[^\n]{0,60}?(?:includes|some|find\w*|join|indexOf|endsWith|match|HasSuffix|Contains|any\(|\bin\b|==)[^\n]{0,40}?["'`/](?:[^"'`/\n]{0,30}[^\w"'`/\n]|--)?(?:tests?|spec|jest|vitest|mocha|pytest|unittest)\b|["'](?:[^"'\n]{0,20}\W)?(?:pytest|unittest|--test)["']\s+in\s+(?:sys\.argv|" "\.join)/g,
  },
];

export const patterns = [...variables, ...modules];
