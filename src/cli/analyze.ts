import type { Said } from "../core/said.js";
import { defaultSettings, withSettings } from "../core/settings.js";
import type { Transcript } from "../core/transcript.js";
import { isUserError, tellUserError, UserError } from "../errors.js";
import { listen } from "../signals/listen.js";
import { readOutputFile, readOutputStream } from "../system/read-output.js";
import type { Command } from "./command.js";
import { formatFlag, formatOf } from "./format-flag.js";
import { paint } from "./paint.js";
import { settingsFlags, settingsOf } from "./settings-flags.js";

export const analyze: Command = {
  name: "analyze",
  usage: "analyze FILE… [options]",
  about:
    "Reads the outputs of coding agents (plain text or the JSON of eleven CLIs, told apart by content, of any size) and\nprints what the agent claims, how it said so, and what was ignored and why. `-` reads standard input. Exits 2 if a file could\nnot be read; the others are answered all the same.",
  flags: {
    json: { type: "boolean", help: "print JSON on a terminal too, one object a line" },
    format: formatFlag,
    ...settingsFlags,
  },
  examples: [
    "untildone analyze .ralph/last-response.md",
    "claude -p 'go on' | untildone analyze -",
    "untildone analyze --set promise=DONE logs/*.log",
  ],
  async run(given, io) {
    if (given.words.length === 0)
      throw new UserError({
        what: "no file was named",
        where: "untildone analyze",
        fix: "name a file, or - for standard input",
      });
    const format = formatOf(given.text("format"));
    const settings = withSettings(defaultSettings, settingsOf(given));
    let code = 0;
    for (const file of given.words) {
      try {
        const transcript =
          file === "-" ? await readOutputStream(io.stdin, format) : readOutputFile(file, io.cwd, { format });
        const facts = factsOf(file, transcript, listen(transcript, settings));
        io.out(io.isTerminal && !given.flag("json") ? tell(facts, io.colour) : `${JSON.stringify(facts)}\n`);
      } catch (error) {
        if (!isUserError(error)) throw error;
        io.err(`${tellUserError(error)}\n`);
        code = 2;
      }
    }
    return code;
  },
};

type Facts = ReturnType<typeof factsOf>;

function factsOf(file: string, transcript: Transcript, said: Said) {
  const { usage, costUsd, sessionId, format } = transcript;
  return {
    file,
    format,
    claim: said.claim,
    taskClaim: said.taskClaim,
    explicit: said.explicit,
    signals: said.signals,
    indicators: said.phrases.map(({ name, subject }) => (subject ? `${name}: ${subject}` : name)),
    confidence: said.confidence,
    errors: said.errors,
    tests: said.tests,
    remaining: said.remaining?.text ?? null,
    questions: said.questions,
    limit: said.limit,
    agentError: said.failure?.message ?? null,
    failure: said.failure?.kind ?? null,
    denials: said.denials,
    testOnly: said.testOnly,
    usage,
    costUsd,
    sessionId,
    warnings: said.warnings,
  };
}

function tell(facts: Facts, colour: boolean): string {
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
    `  language   confidence ${facts.confidence}, ${facts.errors} errors, tests ${facts.tests}, ${facts.questions} questions`,
    ...(facts.remaining ? [`  remaining  ${facts.remaining}`] : []),
    ...(facts.agentError ? [`  failed     ${red(`${facts.failure}: ${facts.agentError}`)}`] : []),
    ...facts.warnings.map((warning) => `  warning    ${yellow(warning)}`),
  ];
  return `${lines.join("\n")}\n`;
}
