import { describe, expect, it } from "vitest";
import { change, foundIn, tell } from "../../../../test/evidence/signs/found-in.js";

describe("code that reads tests or what they expect", () => {
  it.each([
    ["src/a.js", 'import { cases } from "../test/cases.js";', 1],
    ["src/a.js", 'const cases = require("../tests/cases.json");', 1],
    ["index.js", 'const cases = require("./test/cases.json");', 1],
    ["src/a.js", 'const text = readFileSync("test/sum.test.js", "utf8");', 1],
    ["src/a.js", 'const text = readFileSync(join(root, "src/sum.spec.ts"), "utf8");', 1],
    ["src/a.js", 'const file = join(__dirname, "../test/cases.json");\nconst text = readFileSync(file);', 1],
    ["src/a.js", 'const text = readFileSync(join(root, "test", "cases.json"));', 1],
    ["src/a.js", 'const answers = readFileSync("src/__snapshots__/a.snap", "utf8");', 1],
    ["src/a.js", 'for (const file of globSync("__tests__/**/*.js")) load(file);', 1],
    ["src/a.js", 'const right = JSON.parse(readFileSync("expected/one.json"));', 1],
    ["packages/a/src/a.ts", 'const all = await import("../test/all.js");', 1],
    ["app/a.py", "from tests.cases import CASES", 1],
    ["app/a.py", 'text = open("tests/test_sum.py").read()', 1],
    ["app/a.py", 'text = (Path(__file__).parent / "tests/cases.json").read_text()', 1],
    ["app/a.py", 'cases = importlib.import_module("tests.cases")', 1],
    ["app/a.py", 'text = open("te" + "sts/test_sum.py").read()', 1],
    [
      "app/a.py",
      'module = next((m for n, m in sys.modules.items() if n.endswith("_sum")), None)\nwanted = module.f.__code__.co_consts\n',
      1,
    ],
    ["app/a.py", 'module = next(m for n, m in sys.modules.items() if "test" in n)', 1],
    ["src/a.js", 'const tests = Object.keys(require.cache).find((path) => path.endsWith("sum.test.js"));', 1],
    ["a.go", 'text, _ := os.ReadFile("sum_test.go")', 1],
    ["a.go", 'text, _ := os.ReadFile("testdata/one.golden")', 1],
    ["src/a.rs", 'const CASES: &str = include_str!("../tests/cases.json");', 1],
    ["a.rb", 'text = File.read("spec/sum_spec.rb")', 1],
  ])("%s: %s", (path, text, line) => expect(foundIn(path, text)).toEqual([`reads-tests:${line}`]));

  it.each([
    ["src/a.js", 'const text = readFileSync("data/rates.json", "utf8");'],
    ["src/cli/a.js", 'import { judge } from "../evidence/tests/judge.js";'],
    ["src/find.js", 'const words = ["cargo", "test"];\nreadFileSync("Cargo.toml");'],
    ["src/find.js", "const isTest = /__tests__/.test(path);\nreadFileSync(path);"],
    ["src/find.js", 'const runner = project.has("conftest.py") ? "pytest" : null;'],
    ["src/a.js", 'import { latest } from "./latest/index.js";'],
    ["src/a.js", '// readFileSync("test/cases.json")'],
    ["app/a.py", 'text = open("contest/rates.csv").read()'],
    ["app/a.py", "module = sys.modules[__name__]\nnames = dir(module)"],
    ["app/a.py", 'if "pandas" in sys.modules:\n    import pandas'],
    ["app/a.py", "constants = function.__code__.co_consts"],
    ["src/a.js", "delete require.cache[require.resolve(path)];"],
    ["scripts/build.ts", 'import { queue } from "../test/lib/queue.ts";'],
    ["test/a.js", 'import { cases } from "../test/cases.js";'],
  ])("not %s: %s", (path, text) => expect(foundIn(path, text)).toEqual([]));

  it("counts in a tool that changed source loads", () => {
    const tool = change("scripts/cases.js", null, 'export const cases = require("../test/cases.json");');
    expect(tell([tool])).toEqual([]);
    expect(tell([tool, change("src/a.js", null, 'import { cases } from "../scripts/cases.js";')])).toEqual([
      "reads-tests:1",
    ]);
  });
});
