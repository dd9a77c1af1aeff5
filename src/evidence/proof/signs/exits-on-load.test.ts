import { describe, expect, it } from "vitest";
import { change, foundIn, tell } from "../../../../test/evidence/signs/found-in.js";

describe("a module that exits when it is loaded", () => {
  it.each([
    ["src/a.js", "export const a = 1;\nprocess.exit(0);", 2],
    ["src/a.js", "module.exports = {};\nif (ready) {\n  process.exit();\n}", 3],
    ["src/a.js", "export const a = 1;\nsetTimeout(() => process.exit(0), 1);", 2],
    ["src/a.js", "export const a = 1;\nsetImmediate(() => {\n  process.exit(0);\n});", 3],
    ["src/a.js", "export const a = 1;\n(() => {\n  process.exit(0);\n})();", 3],
    ["a.py", "import sys\ndef a():\n    return 1\nsys.exit(0)\n", 4],
    ["a.py", "def a():\n    return 1\nif True:\n    raise SystemExit\n", 4],
    ["a.go", "func init() {\n\tos.Exit(0)\n}\nfunc A() {}", 2],
  ])("%s: %s", (path, text, line) => expect(foundIn(path, text)).toEqual([`exits:${line}`]));

  it.each([
    ["src/cli.js", "export const a = 1;\nprocess.exit(0);"],
    ["bin/run.js", "export const a = 1;\nprocess.exit(0);"],
    ["src/a.js", "#!/usr/bin/env node\nexport const a = 1;\nprocess.exit(0);"],
    ["seed.js", "await fill();\nprocess.exit(0);"],
    ["src/a.js", "export function stop() {\n  process.exit(0);\n}"],
    ["src/a.js", "export const stop = () => process.exit(0);"],
    ["src/a.js", "export const a = 1;\nif (!process.env.KEY) process.exit(1);"],
    ["src/a.js", "export const a = 1;\nif (require.main === module) {\n  process.exit(0);\n}"],
    ["src/a.js", "export const a = 1;\nserver.on('close', () => {\n  process.exit(0);\n});"],
    ["a.py", 'def main():\n    return 0\nif __name__ == "__main__":\n    sys.exit(0)\n'],
    ["a.py", "def stop():\n    sys.exit(0)\n"],
    ["__main__.py", "def a():\n    pass\nsys.exit(0)\n"],
    ["a.go", "func main() {\n\tos.Exit(0)\n}"],
  ])("not %s: %s", (path, text) => expect(foundIn(path, text)).toEqual([]));

  it("counts in a file without exports that changed source loads", () => {
    const quiet = change("src/quiet.js", null, "process.exit(0);");
    expect(tell([quiet])).toEqual([]);
    expect(tell([quiet, change("src/a.js", "", 'import "./quiet.js";')])).toEqual(["exits:1"]);
  });
});
