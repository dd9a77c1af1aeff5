import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";
import { findDialect, isNamedTest } from "../../checks/honest-tests/dialects-table.js";

/** What a file has to do with how the work is measured: it holds tests or their data, or it rules how they are run. */
export type Measure = "test" | "config" | null;

/** Files that rule how tests are run. What else builds or lints the project is left as it is. */
const runConfig =
  /(?:^|\/)(?:(?:vite|vitest|jest|playwright|cypress|karma|ava|wdio|web-test-runner|babel)\.(?:config|conf|workspace|setup)\.[\w.]+|\.(?:mocharc|nycrc|c8rc|taprc|babelrc)(?:\.\w+)?|\.(?:npmrc|yarnrc(?:\.yml)?|rspec|coveragerc)|bunfig\.toml|(?:\.?pytest|tox)\.(?:ini|toml)|conftest\.py|noxfile\.py|(?:site|user)customize\.py|phpunit\.xml(?:\.dist)?|\.proverc|setupTests\.[jt]sx?|testem\.[cm]?js(?:on)?|\.cargo\/config(?:\.toml)?|\.config\/nextest\.toml|(?:unittest|_?pytest|nose2?|pluggy)(?:\.py|\/__init__\.py)|(?:GNU)?[Mm]akefile|[Jj]ustfile|[Tt]askfile\.ya?ml|Rakefile|package\.json|pyproject\.toml|setup\.cfg|composer\.json|deno\.jsonc?)$/;
export const isRunConfig = (path: string): boolean => runConfig.test(path);

const testFolder = /(?:^|\/)(?:__tests__|__snapshots__|tests?|specs?|e2e|testdata)\/|\.(?:t|bats)$/;

export function measureOf(path: string, run: readonly string[]): Measure {
  if (run.includes(path) || isRunConfig(path)) return "config";
  const isTest =
    isNamedTest(path) || path.endsWith(".snap") || testFolder.test(path) || findDialect(path) !== undefined;
  // Rust keeps its tests beside the code: a file of both is the work.
  return isTest && !(path.endsWith(".rs") && !testFolder.test(path)) ? "test" : null;
}

/** Files that hold much else beside what rules tests. */
export const isMixedConfig = (path: string): boolean =>
  /(?:^|\/)(?:(?:package|composer|deno)\.jsonc?|pyproject\.toml|setup\.cfg|\.cargo\/config(?:\.toml)?)$/.test(path);

/**
 * A configuration as it counts for the tests: of files that hold much else, only scripts and the runners' settings are
 * those of the start. Null where it did not exist then.
 */
export function restoreConfig(path: string, old: string, now: string | null): string {
  if (now === null) return old;
  if (!isMixedConfig(path)) return old;
  if (/\.jsonc?$/.test(path)) return restoreJson(old === "" ? "{}" : old, now);
  return restoreSections(old, now, /\.cargo\//.test(path) ? cargoSection : testSection);
}

const jsonKeys = ["scripts", "tasks", "test", "jest", "mocha", "ava", "vitest", "nyc", "c8", "tap", "config"];

function restoreJson(old: string, now: string): string {
  const [before, after] = [parse(old), parse(now)];
  if (!before || !after) return old;
  if (jsonKeys.every((key) => JSON.stringify(before[key]) === JSON.stringify(after[key]))) return now;
  const own = Object.fromEntries(jsonKeys.map((key) => [key, restoreKey(key, before[key], after[key])]));
  return `${JSON.stringify({ ...after, ...own }, null, 2)}\n`;
}

function restoreKey(key: string, before: unknown, after: unknown): unknown {
  if ((key !== "scripts" && key !== "tasks") || !isRecord(after)) return before;
  const old = isRecord(before) ? before : {};
  return { ...newScripts(after, old), ...old };
}

/** New scripts stay: nothing ran them before. But a `pretest` runs with every `test`. */
const newScripts = (after: Record<string, unknown>, old: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(after).filter(([name]) => !isHook(name, old)));

function isHook(name: string, old: Record<string, unknown>): boolean {
  const [, script] = /^(?:pre|post)(.+)$/.exec(name) ?? [];
  return script !== undefined && Object.hasOwn(old, script);
}

function parse(text: string): Record<string, unknown> | null {
  const value = tryParseJson(text);
  return isRecord(value) ? value : null;
}

const testSection = /^\[(?:tool[.:](?:pytest|coverage|tox|nose|hatch\.envs|pdm\.scripts|poe)\b|pytest\b|tox\b|testenv)/;

/** What starts tests instead of themselves, and what they find in their environment. */
const cargoSection = /^\[(?:target\b|env\b|alias\b|test\b)/;

/** The sections about tests of the one text, and all others of the other. */
function restoreSections(old: string, now: string, section: RegExp): string {
  const ofTests = (text: string): readonly string[] => sectionsOf(text).filter((part) => section.test(part));
  if (ofTests(old).join("") === ofTests(now).join("")) return now;
  const others = sectionsOf(now).filter((part) => !section.test(part));
  return [...others, ...ofTests(old)].map((part) => (part.endsWith("\n") || part === "" ? part : `${part}\n`)).join("");
}

const sectionsOf = (text: string): readonly string[] => text.split(/^(?=\[)/m);
