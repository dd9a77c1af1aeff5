import { describe, expect, it } from "vitest";
import { change, foundIn, tell } from "../../../../test/evidence/signs/found-in.js";

describe("code that asks for a test runner by name", () => {
  it.each([
    ["src/a.js", "export const a = process.env.NODE_TEST_CONTEXT ? 1 : 2;"],
    ["src/a.ts", "if (process.env['VITEST']) return 1;"],
    ["src/a.ts", "if (env?.JEST_WORKER_ID) return 1;"],
    ["src/a.ts", "const { VITEST } = process.env;"],
    ["src/a.ts", 'if ("VITEST" in process.env) return 1;'],
    ["src/a.ts", 'if (process.env.npm_lifecycle_event === "test") return 1;'],
    ["src/a.ts", 'if (typeof describe === "function") return 1;'],
    ["src/a.ts", "const tested = import.meta.vitest ? 1 : 2;"],
    ["src/a.js", 'export const a = process.argv.some((word) => word.includes("jest"));'],
    ["src/a.js", 'export const a = process.argv.includes("test");'],
    ["src/a.js", 'export const a = process.execArgv.includes("--test");'],
    ["a.py", 'if "pytest" in sys.modules:'],
    ["a.py", 'if sys.modules.get("unittest"):'],
    ["a.py", 'if os.environ.get("PYTEST_CURRENT_TEST"):'],
    ["a.py", 'if "PYTEST_CURRENT_TEST" in os.environ:'],
    ["a.go", "if testing.Testing() {"],
    ["a.go", 'if flag.Lookup("test.v") != nil {'],
    ["src/a.rs", "if cfg!(test) {"],
    ["src/a.rs", 'if std::env::args().next().unwrap_or_default().contains("/deps/") {'],
    ["src/a.rs", 'let at = env::current_exe()?.to_string_lossy().contains("/deps/");'],
    ["a.rb", "return 1 if defined?(RSpec)"],
    ["A.java", 'Class.forName("org.junit.Test");'],
    ["a.sh", "case $(cat /proc/$PPID/cmdline) in"],
  ])("%s: %s", (path, text) => {
    expect(foundIn(path, text)).toEqual(["runner:1"]);
    expect(tell([change(path, `  ${text}`, text)])).toEqual([]);
    expect(tell([change(path, "", `\n${text}\n`)])).toEqual(["runner:2"]);
  });

  it.each([
    ["src/a.js", "const verbose = process.env.VERBOSE;"],
    ["src/a.js", "// process.env.VITEST is not read here"],
    ["src/a.js", 'const hidden = ["VITEST", "JEST_WORKER_ID"];'],
    ["src/a.js", "delete process.env.VITEST;"],
    ["src/a.js", 'env.VITEST = "true";'],
    ["src/a.js", "if (import.meta.vitest) {\n  const { it } = import.meta.vitest;\n}"],
    ["src/a.js", 'export const [name = "test"] = process.argv.slice(2);'],
    ["src/cli.js", 'if (process.argv.includes("test")) runTests();'],
    ["src/a.js", "const it = items[0];\nif (typeof it.next === 'function') it.next();"],
    ["a.py", "import unittest"],
    ["a.sh", "cat /proc/cpuinfo"],
    ["src/a.rs", "#[cfg(test)]\nmod tests {\n    fn a() { if cfg!(test) {} }\n}"],
  ])("not %s: %s", (path, text) => expect(foundIn(path, text)).toEqual([]));

  it("is seen behind the tests of a Rust file, too", () => {
    const text = "#[cfg(test)]\nmod tests {\n    fn a() {}\n}\npub fn b() -> bool { cfg!(test) }";
    expect(foundIn("src/a.rs", text)).toEqual(["runner:5"]);
  });
});
