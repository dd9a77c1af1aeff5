import { describe, expect, it } from "vitest";
import { foundIn } from "../../../../test/evidence/signs/found-in.js";

describe("code that inspects the stack", () => {
  it.each([
    ["src/a.js", 'if (new Error().stack.includes("spec")) return 1;'],
    ["src/a.js", "const caller = new Error().stack?.split('\\n')[2];"],
    ["src/a.js", "const where = (new Error).stack;"],
    ["src/a.js", "const o = {}; Error.captureStackTrace(o); if (o.stack.match(/test/)) return 1;"],
    ["src/a.js", "Error.prepareStackTrace = (_, sites) => sites;"],
    ["src/a.js", 'import callsites from "callsites";'],
    ["a.py", "caller = inspect.stack()[1]"],
    ["a.py", "frame = sys._getframe(1)"],
    ["a.py", "at = sys._getframe(1).f_code\nMade.__module__ = at.co_filename"],
    ["a.py", 'if "test" in sys._getframe(1).f_globals["__name__"]: return 1\nMade.__module__ = "a"'],
    ["a.py", "lines = traceback.extract_stack()"],
    ["a.go", "_, file, _, _ := runtime.Caller(1)"],
    ["A.java", "var frames = Thread.currentThread().getStackTrace();"],
    ["src/a.rs", 'if Backtrace::force_capture().to_string().contains("test") {'],
    ["a.rb", 'return 1 if caller.any? { |line| line.include?("spec") }'],
  ])("%s: %s", (path, text) => {
    expect(foundIn(path, text)).toEqual(["stack:1"]);
    expect(foundIn(path, text, ["stack"])).toEqual([]);
  });

  it.each([
    ["src/a.js", "log(error.stack);"],
    ["src/a.js", 'console.error(error.stack?.split("\\n").slice(0, 5).join("\\n"));'],
    [
      "src/errors.ts",
      "export class UserError extends Error {\n  constructor() {\n    super();\n    Error.captureStackTrace(this, UserError);\n  }\n}",
    ],
    ["src/a.js", "const stack = [];\nif (stack.includes(1)) stack.pop();"],
    ["src/a.js", "if (view.stack) show(view);"],
    ["a.py", "module = sys._getframe(1).f_globals.get('__name__')\nMade.__module__ = module"],
    ["a.py", "traceback.print_exc()"],
    ["a.py", "log(traceback.format_exc())"],
    ["a.go", "log.Print(string(debug.Stack()))"],
    ["A.java", "log(e.getStackTrace());"],
    ["src/a.rs", "let trace = Backtrace::capture();"],
    ["a.rb", "phone.caller.map { |x| x }"],
  ])("not %s: %s", (path, text) => expect(foundIn(path, text)).toEqual([]));

  it.each([
    { exceptions: ["stack:src/trace/**"], says: [] },
    { exceptions: ["src/trace/**"], says: [] },
    { exceptions: ["stack"], says: [] },
    { exceptions: ["stack:src/other/**"], says: ["stack:1"] },
    { exceptions: ["clock:src/trace/**"], says: ["stack:1"] },
    { exceptions: [], says: ["stack:1"] },
  ])("in a tracing library, with $exceptions: $says", ({ exceptions, says }) => {
    expect(foundIn("src/trace/span.ts", "const at = new Error().stack;", exceptions)).toEqual(says);
  });
});
