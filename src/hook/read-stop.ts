import { lastQuestion } from "../agents/signals/prose/questions.js";
import { readTranscript } from "../agents/transcripts/read-transcript.js";
import type { AgentReport, Claims } from "../decide/agent-report.js";
import type { Settings } from "../decide/settings.js";
import { emptyTranscript } from "../decide/transcript.js";
import { readReport } from "../run/judge/read-report.js";

interface StopReading {
  readonly settings: Settings;
  readonly now: number;
  /** A goal or a list says what comes next, so the agent need not ask. */
  readonly isAsked: boolean;
}

interface ReadStop {
  readonly report: AgentReport;
  /** The agent says itself that it is done. */
  readonly claims: boolean;
}

/** The agent's last message. Whoever stops without a word against it claims to be done: the facts then decide. */
export function readStop(message: string | null, reading: StopReading): ReadStop {
  const report = withoutOffer(message ?? "", readMessage(message, reading), reading);
  const claims = report.claim === "complete" || report.taskClaim === "complete";
  if (report.questions > 0 && !claims) return { report, claims };
  const { besideOwnTests } = report;
  return {
    report: { ...report, ...asClaim(report), besideOwnTests: besideOwnTests && asClaim(besideOwnTests) },
    claims,
  };
}

function readMessage(message: string | null, { settings, now }: StopReading): AgentReport {
  const transcript =
    message === null || message.trim() === "" ? emptyTranscript : readTranscript(message, { format: "text" });
  return readReport(transcript, { settings, nonce: null, now });
}

function asClaim<Said extends Claims>(said: Said): Said {
  return said.claim === "none" && !said.runDenied && !said.taskDenied ? { ...said, claim: "complete" } : said;
}

/** "Shall I go on?" has its answer in the goal or in the list. */
const asksToGoOn =
  /\b(?:shall|should|may|can|could|want|would you like)\b.{0,60}\b(?:continue|proceed|go (?:on|ahead)|keep going|carry on|move on)\b/i;

/** "Want me to open a pull request?" after "all done" is no question that the work waits for. */
const offers = /^(?:(?:would you like|do you want|want) me to|(?:shall|should|can|could|may) i)\b/i;
const hasChoice = /\bor\b/i;

/** The last words, if they ask something: a polite offer is none of the questions that are counted. */
const closingQuestion = (message: string): string => /[^.!?\n]+\?\s*$/.exec(message.slice(-300))?.[0].trim() ?? "";

/** The report without a closing question that nobody has to answer for the work to go on. */
function withoutOffer(message: string, report: AgentReport, reading: StopReading): AgentReport {
  if (report.questions > 1) return report;
  const question = lastQuestion(message) ?? closingQuestion(message);
  if (hasChoice.test(question)) return report;
  if (reading.isAsked && asksToGoOn.test(question)) return { ...report, questions: 0 };
  if (!offers.test(question)) return report;
  const rest = readMessage(
    message.replace(question, () => ""),
    reading,
  );
  return rest.claim === "complete" || rest.taskClaim === "complete" ? rest : report;
}
