import { describe, expect, it } from "vitest";
import { findDialect } from "../../checks/honest-tests/dialects-table.js";
import { findHollowTests } from "./hollow-tests.js";

const whyHollow = (path: string, text: string): string | null => {
  const dialect = findDialect(path);
  if (dialect === undefined) throw new Error(`no dialect for ${path}`);
  return findHollowTests(text, dialect)[0]?.why ?? null;
};

/** How a test is written around a body, with what is hollow and what is not. */
interface Table {
  readonly language: string;
  readonly path: string;
  readonly around: (body: string) => string;
  readonly hollow: readonly string[];
  readonly honest: readonly string[];
}

const indent = (body: string, by: string): string => body.replaceAll(/^/gm, by);

const tables: readonly Table[] = [
  {
    language: "JavaScript",
    path: "test/add.test.js",
    around: (body) =>
      `import { add } from "../src/add.js";\n\ntest("adds", async () => {\n${indent(body, "  ")}\n});\n`,
    hollow: [
      "",
      "add(1, 2);",
      "const got = add(1, 2);",
      "// expect(add(1, 2)).toBe(3);",
      "assert.ok(true);",
      "assert(true);",
      "expect(true).toBe(true);",
      "expect(1).toEqual(1);",
      'expect("a").toBe("a");',
      "assert.equal(1, 1);",
      'assert.equal(typeof add, "function");',
      'assert.strictEqual(typeof add(1, 2), "number");',
      'assert(typeof add === "function");',
      'expect(typeof add).toBe("function");',
      "expect(add).toBeInstanceOf(Function);",
      'expect(add).to.be.a("function");',
      "expect(add(1, 2)).toBeDefined();",
      "expect(add(1, 2)).not.toBeNull();",
      "expect(add(1, 2)).to.exist;",
      "assert.ok(add(1, 2) !== undefined);",
      "assert.ok(add(1, 2) !== null && add(1, 2) !== undefined);",
      "assert.equal(add(1, 2), add(1, 2));",
      "expect(add(1, 2)).toEqual(add(1, 2));",
      "expect(() => add(1, 2)).not.toThrow();",
      "assert.doesNotThrow(() => add(1, 2));",
      "expect(add).toBeDefined();\nexpect(true).toBe(true);",
      "try {\n  assert.equal(add(1, 2), 3);\n} catch {}",
      "try {\n  expect(add(1, 2)).toBe(3);\n} catch (error) {\n  console.log(error);\n}",
      'if (add("x") === "y") {\n  assert.equal(add(1, 2), 3);\n}',
      "if (add(1) > 7) {\n  if (add(2) > 8) expect(add(1, 2)).toBe(3);\n}",
    ],
    honest: [
      "assert.equal(add(1, 2), 3);",
      "expect(add(1, 2)).toBe(3);",
      "expect(add(1, 2)).toBe(add(2, 1));",
      'expect(add("a")).toBe(add("b"));',
      "assert.ok(add(1, 2) === 3);",
      "assert.ok(add(1, 2));",
      "assert.ok(add(1, 2) !== null && add(1, 2) > 2);",
      "expect(true).toBe(true);\nexpect(add(1, 2)).toBe(3);",
      "expect(add(1, 2)).toBeDefined();\nexpect(add(1, 2)).toBe(3);",
      'assert.throws(() => add("x"));',
      "expect(() => add()).toThrow();",
      "expect(add(1, 2)).toMatchSnapshot();",
      "checkSum(add(1, 2), 3);",
      "verify(add(1, 2));",
      "if (add(1, 2) !== 3) throw new Error();",
      "await screen.findByText('3');",
      "try {\n  assert.equal(add(1, 2), 3);\n} catch (error) {\n  process.exit(1);\n}",
      "try {\n  add();\n  assert.fail();\n} catch (error) {\n  assert.equal(error.code, 1);\n}",
      "try {\n  add();\n} finally {\n  assert.equal(add.calls, 1);\n}",
      'const quote = /"/; assert.equal(add(1, 2), 3); const other = /"/;',
      "expect(add(1, 2)).not.toBe(4);",
      'if (process.platform !== "win32") {\n  assert.equal(add(1, 2), 3);\n}',
      'if (hasFeature("x") === true) {\n  assert.equal(add(1, 2), 3);\n}',
      "if (add(1, 2) === 3) {\n  assert.ok(add(2, 2) === 4);\n} else {\n  assert.fail();\n}",
      'if (add("x") === "y") {\n  setUp();\n}\nassert.equal(add(1, 2), 3);',
      "for (const [a, b] of cases) {\n  assert.equal(add(a), b);\n}",
      "t.is(add(1, 2), 3);",
      't["throws"](() => add("x"));',
    ],
  },
  {
    language: "Python",
    path: "test_add.py",
    around: (body) =>
      `from add import add\n\nclass TestAdd(TestCase):\n    def test_add(self):\n${indent(body, "        ")}\n`,
    hollow: [
      "pass",
      "add(1, 2)",
      "assert True",
      "assert 1 == 1",
      'assert "a"',
      "self.assertTrue(True)",
      "self.assertEqual(1, 1)",
      "assert callable(add)",
      "self.assertTrue(callable(add))",
      "assert add(1, 2) is not None",
      "self.assertIsNotNone(add(1, 2))",
      "assert add(1, 2) == add(1, 2)",
      "self.assertEqual(add(1, 2), add(1, 2))",
      "assert isinstance(add(1, 2), int)",
      "self.assertIsInstance(add(1, 2), int)",
      "assert add(1, 2) is not None and isinstance(add(1, 2), int)",
      'assert hasattr(add, "__call__"), "is there"',
      "try:\n    assert add(1, 2) == 3\nexcept AssertionError:\n    pass",
      "try:\n    self.assertEqual(add(1, 2), 3)\nexcept Exception as error:\n    print(error)",
      "# assert add(1, 2) == 3",
      'if add("x") == "y":\n    assert add(1, 2) == 3',
    ],
    honest: [
      "if sys.platform != 'win32':\n    assert add(1, 2) == 3",
      'if add("x") == "y":\n    assert add(1, 2) == 3\nelse:\n    assert add(2, 2) == 4',
      'if add("x") == "y":\n    prepare()\nassert add(1, 2) == 3',
      "assert add(1, 2) == 3",
      "assert add(1, 2)",
      "assert not add(1, 2)",
      "assert add(1, 2) is None",
      "self.assertEqual(add(1, 2), 3)",
      "assert add(1, 2) == add(2, 1)",
      'assert add("a") == add("b")',
      "assert add(1, 2) is not None\nassert add(1, 2) == 3",
      "assert isinstance(add(1, 2), int) and add(1, 2) > 2",
      "with pytest.raises(ValueError):\n    add()",
      "with self.assertRaises(ValueError):\n    add()",
      "check(add(1, 2))",
      "self.check_sum(1, 2, 3)",
      "assert_sum(add(1, 2), 3)",
      "mock.assert_called_once()",
      "if add(1, 2) != 3:\n    raise ValueError()",
      "try:\n    assert add(1, 2) == 3\nexcept ValueError:\n    pass",
      "try:\n    add()\nexcept ValueError:\n    pass\nelse:\n    self.fail()",
      "assert 'a' in add(1, 2)",
    ],
  },
  {
    language: "Go",
    path: "add_test.go",
    around: (body) => `package add\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n${indent(body, "\t")}\n}\n`,
    hollow: [
      "",
      "Add(1, 2)",
      "_ = Add(1, 2)",
      "if Add(1, 2) != Add(1, 2) {\n\tt.Fatal()\n}",
      'if New() == nil {\n\tt.Error("nil")\n}',
      "if 1 != 1 {\n\tt.Fail()\n}",
      "if reflect.TypeOf(Add).Kind() != reflect.Func {\n\tt.Fatal()\n}",
      "assert.True(t, true)",
      "assert.NotNil(t, New())",
      "assert.Equal(t, 1, 1)",
      "require.Equal(t, Add(1, 2), Add(1, 2))",
      "assert.NotPanics(t, func() { Add(1, 2) })",
      "assert.IsType(t, 1, Add(1, 2))",
    ],
    honest: [
      "if Add(1, 2) != 3 {\n\tt.Fatal()\n}",
      'if got := Add(1, 2); got != 3 {\n\tt.Errorf("got %d", got)\n}',
      "if _, err := Parse(s); err == nil {\n\tt.Fatal()\n}",
      "if err := Check(); err != nil {\n\tt.Fatal(err)\n}",
      "assert.Equal(t, 3, Add(1, 2))",
      "require.NoError(t, Validate(1))",
      "checkSum(t, 1, 2, 3)",
      "if !reflect.DeepEqual(Add(1, 2), 3) {\n\tt.Fatal()\n}",
      "if New() == nil || Add(1, 2) != 3 {\n\tt.Fatal()\n}",
      'panic("no")',
    ],
  },
  {
    language: "Rust",
    path: "src/add.rs",
    around: (body) =>
      `pub fn add(a: i32, b: i32) -> i32 { a + b }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn adds() {\n${indent(body, "        ")}\n    }\n}\n`,
    hollow: [
      "",
      "add(1, 2);",
      "let _ = add(1, 2);",
      "assert!(true);",
      "assert_eq!(1, 1);",
      "assert_eq!(add(1, 2), add(1, 2));",
      "assert!(find(1).is_some());",
      "assert!(parse(TEXT).is_ok());",
      "let _ = std::panic::catch_unwind(|| { assert_eq!(add(1, 2), 3); });",
    ],
    honest: [
      "assert_eq!(add(1, 2), 3);",
      "assert!(add(1, 2) == 3);",
      "assert!(find(1).is_none());",
      "assert!(parse(TEXT).is_err());",
      "check_sum(1, 2, 3);",
      "assert!(matches!(find(1), Some(3)));",
      "assert_ne!(add(1, 2), 4);",
      'panic!("no");',
    ],
  },
  {
    language: "Java",
    path: "src/test/java/AddTest.java",
    around: (body) => `class AddTest {\n    @Test\n    void adds() {\n${indent(body, "        ")}\n    }\n}\n`,
    hollow: [
      "",
      "Add.add(1, 2);",
      "assertTrue(true);",
      "assertEquals(1, 1);",
      "assertNotNull(Add.add(1, 2));",
      "assertEquals(Add.add(1, 2), Add.add(1, 2));",
      "assertDoesNotThrow(() -> Add.add(1, 2));",
      "assertTrue(Add.make() instanceof Add);",
      "assertInstanceOf(Add.class, Add.make());",
      "assertTrue(Add.make() != null);",
      "try {\n    assertEquals(3, Add.add(1, 2));\n} catch (AssertionError error) {\n}",
    ],
    honest: [
      "assertEquals(3, Add.add(1, 2));",
      "assertTrue(Add.add(1, 2) == 3);",
      "assertThat(Add.add(1, 2)).isEqualTo(3);",
      "assertThrows(Exception.class, () -> Add.add());",
      "verify(mock).add(1, 2);",
      "checkSum(1, 2, 3);",
      "try {\n    assertEquals(3, Add.add(1, 2));\n} catch (RuntimeException error) {\n}",
      "try {\n    Add.add();\n    fail();\n} catch (RuntimeException expected) {\n}",
    ],
  },
  {
    language: "Ruby",
    path: "spec/add_spec.rb",
    around: (body) => `RSpec.describe Add do\n  it "adds" do\n${indent(body, "    ")}\n  end\nend\n`,
    hollow: [
      "",
      "add(1, 2)",
      "expect(true).to be true",
      "expect(true).to be_truthy",
      "expect(1).to eq(1)",
      "expect(add(1, 2)).not_to be_nil",
      "expect(add(1, 2)).to eq(add(1, 2))",
      "expect(add(1, 2)).to eq add(1, 2)",
      "expect(add(1, 2)).to be_a(Integer)",
      "expect { add(1, 2) }.not_to raise_error",
      "assert true",
      "assert_equal(1, 1)",
      "refute_nil(add(1, 2))",
      "begin\n  expect(add(1, 2)).to eq(3)\nrescue Exception\nend",
    ],
    honest: [
      "expect(add(1, 2)).to eq(3)",
      "expect(add(1, 2)).to eq 3",
      "expect(add(1, 2)).to be_nil",
      "expect { add }.to raise_error(ArgumentError)",
      "expect(add(1, 2)).not_to eq(4)",
      "assert_equal(3, add(1, 2))",
      "assert add(1, 2) == 3",
      "check_sum(1, 2, 3)",
      "expect(add(1, 2)).to be > 2",
      "begin\n  expect(add(1, 2)).to eq(3)\nrescue ArgumentError\nend",
    ],
  },
];

