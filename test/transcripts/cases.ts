import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ProcessEnd, readAgentReport, readTranscript } from "../../src/index.js";

/** What a recording must be read as. A field that is left out is not checked. */
export interface Expected {
  readonly case: string;
  readonly format?: string;
  readonly claim?: string;
  readonly explicit?: boolean;
  readonly failure?: string | null;
  readonly limit?: { readonly kind: string; readonly resetsAt?: string | null } | null;
  readonly usage?: Readonly<Record<string, number>> | null;
  readonly costUsd?: number | null;
  readonly denials?: number;
  readonly sessionId?: string | null;
  /** How the process ended, where the recording does not say. */
  readonly process?: ProcessEnd;
}

/** Everything the table may ask about, read by the real code. */
export function readingOf(output: string, process: ProcessEnd) {
  const transcript = readTranscript(output, { process });
  const said = readAgentReport(transcript);
  return {
    format: transcript.format,
    claim: said.claim,
    explicit: said.explicit,
    failure: said.failure?.kind ?? null,
    limit: said.limit,
    usage: transcript.usage,
    costUsd: transcript.costUsd,
    denials: transcript.denials,
    sessionId: transcript.sessionId,
  };
}

/** The table beside a folder's recordings. */
export function tableIn(folder: string, name: string): readonly Expected[] {
  const file = join(folder, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
}

export const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
