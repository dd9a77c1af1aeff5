import { UserError } from "../lib/errors.js";
import { isAcp } from "./open-acp.js";

/** An agent as it is named: `claude`, `claude:opus` or `acp:PROGRAM …`. */
export interface AgentSpec {
  readonly name: string;
  /** Null where none is named with it. */
  readonly model: string | null;
}

/** The agents of a list with commas between. The same agent may stand in it with several models. */
export function parseAgentSpecs(text: string, where: string): readonly AgentSpec[] {
  const texts = text.split(",").map((each) => each.trim());
  return [...new Set(texts.filter((each) => each !== ""))].map((each) => parseSpec(each, where));
}

/** A model may have a colon of its own (`opencode:ollama/qwen3:8b`). */
function parseSpec(text: string, where: string): AgentSpec {
  const at = isAcp(text) ? -1 : text.indexOf(":");
  if (at < 0) return { name: text, model: null };
  const [name, model] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (name !== "" && model !== "") return { name, model };
  throw new UserError({
    what: `${JSON.stringify(text)} names no ${name === "" ? "agent" : "model"}`,
    where,
    fix: "write AGENT or AGENT:MODEL, such as claude:opus",
  });
}
