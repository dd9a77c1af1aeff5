import { isOfTest } from "../../evidence/hidden/test-title.js";
import { findContradictions } from "./contradictions.js";
import type { Requirement } from "./seal.js";
import { hasWord, readTestBodies, type TestBody } from "./test-bodies.js";

export interface CheckText {
  readonly path: string;
  readonly text: string;
}

/** What is wrong with sealed checks by their text alone: `refused` cannot be taken, `told` is for the person. */
export function lintChecks(
  requirements: readonly Requirement[],
  files: readonly CheckText[],
): { readonly refused: readonly string[]; readonly told: readonly string[] } {
  const tests = readTestBodies(files);
  const contradictions = findContradictions(tests);
  const refused: string[] = [];
  const told = [...contradictions.told];
  for (const { id, test, seam } of requirements) {
    const body = findBody(tests, files, test);
    const name = seam.name.split(".").at(-1) ?? seam.name;
    if (body === null) refused.push(`${id}: there is no test with the title "${test}"`);
    else if (!hasWord(body.whole, name))
      refused.push(`${id}: its test does not use ${seam.name}, so it says nothing of the work`);
    else if (!asserts(body.whole)) refused.push(`${id}: its test asserts nothing`);
    else if (hasOneExample(body, name))
      told.push(`${id}: its test tries one example alone, which can be answered by heart`);
  }
  return { refused: [...refused, ...contradictions.refused], told };
}

/** Where a line holds several tests, one is found by its title in quotes: then what follows counts as its body. */
function findBody(tests: readonly TestBody[], files: readonly CheckText[], title: string): TestBody | null {
  const found = tests.find((each) => each.title === title.trim()) ?? tests.find((each) => isOfTest(title, each.title));
  if (found) return found;
  const quoted = ['"', "'", "`"].map((mark) => `${mark}${title.trim()}${mark}`);
  for (const { text } of files)
    for (const each of quoted) {
      const own = text.slice(text.indexOf(`(${each}`));
      if (text.includes(`(${each}`)) return { title, own, whole: own };
    }
  return null;
}

const asserts = (body: string): boolean => /\b(?:assert|expect|self\.(?:assert|fail)|should|raises|throws)/.test(body);

/** What is called in a loop, through a helper or with values from elsewhere cannot be counted. */
function hasOneExample({ own, whole }: TestBody, name: string): boolean {
  if (/\b(?:for|while|each|forEach|map|parametrize|subTest)\b/.test(whole)) return false;
  const calls = [...own.matchAll(new RegExp(`(?<![\\w$])${name.replaceAll(/\W/g, "\\$&")}\\s*\\(([^()]*)\\)`, "g"))];
  return new Set(calls.map(([, given = ""]) => given.trim())).size === 1;
}
