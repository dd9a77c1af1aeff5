import { describe, expect, it } from "vitest";
import { jsonLines, type Ran, Workplace } from "../e2e/cli.js";

const retry = (attempt: number, status: number): string =>
  JSON.stringify({ type: "system", subtype: "api_retry", attempt, max_retries: 10, error_status: status });

/** An agent named claude that prints retries and then goes on for as long as it is let. */
async function runRetrying(events: readonly string[], ...words: readonly string[]): Promise<Ran> {
  using place = new Workplace();
  place.write("TODO.md", "- [ ] T1: one\n");
  const print = ['{"type":"system","subtype":"init","session_id":"s1"}', ...events].map((line) => `echo '${line}'`);
  const path = place.program("claude", [...print, "exec tail -f /dev/null"].join("\n"));
  return await place.runBeside(
    ["run", "--agent", "claude", "--json", "--no-detect", "--timeout", "3s", "--on-limit", "exit", ...words],
    {
      PATH: `${path}:${process.env["PATH"]}`,
    },
  );
}

const endings = ({ out }: Ran): readonly unknown[] =>
  jsonLines(out)
    .filter(({ type }) => type === "agent-end")
    .map(({ how }) => how);

describe("an agent that goes on retrying", () => {
  it("is stopped at once if its log-in is not accepted", async () => {
    const ran = await runRetrying([retry(1, 401), retry(2, 401)], "--timeout", "5m");
    expect(ran.code).toBe(2);
    expect(endings(ran)).toEqual([expect.stringContaining("does not accept the log-in")]);
  });

  it.each([
    { what: "may renew its log-in once", events: [retry(1, 401)] },
    { what: "may wait for a server that is overloaded", events: [retry(1, 529), retry(2, 529)] },
  ])("$what", async ({ events }) => {
    const ran = await runRetrying(events, "--max-iterations", "1");
    expect(endings(ran)).toEqual([expect.stringContaining("not done after 3s")]);
  });
});
