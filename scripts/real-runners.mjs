// Really runs test runners on small suites whose truth is known, and reads what they print. Node's are installed from the
// registry, in several versions; others are used where they are installed (with --apt: installed by apt-get first).
// usage: node scripts/real-runners.mjs [--only NAME] [--apt] [--show]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    apt: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
  },
});
const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-runners-"));
const packages = [
  "golang-go",
  "ruby-rspec",
  "ruby-minitest",
  "phpunit",
  "elixir",
  "gradle",
  "bats",
  "cmake",
  "python3-pytest",
];
if (values.apt) spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { stdio: "inherit" });

/** What each kind of suite may be read as. A runner that dies after a dot has left nothing to recognise it by. */
const truths = {
  passing: ["pass"],
  failing: ["fail"],
  broken: ["fail"],
  crashing: ["fail", "unknown"],
  skipped: ["unknown"],
  empty: ["unknown"],
};

const js = (title, body, rest = "") => `${rest}\ntest(${JSON.stringify(title)}, ${body})\n`;
/** Suites for runners with a global `test(name, body)`; `skip` as each of them spells it. */
const jsSuites = (lead, { skip = "test.skip" } = {}) => ({
  passing: { "a.test.js": lead + js("handles errors", "() => {}") + js("fails never", "() => {}") },
  failing: { "a.test.js": lead + js("adds", "() => { throw new Error('3 is not 4') }") + js("empties", "() => {}") },
  broken: { "a.test.js": lead + js("adds", "() => {}"), "b.test.js": `${lead}test('x', () => {` },
  crashing: { "a.test.js": lead + js("adds", "() => {}") + js("dies", "() => { process.exit(3) }") },
  skipped: { "a.test.js": `${lead}${skip}('later', () => {})\n` },
});
const fails = { failing: { failed: 1, passed: 1 }, passing: { passed: 2 } };

