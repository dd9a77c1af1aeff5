// An agent that prints every key it can see: none of them may lie in a file of ours or appear on a screen of ours.
import { makePart, partsProject } from "./projects.mjs";

const project = partsProject({ list: "TODO.md", text: "- [ ] T1: Make part 1\n", parts: 1 });
const env = { EXAMPLE_API_KEY: "zq8Kd02mXv71LpTn", DATABASE_URL: "postgres://app:tr0ub4dor9@db.invalid/app" };
const known = [env.EXAMPLE_API_KEY, "tr0ub4dor9"];
const keys = {
  openai: "sk-proj-9aB3cD5eF7gH9iJ1kL3mN5oP7qR9sT1u",
  anthropic: "sk-ant-api03-Qw3rTy5uIoP7aSdFgH9jKlZxCvB1nM3Qw5Er7Ty9",
  github: "ghp_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R",
  aws: "AKIA2E0A8F3B244C9986",
  google: "AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
  slack: "xoxb-123456789012-abcDEF123ghi456JKL",
  gitlab: "glpat-aB3dE5fG7hI9jK1lM3nO",
  npm: "npm_aB3dE5fG7hI9jK1lM3nOpQ5rS7tU9vW1xY3z",
  jwt: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg",
  "private-key": "MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn",
};
const all = [...known, ...Object.values(keys)];
const finds = (text) => all.find((secret) => text.includes(secret)) ?? null;

const half = { "parts/1.txt": "half\n" };
const says = (name, secret, more = {}) => ({
  name,
  project,
  env,
  finds,
  steps: [
    {
      write: half,
      say: `It is ${secret}.\n\nEXIT_SIGNAL: ${secret}\n\nI ask: is ${secret} right?`,
      stderr: `error: ${secret}`,
      ...more,
    },
  ],
});

export const secrets = {
  name: "secrets",
  attacks: [
    ...Object.entries(keys)
      .filter(([name]) => name !== "private-key")
      .map(([name, key]) => says(name, key)),
    says("private-key", `-----BEGIN PRIVATE KEY-----\n${keys["private-key"]}\n-----END PRIVATE KEY-----`),
    ...Object.keys(env).map((name) => says(`value-of-${name}`, env[name])),
    says("failed-turn", env.EXAMPLE_API_KEY, { exit: 1 }),
    says("in-json", JSON.stringify({ type: "result", result: JSON.stringify(all.slice(0, -1)) })),
    {
      ...says("printed-by-a-check", "Begun."),
      files: { "loud.sh": "env; echo $EXAMPLE_API_KEY; exit 1\n" },
      args: ["--check", "printed=sh loud.sh"],
      steps: [{ write: half, say: "All done.\n\nEXIT_SIGNAL: true" }],
    },
  ],
  honest: [
    { name: "hashes", project, env, finds, steps: [{ ...makePart(1), stderr: `key: ${"0a1b2c3d".repeat(8)}` }] },
  ],
};
