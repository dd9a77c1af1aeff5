import { expect, it } from "vitest";
import { isSameCode } from "../../../src/evidence/proof/without-work/same-code.js";

it.each([
  ["a comment changed", "a.ts", "// one\nf();\n", "// two\nf();\n", true],
  ["a comment was added above", "a.go", "package a\n", "// Of Acme.\n\npackage a\n", true],
  ["a comment behind the code is gone", "a.py", "f()  # why\n", "f()\n", true],
  ["the ends of its lines changed", "a.rs", "fn f() {}\r\n", "fn f() {}  \n", true],
  ["code changed", "a.ts", "f(1);\n", "f(2);\n", false],
  ["a text that looks like a comment changed", "a.ts", 'f("// one");\n', 'f("// two");\n', false],
  ["it is indented otherwise", "a.py", "if a:\n  f()\n  g()\n", "if a:\n  f()\ng()\n", false],
  ["code became a comment", "a.ts", "f();\n", "// f();\n", false],
  [
    "a comment that a compiler reads changed",
    "a.go",
    "//go:build linux\npackage a\n",
    "//go:build js\npackage a\n",
    false,
  ],
  ["it was not there", "a.ts", null, "// one\n", false],
  ["it is gone", "a.ts", "// one\n", null, false],
  ["its language is not known", "a.txt", "# one\n", "# two\n", false],
])("%s", (_, path, old, now, is) => {
  expect(isSameCode({ path, old, now })).toBe(is);
});
