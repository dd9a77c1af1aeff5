import { claude } from "./forms/claude.js";
import { codex } from "./forms/codex.js";
import { copilot } from "./forms/copilot.js";
import { cursor } from "./forms/cursor.js";
import { gemini } from "./forms/gemini.js";
import type { HookForm } from "./stop-request.js";

/** Every agent whose stop can be refused. */
export const hookForms: readonly HookForm[] = [claude, codex, gemini, copilot, cursor];
