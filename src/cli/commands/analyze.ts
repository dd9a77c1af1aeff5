import { readAgentReport } from "../../agents/signals/read-agent-report.js";
import { readOutputFile, readOutputStream } from "../../agents/transcripts/read-output.js";
import type { AgentReport } from "../../decide/agent-report.js";
import { withSettings } from "../../decide/settings.js";
import { defaultSettings } from "../../decide/settings-table.js";
import type { Transcript } from "../../decide/transcript.js";
import { formatUserError, isUserError, UserError } from "../../lib/errors.js";
import { plural } from "../../lib/text/plural.js";
import { paint } from "../../report/terminal/paint.js";
import type { Command } from "../command.js";
import { formatFlag, parseFormat } from "../flags/format-flag.js";
import { parseSettings, settingsFlags } from "../flags/settings-flags.js";

export const analyze: Command = {
  name: "analyze",
  usage: "analyze FILE… [options]",
  about:
    "Reads the output of coding agents (plain text or the JSON of eleven CLIs, detected by content, any size) and prints what the agent claims, in which form, and what was ignored and why. - reads stdin.\n\nExit status: 0, or 2 if a file could not be read (the others are still analyzed).",
  flags: {
    json: { type: "boolean", help: "print JSON lines on a terminal, too" },
    format: formatFlag,
    ...settingsFlags,
  },
  examples: [
    "untildone analyze .ralph/last-response.md",
    "claude -p 'continue' | untildone analyze -",
    "untildone analyze --set promise=DONE logs/*.log",
  ],
  async run(args, io) {
    if (args.words.length === 0)
      throw new UserError({
        what: "no file was named",
        where: "untildone analyze",
        fix: "name a file, or - for standard input",
      });
    const format = parseFormat(args.text("format"));
    const settings = withSettings(defaultSettings, parseSettings(args, io));
    let code = 0;
    for (const file of args.words) {
      try {
        const transcript =
          file === "-" ? await readOutputStream(io.stdin, format) : readOutputFile(file, io.cwd, { format });
        const facts = collectFacts(file, transcript, readAgentReport(transcript, settings));
        io.out(io.isTerminal && !args.flag("json") ? formatFacts(facts, io.colour) : `${JSON.stringify(facts)}\n`);
      } catch (error) {
        if (!isUserError(error)) throw error;
        io.err(`${formatUserError(error)}\n`);
        code = 2;
      }
    }
    return code;
  },
};

type Facts = ReturnType<typeof collectFacts>;

function collectFacts(file: string, transcript: Transcript, report: AgentReport) {
  const { usage, costUsd, sessionId, format } = transcript;
  return {
    file,
    format,
    claim: report.claim,
    taskClaim: report.taskClaim,
    explicit: report.explicit,
    signals: report.signals,
    indicators: report.phrases.map(({ name, subject }) => (subject ? `${name}: ${subject}` : name)),
    confidence: report.confidence,
    errors: report.errors,
    tests: report.tests,
    remaining: report.remaining?.text ?? null,
    questions: report.questions,
    limit: report.limit,
    agentError: report.failure?.message ?? null,
    failure: report.failure?.kind ?? null,
    denials: report.denials,
    testOnly: report.testOnly,
    usage,
    costUsd,
    sessionId,
    warnings: report.warnings,
  };
}

function formatFacts(facts: Facts, colour: boolean): string {
  const { bold, dim, green, yellow, red } = paint(colour);
  const tone =
    facts.claim === "complete" ? green : facts.claim === "failed" ? red : facts.claim === "blocked" ? yellow : dim;
  const lines = [
    `${bold(facts.file)}  ${dim(facts.format)}`,
    `  claim      ${tone(facts.claim)}${facts.explicit ? " (explicit)" : facts.claim === "complete" ? " (in prose)" : ""}, task ${facts.taskClaim}`,
    ...facts.signals.map(
      (signal) =>
        `  signal     line ${signal.line}: ${signal.dialect} says ${signal.says}${signal.trusted ? "" : dim(`, ignored: ${signal.ignoredBecause}`)}`,
    ),
    ...(facts.indicators.length > 0 ? [`  phrases    ${facts.indicators.join(", ")}`] : []),
    `  language   confidence ${facts.confidence}, ${plural(facts.errors, "error")}, tests ${facts.tests}, ${plural(facts.questions, "question")}`,
    ...(facts.remaining ? [`  remaining  ${facts.remaining}`] : []),
    ...(facts.agentError ? [`  failed     ${red(`${facts.failure}: ${facts.agentError}`)}`] : []),
    ...facts.warnings.map((warning) => `  warning    ${yellow(warning)}`),
  ];
  return `${lines.join("\n")}\n`;
}
