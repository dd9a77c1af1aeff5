import { resetTime } from "../agents/transcripts/reset-time.js";
import type { AgentReport } from "../core/agent-report.js";
import type { Settings } from "../core/settings.js";
import type { Transcript } from "../core/transcript.js";
import { readAgentReport } from "../signals/read-agent-report.js";

export interface Reading {
  /** Of the policy that decides, for the kind of the selected task. */
  readonly settings: Settings;
  /** The nonce this turn's prompt asked for, where it is not the settings' own. */
  readonly nonce?: string | null;
  readonly now: number | null;
}

/** Reads an agent's turn, once: the same report chooses the checks that are due and is judged by the gate. */
export function readReport(transcript: Transcript, { settings, nonce, now }: Reading): AgentReport {
  const report = readAgentReport(transcript, nonce === undefined ? settings : { ...settings, nonce });
  const { limit } = report;
  // A reset named as a time of day becomes a date once we know when it was named.
  if (!limit || limit.resetsAt !== null || limit.resetsText === null || now === null) return report;
  return { ...report, limit: { ...limit, resetsAt: resetTime(limit.resetsText, now, localZone()) } };
}

/** Agents that name no zone mean the clock of the machine they run on, which is ours. */
const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
