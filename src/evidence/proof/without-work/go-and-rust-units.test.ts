import { describe, expect, it } from "vitest";
import { blankGo, blankRust } from "./blank-code.js";
import { go } from "./go/go.js";
import type { SourceLanguage } from "./language.js";
import { rust } from "./rust/rust.js";

/** A unit's name, its text, and whether it can be measured. */
type Row = readonly [what: string, text: string, units: readonly (readonly [string, string, boolean])[] | null];

async function unitsOf({ readUnits }: SourceLanguage, text: string) {
  const units = await readUnits(text, "x");
  return units?.map(({ name, start, end, isMeasurable }) => [name, text.slice(start, end), isMeasurable]) ?? null;
}

const goRows: readonly Row[] = [
  ["no Go at all", "hello", null],
  ["a file without functions", "package a\n\nvar f = func() int { return 1 }\n", []],
  ["a function", "package a\n\nfunc F() int { return 1 }\n", [["F", "func F() int { return 1 }", true]]],
  ["a method", "package a\nfunc (s *S) F() int { return 1 }\n", [["S.F", "func (s *S) F() int { return 1 }", true]]],
  [
    "a method of a generic type",
    "package a\nfunc (s S[T]) F() { f() }\n",
    [["S.F", "func (s S[T]) F() { f() }", true]],
  ],
  ["a receiver without a name", "package a\nfunc (S) F() { f() }\n", [["S.F", "func (S) F() { f() }", true]]],
  [
    "a generic function",
    "package a\nfunc F[T any](x T) T { return x }\n",
    [["F", "func F[T any](x T) T { return x }", true]],
  ],
  [
    "a result with braces",
    "package a\nfunc F() struct{ A int } { return x }\n",
    [["F", "func F() struct{ A int } { return x }", true]],
  ],
  [
    "a result that is a function",
    "package a\nfunc F() func(int) int { return x }\n",
    [["F", "func F() func(int) int { return x }", true]],
  ],
  [
    "braces in strings and comments",
    'package a\nfunc F() string { return "}" + `}` /* } */ // }\n}\n',
    [["F", 'func F() string { return "}" + `}` /* } */ // }\n}', true]],
  ],
  [
    "braces in runes",
    "package a\nfunc F() rune { g('\\''); return '}' }\n",
    [["F", "func F() rune { g('\\''); return '}' }", true]],
  ],
  ["a function in a comment", "package a\n/*\nfunc F() {}\n*/\n", []],
  ["a function in a raw string", "package a\nvar x = `\nfunc F() {}\n`\n", []],
  [
    "a function without a body",
    "package a\nfunc F(x int) int\nfunc G() { f() }\n",
    [
      ["F", "func F(x int) int", false],
      ["G", "func G() { f() }", true],
    ],
  ],
  ["a function with an empty body", "package a\nfunc F() {\n}\n", [["F", "func F() {\n}", false]]],
  [
    "init and main",
    "package a\nfunc init() { f() }\nfunc main() { f() }\n",
    [
      ["init", "func init() { f() }", false],
      ["main", "func main() { f() }", false],
    ],
  ],
  [
    "any number of results",
    "package a\nfunc F() (a, b, c, d, e, f int) { return }\n",
    [["F", "func F() (a, b, c, d, e, f int) { return }", true]],
  ],
];