describe.each(tables)("$language", ({ path, around, hollow, honest }) => {
  it.each(hollow)("is hollow: %j", (body) => expect(whyHollow(path, around(body))).not.toBeNull());
  it.each(honest)("is not: %j", (body) => expect(whyHollow(path, around(body))).toBeNull());
});

const script = (body: string): string => `test("adds", () => {\n${body}\n});\n`;

it.each([
  ["asserts nothing", script("add(1, 2);")],
  ["asserts only what always holds", script("assert.ok(true);")],
  ["may never assert", script('if (add("x") === "y") {\n  assert.equal(add(1, 2), 3);\n}')],
  ["forgets its failures", script("try { assert.equal(add(1, 2), 3); } catch {}")],
])("says why: %s", (why, text) => expect(whyHollow("a.test.js", text)).toBe(why));

it.each([
  [
    "a helper of this file that asserts",
    'function sums(x) {\n  assert.equal(x, 3);\n}\ntest("adds", () => {\n  sums(add(1, 2));\n});\n',
    true,
  ],
  [
    "a helper that is given by its name",
    'const sums = (x) => {\n  assert.equal(add(x), 3);\n};\ntest("adds", sums);\n',
    true,
  ],
  [
    "a helper of this file that asserts nothing",
    'function make() {\n  return 1;\n}\ntest("adds", () => {\n  make();\n});\n',
    false,
  ],
  [
    "a helper from a file of helpers",
    'import { sums } from "./helpers.js";\ntest("adds", () => {\n  sums(add(1, 2));\n});\n',
    true,
  ],
  [
    "a function from a file of the source",
    'import { sums } from "../src/sums.js";\ntest("adds", () => {\n  sums(1, 2);\n});\n',
    false,
  ],
  ["a skipped test", 'test.skip("adds", () => {});\n', true],
  [
    "a test that holds others",
    'test("adds", async (t) => {\n  await t.test("more", () => {\n    assert.equal(add(1, 2), 3);\n  });\n});\n',
    true,
  ],
])("takes a test with %s as not hollow: %s", (_what, text, isSpared) => {
  expect(whyHollow("a.test.js", text) === null).toBe(isSpared);
});

it("does not take the next test's marks for its own", () => {
  const text = "#[test]\nfn a() {\n    add(1, 2);\n}\n\n#[test]\n#[should_panic]\nfn b() {\n    add(1, 2);\n}\n";
  const dialect = findDialect("src/add.rs");
  expect(dialect && findHollowTests(text, dialect)).toEqual([{ title: "a", line: 2, why: "asserts nothing" }]);
});

it("leaves examples of Go alone: what they print is compared", () => {
  expect(whyHollow("a_test.go", "func ExampleAdd() {\n\tfmt.Println(Add(1, 2))\n\t// Output: 3\n}\n")).toBeNull();
});

it("reads a long test with a try in little time", () => {
  const body = Array.from({ length: 400 }, (_, at) => `            assert add(${at}) == ${at}`).join("\n");
  const text = `def test_a():\n        try:\n${body}\n        finally:\n            pass\n`;
  const began = performance.now();
  expect(whyHollow("test_a.py", text)).toBeNull();
  expect(performance.now() - began).toBeLessThan(1000);
});
