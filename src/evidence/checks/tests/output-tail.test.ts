import { expect, it } from "vitest";
import { outputTail } from "./output-tail.js";

const counts =
  "1..1\n# tests 1\n# suites 0\n# pass 1\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 193.65\n";

it.each([
  [`ok 1 - shouts\n  ---\n  duration_ms: 1.2\n  type: 'test'\n  ...\n${counts}`, ["ok 1 - shouts"]],
  [`Error: no such file\n    at main.js:3\n${counts}`, ["Error: no such file", "at main.js:3"]],
  ["ℹ tests 3\nℹ fail 0\nlinting failed\n", ["linting failed"]],
  ["# tests that matter\n# fail early\n", ["# tests that matter", "# fail early"]],
  ["a\nb\nc\nd\ne\nf\n", ["b", "c", "d", "e", "f"]],
  ["# pass 1\n# fail 0\n", ["# pass 1", "# fail 0"]],
])("shows what happened, not what is counted: %j", (output, tail) => expect(outputTail(output)).toEqual(tail));
