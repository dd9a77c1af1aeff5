import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { rust } from "../../src/evidence/proof/without-work/rust/rust.js";

const hasCargo = spawnSync("cargo", ["--version"], { stdio: "ignore" }).status === 0;
if (!hasCargo) console.warn("cargo is not installed: left out");

const source = `//! A shop { with an odd comment.
use std::collections::HashMap;

pub struct Stack { items: Vec<i32> }

impl Stack {
    pub fn push(&mut self, item: i32) {
        self.items.push(item);
    }
    pub fn sum(&self) -> i32 { self.items.iter().sum() }
    pub fn items(self) -> Vec<i32> { self.items }
}

pub fn slug<'a>(title: &'a str) -> String {
    /* { /* nested */ */
    title.to_lowercase().replace('{', r#"""#)
}

pub fn parse(text: &str) -> Result<(u8, bool), std::num::ParseIntError> {
    let value: u8 = text.parse()?;
    Ok((value, value > 1))
}

pub fn find(in_map: &HashMap<String, i64>, key: &str) -> Option<i64> {
    if key.is_empty() { return None; }
    in_map.get(key).copied()
}

pub fn even(n: u32) -> bool { if n == 0 { true } else { !even(n - 1) } }

pub fn must(mut ok: bool) -> f64 {
    ok = !ok;
    if ok { panic!("no") }
    1.5
}

pub mod inner {
    pub fn boxed() -> Box<char> { Box::new('x') }
}

pub fn first<'a>(text: &'a str, _other: &str) -> &'a str { text.split(' ').next().unwrap_or("") }

pub fn label(code: u8) -> Option<&'static str> { if code == 1 { Some("one") } else { None } }

pub fn words(text: &str) -> Vec<&str> { text.split(' ').collect() }

pub fn empty() -> Vec<i32> { Vec::new() }

#[cfg(test)]
mod tests {
    use super::*;
    #[test] fn honest_push() { let mut s = Stack { items: vec![] }; s.push(1); assert_eq!(s.items, vec![1]); }
    #[test] fn honest_sum() { assert_eq!(Stack { items: vec![1, 2] }.sum(), 3); }
    #[test] fn honest_items() { assert_eq!(Stack { items: vec![1] }.items(), vec![1]); }
    #[test] fn honest_slug() { assert_eq!(slug("Ab"), "ab"); }
    #[test] fn honest_parse() { assert_eq!(parse("7"), Ok((7, true))); }
    #[test] fn honest_parse_fails() { assert!(parse("x").is_err()); }
    #[test] fn honest_find() { assert_eq!(find(&HashMap::from([("a".to_string(), 1)]), "a"), Some(1)); }
    #[test] fn honest_find_nothing() { assert_eq!(find(&HashMap::new(), "a"), None); }
    #[test] fn honest_even() { assert!(!even(3)); }
    #[test] #[should_panic] fn honest_must() { must(false); }
    #[test] fn honest_boxed() { assert_eq!(*inner::boxed(), 'x'); }

    #[test] fn honest_first() { assert_eq!(first("a b", ""), "a"); }
    #[test] fn honest_label() { assert_eq!(label(1), Some("one")); }
    #[test] fn honest_words() { assert_eq!(words("a b"), ["a", "b"]); }

    #[test] fn asserts_true() { assert!(true); }
    #[test] fn is_a_function() { let _: fn(u32) -> bool = even; }
    #[test] fn does_not_panic() { slug("A"); even(2); must(true); inner::boxed(); let _ = parse("x"); }
    #[test] fn not_none() { assert!(find(&HashMap::from([("a".to_string(), 1)]), "a").is_some()); }
    #[test] fn is_ok() { assert!(parse("7").is_ok()); }
    #[test] fn equals_itself() { assert_eq!(slug("A"), slug("A")); assert_eq!(parse("7"), parse("7")); assert_eq!(even(3), even(3)); assert_eq!(first("a", ""), first("a", "")); }
    #[test] fn type_only() { let _: Vec<i32> = Stack { items: vec![1] }.items(); }
    #[test] fn caught() { let _ = std::panic::catch_unwind(|| assert_eq!(slug("A"), "a")); }
    #[test] fn no_wrong_answer() { assert!(empty().is_empty()); }
}
`;

const names = [
  "Stack.push",
  "Stack.sum",
  "Stack.items",
  "slug",
  "parse",
  "find",
  "even",
  "must",
  "inner.boxed",
  "first",
  "label",
  "words",
];

/** The names of the tests that failed. */
function play(text: string): readonly string[] {
  const cwd = mkdtempSync(join(tmpdir(), "untildone-rust-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, "src"));
  writeFileSync(join(cwd, "Cargo.toml"), '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n');
  writeFileSync(join(cwd, "src/lib.rs"), text);
  const run = spawnSync("cargo", ["test", "--offline", "--lib"], { cwd, encoding: "utf8" });
  expect(run.stdout + run.stderr).toMatch(/^test result:/m);
  return [...run.stdout.matchAll(/^test tests::(\w+)(?: - should panic)? \.\.\. FAILED/gm)]
    .map(([, name = ""]) => name)
    .toSorted();
}

it.skipIf(!hasCargo)(
  "Rust: hollow tests stay green under the wrong answer, and honest ones go red",
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "untildone-marks-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const marks = join(folder, "marks");
    expect(play(source)).toEqual([]);
    const wrong = await rust.answerWrong({ path: "src/lib.rs", text: source, names: [...names, "empty"], marks });
    expect(wrong?.wrapped).toEqual([...names, "empty"]);
    expect(play(wrong?.text ?? "")).toEqual(
      [...source.matchAll(/fn (honest_\w+)/g)].map(([, name = ""]) => name).toSorted(),
    );
    const said = readFileSync(marks, "utf8").split("\n");
    expect(said).toEqual(
      expect.arrayContaining([
        "loaded src/lib.rs",
        "none empty",
        ...names.flatMap((name) => [`called ${name}`, `wrong ${name}`]),
      ]),
    );
  },
);
