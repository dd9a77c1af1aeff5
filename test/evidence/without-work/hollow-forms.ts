/**
 * What a hollow test looks like: it passes whatever the function answers, so it must also pass where the answer is wrong.
 * Each form is a test's body, in JavaScript.
 */
export interface Subject {
  /** The unit, and the file it is in. */
  readonly unit: string;
  readonly file: string;
  readonly text: string;
  /** The function as a test writes it, `m` being its module; null for a value. */
  readonly fn: string | null;
  /** What a test looks at, awaited. */
  readonly call: string;
  /** What the answer is; undefined where it answers nothing. */
  readonly type: string | undefined;
  /** A test that is about the answer. */
  readonly honest: string;
}

export const hollowForms: Readonly<Record<string, (subject: Subject) => string | null>> = {
  "asserts true": () => "assert.ok(true);",
  "imports only": ({ call }) => `void (async () => ${call});`,
  "is a function": ({ fn }) => fn && `assert.equal(typeof ${fn}, "function");`,
  "does not throw": ({ call }) => `await assert.doesNotReject(async () => ${call});`,
  "not null": ({ call, type }) =>
    type ? `const r = await ${call}; assert.notEqual(r, null); assert.ok(r != null);` : null,
  "equals itself": ({ call }) => `assert.deepStrictEqual(await ${call}, await ${call});`,
  "type only": ({ call, type }) =>
    `assert.equal(Object.prototype.toString.call(await ${call}), "[object ${type ?? "Undefined"}]");`,
  "a caught failure": ({ honest }) => `try { ${honest} } catch { console.log("never mind"); }`,
};

export const honestForm = "honest";

/** A file of tests with every form for every subject. */
export function writeTests(subjects: readonly Subject[], pathOf: (file: string) => string): string {
  const files = [...new Set(subjects.map(({ file }) => file))];
  const imports = files.map((file, at) => `import * as m${at} from ${JSON.stringify(pathOf(file))};`);
  const tests = subjects.flatMap((subject) =>
    [...Object.entries(hollowForms), [honestForm, ({ honest }: Subject) => honest] as const].flatMap(
      ([form, write]) => {
        const body = write(subject);
        const name = JSON.stringify(`${subject.file} ${subject.unit}: ${form}`);
        return body === null
          ? []
          : `test(${name}, async () => { const m = m${files.indexOf(subject.file)}; ${body} });`;
      },
    ),
  );
  return [`import assert from "node:assert/strict";`, `import { test } from "node:test";`, ...imports, ...tests].join(
    "\n",
  );
}
