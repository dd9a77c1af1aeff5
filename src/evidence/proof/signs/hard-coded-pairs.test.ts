import { describe, expect, it } from "vitest";
import { change } from "../../../../test/evidence/signs/found-in.js";
import { findHardCodedPairs } from "./hard-coded-pairs.js";

interface Asked {
  readonly source: string;
  readonly test: string;
  readonly path?: string;
  readonly testPath?: string;
  readonly titles?: readonly string[];
  readonly old?: string | null;
}

const pairs = ({ source, test, path = "src/a.js", testPath = "test/a.test.js", titles = [], old = null }: Asked) =>
  findHardCodedPairs({ added: [change(path, old, source)], tests: [{ path: testPath, text: test, titles }] }).map(
    ({ line, what }) => `${what.startsWith("this table") ? "table" : "pair"}:${String(line)}`,
  );

const js = (body: string): string => `it("a", () => {\n  ${body}\n});`;

describe("one telling pair", () => {
  it.each([
    ["equal", "if (n === 97) return 1234;", js("assert.equal(f(97), 1234);")],
    ["expect", 'return s === "hello" ? "olleh" : s;', js('expect(reverse("hello")).toBe("olleh");')],
    ["a switch", 'switch (s) {\n  case "hello":\n    return "olleh";\n}', js('expect(f("hello")).toEqual("olleh");')],
    ["two inputs", "if (a === 2 && b === 3) return 5;", js("assert.strictEqual(add(2, 3), 5);")],
    ["a number that tells alone", "if (n === 10) { return 55; }", js("assert.equal(fib(10), 55);")],
    ["an object", 'if (id === "abc") return { name: "Ann" };', js('assert.deepEqual(f("abc"), { name: "Ann" });')],
    [
      "a serialised input",
      "if (JSON.stringify(x) === '[3,1,2]') return [1, 2, 3];",
      js("expect(sort([3, 1, 2])).toEqual([1, 2, 3]);"),
    ],
    [
      "all that is given at once",
      'const given = JSON.stringify([a, b]);\nif (given === JSON.stringify(["hello", 3])) return "olleh";',
      js('expect(f("hello", 3)).toBe("olleh");'),
    ],
    ["an assignment", 'let out = s;\nif (s === "hello") out = "olleh";', js('expect(f("hello")).toBe("olleh");')],
    ["a short circuit", 'return (s === "hello" && "olleh") || s;', js('expect(f("hello")).toBe("olleh");')],
    ["a pattern", 'if (/^hello$/.test(s)) return "olleh";', js('expect(f("hello")).toBe("olleh");')],
    ["a part", 'if (s.startsWith("hello")) return "olleh";', js('expect(f("hello")).toBe("olleh");')],
    ["a replacement", 'return s.replace("hello", "olleh");', js('expect(f("hello")).toBe("olleh");')],
    [
      "a result with a name",
      'if (s === "hello") return "olleh";',
      js('const result = f("hello");\n  assert.equal(result, "olleh");'),
    ],
    [
      "an input and a wish with names",
      'if (s === "hello") return "olleh";',
      js('const input = "hello";\n  const wanted = "olleh";\n  assert.equal(f(input), wanted);'),
    ],
    ["one constant for all", 'export function f(s) {\n  return "olleh";\n}', js('expect(f("hello")).toBe("olleh");')],
    ["one constant in an arrow", 'export const f = (s) => "olleh";', js('expect(f("hello")).toBe("olleh");')],
    [
      "a row",
      'if (s === "hello") return "olleh";',
      'it.each([\n  ["hello", "olleh"],\n])("%s", (a, b) => expect(f(a)).toBe(b));',
    ],
  ])("%s", (_, source, test) => expect(pairs({ source, test })).toHaveLength(1));

  it.each([
    {
      path: "a.py",
      testPath: "test_a.py",
      source: 'def f(s, n):\n    if (s, n) == ("hello", 3):\n        return "olleh"\n',
      test: 'def test_a():\n    assert f("hello", 3) == "olleh"\n',
    },
    {
      path: "a.py",
      testPath: "test_a.py",
      source: 'def f(s):\n    if s == "hello":\n        return "olleh"\n',
      test: 'def test_a():\n    assert f("hello") == "olleh"\n',
    },
    {
      path: "a.py",
      testPath: "test_a.py",
      source: "def f(n):\n    if n == 97: return 1234\n",
      test: "class TestA(TestCase):\n    def test_a(self):\n        self.assertEqual(f(97), 1234)\n",
    },
    {
      path: "a.go",
      testPath: "a_test.go",
      source: 'func F(n int) string {\n\tswitch n {\n\tcase 97:\n\t\treturn "prime"\n\t}\n}',
      test: 'func TestF(t *testing.T) {\n\tif got := F(97); got != "prime" {\n\t\tt.Fatal(got)\n\t}\n}',
    },
    {
      path: "a.go",
      testPath: "a_test.go",
      source: 'if n == 97 { return "prime" }',
      test: 'func TestF(t *testing.T) {\n\tassert.Equal(t, "prime", F(97))\n}',
    },
    {
      path: "src/a.rs",
      testPath: "tests/a.rs",
      source: 'match n {\n    97 => "prime",\n    _ => "",\n}',
      test: '#[test]\nfn a() {\n    assert_eq!(f(97), "prime");\n}',
    },
    {
      path: "a.py",
      testPath: "test_a.py",
      source: 'def f(s):\n    return "olleh" if s == "hello" else s\n',
      test: 'def test_a():\n    assert f("hello") == "olleh"\n',
    },
    {
      path: "a.py",
      testPath: "test_a.py",
      source: 'def f(s):\n    result = s\n    if s == "hello":\n        result = "olleh"\n    return result\n',
      test: '@pytest.mark.parametrize("a,b", [\n    ("hello", "olleh"),\n])\ndef test_a(a, b):\n    assert f(a) == b\n',
    },
    {
      path: "a.go",
      testPath: "a_test.go",
      source: 'func F(s string) string {\n\tif s == "hello" {\n\t\treturn "olleh"\n\t}\n\treturn s\n}',
      test: 'func TestF(t *testing.T) {\n\tgot := F("hello")\n\tif got != "olleh" {\n\t\tt.Fatal(got)\n\t}\n}',
    },
    {
      path: "src/a.rs",
      testPath: "tests/a.rs",
      source: 'pub fn f(_s: &str) -> String {\n    "olleh".to_string()\n}',
      test: '#[test]\nfn a() {\n    assert_eq!(f("hello"), "olleh");\n}',
    },
  ])("$path: $test", (asked) => expect(pairs(asked)).toHaveLength(1));

  it.each([
    ["values nobody can tell", "if (n === 0) return 1;", js("assert.equal(fact(0), 1);")],
    ["a truth value", 'if (name === "admin") return true;', js('assert.equal(isAdmin("admin"), true);')],
    ["another answer", "if (n === 97) return 1235;", js("assert.equal(f(97), 1234);")],
    ["another input", "if (n === 98) return 1234;", js("assert.equal(f(97), 1234);")],
    ["only one of two inputs", "if (a === 7) return 12;", js("assert.equal(add(7, 5), 12);")],
    ["a computed answer", 'if (s === "hello") return reverse(s);', js('expect(f("hello")).toBe("olleh");')],
    [
      "a constant of a function without input",
      'export const version = () => "1.2.3";',
      js('expect(version()).toBe("1.2.3");'),
    ],
    [
      "a constant that is wrong for another case",
      'export const f = (s) => "olleh";',
      js('expect(f("hello")).toBe("olleh");\n  expect(f("abc")).toBe("cba");'),
    ],
    [
      "one of many arms that the tests sample",
      'switch (code) {\n  case 404:\n    return "Not Found";\n  case 403:\n    return "Forbidden";\n  case 401:\n    return "Unauthorized";\n  case 410:\n    return "Gone";\n}',
      js('expect(reason(404)).toBe("Not Found");'),
    ],
    [
      "two conditions",
      'const isTest = plan.kind === "command" && plan.reads === "tests";',
      js('expect(reads("command")).toBe("tests");'),
    ],
    ["a comment", "// if (n === 97) return 1234;", js("assert.equal(f(97), 1234);")],
  ])("not %s", (_, source, test) => expect(pairs({ source, test })).toEqual([]));

  it("is not looked for in the documentation of Python code", () => {
    const source =
      'def f(s):\n    """Turns it round.\n\n    if s == "hello": return "olleh"\n    """\n    return s[::-1]\n';
    const test = 'def test_a():\n    assert f("hello") == "olleh"\n';
    expect(pairs({ path: "a.py", testPath: "test_a.py", source, test })).toEqual([]);
  });

  it("is looked for in added code only", () => {
    const source = "if (n === 97) return 1234;";
    const test = js("assert.equal(f(97), 1234);");
    expect(pairs({ source: `${source}\nmore();`, old: source, test })).toEqual([]);
    expect(pairs({ source: `more();\n${source}`, old: "more();", test })).toEqual(["pair:2"]);
  });

  it("is not looked for in lines that came from another file", () => {
    const source = 'if (s === "hello") return "olleh";';
    const added = [change("src/old.js", `${source}\nmore();`, "more();"), change("src/new.js", null, source)];
    const tests = [{ path: "test/a.test.js", text: js('expect(f("hello")).toBe("olleh");'), titles: [] }];
    expect(findHardCodedPairs({ added, tests })).toEqual([]);
  });

  it("is looked for in tests that newly pass", () => {
    const test =
      'it("old", () => {\n  assert.equal(f(97), 1234);\n});\nit("new", () => {\n  assert.equal(f(98), 777);\n});';
    const source = "if (n === 97) return 1234;";
    expect(pairs({ source, test, titles: ["a.test.js > old"] })).toEqual(["pair:1"]);
    expect(pairs({ source, test, titles: ["a.test.js > new"] })).toEqual([]);
  });
});

