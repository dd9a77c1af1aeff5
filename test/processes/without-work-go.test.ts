import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { go } from "../../src/evidence/proof/without-work/go/go.js";
import { Workplace } from "../e2e/cli.js";
import { goHollow, goHonest, goSource, goUnmeasured, goUnmeasuredTests } from "./go-hollow-rows.js";

const hasGo = spawnSync("go", ["version"], { stdio: "ignore" }).status === 0;
if (!hasGo) console.warn("go is not installed: left out");

/** Runs the tests in a module of their own and returns the names of those that failed. */
function play(files: Readonly<Record<string, string>>): readonly string[] {
  const cwd = mkdtempSync(join(tmpdir(), "untildone-go-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ "go.mod": "module example.com/shop\n\ngo 1.18\n", ...files })) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const env = { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local" };
  const { stdout, stderr } = spawnSync("go", ["test", "-count=1", "-v", "./..."], { cwd, env, encoding: "utf8" });
  expect(`${stdout}${stderr}`).toMatch(/^--- (?:PASS|FAIL)/m);
  return [...stdout.matchAll(/^--- FAIL: (\w+)/gm)].map(([, name = ""]) => name).toSorted();
}

const marksFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "untildone-marks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "marks");
};

const names = Object.keys(goHonest);
const testFile = (): string =>
  `package shop\n\nimport (\n\t"errors"\n\t"reflect"\n\t"strings"\n\t"testing"\n)\n\nvar _ = errors.New\nvar _ = strings.ToUpper\n${[...Object.values(goHonest), goHollow].join("\n")}`;

it.skipIf(!hasGo)(
  "Go: hollow tests stay green under the wrong answer, and honest ones go red",
  { timeout: 300_000 },
  async () => {
    expect(play({ "shop/shop.go": goSource, "shop/shop_test.go": testFile() })).toEqual([]);
    const marks = marksFile();
    const wrong = await go.answerWrong({ path: "shop/shop.go", text: goSource, names, marks });
    expect(wrong?.wrapped).toEqual(names);
    const more = Object.fromEntries(wrong?.more.map(({ path, text }) => [path, text]) ?? []);
    const failed = play({ "shop/shop.go": wrong?.text ?? "", "shop/shop_test.go": testFile(), ...more });
    expect(failed).toEqual([...testFile().matchAll(/func (TestHonest\w+)/g)].map(([, name = ""]) => name).toSorted());
    const said = readFileSync(marks, "utf8").split("\n");
    expect(said).toEqual(
      expect.arrayContaining(["loaded shop/shop.go", ...names.flatMap((name) => [`called ${name}`, `wrong ${name}`])]),
    );
  },
);

it.skipIf(!hasGo)("Go: what has no wrong answer goes on as it is, and says so", { timeout: 300_000 }, async () => {
  const marks = marksFile();
  const units = (await go.readUnits(goUnmeasured, "shop/more.go"))?.map(({ name }) => name) ?? [];
  const wrong = await go.answerWrong({ path: "shop/more.go", text: goUnmeasured, names: units, marks });
  const more = Object.fromEntries(wrong?.more.map(({ path, text }) => [path, text]) ?? []);
  expect(play({ "shop/more.go": wrong?.text ?? "", "shop/more_test.go": goUnmeasuredTests, ...more })).toEqual([]);
  const said = readFileSync(marks, "utf8").trim().split("\n");
  expect(said).toEqual(["loaded shop/more.go", ...units.flatMap((name) => [`called ${name}`, `none ${name}`])]);
});

it.skipIf(!hasGo)("Go: in a module of an older Go, and where a function panics", { timeout: 300_000 }, async () => {
  const text =
    'package shop\n\nfunc Price(n int) (int, error) { return 2 * n, nil }\n\nfunc Must(n int) string {\n\tif n < 0 {\n\t\tpanic(n)\n\t}\n\treturn "b"\n}\n';
  const test = `package shop\n\nimport "testing"\n
func TestPrice(t *testing.T) { if n, err := Price(2); n != 4 || err != nil { t.Fatal(n, err) } }
func TestPanic(t *testing.T) { defer func() { if recover() == nil { t.Fatal("no panic") } }(); Must(-1) }
func TestMust(t *testing.T) { if Must(1) != "b" { t.Fatal("not b") } }\n`;
  const old = { "go.mod": "module example.com/shop\n\ngo 1.13\n", "shop/shop_test.go": test };
  const asked = { path: "shop/shop.go", text, names: ["Price", "Must"], marks: marksFile() };
  for (const isRight of [true, false]) {
    const wrong = await go.answerWrong(isRight ? { ...asked, isRight } : asked);
    const more = Object.fromEntries(wrong?.more.map((file) => [file.path, file.text]) ?? []);
    const failed = play({ ...old, "shop/shop.go": wrong?.text ?? "", ...more });
    expect(failed).toEqual(isRight ? [] : ["TestMust", "TestPanic", "TestPrice"]);
  }
});

it.skipIf(!hasGo)("Go: what fits no mixture is tried with the old source alone", { timeout: 300_000 }, async () => {
  using place = new Workplace();
  const code = (imports: string, body: string): string =>
    `package shop\n\n${imports}func Twice(a string) string {\n\treturn ${body}\n}\n`;
  const test =
    'package shop\n\nimport "testing"\n\nfunc TestTwice(t *testing.T) {\n\tif Twice("a") != "aa" {\n\t\tt.Fatal(1)\n\t}\n}\n';
  place.write("go.mod", "module example.com/shop\n\ngo 1.18\n");
  place.write(".gitignore", ".ralph/\n");
  place.write("TODO.md", "- [ ] T1: Make it faster\n");
  place.write("shop.go", code('import "strings"\n\n', "strings.Repeat(a, 2)"));
  const write = {
    "shop.go": `${code("", "join(a, a)")}\nfunc join(a, b string) string { return a + b }\n`,
    "shop_test.go": test,
  };
  place.write(
    ".ralph/script.json",
    JSON.stringify({ steps: [{ write, say: "Done.", status: { STATUS: "COMPLETE" } }] }),
  );
  place.commitAll();
  const { out } = await place.run(["run", "--agent", "scripted", "--script", ".ralph/script.json", "--json"]);
  expect(out).toContain('"notProven":"its tests pass without it, too"');
});
