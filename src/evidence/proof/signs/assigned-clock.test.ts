import { describe, expect, it } from "vitest";
import { foundIn } from "../../../../test/evidence/signs/found-in.js";

describe("the clock or the end of the process assigned", () => {
  it.each([
    ["src/a.js", "Date.now = () => 0;"],
    ["src/a.js", "globalThis.Date = Fake;"],
    ["src/a.js", "performance.now = () => 1;"],
    ["src/a.js", "process.hrtime.bigint = () => 0n;"],
    ["src/a.js", "globalThis.setTimeout = (f) => f();"],
    ["src/a.js", "process.exit = () => {};"],
    ["src/a.js", "export const a = 1; process.exitCode = 0;"],
    ["src/a.js", 'process.on("exit", () => { process.exitCode = 0; });'],
    ["src/a.js", 'process.once("exit", end); function end() { process.exit(0); }'],
    ["a.py", "time.time = lambda: 0"],
    ["a.py", "sys.exit = print"],
    ["a.py", "def a(): os._exit(0)"],
    ["a.py", "atexit.register(sys.exit, 0)"],
    ["a.py", "atexit.register(lambda: sys.exit(0))"],
    ["a.rb", "at_exit { exit! }"],
    ["A.java", "Runtime.getRuntime().halt(0);"],
  ])("%s: %s", (path, text) => expect(foundIn(path, text)).toEqual(["clock:1"]));

  it.each([
    ["src/a.js", "const now = Date.now();"],
    ["src/a.js", "const clock = { now: Date.now };"],
    ["src/a.js", "if (Date.now === other) return;"],
    ["src/a.js", "this.Date = value;"],
    ["src/a.js", 'process.on("exit", () => cleanUp());'],
    ["src/a.js", 'process.on("exit", () => { if (failed) process.exitCode = 1; });'],
    ["src/cli.js", "process.exitCode = 0;"],
    ["src/a.js", "export const a = 1; process.exitCode = code;"],
    ["test/a.test.js", "Date.now = () => 0;"],
    ["a.py", "time.time()"],
    ["a.py", "start_time = time.time"],
    ["a.py", "if os.fork() == 0:\n    os._exit(0)\n"],
    ["a.py", "atexit.register(close)"],
    ["a.rb", "at_exit { socket.close }"],
  ])("not %s: %s", (path, text) => expect(foundIn(path, text)).toEqual([]));
});
