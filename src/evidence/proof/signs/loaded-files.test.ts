import { describe, expect, it } from "vitest";
import { Place } from "../../../../test/evidence/place.js";
import { change, tell } from "../../../../test/evidence/signs/found-in.js";
import { lookAtWorkspace } from "../../workspace/state.js";
import { findLoaded, loads } from "./loaded-files.js";

describe("whether a file loads another one", () => {
  it.each<[string, string, string, boolean]>([
    ["test/a.test.js", 'import { a } from "../tools/a.js";', "tools/a.js", true],
    ["test/a.test.ts", 'import { a } from "../tools/a.js";', "tools/a.ts", true],
    ["test/a.test.cjs", 'const { a } = require("../tools/a");', "tools/a.js", true],
    ["src/a.js", 'export * from "../tools/a.js";', "tools/a.js", true],
    ["src/a.js", 'import { a } from "./a.js";', "tools/a.js", false],
    ["src/a.js", '// import { a } from "../tools/a.js";', "tools/a.js", false],
    ["src/a.js", 'spawn("node", ["../tools/a.js"]);', "tools/a.js", false],
    ["test_a.py", "from tools.a import a", "tools/a.py", true],
    ["test_a.py", "from tools import a", "tools/a.py", true],
    ["test_a.py", "import tools.a", "tools/a.py", true],
    ["test_a.py", "import tools", "tools/__init__.py", true],
    ["packages/one/tests/test_a.py", "from tools.a import a", "packages/one/tools/a.py", true],
    ["test_a.py", "from other.a import a", "tools/a.py", false],
    ["tools/a_test.go", "package a", "tools/a.go", true],
    ["other/b_test.go", "package b", "tools/a.go", false],
    ["spec/a_spec.rb", 'require_relative "../tools/a"', "tools/a.rb", true],
    ["spec/a_spec.rb", 'require_relative "../tools/b"\na = 1', "tools/a.rb", false],
  ])("%s: %s", (path, text, file, is) => expect(loads({ path, text }, file)).toBe(is));
});

describe("code in a folder of tools", () => {
  const ends = "import sys\n\n\ndef double(number):\n    return 1\n\n\nsys.exit(0)\n";
  const told = async (files: Readonly<Record<string, string>>, isRun?: (path: string) => boolean) => {
    const place = new Place();
    for (const [path, text] of Object.entries(files)) place.write(path, text);
    const work = [change("tools/double.py", null, ends)];
    return tell(work, [], await findLoaded(work, await lookAtWorkspace(place.path), isRun));
  };

  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["nothing loads", {}, []],
    ["a test loads", { "test_double.py": "from tools.double import double\n" }, ["exits:8"]],
    ["the product loads", { "app/main.py": "from tools.double import double\n" }, ["exits:8"]],
    ["another tool loads", { "scripts/all.py": "from tools.double import double\n" }, []],
    ["a test beside it loads", { "tools/test_double.py": "from tools.double import double\n" }, ["exits:8"]],
    ["a test only speaks of", { "test_double.py": "# from tools.double import double\n" }, []],
  ])("that %s", async (_, files, signs) => expect(await told(files)).toEqual(signs));

  it("that what a check runs loads", async () => {
    const files = { "scripts/check.py": "from tools.double import double\n" };
    expect(await told(files, (path) => path === "scripts/check.py")).toEqual(["exits:8"]);
  });
});
