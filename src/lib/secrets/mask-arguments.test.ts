import { expect, it } from "vitest";
import { maskArguments } from "./mask-arguments.js";

it.each([
  ["DB_PASSWORD=hunter2 npm test", "DB_PASSWORD=[masked] npm test"],
  ["sh -c 'API_TOKEN=\"a b\" npm test'", "sh -c 'API_TOKEN=[masked] npm test'"],
  ["psql --password x --host db", "psql --password [masked] --host db"],
  ["deploy --api-key=abc --dry-run", "deploy --api-key=[masked] --dry-run"],
  ["tool --db-token abc", "tool --db-token [masked]"],
  ["psql --password $DB_PASSWORD", "psql --password $DB_PASSWORD"],
  ["DB_PASSWORD=$SECRET npm test", "DB_PASSWORD=$SECRET npm test"],
  ["vitest run test/token.test.js", "vitest run test/token.test.js"],
  ["psql --no-password --host db", "psql --no-password --host db"],
  ["npm test -- --tokens 3", "npm test -- --tokens 3"],
])("%s", (text, shown) => {
  expect(maskArguments(text)).toBe(shown);
});
