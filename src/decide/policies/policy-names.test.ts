import { expect, it } from "vitest";
import { policyDefinitions } from "./policies.js";
import { policyNames } from "./policy-names.js";

it("names every policy", () => {
  expect(policyNames).toEqual(policyDefinitions.map(({ name }) => name));
});
