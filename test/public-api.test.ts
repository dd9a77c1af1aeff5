import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type RunEvent, run } from "../src/run.js";
import { Workplace } from "./e2e/cli.js";

const types = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../dist/types/${name}.d.ts`, import.meta.url)), "utf8");

/** What others build on: a change here is a change for them, and has to be meant. */
it.each(["index", "judge", "run"])("the types of untildone/%s are as they were", async (name) => {
  await expect(types(name)).toMatchFileSnapshot(`./public-api/${name}.d.ts.txt`);
});

it.each([
  { unverified: "accept" as const, ends: { outcome: "completed", exitCode: 0 } },
  { unverified: "review" as const, ends: { outcome: "needs-review", exitCode: 1 } },
])("runs an agent from a program, tells what happens, and says what came of it: $unverified", async (terms) => {
  using place = new Workplace();
  place.write("TODO.md", "- [ ] T1: one\n");
  place.write(
    "agent.sh",
    'nonce=$(sed -n "s/^NONCE: //p"); echo 1 > work.txt\nprintf -- "---TASK_STATUS---\\nSTATUS: COMPLETE\\nWORK: work.txt\\nNOTE: none\\nNONCE: $nonce\\n---END_TASK_STATUS---\\n"\n',
  );
  const events: RunEvent["type"][] = [];
  const { last, summary, exitCode } = await run({
    cwd: place.path,
    agent: { command: "sh agent.sh" },
    tasks: "TODO.md",
    settings: { maxIterations: 3, unverified: terms.unverified },
    onEvent: ({ type }) => events.push(type),
  });
  expect({ outcome: last.decision.outcome, exitCode, notProven: summary.notProven }).toEqual({
    ...terms.ends,
    notProven: [{ task: "T1", why: "nothing tests this work" }],
  });
  expect(events.at(0)).toBe("run-start");
  expect(events.at(-1)).toBe("run-end");
  expect(place.read("TODO.md")).toContain("[x]");
});

it("stops by a signal, and refuses a mistake in words", async () => {
  using place = new Workplace();
  place.write("TODO.md", "- [ ] T1: one\n");
  const stopped = await run({
    cwd: place.path,
    agent: { command: "true" },
    tasks: "TODO.md",
    signal: AbortSignal.abort(),
  });
  expect(stopped.last.decision.outcome).toBe("interrupted");
  await expect(run({ cwd: place.path, agent: "clod", tasks: "TODO.md" })).rejects.toThrow('there is no agent "clod"');
});
