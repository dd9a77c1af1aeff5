import { describe, expect, it } from "vitest";
import { Workplace } from "../../../test/e2e/cli.js";
import { describeSpace, lookAtNode } from "../../cli/doctor/system.js";
import { findLogIn, readCredential } from "./log-in.js";
import { knownAgent } from "./start-agent.js";

describe("what a file of an agent holds", () => {
  it.each<[string, string | null, "key" | "account" | null]>([
    ["no file", null, null],
    ["settings alone", '{"theme": "dark", "numStartups": 3}', null],
    ["a count of tokens", '{"maxTokens": 100, "tokens": 5}', null],
    ["an empty key", '{"OPENAI_API_KEY": ""}', null],
    ["a missing key", '{"OPENAI_API_KEY": null}', null],
    ["a key", '{"OPENAI_API_KEY": "sk-x"}', "key"],
    ["a key of a provider", '{"anthropic": {"type": "api", "key": "x"}}', "key"],
    ["an apiKey", '{"apiKey": "x"}', "key"],
    ["a subscription", '{"claudeAiOauth": {"accessToken": "x"}}', "account"],
    ["an account", '{"oauthAccount": {"emailAddress": "a@b"}}', "account"],
    ["tokens", '{"tokens": {"id_token": "x"}}', "account"],
    ["a refresh token", '{"refresh_token": "x"}', "account"],
    ["an account of a provider", '{"anthropic": {"type": "oauth", "refresh": "x"}}', "account"],
    ["what is no JSON", "provider: x\n", "account"],
  ])("%s", (_, text, expected) => {
    expect(readCredential(text)).toBe(expected);
  });
});

describe("the log-in of claude", () => {
  const { logInSigns = { variables: [], files: [] } } = knownAgent("claude");

  it.each([
    [{}, {}, null],
    [{ ANTHROPIC_API_KEY: "" }, {}, null],
    [{ ANTHROPIC_API_KEY: "k" }, {}, { kind: "key", from: "ANTHROPIC_API_KEY" }],
    [{ CLAUDE_CODE_OAUTH_TOKEN: "t" }, {}, { kind: "account", from: "CLAUDE_CODE_OAUTH_TOKEN" }],
    [{ OPENAI_API_KEY: "k" }, {}, null],
    [{}, { ".claude.json": "{}" }, null],
    [{}, { ".claude.json": '{"oauthAccount": {}}' }, { kind: "account", from: "~/.claude.json" }],
    [
      { ANTHROPIC_API_KEY: "k" },
      { ".claude/.credentials.json": '{"claudeAiOauth": {}}' },
      { kind: "key", from: "ANTHROPIC_API_KEY" },
    ],
  ])("with %j and %j", (env, files, expected) => {
    using place = new Workplace();
    for (const [name, text] of Object.entries(files)) place.write(name, text);
    expect(findLogIn(logInSigns, { env, home: place.path })).toEqual(expected);
    if (Object.keys(env).length === 0) expect(findLogIn(logInSigns, { env, home: "" })).toBeNull();
  });
});

it.each([
  ["20.18.3", "fail"],
  ["20.19.0", "ok"],
  ["18.20.0", "fail"],
  ["22.1.0", "ok"],
  ["100.0.0", "ok"],
])("Node %s: %s", (version, status) => {
  expect(lookAtNode(version).status).toBe(status);
});

it.each([
  [19 * 1024 * 1024, "fail", "19 MB free at /p"],
  [20 * 1024 * 1024, "warn", "20 MB free at /p"],
  [1024 ** 3 - 1, "warn", "1023 MB free at /p"],
  [1024 ** 3, "ok", "1 GB free at /p"],
  [2.55 * 1024 ** 3, "ok", "2.5 GB free at /p"],
])("%d bytes: %s", (bytes, status, text) => {
  expect(describeSpace(bytes, "/p")).toMatchObject({ status, text });
});
