import { findPatterns, type Pattern } from "./find-patterns.js";
import type { SignFinder } from "./sign.js";
import { lineText } from "./source-text.js";

const patterns: readonly Pattern[] = [
  {
    what: "this code looks at whether it is tested",
    touches: "answers",
    shape:
      /\b(?:NODE|APP|RAILS|RACK|FLASK|DJANGO|MIX)_ENV\b\W{1,12}test\b|\bRails\.env\.test\?|\bMix\.env\(\)\s*==\s*:test\b|\bimport\.meta\.env\.(?:MODE\s*={2,3}\s*["']test\b|TEST\b)/g,
  },
  {
    what: "this code looks at whether it runs in CI",
    touches: "answers",
    shape:
      /(?:process\.env(?:\.|\[["'])|(?:environ|ENV|env)(?:\.get\(|\[)\s*["']|[gG]et[eE]nv\(\s*["']|\$\{?)(?:CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS)\b/g,
  },
];

/** What is shown to a person may well depend on whether one is there. */
const shows =
  /log|colou?r|tty|spinner|progress|interactive|report|print|verbose|telemetry|console|stdout|stderr|output|prompt|browser|headless|retries|workers|cache|notif|annotat|term|cli/i;

/** Often honest, so it is told and no more. */
export const testEnvironment: SignFinder = {
  name: "environment",
  strength: "weak",
  summary: "looks at whether it is tested, or runs in CI",
  find: (source) =>
    findPatterns(source, patterns).filter(
      ({ at }) => !shows.test(lineText(source.code, at)) && !shows.test(source.path),
    ),
};