const rustRows: readonly Row[] = [
  ["a file without functions", "pub struct A { f: fn(i32) -> i32 }\n", []],
  ["a function", "pub(crate) fn f() -> i32 { 1 }\n", [["f", "pub(crate) fn f() -> i32 { 1 }", true]]],
  [
    "a method",
    "impl<T: Fn(i32) -> i32> A<T> { fn f(&self) -> i32 { 1 } }\n",
    [["A.f", "fn f(&self) -> i32 { 1 }", true]],
  ],
  [
    "a method of a trait for a type",
    "impl fmt::Display for shop::A<'_> { fn f(&self) -> bool { x } }",
    [["A.f", "fn f(&self) -> bool { x }", true]],
  ],
  [
    "a trait's own method and one it asks for",
    "trait A { fn f(&self) -> u8 { 1 } fn g(&self) -> u8; }",
    [
      ["A.f", "fn f(&self) -> u8 { 1 }", true],
      ["A.g", "fn g(&self) -> u8;", false],
    ],
  ],
  [
    "a module",
    "mod a { pub fn f() -> u8 { 1 } }\nmod b;\nfn g() { h() }",
    [
      ["a.f", "pub fn f() -> u8 { 1 }", true],
      ["g", "fn g() { h() }", true],
    ],
  ],
  ["tests", "#[test]\nfn f() { g() }\n#[tokio::test]\nasync fn h() {}\n", []],
  ["a module of tests", "#[cfg(test)]\nmod tests { fn f() {} }\n#[cfg(all(test, unix))] mod more { fn f() {} }\n", []],
  [
    "a function under a condition that is no test",
    "#[cfg(unix)]\nfn f() -> u8 { 1 }\n",
    [["f", "fn f() -> u8 { 1 }", true]],
  ],
  [
    "async, const, unsafe and extern",
    'async fn a() -> u8 { 1 }\nconst fn b() -> u8 { 1 }\npub unsafe fn c() -> u8 { 1 }\nextern "C" fn d() -> u8 { 1 }\n',
    [
      ["a", "async fn a() -> u8 { 1 }", false],
      ["b", "const fn b() -> u8 { 1 }", false],
      ["c", "pub unsafe fn c() -> u8 { 1 }", false],
      ["d", 'extern "C" fn d() -> u8 { 1 }', false],
    ],
  ],
  [
    "results that have a wrong answer",
    "fn a() -> Option<Vec<A>> { x }\nfn b() -> io::Result<(u8, String)> { x }\nfn c<T>(x: T) -> Result<(), E> where T: A { y }",
    [
      ["a", "fn a() -> Option<Vec<A>> { x }", true],
      ["b", "fn b() -> io::Result<(u8, String)> { x }", true],
      ["c", "fn c<T>(x: T) -> Result<(), E> where T: A { y }", true],
    ],
  ],
  [
    "results that have none",
    "fn a() -> &'static [u8] { x }\nfn b() -> impl Iterator { x }\nfn c() -> ! { x }\nfn d() -> Self { x }\nfn e() -> Option<&mut T> { x }",
    [
      ["a", "fn a() -> &'static [u8] { x }", false],
      ["b", "fn b() -> impl Iterator { x }", false],
      ["c", "fn c() -> ! { x }", false],
      ["d", "fn d() -> Self { x }", false],
      ["e", "fn e() -> Option<&mut T> { x }", false],
    ],
  ],
  [
    "texts that belong to somebody else",
    "fn a() -> &'static str { x }\nfn b<'a>(x: &'a str) -> Option<&'a str> { x }\nfn c(x: &str) -> Vec<&str> { x }",
    [
      ["a", "fn a() -> &'static str { x }", true],
      ["b", "fn b<'a>(x: &'a str) -> Option<&'a str> { x }", true],
      ["c", "fn c(x: &str) -> Vec<&str> { x }", true],
    ],
  ],
  ["macros", "macro_rules! m { () => { fn f() -> u8 { 1 } } }\nm! { fn g() {} }\n", []],
  [
    "braces in strings, characters and comments",
    "fn f<'a>(x: &'a str) -> char { g(r#\"}\"}\"#, \"}\\\"\", b'}'); /* } /* } */ } */ '}' }",
    [["f", "fn f<'a>(x: &'a str) -> char { g(r#\"}\"}\"#, \"}\\\"\", b'}'); /* } /* } */ } */ '}' }", true]],
  ],
];

describe("Go", () => {
  it.each(goRows)("reads %s", async (_what, text, units) => {
    expect(await unitsOf(go, text)).toEqual(units);
  });

  it("puts a body into a closure of the same results, and a helper beside it", async () => {
    const text = "package shop\n\nfunc F(a int) (n int, err error) { return a, nil }\n\nfunc G() { f() }\n";
    const wrong = await go.answerWrong({ path: "a/b.go", text, names: ["F", "G", "H"], marks: "/m" });
    expect(wrong?.text).toBe(
      'package shop\n\nfunc F(a int) (n int, err error) { untildoneCall := untildoneEnter("F"); defer untildoneCall.leave(); untildoneBody := func() (n int, err error) { return a, nil }; untildoneR0, untildoneR1 := untildoneBody(); untildoneCall.change(&untildoneR0, &untildoneR1); return untildoneR0, untildoneR1 }\n\nfunc G() { if untildoneSkip("G") { return }; f() }\n\nfunc init() { untildoneMark("loaded", "a/b.go") }\n',
    );
    expect(wrong?.wrapped).toEqual(["F", "G"]);
    expect(wrong?.more.map(({ path }) => path)).toEqual(["a/untildone_wrong.go"]);
    expect(wrong?.more[0]?.text).toMatch(/^package shop\n/);
  });

  it.each([["H"], ["init"]])("says that nothing could be wrapped of %s", async (name) => {
    const text = "package shop\nfunc init() { f() }\n";
    expect(await go.answerWrong({ path: "b.go", text, names: [name], marks: "/m" })).toBeNull();
  });

  it.each([
    ["a.go", true],
    ["a_test.go", false],
  ])("takes %s for source: %s", (path, is) => expect(go.files.test(path)).toBe(is));
});

describe("Rust", () => {
  it.each(rustRows)("reads %s", async (_what, text, units) => {
    expect(await unitsOf(rust, text)).toEqual(units);
  });

  it("puts a body into a closure of the same result", async () => {
    const text = "fn f(a: u8) -> u8 { a }\nmod b { fn g() { h() } }\n";
    const wrong = await rust.answerWrong({ path: "src/a.rs", text, names: ["f", "b.g"], marks: "/m" });
    expect(wrong?.text.split("\n").slice(0, 2)).toEqual([
      'fn f(a: u8) -> u8 { self::untildone_wrong::answer("f", move || -> u8 { a })}',
      'mod b { fn g() { if super::untildone_wrong::skip("b.g") { return; } h() } }',
    ]);
  });

  it("says that nothing could be wrapped", async () => {
    expect(
      await rust.answerWrong({ path: "a.rs", text: "async fn f() -> u8 { 1 }", names: ["f"], marks: "/m" }),
    ).toBeNull();
  });
});

it.each([
  ["Go", blankGo, 'a "b\\"c" d // e\nf /* g\nh */ i `j\nk` l', "a        d     \nf     \n     i   \n   l"],
  ["Rust", blankRust, "a<'b> 'c' /* d /* e */ f \" */ g \"h\nj\" k", "a<'b>                         g   \n   k"],
] as const)("blanks %s without moving anything", (_what, blank, text, code) => {
  expect(blank(text)).toBe(code);
  expect(blank(text)).toHaveLength(text.length);
});
