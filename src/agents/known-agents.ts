import type { Format } from "../decide/transcript.js";
import type { AgentCli, AgentStart } from "./agent-cli.js";
import { aiderStart } from "./known/aider.js";
import { ampStart } from "./known/amp.js";
import { claude, claudeStart } from "./known/claude.js";
import { cline, clineStart } from "./known/cline.js";
import { codex, codexStart } from "./known/codex.js";
import { continueCli, continueStart } from "./known/continue.js";
import { copilot, copilotStart } from "./known/copilot.js";
import { cursorAgentStart } from "./known/cursor-agent.js";
import { droid, droidStart } from "./known/droid.js";
import { gemini, geminiStart } from "./known/gemini.js";
import { gooseStart } from "./known/goose.js";
import { kiloStart } from "./known/kilo.js";
import { opencode, opencodeStart } from "./known/opencode.js";
import { pi, piStart } from "./known/pi.js";
import { qwen, qwenStart } from "./known/qwen.js";

/** The formats we read. Tried in this order when detecting the format of an output. */
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

/** The agents we start, in the order in which one is chosen when none is named. */
export const agentStarts: readonly AgentStart[] = [
  claudeStart,
  codexStart,
  geminiStart,
  opencodeStart,
  qwenStart,
  copilotStart,
  clineStart,
  droidStart,
  kiloStart,
  continueStart,
  piStart,
  cursorAgentStart,
  ampStart,
  aiderStart,
  gooseStart,
];

export const findByFormat = (format: Format): AgentCli | undefined =>
  knownAgents.find(({ events, document }) => events?.format === format || document?.format === format);
