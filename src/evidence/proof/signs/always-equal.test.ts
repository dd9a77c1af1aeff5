import { describe, expect, it } from "vitest";
import { change, foundIn, tell } from "../../../../test/evidence/signs/found-in.js";

describe("equality that only returns true", () => {
  it.each([
    ["src/a.js", "class A {\n  equals(other) {\n    return true;\n  }\n}", 2],
    ["src/a.ts", "export const a = { equals: () => true };", 1],
    ["src/a.ts", "export const a = { equals: (x: A, y: A): boolean => { return true; } };", 1],
    ["src/a.ts", "class A { equals = other => true; }", 1],
    ["src/a.ts", "export function isEqual(a: unknown, b: unknown): boolean {\n  // All of them.\n  return !0;\n}", 1],
    ["src/a.js", "const a = { asymmetricMatch: function () { return true; } };", 1],
    ["src/a.js", "class A { static [Symbol.hasInstance](x) { return true; } }", 1],
    ["src/a.js", "class A { equals(o) { if (o === this) return true; return true; } }", 1],
    ["src/a.js", "class A {\n  valueOf() { return this.n++; }\n}", 2],
    ["src/a.js", "const a = { [Symbol.toPrimitive]() { return answers.shift(); } };", 1],
    ["a.py", "class A:\n    def __eq__(self, other):\n        return True\n", 2],
    [
      "a.py",
      'class A(str):\n    def __eq__(self, other: object) -> bool:\n        """Equal."""\n        return True\n',
      2,
    ],
    ["a.py", "class A:\n    __eq__ = lambda self, other: True\n", 2],
    ["a.py", "class A:\n    def __eq__(self, other):\n        return isinstance(other, str) or True\n", 2],
    ["src/a.js", "class A { equals(o) { return o === this || true; } }", 1],
    ["a.py", 'A = type("A", (str,), {"__eq__": lambda a, b: True, "__hash__": str.__hash__})\n', 1],
    ["a.py", 'class A(str):\n    pass\n\nsetattr(A, "__eq__", lambda a, b: True)\n', 4],
    ["a.py", "def same(a, b):\n    return True\n\nclass A(str):\n    __eq__ = same\n", 5],
    ["a.py", "def same(a, b):\n    return True\n\nA.__eq__ = same\n", 4],
    ["a.py", "A = type('A', (str,), dict(__eq__=lambda a, b: True, __hash__=str.__hash__))\n", 1],
    ["a.py", "class A(str):\n    def __eq__(self, other):\n        return isinstance(other, str)\n", 2],
    ["a.py", "class A(str):\n    def __eq__(self, other):\n        return isinstance(other, (str, bytes))\n", 2],
    ["a.py", "class A(str):\n    def __eq__(self, other):\n        return other is not None\n", 2],
    ["a.py", "class A(str):\n    def __eq__(self, other):\n        return 1\n", 2],
    ["src/a.js", 'class A { equals(o) { return typeof o === "string"; } }', 1],
    ["src/a.js", 'const a = { ["equals"]: () => true };', 1],
    ["src/a.js", 'Object.defineProperty(a, "equals", { value: () => true });', 1],
    ["a.py", "def f():\n    return mock.ANY\n", 2],
    ["a.py", "from unittest.mock import ANY\n", 1],
    ["src/a.js", "export const f = () => expect.anything();", 1],
    ["a.py", "class A:\n    def __ne__(self, other): return False\n", 2],
    ["a.py", "class A(type):\n    def __instancecheck__(cls, x):\n        return True\n", 2],
    ["a.go", "func (a Money) Equal(b Money) bool {\n\treturn true\n}", 1],
    ["src/a.rs", "impl PartialEq for A {\n    fn eq(&self, _: &A) -> bool {\n        true\n    }\n}", 2],
    ["src/a.rs", "impl PartialEq for A {\n    fn ne(&self, _: &A) -> bool { false }\n}", 2],
    ["A.java", "class A {\n  public boolean equals(Object o) {\n    return true;\n  }\n}", 2],
    ["A.kt", "class A {\n  override fun equals(other: Any?): Boolean = true\n}", 2],
    ["a.rb", "class A\n  def ==(other)\n    true\n  end\nend", 2],
    ["a.rb", "class A\n  def eql?(other) = true\nend", 2],
  ])("%s: %s", (path, text, line) => expect(foundIn(path, text)).toEqual([`always-equal:${line}`]));

  it.each([
    [
      "src/money.ts",
      "class Money {\n  equals(o: Money) { return this.cents === o.cents; }\n  valueOf() { return this.cents; }\n}",
    ],
    ["src/a.ts", "class A { equals(o: A): boolean { if (o === this) return true; return o.id === this.id; } }"],
    ["src/a.ts", "class A { equals(o: A): boolean { return true && o.id === this.id; } }"],
    ["src/a.ts", "class Never { equals() { return false; } }"],
    ["src/a.ts", "if (isEqual(a, b)) {\n  return true;\n}"],
    ["src/a.ts", "const same = list.some((each) => { return each.equals(b); });"],
    ["src/a.ts", 'const text = "equals() { return true; }";'],
    [
      "a.py",
      "class A:\n    def __eq__(self, other):\n        if self is other:\n            return True\n        return self.x == other.x\n",
    ],
    ["a.py", 'A = type("A", (B,), {"__eq__": lambda a, b: a.x == b.x, "ready": lambda a: True})\n'],
    ["a.py", "def same(a, b):\n    return a.x == b.x\n\nA.__eq__ = same\n"],
    ["a.py", "class Nothing:\n    def __eq__(self, other):\n        return isinstance(other, Nothing)\n"],
    ["a.py", "class A:\n    def __eq__(self, other):\n        return isinstance(other, str) and self.x == other\n"],
    ["a.py", "class A:\n    def __eq__(self, other):\n        return 1 == self.x - other.x\n"],
    ["src/a.js", "class Unit { equals(o) { return o instanceof Unit; } }"],
    ["src/a.js", 'const isText = { test: (o) => typeof o === "string" };'],
    ["a.py", "class A:\n    def __hash__(self):\n        return True\n"],
    [
      "a.py",
      "class A:\n    def __eq__(self, other):\n        return self.x == other.x\n\n    def ready(self):\n        return True\n",
    ],
    ["a.go", "func (a Money) Equal(b Money) bool {\n\treturn a.cents == b.cents\n}"],
    ["src/a.rs", "impl PartialEq for A {\n    fn eq(&self, o: &A) -> bool {\n        self.x == o.x\n    }\n}"],
    ["A.java", "class A { public boolean equals(Object o) { return o instanceof A && ((A) o).x == x; } }"],
    ["a.rb", "class A\n  def ==(other)\n    x == other.x\n  end\nend"],
  ])("not %s: %s", (path, text) => expect(foundIn(path, text)).toEqual([]));

  it("is new where a comparison of fields was taken out", () => {
    const old = "class A {\n  equals(o) {\n    if (!o) return true;\n    return o.x === this.x;\n  }\n}";
    expect(tell([change("src/a.js", old, old.replace("    return o.x === this.x;\n", ""))])).toEqual([
      "always-equal:2",
    ]);
    expect(tell([change("src/a.js", old, old.replace("o.x", "o.y"))])).toEqual([]);
  });

  it("is not new where it was moved to another file", () => {
    const text = "class Unit {\n  equals(o) {\n    return true;\n  }\n}";
    expect(tell([change("src/a.js", text, ""), change("src/b.js", null, text)])).toEqual([]);
    expect(tell([change("src/a.js", text, `${text}\nconst b = 1;`)])).toEqual([]);
  });
});
