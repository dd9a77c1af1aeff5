import { describe, expect, it } from "vitest";
import { findDialect } from "./dialects-table.js";
import { outlineTests } from "./outline.js";

const titles = (path: string, text: string): readonly string[] => {
  const dialect = findDialect(path);
  if (!dialect) throw new Error(`no dialect for ${path}`);
  return outlineTests(text, dialect)
    .tests.filter(({ group }) => !group)
    .map(({ title }) => title);
};

describe("the titles of tests", () => {
  it.each<[string, string, readonly string[]]>([
    ["a keyword in the words of a title", 'it("parses a class pattern", () => {\n});', ["parses a class pattern"]],
    ["a named function behind the title", 'it("adds", function named() {\n});', ["adds"]],
    ["a function of its own", "export async function testAdds() {\n}", []],
  ])("in JavaScript: %s", (_, text, expected) => {
    expect(titles("test/a.test.js", text)).toEqual(expected);
  });

  const python = (text: string) => titles("tests/test_a.py", text);
  it("in Python: a text over several lines ends where it ends", () => {
    expect(
      python(
        'x = """\n  def test_no():\n""".split()\n\ndef test_one():\n    assert x\n\ndef test_two():\n    assert x\n',
      ),
    ).toEqual(["test_one", "test_two"]);
  });

  it.each<[string, string]>([
    [
      "a docstring of one line",
      'def test_one():\n    """Says what."""\n    assert 1\n\ndef test_two():\n    assert 1\n',
    ],
    [
      "a docstring of several",
      'def test_one():\n    """Says\n    what.\n    """\n    assert 1\n\ndef test_two():\n    assert 1\n',
    ],
    ["two texts in one line", "def test_one():\n    f(\"\"\"a\"\"\", '''b''')\n\ndef test_two():\n    assert 1\n"],
    ["a mark in a comment", 'def test_one():\n    assert 1  # """\n\ndef test_two():\n    assert 1\n'],
    [
      "a text with the other mark in it",
      "def test_one():\n    f('''\n  \"\"\"\n''')\n\ndef test_two():\n    assert 1\n",
    ],
  ])("in Python: %s hides nothing", (_, text) => {
    expect(python(text)).toEqual(["test_one", "test_two"]);
  });
});
