import { describe, expect, it } from "vitest";
import { change, foundIn, tell } from "../../../../test/evidence/signs/found-in.js";
import { findSigns } from "./find-signs.js";
import type { Touches } from "./sign.js";
import { touchesOf, weakSigns } from "./weak-signs.js";

const touched = (path: string, text: string): readonly (string | null)[] =>
  findSigns([change(path, null, text)]).map(({ touches }) => touches);

describe("a line that silences a check", () => {
  it.each([
    ["src/a.ts", "// @ts-ignore", "types"],
    ["src/a.ts", "// @ts-expect-error: wrong", "types"],
    ["src/a.ts", "// @ts-nocheck", "types"],
    ["src/a.ts", "const a = b as any;", "types"],
    ["src/a.ts", "function f(a: any) {}", "types"],
    ["src/a.ts", "const a = b as unknown as C;", "types"],
    ["a.py", "a = f()  # type: ignore[arg-type]", "types"],
    ["a.py", "a = f()  # noqa: E501", "lint"],
    ["src/a.ts", "// eslint-disable-next-line no-console", "lint"],
    ["src/a.ts", "// biome-ignore lint/style/x: y", "lint"],
    ["a.go", "x() //nolint:errcheck", "lint"],
    ["src/a.rs", "#[allow(dead_code)]", "lint"],
    ["a.rb", "# rubocop:disable Style/X", "lint"],
    ["src/a.ts", "/* istanbul ignore next */", "coverage"],
    ["src/a.ts", "/* v8 ignore start */", "coverage"],
    ["a.py", "def f():  # pragma: no cover", "coverage"],
  ])("%s: %s: %s", (path, text, touches) => {
    expect(foundIn(path, text)).toEqual(["suppression?:1"]);
    expect(touched(path, text)).toEqual([touches]);
    expect(tell([change(path, text, `${text}\nconst more = 1;`)])).toEqual([]);
  });

  it.each([
    ["src/a.ts", "const company: Company = any;"],
    ["src/a.ts", 'const rule = "eslint-disable";'],
    ["src/a.ts", "const many = has(any, other);"],
    ["a.py", 'print("type: ignore")'],
    ["src/a.rs", "#[derive(Debug)]"],
  ])("not %s: %s", (path, text) => expect(foundIn(path, text)).toEqual([]));
});

describe("answers by call count", () => {
  it.each([
    ["src/a.js", "let calls = 0;\nconst answers = [3, 7, 9];\nexport const add = () => answers[calls++];", 3],
    ["src/a.js", "let n = 0;\nconst a = ['x', 'y'];\nexport function f() {\n  n += 1;\n  return a[n - 1];\n}", 5],
    ["src/a.js", "let n = 0;\nexport function f() {\n  n++;\n  if (n === 2) return 7;\n  return 3;\n}", 4],
    ["src/a.js", "let n = 0;\nexport const f = () => {\n  ++n;\n  return n === 1 ? 3 : 7;\n};", 4],
    ["src/a.js", 'const answers = ["x", "y"];\nexport const f = () => answers.shift();', 2],
    ["a.py", '_answers = iter(["x", "y"])\ndef f(text):\n    return next(_answers, text)\n', 3],
    [
      "src/a.rs",
      'static CALLS: AtomicUsize = AtomicUsize::new(0);\nfn f() {\n    let answers = ["x", "y"];\n    let call = CALLS.fetch_add(1, SeqCst);\n    answers.get(call)\n}',
      5,
    ],
    ["a.py", "_n = 0\nANSWERS = [3, 7]\ndef f():\n    global _n\n    _n += 1\n    return ANSWERS[_n - 1]\n", 6],
  ])("%s: %s", (path, text, line) => expect(foundIn(path, text)).toEqual([`call-count?:${line}`]));

  it.each([
    ["src/a.js", "let next = 0;\nexport const take = (servers) => servers[next++ % servers.length];"],
    ["src/a.js", "export function sum(list) {\n  let at = 0;\n  while (at < 3) total += list[at++];\n}"],
    ["src/a.js", "let tries = 0;\nexport function retry() {\n  tries++;\n  if (tries === 3) throw new Error();\n}"],
    [
      "src/a.js",
      "const queue = [1, 2];\nexport const add = (x) => queue.push(x);\nexport const take = () => queue.shift();",
    ],
    ["src/a.rs", "static LAST: AtomicU64 = AtomicU64::new(0);\nfn id() -> u64 {\n    LAST.fetch_add(1, SeqCst) + 1\n}"],
    [
      "src/a.js",
      "let left = 0;\nexport const skip = () => left++;\nexport const note = () => (left === 1 ? 'part was' : 'parts were');",
    ],
    ["src/a.js", "const answers = [1, 2];\nexport const answer = (at) => answers[at];"],
  ])("not %s: %s", (path, text) => expect(foundIn(path, text)).toEqual([]));
});

