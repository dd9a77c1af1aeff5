import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Loader, transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { javascript } from "../../src/evidence/proof/without-work/javascript/javascript.js";
import type { SourceLanguage } from "../../src/evidence/proof/without-work/language.js";
import { hollowForms, honestForm, type Subject, writeTests } from "../evidence/without-work/hollow-forms.js";
import * as plain from "../evidence/without-work/javascript-subjects.js";
import * as typed from "../evidence/without-work/typescript-subjects.js";

/** Hollow tests stay green where the answers are wrong, honest ones turn red: shown by real runs of node:test. */

const place = mkdtempSync(join(tmpdir(), "untildone-hollow-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** As the package has it: minified, the functions that give wrong answers have other names. */
async function buildMinified(): Promise<SourceLanguage> {
  const outfile = join(place, "built.cjs");
  await build({
    ...{ bundle: true, minify: true, lineLimit: 200, platform: "node", target: "node20.19", format: "cjs", outfile },
    ...{ entryPoints: ["src/evidence/proof/without-work/javascript/javascript.ts"], logLevel: "silent" },
  });
  return createRequire(import.meta.url)(outfile).javascript;
}

const runFile = (file: string): Promise<string> =>
  new Promise((done) =>
    execFile(process.execPath, ["--test-reporter=tap", file], { encoding: "utf8" }, (_, stdout) => done(stdout)),
  );

/** TypeScript becomes JavaScript as a test runner would do it. */
async function compile(path: string, text: string): Promise<string> {
  const [, loader] = /\.(tsx?)$/.exec(path) ?? [];
  return loader ? (await transform(text, { loader: loader as Loader, format: "esm" })).code : text;
}

const compiledPath = (path: string): string => path.replace(/\.tsx?$/, ".mjs");

interface Ran {
  /** Names of tests, and whether they passed. */
  readonly tests: ReadonlyMap<string, boolean>;
  readonly marks: readonly string[];
}

async function runTests(subjects: readonly Subject[], language: SourceLanguage | null, name: string): Promise<Ran> {
  const folder = join(place, name);
  mkdirSync(folder);
  const marks = join(folder, "marks");
  writeFileSync(marks, "");
  for (const { file, text, unit } of subjects) {
    const wronged = await language?.answerWrong({ path: file, text, names: [unit], marks });
    if (wronged) expect(wronged.text.split("\n")).toHaveLength(text.split("\n").length + 1);
    writeFileSync(join(folder, compiledPath(file)), await compile(file, wronged?.text ?? text));
  }
  const file = join(folder, "all.test.mjs");
  writeFileSync(
    file,
    writeTests(subjects, (path) => `./${compiledPath(path)}`),
  );
  const lines = (await runFile(file)).matchAll(/^(not )?ok \d+ - (.*)$/gm);
  return {
    tests: new Map([...lines].map(([, isRed, title = ""]) => [title, !isRed])),
    marks: readFileSync(marks, "utf8").split("\n"),
  };
}

describe.each([
  { kind: "JavaScript", built: "source", ...plain },
  { kind: "TypeScript", built: "source", ...typed },
  { kind: "JavaScript", built: "minified", ...plain },
])("of $kind, with our code as $built", ({ kind, built, measurable, unmeasurable }) => {
  const all = [...measurable, ...unmeasurable];
  const titleOf = ({ file, unit }: Subject, form: string): string => `${file} ${unit}: ${form}`;
  let right: Ran;
  let wrong: Ran;
  beforeAll(async () => {
    const language = built === "minified" ? await buildMinified() : javascript;
    right = await runTests(all, null, `${kind}-${built}-right`);
    wrong = await runTests(all, language, `${kind}-${built}-wrong`);
  });

  it("has at least 12 functions that can be measured", () => {
    expect(measurable.length).toBeGreaterThanOrEqual(12);
  });

  it("all tests pass as the code is", () => {
    expect([...right.tests].filter(([, isGreen]) => !isGreen)).toEqual([]);
    expect(right.tests.size).toBeGreaterThan(all.length * 6);
    expect(right.marks).toEqual([""]);
  });

  it.each(Object.keys(hollowForms))("%s: no test notices a wrong answer", (form) => {
    const titles = all.map((subject) => titleOf(subject, form)).filter((title) => right.tests.has(title));
    expect(titles.filter((title) => !wrong.tests.get(title))).toEqual([]);
  });

  it("every honest test notices", () => {
    const titles = measurable.map((subject) => titleOf(subject, honestForm));
    expect(titles.filter((title) => wrong.tests.get(title) !== false)).toEqual([]);
  });

  it("what cannot be measured is never answered wrongly", () => {
    const titles = unmeasurable.map((subject) => titleOf(subject, honestForm));
    expect(titles.filter((title) => !wrong.tests.get(title))).toEqual([]);
    for (const { unit } of unmeasurable.filter((each) => !measurable.some(({ unit: other }) => other === each.unit)))
      expect(wrong.marks).not.toContain(`wrong ${unit}`);
  });

  it("tells what was loaded, called and answered", () => {
    for (const { file, unit, fn } of measurable) {
      expect(wrong.marks).toContain(`loaded ${file}`);
      expect(wrong.marks, `${file} ${fn}`).toContain(`called ${unit}`);
      expect(wrong.marks, `${file} ${fn}`).toContain(`wrong ${unit}`);
    }
    expect(new Set(wrong.marks).size).toBe(wrong.marks.length);
  });
});
