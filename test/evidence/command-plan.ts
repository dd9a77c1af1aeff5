import type { CommandPlan } from "../../src/evidence/plan.js";

/** A check that was found in the project. */
export const commandPlan = (name: string, words: readonly string[], more: Partial<CommandPlan> = {}): CommandPlan => ({
  ...{ kind: "command", name, words, env: {}, reads: name === "tests" ? "tests" : "status", found: true },
  ...{ required: true, when: "claim", timeoutSeconds: 60, origin: "package.json", parallel: false, ...more },
});
