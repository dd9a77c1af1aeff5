import { readTestFile, readTestStream } from "../../evidence/test-output/read-test-file.js";
import type { TestRun } from "../../evidence/test-output/test-run.js";
import { formatUserError, isUserError, UserError } from "../../lib/errors.js";
import { paint } from "../../report/terminal/paint.js";
import type { Command, ParsedArgs } from "../command.js";

export const tests: Command = {
  name: "tests",
  usage: "tests FILE… [options]",
  about:
    "Reads the output of test runners (some seventy of them, JUnit XML, CTRF and the runners' JSON, detected by content, any size) and prints pass, fail or unknown, with counts and the names of failed tests. - reads stdin. A run without any test, or without a result, is unknown.\n\nExit status: 0, or 2 if a file could not be read (the others are still read).",
  flags: {
    "exit-code": {
      type: "string",
      value: "N",
      help: "exit status of the test command; the worse of both counts",
    },
    json: { type: "boolean", help: "print JSON lines on a terminal, too" },
  },
  examples: [
    "untildone tests test-output.log",
    "npm test 2>&1 | untildone tests -",
    "untildone tests --exit-code 1 out.txt",
  ],
  async run(args, io) {
    if (args.words.length === 0)
      throw new UserError({
        what: "no file was named",
        where: "untildone tests",
        fix: "name a file, or - for standard input",
      });
    const exitCode = parseExitCode(args);
    let code = 0;
    for (const file of args.words) {
      try {
        const run = file === "-" ? await readTestStream(io.stdin, exitCode) : readTestFile(file, io.cwd, exitCode);
        io.out(
          io.isTerminal && !args.flag("json")
            ? formatRun(file, run, io.colour)
            : `${JSON.stringify(toRow(file, run))}\n`,
        );
      } catch (error) {
        if (!isUserError(error)) throw error;
        io.err(`${formatUserError(error)}\n`);
        code = 2;
      }
    }
    return code;
  },
};

function parseExitCode(args: ParsedArgs): number | null {
  const text = args.text("exit-code");
  if (text === undefined) return null;
  const code = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(code)) return code;
  throw new UserError({
    what: `${JSON.stringify(text)} is not an exit status`,
    where: "--exit-code",
    fix: "give the number the test command ended with, or leave it out if it is not known",
  });
}

function toRow(file: string, { status, framework, passed, failed, skipped, errors, total, failures, why }: TestRun) {
  return { file, status, framework, passed, failed, skipped, errors, total, failures, why };
}

function formatRun(file: string, run: TestRun, colour: boolean): string {
  const { bold, dim, green, yellow, red } = paint(colour);
  const tone = run.status === "pass" ? green : run.status === "fail" ? red : yellow;
  const counts = (["passed", "failed", "skipped", "errors", "total"] as const)
    .filter((name) => run[name] !== null)
    .map((name) => `${run[name]} ${name}`);
  const lines = [
    `${bold(file)}  ${dim(run.framework ?? "no runner recognised")}`,
    `  status     ${tone(run.status)}`,
    ...(counts.length > 0 ? [`  counts     ${counts.join(", ")}`] : []),
    `  because    ${run.why}`,
    ...run.failures.map(({ name, file: where, line, message }) => {
      const place = where === null ? "" : dim(`  ${where}${line === null ? "" : `:${line}`}`);
      return `  failed     ${red(name)}${place}${message === null ? "" : `\n             ${message}`}`;
    }),
  ];
  return `${lines.join("\n")}\n`;
}
