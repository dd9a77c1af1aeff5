import type { Format } from "../core/transcript.js";
import type { AgentCli } from "./agent-cli.js";
import { claude } from "./known/claude.js";
import { cline } from "./known/cline.js";
import { codex } from "./known/codex.js";
import { continueCli } from "./known/continue.js";
import { copilot } from "./known/copilot.js";
import { droid } from "./known/droid.js";
import { gemini } from "./known/gemini.js";
import { opencode } from "./known/opencode.js";
import { pi } from "./known/pi.js";
import { qwen } from "./known/qwen.js";

/** Tried in this order when detecting the format of an output. */
export const knownAgents: readonly AgentCli[] = [
  claude,
  codex,
  gemini,
  opencode,
  pi,
  copilot,
  cline,
  droid,
  qwen,
  continueCli,
];

export const findByFormat = (format: Format): AgentCli | undefined =>
  knownAgents.find(({ events, document }) => events?.format === format || document?.format === format);
