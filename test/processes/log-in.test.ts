import { expect, it } from "vitest";
import { Workplace } from "../e2e/cli.js";

/** A claude that retries as the real one does, here every 300 ms, and finishes in the end. */
const retrying = (status: number, times: number): string => `cat > /dev/null
echo '{"type":"system","subtype":"init","session_id":"s1"}'
for attempt in $(seq ${times}); do
  echo '{"type":"system","subtype":"api_retry","attempt":'$attempt',"max_retries":10,"error_status":${status},"error":"authentication_failed"}'
  sleep 0.3
done
echo '{"type":"result","subtype":"success","is_error":false,"result":"I am working on it.","session_id":"s1"}'`;

const run = async (script: string, env: Readonly<Record<string, string>> = {}) => {
  using place = new Workplace();
  place.write("TODO.md", "- [ ] T1: one\n");
  place.program("claude", script);
  const words = ["run", "--agent", "claude", "--tasks", "TODO.md", "--max-iterations", "1", "--json"];
  const { code, out } = await place.runBeside(words, { PATH: `${place.path}/bin:${process.env["PATH"]}`, ...env });
  return { code, out, seconds: Number(/"seconds":([\d.]+),"leftBehind"/.exec(out)?.[1]) };
};

it("stops an agent that retries without a log-in, and says how to log in", async () => {
  const { code, out, seconds } = await run(retrying(401, 40));
  expect(code).toBe(2);
  expect(out).toContain("the vendor does not accept the log-in or key");
  expect(out).toContain("log in with: claude auth login");
  expect(seconds).toBeLessThan(6);
  expect(out).not.toContain('"agent-retry"');
});

it("names the variable of a key that is set and not accepted", async () => {
  const { out } = await run(retrying(401, 40), { ANTHROPIC_API_KEY: "bad" });
  expect(out).toContain("ANTHROPIC_API_KEY is set and was not accepted: correct it, or unset ANTHROPIC_API_KEY");
  expect(out).not.toContain("log in with");
});

it.each([
  ["a refusal that a new token ends", 401, 1],
  ["an outage", 529, 5],
])("waits for %s", async (_, status, times) => {
  const { out } = await run(retrying(status, times));
  expect(out).toContain('"how":"exited 0"');
});

it("warns before the first turn if no log-in is found, and only then", async () => {
  const warning = "no log-in of claude was found; if it fails, log in with: claude auth login";
  const script = retrying(401, 0);
  expect((await run(script)).out).toContain(warning);
  expect((await run(script, { ANTHROPIC_API_KEY: "k" })).out).not.toContain(warning);
});
