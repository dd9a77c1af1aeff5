// Real commits as tasks: each is claimed as done in a clone of its own, by its subject and its body, and the built CLI is
// asked what proves it, as anybody would ask it. Prints one line per commit: proved, not proven or could not be measured,
// with the reason, the signs of cheating and the seconds; then how that compares with what a person read in the diffs.
//   node scripts/prove-commits.mjs --repo FOLDER [--commits FILE|N] [--check NAME=COMMAND]… [--prepare COMMAND]
//        [--tests PATTERN] [--set NAME=VALUE]… [--readings FILE] [--json] [--keep] [--cli FILE]
// --commits   the newest N that change source and tests, without merges (default 10), or a file with a hash per line
// --check     a check instead of those found in the project; {tests} stands for the test files that the commit changes
// --tests     what the path of a test file must match to be one of {tests}, such as '^src/' for those that need no build;
//             a commit without any is left out
// --prepare   runs in each clone before it is asked, such as "npm ci"
// --readings  a JSON list of {"commit", "reading"}: "proved", "nothing" (to prove) or "cannot" (be said)
// Exit status: 0, or 1 if the tool differs from more than 5 of 100 readings or a strong sign is seen, 2 if nothing ran.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { listCommits, readCommit } from "./prove-commits/commits.mjs";
import { measure } from "./prove-commits/measure.mjs";
import { compare, formatLine, formatSummary } from "./prove-commits/results.mjs";

const { values } = parseArgs({
  options: {
    repo: { type: "string" },
    commits: { type: "string", default: "10" },
    check: { type: "string", multiple: true, default: [] },
    tests: { type: "string", default: "" },
    prepare: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
    readings: { type: "string" },
    json: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    cli: { type: "string", default: fileURLToPath(new URL("../dist/cli.cjs", import.meta.url)) },
  },
});

function fail(why) {
  console.error(why);
  process.exit(2);
}

const cli = resolve(values.cli);
const repo = resolve(values.repo ?? "");
if (values.repo === undefined || !existsSync(repo)) fail("name a git repository: --repo FOLDER");
if (!existsSync(cli)) fail(`there is no ${cli}: build it with: npm run build`);

const asked = /^\d{1,6}$/.test(values.commits)
  ? listCommits(repo, Number(values.commits))
  : readFileSync(values.commits, "utf8").match(/^[0-9a-f]{7,40}\b/gm);
if (!asked || asked.length === 0) fail(`no commit of ${repo} changes source and tests`);
const readings = values.readings === undefined ? [] : JSON.parse(readFileSync(values.readings, "utf8"));

const wanted = new RegExp(values.tests);
const onlyTests = (commit) => ({ ...commit, tests: commit.tests.filter((path) => wanted.test(path)) });

const results = [];
for (const hash of asked) {
  const commit = onlyTests(readCommit(repo, hash));
  const reading = readings.find((each) => commit.hash.startsWith(each.commit))?.reading ?? null;
  const result = { ...measure(commit, { ...values, repo, cli, checks: values.check }), reading };
  results.push(result);
  console.log(values.json ? JSON.stringify(result) : formatLine(result));
}
if (!values.json) console.log(formatSummary(results));
const { measured, differing, strong } = compare(results);
if (measured.length === 0) process.exit(2);
process.exit(differing.length > measured.length * 0.05 || strong > 0 ? 1 : 0);
