import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { AgentStart } from "../../src/agents/agent-cli.js";
import { agentStarts } from "../../src/agents/known-agents.js";
import { runAgent } from "../../src/agents/start/run-agent.js";
import { openAgent } from "../../src/agents/start/start-agent.js";
import { Workplace } from "../e2e/cli.js";
import { acmeStart } from "./sample-agent.js";

const page = readFileSync(new URL("../../docs/agents.md", import.meta.url), "utf8");

const yes = (is: boolean): string => (is ? "yes" : "no");
const limits = { reset: "with reset", message: "yes", none: "no" };
const stops = { event: "event", "exit-code": "exit code" };

/** A level that was not tried with the real program is in brackets. */
const permissionsOf = ({ permissions: { all: _, ...levels } }: AgentStart): string =>
  Object.entries(levels)
    .map(([level, { isTried }]) => (isTried ? level : `(${level})`))
    .join(", ") || "none";

const table = [
  "| agent | tokens | cost | limits | stop reasons | activity | resume | `--model` | restricted | tried |",
  "|---|---|---|---|---|---|---|---|---|---|",
  ...agentStarts.map((start) => {
    const { name, reports, hasResume, hasModel, readToolCalls, tried } = start;
    return `| ${[
      `\`${name}\``,
      ...[yes(reports.tokens), yes(reports.cost), limits[reports.limits], stops[reports.stopReasons]],
      ...[yes(readToolCalls !== undefined), yes(hasResume !== false), yes(hasModel !== false)],
      ...[permissionsOf(start), tried],
    ].join(" | ")} |`;
  }),
].join("\n");

it("has the table of what each agent can tell, from its declaration", () => {
  const [shown = ""] = /\| agent \| tokens[\s\S]*?(?=\n\n|$)/.exec(page) ?? [];
  expect(shown.trimEnd()).toBe(table);
});

it("names how to install and log in each agent", () => {
  for (const { setUp } of agentStarts) {
    expect(page).toContain(setUp.install);
    expect(page).toContain(setUp.logIn);
  }
});

it("shows how to add an agent by one that is used here", () => {
  const [, shown = ""] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  const sample = readFileSync(new URL("sample-agent.ts", import.meta.url), "utf8");
  expect(shown).toBe(sample.replace("../../src/agents/", "../").replace("../../src/lib/", "../../lib/"));
});

it("runs that agent", async () => {
  using place = new Workplace();
  const result = { type: "result", subtype: "success", is_error: false, result: "Hello.", session_id: "s1" };
  const bin = place.program("acme", `echo "$@" > args; cat > prompt; echo '${JSON.stringify(result)}'`);
  const agent = openAgent({ ...acmeStart, program: `${bin}/acme` }, { model: "m", args: ["--fast"] });
  const options = { cwd: place.path, env: {}, outputFile: `${place.path}/log` };
  const { transcript } = await runAgent(agent, { prompt: "Do it.", resume: "s0" }, options);
  expect(transcript).toMatchObject({ messages: [{ text: "Hello." }], sessionId: "s1", ending: { is: "finished" } });
  expect(place.read("args")).toBe("run --json --yes --model m --session s0 --fast\n");
  expect(place.read("prompt")).toBe("Do it.");
});
