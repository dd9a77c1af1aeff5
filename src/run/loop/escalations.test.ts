import { expect, it } from "vitest";
import { knownAgent } from "../../agents/start/start-agent.js";
import { Escalations } from "./escalations.js";

const [haiku, sonnet, opus] = ["haiku", "sonnet", "opus"].map((model) => knownAgent("claude", { model })) as [
  ReturnType<typeof knownAgent>,
  ReturnType<typeof knownAgent>,
  ReturnType<typeof knownAgent>,
];
const agents = [haiku, sonnet, opus];

it("offers the agent after the one of the last turn, once for a task", () => {
  const escalations = new Escalations();
  const found = escalations.find("T1", agents, haiku);
  expect(found).toEqual({ from: "claude (haiku)", to: "claude (sonnet)" });
  expect(escalations.find("T1", agents, sonnet)).toEqual({ from: "claude (sonnet)", to: "claude (opus)" });
  expect(escalations.find("T1", agents, opus)).toBeUndefined();
  expect(escalations.find("T1", agents, null)).toBeUndefined();
  expect(escalations.find("T1", [haiku], haiku)).toBeUndefined();
  if (found) escalations.note("T1", found);
  expect(escalations.find("T1", agents, sonnet)).toBeUndefined();
  expect(escalations.find("T2", agents, haiku)).toEqual(found);
});

it("puts the one that took a task over first, for that task alone", () => {
  const escalations = new Escalations();
  escalations.note("T1", { from: "claude (haiku)", to: "claude (sonnet)" });
  expect(escalations.order(agents, "T1")).toEqual([sonnet, opus, haiku]);
  expect(escalations.order(agents, "T2")).toEqual(agents);
  expect(escalations.order(agents, undefined)).toEqual(agents);
  expect(escalations.order([opus], "T1")).toEqual([opus]);
});
