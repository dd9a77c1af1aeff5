import type { Requirement } from "./seal.js";

export interface CheckText {
  readonly path: string;
  readonly text: string;
}

/** What is wrong with sealed checks by their text alone: `refused` cannot be taken, `told` is for the person. */
export function lintChecks(
  requirements: readonly Requirement[],
  files: readonly CheckText[],
): { readonly refused: readonly string[]; readonly told: readonly string[] } {
  const all = files.map(({ text }) => text).join("\n");
  const refused: string[] = [];
  const told: string[] = [];
  for (const { id, test, seam } of requirements) {
    const body = bodyOf(all, test);
    if (body === null) refused.push(`${id}: there is no test with the title "${test}"`);
    else if (!uses(body, seam.name))
      refused.push(`${id}: its test does not use ${seam.name}, so it says nothing of the work`);
    else if (!asserts(body)) refused.push(`${id}: its test asserts nothing`);
    else if (examplesOf(body, seam.name).size === 1)
      told.push(`${id}: its test tries one example alone, which can be answered by heart`);
  }
  refused.push(...contradictions(all));
  return { refused, told };
}

/** A test from its title to the next one. */
function bodyOf(text: string, title: string): string | null {
  const at = text.indexOf(title);
  if (at < 0) return null;
  const rest = text.slice(at + title.length);
  const next = rest.search(/\n\s*(?:(?:test|it)(?:\.\w+)*\s*\(|(?:async\s+)?def\s+test)/);
  return next < 0 ? rest : rest.slice(0, next);
}

const uses = (body: string, name: string): boolean => new RegExp(`\\b${quote(name)}\\b`).test(body);
const asserts = (body: string): boolean => /\b(?:assert|expect|self\.(?:assert|fail)|should|raises|throws)/.test(body);
const quote = (name: string): string => name.replaceAll(/\W/g, "\\$&");

const examplesOf = (body: string, name: string): ReadonlySet<string> =>
  new Set(
    [...body.matchAll(new RegExp(`\\b${quote(name)}\\s*\\(([^()]*)\\)`, "g"))].map(([, given = ""]) => given.trim()),
  );

/** The same call that has to give two answers. */
function contradictions(text: string): readonly string[] {
  const answers = new Map<string, Set<string>>();
  const forms = [
    /(?:equal|Equal|deepEqual|strictEqual|assertEqual)\(\s*(\w+\([^()]*\))\s*,\s*([^,()]+?)\s*[,)]/g,
    /expect\(\s*(\w+\([^()]*\))\s*\)\.(?:toBe|toEqual|toStrictEqual)\(\s*([^()]+?)\s*\)/g,
    /assert\s+(\w+\([^()]*\))\s*==\s*([^\n]+?)\s*$/gm,
  ];
  for (const form of forms)
    for (const [, call = "", answer = ""] of text.matchAll(form))
      answers.set(call, (answers.get(call) ?? new Set()).add(answer.replaceAll("'", '"')));
  return [...answers].flatMap(([call, given]) =>
    given.size > 1 ? [`they contradict each other: ${call} has to be ${[...given].join(" and ")}`] : [],
  );
}
