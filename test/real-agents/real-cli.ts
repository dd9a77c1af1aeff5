import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Access = "key" | "plan";

/** A real coding CLI, and how it is pointed at the fake model in an empty home. */
export interface RealCli {
  readonly name: string;
  /** The program, and the npm package it comes from. */
  readonly package: string;
  /** What the scenarios were last seen to pass with. */
  readonly version: string;
  /** A model that is not the one it takes by itself. */
  readonly otherModel: string;
  /** More than a turn takes on a busy machine. */
  readonly turnSeconds: number;
  /** How a script of one's own starts it: it then prints words, not events. */
  readonly plain?: string;
  /** With a key, or with the log-in of a plan where only that tells when a limit is over. */
  env(url: string, access: Access): Readonly<Record<string, string>>;
  configure?(home: string, url: string): void;
}

function writeIn(home: string, name: string, content: string | object): void {
  const file = join(home, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}

const fakeModel = { name: "Fake", tool_call: true, limit: { context: 200_000, output: 8000 } };

export const realClis = {
  claude: {
    name: "claude",
    package: "@anthropic-ai/claude-code",
    version: "2.1.197",
    otherModel: "claude-haiku-4-5",
    turnSeconds: 20,
    plain: "claude -p --dangerously-skip-permissions",
    env: (url, access) => ({
      ANTHROPIC_BASE_URL: url,
      [access === "key" ? "ANTHROPIC_API_KEY" : "CLAUDE_CODE_OAUTH_TOKEN"]: "dummy",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      IS_SANDBOX: "1",
    }),
  },
  codex: {
    name: "codex",
    package: "@openai/codex",
    version: "0.166.0",
    otherModel: "other-model",
    turnSeconds: 20,
    plain: "codex exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -",
    env: () => ({ FAKE_MODEL_KEY: "dummy" }),
    configure: (home, url) =>
      writeIn(
        home,
        ".codex/config.toml",
        [
          'model = "fake-model"',
          'model_provider = "fake"',
          "[model_providers.fake]",
          'name = "Fake"',
          `base_url = "${url}/v1"`,
          'wire_api = "responses"',
          'env_key = "FAKE_MODEL_KEY"',
          "",
        ].join("\n"),
      ),
  },
  gemini: {
    name: "gemini",
    package: "@google/gemini-cli",
    version: "0.61.0",
    otherModel: "gemini-2.5-flash",
    turnSeconds: 30,
    env: (url) => ({
      GEMINI_API_KEY: "dummy",
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      GEMINI_TELEMETRY_ENABLED: "false",
    }),
    configure: (home) =>
      writeIn(home, ".gemini/settings.json", {
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
        model: { name: "gemini-2.5-pro" },
      }),
  },
  opencode: {
    name: "opencode",
    package: "opencode-ai",
    version: "1.18.33",
    otherModel: "fake/other-model",
    turnSeconds: 60,
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1" }),
    configure: (home, url) =>
      writeIn(home, ".config/opencode/opencode.json", {
        model: "fake/fake-model",
        small_model: "fake/fake-model",
        autoupdate: false,
        share: "disabled",
        provider: {
          fake: {
            npm: "@ai-sdk/openai-compatible",
            name: "Fake",
            options: { baseURL: `${url}/v1`, apiKey: "dummy" },
            models: { "fake-model": fakeModel, "other-model": fakeModel },
          },
        },
      }),
  },
} as const satisfies Readonly<Record<string, RealCli>>;
