import { expect, it } from "vitest";
import { policyDefinitions } from "../src/policies/policies.js";
import { policyNames } from "../src/policies/policy-names.js";

it("names every policy", () => {
  expect(policyNames).toEqual(policyDefinitions.map(({ name }) => name));
});