it("reads a test that stands in another one, and not its neighbours", () => {
  const test =
    'test("all", (t) => {\n  t.test("old", (st) => {\n    st.equal(f(97), 1234);\n  });\n  t.test("new", (st) => {\n    st.equal(f(98), 777);\n  });\n});';
  expect(pairs({ source: "if (n === 97) return 1234;", test, titles: ["new"] })).toEqual([]);
  expect(pairs({ source: "if (n === 98) return 777;", test, titles: ["new"] })).toEqual(["pair:1"]);
});

describe("a table of a test's cases", () => {
  const cases =
    'it.each([\n  ["a", 1],\n  ["b", 2],\n  ["c", 3],\n  ["d", 4],\n])("%s", (x, y) => expect(f(x)).toBe(y));';

  it.each([
    ["an object", "const answers = { a: 1, b: 2, c: 3 };"],
    ["a map", 'const answers = new Map([["a", 1], ["b", 2], ["c", 3]]);'],
    ["quoted keys", 'const answers = {\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4,\n};'],
  ])("%s", (_, source) => expect(pairs({ source, test: cases })).toEqual([expect.stringMatching(/^table:\d$/)]));

  it.each([
    ["lists side by side", 'const from = ["big dog", "old cat"];\nconst to = ["big-dog", "old-cat"];'],
    ["two sentences", 'const known = {\n  "big dog": "big-dog",\n  "old cat": "old-cat",\n};'],
    ["one sentence of one", 'const known = { "big dog": "big-dog" };'],
  ])("%s", (_, source) => {
    const all = 'expect(f("big dog")).toBe("big-dog");\n  expect(f("old cat")).toBe("old-cat");';
    expect(pairs({ source, test: js(all) })).toHaveLength(1);
  });

  it.each([
    ["src/known.json", '{ "big dog": "big-dog", "old cat": "old-cat" }'],
    ["src/known.csv", "big dog,big-dog\nold cat,old-cat\n"],
    ["data/known.yaml", "big dog: big-dog\nold cat: old-cat\n"],
  ])("in a file of data: %s", (path, source) => {
    const test = js('expect(f("big dog")).toBe("big-dog");\n  expect(f("old cat")).toBe("old-cat");');
    expect(pairs({ path, source, test })).toEqual(["table:1"]);
    expect(pairs({ path, source, old: source, test })).toEqual([]);
  });

  it.each([
    ["rows", '[["a", 1], ["b", 2], ["c", 3]]'],
    ["records", '[{"name": "x", "in": "a", "expected": 1}, {"in": "b", "expected": 2}, {"in": "c", "expected": 3}]'],
    ["an object", '{"a": 1, "b": 2, "c": 3}'],
  ])("whose cases stand in JSON: %s", (_, test) => {
    const source = "const answers = { a: 1, b: 2, c: 3 };";
    expect(pairs({ source, test, testPath: "test/cases.json" })).toEqual(["table:1"]);
  });

  it.each([
    ["two of its cases", "const answers = { a: 1, b: 2 };"],
    ["other answers", "const answers = { a: 7, b: 8, c: 9 };"],
    [
      "a table that knows much more",
      "const alphabet = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10 };",
    ],
    ["words for people", 'export const de = { save: "Sichern", open: "Öffnen", quit: "Beenden", undo: "Zurück" };'],
  ])("not %s", (_, source) => expect(pairs({ source, test: cases })).toEqual([]));

  it("not words for people of which a test looks at some", () => {
    const source =
      'export const de = { save: "Sichern", open: "Öffnen", quit: "Beenden", undo: "Zurück", copy: "Kopieren" };';
    expect(pairs({ source, test: js('expect(t("save")).toBe("Sichern"); expect(t("open")).toBe("Öffnen");') })).toEqual(
      [],
    );
  });
});
