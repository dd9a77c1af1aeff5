import { resolve } from "node:path";
import { isUserError, UserError } from "../../lib/errors.js";
import { replaceOwnFile, replaceUserFile } from "../../lib/files/disk.js";
import { readText } from "../../lib/files/files.js";
import { readPageFiles } from "../../lib/files/page-files.js";
import { safeJson, safeText } from "../../lib/secrets/secrets.js";
import { suggest } from "../../lib/text/nearest.js";
import { reportOfProof } from "../../report/bundle/report-of-proof.js";
import { buildReport } from "../../report/run-report/build-report.js";
import { formatHtml } from "../../report/run-report/format-html.js";
import { formatJunit } from "../../report/run-report/format-junit.js";
import { formatMarkdown } from "../../report/run-report/format-markdown.js";
import { logFolder } from "../../report/run-report/log-folder.js";
import type { RunReport } from "../../report/run-report/run-report.js";
import { findPrivateFolder } from "../../run/records/private-folder.js";
import { OwnFolder } from "../../store/own-folder.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";

/** Each is safe to be shown: secrets are masked, and nothing in it gives a terminal or a browser a command. */
const formats = {
  html: (report: RunReport) => formatHtml(report, readPageFiles()),
  md: (report: RunReport) => safeText(formatMarkdown(report)),
  json: (report: RunReport) => `${safeJson(report)}\n`,
  junit: (report: RunReport) => safeText(formatJunit(report)),
} as const;

type ReportFormat = keyof typeof formats;

export const report: Command = {
  name: "report",
  findsProject: "flags",
  usage: "report [RUN | PROOF] [options]",
  about:
    "Writes the report of a run (default: the last one; RUN is its id or the beginning of it): what happened, why it stopped and what to do next; every iteration with its decision and the full explanation; refused claims beside the evidence that refused them; tasks that were set aside; and the diff of each checkpoint. Changes nothing else.\n\nThe HTML page is one file that needs no network. It is written to the run's folder in .ralph/logs, and its path is printed; the other formats are printed. -o names another file, -o - prints.\n\nNamed a proof (a file that untildone prove has written), it makes the report of that file alone, beside it, without any state of yours: it says what the proof says, so verify it first.",
  flags: {
    format: { type: "string", value: "NAME", help: "html (default), md (for a pull request), json or junit (for CI)" },
    output: { type: "string", short: "o", value: "FILE", help: "write to FILE; - prints to stdout" },
    ...folderFlags,
  },
  maxPositionals: 1,
  isListing: true,
  examples: [
    "untildone report",
    "untildone report -o report.html",
    "untildone report --format md >> $GITHUB_STEP_SUMMARY",
    "untildone report proof.json",
    "untildone report 20260131-2200 --format json | jq .headline",
  ],
  async run(args, io) {
    const format = parseFormat(args.text("format"));
    if (args.words[0] !== undefined && isFileName(args.words[0]))
      return reportProof(args.words[0], format, { args, io });
    const folder = stateFolder(readConfig(args, io), io);
    const [run = null] = args.words;
    const built = await buildReport({ cwd: io.cwd, folder, run, privateFolder: findPrivateFolder(io.cwd, io) });
    for (const problem of built.problems) io.err(`warning: ${problem}\n`);
    const output = args.text("output") ?? (format === "html" ? null : "-");
    const text = formats[format](built);
    if (output === "-") io.out(text);
    else io.out(`${write(text, { output, folder, run: built.run, io })}\n`);
    return 0;
  },
};

/** Ids of runs are digits, letters and hyphens. */
const isFileName = (word: string): boolean => /[./]/.test(word);

/** As `verify` reads it. */
const maxProof = 256 * 1024 * 1024;

async function reportProof(
  file: string,
  format: ReportFormat,
  { args, io }: { readonly args: ParsedArgs; readonly io: Io },
): Promise<number> {
  const text = formats[format](await reportOfProof(readText(file, io.cwd, maxProof), file));
  const beside = `${file.replace(/\.[^./]*$/, "")}.html`;
  const output = args.text("output") ?? (format === "html" ? beside : "-");
  if (output === "-") io.out(text);
  else {
    replaceUserFile(resolve(io.cwd, output), text);
    io.out(`${resolve(io.cwd, output)}\n`);
  }
  return 0;
}

interface Target {
  readonly output: string | null;
  /** The state folder. */
  readonly folder: string;
  readonly run: string;
  readonly io: Io;
}

function write(text: string, { output, folder, run, io }: Target): string {
  if (output !== null) {
    const path = resolve(io.cwd, output);
    replaceUserFile(path, text);
    return path;
  }
  const logs = logFolder(folder, run);
  makeLogFolder(folder, logs);
  replaceOwnFile(`${logs}/report.html`, text);
  return `${logs}/report.html`;
}

/** An agent may have put a link there. */
function makeLogFolder(folder: string, logs: string): void {
  try {
    new OwnFolder(folder).make(logs);
  } catch (error) {
    if (!isUserError(error)) throw error;
    const { what, where, fix } = error;
    const other = "write the page to a file of yours with -o FILE";
    throw new UserError({ what, where, fix: fix === null ? other : `${fix}; or ${other}` });
  }
}

function parseFormat(name = "html"): ReportFormat {
  if (Object.hasOwn(formats, name)) return name as ReportFormat;
  throw new UserError({
    what: `unknown format ${JSON.stringify(name)}`,
    where: "--format",
    fix: suggest(name, Object.keys(formats)),
  });
}
