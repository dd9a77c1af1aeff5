import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Place } from "../../../test/evidence/place.js";
import { IgnoreRules } from "./ignore-rules.js";
import { compilePattern } from "./path-pattern.js";

const folders = ["a", "ab", "foo", "foo/bar", "foo/x/y", "b/foo/bar"];
const names = ["a.log", "foobar", "fooxbar", "*", "é", "a b", "#x", "!y", "[a]", "b\\c", "{a,b}", "1"];
const paths = [...names, ...folders.flatMap((folder) => names.map((name) => `${folder}/${name}`))];

const piece = fc.constantFrom(
  ...["a", "b", "foo", "bar", "x", ".log", "é", "1", "-", "#", "!", " ", "\t", "{a,b}"],
  ...["*", "**", "***", "?", "/", "/", "/**/", "**/", "/**", "\\*", "\\a", "\\ ", "\\#", "\\!", "\\", "\\\\"],
  ...["[ab]", "[!a]", "[^a]", "[a-c]", "[[:alpha:]]", "[[:no:]]", "[]a]", "[a", "[\\]]", "[a/]", "[+--]"],
);
const line = fc.tuple(fc.constantFrom("", "", "!"), fc.array(piece, { minLength: 1, maxLength: 5 }));
const ignoreFile = fc.array(line, { minLength: 1, maxLength: 3 });

/** A path is ignored, too, by the folder it lies in. */
function ignores(rules: IgnoreRules, path: string): boolean {
  const parents = path.split("/").map((_, at, all) => (at === 0 ? "" : `${all.slice(0, at).join("/")}/`));
  return parents.some((folder) => folder !== "" && rules.ignores(folder)) || rules.ignores(path);
}

class Repository {
  readonly #place = new Place();

  constructor() {
    for (const path of paths) this.#place.write(path, "");
    this.#place.git("init", "-q");
  }

  ignored(text: string): readonly string[] {
    this.#place.write(".gitignore", text);
    const found = execFileSync("sh", ["-c", "git check-ignore --no-index -z --stdin || true"], {
      cwd: this.#place.path,
      input: paths.join("\0"),
      encoding: "utf8",
    });
    return found.split("\0").filter((path) => path !== "");
  }
}

describe("ignore files are read as git reads them", () => {
  const agree = (repository: Repository, text: string): void => {
    const rules = new IgnoreRules();
    rules.add("", text);
    expect(
      paths.filter((path) => ignores(rules, path)),
      JSON.stringify(text),
    ).toEqual(repository.ignored(text));
  };

  it("in what is easily read otherwise", () => {
    const repository = new Repository();
    for (const text of [
      "\\*",
      "foo**bar",
      "foo**/bar",
      "foo/x**",
      "a\\ b",
      "a.log ",
      "a.log\t",
      "\\#x",
      "\\!y",
      "b\\\\c",
    ])
      agree(repository, text);
    for (const text of [
      "?",
      "??",
      "[[:digit:]]",
      "[]a]",
      "[!a]",
      "{a,b}",
      "foo\\",
      "/",
      "\uFEFFfoo",
      "*\r\n!*.log\r\n",
    ])
      agree(repository, text);
  });

  it("whatever they say", () => {
    const repository = new Repository();
    const property = fc.property(ignoreFile, (lines) =>
      agree(repository, lines.map(([sign, pieces]) => `${sign}${pieces.join("")}`).join("\n")),
    );
    fc.assert(property, { numRuns: 150 });
  });
});

it("many stars and a long name take no time", () => {
  const matches = compilePattern(`${"*a".repeat(100)}b`);
  const began = performance.now();
  expect(matches("a".repeat(5000))).toBe(false);
  expect(performance.now() - began).toBeLessThan(1000);
});
