import { describe, expect, it } from "vitest";
import { isModelKey, readKeyVariables } from "../../src/agents/sandbox/key-variables.js";
import { findFix } from "../../src/agents/sandbox/not-started.js";
import { findCause } from "../../src/lib/text/find-cause.js";

describe("the cause in what an engine says", () => {
  it.each([
    [
      "docker: Error response from daemon: no space left on device.\nSee 'docker run --help'.\n",
      "no space left on device.",
    ],
    ["docker: boom.\n\nRun 'docker run --help' for more information\n", "boom."],
    ['time="x" level=warning msg="a shared mount"\nError: statfs /x: no such file or directory\n', "statfs /x"],
    ['time="x" level=error msg="cannot find UID/GID for user"\n', "cannot find UID/GID for user"],
    ["Usage: docker\n", "Usage: docker"],
    ["", ""],
  ])("%j", (errors, expected) => {
    expect(findCause(errors)).toContain(expected);
  });
});

it.each([
  ['runc: exec: "sh": executable file not found in $PATH', /needs \/bin\/sh/],
  ["exec /bin/sh: exec format error", /another processor/],
  ["write /x: no space left on device", /system prune/],
  ["potentially insufficient UIDs or GIDs available in user namespace", /add-subuids/],
  ["dial unix /var/run/docker.sock: connect: permission denied", /groups docker/],
  ["Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?", /systemctl start docker/],
  ["it did not start within 60 s", /docker version/],
  ["something new", null],
])("what helps against %j", (cause, fix) => {
  const found = findFix(cause, { kind: "docker", image: "i" });
  if (fix === null) expect(found).toBe(null);
  else expect(found).toMatch(fix);
});

it.each([
  ['[model_providers.x]\nenv_key = "MY_KEY"\n', ["MY_KEY"]],
  ["[model_providers.x]\nenv_key='MY_KEY'\n# env_key = \"OLD\"\n", ["MY_KEY"]],
  ['model_providers.x = { name = "x", env_key = "A_KEY" }', ["A_KEY"]],
  ['env_http_headers = { "X-Key" = "HEADER_KEY" }', ["HEADER_KEY"]],
  ['env_key = "not a name"', []],
  ['my_env_key = "X"', []],
  ["", []],
])("the variables that %j names", (toml, expected) => {
  expect(readKeyVariables(toml)).toEqual(expected);
});

it.each([
  ...(["AZURE_OPENAI_API_KEY", "OPENROUTER_API_KEY", "MISTRAL_APIKEY", "API_KEY", "MY_MODEL_TOKEN"] as const).map(
    (name) => [name, true] as const,
  ),
  ...(
    ["AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "NPM_TOKEN", "DATABASE_URL", "DEPLOY_KEY_FILE", "SSH_KEY"] as const
  ).map((name) => [name, false] as const),
])("passes what codex names as a key if it looks like that of a model: %s %s", (name, isPassed) => {
  expect(isModelKey(name)).toBe(isPassed);
});