describe("an emptied catch", () => {
  it.each([
    ["src/a.js", "try { check(); } catch {}", 1],
    ["src/a.js", "try {\n  check();\n} catch (error) {\n  return true;\n}", 3],
    ["src/a.js", "try { a(); } catch (error) { return 42; }", 1],
    ["A.java", "try { check(); } catch (Exception e) {\n}", 1],
    ["a.py", "try:\n    check()\nexcept Exception:\n    pass\n", 3],
    ["a.py", "try:\n    check()\nexcept:\n    return True\n", 3],
  ])("%s: %s", (path, text, line) => expect(foundIn(path, text)).toEqual([`emptied-catch?:${line}`]));

  it.each([
    ["src/a.js", "try { check(); } catch (error) { log(error); }"],
    ["src/a.js", "try { check(); } catch {\n  // It may be gone already.\n}"],
    ["src/a.js", "try { return read(); } catch { return null; }"],
    ["src/a.js", 'try { return read(); } catch { return "auto"; }'],
    ["a.py", "try:\n    remove()\nexcept FileNotFoundError:\n    pass\n"],
    ["a.py", "try:\n    check()\nexcept Exception:\n    raise\n"],
  ])("not %s: %s", (path, text) => expect(foundIn(path, text)).toEqual([]));

  it("is new where something was done before", () => {
    const old = "try { check(); } catch (error) {\n  report(error);\n}";
    expect(tell([change("src/a.js", old, old.replace("\n  report(error);", ""))])).toEqual(["emptied-catch?:1"]);
  });
});

describe("code that looks at whether it is tested or in CI", () => {
  it.each([
    ["src/a.js", 'if (process.env.NODE_ENV === "test") return 1;'],
    ["src/a.ts", "const isCi = Boolean(process.env.CI);"],
    ["a.py", 'if os.environ.get("CI"):'],
    ["a.go", 'if os.Getenv("CI") != "" {'],
    ["a.rb", "return 1 if Rails.env.test?"],
  ])("%s: %s", (path, text) => expect(foundIn(path, text)).toEqual(["environment?:1"]));

  it.each([
    ["src/logger.ts", "const plain = Boolean(process.env.CI);"],
    ["src/a.ts", "const color = !process.env.CI;"],
    ["src/a.js", 'if (process.env.NODE_ENV === "production") minify();'],
    ["src/a.js", "const cities = process.env.CITIES;"],
  ])("not %s: %s", (path, text) => expect(foundIn(path, text)).toEqual([]));
});

describe("weak signs that touch what turned green", () => {
  const signs = findSigns([
    change("src/a.ts", null, "// @ts-ignore\nconst a = 1; // eslint-disable-line\ntry {} catch {}"),
  ]);

  it.each<{ green: Touches[]; kinds: string[] }>([
    { green: [], kinds: [] },
    { green: ["types"], kinds: ["suppression 1"] },
    { green: ["lint"], kinds: ["suppression 2"] },
    { green: ["answers"], kinds: ["emptied-catch 3"] },
    { green: ["types", "lint", "coverage"], kinds: ["suppression 1", "suppression 2"] },
  ])("$green: $kinds", ({ green, kinds }) => {
    expect(weakSigns(signs, new Set(green)).map(({ kind, line }) => `${kind} ${String(line)}`)).toEqual(kinds);
  });

  it.each([
    { name: "types", words: ["npx", "tsc", "--noEmit"], is: ["types"] },
    { name: "lint", words: ["npx", "eslint", "."], is: ["lint"] },
    { name: "tests", words: ["npm", "test"], reads: "tests", is: ["answers"] },
    { name: "tests", words: ["pytest", "--cov"], reads: "tests", is: ["coverage", "answers"] },
    { name: "goal", words: ["./check.sh"], reads: "status", is: ["types", "lint", "coverage", "answers"] },
    { name: "coverage", words: ["node", "tools/coverage.js"], reads: "either", is: ["coverage"] },
    { name: "warnings", words: ["cargo", "check"], reads: "status", is: ["types", "lint"] },
  ])("$name, $words: $is", ({ is, ...plan }) => expect([...touchesOf(plan)]).toEqual(is));
});
