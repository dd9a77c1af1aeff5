import { expect, it } from "vitest";
import { toWorkToProve } from "./work-to-prove.js";

const test = (body: string): string => `// Adds.\ntest("adds", () => {\n${body}});\n`;
const source = { path: "src/add.js", old: "export const add = 1;\n", now: "export const add = 2;\n" };

it.each<[string, string, string, readonly string[]]>([
  ["a formatter laid out otherwise", test("  f(\n    1\n  );\n"), test("  f(\n    1,\n  )\n"), []],
  ["got another comment", test("  f(1);\n"), test("  f(1);\n").replace("Adds", "It adds"), []],
  ["asks for something else", test("  f(1);\n"), test("  f(2);\n"), ["test/add.test.js"]],
  ["got a line outside of its tests", test("  f(1);\n"), `const a = 2;\n${test("  f(1);\n")}`, ["test/add.test.js"]],
])("takes a test file for new tests, or not, that %s", (_, old, now, asked) => {
  const texts = [source, { path: "test/add.test.js", old, now }];
  const changed = { texts, lost: [], isSource: (path: string) => path.startsWith("src/") };
  expect(toWorkToProve(changed, "/nowhere", "Format the code").tests.map(({ path }) => path)).toEqual(asked);
});
