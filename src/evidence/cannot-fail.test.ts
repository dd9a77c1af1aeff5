import { describe, expect, it } from "vitest";
import { cannotFail, commandCannotFail, isPlaceholder } from "./cannot-fail.js";

describe("a script that cannot fail", () => {
  it.each([
    "true",
    ":",
    "",
    "exit 0",
    "exit",
    "echo done",
    "echo 'a; b' \"c && d\"",
    "echo TODO && exit 0",
    "printf '%s' x",
    "A=1 echo x",
    "jest || true",
    "jest || :",
    "jest || exit 0",
    "jest || echo 'ignored'",
    "jest; true",
    "jest\ntrue",
    "jest ; exit 0",
    "exit 0; jest",
    "tsc && jest || true",
    "jest &",
    "echo x 2>&1 >/dev/null",
    "jest | true",
    "false || true",
    "true # jest",
    "echo a \\\n b",
  ])("%j", (script) => {
    expect({ cannotFail: cannotFail(script), isPlaceholder: isPlaceholder(script) }).toEqual({
      cannotFail: true,
      isPlaceholder: false,
    });
  });

  it.each([
    "jest",
    "npm run build && echo done",
    "echo start && npm run build",
    "echo start; npm run build",
    "eslint . || exit 1",
    "eslint . || exit $?",
    "jest; exit",
    "jest; exit $?",
    "jest || exit 1; true",
    "jest || true && tsc",
    "true && jest",
    "true || true; jest",
    "set -e; jest; true",
    "set -euo pipefail\njest | tee log\ntrue",
    "jest | tee log",
    "server & jest",
    "(jest || true) && tsc",
    "if jest; then true; else exit 1; fi",
    "! grep -r TODO src",
    'test -z "$(git status --porcelain)"',
    "echo x > dist/out.txt",
    "echo 'unclosed",
    "node -e 'process.exit(1)' '|| true'",
    "jest '|| true'",
    "jest \\|\\| true",
    "./true",
  ])("not %j", (script) => {
    expect({ cannotFail: cannotFail(script), isPlaceholder: isPlaceholder(script) }).toEqual({
      cannotFail: false,
      isPlaceholder: false,
    });
  });

  it.each(['echo "Error: no test specified" && exit 1', "echo TODO; exit 1", "exit 1", "false"])(
    "a placeholder: %j",
    (script) => {
      expect({ cannotFail: cannotFail(script), isPlaceholder: isPlaceholder(script) }).toEqual({
        cannotFail: false,
        isPlaceholder: true,
      });
    },
  );

  it.each([
    [["true"], true],
    [["/bin/true"], true],
    [["echo", "1 passed"], true],
    [["sh", "-c", "jest || true"], true],
    [["bash", "-lc", "jest; true"], true],
    [["bash", "-ec", "jest; true"], false],
    [["sh", "-c", "jest"], false],
    [["sh", "run-tests.sh"], false],
    [["jest", "||", "true"], false],
    [["npm", "test"], false],
    [["node", "-c", "true"], false],
  ])("the command %j: %s", (words, expected) => {
    expect(commandCannotFail(words)).toBe(expected);
  });
});
