/** The demo's project, small but real. Three of its tests run at the start, and two of them fail. */
export const projectFiles: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify({ name: "shop", private: true, type: "module", scripts: { test: "node --test" } }, null, 2)}\n`,
  "TODO.md": [
    "# To do",
    "",
    "- [ ] T1 Round amounts half up, refunds too",
    "- [ ] T2 Add up an order with its quantities",
    "- [ ] T3 Print a total with its currency",
    "",
  ].join("\n"),
  "src/money.js": money("Math.trunc(amount * 100) / 100"),
  "test/money.test.js": testFile("money.js", "round", [
    ["rounds half up", "round(0.125)", "0.13"],
    ["rounds down below half", "round(0.124)", "0.12"],
    ["rounds a refund like a payment", "round(-0.125)", "-0.13"],
  ]),
};

export const roundings = {
  forPayments: money("Math.round(amount * 100) / 100"),
  right: money("(Math.sign(amount) * Math.round(Math.abs(amount) * 100)) / 100"),
  alwaysUp: money("(Math.sign(amount) * Math.ceil(Math.abs(amount) * 100)) / 100"),
} as const;

export const orderFiles = {
  "src/order.js": [
    'import { round } from "./money.js";',
    "",
    "export const total = (items) => round(items.reduce((sum, { price, quantity }) => sum + price * quantity, 0));",
    "",
  ].join("\n"),
  "test/order.test.js": testFile("order.js", "total", [
    ["counts quantities", "total([{ price: 2.5, quantity: 3 }])", "7.5"],
    ["adds nothing up to nothing", "total([])", "0"],
  ]),
} as const;

export const printFiles = {
  "src/print.js": "export const print = (amount, currency) => [amount.toFixed(2), currency].join(' ');\n",
  "test/print.test.js": testFile("print.js", "print", [
    ["prints cents and currency", 'print(7.5, "EUR")', '"7.50 EUR"'],
  ]),
} as const;

/** The original tests, with the one for refunds skipped. */
export const skippedTest = (projectFiles["test/money.test.js"] ?? "").replace('test("rounds a', 'test.skip("rounds a');

function money(expression: string): string {
  return `/** An amount of money, rounded to cents. */\nexport const round = (amount) => ${expression};\n`;
}

type DemoCase = readonly [name: string, actual: string, expected: string];

function testFile(file: string, name: string, cases: readonly DemoCase[]): string {
  return [
    'import assert from "node:assert/strict";',
    'import test from "node:test";',
    `import { ${name} } from "../src/${file}";`,
    "",
    ...cases.map(
      ([title, actual, expected]) => `test("${title}", () => {\n  assert.equal(${actual}, ${expected});\n});\n`,
    ),
  ].join("\n");
}
