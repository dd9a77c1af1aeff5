import { describe, expect, it } from "vitest";
import { parseAgentSpecs } from "./agent-spec.js";

describe("agents with models", () => {
  it.each([
    { text: "claude", specs: ["claude"] },
    { text: "claude:haiku,claude:opus", specs: ["claude haiku", "claude opus"] },
    { text: " claude:haiku , codex ", specs: ["claude haiku", "codex"] },
    { text: "claude:haiku,claude:haiku,claude", specs: ["claude haiku", "claude"] },
    { text: "opencode:ollama/qwen3:8b", specs: ["opencode ollama/qwen3:8b"] },
    { text: "acp:gemini --acp", specs: ["acp:gemini --acp"] },
    { text: "acp:./my:agent,claude:opus", specs: ["acp:./my:agent", "claude opus"] },
    { text: "", specs: [] },
  ])("$text", ({ text, specs }) => {
    const parsed = parseAgentSpecs(text, "--agent").map(({ name, model }) =>
      model === null ? name : `${name} ${model}`,
    );
    expect(parsed).toEqual(specs);
  });

  it.each(["claude:", ":opus", "claude,codex: "])("%j names nothing", (text) => {
    expect(() => parseAgentSpecs(text, "--agent")).toThrow(/names no (?:agent|model)/);
  });
});