const npm = (name, versions, { suites, command, env, empty = {}, extra = {}, also = [] }) =>
  versions.map((version) => ({
    name: `${name}@${version}`,
    install(folder) {
      writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "suites", private: true, ...extra }));
      return (
        run(folder, ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`, ...also])
          .status === 0
      );
    },
    suites: { ...suites, empty },
    counts: fails,
    command,
    env,
    modules: true,
  }));

const installed = (name, check, { suites, command, counts = fails }) => [
  { name, install: (folder) => run(folder, check).status === 0, suites, counts, command },
];

const python = {
  passing: { "test_a.py": "def test_errors(): pass\ndef test_fails(): pass\n" },
  failing: { "test_a.py": "def test_add(): assert 3 == 4\ndef test_empty(): pass\n" },
  broken: { "test_a.py": "import not_there\ndef test_add(): pass\n", "test_b.py": "def test_b(): pass\n" },
  crashing: { "test_a.py": "import os\ndef test_a(): pass\ndef test_b(): os._exit(3)\n" },
  skipped: { "test_a.py": "import pytest\n@pytest.mark.skip\ndef test_a(): pass\n" },
  empty: { "test_a.py": "" },
};
const unit = (body, head = "") => ({ "test_a.py": `import unittest, os\n${head}class T(unittest.TestCase):\n${body}` });
const unittest = {
  passing: unit("  def test_a(self): pass\n  def test_b(self): pass\n"),
  failing: unit("  def test_a(self): self.assertEqual(3, 4)\n  def test_b(self): pass\n"),
  broken: unit("  def test_a(self): pass\n", "import not_there\n"),
  skipped: unit("  @unittest.skip('later')\n  def test_a(self): pass\n"),
  empty: unit("  pass\n"),
};
const goFile = (body) => ({
  "go.mod": "module demo\n\ngo 1.19\n",
  "a_test.go": `package demo\n\nimport ("testing"; "os")\n\nvar _ = os.Exit\nvar _ testing.T\n${body}`,
});
const go = {
  passing: goFile('func TestError(t *testing.T) { t.Log("FAIL: no") }\nfunc TestB(t *testing.T) {}\n'),
  failing: goFile('func TestAdd(t *testing.T) { t.Errorf("got 3") }\nfunc TestB(t *testing.T) {}\n'),
  broken: goFile("func TestAdd(t *testing.T) { missing() }\n"),
  crashing: goFile('func TestA(t *testing.T) {}\nfunc TestB(t *testing.T) { panic("no") }\n'),
  empty: goFile("func helper() {}\n"),
};
const cargoFile = (body) => ({
  "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
  "src/lib.rs": `#[cfg(test)]\nmod tests {\n${body}\n}\n`,
});
const cargo = {
  passing: cargoFile("#[test] fn error() {}\n#[test] fn b() {}"),
  failing: cargoFile("#[test] fn adds() { assert_eq!(3, 4); }\n#[test] fn b() {}"),
  broken: cargoFile("#[test] fn adds() { missing(); }"),
  crashing: cargoFile("#[test] fn a() {}\n#[test] fn b() { std::process::abort(); }"),
  skipped: cargoFile("#[test] #[ignore] fn a() {}"),
  empty: cargoFile(""),
};
const spec = (body) => ({ "spec/a_spec.rb": body });
const rspec = {
  passing: spec("describe('errors') { it('fails') {}; it('b') { expect(1).to eq 1 } }"),
  failing: spec("describe('cart') { it('adds') { expect(3).to eq 4 }; it('b') { expect(1).to eq 1 } }"),
  broken: spec("require 'not_there'\ndescribe('cart') { it('adds') {} }"),
  crashing: spec("describe('cart') { it('a') { expect(1).to eq 1 }; it('b') { exit!(3) } }"),
  skipped: spec("describe('cart') { xit('adds') { expect(3).to eq 4 } }"),
  empty: spec(""),
};
const mini = (body) => ({ "a_test.rb": `require 'minitest/autorun'\nclass CartTest < Minitest::Test\n${body}\nend\n` });
const minitest = {
  passing: mini("def test_a; assert true; end\ndef test_b; assert true; end"),
  failing: mini("def test_a; assert_equal 4, 3; end\ndef test_b; assert true; end"),
  crashing: mini("def test_a; exit!(3); end"),
  skipped: mini("def test_a; skip; end"),
  empty: mini(""),
};
const php = (body) => ({
  "CartTest.php": `<?php\nuse PHPUnit\\Framework\\TestCase;\nfinal class CartTest extends TestCase {\n${body}\n}\n`,
});
const phpunit = {
  passing: php(
    "function testA(): void { $this->assertTrue(true); }\nfunction testB(): void { $this->assertTrue(true); }",
  ),
  failing: php(
    "function testA(): void { $this->assertSame(4, 3); }\nfunction testB(): void { $this->assertTrue(true); }",
  ),
  crashing: php(
    "function testA(): void { $this->assertTrue(true); }\nfunction testB(): void { missing_function_x(); exit(3); }",
  ),
  skipped: php("function testA(): void { $this->markTestSkipped('later'); }"),
};
const bats = {
  passing: { "a.bats": '@test "prints 0 errors" { true; }\n@test "fails never" { true; }\n' },
  failing: { "a.bats": '@test "adds" { false; }\n@test "b" { true; }\n' },
  skipped: { "a.bats": '@test "later" { skip; }\n' },
  empty: { "a.bats": "" },
};
const ex = (body) => ({ "a_test.exs": `ExUnit.start()\ndefmodule CartTest do\n  use ExUnit.Case\n${body}\nend\n` });
const exunit = {
  passing: ex('test "error" do\nassert true\nend\ntest "b" do\nassert true\nend'),
  failing: ex('test "adds" do\nassert 3 == 4\nend\ntest "b" do\nassert true\nend'),
  broken: ex('test "adds" do\nassert missing(\nend'),
  skipped: ex('@tag :skip\ntest "adds" do\nassert true\nend'),
};
const cmake = (tests) => ({
  "CMakeLists.txt": `cmake_minimum_required(VERSION 3.10)\nproject(demo NONE)\nenable_testing()\n${tests}\n`,
});
const ctest = {
  passing: cmake("add_test(NAME error COMMAND true)\nadd_test(NAME b COMMAND true)"),
  failing: cmake("add_test(NAME adds COMMAND false)\nadd_test(NAME b COMMAND true)"),
  broken: cmake("add_test(NAME adds COMMAND not-there)"),
  skipped: cmake('add_test(NAME a COMMAND sh -c "exit 77")\nset_tests_properties(a PROPERTIES SKIP_RETURN_CODE 77)'),
  empty: cmake(""),
};
const perl = (body) => ({ "t/a.t": `use Test::More;\n${body}\n` });
const prove = {
  passing: perl("ok(1, 'fails never'); ok(1, 'b'); done_testing;"),
  failing: perl("ok(0, 'adds'); ok(1, 'b'); done_testing;"),
  crashing: perl("ok(1, 'a'); exit 3;"),
  skipped: perl("plan skip_all => 'later';"),
};

/** AVA wants an assertion in each test. */
const avaLead =
  "import ava from 'ava'\nconst test = (name, body) => ava(name, (t) => { body(); t.pass() })\ntest.skip = ava.skip\n";
const node = process.execPath;
const runners = [
  ...npm("vitest", ["1", "2", "3", "4"], {
    suites: jsSuites("import { test } from 'vitest'\n"),
    extra: { type: "module" },
    command: () => ["npx", "vitest", "run"],
    also: ["vite@6"],
  }),
  ...npm("vitest", ["3"], {
    suites: jsSuites("import { test } from 'vitest'\n"),
    extra: { type: "module" },
    command: () => ["npx", "vitest", "run", "--reporter=json"],
    also: ["vite@6"],
  }),
  ...npm("vitest", ["3"], {
    suites: jsSuites("import { test } from 'vitest'\n"),
    extra: { type: "module" },
    command: () => ["npx", "vitest", "run", "--reporter=junit"],
    also: ["vite@6"],
  }),
  ...npm("jest", ["27", "29", "30"], { suites: jsSuites(""), command: () => ["npx", "jest", "--colors"] }),
  ...npm("jest", ["29"], { suites: jsSuites(""), command: () => ["npx", "jest", "--json"] }),
  ...npm("mocha", ["8", "10", "11"], {
    suites: jsSuites("const test = it\n"),
    command: () => ["npx", "mocha", "*.test.js"],
  }),
  ...npm("mocha", ["10"], {
    suites: jsSuites("const test = it\n"),
    command: () => ["npx", "mocha", "--reporter=json", "*.test.js"],
  }),
  ...npm("ava", ["5", "6"], {
    suites: jsSuites(avaLead),
    extra: { type: "module" },
    command: () => ["npx", "ava"],
  }),
  ...installed("node:test", [node, "--version"], {
    suites: { ...jsSuites("const { test } = require('node:test')\n"), empty: {} },
    command: () => [node, "--test"],
  }),
  ...installed("node:test, TAP", [node, "--version"], {
    suites: jsSuites("const { test } = require('node:test')\n"),
    command: () => [node, "--test", "--test-reporter=tap"],
  }),
  ...installed("pytest", ["python3", "-m", "pytest", "--version"], {
    suites: python,
    command: () => ["python3", "-m", "pytest"],
  }),
  ...installed("pytest -q", ["python3", "-m", "pytest", "--version"], {
    suites: python,
    command: () => ["python3", "-m", "pytest", "-q"],
  }),
  ...installed("unittest", ["python3", "--version"], {
    suites: unittest,
    command: () => ["python3", "-m", "unittest", "-v"],
  }),
  ...installed("go test", ["go", "version"], { suites: go, command: () => ["go", "test", "./..."], counts: {} }),
  ...installed("go test -v", ["go", "version"], { suites: go, command: () => ["go", "test", "-v", "./..."] }),
  ...installed("go test -json", ["go", "version"], { suites: go, command: () => ["go", "test", "-json", "./..."] }),
  ...installed("cargo test", ["cargo", "--version"], { suites: cargo, command: () => ["cargo", "test", "--offline"] }),
  ...installed("rspec", ["rspec", "--version"], { suites: rspec, command: () => ["rspec"] }),
  ...installed("minitest", ["ruby", "-e", "require 'minitest'"], {
    suites: minitest,
    command: () => ["ruby", "a_test.rb"],
  }),
  ...installed("phpunit", ["phpunit", "--version"], { suites: phpunit, command: () => ["phpunit", "CartTest.php"] }),
  ...installed("bats", ["bats", "--version"], { suites: bats, command: () => ["bats", "a.bats"] }),
  ...installed("bats --pretty", ["bats", "--version"], { suites: bats, command: () => ["bats", "--pretty", "a.bats"] }),
  ...installed("exunit", ["elixir", "--version"], { suites: exunit, command: () => ["elixir", "a_test.exs"] }),
  ...installed("ctest", ["ctest", "--version"], {
    suites: ctest,
    command: () => ["sh", "-c", "cmake -S . -B build >/dev/null && cd build && ctest"],
  }),
  ...installed("prove", ["prove", "--version"], { suites: prove, command: () => ["prove"], counts: {} }),
];

function run(folder, [file, ...words], env = {}) {
  const { status, signal, stdout, stderr } = spawnSync(file, words, {
    cwd: folder,
    encoding: "utf8",
    timeout: 300_000,
    maxBuffer: 1 << 28,
    env: { ...process.env, CI: "", NO_COLOR: undefined, NODE_TEST_CONTEXT: undefined, ...env },
  });
  return { status: status ?? (signal ? 137 : 127), output: `${stdout ?? ""}${stderr ?? ""}` };
}

const read = (output, status) => {
  const words = status === null ? [] : ["--exit-code", String(status)];
  const { stdout } = spawnSync(node, [cli, "tests", "--json", ...words, "-"], { input: output, encoding: "utf8" });
  return JSON.parse(stdout);
};

/** With its status the answer must be the truth; without, only a wrong pass is a mistake. */
function mistakes(runner, kind, { status, output }) {
  const said = read(output, status);
  const alone = read(output, null);
  const counts = Object.entries(runner.counts[kind] ?? {}).filter(
    ([name, count]) => said[name] !== count && !(said[name] === null && runner.name.startsWith("ava")),
  );
  return [
    ...(truths[kind].includes(said.status) ? [] : [`said ${said.status} (${said.why}), exit ${status}`]),
    ...(alone.status === "pass" && kind !== "passing" && kind !== "crashing" ? ["said pass without the status"] : []),
    ...(alone.status !== "pass" && kind === "passing" ? [`said ${alone.status} without the status`] : []),
    ...counts.map(([name, count]) => `${name} is ${said[name]}, not ${count}`),
  ];
}

let [right, wrong] = [0, 0];
const absent = [];
for (const [at, runner] of runners.entries()) {
  if (values.only && !runner.name.startsWith(values.only)) continue;
  const home = join(place, String(at));
  mkdirSync(home);
  if (!runner.install(home)) {
    absent.push(runner.name);
    continue;
  }
  for (const [kind, files] of Object.entries(runner.suites)) {
    // Node's runners look for their modules upwards.
    const folder = join(home, kind);
    mkdirSync(folder);
    if (runner.modules) spawnSync("cp", [join(home, "package.json"), folder]);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const ran = run(folder, runner.command(), runner.env);
    const found = mistakes(runner, kind, ran);
    if (found.length === 0) right++;
    else wrong++;
    console.log(
      `${found.length === 0 ? "right" : "WRONG"}  ${runner.name.padEnd(18)} ${kind.padEnd(9)} ${found.join("; ")}`,
    );
    if (found.length > 0 && values.show) console.log(ran.output.slice(-2500).replaceAll(/^/gm, "    | "));
  }
  rmSync(home, { recursive: true, force: true });
}
rmSync(place, { recursive: true, force: true });
console.log(`${right} right, ${wrong} wrong${absent.length > 0 ? `; not installed here: ${absent.join(", ")}` : ""}`);
process.exitCode = wrong > 0 ? 1 : 0;
