import { readAgentReport } from "../../agents/signals/read-agent-report.js";
import { resetTime } from "../../agents/transcripts/reset-time.js";
import type { AgentReport } from "../../decide/agent-report.js";
import type { Settings } from "../../decide/settings.js";
import type { Limit, Transcript } from "../../decide/transcript.js";
import { maskSecrets } from "../../lib/secrets/secrets.js";

export interface ReportTerms {
  /** The settings of the deciding policy, for the kind of the selected task. */
  readonly settings: Settings;
  /** The nonce in this turn's prompt, if it differs from the settings. */
  readonly nonce?: string | null;
  readonly now: number | null;
}

/** Reads an agent's turn once: the same report decides which checks are due and is judged by the gate. */
export function readReport(transcript: Transcript, { settings, nonce, now }: ReportTerms): AgentReport {
  const report = maskFailure(readAgentReport(transcript, nonce === undefined ? settings : { ...settings, nonce }));
  const { limit } = report;
  return limit && now !== null ? { ...report, limit: dateLimit(limit, now) } : report;
}

/** A reset time without a date needs the current time to become one. */
export function dateLimit(limit: Limit, now: number): Limit {
  if (limit.resetsAt !== null || limit.resetsText === null) return limit;
  return { ...limit, resetsAt: resetTime(limit.resetsText, now, localZone()) };
}

/** As the journal will hold it, so that the next iteration can tell whether it is the same error. */
const maskFailure = (report: AgentReport): AgentReport =>
  report.failure ? { ...report, failure: { ...report.failure, message: maskSecrets(report.failure.message) } } : report;

/** Agents that name no time zone use that of the machine they run on, which is this one. */
const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
