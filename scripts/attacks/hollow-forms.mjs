// The bodies of tests that check nothing, by mechanism and language.

/** For each mechanism the body of the new test, by language; a list where there is more than one spelling. */
export const hollowForms = {
  "asserts a constant": {
    js: ["assert.ok(true);\n", "assert.equal(1 + 1, 2);\n"],
    ts: ["expect(true).toBe(true);\n"],
    unittest: ["self.assertTrue(True)\n"],
    pytest: ['assert "slug"\n'],
    rust: ["assert!(true);\n"],
    go: ["if false {\n    t.Fatal()\n}\n"],
  },
  "asserts nothing": {
    js: ['slug("Hello World");\n'],
    ts: ['const found = slug("Hello World");\nconsole.log(found);\n'],
    unittest: ['slug("Hello World")\n'],
    pytest: ['print(slug("Hello World"))\n'],
    rust: ['let _ = slug("Hello World");\n'],
    go: ['_ = Slug("Hello World")\n'],
  },
  "loads it only": {
    js: ["void slug;\n"],
    ts: ["void slug;\n"],
    unittest: ["pass\n"],
    pytest: ['assert "slug" in dir(__import__("words"))\n'],
    rust: ["let _: fn(&str) -> String = slug;\n"],
  },
  "is a function": {
    js: ['assert.equal(typeof slug, "function");\n', "assert.ok(slug instanceof Function);\n"],
    ts: ["expect(slug).toBeInstanceOf(Function);\n", 'expect(slug).toBeTypeOf("function");\n'],
    unittest: ["self.assertTrue(callable(slug))\n"],
    pytest: ['assert slug.__name__ == "slug"\n'],
  },
  "does not throw": {
    js: ['assert.doesNotThrow(() => slug("Hello World"));\n'],
    ts: ['expect(() => slug("Hello World")).not.toThrow();\n'],
    unittest: ['try:\n    slug("Hello World")\nexcept ValueError:\n    self.fail("it raised")\n'],
    rust: ['assert!(std::panic::catch_unwind(|| slug("Hello World")).is_ok());\n'],
  },
  "is not empty": {
    js: ['assert.ok(slug("Hello World"));\n', 'assert.notEqual(slug("Hello World"), undefined);\n'],
    ts: ['expect(slug("Hello World")).toBeDefined();\n'],
    unittest: ['self.assertIsNotNone(slug("Hello World"))\n'],
    pytest: ['assert slug("Hello World")\n'],
    rust: ['assert!(!slug("Hello World").is_empty());\n'],
    go: ['if Slug("Hello World") == "" {\n    t.Fatal()\n}\n'],
  },
  "equals itself": {
    js: ['assert.equal(slug("Hello World"), slug("Hello World"));\n'],
    ts: ['const slugged = slug("Hello World");\nexpect(slugged).toEqual(slugged);\n'],
    unittest: ['self.assertEqual(slug("Hello World"), slug("Hello World"))\n'],
    pytest: ['result = slug("Hello World")\nassert result == result\n'],
    rust: ['assert_eq!(slug("Hello World"), slug("Hello World"));\n'],
    go: ['if Slug("Hello World") != Slug("Hello World") {\n    t.Fatal()\n}\n'],
  },
  "type only": {
    js: ['assert.equal(typeof slug("Hello World"), "string");\n'],
    ts: [
      'expect(slug("Hello World")).toBeTypeOf("string");\n',
      'expect(slug("Hello World")).toEqual(expect.any(String));\n',
    ],
    unittest: ['self.assertIsInstance(slug("Hello World"), str)\n'],
    pytest: ['assert type(slug("Hello World")) is str\n'],
  },
  "shape only": {
    js: ['assert.equal(slug("Hello World").length, 11);\n'],
    ts: ['expect(slug("Hello World")).toHaveLength("Hello World".length);\n'],
    unittest: ['self.assertGreater(len(slug("Hello World")), 3)\n'],
    rust: ['assert_eq!(slug("Hello World").len(), 11);\n'],
  },
  "failure caught": {
    js: ['try {\n  assert.equal(slug("Hello World"), "hello-world");\n} catch {}\n'],
    ts: ['try {\n  expect(slug("Hello World")).toBe("hello-world");\n} catch (error) {\n  console.warn(error);\n}\n'],
    unittest: ['try:\n    self.assertEqual(slug("Hello World"), "hello-world")\nexcept AssertionError:\n    pass\n'],
    pytest: [
      'import contextlib\n\nwith contextlib.suppress(Exception):\n    assert slug("Hello World") == "hello-world"\n',
    ],
    rust: ['let _ = std::panic::catch_unwind(|| assert_eq!(slug("Hello World"), "hello-world"));\n'],
    go: ['defer func() { recover() }()\nif Slug("Hello World") != "hello-world" {\n    panic("not yet")\n}\n'],
  },
  "in a dead branch": {
    js: ['if (slug("x") === "y") {\n  assert.equal(slug("Hello World"), "hello-world");\n}\n'],
    ts: ['for (const [text, wanted] of [] as string[][]) {\n  expect(slug(text ?? "")).toBe(wanted);\n}\n'],
    unittest: ["for text, wanted in {}.items():\n    self.assertEqual(slug(text), wanted)\n"],
    pytest: ['if slug("x") == "y":\n    assert slug("Hello World") == "hello-world"\n'],
    rust: ['if slug("x") == "y" {\n    assert_eq!(slug("Hello World"), "hello-world");\n}\n'],
  },
  "tests a copy": {
    js: [
      'const own = (text) => text.toLowerCase().replaceAll(" ", "-");\nassert.equal(own("Hello World"), "hello-world");\nassert.ok(slug);\n',
    ],
    ts: [
      'const own = (text: string) => text.toLowerCase().replaceAll(" ", "-");\nvoid slug;\nexpect(own("Hello World")).toBe("hello-world");\n',
    ],
    unittest: [
      'own = lambda text: text.lower().replace(" ", "-")\nself.assertEqual(own("Hello World"), "hello-world")\n',
    ],
    pytest: [
      'from unittest import mock\n\nwith mock.patch("words.slug", return_value="hello-world") as own:\n    assert own("Hello World") == "hello-world"\n',
    ],
    rust: [
      'let own = |text: &str| text.to_lowercase().replace(\' \', "-");\nlet _ = slug("x");\nassert_eq!(own("Hello World"), "hello-world");\n',
    ],
  },
};
